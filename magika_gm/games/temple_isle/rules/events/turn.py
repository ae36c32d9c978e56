"""The game turn: who musters, and what may be done (SEQ, MUST, ACT-1)."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.games.temple_isle.rules.events.causes import Source


@dataclass(frozen=True, slots=True)
class GameTurnBegan:
    """A game turn began (SEQ step 2); without a sheet the steward plays it (MAIL-7)."""

    turn: int
    seat: str
    steward: bool


@dataclass(frozen=True, slots=True)
class GameTurnOver:
    """A game turn is over: who organized is ready (LAW-1)."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Mustered:
    """A unit was mustered (MUST)."""

    unit: int
    card: str
    seat: str
    square: str
    landfall: bool
    by_default: bool


@dataclass(frozen=True, slots=True)
class MusterGranted:
    """One more unit may be mustered this game turn."""

    seat: str
    source: Source


@dataclass(frozen=True, slots=True)
class PointsSet:
    """Action points of the active player's units, as (unit, points) by number (ACT-1)."""

    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PointsChanged:
    """A mantra changed a unit's D in phase 4 and with it the points left (ACT-1)."""

    unit: int
    points: int
    by: str


@dataclass(frozen=True, slots=True)
class Halted:
    """Units lost their action points (LAW-6)."""

    units: tuple[int, ...]
    source: Source


TurnEvent = GameTurnBegan | GameTurnOver | Mustered | MusterGranted | PointsSet | PointsChanged | Halted
