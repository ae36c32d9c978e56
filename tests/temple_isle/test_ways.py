"""The cheapest way over the isle as steps (ACT-3): which of several it is, and that steps without a price end."""

from __future__ import annotations

import pytest

from magika_gm.games.temple_isle.rules.movement import FAR, Ground
from magika_gm.games.temple_isle.rules.state import Options, State
from magika_gm.games.temple_isle.rules.terms import NEUTRAL, SQUARE, SQUARES, STEP, Direction
from magika_gm.games.temple_isle.setup import Scenario, blank, place_unit, settle_hp


def meadow(at: str, *roads: str) -> State:
    """A Knight of SUN alone on meadows, with roads of his that cost nothing to step onto."""
    state = blank(Scenario().catalogue, Options())
    state.isle = ["Meadow"] * len(SQUARES)
    state.control = [NEUTRAL] * len(SQUARES)
    for road in roads:
        state.isle[SQUARE[road]] = "Old Road"
        state.control[SQUARE[road]] = "SUN"
    place_unit(state, 1, "Knight", "SUN", SQUARE[at])
    settle_hp(state)
    return state


def way(state: State, goal: str) -> str:
    unit = state.units[1]
    return " ".join(Ground(state, unit).way(unit.at, SQUARE[goal]))


@pytest.mark.parametrize(
    ("roads", "steps"),
    [
        ((), "E S"),
        (("a4",), "S E"),
        (("b3",), "E S"),
        (("b2", "b3"), "E S"),
        (("a2", "b2", "b3"), "E S"),
        (("a2", "b2", "b3", "c3"), "E S"),
    ],
)
def test_several_squares_without_a_price_lead_the_shorter_way_and_in_no_circle(
    roads: tuple[str, ...], steps: str
) -> None:
    assert way(meadow("a3", *roads), "b4") == steps


def test_a_cheaper_way_is_taken_though_it_is_longer() -> None:
    roads = ("a2", "b2", "c2", "c3")
    state = meadow("a3", *roads)
    assert way(state, "c4") == "N E E S S"
    assert Ground(state, state.units[1]).costs_from(SQUARE["a3"])[SQUARE["c4"]] == 1


def test_a_way_costs_what_its_steps_cost_wherever_it_leads() -> None:
    state = meadow("a3", "b2", "b3", "d3", "d4", "e4")
    unit = state.units[1]
    ground = Ground(state, unit)
    costs = ground.costs_from(unit.at)
    for goal, cost in enumerate(costs):
        square, paid = unit.at, 0
        for step in ground.way(unit.at, goal):
            square = STEP[Direction(step)][square]
            paid += ground.cost[square]
        assert (square, paid) == (goal, cost)


def test_there_is_no_way_where_none_leads() -> None:
    state = meadow("a1")
    for square in ("a2", "b1"):
        state.isle[SQUARE[square]] = "Water"
    assert way(state, "e4") == ""
    assert Ground(state, state.units[1]).costs_from(SQUARE["a1"])[SQUARE["e4"]] == FAR


def test_a_foe_is_the_end_of_a_way_and_never_on_it() -> None:
    state = meadow("a3")
    place_unit(state, 6, "Militia", "MOON", SQUARE["b3"])
    assert way(state, "b3") == "E"
    assert way(state, "c3") == "N E E S"
