"""Setting up and world building (BUILD, VAR-1)."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.games.temple_isle.rules.state import Stage


@dataclass(frozen=True, slots=True)
class LandLaid:
    """A land was drawn and laid face up (BUILD-1)."""

    square: str
    land: str


@dataclass(frozen=True, slots=True)
class TempleDrawn:
    """A temple was drawn: T1 to T4 by ``number`` (BUILD-1)."""

    number: int
    temple: str


@dataclass(frozen=True, slots=True)
class FirstPlayerChosen:
    """A die said who is first player; 0: the scenario did (BUILD-1)."""

    seat: str
    die: int


@dataclass(frozen=True, slots=True)
class WaterPlaced:
    """A water replaced a land card (BUILD-3)."""

    number: int
    seat: str
    square: str
    land: str


@dataclass(frozen=True, slots=True)
class TemplePlaced:
    """A temple replaced a land card (BUILD-5)."""

    number: int
    seat: str
    square: str
    temple: str
    land: str


@dataclass(frozen=True, slots=True)
class Fielded:
    """A picked unit took its place before the first game turn (VAR-1)."""

    unit: int
    card: str
    seat: str
    square: str


@dataclass(frozen=True, slots=True)
class StageBegan:
    """The next mail turn is fielding, or a game turn (MAIL-3)."""

    stage: Stage


SetupEvent = LandLaid | TempleDrawn | FirstPlayerChosen | WaterPlaced | TemplePlaced | Fielded | StageBegan
