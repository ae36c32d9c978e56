"""What is wrong with an office, and the cure: settings, database, worlds, reports, mail, money, disk, locks.

Each check looks at one thing and gives its findings. Nothing is changed unless ``fix`` is asked for, and then only what
can be made again without loss: report files from the record, the permissions of password files, leftovers of runs
that were cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from jinja2 import TemplateError
from sqlalchemy.exc import SQLAlchemyError

from magika_gm.app.office.errors import UNFORESEEN, Faults, OfficeError
from magika_gm.app.office.office import Office, open_office
from magika_gm.app.office.settings import SETTINGS_FILE
from magika_gm.app.operations.checks_machine import MACHINE_CHECKS, check_database, check_queue, check_settings
from magika_gm.app.operations.checks_record import RECORD_CHECKS
from magika_gm.app.operations.findings import Code, Examined, Visit
from magika_gm.store.database import StoreError


def examine(root: Path, now: datetime, deep: bool = False, fix: bool = False) -> Iterator[Examined]:
    """Look an office over; each check as it is made. A check that fails itself is a finding, and stops no other.

    ``deep`` plays every turn of every game again, not only the last ones.
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
    visit = Visit(office, now, deep, fix)
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
