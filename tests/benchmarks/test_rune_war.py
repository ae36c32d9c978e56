"""Figures of Rune War: a turn resolved, reports against bare ReportLab documents of as many pages, growth by turn.

Ratios are printed; only what new-game.md bounds is held. Run with: make bench.
"""

from __future__ import annotations

import io
import json
from functools import partial

import pytest
from pypdf import PdfReader

from magika_gm.engine.dice import Dice
from magika_gm.games.rune_war.archive.seam import ARCHIVE
from magika_gm.games.rune_war.report import seam as reports
from magika_gm.games.rune_war.report.report import Report
from magika_gm.games.rune_war.rules.resolve import resolve
from magika_gm.games.rune_war.rules.state import Due, World
from magika_gm.games.rune_war.setup.scenario import Scenario
from magika_gm.games.rune_war.setup.start import start
from tests.benchmarks.test_reports import bare, compared
from tests.rune_war.paper import report_of

pytestmark = pytest.mark.benchmark


def game() -> list[tuple[World, Report]]:
    """A whole game by the policies: the state and seat 1's report after every turn."""
    world = start(Scenario(title="bench"), [], Dice(b"bench", 0))
    found = []
    while world.due is not Due.NOTHING:
        resolved = resolve(world, {}, Dice(b"bench", world.turn + 1))
        world = resolved.state
        found.append((world, report_of(world, "1", resolved.told)))
    return found


def test_reports_against_bare_documents_of_as_many_pages() -> None:
    played = game()
    written = [report for _, report in played[2:12:2]]
    pages = [len(PdfReader(io.BytesIO(reports.pdf(r, "letter", False))).pages) for r in written]
    ours, other = compared(
        lambda: [reports.pdf(r, "letter", False) for r in written], lambda: [bare(count) for count in pages]
    )
    print(f"\nrune war: {sum(pages)} pages in {ours:.0f} ms, bare documents {other:.0f} ms: {ours / other:.2f}")
    assert ours / other <= 1.5


def test_late_turns_are_as_quick_as_early_ones() -> None:
    played = game()
    turns = [n for n, (world, _) in enumerate(played[:-1]) if world.due is Due.HAND]
    early, late = played[turns[1]][0], played[turns[-2]][0]
    one, other = compared(*(partial(resolve, w, {}, Dice(b"again", w.turn + 1)) for w in (early, late)))
    sizes = [len(json.dumps(ARCHIVE.to_rows(w, Scenario(title="bench")))) for w in (early, late)]
    print(f"\nrune war: turn {early.turn + 1} {one:.0f} ms, turn {late.turn + 1} {other:.0f} ms; rows {sizes} bytes")
    growth = (sizes[1] - sizes[0]) / (late.turn - early.turn)
    assert growth <= 30_000
