"""Random clicks on every game's page: what the page lets through, ``check-orders`` takes without a fault."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from magika_gm import games
from magika_gm.app.enrolment.new_game import find_scenario, load_scenario
from magika_gm.engine.dice import Dice
from magika_gm.engine.paging import Envelope
from magika_gm.engine.seam.reports import PlayerData, TurnRecord
from magika_gm.engine.seam.setup import Entrant
from magika_gm.engine.seam.shape import Need
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.system import GameSystem
from magika_gm.reports.page.writing import LARGEST, page_html
from magika_gm.resources import shipped
from tests.page.browser import browser, chromium
from tests.systems.test_contract import entrants_of, extras_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not chromium() and not os.environ.get("MAGIKA_REQUIRE_SERVERS"), reason="Chromium is not here"),
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]
SYSTEMS = [name for name in games.SYSTEMS if games.system(name).has("page")]
POSITIONS = 200 if os.environ.get("MAGIKA_NIGHTLY") else 6
CLICKS = 30
CLICKABLE = (
    "#map .land [data-place], #map .targets [data-place], .card .chip, .orders button:not([disabled], [data-fresh]),"
    " button.thing, .messages button:not([disabled]), .orders select, .messages select, .orders input[type=number]"
)
NOBODY = PlayerData(
    name="", address="", account="", balance="", game="7", title="", date="", next_due="soon", code_word=""
)

# one round trip for many clicks: elements are chosen by the numbers given, and filled in as a hasty hand would
CLICK = """([selector, dice]) => {
  const roll = (n) => Math.floor(dice.shift() * n);
  while (dice.length > 3) {
    const there = [...document.querySelectorAll(selector)].filter((node) => node.getClientRects().length);
    if (!there.length) return;
    const node = there[roll(there.length)];
    if (node.tagName === 'SELECT') {
      node.selectedIndex = roll(node.options.length);
      node.dispatchEvent(new Event('change', { bubbles: true }));
    } else if (node.tagName === 'INPUT') {
      node.value = String(roll(60));
      node.dispatchEvent(new Event('input', { bubbles: true }));
    } else node.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }
  for (const text of document.querySelectorAll('.letter textarea')) {
    text.value = dice[0] < 0.5 ? 'Shall we?' : 'One\\nEND\\nthree';
    text.dispatchEvent(new Event('input', { bubbles: true }));
  }
}"""


def positions(system: GameSystem, count: int) -> Iterator[tuple[str, str]]:
    """Seats and pages of games that the game's own policies play, turn by turn."""
    made = 0
    seed = 0
    while made < count:
        scenario = load_scenario(system, find_scenario(shipped("scenarios"), system))
        entrants: list[Entrant] = entrants_of(system, scenario)
        rng = random.Random(f"{system.name} {seed}")
        state = system.setup.start(scenario, entrants, Dice(f"clicks {seed}".encode(), 0), extras_of(system))
        memories = {seat: system.sight.no_memory() for seat in system.setup.seats_of(scenario)}
        told: Any = ()
        orders: dict[str, Any] = {}
        for turn in range(9):
            playing = system.rules.playing(state)
            views = {seat: system.sight.perceive(state, seat) for seat in playing}
            for seat in playing:
                memories[seat] = system.sight.remember(memories[seat], turn, views[seat])
            if system.rules.ending(state) is not None:
                break
            record = TurnRecord(state=state, told=told, orders=orders, how={}, messages=(), acts=(), seed=b"x")
            needs = system.rules.needs(state)
            built = {}
            for seat in playing:
                form = system.orders.form("7", turn + 1, state, seat, memories[seat])
                built[seat] = system.reports.build(record, seat, views[seat], memories[seat], NOBODY, form)
            for seat in rng.sample(list(playing), min(2, len(playing))) if turn else ():
                if needs.get(seat) == Need.NONE or made >= count:
                    continue
                yield seat, _html(system, state, seat, memories[seat], built[seat], turn)
                made += 1
            orders = {}
            for seat in playing:
                file = system.reports.turn_file(built[seat])
                orders[seat] = system.bots.play(system.bots.DEFAULT, file, f"{seed} {turn} {seat}".encode())
            resolution = system.rules.resolve(state, orders, Dice(f"clicks {seed}".encode(), turn + 1), ())
            state, told = resolution.state, resolution.told
        seed += 1


def _html(system: GameSystem, state: Any, seat: str, memory: Any, report: Any, turn: int) -> str:
    known = system.sight.known(state, seat, memory)
    grammar = system.orders.GRAMMAR
    envelope = Envelope(
        system=system.name, system_title=system.title, game="7", game_title="", turn=turn, seat=seat,
        seat_word=grammar.seat_words[0], seat_text=grammar.written(seat), player="", date="", due="soon", due_at="",
        office="", office_email="gm@example.org",
    )  # fmt: skip
    part = system.page
    made = part.page(report, known, seat, memory)
    return page_html(made, envelope, system.reports.turn_file(report), part.SCRIPT)


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with browser(tmp_path_factory.mktemp("browser"), viewport={"width": 1280, "height": 900}) as context:
        yield context


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_the_page_lets_through_the_office_takes(window: Any, tmp_path: Path, name: str) -> None:
    system = games.system(name)
    sent = ordered = 0
    rng: Callable[[], float] = random.Random(f"clicks {name}").random
    for n, (seat, html) in enumerate(positions(system, POSITIONS)):
        assert len(html.encode()) <= LARGEST
        file = tmp_path / f"{name}-{n}.page.html"
        file.write_text(html, encoding="utf-8")
        page = window.new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda error, said=complaints: said.append(str(error)))
        page.goto(file.as_uri())
        page.wait_for_selector("body[data-ready]")
        page.evaluate("localStorage.clear()")
        page.evaluate(CLICK, [CLICKABLE, [rng() for _ in range(2 * CLICKS)]])
        assert complaints == [], f"{name}, position {n}"
        if page.locator("#copy").is_enabled():
            sheet = page.input_value("#sheet")
            (read,) = read_sheets(sheet, system.orders.GRAMMAR)
            assert read.faults == (), f"{name}, position {n}, seat {seat}:\n{sheet}"
            sent += 1
            ordered += len(read.orders)
        page.close()
    assert sent > POSITIONS // 4, f"{name}: {sent} of {POSITIONS} could be sent"
    assert ordered > 0
