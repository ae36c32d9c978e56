"""What comes out of a turn: the world after it, what was told on the way, and every roll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from magika_gm.engine.dice import Roll
from magika_gm.engine.told import Told
from magika_gm.games.magika.orders import Order
from magika_gm.games.magika.rules.events import Event
from magika_gm.games.magika.rules.world import World

Orders = Mapping[str, Sequence[Order]]
"""A mage's letter and his five orders; whoever is missing rests (docs/orders.md)."""


class Resolution(NamedTuple):
    """A resolved turn. ``world.phase`` is 6 after a whole turn, or the phase in which the game ended."""

    world: World
    told: tuple[Told[Event], ...]
    rolls: tuple[Roll, ...]
