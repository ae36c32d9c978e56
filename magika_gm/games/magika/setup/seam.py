"""Magika's scenarios and beginnings, as the office asks for them (``engine.system.Setup``)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.system import Entrant
from magika_gm.games.magika.rules.tables import EBON, LETTERS
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.setup.scenario import Scenario, write_scenario
from magika_gm.games.magika.setup.scenario_reader import read_scenario
from magika_gm.games.magika.setup.start import Character, start_world

DEFAULT = "classic"
EBON_POLICY_NAME = "Ebon Mage"

__all__ = ["DEFAULT", "read_scenario", "seats_of", "start", "title_of", "write_scenario"]


def title_of(scenario: Scenario) -> str:
    """Its title."""
    return scenario.title


@cache
def _seats() -> tuple[str, ...]:
    return tuple(LETTERS)


def seats_of(scenario: Scenario) -> tuple[str, ...]:  # noqa: ARG001 - every arena has thirteen mages
    """A to L and the Ebon Mage."""
    return _seats()


def character_of(entrant: Entrant) -> Character:
    """The character somebody plays: his choices are race, alignment, and of one who returns bonus and scrolls."""
    c: dict[str, Any] = dict(entrant.choices)
    plain = {"race": c.get("race", "human"), "alignment": c.get("alignment", "neutral")}
    return Character(entrant.name, bonus=int(c.get("bonus", 0)), brought=tuple(c.get("brought", ())), **plain)


def start(scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> World:
    """The world before turn 1 (ARENA-5, MAGE-1, MAGE-2, EBON-1); ``entrants`` in seating order, the Ebon Mage last."""
    assert [e.seat for e in entrants] == [*_seats()]
    assert entrants[-1].seat == EBON
    return start_world(scenario, [character_of(e) for e in entrants], dice)
