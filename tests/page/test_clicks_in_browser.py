"""Clicks in a real browser: a form is opened, a mark or a row is clicked by mouse or finger, and that one is chosen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from magika_gm.engine.paging import GamePage, Mark, OrderForm, Picture, Plan, Slot, SlotKind, Things
from tests.page.browser import IN_A_BROWSER, WIDE, browser, expect
from tests.page.rambles import Position, parts_of, positions
from tests.page.test_clicks import looked_at
from tests.page.test_games import NIGHTLY
from tests.page.test_random_clicks import SYSTEMS
from tests.systems.contract import contract_of

pytestmark = IN_A_BROWSER
DRAWN = [name for name in SYSTEMS if contract_of(name).pictures]
FORMS, MARKS = (8, 6) if NIGHTLY else (3, 3)
"""Forms opened at a position, and marks clicked in each."""
OPEN = """key => {
  const board = () => document.querySelector('.chooser .board');
  for (let back; (back = board().querySelector('button.ghost')); ) back.click();
  const chip = () => [...board().querySelectorAll('[data-form]')].find((node) => node.dataset.form === key);
  if (!chip()) {
    for (let n = 0; n < board().querySelectorAll('.chip').length; n += 1) {
      const verb = board().querySelectorAll('.chip')[n];
      if (verb.dataset.form) continue;
      verb.click();
      if (chip()) break;
      board().querySelector('button.ghost').click();
    }
  }
  if (!chip()) return false;
  chip().click();
  return Boolean(board().querySelector('.formhead'));
}"""
STATE = """() => ({
  sheet: document.querySelector('#sheet').value,
  asks: [...document.querySelectorAll('.card')].some((card) => card.checkVisibility()),
  form: document.querySelector('.chooser .formhead b')?.textContent || '',
  chosen: [...document.querySelectorAll('.chooser .slot [aria-pressed=true]')].map((chip) => chip.dataset.option)
    .concat([...document.querySelectorAll('.chooser .slot select')].map((field) => field.value).filter(Boolean)),
})"""
WHERE = """([kind, key]) => {
  const node = [...document.querySelectorAll(`[data-${kind}]`)].find((one) => one.dataset[kind] === key);
  if (!node) return null;
  node.closest('details')?.setAttribute('open', ''); // a hand on a phone
  node.scrollIntoView({ block: 'start', behavior: 'instant' }); // what is asked on a phone comes from below
  const box = node.getBoundingClientRect();
  const at = [box.x + box.width / 2, box.y + box.height / 2];
  const there = document.elementFromPoint(...at)?.closest(`[data-${kind}]`);
  return there && there.dataset[kind] === key && (kind === 'mark' || !there.closest('[data-mark]')) ? at : null;
}"""


@pytest.fixture(
    scope="module",
    params=[{"viewport": WIDE}, {"viewport": {"width": 360, "height": 780}, "has_touch": True}],
    ids=["mouse", "finger"],
)
def window(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A desk with a mouse, then a phone."""
    with browser(tmp_path_factory.mktemp("browser"), **request.param) as context:
        yield context


def opened(window: Any, folder: Path, position: Position) -> Any:
    """The position's page, with an empty sheet."""
    file = folder / "p.page.html"
    file.write_text(position.html(), encoding="utf-8")
    page = window.new_page()
    page.emulate_media(reduced_motion="reduce")  # or what is clicked scrolls away
    page.goto(file.as_uri())
    page.wait_for_selector("body[data-ready]")
    page.evaluate("localStorage.clear()")
    whole = page.get_by_role("button", name="Show all")
    if whole.count():  # a picture that is laid out for a phone is shown whole
        whole.click()
    return page


def slots_of(page: GamePage, form: OrderForm) -> list[Slot]:
    assert page.plan is not None
    return [part for part in parts_of(page.plan, form) if isinstance(part, Slot) and not part.extra]


def named(page: GamePage, form: OrderForm, mark: Mark) -> tuple[list[str], list[str]]:
    """What of a form's options names what a mark stands for, and what names but its place."""
    assert page.plan is not None
    options = [o for slot in slots_of(page, form) for o in (page.plan.lists[slot.list] if slot.list else slot.options)]
    things = set(mark.things or (mark.key,))
    return (
        [o.text for o in options if things & set(o.things)],
        [o.text for o in options if not o.things and o.place == mark.at],
    )


CROWD = 3
"""So many discs on a place are told apart before it is tapped (``js/picture.js``)."""


def clickable(picture: Picture) -> list[tuple[str, Mark]]:
    """What on a picture is one thing: marks (but in crowds, drawn as one) and cards, with the kind of node."""
    plain = [mark.at for mark in picture.marks if mark.art is None or mark.art.wide < mark.art.high * 1.25]
    crowded = {at for at in plain if plain.count(at) > CROWD}
    cards = (Mark(key=s.name, at=s.name, text="", label="", things=s.things) for s in picture.spots if s.things)
    return [*(("mark", mark) for mark in picture.marks if mark.at not in crowded), *(("place", card) for card in cards)]


def clicks(page: GamePage, chance: random.Random) -> Iterator[tuple[OrderForm, str, Mark]]:
    """Forms that name things, and things to click: those the form could name first."""
    assert page.plan is not None
    there = clickable(page.pictures[0])
    forms = [f for f in page.plan.forms if not f.typed and any(any(named(page, f, m)) for _, m in there)]
    for form in chance.sample(forms, min(FORMS, len(forms))):
        near = sorted(there, key=lambda one: (-any(named(page, form, one[1])), chance.random()))
        yield from ((form, kind, mark) for kind, mark in near[:MARKS])


def _click(page: Any, kind: str, key: str) -> bool:
    at = page.evaluate(WHERE, [kind, key])
    if at is None:
        return False
    finger = page.evaluate("navigator.maxTouchPoints") > 0
    (page.touchscreen.tap if finger else page.mouse.click)(*at)
    return True


def _holds(state: Any, before: Any, wanted: str) -> bool:
    """Whether a choice is in the form that is open, or in the line that was written."""
    new = Counter(state["sheet"].splitlines()) - Counter(before["sheet"].splitlines())
    return wanted in state["chosen"] or any(wanted in line for line in new)


def _check(page: Any, form: OrderForm, hits: list[str], sure: bool, before: Any) -> bool:
    """After a click: what it named is chosen, or it is asked and nothing was chosen. Whether it was chosen."""
    state = page.evaluate(STATE)
    if len(hits) == 1 and sure:
        assert _holds(state, before, hits[0]), (form.key, hits, state)
        return True
    assert state["asks"], (form.key, hits, state)
    assert state["sheet"] == before["sheet"], (form.key, hits)
    assert state["form"] == before["form"], (form.key, hits)
    assert state["chosen"] == before["chosen"], (form.key, hits)
    return False


@pytest.mark.parametrize("name", DRAWN)
def test_a_click_on_a_mark_chooses_that_one(window: Any, tmp_path: Path, name: str) -> None:
    chance = random.Random(f"marks {name}")
    chosen = asked = 0
    for position, data in looked_at(name):
        page = opened(window, tmp_path, position)
        for form, kind, mark in clicks(data, chance):
            if not page.evaluate(OPEN, form.key):
                continue
            before = page.evaluate(STATE)
            if not _click(page, kind, mark.key):
                continue
            by_thing, by_place = named(data, form, mark)
            sure = not by_thing or len(mark.things or (mark.key,)) == 1
            if _check(page, form, [*by_thing, *by_place], sure, before):
                chosen += 1
            else:
                asked += 1
        page.close()
    assert chosen >= contract_of(name).enough_lines(4), (chosen, asked)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_click_in_a_list_chooses_that_one_and_loses_nothing(window: Any, tmp_path: Path, name: str) -> None:
    """In the middle of choosing a row is chosen if it can be; else it is asked, and what was chosen stays."""
    chance = random.Random(f"rows {name}")
    chosen = asked = listed = 0
    for position, data in looked_at(name):
        assert data.plan is not None
        rows = [t for block in data.blocks if isinstance(block, Things) for t in block.things]
        page = opened(window, tmp_path, position)
        forms = [f for f in data.plan.forms if not f.typed and slots_of(data, f)]
        listed += min(len(rows), len(forms))
        for form in chance.sample(forms, min(FORMS, len(forms))):
            for row in chance.sample(rows, min(MARKS, len(rows))):
                if not page.evaluate(OPEN, form.key):
                    continue
                before = page.evaluate(STATE)
                if not _click(page, "thing", row.key):
                    continue
                by_thing, by_place = named(data, form, Mark(key=row.key, at=row.place or "-", text="", label=""))
                if _check(page, form, [*by_thing, *by_place], bool(by_thing), before):
                    chosen += 1
                else:
                    asked += 1
        page.close()
    assert asked >= contract_of(name).enough_lines(6) or not listed, (chosen, asked)


def test_an_own_creature_clicked_while_a_target_is_chosen_writes_nothing(window: Any, tmp_path: Path) -> None:
    """Nor does it where nothing is open: its only order is offered by name."""
    for game in range(12):
        for position in positions("arena", game, 14):
            data = position.page()
            assert data.plan is not None
            alone = [f for f in data.plan.forms if f.verb == "DISMOUNT" and not f.typed]
            rider = next((f.things[0] for f in alone if sum(f.things[0] in g.things for g in data.plan.forms) == 1), "")
            casts = [f for f in data.plan.forms if f.verb in ("SHOOT", "MOVE", "FLY") and slots_of(data, f)]
            if rider and casts:
                page = opened(window, tmp_path, position)
                assert page.evaluate(OPEN, casts[0].key)
                before = page.evaluate(STATE)
                assert _click(page, "thing", rider)
                state = page.evaluate(STATE)
                assert state["sheet"] == before["sheet"]
                assert state["form"] == before["form"]
                assert state["asks"]
                page.reload()
                page.wait_for_selector("body[data-ready]")
                assert _click(page, "thing", rider)
                assert page.evaluate(STATE)["sheet"] == before["sheet"]
                page.locator(".chooser .chip", has_text="dismount").first.click()
                assert "DISMOUNT" in page.evaluate(STATE)["sheet"]
                page.close()
                return
    raise AssertionError("nobody rides alone")


def test_of_a_multiple_choice_a_second_click_takes_out(window: Any, tmp_path: Path) -> None:
    """KILL of Arena: two marks clicked are two names, the first clicked again goes."""
    for position in positions("arena", 1, 24):
        data = position.page()
        assert data.plan is not None
        form = next((f for f in data.plan.forms if f.key.endswith("KILL")), None)
        if form is None:
            continue
        (slot,) = slots_of(data, form)
        assert slot.kind is SlotKind.MANY
        foes = {o.things for o in data.plan.lists[slot.list]}
        marks = [m for kind, m in clickable(data.pictures[0]) if kind == "mark" and m.things in foes]
        if len(marks) < 2:
            continue
        page = opened(window, tmp_path, position)
        assert page.evaluate(OPEN, form.key)
        for mark in (*marks[:2], marks[0]):
            assert _click(page, "mark", mark.key)
        assert page.evaluate(STATE)["chosen"] == [marks[1].things[0].partition(":")[2]]
        page.close()
        return
    raise AssertionError("nobody to kill")


def test_runes_clicked_one_by_one_are_kept_in_one_line(window: Any, tmp_path: Path) -> None:
    """Of KEEP one line counts (ORD-4): the second rune goes into it, clicked again it goes out, and the last takes the
    line with it; numbers are those of the sheet."""
    position = next(p for p in islice(positions("rune_war", 1, 8), 4, None) if any(p.report.view.held))
    page = opened(window, tmp_path, position)
    runes = [spot.name for spot in position.page().pictures[0].spots][:3]

    def kept(rune: str, chosen: str) -> list[str]:
        assert _click(page, "place", rune)
        page.locator(".card button", has_text=chosen).first.click()
        return [line for line in page.evaluate(STATE)["sheet"].splitlines() if line.startswith("KEEP")]

    assert kept(runes[0], f"KEEP {runes[0]}") == [f"KEEP {runes[0]}"]
    assert kept(runes[1], f"KEEP {runes[0]}, {runes[1]}") == [f"KEEP {runes[0]}, {runes[1]}"]
    assert kept(runes[2], f"KEEP {', '.join(runes)}") == [f"KEEP {', '.join(runes)}"]
    assert kept(runes[0], f"KEEP {runes[1]}, {runes[2]}") == [f"KEEP {runes[1]}, {runes[2]}"]
    assert kept(runes[2], f"KEEP {runes[1]}") == [f"KEEP {runes[1]}"]
    assert kept(runes[1], f"Remove: KEEP {runes[1]}") == []
    page.close()


TINT = """() => {
  const place = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
  document.querySelector("svg.map .targets").append(place);
  const style = getComputedStyle(place);
  return [style.fill, style.stroke, Number(style.fillOpacity)];
}"""


@pytest.mark.parametrize("name", DRAWN)
def test_what_can_be_chosen_on_the_picture_is_tinted_and_can_still_be_read(
    name: str, window: Any, tmp_path: Path
) -> None:
    """In the game's colour, with a border of it: it was black once."""
    page = opened(window, tmp_path, next(positions(name, 2)))
    fill, stroke, opacity = page.evaluate(TINT)
    assert fill == stroke != "rgb(0, 0, 0)"
    assert 0 < opacity < 0.3
    page.close()


def test_what_may_be_left_out_need_not_be_asked_for(window: Any, tmp_path: Path) -> None:
    """Of all games the first order whose one choice may be left out: as it stands it can be written at once."""
    seen = 0
    for name in SYSTEMS:
        for position in islice(positions(name, 2, 12), 1, None, 3):
            plan = position.page().plan
            assert plan is not None
            form = next((form for form in plan.forms if not form.typed and _only_what_may_go(plan, form)), None)
            if form is not None:
                page = opened(window, tmp_path, position)
                page.evaluate(OPEN, form.key)
                page.locator(".chooser .primary").click()
                assert f"\n{form.verb} " in page.input_value("#sheet")
                page.close()
                seen += 1
                break
    assert seen >= 2


def _only_what_may_go(plan: Plan, form: OrderForm) -> bool:
    slots = [part for part in parts_of(plan, form) if isinstance(part, Slot) and not part.extra]
    return len(slots) == 1 and slots[0].optional and slots[0].kind is SlotKind.ONE


@pytest.mark.parametrize("name", SYSTEMS)
def test_nothing_that_is_unfolded_is_wider_than_the_screen(name: str, window: Any, tmp_path: Path) -> None:
    """The forecast as text, orders in force, how to check the game."""
    page = opened(window, tmp_path, next(islice(positions(name, 2, 6), 7, None)))
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()


BOX = "document.querySelector('svg.map').getAttribute('viewBox').split(' ').map(Number)"


LETTERS = """() => Math.min(...[...document.querySelectorAll('#map .faces use')].flatMap((use) =>
  [...document.querySelector(use.getAttribute('href')).querySelectorAll('text')]
    .map((text) => use.getScreenCTM().a * parseFloat(text.closest('[font-size]').getAttribute('font-size')))))"""
"""Pixels of the smallest letter on a card."""


def test_an_isle_of_cards_is_whole_at_once_and_a_tapped_card_says_what_it_does(window: Any, tmp_path: Path) -> None:
    """Temple Isle, on a telephone, too (B7)."""
    position = next(p for p in positions("temple_isle", 2, 12) if p.turn > 7)
    (isle,) = position.page().pictures
    page = opened(window, tmp_path, position)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.evaluate(BOX) == [0, 0, isle.width, isle.height]
    assert page.evaluate(LETTERS) > 6.5, "codes and names are read"
    tapped = 0
    for spot in (s for s in isle.spots if len(s.tip) > 3 and not any(mark.at == s.name for mark in isle.marks)):
        at = page.evaluate(WHERE, ["place", spot.name])
        assert at is not None, spot.name
        page.mouse.click(*at)
        told = page.locator(".card").inner_text()
        assert all(line in told for line in spot.tip), (spot.name, told)
        page.keyboard.press("Escape")
        tapped += 1
    page.close()
    assert tapped > 2


STRAY = """() => {
  const found = [], walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode()); ) {
    if (!/^Line [0-9]+:?\\s*$/.test(node.textContent.trim())) continue;
    if (!node.parentElement.closest('.aloud') && node.parentElement.checkVisibility()) found.push(node.textContent);
  }
  return found;
}"""
EMPTY = """() => [...document.querySelectorAll('main section, main .block')]
  .filter((part) => part.querySelector('h2') && part.checkVisibility())
  .filter((part) => part.innerText.trim() === part.querySelector('h2').innerText.trim())
  .map((part) => part.querySelector('h2').innerText)"""


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_page_that_begins_has_no_stray_words_and_tells_of_what_is_half_chosen(
    name: str, window: Any, tmp_path: Path
) -> None:
    """No number of a line that is none, no heading over nothing; copied while an order is open, it says that this one
    is not on the sheet (B8)."""
    position = next(positions(name, 2, 1))
    page = opened(window, tmp_path, position)
    assert page.evaluate(STRAY) == []
    assert page.evaluate(EMPTY) == []
    data = position.page()
    assert data.plan is not None
    form = next((form for form in data.plan.forms if not form.typed and slots_of(data, form)), None)
    if form is None:
        assert contract_of(name).few_lines, "a game whose lines are whole as they are offered"
    else:
        assert page.evaluate(OPEN, form.key)
        page.locator("#copy").click()
        expect(page.locator(".done")).to_contain_text(f"Not on the sheet: “{form.label}” is not written yet.")
        assert page.evaluate(STATE)["form"] == form.label
    page.close()
