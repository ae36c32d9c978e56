"""Nightly backups of an office, each one dated archive, verified after writing; and putting one back.

An archive is a gzipped tar of the database (a consistent copy, made while others may write), ``magika.toml``,
``scenarios/``, ``templates/`` and ``turns/`` (the mails as they came), in order of their names, and last a file
``SHA256SUMS``, which ``sha256sum -c`` reads. Reports are left out: they are written again from the record. So are the
files passwords stand in, which belong to the machine and not to the office.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import sqlite3
import tarfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, nullcontext
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from time import monotonic

from magika_gm.app.accounts.rates import LEFT_OUT
from magika_gm.app.office.doors import LOG
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import SETTINGS_FILE, Office, open_office
from magika_gm.app.office.passwords import CO_MASTERS
from magika_gm.app.operations.moving import copy_to_file, pointed
from magika_gm.app.operations.strangers import (
    LARGEST_SUMS,
    Measure,
    Member,
    check_names,
    differing,
    keep_secrets_home,
    leave_out,
    members,
)
from magika_gm.engine.records import named_record, record
from magika_gm.engine.words import one_line
from magika_gm.store.faults import Busy, StoreError
from magika_gm.store.schema import copy_whole, schema_of_file
from magika_gm.store.urls import sqlite_file
from magika_gm.troubles import Trouble, trouble_of
from magika_gm.whole_files import half_written, part_of, sync, write_whole

Asked = Callable[[tuple[str, ...]], bool]
FILES, FOLDERS = (SETTINGS_FILE, LOG, CO_MASTERS), ("scenarios", "templates", "turns")
"""What an archive holds besides database and settings."""
SUMS = "SHA256SUMS"
DATABASE = "magika.sqlite3"
NAME = re.compile(r"magika-\d{8}-\d{6}Z(-\d+)?\.tar\.gz")
"""Names of our archives: no other file is ever taken for one, or removed."""


@record
class Backup:
    """An archive that was written: what is in it, and which older ones gave way."""

    archive: Path
    files: int
    size: int
    """Bytes of the archive."""
    removed: tuple[str, ...]


def back_up_office(office: Office, folder: Path | None, now: datetime) -> Backup:
    """Write an archive of the office into ``folder`` (its own ``backups/`` unless given), look it through, and remove
    the oldest beyond the setting ``[office] backups`` (0: keep all).

    The database is copied first (one on a server into a file of SQLite's, which an office restored works on with, and
    can be moved from): every mail it knows of lies under ``turns/`` before it is committed, so an archive
    misses none. Raises :class:`OfficeError` if the archive cannot be written or does not read back.
    """
    source = source_file(office)
    store = office.store if source is None else None  # before anything is written: it may be out of reach
    folder = folder if folder is not None else office.root / "backups"
    folder.mkdir(parents=True, exist_ok=True)
    archive = _free(folder, now)
    part = part_of(archive)
    try:
        with TemporaryDirectory(prefix=".magika-", dir=folder) as temporary:
            copy = Path(temporary) / DATABASE
            if source is not None:
                copy_database(source, copy)
            if store is not None:
                copy_to_file(store, copy)
            files = _write(part, _members(office, copy), now)
        total = verify_archive(part)
        if total != files:
            raise OfficeError(f"{archive}: holds {total} files, not the {files} that were written")
        part.rename(archive)
        sync(folder)
    finally:
        part.unlink(missing_ok=True)
    return Backup(archive, files, archive.stat().st_size, _prune(folder, office.settings.number("office", "backups")))


def source_file(office: Office) -> Path | None:
    """The database file of an office on SQLite, None for one on a server; :class:`OfficeError` if it is missing."""
    path = sqlite_file(office.database_url)
    if path is not None and not path.is_file():
        raise OfficeError(f"there is no database at {path}")
    return path


def copy_database(source: Path, copy: Path) -> None:
    """A consistent copy of a SQLite database, while others may read and write it; without a write-ahead log."""
    try:
        copy_whole(source, copy)
    except sqlite3.DatabaseError as error:
        raise OfficeError(f"the database {source} cannot be copied: {error}") from error


def archives_in(folder: Path) -> list[Path]:
    """The archives in a folder, oldest first."""
    return sorted(path for path in folder.glob("magika-*.tar.gz") if NAME.fullmatch(path.name))


def _free(folder: Path, now: datetime) -> Path:
    stem = f"magika-{now.astimezone(UTC):%Y%m%d-%H%M%S}Z"
    path, number = folder / f"{stem}.tar.gz", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.tar.gz"
    return path


def _members(office: Office, copy: Path) -> list[tuple[str, Path]]:
    """Names in the archive and the files they are, in order of the names. Links are not followed.

    Raises :class:`OfficeError` for a name that no archive could be read back with.
    """
    found = [(DATABASE, copy), *((name, office.root / name) for name in FILES if (office.root / name).is_file())]
    for name in FOLDERS:
        found += [
            (path.relative_to(office.root).as_posix(), path)
            for path in (office.root / name).rglob("*")
            if path.is_file() and not path.is_symlink() and not half_written(path)
        ]
    for name, _ in found:
        if "\\" in name or name.splitlines() != [name] or name.encode("utf-8", "replace").decode() != name:
            raise OfficeError(
                f"{name!r} can stand in no archive: its name has a line end, a backslash or letters that are no UTF-8; "
                "nothing was backed up: rename it, or take it away"
            )
    return sorted(found)


def _write(path: Path, members: Iterable[tuple[str, Path]], now: datetime) -> int:
    """Write the archive for the owner's eyes alone: it holds seeds and password hashes. How many files it holds."""
    sums = []
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as raw:
        with tarfile.open(fileobj=raw, mode="w:gz", format=tarfile.PAX_FORMAT, compresslevel=6) as tar:
            for name, file in members:
                with file.open("rb") as data:
                    digest = hashlib.file_digest(data, "sha256").hexdigest()
                    size = data.tell()
                    data.seek(0)
                    tar.addfile(_header(name, size, int(file.stat().st_mtime)), data)
                sums.append(f"{digest}  {name}\n")
            text = "".join(sums).encode()
            tar.addfile(_header(SUMS, len(text), int(now.timestamp())), io.BytesIO(text))
        raw.flush()
        os.fsync(raw.fileno())
    return len(sums)


def _header(name: str, size: int, changed: int) -> tarfile.TarInfo:
    header = tarfile.TarInfo(name)
    header.size, header.mtime, header.mode = size, changed, 0o600
    return header


def _prune(folder: Path, keep: int) -> tuple[str, ...]:
    old = archives_in(folder)[:-keep] if keep > 0 else []
    for path in old:
        path.unlink()
    return tuple(path.name for path in old)


def verify_archive(path: Path) -> int:
    """Look an archive through: safe names, every checksum, the database whole. How many files it holds.

    Raises :class:`OfficeError` naming what is wrong.
    """
    with TemporaryDirectory(prefix=".magika-", dir=path.parent) as temporary:
        folder = Path(temporary)
        total = sum(1 for _ in _unpack(path, folder, lambda name: name == DATABASE))
        check_database(folder / DATABASE, path)
    return total


def check_database(database: Path, place: Path) -> None:
    """Whether a database is whole; raises :class:`OfficeError` if not."""
    wrong = database_faults(database)
    if wrong:
        raise OfficeError(f"{place}: the database in it is damaged: {wrong[0]}")


def database_faults(database: Path) -> list[str]:
    """What SQLite itself finds wrong with a database file: damaged pages, rows that point nowhere."""
    if not database.is_file():
        return ["there is none"]
    connection = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)
    try:
        found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(20)")]
        pointing = [
            f"row {row} of {table} points to a row of {parent} that is not there"
            for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check")
        ]
    except sqlite3.DatabaseError as error:
        return [str(error)]
    finally:
        connection.close()
    return [line for line in found if line != "ok"] + pointing[:20]


def _unpack(path: Path, folder: Path, wanted: Callable[[str], bool] = lambda _: True) -> Iterator[str]:
    """Unpack an archive into a folder, checking names, kinds and checksums on the way; names as they come.

    Files whose name is not ``wanted`` are read and checked, but not written.
    """
    digests: dict[str, str] = {}
    sums: dict[str, str] | None = None
    try:
        measure = Measure(path)
        for member in members(path):
            measure.take(member, path)
            name = _safe(member, path)
            if name in digests:
                raise OfficeError(f"{path}: {name} is in it twice")
            if name == SUMS:
                if member.size > LARGEST_SUMS:
                    raise OfficeError(f"{path}: {SUMS} is larger than it can be")
                sums = _read_sums(b"".join(iter(member.read, b"")).decode("utf-8", "replace"), path)
                continue
            digests[name] = _store(member, folder / name if wanted(name) else None)
            yield name
    except (EOFError, OSError, ValueError, zlib.error) as error:
        if isinstance(error, OSError) and error.filename is not None:
            raise
        raise OfficeError(f"{path}: is not a whole archive of an office: {error}") from error
    if sums is None:
        raise OfficeError(f"{path}: has no {SUMS}; it is no archive of an office, or was cut off")
    for name in sorted(sums.keys() | digests.keys()):
        if name not in digests:
            raise OfficeError(f"{path}: {name} is missing")
        if name not in sums:
            raise OfficeError(f"{path}: {name} is not in {SUMS}")
        if sums[name] != digests[name]:
            raise OfficeError(f"{path}: {name} was changed: its checksum is another")
    if DATABASE not in digests:
        raise OfficeError(f"{path}: has no {DATABASE}; it is no archive of an office")


def _safe(member: Member, path: Path) -> str:
    """The member's name, if it can only become a file an office has, inside the folder it is unpacked in."""
    parts = PurePosixPath(member.name).parts
    known = parts[0] in FOLDERS if len(parts) > 1 else "".join(parts) in (DATABASE, *FILES, SUMS)
    if not known or "\\" in member.name or any(p in ("..", "/") for p in parts):
        raise OfficeError(f"{path}: {member.name!r} has no place in an archive of an office; nothing was restored")
    return "/".join(parts)


def _store(data: Member, target: Path | None) -> str:
    """Write a member to its file, if it is to have one; its SHA-256."""
    digest = hashlib.sha256()
    if target is not None:
        target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("xb") if target is not None else nullcontext() as file:
        while block := data.read():
            digest.update(block)
            if file is not None:
                file.write(block)
    return digest.hexdigest()


def _read_sums(text: str, path: Path) -> dict[str, str]:
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        digest, two, name = line.partition("  ")
        if not two or not re.fullmatch(r"[0-9a-f]{64}", digest):
            raise OfficeError(f"{path}: {SUMS}:{number}: cannot be read")
        found[name] = digest
    return found


@named_record
class Restored:
    """An office put back."""

    folder: Path
    files: int
    games: tuple[str, ...]
    turns: int
    """Turns processed in all its games."""
    verified: int
    """Last turns played again and found the same."""
    left_out: tuple[str, ...] = ()
    """Templates and settings of its own that were not taken."""
    emptied: tuple[str, ...] = ()
    """Settings that named a secret outside the office."""


def restore_office(
    archive: Path, folder: Path, trust: Asked = lambda _: False, note: Callable[[Path], None] = lambda _: None
) -> Restored:
    """Put an office back from an archive into a folder that does not exist yet, or is empty.

    All is unpacked beside it, checked and opened, and the last turn of every game played again; only then the folder
    gets its name. ``trust`` is asked whether templates and settings of its own are taken; what is not is left out
    before anything is opened. ``note`` gets what will be the office, for its log. Raises :class:`OfficeError` if not.
    """
    if not archive.is_file():
        raise OfficeError(f"there is no archive {archive}")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OfficeError(
            f"{folder} is not empty; name a new folder, and move it into place when you have looked at it"
        )
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = part_of(folder)
    shutil.rmtree(part, ignore_errors=True)
    try:
        part.mkdir(mode=0o700)
        files = sum(1 for _ in _unpack(archive, part))
        check_database(part / DATABASE, archive)
        check_names(part / DATABASE, archive)
        emptied, own = keep_secrets_home(part), differing(part)
        left_out = own if own and not trust(own) else ()
        if left_out:
            leave_out(part)
            lines = "".join(f"{one_line(line)}\n" for line in left_out)
            write_whole(part / LEFT_OUT, lines, private=True)
        games, turns, verified = _open(part)
        note(part)
        os.sync()  # of thousands of files each would wait for itself
        if folder.exists():
            folder.rmdir()
        part.rename(folder)
        sync(folder.parent)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return Restored(
        folder=folder, files=files, games=games, turns=turns, verified=verified, left_out=left_out, emptied=emptied
    )


def _open(folder: Path) -> tuple[tuple[str, ...], int, int]:
    """Open a restored office and look it over, as :func:`looked_over` does."""
    from magika_gm.app.office.office import FOLDERS as EVERY_FOLDER
    from magika_gm.app.office.office import open_office

    _point_home(folder)
    for name in EVERY_FOLDER:
        (folder / name).mkdir(exist_ok=True)
    return looked_over(open_office(folder))


def looked_over(office: Office) -> tuple[tuple[str, ...], int, int]:
    """Play the last turn of each game again, and close the office: games, turns in all, turns verified.

    Raises :class:`OfficeError` where one does not come out as recorded.
    """
    from magika_gm.app.audit.verify import verify_game
    from magika_gm.app.record.games import game_ids, load_game

    try:
        with office.store.reading() as connection:
            games = [load_game(connection, name) for name in game_ids(connection)]
            for game in games:
                game.state(connection)
        verdicts = [verdict for game in games for verdict in verify_game(office, game.id, last=1)]
    finally:
        office.close()
    wrong = [(game.id, v) for game, v in zip((g for g in games if g.turn), verdicts, strict=True) if v.differences]
    if wrong:
        name, verdict = wrong[0]
        differ = ", ".join(verdict.differences)
        raise OfficeError(f"game {name}: turn {verdict.turn} does not come out as recorded ({differ}); not restored")
    return tuple(g.id for g in games), sum(g.turn for g in games), len(verdicts)


def _point_home(folder: Path) -> None:
    """Settings that name a database elsewhere must not lead the restored office to the old one's."""
    from magika_gm.app.office.office import read_settings

    path = folder / SETTINGS_FILE
    if not path.is_file():
        return
    home = f"sqlite:///{DATABASE}"
    if read_settings(path).text("database", "url") == home:
        return
    text = path.read_text(encoding="utf-8")
    section = re.search(r"(?ms)^\s*\[database\].*?(?=^\s*\[|\Z)", text)
    assert section is not None, "a url of another place stands in its section"
    mended = re.sub(r"(?m)^(\s*)url\s*=.*$", rf'\1url = "{home}"', section[0], count=1)
    path.write_text(text[: section.start()] + mended + text[section.end() :], encoding="utf-8")
    if read_settings(path).text("database", "url") != home:
        raise OfficeError(f'{SETTINGS_FILE}: set [database] url = "{home}" in the archived office and back it up again')


# A copy of a SQLite database put back in the place of the office's own: the one made before an upgrade, or any other.
# All else of the office that it is of is still there.


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


def take_back(copy: Path, folder: Path, before_change: Callable[[], None] = lambda: None) -> TakenBack:
    """Put a copy of a database into the office in ``folder``; what that has now is kept under another name.

    The copy is copied, looked through, upgraded and the last turn of every game played again, all beside the office's
    own; then, after ``before_change``, it takes the place of that in one transaction. Raises :class:`OfficeError`, and
    changes nothing, if anything is wrong.
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
        before_change()
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
