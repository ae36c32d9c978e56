"""The rule book of every game (reports/rule_pages): its links lead somewhere, all that it has can be looked up."""

from __future__ import annotations

import io
import re

import pytest
from pypdf import PdfReader

from magika_gm import games
from magika_gm.reports.book import LATER, aid_pdf
from magika_gm.reports.pdf_stream import BOLD, SANS, text_width
from magika_gm.reports.picture import Texts
from magika_gm.reports.rule_pages import Book, anchor, tidy
from tests.systems.contract import contract_of, docs_of

NAMES = [name for name in games.SYSTEMS if games.system(name).has("rulebook")]


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_somewhere(name: str) -> None:
    pages = games.system(name).rulebook.pages()
    anchors = {page: set(re.findall(r'<a id="([^"]+)"></a>', text)) for page, text in pages.items()}
    found = 0
    for page, text in pages.items():
        for target, mark in re.findall(r"\]\(([\w./-]*)#?([\w.-]*)\)", text if page.endswith(".md") else ""):
            found += 1
            assert not target or target in pages or target.startswith("../"), f"{page}: {target}"
            assert not mark or mark in anchors.get(target or page, {mark}), f"{page}: {target}#{mark}"
    assert found >= contract_of(name).enough_rules(11)


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_of_the_law_stands_in_it_and_no_other(name: str) -> None:
    numbers = set(games.system(name).rulebook.names("rule").values())
    assert {number for number in numbers if re.fullmatch(r"[A-Z]+-\d+", number)} == contract_of(name).printed_rules


@pytest.mark.parametrize("name", NAMES)
def test_every_ruling_of_the_docs_stands_in_it_or_none(name: str) -> None:
    numbers = set(games.system(name).rulebook.names("rule").values())
    file = docs_of(name) / "rulings.md"
    docs = file.read_text("utf-8") if file.is_file() else ""
    told = set(re.findall(r"^\| ([A-Z]\d+) \|", docs, re.MULTILINE))
    assert {number for number in numbers if re.fullmatch(r"[A-Z]\d+", number)} in (told, set())


@pytest.mark.parametrize("name", NAMES)
def test_the_docs_are_its_pages(name: str) -> None:
    """Write them anew with ``make docs``."""
    folder = docs_of(name) / "rules"
    there = {p.relative_to(folder).as_posix(): p.read_text("utf-8") for p in folder.rglob("*.*")}
    assert there == dict(games.system(name).rulebook.pages())


@pytest.mark.parametrize("name", NAMES)
def test_all_that_it_has_can_be_looked_up(name: str) -> None:
    book = games.system(name).rulebook
    pages = "".join(book.pages().values())
    assert "rule" in book.ENTRIES
    for kind in book.ENTRIES:
        known = book.names(kind)
        assert known
        for said, one in known.items():
            found = book.entry(kind, f" {said.lower()} ")
            assert found is not None, f"{kind} {said}"
            assert found[1].endswith("\n") or kind != "rule"
            assert '<a id="' not in found[1]
            assert kind != "rule" or f'<a id="{anchor(one)}"></a>' in pages
        assert book.entry(kind, "nobody has called it so") is None


@pytest.mark.parametrize("name", NAMES)
def test_every_chapter_and_drawing_is_printed(name: str) -> None:
    printed: Book = games.system(name).rulebook.printed()
    assert games.system(name).title in printed.title
    assert all(f"{chapter.file}.md" in printed.pages for chapter in printed.chapters)
    drawn = {file for text in printed.pages.values() for file in re.findall(r"\(img/([\w-]+)\.svg\)", text)}
    assert drawn <= set(printed.figures)
    assert (printed.motto and printed.aid) or contract_of(name).few_rules
    assert printed.cover.items
    assert printed.name == games.system(name).title.upper()
    assert printed.subtitle == "The players' rule book"


@pytest.mark.parametrize("name", NAMES)
def test_the_player_aid_is_one_sheet_with_steps_orders_and_their_examples(name: str) -> None:
    book: Book = games.system(name).rulebook.printed()
    if not book.aid:
        assert contract_of(name).few_rules
        return
    for paper in ("letter", "a4"):
        made = aid_pdf(book, paper)
        (page,) = PdfReader(io.BytesIO(made.data)).pages
        said = page.extract_text()
        assert made.pages == 1
        assert "page 1 of 1" in said
        assert "example" in said
        assert LATER not in " ".join(said.split())


@pytest.mark.parametrize("name", NAMES)
def test_what_one_fights_with_is_drawn_on_cards_of_one_size(name: str) -> None:
    for title, cards in games.system(name).rulebook.printed().faces.items():
        assert title
        assert len({(card.width, card.height) for card in cards}) == 1
        assert len({card.title for card in cards}) == len(cards)
        for card in cards:
            for item in (item for item in card.items if isinstance(item, Texts)):
                for x, _, text in item.places:
                    half = text_width(text, item.size, BOLD if item.bold else SANS) / 2
                    middle = x + half if item.start else x
                    assert middle - half >= 0, card.title
                    assert middle + half <= card.width, card.title


def test_a_picture_in_a_line_of_its_own_is_a_paragraph_of_its_own() -> None:
    said = "The board,\nat the start:\n![It](img/board.svg)\nB stands\nbelow ![it](img/it.svg).\n```\n![no](x)\n```\n"
    whole = "The board, at the start:\n\n![It](img/board.svg)\n\nB stands below ![it](img/it.svg). ```\n![no](x)\n```\n"
    assert tidy(said) == whole
    assert tidy(whole) == whole
