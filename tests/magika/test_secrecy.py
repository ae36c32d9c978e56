"""RECON-10: what near mages show, and whom orders of far ones are told."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import values
from magika_gm.games.magika.rules.arena import distance
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.state import Scroll
from magika_gm.games.magika.rules.tables import ABILITY_ARTIFACTS, BLACK
from magika_gm.games.magika.sight import take_recon
from tests.examples import some_of
from tests.magika.randoms import random_orders, random_world


@given(st.integers(0, 2**32))
@settings(max_examples=some_of(60), deadline=None)
def test_near_mages_show_only_what_their_ring_allows(seed: int) -> None:
    """Hands, statistics and alignment of mages in ring 1 to 3 (the Ebon Mage aside) are not his to know."""
    rng = random.Random(seed)
    world = random_world(seed)
    world.phase, world.turn = 6, 1
    letter = rng.choice("ABCDEFGHIJKL")
    me = world.mages[letter]
    before = take_recon(world, letter)
    changed = world.copy()
    for mage in changed.mages.values():
        away = distance(mage.space, me.space)
        if mage.letter in (letter, "M") or away == 0 or (mage.team != BLACK and mage.team == me.team):
            continue
        mage.scrolls = [Scroll("Heals")] * rng.randrange(6)
        mage.skill += 5
        mage.artifacts = [a for a in mage.artifacts if a not in ABILITY_ARTIFACTS]
        mage.endurance = mage.max_endurance - mage.endurance
        if away >= 2:
            mage.race = rng.choice(["human", "elf"])
        if away >= 3:
            mage.name = "nobody you know"
    assert take_recon(changed, letter) == before


@given(st.integers(0, 2**32))
@settings(max_examples=some_of(30), deadline=None)
def test_orders_of_far_mages_leave_no_trace_in_the_turn_summary(seed: int) -> None:
    """Somebody far away does something else with himself; nobody else's lines about the reader change."""
    world = random_world(seed, spread=24)
    orders = random_orders(seed, world)
    first = play_turn(world, orders, Dice(b"far", 1))
    for letter in "ABC":
        lines = [t for t in first.told if letter in t.audience or letter in t.dimly]
        for told in lines:
            seen = told.event if letter in told.audience else told.blurred
            assert seen is not None
            named = [v for v in values(seen) if isinstance(v, str) and v == letter]
            everybody = told.audience == "".join(world.mages)
            own_area = told.event.__class__.__name__ in ("AreaBegan", "AreaEnded")
            joined = told.event.__class__.__name__ == "Joined"
            assert named or everybody or own_area or joined, f"{letter} hears of what is not his: {told}"
