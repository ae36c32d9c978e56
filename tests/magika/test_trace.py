"""The chain `explain` shows is the turn itself: the same events and rolls, checks that agree with the verdicts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.engine.dice import Dice
from magika_gm.games.magika.orders.model import Cast, Give, Move, Order
from magika_gm.games.magika.rules.arena import INDEX
from magika_gm.games.magika.rules.events import EbonCompelled, OrderRefused
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.state import Scroll, World, new_mage
from magika_gm.games.magika.trace import TRACE, checks, skill_account
from tests.examples import some_of
from tests.magika.randoms import random_orders, random_world


@given(st.integers(0, 2**32))
@settings(max_examples=some_of(60), deadline=None)
def test_the_chain_is_the_turn_and_its_checks_are_the_engines(seed: int) -> None:
    world = random_world(seed)
    orders = random_orders(seed, world)
    result = play_turn(world, orders, Dice(b"chain", 1))
    links = TRACE.chain(world, orders, Dice(b"chain", 1))
    assert [k.told for k in links if k.told is not None] == list(result.told)
    assert [k.roll for k in links if k.roll is not None] == list(result.rolls)
    refused = {(t.phase, t.event.mage) for t in result.told if isinstance(t.event, OrderRefused)}
    compelled = {(t.phase, t.event.mage) for t in result.told if isinstance(t.event, EbonCompelled)}
    failed = {(k.phase, k.seats[0]) for k in links if k.kind == "check" and not k.ok}
    assert failed - compelled == refused - compelled
    ordered = [(k.phase, k.seats[0]) for k in links if k.kind == "order"]
    assert len(ordered) == len(set(ordered))
    last = max(k.phase for k in links)
    assert set(ordered) == {(p, a) for p in range(1, min(last, 5) + 1) for a in orders}


def test_a_step_east_is_nothing_about_mage_e() -> None:
    world = World()
    for letter, space in zip("AEM", ("t2", "x1", "i1"), strict=True):
        world.mages[letter] = new_mage(letter, INDEX[space])
    world.mages["A"].scrolls = [Scroll("TelPt")]
    orders = {"A": [Move("E"), Cast("TelPt", parameter="E")]}
    links = TRACE.chain(world, orders, Dice(b"chain", 1))
    told = [k for k in links if k.told is not None and type(k.told.event).__name__ in {"Moved", "SpellRead"}]
    assert [tuple(k.seats) for k in told if k.phase < 3] == [("A",), ("A",)]


def test_effective_skill_is_accounted_for() -> None:
    mage = new_mage("A", 50)
    mage.effects = {"SpAid": 99}
    mage.artifacts = ["crown", "tome"]
    assert skill_account(mage, "Heals") == "skill 70 + SpAid and CurSp 25 + alignment artifacts 20 + Tome 20 = 135"
    mage.effects = {"CurSp": 99}
    mage.artifacts = ["scepter"]
    assert skill_account(mage, "Heals") == "skill 70 - SpAid and CurSp 25 - alignment artifacts 10 = 35"


@pytest.mark.parametrize(
    ("order", "rule", "ok"),
    [
        (Give(("crown",), "M", endurance=5), "GIVE-3", [True, True]),
        (Give(("crown",), "B", endurance=5), "GIVE-3", [False]),
        (Give(("crown",), "M", arcania=500), "GIVE-3", [True, False]),
        (Give(("crown",), "B"), "GIVE-3", []),
        (Cast("TelPt", parameter="NE"), "CAST-2", [True, True, True]),
        (Cast("TelPt", parameter="NW"), "CAST-2", [True, True, False]),
    ],
)
def test_checks_of_a_gift_and_of_a_way_through_the_air(order: Order, rule: str, ok: list[bool]) -> None:
    world = World()
    for letter in "ABM":
        world.mages[letter] = new_mage(letter, INDEX["y1"])
    mage = world.mages["A"]
    mage.artifacts, mage.scrolls = ["crown"], [Scroll("TelPt")]
    assert [check.ok for check in checks(world, mage, order, 1) if check.rule == rule] == ok
