"""SEQ 4: take-offs, walking and flying, landings (MOVE, FLY, CTRL-2)."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.games.arena.orders.order import FlightEnd, Fly, Leg, Move
from magika_gm.games.arena.rules.board import DIRECTIONS, above, aloft, ground
from magika_gm.games.arena.rules.events import AirCounted, Flew, Landed, PassingEnded, TookOff, Walked
from magika_gm.games.arena.rules.refusals import Code, Refusal
from magika_gm.games.arena.rules.state import Creature, State
from magika_gm.games.arena.rules.terms import Phase
from magika_gm.games.arena.rules.turn import Turn
from magika_gm.games.arena.rules.units import enemy_in, idle, top
from magika_gm.games.arena.rules.values import flight, flight_speed, may_enter, may_take_off, walk_points, walls


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
            turn.drop(turn.active, order, creature)
            continue
        mount = top(turn.state, creature)
        if mount.id in found:
            turn.drop(turn.active, order, Refusal("MOVE-3", Code.SECOND_ORDER, mount.id))
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
        turn.drop(turn.active, order, Refusal("FLY-1", Code.NO_FLIGHT, mount.id))
    elif mount.place >> 1 in state.storms:
        turn.drop(turn.active, order, Refusal("STORM-1", Code.STORM, mount.id))
    elif not may_take_off(state, mount):
        turn.drop(turn.active, order, Refusal("FLY-1", Code.NOT_ALOFT, mount.id))
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
            refusal = Refusal("MOVE-1", code, state.board.names[hex_] if points else mount.id)
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
        turn.drop(turn.active, order, Refusal("MOVE-1", Code.ALOFT, mount.id))
        return
    ways = [_walkable(turn, mount, path) for path in order.paths]
    way = next((w for w in ways if w.refusal is None), ways[0])
    if way.refusal is not None:
        turn.drop(turn.active, order, way.refusal)
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
            refusal = Refusal("FLY-1", Code.POINTS, state.board.names[hex_])
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
        turn.drop(turn.active, order, way.refusal)
    _go(turn, flyer, way.path)
    if flyer.stopped:
        return
    if leg.end is FlightEnd.LAND:
        if may_enter(turn.state, flyer.mount, flyer.mount.place >> 1):
            flyer.lands = True
            return
        turn.drop(turn.active, order, Refusal("FLY-5", Code.TERRAIN, turn.state.board.names[flyer.mount.place >> 1]))
        if not flyer.must_land:
            return
    elif not flyer.must_land:
        return
    else:
        turn.drop(turn.active, order, Refusal("FLY-4", Code.MUST_LAND, flyer.mount.id))
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
