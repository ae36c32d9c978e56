"""The frame of a game turn, upkeep, sheets and what became of their lines."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.games.xom_zol.events.causes import Payment, Why
from magika_gm.games.xom_zol.words import Word


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A game turn began."""

    turn: int
    side: str


@dataclass(frozen=True, slots=True)
class Materialised:
    """A creature exists and took its place (FIELD-3, FIELD-5): ``behind`` that creature, or in a new column."""

    ref: str
    behind: str = ""


@dataclass(frozen=True, slots=True)
class CardsReadied:
    """The active side's cards became ready, its "assaulted" marks went (SEQ 1.2)."""

    side: str


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """Cards were drawn; others are told the number alone."""

    side: str
    n: int
    why: Why
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LapsesEnded:
    """What had lapsed works again (UPK-3)."""

    refs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UpkeepPaid:
    """An upkeep was paid (UPK-2)."""

    side: str
    ref: str
    payment: Payment


@dataclass(frozen=True, slots=True)
class Unsummoned:
    """A card was unsummoned (UPK-2)."""

    side: str
    ref: str
    card: str


@dataclass(frozen=True, slots=True)
class Lapsed:
    """An upkeep was let lapse (UPK-3)."""

    side: str
    ref: str


@dataclass(frozen=True, slots=True)
class PenaltiesTaken:
    """Penalties of step 5.3: life for letters in the pool, lapsed upkeep and conditions not met."""

    side: str
    pool: int
    lapsed: int
    unmet: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """Pools are empty; damage and changes for the turn are over (SEQ 5.5)."""

    turn: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over (END); ``winner`` is a side or ``draw``."""

    winner: str
    ending: str


@dataclass(frozen=True, slots=True)
class SheetMissed:
    """No ACT part came: the default turn was played (POL-8)."""

    side: str


@dataclass(frozen=True, slots=True)
class StandingSet:
    """A side's standing orders were replaced (MAIL-3), each as it is written."""

    side: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActUnused:
    """An ACT part came in a mail turn without an own game turn (MAIL-3)."""

    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LineSettled:
    """What became of an order line: the side's own affair. ``code`` says why not, ``rule`` by which rule."""

    side: str
    part: str
    number: int
    text: str
    word: Word
    code: str = ""
    rule: str = ""
