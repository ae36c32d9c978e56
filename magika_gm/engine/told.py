"""An event as a turn's record keeps it: with who perceives it, and in which form (design: fog is decided when told)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Generic, TypeVar

from magika_gm.engine.records import quick

Event = TypeVar("Event", covariant=True)  # noqa: PLC0105 - read-only: a Told[Woke] is a Told of any event


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class Told(Generic[Event]):
    """An event told in a turn.

    ``phase`` and ``step`` say when (numbers of the game's event sequence). ``audience`` are the seats that perceive it
    as it was, ``dimly`` those that perceive ``blurred`` in its place; the game master perceives everything.
    """

    phase: int
    step: int
    event: Event
    audience: Collection[str] = ()
    blurred: Event | None = None
    dimly: Collection[str] = ()

    def seen_by(self, seat: str) -> Event | None:
        """The form in which a seat perceives it; None if it does not."""
        if seat in self.audience:
            return self.event
        return self.blurred if seat in self.dimly else None
