"""Combat and retreat."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.games.arena.rules.terms import AttackType, Fate


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """What one creature, shot or spell brought to a combat: its user, the spell's name, Power, type and poison."""

    side: str
    user: str
    name: str
    power: int
    type: AttackType
    poison: int = 0
    there: bool = True
    """Whether it stands in the place: shots and spell attacks do not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """A victim and why: ``chosen`` or drawn (one of ``candidates``), by the fight or by ``poison``."""

    side: str
    victim: str
    fate: Fate
    chosen: bool = False
    poison: bool = False
    candidates: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Fought:
    """A combat (FIGHT). ``winner`` is "" on a tie; ``blunt`` is the winner's Blunt Power (BLUNT-1).

    ``leaving`` are the creatures that must retreat for it.
    """

    place: int
    total_a: int
    total_b: int
    winner: str
    strengths: tuple[Strength, ...]
    losses: tuple[Loss, ...]
    blunt: int
    leaving: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VehicleStruck:
    """An idle vehicle was attacked (VEH-5)."""

    vehicle: str
    place: int
    strengths: tuple[Strength, ...]
    power: int
    destroyed: bool


@dataclass(frozen=True, slots=True)
class Regenerated:
    """A creature chosen or drawn to die did not (ABIL-1)."""

    creature: str
    place: int


@dataclass(frozen=True, slots=True)
class Died:
    """A creature died (CRE-3): its corpse ("": none), and of which rule. What rode it is dismounted."""

    creature: str
    place: int
    corpse: str
    rule: str


@dataclass(frozen=True, slots=True)
class Retreated:
    """A unit retreated one place (RET-3)."""

    unit: str
    start: int
    to: int


@dataclass(frozen=True, slots=True)
class NoWayOut:
    """A unit that had to retreat found no place (RET-6)."""

    unit: str
    place: int


@dataclass(frozen=True, slots=True)
class CameDown:
    """A unit that could not stay aloft came down in SEQ 7 (FLY-6), or fell (VEH-3); or it could not and dies."""

    unit: str
    place: int
    falling: bool
    safe: bool
