"""Arena's scenarios and beginnings, as the office asks for them (``engine.seam.setup.Setup``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Entrant, ScenarioFaults
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import SIDES, Step
from magika_gm.games.arena.setup.scenario import Scenario, write_scenario
from magika_gm.games.arena.setup.scenario_reader import read_scenario
from magika_gm.games.arena.setup.start import seats_by_sign_up, start_state

DEFAULT = "tourney"
"""The law's duel with armies of equal strength; ``duel`` is the law's to the letter."""
EXTRAS: Mapping[str, str] = {}

__all__ = [
    "DEFAULT", "EXTRAS", "as_before", "begun_with", "complete", "placed", "read_extra", "read_scenario", "restart",
    "seats_of", "start", "title_of", "write_scenario",
]  # fmt: skip


def title_of(scenario: Scenario) -> str:
    """Its title."""
    return scenario.title


def seats_of(scenario: Scenario) -> tuple[str, ...]:  # noqa: ARG001 - two play in every scenario
    """A and B (SET-5)."""
    return SIDES


def read_extra(name: str, text: str, file: str) -> Any:  # noqa: ARG001 - there is none
    """A game is begun with its scenario alone."""
    raise ScenarioFaults([f"{file}: Arena is begun without {name}"])


def start(
    scenario: Scenario,
    entrants: Sequence[Entrant],
    dice: Dice,
    extras: Mapping[str, Any],  # noqa: ARG001 - there are none
) -> State:
    """The state of turn 0, with the armies the players chose (SET-2), each in the seat he was drawn (DICE)."""
    seat_of = placed(scenario, entrants, dice)
    return start_state(scenario, {seat_of[one.seat]: one.choices for one in entrants})


def placed(scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> Mapping[str, str]:
    """The seat each entrant gets, by the one he signed up in: who is A is drawn, unless the scenario says (DICE)."""
    dice.phase = int(Step.BEGIN)
    places = dict(zip(SIDES, seats_by_sign_up(scenario, dice), strict=True))
    return {one.seat: places[one.seat] for one in entrants}


def complete(state: State, dice: Dice, extras: Mapping[str, Any]) -> State:  # noqa: ARG001 - nothing was ever lacking
    """States have been whole from the first version on."""
    return state


def as_before(state: State, after: State) -> State:  # noqa: ARG001 - see complete
    """As it was recorded."""
    return state


def begun_with(start: State, entrants: Sequence[Entrant]) -> dict[str, Any]:  # noqa: ARG001 - the choices say all
    """The armies the players chose, by the seats they signed up in."""
    return {"armies": {one.seat: one.choices.get("army") for one in entrants}}


def restart(scenario: Scenario, begun: Mapping[str, Any], dice: Dice) -> State:
    """The state of turn 0 again."""
    chosen = begun["armies"]
    if not isinstance(chosen, Mapping) or set(chosen) - set(SIDES):
        raise ValueError("the armies are those of A and B")
    entrants = [Entrant(seat=side, choices={} if army is None else {"army": army}) for side, army in chosen.items()]
    return start(scenario, entrants, dice, {})
