"""Facts of a game as data: what its people are called, how its turns go, whom a turn waits for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

# What passes through the seam unread: a game's own values, which its modules type themselves.


Seat = str
"""At most 8 characters, canonical in its game: ``M``, ``SUN``, ``1``."""
# opaque to the office: what they are is the game's own affair, and a game's modules type them themselves
State = Any
Order = Any
Event = Any
Act = Any
Scenario = Any
View = Any
Memory = Any
Report = Any


class Need(StrEnum):
    """Whether a turn waits for a seat's sheet."""

    REQUIRED = "required"
    MAY = "may"
    NONE = "none"


class ThirdMiss(StrEnum):
    """What becomes of a seat whose sheet is missed for the third required turn in a row."""

    DROP = "drop"
    FORFEIT = "forfeit"
    BOT = "bot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What a game calls its seats, in mails, pages and sheets."""

    seat: str
    """One seat, in a sentence: ``mage``, ``side``, ``player``."""
    seats: str
    titles: Mapping[Seat, str] = field(default_factory=dict)
    """How a seat is called where ``mage M`` would be odd: ``{"M": "the Ebon Mage"}``."""
    enough: str = "two"
    """How many make a game, in words."""
    left: str = ""
    """What becomes of what a seat had that leaves, in a sentence for its player."""

    def called(self, seat: Seat) -> str:
        """``mage C``, or the seat's own title."""
        return self.titles.get(seat, f"{self.seat} {seat}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnShape:
    """How turns and their sheets follow one another."""

    phases: tuple[str, ...] = ()
    """Titles of a turn's phases by number, for ``explain``; 0 is before the first."""
    turns_ahead: int = 0
    """For how many turns after the coming one sheets are kept."""
    third_miss: ThirdMiss = ThirdMiss.DROP
    misses_in_state: bool = False
    """The game counts misses in its own state and acts on the third; otherwise the office does."""
    missed_rule: str = ""
    """The rule by which turns are missed (``GM-3``), for the letters that say so."""

    def title(self, phase: int) -> str:
        """A phase's title."""
        return self.phases[phase] if 0 <= phase < len(self.phases) else f"Step {phase}"
