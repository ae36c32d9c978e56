"""Promises of processor time, kept by a slow or busy machine as by the one they were made on.

Two processes on one core's two threads each take up to twice the processor time they take alone, and whichever has a
process look for circles among all that a thousand tests left behind pays for all of them. So by day a promise is held
against what only something gone wrong takes (a cost that grows with the square of what it is given); by night
(``make nightly``) against the figure itself.
"""

from __future__ import annotations

import os
import time

PATIENCE = 1 if os.environ.get("MAGIKA_NIGHTLY") else 5
"""How many times the seconds promised are waited for."""

REFERENCE = 0.1
"""Seconds the piece of work below takes on a machine on which all promises are kept twice over."""


def slowness() -> float:
    """How many times as long as there it takes here and now, at least 1; the slowest of some tries."""
    return max(1.0, *(_spent() / REFERENCE for _ in range(5)))


def prompt(spent: float, promised: float) -> bool:
    """Whether so many seconds of processor time keep a promise."""
    return spent < promised or spent < promised * PATIENCE * slowness()


def _spent() -> float:
    start = time.process_time()
    found: dict[str, int] = {}
    for number in range(200_000):
        key = str(number % 1000)
        found[key] = found.get(key, 0) + number
    return time.process_time() - start
