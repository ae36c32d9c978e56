"""Where an office's database is: a SQLite file in its folder, or a PostgreSQL database. Each run has a copy."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import MetaData, create_engine, select

from tests.store.postgres import Server

_MASKED = {"outbox": {"tries", "error", "next_try", "tried_at"}, "heartbeats": {"first", "last"}}
"""What tells how often something was tried, and no more."""
_NUMBERS = {"id", "entry", "reverses", "subject", "nr"}
"""Of rows, where a sequence has gaps after a transaction that was rolled back."""
_numbers = count(1)


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
            import psycopg

            name = f"copy{os.getpid()}_{next(_numbers)}"
            with psycopg.connect(f"host={self.server.folder} user=magika dbname=postgres", autocommit=True) as c:
                c.execute(f"CREATE DATABASE {name} TEMPLATE {self._name(ready)}".encode())
            self._point(folder, self.server.url(name))
        return folder

    def forget(self, folder: Path) -> None:
        """Throw a copy away."""
        if self.server is not None and (folder / "magika.toml").is_file():
            import psycopg

            with psycopg.connect(f"host={self.server.folder} user=magika dbname=postgres", autocommit=True) as c:
                c.execute(f"DROP DATABASE IF EXISTS {self._name(folder)} WITH (FORCE)".encode())
        shutil.rmtree(folder, ignore_errors=True)

    @staticmethod
    def _point(folder: Path, url: str) -> None:
        path = folder / "magika.toml"
        path.write_text(re.sub(r'(?m)^url = ".*"$', f'url = "{url}"', path.read_text("utf-8")), encoding="utf-8")

    @staticmethod
    def _name(folder: Path) -> str:
        found = re.search(r"@/(\w+)\?", (folder / "magika.toml").read_text("utf-8"))
        assert found is not None
        return found[1]

    def rows(self, folder: Path) -> dict[str, list[str]]:
        """Every row of every table, sorted, but for how often something was tried."""
        found = re.search(r'(?m)^url = "(.*)"$', (folder / "magika.toml").read_text("utf-8"))
        url = found[1] if found is not None and self.server is not None else f"sqlite:///{folder}/magika.sqlite3"
        engine, metadata = create_engine(url), MetaData()
        metadata.reflect(engine)
        tables = {}
        with engine.connect() as connection:
            for table in metadata.sorted_tables:
                left = _MASKED.get(table.name, set()) | (_NUMBERS if self.server is not None else set())
                kept = [column for column in table.columns if column.name not in left]
                rows = connection.execute(select(*kept)).all() if kept else []
                tables[table.name] = sorted(repr(tuple(row)) for row in rows)
        engine.dispose()
        return tables

    def state(self, folder: Path) -> dict[str, Any]:
        """All an office is: rows, and every file but the database's own and locks."""
        found: dict[str, Any] = dict(self.rows(folder))
        for path in sorted(folder.rglob("*")):
            name = str(path.relative_to(folder))
            if path.is_file() and not name.startswith(("magika.sqlite3", "magika.toml")) and "lock" not in path.name:
                found[name] = path.read_bytes()
            elif path.is_dir() and path.name.startswith("."):
                found[name] = "a folder that was left behind"
        return found
