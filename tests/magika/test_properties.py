"""Whole turns of random worlds and orders: invariants, replay, arrival order, and events folded into the end."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.engine.dice import Dice
from magika_gm.games.magika.rules.arena import GOAL
from magika_gm.games.magika.rules.events import AreaBegan, AreaEnded
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.state import Area, World, faults
from magika_gm.games.magika.rules.tables import BLACK
from magika_gm.games.magika.rules.tasks import apply
from tests.examples import some_of
from tests.magika.randoms import random_orders, random_world

SEEDS = st.integers(0, 2**32)
TURNS = 4


def things(world: World) -> Counter[str]:
    """Every artifact and cloak there is, wherever it is."""
    found: Counter[str] = Counter()
    for mage in world.mages.values():
        found.update(mage.items())
    for lying in world.lying.values():
        found.update(lying)
    return found


def crowds(world: World) -> Counter[int]:
    """Mages per space."""
    return Counter(m.space for m in world.playing())


@given(SEEDS)
@settings(max_examples=some_of(60), deadline=None)
def test_invariants_hold_turn_after_turn(seed: int) -> None:
    world = random_world(seed)
    for turn in range(1, TURNS + 1):
        before = things(world)
        result = play_turn(world, random_orders(seed + turn, world), Dice(str(seed).encode(), turn))
        after = result.world
        assert not faults(after)
        assert before.keys() >= things(after).keys()
        artifacts = {t: n for t, n in before.items() if not t.startswith("cloak:")}
        assert artifacts == {t: n for t, n in things(after).items() if not t.startswith("cloak:")}
        assert all(n <= 3 for space, n in crowds(after).items() if space != GOAL)
        for mage in after.mages.values():
            assert mage.reading is None
            assert sum(s.bound for s in mage.scrolls) <= (mage.letter == "M"), (
                "his own, until he reads it twice in a turn"
            )
            assert all(until >= after.moment for until in mage.effects.values()), "no effect outlives its time"
            assert mage.team == BLACK or mage.team in mage.cloaks
        world = after
        if world.ended:
            break


@given(SEEDS)
@settings(max_examples=some_of(25), deadline=None)
def test_every_roll_can_be_made_again_from_the_seed_alone(seed: int) -> None:
    world = random_world(seed)
    for roll in play_turn(world, random_orders(seed, world), Dice(b"checkable", 3)).rolls:
        if isinstance(roll.value, int) and roll.name.startswith(
            ("cast.", "search.find", "tie", "resist", "chaos.drop")
        ):
            dice = Dice(b"checkable", 3)
            dice.phase = roll.phase
            values = [dice.d100(roll.name, roll.subject, "") for _ in range(roll.nth + 1)]
            assert values[-1] == roll.value


def test_shifted_land_is_as_it_was_once_the_shift_ends() -> None:
    """CAST-4: ElArr."""
    world = random_world(3)
    world.areas, world.shifts = [], {}
    space = world.mages["A"].space
    world.terrain[space] = 3
    before = world.terrain_at(space)
    shift = Area("ElArr", 1, frozenset({space}), 1, "A")
    apply(world, AreaBegan(shift))
    assert world.terrain_at(space) != before
    apply(world, AreaEnded(shift))
    assert world.terrain_at(space) == before
