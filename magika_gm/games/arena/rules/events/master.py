"""The game master's word."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GmPlaced:
    """The game master moved a unit."""

    creature: str
    start: int
    to: int
    reason: str


@dataclass(frozen=True, slots=True)
class GmRemoved:
    """The game master took a creature out of the game; it leaves no corpse."""

    creature: str
    place: int
    reason: str


@dataclass(frozen=True, slots=True)
class GmRevived:
    """The game master brought a dead creature back."""

    creature: str
    place: int
    reason: str


@dataclass(frozen=True, slots=True)
class GmHanded:
    """The game master moved an item: to a creature, or to the ground of a place."""

    item: str
    by: str
    place: int
    reason: str


@dataclass(frozen=True, slots=True)
class GmSetPool:
    """The game master set a magic pool."""

    side: str
    before: int
    after: int
    reason: str


@dataclass(frozen=True, slots=True)
class GmSetTerrain:
    """The game master set a hex's terrain."""

    hex: int
    before: str
    after: str
    reason: str


@dataclass(frozen=True, slots=True)
class GmSetControl:
    """The game master set who controls a hex."""

    hex: int
    before: str
    after: str
    reason: str


@dataclass(frozen=True, slots=True)
class GmChangedOrder:
    """The game master put another line in the place of one of a sheet; its writer alone is told."""

    side: str
    number: int
    before: str
    after: str
    reason: str
