"""SEQ 4: take-offs, walking and flying, landings (MOVE, FLY, CTRL-2)."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.games.arena.orders.model import (
    CalmStorm,
    ChangeTerrain,
    Dismount,
    Drop,
    Equip,
    FlightEnd,
    Fly,
    Leg,
    MakeStorm,
    Mount,
    Move,
    Order,
)
from magika_gm.games.arena.rules.effects import STORM_TURNS
from magika_gm.games.arena.rules.events import (
    AirCounted,
    Dismounted,
    Flew,
    ItemDropped,
    ItemEquipped,
    ItemFell,
    Landed,
    Mounted,
    PassingEnded,
    StormCalmed,
    StormMade,
    StormPassed,
    TerrainChanged,
    TookOff,
    VehicleTaken,
    Walked,
)
from magika_gm.games.arena.rules.refusals import Code, Refusal
from magika_gm.games.arena.rules.state import Creature, State, in_order
from magika_gm.games.arena.rules.terms import DIRECTIONS, Phase, above, aloft, ground
from magika_gm.games.arena.rules.turn import Turn, creature_of, item_of
from magika_gm.games.arena.rules.units import (
    bound_by,
    capacity,
    enemy_in,
    flies,
    flight,
    flight_speed,
    idle,
    is_vehicle,
    load,
    may_bear,
    may_enter,
    may_take_off,
    top,
    unit,
    walk_points,
    walls,
    weight,
)


class Flyer:
    """A unit in the air in SEQ 4: what it may still do."""

    def __init__(self, turn: Turn, mount: Creature, order: Fly | None) -> None:
        wings = flight(turn.state, mount)
        assert wings is not None
        self.mount = mount
        self.order = order
        self.speed = flight_speed(turn.state, mount)
        self.duration = wings.duration
        self.stopped = False
        """It met an enemy in the air: no landing in this step (FLY-3)."""
        self.lands = False

    @property
    def must_land(self) -> bool:
        """FLY-4: at air count = duration."""
        return self.mount.air >= self.duration


def move_units(turn: Turn) -> None:
    """The whole step: take-offs, then moves in sheet order and default flyers by id, then landings, then CTRL-3."""
    orders = _first_orders(turn)
    flyers: dict[str, Flyer] = {}
    _count_aloft(turn, orders, flyers)
    for mount, order in orders:
        if isinstance(order, Fly) and mount.id not in flyers:
            _take_off(turn, mount, order, flyers)
    for mount, order in orders:
        if isinstance(order, Move):
            _walk(turn, mount, order)
        elif mount.id in flyers:
            _fly(turn, flyers[mount.id], order)
    ordered = [mount.id for mount, order in orders if mount.id in flyers and isinstance(order, Fly)]
    default = [f for f in flyers.values() if f.mount.id not in ordered]
    for flyer in sorted(default, key=lambda f: f.mount.key):
        _by_default(turn, flyer)
    for flyer in [flyers[i] for i in ordered] + sorted(default, key=lambda f: f.mount.key):
        if flyer.lands:
            _land(turn, flyer.mount)
    turn.tell(PassingEnded(Phase.M1))
    turn.settle_control()


def _first_orders(turn: Turn) -> list[tuple[Creature, Move | Fly]]:
    """One order a unit, the first; a line that names a rider speaks of its unit (MOVE-3, MOVE-4)."""
    found: dict[str, tuple[Creature, Move | Fly]] = {}
    for order in turn.orders[turn.active]:
        if not isinstance(order, Move | Fly):
            continue
        creature = turn.own_creature(order.unit, turn.active)
        if isinstance(creature, Refusal):
            turn.drop(order, creature)
            continue
        mount = top(turn.state, creature)
        if mount.id in found:
            turn.drop(order, Refusal("MOVE-3", Code.SECOND_ORDER, mount.id))
        else:
            found[mount.id] = (mount, order)
    return list(found.values())


def _count_aloft(turn: Turn, orders: Sequence[tuple[Creature, Move | Fly]], flyers: dict[str, Flyer]) -> None:
    """FLY-4: the air count of every unit aloft goes up."""
    flown = {mount.id: order for mount, order in orders if isinstance(order, Fly)}
    for creature in turn.state.by_id():
        carried = creature.on or creature.side != turn.active or not aloft(creature.place)
        if carried or flight(turn.state, creature) is None or idle(turn.state, creature):
            continue
        turn.tell(AirCounted(creature.id, creature.air + 1))
        flyers[creature.id] = Flyer(turn, creature, flown.get(creature.id))


def _take_off(turn: Turn, mount: Creature, order: Fly, flyers: dict[str, Flyer]) -> None:
    """A grounded flyer told to fly takes off first; one that cannot stays (FLY-1, STORM-1)."""
    state = turn.state
    if flight(state, mount) is None or aloft(mount.place):
        turn.drop(order, Refusal("FLY-1", Code.NO_FLIGHT, mount.id))
    elif mount.place >> 1 in state.storms:
        turn.drop(order, Refusal("STORM-1", Code.STORM, mount.id))
    elif not may_take_off(state, mount):
        turn.drop(order, Refusal(bound_by(state, mount) or "FLY-1", Code.NOT_ALOFT, mount.id))
    else:
        flyer = Flyer(turn, mount, order)
        flyers[mount.id] = flyer
        turn.tell(TookOff(mount.id, above(mount.place)))
        turn.tell(AirCounted(mount.id, mount.air + 1))
        turn.take_hex(mount.place)
        flyer.stopped = enemy_in(state, mount.place, turn.active)


# --- walking ---


class _Way:
    """A path as far as it is legal, and why not farther (None: it can be gone to its end)."""

    __slots__ = ("path", "refusal")

    def __init__(self, path: tuple[int, ...], refusal: Refusal | None) -> None:
        self.path = path
        self.refusal = refusal


def next_hex(state: State, place: int, step: str) -> int | None:
    """The hex a step leads to from a place: a direction, or the name of an adjacent hex."""
    steps = state.board.steps[place >> 1]
    if step in DIRECTIONS:
        return steps.get(step)
    hex_ = state.board.index.get(step.rstrip("^"))
    return hex_ if hex_ in steps.values() else None


def _walkable(turn: Turn, mount: Creature, steps: Sequence[str]) -> _Way:
    """MOVE-1, MOVE-2: as far as its Move, terrain, walls and enemies allow. Stopping to fight is an end."""
    state, place, points = turn.state, mount.place, walk_points(turn.state, mount)
    barred = walls(state)
    path: list[int] = []
    for step in steps:
        hex_ = next_hex(state, place, step)
        if path and enemy_in(state, place, turn.active):
            break
        refusal = None
        if hex_ is None:
            refusal = Refusal("BOARD-2", Code.NO_HEX, step)
        elif len(path) >= points:
            code = Code.POINTS if points else Code.CANNOT_MOVE
            rule = bound_by(state, mount) or "MOVE-1"
            refusal = Refusal(rule, code, state.board.names[hex_] if points else mount.id)
        elif state.board.wall(place >> 1, hex_) in barred:
            refusal = Refusal("BOARD-7", Code.WALL, state.board.names[hex_])
        elif not may_enter(state, mount, hex_):
            refusal = Refusal("MOVE-1", Code.TERRAIN, state.board.names[hex_])
        if refusal is not None or hex_ is None:
            return _Way(tuple(path), refusal)
        place = hex_ << 1
        path.append(place)
    return _Way(tuple(path), None)


def _walk(turn: Turn, mount: Creature, order: Move) -> None:
    if aloft(mount.place):
        turn.drop(order, Refusal("MOVE-1", Code.ALOFT, mount.id))
        return
    ways = [_walkable(turn, mount, path) for path in order.paths]
    way = next((w for w in ways if w.refusal is None), ways[0])
    if way.refusal is not None:
        turn.drop(order, way.refusal)
    if way.path:
        turn.tell(Walked(mount.id, mount.place, way.path))
        for place in way.path:
            turn.take_hex(place)


# --- flying ---


def _flyable(turn: Turn, flyer: Flyer, leg: Leg) -> _Way:
    """FLY-1, FLY-3: as far as speed, storms and enemies aloft allow."""
    state, place = turn.state, flyer.mount.place
    path: list[int] = []
    for step in leg.steps:
        hex_ = next_hex(state, place, step)
        if flyer.stopped or (path and enemy_in(state, place, turn.active)):
            break
        refusal = None
        if hex_ is None:
            refusal = Refusal("BOARD-2", Code.NO_HEX, step)
        elif len(path) >= flyer.speed:
            rule = bound_by(state, flyer.mount)
            code, about = (Code.CANNOT_MOVE, flyer.mount.id) if rule else (Code.POINTS, state.board.names[hex_])
            refusal = Refusal(rule or "FLY-1", code, about)
        elif hex_ in state.storms:
            refusal = Refusal("STORM-1", Code.STORM, state.board.names[hex_])
        if refusal is not None or hex_ is None:
            return _Way(tuple(path), refusal)
        place = (hex_ << 1) | 1
        path.append(place)
    return _Way(tuple(path), None)


def _fly(turn: Turn, flyer: Flyer, order: Move | Fly) -> None:
    """An ordered flight: the first leg that can be flown to its end, then how it ends."""
    assert isinstance(order, Fly)
    ways = [(_flyable(turn, flyer, leg), leg) for leg in order.legs]
    way, leg = next(((w, leg) for w, leg in ways if w.refusal is None), ways[0])
    if way.refusal is not None:
        turn.drop(order, way.refusal)
    _go(turn, flyer, way.path)
    if flyer.stopped:
        return
    if leg.end is FlightEnd.LAND:
        if may_enter(turn.state, flyer.mount, flyer.mount.place >> 1):
            flyer.lands = True
            return
        turn.drop(order, Refusal("FLY-5", Code.TERRAIN, turn.state.board.names[flyer.mount.place >> 1]))
        if not flyer.must_land:
            return
    elif not flyer.must_land:
        return
    else:
        turn.drop(order, Refusal("FLY-4", Code.MUST_LAND, flyer.mount.id))
    _come_down(turn, flyer)


def _go(turn: Turn, flyer: Flyer, path: tuple[int, ...], *, gliding: bool = False) -> None:
    if not path:
        return
    turn.tell(Flew(flyer.mount.id, flyer.mount.place, path, gliding))
    flyer.speed -= len(path)
    for place in path:
        turn.take_hex(place)
    flyer.stopped = enemy_in(turn.state, flyer.mount.place, turn.active)


def _by_default(turn: Turn, flyer: Flyer) -> None:
    """FLY-7: a unit aloft without an order stays up if duration and storms allow; otherwise it comes down."""
    hex_ = flyer.mount.place >> 1
    stormy = hex_ in turn.state.storms and hex_ not in turn.state.now.fresh_storms
    if flyer.must_land or stormy:
        _come_down(turn, flyer)


def _come_down(turn: Turn, flyer: Flyer) -> None:
    """FLY-7: it lands below, not among enemies; else it glides and lands; else FLY-6 in SEQ 7."""
    if _free_below(turn, flyer.mount, flyer.mount.place >> 1):
        flyer.lands = True
        return
    path = _glide(turn, flyer)
    if path:
        _go(turn, flyer, path, gliding=True)
        flyer.lands = True


def _free_below(turn: Turn, mount: Creature, hex_: int) -> bool:
    return may_enter(turn.state, mount, hex_) and not enemy_in(turn.state, hex_ << 1, turn.active)


def _glide(turn: Turn, flyer: Flyer) -> tuple[int, ...]:
    """The shortest way to the nearest airspace above free ground: own hexes first, then by name (FLY-7)."""
    state, side = turn.state, turn.active
    start = flyer.mount.place >> 1
    ways: dict[int, tuple[int, ...]] = {start: ()}
    edge = [start]
    for _ in range(flyer.speed):
        further: dict[int, tuple[int, ...]] = {}
        for hex_ in edge:
            for other in state.board.near[hex_]:
                if other in ways or other in state.storms or enemy_in(state, (other << 1) | 1, side):
                    continue
                way = (*ways[hex_], (other << 1) | 1)
                if other not in further or way < further[other]:
                    further[other] = way
        ways |= further
        edge = sorted(further)
        fit = [h for h in edge if _free_below(turn, flyer.mount, h)]
        if fit:
            best = min(fit, key=lambda h: (state.control[h] != side, h))
            return ways[best]
    return ()


def _land(turn: Turn, mount: Creature) -> None:
    turn.tell(Landed(mount.id, ground(mount.place)))
    turn.take_hex(mount.place)


# SEQ 2 and 8: dropping, equipping, mounting, dismounting (ITEM, SIZE-2, VEH-4).


def equip_and_mount(turn: Turn, *, late: bool) -> None:
    """A whole step, in sheet order; what was dropped in the air falls at its end (ITEM-3)."""
    for order in turn.orders[turn.active]:
        if isinstance(order, Drop | Equip | Mount | Dismount) and order.late == late:
            refusal = _carry_out(turn, order)
            if refusal is not None:
                turn.drop(order, refusal)
    for item in in_order(turn.state.items.values()):
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
    borne = in_order(state.items[i] for i in creature.items)
    return next((i.id for i in borne if ref in (i.id, i.kind.name)), None)


def _equip(turn: Turn, ref: str, item_ref: str) -> Refusal | None:
    """ITEM-1, LAW-22: a creature takes what lies in its place, if the table allows."""
    state = turn.state
    creature = turn.own_creature(ref, turn.active)
    if isinstance(creature, Refusal):
        return creature
    lying = in_order(i for i in state.items.values() if not i.by and not i.gone)
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


# SEQ 0 and 1: storms that are over, terrain and storms bought (TERR, STORM).


OWN_COST, FREE_COST, ENEMY_COST = 4, 6, 8


def budget(state: State, side: str) -> int:
    """TERR-1: the hexes a player controls."""
    return state.control.count(side)


def change_cost(state: State, side: str, hex_: int) -> int:
    """TERR-2: 4 for a hex he controls, 6 for an uncontrolled one, 8 for an opponent's."""
    holder = state.control[hex_]
    if holder == side:
        return OWN_COST
    return ENEMY_COST if holder else FREE_COST


def passing_storms(state: State, turn: int) -> list[int]:
    """STORM-3: hexes of storms whose last player turn is over as that one begins."""
    return sorted(h for h, until in state.storms.items() if until < turn)


def end_storms(turn: Turn) -> None:
    """STORM-3: they pass before anything is changed."""
    for hex_ in passing_storms(turn.state, turn.state.turn):
        turn.tell(StormPassed(hex_))


def change_terrain(turn: Turn) -> None:
    """TERR-3: in sheet order, as far as the budget goes."""
    left = budget(turn.state, turn.active)
    terrain_done: set[int] = set()
    storm_done: set[int] = set()
    for order in turn.orders[turn.active]:
        if not isinstance(order, ChangeTerrain | MakeStorm | CalmStorm):
            continue
        done = terrain_done if isinstance(order, ChangeTerrain) else storm_done
        hex_ = turn.state.board.index.get(order.hex)
        if hex_ is None:
            turn.drop(order, Refusal("ORD-2", Code.UNKNOWN, order.hex))
            continue
        cost = change_cost(turn.state, turn.active, hex_)
        refusal = _refused(turn.state, order, hex_, done)
        if refusal is None and cost > left:
            refusal = Refusal("TERR-3", Code.BUDGET, order.hex)
        if refusal is not None:
            turn.drop(order, refusal)
            continue
        left -= cost
        done.add(hex_)
        _change(turn, order, hex_, cost)


def _refused(state: State, order: ChangeTerrain | MakeStorm | CalmStorm, hex_: int, done: set[int]) -> Refusal | None:
    if hex_ in done:
        return Refusal("TERR-3", Code.TWICE, order.hex)
    match order:
        case ChangeTerrain(name, terrain):
            if hex_ in state.kings.values():
                return Refusal("TERR-2", Code.KING_HEX, name)
            return Refusal("TERR-3", Code.SAME_TERRAIN, name) if state.terrain[hex_] == terrain else None
        case MakeStorm(name):
            return Refusal("TERR-3", Code.STORM_THERE, name) if hex_ in state.storms else None
        case CalmStorm(name):
            return None if hex_ in state.storms else Refusal("TERR-3", Code.NO_STORM, name)


def _change(turn: Turn, order: ChangeTerrain | MakeStorm | CalmStorm, hex_: int, cost: int) -> None:
    side = turn.active
    match order:
        case ChangeTerrain(_, terrain):
            turn.tell(TerrainChanged(hex=hex_, before=turn.state.terrain[hex_], after=terrain, side=side, cost=cost))
        case MakeStorm():
            turn.tell(StormMade(hex_, turn.state.turn + STORM_TURNS - 1, side, cost))
        case CalmStorm():
            turn.tell(StormCalmed(hex_, side, cost))
