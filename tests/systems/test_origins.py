"""Whose each rule of a game's book is: ``origins.toml`` beside its templates, the mark behind what is ours, the chapter
that lists it.
"""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path
from shutil import copytree
from typing import Any

import pypdf
import pytest
from click.testing import CliRunner

from magika_gm import games
from magika_gm.cli.main import cli
from magika_gm.engine.seam.setup import ScenarioFaults
from magika_gm.reports.book import book_pdf
from magika_gm.reports.rule_pages import CONTENTS, MARKS, OURS, RuleBook, anchor, origins_in
from tests.systems.contract import contract_of
from tests.systems.toy.reports import RULEBOOK as TOY_BOOK
from tests.systems.toy.reports import Book as ToyBook

BOOKS = {name: games.system(name).rulebook for name in games.SYSTEMS if games.system(name).has("rulebook")}
NAMES = [name for name, book in BOOKS.items() if isinstance(book, RuleBook) and book.origins]
"""Games whose books say so."""
ON_PAPER = [pytest.param(name, marks=[pytest.mark.slow] if name != NAMES[-1] else []) for name in NAMES]
"""To print a book and read it takes two seconds: one by day."""
SMALLEST = 6.5
"""Of print, in points."""


def book_of(name: str) -> RuleBook:
    book = games.system(name).rulebook
    assert isinstance(book, RuleBook)
    return book


def mark_of(book: RuleBook, number: str) -> str:
    """What must stand behind a number; "" of the author's."""
    origin = book.whose(number)
    assert origin is not None, number
    return "" if origin.origin == "author" else MARKS[origin.origin]


@cache
def printed(name: str) -> tuple[list[str], list[float]]:
    """The words of every page of a printed book, and how large its marks are."""
    pages, sizes = [], []

    def look(text: str, _: Any, place: Any, __: Any, size: float) -> None:
        if text.strip() in (MARKS["ours"], MARKS["both"]):
            sizes.append(size * abs(place[3] or 1.0))

    for page in pypdf.PdfReader(io.BytesIO(book_pdf(book_of(name).printed()).data)).pages:
        pages.append(" ".join(page.extract_text(visitor_text=look).split()))
    return pages, sizes


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_has_an_origin_and_nothing_else(name: str) -> None:
    """But rulings, which are all ours; and names that stand in lists, without a number, bear a mark there."""
    book = book_of(name)
    rules = {number for number in book.book.rules if not re.fullmatch(r"[A-Z]\d+", number)}
    assert rules <= book.origins.keys()
    assert book.origins.keys() - rules <= set(book.book.marked)
    if contract_of(name).letter:
        assert {one.origin for one in book.origins.values()} == set(MARKS)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_ours_bears_a_mark(name: str) -> None:
    """What is the author's bears none."""
    book = book_of(name)
    for number, file in book.book.rules.items():
        mark = mark_of(book, number)
        start = re.escape(f'<a id="{anchor(number)}"></a>**')
        found = re.search(rf"{start}([^*\n]+)\*\*( <sup>([^<]+)</sup>)?", book.pages()[f"{file}.md"])
        assert found is not None, number
        assert (found[3] or "") == mark, number


@pytest.mark.parametrize("name", ON_PAPER)
def test_the_marks_stand_on_paper(name: str) -> None:
    """Small, and to be read; with what they mean before the first chapter."""
    book = book_of(name)
    pages, sizes = printed(name)
    text = " ".join(pages)
    for number, file in book.book.rules.items():
        mark = mark_of(book, number)
        lead = re.search(rf'<a id="{re.escape(anchor(number))}"></a>\*\*([^*\n]+)\*\*', book.pages()[f"{file}.md"])
        assert lead is not None, number
        if file in {chapter.file for chapter in book.printed().chapters}:
            behind = f"{' '.join(lead[1].split())} {mark}"
            assert behind in text, number
            assert mark or not re.search(rf"{re.escape(behind)}(in part )?ours\b", text), number
    assert len(sizes) >= contract_of(name).enough_rules(31)
    assert min(sizes) >= SMALLEST
    says_what_they_mean(book, pages[1])
    chapter = book.pages()[f"{book.chapters[-1].file}.md"].partition("\n\n")[2]
    assert f"{OURS} {' '.join(chapter.split()[:14])}" in text


@pytest.mark.parametrize("name", NAMES)
def test_what_the_marks_mean_stands_before_the_first_chapter(name: str) -> None:
    says_what_they_mean(book_of(name), re.sub(r"<[^>]*>", "", book_of(name).pages()[f"{CONTENTS}.md"]))


def says_what_they_mean(book: RuleBook, page: str) -> None:
    """Of marks that no rule bears nothing is said."""
    legend = " ".join(page.split())
    assert f"A small {MARKS['ours']} behind a rule's number" in legend
    some = any(one.origin == "both" for one in book.origins.values())
    assert (f"{MARKS['both']}: some of it is" in legend) == some
    assert OURS in legend


@pytest.mark.parametrize("name", NAMES)
def test_the_last_chapter_lists_what_is_ours_with_the_reasons(name: str) -> None:
    """Exactly that: all that bears a mark but rulings, each once, in the right list."""
    book = book_of(name)
    last = book.chapters[-1]
    assert last.title == OURS
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", book.pages()[f"{last.file}.md"])
    lists = dict(zip(*[iter(re.split(r"^\*\*([^*]+):\*\*$", text, flags=re.MULTILINE)[1:])] * 2, strict=True))
    kinds = [kind for kind in ("ours", "both") if any(one.origin == kind for one in book.origins.values())]
    assert [*lists] == [MARKS[kind].capitalize() for kind in kinds]
    for kind, said in zip(kinds, lists.values(), strict=True):
        listed: dict[str, str] = {}
        for names, why in re.findall(r"^- ([^:]+): (.*)$", said, re.MULTILINE):
            for one in names.split(", "):
                assert one not in listed
                listed[one] = why
        assert listed == {one: origin.reason for one, origin in book.origins.items() if origin.origin == kind}


@pytest.mark.parametrize("name", NAMES)
def test_one_rule_says_whose_it_is(name: str) -> None:
    """Where the letter speaks of it, what is ours and why, what a scenario may set."""
    book = book_of(name)
    for number in book.names("rule"):
        found = book.entry("rule", number)
        assert found is not None
        said, whose = found[1].split("**Whose rule is it?** ")
        origin = book.whose(number)
        assert origin is not None
        assert whose.lower().startswith(MARKS[origin.origin])
        assert number not in book.book.marked or f"({mark_of(book, number)})" in said
        assert all(part in whose for part in (origin.place, origin.reason, *origin.options))
    first = next(iter(book.book.marked), "")
    if not first:
        assert {one.origin for one in book.origins.values()} == {"author"}
        return
    shown = CliRunner().invoke(cli, ["rule-book", "--game", name, "--rule", first])
    assert f"Whose rule is it? {MARKS[book.origins[first].origin].capitalize()}" in shown.output


def test_a_reason_points_at_nobody() -> None:
    """What was read is said, not that somebody slipped."""
    blame = re.compile(r"\b(slips?|slipped|error|errs?|mistaken|contradict\w*|off by|forgot|forgets)\b")
    for name in NAMES:
        for number, origin in book_of(name).origins.items():
            assert not blame.search(origin.reason), number


def test_a_game_without_the_file_has_no_marks() -> None:
    assert TOY_BOOK.origins == {}
    assert TOY_BOOK.whose("DEAL-1") is None
    assert TOY_BOOK.printed().legend == ""
    assert "<sup>" not in "".join(TOY_BOOK.pages().values())
    assert "Whose" not in (TOY_BOOK.entry("rule", "DEAL-1") or ("", ""))[1]


def test_a_game_has_marks_by_bringing_the_file(tmp_path: Path) -> None:
    class Marked(ToyBook):
        @property
        def folder(self) -> Path:
            return tmp_path / "rules"

    copytree(TOY_BOOK.folder, tmp_path / "rules")
    rows = ['DEAL-1 = { origin = "author", place = "II" }', 'SHOW-1 = { origin = "ours", reason = "For the mail." }']
    (tmp_path / "rules" / "origins.toml").write_text("\n".join(rows), encoding="utf-8")
    book = Marked()
    (page,) = (text for name, text in book.pages().items() if name.endswith("-ours.md"))
    assert "[SHOW-1](01-the-cards.md#show-1): For the mail." in page
    assert MARKS["both"].capitalize() not in page
    says_what_they_mean(book, re.sub(r"<[^>]*>", "", book.pages()[f"{CONTENTS}.md"]))
    assert "**SHOW-1.** <sup>ours</sup>" in book.pages()["01-the-cards.md"]
    assert "**DEAL-1.** Everybody" in book.pages()["01-the-cards.md"]
    assert book_pdf(book.printed()).pages > book_pdf(TOY_BOOK.printed()).pages - 1
    assert (book.entry("rule", "DEAL-1") or ("", ""))[1].endswith("The author's (the author's letter: II).\n")


def test_what_is_wrong_in_the_file_is_told() -> None:
    rows = """
        A-1 = { origin = "author" }
        A-2 = { origin = "ours" }
        A-3 = { origin = "both", place = "II", reason = "Half of it." }
        A-4 = { origin = "his", place = "II" }
        A-5 = { origin = "author", place = "II", why = "It is." }
    """
    with pytest.raises(ScenarioFaults) as told:
        origins_in(rows, "pond")
    said = "\n".join(told.value.faults)
    for place in ("pond:2: A-1: it is not said", "pond:3: A-2: a reason is needed", "pond:5: A-4", "pond:6: A-5.why"):
        assert place in said
    assert "A-3" not in said
