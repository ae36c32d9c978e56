"""What is looked at in an archive before its office is opened: it may be a stranger's, made to do harm.

Sizes are held to limits while it is read; names that become paths are checked in its database; templates of its own and
settings that say where things go are shown, and taken only if the game master says so.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from pathlib import Path

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import NAME_OF_A_GAME
from magika_gm.app.office.settings import DEFAULTS, SETTINGS_FILE, Settings, changed_settings, read_settings
from magika_gm.app.operations.tar_reader import Member
from magika_gm.resources import shipped

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
    "accounts": ("rates",),
}
"""Settings that say where mail, answers and passwords go, whom to believe, and what else is read."""
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
                found.append(f"{SETTINGS_FILE}: [{section}] {key} = {value!r}")
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
