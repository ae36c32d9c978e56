"""A sheet in the making: the working state, what is ordered so far, where everybody will stand (BOT)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from magika_gm.engine.dice import Dice
from magika_gm.games.arena.bots.chance import Chance
from magika_gm.games.arena.bots.scene import Force, Scene, add_power, survey
from magika_gm.games.arena.orders.order import FlightEnd, Fly, Leg, Move, Order
from magika_gm.games.arena.rules.board import aloft
from magika_gm.games.arena.rules.ending import worth
from magika_gm.games.arena.rules.equip import equip_and_mount
from magika_gm.games.arena.rules.sequence import active_in, coming_turns
from magika_gm.games.arena.rules.state import Creature, Now, State
from magika_gm.games.arena.rules.terrain import change_terrain
from magika_gm.games.arena.rules.turn import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
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
