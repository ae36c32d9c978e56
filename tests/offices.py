"""Offices of tests: made once in a process and copied ever after (3 ms instead of 100), their reports only as far as
tests read them.

``copied(folder, make, ...)`` is what any test does that wants an office as some function makes it. What an office keeps
lies in its folder, so that a copy of the folder is one of its own.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

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
NO_WORDS = "not told: the test said NO_REPORTS\n"


def _words(edition: editions.Edition, seat: str, part: Path) -> None:
    """A report as mail, text and turn file; half of what a turn costs are its print and its page."""
    forms, report = edition.system.reports, edition.reports[seat]
    (part / f"{seat}.html").write_text(forms.html(report, edition.templates), encoding="utf-8")
    (part / f"{seat}.txt").write_text(forms.text(report, edition.templates), encoding="utf-8")
    (part / f"{seat}.json").write_text(editions.turn_file_text(forms.turn_file(report)), encoding="utf-8")
    _blank(edition, seat, part)


def _nothing(edition: editions.Edition, seat: str, part: Path) -> None:
    """Files with nothing in them, five sixths of what a turn costs being what stands there."""
    for form in ("html", "txt", "json"):
        (part / f"{seat}.{form}").write_text(NO_WORDS, encoding="utf-8")
    _blank(edition, seat, part)


def _blank(edition: editions.Edition, seat: str, part: Path) -> None:
    (part / f"{seat}.pdf").write_bytes(NOT_PRINTED)
    if edition.system.has("page"):
        (part / f"{seat}.page.html").write_text(NO_PAGE, encoding="utf-8")


@contextmanager
def sketched_reports(words: bool = True) -> Iterator[None]:
    """Turns leave reports without print and page, or without ``words`` at all, and fork nothing; where all examples are
    asked for (continuous integration) and on PostgreSQL they are whole."""
    with pytest.MonkeyPatch.context() as patch:
        if not (examples.ALL or on_postgres.wanted()):
            patch.setattr(editions, "_write_report", _words if words else _nothing)
            patch.setattr(editions, "cores", lambda: 1)
        yield


_whole = editions._write_report


@contextmanager
def whole_reports() -> Iterator[None]:
    """What is written meanwhile has its print and its page, whatever the module says."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(editions, "_write_report", _whole)
        yield


@pytest.fixture(autouse=True, scope="module")
def reports_as_read(request: pytest.FixtureRequest) -> Iterator[None]:
    """Of a folder or module that imports this: one that reads prints or pages says ``WHOLE_REPORTS = True``, one that
    reads no report ``NO_REPORTS``."""
    if getattr(request.module, "WHOLE_REPORTS", False):
        yield
        return
    with sketched_reports(words=not getattr(request.module, "NO_REPORTS", False)):
        yield
