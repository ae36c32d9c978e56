"""Temple Isle's scenarios and beginnings, as the office asks for them (``engine.seam.setup.Setup``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam import setup as setup_seam
from magika_gm.engine.seam.setup import Entrant
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.setup import reader
from magika_gm.games.temple_isle.setup.scenario import Scenario, ScenarioFaults
from magika_gm.games.temple_isle.setup.start import begin
from magika_gm.games.temple_isle.setup.writer import write_scenario

DEFAULT = "isle"
EXTRAS: Mapping[str, str] = {}

__all__ = [
    "DEFAULT", "EXTRAS", "as_before", "begun_with", "complete", "read_extra", "read_scenario", "restart", "seats_of",
    "start", "title_of", "write_scenario",
]  # fmt: skip


def read_scenario(text: str, name: str) -> Scenario:
    """A scenario from its TOML text (SET-3)."""
    try:
        return reader.read_scenario(text, name)
    except ScenarioFaults as error:
        raise setup_seam.ScenarioFaults([str(fault) for fault in error.faults]) from error


def title_of(scenario: Scenario) -> str:
    """Its title."""
    return scenario.title


def seats_of(scenario: Scenario) -> tuple[str, ...]:
    """SUN and MOON, in the scenario's seating order (SET-1)."""
    return scenario.seats


def read_extra(name: str, text: str, file: str) -> Any:  # noqa: ARG001 - there is none
    """A game is begun with its scenario alone."""
    raise setup_seam.ScenarioFaults([f"{file}: Temple Isle is begun without {name}"])


def start(
    scenario: Scenario,
    entrants: Sequence[Entrant],  # noqa: ARG001 - players choose nothing beforehand
    dice: Dice,
    extras: Mapping[str, Any],  # noqa: ARG001 - there are none
) -> State:
    """The state of turn 0 (SET-2)."""
    return cast(State, begin(scenario, dice).state)


def complete(state: State, dice: Dice, extras: Mapping[str, Any]) -> State:  # noqa: ARG001 - nothing was ever lacking
    """States have been whole from the first version on."""
    return state


def as_before(state: State, after: State) -> State:  # noqa: ARG001 - see complete
    """As it was recorded."""
    return state


def begun_with(start: State, entrants: Sequence[Entrant]) -> dict[str, Any]:  # noqa: ARG001 - scenario and seed say all
    """Who sat where; what is drawn comes from scenario and seed."""
    return {"seats": [entrant.seat for entrant in entrants]}


def restart(scenario: Scenario, begun: Mapping[str, Any], dice: Dice) -> State:
    """The state of turn 0 again."""
    if sorted(begun["seats"]) != sorted(scenario.seats):
        raise ValueError(f"the seats are {', '.join(scenario.seats)}")
    return cast(State, begin(scenario, dice).state)
