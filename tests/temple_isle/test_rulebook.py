"""The rule book: every rule a player needs, every card, made of the game's own tables; the pages in docs are fresh."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from pypdf import PdfReader

from magika_gm.games.temple_isle.rulebook import RULEBOOK, example, own_rulings
from magika_gm.games.temple_isle.rules.tables import standard
from magika_gm.reports.book import book_pdf

DOCS = Path(__file__).parents[2] / "docs" / "temple_isle"


def test_every_card_is_in_the_book_as_the_game_plays_it() -> None:
    catalogue = standard()
    page = RULEBOOK.book.pages["09-catalogue.md"]
    for unit in catalogue.units.values():
        assert f"| {unit.name} | {unit.level} | {unit.scores} |" in page
    for mantra in catalogue.mantras.values():
        assert f"| {mantra.name} | {mantra.level} |" in page
    for card in (*catalogue.lands.values(), *catalogue.temples.values()):
        assert card.name in page


def test_the_rulings_in_docs_are_those_of_the_book() -> None:
    page = (DOCS / "rulings.md").read_text(encoding="utf-8")
    for ruling in own_rulings():
        assert f"| {ruling['number']} | {ruling['rule']} | {ruling['ruling']} | {ruling['why']} |\n" in page
    assert [r.number for r in RULEBOOK.book.rulings] == [f"T{n}" for n in range(1, len(own_rulings()) + 1)]


def test_the_example_comes_out_as_its_case_says() -> None:
    read = " ".join(line for part in example().at for paragraph in part for line in paragraph.lines)
    for said in ("Lightning is cancelled.", "U6 Militia is destroyed by U1 Knight.", "Sun's FAST line fires"):
        assert said in read


def test_one_rule_or_card_on_the_terminal() -> None:
    found = RULEBOOK.entry("rule", "comb-2")
    assert found is not None
    assert found[0] == "COMB-2"
    assert "higher roll wins" in found[1]
    ruling = RULEBOOK.entry("rule", "T15")
    assert ruling is not None
    assert "CAST Dispel" in ruling[1]
    assert RULEBOOK.entry("card", "holy ground") == RULEBOOK.entry("card", "HolyGround")
    card = RULEBOOK.entry("card", "Corsair")
    assert card is not None
    assert "6/6/5/4" in card[1]
    assert RULEBOOK.entry("card", "Unicorn") is None
    assert RULEBOOK.entry("rule", "COMB-99") is None
    assert "corsair" in RULEBOOK.names("card")
    assert "MAIL-8" in RULEBOOK.names("rule")


@pytest.mark.parametrize("paper", ["letter", pytest.param("a4", marks=pytest.mark.slow)])
def test_the_printed_book(paper: str) -> None:
    printed = book_pdf(RULEBOOK.printed(), paper, "a test")
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(printed.data)).pages]
    assert len(pages) == printed.pages
    assert "TEMPLE ISLE" in pages[0]
    text = " ".join(pages)
    assert "magika" not in text.casefold().replace("magika-gm", "")
    for word in ("COMB-7", "Storm Caller", "Holy Ground", "T26"):
        assert word in text
