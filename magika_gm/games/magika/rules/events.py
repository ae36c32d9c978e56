"""What can happen, in the past tense.

A rule tells an event; :func:`~magika_gm.games.magika.rules.telling.apply` changes the world by it. Events carry
everything that change needs, so that folding them over a turn's start gives its end. Amounts are whole points
and never negative; ``caster`` names who did it and is blanked in the form others perceive (CAST-16).
"""

from __future__ import annotations

from typing import NamedTuple

from magika_gm.games.magika.rules.world import Area, Scroll


class TurnBegan(NamedTuple):
    """A turn began: counters are reset and what ran out with the last turn is cleared (SEQ-7, SEQ-8)."""

    turn: int


class PhaseBegan(NamedTuple):
    """A phase began (6: the end of the turn)."""

    phase: int


class OrderRefused(NamedTuple):
    """An order could not be carried out (SEQ-3): ``instead`` is ``rest``, or ``nothing`` (SEQ-4)."""

    mage: str
    order: str
    rule: str
    reason: str
    instead: str = "rest"


class EbonCompelled(NamedTuple):
    """The Ebon Mage had not moved and must (EBON-2)."""

    mage: str
    order: str
    direction: str


class Demanded(NamedTuple):
    """A demand was granted: the artifact changed hands (DEM)."""

    mage: str
    holder: str
    artifact: str


class DemandDenied(NamedTuple):
    """A demand was denied."""

    mage: str
    holder: str
    artifact: str
    rule: str
    reason: str


class Gave(NamedTuple):
    """A thing was given (GIVE-1)."""

    mage: str
    to: str
    thing: str | Scroll


class GiftKept(NamedTuple):
    """What the receiver may not carry stayed with the giver (GIVE-1)."""

    mage: str
    to: str
    thing: str | Scroll
    reason: str


class Paid(NamedTuple):
    """Points were offered to the Ebon Mage; ``kept`` is what he had room for and what changed hands (GIVE-3)."""

    mage: str
    to: str
    stat: str
    amount: int
    kept: int


class Joined(NamedTuple):
    """A cloak was donned and accepted (CLK-2, CLK-4)."""

    mage: str
    colour: str
    old: str


class CloakRefused(NamedTuple):
    """A first cloak was refused and disintegrated (CLK-3)."""

    mage: str
    colour: str


class CloakStripped(NamedTuple):
    """A re-cloaking was refused (CLK-4)."""

    mage: str
    colour: str
    endurance: int
    arcania: int


class Uncloaked(NamedTuple):
    """A donned cloak was taken off safely, by CkAid or by CLK-6."""

    mage: str
    colour: str
    rule: str


class SpellRead(NamedTuple):
    """A scroll left the hands to be read and its arcania was spent (CAST-2)."""

    mage: str
    code: str
    major: bool
    parameter: str
    cost: int
    slot: int


class NoEffect(NamedTuple):
    """The spell could not achieve anything (CAST-5)."""

    mage: str
    code: str
    major: bool
    reason: str


class SpellTried(NamedTuple):
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


class ScrollSpent(NamedTuple):
    """The scroll read disintegrated (CAST-9, CAST-18)."""

    mage: str
    code: str
    rule: str


class ScrollKept(NamedTuple):
    """The scroll read came back to his hands (CAST-10, ProSp); ``reads`` counts prolonged readings this turn."""

    mage: str
    code: str
    reads: int


class Warded(NamedTuple):
    """A spell was stopped by a protection (CAST-13) or resisted (CAST-12)."""

    mage: str
    code: str
    by: str
    caster: str


class EffectBegan(NamedTuple):
    """A lasting effect on a mage began, or lasts longer than before (CAST-17)."""

    mage: str
    effect: str
    until: int
    caster: str


class EffectEnded(NamedTuple):
    """A lasting effect on a mage ran out (SEQ-6, SEQ-7)."""

    mage: str
    effect: str


class AreaBegan(NamedTuple):
    """An effect on spaces began."""

    area: Area


class AreaEnded(NamedTuple):
    """An effect on spaces ran out."""

    area: Area


class Drained(NamedTuple):
    """AtEnd or AtArc took points."""

    mage: str
    stat: str
    amount: int
    code: str
    caster: str


class ItemLost(NamedTuple):
    """A spell, or the Ebon Mage's teleport, made a thing fall here; a scroll disintegrates."""

    mage: str
    thing: str | Scroll
    space: int
    code: str
    caster: str


class ScrollBurned(NamedTuple):
    """BrnIt burned a scroll."""

    mage: str
    thing: Scroll
    caster: str


class Stolen(NamedTuple):
    """StlIt took a thing from ``victim``."""

    mage: str
    victim: str
    thing: str | Scroll


class Teleported(NamedTuple):
    """A mage went by TelPt."""

    mage: str
    start: int
    target: int


class TeleportBarred(NamedTuple):
    """The space was closed to him by MOVE-6 when his turn came: he stayed."""

    mage: str
    target: int


class Scattered(NamedTuple):
    """ScArt moved an artifact nobody held."""

    artifact: str
    start: int
    target: int
    caster: str


class Boosted(NamedTuple):
    """A maximum was raised for good (BoEndX, BoArcX)."""

    mage: str
    stat: str
    amount: int


class Healed(NamedTuple):
    """Endurance came back by Heals."""

    mage: str
    amount: int


class ScrollProlonged(NamedTuple):
    """ProSp was cast on a scroll; ``place`` is its index in his hands."""

    mage: str
    code: str
    place: int
    until: int


class ProlongingEnded(NamedTuple):
    """A minor ProSp ran out; the scroll stays as an ordinary one (CAST-18)."""

    mage: str
    code: str
    place: int


class TerrainFormed(NamedTuple):
    """Chaos formed spaces anew: ``terrain`` holds one code a space, in the order of ``spaces``."""

    caster: str
    spaces: tuple[int, ...]
    terrain: tuple[int, ...]


class Torn(NamedTuple):
    """Chaos threw a mage elsewhere."""

    mage: str
    start: int
    target: int
    caster: str


class Confused(NamedTuple):
    """Confs turned a move or teleport aside."""

    mage: str
    ordered: str
    gone: str


class Moved(NamedTuple):
    """A mage walked (MOVE)."""

    mage: str
    start: int
    target: int
    direction: str
    cost: int
    percent: int


class Searched(NamedTuple):
    """A search and what it cost (SRCH-4)."""

    mage: str
    space: int
    cost: int
    fruitless: bool


class PickedUp(NamedTuple):
    """A thing lying here was picked up (SRCH-1)."""

    mage: str
    thing: str
    space: int


class ScrollFound(NamedTuple):
    """A scroll was found; with six in hand it disintegrated (SRCH-3)."""

    mage: str
    code: str
    kept: bool


class Dropped(NamedTuple):
    """A thing was dropped on purpose; a scroll disintegrates (DROP-1)."""

    mage: str
    thing: str | Scroll
    space: int


class Meditated(NamedTuple):
    """Arcania came back (MED-1)."""

    mage: str
    amount: int


class Rested(NamedTuple):
    """Endurance came back (REST-1)."""

    mage: str
    amount: int


class ElementsStruck(NamedTuple):
    """ElAtt or ElDrp took endurance at the end of a phase."""

    mage: str
    code: str
    amount: int
    space: int


class Obeyed(NamedTuple):
    """The Rod moved its holder's aptitude (ART-4)."""

    mage: str
    aptitude: int


class FullyRested(NamedTuple):
    """The bonus for five rests (REST-3)."""

    mage: str
    amount: int


class FellUnconscious(NamedTuple):
    """Endurance reached 0 (MAGE-5)."""

    mage: str


class Woke(NamedTuple):
    """An unconscious mage woke at the turn's end (SEQ-7)."""

    mage: str


class GlobeFormed(NamedTuple):
    """The Globe of Life formed; ``moved`` go to the Goal Square (ART-6)."""

    mages: str
    moved: str


class Converged(NamedTuple):
    """The alignment artifacts met in one space at a turn's end (ART-7)."""

    space: int
    moved: str


class GoalReached(NamedTuple):
    """A mage stands on the Goal Square (END-1)."""

    mage: str


class GameEnded(NamedTuple):
    """The game is over: ``goal``, ``globe`` or ``convergence``."""

    ending: str


class DroppedOut(NamedTuple):
    """A contestant left the game; his things lie where he stood (GM-3). ``stranded`` may uncloak (CLK-6)."""

    mage: str
    stranded: str


class GmRuled(NamedTuple):
    """The game master ruled on a cast: ``possible`` whether it can have an effect (CAST-5)."""

    mage: str
    code: str
    major: bool
    possible: bool
    reason: str


class GmChangedOrder(NamedTuple):
    """The game master put another order in an order's place."""

    mage: str
    phase: int
    before: str
    after: str
    reason: str


class GmPlaced(NamedTuple):
    """The game master moved a mage."""

    mage: str
    start: int
    target: int
    reason: str


class GmHanded(NamedTuple):
    """The game master moved a thing; ``source`` and ``target`` are a letter, a space's name, or ``nowhere``."""

    thing: str | Scroll
    source: str
    target: str
    reason: str


class GmAdjusted(NamedTuple):
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


class Told(NamedTuple):
    """An event as recorded: who perceives it as it was, and who in a blurred form (fog is decided here).

    ``audience`` and ``dimly`` are letters; the game master perceives everything.
    """

    phase: int
    step: int
    event: Event
    audience: str = ""
    blurred: Event | None = None
    dimly: str = ""
