"""Where a deed may be stopped: before every SQL statement, before and after every commit, at every change to a file.

:func:`armed` watches the process it is called in, a fork made for one run of one deed. At the point asked for the
process is killed (``kill -9``), or something fails there once (``fail``): the disk, the database (SQLite's file; of a
server's connection the socket is cut in earnest), the mail server. A file that is being written is left with its first
half. In a worker the statements of the queue, on connections of its own, are points too.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import signal
import socket
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.exc import OperationalError

How = Literal["kill", "fail"]
_CHANGES = ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate", "os.link", "os.symlink", "os.chmod")
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


class Watch:
    """Counts points; stops at one of them. ``log`` names all that were passed."""

    def __init__(self, folder: Path, at: int, how: How) -> None:
        self.folder, self.at, self.how = str(folder), at, how
        self.log: list[str] = []
        self.pid = os.getpid()

    def reached(self, what: str) -> bool:
        """Whether the run is to stop here."""
        if os.getpid() != self.pid:
            return False
        self.log.append(what)
        return len(self.log) == self.at

    def kill(self) -> None:
        if self.how == "kill":
            os.kill(self.pid, signal.SIGKILL)

    def statement(self, what: str, driver: Any) -> None:
        """A point in the talk with the database, on a connection of its driver."""
        if self.reached(what):
            self.kill()
            if isinstance(driver, sqlite3.Connection):
                broken = sqlite3.OperationalError("disk I/O error")
                broken.sqlite_errorcode = sqlite3.SQLITE_IOERR
                raise OperationalError(what, {}, broken)
            cut(driver)

    def file(self, what: str, path: str) -> None:
        """A point at a file of the office."""
        if path.startswith(self.folder) and self.reached(f"{what} {os.path.relpath(path, self.folder)}"):
            self.kill()
            raise OSError(errno.ENOSPC, "No space left on device", path)

    def mail(self, what: str, error: Callable[[], Exception]) -> None:
        """A point in the talk with a mail server."""
        if self.reached(what):
            self.kill()
            raise error()


def cut(driver: Any) -> None:
    """Break a connection to a server: what is said on it next finds nobody there."""
    with socket.socket(fileno=os.dup(driver.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


class _Torn:
    """A file that is being written: stopped, it has the first half of what was to be written."""

    def __init__(self, file: Any, path: str, watch: Watch) -> None:
        self._file, self._path, self._watch = file, path, watch

    def write(self, data: Any) -> Any:
        if self._watch.reached(f"write {os.path.relpath(self._path, self._watch.folder)}"):
            self._file.write(data[: len(data) // 2])
            self._file.flush()
            self._watch.kill()
            raise OSError(errno.ENOSPC, "No space left on device", self._path)
        return self._file.write(data)

    def __enter__(self) -> _Torn:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def armed(folder: Path, at: int, how: How) -> Watch:
    """Watch this process from now on; it cannot be undone."""
    watch = Watch(folder, at, how)

    def before(connection: Connection, _: object, statement: str, *__: object) -> None:
        watch.statement(" ".join(statement.split())[:60], connection.connection.dbapi_connection)

    event.listen(Engine, "before_cursor_execute", before)
    event.listen(Engine, "commit", lambda c: watch.statement("before commit", c.connection.dbapi_connection))
    commit: Any = DefaultDialect.do_commit

    def committed(self: DefaultDialect, connection: Any) -> None:
        commit(self, connection)
        watch.statement("after commit", connection.dbapi_connection)

    DefaultDialect.do_commit = committed  # type: ignore[method-assign]
    if "procrastinate" in sys.modules:
        _queue_watched(watch)
    plain = io.open

    def opened(file: Any, mode: str = "r", *more: Any, **words: Any) -> Any:
        found = plain(file, mode, *more, **words)
        path = os.fspath(file) if isinstance(file, (str, os.PathLike)) else ""
        torn = isinstance(path, str) and path.startswith(watch.folder) and not set(mode).isdisjoint("wxa+")
        return _Torn(found, path, watch) if torn and not path.endswith(".lock") else found

    builtins.open = io.open = opened
    sys.addaudithook(lambda name, words: _audited(watch, name, words))
    return watch


def _queue_watched(watch: Watch) -> None:
    """What a worker asks the queue."""
    from psycopg import AsyncCursor

    execute: Any = AsyncCursor.execute

    async def executed(self: Any, query: Any, *more: Any, **words: Any) -> Any:
        watch.statement(f"queue: {' '.join(str(query).split())[:60]}", self.connection)
        return await execute(self, query, *more, **words)

    AsyncCursor.execute = executed  # type: ignore[method-assign]


def _audited(watch: Watch, name: str, words: tuple[Any, ...]) -> None:
    if name in _CHANGES:
        watch.file(name.removeprefix("os."), str(words[0]))
    elif name == "open" and isinstance(words[0], str) and isinstance(words[2], int) and words[2] & _WRITES:
        watch.file("open", words[0])
