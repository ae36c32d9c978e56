"""Where a deed may be stopped: before every SQL statement, before and after every commit, at every change to a file.

:func:`armed` watches the process it is called in, a fork made for one run of one deed. At the point asked for the
process is killed (``kill -9``), or an error is raised there once, as a disk, a database connection or a mail server
would (``fail``). A file that is being written is left with its first half.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import event
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

    def statement(self, what: str) -> None:
        """A point in the talk with the database."""
        if self.reached(what):
            self.kill()
            raise OperationalError(what, {}, sqlite3.OperationalError("disk I/O error"))

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
    event.listen(Engine, "before_cursor_execute", lambda _c, _k, sql, *_: watch.statement(" ".join(sql.split())[:60]))
    event.listen(Engine, "commit", lambda _: watch.statement("before commit"))
    commit: Any = DefaultDialect.do_commit

    def committed(self: DefaultDialect, connection: Any) -> None:
        commit(self, connection)
        watch.statement("after commit")

    DefaultDialect.do_commit = committed  # type: ignore[method-assign]
    plain = io.open

    def opened(file: Any, mode: str = "r", *more: Any, **words: Any) -> Any:
        found = plain(file, mode, *more, **words)
        path = os.fspath(file) if isinstance(file, (str, os.PathLike)) else ""
        torn = isinstance(path, str) and path.startswith(watch.folder) and not set(mode).isdisjoint("wxa+")
        return _Torn(found, path, watch) if torn and not path.endswith(".lock") else found

    builtins.open = io.open = opened
    sys.addaudithook(lambda name, words: _audited(watch, name, words))
    return watch


def _audited(watch: Watch, name: str, words: tuple[Any, ...]) -> None:
    if name in _CHANGES:
        watch.file(name.removeprefix("os."), str(words[0]))
    elif name == "open" and isinstance(words[0], str) and isinstance(words[2], int) and words[2] & _WRITES:
        watch.file("open", words[0])
