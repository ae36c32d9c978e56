"""Magika's built-in players, as the office asks for them (``engine.seam.trials.Bots``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from magika_gm.games.magika.bots import POLICIES as PLAYERS
from magika_gm.games.magika.bots import play_for
from magika_gm.games.magika.orders import Order

POLICIES: Mapping[str, str] = {name: policy.summary for name, policy in PLAYERS.items()}
DEFAULT = "racer"


def play(policy: str, turn_file: Mapping[str, Any], seed: bytes) -> list[Order]:
    """Five orders for the mage whose last turn file this is."""
    return play_for(policy, turn_file, seed)
