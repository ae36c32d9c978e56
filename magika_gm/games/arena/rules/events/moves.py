"""Movement."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AirCounted:
    """A flyer's air count (FLY-4)."""

    creature: str
    count: int


@dataclass(frozen=True, slots=True)
class TookOff:
    """A unit took off into the airspace above (FLY-1)."""

    unit: str
    place: int


@dataclass(frozen=True, slots=True)
class Walked:
    """A unit walked one hex after another (MOVE-1)."""

    unit: str
    start: int
    path: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Flew:
    """A unit flew, or glided by FLY-7."""

    unit: str
    start: int
    path: tuple[int, ...]
    gliding: bool = False


@dataclass(frozen=True, slots=True)
class Landed:
    """A unit landed (FLY-1)."""

    unit: str
    place: int
