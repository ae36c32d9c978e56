"""Whom an order means and whom a mantra may be cast on (ENCH-4a, ENCH-5, ENCH-6; ORD, target words); conditions.

The same questions are asked when a mantra is declared and, of its one target, when it takes effect (ENCH-4d).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from magika_gm.engine.records import record
from magika_gm.games.temple_isle.orders.model import (
    AnyUnit,
    AtSeat,
    AtSquare,
    AtUnit,
    Compare,
    Condition,
    FoeWord,
    Happens,
    ItWord,
    MantraAt,
    Place,
    Played,
    SquareIs,
    SquareState,
    TargetWord,
    Test,
    UnitAt,
    UnitHp,
    UnitLives,
)
from magika_gm.games.temple_isle.rules.figures import closed, figures, foe_on, own_on, room
from magika_gm.games.temple_isle.rules.refusals import Refusal
from magika_gm.games.temple_isle.rules.state import NOWHERE, Mantra, State, Unit
from magika_gm.games.temple_isle.rules.tables import LAND_AIMS, UNIT_AIMS, Aim, MantraCard, Need
from magika_gm.games.temple_isle.rules.terms import DISTANCE, NEUTRAL, SQUARES
from magika_gm.games.temple_isle.rules.turn import Occurrence


@record
class OnUnit:
    """A mantra aimed at a unit."""

    number: int


@record
class OnLand:
    """A mantra aimed at a card of the isle."""

    square: int


@record
class OnMantra:
    """A mantra aimed at one in play: which, and where it lies (``U3``, ``c2``, a seat)."""

    serial: int
    card: str
    place: str


@record
class OnDeclared:
    """A mantra that answers another being cast."""

    number: int
    card: str


@record
class Globally:
    """A mantra aimed at nothing."""


Target = OnUnit | OnLand | OnMantra | OnDeclared | Globally


def target_text(target: Target) -> str:
    """As reports and cases name it: ``U3``, ``c2``, ``Might AT U3``, ``Holy Ground AT MOON``, a card, or ""."""
    match target:
        case OnUnit(number):
            return f"U{number}"
        case OnLand(square):
            return SQUARES[square]
        case OnMantra(_, card, place):
            return f"{card} AT {place}"
        case OnDeclared(_, card):
            return card
        case Globally():
            return ""


def best_of(state: State, units: Sequence[Unit]) -> Unit | None:
    """Of several units a word fits: fewest HP, then highest level, then lowest number (ORD)."""
    return min(units, key=lambda u: (u.hp, -state.card_of(u).level, u.number), default=None)


# --- is it legal ---


def unit_legal(state: State, seat: str, card: MantraCard, unit: Unit) -> bool:
    """Whether ``seat`` may cast ``card`` on the unit, as far as the target goes."""
    if not unit.in_play or (card.aim is Aim.OWN and unit.owner != seat) or (card.aim is Aim.FOE and unit.owner == seat):
        return False
    if Need.RANGED in card.needs and not state.card_of(unit).ranged:
        return False
    if Need.HURT in card.needs and unit.hp >= unit.full:
        return False
    if unit.owner != seat and figures(state, unit).ward:
        return False
    return all(m.card != card.name for m in unit.mantras)  # ENCH-6


def land_legal(state: State, seat: str, card: MantraCard, square: int) -> bool:
    """Whether ``seat`` may cast ``card`` on the card of a square (CARDS, WATER-2)."""
    if state.is_water(square) or (card.aim is Aim.PLAIN and state.is_temple(square)):
        return False
    holder = state.control[square]
    for need in card.needs:
        if need is Need.CONTROLLED and holder == NEUTRAL:
            return False
        if need is Need.NOT_MINE and holder == seat:
            return False
        if need is Need.EMPTY and state.units_at(square):
            return False
        if need is Need.NO_FOE and foe_on(state, seat, square):
            return False
    return all(m.card != card.name for m in state.mantras_on(square))  # ENCH-6


def global_legal(state: State, seat: str, card: MantraCard) -> bool:
    """Whether ``seat`` has no global mantra of that name in force (ENCH-6)."""
    return all((m.card, m.caster) != (card.name, seat) for m in state.global_mantras)


def lying_at(state: State, place: Place) -> list[Mantra]:
    """Mantras in play at a place of an Unravel's order (CARDS-4), oldest first."""
    match place:
        case AtUnit(number):
            unit = state.units.get(number)
            return unit.mantras if unit is not None and unit.in_play else []
        case AtSquare(square):
            return state.mantras_on(square)
        case AtSeat(seat):
            return [m for m in state.global_mantras if m.caster == seat]


def _unravels(state: State, seat: str, word: MantraAt) -> OnMantra | None:
    """The mantra in play the words mean; a ward protects those on a unit from its owner's foe (CARDS-4)."""
    place = word.place
    if isinstance(place, AtUnit):
        unit = state.units.get(place.number)
        if unit is None or not unit.in_play or (unit.owner != seat and figures(state, unit).ward):
            return None
    named = next((m for m in lying_at(state, place) if m.card == word.card), None)
    return None if named is None else OnMantra(named.serial, named.card, place_text(place))


def place_text(place: Place) -> str:
    """``U3``, ``c2`` or ``MOON``."""
    match place:
        case AtUnit(number):
            return f"U{number}"
        case AtSquare(square):
            return SQUARES[square]
        case AtSeat(seat):
            return seat


def can_stop(state: State, unit: Unit, square: int) -> bool:
    """Whether the unit could stop on the card, whatever the way there (ACT-3 without points)."""
    if state.is_water(square) and not state.card_of(unit).water:
        return False
    if closed(state, square) or foe_on(state, unit.owner, square):
        return False
    return room(state, unit.owner, square, but=unit.number)


def blink_square(state: State, unit: Unit, far: int, to: Sequence[int]) -> int:
    """The first square of ``to`` the unit may be moved to by a blink, -1 if there is none (CARDS-2)."""
    if unit.at == NOWHERE:
        return -1
    for square in to:
        if square != unit.at and DISTANCE[unit.at][square] <= far and can_stop(state, unit, square):
            return square
    return -1


def still_legal(state: State, seat: str, card: MantraCard, target: Target, to: Sequence[int]) -> bool:
    """Whether the target is in play and legal when the mantra takes effect (ENCH-4d)."""
    match target:
        case OnUnit(number):
            unit = state.units[number]
            if not unit_legal(state, seat, card, unit):
                return False
            return not card.blink or blink_square(state, unit, card.blink, to) >= 0
        case OnLand(square):
            return land_legal(state, seat, card, square)
        case OnMantra(serial, name, place):
            found = _unravels(state, seat, MantraAt(name, _place(place)))
            return found is not None and found.serial == serial
        case OnDeclared(number, _):
            return any(d.number == number and not d.cancelled for d in state.stack)
        case Globally():
            return global_legal(state, seat, card)


def _place(text: str) -> Place:
    if text in SQUARES:
        return AtSquare(SQUARES.index(text))
    return AtUnit(int(text[1:])) if text[0] == "U" else AtSeat(text)


# --- which one is meant ---


def choose(
    state: State,
    seat: str,
    card: MantraCard,
    words: Sequence[TargetWord],
    to: Sequence[int],
    met: Occurrence | None = None,
) -> Target | Refusal:
    """The first legal target of an order's list (ENCH-5); ``met`` is the event a FAST line answers."""
    if card.aim is Aim.NONE:
        return Globally() if global_legal(state, seat, card) else Refusal.NO_TARGET
    if card.aim is Aim.ANSWERED:
        if met is None or met.event is not Happens.CAST:
            return Refusal.ANSWERS_ONLY
        declared = OnDeclared(met.declared, met.card)
        return declared if still_legal(state, seat, card, declared, to) else Refusal.NO_TARGET
    short_of = Refusal.NO_TARGET
    for word in words:
        if card.aim is Aim.MANTRA:
            found = _unravels(state, seat, word) if isinstance(word, MantraAt) else None
            if found is not None:
                return found
        elif card.aim in LAND_AIMS:
            if isinstance(word, AtSquare) and land_legal(state, seat, card, word.square):
                return OnLand(word.square)
        else:
            fitting = [u for u in units_meant(state, seat, card, word, met) if unit_legal(state, seat, card, u)]
            if card.blink and fitting:
                fitting = [u for u in fitting if blink_square(state, u, card.blink, to) >= 0]
                short_of = short_of if fitting else Refusal.NO_SQUARE
            unit = best_of(state, fitting)
            if unit is not None:
                return OnUnit(unit.number)
    return short_of


def units_meant(state: State, seat: str, card: MantraCard, word: TargetWord, met: Occurrence | None) -> list[Unit]:
    """The units in play a word of a cast means, legal or not; IT and FOE as the event has them (FAST-5)."""
    assert card.aim in UNIT_AIMS
    mine = card.aim is not Aim.FOE and not card.hostile
    match word:
        case AtUnit(number):
            return state.unit_in_play(number)
        case AtSquare(square):
            return [u for u in state.units_at(square) if (u.owner == seat) == mine]
        case AnyUnit():
            return [u for u in state.units_in_play() if (u.owner == seat) == mine]
        case ItWord() | FoeWord():
            return state.unit_in_play(_of_event(state, seat, met, own=isinstance(word, ItWord)))
        case _:
            return []


def _of_event(state: State, seat: str, met: Occurrence | None, *, own: bool) -> int:
    """The unit IT (``own``) or FOE stands for, 0 if the event has none (FAST-5)."""
    if met is None:
        return 0
    if met.event is Happens.ATTACK:
        return met.unit if own else met.attacker
    if met.event is Happens.CAST:
        unit = state.units.get(met.unit)
        return met.unit if unit is not None and (unit.owner == seat) == own else 0
    return 0 if own else met.unit


def aimed_at(target: Target) -> tuple[int, int]:
    """The unit (0: none) and square (-1: none) a mantra is aimed at; Unravel at what its mantra lies on (FAST-5)."""
    match target:
        case OnUnit(number):
            return number, NOWHERE
        case OnLand(square):
            return 0, square
        case OnMantra(_, _, place):
            where = _place(place)
            if isinstance(where, AtUnit):
                return where.number, NOWHERE
            return 0, where.square if isinstance(where, AtSquare) else NOWHERE
        case _:
            return 0, NOWHERE


# Conditions of order lines (ORD), read when the line comes up.


def holds(state: State, seat: str, condition: Condition | None, played: Collection[str]) -> bool:
    """Whether a line with this condition is carried out; ``played`` is what its player played in this game turn."""
    if condition is None:
        return True
    met = all(_true(state, seat, test, played) for test in condition.tests)
    return met != condition.unless


def _true(state: State, seat: str, test: Test, played: Collection[str]) -> bool:
    if isinstance(test, Played):
        return test.card in played
    if isinstance(test, SquareIs):
        match test.state:
            case SquareState.EMPTY:
                return not state.units_at(test.square)
            case SquareState.FOE:
                return foe_on(state, seat, test.square)
            case SquareState.OWN:
                return own_on(state, seat, test.square)
            case SquareState.HELD:
                return state.control[test.square] == seat
    unit = state.units.get(test.number)
    if unit is None:
        return False  # a number not yet given
    match test:
        case UnitLives(_, alive):
            return unit.in_play == alive
        case UnitHp(_, compare, value):
            return _compares(unit.hp, compare, value)
        case UnitAt(_, squares):
            return unit.in_play and unit.at in squares


def _compares(hp: int, compare: Compare, value: int) -> bool:
    match compare:
        case Compare.LESS:
            return hp < value
        case Compare.MORE:
            return hp > value
        case Compare.EQUAL:
            return hp == value
        case Compare.AT_MOST:
            return hp <= value
        case Compare.AT_LEAST:
            return hp >= value
