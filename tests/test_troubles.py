"""A full disk, one that may not be written, a database somebody holds and a damaged one: four things, four cures."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from unittest.mock import patch

import click
import pytest

from magika_gm import troubles
from magika_gm.app.office.doors import in_words
from magika_gm.app.office.office import open_office
from magika_gm.app.operations.tick import tick
from magika_gm.cli.common import trouble
from magika_gm.cli.main import cli
from magika_gm.store.database import Store
from magika_gm.troubles import Trouble, in_plain_words, trouble_of
from tests.app.postroom import NOW, begin
from tests.desk import typed

REPORTS_OF = ""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    office = begin(tmp_path / "office", "[guard]\nquiet_hours = 0\n")
    office.close()
    return office.root


def file_of(root: Path) -> Path:
    return root / "magika.sqlite3"


@contextmanager
def full(root: Path) -> Iterator[None]:
    """The database may not grow by a page: SQLite says what it says of a full disk."""
    plain = sqlite3.connect

    def connect(*words: object, **more: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = plain(*words, **more)  # type: ignore[call-overload]
        connection.execute("PRAGMA max_page_count = 1")
        return connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", connect)
        patch.setattr(sqlite3.dbapi2, "connect", connect)
        yield


@contextmanager
def read_only(root: Path) -> Iterator[None]:
    plain = sqlite3.connect

    def connect(*words: object, **more: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = plain(*words, **more)  # type: ignore[call-overload]
        connection.execute("PRAGMA query_only = ON")
        return connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", connect)
        patch.setattr(sqlite3.dbapi2, "connect", connect)
        yield


@contextmanager
def held(root: Path) -> Iterator[None]:
    claim = Store._claim
    with (
        closing(sqlite3.connect(file_of(root), isolation_level=None)) as other,
        patch.object(Store, "_claim", lambda store, on, _, game: claim(store, on, 0.2, game)),
    ):
        other.execute("BEGIN EXCLUSIVE")
        yield


@contextmanager
def damaged(root: Path) -> Iterator[None]:
    with file_of(root).open("r+b") as file:
        file.write(b"nothing of the kind")
    yield


HURT: dict[Trouble, Callable[[Path], object]] = {
    Trouble.FULL: full,
    Trouble.READ_ONLY: read_only,
    Trouble.LOCKED: held,
    Trouble.DAMAGED: damaged,
}


@pytest.mark.sqlite("what a server's disk says the server says")
@pytest.mark.parametrize("kind", HURT)
def test_each_trouble_has_words_and_a_cure_of_its_own(root: Path, kind: Trouble) -> None:
    parts: list[str] = []
    with HURT[kind](root):  # type: ignore[attr-defined]
        said = typed(root, "note", "7", "A", "hello").stderr
        if kind is not Trouble.LOCKED:  # it would wait for each part
            office = open_office(root)
            parts += (part.failed for part in tick(office, NOW + timedelta(days=40), 1))
            office.close()
    if kind is Trouble.LOCKED:
        assert "another run is writing to this office; wait until it has finished" in said
    else:
        assert str(kind) in said or kind is Trouble.FULL, "a word to one player may find room where no turn does"
        assert any(str(kind) in why for why in parts), parts
    for told in (said, *parts):
        assert "unforeseen" not in told
        assert ("restore" in told) <= (kind is Trouble.DAMAGED)


@pytest.mark.sqlite("a server has no file")
def test_the_file_is_named_wherever_the_settings_say_it_lies(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "books.sqlite3"
    file_of(root).rename(file)
    settings = root / "magika.toml"
    settings.write_text(f'{settings.read_text("utf-8")}[database]\nurl = "sqlite:///{file}"\n', encoding="utf-8")
    error = _failing("SQLITE_FULL")
    said = f"{file}: the disk is full (disk I/O error); {Trouble.FULL}"
    with click.Context(cli) as context:
        context.obj = root
        assert trouble(error) == said
    office = open_office(root)
    assert in_words(office, "mail in", error) == said
    office.close()


class _OfServer(Exception):
    def __init__(self, sqlstate: str) -> None:
        super().__init__("the server says so")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (OSError(28, "No space left on device"), Trouble.FULL),
        (OSError(122, "Disk quota exceeded"), Trouble.FULL),
        (OSError(27, "File too large"), Trouble.FULL),
        (OSError(30, "Read-only file system"), Trouble.READ_ONLY),
        (OSError(5, "Input/output error"), Trouble.DISK),
        (OSError(13, "Permission denied"), None),
        (_OfServer("53100"), Trouble.FULL),
        (_OfServer("25006"), Trouble.READ_ONLY),
        (_OfServer("55P03"), Trouble.LOCKED),
        (_OfServer("XX001"), Trouble.DAMAGED),
        (_OfServer("42601"), None),
        (ValueError("x"), None),
    ],
)
def test_a_trouble_is_known_by_what_the_disk_or_the_server_says(error: Exception, kind: Trouble | None) -> None:
    assert trouble_of(error) is kind
    assert in_plain_words(error, "it").endswith(kind or "")
    assert bool(in_plain_words(error, "it")) == (kind is not None)


def _failing(code: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = code
    return error


def test_where_sqlite_says_no_more_than_that_something_failed_its_disk_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "x.sqlite3"
    errors = [_failing(code) for code in ("SQLITE_IOERR_WRITE", "SQLITE_CANTOPEN")]
    assert [trouble_of(error, place) for error in errors] == [Trouble.DISK] * 2
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda *_: False)
        assert [trouble_of(error, place) for error in errors] == [Trouble.READ_ONLY] * 2
    real = os.statvfs(tmp_path)
    monkeypatch.setattr(troubles, "LEAST_ROOM", real.f_bavail * real.f_frsize + 10**12)
    assert [trouble_of(error, place) for error in errors] == [Trouble.FULL] * 2
    assert [trouble_of(error, tmp_path / "gone" / "x") for error in errors] == [Trouble.DISK] * 2


def test_a_round_s_part_says_it_as_a_command_does(root: Path) -> None:
    office = open_office(root)
    told = in_words(office, "mail in", OSError(28, "No space left on device", "turns/7"))
    assert told == f"turns/7: the disk is full (No space left on device); {Trouble.FULL}"
    assert not (root / "tracebacks").exists(), "everybody knows what that is"
    office.close()


@pytest.mark.parametrize("place", [7, b"/disk/file", None])
def test_an_error_of_the_disk_may_name_its_file_in_any_way(place: int | bytes | None) -> None:
    """By a number, where an open file was asked for, or in bytes."""
    assert trouble(OSError(errno.ENOSPC, "No space left on device", place)).startswith("the disk: the disk is full")
