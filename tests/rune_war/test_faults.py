"""What cannot be in a state is told, each by its own words (what a reader of a damaged game is told)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from magika_gm.games.rune_war.rules.faults import faults
from magika_gm.games.rune_war.rules.state import Due, World
from magika_gm.games.rune_war.rules.tables import MOST_CREATURES
from tests.rune_war.randoms import reached

MAP_TURN = 4
"""Of the game taken: the turn after which a map phase is due."""


def seat(world: World, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(world.players["1"], name, value)


def creature(world: World, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(world.creatures["MZ1"], name, value)


def whole(world: World, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(world, name, value)


def crowd(world: World) -> None:
    """One more than a seat may have, beside the others."""
    first = world.creatures["MZ1"]
    for number in range(world.players["1"].number + 1, MOST_CREATURES + 2):
        world.creatures[f"MZ{number}"] = first
        world.armies[first.at].append(f"MZ{number}")


def gather(world: World) -> None:
    """Four at one place."""
    for code in ("MZ2", "MZ3", "MZ4"):
        world.creatures[code].at = "Z2"
    world.armies.update({"Z2": ["MZ1", "MZ2", "MZ3", "MZ4", "MZ5"]})
    del world.armies["Z4"], world.armies["Z8"]


def hand(world: World, **fields: Any) -> None:
    assert world.hand is not None
    for name, value in fields.items():
        setattr(world.hand, name, value)


def more(world: World, runes: int) -> None:
    """Runes of the first kind put to the wall."""
    assert world.hand is not None
    world.hand.wall = [*world.hand.wall, *[0] * runes]


Damage = Callable[[World], object]
FAULTS: list[tuple[str, Damage]] = [
    ("seats are 2 3 4, not 1 2 3 4", lambda w: w.players.pop("1")),
    ("a wizard or clan twice, or a wizard for a clan that is not his (SET-1)", lambda w: seat(w, wizard="Ziag")),
    ("rune points won and paid differ (PAY-1)", lambda w: seat(w, rune_points=1)),
    ("seat 1 calls itself 2", lambda w: seat(w, seat="2")),
    ("seat 1 has less than no points", lambda w: seat(w, points=-1)),
    ("seat 1 has claim points against ", lambda w: seat(w, lcp={})),
    ("seat 1 is silent or fogged for too long (MAG-13)", lambda w: seat(w, silence=13)),
    ("seat 1 is silent or fogged for too long (MAG-13)", lambda w: seat(w, fog=13)),
    ("seat 1 made casts of no sheet", lambda w: seat(w, made={1: 1}, standing=None)),
    ("not every territory has an owner (ISLE-3)", lambda w: w.land.pop("Z1")),
    ("armies and creatures differ", lambda w: w.armies["Z2"].append("MZ6")),
    ("an army of nobody, or nowhere", lambda w: w.armies.update(Z1=[])),
    ("Shanahan is 2 times in play (MAG-6)", lambda w: creature(w, kind="Shanahan")),
    (f"seat 1 has {MOST_CREATURES + 1} creatures (CREA-4)", crowd),
    ("seat 1 has 5 creatures at Z2 (CREA-4)", gather),
    ("MZ1 is gone and in play (CREA-1)", lambda w: w.gone.update(MZ1=())),
    ("MZ1 is not of seat 2's clan (CREA-1)", lambda w: creature(w, seat="2")),
    ("MZ5 has a number not given out yet (CREA-1)", lambda w: seat(w, number=4)),
    ("MZ1 does not stand where it is", lambda w: creature(w, at="Z1")),
    ("MZ1 has 7 of 6 loyalty (CREA-3)", lambda w: creature(w, loyalty=7)),
    ("MZ1 has 0 of 6 loyalty (CREA-3)", lambda w: creature(w, loyalty=0)),
    (
        "MZ1 bears an enchantment twice (MAG-10)",
        lambda w: creature(w, enchantments=("Mystical Fountain melee", "Mystical Fountain loyalty")),
    ),
    ("MZ1 stands on foreign land (FINE-13)", lambda w: w.land.update(Z2=w.players["2"].clan)),
    ("runes without a hand", lambda w: whole(w, hand=None)),
    ("more than four of 1K (RUNE-1)", lambda w: more(w, 5)),
    ("runes are lost (RUNE-1)", lambda w: hand(w, wall=[])),
    ("seat 1 holds 0 runes, not 10", lambda w: seat(w, held=[0] * 34, bright=[0] * 34)),
    ("seat 1 has more magic than runes (RUNE-4)", lambda w: seat(w, bright=[5] * 34)),
    ("a game is over that has no end, or goes on after it (END-1)", lambda w: whole(w, due=Due.NOTHING)),
    ("nobody draws next", lambda w: hand(w, next="")),
    ("the map phase is due in the midst of a hand", lambda w: whole(w, due=Due.MAP)),
    ("a hand lies on the table of a game that is over", lambda w: whole(w, due=Due.NOTHING)),
    ("round 0 of 4", lambda w: whole(w, round=0)),
    (
        "the wall of round 7 is not the one that was sealed (GM-2)",
        lambda w: whole(w, walls=(replace(w.walls[0], round=7),)),
    ),
]


@pytest.mark.parametrize(("said", "damage"), FAULTS)
def test_each_fault_is_told(said: str, damage: Damage) -> None:
    world = reached(3, 1).copy()
    assert faults(world) == []
    damage(world)
    assert said in faults(world)


def test_who_won_the_hand_holds_one_more_until_the_map_phase() -> None:
    world = reached(3, MAP_TURN).copy()
    assert world.due is Due.MAP
    assert faults(world) == []
