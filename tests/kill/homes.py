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

from magika_gm.app.office.doors import LOG, commands_noted
from magika_gm.app.office.doors import MARKS as IN_HAND
from magika_gm.app.office.office import SETTINGS_FILE as SETTINGS
from tests.store.postgres import Server

_MASKED = {"outbox": {"tries", "error", "next_try", "tried_at"}, "heartbeats": {"first", "last"},
           "office_secrets": {"made_at"}}  # fmt: skip
"""What tells how often something was tried, and when a database was made."""
_NUMBERS = {"id", "entry", "reverses", "subject", "nr"}
"""Of rows, where a sequence has gaps after a transaction that was rolled back."""
_numbers = count(1)
_UNTOLD = re.compile(r"(^|/)(tracebacks/|outbox/\.in-hand/)|lock[^/]*$")
_COLUMNS_HERE = (
    "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c "
    "WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid"
)
_COLUMNS_THERE = (
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' "
    "AND NOT starts_with(table_name, 'procrastinate') ORDER BY table_name, ordinal_position"
)


_URL = re.compile(r'(?m)^url = "(.*)"$')


@dataclass(frozen=True, slots=True)
class Home:
    """SQLite, or PostgreSQL on a server; where an office moves to, ``next`` is that, the same unless it is said."""

    server: Server | None = None
    next: Home | None = None

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

    def elsewhere(self, folder: Path) -> str:
        """The URL of an empty database for a copy to move to."""
        there = self.next or self
        if there.server is None:
            return f"sqlite:///{folder}/other.sqlite3"
        return there.server.copy("template0", f"copy{os.getpid()}_{next(_numbers)}")

    def forget(self, folder: Path) -> None:
        """Throw an office away; with a copy all databases that this process copied or made."""
        for home in filter(None, (self, self.next)):
            if home.server is None:
                continue
            with home.server.connect("postgres") as connection:
                asked = f"SELECT datname FROM pg_database WHERE starts_with(datname, 'copy{os.getpid()}_')"
                names = [str(name) for (name,) in connection.execute(asked.encode()).fetchall()]
                if not names and home is self and (folder / SETTINGS).is_file():
                    names = [self.name(folder)]
                for name in names:
                    connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())
        shutil.rmtree(folder, ignore_errors=True)

    @staticmethod
    def _point(folder: Path, url: str) -> None:
        path = folder / SETTINGS
        path.write_text(_URL.sub(f'url = "{url}"', path.read_text("utf-8")), encoding="utf-8")

    @staticmethod
    def name(folder: Path) -> str:
        """What an office's database on the server is called."""
        found = re.search(r"@/(\w+)\?", (folder / SETTINGS).read_text("utf-8"))
        assert found is not None
        return found[1]

    def rows(self, folder: Path) -> dict[str, list[str]]:
        """Every row of every table of the office, sorted, but for how often something was tried."""
        tables: dict[str, list[str]] = {}
        url = _URL.findall((folder / SETTINGS).read_text("utf-8"))[0]
        here = url.startswith("sqlite")
        with closing(self._open(folder, url)) as database:
            columns: dict[str, list[str]] = {}
            for table, column in database.execute(_COLUMNS_HERE if here else _COLUMNS_THERE).fetchall():
                left = _MASKED.get(table, set()) | (set() if here else _NUMBERS)
                columns.setdefault(table, []).extend({column} - left)
            for table, kept in columns.items():
                words = ", ".join(f'"{column}"' for column in kept)
                rows = database.execute(f"SELECT {words} FROM {table}").fetchall() if kept else []
                tables[table] = sorted(repr(tuple(row)) for row in rows)
        return tables

    def _open(self, folder: Path, url: str) -> Any:
        """The database, past all that is ours: tables are looked up thousands of times."""
        if url.startswith("sqlite"):
            return sqlite3.connect(folder / url.removeprefix("sqlite:///"))
        (server, *_) = (home.server for home in (self, self.next) if home is not None and home.server is not None)
        return server.connect(self.name(folder))

    def state(self, folder: Path) -> dict[str, Any]:
        """All that is in a folder: the rows of each office, that of ``folder`` and others in it, and every file but
        the databases' own, locks, and what was kept of errors. Of what was put aside it is told that it is there.
        """
        found: dict[str, Any] = {}
        for path in sorted(folder.rglob("*")):
            name = str(path.relative_to(folder))
            if path.is_dir():
                if path.name.startswith(".") and path.name != IN_HAND.name:
                    found[name] = "a folder that was left behind"
            elif path.name == SETTINGS:
                found |= {f"{name} {table}": rows for table, rows in self.rows(path.parent).items()}
                found[name] = _URL.sub("", path.read_text("utf-8"))
            elif ".sqlite3" in path.name:
                if not path.name.endswith(("sqlite3", "-wal", "-shm")):
                    found[name] = "there"
            elif path.name == LOG:  # whoever did what is there stands in it, however often he was stopped
                found[name] = sorted({one.command for one in commands_noted(path.parent)})
            elif not _UNTOLD.search(name):
                found[name] = path.read_bytes()
        return found
