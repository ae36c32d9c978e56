"""Figures of Arena, printed: a turn resolved, report pages beside bare ones, turn 30 beside turn 3, growth a turn."""

from __future__ import annotations

import io
import json
import sqlite3
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pypdf import PdfReader

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import init_office
from magika_gm.app.post.intake import ingest
from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.engine.dice import Dice
from magika_gm.engine.told import Told
from magika_gm.games.arena.bots import play, played
from magika_gm.games.arena.orders.lines import write_order
from magika_gm.games.arena.report.reports import REPORTS
from magika_gm.games.arena.rules.sequence import active_in, coming_turns, play_mail_turn
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.setup import Scenario, start_state
from magika_gm.games.arena.sight import seen_by
from magika_gm.mail.readers import read
from tests.arena.test_report import report_of
from tests.benchmarks.test_reports import bare, compared

pytestmark = pytest.mark.benchmark


LASTING = b"b4"
"""Whims with which two careful players fight on for 40 turns where nothing ends the game but a king."""
LONG = b"long 7"
"""Of a game of the default scenario that goes on for 34 turns."""
SAMPLE = Path(__file__).parents[2] / "turns" / "sample" / "arena"


def long_game(turns: int) -> list[tuple[State, tuple[Told[object], ...]]]:
    """So many turns of Careful against Careful."""
    state = start_state(Scenario(mastery=0, last_turn=99), {})
    found: list[tuple[State, tuple[Told[object], ...]]] = [(state, ())]
    for number in range(1, turns + 1):
        side = active_in(coming_turns(state)[0])
        resolution = play_mail_turn(
            state, {side: played("careful", seen_by(state, side), side, LASTING)}, Dice(LASTING, number)
        )
        state = resolution.state
        if state.ending is not None:
            break
        found.append((state, resolution.told))
    return found


def test_a_turn_and_its_pages() -> None:
    game = long_game(12)
    state, told = game[-1]
    side = active_in(coming_turns(state)[0])
    orders = {side: played("careful", seen_by(state, side), side)}
    report = report_of(state, told, side)
    pages = len(PdfReader(io.BytesIO(REPORTS.pdf(report, "letter", False))).pages)
    turn, printed, plain, html, text = compared(
        lambda: play_mail_turn(state, orders, Dice(b"b", 99)),
        lambda: REPORTS.pdf(report, "letter", False),
        lambda: bare(pages),
        lambda: REPORTS.html(report, None),
        lambda: REPORTS.text(report, None),
    )
    print(f"\na turn resolved {turn:.1f} ms; {pages} pages {printed:.1f} ms, {printed / plain:.2f} of bare pages;")
    print(f"HTML {html:.1f} ms, text {text:.1f} ms")


def test_late_turns() -> None:
    """Turn 30 beside turn 3: a turn resolved, its turn files, its pages; least processor time of several."""
    game = long_game(32)
    assert len(game) == 33

    def works(turn: int) -> dict[str, Callable[[], object]]:
        (before, _), (state, told) = game[turn - 1], game[turn]
        side = active_in(coming_turns(before)[0])
        orders = {side: played("careful", seen_by(before, side), side, LASTING)}
        report = report_of(state, told, side)
        return {
            "resolved": lambda: play_mail_turn(before, orders, Dice(LASTING, turn)),
            "turn file": lambda: REPORTS.turn_file(report),
            "PDF": lambda: REPORTS.pdf(report, "letter", False),
        }

    said = []
    for name, early in works(3).items():
        first, last = compared(early, works(30)[name])
        said.append(f"{name} {last / first:.2f}")
    print(f"\nturn 30 beside turn 3: {', '.join(said)}")


def test_turns_processed_whole(tmp_path: Path) -> None:
    """A sheet in, turn processed, reports written, over a whole long game: time and growth a turn."""
    office = init_office(tmp_path / "office")
    moment = datetime(2026, 11, 1, 12, tzinfo=UTC)
    new_game(office, "9", SAMPLE / "signups.toml", moment, seed=LONG, system="arena")
    write_reports(office, "9")
    passwords = {"A": "quarry bell", "B": "merle77"}
    cost: list[float] = []
    size: list[int] = []
    database = tmp_path / "office" / "magika.sqlite3"
    for turn in range(1, 40):
        seat = active_in(turn)
        file = json.loads((office.reports("9", turn - 1) / f"{seat}.json").read_text(encoding="utf-8"))
        lines = [write_order(order) for order in play("careful", file, LONG)]
        sheet = tmp_path / f"{seat}-{turn}.txt"
        text = [f"GAME 9 TURN {turn}", f"PLAYER {seat}", f"PASSWORD {passwords[seat]}", *lines, "END", ""]
        sheet.write_text("\n".join(text), encoding="utf-8")
        (received,) = ingest(office, read(sheet), moment)
        assert received.outcome == "accepted", received
        moment += timedelta(days=14)
        start = time.process_time()
        process_turn(office, "9", moment, early=True)
        cost.append((time.process_time() - start) * 1e3)
        with sqlite3.connect(database) as raw:
            raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size.append(database.stat().st_size)
        if json.loads((office.reports("9", turn) / "A.json").read_text(encoding="utf-8"))["ending"]:
            break
    usual = cost[3:-1]
    print(f"\n{len(cost)} mail turns; processed whole in {statistics.median(usual):.0f} ms (median)")
    late, early = statistics.mean(usual[-4:]), statistics.mean(usual[:4])
    print(f"the last four but one against the fourth to seventh: {late / early:.2f}")
    print(f"growth a turn {(size[-2] - size[4]) / (len(size) - 6) / 1024:.1f} kB (at most 30 wanted)")
