"""Opening an office's database: pragmas, transactions; its schema is made or upgraded first."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, create_engine, event, func, select, text
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DatabaseError, OperationalError

from magika_gm.store import schema
from magika_gm.store.faults import Away, Busy, Held, StoreError, refuse_unstorable
from magika_gm.store.relations import CHANGED, WRITING
from magika_gm.store.schema import OFFICE, schema_in
from magika_gm.store.tables import games, office_secrets
from magika_gm.store.urls import conceal, concealed, read_url, shown_url, sqlite_file
from magika_gm.troubles import Trouble, in_plain_words, trouble_of

__all__ = [
    "SAMPLE_SECRET", "Busy", "Store", "StoreError", "TooMuch", "lock_for_a_moment",
    "no_game_but", "office_secret", "open_store", "schema_on_server", "whole_office",
]  # fmt: skip
SAMPLE_SECRET = b"known to everybody: a sample"
"""Of an office to try things out with: its mails and reports come out alike everywhere, and it sends no mail."""


TOLD_AFTER = 2.0
"""Seconds after which a writer that waits for another is told so."""
LONGEST_MOMENT = 60_000
"""Milliseconds a writer waits for what another one holds for a moment only."""


_HELD = select(games.c.id).where(games.c.id == bindparam("game")).with_for_update()
_WROTE = "rows changed"
_ONE_GAME = "one game"
"""A note on a connection to PostgreSQL: the only game its transaction may write to."""


class Store:
    """An open database. Use :meth:`reading` and :meth:`writing` as contexts; both give a connection."""

    def __init__(self, engine: Engine, path: Path | None, made: bool = False) -> None:
        self.engine = engine
        self.path = path
        self.made = made
        """Whether the office's tables were made when it was opened."""
        self.waits: Callable[[], None] | None = None
        """Called where a writer has waited for another one some while, and still does (SQLite)."""
        self._before: Callable[[], None] | None = None

    def watch(self, before: Callable[[], None]) -> None:
        """Have ``before`` called before each commit of a transaction that changed a row; what it raises undoes that."""
        self._before = before

        @event.listens_for(self.engine, "after_cursor_execute")
        def _noted(connection: Connection, cursor: Any, _: str, __: Any, context: Any, ___: bool) -> None:
            if (context.isinsert or context.isupdate or context.isdelete) and cursor.rowcount:
                connection.info[_WROTE] = True

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A consistent view: of one moment, whoever writes meanwhile."""
        level = {} if self.path is not None else {"isolation_level": "REPEATABLE READ"}
        with self.engine.connect().execution_options(**level) as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self, patience: float = 10.0, game: str | None = None, watched: bool = True) -> Iterator[Connection]:
        """One transaction, claimed at its start: commits at the end, rolls back whole on any exception.

        Without ``game`` nobody else writes anything meanwhile. Who names a game, "" for none, writes what is that
        game's own, and what has a lock or rows of its own (the books, mails): on PostgreSQL others may then write what
        belongs to other games, on SQLite there is one writer at a time all the same. Waits up to ``patience`` seconds
        for another writer, then raises :class:`Busy`; where he holds but a game of his, :class:`Held`.
        What is not ``watched`` counts as no change, as when mail was last read.
        """
        with self.engine.connect() as connection:
            self._claim(connection, patience, game)
            connection.info[WRITING] = True
            if game is not None and self.path is None:
                connection.info[_ONE_GAME] = game
            try:
                yield connection
                if watched and self._before is not None and connection.in_transaction() and connection.info.get(_WROTE):
                    self._before()
            except BaseException:
                connection.rollback()
                raise
            else:
                connection.commit()
            finally:
                connection.info.pop(_WROTE, None)
                connection.info.pop(WRITING, None)
                connection.info.pop(_ONE_GAME, None)
                connection.info.pop(CHANGED, None)

    @contextmanager
    def holding(self, what: str) -> Iterator[bool]:
        """Whether something only one may do at a time, on all machines, is ours to do now (PostgreSQL).

        The lock goes with the connection, however that ends.
        """
        number = zlib.crc32(what.encode())
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            ours = bool(connection.execute(select(func.pg_try_advisory_lock(number))).scalar())
            try:
                yield ours
            finally:
                if ours:
                    connection.execute(select(func.pg_advisory_unlock(number)))

    def _claim(self, connection: Connection, patience: float, game: str | None) -> None:
        try:
            if self.path is not None:
                self._begin(connection, patience)
            else:
                wait = max(1, int(patience * 1000))
                if wait != LONGEST_MOMENT:
                    connection.exec_driver_sql(f"SET LOCAL lock_timeout = {wait}")
                if game:  # locks the table as below, too: each question more is a way to the server and back
                    connection.execute(_HELD, {"game": game})
                else:
                    mode = "EXCLUSIVE" if game is None else "ROW SHARE"
                    connection.exec_driver_sql(f"LOCK TABLE games IN {mode} MODE")
                # whoever has come so far waits for the books, or another lock of a moment
                if wait != LONGEST_MOMENT:
                    connection.exec_driver_sql(f"SET LOCAL lock_timeout = {LONGEST_MOMENT}")
        except (OperationalError, sqlite3.OperationalError) as error:
            told = in_plain_words(error, self.path or "the server")
            if trouble_of(error) is not Trouble.LOCKED and (self.path is not None or told):
                raise Away(f"the database {told or f'cannot be written: {error}'}") from error
            if self.path is None and self._is_open(connection):
                what = f"game {game}" if game else "a game of this office"
                raise Held(f"another run is writing to {what}; wait until it has finished") from error
            raise Busy("another run is writing to this office; wait until it has finished") from error

    def _begin(self, connection: Connection, patience: float) -> None:
        """Become the one writer of the file; whoever waits long for that is told so."""
        if patience > TOLD_AFTER:
            try:
                self._begin_within(connection, TOLD_AFTER)
                return
            except sqlite3.OperationalError as error:
                if trouble_of(error) is not Trouble.LOCKED:
                    raise
            if self.waits is not None:
                self.waits()
            patience -= TOLD_AFTER
        self._begin_within(connection, patience)

    @staticmethod
    def _begin_within(connection: Connection, patience: float) -> None:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {int(patience * 1000)}")
        connection.rollback()
        connection.connection.cursor().execute("BEGIN IMMEDIATE")

    def _is_open(self, connection: Connection) -> bool:
        """Whether writers of one game can write at this moment: nobody holds the whole office."""
        try:
            connection.rollback()
            connection.exec_driver_sql("LOCK TABLE games IN ROW SHARE MODE NOWAIT")
            connection.rollback()
        except DatabaseError:
            return False
        return True

    def ahead(self) -> timedelta:
        """How far the server's clock is ahead of this machine's: all who work on a database go by that one. Less than
        a second more than a question takes is nothing, and so is all on SQLite."""
        if self.path is not None:
            return timedelta(0)
        with self.engine.connect() as connection:
            asked = datetime.now(UTC)
            there = connection.execute(select(func.clock_timestamp())).scalar_one()
            took = datetime.now(UTC) - asked
        found: timedelta = there - asked - took / 2
        return found if abs(found) > took / 2 + timedelta(seconds=1) else timedelta(0)

    def close(self) -> None:
        """Let go of the file."""
        self.engine.dispose()


def open_store(url: str, create: bool = False, sample: bool = False) -> Store:
    """Open the database at an SQLAlchemy URL.

    A new one is made only with ``create``, with a random secret, or with ``sample`` one that everybody knows. An older
    schema is upgraded after a copy beside the file; a newer one, a damaged file, what an older program upgraded by half
    or something else than our database is refused with :class:`StoreError`.
    """
    path = sqlite_file(url)
    if path is not None and not create and not path.is_file():
        raise StoreError(f"there is no database at {path}; make an office with: magika-gm init {path.parent}")
    if path is not None and create and path.parent.is_dir() and not path.exists():
        path.touch(0o600)  # seeds and password hashes: SQLite gives its journals the same mode
    engine = _engine(url, path)
    try:
        made = schema.prepare(engine, path, create, SAMPLE_SECRET if sample else b"")
    except (DatabaseError, sqlite3.DatabaseError) as error:
        engine.dispose()
        raise _unreadable(engine, path, error) from error
    return Store(engine, path, made)


def schema_on_server(url: str) -> str | None:
    """The schema's version of a database on a server, None where it has none. Nothing is changed.

    Raises :class:`StoreError` where it cannot be asked, or is between two versions.
    """
    engine = _engine(url, None)
    try:
        return schema_in(engine, shown_url(url))
    except DatabaseError as error:
        raise _unreadable(engine, None, error) from error
    finally:
        engine.dispose()


def _engine(url: str, path: Path | None) -> Engine:
    read_url(url)
    try:
        engine = _on_server(url) if path is None else _sqlite(url)
        refuse_unstorable(engine)
        return engine
    except ImportError as error:
        raise StoreError(f"{error.name} is not installed: pip install 'magika-gm[postgres]'") from error


def _unreadable(engine: Engine, path: Path | None, error: Exception) -> StoreError:
    place = path or shown_url(engine.url)
    cause = getattr(error, "orig", None) or error
    told = in_plain_words(error, place) or f"{place} cannot be read ({cause}); magika-gm doctor says more"
    return StoreError(f"the database {concealed(told, engine.url)}")


class TooMuch(Exception):
    """A writer that named one game would write what is not that game's: he must begin again, and name none."""


def whole_office(connection: Connection) -> None:
    """From here on more than one game's own is written; raises :class:`TooMuch` where that was not claimed."""
    if _ONE_GAME in connection.info:
        raise TooMuch


def no_game_but(connection: Connection, game: str) -> None:
    """From here on what is written is a game's; raises :class:`TooMuch` where another one was claimed."""
    if connection.info.get(_ONE_GAME, game) != game:
        raise TooMuch


def lock_for_a_moment(connection: Connection, table: str) -> None:
    """Nobody else writes to a table from here to the end of this transaction: what is read of it now stays so.

    For what writers of different games share. SQLite's one writer holds all anyway.
    """
    if connection.dialect.name != "sqlite":
        connection.execute(text(f"LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE"))


def office_secret(connection: Connection) -> bytes:
    """The office's own random key; :class:`StoreError` where its row is gone."""
    found = connection.execute(select(office_secrets.c.secret).where(office_secrets.c.name == OFFICE)).scalar()
    if not found:
        raise Away("the database has lost the office's secret; restore a backup copy")
    return bytes(found)


def _on_server(url: str) -> Engine:
    engine = create_engine(url, isolation_level=None, hide_parameters=True)

    @event.listens_for(engine, "handle_error")
    def _no_secrets(told: ExceptionContext) -> None:
        for error in (told.original_exception, told.sqlalchemy_exception):
            conceal(error, (told.engine or engine).url)

    @event.listens_for(engine, "connect")
    def _patience(connection: Any, _: object) -> None:
        # once a connection, instead of in each transaction; whoever reads waits no longer for a table that is being
        # rebuilt
        connection.cursor().execute(f"SET lock_timeout = {LONGEST_MOMENT}")
        connection.commit()

    return engine


def _sqlite(url: str) -> Engine:
    engine = create_engine(url, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _pragmas(connection: sqlite3.Connection, _: object) -> None:
        # our own BEGIN: the driver's would begin only at the first write, too late for a claim
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys = ON")
        _keep_log(connection)
        # FULL costs one more sync a commit and loses nothing when the power fails
        connection.execute("PRAGMA synchronous = FULL")

    return engine


def _keep_log(connection: sqlite3.Connection) -> None:
    """Have a write-ahead log. A new file, or one that was restored, has none yet: of several who open it at once one
    begins it, and the others, for whom SQLite does not wait here, try again."""
    began = monotonic()
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if trouble_of(error) is not Trouble.LOCKED or monotonic() - began > LONGEST_MOMENT / 1000:
                raise
            sleep(0.01)
