"""Where an office's database is: a SQLite file in its folder, or a PostgreSQL database. Each run has a copy."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from magika_gm.app.office.doors import MARKS as IN_HAND
from tests.store.postgres import Server

_MASKED = {"outbox": {"tries", "error", "next_try", "tried_at"}, "heartbeats": {"first", "last"}}
"""What tells how often something was tried, and no more."""
_NUMBERS = {"id", "entry", "reverses", "subject", "nr"}
"""Of rows, where a sequence has gaps after a transaction that was rolled back."""
_numbers = count(1)
_COLUMNS_HERE = (
    "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c "
    "WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid"
)
_COLUMNS_THERE = (
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' "
    "AND NOT starts_with(table_name, 'procrastinate') ORDER BY table_name, ordinal_position"
)


@dataclass(frozen=True, slots=True)
class Home:
    """SQLite, or PostgreSQL on a server."""

    server: Server | None = None

    def settle(self, folder: Path) -> None:
        """Let the office of a new folder have its database here."""
        if self.server is not None:
            self._point(folder, self.server.new_database())

    def copy(self, ready: Path, folder: Path) -> Path:
        """A copy of a closed office, its database too."""
        shutil.copytree(ready, folder)
        if self.server is not None:
            name = f"copy{os.getpid()}_{next(_numbers)}"
            self._point(folder, self.server.copy(self.name(ready), name))
        return folder

    def forget(self, folder: Path) -> None:
        """Throw a copy away."""
        if self.server is not None and (folder / "magika.toml").is_file():
            with self.server.connect("postgres") as connection:
                connection.execute(f"DROP DATABASE IF EXISTS {self.name(folder)} WITH (FORCE)".encode())
        shutil.rmtree(folder, ignore_errors=True)

    @staticmethod
    def _point(folder: Path, url: str) -> None:
        path = folder / "magika.toml"
        path.write_text(re.sub(r'(?m)^url = ".*"$', f'url = "{url}"', path.read_text("utf-8")), encoding="utf-8")

    @staticmethod
    def name(folder: Path) -> str:
        """What an office's database on the server is called."""
        found = re.search(r"@/(\w+)\?", (folder / "magika.toml").read_text("utf-8"))
        assert found is not None
        return found[1]

    def rows(self, folder: Path) -> dict[str, list[str]]:
        """Every row of every table of the office, sorted, but for how often something was tried."""
        tables: dict[str, list[str]] = {}
        with closing(self._open(folder)) as database:
            asked = _COLUMNS_THERE if self.server is not None else _COLUMNS_HERE
            columns: dict[str, list[str]] = {}
            for table, column in database.execute(asked).fetchall():
                left = _MASKED.get(table, set()) | (_NUMBERS if self.server is not None else set())
                columns.setdefault(table, []).extend({column} - left)
            for table, kept in columns.items():
                words = ", ".join(f'"{column}"' for column in kept)
                rows = database.execute(f"SELECT {words} FROM {table}").fetchall() if kept else []
                tables[table] = sorted(repr(tuple(row)) for row in rows)
        return tables

    def _open(self, folder: Path) -> Any:
        """The database, past all that is ours: tables are looked up thousands of times."""
        if self.server is None:
            return sqlite3.connect(folder / "magika.sqlite3")
        return self.server.connect(self.name(folder))

    def state(self, folder: Path) -> dict[str, Any]:
        """All an office is: rows, and every file but the database's own, locks, and what was kept of errors."""
        found: dict[str, Any] = dict(self.rows(folder))
        for path in sorted(folder.rglob("*")):
            name = str(path.relative_to(folder))
            if (
                path.is_file()
                and not name.startswith(("magika.sqlite3", "magika.toml", "tracebacks/", "outbox/.in-hand/"))
                and "lock" not in path.name
            ):
                found[name] = path.read_bytes()
            elif path.is_dir() and path.name.startswith(".") and path.name != IN_HAND.name:
                found[name] = "a folder that was left behind"
        return found
