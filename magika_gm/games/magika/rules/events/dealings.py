"""What mages have to do with one another by their orders: demands, gifts and cloaks (DEM, GIVE, CLK)."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.engine.records import quick
from magika_gm.games.magika.rules.refusals import Refusal
from magika_gm.games.magika.rules.world import Scroll


@quick
@dataclass(frozen=True, slots=True)
class Demanded:
    """A demand was granted: the artifact changed hands (DEM)."""

    mage: str
    holder: str
    artifact: str


@quick
@dataclass(frozen=True, slots=True)
class DemandDenied:
    """A demand was denied."""

    mage: str
    holder: str
    artifact: str
    rule: str
    reason: Refusal


@quick
@dataclass(frozen=True, slots=True)
class Gave:
    """A thing was given (GIVE-1)."""

    mage: str
    to: str
    thing: str | Scroll


@quick
@dataclass(frozen=True, slots=True)
class GiftKept:
    """What the receiver may not carry stayed with the giver (GIVE-1)."""

    mage: str
    to: str
    thing: str | Scroll
    reason: Refusal


@quick
@dataclass(frozen=True, slots=True)
class Paid:
    """Points were offered to the Ebon Mage; ``kept`` is what he had room for and what changed hands (GIVE-3)."""

    mage: str
    to: str
    stat: str
    amount: int
    kept: int


@quick
@dataclass(frozen=True, slots=True)
class Joined:
    """A cloak was donned and accepted (CLK-2, CLK-4)."""

    mage: str
    colour: str
    old: str


@quick
@dataclass(frozen=True, slots=True)
class CloakRefused:
    """A first cloak was refused and disintegrated (CLK-3)."""

    mage: str
    colour: str


@quick
@dataclass(frozen=True, slots=True)
class CloakStripped:
    """A re-cloaking was refused (CLK-4)."""

    mage: str
    colour: str
    endurance: int
    arcania: int


@quick
@dataclass(frozen=True, slots=True)
class Uncloaked:
    """A donned cloak was taken off safely, by CkAid or by CLK-6."""

    mage: str
    colour: str
    rule: str
