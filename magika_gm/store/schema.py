"""The schema of a database: made and upgraded, each as one deed; one left half upgraded by an older program told apart.

Whoever makes or upgrades a database claims it, looks again what there is to do, and does all of it in one transaction:
stopped anywhere it was done or it was not, and whoever comes meanwhile waits, and then goes on.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, MetaData, create_engine, inspect, text
from sqlalchemy.exc import DatabaseError, OperationalError

from magika_gm.store.faults import Away, Busy, StoreError
from magika_gm.store.roles import may_change_schema, owner_alone
from magika_gm.store.tables import VERSION, metadata, office_secrets
from magika_gm.store.urls import shown_url
from magika_gm.troubles import Trouble, in_plain_words, trouble_of
from magika_gm.whole_files import part_of

OFFICE = "office"
"""The name of the secret that keys what the office alone may make; drawn when its database is made or upgraded."""
LONGEST_UPGRADE = 600_000
"""Milliseconds whoever opens a database waits for another one who makes or upgrades it."""
_LOCK = 0x6D61676B
"""Of PostgreSQL's locks with a number, the one of whoever makes or upgrades this database."""
_VERSION = "alembic_version"
_COPY = re.compile(r"\.bak-(\d{4})(?:\.(\d+))?")
"""How the name of a copy ends; the number is of earlier programs, which made several."""


class HalfUpgraded(StoreError):
    """A database is of no schema at all: an earlier program was stopped while it upgraded it, which it did in steps."""

    def __init__(self, place: str, version: str, cure: str) -> None:
        self.what = f"an upgrade of the schema {version} by an earlier magika-gm was cut off half-way"
        self.cure = cure
        super().__init__(f"{place}: {self.what}; {cure}")


def version_of(connection: Connection) -> str | None:
    """The version of the schema; None where there is none."""
    try:
        row = connection.execute(text("SELECT version_num FROM alembic_version")).first()
    except DatabaseError as error:
        if "no such table" in str(error) or "does not exist" in str(error):
            connection.rollback()
            return None
        raise
    return str(row[0]) if row else None


def prepare(engine: Engine, path: Path | None, create: bool, secret: bytes = b"") -> bool:
    """Bring a database to the schema of this program; whether it was made now, which only ``create`` allows.

    ``path`` is the file of SQLite's, None on a server; ``secret`` the office's, where it is made (empty: drawn). Raises
    :class:`StoreError` for what cannot be an office's database, and where an upgrade fails: nothing was changed then.
    """
    place = str(path or shown_url(engine.url))
    with engine.connect() as connection:
        if _is_ready(version_of(connection), place):
            return False
    with _claimed(engine, path) as connection:
        names = set(inspect(connection).get_table_names())
        version = version_of(connection) if _VERSION in names else None
        if _is_ready(version, place):  # whoever we waited for has done it
            return False
        if version is None:
            _make(connection, names, place, create, secret)
            return True
        if not may_change_schema(connection):
            raise owner_alone(place, f"has the older schema {version}, not {VERSION}")
        _refuse_half_upgraded(connection, version, place, path)
        _upgrade(connection, version, place, path)
    return False


def _is_ready(version: str | None, place: str) -> bool:
    if version is not None and version > VERSION:
        raise StoreError(f"{place} was written by a newer magika-gm (schema {version}, not {VERSION}); upgrade")
    return version == VERSION


@contextmanager
def _claimed(engine: Engine, path: Path | None) -> Iterator[Connection]:
    """One transaction for a schema, and nobody else's at the same time."""
    with engine.connect() as connection:
        connection.detach()  # foreign keys are off here: tables are made anew under others that point to them
        try:
            if path is not None:
                connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
                connection.exec_driver_sql(f"PRAGMA busy_timeout = {LONGEST_UPGRADE}")
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = {LONGEST_UPGRADE}")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        except OperationalError as error:
            if trouble_of(error) is not Trouble.LOCKED:
                raise
            raise Busy("another run is making or upgrading this database; wait until it has finished") from error
        yield connection
        connection.commit()


def _make(connection: Connection, names: set[str], place: str, create: bool, secret: bytes) -> None:
    """All tables of a new office. What an earlier program left that was stopped while it made one gives way."""
    left = bool(names) and names <= {*_shapes("head"), _VERSION} and _is_bare(connection, names)
    if names and not left:
        raise StoreError(f"{place} is not an office's database: it has other tables ({min(names)} …)")
    if not create:
        how = "holds an office that was cut off while it was made" if left else "is empty"
        raise StoreError(f"{place} {how}; make an office with: magika-gm init")
    found = MetaData()
    found.reflect(connection)
    found.drop_all(connection)
    metadata.create_all(connection)
    row = {"name": OFFICE, "secret": secret or os.urandom(32), "made_at": datetime.now(UTC).isoformat()}
    connection.execute(office_secrets.insert(), [row])
    connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:v)"), {"v": VERSION})


def _is_bare(connection: Connection, names: set[str]) -> bool:
    asked = (text(f'SELECT 1 FROM "{name}" LIMIT 1') for name in names - {office_secrets.name})  # noqa: S608 - names of tables
    return not any(connection.execute(query).first() for query in asked)


def _upgrade(connection: Connection, version: str, place: str, path: Path | None) -> None:
    kept = ""
    try:
        if path is not None:
            copy = path.with_name(f"{path.name}.bak-{version}")
            copy_whole(path, copy)
            kept = f"; the same is in {copy}, which {_taking_back(copy)}"
        migrate(connection)
    except Exception as error:  # whatever it is, it was not done
        why = in_plain_words(error, path or place) or getattr(error, "orig", None) or error
        raise Away(
            f"{place} could not be upgraded from schema {version} to {VERSION}; it is as it was, and the magika-gm "
            f"that wrote it still opens it{kept}. The cause: {why}"
        ) from error


def _taking_back(copy: Path) -> str:
    """The command; a database may lie elsewhere than its office, which is where the settings are."""
    here = (copy.parent / "magika.toml").is_file()
    office = str(copy.parent) if here else "DIR, where DIR is the office's folder"
    return f"you take back with: magika-gm restore {copy} {office}"


def migrate(connection: Connection, version: str = "head") -> None:
    """Run the shipped steps up to a version in the transaction a connection is in."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, version)


def copy_whole(source: Path, copy: Path) -> None:
    """A copy of a SQLite database, of one moment, whoever writes meanwhile; it takes the place of an earlier one.

    One file for its owner's eyes, written under another name and on the disk before it has its own.
    """
    part = part_of(copy)
    for left in (part, part.with_name(f"{part.name}-journal")):  # of a run that was cut off
        left.unlink(missing_ok=True)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # no write-ahead log beside it
        _on_disk(part)
        part.replace(copy)
        _on_disk(copy.parent)
    finally:
        part.unlink(missing_ok=True)


def _on_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# What an earlier program left that was stopped in an upgrade: it changed tables one by one, and the version last.


def _shapes(version: str) -> dict[str, set[str]]:
    """Tables of a schema with the names of their columns, as the shipped steps make them."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        migrate(connection, version)
        look = inspect(connection)
        return {name: {c["name"] for c in look.get_columns(name)} for name in look.get_table_names()}


def _is_half_upgraded(connection: Connection, version: str) -> bool:
    """Whether the office's own tables are not those of the schema a database says it has."""
    wanted, look = _shapes(version), inspect(connection)
    there = set(look.get_table_names())
    return any(name.startswith("_alembic_tmp_") for name in there) or any(
        ({c["name"] for c in look.get_columns(name)} if name in there else None) != wanted.get(name)
        for name in metadata.tables
    )


def _refuse_half_upgraded(connection: Connection, version: str, place: str, path: Path | None) -> None:
    if not _is_half_upgraded(connection, version):
        return
    copy = _best_copy(path) if path is not None else None
    if copy is None:
        raise HalfUpgraded(place, version, "restore the newest backup: magika-gm restore ARCHIVE DIR")
    raise HalfUpgraded(place, version, f"as it was before it is in {copy}, which {_taking_back(copy)}")


def _best_copy(path: Path) -> Path | None:
    """Of the copies beside a database the last that is whole: the newest may be of what was half upgraded already."""
    found = []
    for copy in path.parent.glob(f"{path.name}.bak-*"):
        named = _COPY.fullmatch(copy.name.removeprefix(path.name))
        if named is not None:
            found.append((named[1], int(named[2] or 1), copy))
    return next((copy for version, _, copy in sorted(found, reverse=True) if _is_sound(copy, version)), None)


def _is_sound(copy: Path, version: str) -> bool:
    try:
        return schema_of_file(copy, still=True) == version
    except StoreError:
        return False


def is_database(path: Path) -> bool:
    """Whether a file is a SQLite database."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


_MAGIC = b"SQLite format 3\0"


def schema_of_file(path: Path, *, still: bool = False) -> str | None:
    """The schema of a SQLite file, None where it has none. Nothing is changed.

    Where it lies ``still``, a copy nobody has open, no files of SQLite's come to lie beside it either.
    Raises :class:`StoreError` for a file that cannot be read, :class:`HalfUpgraded` for what is between two schemas.
    """
    alone = still and not path.with_name(f"{path.name}-wal").exists()
    where = f"{path.absolute().as_uri()}?{'immutable=1' if alone else 'mode=ro'}"
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(where, uri=True))
    try:
        found = schema_in(engine, str(path), path)
        with engine.connect() as connection:
            wrong = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    except (DatabaseError, sqlite3.Error) as error:
        raise StoreError(f"{path} cannot be read ({getattr(error, 'orig', None) or error})") from error
    finally:
        engine.dispose()
    if wrong != "ok":
        raise StoreError(f"{path} is damaged ({wrong})")
    return found


def schema_in(engine: Engine, place: str, path: Path | None = None) -> str | None:
    """The schema of a database, None where it has none; raises :class:`HalfUpgraded` for what is between two."""
    with engine.connect() as connection:
        version = version_of(connection)
        if version is not None and version < VERSION:
            _refuse_half_upgraded(connection, version, place, path)
    return version
