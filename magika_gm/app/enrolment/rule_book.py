"""The players' rule books: as pages for the docs, as a PDF, as text, or one entry."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from magika_gm import __version__, games
from magika_gm.app.enrolment.signup_form import system_called
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.engine.system import GameSystem
from magika_gm.engine.words import did_you_mean, nearest
from magika_gm.whole_files import write_asked, write_whole

if TYPE_CHECKING:
    from rich.console import Console

    from magika_gm.reports.book import Printed


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


def write_texts(system: GameSystem) -> Path:
    """Write the text of every rule beside the book's templates, where players' pages take them from."""
    book = _book_of(system).rulebook
    path: Path = book.folder / "texts.json"
    path.write_text(json.dumps(book.texts(), ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    return path


def write_pdf(system: GameSystem, path: Path, paper: str, *, aid: bool = False) -> int:
    """Write the book as a PDF for printing on ``letter`` or ``a4``, or the player aid alone; returns its number of
    pages. Raises :class:`OfficeError` for a game without one."""
    printed = _printed(system, paper, aid=aid)
    write_asked(path, printed.data)
    return printed.pages


def _printed(system: GameSystem, paper: str, *, aid: bool = False) -> Printed:
    from magika_gm.reports.book import aid_pdf, book_pdf

    book = _book_of(system).rulebook.printed()
    if aid and not book.aid:
        raise OfficeError(f"{system.title} has no player aid")
    return (aid_pdf if aid else book_pdf)(book, paper, f"The rules as played by magika-gm {__version__}")


@cache
def _made(name: str, paper: str) -> bytes:
    """The PDF of a book, made once a run."""
    return _printed(games.system(name), paper).data


def kept_pdf(office: Office, system: GameSystem, paper: str) -> bytes:
    """The book as a PDF to be mailed: made once, as long as it says the same, and kept in the office."""
    pages = system.rulebook.pages()
    said = "\0".join([__version__, *(f"{name}\n{pages[name]}" for name in sorted(pages))])
    folder = office.root / "rule-books"
    path = folder / f"{system.name}-{paper}-{sha256(said.encode()).hexdigest()[:16]}.pdf"
    try:
        return path.read_bytes()
    except FileNotFoundError:
        data = _made(system.name, paper)
    folder.mkdir(exist_ok=True)
    for earlier in folder.glob(f"{system.name}-{paper}-*.pdf"):
        earlier.unlink(missing_ok=True)
    write_whole(path, data)
    return data


# Which book somebody asks for, who writes RULES and perhaps a game's name.


def books() -> list[str]:
    """The games that have a rule book."""
    return [name for name in games.SYSTEMS if games.system(name).has("rulebook")]


def sounds_like_a_book(said: str) -> bool:
    """Whether somebody who writes that may mean a game."""
    titles = [games.system(name).title for name in games.SYSTEMS]
    return system_called(said) is not None or (len(said) >= _LEAST_NEAR and bool(nearest(said, titles, 1)))


_LEAST_NEAR = 5
"""Letters; short words are near too much."""


def book_meant(said: str, plays: Collection[str] = ()) -> GameSystem | str:
    """The game whose book is meant by a name, or by none: the one game he ``plays``, or there is. Else what he is told,
    which repeats nothing of his."""
    known = books()
    for few in [] if said else [[name for name in plays if name in known], known]:
        if len(set(few)) == 1:
            return games.system(few[0])
    name = system_called(said)
    if name in known:
        return games.system(name)
    titles = [games.system(one).title for one in known]
    cure = did_you_mean(nearest(said, titles, 2, loose=True))
    wrong = f"There is no rule book of that name here{f'; {cure}' if cure else ''}. " if said else ""
    return (
        f"{wrong}There are rule books of {' and '.join([', '.join(titles[:-1]), titles[-1]])}. Write RULES and the "
        f"game's name on a line, like:\n\n    RULES {titles[0]}"
    )


# Books and entries as text: on the terminal, and in mails.


MAIL_WIDTH = 72
_SMALL = re.compile(r"<sup>([^<]*)</sup>")
"""What stands small in a book, as whose a rule is."""
_PICTURE, _LINK = re.compile(r"!\[([^\]]*)\]\([^)]*\)"), re.compile(r"\[([^\]]*)\]\([^)]*\)")


@cache
def book_text(name: str) -> str:
    """A game's whole book as the text of a mail."""
    from rich.console import Console

    book = games.system(name).rulebook.printed()
    pages = (_PICTURE.sub(r"(Picture, in the PDF: \1)", book.pages[f"{one.file}.md"]) for one in book.chapters)
    console = Console(width=MAIL_WIDTH, color_system=None, force_terminal=False, legacy_windows=False)
    return "\n\n\n".join(shown(_LINK.sub(r"\1", page), console, titles=True) for page in pages)


def shown(markdown: str, console: Console, *, titles: bool = False) -> str:
    """Markdown as text for a console of that width and those colours, without blanks at the ends of lines. Its tables
    look as all of ours do: a faint head, columns two blanks apart, no rules. ``titles`` stand at the left, underlined.
    """
    from rich.console import ConsoleOptions, RenderResult
    from rich.markdown import Heading, Markdown, TableElement
    from rich.table import Table

    class Plain(TableElement):
        """A table without rules."""

        def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
            table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
            heads = self.header.row.cells if self.header is not None and self.header.row is not None else []
            for cell in heads:
                table.add_column(cell.content)
            for row in self.body.rows if self.body is not None else []:
                table.add_row(*(cell.content for cell in row.cells))
            yield table

    class Title(Heading):
        """A title as a plain text has it."""

        def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
            words = self.text.plain
            yield words.upper() if self.tag == "h1" else words
            yield ("=" if self.tag == "h1" else "-") * min(len(words), options.max_width)

    class Page(Markdown):
        """A page of the rule book."""

        elements = Markdown.elements | {"table_open": Plain} | ({"heading_open": Title} if titles else {})

    with console.capture() as captured:
        console.print(Page(_SMALL.sub(r"(\1)", markdown), hyperlinks=False))
    lines: list[str] = []
    for line in (line.rstrip() for line in captured.get().strip("\n").splitlines()):
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines)


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
