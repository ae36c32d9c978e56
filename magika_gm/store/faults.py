"""What goes wrong with a database, and what of it concerns whoever asks, whatever it is they ask."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.exc import DBAPIError, TimeoutError

_SQLITE = frozenset(
    {
        sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOTADB,
    }
)  # fmt: skip
_SERVER = ("08", "25006", "28", "3D", "40", "53", "55", "57", "58", "F0", "XX")
"""How the states begin that a server gives for a trouble of its own: no connection, no room, a lock, a shutdown."""


MOST_COUNTED = 10_000
"""Nothing we count of one letter or code comes near it."""


class StoreError(Exception):
    """The database cannot be used; the message says why and what to do."""


class Away(StoreError):
    """Nothing at all can be had of the database at this moment."""


class Busy(Away):
    """Another run is writing at this moment."""


class Held(Busy):
    """The same of some rows alone, a game's: what is about other games can be written meanwhile (PostgreSQL)."""


class Unstorable(StoreError):
    """A text that no database can keep: one of them would fail on it, so that every one refuses it."""


def damaged(what: str, error: BaseException | None = None) -> StoreError:
    """What is said of a row that cannot be what was once written there, in whose place nothing can be put."""
    why = f" ({type(error).__name__}: {error})" if error is not None else ""
    return StoreError(f"{what} cannot be read{why}: the row was changed by other hands, or damaged; restore a backup")


MOST_PACKED = 64 << 20
"""Bytes of what is kept packed: more than any turn tells, rolls or remembers."""


def unpacked(blob: bytes, before: bytes | None = None) -> bytes:
    """What was packed, perhaps with what was ``before`` it as dictionary; raises ``zlib.error`` for what is damaged,
    or larger than anything kept: a few kilobytes of a stranger's database may stand for gigabytes."""
    unpacker = zlib.decompressobj() if before is None else zlib.decompressobj(zdict=before)
    data = unpacker.decompress(blob, MOST_PACKED)
    if not unpacker.eof:
        raise zlib.error("cut off, or too large")
    return data


@contextmanager
def reading_of(what: str) -> Iterator[None]:
    """While what is kept packed or as data is read; raises :class:`StoreError` that names ``what`` where it is none."""
    try:
        yield
    except (zlib.error, ValueError, LookupError, TypeError, AttributeError) as error:
        raise damaged(what, error) from error


def moment(text: str, what: str) -> datetime:
    """A time as the store keeps it, with its zone; raises :class:`StoreError` for what is none."""
    try:
        found = datetime.fromisoformat(text)
    except (ValueError, TypeError) as error:
        raise damaged(what, error) from error
    if found.tzinfo is None:
        raise damaged(f"{what}, {text!r} without a time zone,")
    return found


def count_of(value: object, what: str) -> int:
    """How often something was done, as the store keeps it; raises :class:`StoreError` for what is no such number."""
    if not isinstance(value, int) or not 0 <= value <= MOST_COUNTED:
        raise damaged(f"{what}, {str(value)[:40]!r},")
    return value


def is_away(error: BaseException) -> bool:
    """Whether an error is the database's own trouble (busy, full, gone): another question would fare no better.

    A question that was wrong, a value it cannot keep and a row that is damaged are nobody's but the asker's.
    """
    if isinstance(error, Away | TimeoutError):
        return not isinstance(error, Held)
    if not isinstance(error, DBAPIError | sqlite3.Error):
        return False
    if getattr(error, "connection_invalidated", False):
        return True
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", None)
        return code is not None and code & 0xFF in _SQLITE
    state = getattr(cause, "sqlstate", None)
    # psycopg gives none where the line to the server broke
    return str(state).startswith(_SERVER) if state else type(cause).__name__ in ("OperationalError", "InterfaceError")


# The store's own look at every text on its way in: none that one kind of database keeps and another does not.


def refuse_unstorable(engine: Engine) -> None:
    """From here on a text with a NUL or half a character raises :class:`Unstorable`, before anything is asked.

    SQLite would keep the one and PostgreSQL would not; neither has a way to write the other. What comes in from outside
    is cleaned of both where it comes in (:mod:`magika_gm.mail.parsing`).
    """

    @event.listens_for(engine, "before_cursor_execute")
    def _looked_at(_c: Any, _cursor: Any, _statement: str, given: Any, _context: Any, many: bool) -> None:
        for row in given if many else (given,):
            _refuse(row.values() if isinstance(row, dict) else row or ())


def _refuse(values: Iterable[Any]) -> None:
    for value in values:
        if isinstance(value, str) and not storable(value):
            what = "NUL (U+0000)" if "\0" in value else "half a character (a lone surrogate)"
            raise Unstorable(f"a text cannot be kept: there is a {what} in {value[:60]!a}; take it out")


def storable(text: str) -> bool:
    """Whether every kind of database can keep a text."""
    if "\0" in text:
        return False
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
