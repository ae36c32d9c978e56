"""What is passed on of a game that is over: a picture of 1200 by 630, the public page begins with it."""

from __future__ import annotations

import io
import re
from html import unescape
from xml.etree import ElementTree

import pypdf
import pytest

from magika_gm import games
from magika_gm.reports.kit.card import HIGH, WIDE, Card, Rank, lead_since
from magika_gm.reports.pdf_stream import text_width
from magika_gm.reports.picture import Circles, Hexes, Lines, Picture, Polygon, Texts, scaled
from tests.page.onlookers import HOSTILE, moments, pages

SVG = "{http://www.w3.org/2000/svg}"
HEADLINE = re.compile(r"<h1>(.*?)</h1>")
SHARED = re.compile(r'<meta property="og:title" content="([^"]*)">')


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_the_end_of_every_game_can_be_passed_on(name: str) -> None:
    """Who won stands on it in words, whoever named the game; there is none before the end."""
    reports, both = games.system(name).reports, moments(name)
    assert reports.card(*both[""], "svg") == reports.card(*both[""], "pdf") == b""
    drawn = reports.card(*both["-end"], "svg").decode()
    root = ElementTree.fromstring(drawn)
    assert root.get("viewBox") == f"0 0 {WIDE:.0f} {HIGH:.0f}"
    (headline,) = HEADLINE.findall(pages(name)["spectator-end"])
    letters = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert unescape(headline) in letters
    assert not any(element.tag in (f"{SVG}script", f"{SVG}img", f"{SVG}image") for element in root.iter())
    printed = reports.card(*both["-end"], "pdf")
    assert printed == reports.card(*both["-end"], "pdf")
    assert [page.mediabox for page in pypdf.PdfReader(io.BytesIO(printed)).pages] == [[0, 0, 1200, 630]]


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_the_public_page_begins_with_it_and_says_it_to_who_is_sent_its_address(name: str) -> None:
    on, over = pages(name)["spectator"], pages(name)["spectator-end"]
    assert "hero" not in on.partition("</style></head>")[2]
    (shared,) = map(unescape, SHARED.findall(over))
    (headline,) = map(unescape, HEADLINE.findall(over))
    assert shared.startswith(f"{headline}: {games.system(name).title}, {HOSTILE}")
    assert over.index('<div class="hero">') < over.index("<h1>")
    assert 'href="card.svg"' in over
    assert 'href="card.pdf"' in over


@pytest.mark.parametrize("name", games.SYSTEMS)
@pytest.mark.parametrize("kind", ["spectator", "spectator-end"])
def test_everybodys_device_stands_on_the_public_page(name: str, kind: str) -> None:
    row = pages(name)[kind].partition('<div class="shields')[2].partition('<div role="img" class="turns"')[0]
    assert row.count("<svg") == len(games.system(name).rules.standing(moments(name)["-end"][0].state))


def test_since_when_who_won_was_ahead() -> None:
    assert lead_since([(0, (1, 2)), (1, (3, 2)), (2, (4, 2))], 0) == "ahead since turn 1"
    assert lead_since([(0, (2, 2)), (1, (3, 2)), (2, (2, 2)), (3, (3, 2))], 0) == "ahead since turn 3"
    assert lead_since([(0, (3, 2)), (1, (3, 2))], 0) == "ahead from first to last"
    assert lead_since([(0, (3, 2)), (1, (2, 3))], 0) == lead_since([(0, (1, 1))], 0) == lead_since([], 0) == ""


def test_what_is_larger_is_larger_in_all_its_parts() -> None:
    items = (
        Hexes(((1, 2),), 3.0, width=0.5), Polygon(((1, 2),), width=0.5), Lines((((1, 2),),), width=0.5, dash=2.0),
        Circles(((1, 2),), 3.0, width=0.5, dash=2.0), Texts(((1, 2, "a"),), 7.0),
    )  # fmt: skip
    assert scaled(items, 2) == [
        Hexes(((2, 4),), 6.0, width=1.0), Polygon(((2, 4),), width=1.0), Lines((((2, 4),),), width=1.0, dash=4.0),
        Circles(((2, 4),), 6.0, width=1.0, dash=4.0), Texts(((2, 4, "a"),), 14.0),
    ]  # fmt: skip


def card_of(**other: object) -> Card:
    said = {
        "game": "High Card, Friday", "headline": "Ann won", "lines": ("Her card was higher.",), "accent": "#1b3f7a",
        "foot": "Two players, one turn by mail, ended 29 August 2027.",
        "ranks": (Rank(name="Ann", worth="3 points", device=Picture(10, 12, "", "", ())),),
    } | other  # fmt: skip
    return Card(**said)  # type: ignore[arg-type]


LEFT = 572.0
"""Where the drawing's ground begins."""


@pytest.mark.parametrize("name", ["W" * 60, "\u0410\u043d\u043d\u0430 \u4e8c \u05d0\u05d1", "<b>&</b>", "a\nb\x07"])
def test_whatever_they_are_called_it_fits(name: str) -> None:
    """What is said stays on its ground, whatever names there are."""
    rank = Rank(name=name, worth=name, device=Picture(9, 9, "", "", ()))
    card = card_of(
        headline=f"{name} won", game=name, ranks=(rank,) * 3, drawn=lambda w, h, _: Picture(w, h, "", "", ())
    )
    ElementTree.fromstring(card.svg())
    assert card.pdf().startswith(b"%PDF")
    for item in card.picture().items:
        if isinstance(item, Texts):
            for x, _, text in item.places:
                wide = text_width(text, item.size, item.bold + 2 * item.serif)
                assert (x + wide if item.start else x + wide / 2) < LEFT, text
