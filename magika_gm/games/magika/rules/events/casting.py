"""A spell from scroll to success, what stops it, and how long it lasts (CAST)."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.engine.records import quick
from magika_gm.games.magika.rules.refusals import Refusal
from magika_gm.games.magika.rules.world import Area


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class SpellRead:
    """A scroll left the hands to be read and its arcania was spent (CAST-2)."""

    mage: str
    code: str
    major: bool
    parameter: str
    cost: int
    slot: int


@quick
@dataclass(frozen=True, slots=True)
class NoEffect:
    """The spell could not achieve anything (CAST-5)."""

    mage: str
    code: str
    major: bool
    reason: Refusal


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class SpellTried:
    """A spell succeeded or failed; aptitude and skill after it (CAST-6 to CAST-8, CAST-10)."""

    mage: str
    code: str
    major: bool
    success: bool
    needed: int
    aptitude: int
    skill: int
    bonus: bool
    why: str = ""
    """What made it fail other than the roll: ``Stutt`` or ``AntMa``."""


@quick
@dataclass(frozen=True, slots=True)
class ScrollSpent:
    """The scroll read disintegrated (CAST-9, CAST-18)."""

    mage: str
    code: str
    rule: str


@quick
@dataclass(frozen=True, slots=True)
class ScrollKept:
    """The scroll read came back to his hands (CAST-10, ProSp); ``reads`` counts prolonged readings this turn."""

    mage: str
    code: str
    reads: int


@quick
@dataclass(frozen=True, slots=True)
class ScrollProlonged:
    """ProSp was cast on a scroll; ``place`` is its index in his hands."""

    mage: str
    code: str
    place: int
    until: int


@quick
@dataclass(frozen=True, slots=True)
class ProlongingEnded:
    """A minor ProSp ran out; the scroll stays as an ordinary one (CAST-18)."""

    mage: str
    code: str
    place: int


@quick
@dataclass(frozen=True, slots=True)
class Warded:
    """A spell was stopped by a protection (CAST-13) or resisted (CAST-12)."""

    mage: str
    code: str
    by: str
    caster: str


@quick
@dataclass(frozen=True, slots=True)
class EffectBegan:
    """A lasting effect on a mage began, or lasts longer than before (CAST-17)."""

    mage: str
    effect: str
    until: int
    caster: str


@quick
@dataclass(frozen=True, slots=True)
class EffectEnded:
    """A lasting effect on a mage ran out (SEQ-6, SEQ-7)."""

    mage: str
    effect: str


@quick
@dataclass(frozen=True, slots=True)
class AreaBegan:
    """An effect on spaces began."""

    area: Area


@quick
@dataclass(frozen=True, slots=True)
class AreaEnded:
    """An effect on spaces ran out."""

    area: Area
