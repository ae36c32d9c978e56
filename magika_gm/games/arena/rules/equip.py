"""SEQ 2 and 8: dropping, equipping, mounting, dismounting (ITEM, SIZE-2, VEH-4)."""

from __future__ import annotations

from magika_gm.games.arena.orders.order import Dismount, Drop, Equip, Mount, Order
from magika_gm.games.arena.rules.board import aloft
from magika_gm.games.arena.rules.events import (
    Dismounted,
    ItemDropped,
    ItemEquipped,
    ItemFell,
    Mounted,
    VehicleTaken,
)
from magika_gm.games.arena.rules.refusals import Code, Refusal
from magika_gm.games.arena.rules.state import Creature, State
from magika_gm.games.arena.rules.turn import Turn, creature_of, item_of
from magika_gm.games.arena.rules.units import capacity, idle, is_vehicle, load, may_bear, top, unit, weight
from magika_gm.games.arena.rules.values import flies, may_enter


def equip_and_mount(turn: Turn, *, late: bool) -> None:
    """A whole step, in sheet order; what was dropped in the air falls at its end (ITEM-3)."""
    for order in turn.orders[turn.active]:
        if isinstance(order, Drop | Equip | Mount | Dismount) and order.late == late:
            refusal = _carry_out(turn, order)
            if refusal is not None:
                turn.drop(turn.active, order, refusal)
    for item in sorted(turn.state.items.values(), key=lambda i: i.key):
        if not item.by and not item.gone and aloft(item.place):
            turn.tell(ItemFell(item.id, item.place))


def _carry_out(turn: Turn, order: Order) -> Refusal | None:
    match order:
        case Drop(ref, item, _):
            return _drop(turn, ref, item)
        case Equip(ref, item, _):
            return _equip(turn, ref, item)
        case Mount(rider, mount, _):
            return _mount(turn, rider, mount)
        case Dismount(rider, _):
            return _dismount(turn, rider)
    return None


def _drop(turn: Turn, ref: str, item_ref: str) -> Refusal | None:
    creature = turn.own_creature(ref, turn.active)
    if isinstance(creature, Refusal):
        return creature
    item = _held(turn.state, creature, item_ref)
    if item is None:
        return Refusal("ITEM-1", Code.NOT_HELD, item_ref)
    turn.tell(ItemDropped(creature.id, item, creature.place))
    return None


def _held(state: State, creature: Creature, ref: str) -> str | None:
    """An item a creature bears, by id or by name (the lowest id of it)."""
    borne = sorted((state.items[i] for i in creature.items), key=lambda i: i.key)
    return next((i.id for i in borne if ref in (i.id, i.kind.name)), None)


def _equip(turn: Turn, ref: str, item_ref: str) -> Refusal | None:
    """ITEM-1, LAW-22: a creature takes what lies in its place, if the table allows."""
    state = turn.state
    creature = turn.own_creature(ref, turn.active)
    if isinstance(creature, Refusal):
        return creature
    lying = sorted((i for i in state.items.values() if not i.by and not i.gone), key=lambda i: i.key)
    here = [i.id for i in lying if i.place == creature.place]
    named = next((i for i in here if state.items[i].kind.name == item_ref), None)
    id_ = named or item_of(state, item_ref, turn.active)
    if isinstance(id_, Refusal):
        return id_
    if id_ not in here:
        return Refusal("ITEM-1", Code.NOT_HERE, id_)
    if not may_bear(creature.kind, state.items[id_].kind):
        return Refusal("ITEM-1", Code.UNFIT, id_)
    turn.tell(ItemEquipped(creature.id, id_))
    return None


def _partners(turn: Turn, one: Creature, other: Creature) -> Refusal | None:
    """SIZE-2: one a non-idle creature of the active player, the other that or an idle vehicle."""
    state, side = turn.state, turn.active
    mine = [c for c in (one, other) if c.side == side and not idle(state, c)]
    for creature in (one, other):
        if creature not in mine and not idle(state, creature):
            return Refusal("SIZE-2", Code.NOT_YOURS, creature.id)
    return None if mine else Refusal("VEH-2", Code.IDLE, one.id)


def among_enemies(state: State, side: str, rider: Creature, mount: Creature) -> Refusal | None:
    """LAW-2: no unit has an enemy among its riders; idle vehicles ride with those of one player alone."""
    for creature in (*unit(state, rider), *unit(state, top(state, mount))):
        if creature.side != side and not idle(state, creature):
            return Refusal("LAW-2", Code.NOT_YOURS, creature.id)
    return None


def mount_refused(state: State, rider: Creature, mount: Creature) -> Refusal | None:
    """SIZE-1: whether a mount, and all that carries it, can carry a rider with its riders."""
    if rider.place != mount.place:
        return Refusal("SIZE-2", Code.NOT_HERE, mount.id)
    if rider.on == mount.id:
        return Refusal("SIZE-2", Code.SAME_MOUNT, mount.id)
    weights = {c.id: weight(c) for c in unit(state, rider)}
    added = sum(weights.values())
    carrier: Creature | None = mount
    while carrier is not None:
        if carrier.id in weights:
            return Refusal("SIZE-1", Code.TOO_HEAVY, mount.id)
        already = added if any(c.id == rider.id for c in unit(state, carrier)) else 0
        if load(state, carrier) - already + added > capacity(carrier):
            return Refusal("SIZE-1", Code.TOO_HEAVY, carrier.id)
        carrier = state.creatures[carrier.on] if carrier.on else None
    return None


def _mount(turn: Turn, rider_ref: str, mount_ref: str) -> Refusal | None:
    state = turn.state
    rider = creature_of(state, rider_ref, turn.active)
    mount = creature_of(state, mount_ref, turn.active)
    for found in (rider, mount):
        if isinstance(found, Refusal):
            return found
    assert isinstance(rider, Creature)
    assert isinstance(mount, Creature)
    refusal = _partners(turn, rider, mount) or among_enemies(state, turn.active, rider, mount)
    refusal = refusal or mount_refused(state, rider, mount)
    if refusal is not None:
        return refusal
    turn.tell(Mounted(rider.id, mount.id, rider.on))
    take_vehicles(turn, top(state, mount))
    return None


def take_vehicles(turn: Turn, mount: Creature) -> None:
    """VEH-1: vehicles of a unit are on the side of who rides or carries them."""
    state = turn.state
    members = unit(state, mount)
    sides = {c.side for c in members if not is_vehicle(state, c)}
    for creature in members:
        if len(sides) == 1 and creature.side not in sides and not idle(state, creature):
            turn.tell(VehicleTaken(creature.id, next(iter(sides))))


def _dismount(turn: Turn, ref: str) -> Refusal | None:
    """SIZE-2, SIZE-4: not into terrain the rider may not enter, nor in the air unless it flies."""
    state = turn.state
    rider = creature_of(state, ref, turn.active)
    if isinstance(rider, Refusal):
        return rider
    if not rider.on:
        return Refusal("SIZE-2", Code.NOT_RIDING, rider.id)
    refusal = _partners(turn, rider, state.creatures[rider.on])
    if refusal is not None:
        return refusal
    if not (flies(state, rider) if aloft(rider.place) else may_enter(state, rider, rider.place >> 1)):
        return Refusal("SIZE-4", Code.NO_LANDING, rider.id)
    turn.tell(Dismounted(rider.id, rider.on))
    return None
