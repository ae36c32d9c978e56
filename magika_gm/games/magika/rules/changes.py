"""Pieces of a change: what several events do to a state alike."""

from __future__ import annotations

from dataclasses import replace

from magika_gm.games.magika.rules import clock
from magika_gm.games.magika.rules.arena import INDEX
from magika_gm.games.magika.rules.tables import BLACK, THING_ORDER
from magika_gm.games.magika.rules.world import Mage, Scroll, World, shifts_of


def hand(world: World, thing: str | Scroll, source: str, target: str) -> None:
    """The game master's hand: from a mage, a space or nowhere to another."""
    if source in world.mages:
        let_go(world.mages[source], thing)
    elif source in INDEX and isinstance(thing, str):
        unlay(world, INDEX[source], thing)
    if target in world.mages:
        receive(world.mages[target], thing)
    elif target in INDEX and isinstance(thing, str):
        lay(world, INDEX[target], thing)


def put_down(mage: Mage) -> None:
    """Nothing is being read any more."""
    mage.reading = None
    mage.slot = 0
    mage.keeps = False


def take(mage: Mage, thing: str) -> None:
    """An artifact or cloak into his hands, in listing order."""
    if thing.startswith("cloak:"):
        mage.cloaks.append(thing[6:])
        mage.cloaks.sort(key=lambda c: THING_ORDER[f"cloak:{c}"])
    else:
        mage.artifacts.append(thing)
        mage.artifacts.sort(key=THING_ORDER.__getitem__)


def let_go(mage: Mage, thing: str | Scroll) -> None:
    """A thing or scroll out of his hands."""
    if isinstance(thing, Scroll):
        place = mage.scrolls.index(thing)
        del mage.scrolls[place]
        if mage.reading is not None and place < mage.slot:
            mage.slot -= 1  # the scroll being read comes back among the same neighbours
    elif thing.startswith("cloak:"):
        mage.cloaks.remove(thing[6:])
    else:
        mage.artifacts.remove(thing)


def receive(mage: Mage, thing: str | Scroll) -> None:
    """A thing or scroll into his hands; a scroll gets its number with the next turn."""
    if isinstance(thing, Scroll):
        mage.scrolls.append(replace(thing, number=0))
    else:
        take(mage, thing)


def lay(world: World, space: int, thing: str) -> None:
    """A thing lies on a space, in listing order."""
    things = world.lying.setdefault(space, [])
    things.append(thing)
    things.sort(key=THING_ORDER.__getitem__)


def unlay(world: World, space: int, thing: str) -> None:
    """A thing lies on a space no longer."""
    things = world.lying[space]
    things.remove(thing)
    if not things:
        del world.lying[space]


def lose(mage: Mage, stat: str, amount: int) -> None:
    """Points of endurance or arcania lost; gained, if negative."""
    if stat == "endurance":
        mage.endurance -= amount
    else:
        mage.arcania -= amount


def form(world: World, spaces: tuple[int, ...], terrain: tuple[int, ...]) -> None:
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


def begin_turn(world: World, turn: int) -> None:
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


def drop_out(world: World, mage: Mage, stranded: str) -> None:
    """A mage out of the game: what he carried lies where he stood (GM-3)."""
    for thing in mage.items():
        lay(world, mage.space, thing)
    mage.artifacts.clear()
    mage.cloaks.clear()
    mage.scrolls.clear()
    mage.effects.clear()
    mage.team = BLACK
    mage.dropped = True
    for letter in stranded:
        world.mages[letter].may_uncloak = True
