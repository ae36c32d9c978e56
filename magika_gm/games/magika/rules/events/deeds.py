"""What a mage does by himself, and his strength: MOVE, SRCH, DROP, MED, REST."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.engine.records import quick
from magika_gm.games.magika.rules.world import Scroll


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A mage walked (MOVE)."""

    mage: str
    start: int
    target: int
    direction: str
    cost: int
    percent: int


@quick
@dataclass(frozen=True, slots=True)
class Searched:
    """A search and what it cost (SRCH-4)."""

    mage: str
    space: int
    cost: int
    fruitless: bool


@quick
@dataclass(frozen=True, slots=True)
class PickedUp:
    """A thing lying here was picked up (SRCH-1)."""

    mage: str
    thing: str
    space: int


@quick
@dataclass(frozen=True, slots=True)
class ScrollFound:
    """A scroll was found; with six in hand it disintegrated (SRCH-3)."""

    mage: str
    code: str
    kept: bool


@quick
@dataclass(frozen=True, slots=True)
class Dropped:
    """A thing was dropped on purpose; a scroll disintegrates (DROP-1)."""

    mage: str
    thing: str | Scroll
    space: int


@quick
@dataclass(frozen=True, slots=True)
class Meditated:
    """Arcania came back (MED-1)."""

    mage: str
    amount: int


@quick
@dataclass(frozen=True, slots=True)
class Rested:
    """Endurance came back (REST-1)."""

    mage: str
    amount: int


@quick
@dataclass(frozen=True, slots=True)
class FullyRested:
    """The bonus for five rests (REST-3)."""

    mage: str
    amount: int


@quick
@dataclass(frozen=True, slots=True)
class Obeyed:
    """The Rod moved its holder's aptitude (ART-4)."""

    mage: str
    aptitude: int


@quick
@dataclass(frozen=True, slots=True)
class FellUnconscious:
    """Endurance reached 0 (MAGE-5)."""

    mage: str


@quick
@dataclass(frozen=True, slots=True)
class Woke:
    """An unconscious mage woke at the turn's end (SEQ-7)."""

    mage: str
