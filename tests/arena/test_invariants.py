"""The law looked at from outside: what every turn of a wild game must keep to, read from what was told."""

from __future__ import annotations

import os
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from magika_gm.engine.rules import apply
from magika_gm.games.arena.rules.events import (
    EffectDeclared,
    Event,
    Flew,
    Fought,
    PlayerTurnBegan,
    Retreated,
    TerrainChanged,
    TookOff,
    Walked,
)
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import OTHER, SIDES, Fate, Step, aloft
from magika_gm.games.arena.rules.units import (
    fits,
    flight,
    flight_speed,
    idle,
    may_enter,
    present,
    unit,
    walk_points,
    walls,
)
from tests.arena.randoms import Wild

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
some = settings(
    max_examples=400 if NIGHTLY else 30, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
TURNS = 6


class Watcher:
    """Replays a turn event by event and looks at each as it happens."""

    def __init__(self, state: State) -> None:
        self.state = state.copy()
        self.step = -1
        self.start = self.state
        """The state at the start of the step."""
        self.budget = 0
        self.magic: Counter[str] = Counter()

    def see(self, step: int, event: Event) -> None:
        if step != self.step:
            self.step = step
            self.start = self.state.copy()
            if step == Step.TERRAIN:
                self.budget = self.state.control.count(self.state.now.active)
        match event:
            case PlayerTurnBegan():
                self.magic.clear()
            case TerrainChanged(cost=cost) if cost:
                self.budget -= cost
                assert self.budget >= 0
            case Walked(mover, start, path):
                self.walked(mover, start, path)
            case TookOff(mover, place):
                assert place == self.state.creatures[mover].place + 1
                assert place >> 1 not in self.state.storms
            case Flew(mover, start, path, _):
                self.flew(mover, start, path)
            case EffectDeclared():
                self.magic[event.user] += 1
                assert self.magic[event.user] == 1, "one spell, item or ability a creature and turn (MAG-6, MAG-7)"
                assert event.cost <= self.state.pools[event.side]
            case Fought():
                self.fought(event)
            case Retreated(mover, start, to):
                self.retreated(mover, start, to)
        apply(self.state, event)

    def walked(self, mover: str, start: int, path: tuple[int, ...]) -> None:
        state, mount = self.state, self.state.creatures[mover]
        assert not mount.on
        assert mount.side == state.now.active
        assert len(path) <= walk_points(state, mount)
        barred, place = walls(state), start
        for n, to in enumerate(path):
            assert not aloft(to)
            assert to >> 1 in state.board.near[place >> 1]
            assert state.board.wall(place >> 1, to >> 1) not in barred
            assert may_enter(state, mount, to >> 1)
            assert n == len(path) - 1 or not present(state, to, OTHER[mount.side]), "enemies stop it (MOVE-2)"
            place = to

    def flew(self, mover: str, start: int, path: tuple[int, ...]) -> None:
        state, mount = self.state, self.state.creatures[mover]
        assert len(path) <= flight_speed(state, mount)
        place = start
        for n, to in enumerate(path):
            assert aloft(to)
            assert to >> 1 in state.board.near[place >> 1]
            assert to >> 1 not in state.storms
            assert n == len(path) - 1 or not present(state, to, OTHER[mount.side]), "enemies stop it (FLY-3)"
            place = to

    def fought(self, event: Fought) -> None:
        state = self.state
        totals = {side: sum(s.power for s in event.strengths if s.side == side) for side in SIDES}
        assert (totals["A"], totals["B"]) == (event.total_a, event.total_b)
        winner = "" if event.total_a == event.total_b else "A" if event.total_a > event.total_b else "B"
        assert event.winner == winner
        margin = abs(event.total_a - event.total_b)
        plain = [loss for loss in event.losses if not loss.poison]
        assert len(plain) <= 1
        assert all(loss.side == OTHER[winner] for loss in plain) if winner else not plain
        assert not (plain and event.blunt >= margin), "BLUNT-1"
        for loss in event.losses:
            victim = state.creatures[loss.victim]
            assert victim.place == event.place
            assert victim.side == loss.side
            assert not idle(state, victim)
            if loss.poison:
                assert loss.side == winner or not winner
                assert loss.fate is Fate.IMMUNE or not (victim.kind.undead or victim.kind.machine)
        for leaver in event.leaving:
            assert state.creatures[leaver].side == (OTHER[winner] if winner else state.now.active)

    def retreated(self, mover: str, start: int, to: int) -> None:
        before = self.start
        side = self.state.creatures[mover].side
        assert before.board.distance(start, to) == 1
        assert before.control[to >> 1] == side
        assert not present(before, to, OTHER[side])
        if aloft(to):
            assert to >> 1 not in before.storms
        else:
            assert may_enter(before, before.creatures[mover], to >> 1)
            if not aloft(start):
                assert before.board.wall(start >> 1, to >> 1) not in walls(before)


@some
@given(st.integers(0, 10**9))
def test_every_turn_keeps_the_law(seed: int) -> None:
    wild = Wild(seed)
    state = wild.state()
    for _ in range(TURNS):
        resolution, _ = wild.turn(state)
        watcher = Watcher(state)
        for told in resolution.told:
            watcher.see(told.step, told.event)
        after: State = resolution.state
        if after.ending is None:
            changed = {t.event.hex for t in resolution.told if isinstance(t.event, TerrainChanged)}
            _stand_where_they_may(after, changed)
        state = after
        if state.ending:
            break


def _stand_where_they_may(state: State, changed: set[int]) -> None:
    """RET-2, FLY-4: after his own turn nobody of the active player stands or hangs where he may not."""
    for creature in state.living():
        active = any(c.side == state.now.active and not idle(state, c) for c in unit(state, creature))
        if creature.on or not active or creature.side != state.now.active:
            continue
        hex_ = creature.place >> 1
        wings = flight(state, creature)
        if aloft(creature.place):
            assert wings is not None
            assert creature.air < wings.duration
        elif not idle(state, creature):
            assert fits(state, creature, hex_) or hex_ in changed or creature.kind.vehicle
