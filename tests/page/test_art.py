"""The press's own drawings in pages: each once, found by whoever uses it, and nothing in them but what is drawn."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any
from xml.etree import ElementTree

import pytest

from magika_gm import games
from magika_gm.engine.paging import Picture, Spot, Things, Tone, arts, hexagon, page_json
from magika_gm.reports.page.still import Shades, picture_svg
from magika_gm.reports.page.writing import symbols
from magika_gm.reports.picture import HATCHES, Hexes, Texts, art, hatch_art
from magika_gm.reports.picture import Picture as Drawing
from tests.page.browser import IN_A_BROWSER, WIDE, browser
from tests.page.onlookers import pages
from tests.page.rambles import positions
from tests.page.test_writing import unpacked
from tests.systems.contract import contract_of

SYSTEMS = [name for name in games.SYSTEMS if games.system(name).has("page")]
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {"g", "path", "circle", "text"}
SAID = set(
    "id d fill stroke stroke-width stroke-dasharray stroke-linejoin cx cy r x y font-size font-weight text-anchor "
    "paint-order".split()
)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_page_brings_each_drawing_once(name: str) -> None:
    """All that its data names, by their keys; they are shapes and letters alone."""
    used = 0
    for position in islice(positions(name, 3), 0, 40, 5):
        html, page = position.html(), position.page()
        root = ElementTree.fromstring(unpacked(html, "art"))
        groups = root.findall(f"{SVG}defs/{SVG}g")
        keys = [group.get("id") for group in groups]
        assert len(keys) == len(set(keys))
        assert set(keys) == {one.key for one in arts(page)}
        assert set(re.findall(r'\["(a[0-9a-f]{12})",[\d.]+,[\d.]+\]', page_json(page))) == set(keys)
        for group in groups:
            for element in group.iter():
                assert element.tag.removeprefix(SVG) in DRAWN
                assert set(element.keys()) <= SAID
        used += len(keys)
    assert used or not contract_of(name).pictures


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_pages_without_a_program_use_stands_in_them(name: str) -> None:
    for text in pages(name).values():
        ids = re.findall(r'<g id="(a[0-9a-f]{12})">', text)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'<use href="#(a[0-9a-f]{12})"', text)) == set(ids)


def test_the_same_drawing_has_the_same_key_wherever_it_stands() -> None:
    one, other = (art(Drawing(10, 8, title, "", (Texts(((1, 2, "A<b>"),), 6),))) for title in ("one", "other"))
    assert one == other
    assert one.key != art(Drawing(10, 8, "", "", (Texts(((1, 2, "B"),), 6),))).key
    assert "A&lt;b&gt;" in one.drawn
    assert symbols([one, other, one]).count("<g id=") == 1
    assert page_json(Spot(name="a", x=1, y=2, art=one)) == f'{{"name":"a","x":1,"y":2,"art":["{one.key}",10,8]}}'


def test_a_hatch_alone_is_that_of_the_land_in_print() -> None:
    """Its strokes lie where those of a hexagon of that size do, in an ink that the page chooses."""
    assert hatch_art("plains", 20) is None
    for name, hatch in HATCHES.items():
        alone = hatch_art(name, 20)
        if not hatch.paths:
            continue
        assert alone is not None
        land = Drawing(
            alone.wide, 40, "", "", (Hexes(((20 * 3**0.5 / 2, 20),), 20, "#ffffff", "", 0.4, name, "currentColor"),)
        )
        strokes = re.findall(r'<g stroke="currentColor".*?</g>', art(land).drawn)
        assert strokes == re.findall(r'<g stroke="currentColor".*?</g>', alone.drawn) != []


def test_land_is_hatched_where_it_is_seen_and_says_no_letter_then() -> None:
    hatch = hatch_art("forest", 10)
    tones = {"wood": Tone("forest", "#9dcd91", "#3f6b3a", "f", art=hatch)}
    spots = (Spot(name="a1", x=10, y=10, tone="wood"), Spot(name="a2", x=30, y=10, tone="wood", unknown=True))
    drawn = picture_svg(
        Picture(key="m", title="Map", width=40, height=20, spots=spots, shapes={"hex": hexagon(10)}, tones=tones),
        Shades(),
    )
    assert drawn.count("<use ") == 1
    assert 'class="sign"' not in drawn
    assert 'class="label"' in drawn


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with browser(tmp_path_factory.mktemp("art"), viewport=WIDE) as context:
        yield context.new_page()


@pytest.mark.parametrize("name", SYSTEMS)
class TestInABrowser:
    pytestmark = IN_A_BROWSER

    def test_drawings_are_drawn_and_cards_of_the_hand_are_buttons(self, name: str, window: Any, tmp_path: Any) -> None:
        """Every card one can order with says what it is and begins its order, by keyboard."""
        for number, position in enumerate(islice(positions(name, 3), 4, 30, 8)):
            file = tmp_path / f"{number}.html"
            file.write_text(position.html(), encoding="utf-8")
            window.goto(file.as_uri())
            window.wait_for_selector("body[data-ready]")
            wanted = {one.key for picture in position.page().pictures[:1] for one in arts(picture)}
            found = window.evaluate(
                "[...document.querySelectorAll('#map use')].map((u) => u.getAttribute('href').slice(1))"
            )
            assert wanted <= set(found)
            sizes = window.evaluate(
                "[...document.querySelectorAll('#map .faces use')].map((u) => u.getBoundingClientRect().width)"
            )
            assert all(size > 4 for size in sizes)
            hands = [
                b for b in position.page().blocks if isinstance(b, Things) and b.things and all(t.art for t in b.things)
            ]
            assert window.locator(".hand .face").count() == sum(len(hand.things) for hand in hands)
            assert window.locator("link[rel=icon]").count() == bool(position.page().device)
            cards = window.locator("button.holding")
            if cards.count():
                card = cards.first
                assert card.get_attribute("aria-label")
                card.focus()
                card.press("Enter")
                assert window.evaluate("document.activeElement.closest('#orders, .hand, .card') !== null")
