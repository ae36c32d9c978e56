"""What is looked at in an archive before its office is opened: it may be a stranger's, made to do harm.

Sizes are held to limits while it is read; names that become paths are checked in its database; templates of its own and
settings that say where things go are shown, and taken only if the game master says so.
"""

from __future__ import annotations

import gzip
import re
import shutil
import sqlite3
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from magika_gm.app.accounts.rates import left_out_line
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import (
    DEFAULTS,
    NAME_OF_A_GAME,
    SETTINGS_FILE,
    Settings,
    changed_settings,
    read_settings,
)
from magika_gm.resources import shipped

# A tar archive read from whoever it may come: regular files alone, in time and memory bounded by what is in it.
#
# The standard library's reader follows every extension of the format, and a few kilobytes can keep some of those busy
# for minutes (sparse maps, headers of headers). An archive of ours needs none of them: files, and in front of one a
# header (pax) that says a name or a size the plain one has no room for.


_BLOCK = tarfile.BLOCKSIZE
_LARGEST_HEADER = 1 << 16
"""Bytes of a pax header: a name, a size, a time."""
_LONGEST_NAME = 500
_AT_ONCE = 1 << 20


class BadTar(ValueError):
    """What is read is no such archive; the text says why."""


@dataclass(slots=True)
class Member:
    """A file in the archive: read it before asking for the next one."""

    name: str
    size: int
    regular: bool
    """A plain file, and no link, folder, device, or file with holes."""
    _source: IO[bytes] | gzip.GzipFile
    _left: int = 0

    def read(self, most: int = _AT_ONCE) -> bytes:
        """Up to ``most`` bytes more of it, b"" at its end; raises :class:`EOFError` where the archive is cut short."""
        wanted = min(most, self._left, _AT_ONCE)
        data = self._source.read(wanted) if wanted > 0 else b""
        if wanted > 0 and not data:
            raise EOFError("it ends in the middle of a file")
        self._left -= len(data)
        return data

    def skip(self) -> None:
        """Pass over what was not read."""
        while self.read():
            pass


def members(path: Path) -> Iterator[Member]:
    """The members of a gzipped tar, in order.

    Raises :class:`BadTar`, or what reading the file raises (``OSError``, ``EOFError``, ``zlib.error``).
    """
    with gzip.open(path, "rb") as source:
        said: dict[str, str] = {}
        while (block := _exactly(source, _BLOCK)).strip(b"\0"):
            header = _header(block)
            if header.type == tarfile.XHDTYPE:
                if said or not 0 < header.size <= _LARGEST_HEADER:
                    raise BadTar(f"a header of {header.size} bytes")
                said = _records(_exactly(source, header.size))
                _exactly(source, -header.size % _BLOCK)
                continue
            name, size = said.get("path", header.name), int(said.get("size", header.size))
            regular = header.type in (tarfile.REGTYPE, tarfile.AREGTYPE) and not name.endswith("/")
            if size < 0 or len(name) > _LONGEST_NAME or any(key.startswith("GNU.sparse") for key in said):
                regular = False
            said = {}
            member = Member(name, size, regular, source, max(0, size))
            yield member
            member.skip()
            _exactly(source, -size % _BLOCK)


def _exactly(source: IO[bytes] | gzip.GzipFile, size: int) -> bytes:
    data = source.read(size) if size else b""
    if len(data) < size:
        raise EOFError("it ends before its end")
    return data


def _header(block: bytes) -> tarfile.TarInfo:
    try:
        return tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except tarfile.HeaderError as error:
        raise BadTar(f"a header that is none ({error})") from error


def _records(data: bytes) -> dict[str, str]:
    """The records of a pax header, ``30 path=turns/aside/a.eml`` and a line end, by keyword (POSIX.1-2001)."""
    found: dict[str, str] = {}
    at = 0
    while at < len(data):
        space = data.find(b" ", at, at + 8)
        length = data[at:space] if space > 0 else b""
        if not length.isdigit() or not len(length) + 2 < int(length) <= len(data) - at:
            raise BadTar("a header that cannot be read")
        keyword, equal, value = data[space + 1 : at + int(length)].partition(b"=")
        if not equal or not value.endswith(b"\n"):
            raise BadTar("a header that cannot be read")
        found[keyword.decode("utf-8", "replace")] = value[:-1].decode("utf-8", "surrogateescape")
        at += int(length)
    return found


LARGEST = 16 << 30
"""Bytes of a member: larger than any office's database."""
MOST_MEMBERS = 2_000_000
LARGEST_SUMS = 64 << 20
RATIO, FREE = 200, 64 << 20
"""All members together are at most so many times as large as the archive, and this much more."""
_A_FILE = 4096
"""What a file takes on a disk, however small it is."""
_SEAT = re.compile(r"[A-Za-z0-9_-]{1,8}")
OUTWARD = {
    "office": ("email",),
    "smtp": tuple(DEFAULTS["smtp"]),
    "imap": tuple(DEFAULTS["imap"]),
    "mail": ("maildir", "authserv"),
    "accounts": ("rates", "of_game"),
    "site": ("folder", "names"),
}
"""Settings that say where mail, answers and passwords go, whom to believe, what is read and shown."""
_NONE_OF_OURS = (
    "SELECT name FROM sqlite_master WHERE type NOT IN ('table', 'index') OR sql LIKE 'create%virtual%table%'"
)
"""Views, triggers, and tables that are a module's program."""
_SEATS = (("seats", "seat"), ("positions", "seat"), ("sightings", "seat"), ("outbox", "seat"), ("inbox", "seat"))


class Measure:
    """What has come out of an archive so far, against what may."""

    def __init__(self, archive: Path) -> None:
        self.left = RATIO * archive.stat().st_size + FREE
        self.members = 0

    def take(self, member: Member, path: Path) -> None:
        """Count a member in; :class:`OfficeError` if it is no plain file, or too much."""
        if not member.regular:
            raise OfficeError(f"{path}: {member.name[:500]!r} has no place in an archive of an office")
        self.members += 1
        self.left -= max(0, member.size) + _A_FILE
        if not 0 <= member.size <= LARGEST or self.left < 0 or self.members > MOST_MEMBERS:
            raise OfficeError(f"{path}: {member.name!r} is larger than anything in an office's archive can be")


def check_names(database: Path, place: Path) -> None:
    """Names that become paths, and nothing in the database but tables; :class:`OfficeError` if not.

    An older schema has no ``seat``: its letters are one sign each.
    """
    connection = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)
    try:
        odd = connection.execute(_NONE_OF_OURS).fetchone()
        if odd is not None:
            raise OfficeError(f"{place}: its database holds {str(odd[0])[:80]!r}, which is none of ours")
        found = {str(row[0]) for row in connection.execute("SELECT id FROM games")}
        bad = sorted(name for name in found if not NAME_OF_A_GAME.fullmatch(name))
        if bad:
            raise OfficeError(f"{place}: {bad[0][:80]!r} cannot be a game's name")
        for table, column in _SEATS:
            names = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
            real = column if column in names else "letter"
            if real not in names:
                continue
            query = f"SELECT DISTINCT {real} FROM {table} WHERE {real} IS NOT NULL"  # noqa: S608 - names of ours
            for (seat,) in connection.execute(query):
                if not _SEAT.fullmatch(str(seat)):
                    raise OfficeError(f"{place}: {str(seat)[:80]!r} cannot be a seat")
    except sqlite3.DatabaseError as error:
        raise OfficeError(f"{place}: the database in it is no office's: {error}") from error
    finally:
        connection.close()


def differing(folder: Path) -> tuple[str, ...]:
    """What of an unpacked office differs from what is shipped and can do something: a line each."""
    found = [f"{path.relative_to(folder).as_posix()}: a template of its own" for path in _templates(folder)]
    settings = _settings(folder)
    for section, keys in OUTWARD.items():
        for key in keys:
            value = settings.values[section][key]
            if value != DEFAULTS[section][key]:
                found.append(left_out_line(section, key, value))
    return tuple(found)


def leave_out(folder: Path) -> None:
    """Take what :func:`differing` lists out of an unpacked office: shipped templates and defaults hold again."""
    for path in _templates(folder):
        path.unlink()
    _reset(folder, {(section, key): DEFAULTS[section][key] for section, keys in OUTWARD.items() for key in keys})


def keep_secrets_home(folder: Path) -> tuple[str, ...]:
    """Settings that name a password's file outside the office are emptied, whoever's the archive is: no archive may
    choose a file of this machine to be sent. A line for each."""
    settings, said = _settings(folder), []
    for section in ("smtp", "imap"):
        file = settings.text(section, "password_file")
        if file and not (folder / file).resolve().is_relative_to(folder.resolve()):
            _reset(folder, {(section, "password_file"): ""})
            said.append(f"[{section}] password_file named {file}, outside the office: it is empty now")
    return tuple(said)


def _templates(folder: Path) -> list[Path]:
    """Templates that are not the shipped ones, word for word."""
    own, ours = folder / "templates", shipped("templates")
    files = [path for path in sorted(own.rglob("*")) if path.is_file()]
    return [p for p in files if not _same(p, ours / p.relative_to(own))]


def _same(one: Path, other: Path) -> bool:
    return other.is_file() and one.read_bytes() == other.read_bytes()


def _settings(folder: Path) -> Settings:
    path = folder / SETTINGS_FILE
    return read_settings(path) if path.is_file() else Settings()


def _reset(folder: Path, values: dict[tuple[str, str], object]) -> None:
    """Write the settings anew with other values; the file as it was stays beside it."""
    path = folder / SETTINGS_FILE
    if not path.is_file():
        return
    before = read_settings(path)
    after = {section: dict(table) for section, table in before.values.items()}
    for (section, key), value in values.items():
        after[section][key] = value  # type: ignore[assignment]
    if after != before.values:
        kept = path.with_name(f"{SETTINGS_FILE}.archived")
        if not kept.exists():
            shutil.copyfile(path, kept)
        path.write_text(changed_settings(after), encoding="utf-8")
