"""Mantras from the hand to their end (ENCH, FAST)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from magika_gm.games.temple_isle.orders.model import Happens


@dataclass(frozen=True, slots=True)
class FastFired:
    """A standing FAST line fired and was used up (FAST-3): its place in the list and its text."""

    seat: str
    place: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MantraDeclared:
    """A mantra was shown and laid down (ENCH-4b); ``answers`` is the event a FAST line met, None for a CAST line."""

    number: int
    seat: str
    card: str
    target: str
    to: tuple[str, ...] = ()
    answers: Happens | None = None


@dataclass(frozen=True, slots=True)
class MantraStruck:
    """A Dispel took effect upon a mantra being cast: it will leave play without effect."""

    number: int
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class MantraCancelled:
    """A mantra cancelled left play without effect (ENCH-4d)."""

    number: int
    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class MantraFizzled:
    """A mantra whose target is gone or no longer legal left play without effect (ENCH-4d)."""

    number: int
    seat: str
    card: str
    target: str


@dataclass(frozen=True, slots=True)
class MantraWorked:
    """A mantra takes effect (ENCH-4d)."""

    number: int
    seat: str
    card: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MantraLaid:
    """A mantra with time left came into play (ENCH-8): where it lies, and the game turn it ends with (0: none)."""

    number: int
    seat: str
    card: str
    place: str
    until: int


@dataclass(frozen=True, slots=True)
class MantraSpent:
    """A mantra that works once left play (ENCH-3)."""

    number: int
    seat: str
    card: str


class Gone(StrEnum):
    """Why mantras in play left it."""

    EXPIRED = "expired"
    UNRAVELLED = "unravelled"


@dataclass(frozen=True, slots=True)
class MantrasLeft:
    """Mantras in play left it at one moment, as (serial, card, caster, place) (DECK-5)."""

    mantras: tuple[tuple[int, str, str, str], ...]
    why: Gone


MantraEvent = (
    FastFired
    | MantraDeclared
    | MantraStruck
    | MantraCancelled
    | MantraFizzled
    | MantraWorked
    | MantraLaid
    | MantraSpent
    | MantrasLeft
)
