"""Arena's scenarios and beginnings, as the office asks for them (``engine.system.Setup``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.system import Entrant, ScenarioFaults
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.games.arena.setup.scenario import Scenario, write_scenario
from magika_gm.games.arena.setup.scenario_reader import read_scenario
from magika_gm.games.arena.setup.start import start_state

DEFAULT = "tourney"
"""The law's duel with armies of equal strength; ``duel`` is the law's to the letter."""
EXTRAS: Mapping[str, str] = {}

__all__ = [
    "DEFAULT", "EXTRAS", "as_before", "begun_with", "complete", "read_extra", "read_scenario", "restart", "seats_of",
    "start", "title_of", "write_scenario",
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
    dice: Dice,  # noqa: ARG001 - armies and board are given
    extras: Mapping[str, Any],  # noqa: ARG001 - there are none
) -> State:
    """The state of turn 0, with the armies the players chose (SET-2)."""
    return start_state(scenario, {one.seat: one.choices for one in entrants})


def complete(state: State, dice: Dice, extras: Mapping[str, Any]) -> State:  # noqa: ARG001 - nothing was ever lacking
    """States have been whole from the first version on."""
    return state


def as_before(state: State, after: State) -> State:  # noqa: ARG001 - see complete
    """As it was recorded."""
    return state


def begun_with(start: State, entrants: Sequence[Entrant]) -> dict[str, Any]:  # noqa: ARG001 - the choices say all
    """The armies the players chose."""
    return {"armies": {one.seat: one.choices.get("army") for one in entrants}}


def restart(scenario: Scenario, begun: Mapping[str, Any], dice: Dice) -> State:  # noqa: ARG001 - see start
    """The state of turn 0 again."""
    chosen = begun["armies"]
    if not isinstance(chosen, Mapping) or set(chosen) - set(SIDES):
        raise ValueError("the armies are those of A and B")
    return start_state(scenario, {side: {"army": army} for side, army in chosen.items() if army is not None})
