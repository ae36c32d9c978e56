"""SEQ 0 and 1: storms that are over, terrain and storms bought (TERR, STORM)."""

from __future__ import annotations

from magika_gm.games.arena.orders.order import CalmStorm, ChangeTerrain, MakeStorm
from magika_gm.games.arena.rules.events import StormCalmed, StormMade, StormPassed, TerrainChanged
from magika_gm.games.arena.rules.refusals import Code, Refusal
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.turn import Turn
from magika_gm.games.arena.rules.wonders import STORM_TURNS

OWN_COST, FREE_COST, ENEMY_COST = 4, 6, 8


def budget(state: State, side: str) -> int:
    """TERR-1: the hexes a player controls."""
    return state.control.count(side)


def change_cost(state: State, side: str, hex_: int) -> int:
    """TERR-2: 4 for a hex he controls, 6 for an uncontrolled one, 8 for an opponent's."""
    holder = state.control[hex_]
    if holder == side:
        return OWN_COST
    return ENEMY_COST if holder else FREE_COST


def end_storms(turn: Turn) -> None:
    """STORM-3: storms whose last player turn is over."""
    for hex_ in sorted(h for h, until in turn.state.storms.items() if until < turn.state.turn):
        turn.tell(StormPassed(hex_))


def change_terrain(turn: Turn) -> None:
    """TERR-3: in sheet order, as far as the budget goes."""
    left = budget(turn.state, turn.active)
    terrain_done: set[int] = set()
    storm_done: set[int] = set()
    for order in turn.orders[turn.active]:
        if not isinstance(order, ChangeTerrain | MakeStorm | CalmStorm):
            continue
        done = terrain_done if isinstance(order, ChangeTerrain) else storm_done
        hex_ = turn.state.board.index.get(order.hex)
        if hex_ is None:
            turn.drop(turn.active, order, Refusal("ORD-2", Code.UNKNOWN, order.hex))
            continue
        cost = change_cost(turn.state, turn.active, hex_)
        refusal = _refused(turn.state, order, hex_, done)
        if refusal is None and cost > left:
            refusal = Refusal("TERR-3", Code.BUDGET, order.hex)
        if refusal is not None:
            turn.drop(turn.active, order, refusal)
            continue
        left -= cost
        done.add(hex_)
        _change(turn, order, hex_, cost)


def _refused(state: State, order: ChangeTerrain | MakeStorm | CalmStorm, hex_: int, done: set[int]) -> Refusal | None:
    if hex_ in done:
        return Refusal("TERR-3", Code.TWICE, order.hex)
    match order:
        case ChangeTerrain(name, terrain):
            if hex_ in state.kings.values():
                return Refusal("TERR-2", Code.KING_HEX, name)
            return Refusal("TERR-3", Code.SAME_TERRAIN, name) if state.terrain[hex_] == terrain else None
        case MakeStorm(name):
            return Refusal("TERR-3", Code.STORM_THERE, name) if hex_ in state.storms else None
        case CalmStorm(name):
            return None if hex_ in state.storms else Refusal("TERR-3", Code.NO_STORM, name)


def _change(turn: Turn, order: ChangeTerrain | MakeStorm | CalmStorm, hex_: int, cost: int) -> None:
    side = turn.active
    match order:
        case ChangeTerrain(_, terrain):
            turn.tell(TerrainChanged(hex=hex_, before=turn.state.terrain[hex_], after=terrain, side=side, cost=cost))
        case MakeStorm():
            turn.tell(StormMade(hex_, turn.state.turn + STORM_TURNS - 1, side, cost))
        case CalmStorm():
            turn.tell(StormCalmed(hex_, side, cost))
