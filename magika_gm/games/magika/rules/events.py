"""What can happen, in the past tense.

A rule tells an event; :func:`~magika_gm.games.magika.rules.telling.apply` changes the world by it. Events carry
everything that change needs, so that folding them over a turn's start gives its end. Amounts are whole points
and never negative; ``caster`` names who did it and is blanked in the form others perceive (CAST-16).
"""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.engine.records import quick
from magika_gm.games.magika.rules.refusals import Refusal
from magika_gm.games.magika.rules.world import Area, Scroll


@quick
@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A turn began: counters are reset and what ran out with the last turn is cleared (SEQ-7, SEQ-8)."""

    turn: int


@quick
@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase began (6: the end of the turn)."""

    phase: int


@quick
@dataclass(frozen=True, slots=True)
class OrderRefused:
    """An order could not be carried out (SEQ-3): ``instead`` is ``rest``, or ``nothing`` (SEQ-4)."""

    mage: str
    order: str
    rule: str
    reason: Refusal
    instead: str = "rest"


@quick
@dataclass(frozen=True, slots=True)
class EbonCompelled:
    """The Ebon Mage had not moved and must (EBON-2)."""

    mage: str
    order: str
    direction: str


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
class ElementsStruck:
    """ElAtt or ElDrp took endurance at the end of a phase."""

    mage: str
    code: str
    amount: int
    space: int


@quick
@dataclass(frozen=True, slots=True)
class Obeyed:
    """The Rod moved its holder's aptitude (ART-4)."""

    mage: str
    aptitude: int


@quick
@dataclass(frozen=True, slots=True)
class FullyRested:
    """The bonus for five rests (REST-3)."""

    mage: str
    amount: int


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


@quick
@dataclass(frozen=True, slots=True)
class GlobeFormed:
    """The Globe of Life formed; ``moved`` go to the Goal Square (ART-6)."""

    mages: str
    moved: str


@quick
@dataclass(frozen=True, slots=True)
class Converged:
    """The alignment artifacts met in one space at a turn's end (ART-7)."""

    space: int
    moved: str


@quick
@dataclass(frozen=True, slots=True)
class GoalReached:
    """A mage stands on the Goal Square (END-1)."""

    mage: str


@quick
@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over: ``goal``, ``globe`` or ``convergence``."""

    ending: str


@quick
@dataclass(frozen=True, slots=True)
class DroppedOut:
    """A contestant left the game; his things lie where he stood (GM-3). ``stranded`` may uncloak (CLK-6)."""

    mage: str
    stranded: str


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


Event = (
    TurnBegan | PhaseBegan | OrderRefused | EbonCompelled | Demanded | DemandDenied | Gave | GiftKept | Paid | Joined
    | CloakRefused | CloakStripped | Uncloaked | SpellRead | NoEffect | SpellTried | ScrollSpent | ScrollKept | Warded
    | EffectBegan | EffectEnded | AreaBegan | AreaEnded | Drained | ItemLost | ScrollBurned | Stolen | Teleported
    | TeleportBarred | Scattered | Boosted | Healed | ScrollProlonged | ProlongingEnded | TerrainFormed | Torn
    | Confused | Moved | Searched | PickedUp | ScrollFound | Dropped | Meditated | Rested | ElementsStruck | Obeyed
    | FullyRested | FellUnconscious | Woke | GlobeFormed | Converged | GoalReached | GameEnded | DroppedOut | GmRuled
    | GmChangedOrder | GmPlaced | GmHanded | GmAdjusted
)  # fmt: skip
