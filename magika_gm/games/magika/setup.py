"""How a game of Magika begins (``engine.seam.setup.Setup``): characters, and the world before turn 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam import setup as setup_seam
from magika_gm.engine.seam.setup import Entrant
from magika_gm.games.magika.rules.arena import NAME
from magika_gm.games.magika.rules.state import Scroll, Task, World, new_mage, own_teleport
from magika_gm.games.magika.rules.steps import draw_scroll
from magika_gm.games.magika.rules.tables import EBON, LETTERS
from magika_gm.games.magika.rules.tasks import draw_tasks, give_tasks
from magika_gm.games.magika.scenario import Scenario, read_arena, write_scenario
from magika_gm.games.magika.task_deck import DeckFaults, read_deck, task_from_plain, task_to_plain

__all__ = [
    "DEFAULT", "EXTRAS", "as_before", "begun_with", "complete", "read_extra", "read_scenario", "restart", "seats_of",
    "start", "title_of", "write_scenario",
]  # fmt: skip

# The world a game starts with (ARENA-5, MAGE-1, MAGE-2, EBON-1).


START_SCROLLS = 2


class Character(NamedTuple):
    """A mage as signed up; one who returns has arcania on top and scrolls he brings instead of drawing (GM-5)."""

    name: str
    race: str = "human"
    alignment: str = "neutral"
    bonus: int = 0
    brought: tuple[str, ...] = ()


def start_world(scenario: Scenario, characters: Sequence[Character], dice: Dice, deck: Sequence[Task] = ()) -> World:
    """The world before turn 1. ``characters`` are the twelve novices in order and the Ebon Mage.

    ``deck`` is what his tasks are drawn from (EBON-6); without one there are none yet.

    Rolls: ``ebon.task`` for each task, ``start.space`` and ``start.aptitude`` for each mage, and SRCH-5's draw for
    each scroll; a roll's subject is the mage's letter.
    """
    world = World(terrain=list(scenario.terrain), phase=6, figures=scenario.options.spell_figures)
    if deck:
        give_tasks(world, draw_tasks(deck, dice))
    free = list(scenario.starts)
    for letter, character in zip(LETTERS, characters, strict=True):
        space = scenario.ebon_start
        if letter != EBON:
            space = free.pop(dice.choice("start.space", letter, [NAME[s] for s in free], "ARENA-5"))
        mage = new_mage(letter, space, character.race, character.alignment, character.name)
        if mage.alignment == "neutral" and dice.choice("start.aptitude", letter, ("+5", "-5"), "MAGE-2"):
            mage.aptitude = -mage.aptitude
        mage.arcania = min(mage.max_arcania, mage.arcania + character.bonus)
        mage.scrolls = [Scroll(code) for code in character.brought[:START_SCROLLS]]
        while len(mage.scrolls) < START_SCROLLS:
            mage.scrolls.append(Scroll(draw_scroll(dice, letter, mage.alignment)))
        if letter == EBON:
            mage.scrolls.insert(0, own_teleport())
        mage.scrolls = [replace(s, number=i) for i, s in enumerate(mage.scrolls, 1)]
        world.mages[letter] = mage
    world.lying = {space: list(things) for space, things in scenario.lying.items()}
    return world


# What the office asks for besides.


DEFAULT = "classic"
EXTRAS: Mapping[str, str] = {"tasks": "magika/tasks/ebon.toml"}
_SEATS = tuple(LETTERS)


read_scenario = read_arena


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
