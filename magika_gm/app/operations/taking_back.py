"""A copy of a SQLite database put back in the place of the office's own: the one made before an upgrade, or any other.

An archive (:mod:`magika_gm.app.operations.backup`) is a whole office and becomes a new folder; such a copy is but the
database, and the mails, scenarios and settings of the office it is of are still there.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from time import monotonic

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, open_office
from magika_gm.app.operations.backup import check_database, looked_over
from magika_gm.app.operations.moving import pointed
from magika_gm.app.operations.strangers import check_names
from magika_gm.engine.records import record
from magika_gm.store.faults import Busy, StoreError
from magika_gm.store.schema import copy_whole, schema_of_file
from magika_gm.store.urls import sqlite_file
from magika_gm.troubles import Trouble, trouble_of
from magika_gm.whole_files import part_of

_MAGIC = b"SQLite format 3\0"
LONGEST = 60.0
"""Seconds another run that writes is waited for."""


@record
class TakenBack:
    """What the office has now, and where its database from before is kept (empty: there was none)."""

    games: tuple[str, ...]
    turns: int
    """Turns processed in all its games."""
    verified: int
    """Last turns played again and found the same."""
    kept: str


def is_database(path: Path) -> bool:
    """Whether a file is a SQLite database."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def take_back(copy: Path, folder: Path) -> TakenBack:
    """Put a copy of a database into the office in ``folder``; what that has now is kept under another name.

    The copy is copied, looked through, upgraded and the last turn of every game played again, all beside the office's
    own; then it takes the place of that in one transaction. Raises :class:`OfficeError`, and changes nothing, if
    anything is wrong.
    """
    office = open_office(folder)
    path = sqlite_file(office.database_url)
    if path is None:
        raise OfficeError("this office's database is on a server: put a copy back there with pg_restore")
    try:
        schema_of_file(copy, still=True)
    except StoreError as error:
        raise OfficeError(f"{error}; nothing was changed") from error
    beside = part_of(path.with_name("restored"))
    shutil.rmtree(beside, ignore_errors=True)
    try:
        beside.mkdir(mode=0o700)
        whole = beside / path.name
        copy_whole(copy, whole)
        check_database(whole, copy)
        check_names(whole, copy)
        games, turns, verified = looked_over(Office(office.root, pointed(office, f"sqlite:///{whole}")))
        kept = _exchange(whole, path)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return TakenBack(games, turns, verified, str(kept or ""))


def _exchange(whole: Path, path: Path) -> Path | None:
    """Put a database in the place of the office's own; where that is kept, None where there was none.

    One transaction that writes every page anew: whoever has the database open goes on with what is there then. What was
    there is copied in it, so that nobody writes between. What is no database any more, and so cannot be copied, is put
    aside, and so is a log that is left of one, which would be taken for the new one's.
    """
    kept, number = path.with_name(f"{path.name}.before-restore"), 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.name}.before-restore-{number}")
    there = path.exists()
    if there:
        try:
            _write_over(path, whole, kept)
            return kept
        except sqlite3.DatabaseError as error:
            if trouble_of(error) is not Trouble.DAMAGED:
                raise
    for rest in ("-wal", "-shm", ""):
        if (one := path.with_name(path.name + rest)).exists():
            one.rename(kept.with_name(kept.name + rest))
    copy_whole(whole, path)
    return kept if there else None


def _write_over(path: Path, whole: Path, kept: Path) -> None:
    """Copy a database to where it is ``kept``, and write another over it page by page."""
    began = monotonic()

    def step(status: int, _left: int, _all: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            if monotonic() - began > LONGEST:
                raise Busy("another run is writing to this office; nothing was changed: wait until it has finished")
        elif not kept.exists():  # the first page is written, and from then on nobody else's
            copy_whole(path, kept)

    with closing(sqlite3.connect(whole)) as new, closing(sqlite3.connect(path, timeout=0)) as old:
        try:
            new.backup(old, pages=1, progress=step)
        except BaseException:
            kept.unlink(missing_ok=True)
            raise
