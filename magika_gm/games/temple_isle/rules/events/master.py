"""What the game master corrected."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GmPlaced:
    """The game master put a unit on another card; nothing was entered or left."""

    unit: int
    start: str
    target: str
    reason: str


@dataclass(frozen=True, slots=True)
class GmAdjusted:
    """The game master set a unit's HP."""

    unit: int
    before: int
    after: int
    reason: str


@dataclass(frozen=True, slots=True)
class GmHanded:
    """The game master moved a card: ``SUN``, ``MOON`` (hands), ``deck``, ``discard`` or ``nowhere``."""

    card: str
    source: str
    target: str
    reason: str


@dataclass(frozen=True, slots=True)
class GmTurned:
    """The game master turned a card of the isle towards a player ("": neutral)."""

    square: str
    before: str
    after: str
    reason: str


@dataclass(frozen=True, slots=True)
class GmChangedLine:
    """The game master changed an order line of a sheet; "" where there was none, or is none any more."""

    seat: str
    line: int
    before: str
    after: str
    reason: str


GmEvent = GmPlaced | GmAdjusted | GmHanded | GmTurned | GmChangedLine
