"""Magika as the office sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magika_gm.engine.ruleset import Ruleset
from magika_gm.games.magika.orders import Order
from magika_gm.games.magika.orders.sheet import Sheet, read_sheets
from magika_gm.games.magika.rules.acts import Act
from magika_gm.games.magika.rules.default_turn import default_orders
from magika_gm.games.magika.rules.resolution import Resolution
from magika_gm.games.magika.rules.sequence import resolve
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.sight.recon import Recon, take_recon

if TYPE_CHECKING:
    from magika_gm.games.magika.orders.check import Understanding


def _check(sheet: Sheet, world: World | None) -> Understanding:
    # imported here: resolving a turn checks nothing, and the cold command is to start quickly
    from magika_gm.games.magika.orders.check import check

    return check(sheet, world)


RULESET: Ruleset[World, Order, Sheet, Understanding, Resolution, Recon, Act] = Ruleset(
    "magika", read_sheets, _check, resolve, take_recon, default_orders
)
