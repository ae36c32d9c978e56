"""Temple Isle's figures, printed as ratios measured in one run (processor time). Run with: make bench."""

from __future__ import annotations

import gc
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

from magika_gm.engine.dice import Dice
from magika_gm.games.temple_isle.bots import lines_of
from magika_gm.games.temple_isle.report.reports import REPORTS
from magika_gm.games.temple_isle.rules.sequence import resolve
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.rules.terms import SEATS
from magika_gm.games.temple_isle.setup import Scenario, begin
from magika_gm.games.temple_isle.trials import sheets_of
from tests.benchmarks.test_reports import bare
from tests.temple_isle.made import a_report

pytestmark = pytest.mark.benchmark
LONG = b"long 16"
"""A game of two careful players that goes on to the limit."""
SAMPLE = Path(__file__).parents[2] / "turns" / "sample" / "temple_isle"
ROUNDS = 5


def spent(work: Callable[[], object]) -> float:
    gc.collect()
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1e3


def median(work: Callable[[], object]) -> float:
    work()
    return statistics.median(spent(work) for _ in range(ROUNDS))


def test_turns_of_a_long_game() -> None:
    """One mail turn resolved: the last but two against the third in which units act."""
    state: State = begin(Scenario(), Dice(LONG, 0)).state
    turns: list[tuple[State, dict[str, list[object]]]] = []
    while not state.ended:
        orders = sheets_of(state, dict.fromkeys(SEATS, "careful"))
        turns.append((state, orders))  # type: ignore[arg-type]
        state = resolve(state, orders, Dice(LONG, state.mail + 1)).state
    cost = [median(lambda one=one: resolve(one[0], one[1], Dice(LONG, one[0].mail + 1))) for one in turns]  # type: ignore[misc]
    late, early = statistics.mean(cost[-4:]), statistics.mean(cost[2:6])
    print(f"\n{len(turns)} mail turns; resolved in {statistics.median(cost):.2f} ms (median), at most {max(cost):.2f}")
    print(f"the last four against the third to sixth: {late / early:.2f}")


def test_pages_against_bare_documents() -> None:
    """Report pages against as many bare ReportLab pages (at most 1.5 wanted)."""
    written = [a_report(seat, turn) for seat in SEATS for turn in (2, 8, 14)]
    count = sum(len(PdfReader(io.BytesIO(REPORTS.pdf(r, "letter", False))).pages) for r in written)
    ours = median(lambda: [REPORTS.pdf(r, "letter", False) for r in written])
    theirs = median(lambda: [bare(count // len(written)) for _ in written])
    print(f"\n{count} pages in {ours:.0f} ms; bare pages {theirs:.0f} ms; ratio {ours / theirs:.2f}")
    for name, form in (("html", REPORTS.html), ("text", REPORTS.text)):
        print(f"{name}: {median(lambda form=form: [form(r, None) for r in written]) / len(written):.1f} ms a report")  # type: ignore[misc]


def test_turns_processed_whole(tmp_path: Path) -> None:
    """Sheets in, turn processed, reports written, over a whole long game: time and growth a turn."""
    from magika_gm.app.enrolment.new_game import new_game
    from magika_gm.app.office.office import init_office
    from magika_gm.app.post.intake import ingest
    from magika_gm.app.turns.process import process_turn
    from magika_gm.app.turns.publish import write_reports
    from magika_gm.mail.readers import read

    office = init_office(tmp_path / "office")
    moment = datetime(2026, 11, 1, 12, tzinfo=UTC)
    new_game(office, "9", SAMPLE / "signups.toml", moment, seed=LONG, system="temple_isle")
    write_reports(office, "9")
    passwords = {"SUN": "heron lantern", "MOON": "larkspur4"}
    cost: list[float] = []
    size: list[int] = []
    database = tmp_path / "office" / "magika.sqlite3"
    for turn in range(1, 40):
        for seat in SEATS:
            file = json.loads((office.reports("9", turn - 1) / f"{seat}.json").read_text(encoding="utf-8"))
            lines = lines_of("careful", file)
            if lines:
                sheet = tmp_path / f"{seat}-{turn}.txt"
                text = [f"GAME 9 TURN {turn}", f"SEAT {seat}", f"PASSWORD {passwords[seat]}", lines, "END", ""]
                sheet.write_text("\n".join(text), encoding="utf-8")
                (received,) = ingest(office, read(sheet), moment)
                assert received.outcome == "accepted", received
        moment += timedelta(days=14)
        cost.append(spent(lambda now=moment: process_turn(office, "9", now, early=True)))  # type: ignore[misc]
        with sqlite3.connect(database) as raw:
            raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size.append(database.stat().st_size)
        if json.loads((office.reports("9", turn) / "SUN.json").read_text(encoding="utf-8"))["ended"]:
            break
    usual = cost[3:-1]
    print(f"\n{len(cost)} mail turns; processed whole in {statistics.median(usual):.0f} ms (median)")
    late, early = statistics.mean(usual[-4:]), statistics.mean(usual[:4])
    print(f"the last four but one against the fourth to seventh: {late / early:.2f}")
    grown = (size[-2] - size[4]) / (len(size) - 6) / 1024
    print(f"growth a turn {grown:.1f} kB")
