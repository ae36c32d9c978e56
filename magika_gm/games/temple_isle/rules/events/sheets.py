"""Sheets that came and did not, their lines, and how a game ends by them (MAIL, FAST, END)."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.games.temple_isle.orders.model import Fast
from magika_gm.games.temple_isle.rules.refusals import Dropped, Refusal
from magika_gm.games.temple_isle.rules.state import Ending


@dataclass(frozen=True, slots=True)
class MailTurnBegan:
    """A batch of sheets is being resolved (SEQ-4)."""

    mail: int


@dataclass(frozen=True, slots=True)
class SheetMissed:
    """No sheet came for a player's own game turn; ``missed`` in a row (MAIL-8)."""

    seat: str
    missed: int


@dataclass(frozen=True, slots=True)
class MissesForgotten:
    """A sheet came again, or a stand-in took the seat (MAIL-8)."""

    seat: str


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """A player's last sheet holds OFFER DRAW, or no longer does (END-4)."""

    seat: str
    stands: bool


@dataclass(frozen=True, slots=True)
class FastLinesLeft:
    """A sheet's FAST lines replaced all that stood (FAST-2)."""

    seat: str
    lines: tuple[Fast, ...]


@dataclass(frozen=True, slots=True)
class LineRefused:
    """A line was refused when read, or was illegal when it came up (MAIL-5). ``line`` counts the sheet's from 0."""

    seat: str
    line: int
    text: str
    code: Refusal


@dataclass(frozen=True, slots=True)
class LineDropped:
    """A line, or the rest of it, was passed over without being illegal."""

    seat: str
    line: int
    text: str
    code: Dropped


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player resigned (END-3)."""

    seat: str


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A player forfeited (MAIL-8), or the game master took his seat away."""

    seat: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over (END); ``winner`` is a seat or ``draw``."""

    ending: Ending
    winner: str


SheetEvent = (
    MailTurnBegan
    | SheetMissed
    | MissesForgotten
    | DrawOffered
    | FastLinesLeft
    | LineRefused
    | LineDropped
    | Resigned
    | Forfeited
    | GameEnded
)
