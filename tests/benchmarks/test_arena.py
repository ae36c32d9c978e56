"""Figures of Arena, printed: a turn resolved, report pages beside bare ones, turn 30 beside turn 3, growth a turn."""

from __future__ import annotations

import io
import json
import time

import pytest
from pypdf import PdfReader

from magika_gm import games
from magika_gm.engine.dice import Dice
from magika_gm.engine.told import Told
from magika_gm.games.arena.bots import played
from magika_gm.games.arena.report import seam
from magika_gm.games.arena.rules.sequence import active_in, coming_turns, resolve
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.setup.scenario import Scenario
from magika_gm.games.arena.setup.start import start_state
from magika_gm.games.arena.sight.view import known
from tests.arena.test_report import report_of
from tests.benchmarks.test_reports import bare, compared

pytestmark = pytest.mark.benchmark


def long_game(turns: int) -> list[tuple[State, tuple[Told[object], ...]]]:
    """A game of Careful against Careful that is not let end before so many turns."""
    state = start_state(Scenario(mastery=0, last_turn=99), {})
    found: list[tuple[State, tuple[Told[object], ...]]] = [(state, ())]
    for number in range(1, turns + 1):
        side = active_in(coming_turns(state)[0])
        resolution = resolve(state, {side: played("careful", known(state, side), side)}, Dice(b"b", number))
        state = resolution.state
        if state.ending is not None:
            break
        found.append((state, resolution.told))
    return found


def test_a_turn_and_its_pages() -> None:
    game = long_game(12)
    state, told = game[-1]
    side = active_in(coming_turns(state)[0])
    orders = {side: played("careful", known(state, side), side)}
    report = report_of(state, told, side)
    pages = len(PdfReader(io.BytesIO(seam.pdf(report, "letter", False))).pages)
    turn, printed, plain, html, text = compared(
        lambda: resolve(state, orders, Dice(b"b", 99)),
        lambda: seam.pdf(report, "letter", False),
        lambda: bare(pages),
        lambda: seam.html(report, None),
        lambda: seam.text(report, None),
    )
    print(f"\na turn resolved {turn:.1f} ms; {pages} pages {printed:.1f} ms, {printed / plain:.2f} of bare pages;")
    print(f"HTML {html:.1f} ms, text {text:.1f} ms")


def test_late_turns_and_growth() -> None:
    archive = games.system("arena").archive
    game = long_game(33)
    spent: dict[int, float] = {}
    sizes: list[int] = []
    for number, (state, told) in enumerate(game[1:], 1):
        start = time.process_time()
        for side in "AB":
            seam.turn_file(report_of(state, told, side))
        spent[number] = time.process_time() - start
        sizes.append(len(json.dumps([archive.event_to_plain(t.event) for t in told])))
    last = len(game) - 1
    early = sum(spent[n] for n in (2, 3, 4)) / 3
    late = sum(spent[n] for n in (last - 2, last - 1, last)) / 3
    print(f"\nturn {last} beside turn 3: {late / early:.2f}; events {max(sizes) / 1000:.1f} kB a turn at most")
