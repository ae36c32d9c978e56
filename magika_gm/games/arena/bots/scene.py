"""What a bot looks at: the state its turn file tells of, cut into units, with who can be where next (BOT)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from magika_gm.games.arena.rules.board import aloft
from magika_gm.games.arena.rules.state import Creature, State
from magika_gm.games.arena.rules.tables import Ranged
from magika_gm.games.arena.rules.terms import COURT, OTHER
from magika_gm.games.arena.rules.units import idle, unit
from magika_gm.games.arena.rules.values import (
    CONSECRATE,
    adds,
    flight,
    flight_speed,
    may_enter,
    may_take_off,
    unholy,
    walk_points,
    walls,
    weapons,
)


@dataclass(slots=True, kw_only=True)
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


@dataclass(slots=True, kw_only=True)
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
    _reach: dict[str, dict[int, tuple[int, ...]]] = field(default_factory=dict)

    @property
    def enemy(self) -> str:
        """The other side."""
        return OTHER[self.side]

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

    def reach(self, force: Force) -> dict[int, tuple[int, ...]]:
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


def add_power(standing: dict[int, int], place: int, power: int) -> None:
    """Power stands in a place, with what stood there before."""
    standing[place] = standing.get(place, 0) + power


def walk_reach(
    scene: Scene, force: Force, steps: int | None = None, *, halted: bool = True, anywhere: bool = False
) -> dict[int, tuple[int, ...]]:
    """Ground places within a force's Move, with the shortest way; enemies halt it (MOVE-2).

    Without ``halted`` they do not; ``anywhere`` it may enter any terrain (Free Movement).
    """
    found: dict[int, tuple[int, ...]] = {}
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


def fly_reach(
    scene: Scene, force: Force, speed: int | None = None, *, halted: bool = True
) -> dict[int, tuple[int, ...]]:
    """Ground places a force can land in, with the way through the air (airspaces, then the ground)."""
    found: dict[int, tuple[int, ...]] = {}
    state, start = scene.state, force.place | 1
    if not force.flies or (start >> 1 in state.storms and not aloft(force.place)):
        return found
    enemies = scene.standing[OTHER[force.members[0].side]]
    if halted and start in enemies and not aloft(force.place):
        return found
    ways: dict[int, tuple[int, ...]] = {start: ()}
    edge = [start]
    for _ in range(force.speed if speed is None else speed):
        further: list[int] = []
        for place in edge:
            for hex_ in state.board.near[place >> 1]:
                to = (hex_ << 1) | 1
                if to in ways or hex_ in state.storms or (halted and to in enemies):
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
