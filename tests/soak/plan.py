"""What a soak plays, from when, for how long, and how much goes wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

START = datetime(2026, 1, 5, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
PACE = 14


@dataclass(slots=True, kw_only=True)
class Plan:
    """What is played, for how long, with what going wrong.

    Somebody is killed when about ``kill_every`` mails have come or gone since the last time, and the database crashes
    likewise (0: never): by what was done, not by the clock, so that a slow machine sees as much trouble as a fast one.
    """

    games: int
    weeks: int
    seconds: float
    seed: int = 1
    shares: Mapping[str, int]
    kill_every: float = 100
    restart_every: float = 700
    patience: float = 900.0
