"""SEQ 0 and 9: resignations, draws, winning, standings (WIN)."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.games.arena.orders.order import Draw, Order, Resign
from magika_gm.games.arena.rules.events import GameEnded, Resigned
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import DRAWN, OTHER, SIDES, Ending
from magika_gm.games.arena.rules.turn import Turn
from magika_gm.games.arena.rules.units import idle, is_vehicle, present

WIN_POINTS, ON_POINTS, DRAW_POINTS, LOSS_POINTS = 3, 2, 1, 0


def give_up(turn: Turn, gone: Sequence[str]) -> None:
    """WIN-3: RESIGN and DRAW, at the start of a mail turn, on either player's sheet; DRAW standing too.

    ``gone`` are players the game master let leave; they have resigned.
    """
    state = turn.state
    resigned = [side for side in SIDES if side in gone or _says(turn.orders[side], Resign)]
    for side in resigned:
        turn.tell(Resigned(side))
    if len(resigned) == len(SIDES):
        turn.tell(GameEnded(DRAWN, Ending.DRAW))
    elif resigned:
        turn.tell(GameEnded(OTHER[resigned[0]], Ending.RESIGN))
    elif all(_says((*turn.orders[side], *state.standing[side]), Draw) for side in SIDES):
        turn.tell(GameEnded(DRAWN, Ending.DRAW))


def _says(orders: tuple[Order, ...], kind: type[Draw] | type[Resign]) -> bool:
    return any(isinstance(o, kind) for o in orders)


def hexes(state: State) -> tuple[int, int]:
    """How many hexes A and B control."""
    return state.control.count("A"), state.control.count("B")


def worth(state: State) -> tuple[int, int]:
    """What the surviving creatures of A and B cost, idle vehicles not counted (WIN-4, LAW-19)."""
    costs = {"A": 0, "B": 0}
    for creature in state.living():
        if not idle(state, creature):
            costs[creature.side] += creature.kind.cost
    return costs["A"], costs["B"]


def decide(turn: Turn) -> None:
    """SEQ 9: WIN-1, WIN-2, WIN-4."""
    state = turn.state
    for side in (turn.active, OTHER[turn.active]):
        throne = state.kings[OTHER[side]] * 2
        if present(state, throne, side) and not present(state, throne, OTHER[side]):
            _end(turn, side, Ending.KING)
            return
    alive = [s for s in SIDES if any(c.side == s and not is_vehicle(state, c) for c in state.living())]
    if len(alive) == 1:
        _end(turn, alive[0], Ending.CREATURES)
    elif not alive or state.turn >= state.last_turn or masters(state, turn.active):
        _end(turn, leader(state), Ending.POINTS)


def masters(state: State, side: str) -> bool:
    """WIN-4: mastery: enough hexes, and at least twice as many as the enemy."""
    mine, theirs = state.control.count(side), state.control.count(OTHER[side])
    return bool(state.mastery) and mine >= state.mastery and mine >= 2 * theirs


def leader(state: State) -> str:
    """WIN-4: more hexes, then dearer survivors, then the larger pool, then a draw."""
    pools = (state.pools["A"], state.pools["B"])
    for a, b in (hexes(state), worth(state), pools):
        if a != b:
            return "A" if a > b else "B"
    return DRAWN


def _end(turn: Turn, winner: str, ending: Ending) -> None:
    turn.tell(GameEnded(winner, ending, hexes(turn.state), worth(turn.state)))


def points(state: State, side: str) -> int:
    """WIN-5: win 3, win on points 2, draw 1, loss 0; 0 while the game goes on."""
    if state.winner == DRAWN:
        return DRAW_POINTS
    if state.winner != side:
        return LOSS_POINTS
    return ON_POINTS if state.ending is Ending.POINTS else WIN_POINTS
