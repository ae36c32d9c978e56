"""What is wrong with an office, and the cure: settings, database, worlds, reports, mail, money, disk, locks.

Each check looks at one thing and gives its findings. Nothing is changed unless ``fix`` is asked for, and then only what
can be made again without loss: report files from the record, the permissions of password files, leftovers of runs
that were cut off. Mail is tried out where that is asked for.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

from jinja2 import TemplateError
from sqlalchemy.exc import SQLAlchemyError

from magika_gm import games
from magika_gm.app.accounts.rates import LEFT_OUT, load_rates, own_rates
from magika_gm.app.office.errors import UNFORESEEN, Faults, OfficeError
from magika_gm.app.office.office import SETTINGS_FILE, Office, open_office
from magika_gm.app.operations.backup import archives_in, database_faults
from magika_gm.app.operations.checks import (
    DAY,
    HOUR,
    RECORD_CHECKS,
    Code,
    Examined,
    Finding,
    Visit,
    tell_some,
)
from magika_gm.app.record.outgoing import queue_state
from magika_gm.engine.seam.setup import ScenarioFaults
from magika_gm.store.database import StoreError, schema_on_server
from magika_gm.store.schema import HalfUpgraded, schema_of_file
from magika_gm.store.tables import VERSION
from magika_gm.store.urls import shown_url, sqlite_file

# The doctor's checks of what the office stands on: settings, database, disk, locks, backups.


LEAST_FREE = 500_000_000
"""Bytes that should be free on the disk, beside three times the database."""
OLD_BACKUP = timedelta(days=2)


def check_settings(visit: Visit, found: Examined) -> None:
    """Files the settings name, and templates and scenarios of the office's own."""
    office = visit.office
    try:
        for system in ("", *own_rates(office)):
            load_rates(office, system)
    except OfficeError as error:
        found.add("scenarios/rates", str(error), "put the rates right: no turn can be charged")
    settings = office.settings
    note = office.root / LEFT_OUT
    if note.is_file():
        cure = f"put it back if it is yours, or restore with --trust; then remove {LEFT_OUT}"
        rows = note.read_text(encoding="utf-8").splitlines()
        tell_some(found, [Finding(place=LEFT_OUT, what=f"was not restored: {row}", cure=cure) for row in rows])
    for section in ("smtp", "imap"):
        file = settings.text(section, "password_file")
        if file:
            _password_file(visit, found, f"[{section}] password_file", office.root / file)
        user = settings.text(section, "user")
        if settings.text(section, "host") and bool(user) != bool(file):
            lacks, has = ("password_file", "user") if user else ("user", "password_file")
            found.add(f"[{section}] {lacks}", f"is missing, and {has} is there", "a server asks for both, or for none")
    if settings.text("imap", "host") and not settings.text("imap", "user"):
        found.add("[imap] user", "is missing: nobody reads a mailbox without a name", "write user and password_file")
    if settings.text("office", "email").endswith("@example.org"):
        served = bool(settings.text("smtp", "host") or settings.text("imap", "host"))
        cure = "write your own address: players' mails would go nowhere"
        found.add("[office] email", "is still the example", cure, needed=served)
    if not settings.text("smtp", "host"):
        found.looked_at += "; no mail server in it: mails stay in outbox/ as files"
    _own_files(office, found)


def _password_file(visit: Visit, found: Examined, place: str, path: Path) -> None:
    if not path.is_file() or not os.access(path, os.R_OK):
        found.add(place, f"{path} cannot be read", "make the file: one line, the password; or empty the setting")
        return
    if path.stat().st_mode & 0o077:
        if visit.fix:
            path.chmod(0o600)
        found.add(place, f"{path} can be read by others", f"chmod 600 {path}", fixed=visit.fix)


def _own_files(office: Office, found: Examined) -> None:
    for name in games.SYSTEMS:
        folders = [office.root / "scenarios" / name]
        if name == games.DEFAULT:  # an older office keeps them right in scenarios
            folders.append(office.root / "scenarios")
        for path in (p for folder in folders for p in sorted(folder.glob("*.toml"))):
            try:
                games.system(name).setup.read_scenario(path.read_text(encoding="utf-8"), path.name)
            except (ScenarioFaults, UnicodeDecodeError) as error:
                first = (str(error).splitlines() or [""])[0]
                place = str(path.relative_to(office.root))
                found.add(place, first, "put it right before a game is begun with it", needed=False)
        _own_templates(office.root / "templates", name, found)


def _own_templates(templates: Path, name: str, found: Examined) -> None:
    """Templates of a game that the office writes itself."""
    if not (templates / name).is_dir():
        return
    from jinja2 import TemplateSyntaxError

    from magika_gm.reports.templating import environment
    from magika_gm.resources import shipped

    for path in sorted((templates / name).glob("*.j2")):
        try:
            environment((templates, shipped("templates"))).get_template(f"{name}/{path.name}")
        except TemplateSyntaxError as error:
            place = f"templates/{name}/{path.name}:{error.lineno}"
            found.add(place, str(error.message), "put it right: no report can be written with it")


def check_modes(visit: Visit, found: Examined) -> None:
    """Who may enter the office's folder; where others can, every file and folder of it that they can read."""
    root = visit.office.root
    if visit.office.is_checkout or not _open(root):
        return
    paths = [root, *sorted(path for path in root.rglob("*") if not path.is_symlink() and _open(path))]
    rows = []
    for path in paths:
        mode = 0o700 if path.is_dir() else 0o600
        if visit.fix:
            path.chmod(mode)
        place = "." if path == root else path.relative_to(root).as_posix()
        what = "can be entered by others" if path.is_dir() else "can be read by others"
        rows.append(
            Finding(
                place=place, what=what, cure=f"chmod {mode:o} {path}; magika-gm doctor --fix does it", fixed=visit.fix
            )
        )
    tell_some(found, rows)


def _open(path: Path) -> bool:
    return bool(path.stat().st_mode & 0o077)


def check_database(visit: Visit, found: Examined) -> None:
    """SQLite's own checks, and the schema's version, before anything opens (and so upgrades) it."""
    url = visit.office.database_url
    path = sqlite_file(url)
    if path is None:
        found.looked_at = "on a server, which looks after it itself"
        _schema(visit, found, shown_url(url), lambda: schema_on_server(url), "make a copy with pg_dump first")
        return
    found.looked_at = f"{path.name}, {path.stat().st_size / 1e6:.1f} MB" if path.is_file() else path.name
    cure = "restore the newest backup: magika-gm restore ARCHIVE DIR"
    if not path.is_file():
        found.add(str(path), "there is no database", cure)
        return
    for fault in database_faults(path):
        found.add(path.name, fault, cure)
    if found.healthy:
        _schema(visit, found, path.name, lambda: schema_of_file(path), "a copy is made first")


def _schema(visit: Visit, found: Examined, place: str, look: Callable[[], str | None], copy: str) -> None:
    """What another version of the program wrote is told; an older database is upgraded where that is asked for."""
    try:
        version = look()
    except HalfUpgraded as error:
        found.add(place, error.what, error.cure)
        return
    if version is not None and version < VERSION:
        if visit.fix:
            _ = visit.office.store
        cure = f"it is upgraded when it is next opened; magika-gm doctor --fix does it now ({copy})"
        what = f"has the older schema {version}"
        found.add(place, what, cure, needed=False, fixed=visit.fix, code=Code.OLD_SCHEMA)
    elif version != VERSION:
        found.add(place, f"has the schema {version}, not {VERSION}", "use the magika-gm that wrote it")


def _disk(visit: Visit, found: Examined) -> None:
    root = visit.office.root
    usage = shutil.disk_usage(root)
    found.looked_at = f"{usage.free / 1e9:.1f} GB free"
    path = sqlite_file(visit.office.database_url)
    size = path.stat().st_size if path is not None and path.is_file() else 0
    if usage.free < LEAST_FREE + 3 * size:
        found.add(
            str(root), f"only {usage.free / 1e6:.0f} MB are free", "make room: old backups, or outbox/ of mails sent"
        )
    for name in ("", "turns", "reports", "outbox"):
        folder = root / name
        if folder.is_dir() and not os.access(folder, os.W_OK):
            found.add(str(folder), "cannot be written to", "give the folder to the user magika-gm runs as")
    for path in _left_behind(root):
        if _age(path, visit.now) > HOUR:
            if visit.fix and path.is_dir():
                shutil.rmtree(path)
            elif visit.fix:
                path.unlink(missing_ok=True)
            place = str(path.relative_to(root))
            found.add(place, "was left by a run that was cut off", "remove it", needed=False, fixed=visit.fix)


def _left_behind(root: Path) -> Iterator[Path]:
    """Folders of reports and files that are being written, or were when a run was killed."""
    yield from sorted(root.glob(".*.part"))
    for game in sorted((root / "reports").glob("*")):
        for path in sorted(game.glob(".*")) if game.is_dir() else ():
            if path.is_dir() and path.suffix in (".part", ".old"):
                yield path
    for folder in ("turns", "outbox", "reports"):
        yield from sorted(path for path in (root / folder).rglob(".*.part") if path.is_file())


def _age(path: Path, now: datetime) -> timedelta:
    return now - datetime.fromtimestamp(path.stat().st_mtime, now.tzinfo)


def _locks(visit: Visit, found: Examined) -> None:
    """A lock goes with the process that holds it, so the file alone means nothing: one held for long means a hang."""
    for path in (visit.office.root / "outbox" / name for name in (".tick.lock", ".lock")):
        holder = lock_holder(path) if path.is_file() else None
        if holder is not None and holder[1] > HOUR:
            process, age = holder
            what = f"is held by process {process}, which has run for {int(age / HOUR)} hours"
            cure = f"see whether it hangs, and end it (kill {process}): it lets no other run begin"
            found.add(f"outbox/{path.name}", what, cure)


def lock_holder(path: Path) -> tuple[int, timedelta] | None:
    """The process that holds a lock on a file, and how long it has run; None where nobody does, or none can tell."""
    inode = f":{path.stat().st_ino}"
    try:
        lines = Path("/proc/locks").read_text(encoding="ascii").splitlines()
        numbers = [int(fields[4]) for line in lines if len(fields := line.split()) > 5 and fields[5].endswith(inode)]
        if not numbers:
            return None
        started = int(Path(f"/proc/{numbers[0]}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[19])
        uptime = float(Path("/proc/uptime").read_text(encoding="ascii").split()[0])
    except (OSError, ValueError, IndexError):
        return None
    return numbers[0], timedelta(seconds=uptime - started / os.sysconf("SC_CLK_TCK"))


LONG_WAIT = timedelta(minutes=15)
"""A job that waits longer, its time having come, has nobody who would do it."""


def check_queue(visit: Visit, found: Examined) -> None:
    """The queue workers share: whether anybody is there, and what failed for good."""
    try:
        with visit.office.store.reading() as connection:
            queue = queue_state(connection)
    except (OfficeError, StoreError):
        return  # the check of the database says so
    if queue is None:
        found.looked_at = "none: magika-gm tick does the work"
        return
    found.looked_at = f"{queue.waiting} waiting, {queue.at_work} at work, {queue.workers} workers"
    age = visit.now - queue.oldest if queue.oldest is not None else timedelta(0)
    if age > LONG_WAIT:
        what = f"a job has waited for {int(age.total_seconds() // 60)} minutes, and {queue.workers} workers are there"
        found.add("queue", what, "start workers: magika-gm worker")
    if queue.stalled:
        cure = "another worker takes them up; start one: magika-gm worker"
        found.add("queue", f"{queue.stalled} jobs were left lying by a worker that is gone", cure, needed=False)
    if queue.failed:
        cure = "see why: magika-gm status, the workers' log; what is still due is put into the queue again by itself"
        found.add("queue", f"{queue.failed} jobs failed for good", cure, needed=False)


def _backups(visit: Visit, found: Examined) -> None:
    folder = visit.office.root / "backups"
    archives = archives_in(folder)
    cure = "once a night from cron: magika-gm backup"
    if not archives:
        found.looked_at = "none"
        found.add("backups", "there is none here", f"{cure} (or kept elsewhere?)", needed=False)
        return
    newest = archives[-1]
    found.looked_at = f"{len(archives)}, the newest {newest.name}"
    if _age(newest, visit.now) > OLD_BACKUP:
        found.add("backups", f"the newest is {int(_age(newest, visit.now) / DAY)} days old", cure, needed=False)
    for path in sorted(folder.glob(".magika-*")):
        if _age(path, visit.now) > HOUR:
            if visit.fix:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
            found.add(f"backups/{path.name}", "was left by a backup that was cut off", "remove it", False, visit.fix)


MACHINE_CHECKS: dict[str, Callable[[Visit, Examined], None]] = {
    "modes": check_modes,
    "disk": _disk,
    "locks": _locks,
    "backups": _backups,
}


def examine(
    root: Path, now: datetime, deep: bool = False, fix: bool = False, letter_to: str | None = None
) -> Iterator[Examined]:
    """Look an office over; each check as it is made. A check that fails itself is a finding, and stops no other.

    ``deep`` plays every turn of every game again, not only the last ones. With ``letter_to`` mail is tried, too
    (:class:`~magika_gm.app.operations.checks.Visit`).
    """
    settings = Examined("settings", SETTINGS_FILE)
    office: Office | None = None
    try:
        office = open_office(root)
    except OfficeError as error:
        for fault in error.faults if isinstance(error, Faults) else [str(error)]:
            settings.add(SETTINGS_FILE, fault, "put the line right; docs/gm-guide.md lists every setting")
    if office is None:
        yield settings
        return
    visit = Visit(office, now, deep, fix, letter_to)
    _attempt(settings, lambda: check_settings(visit, settings))
    yield settings
    try:
        yield from _rest(visit)
    finally:
        office.close()


def _rest(visit: Visit) -> Iterator[Examined]:
    database = Examined("database")
    _attempt(database, lambda: check_database(visit, database))
    yield database
    outdated = any(f.code == Code.OLD_SCHEMA and not f.fixed for f in database.findings)
    readable = database.healthy and not outdated
    # the queue, like the record, is looked at in a database of this schema alone: opening it would upgrade it
    checks = {**RECORD_CHECKS, "queue": check_queue, **MACHINE_CHECKS} if readable else MACHINE_CHECKS
    if visit.letter_to is not None and readable:
        from magika_gm.app.operations.mail_trial import Trial

        checks = {**checks, **Trial().checks()}
    for name, check in checks.items():
        examined = Examined(name)
        _attempt(examined, lambda check=check, examined=examined: check(visit, examined))  # type: ignore[misc]
        yield examined


def _attempt(examined: Examined, look: Callable[[], None]) -> None:
    try:
        look()
    except (OfficeError, StoreError) as error:
        examined.add(examined.check, str(error), "see what it says")
    except ImportError as error:
        examined.add(examined.check, f"{error.name} is not installed", "pip install 'magika-gm[postgres]'")
    except TemplateError as error:
        examined.add("templates", f"one of the office's own fails: {error}", "put it right, or take it away")
    except OSError as error:
        examined.add(str(error.filename or examined.check), str(error.strerror or error), "see whether it can be read")
    except (SQLAlchemyError, *UNFORESEEN) as error:
        what = f"cannot be looked at: {error.__class__.__name__}: {(str(error).splitlines() or [''])[0]}"
        examined.add(examined.check, what, "restore a backup copy, or send this line to the developers")
