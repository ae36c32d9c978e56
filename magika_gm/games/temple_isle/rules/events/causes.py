"""What an effect comes from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """What an effect comes from: a card, where it lies (``c2``, ``U3``, "" for global), and for whom it speaks."""

    card: str
    place: str
    speaker: str
