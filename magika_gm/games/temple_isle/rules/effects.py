"""Effects that work at a moment (EFF): one by one, each whole, on all its units at once, before the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from magika_gm.engine.records import named_record
from magika_gm.games.temple_isle.orders.model import Happens
from magika_gm.games.temple_isle.rules.events import (
    Gone,
    Halted,
    Harmed,
    Healed,
    MantraStruck,
    MusterGranted,
    Peeked,
    Recovered,
    Source,
    Teleported,
)
from magika_gm.games.temple_isle.rules.figures import card_effects, concerns
from magika_gm.games.temple_isle.rules.state import Left, Unit, mantras_in_play
from magika_gm.games.temple_isle.rules.targets import blink_square
from magika_gm.games.temple_isle.rules.terms import ALL_SQUARES, NEUTRAL, OTHER, SQUARES, Effect, What, When, Who
from magika_gm.games.temple_isle.rules.turn import Occurrence, Turn


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
