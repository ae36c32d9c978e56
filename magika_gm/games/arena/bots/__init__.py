"""Built-in players (BOT): each a pure function from a turn file to the orders of the coming turn.

They read what a person would be sent and nothing else, so a seat they play is no better informed than any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from magika_gm.games.arena.bots.player import TEMPERS, orders_for
from magika_gm.games.arena.orders.order import Order

POLICIES: dict[str, str] = {
    "careful": "guards its king, attacks what it beats, takes ground (BOT-1)",
    "bold": "goes for the enemy king with all it has (BOT-2)",
    "keen": "tries a few sheets and the answers to each, and takes the best",
}
DEFAULT = "careful"


def play(policy: str, turn_file: Mapping[str, Any], seed: bytes = b"") -> list[Order]:
    """The orders for the coming turn of the seat whose last turn file this is; raises KeyError for no such policy."""
    if policy == "keen":
        from magika_gm.games.arena.bots.keen import keen_orders

        return keen_orders(turn_file, seed)
    return orders_for(TEMPERS[policy], turn_file, seed)


__all__ = ["DEFAULT", "POLICIES", "play"]
