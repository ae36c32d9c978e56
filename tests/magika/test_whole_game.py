"""A game lived through step by step: hypothesis picks worlds, orders, corrections, drop-outs; the invariants hold."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import values
from magika_gm.engine.told import Told
from magika_gm.games.magika.orders.model import Order, Rest
from magika_gm.games.magika.rules.acts import Act, Adjustment, Placing, Ruling, why_not
from magika_gm.games.magika.rules.arena import GOAL, NAME
from magika_gm.games.magika.rules.events import DroppedOut, Event, PhaseBegan
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.state import Mage, World, faults
from magika_gm.games.magika.rules.tables import BLACK
from magika_gm.games.magika.rules.tasks import apply
from tests.examples import some_of
from tests.magika.randoms import random_order, random_world

SEED = b"a whole game"
LETTERS = st.sampled_from("ABCDEFGHIJKLM")
PHASES = st.integers(1, 5)


def things(world: World) -> Counter[str]:
    found = Counter(t for mage in world.mages.values() for t in mage.items())
    found.update(t for lying in world.lying.values() for t in lying)
    return found


class WholeGame(RuleBasedStateMachine):
    """Orders and corrections gather; a turn plays them; everything told is kept to be folded over the start."""

    def __init__(self) -> None:
        super().__init__()
        self.world = World()
        self.start = World()
        self.orders: dict[str, list[Order]] = {}
        self.acts: list[Act] = []
        self.record: list[Told[Event]] = []
        self.before: Counter[str] = Counter()

    @initialize(seed=st.integers(0, 2**32), spread=st.sampled_from([4, 12, 24]))
    def begin(self, seed: int, spread: int) -> None:
        self.world = random_world(seed, spread)
        self.start = self.world.copy()
        self.before = things(self.world)

    @rule(letter=LETTERS, phase=PHASES, seed=st.integers(0, 2**32))
    def order(self, letter: str, phase: int, seed: int) -> None:
        mine = self.orders.setdefault(letter, [Rest()] * 5)
        mine[phase - 1] = random_order(random.Random(seed), self.world, letter)

    @rule(letters=st.sets(LETTERS), seed=st.integers(0, 2**32))
    def orders_of_many(self, letters: set[str], seed: int) -> None:
        rng = random.Random(seed)
        for letter in sorted(letters):
            self.orders[letter] = [random_order(rng, self.world, letter) for _ in range(5)]

    @rule(letter=LETTERS, phase=PHASES, possible=st.booleans())
    def rule_on_a_cast(self, letter: str, phase: int, possible: bool) -> None:
        self._act(Ruling(letter, phase, possible, "ruled"))

    @rule(letter=LETTERS, stat=st.sampled_from(["endurance", "arcania", "aptitude"]), value=st.integers(-120, 130))
    def adjust(self, letter: str, stat: str, value: int) -> None:
        self._act(Adjustment(letter, stat, value, "adjusted"))

    @rule(letter=LETTERS, space=st.integers(1, 350))
    def place(self, letter: str, space: int) -> None:
        self._act(Placing(letter, NAME[space], "placed"))

    def _act(self, act: Act) -> None:
        if not why_not(self.world, self.acts, act):
            self.acts.append(act)

    @precondition(lambda self: not self.world.ended and len(self.world.playing()) > 3)
    @rule(letter=st.sampled_from("ABCDEFGHIJKL"))
    def drop_out(self, letter: str) -> None:
        mage = self.world.mages[letter]
        if mage.dropped:
            return
        team = [m.letter for m in self.world.playing() if m.team == mage.team and m is not mage]
        event = DroppedOut(letter, team[0] if mage.team != BLACK and len(team) == 1 else "")
        apply(self.world, event)
        self.record.append(Told(phase=6, step=0, event=event))
        self.orders.pop(letter, None)
        self.acts = [a for a in self.acts if letter not in values(a)]

    @precondition(lambda self: not self.world.ended)
    @rule()
    def play(self) -> None:
        turn = self.world.turn + 1
        given = self.world.copy()
        result = play_turn(self.world, self.orders, Dice(SEED, turn), self.acts)
        assert self.world == given, "the world given is not touched"
        backwards = dict(reversed(self.orders.items()))
        assert play_turn(self.world, backwards, Dice(SEED, turn), self.acts) == result, "order of arrival is irrelevant"
        for told in result.told:
            apply(given, told.event)
            if isinstance(told.event, PhaseBegan):
                late = [u for m in given.mages.values() for u in m.effects.values()] + [a.until for a in given.areas]
                assert all(until >= given.moment for until in late), "no effect outlives its time"
        self.world = result.world
        self.record += result.told
        self.orders, self.acts = {}, []

    @invariant()
    def sound(self) -> None:
        assert not faults(self.world)

    @invariant()
    def each_thing_in_one_place_and_none_made(self) -> None:
        now = things(self.world)
        assert all(n <= self.before[t] for t, n in now.items())
        assert {t: n for t, n in now.items() if ":" not in t} == {
            t: n for t, n in self.before.items() if ":" not in t
        }, "artifacts are never made or lost"

    @invariant()
    def nobody_crowds_and_nobody_reads_between_turns(self) -> None:
        crowds = Counter(m.space for m in self.world.playing())
        assert all(n <= 3 for space, n in crowds.items() if space != GOAL)
        for mage in self.world.mages.values():
            self._hands(mage)

    def _hands(self, mage: Mage) -> None:
        assert mage.reading is None
        assert mage.team == BLACK or mage.team in mage.cloaks

    def teardown(self) -> None:
        again = self.start.copy()
        for told in self.record:
            apply(again, told.event)
        assert again == self.world, "events folded over the start give the end"


WholeGame.TestCase.settings = settings(max_examples=some_of(120), stateful_step_count=30, deadline=None)
TestWholeGame = WholeGame.TestCase
