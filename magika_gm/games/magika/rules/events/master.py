"""What the game master ruled and corrected."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.engine.records import quick
from magika_gm.games.magika.rules.world import Scroll


@quick
@dataclass(frozen=True, slots=True)
class GmRuled:
    """The game master ruled on a cast: ``possible`` whether it can have an effect (CAST-5)."""

    mage: str
    code: str
    major: bool
    possible: bool
    reason: str


@quick
@dataclass(frozen=True, slots=True)
class GmChangedOrder:
    """The game master put another order in an order's place."""

    mage: str
    phase: int
    before: str
    after: str
    reason: str


@quick
@dataclass(frozen=True, slots=True)
class GmPlaced:
    """The game master moved a mage."""

    mage: str
    start: int
    target: int
    reason: str


@quick
@dataclass(frozen=True, slots=True)
class GmHanded:
    """The game master moved a thing; ``source`` and ``target`` are a letter, a space's name, or ``nowhere``."""

    thing: str | Scroll
    source: str
    target: str
    reason: str


@quick
@dataclass(frozen=True, slots=True)
class GmAdjusted:
    """The game master set a statistic."""

    mage: str
    stat: str
    before: int
    after: int
    reason: str
