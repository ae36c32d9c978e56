"""The built-in players of Rune War, as the office asks for them (``engine.seam.trials.Bots``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from magika_gm.games.rune_war import bots
from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.orders.reading import stored

POLICIES = bots.POLICIES
DEFAULT = bots.DEFAULT

__all__ = ["DEFAULT", "POLICIES", "play"]


def play(policy: str, turn_file: Mapping[str, Any], seed: bytes) -> list[Order]:  # noqa: ARG001 - no chance in them
    """The orders for the coming turn of the seat whose last turn file this is."""
    return [stored(line) for line in bots.lines(policy, turn_file)]
