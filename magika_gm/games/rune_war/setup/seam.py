"""Scenarios and beginnings of Rune War, as the office asks for them (``engine.seam.setup.Setup``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Entrant, ScenarioFaults
from magika_gm.games.rune_war.rules.state import World
from magika_gm.games.rune_war.setup import start as beginning
from magika_gm.games.rune_war.setup.reading import read_scenario
from magika_gm.games.rune_war.setup.scenario import Scenario
from magika_gm.games.rune_war.setup.writing import write_scenario
from magika_gm.games.rune_war.tables import SEATS

DEFAULT = "weighed"
EXTRAS: Mapping[str, str] = {}

__all__ = [
    "DEFAULT",
    "EXTRAS",
    "as_before",
    "begun_with",
    "complete",
    "placed",
    "read_extra",
    "read_scenario",
    "restart",
    "seats_of",
    "start",
    "title_of",
    "write_scenario",
]


def title_of(scenario: Scenario) -> str:
    """Its title."""
    return scenario.title


def seats_of(scenario: Scenario) -> tuple[str, ...]:  # noqa: ARG001 - always four (GAME-3)
    """1 to 4."""
    return SEATS


def read_extra(name: str, text: str, file: str) -> Any:
    """There are no further files."""
    raise ScenarioFaults([f"{file}: Rune War knows no file of {name} ({len(text)} characters)"])


def start(scenario: Scenario, entrants: Sequence[Entrant], dice: Dice, extras: Mapping[str, Any]) -> World:
    """The state of turn 0; entrants in order of sign-up, a seat without one is a policy's."""
    assert not extras
    return beginning.start(scenario, entrants, dice)


def placed(scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> Mapping[str, str]:
    """Who sits where (SET-3)."""
    return beginning.placed(scenario, entrants, dice)


def complete(state: World, dice: Dice, extras: Mapping[str, Any]) -> World:  # noqa: ARG001 - no earlier version
    """States lack nothing."""
    return state


def as_before(state: World, after: World) -> World:  # noqa: ARG001 - no earlier version
    """States lack nothing."""
    return state


def begun_with(start: World, entrants: Sequence[Entrant]) -> dict[str, Any]:  # noqa: ARG001 - rolls tell the rest
    """The entrants' seats and wishes, in order of sign-up."""
    return {"entrants": [[e.seat, e.name, dict(e.choices)] for e in entrants]}


def restart(scenario: Scenario, begun: Mapping[str, Any], dice: Dice) -> World:
    """The state of turn 0 again."""
    entrants = [Entrant(seat=seat, name=name, choices=choices) for seat, name, choices in begun["entrants"]]
    return beginning.start(scenario, entrants, dice)
