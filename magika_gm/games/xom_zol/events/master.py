"""The sides' and the game master's own word (END-4)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Conceded:
    """A side conceded (END-4)."""

    side: str


@dataclass(frozen=True, slots=True)
class GmForfeited:
    """A side forfeits (MAIL-7, END-4)."""

    side: str
    reason: str


@dataclass(frozen=True, slots=True)
class GmSetLife:
    """The game master set a side's life."""

    side: str
    life: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GmMovedCard:
    """The game master moved a card of a side from one zone to another (hand, library, discard, play)."""

    side: str
    card: str
    source: str
    target: str
    ref: str
    reason: str


@dataclass(frozen=True, slots=True)
class GmMarked:
    """The game master made a card in play ready or committed."""

    side: str
    ref: str
    committed: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GmChangedLine:
    """The game master put another order into a side's sheet; "" for none."""

    side: str
    part: str
    number: int
    before: str
    after: str
    reason: str
