"""The one place where the world changes: an event is told, and telling applies it."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from magika_gm.games.magika.rules import clock
from magika_gm.games.magika.rules.arena import GOAL, INDEX
from magika_gm.games.magika.rules.events import (
    AreaBegan,
    AreaEnded,
    Boosted,
    CloakRefused,
    CloakStripped,
    Confused,
    Converged,
    DemandDenied,
    Demanded,
    Drained,
    Dropped,
    DroppedOut,
    EbonCompelled,
    EffectBegan,
    EffectEnded,
    ElementsStruck,
    Event,
    FellUnconscious,
    FullyRested,
    GameEnded,
    Gave,
    GiftKept,
    GlobeFormed,
    GmAdjusted,
    GmChangedOrder,
    GmHanded,
    GmPlaced,
    GmRuled,
    GoalReached,
    Healed,
    ItemLost,
    Joined,
    Meditated,
    Moved,
    NoEffect,
    Obeyed,
    OrderRefused,
    Paid,
    PhaseBegan,
    PickedUp,
    ProlongingEnded,
    Rested,
    Scattered,
    ScrollBurned,
    ScrollFound,
    ScrollKept,
    ScrollProlonged,
    ScrollSpent,
    Searched,
    SpellRead,
    SpellTried,
    Stolen,
    TeleportBarred,
    Teleported,
    TerrainFormed,
    Torn,
    TurnBegan,
    Uncloaked,
    Warded,
    Woke,
)
from magika_gm.games.magika.rules.spellbook import SURVIVES_MAJOR, SURVIVES_MINOR
from magika_gm.games.magika.rules.tables import BLACK, THING_ORDER
from magika_gm.games.magika.rules.tasks import count
from magika_gm.games.magika.rules.world import Mage, Scroll, World, shifts_of


def apply(world: World, event: Event) -> None:
    """Change ``world`` by one event. The only function that does."""
    if world.counting:
        counting = world.counting.get(event.__class__.__name__)
        if counting:
            count(world, event, counting)
    mages = world.mages
    match event:
        case Rested(mage=letter, amount=amount):
            mage = mages[letter]
            mage.endurance += amount
            mage.rests += 1
        case Moved(mage=letter, target=target, cost=cost):
            mage = mages[letter]
            mage.endurance -= cost
            mage.space = target
            mage.moves += 1
            mage.travelled = True
        case Meditated(mage=letter, amount=amount):
            mages[letter].arcania += amount
        case Searched(mage=letter, cost=cost):
            mages[letter].endurance -= cost
        case OrderRefused() | NoEffect() | Warded() | GiftKept() | Confused() | TeleportBarred():
            pass
        case SpellRead(mage=letter, cost=cost, slot=slot):
            mage = mages[letter]
            mage.arcania -= cost
            mage.reading = mage.scrolls.pop(slot)
            mage.slot = slot
            mage.keeps = mage.reading.until >= world.moment and (mage.reading.reads == 0 or mage.reading.bound)
        case SpellTried(mage=letter, code=code, major=major, aptitude=aptitude, skill=skill, bonus=bonus):
            mage = mages[letter]
            mage.aptitude = aptitude
            mage.skill = skill
            if bonus and code in (SURVIVES_MAJOR if major else SURVIVES_MINOR):
                mage.keeps = True
        case ScrollSpent(mage=letter):
            _put_down(mages[letter])
        case ScrollKept(mage=letter, reads=reads):
            mage = mages[letter]
            if mage.reading is not None:
                mage.scrolls.insert(min(mage.slot, len(mage.scrolls)), replace(mage.reading, reads=reads))
            _put_down(mage)
        case EffectBegan(mage=letter, effect=effect, until=until):
            mages[letter].effects[effect] = until
        case EffectEnded(mage=letter, effect=effect):
            del mages[letter].effects[effect]
        case PhaseBegan(phase=phase):
            world.phase = phase
        case ScrollFound(mage=letter, code=code, kept=kept):
            if kept:
                mages[letter].scrolls.append(Scroll(code))
        case PickedUp(mage=letter, thing=thing, space=space):
            _unlay(world, space, thing)
            _take(mages[letter], thing)
        case Dropped(mage=letter, thing=held, space=space) | ItemLost(mage=letter, thing=held, space=space):
            _let_go(mages[letter], held)
            if isinstance(held, str):
                _lay(world, space, held)
        case Drained(mage=letter, stat=stat, amount=amount):
            _lose(mages[letter], stat, amount)
        case ElementsStruck(mage=letter, amount=amount):
            _lose(mages[letter], "endurance", amount)
        case FellUnconscious(mage=letter):
            mages[letter].unconscious = True
        case Teleported(mage=letter, target=target):
            mages[letter].space = target
            mages[letter].travelled = True
        case Torn(mage=letter, target=target):
            mages[letter].space = target
        case Healed(mage=letter, amount=amount) | FullyRested(mage=letter, amount=amount):
            mages[letter].endurance += amount
        case Demanded(mage=letter, holder=holder, artifact=artifact):
            mages[holder].artifacts.remove(artifact)
            _take(mages[letter], artifact)
            mages[letter].demands += 1
        case DemandDenied(mage=letter):
            mages[letter].demands += 1
        case Gave(mage=letter, to=to, thing=held):
            _let_go(mages[letter], held)
            _receive(mages[to], held)
        case Stolen(mage=letter, victim=victim, thing=held):
            _let_go(mages[victim], held)
            _receive(mages[letter], held)
        case Paid(mage=letter, to=to, stat=stat, kept=kept):
            _lose(mages[letter], stat, kept)
            _lose(mages[to], stat, -kept)
        case Joined(mage=letter, colour=colour):
            mages[letter].team = colour
            mages[letter].may_uncloak = False
        case CloakRefused(mage=letter, colour=colour):
            mages[letter].cloaks.remove(colour)
        case CloakStripped(mage=letter, endurance=endurance, arcania=arcania):
            mage = mages[letter]
            mage.endurance -= endurance
            mage.arcania -= arcania
            mage.cloaks.clear()
            mage.team = BLACK
            mage.barred = True
            mage.may_uncloak = False
        case Uncloaked(mage=letter):
            mages[letter].team = BLACK
            mages[letter].may_uncloak = False
        case AreaBegan(area=area):
            world.areas.append(area)
            if area.kind == "ElArr":
                world.shifts = shifts_of(world.areas)
        case AreaEnded(area=area):
            world.areas.remove(area)
            if area.kind == "ElArr":
                world.shifts = shifts_of(world.areas)
        case ScrollBurned(mage=letter, thing=scroll):
            _let_go(mages[letter], scroll)
        case Scattered(artifact=artifact, start=start, target=target):
            _unlay(world, start, artifact)
            _lay(world, target, artifact)
        case Boosted(mage=letter, stat=stat, amount=amount):
            mage = mages[letter]
            mage.boosted.append(stat)
            if stat == "endurance":
                mage.max_endurance += amount
            else:
                mage.max_arcania += amount
        case ScrollProlonged(mage=letter, place=place, until=until):
            mage = mages[letter]
            mage.scrolls[place] = replace(mage.scrolls[place], until=until)
        case ProlongingEnded(mage=letter, place=place):
            mage = mages[letter]
            mage.scrolls[place] = replace(mage.scrolls[place], until=0)
        case TerrainFormed(spaces=spaces, terrain=terrain):
            _form(world, spaces, terrain)
        case Obeyed(mage=letter, aptitude=aptitude):
            mages[letter].aptitude = aptitude
        case Woke(mage=letter):
            mages[letter].unconscious = False
        case TurnBegan(turn=turn):
            _begin_turn(world, turn)
        case EbonCompelled():
            pass
        case GlobeFormed(mages=letters, moved=moved):
            world.globe = letters
            for letter in moved:
                mages[letter].space = GOAL
        case Converged(space=space, moved=moved):
            for letter in moved:
                mages[letter].space = GOAL
            for artifact in ("crown", "orb", "scepter"):
                if artifact in world.lying.get(space, ()):
                    _unlay(world, space, artifact)
                    _lay(world, GOAL, artifact)
        case GoalReached():
            pass
        case GameEnded(ending=ending):
            world.ending = ending
        case DroppedOut(mage=letter, stranded=stranded):
            _drop_out(world, mages[letter], stranded)
        case GmRuled() | GmChangedOrder():
            pass
        case GmPlaced(mage=letter, target=target):
            mages[letter].space = target
        case GmHanded(thing=held, source=source, target=place):
            _hand(world, held, source, place)
        case GmAdjusted(mage=letter, stat=stat, after=after):
            setattr(mages[letter], stat, after)
        case _:
            assert_never(event)


def _hand(world: World, thing: str | Scroll, source: str, target: str) -> None:
    """The game master's hand: from a mage, a space or nowhere to another."""
    if source in world.mages:
        _let_go(world.mages[source], thing)
    elif source in INDEX and isinstance(thing, str):
        _unlay(world, INDEX[source], thing)
    if target in world.mages:
        _receive(world.mages[target], thing)
    elif target in INDEX and isinstance(thing, str):
        _lay(world, INDEX[target], thing)


def _put_down(mage: Mage) -> None:
    mage.reading = None
    mage.slot = 0
    mage.keeps = False


def _take(mage: Mage, thing: str) -> None:
    if thing.startswith("cloak:"):
        mage.cloaks.append(thing[6:])
        mage.cloaks.sort(key=lambda c: THING_ORDER[f"cloak:{c}"])
    else:
        mage.artifacts.append(thing)
        mage.artifacts.sort(key=THING_ORDER.__getitem__)


def _let_go(mage: Mage, thing: str | Scroll) -> None:
    if isinstance(thing, Scroll):
        place = mage.scrolls.index(thing)
        del mage.scrolls[place]
        if mage.reading is not None and place < mage.slot:
            mage.slot -= 1  # the scroll being read comes back among the same neighbours
    elif thing.startswith("cloak:"):
        mage.cloaks.remove(thing[6:])
    else:
        mage.artifacts.remove(thing)


def _receive(mage: Mage, thing: str | Scroll) -> None:
    if isinstance(thing, Scroll):
        mage.scrolls.append(replace(thing, number=0))
    else:
        _take(mage, thing)


def _lay(world: World, space: int, thing: str) -> None:
    things = world.lying.setdefault(space, [])
    things.append(thing)
    things.sort(key=THING_ORDER.__getitem__)


def _unlay(world: World, space: int, thing: str) -> None:
    things = world.lying[space]
    things.remove(thing)
    if not things:
        del world.lying[space]


def _lose(mage: Mage, stat: str, amount: int) -> None:
    if stat == "endurance":
        mage.endurance -= amount
    else:
        mage.arcania -= amount


def _form(world: World, spaces: tuple[int, ...], terrain: tuple[int, ...]) -> None:
    """Chaos: new true terrain; ElArr's changes end where it strikes (CAST-17)."""
    for space, code in zip(spaces, terrain, strict=True):
        world.terrain[space] = code
    if world.shifts:
        struck = frozenset(spaces)
        kept = []
        for area in world.areas:
            if area.kind != "ElArr" or not area.spaces & struck:
                kept.append(area)
            elif area.spaces - struck:
                kept.append(replace(area, spaces=area.spaces - struck))
        world.areas = kept
        world.shifts = shifts_of(kept)


def _begin_turn(world: World, turn: int) -> None:
    """Reset the turn's counters and number the scrolls as the last report listed them."""
    world.turn = turn
    world.phase = 1
    now = clock.tick(turn, 1)
    if world.areas:
        world.areas = [a for a in world.areas if a.until >= now]
        world.shifts = shifts_of(world.areas)
    for mage in world.mages.values():
        mage.moves = mage.rests = mage.demands = 0
        mage.travelled = False
        if mage.effects:
            mage.effects = {e: until for e, until in mage.effects.items() if until >= now}
        mage.scrolls = [
            s
            if s.number == i and not s.reads and (not s.until or s.until >= now)  # most are as they were
            else Scroll(s.code, i, s.until if s.until >= now else 0, 0, s.bound)
            for i, s in enumerate(mage.scrolls, 1)
        ]


def _drop_out(world: World, mage: Mage, stranded: str) -> None:
    for thing in mage.items():
        _lay(world, mage.space, thing)
    mage.artifacts.clear()
    mage.cloaks.clear()
    mage.scrolls.clear()
    mage.effects.clear()
    mage.team = BLACK
    mage.dropped = True
    for letter in stranded:
        world.mages[letter].may_uncloak = True
