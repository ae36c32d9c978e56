"""Promises of processor time, kept by a slow or busy machine as by the one they were made on.

Two processes on one core's two threads each take up to twice the processor time they take alone.
"""

from __future__ import annotations

import time

REFERENCE = 0.1
"""Seconds the piece of work below takes on a machine on which all promises are kept twice over."""


def slowness() -> float:
    """How many times as long as there it takes here and now, at least 1; the slowest of some tries."""
    return max(1.0, *(_spent() / REFERENCE for _ in range(5)))


def prompt(spent: float, promised: float) -> bool:
    """Whether so many seconds of processor time keep a promise."""
    return spent < promised or spent < promised * slowness()


def _spent() -> float:
    start = time.process_time()
    found: dict[str, int] = {}
    for number in range(200_000):
        key = str(number % 1000)
        found[key] = found.get(key, 0) + number
    return time.process_time() - start
