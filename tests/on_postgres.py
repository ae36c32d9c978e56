"""Every office a test makes on PostgreSQL: ``MAGIKA_TEST_DATABASE=postgres pytest tests/app`` (make test-postgres).

Settings that name the usual SQLite file lead to a database of the office's own on a private server, copied from one
that was made once. Which it is stands in a file of the office's folder, so that a copy of the folder gets a copy of
that database. Programs a test starts do the same (``tests/tools/on_postgres``).
"""

from __future__ import annotations

import inspect
import os
import shutil
import sqlite3
import uuid
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.store.postgres import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sqlalchemy import Engine

SERVER = "MAGIKA_TEST_SERVER"
"""The server's folder, for this process and all it starts."""
MARK = ".database"
TEMPLATE = "pattern"
_fresh: set[str] = set()
"""Databases nobody has opened yet: their secret is the pattern's still."""


def wanted() -> bool:
    """Whether tests are to run on PostgreSQL."""
    return os.environ.get("MAGIKA_TEST_DATABASE") == "postgres"


def server() -> Server:
    """The private server that was started for this run."""
    return Server(Path(os.environ[SERVER]))


def make_pattern() -> None:
    """The database all others are copies of: every table, no game."""
    from magika_gm.store.database import open_store

    _command(f"CREATE DATABASE {TEMPLATE}")
    open_store(server().url(TEMPLATE), create=True).close()


def _command(*statements: str) -> list[Any]:
    import psycopg

    with psycopg.connect(f"host={server().folder} user=magika dbname=postgres", autocommit=True) as connection:
        found: list[Any] = []
        for statement in statements:
            cursor = connection.execute(statement.encode())
            found = cursor.fetchall() if cursor.description else []
        return found


def url_of(root: Path) -> str:
    """The URL of an office's database, which is made when it is first asked for."""
    mark, here = root / MARK, str(root.resolve())
    name, place = mark.read_text(encoding="utf-8").split("\n") if mark.exists() else (TEMPLATE, "")
    if place != here:
        own = f"office_{uuid.uuid4().hex[:16]}"
        alone = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        _command(alone)
        server().copy(name, own)
        if name == TEMPLATE:
            _fresh.add(own)
        mark.write_text(f"{own}\n{here}", encoding="utf-8")
        name = own
    return server().url(name)


def home(folder: Path) -> str:
    """The URL of a database for a test of the store: a file, or one on the server where the run asks for it."""
    return url_of(folder) if wanted() else f"sqlite:///{folder / 'magika.sqlite3'}"


def refilled(folder: Path, script: str) -> None:
    """The database of a closed office anew, of the older schema a dump of SQLite has."""
    if not wanted():
        for made in folder.glob("magika.sqlite3*"):
            made.unlink()
        with closing(sqlite3.connect(folder / "magika.sqlite3")) as old:
            old.executescript(script)
        return
    drop_all_under(folder)
    own = f"office_{uuid.uuid4().hex[:16]}"
    _command(f"CREATE DATABASE {own}")
    (folder / MARK).write_text(f"{own}\n{folder.resolve()}", encoding="utf-8")
    fill_from_dump(server().url(own), script)


def migrated(url: str, version: str = "head") -> None:
    """The tables of a schema, in an empty database."""
    from sqlalchemy import create_engine

    from magika_gm.store.schema import migrate

    engine = create_engine(url)
    with engine.begin() as connection:
        migrate(connection, version)
    engine.dispose()


def fill_from_dump(url: str, script: str) -> None:
    """Rows of a dump of SQLite, in tables of its schema in a new database on a server."""
    from sqlalchemy import Boolean, MetaData, create_engine, text

    with closing(sqlite3.connect(":memory:")) as old:
        old.row_factory = sqlite3.Row
        old.executescript(script)
        migrated(url, old.execute("SELECT version_num FROM alembic_version").fetchone()[0])
        metadata, engine = MetaData(), create_engine(url)
        metadata.reflect(engine)
        with engine.begin() as connection:
            for table in metadata.sorted_tables:
                flags = [column.name for column in table.columns if isinstance(column.type, Boolean)]
                rows = [dict(row) for row in old.execute(f"SELECT * FROM {table.name}")]
                rows = [row | {name: bool(row[name]) for name in flags} for row in rows]
                if table.name != "alembic_version" and rows:
                    connection.execute(table.insert(), rows)
                if rows and "id" in table.columns and isinstance(rows[0]["id"], int):
                    top = max(row["id"] for row in rows)
                    connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), {top})"))
        engine.dispose()


def drop_all_under(folder: Path) -> None:
    """Throw away the databases of offices in a folder."""
    for mark in folder.rglob(MARK):
        name, place = mark.read_text(encoding="utf-8").split("\n")
        if place == str(mark.parent.resolve()):
            _command(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            mark.unlink()


def install() -> None:
    """From here on offices are made on PostgreSQL."""
    from magika_gm.app.office.office import Office
    from magika_gm.store import schema
    from magika_gm.store.tables import office_secrets

    plain_url: Any = inspect.getattr_static(Office, "database_url")
    plain_prepare = schema.prepare

    def database_url(self: Office) -> str:
        url: str = plain_url.fget(self)
        home = self.root / "magika.sqlite3"
        return url if url != f"sqlite:///{home}" or home.exists() or not self.root.is_dir() else url_of(self.root)

    def prepare(engine: Engine, path: Path | None, create: bool, secret: bytes = b"") -> bool:
        made = plain_prepare(engine, path, create, secret)
        name = engine.url.database or ""
        if name not in _fresh:
            return made
        _fresh.discard(name)
        with engine.begin() as connection:
            connection.execute(office_secrets.update().values(secret=secret or os.urandom(32)))
        return True

    sqlite3.connect = _looked_into(sqlite3.connect)
    shutil.copytree = _with_databases(shutil.copytree)
    Office.database_url = property(database_url)  # type: ignore[assignment,method-assign]
    schema.prepare = prepare


def _with_databases(plain: Callable[..., Any]) -> Callable[..., Any]:
    """Copies of folders, with copies of the databases of offices in them as they are now."""

    def copytree(*words: Any, **options: Any) -> Any:
        made = plain(*words, **options)
        for mark in Path(made).rglob(MARK):
            url_of(mark.parent)
        return made

    return copytree


_COLUMNS = b"""SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'
AND coalesce(column_default, '') NOT LIKE 'nextval%' ORDER BY table_name, ordinal_position"""


class Nothing:
    """What a statement gives that asks for no rows: SQLite gives none, psycopg an error."""

    def fetchall(self) -> list[Any]:
        return []

    def fetchone(self) -> None:
        return None


class Rows:
    """What a test gets that looks into ``magika.sqlite3`` by itself: the same few calls, asked of the server."""

    def __init__(self, url: str, autocommit: bool) -> None:
        import psycopg

        self.connection = psycopg.connect(url.replace("+psycopg", ""), autocommit=autocommit)

    def execute(self, statement: str, values: Sequence[object] = ()) -> Any:
        if statement.startswith("PRAGMA"):  # SQLite's own affair: a server always minds foreign keys
            return Nothing()
        asked = statement.replace("%", "%%").replace("?", "%s").encode() if values else statement.encode()
        cursor = self.connection.execute(asked, tuple(values) or None)
        return cursor if cursor.description else Nothing()

    def iterdump(self) -> Iterator[str]:
        """Every row as a statement, as SQLite's own dump begins; without numbers a sequence gives, which never gives
        the number of a row that was taken back."""
        columns: dict[str, list[str]] = {}
        for table, column in self.connection.execute(_COLUMNS).fetchall():
            columns.setdefault(table, []).append(f'"{column}"')
        for name, kept in columns.items():
            rows = self.connection.execute(f'SELECT {", ".join(kept)} FROM "{name}"'.encode())
            yield from sorted(f'INSERT INTO "{name}" VALUES{tuple(row)!r}' for row in rows)

    def commit(self) -> None:
        self.connection.commit()

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> Rows:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.connection.commit()
        else:
            self.connection.rollback()


def _looked_into(plain: Callable[..., Any]) -> Callable[..., Any]:
    def connect(database: Any, *words: Any, **options: Any) -> Any:
        path = Path(str(database))
        if path.name == "magika.sqlite3" and not path.exists() and (path.parent / MARK).exists():
            return Rows(url_of(path.parent), options.get("isolation_level", "") is None)
        return plain(database, *words, **options)

    return connect


def started() -> Iterator[None]:
    """Start the server for a run and stop it afterwards; a process the run starts uses the same."""
    from tests.store.postgres import programs, running

    place = programs()
    assert place is not None, "PostgreSQL is not installed (tests/tools/need-postgres)"
    with running(place) as made:
        os.environ[SERVER] = str(made.folder)
        hook = Path(__file__).parent / "tools" / "on_postgres"
        here = Path(__file__).parent.parent
        paths = [str(hook), str(here), os.environ.get("PYTHONPATH", "")]
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
        make_pattern()
        yield
