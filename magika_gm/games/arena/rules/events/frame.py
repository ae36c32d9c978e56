"""The frame of a turn: its beginning and end, missing sheets, dropped lines."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.games.arena.orders.order import StandingOrder
from magika_gm.games.arena.rules.refusals import Refusal
from magika_gm.games.arena.rules.terms import Ending


@dataclass(frozen=True, slots=True)
class MailTurnBegan:
    """A mail turn began."""

    mail_turn: int


@dataclass(frozen=True, slots=True)
class StandingReplaced:
    """A new block of standing orders took the place of the old (MAIL-4); only its writer is told."""

    side: str
    orders: tuple[StandingOrder, ...]


@dataclass(frozen=True, slots=True)
class PlayerTurnBegan:
    """A player turn began (SEQ)."""

    turn: int
    active: str


@dataclass(frozen=True, slots=True)
class OrdersMissing:
    """No sheet came from the active player (MAIL-6)."""

    side: str


@dataclass(frozen=True, slots=True)
class LineDropped:
    """A line was not carried out, or not to its end; only its writer is told (MAIL-7)."""

    side: str
    line: str
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player gave up (WIN-3)."""

    side: str


@dataclass(frozen=True, slots=True)
class PlayerTurnEnded:
    """A player turn is over: air counts of those on the ground go back to 0 (FLY-4)."""

    turn: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over (WIN): ``winner`` is a side or ``draw``; hexes and army values are what WIN-4 counts."""

    winner: str
    ending: Ending
    hexes: tuple[int, int] = (0, 0)
    worth: tuple[int, int] = (0, 0)
