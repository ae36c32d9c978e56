"""Units, riders, vehicles: who is carried by whom, who is idle, who pilots (SIZE, VEH)."""

from __future__ import annotations

from collections.abc import Iterator

from magika_gm.games.arena.rules.state import Creature, Item, State
from magika_gm.games.arena.rules.tables import ItemKind, Kind
from magika_gm.games.arena.rules.terms import OTHER

CONTROL_ANIMAL = "Control Animal"
CHARM_CREATURE = "Charm Creature"
TURNING = (CHARM_CREATURE, CONTROL_ANIMAL)
"""Enchantments that change sides (MAG-22)."""


def enchanted(state: State, creature_id: str, name: str) -> bool:
    """Whether an enchantment of that name is on a creature (or on anything with that id)."""
    return any(e.name == name and e.aim.id == creature_id for e in state.enchantments.values())


def is_vehicle(state: State, creature: Creature) -> bool:
    """Whether it is a vehicle now: under Control Animal none is (MAG-22)."""
    if not creature.kind.vehicle:
        return False
    return not (state.enchantments and enchanted(state, creature.id, CONTROL_ANIMAL))


def riders(state: State, creature: Creature) -> list[Creature]:
    """Those directly on it."""
    return [state.creatures[r] for r in creature.riders]


def unit(state: State, creature: Creature) -> list[Creature]:
    """A creature with all it carries at every level, itself first."""
    found = [creature]
    for rider in creature.riders:
        found += unit(state, state.creatures[rider])
    return found


def top(state: State, creature: Creature) -> Creature:
    """The top mount: what carries it and is carried by nothing."""
    while creature.on:
        creature = state.creatures[creature.on]
    return creature


def idle(state: State, creature: Creature) -> bool:
    """VEH-2: a vehicle neither ridden by nor riding on a non-vehicle creature (directly)."""
    if not creature.kind.vehicle or not is_vehicle(state, creature):
        return False
    if creature.on and not is_vehicle(state, state.creatures[creature.on]):
        return False
    return all(is_vehicle(state, state.creatures[r]) for r in creature.riders)


def left_idle(state: State, creature: Creature) -> bool:
    """Whether it would be idle if nothing carried it."""
    return is_vehicle(state, creature) and all(is_vehicle(state, r) for r in riders(state, creature))


def possible_pilots(state: State, vehicle: Creature) -> list[Creature]:
    """VEH-1: non-vehicle creatures with hands riding directly on it."""
    return [r for r in riders(state, vehicle) if r.kind.hands and not is_vehicle(state, r)]


def unmanned(state: State, creature: Creature) -> bool:
    """Whether it is a vehicle no possible pilot rides (VEH-1, VEH-3)."""
    return is_vehicle(state, creature) and not possible_pilots(state, creature)


def unpiloted(state: State, creature: Creature) -> bool:
    """Whether it is a vehicle nobody pilots: a pilot casting a longer spell does not (VEH-6)."""
    return is_vehicle(state, creature) and all(p.casting is not None for p in possible_pilots(state, creature))


def forces(state: State, place: int, side: str) -> list[Creature]:
    """The creatures of a side in a place, mounts and riders, without idle vehicles, in order of ids (FIGHT-2)."""
    return [c for c in state.at(place) if c.side == side and not idle(state, c)]


def present(state: State, place: int, side: str) -> bool:
    """Whether a side has a creature that is not idle in a place."""
    return any(
        c.place == place and c.side == side and not c.dead and not idle(state, c) for c in state.creatures.values()
    )


def enemy_in(state: State, place: int, side: str) -> bool:
    """Whether an enemy creature of ``side`` is in a place."""
    return present(state, place, OTHER[side])


def weight(creature: Creature) -> int:
    """SIZE-1: what a rider weighs."""
    return 1 << (creature.kind.size - 1)


def capacity(creature: Creature) -> int:
    """SIZE-1: what a mount carries."""
    return (1 << creature.kind.size) >> 2


def load(state: State, creature: Creature) -> int:
    """The weight of all it carries, at every level."""
    return sum(weight(c) for c in unit(state, creature)) - weight(creature)


def bearers(state: State, side: str) -> Iterator[Creature]:
    """Living creatures of a side that are not idle."""
    return (c for c in state.creatures.values() if c.side == side and not c.dead and not idle(state, c))


def place_of_item(state: State, item: Item) -> int:
    """Where an item is: its bearer's place, or where it lies."""
    return state.creatures[item.by].place if item.by else item.place


def may_bear(bearer: Kind, item: ItemKind) -> bool:
    """ITEM-1: whether a kind of creature has what the table asks of a bearer."""
    least, most = item.sizes
    return item.who <= bearer.attributes and least <= bearer.size <= most
