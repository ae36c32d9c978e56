"""SEQ 7: retreats, all at once; then forced landings and falls (RET, FLY-6, VEH-3)."""

from __future__ import annotations

from collections.abc import Container, Mapping

from magika_gm.engine.records import record
from magika_gm.games.arena.orders.model import ALL, Retreat
from magika_gm.games.arena.rules.events import (
    AirCounted,
    CameDown,
    Died,
    Dismounted,
    EffectSettled,
    EnchantmentEnded,
    NoWayOut,
    Retreated,
    SideChanged,
)
from magika_gm.games.arena.rules.state import Creature, Enchantment, State, id_key, in_order
from magika_gm.games.arena.rules.tables import PHANTASM, Flight
from magika_gm.games.arena.rules.terms import Outcome, above, aloft, ground
from magika_gm.games.arena.rules.turn import Turn, creature_of, next_id
from magika_gm.games.arena.rules.units import (
    CONSECRATE,
    TURNING,
    enemy_in,
    fits,
    flies,
    idle,
    is_vehicle,
    left_idle,
    lent_flight,
    may_enter,
    possible_pilots,
    riders,
    top,
    unholy,
    unit,
    unmanned,
    walls,
)

# Deaths, changes of side, spells that are lost: what they bring with them (CRE-3, SIZE-6, MAG-8, MAG-22).


def lose_casting(turn: Turn, creature: Creature, outcome: Outcome) -> None:
    """The spell under way is over: its points are lost (MAG-8)."""
    casting = creature.casting
    if casting is not None:
        turn.tell(
            EffectSettled(
                number=casting.number,
                outcome=outcome,
                side=casting.side,
                name=casting.spell,
                user=creature.id,
                aim=casting.aim,
                rule="MAG-8",
            )
        )


def kill(turn: Turn, rules: Mapping[str, str]) -> list[str]:
    """Creatures die at once, in order of ids, each by its rule; in the air, riders that cannot fly too (SIZE-6).

    Gives the ids of all the dead. Riders that can fly go on flying, air count 1 (FLY-8).
    """
    creatures = turn.state.creatures
    dead = dict(rules)
    freed: list[Creature] = []
    for id_ in rules:
        _with_riders(turn.state, creatures[id_], dead, freed)
    order = sorted(dead, key=lambda i: creatures[i].key)
    for id_ in order:
        _die(turn, creatures[id_], dead[id_])
    for creature in freed:
        if not creature.dead:
            turn.tell(AirCounted(creature.id, 1))
    return order


def _with_riders(state: State, mount: Creature, dead: dict[str, str], freed: list[Creature]) -> None:
    if not aloft(mount.place):
        return
    for rider in riders(state, mount):
        if rider.id in dead:
            continue
        if _flies_on(state, rider, dead):
            freed.append(rider)
        else:
            dead[rider.id] = "SIZE-6"
            _with_riders(state, rider, dead, freed)


def _flies_on(state: State, creature: Creature, dead: Mapping[str, str]) -> bool:
    """Whether it flies by itself without the dead: a vehicle needs a pilot who lives."""
    if is_vehicle(state, creature) and all(p.id in dead for p in possible_pilots(state, creature)):
        return False
    if creature.kind.flight is not None:
        return True
    alone = all(r in dead for r in creature.riders)
    return alone and bool(creature.items) and lent_flight(state, creature) is not None


def _die(turn: Turn, creature: Creature, rule: str) -> None:
    lose_casting(turn, creature, Outcome.FAILS)
    kind = creature.kind
    corpse = "" if kind.undead or kind.summoned else next_id(turn.state, "C")
    turn.tell(Died(creature.id, creature.place, corpse, rule))
    _loosen(turn, creature)


def leave(turn: Turn, creature: Creature) -> None:
    """What a creature that is about to be gone takes with it: its spell under way, enchantments on it."""
    lose_casting(turn, creature, Outcome.FAILS)
    _loosen(turn, creature)


def _loosen(turn: Turn, creature: Creature) -> None:
    """Enchantments end when their target is gone (MAG-17)."""
    for enchantment in in_order(turn.state.enchantments.values()):
        if enchantment.aim.id == creature.id:
            turn.tell(EnchantmentEnded(enchantment.id, enchantment.name, enchantment.aim))


def end_enchantment(turn: Turn, enchantment: Enchantment) -> None:
    """An enchantment ends, and what hung on it: a changed side, a Phantasm (MAG-22, SEQ-2).

    Where another change of side is still in force, the latest of them says whom the creature obeys.
    """
    turn.tell(EnchantmentEnded(enchantment.id, enchantment.name, enchantment.aim))
    creature = turn.state.creatures.get(enchantment.aim.id)
    if creature is None or creature.dead:
        return
    if enchantment.name == PHANTASM:
        kill(turn, {creature.id: "LAW-19"})
    elif enchantment.name in TURNING:
        left = [e for e in turn.state.enchantments.values() if e.name in TURNING and e.aim.id == creature.id]
        side = max(left, key=lambda e: e.key).side if left else creature.owner
        if not left or side != creature.side:
            change_side(turn, creature, side)


def change_side(turn: Turn, creature: Creature, side: str) -> None:
    """MAG-22: it leaves its mount, its riders leave it; in the air riders that cannot fly die."""
    lose_casting(turn, creature, Outcome.FAILS)
    thrown = riders(turn.state, creature)
    if creature.on:
        thrown.append(creature)
        turn.tell(Dismounted(creature.id, creature.on))
    for rider in riders(turn.state, creature):
        turn.tell(Dismounted(rider.id, creature.id))
    turn.tell(SideChanged(creature.id, side))
    if aloft(creature.place):
        kill(turn, {c.id: "MAG-22" for c in thrown if not flies(turn.state, c)})


def retreat(turn: Turn) -> None:
    """The whole step."""
    plan = Plan(turn)
    for mount, forced in _must_retreat(turn):
        plan.add(mount, forced=forced)
    plan.carry_out()
    _come_down(turn)
    turn.settle_control()


def _must_retreat(turn: Turn) -> list[tuple[Creature, bool]]:
    """Top mounts of units that must retreat, by id; False: for regeneration alone (RET-1, RET-2, ABIL-1)."""
    state, now = turn.state, turn.state.now
    forced: dict[str, bool] = {}
    for id_ in (*now.beaten, *now.terrified):
        creature = state.creatures[id_]
        if not creature.dead and not idle(state, creature):
            forced[top(state, creature).id] = True
    for id_ in now.regenerated:
        creature = state.creatures[id_]
        if not creature.dead:
            forced.setdefault(top(state, creature).id, False)
    for creature in state.living():
        if not creature.on and _misplaced(turn, creature) and _of_active(turn, creature):
            forced[creature.id] = True
    return [(state.creatures[i], forced[i]) for i in sorted(forced, key=id_key)]


def _of_active(turn: Turn, mount: Creature) -> bool:
    """Whether a unit is the active player's; an idle vehicle alone is nobody's."""
    return any(c.side == turn.active and not idle(turn.state, c) for c in unit(turn.state, mount))


def _misplaced(turn: Turn, mount: Creature) -> bool:
    """RET-2: it may not stay, and what drives it out was not made in this player turn."""
    now = turn.state.now
    return misplaced(turn.state, mount, now.fresh_terrain, now.fresh_storms)


def misplaced(
    state: State, mount: Creature, land: Container[int] = (), storms: Container[int] = (), *, later: bool = False
) -> bool:
    """RET-2: in terrain its top mount may not enter, or in a storm; changes in ``land`` and ``storms`` do not count
    yet. ``later`` asks of turns to come."""
    hex_ = mount.place >> 1
    if aloft(mount.place):
        return hex_ in state.storms and hex_ not in storms
    if not fits(state, mount, hex_) and hex_ not in land:
        return True
    return unholy(mount) and any(
        e.name == CONSECRATE and e.aim.place >> 1 == hex_ and (later or e.since < state.turn)
        for e in state.enchantments.values()
    )


@record
class _Step:
    """A unit that retreats to a place, or finds none (``to`` is None)."""

    unit: str
    start: int
    to: int | None
    air: int


class Plan:
    """Who goes where, all judged on the state at the start of the step (RET-3)."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.steps: list[_Step] = []
        self.freed: list[tuple[Creature, int]] = []
        """Riders that go by themselves, and their air count."""
        self.dead: dict[str, str] = {}
        self.barred = walls(turn.state)

    def add(self, mount: Creature, *, forced: bool, air: int | None = None) -> None:
        """Decide for a unit; ``forced`` is False where regeneration alone makes it retreat (ABIL-1)."""
        state = self.turn.state
        if unmanned(state, mount):
            self._passengers(mount, forced=forced)
            return
        count = mount.air if air is None else air
        wings = _wings(state, mount)
        to = self._choice(mount, self._eligible(mount, count, wings))
        if to is not None:
            rises = aloft(to) and not aloft(mount.place)
            self.steps.append(_Step(mount.id, mount.place, to, _upward(state, mount, count) if rises else count))
            return
        self.steps.append(_Step(mount.id, mount.place, None, count))
        if not forced:
            self.dead |= {c.id: "ABIL-1" for c in unit(state, mount) if c.id in state.now.regenerated}
            return
        self.dead[mount.id] = "RET-6"
        for rider in riders(state, mount):
            if aloft(mount.place):
                if flies(state, rider):
                    self._free(rider, air=1, forced=True)
            elif not left_idle(state, rider):
                self._free(rider, air=rider.air, forced=True)

    def _passengers(self, vehicle: Creature, *, forced: bool) -> None:
        """VEH-3: a vehicle without a possible pilot never retreats; its passengers do, in the air only flyers."""
        state = self.turn.state
        regenerated = state.now.regenerated
        if vehicle.id in regenerated:
            self.dead[vehicle.id] = "ABIL-1"
        for rider in riders(state, vehicle):
            concerned = forced or any(c.id in regenerated for c in unit(state, rider))
            stays = left_idle(state, rider) or (aloft(vehicle.place) and not flies(state, rider))
            if concerned and not stays:
                self._free(rider, air=rider.air, forced=forced)

    def _free(self, rider: Creature, *, air: int, forced: bool) -> None:
        self.freed.append((rider, air))
        self.add(rider, forced=forced, air=air)

    def _eligible(self, mount: Creature, air: int, wings: Flight | None) -> list[int]:
        """RET-3 to RET-5: places a unit may retreat to, ground before air where equally near."""
        state, side, hex_ = self.turn.state, mount.side, mount.place >> 1
        found: list[int] = []
        if aloft(mount.place):
            if may_enter(state, mount, hex_):
                found.append(ground(mount.place))
            if wings is not None and air < wings.duration and wings.speed:
                found += [above(h << 1) for h in state.board.near[hex_] if h not in state.storms]
        else:
            if mount.printed_move:
                found += [
                    h << 1
                    for h in state.board.near[hex_]
                    if state.board.wall(hex_, h) not in self.barred and may_enter(state, mount, h)
                ]
            if wings is not None and _upward(state, mount, air) < wings.duration and hex_ not in state.storms:
                found.append(above(mount.place))
        return [p for p in found if state.control[p >> 1] == side and not enemy_in(state, p, side)]

    def _choice(self, mount: Creature, places: list[int]) -> int | None:
        """RET-7: by the owner's lists, else nearest his own king hex."""
        state = self.turn.state
        if not places:
            return None
        for name in _wishes(self.turn, mount):
            wished = state.board.places.get(name)
            if wished in places:
                return wished
        king = state.kings[mount.side]
        return min(places, key=lambda p: (state.board.far[king][p >> 1], p & 1, p))

    def carry_out(self) -> None:
        """All retreats at once, told by the id of the top mount; then those die who found no place."""
        turn = self.turn
        for rider, air in sorted(self.freed, key=lambda f: f[0].key):
            if rider.on:
                turn.tell(Dismounted(rider.id, rider.on))
            if rider.air != air:
                turn.tell(AirCounted(rider.id, air))
        for step in sorted(self.steps, key=lambda s: id_key(s.unit)):
            if step.to is None:
                turn.tell(NoWayOut(step.unit, step.start))
                continue
            turn.tell(Retreated(step.unit, step.start, step.to))
            if turn.state.creatures[step.unit].air != step.air:
                turn.tell(AirCounted(step.unit, step.air))
        if self.dead:
            kill(turn, self.dead)


def _upward(state: State, mount: Creature, air: int) -> int:
    """The air count of a grounded flyer that retreats upward: 1 if it has not flown this turn (RET-4)."""
    return max(air, 1) if mount.id in state.now.flown else 1


def _wings(state: State, creature: Creature) -> Flight | None:
    """Its flight as a unit of its own."""
    if creature.kind.flight is not None:
        return creature.kind.flight
    return None if creature.riders or not creature.items else lent_flight(state, creature)


def _wishes(turn: Turn, mount: Creature) -> list[str]:
    """The places of the owner's RETREAT lines for a unit: his sheet's in his turn, then standing; ALL lines last."""
    state, side = turn.state, mount.side
    members = {c.id for c in unit(state, mount)}
    wishes: list[str] = []
    for orders in (turn.orders[side] if side == turn.active else (), state.standing[side]):
        lines = [o for o in orders if isinstance(o, Retreat)]
        named = [o for o in lines if o.unit != ALL and _names(state, o.unit, side) in members]
        for line in (*named, *(o for o in lines if o.unit == ALL)):
            wishes += line.places
    return wishes


def _names(state: State, ref: str, side: str) -> str:
    found = creature_of(state, ref, side)
    return found.id if isinstance(found, Creature) else ""


# --- what cannot stay aloft ---


def _come_down(turn: Turn) -> None:
    """Forced landings and falls, by id (FLY-4, FLY-6, LAW-11, VEH-3)."""
    state = turn.state
    done: set[str] = set()
    while True:
        left = [c for c in state.by_id() if c.id not in done and not c.on and aloft(c.place) and _falls(turn, c)]
        if not left:
            return
        creature = left[0]
        done.add(creature.id)
        falling = is_vehicle(state, creature) and unmanned(state, creature)
        held = not falling and enemy_in(state, ground(creature.place), creature.side)
        safe = may_enter(state, creature, creature.place >> 1) and not held
        turn.tell(CameDown(creature.id, creature.place, falling, safe))
        if not safe:
            kill(turn, {creature.id: "VEH-3" if falling else "FLY-6"})


def _falls(turn: Turn, creature: Creature) -> bool:
    """Whether a unit aloft must come down now: no pilot, no flight, or its player's turn and its duration is over."""
    state = turn.state
    if unmanned(state, creature):
        return True
    wings = _wings(state, creature)
    if wings is None:
        return True
    return creature.side == turn.active and creature.air >= wings.duration
