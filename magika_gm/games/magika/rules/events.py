"""What can happen, in the past tense.

A rule tells an event; :func:`~magika_gm.games.magika.rules.tasks.apply` changes the world by it. Events carry
everything that change needs, so that folding them over a turn's start gives its end. Amounts are whole points
and never negative; ``caster`` names who did it and is blanked in the form others perceive (CAST-16).
"""

from __future__ import annotations

from dataclasses import replace

from magika_gm.engine.plain import Codec, Word
from magika_gm.engine.records import named_record, record
from magika_gm.engine.told import Happened, events_of
from magika_gm.games.magika.rules.arena import GOAL
from magika_gm.games.magika.rules.refusals import Refusal, refusal_of
from magika_gm.games.magika.rules.spellbook import SURVIVES_MAJOR, SURVIVES_MINOR
from magika_gm.games.magika.rules.state import (
    Area,
    Scroll,
    World,
    begin_turn,
    drop_out,
    form,
    hand,
    lay,
    let_go,
    lose,
    put_down,
    receive,
    shifts_of,
    take,
    unlay,
)
from magika_gm.games.magika.rules.tables import BLACK

# --- The frame of a turn: its beginning and phases, orders that could not be, how the game ends (SEQ, ART, END) ---


@record
class TurnBegan(Happened):
    """A turn began: counters are reset and what ran out with the last turn is cleared (SEQ-7, SEQ-8)."""

    turn: int

    def apply(self, world: World) -> None:
        begin_turn(world, self.turn)


@record
class PhaseBegan(Happened):
    """A phase began (6: the end of the turn)."""

    phase: int

    def apply(self, world: World) -> None:
        world.phase = self.phase


@record
class OrderRefused(Happened):
    """An order could not be carried out (SEQ-3): ``instead`` is ``rest``, or ``nothing`` (SEQ-4)."""

    mage: str
    order: str
    rule: str
    reason: Refusal
    instead: str = "rest"


@record
class EbonCompelled(Happened):
    """The Ebon Mage had not moved and must (EBON-2)."""

    mage: str
    order: str
    direction: str


@record
class GlobeFormed(Happened):
    """The Globe of Life formed; ``moved`` go to the Goal Square (ART-6)."""

    mages: str
    moved: str

    def apply(self, world: World) -> None:
        world.globe = self.mages
        for letter in self.moved:
            world.mages[letter].space = GOAL


@record
class Converged(Happened):
    """The alignment artifacts met in one space at a turn's end (ART-7)."""

    space: int
    moved: str

    def apply(self, world: World) -> None:
        for letter in self.moved:
            world.mages[letter].space = GOAL
        for artifact in ("crown", "orb", "scepter"):
            if artifact in world.lying.get(self.space, ()):
                unlay(world, self.space, artifact)
                lay(world, GOAL, artifact)


@record
class GoalReached(Happened):
    """A mage stands on the Goal Square (END-1)."""

    mage: str


@record
class GameEnded(Happened):
    """The game is over: ``goal``, ``globe`` or ``convergence``."""

    ending: str

    def apply(self, world: World) -> None:
        world.ending = self.ending


@record
class DroppedOut(Happened):
    """A contestant left the game; his things lie where he stood (GM-3). ``stranded`` may uncloak (CLK-6)."""

    mage: str
    stranded: str

    def apply(self, world: World) -> None:
        drop_out(world, world.mages[self.mage], self.stranded)


# --- What a mage does by himself, and his strength: MOVE, SRCH, DROP, MED, REST ---


@named_record
class Moved(Happened):
    """A mage walked (MOVE)."""

    mage: str
    start: int
    target: int
    direction: str
    cost: int
    percent: int

    def apply(self, world: World) -> None:
        mage = world.mages[self.mage]
        mage.endurance -= self.cost
        mage.space = self.target
        mage.moves += 1
        mage.travelled = True


@record
class Searched(Happened):
    """A search and what it cost (SRCH-4)."""

    mage: str
    space: int
    cost: int
    fruitless: bool

    def apply(self, world: World) -> None:
        world.mages[self.mage].endurance -= self.cost


@record
class PickedUp(Happened):
    """A thing lying here was picked up (SRCH-1)."""

    mage: str
    thing: str
    space: int

    def apply(self, world: World) -> None:
        unlay(world, self.space, self.thing)
        take(world.mages[self.mage], self.thing)


@record
class ScrollFound(Happened):
    """A scroll was found; with six in hand it disintegrated (SRCH-3)."""

    mage: str
    code: str
    kept: bool

    def apply(self, world: World) -> None:
        if self.kept:
            world.mages[self.mage].scrolls.append(Scroll(self.code))


@record
class Dropped(Happened):
    """A thing was dropped on purpose; a scroll disintegrates (DROP-1)."""

    mage: str
    thing: str | Scroll
    space: int

    def apply(self, world: World) -> None:
        let_go(world.mages[self.mage], self.thing)
        if isinstance(self.thing, str):
            lay(world, self.space, self.thing)


@record
class Meditated(Happened):
    """Arcania came back (MED-1)."""

    mage: str
    amount: int

    def apply(self, world: World) -> None:
        world.mages[self.mage].arcania += self.amount


@record
class Rested(Happened):
    """Endurance came back (REST-1)."""

    mage: str
    amount: int

    def apply(self, world: World) -> None:
        mage = world.mages[self.mage]
        mage.endurance += self.amount
        mage.rests += 1


@record
class FullyRested(Happened):
    """The bonus for five rests (REST-3)."""

    mage: str
    amount: int

    def apply(self, world: World) -> None:
        world.mages[self.mage].endurance += self.amount


@record
class Obeyed(Happened):
    """The Rod moved its holder's aptitude (ART-4)."""

    mage: str
    aptitude: int

    def apply(self, world: World) -> None:
        world.mages[self.mage].aptitude = self.aptitude


@record
class FellUnconscious(Happened):
    """Endurance reached 0 (MAGE-5)."""

    mage: str

    def apply(self, world: World) -> None:
        world.mages[self.mage].unconscious = True


@record
class Woke(Happened):
    """An unconscious mage woke at the turn's end (SEQ-7)."""

    mage: str

    def apply(self, world: World) -> None:
        world.mages[self.mage].unconscious = False


# --- What mages have to do with one another by their orders: demands, gifts and cloaks (DEM, GIVE, CLK) ---


@record
class Demanded(Happened):
    """A demand was granted: the artifact changed hands (DEM)."""

    mage: str
    holder: str
    artifact: str

    def apply(self, world: World) -> None:
        world.mages[self.holder].artifacts.remove(self.artifact)
        take(world.mages[self.mage], self.artifact)
        world.mages[self.mage].demands += 1


@record
class DemandDenied(Happened):
    """A demand was denied."""

    mage: str
    holder: str
    artifact: str
    rule: str
    reason: Refusal

    def apply(self, world: World) -> None:
        world.mages[self.mage].demands += 1


@record
class Gave(Happened):
    """A thing was given (GIVE-1)."""

    mage: str
    to: str
    thing: str | Scroll

    def apply(self, world: World) -> None:
        let_go(world.mages[self.mage], self.thing)
        receive(world.mages[self.to], self.thing)


@record
class GiftKept(Happened):
    """What the receiver may not carry stayed with the giver (GIVE-1)."""

    mage: str
    to: str
    thing: str | Scroll
    reason: Refusal


@record
class GiftSpent(Happened):
    """A scroll given beyond the receiver's sixth disintegrated (GIVE-1)."""

    mage: str
    to: str
    thing: Scroll

    def apply(self, world: World) -> None:
        let_go(world.mages[self.mage], self.thing)


@record
class Paid(Happened):
    """Points were offered to the Ebon Mage; ``kept`` is what he had room for and what changed hands (GIVE-3)."""

    mage: str
    to: str
    stat: str
    amount: int
    kept: int

    def apply(self, world: World) -> None:
        lose(world.mages[self.mage], self.stat, self.kept)
        lose(world.mages[self.to], self.stat, -self.kept)


@record
class Joined(Happened):
    """A cloak was donned and accepted (CLK-2, CLK-4)."""

    mage: str
    colour: str
    old: str

    def apply(self, world: World) -> None:
        world.mages[self.mage].team = self.colour
        world.mages[self.mage].may_uncloak = False


@record
class CloakRefused(Happened):
    """A first cloak was refused and disintegrated (CLK-3)."""

    mage: str
    colour: str

    def apply(self, world: World) -> None:
        world.mages[self.mage].cloaks.remove(self.colour)


@record
class CloakStripped(Happened):
    """A re-cloaking was refused (CLK-4)."""

    mage: str
    colour: str
    endurance: int
    arcania: int

    def apply(self, world: World) -> None:
        mage = world.mages[self.mage]
        mage.endurance -= self.endurance
        mage.arcania -= self.arcania
        mage.cloaks.clear()
        mage.team = BLACK
        mage.barred = True
        mage.may_uncloak = False


@record
class Uncloaked(Happened):
    """A donned cloak was taken off safely, by CkAid or by CLK-6."""

    mage: str
    colour: str
    rule: str

    def apply(self, world: World) -> None:
        world.mages[self.mage].team = BLACK
        world.mages[self.mage].may_uncloak = False


# --- A spell from scroll to success, what stops it, and how long it lasts (CAST) ---


@named_record
class SpellRead(Happened):
    """A scroll left the hands to be read and its arcania was spent (CAST-2)."""

    mage: str
    code: str
    major: bool
    parameter: str
    cost: int
    slot: int

    def apply(self, world: World) -> None:
        mage = world.mages[self.mage]
        mage.arcania -= self.cost
        mage.reading = mage.scrolls.pop(self.slot)
        mage.slot = self.slot
        again = mage.reading.reads > 0 and not (mage.reading.bound and world.edition < 2)  # CAST-18, EBON-4
        mage.keeps = mage.reading.until >= world.moment and not again


@record
class NoEffect(Happened):
    """The spell could not achieve anything (CAST-5)."""

    mage: str
    code: str
    major: bool
    reason: Refusal


@named_record
class SpellTried(Happened):
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

    def apply(self, world: World) -> None:
        mage = world.mages[self.mage]
        mage.aptitude = self.aptitude
        mage.skill = self.skill
        if self.bonus and self.code in (SURVIVES_MAJOR if self.major else SURVIVES_MINOR):
            mage.keeps = True


@record
class ScrollSpent(Happened):
    """The scroll read disintegrated (CAST-9, CAST-18)."""

    mage: str
    code: str
    rule: str

    def apply(self, world: World) -> None:
        put_down(world.mages[self.mage])


@record
class ScrollKept(Happened):
    """The scroll read came back to his hands (CAST-10, ProSp); ``reads`` counts prolonged readings this turn."""

    mage: str
    code: str
    reads: int

    def apply(self, world: World) -> None:
        mage = world.mages[self.mage]
        if mage.reading is not None:
            mage.scrolls.insert(min(mage.slot, len(mage.scrolls)), replace(mage.reading, reads=self.reads))
        put_down(mage)


@record
class ScrollProlonged(Happened):
    """ProSp was cast on a scroll; ``place`` is its index in his hands."""

    mage: str
    code: str
    place: int
    until: int

    def apply(self, world: World) -> None:
        mage = world.mages[self.mage]
        mage.scrolls[self.place] = replace(mage.scrolls[self.place], until=self.until)


@record
class ProlongingEnded(Happened):
    """A minor ProSp ran out; the scroll stays as an ordinary one (CAST-18)."""

    mage: str
    code: str
    place: int

    def apply(self, world: World) -> None:
        mage = world.mages[self.mage]
        mage.scrolls[self.place] = replace(mage.scrolls[self.place], until=0)


@record
class Warded(Happened):
    """A spell was stopped by a protection (CAST-13) or resisted (CAST-12)."""

    mage: str
    code: str
    by: str
    caster: str


@record
class EffectBegan(Happened):
    """A lasting effect on a mage began, or lasts longer than before (CAST-17)."""

    mage: str
    effect: str
    until: int
    caster: str

    def apply(self, world: World) -> None:
        world.mages[self.mage].effects[self.effect] = self.until


@record
class EffectEnded(Happened):
    """A lasting effect on a mage ran out (SEQ-6, SEQ-7)."""

    mage: str
    effect: str

    def apply(self, world: World) -> None:
        del world.mages[self.mage].effects[self.effect]


@record
class AreaBegan(Happened):
    """An effect on spaces began."""

    area: Area

    def apply(self, world: World) -> None:
        world.areas.append(self.area)
        if self.area.kind == "ElArr":
            world.shifts = shifts_of(world.areas)


@record
class AreaEnded(Happened):
    """An effect on spaces ran out."""

    area: Area

    def apply(self, world: World) -> None:
        world.areas.remove(self.area)
        if self.area.kind == "ElArr":
            world.shifts = shifts_of(world.areas)


# --- What spells do to mages, things and spaces ---


@record
class Drained(Happened):
    """AtEnd or AtArc took points."""

    mage: str
    stat: str
    amount: int
    code: str
    caster: str

    def apply(self, world: World) -> None:
        lose(world.mages[self.mage], self.stat, self.amount)


@record
class ItemLost(Happened):
    """A spell, or the Ebon Mage's teleport, made a thing fall here; a scroll disintegrates."""

    mage: str
    thing: str | Scroll
    space: int
    code: str
    caster: str

    def apply(self, world: World) -> None:
        let_go(world.mages[self.mage], self.thing)
        if isinstance(self.thing, str):
            lay(world, self.space, self.thing)


@record
class ScrollBurned(Happened):
    """BrnIt burned a scroll."""

    mage: str
    thing: Scroll
    caster: str

    def apply(self, world: World) -> None:
        let_go(world.mages[self.mage], self.thing)


@record
class Stolen(Happened):
    """StlIt took a thing from ``victim``."""

    mage: str
    victim: str
    thing: str | Scroll

    def apply(self, world: World) -> None:
        let_go(world.mages[self.victim], self.thing)
        receive(world.mages[self.mage], self.thing)


@record
class Teleported(Happened):
    """A mage went by TelPt."""

    mage: str
    start: int
    target: int

    def apply(self, world: World) -> None:
        world.mages[self.mage].space = self.target
        world.mages[self.mage].travelled = True


@record
class TeleportBarred(Happened):
    """The space was closed to him by MOVE-6 when his turn came: he stayed."""

    mage: str
    target: int


@record
class Scattered(Happened):
    """ScArt moved an artifact nobody held."""

    artifact: str
    start: int
    target: int
    caster: str

    def apply(self, world: World) -> None:
        unlay(world, self.start, self.artifact)
        lay(world, self.target, self.artifact)


@record
class Boosted(Happened):
    """A maximum was raised for good (BoEndX, BoArcX)."""

    mage: str
    stat: str
    amount: int

    def apply(self, world: World) -> None:
        mage = world.mages[self.mage]
        if self.stat not in mage.boosted:
            mage.boosted.append(self.stat)
        if self.stat == "endurance":
            mage.max_endurance += self.amount
        else:
            mage.max_arcania += self.amount


@record
class Healed(Happened):
    """Endurance came back by Heals."""

    mage: str
    amount: int

    def apply(self, world: World) -> None:
        world.mages[self.mage].endurance += self.amount


@record
class TerrainFormed(Happened):
    """Chaos formed spaces anew: ``terrain`` holds one code a space, in the order of ``spaces``."""

    caster: str
    spaces: tuple[int, ...]
    terrain: tuple[int, ...]

    def apply(self, world: World) -> None:
        form(world, self.spaces, self.terrain)


@record
class Torn(Happened):
    """Chaos threw a mage elsewhere."""

    mage: str
    start: int
    target: int
    caster: str

    def apply(self, world: World) -> None:
        world.mages[self.mage].space = self.target


@record
class Confused(Happened):
    """Confs turned a move or teleport aside."""

    mage: str
    ordered: str
    gone: str


@record
class ElementsStruck(Happened):
    """ElAtt or ElDrp took endurance at the end of a phase."""

    mage: str
    code: str
    amount: int
    space: int

    def apply(self, world: World) -> None:
        lose(world.mages[self.mage], "endurance", self.amount)


# --- What the game master ruled and corrected ---


@record
class GmRuled(Happened):
    """The game master ruled on a cast: ``possible`` whether it can have an effect (CAST-5)."""

    mage: str
    code: str
    major: bool
    possible: bool
    reason: str


@record
class GmChangedOrder(Happened):
    """The game master put another order in an order's place."""

    mage: str
    phase: int
    before: str
    after: str
    reason: str


@record
class GmPlaced(Happened):
    """The game master moved a mage."""

    mage: str
    start: int
    target: int
    reason: str

    def apply(self, world: World) -> None:
        world.mages[self.mage].space = self.target


@record
class GmHanded(Happened):
    """The game master moved a thing; ``source`` and ``target`` are a letter, a space's name, or ``nowhere``."""

    thing: str | Scroll
    source: str
    target: str
    reason: str

    def apply(self, world: World) -> None:
        hand(world, self.thing, self.source, self.target)


@record
class GmAdjusted(Happened):
    """The game master set a statistic."""

    mage: str
    stat: str
    before: int
    after: int
    reason: str

    def apply(self, world: World) -> None:
        setattr(world.mages[self.mage], self.stat, self.after)


Event = Happened
EVENTS: Codec[Event] = Codec(events_of(globals()), tag="", words={Refusal: Word(str, refusal_of)})
"""``[name, field, …]``; the reasons of refusals are kept in words."""
