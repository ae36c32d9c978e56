"""Offices of tests: made once in a process and copied ever after (3 ms instead of 100), their reports only as far as
tests read them.

``copied(folder, make, ...)`` is what any test does that wants an office as some function makes it. What an office keeps
lies in its folder, so that a copy of the folder is one of its own.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from magika_gm.app.enrolment import rule_book
from magika_gm.app.office.office import Office, init_office, open_office
from magika_gm.app.turns import editions
from tests import examples, on_postgres

patterns: Path | None = None
"""Where the patterns of this process are; None outside a run of pytest, where every office is made anew."""
_made: dict[tuple[Any, ...], Path] = {}


def copied(folder: Path, make: Callable[..., Office], *words: Any) -> Office:
    """An office in ``folder`` as ``make(folder, *words)`` makes one; nothing else may make a difference to it."""
    if patterns is None:
        return make(folder, *words)
    key = (make.__module__, make.__qualname__, editions._write_report, *words)
    if key not in _made:
        made = Path(tempfile.mkdtemp(dir=patterns)) / "office"
        make(made, *words).close()
        _made[key] = made
    shutil.copytree(_made[key], folder, dirs_exist_ok=True)
    return open_office(folder)


def empty(folder: Path) -> Office:
    """An office nobody has written to."""
    return copied(folder, init_office)


@contextmanager
def pattern_folder(folder: Path) -> Iterator[None]:
    """Patterns are kept there."""
    global patterns  # noqa: PLW0603 - one folder a process, which fixtures of any scope use
    patterns = folder
    yield
    patterns = None
    _made.clear()
    on_postgres.drop_all_under(folder)


NOT_PRINTED = b"%PDF-1.4\n% not printed: the test said nothing of WHOLE_REPORTS\n%%EOF\n"
NO_PAGE = "<!DOCTYPE html><title>not made: the test said nothing of WHOLE_REPORTS</title>\n"
NO_WORDS = "not told: the test said nothing of REPORTS_OF"
EVERYBODY = "ABCDEFGHIJKLM"
FEW = 4
"""So many reports have words whoever they are of."""


@cache
def _sketch(words: str, whole: bool, files: str = "") -> Callable[[editions.Edition, str, Path], None]:
    """What writes the report of a seat of ``words`` ``whole``, or as mail, text and turn file, of one of ``files`` as
    turn file; half of what a turn costs are its prints and pages, a third the words of the others."""

    def write(edition: editions.Edition, seat: str, part: Path) -> None:
        forms, report = edition.system.reports, edition.reports[seat]
        told = seat in words or (words and len(edition.reports) <= FEW)
        if told and whole:
            return _whole(edition, seat, part)
        made = {"html": NO_WORDS, "txt": NO_WORDS, "json": NO_WORDS}
        if told:
            made["html"] = forms.html(report, edition.templates)
            made["txt"] = forms.text(report, edition.templates)
        if told or seat in files:
            made["json"] = editions.turn_file_text(forms.turn_file(report))
        if edition.system.has("page"):
            made["page.html"] = NO_PAGE
        for form, text in made.items():
            (part / f"{seat}.{form}").write_text(text, encoding="utf-8")
        (part / f"{seat}.pdf").write_bytes(NOT_PRINTED)
        return None

    return write


def _text_alone(edition: editions.Edition, form: str) -> str:
    return NO_PAGE if form == "html" else _master(edition, form)


@contextmanager
def sketched_reports(words: str, whole: str, files: str = "", always: bool = False) -> Iterator[None]:
    """Turns leave reports to some seats alone, in all forms to those of ``whole``, without print and page to those of
    ``words``, as turn files to those of ``files``, and no page for who looks on; no rule book is set, and nothing
    forked. Where all examples are asked for (continuous integration) and on PostgreSQL they are whole, unless they are
    ``always`` sketched."""
    with pytest.MonkeyPatch.context() as patch:
        if always or not (examples.ALL or on_postgres.wanted()):
            patch.setattr(editions, "_write_report", _sketch(whole or words, bool(whole), files))
            patch.setattr(editions, "cores", lambda: 1)
            patch.setattr(rule_book, "_made", lambda *_: NOT_PRINTED)
            if not whole:
                patch.setattr(editions.Edition, "master", _text_alone)
                patch.setattr(editions.Edition, "spectator", lambda _: NO_PAGE)
        yield


_whole, _master = editions._write_report, editions.Edition.master


@contextmanager
def whole_reports() -> Iterator[None]:
    """What is written meanwhile has its print and its page, whatever the module says."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(editions, "_write_report", _whole)
        yield


@pytest.fixture(autouse=True, scope="module")
def reports_as_read(request: pytest.FixtureRequest, readers: str) -> Iterator[None]:
    """Of a folder that imports this: a module that reads all prints and pages says ``WHOLE_REPORTS = True``, one that
    reads those of some seats ``WHOLE_REPORTS = "C"``; one that reads words of others than ``readers`` says
    ``REPORTS_OF = "D"``, or of nobody: ``""``, and ``FILES_OF = "ABC"`` one that reads turn files alone. One that plays
    thousands of turns by night says ``ALWAYS_SKETCHED = True``."""
    whole = getattr(request.module, "WHOLE_REPORTS", "")
    if whole is True:
        yield
        return
    files = getattr(request.module, "FILES_OF", "")
    always = getattr(request.module, "ALWAYS_SKETCHED", False)
    with sketched_reports(getattr(request.module, "REPORTS_OF", readers), whole, files, always):
        yield


BROUGHT = {
    "0004": ("TABLE chain",),
    "0005": ("TABLE readers", "TABLE merges"),
    "0007": ("TABLE debts",),
    "0006": ("INDEX inbox_by_settled", "INDEX outbox_by_time", "INDEX outbox_by_try"),
}
"""What each version of the schema brought that an earlier office has not."""


def of_schema(folder: Path, version: str) -> None:
    """An office as the programs of an earlier schema left it."""
    connection = sqlite3.connect(folder / "magika.sqlite3")
    with connection:
        for later in (what for number, brought in BROUGHT.items() if number > version for what in brought):
            connection.execute(f"DROP {later}")
        connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
        if os.environ.get("MAGIKA_TEST_DATABASE") and version < "0007":  # in a file the table is made anew, by no name
            connection.execute(
                "ALTER TABLE postings RENAME CONSTRAINT postings_in_a_currency TO postings_in_a_known_currency"
            )
    connection.close()
