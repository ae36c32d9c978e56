"""The players' rule book: as pages for ``docs/rules``, as a PDF, or one rule or spell. No office is needed."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from magika_gm import __version__
from magika_gm.app.office.errors import OfficeError
from magika_gm.games.magika.rulebook.book import book, one_rule, one_spell, printed_book
from magika_gm.games.magika.rules.spellbook import SPELLS, code_of, folded_codes


class Entry(NamedTuple):
    """One rule or spell: its number or code, and its text as Markdown."""

    name: str
    text: str


def write_pages(folder: Path) -> list[Path]:
    """Write the book's pages and drawings into ``folder``; a file whose content is right already is not touched."""
    written = []
    for name, text in book().pages.items():
        path = folder / name
        data = text.encode("utf-8")
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            written.append(path)
    return written


def write_pdf(path: Path, paper: str) -> int:
    """Write the book as a PDF for printing on ``letter`` or ``a4``; returns its number of pages."""
    from magika_gm.reports.book import book_pdf

    printed = book_pdf(printed_book(), paper, f"The rules as played by magika-gm {__version__}")
    path.write_bytes(printed.data)
    return printed.pages


def find_rule(number: str) -> Entry:
    """The rule or ruling of that number (``MOVE-3``, ``R31``); OfficeError with the nearest if there is none."""
    text = one_rule(number.strip())
    if text is None:
        found = book()
        known = [*found.rules, *(r.number for r in found.rulings if r.number)]
        raise OfficeError(f"there is no rule {number}{_near(number.upper(), known)}")
    return Entry(number.strip().upper(), text)


def find_spell(name: str) -> Entry:
    """The page of the spell with that code or name; an X after the code is passed over."""
    said = name.strip()
    names = {s.name.casefold(): s.code for s in SPELLS}
    code = code_of(said) or names.get(said.casefold()) or code_of(said.removesuffix("X").removesuffix("x"))
    if code is None:
        known = [*(s.code for s in SPELLS), *(s.name for s in SPELLS)]
        folded = {k.casefold(): k for k in known} | folded_codes()
        raise OfficeError(f"there is no spell {name}{_near(said.casefold(), list(folded), folded)}")
    return Entry(code, one_spell(code))


def _near(said: str, known: list[str], shown: dict[str, str] | None = None) -> str:
    near = get_close_matches(said, known, n=2, cutoff=0.5)
    return f"; did you mean {' or '.join((shown or {}).get(n, n) for n in near)}?" if near else ""
