"""When a letter that could not go is tried again, and how many may go in a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

FIRST_WAIT = timedelta(minutes=5)
"""Long enough for servers that put off every stranger's first try (greylisting)."""
GROWTH = 3
LONGEST_WAIT = timedelta(hours=6)
GIVES_UP = 24
"""Tries. With the waits above the last one comes 4 days and 21 hours after the first (RFC 5321, 4.5.4.1: 4-5 days)."""


def next_try(tries: int, now: datetime) -> datetime | None:
    """When a letter may be tried again that was tried ``tries`` times, the last time ``now``; None: given up.

    After 5, 15, 45 minutes, 2¼ hours, then every 6 hours. A letter that was not tried yet may go at once.
    """
    if tries <= 0:
        return now
    if tries >= GIVES_UP:
        return None
    wait = FIRST_WAIT
    for _ in range(tries - 1):
        wait = min(wait * GROWTH, LONGEST_WAIT)
    return now + wait


@dataclass(slots=True)
class Pace:
    """At most ``most`` letters in any ``seconds`` to one server.

    ``earlier`` are the times (seconds, of one clock) at which letters went before, so that a pace holds from one run
    to the next.
    """

    most: int
    seconds: float
    earlier: Iterable[float] = ()
    _times: deque[float] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.most < 1 or self.seconds <= 0:
            raise ValueError("a pace is at least one letter in a time")
        self._times = deque(sorted(self.earlier), maxlen=self.most)

    def wait(self, now: float) -> float:
        """Seconds until the next letter may go, 0 if it may go at once."""
        if len(self._times) < self.most:
            return 0.0
        # never longer than the time itself: a clock that was put back must not stop the post
        return min(max(0.0, self._times[0] + self.seconds - now), self.seconds)

    def note(self, now: float) -> None:
        """A letter goes now."""
        self._times.append(now)

    def __str__(self) -> str:
        return f"{self.most} letters in {self.seconds:g} seconds"
