"""Games by the built-in players turn by turn, each player seeing what its turn files would tell it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import Resolution
from magika_gm.games.arena.bots import played
from magika_gm.games.arena.orders.order import Order
from magika_gm.games.arena.rules.sequence import active_in, coming_turns, resolve
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.games.arena.setup import Scenario, start_state
from magika_gm.games.arena.sight.view import known


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One mail turn of a simulated game: the state before it, the sheets, what came of them."""

    before: State
    orders: Mapping[str, Sequence[Order]]
    resolution: Resolution


def mail_turns(
    scenario: Scenario, choices: Mapping[str, Mapping[str, Any]], policies: tuple[str, str], seed: bytes
) -> Iterator[Played]:
    """A game turn by turn, to its end."""
    state = start_state(scenario, choices)
    by_side = dict(zip(SIDES, policies, strict=True))
    while state.ending is None:
        orders: dict[str, list[Order]] = {}
        for side in sorted({active_in(t) for t in coming_turns(state)}):
            orders[side] = played(by_side[side], known(state, side), side, seed)
        resolution = resolve(state, orders, Dice(seed, state.mail_turn + 1))
        yield Played(before=state, orders=orders, resolution=resolution)
        state = resolution.state
