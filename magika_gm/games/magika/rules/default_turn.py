"""The default turn of a mage whose orders did not come (GM-3): conservative, and in keeping with his past play."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.games.magika.orders import REST, Meditate, Move, Order
from magika_gm.games.magika.rules.arena import NEIGHBOUR
from magika_gm.games.magika.rules.enchantments import may_enter, move_cost
from magika_gm.games.magika.rules.tables import EBON
from magika_gm.games.magika.rules.world import Mage, World

KEEPS = 30
"""Endurance he keeps in hand: a default turn never walks a mage into exhaustion."""


def default_orders(world: World, letter: str, last: Sequence[Order] = ()) -> list[Order]:
    """Five orders for a mage from whom none came; ``last`` are the orders he gave the turn before, if any.

    He walks once, on phase 2 (MOVE-2), if he walked in the turn before, he is well off, and the way he
    went lies open; otherwise he rests while below his maximum endurance and meditates when he is fresh. He never
    casts, gives, drops, demands, dons or searches: nothing is spent that the player would miss.
    """
    mage = world.mages[letter]
    quiet: Order = Meditate() if mage.endurance >= mage.max_endurance and mage.arcania < mage.max_arcania else REST
    orders = [quiet] * 5
    ways = [o.direction for o in last if isinstance(o, Move) and o.direction in ("NE", "NW")]
    walks = bool(ways) or letter == EBON
    if walks and mage.endurance > KEEPS:
        way = _open_way(world, mage, ways[-1] if ways else "NE")
        if way:
            orders[1] = Move(way)
    return orders


def _open_way(world: World, mage: Mage, first: str) -> str:
    """The way he went, or the other way north, if he could go there now and keep enough endurance."""
    cost, _ = move_cost(world, mage, 2)
    if mage.endurance - cost < KEEPS:
        return ""
    for way in (first, "NW" if first == "NE" else "NE"):
        target = NEIGHBOUR[way][mage.space]
        if target >= 0 and world.terrain_at(target) not in (0, 1) and may_enter(world, mage, target):
            return way
    return ""
