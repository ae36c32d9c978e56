"""The Ebon Mage's tasks and tallies (EBON-6), which a world does not hold yet."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from magika_gm.games.magika.archive import ARCHIVE
from magika_gm.games.magika.rules.tasks import Tally, Task
from magika_gm.games.magika.setup.task_deck import task_from_plain, task_to_plain
from magika_gm.store.relations import rows_of, save_rows


def save_tasks(connection: Connection, game: str, turn: int, tasks: Sequence[Task]) -> None:
    """Add the tasks drawn for the Ebon Mage."""
    rows = [{"nr": nr, "name": task.name, "task": task_to_plain(task)} for nr, task in enumerate(tasks, 1)]
    save_rows(connection, ARCHIVE, "tasks", game, turn, rows)


def load_tasks(connection: Connection, game: str, turn: int) -> list[Task]:
    """The tasks drawn for a game; none for one begun before there were any."""
    return [task_from_plain(row["task"]) for row in rows_of(connection, ARCHIVE, "tasks", game, turn)]


def save_tallies(connection: Connection, game: str, turn: int, tallies: Sequence[Tally]) -> None:
    """Add what the tasks have come to after a turn."""
    rows = [{"nr": nr, "tally": tally} for nr, tally in enumerate(tallies, 1)]
    save_rows(connection, ARCHIVE, "tallies", game, turn, rows)


def load_tallies(connection: Connection, game: str, turn: int) -> list[Tally]:
    """What the tasks have come to after a turn."""
    found = [row["tally"] for row in rows_of(connection, ARCHIVE, "tallies", game, turn)]
    return [tuple(v) if isinstance(v, list) else v for v in found]
