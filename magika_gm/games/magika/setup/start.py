"""The world a game starts with (ARENA-5, MAGE-1, MAGE-2, EBON-1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from magika_gm.engine.dice import Dice
from magika_gm.games.magika.rules.arena import NAME
from magika_gm.games.magika.rules.steps.search import draw_scroll
from magika_gm.games.magika.rules.tables import EBON, LETTERS
from magika_gm.games.magika.rules.tasks import draw_tasks, give_tasks
from magika_gm.games.magika.rules.world import Scroll, World, new_mage, own_teleport
from magika_gm.games.magika.setup.scenario import Scenario
from magika_gm.games.magika.task_cards import Task

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
