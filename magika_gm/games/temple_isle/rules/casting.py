"""Casting (ENCH) and interrupting (FAST): a mantra is declared, answered, then takes effect, last declared first."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.engine.records import record
from magika_gm.games.temple_isle.orders.lines import write_order
from magika_gm.games.temple_isle.orders.model import AtSquare, AtUnit, Cast, Fast, Happens, Trigger
from magika_gm.games.temple_isle.rules.effects import Origin, carry_out
from magika_gm.games.temple_isle.rules.events import (
    FastFired,
    MantraCancelled,
    MantraDeclared,
    MantraFizzled,
    MantraLaid,
    MantraSpent,
    MantraWorked,
    PointsChanged,
    Source,
)
from magika_gm.games.temple_isle.rules.figures import count_of, figures, muted
from magika_gm.games.temple_isle.rules.refusals import Refusal
from magika_gm.games.temple_isle.rules.state import FOR_GOOD, State, next_turn_of
from magika_gm.games.temple_isle.rules.tables import LAND_AIMS, Lasts, MantraCard
from magika_gm.games.temple_isle.rules.targets import (
    OnDeclared,
    OnLand,
    OnMantra,
    OnUnit,
    Target,
    aimed_at,
    choose,
    holds,
    still_legal,
    target_text,
)
from magika_gm.games.temple_isle.rules.terms import NEUTRAL, OTHER, SQUARES, What, When
from magika_gm.games.temple_isle.rules.turn import Occurrence, Turn


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


def answer(turn: Turn, met: Occurrence) -> None:
    """The other player's FAST lines look at an event: the first that can fires and is used up (FAST-3)."""
    state = turn.state
    seat = OTHER[met.maker]
    for place, line in enumerate(state.fast[seat]):
        if not matches(state, line.trigger, met) or not holds(state, seat, line.condition, turn.played[seat]):
            continue
        ready = check_cast(state, seat, line, met)
        if isinstance(ready, Ready):
            turn.confide(seat, FastFired(seat, place, write_order(line)))
            cast(turn, seat, ready, line.to, met.event)
            return  # one answer an event


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
            if trigger.temple:
                return state.is_temple(met.square)
            return not trigger.squares or met.square in trigger.squares
        case Happens.ATTACK:
            on = [p.number for p in trigger.on if isinstance(p, AtUnit)]
            return (not trigger.on or met.unit in on) and (not trigger.by or met.attacker in trigger.by)
        case _:
            return True


def _aimed(state: State, place: AtUnit | AtSquare, met: Occurrence) -> bool:
    """Whether a mantra is aimed at a unit, or at a card or a unit on it (FAST-5)."""
    if isinstance(place, AtUnit):
        return met.unit == place.number
    unit = state.units.get(met.unit)
    return met.square == place.square or (unit is not None and unit.at == place.square)
