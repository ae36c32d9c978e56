"""Random clicks on every game's page: what the page lets through, ``check-orders`` takes without a fault."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from magika_gm import games
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.reports.page.writing import LARGEST
from tests.page.browser import IN_A_BROWSER
from tests.page.rambles import Position, positions
from tests.systems.contract import contract_of

pytestmark = IN_A_BROWSER
SYSTEMS = [name for name in games.SYSTEMS if games.system(name).has("page")]
NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
POSITIONS = int(os.environ.get("MAGIKA_POSITIONS", "200" if NIGHTLY else "6"))
TURNS = 40 if NIGHTLY else 6
CLICKS = 40
CLICKABLE = (
    "#map .land [data-place], #map .targets [data-place]",
    ".card .chip",
    ".orders .board button:not([disabled]), .orders .board select, .orders .board input[type=number]",
    ".orders button:not([disabled], [data-fresh]), .orders .home",
    "button.thing",
    ".messages button:not([disabled]), .messages select",
)
"""Kinds of things to click, each as likely as the others."""
# one round trip for many clicks: elements are chosen by the numbers given, and filled in as a hasty hand would
CLICK = """([selectors, dice]) => {
  const roll = (n) => Math.floor(dice.shift() * n);
  while (dice.length > 3) {
    const kinds = selectors.map((one) => [...document.querySelectorAll(one)].filter((node) => node.checkVisibility()));
    const some = kinds.filter((kind) => kind.length);
    if (!some.length) return;
    const there = some[roll(some.length)];
    // what writes a line is one button among fifty: every third time it is the one
    const write = roll(3) ? null : there.find((node) => node.matches('.primary'));
    const node = write || there[roll(there.length)];
    if (node.tagName === 'SELECT') {
      node.selectedIndex = roll(node.options.length);
      node.dispatchEvent(new Event('change', { bubbles: true }));
    } else if (node.tagName === 'INPUT') {
      node.value = String(roll(60));
      node.dispatchEvent(new Event('input', { bubbles: true }));
    } else node.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }
  for (const text of document.querySelectorAll('.letter textarea')) {
    text.value = dice[0] < 0.8 ? 'Shall we?' : 'One\\nEND\\nthree';
    text.dispatchEvent(new Event('input', { bubbles: true }));
  }
  // what is said to be wrong is taken away, as a player would: lines first, then messages
  for (let n = 0; n < 40 && document.querySelector('.errors'); n += 1) {
    const lines = [...document.querySelectorAll('.line.bad .acts .tool:last-child')];
    const wrong = lines.at(-1) || document.querySelector('.letter button');
    if (!wrong) return;
    wrong.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }
}"""


def some(name: str, count: int) -> Iterator[Position]:
    """Positions of games from their first turn to their last, between players of several kinds; the same every time."""
    chance = random.Random(f"positions {name}")
    made = game = 0
    while made < count:
        for position in positions(name, game, TURNS):
            # a few of each game, so that there are many games
            if position.turn > 1 and chance.random() < contract_of(name).share_of_positions:
                yield position
                made += 1
                if made == count:
                    return
        game += 1


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_the_page_lets_through_the_office_takes(window: Any, tmp_path: Path, name: str) -> None:
    """Without a fault by ``check-orders``, which knows no position, and by the acknowledgement, which does."""
    orders = games.system(name).orders
    sent = ordered = 0
    page, complaints = window.new_page(), list[str]()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    rng: Callable[[], float] = random.Random(f"clicks {name}").random
    for n, position in enumerate(some(name, POSITIONS)):
        html, where = position.html(), f"{name}, position {n}: turn {position.turn}, seat {position.seat}"
        assert len(html.encode()) <= LARGEST, where
        file = tmp_path / f"{name}-{n}.page.html"
        file.write_text(html, encoding="utf-8")
        page.goto(file.as_uri())
        page.wait_for_selector("body[data-ready]")
        page.evaluate("localStorage.clear()")
        page.evaluate(CLICK, [CLICKABLE, [rng() for _ in range(2 * CLICKS)]])
        assert complaints == [], where
        if page.locator("#copy").is_enabled():
            sheet = page.input_value("#sheet")
            (read,) = read_sheets(sheet, orders.GRAMMAR)
            assert read.faults == (), f"{where}\n{sheet}"
            assert (read.game, read.turn, read.seat) == ("7", position.turn, position.seat)
            assert orders.summary(read, None).get("faults", []) == [], f"{where}\n{sheet}"
            assert orders.summary(read, position.known).get("faults", []) == [], f"{where}\n{sheet}"
            sent += 1
            ordered += len(read.orders)
        file.unlink()
        if (n + 1) % 20 == 0:
            print(f"{name}: {n + 1} positions, {sent} sheets sent, {ordered} orders, no fault", flush=True)  # noqa: T201
    page.close()
    assert sent > POSITIONS * 3 // 4, f"{name}: {sent} of {POSITIONS} could be sent"
    assert ordered > POSITIONS // 2
