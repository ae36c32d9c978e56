"""What spells do to mages, things and spaces."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.engine.records import quick
from magika_gm.games.magika.rules.world import Scroll


@quick
@dataclass(frozen=True, slots=True)
class Drained:
    """AtEnd or AtArc took points."""

    mage: str
    stat: str
    amount: int
    code: str
    caster: str


@quick
@dataclass(frozen=True, slots=True)
class ItemLost:
    """A spell, or the Ebon Mage's teleport, made a thing fall here; a scroll disintegrates."""

    mage: str
    thing: str | Scroll
    space: int
    code: str
    caster: str


@quick
@dataclass(frozen=True, slots=True)
class ScrollBurned:
    """BrnIt burned a scroll."""

    mage: str
    thing: Scroll
    caster: str


@quick
@dataclass(frozen=True, slots=True)
class Stolen:
    """StlIt took a thing from ``victim``."""

    mage: str
    victim: str
    thing: str | Scroll


@quick
@dataclass(frozen=True, slots=True)
class Teleported:
    """A mage went by TelPt."""

    mage: str
    start: int
    target: int


@quick
@dataclass(frozen=True, slots=True)
class TeleportBarred:
    """The space was closed to him by MOVE-6 when his turn came: he stayed."""

    mage: str
    target: int


@quick
@dataclass(frozen=True, slots=True)
class Scattered:
    """ScArt moved an artifact nobody held."""

    artifact: str
    start: int
    target: int
    caster: str


@quick
@dataclass(frozen=True, slots=True)
class Boosted:
    """A maximum was raised for good (BoEndX, BoArcX)."""

    mage: str
    stat: str
    amount: int


@quick
@dataclass(frozen=True, slots=True)
class Healed:
    """Endurance came back by Heals."""

    mage: str
    amount: int


@quick
@dataclass(frozen=True, slots=True)
class TerrainFormed:
    """Chaos formed spaces anew: ``terrain`` holds one code a space, in the order of ``spaces``."""

    caster: str
    spaces: tuple[int, ...]
    terrain: tuple[int, ...]


@quick
@dataclass(frozen=True, slots=True)
class Torn:
    """Chaos threw a mage elsewhere."""

    mage: str
    start: int
    target: int
    caster: str


@quick
@dataclass(frozen=True, slots=True)
class Confused:
    """Confs turned a move or teleport aside."""

    mage: str
    ordered: str
    gone: str


@quick
@dataclass(frozen=True, slots=True)
class ElementsStruck:
    """ElAtt or ElDrp took endurance at the end of a phase."""

    mage: str
    code: str
    amount: int
    space: int
