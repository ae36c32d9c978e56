"""EBON-6: the deck, the draw, predicates over events and final state, and faults of a task file with their place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from magika_gm.engine.dice import Dice
from magika_gm.engine.told import Told
from magika_gm.games.magika.orders.model import Drop, Give, Order
from magika_gm.games.magika.rules.arena import INDEX
from magika_gm.games.magika.rules.events import Event
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.state import Scroll, Tally, Task, World, new_mage
from magika_gm.games.magika.rules.tasks import (
    DRAWN,
    TASK_POINTS,
    account,
    apply,
    draw_tasks,
    final_standing,
    give_tasks,
    task_lines,
    vp_total,
)
from magika_gm.games.magika.setup import DeckFaults, read_deck, read_task, task_from_plain, task_to_plain
from tests.examples import each_of
from tests.magika.randoms import random_orders, random_world

FILE = Path(__file__).parents[2] / "scenarios" / "magika" / "tasks" / "ebon.toml"
DECK = read_deck(FILE.read_text("utf-8"), FILE.name)
BY_NAME = {t.name: t for t in DECK}


def test_the_deck_is_large_enough_and_of_every_kind() -> None:
    assert len(DECK) >= 24
    assert {t.kind for t in DECK} == {"bring about", "prevent", "keep to"}
    assert sum(t.of_events for t in DECK) >= 8
    assert sum(not t.of_events for t in DECK) >= 8


@given(st.binary(min_size=1, max_size=32))
def test_ten_are_drawn_none_twice_and_none_that_exclude_each_other(seed: bytes) -> None:
    drawn = draw_tasks(DECK, Dice(seed, 0))
    assert len({t.name for t in drawn}) == DRAWN
    groups = [t.apart for t in drawn if t.apart]
    assert len(groups) == len(set(groups))
    assert drawn == draw_tasks(DECK, Dice(seed, 0))


def test_every_task_is_drawn_sometimes() -> None:
    seen = {t.name for n in range(300) for t in draw_tasks(DECK, Dice(str(n).encode(), 0))}
    assert seen == BY_NAME.keys()


def test_most_turns_count_something() -> None:
    counted = 0
    for seed in range(10):
        world = random_world(seed)
        give_tasks(world, DECK)
        counted += any(play_turn(world, random_orders(seed, world), Dice(b"tasks", 1)).world.tallies)
    assert counted >= 8


@given(st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_counting_turn_by_turn_is_counting_the_whole_record(seed: int) -> None:
    world = random_world(seed)
    give_tasks(world, DECK)
    start = world.copy()
    record: list[Told[Event]] = []
    for turn in (1, 2, 3):
        result = play_turn(world, random_orders(seed + turn, world), Dice(b"tasks", turn))
        record += result.told
        world = result.world
        if world.ended:
            break
    for told in record:
        apply(start, told.event)
    assert start.tallies == world.tallies
    event("something was counted" if any(world.tallies) else "nothing came about")
    lines = task_lines(world)
    assert all(line.points == (TASK_POINTS if line.done else 0) for line in lines)
    assert [p.rule for p in account(world, "M")].count("EBON-6") == len(DECK)
    assert not any(p.rule == "EBON-6" for p in account(world, "A"))
    (place,) = (p for p in final_standing(world) if p.letter == "M")
    assert place.points == vp_total(world, "M") + sum(line.points for line in lines)


@each_of(DECK)
def test_every_task_goes_through_plain_and_back(task: Task) -> None:
    assert task_from_plain(task_to_plain(task)) == task


def held(world: World, name: str, tally: Tally = 0) -> bool:
    give_tasks(world, [BY_NAME[name]], [tally])
    (line,) = task_lines(world)
    return line.done


@pytest.mark.parametrize(
    ("order", "done"),
    [
        (Give(("S2", "S3"), "A"), {"the librarian": False}),
        (
            Give(("S2", "S3", "crown", "cloak:red"), "A"),
            {"the open hand": True, "the tailor": True, "the restorer": True},
        ),
        (Give(("crown",), "A"), {"the open hand": False, "the tailor": False, "the restorer": True}),
        (Drop(("cloak:red", "S2")), {"a cloak by the wayside": True, "a find for others": False, "no gifts": True}),
        (Drop(("crown", "S2")), {"a cloak by the wayside": False, "a find for others": True, "no gifts": True}),
    ],
)
def test_tasks_over_things_given_and_left_know_of_what_kind_they_are(order: Order, done: dict[str, bool]) -> None:
    """EBON-6; two scrolls to one novice are not yet to two different ones."""
    world = World()
    for letter in "AM":
        world.mages[letter] = new_mage(letter, INDEX["m5"])
    ebon = world.mages["M"]
    ebon.scrolls, ebon.artifacts, ebon.cloaks = (
        [Scroll(code) for code in ("TelPt", "Heals", "Confs")],
        ["crown"],
        ["red"],
    )
    give_tasks(world, [BY_NAME[name] for name in done])
    after = play_turn(world, {"M": [order]}, Dice(b"given", 1)).world
    assert {line.name: line.done for line in task_lines(after)} == done


def test_tasks_over_the_final_state_turn_on_what_stands() -> None:
    world = random_world(7)
    world.turn = 5
    ebon = world.mages["M"]
    for mage in world.mages.values():
        mage.artifacts = []
    world.lying = {INDEX["m12"]: ["crown", "orb", "scepter"]}
    assert not held(world, "one of the three")
    assert held(world, "the Crown astray")
    world.lying[INDEX["m12"]].remove("crown")
    ebon.artifacts = ["crown"]
    assert held(world, "one of the three")
    ebon.artifacts, world.mages["A"].artifacts, world.mages["A"].alignment = [], ["crown"], "good"
    assert not held(world, "the Crown astray")
    world.mages["A"].alignment = "evil"
    assert held(world, "the Crown astray")
    ebon.space = 0
    assert held(world, "the doorkeeper")
    assert not held(world, "the straggler's friend")
    ebon.space = INDEX["m1"]
    assert held(world, "the straggler's friend")
    ebon.scrolls = ebon.scrolls[:1] + [Scroll("Heals")] * 5
    assert held(world, "a full satchel")
    assert held(world, "the short game")
    assert not held(world, "the long game")
    world.turn = 16
    assert held(world, "the long game")
    world.ending = "globe"
    assert held(world, "midwife to the Globe")
    assert not held(world, "no Globe")


TASK = '[[task]]\nname = "x"\nkind = "prevent"\ntext = "y"\ncount = "Paid"\nat_most = 0\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = [", "is not TOML"),
        ("tusk = 1", "'tusk' means nothing here"),
        ("task = 1", "write each task under [[task]]"),
        (TASK, "a deck needs at least 24"),
        (TASK.replace('"prevent"', '"stop"'), "task x: kind is one of bring about, prevent, keep to, not 'stop'"),
        (TASK.replace("Paid", "Payed"), "task x: nothing called 'Payed' can be counted; did you mean 'Paid'?"),
        (TASK.replace("at_most", "at_mots"), "'at_mots' means nothing here; did you mean 'at_most'?"),
        (TASK.replace("at_most = 0", ""), "say at_least or at_most"),
        (TASK.replace("at_most = 0", 'at_most = "none"'), "at_most must be a number"),
        (TASK.replace('text = "y"\n', ""), "it has no text"),
        (TASK + "where = { mge = 'M' }\n", "where: 'mge' is no field of what is counted; did you mean 'mage'?"),
        (TASK + "where = { kept = { least = 1 } }\n", "where: kept = { at_least = 3 } or { at_most = 3 }"),
        (TASK + 'sum = "gold"\n', "sum: 'gold' is no field of Paid"),
        (TASK.replace('"Paid"', '"novices"') + 'sum = "skill"\n', "sum goes with events only"),
        (TASK.replace('"Paid"', '["Paid", "novices"]'), "cannot be counted together"),
        (TASK + TASK, "there is another task of that name"),
    ],
)
def test_a_faulty_deck_names_the_place(text: str, words: str) -> None:
    with pytest.raises(DeckFaults) as caught:
        read_deck(text, "deck.toml")
    assert any(words in str(f) for f in caught.value.faults), caught.value
    assert all(str(f).startswith("deck.toml") for f in caught.value.faults)
    if "task x" in words:
        assert caught.value.faults[0].line == 1


def test_too_many_tasks_apart_cannot_be_drawn_from() -> None:
    rows = [TASK.replace('"x"', f'"t{n}"') + f'apart = "g{n % 9}"\n' for n in range(30)]
    with pytest.raises(DeckFaults, match="only 9 of its tasks can be drawn together"):
        read_deck("".join(rows), "deck.toml")


def test_any_value_is_read_or_refused_without_raising() -> None:
    odd: list[Any] = [1, "x", [], {}, None, True, 1.5, ["Paid", 3], {"mage": []}]
    for key in ("name", "kind", "text", "count", "where", "sum", "different", "at_least", "apart"):
        for value in odd:
            row = {"name": "x", "kind": "prevent", "text": "y", "count": "Paid", "at_most": 0} | {key: value}
            reasons: list[str] = []
            assert (read_task(row, reasons) is None) == bool(reasons)


def test_who_has_as_many_points_shares_his_rank_and_the_next_is_counted_on() -> None:
    world = World()
    for letter in "ABCDE":
        world.mages[letter] = new_mage(letter, INDEX["m6"])
    world.mages["C"].endurance -= 50
    world.mages["E"].dropped = True
    assert [(p.letter, p.rank) for p in final_standing(world)] == [("A", 1), ("B", 1), ("D", 1), ("C", 4), ("E", 5)]
