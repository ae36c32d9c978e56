"""What a bot looks at: the state its turn file tells of, cut into units, with who can be where next (BOT)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from hashlib import blake2b
from heapq import heappop, heappush

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import mutable, named_record
from magika_gm.games.arena.orders.model import FlightEnd, Fly, Leg, Move, Order
from magika_gm.games.arena.rules.movement import change_terrain, equip_and_mount
from magika_gm.games.arena.rules.sequence import active_in, coming_turns, worth
from magika_gm.games.arena.rules.state import Creature, Now, State
from magika_gm.games.arena.rules.tables import Ranged
from magika_gm.games.arena.rules.terms import COURT, OTHER, aloft
from magika_gm.games.arena.rules.turn import Turn
from magika_gm.games.arena.rules.units import (
    CONSECRATE,
    adds,
    flight,
    flight_speed,
    idle,
    may_enter,
    may_take_off,
    unholy,
    unit,
    walk_points,
    walls,
    weapons,
)

Ways = dict[int, tuple[int, ...]]
"""Places within reach, with the way there."""


@mutable
class Force:
    """A unit as a bot counts it: its Power, its guns, how far it goes."""

    mount: Creature
    members: list[Creature]
    power: int
    guns: list[tuple[Creature, Ranged]]
    steps: int
    speed: int
    duration: int
    rises: bool
    cost: int
    key: int

    @property
    def side(self) -> str:
        """Whose it is."""
        return self.mount.side

    @property
    def place(self) -> int:
        """Where it is."""
        return self.mount.place

    @property
    def flies(self) -> bool:
        """Whether it is aloft or can take off now."""
        return self.duration > 0 and (self.rises or aloft(self.mount.place))

    @property
    def ranged(self) -> int:
        """The Power of all its guns."""
        return sum(r.power for _, r in self.guns)

    @property
    def is_gun(self) -> bool:
        """A unit whose ranged Power is not below its Power (BOT)."""
        return bool(self.guns) and self.ranged >= self.power

    @property
    def casts(self) -> bool:
        """Whether somebody in it knows spells."""
        return any(c.kind.spells for c in self.members)


def force_of(state: State, mount: Creature) -> Force | None:
    """A unit with somebody in it who is not idle; None for idle vehicles."""
    members = [c for c in unit(state, mount) if not idle(state, c)]
    if not members:
        return None
    wings = flight(state, mount)
    guns = [(c, w[0][1]) for c in members if (c.kind.ranged or c.items) and (w := weapons(state, c))]
    return Force(
        mount=mount,
        members=members,
        power=sum(adds(state, c) for c in members),
        guns=guns,
        steps=walk_points(state, mount),
        speed=flight_speed(state, mount),
        duration=wings.duration if wings else 0,
        rises=wings is not None and may_take_off(state, mount),
        cost=sum(c.kind.cost for c in members),
        key=mount.key,
    )


@mutable
class Scene:
    """A state seen from one side: forces by side, who stands where, and memories of reaches already worked out."""

    state: State
    side: str
    forces: dict[str, list[Force]] = field(default_factory=dict)
    standing: dict[str, dict[int, int]] = field(default_factory=dict)
    """By side: the Power standing in each place."""
    barred: set[tuple[int, int]] = field(default_factory=set)
    costs: dict[tuple[str, bool, str, int, bool], list[int]] = field(default_factory=dict)
    """Ways already reckoned (``ways.distances``)."""
    _fit: dict[tuple[str, bool], list[bool]] = field(default_factory=dict)
    _reach: dict[str, Ways] = field(default_factory=dict)

    @property
    def enemy(self) -> str:
        """The other side."""
        return OTHER[self.side]

    @property
    def theirs(self) -> dict[int, int]:
        """The enemy's Power by place."""
        return self.standing[self.enemy]

    @property
    def mine(self) -> list[Force]:
        """One's own forces, by id."""
        return self.forces[self.side]

    @property
    def foes(self) -> list[Force]:
        """The enemy's."""
        return self.forces[self.enemy]

    @property
    def home(self) -> int:
        """The ground of one's own king hex."""
        return self.state.kings[self.side] * 2

    @property
    def goal(self) -> int:
        """The ground of the enemy's."""
        return self.state.kings[self.enemy] * 2

    def from_home(self, place: int) -> int:
        """How many hexes a place is from one's own king hex."""
        return self.state.board.far[self.home >> 1][place >> 1]

    def power_at(self, side: str, place: int) -> int | None:
        """The Power a side has in a place; None if nobody of it stands there."""
        return self.standing[side].get(place)

    def enters(self, force: Force, hex_: int) -> bool:
        """Whether a force's top mount may enter a hex."""
        return self.open_to(force)[hex_]

    def open_to(self, force: Force) -> list[bool]:
        """For every hex, whether a force's top mount may enter it: the same for all of its terrain and faith."""
        key = (force.mount.kind.terrain, unholy(force.mount))
        known = self._fit.get(key)
        if known is None:
            holy = unholy(force.mount) and any(e.name == CONSECRATE for e in self.state.enchantments.values())
            if holy or self.state.now.passing:
                known = [may_enter(self.state, force.mount, h) for h in self.state.board.hexes]
            else:
                letters = force.mount.kind.terrain + COURT
                known = [letter in letters for letter in self.state.terrain]
            self._fit[key] = known
        return known

    def reach(self, force: Force) -> Ways:
        """Ground places a force can be in at the end of a move, with the way (places); its own place with ()."""
        known = self._reach.get(force.mount.id)
        if known is None:
            known = self._reach[force.mount.id] = {**fly_reach(self, force), **walk_reach(self, force)}
            if not aloft(force.place):
                known[force.place] = ()
        return known

    def afresh(self, barred: Iterable[tuple[int, int]] = ()) -> Scene:
        """The same forces where they stand, their ways reckoned again: land has changed, or sides are ``barred``."""
        return self._barred(walls(self.state).union(barred))

    def opened(self, wall: tuple[int, int]) -> Scene:
        """The same without one wall."""
        return self._barred(walls(self.state) - {wall})

    def _barred(self, barred: set[tuple[int, int]]) -> Scene:
        return Scene(state=self.state, side=self.side, forces=self.forces, standing=self.standing, barred=barred)

    def lengthen(self, force: Force, place: int, way: tuple[int, ...]) -> None:
        """A force can be in a place it could not reach before (Haste, Free Movement)."""
        self.reach(force)[place] = way


def survey(state: State, side: str) -> Scene:
    """A scene of a state."""
    scene = Scene(state=state, side=side, forces={"A": [], "B": []}, standing={"A": {}, "B": {}}, barred=walls(state))
    for creature in state.by_id():
        if not creature.on:
            force = force_of(state, creature)
            if force is not None:
                scene.forces[force.members[0].side].append(force)
    for forces in scene.forces.values():
        for force in forces:
            add_power(scene.standing[force.members[0].side], force.place, force.power)
    return scene


def mightiest(forces: Iterable[Force]) -> list[Force]:
    """By Power, the strongest first."""
    return sorted(forces, key=lambda f: (-f.power, f.key))


def add_power(standing: dict[int, int], place: int, power: int) -> None:
    """Power stands in a place, with what stood there before."""
    standing[place] = standing.get(place, 0) + power


def walk_reach(
    scene: Scene, force: Force, steps: int | None = None, *, halted: bool = True, anywhere: bool = False
) -> Ways:
    """Ground places within a force's Move, with the shortest way; enemies halt it (MOVE-2).

    Without ``halted`` they do not; ``anywhere`` it may enter any terrain (Free Movement).
    """
    found: Ways = {}
    if aloft(force.place):
        return found
    enemies = scene.standing[OTHER[force.members[0].side]]
    board, open_ = scene.state.board, scene.open_to(force)
    edge: list[tuple[int, tuple[int, ...]]] = [(force.place, ())]
    for _ in range(force.steps if steps is None else steps):
        further: list[tuple[int, tuple[int, ...]]] = []
        for place, way in edge:
            if halted and way and place in enemies:
                continue
            for hex_ in board.near[place >> 1]:
                to = hex_ << 1
                if to in found or to == force.place or not (anywhere or open_[hex_]):
                    continue
                if scene.barred and board.wall(place >> 1, hex_) in scene.barred:
                    continue
                found[to] = (*way, to)
                further.append((to, found[to]))
        edge = further
    return found


def fly_reach(scene: Scene, force: Force, speed: int | None = None) -> Ways:
    """Ground places a force can land in, with the way through the air (airspaces, then the ground)."""
    found: Ways = {}
    state, start = scene.state, force.place | 1
    if not force.flies or (start >> 1 in state.storms and not aloft(force.place)):
        return found
    enemies = scene.standing[OTHER[force.members[0].side]]
    if start in enemies and not aloft(force.place):
        return found
    ways: Ways = {start: ()}
    edge = [start]
    for _ in range(force.speed if speed is None else speed):
        further: list[int] = []
        for place in edge:
            for hex_ in state.board.near[place >> 1]:
                to = (hex_ << 1) | 1
                if to in ways or hex_ in state.storms or to in enemies:
                    continue
                ways[to] = (*ways[place], to)
                further.append(to)
        edge = further
    for place, way in ways.items():
        if scene.enters(force, place >> 1):
            found[place & ~1] = (*way, place & ~1)
    return found


def threat(scene: Scene, foes: Iterable[Force]) -> dict[int, int]:
    """For every place, the enemy Power that could come there in one move."""
    found: dict[int, int] = {}
    for force in foes:
        for place in scene.reach(force):
            found[place] = found.get(place, 0) + force.power
    return found


def within_two_turns(scene: Scene, foes: Iterable[Force], place: int) -> list[Force]:
    """Forces that could be in a place within two of their turns, whoever stood in their way (BOT-1)."""
    found: list[Force] = []
    for force in foes:
        far = scene.state.board.far[force.place >> 1][place >> 1]
        walks = far <= 2 * max(force.steps, force.mount.printed_move) and (
            force.place == place or place in walk_reach(scene, force, 2 * max(force.steps, 1), halted=False)
        )
        if walks or (force.duration and far <= 2 * max(force.speed, 1)):
            found.append(force)
    return found


# A bot's whims: keyed hashes of its game's seed, so that the same file and seed give the same sheet.


_WHOLE = 1 << 64


class Chance:
    """Whims of one turn; without a seed there are none."""

    __slots__ = ("_key", "_turn")

    def __init__(self, seed: bytes, turn: int) -> None:
        self._key = seed[:64]
        self._turn = turn

    def of(self, *about: object) -> float:
        """From 0 to below 1, the same for the same seed, turn and subject; 0 without a seed."""
        if not self._key:
            return 0.0
        text = f"{self._turn}|{'|'.join(map(str, about))}"
        return int.from_bytes(blake2b(text.encode(), key=self._key, digest_size=8).digest(), "big") / _WHOLE

    def whim(self, share: float, *about: object) -> bool:
        """Whether something is left undone on a whim, in a ``share`` of cases; never without a seed."""
        return bool(self._key) and self.of(*about) < share


# Ways across the board: how far it is for a force to a hex, on foot, by air, over terrain it may not enter (BOT-3).


STEP, FORBIDDEN, HELD = 1, 4, 2
FAR = 999


def distances(scene: Scene, force: Force, goal: int, *, bridging: bool = True) -> list[int]:
    """For every hex, what the cheapest way on foot from it to ``goal`` (a hex) costs.

    A step costs 1, into forbidden terrain 4 (FAR without ``bridging``), into enemies 2 more (BOT-3).
    """
    side = force.members[0].side
    key = (force.mount.kind.terrain, unholy(force.mount), side, goal, bridging)
    known = scene.costs.get(key)
    if known is None:
        known = scene.costs[key] = _distances(scene, scene.open_to(force), OTHER[side], goal, bridging=bridging)
    return known


def _distances(scene: Scene, open_: list[bool], enemy: str, goal: int, *, bridging: bool) -> list[int]:
    board, barred = scene.state.board, scene.barred
    prices = [STEP if fits else FORBIDDEN for fits in open_]
    for place in scene.standing[enemy]:
        if not place & 1 and place >> 1 != goal:
            prices[place >> 1] += HELD
    cost = [FAR] * len(board.names)
    cost[goal] = 0
    heap = [(0, goal)]
    while heap:
        far, hex_ = heappop(heap)
        if far > cost[hex_] or not (bridging or open_[hex_]):
            continue
        far += prices[hex_]
        for other in board.near[hex_]:
            if far < cost[other] and not (barred and board.wall(hex_, other) in barred):
                cost[other] = far
                heappush(heap, (far, other))
    return cost


def turns_by_air(scene: Scene, force: Force, start: int, goal: int) -> float:
    """About how many turns a flyer needs from one hex to another."""
    if not force.flies or not force.speed:
        return float(FAR)
    return scene.state.board.far[start][goal] / force.speed


def turns_to(scene: Scene, force: Force, costs: list[int], place: int, goal: int) -> float:
    """About how many turns a force at a place needs to the goal hex, on foot (by ``costs``) or by air."""
    walking = costs[place >> 1] / max(force.steps, force.mount.printed_move) if force.mount.printed_move else FAR
    return min(float(walking), turns_by_air(scene, force, place >> 1, goal))


# A sheet in the making: the working state, what is ordered so far, where everybody will stand (BOT).


@named_record
class Temper:
    """How a policy plays: what BOT leaves to its character."""

    bold: bool
    margin: int
    """By how much a total must exceed the enemy's for an attack (0: a tie is enough)."""
    extras: bool = True
    """Whether it uses the magic BOT has no words for."""
    guard: int = 1
    """Power left at home beyond what threatens it (bold: units of Power 1 or more left there)."""
    march_from: int = 13
    """From this player turn on everybody goes (careful)."""
    whims: float = 0.05
    """Share of what it would do that is left undone on a whim; without a seed none is."""


def individual(temper: Temper, seed: bytes) -> Temper:
    """The temper of one player in one game: no two of a kind are quite alike. Without a seed it is the kind's own."""
    chance = Chance(seed, 0)
    if not seed:
        return temper
    guard = temper.guard + (1 if chance.of("guard") < 0.25 else 0)
    return replace(temper, guard=guard, march_from=temper.march_from + int(7 * chance.of("march")) - 3)


class Plan:
    """The orders for one own player turn, and the places forces will be in after moving."""

    def __init__(self, state: State, side: str, temper: Temper, seed: bytes) -> None:
        self.side = side
        self.chance = Chance(seed, state.turn)
        self.temper = temper
        self.orders: list[Order] = []
        self.state = state
        self.scene: Scene = survey(state, side)
        self.ends: dict[str, int] = {}
        """Final places of forces that have been told where to go, by top mount."""
        self.attacked: dict[int, int] = {}
        """Places to be attacked, and the Power that goes there."""
        self.strikes: dict[int, int] = {}
        """Spell attacks begun on places, and their Power."""
        self.casting: set[str] = set()
        """Casters at work in this turn."""

        a, b = worth(state)
        self.worth = (a, b) if side == "A" else (b, a)
        """Cost of one's own army and of the enemy's."""

    @property
    def turn(self) -> int:
        """The player turn that is planned."""
        return self.state.turn

    def play(self, orders: list[Order], *, terrain: bool = False) -> None:
        """Order terrain changes or equipping, and carry them out on the working state."""
        if not orders:
            return
        self.orders += orders
        turn = Turn(self.state, Dice(b"", 0), silent=True)
        turn.orders = {self.side: tuple(orders)}
        if terrain:
            change_terrain(turn)
            self.scene = self.scene.afresh()
        else:
            equip_and_mount(turn, late=False)
            self.scene = survey(self.state, self.side)

    # --- movement ---

    def free(self) -> list[Force]:
        """One's own forces that have no place yet and may move."""
        return [f for f in self.scene.mine if f.mount.id not in self.ends]

    def stay(self, force: Force) -> None:
        """A force stays where it is (a flyer aloft lands if it can)."""
        self.ends[force.mount.id] = force.place
        if aloft(force.place) and force.place & ~1 in self.scene.reach(force):
            self.send(force, force.place & ~1)

    def hover(self, force: Force) -> None:
        """A force that only rises goes up, or stays up as long as it may (FLY-4), and shoots from there."""
        if force.flies and force.mount.air + 1 < force.duration and force.mount.place >> 1 not in self.state.storms:
            self.ends[force.mount.id] = force.place | 1
            self.orders.append(Fly(force.mount.id, (Leg((), FlightEnd.STAY),)))
        else:
            self.stay(force)

    def send(self, force: Force, place: int) -> None:
        """A force goes to a place it can reach."""
        way = self.scene.reach(force).get(place, ())
        self.ends[force.mount.id] = place
        names = self.state.board.names
        if not way:
            return
        if any(aloft(p) for p in way) or aloft(force.place):
            steps = tuple(names[p >> 1] for p in way if aloft(p))
            self.orders.append(Fly(force.mount.id, (Leg(steps, FlightEnd.LAND),)))
        else:
            self.orders.append(Move(force.mount.id, (tuple(names[p >> 1] for p in way),)))

    def end_of(self, force: Force) -> int:
        """Where a force will be."""
        return self.ends.get(force.mount.id, force.place)

    def power_to_be(self, side: str) -> dict[int, int]:
        """Power by place after one's own moves."""
        found: dict[int, int] = {}
        for force in self.scene.forces[side]:
            add_power(found, self.end_of(force) if side == self.side else force.place, force.power)
        return found

    def creatures(self) -> Iterable[Creature]:
        """One's own creatures that can act, by id."""
        return (c for f in self.scene.mine for c in f.members)


def opening_of(state: State, side: str, temper: Temper, seed: bytes = b"") -> Plan | None:
    """A plan for a side's coming player turn from the state it knows, which planning changes; None if it is not its."""
    own = [t for t in coming_turns(state) if active_in(t) == side]
    if state.ending is not None or not own:
        return None
    state.turn = own[0]
    state.now = Now(active=side)
    for hex_ in [h for h, until in state.storms.items() if until < state.turn]:
        del state.storms[hex_]
    secret = seed + side.encode() if seed else b""
    return Plan(state, side, individual(temper, secret), secret)
