"""Steps, leaps, entering and traversing (ACT)."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.games.temple_isle.orders.model import LeapStep, Step, Word
from magika_gm.games.temple_isle.rules import board
from magika_gm.games.temple_isle.rules.board import SQUARES
from magika_gm.games.temple_isle.rules.effects import enter_card, leave_card
from magika_gm.games.temple_isle.rules.events import Moved, SetOut
from magika_gm.games.temple_isle.rules.figures import closed, figures, foe_on, room, step_cost
from magika_gm.games.temple_isle.rules.state import State, Unit
from magika_gm.games.temple_isle.rules.turn import Turn


def target_of(square: int, word: Step | LeapStep) -> int:
    """The square a step or leap leads to, -1 beyond the edge."""
    return (board.LEAP if isinstance(word, LeapStep) else board.STEP)[word.direction][square]


def price(state: State, unit: Unit, word: Step | LeapStep, target: int) -> int:
    """What a step onto ``target`` costs the unit; a leap one more (ACT-9)."""
    return step_cost(state, unit.owner, target) + isinstance(word, LeapStep)


def legal(state: State, unit: Unit, words: Sequence[Word], square: int, points: int) -> bool:
    """Whether the first of ``words``, a step or leap, is legal from ``square`` with ``points`` left (ACT-3, ACT-9).

    On a card that is full it must go on at once, by a next word that is legal in turn (ACT-8).
    """
    word = words[0]
    assert isinstance(word, Step | LeapStep)
    if isinstance(word, LeapStep) and not figures(state, unit).leap:
        return False
    target = target_of(square, word)
    if target < 0 or (state.is_water(target) and not state.card_of(unit).water):
        return False
    if closed(state, target) or foe_on(state, unit.owner, target):
        return False
    left = points - price(state, unit, word, target)
    if left < 0:
        return False
    return room(state, unit.owner, target, but=unit.number) or traverses(state, unit, words[1:], target, left)


def traverses(state: State, unit: Unit, rest: Sequence[Word], square: int, points: int) -> bool:
    """Whether a unit that steps onto ``square`` goes on at once (ACT-8)."""
    return bool(rest) and isinstance(rest[0], Step | LeapStep) and legal(state, unit, rest, square, points)


def step(turn: Turn, unit: Unit, words: Sequence[Word], *, residing: bool) -> bool | None:
    """Carry out the first of ``words``, a step or leap (ACT-10).

    True: the card was entered; False: it is being traversed; None: the step was not legal or could not be made.
    ``residing`` is whether the unit resides on the card it comes from, or is traversing it.
    """
    state = turn.state
    word = words[0]
    assert isinstance(word, Step | LeapStep)
    points = unit.points or 0
    if not legal(state, unit, words, unit.at, points):
        return None
    target = target_of(unit.at, word)
    start, end = SQUARES[unit.at], SQUARES[target]
    cost = price(state, unit, word, target)
    turn.tell(SetOut(unit.number, start, end, cost, isinstance(word, LeapStep)))
    if residing and not leave_card(turn, unit):
        return None
    onward = traverses(state, unit, words[1:], target, unit.points or 0)
    if not onward and not room(state, unit.owner, target, but=unit.number):
        return None  # an effect of leaving took the points the way on needs
    turn.tell(Moved(unit.number, start, end, not onward))
    if not onward:
        enter_card(turn, unit)
    return not onward
