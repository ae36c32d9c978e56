"""Xom and Zol's built-in players, as the office asks for them (``engine.seam.trials.Bots``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from magika_gm.games.xom_zol import bots
from magika_gm.games.xom_zol.bots import DEFAULT, POLICIES
from magika_gm.games.xom_zol.orders.forms import Order
from magika_gm.games.xom_zol.orders.lines import SheetLine
from magika_gm.games.xom_zol.orders.reading import read_orders

__all__ = ["DEFAULT", "POLICIES", "play"]


def play(policy: str, turn_file: Mapping[str, Any], seed: bytes) -> list[Order]:
    """The orders for the coming mail turn; none where nothing is to be said (BOT-3)."""
    text = bots.play(policy, turn_file, (), seed)
    return list(read_orders([SheetLine(i, line) for i, line in enumerate(text.splitlines(), 1)]).orders)
