"""Magika as the office sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magika_gm.engine.ruleset import Ruleset
from magika_gm.games.magika.acts import Act
from magika_gm.games.magika.orders import Order
from magika_gm.games.magika.orders.sheet import Sheet, read_sheets
from magika_gm.games.magika.policies import default_orders
from magika_gm.games.magika.resolution import Resolution
from magika_gm.games.magika.sequence import resolve
from magika_gm.games.magika.sight import Recon, take_recon
from magika_gm.games.magika.world import World

if TYPE_CHECKING:
    from magika_gm.games.magika.orders.check import Understanding


def _check(sheet: Sheet, world: World | None) -> Understanding:
    # imported here: resolving a turn checks nothing, and the cold command is to start quickly
    from magika_gm.games.magika.orders.check import check

    return check(sheet, world)


RULESET: Ruleset[World, Order, Sheet, Understanding, Resolution, Recon, Act] = Ruleset(
    "magika", read_sheets, _check, resolve, take_recon, default_orders
)
