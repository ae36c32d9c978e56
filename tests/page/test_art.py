"""The press's own drawings in pages: each once, found by whoever uses it, and nothing in them but what is drawn."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from itertools import combinations, islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from magika_gm import games
from magika_gm.engine.paging import Picture, Spot, Things, Tone, arts, hexagon, page_json
from magika_gm.engine.system import GameSystem
from magika_gm.reports.kit.usual import Chapter, Line
from magika_gm.reports.page.still import Shades, picture_svg
from magika_gm.reports.page.writing import symbols
from magika_gm.reports.picture import HATCHES, Hexes, Texts, art, hatch_art
from magika_gm.reports.picture import Picture as Drawing
from tests.magika.test_measures import rgb
from tests.page.browser import IN_A_BROWSER, WIDE, browser
from tests.page.onlookers import pages
from tests.page.rambles import Position, positions
from tests.page.test_writing import unpacked
from tests.reports.measures import lightness
from tests.systems.contract import contract_of

SYSTEMS = [name for name in games.SYSTEMS if games.system(name).has("page")]
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {"g", "path", "circle", "text"}
SAID = set(
    "id d fill stroke stroke-width stroke-dasharray stroke-linejoin cx cy r x y font-size font-weight text-anchor "
    "paint-order transform".split()
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
                # a browser drops blanks at the ends of what is drawn
                assert (element.text or "") == (element.text or "").strip(), element.text
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
    assert hatch_art("plains", 20.0) is None
    for name, hatch in HATCHES.items():
        alone = hatch_art(name, 20.0)
        if not hatch.paths:
            continue
        assert alone is not None
        land = Drawing(
            alone.wide, 40, "", "", (Hexes(((20 * 3**0.5 / 2, 20),), 20, "#ffffff", "", 0.4, name, "currentColor"),)
        )
        strokes = re.findall(r'<g stroke="currentColor".*?</g>', art(land).drawn)
        assert strokes == re.findall(r'<g stroke="currentColor".*?</g>', alone.drawn) != []


def test_land_is_hatched_where_it_is_seen_and_says_no_letter_then() -> None:
    hatch = hatch_art("forest", 10.0)
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
            shown = [replace(picture, narrow=None) for picture in position.page().pictures[:1]]
            wanted = {one.key for picture in shown for one in arts(picture)}
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


class TestACrowd:
    pytestmark = IN_A_BROWSER

    def test_more_discs_than_can_be_told_apart_are_one_until_it_is_tapped(self, window: Any, tmp_path: Any) -> None:
        html = next(positions("magika", 3)).html()
        data = json.loads(re.findall(r'id="page-data">(.*?)</script>', html, re.DOTALL)[0])
        picture = data["page"]["pictures"][0]
        picture["marks"] = [
            {"key": f"k{n}", "at": picture["focus"], "text": str(n), "label": f"mage {n}", "shape": "disc"}
            for n in range(5)
        ]
        file = tmp_path / "crowd.html"
        told = json.dumps(data).replace("<", "\\u003c")
        file.write_text(re.sub(r'(id="page-data">).*?(?=</script>)', lambda m: m[1] + told, html, flags=re.DOTALL))
        window.goto(file.as_uri())
        window.wait_for_selector("body[data-ready]")
        marks = window.locator("#map .marks .mark")
        assert marks.all_text_contents() == ["5\u00d7"]
        window.locator("#map .map").focus()  # where the reader stands: by keyboard as by hand
        assert window.locator("#map .fan").count() == 1
        assert marks.all_text_contents() == ["0", "1", "2", "3", "4"]
        window.keyboard.press("ArrowUp")
        assert marks.all_text_contents() == ["5\u00d7"]


NAMED = """() => {
  for (const use of document.querySelectorAll('#map :is(.scene, .faces) use')) {
    const whole = document.querySelector(use.getAttribute('href')).cloneNode(true);
    whole.removeAttribute('id');
    whole.setAttribute('transform', use.getAttribute('transform'));
    use.replaceWith(whole);
  }
  const all = (name) => [...document.querySelectorAll('#map ' + name)];
  const boxes = (name) => all(name).map((node) => [node, node.getBoundingClientRect()]);
  const middle = (a) => [(a.left + a.right) / 2, (a.top + a.bottom) / 2];
  const inside = ([x, y], b) => x > b.left && x < b.right && y > b.top && y < b.bottom;
  const within = (a, b) => inside(middle(a), b);
  const both = (low, high, from, to) => Math.max(0, Math.min(high, to) - Math.max(low, from));
  const hidden = (a, b) =>
    (both(a.left, a.right, b.left, b.right) * both(a.top, a.bottom, b.top, b.bottom)) / (a.width * a.height);
  const marks = boxes('.marks :is(.mark, .counter, .crowd)').map(([, box]) => box);
  const texts = boxes(':is(.scene, .faces, .labels) text');
  const seen = boxes('.frame')[0][1];
  return boxes('.land [data-place]').filter(([, place]) => within(place, seen)).map(([node, place]) => {
    const its = texts.filter(([, box]) => within(box, place));
    const name = its.find(([text]) => text.textContent.trim().split(' ')[0] === node.dataset.place);
    const there = marks.filter((mark) => within(mark, place));
    return {
      place: node.dataset.place,
      there: there.length,
      name: name ? Math.max(0, ...marks.map((mark) => hidden(name[1], mark))) : 1,
      ground: there.map((mark) => hidden(place, mark)).reduce((a, b) => a + b, 0),
    };
  });
}"""
"""Of every place in sight: how many pieces stand there, how much of its name and of its ground they hide."""


class TestWhoStandsThere:
    pytestmark = IN_A_BROWSER

    @pytest.mark.parametrize("name", SYSTEMS)
    def test_hides_neither_the_places_name_nor_whose_it_is(self, name: str, window: Any, tmp_path: Path) -> None:
        """On every picture that has pieces, where most of them stand together; whose a place is its ground says."""

        def crowd(position: Position) -> int:
            first = next(iter(position.page().pictures), None)
            return max(Counter(mark.at for mark in first.marks).values(), default=0) if first else 0

        fullest = sorted(islice(positions(name, 2, 24), 2, 60, 3), key=crowd)[-3:]
        if not any(map(crowd, fullest)):
            return  # a table, whose cards are places
        seen = 0
        for position in fullest:
            file = tmp_path / "page.html"
            file.write_text(position.html(), encoding="utf-8")
            window.goto(file.as_uri())
            window.wait_for_selector("body[data-ready]")
            for place in (one for one in window.evaluate(NAMED) if one["there"]):
                assert place["name"] < 0.2, place  # a line of letters is higher than they are
                assert place["ground"] < 0.5, place
                seen += 1
        assert seen >= 3


PHONE = {"width": 360, "height": 740}
LEAST = 8.5
"""Pixels of the smallest letter on a table that is laid out for a phone."""
LAID = """() => {
    const frame = document.querySelector('#map .frame').getBoundingClientRect();
    const boxes = (name) => [...document.querySelectorAll(name)].map((node) => node.getBoundingClientRect());
    const places = boxes('#map .land [data-place]');
    const drawings = [...document.querySelectorAll('#map use')].map((use) => {
        const [drawn, box] = [document.querySelector(use.getAttribute('href')), use.getBoundingClientRect()];
        const scale = use.getScreenCTM().a / Math.cos(Math.atan2(use.getScreenCTM().b, use.getScreenCTM().a));
        const letters = [...drawn.querySelectorAll('text')];
        return letters.map((text) => scale * parseFloat(text.closest('[font-size]').getAttribute('font-size')));
    });
    const beside = (a, b) => a.right <= b.left + 1 || a.bottom <= b.top + 1;
    const out = (b) => b.left < frame.left || b.right > frame.right || b.top < frame.top || b.bottom > frame.bottom;
    return {
        places: places.length,
        wide: document.documentElement.scrollWidth,
        outside: places.filter(out).length,
        over: places.filter((a, n) => places.some((b, m) => m > n && !beside(a, b) && !beside(b, a))).length,
        least: Math.min(...drawings.flat()),
    };
}"""


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with browser(tmp_path_factory.mktemp("phone"), viewport=PHONE, has_touch=True, reduced_motion="reduce") as context:
        yield context.new_page()


def has_narrow(position: Position) -> bool:
    """Whether what is seen first is laid out anew for a phone."""
    first, *_ = (*position.page().pictures, None)
    return first is not None and first.narrow is not None


class TestOnAPhone:
    pytestmark = IN_A_BROWSER

    def opened(self, position: Position, phone: Any, folder: Path) -> None:
        (folder / "page.html").write_text(position.html(), encoding="utf-8")
        phone.goto((folder / "page.html").as_uri())
        phone.wait_for_selector("body[data-ready]")

    @pytest.mark.parametrize("name", SYSTEMS)
    def test_a_table_is_laid_out_to_be_read(self, name: str, phone: Any, tmp_path: Path) -> None:
        """Nothing is cut, nothing lies over another, no letter is tiny; a wider window has the wide table."""
        for position in islice((p for p in islice(positions(name, 2), 40) if has_narrow(p)), 2, 26, 6):
            self.opened(position, phone, tmp_path)
            found = phone.evaluate(LAID)
            assert found["places"] > 4
            assert (found["wide"], found["outside"], found["over"]) == (PHONE["width"], 0, 0)
            assert found["least"] >= LEAST
            narrow = phone.locator("#map .scene use").get_attribute("href")
            phone.set_viewport_size(WIDE)
            phone.wait_for_function(
                "(was) => document.querySelector('#map .scene use').getAttribute('href') !== was", arg=narrow
            )
            phone.set_viewport_size(PHONE)
            phone.wait_for_function(
                "(was) => document.querySelector('#map .scene use').getAttribute('href') === was", arg=narrow
            )

    @pytest.mark.parametrize("name", SYSTEMS)
    def test_orders_begin_on_the_first_screen(self, name: str, phone: Any, tmp_path: Path) -> None:
        """Above its navigation, and below a picture that is large enough to be read; a table that has no room for all
        of it shows the reader's side first, and a hand is one tap away."""
        there = islice((p for p in positions(name, 2) if (page := p.page()).plan and page.pictures), 0, 28, 4)
        for position in there:
            self.opened(position, phone, tmp_path)
            frame, orders, nav = (phone.locator(one).bounding_box() for one in (".picture", "#orders", "nav"))
            assert orders["y"] + 20 < nav["y"]
            assert frame["height"] >= 150
            pushed = "({scrollTop: a, scrollHeight: b, clientHeight: c}) => a + c >= b - 1"
            assert phone.locator(".picture").evaluate(pushed)
            for hand in phone.locator(".hand").all():
                assert hand.get_attribute("open") is None
                hand.locator("summary").click()
                assert hand.locator(".face").first.is_visible()

    @pytest.mark.parametrize("name", SYSTEMS)
    def test_figures_are_a_line_and_what_can_be_ordered_comes_from_below(
        self, name: str, phone: Any, tmp_path: Path
    ) -> None:
        """Six figures take one line, which is pushed; a form that is filled in stands at the foot of the screen."""
        there = islice(positions(name, 2), 3, None)
        filled_in = (p for p in there if (plan := p.page().plan) and any(len(f.parts) > 1 for f in plan.forms))
        position = next(filled_in, None)
        if position is None:
            assert contract_of(name).few_lines, "a game whose lines are whole as they are offered"
            return
        self.opened(position, phone, tmp_path)
        tops = phone.evaluate(
            "[...document.querySelectorAll('.fact')].map((fact) => Math.round(fact.getBoundingClientRect().top))"
        )
        assert len(tops) >= contract_of(name).enough_lines(4)
        assert len(set(tops)) == 1
        assert phone.locator(".facts").get_attribute("tabindex") == "0"
        while not phone.locator(".board > .ghost").count():
            phone.locator(".board .chip").first.click()
        box = phone.locator(".board").bounding_box()
        nav = phone.locator("nav").bounding_box()
        assert box["x"] == 0
        assert abs(box["y"] + box["height"] - nav["y"]) <= 1
        assert box["y"] > PHONE["height"] * 0.3
        phone.locator(".board > .ghost").click()
        assert phone.locator(".board").evaluate("(board) => getComputedStyle(board).position") == "static"


class TestWithoutAPicture:
    pytestmark = IN_A_BROWSER

    def test_the_turn_is_told_beside_the_orders(self, window: Any, tmp_path: Path, toy: GameSystem) -> None:
        """Where other games have a picture; below them on a phone."""
        position = next(positions(toy.name, 2))
        story = (Chapter(1, "The cards", (Line("RED showed the 7.", "SHOW-1"),)),)
        position = replace(position, report=replace(position.report, story=story))
        file = tmp_path / "page.html"
        file.write_text(position.html(), encoding="utf-8")
        page = window
        page.goto(file.as_uri())
        page.wait_for_selector("body[data-ready]")
        told, desk = (page.locator(f".{name}").bounding_box() for name in ("told", "desk"))
        assert told["x"] + told["width"] <= desk["x"]
        assert abs(told["y"] - desk["y"]) < 30
        page.set_viewport_size(PHONE)
        told, desk = (page.locator(f".{name}").bounding_box() for name in ("told", "desk"))
        assert (told["x"], told["y"] >= desk["y"] + desk["height"]) == (desk["x"], True)
        page.set_viewport_size(WIDE)


@pytest.mark.parametrize("name", SYSTEMS)
def test_lands_that_are_one_grey_have_patterns_of_their_own(name: str) -> None:
    """Without colours two grounds of a picture are told apart by how light they are, or by their hatch or sign."""
    for picture in next(positions(name, 1)).page().pictures:
        for (one, first), (other, second) in combinations(picture.tones.items(), 2):
            near = abs(lightness(rgb(first.light)) - lightness(rgb(second.light))) < 0.1
            assert not near or (first.art, first.sign) != (second.art, second.sign), (one, other)
