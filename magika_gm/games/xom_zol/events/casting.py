"""Casting and using (PLAY, CTR, FX-2, FX-3)."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.games.xom_zol.events.causes import Payment


@dataclass(frozen=True, slots=True)
class CardCast:
    """A card was cast, paid and aimed (PLAY-1); ``aim`` is a ref, a side, or a card of the pile."""

    side: str
    card: str
    aim: str
    payment: Payment


@dataclass(frozen=True, slots=True)
class CounterCast:
    """A counter answered a cast (CTR-1)."""

    side: str
    card: str
    against: str
    payment: Payment


@dataclass(frozen=True, slots=True)
class CastCancelled:
    """A cast was cancelled: the card lies in its owner's pile (CTR-2)."""

    side: str
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class TaxAsked:
    """A TAX was paid, or with no payment the cast falls (POL-6)."""

    side: str
    n: int
    payment: Payment | None


@dataclass(frozen=True, slots=True)
class CardSpent:
    """A card that stays nowhere went to its owner's pile after its effect."""

    side: str
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEntered:
    """A card came into play; ``exists`` is False for a creature not there yet, ``raised`` if it lay in the pile."""

    side: str
    ref: str
    card: str
    exists: bool = True
    on: str = ""
    behind: str = ""
    raised: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectUsed:
    """A USE effect, or with ``inflate`` an INFLATE, was paid for (FX-2, STAT-5)."""

    side: str
    ref: str
    aim: str
    payment: Payment
    commits: bool = False
    inflate: bool = False


@dataclass(frozen=True, slots=True)
class TriggerRan:
    """A trigger began to run (FX-3)."""

    side: str
    ref: str
    card: str
    moment: str
    aim: str = ""


@dataclass(frozen=True, slots=True)
class TriggersFellOut:
    """More than fifty triggers in a row: the rest fall out (STAT-6)."""

    n: int
