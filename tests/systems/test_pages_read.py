"""What is seen of every game alike: on paper, in mails, on pages of those who look on."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from itertools import islice

import pytest
from pypdf import PdfReader

from magika_gm import games
from magika_gm.engine.seam.reports import Person
from tests.page.onlookers import moments, pages
from tests.page.rambles import positions

SYSTEMS = sorted(games.SYSTEMS)


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_page_of_who_looks_on_has_the_games_emblem(name: str) -> None:
    """Its own: in its colour, its title said to those who cannot see it; the game master's has none."""
    (emblem,) = re.findall(r'<div class="device">(.*?)</div>', pages(name)["spectator"], re.DOTALL)
    title = games.system(name).title
    assert f'<title id="emblem-title">{title}</title>' in emblem
    assert str(games.system(name).accent) in emblem
    assert 'class="device"' not in pages(name)["gm"]


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_game_master_reads_names_and_balances_as_they_are(name: str) -> None:
    """A debt has a true minus; a name and an address keep their hyphens."""
    record, facts = moments(name)[""]
    person = Person("Jean-Luc Picard", "jean-luc@example.org", "-12.50 USD")
    facts = replace(facts, people=dict.fromkeys(facts.people, person))
    html = str(games.system(name).reports.master(record, facts, "html", "", None))
    for said in ("Jean-Luc Picard", "\u221212.50 USD"):
        assert said in html, said
    assert "Jean\u2212Luc" not in html
    assert "jean\u2212luc" not in html


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_long_form_stands_in_two_columns_on_one_sheet(name: str) -> None:
    position = next(islice(positions(name, 0), 3, None))
    reader = PdfReader(io.BytesIO(position.system.reports.pdf(position.report, "letter", False)))
    there = [
        (number, float(field["/Rect"][0]))
        for number, page in enumerate(reader.pages)
        for field in (one.get_object() for one in page.get("/Annots", ()))
        if re.fullmatch(r"(?!message)[a-z]+\d+", str(field.get("/T", ""))) and field["/Rect"][2] > 0
    ]
    assert len({page for page, _ in there}) <= 1
    assert len({round(left) for _, left in there}) == (2 if len(there) > 12 else 1 if there else 0)


@pytest.mark.parametrize("name", SYSTEMS)
def test_figures_have_a_true_minus_on_paper(name: str) -> None:
    """Whatever a game tells: fights, costs, changes."""
    for position in islice(positions(name, 1), 2, 40, 9):
        reader = PdfReader(io.BytesIO(position.system.reports.pdf(position.report, "letter", False)))
        text = "\n".join(page.extract_text() for page in reader.pages)
        assert not re.findall(r"(?<![\w.,;:/-])-\d", text), position.seat
