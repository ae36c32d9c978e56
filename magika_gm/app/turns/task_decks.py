"""Decks of the Ebon Mage's tasks on disk (EBON-6)."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.files import read_text
from magika_gm.app.record.games import Game
from magika_gm.engine.dice import Dice
from magika_gm.games.magika.rules.tasks import draw_tasks, give_tasks
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.task_cards import Task
from magika_gm.store.archive import load_tasks


def load_deck(path: Path | None) -> list[Task]:
    """The deck in a file, or the shipped one. Raises :class:`OfficeError` with every fault and its line."""
    from magika_gm.games.magika.setup.task_deck import DeckFaults, read_deck
    from magika_gm.resources import shipped

    path = path or shipped("scenarios") / "tasks" / "ebon.toml"
    try:
        return read_deck(read_text(path, "a deck of tasks"), path.name)
    except DeckFaults as error:
        raise OfficeError(str(error)) from error


def world_to_play(connection: Connection, game: Game) -> World:
    """The world the next turn is played from. In a game begun before there were tasks they are drawn now (EBON-6)."""
    world = game.world(connection)
    if not world.tasks:
        give_tasks(world, load_tasks(connection, game.id) or draw_tasks(load_deck(None), Dice(game.seed, 0)))
    return world
