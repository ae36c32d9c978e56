"""What the report says an order would cost is what the next turn takes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.engine.dice import Dice
from magika_gm.engine.told import Told
from magika_gm.games.magika.orders.model import REST, Cast, Meditate, Move, Order, Search
from magika_gm.games.magika.rules.costs import order_costs
from magika_gm.games.magika.rules.enchantments import alignment_bonus, move_cost
from magika_gm.games.magika.rules.events import Event, Meditated, Moved, OrderRefused, Rested, Searched, SpellRead
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.state import new_mage
from magika_gm.games.magika.rules.steps import value_of
from magika_gm.games.magika.rules.tables import TERRAIN_CODES
from magika_gm.games.magika.sight import take_recon
from tests.examples import some_of
from tests.magika.randoms import random_world


@given(st.integers(0, 2**32), st.integers(0, 4))
@settings(max_examples=some_of(60), deadline=None)
def test_a_move_costs_what_was_said_in_that_phase(seed: int, phase: int) -> None:
    world = random_world(seed)
    world.phase = 6
    for letter in "ABM":
        rows = {c.order: c.cost for c in order_costs(world, letter, take_recon(world, letter))}
        for order, cost in rows.items():
            if not order.startswith("MOVE"):
                continue
            plan: list[Order] = [*[REST] * phase, Move(order[5:])]
            result = play_turn(world, {letter: plan}, Dice(b"cost", 1))
            told = result.told
            if result.world.ended and result.world.phase <= phase:
                continue  # the Globe formed before his move came up (SEQ-9)
            moves = [t.event for t in told if isinstance(t.event, Moved) and t.event.mage == letter]
            refused = [t.event.rule for t in told if isinstance(t.event, OrderRefused) and t.event.mage == letter]
            if moves and t_phase(told, letter) == phase + 1:
                assert moves[0].cost == int(cost.split()[0].split("/")[phase])
            else:
                assert refused, "only what is full, barred or too dear is refused"
                assert set(refused) <= {"MOVE-6", "MOVE-1", "MAGE-6"}


def t_phase(told: Sequence[Told[Event]], letter: str) -> int:
    return next(t.phase for t in told if isinstance(t.event, Moved) and t.event.mage == letter)


@given(st.integers(0, 2**32))
@settings(max_examples=some_of(40), deadline=None)
def test_staying_and_casting_cost_what_was_said(seed: int) -> None:
    world = random_world(seed)
    world.phase = 6
    mage = world.mages["A"]
    mage.endurance, mage.arcania = 30, 60
    rows = {c.order: c for c in order_costs(world, "A", take_recon(world, "A"))}

    def gained(order: Order) -> int:
        told = play_turn(world, {"A": [order]}, Dice(b"cost", 1)).told
        amounts: list[int] = [
            t.event.amount
            for t in told
            if t.phase == 1 and isinstance(t.event, Rested | Meditated) and t.event.mage == "A"
        ]
        return amounts[0]

    assert gained(REST) == int(re.sub(r"\D", "", rows["REST"].cost))
    said = int(re.sub(r"\D", "", rows["MEDITATE"].cost))
    assert gained(Meditate()) == min(said, mage.max_arcania - mage.arcania)
    for number, scroll in enumerate(mage.scrolls, 1):
        row = rows[f"CAST S{number} {scroll.code}"]
        if "CAST-3" in row.note:
            continue
        minor, major = (int(n) for n in re.findall(r"\d+", row.cost))
        for level, cost in ((False, minor), (True, major)):
            told = play_turn(
                world, {"A": [Cast(scroll.code, level, _parameter(scroll.code, level))]}, Dice(b"c", 1)
            ).told
            spent = [t.event.cost for t in told if isinstance(t.event, SpellRead)]
            assert spent in ([cost], [])
    low, high = (int(n) for n in re.findall(r"\d+", rows["SEARCH"].cost))
    for one in play_turn(world, {"A": [Search()]}, Dice(b"cost", 1)).told:
        if isinstance(one.event, Searched) and one.event.fruitless:
            assert low <= one.event.cost <= high


def _parameter(code: str, major: bool) -> str:
    kind = SPELL[code].parameter_at(major)
    return {"mage": "B", "colour": "RED", "terrain": "FOREST", "shift": "+1", "direction": "NE", "artifact": "CROWN",
            "scroll": code, "": ""}[kind]  # fmt: skip


def test_a_table_says_which_move_its_figures_are_for_and_what_is_barred() -> None:
    """F36: the second move of a turn costs more, and a way that is left out is left out for a reason."""
    seen = set()
    for seed in range(12):
        world = random_world(seed)
        world.phase = 6
        for letter in "ABCD":
            rows = {c.order: c for c in order_costs(world, letter, take_recon(world, letter))}
            south = [way for way in ("SE", "SW") if f"MOVE {way}" not in rows]
            barred = [row for row in rows.values() if "MOVE-5" in row.note]
            assert all(set(row.order.split(", ")) <= set(south) and row.cost == "-" for row in barred)
            seen |= {row.order for row in barred}
            if any(order.startswith("MOVE") for order in rows):
                figures = [int(n) for n in re.findall(r"\d+", rows["Further moves"].cost)]
                first = int(next(r.cost for o, r in rows.items() if o.startswith("MOVE")).split()[0].split("/")[-1])
                assert figures == sorted(figures)
                assert figures[-1] > first or first == 0
    assert seen


def test_nothing_is_promised_beyond_a_maximum() -> None:
    """F31."""
    world = random_world(3)
    world.phase = 6
    mage = world.mages["A"]
    for endurance, arcania in ((mage.max_endurance, mage.max_arcania), (mage.max_endurance - 1, mage.max_arcania - 2)):
        mage.endurance, mage.arcania = endurance, arcania
        rows = {c.order: c for c in order_costs(world, "A", take_recon(world, "A"))}
        assert rows["REST"].cost == f"+{mage.max_endurance - endurance} endurance"
        assert rows["MEDITATE"].cost == f"+{mage.max_arcania - arcania} arcania"
    assert rows["REST"].note == f"to your {mage.max_endurance}"


def test_what_is_in_his_hands_says_which_orders_cost_nothing() -> None:
    world = random_world(3)
    world.phase = 6
    mage = world.mages["A"]
    recon = take_recon(world, "A")
    foe = replace(next(m for m in recon.mages), space=mage.space, artifacts=("orb",))
    for artifacts, mages, order in (
        ([], (), "MEDITATE"),
        (["crown"], (), "DROP, GIVE"),
        ([], (foe,), "DEMAND"),
        (["crown"], (foe,), "DROP, GIVE, DEMAND"),
    ):
        mage.artifacts, mage.scrolls, mage.cloaks = artifacts, [], []
        seen = replace(recon, mages=mages, artifacts={}, allies=())
        assert order_costs(world, "A", seen)[-1].order == order, order


@pytest.mark.parametrize(
    ("terrain", "moves", "phase", "cost"),
    [("plains", 0, 1, 6), ("plains", 0, 3, 2), ("river", 2, 3, 80), ("volcanic", 3, 4, 80)],
)
def test_a_move_costs_the_factor_by_the_percentage(terrain: str, moves: int, phase: int, cost: int) -> None:
    """MOVE-1, MOVE-3."""
    world = random_world(3)
    mage = world.mages["A"]
    mage.race, mage.moves, mage.artifacts, mage.effects = "elf", moves, [], {}
    world.terrain[mage.space] = TERRAIN_CODES[terrain]
    assert move_cost(world, mage, phase)[0] == cost


@pytest.mark.parametrize(
    ("held", "bonus"),
    [
        ([], (0, 0, 0)),
        (["crown"], (20, 0, 0)),
        (["crown", "orb"], (20, 0, 0)),
        (["orb"], (-10, 0, -20)),
        (["orb", "scepter"], (-10, 0, 0)),
    ],
)
def test_alignment_artifacts_help_ones_own_spells(held: list[str], bonus: tuple[int, ...]) -> None:
    """ART-2: to a good mage's good, neutral and evil spells."""
    mage = new_mage("A", 50, alignment="good")
    mage.artifacts = held
    assert tuple(alignment_bonus(mage, alignment) for alignment in ("good", "neutral", "evil")) == bonus


def test_what_a_find_adds_to_a_search() -> None:
    """SRCH-4."""
    assert [value_of(thing) for thing in ("cloak:red", "tome", "lamp", "orb")] == [20, 30, 40, 50]
