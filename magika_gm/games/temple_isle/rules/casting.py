"""Casting (ENCH) and interrupting (FAST): a mantra is declared, answered, then takes effect, last declared first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from magika_gm.engine.records import named_record, record
from magika_gm.games.temple_isle.orders.lines import write_order
from magika_gm.games.temple_isle.orders.model import AtSquare, AtTemple, AtUnit, Cast, Fast, Happens, Trigger
from magika_gm.games.temple_isle.rules.events import (
    FastFired,
    Gone,
    Halted,
    Harmed,
    Healed,
    MantraCancelled,
    MantraDeclared,
    MantraFizzled,
    MantraLaid,
    MantraSpent,
    MantraStruck,
    MantraWorked,
    MusterGranted,
    Peeked,
    PointsChanged,
    Recovered,
    Source,
    Teleported,
)
from magika_gm.games.temple_isle.rules.figures import card_effects, concerns, count_of, figures, muted
from magika_gm.games.temple_isle.rules.refusals import Refusal
from magika_gm.games.temple_isle.rules.state import FOR_GOOD, Left, State, Unit, mantras_in_play, next_turn_of
from magika_gm.games.temple_isle.rules.tables import LAND_AIMS, Lasts, MantraCard
from magika_gm.games.temple_isle.rules.targets import (
    OnDeclared,
    OnLand,
    OnMantra,
    OnUnit,
    Target,
    aimed_at,
    blink_square,
    choose,
    holds,
    still_legal,
    target_text,
)
from magika_gm.games.temple_isle.rules.terms import ALL_SQUARES, NEUTRAL, OTHER, SQUARES, Effect, What, When, Who
from magika_gm.games.temple_isle.rules.turn import Occurrence, Turn

# Effects that work at a moment (EFF): one by one, each whole, on all its units at once, before the next.


@named_record
class Origin:
    """Where an effect comes from.

    ``unit`` is the one that bears it or that ``it`` means (0: none), ``square`` the card it works from (-1: none),
    ``caster`` who cast it; ``declared`` the mantra it answers, ``serial`` the one in play it undoes.
    """

    source: Source
    unit: int = 0
    square: int = -1
    caster: str = ""
    to: Sequence[int] = ()
    declared: int = 0
    serial: int = 0


def carry_out(turn: Turn, effect: Effect, origin: Origin, subject: Unit | None = None) -> None:
    """One effect of a moment (EFF-1); ``subject`` is the unit that enters or leaves."""
    me = origin.source.speaker
    match effect.what:
        case What.HEAL | What.HARM | What.SLAY | What.RETURN | What.HALT:
            _upon_units(turn, effect, origin, [subject] if subject is not None else _units(turn, effect, origin))
        case What.DRAW:
            for _ in range(effect.amount):
                turn.draw(me, origin.source.card, rule="EFF-1")
        case What.RECOVER:
            units = [c for c in turn.state.discard if c in turn.state.catalogue.units]
            turn.tell(Recovered(me, units[-1] if units else "", origin.source))
        case What.PEEK:
            hand = tuple(turn.state.hands[OTHER[me]])
            turn.confide(me, Peeked(me, hand, origin.source), Peeked(me, None, origin.source))
        case What.MUSTER:
            turn.musters += effect.amount
            turn.tell(MusterGranted(me, origin.source))
        case What.CLAIM:
            if turn.pass_control(origin.square, origin.caster, origin.source.card):
                gain_effects(turn, origin.square)
        case What.NEUTRAL:
            turn.pass_control(origin.square, NEUTRAL, origin.source.card)
        case What.BLINK:
            unit = turn.state.units[origin.unit]
            square = blink_square(turn.state, unit, effect.amount, origin.to)
            if square >= 0:
                teleport(turn, unit, square, origin.source)
        case What.CANCEL:
            struck = next(d for d in turn.state.stack if d.number == origin.declared)
            turn.tell(MantraStruck(struck.number, struck.card, origin.source.card))
        case What.UNRAVEL:
            found = [(m, place_name(u, s)) for m, u, s in mantras_in_play(turn.state) if m.serial == origin.serial]
            turn.mantras_leave(found, Gone.UNRAVELLED)
        case _:
            pass  # what works always is no deed (figures)


def place_name(unit: Unit | None, square: int) -> str:
    """Where a mantra in play lies, as events name it: ``U3``, ``c2`` or ""."""
    if unit is not None:
        return unit.name
    return SQUARES[square] if square >= 0 else ""


def _units(turn: Turn, effect: Effect, origin: Origin) -> list[Unit]:
    """Whom an effect means now, by number."""
    state = turn.state
    if effect.who is Who.IT:
        unit = state.units[origin.unit]
        return [unit] if unit.in_play else []
    square = state.units[origin.unit].at if origin.unit else origin.square
    return [u for u in state.units_in_play() if concerns(effect, origin.source.speaker, square, u)]


def _upon_units(turn: Turn, effect: Effect, origin: Origin, units: list[Unit]) -> None:
    source = origin.source
    match effect.what:
        case What.HEAL:
            rows = tuple((u.number, min(effect.amount, u.full - u.hp)) for u in units if u.hp < u.full)
            if rows:
                turn.tell(Healed(rows, source))
        case What.HARM:
            if units:
                turn.tell(Harmed(tuple((u.number, effect.amount) for u in units), source))
                turn.leave_play([u for u in units if u.hp < 1], Left.DESTROYED, source=source)
        case What.SLAY:
            turn.leave_play(units, Left.DESTROYED, source=source)
        case What.RETURN:
            turn.leave_play(units, Left.RETURNED, source=source)
        case _:
            halted = tuple(u.number for u in units if u.points)
            if halted:
                turn.tell(Halted(halted, source))


# --- cards of the isle ---


def _of_card(turn: Turn, square: int, when: When) -> list[tuple[Effect, Origin]]:
    """Effects of that moment of a card and of mantras on it, by age, speaking for its controller (EFF-2, ENCH-7)."""
    speaker = turn.state.control[square]
    return [
        (effect, Origin(source=Source(card, SQUARES[square], speaker), square=square))
        for effect, card in card_effects(turn.state, square)
        if effect.when is when
    ]


def _crossing(turn: Turn, unit: Unit, when: When) -> None:
    """Enter or leave effects of the card a unit stands on, upon that unit."""
    for effect, origin in _of_card(turn, unit.at, when):
        if unit.in_play and concerns(effect, origin.source.speaker, origin.square, unit):
            carry_out(turn, effect, origin, unit)


def leave_card(turn: Turn, unit: Unit) -> bool:
    """Leave effects of the card a unit resides on (ACT-10c); whether it is still in play."""
    _crossing(turn, unit, When.LEAVE)
    return unit.in_play


def enter_card(turn: Turn, unit: Unit) -> None:
    """Enter effects of the card a unit has stopped on, then the foe's FAST lines if it is alive (ACT-10e, LAW-8)."""
    _crossing(turn, unit, When.ENTER)
    if unit.in_play:
        turn.happen(Occurrence(event=Happens.ENTER, maker=unit.owner, unit=unit.number, square=unit.at))


def teleport(turn: Turn, unit: Unit, square: int, source: Source) -> None:
    """A unit leaves its card and enters another, for no points (ACT-13)."""
    if leave_card(turn, unit):
        turn.tell(Teleported(unit.number, SQUARES[unit.at], SQUARES[square], source))
        enter_card(turn, unit)


def gain_effects(turn: Turn, square: int) -> None:
    """``gain`` effects of a card whose control has passed (CTRL-4)."""
    for effect, origin in _of_card(turn, square, When.GAIN):
        carry_out(turn, effect, origin)


# --- units and moments of a game turn ---


def kill_effects(turn: Turn, unit: Unit) -> None:
    """``kill`` effects of a unit that destroyed another in combat, and of mantras on it (COMB-7h)."""
    for effect, origin in list(_of_unit(turn, unit, When.KILL)):
        if unit.in_play:
            carry_out(turn, effect, origin)


def _of_unit(turn: Turn, unit: Unit, when: When) -> Iterator[tuple[Effect, Origin]]:
    """Effects of that moment of a unit's own text, then of mantras on it by age (EFF-2)."""
    for effect in turn.state.card_of(unit).effects:
        if effect.when is when:
            yield effect, Origin(source=Source(unit.card, unit.name, unit.owner), unit=unit.number)
    for mantra in unit.mantras:
        for effect in turn.state.mantra_card(mantra).effects:
            if effect.when is when:
                yield effect, Origin(source=Source(mantra.card, unit.name, mantra.caster), unit=unit.number)


def moment(turn: Turn, seat: str, when: When) -> None:
    """``start`` or ``end`` effects that speak for a player, in the order of EFF-2.

    What has left play or changed hands before its turn comes does not work any more.
    """
    state = turn.state
    for square in ALL_SQUARES:
        if state.control[square] == seat:
            for effect, origin in _of_card(turn, square, when):
                if state.control[square] == seat:
                    carry_out(turn, effect, origin)
    for unit in list(state.units_in_play()):
        for effect, origin in list(_of_unit(turn, unit, when)):
            if unit.in_play and origin.source.speaker == seat:
                carry_out(turn, effect, origin)
    for mantra in list(state.global_mantras):
        if mantra.caster == seat:
            for effect in state.mantra_card(mantra).effects:
                if effect.when is when:
                    carry_out(turn, effect, Origin(source=Source(mantra.card, "", seat)))


@record
class Ready:
    """A cast that is legal: its card and the target taken (ENCH-4a, ENCH-5)."""

    card: MantraCard
    target: Target


def check_cast(state: State, seat: str, order: Cast | Fast, met: Occurrence | None = None) -> Ready | Refusal:
    """Whether a cast is legal as things stand, the phase apart (ENCH-4a); ``met`` is the event a FAST line answers."""
    card = state.catalogue.mantras[order.card]
    if order.card not in state.hands[seat]:
        return Refusal.NOT_IN_HAND
    if not card.fast and muted(state, seat):
        return Refusal.MUTED
    if count_of(state, seat) < card.level:
        return Refusal.COUNT
    target = choose(state, seat, card, order.targets, order.to, met)
    return target if isinstance(target, Refusal) else Ready(card, target)


def cast(turn: Turn, seat: str, ready: Ready, to: Sequence[int], answers: Happens | None = None) -> None:
    """Declare a mantra, let it be answered, and let it take effect or leave play (ENCH-4b to d)."""
    card, target = ready.card, ready.target
    turn.declared += 1
    number = turn.declared
    turn.played[seat].add(card.name)
    turn.tell(
        MantraDeclared(
            number=number,
            seat=seat,
            card=card.name,
            target=target_text(target),
            to=tuple(SQUARES[s] for s in to),
            answers=answers,
        )
    )
    unit, square = aimed_at(target)
    turn.happen(Occurrence(event=Happens.CAST, maker=seat, card=card.name, unit=unit, square=square, declared=number))
    declared = next(d for d in turn.state.stack if d.number == number)
    if declared.cancelled:
        turn.tell(MantraCancelled(number, seat, card.name))
    elif not still_legal(turn.state, seat, card, target, to):
        turn.tell(MantraFizzled(number, seat, card.name, target_text(target)))
    else:
        _take_effect(turn, seat, number, ready, to)


def _take_effect(turn: Turn, seat: str, number: int, ready: Ready, to: Sequence[int]) -> None:
    card, target = ready.card, ready.target
    state = turn.state
    moves_points = turn.actions and (card.lasts is not Lasts.NOW or any(e.what is What.UNRAVEL for e in card.effects))
    before = {u.number: figures(state, u).d for u in state.units_of(turn.seat)} if moves_points else {}
    turn.tell(MantraWorked(number, seat, card.name, target_text(target)))
    if card.lasts is not Lasts.NOW:
        place = "" if not isinstance(target, OnUnit | OnLand) else target_text(target)
        until = _until(state, seat, card)
        turn.tell(MantraLaid(number=number, seat=seat, card=card.name, place=place, until=until))
    for effect in card.effects:
        if effect.when is When.NOW:
            origin = _origin(state, seat, card, target, to)
            # a mantra on a neutral land has no effect but those that change whose it is (CTRL-2)
            if (
                card.aim not in LAND_AIMS
                or effect.what in (What.CLAIM, What.NEUTRAL)
                or origin.source.speaker != NEUTRAL
            ):
                carry_out(turn, effect, origin)
    if card.lasts is Lasts.NOW:
        turn.tell(MantraSpent(number, seat, card.name))
    for unit in state.units_of(turn.seat) if before else []:
        change = figures(state, unit).d - before.get(unit.number, 0)
        if unit.number in before and change and unit.points is not None:
            turn.tell(PointsChanged(unit.number, max(0, unit.points + change), card.name))


def _until(state: State, seat: str, card: MantraCard) -> int:
    """The game turn in whose step 9 a lasting mantra leaves play (ENCH-3)."""
    if card.lasts is Lasts.TURN:
        return state.turn
    return next_turn_of(state, OTHER[seat], state.turn) if card.lasts is Lasts.ROUND else FOR_GOOD


def _origin(state: State, seat: str, card: MantraCard, target: Target, to: Sequence[int]) -> Origin:
    """Where the effects of a mantra taking effect come from; one on a land speaks for its controller (ENCH-7)."""
    unit, square = aimed_at(target)
    speaker = state.control[square] if isinstance(target, OnLand) else seat
    place = target_text(target) if isinstance(target, OnUnit | OnLand) else ""
    return Origin(
        source=Source(card.name, place, speaker),
        unit=unit if isinstance(target, OnUnit) else 0,
        square=square,
        caster=seat,
        to=to,
        declared=target.number if isinstance(target, OnDeclared) else 0,
        serial=target.serial if isinstance(target, OnMantra) else 0,
    )


# --- FAST lines ---


def answer(turn: Turn, met: Occurrence) -> bool:
    """The other player's FAST lines look at an event: the first that can fires and is used up (FAST-3).

    It is carried out whole, answers to it first (FAST-4). Says whether there was one.
    """
    state = turn.state
    seat = OTHER[met.maker]
    for place, line in enumerate(state.fast[seat]):
        if not matches(state, line.trigger, met) or not holds(state, seat, line.condition, turn.played[seat]):
            continue
        ready = check_cast(state, seat, line, met)
        if isinstance(ready, Ready):
            turn.confide(seat, FastFired(seat, place, write_order(line)))
            cast(turn, seat, ready, line.to, met.event)
            return True
    return False


def matches(state: State, trigger: Trigger, met: Occurrence) -> bool:
    """Whether an event is the one a FAST line waits for (FAST-5)."""
    if trigger.event is not met.event:
        return False
    match met.event:
        case Happens.CAST:
            if trigger.cards and met.card not in trigger.cards:
                return False
            return not trigger.on or any(_aimed(state, place, met) for place in trigger.on)
        case Happens.MUSTER:
            return not trigger.cards or met.card in trigger.cards
        case Happens.ENTER:
            return not trigger.places or any(_there(state, place, met.square) for place in trigger.places)
        case Happens.ATTACK:
            on = [p.number for p in trigger.on if isinstance(p, AtUnit)]
            return (not trigger.on or met.unit in on) and (not trigger.by or met.attacker in trigger.by)
        case _:
            return True


def _there(state: State, place: AtSquare | AtTemple, square: int) -> bool:
    """Whether a card is one that ENTER names."""
    return state.is_temple(square) if isinstance(place, AtTemple) else place.square == square


def _aimed(state: State, place: AtUnit | AtSquare, met: Occurrence) -> bool:
    """Whether a mantra is aimed at a unit, or at a card or a unit on it (FAST-5)."""
    if isinstance(place, AtUnit):
        return met.unit == place.number
    unit = state.units.get(met.unit)
    return met.square == place.square or (unit is not None and unit.at == place.square)
