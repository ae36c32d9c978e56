"""Magika's scenarios and beginnings, as the office asks for them (``engine.seam.setup.Setup``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam import setup as setup_seam
from magika_gm.engine.seam.setup import Entrant
from magika_gm.games.magika.rules.tables import EBON, LETTERS
from magika_gm.games.magika.rules.tasks import draw_tasks, give_tasks
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.setup import scenario_reader
from magika_gm.games.magika.setup.scenario import Scenario, ScenarioFaults, write_scenario
from magika_gm.games.magika.setup.start import Character, start_world
from magika_gm.games.magika.setup.task_deck import DeckFaults, read_deck, task_from_plain, task_to_plain
from magika_gm.games.magika.task_cards import Task

DEFAULT = "classic"
EXTRAS: Mapping[str, str] = {"tasks": "magika/tasks/ebon.toml"}
_SEATS = tuple(LETTERS)

__all__ = [
    "DEFAULT", "EXTRAS", "as_before", "begun_with", "complete", "read_extra", "read_scenario", "restart", "seats_of",
    "start", "title_of", "write_scenario",
]  # fmt: skip


def read_scenario(text: str, name: str) -> Scenario:
    """An arena from its TOML text."""
    try:
        return scenario_reader.read_scenario(text, name)
    except ScenarioFaults as error:
        raise setup_seam.ScenarioFaults([str(fault) for fault in error.faults]) from error


def title_of(scenario: Scenario) -> str:
    """Its title."""
    return scenario.title


def seats_of(scenario: Scenario) -> tuple[str, ...]:  # noqa: ARG001 - every arena has thirteen mages
    """A to L and the Ebon Mage."""
    return _SEATS


def read_extra(name: str, text: str, file: str) -> list[Task]:
    """The deck of the Ebon Mage's tasks (EBON-6)."""
    assert name in EXTRAS
    try:
        return read_deck(text, file)
    except DeckFaults as error:
        raise setup_seam.ScenarioFaults([str(fault) for fault in error.faults]) from error


def character_of(entrant: Entrant) -> Character:
    """The character somebody plays: his choices are race, alignment, and of one who returns bonus and scrolls."""
    c = entrant.choices
    return Character(
        entrant.name,
        str(c.get("race", "human")),
        str(c.get("alignment", "neutral")),
        int(c.get("bonus", 0)),
        tuple(c.get("brought", ())),
    )


def start(scenario: Scenario, entrants: Sequence[Entrant], dice: Dice, extras: Mapping[str, Any]) -> World:
    """The world before turn 1 (ARENA-5, MAGE-1, MAGE-2, EBON-1); ``entrants`` in seating order, the Ebon Mage last."""
    assert tuple(e.seat for e in entrants) == _SEATS
    assert _SEATS[-1] == EBON
    return start_world(scenario, [character_of(e) for e in entrants], dice, extras.get("tasks", ()))


def complete(state: World, dice: Dice, extras: Mapping[str, Any]) -> World:
    """In a game begun before there were tasks they are drawn now (EBON-6)."""
    if not state.tasks:
        give_tasks(state, draw_tasks(extras["tasks"], dice))
    return state


def as_before(state: World, after: World) -> World:
    """Tasks that were drawn with a turn, in a game begun before there were any."""
    if after.tasks and not state.tasks:
        give_tasks(state, after.tasks)
    return state


def begun_with(start: World, entrants: Sequence[Entrant]) -> dict[str, Any]:
    """Name, race and alignment of each (of who returned, bonus and scrolls too, GM-5), and the tasks drawn."""
    rows = []
    for entrant in entrants:
        mage, c = start.mages[entrant.seat], entrant.choices
        back = [str(c.get("bonus", 0)), " ".join(c.get("brought", ()))] if c.get("bonus") or c.get("brought") else []
        rows.append([mage.name, mage.race, mage.alignment, *back])
    return {"characters": rows, "tasks": [task_to_plain(task) for task in start.tasks]}


def restart(scenario: Scenario, begun: Mapping[str, Any], dice: Dice) -> World:
    """The world before turn 1 from what a final turn file says it was begun with."""
    characters = []
    for row in begun["characters"]:
        name, race, alignment, *back = row
        characters.append(Character(name, race, alignment, *((int(back[0]), tuple(back[1].split())) if back else ())))
    world = start_world(scenario, characters, dice)
    give_tasks(world, [task_from_plain(task) for task in begun["tasks"]])
    return world
