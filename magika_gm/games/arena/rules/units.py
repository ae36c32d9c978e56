"""Units, riders, vehicles: who is carried by whom, who is idle, who pilots (SIZE, VEH)."""

from __future__ import annotations

from collections.abc import Iterator

from magika_gm.games.arena.rules.state import (
    NOWHERE,
    Corpse,
    Creature,
    Item,
    Now,
    State,
    id_key,
    in_order,
    new_creature,
)
from magika_gm.games.arena.rules.tables import (
    ABILITY_TYPE,
    MOST_LEVEL,
    REGENERATION,
    Flight,
    Gives,
    ItemKind,
    Kind,
    Ranged,
)
from magika_gm.games.arena.rules.terms import COURT, OTHER, AttackType, MagicType, ground

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


# Current values: what a creature is worth at this moment (MAG-24, CRE-2).


ANTI_MAGIC = "Anti-Magic"
CONSECRATE = "Consecrate"
MIRAGE = "Mirage"
WALL_OF_THORNS = "Wall of Thorns"
WALL_OF_FORCE = "Wall of Force"
PHANTOM_BLADES = "Phantom Blades"
_LIFE = (MagicType.CHARM, MagicType.CREATURE, MagicType.DEATH)


def immune(kind: Kind, magic: MagicType) -> bool:
    """MAG-4: undead and machines to Charm, Creature and Death; animals to Charm."""
    if kind.undead or kind.machine:
        return magic in _LIFE
    return kind.animal and magic is MagicType.CHARM


def smothered(state: State, place: int) -> bool:
    """Whether Anti-Magic lies over a place (MAG-20)."""
    if not state.enchantments:
        return False
    area = state.board.area[place >> 1]
    return any(e.name == ANTI_MAGIC and e.aim.place >> 1 in area for e in state.enchantments.values())


def item_works(state: State, creature: Creature, item: Item) -> bool:
    """Whether a borne item does anything for its bearer now (ITEM-1, LAW-10, MAG-4, MAG-20)."""
    kind = item.kind
    if item.disenchanted or not may_bear(creature.kind, kind) or immune(creature.kind, kind.type):
        return False
    return kind.tech or not smothered(state, creature.place)


def working_items(state: State, creature: Creature) -> list[Item]:
    """Its items that work, in order of ids, one of a kind (ITEM-2)."""
    if len(creature.items) == 1:
        only = state.items[creature.items[0]]
        return [only] if item_works(state, creature, only) else []
    found: list[Item] = []
    for item in in_order(state.items[i] for i in creature.items):
        if item_works(state, creature, item) and all(item.kind is not f.kind for f in found):
            found.append(item)
    return found


def lent(state: State, creature: Creature) -> list[Gives]:
    """Everything items, enchantments and passing effects lend a creature."""
    found = [item.kind.gives for item in working_items(state, creature)] if creature.items else []
    if state.enchantments:
        found += [e.gives for e in state.enchantments.values() if e.aim.id == creature.id]
    if state.now.passing:
        found += [p.gives for p in state.now.passing if p.aim.id == creature.id]
    return found


def power(state: State, creature: Creature) -> int:
    """Its current Power (MAG-24)."""
    return _power(creature, lent(state, creature))


def _power(creature: Creature, gives: list[Gives]) -> int:
    value = creature.printed_power - creature.power_lost + creature.power_gained
    for g in gives:
        if g.powerless:
            return 0
        value += g.power
    return max(value, 0)


def adds(state: State, creature: Creature) -> int:
    """The Power it adds to its side's total: none if Befuddled or netted (TGT-2)."""
    gives = lent(state, creature)
    if gives and any(g.mute or g.disarmed for g in gives):
        return 0
    return _power(creature, gives)


def poison(state: State, creature: Creature) -> int:
    """Its poison bonus; Blunt attacks have none (POIS-3)."""
    if creature.kind.type is AttackType.BLUNT:
        return 0
    gives = lent(state, creature)
    if any(g.mute for g in gives):
        return 0
    return creature.kind.poison + sum(g.poison for g in gives)


def move(state: State, creature: Creature) -> int:
    """Its current Move."""
    value = creature.printed_move - creature.move_lost
    for g in lent(state, creature):
        if g.held or g.rooted:
            return 0
        value += g.move
    return max(value, 0)


def flight(state: State, creature: Creature) -> Flight | None:
    """Its flight, printed or lent; lent flight carries who is alone only (LAW-11). Pilots are another question."""
    if creature.kind.flight is not None:
        return creature.kind.flight
    if not creature.items or creature.on or creature.riders:
        return None
    return lent_flight(state, creature)


def lent_flight(state: State, creature: Creature) -> Flight | None:
    """The best flight its items would lend it."""
    lent_to_it = [g.flight for g in lent(state, creature) if g.flight is not None]
    return max(lent_to_it, key=lambda f: (f.speed, f.duration), default=None)


def flies(state: State, creature: Creature) -> bool:
    """Whether it flies by itself, once free: a vehicle only with a possible pilot aboard (SIZE-4, SIZE-6)."""
    if is_vehicle(state, creature) and not possible_pilots(state, creature):
        return False
    if creature.kind.flight is not None:
        return True
    return bool(creature.items) and not creature.riders and lent_flight(state, creature) is not None


def bound(creature: Creature) -> bool:
    """MAG-7: whether a longer spell keeps it from moving, piloting and other magic."""
    return creature.casting is not None


def bound_by(state: State, mount: Creature) -> str:
    """The rule by which a unit with this top mount moves nowhere by itself; "" if none does. Before edition 3 that was
    not said."""
    if state.edition < 3:
        return ""
    return "MAG-7" if bound(mount) else "VEH-1" if unpiloted(state, mount) else ""


def walk_points(state: State, creature: Creature) -> int:
    """How far a unit with this top mount may walk now (MOVE-1, MAG-7, VEH-1)."""
    if bound(creature) or (creature.kind.vehicle and unpiloted(state, creature)):
        return 0
    return move(state, creature)


def flight_speed(state: State, creature: Creature) -> int:
    """How far a unit with this top mount may fly now; 0 if it does not fly at all."""
    wings = flight(state, creature)
    if wings is None or bound(creature) or (creature.kind.vehicle and unpiloted(state, creature)):
        return 0
    gives = lent(state, creature)
    if any(g.held for g in gives):
        return 0
    return max(wings.speed + sum(g.speed for g in gives), 0)


def may_take_off(state: State, creature: Creature) -> bool:
    """Whether a grounded unit with this top mount may take off, storms apart (FLY-1, MAG-7, VEH-1, LAW-5)."""
    if flight(state, creature) is None or bound(creature):
        return False
    if creature.kind.vehicle and unpiloted(state, creature):
        return False
    return not any(g.rooted for g in lent(state, creature))


def regenerates(state: State, creature: Creature) -> bool:
    """Whether it has Regeneration now, its own or lent (ABIL-1)."""
    if creature.kind.ability == REGENERATION and not smothered(state, creature.place):
        return not immune(creature.kind, ABILITY_TYPE[REGENERATION])
    return any(g.regenerates for g in lent(state, creature))


def unseen(state: State, creature: Creature) -> bool:
    """Whether Invisibility or its Cloak hides it from enemies' choice."""
    return any(g.unseen for g in lent(state, creature))


def warded(state: State, creature: Creature) -> bool:
    """Whether an Amulet keeps it from being a spell's Creature target."""
    return bool(creature.items) and any(g.warded for g in lent(state, creature))


def poison_proof(state: State, creature: Creature) -> bool:
    """POIS-3: undead, machines and who wears a Gas Mask."""
    if creature.kind.undead or creature.kind.machine:
        return True
    return bool(creature.items) and any(g.masked for g in lent(state, creature))


def level(state: State, creature: Creature, magic: MagicType) -> int:
    """Its level in a type of magic; Holy Symbol and Skull Staff add to it (MAG-2)."""
    value = creature.kind.spells.get(magic, 0)
    if creature.items:
        value += sum(g.levels.get(magic, 0) for g in lent(state, creature))
    return min(value, MOST_LEVEL)


def weapons(state: State, creature: Creature) -> list[tuple[str, Ranged]]:
    """Its ranged attacks: its own ("") first, then items in order of ids (LAW-15)."""
    found: list[tuple[str, Ranged]] = []
    if creature.kind.ranged is not None:
        found.append(("", creature.kind.ranged))
    if creature.items:
        found += [(i.id, i.kind.gives.ranged) for i in working_items(state, creature) if i.kind.gives.ranged]
    return found


def disarmed_shot(state: State, creature: Creature) -> bool:
    """Whether its shots add nothing (Befuddle, Turn Undead)."""
    return any(g.mute or g.powerless for g in lent(state, creature))


def consecrated(state: State, hex_: int) -> bool:
    """Whether a hex is under Consecrate."""
    place = ground(hex_ << 1)
    return any(e.name == CONSECRATE and e.aim.place == place for e in state.enchantments.values())


def mirage(state: State, hex_: int) -> bool:
    """Whether a Mirage stands over a hex."""
    return any(p.name == MIRAGE and p.aim.place >> 1 == hex_ for p in state.now.passing)


def fits(state: State, creature: Creature, hex_: int) -> bool:
    """Whether the terrain of a hex is of a type the creature may enter (court: everybody, BOARD-5)."""
    letter = state.terrain[hex_]
    return letter == COURT or letter in creature.kind.terrain


def unholy(creature: Creature) -> bool:
    """Whom Consecrate keeps out."""
    return creature.kind.undead or creature.kind.evil


def may_enter(state: State, creature: Creature, hex_: int) -> bool:
    """Whether a unit with this top mount may enter the ground of a hex (MOVE-1)."""
    if state.now.passing and mirage(state, hex_):
        return False
    barred = bool(state.enchantments) and unholy(creature) and consecrated(state, hex_)
    if fits(state, creature, hex_) and not barred:
        return True
    return bool(state.now.passing) and any(g.any_terrain for g in lent(state, creature))


def walls(state: State) -> set[tuple[int, int]]:
    """Hex sides with a wall (BOARD-7)."""
    found: set[tuple[int, int]] = set()
    if state.enchantments:
        found |= {wall_of(e.aim.place, e.aim.other) for e in state.enchantments.values() if e.name == WALL_OF_THORNS}
    if state.now.passing:
        found |= {wall_of(p.aim.place, p.aim.other) for p in state.now.passing if p.name == WALL_OF_FORCE}
    return found


def wall_of(one: int, other: int) -> tuple[int, int]:
    """The wall between two ground places, as hexes, the lower first."""
    return (one >> 1, other >> 1) if one < other else (other >> 1, one >> 1)


def on_creature(state: State, creature_id: str, name: str) -> bool:
    """Whether a passing effect of that name is on a creature (MAG-13)."""
    return any(p.name == name and p.aim.id == creature_id for p in state.now.passing)


# Pieces of a change: what several events do to a state alike.


def bring(state: State, mover: str, place: int) -> None:
    """A unit with all it carries goes to a place."""
    for creature in unit(state, state.creatures[mover]):
        creature.place = place


def lay(state: State, item: str, place: int) -> None:
    """An item leaves who bears it and lies at a place; ``NOWHERE``: at none."""
    thing = state.items[item]
    if thing.by:
        bearer = state.creatures[thing.by]
        bearer.items = tuple(i for i in bearer.items if i != item)
        thing.by = ""
    thing.place = place


def take(state: State, creature: str, item: str) -> None:
    """A creature bears an item."""
    state.items[item].by = creature
    state.items[item].place = NOWHERE
    state.creatures[creature].items += (item,)


def destroy(state: State, item: str) -> None:
    """An item is gone for good."""
    lay(state, item, NOWHERE)
    state.items[item].gone = True


def leave_mount(state: State, rider: Creature) -> None:
    """A rider is no longer on its mount."""
    if rider.on:
        mount = state.creatures[rider.on]
        mount.riders = tuple(r for r in mount.riders if r != rider.id)
        rider.on = ""


def die(state: State, creature: Creature, place: int, corpse: str) -> None:
    """CRE-3: items to the ground, a corpse, riders dismounted."""
    strip(state, creature)
    creature.dead = True
    if corpse:
        state.corpses[corpse] = Corpse(
            id=corpse, key=id_key(corpse), kind=creature.kind, hex=place >> 1, of=creature.id, side=creature.side
        )  # fmt: skip
        state.made["C"] = max(state.made["C"], id_key(corpse))


def strip(state: State, creature: Creature) -> None:
    """What a creature bears falls, its riders stand beside it, its spell is lost."""
    for item in creature.items:
        lay(state, item, ground(creature.place))
    for rider in creature.riders:
        state.creatures[rider].on = ""
    creature.riders = ()
    leave_mount(state, creature)
    creature.casting = None


def revive(state: State, id_: str, side: str, place: int) -> None:
    """MAG-23: no items, full printed values, no counted effects, for good on the side it died on."""
    old = state.creatures[id_]
    new = new_creature(id_, old.kind, side, place)
    new.printed_power, new.printed_move = old.printed_power, old.printed_move
    state.creatures[id_] = new


def end_turn(state: State) -> None:
    """What holds for a player turn only is over."""
    for creature in state.creatures.values():
        if creature.air and not creature.place & 1:
            creature.air = 0
    state.now = Now(active=state.now.active)
