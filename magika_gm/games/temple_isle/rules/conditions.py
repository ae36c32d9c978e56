"""Conditions of order lines (ORD), read when the line comes up."""

from __future__ import annotations

from collections.abc import Collection

from magika_gm.games.temple_isle.orders.model import (
    Compare,
    Condition,
    Played,
    SquareIs,
    SquareState,
    Test,
    UnitAt,
    UnitHp,
    UnitLives,
)
from magika_gm.games.temple_isle.rules.figures import foe_on, own_on
from magika_gm.games.temple_isle.rules.state import State


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
