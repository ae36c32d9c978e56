"""The built-in players: pure, informed by a turn file alone, and legal in what they order."""

from __future__ import annotations

import inspect
import random
from typing import Any

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.reporting import NOBODY
from magika_gm.engine.seam.reports import TurnRecord
from magika_gm.games.magika import bots
from magika_gm.games.magika.bots import play, take_turn
from magika_gm.games.magika.orders.offers import order_form
from magika_gm.games.magika.report.report import turn_file as to_plain
from magika_gm.games.magika.report.reports import REPORTS
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.state import World
from magika_gm.games.magika.sight import Memory, learn, news, take_recon
from tests.magika.randoms import random_orders, random_world

SEED = b"bots"


def report_of(world: World, letter: str, memory: Memory | None = None) -> Any:
    memory = memory or Memory()
    recon = take_recon(world, letter)
    learn(memory, world.turn, *news(recon))
    mage = world.mages[letter]
    form = order_form("7", world.turn + 1, letter, mage.name, [s.code for s in mage.scrolls], mage.items())
    return REPORTS.build(
        TurnRecord(acts=(), state=world, told=(), orders={}, how={}, messages=(), seed=SEED),
        recon.letter,
        recon,
        memory,
        NOBODY,
        form,
    )


def turn_file(world: World, letter: str) -> dict[str, Any]:
    return to_plain(report_of(world, letter))


def lively_world(seed: int) -> World:
    """A world as a turn of random orders leaves it: effects, teams, things in hands."""
    world = random_world(seed, spread=random.Random(seed).choice([6, 12, 24]))
    return play_turn(world, random_orders(seed, world), Dice(SEED, 1)).world


def policy_for(letter: str, number: int) -> str:
    return "ebon" if letter == "M" else bots.NOVICE_POLICIES[number % 3]


def test_bots_are_given_a_turn_file_and_nothing_of_the_world() -> None:
    for function in (take_turn, play):
        given = inspect.signature(function).parameters
        assert not any("World" in str(p.annotation) for p in given.values())
        assert {"policy", "turn_file", "seed"} <= given.keys()


@pytest.mark.slow
def test_most_orders_are_carried_out_in_worlds_full_of_trouble() -> None:
    """Random worlds are far rougher than a game; even there at most an order in eight may be refused."""
    given = refused = 0
    for seed in range(40):
        world = lively_world(seed)
        if world.ended:
            continue
        orders = {
            letter: play(policy_for(letter, seed + i), turn_file(world, letter), SEED)
            for i, letter in enumerate(world.mages)
        }
        result = play_turn(world, orders, Dice(SEED, 2))
        given += sum(map(len, orders.values()))
        refused += sum(type(t.event).__name__ == "OrderRefused" for t in result.told)
    assert given > 1500
    assert refused < given / 8, f"{refused} of {given} orders refused"


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(KeyError):
        play("dreamer", turn_file(lively_world(1), "A"), SEED)
