"""Figures of Rune War: a turn resolved, reports against bare ReportLab documents of as many pages, growth by turn.

Ratios are printed; only what new-game.md bounds is held. Run with: make bench.
"""

from __future__ import annotations

import io
import json
import statistics
import time
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from sqlalchemy import insert

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.engine.dice import Dice
from magika_gm.games.rune_war import bots
from magika_gm.games.rune_war.archive import ARCHIVE
from magika_gm.games.rune_war.report.report import Report
from magika_gm.games.rune_war.report.reports import REPORTS
from magika_gm.games.rune_war.rules.sequence import resolve
from magika_gm.games.rune_war.rules.state import Due, World
from magika_gm.games.rune_war.rules.tables import SEATS
from magika_gm.games.rune_war.setup import Scenario, begin
from magika_gm.store import tables
from tests.benchmarks.test_reports import bare, compared
from tests.rune_war.paper import report_of

pytestmark = pytest.mark.benchmark
ROUNDS = 8
SAMPLE = Path(__file__).parents[2] / "turns" / "sample" / "rune_war"


def game() -> list[tuple[World, Report]]:
    """A whole game by the policies: the state and seat 1's report after every turn."""
    world = begin(Scenario(title="bench"), [], Dice(b"bench", 0))
    found = []
    while world.due is not Due.NOTHING:
        resolved = resolve(world, {}, Dice(b"bench", world.turn + 1))
        world = resolved.state
        found.append((world, report_of(world, "1", resolved.told)))
    return found


def test_reports_against_bare_documents_of_as_many_pages() -> None:
    played = game()
    written = [report for _, report in played[2:12:2]]
    pages = [len(PdfReader(io.BytesIO(REPORTS.pdf(r, "letter", False))).pages) for r in written]
    ours, other = compared(
        lambda: [REPORTS.pdf(r, "letter", False) for r in written], lambda: [bare(count) for count in pages]
    )
    print(f"\nrune war: {sum(pages)} pages in {ours:.0f} ms, bare documents {other:.0f} ms: {ours / other:.2f}")
    assert ours / other <= 1.5


def test_late_turns_are_as_quick_as_early_ones() -> None:
    """First hand turns of hands, 24 plays and more each: late rounds against early ones."""
    played = game()
    firsts = [world for world, _ in played[:-1] if world.hand is not None and world.hand.fresh]
    assert len(firsts) == ROUNDS - 1

    def resolved(worlds: list[World]) -> None:
        for world in worlds:
            resolve(world, {}, Dice(b"again", world.turn + 1))

    early, late = firsts[:3], firsts[-4:-1]
    one, other = compared(partial(resolved, early), partial(resolved, late))
    sizes = [len(json.dumps(ARCHIVE.to_rows(w, Scenario(title="bench")))) for w in (early[0], late[-1])]
    growth = (sizes[1] - sizes[0]) / (late[-1].turn - early[0].turn)
    turns = [n for w in (*early, *late) for n in (w.turn + 1,)]
    print(
        f"\nrune war: a hand turn resolved {one / 3:.0f} ms early, {other / 3:.0f} ms late: {other / one:.2f} "
        f"(turns {turns}); the state's rows {sizes[0]} to {sizes[1]} bytes, {growth:.0f} a turn"
    )
    assert growth <= 30_000


def hand_in(office: Office, turn: int, files: list[dict[str, Any]]) -> None:
    """The careful policy's sheet of every seat, as the store keeps one that was mailed."""
    rows = []
    for file in files:
        text = "\n".join([f"GAME 9 TURN {turn}", f"SEAT {file['seat']}", *bots.lines("careful", file), "END", ""])
        row = {"game": "9", "turn": turn, "seat": file["seat"], "revision": 1, "received_at": "2026-11-01T12:00:00"}
        rows.append(row | {"message_id": f"<{turn}.{file['seat']}@bench>", "sheet": text})
    with office.store.writing() as connection:
        connection.execute(insert(tables.sheets), rows)


def test_turns_processed_whole(tmp_path: Path) -> None:
    """Four sheets a turn, the turn processed, reports written, over a whole game: time and growth a turn."""
    office = init_office(tmp_path / "office")
    moment = datetime(2026, 11, 1, 12, tzinfo=UTC)
    new_game(office, "9", SAMPLE / "signups.toml", moment, seed=b"bench", system="rune_war")
    write_reports(office, "9")
    cost: list[float] = []
    size: list[int] = []
    for turn in range(1, 60):
        files = [json.loads((office.reports("9", turn - 1) / f"{seat}.json").read_text("utf-8")) for seat in SEATS]
        if files[0]["due"] == "nothing":
            break
        hand_in(office, turn, files)
        moment += timedelta(days=14)
        began = time.process_time()
        process_turn(office, "9", moment, early=True)
        cost.append((time.process_time() - began) * 1e3)
        with office.store.reading() as connection:
            size.append(4096 * int(connection.exec_driver_sql("PRAGMA page_count").scalar() or 0))
    late, early = statistics.median(cost[-7:-1]), statistics.median(cost[2:8])
    grown = (size[-1] - size[0]) / (len(size) - 1) / 1000
    print(
        f"\nrune war: {len(cost)} mail turns processed whole, four reports each, in "
        f"{statistics.median(cost):.0f} ms (median); late to early {late / early:.2f}; "
        f"the database grows {grown:.1f} kB a turn, orders and all (at most 30)"
    )
    assert grown <= 30
