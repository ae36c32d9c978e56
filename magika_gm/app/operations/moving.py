"""An office's rows from one database to another, SQLite or PostgreSQL, compared row by row; an office moved.

The queue of workers is not copied: what is due is put into the new one by the first look round.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Integer, Select, Table, delete, func, insert, select, text

from magika_gm import games
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import SETTINGS_FILE, Office, Settings, settings_text
from magika_gm.engine.records import named_record, record
from magika_gm.store import tables as t
from magika_gm.store.database import Store, StoreError, open_store
from magika_gm.store.relations import make_tables, tables_of
from magika_gm.store.urls import shown_url, sqlite_file
from magika_gm.whole_files import sync, write_whole

AT_ONCE = 500
"""Rows read and written together."""
MOVING = "moving"
"""Beside the office's secret, while a move is not ended: where from, and a digest of what was copied."""


@named_record
class Moved:
    """An office that was moved: where it was and is, what was compared, and what the old database is called now."""

    before: str
    now: str
    tables: int
    rows: int
    games: int
    verified: int
    """Last turns played again in the new place and found the same."""
    kept: str


@record
class Copied:
    """What :func:`copy_rows` copied: how many tables and rows, and a digest of them all."""

    tables: int
    rows: int
    digest: str


def copy_rows(source: Connection, target: Connection) -> Copied:
    """Every row of an office into a database that was just made, in one transaction; compared afterwards.

    Raises :class:`OfficeError` if anything came out otherwise than it went in.
    """
    rows, digest = 0, sha256()
    target.execute(delete(t.office_secrets))
    tables = list(_tables(source, target))
    for table in tables:
        sums, count = 0, 0
        keys = table.primary_key.columns
        for part in source.execute(_rows(table).order_by(*keys)).partitions(AT_ONCE):
            sums = (sums + sum(map(_digest, part))) % _WHOLE
            count += len(part)
            target.execute(insert(table), [dict(row._mapping) for row in part])
        if _summed(target, table) != (count, sums):
            raise OfficeError(f"table {table.name} came out otherwise than it went in; nothing was moved")
        digest.update(f"{table.name} {count} {sums}\n".encode())
        _count_on(target, table)
        rows += count
    return Copied(len(tables), rows, digest.hexdigest())


def _rows(table: Table) -> Select[Any]:
    """All that is the office's own in a table."""
    return select(table).where(t.office_secrets.c.name != MOVING) if table is t.office_secrets else select(table)


def _summed(connection: Connection, table: Table) -> tuple[int, int]:
    """How many rows are in a table, and the sum of their digests."""
    found = [_digest(row) for row in connection.execute(_rows(table))]
    return len(found), sum(found) % _WHOLE


_WHOLE = 2**256


def _digest(row: object) -> int:
    return int.from_bytes(sha256(repr(tuple(row)).encode("utf-8", "replace")).digest(), "big")  # type: ignore[arg-type]


def _tables(source: Connection, target: Connection) -> Iterator[Table]:
    """The office's own tables, then those of the games it plays, made in the target first."""
    for table in t.metadata.sorted_tables:
        if table is not t.relations:
            yield table
    for (system,) in source.execute(select(t.relations.c.system).order_by(t.relations.c.system)).all():
        try:
            archive = games.system(system).archive
        except LookupError as error:
            raise OfficeError(f"games of {system} cannot be moved: {error.args[0]}") from error
        make_tables(source, archive)  # grown to its newest form, if an older version made them
        make_tables(target, archive)
        yield from tables_of(archive).values()


def _count_on(target: Connection, table: Table) -> None:
    """A server counts on from the highest number that was copied."""
    key = list(table.primary_key.columns)
    if target.dialect.name == "sqlite" or len(key) != 1 or not isinstance(key[0].type, Integer):
        return
    highest = target.execute(select(func.max(key[0]))).scalar()
    sequence = target.execute(select(func.pg_get_serial_sequence(table.name, key[0].name))).scalar()
    if highest is not None and sequence is not None:
        target.execute(text("SELECT setval(:name, :value)"), {"name": sequence, "value": highest})


def copy_to_file(store: Store, path: Path) -> None:
    """A consistent copy of an office on a server as a SQLite file, whoever writes meanwhile."""
    copy = open_store(f"sqlite:///{path}", create=True)
    try:
        with store.reading() as source, copy.writing() as target:
            copy_rows(source, target)
        with copy.engine.connect() as connection:  # one file, without a write-ahead log
            connection.exec_driver_sql("PRAGMA journal_mode = DELETE")
    finally:
        copy.close()


def move_office(office: Office, url: str) -> Moved:
    """Copy the office into the empty database at ``url``, compare, play the last turns again, and point the settings
    there. The old database stays, a file under another name. Raises :class:`OfficeError`, and changes nothing here, if
    anything is wrong on the way.

    Nobody else writes meanwhile. One that was cut off is done again: what it left there (``MOVING`` tells) gives way as
    long as nothing came to it; where the settings name it already, the old file is put aside.
    """
    new = Office(office.root, pointed(office, url))
    if new.database_url == office.database_url:
        with office.store.reading() as connection:
            left = _left(connection)
        if not left:
            raise OfficeError("the office is there already")
        games, verified = _verified(office)
        copied, before = Copied(left["tables"], left["rows"], left["digest"]), left["from"]
    else:
        before = office.database_url
        new._store = _empty(new.database_url)
        try:
            with office.store.writing() as source:
                with new.store.writing() as target:
                    copied = copy_rows(source, target)
                    origin = before if sqlite_file(before) is not None else shown_url(before)
                    note = json.dumps({"from": origin, **asdict(copied)})
                    made = {"name": MOVING, "secret": note.encode(), "made_at": ""}
                    target.execute(insert(t.office_secrets), [made])
                games, verified = _verified(new)
                settings = (office.root / SETTINGS_FILE).resolve()
                if office.before_change is not None:
                    office.before_change()
                write_whole(settings, _settings_file(office, url), private=True, synced=True)
        except BaseException:
            new.close()
            raise
        office.close()
    kept = _put_aside(before)
    with new.store.writing() as connection:
        connection.execute(delete(t.office_secrets).where(t.office_secrets.c.name == MOVING))
    new.close()
    return Moved(
        before=shown_url(before),
        now=shown_url(new.database_url),
        tables=copied.tables,
        rows=copied.rows,
        games=games,
        verified=verified,
        kept=kept,
    )


def _verified(office: Office) -> tuple[int, int]:
    """How many games there are, and last turns that come out as recorded; :class:`OfficeError` if one does not."""
    from magika_gm.app.audit.verify import verify_game
    from magika_gm.app.record.games import game_ids

    with office.store.reading() as connection:
        names = game_ids(connection)
    verdicts = [(name, verdict) for name in names for verdict in verify_game(office, name, last=1)]
    wrong = [f"game {name}: turn {v.turn} ({', '.join(v.differences)})" for name, v in verdicts if v.differences]
    if wrong:
        raise OfficeError(f"{wrong[0]} does not come out there as recorded; the office stays where it is")
    return len(names), len(verdicts)


def pointed(office: Office, url: str) -> Settings:
    """The settings of an office, but for its database, which is at a URL."""
    return replace(office.settings, values={**office.settings.values, "database": {"url": url}})


def _empty(url: str) -> Store:
    """A database without rows; what a move that was cut off left in it is thrown away."""
    try:
        target = open_store(url, create=True)
    except StoreError as error:
        raise OfficeError(str(error)) from error
    try:
        with target.writing() as connection:
            tables = list(_tables(connection, connection))
            taken = any(connection.execute(select(table).limit(1)).first() for table in (t.games, t.players, t.inbox))
            if taken and _left(connection).get("digest") != _digest_of(connection, tables):
                raise OfficeError(f"there is an office in {shown_url(url)} already; name an empty database")
            for table in reversed(tables) if taken else ():
                connection.execute(delete(table))
    except BaseException:
        target.close()
        raise
    return target


def _left(connection: Connection) -> dict[str, Any]:
    """What a move into this database that was not ended noted there; nothing where there was none."""
    note = connection.execute(select(t.office_secrets.c.secret).where(t.office_secrets.c.name == MOVING)).scalar()
    found: dict[str, Any] = json.loads(note) if note else {}
    return found


def _digest_of(connection: Connection, tables: Iterable[Table]) -> str:
    """As :func:`copy_rows` tells it of what it copied."""
    digest = sha256()
    for table in tables:
        count, sums = _summed(connection, table)
        digest.update(f"{table.name} {count} {sums}\n".encode())
    return digest.hexdigest()


def _settings_file(office: Office, url: str) -> str:
    """The settings as they are written, but for the database."""
    path = office.root / SETTINGS_FILE
    line = f"url = {json.dumps(url, ensure_ascii=False)}"
    whole = path.read_text(encoding="utf-8") if path.is_file() else settings_text()
    section = re.search(r"(?ms)^\s*\[database\].*?(?=^\s*\[|\Z)", whole)
    if section is None:
        return f"{whole.rstrip()}\n\n[database]\n{line}\n"
    mended, found = re.subn(r"(?m)^\s*url\s*=.*$", lambda _: line, section[0], count=1)
    if not found:
        mended = section[0].replace("[database]", f"[database]\n{line}", 1)
    return whole[: section.start()] + mended + whole[section.end() :]


def _put_aside(url: str) -> str:
    """A file gets another name, so that nobody works on with it by mistake; a database on a server stays."""
    path = sqlite_file(url)
    if path is None:
        return shown_url(url)
    aside, number, last = path.with_name(f"{path.name}.moved"), 1, path
    while aside.exists():
        number, last = number + 1, aside
        aside = path.with_name(f"{path.name}.moved-{number}")
    if not path.exists():  # by the run that was cut off
        return str(last)
    for rest in ("-wal", "-shm", ""):  # the log, where somebody has it open still, has what was written last
        if (one := path.with_name(path.name + rest)).exists():
            one.rename(aside.with_name(aside.name + rest))
    sync(path.parent)
    return str(aside)
