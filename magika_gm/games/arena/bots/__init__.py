"""Built-in players (BOT): each a pure function from a turn file to the orders of the coming turn.

They read what a person would be sent and nothing else, so a seat they play is no better informed than any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from magika_gm.games.arena.bots.keen import keen_orders
from magika_gm.games.arena.bots.player import TEMPERS, orders_from
from magika_gm.games.arena.orders.order import Order
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.sight.turnfile import state_of

POLICIES: dict[str, str] = {
    "careful": "guards its king, attacks what it beats, takes ground",
    "bold": "goes for the enemy king with all it has",
    "keen": "tries a few sheets and the answers to each, and takes the best",
}
DEFAULT = "careful"


def play(policy: str, turn_file: Mapping[str, Any], seed: bytes = b"") -> list[Order]:
    """The orders for the coming turn of the seat whose last turn file this is; raises KeyError for no such policy."""
    return played(policy, state_of(turn_file), turn_file["seat"], seed)


def played(policy: str, known: State, side: str, seed: bytes = b"") -> list[Order]:
    """The same from the state such a turn file tells of (``sight.view.known``), which is used up."""
    if policy == "keen":
        return keen_orders(known, side, seed)
    return orders_from(TEMPERS[policy], known, side, seed)


__all__ = ["DEFAULT", "POLICIES", "play", "played"]
