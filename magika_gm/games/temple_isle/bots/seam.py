"""Temple Isle's built-in players, as the office asks for them (``engine.seam.trials.Bots``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from magika_gm.games.temple_isle import bots
from magika_gm.games.temple_isle.bots import DEFAULT, POLICIES
from magika_gm.games.temple_isle.bots.table import catalogue_of
from magika_gm.games.temple_isle.orders.lines import stored
from magika_gm.games.temple_isle.orders.model import Order

__all__ = ["DEFAULT", "POLICIES", "play"]


def play(policy: str, turn_file: Mapping[str, Any], seed: bytes) -> list[Order]:
    """The orders for the coming mail turn; none where none are wanted of the seat."""
    cards = catalogue_of(turn_file["cards"])
    text = bots.play(policy, turn_file, (), seed)
    return [stored(line, cards) for line in text.split("\n") if line]
