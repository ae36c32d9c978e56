"""The players' rule books: as pages for the docs, as a PDF, or one entry. No office is needed."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from magika_gm import __version__
from magika_gm.app.office.errors import OfficeError
from magika_gm.engine.system import GameSystem
from magika_gm.engine.words import did_you_mean, nearest


class Entry(NamedTuple):
    """One rule, spell, card …: its number or name, and its text as Markdown."""

    name: str
    text: str


def write_pages(system: GameSystem, folder: Path) -> list[Path]:
    """Write the book's pages and drawings into ``folder``; a file whose content is right already is not touched."""
    written = []
    for name, text in _book_of(system).rulebook.pages().items():
        path = folder / name
        data = text.encode("utf-8")
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            written.append(path)
    return written


def write_pdf(system: GameSystem, path: Path, paper: str) -> int:
    """Write the book as a PDF for printing on ``letter`` or ``a4``; returns its number of pages."""
    from magika_gm.reports.book import book_pdf

    book = _book_of(system).rulebook.printed()
    printed = book_pdf(book, paper, f"The rules as played by magika-gm {__version__}")
    path.write_bytes(printed.data)
    return printed.pages


def find_entry(system: GameSystem, kind: str, name: str) -> Entry:
    """The entry of that kind (``rule``, ``spell``) and name; OfficeError with the nearest if there is none."""
    book = _book_of(system).rulebook
    if kind not in book.ENTRIES:
        raise OfficeError(f"the rule book of {system.title} has no {kind}s; it has {', '.join(book.ENTRIES)}")
    found = book.entry(kind, name)
    if found is not None:
        return Entry(*found)
    known = book.names(kind)
    said = name.strip().upper() if kind == "rule" else name.strip().casefold()
    cure = did_you_mean(nearest(said, known, 2, loose=True))
    raise OfficeError(f"there is no {kind} {name}{f'; {cure}' if cure else ''}")


def _book_of(system: GameSystem) -> GameSystem:
    if not system.has("rulebook"):
        raise OfficeError(f"{system.title} has no rule book here")
    return system
