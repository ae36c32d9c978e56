"""Figures of Xom and Zol: a turn resolved, its report in every form beside bare ReportLab pages; late turns and early.

Ratios are printed; nothing passes or fails on absolute time. Run with: make bench.
"""

from __future__ import annotations

import io
import json

import pytest
from pypdf import PdfReader

from magika_gm.engine.dice import Dice
from magika_gm.games.xom_zol.archive.seam import ARCHIVE
from magika_gm.games.xom_zol.report import seam as reports
from magika_gm.games.xom_zol.rules.resolution import resolve
from tests.benchmarks.test_reports import bare, compared
from tests.xom_zol.test_reports import a_game, report_of

pytestmark = pytest.mark.benchmark


def test_figures() -> None:
    turns = a_game()
    early, late = 3, len(turns) - 3
    made = {}
    for name, at in (("early", early), ("late", late)):
        before, (state, told, given) = turns[at - 1][0], turns[at]
        report = report_of(state, told, "A", given)
        pages = len(PdfReader(io.BytesIO(reports.pdf(report, "letter", False))).pages)
        rows = len(json.dumps(ARCHIVE.to_rows(state, None)))  # type: ignore[arg-type]
        times = compared(
            lambda b=before, g=given: resolve(b, g, Dice(b"report", b.mail_turn + 1)),  # type: ignore[misc]
            lambda r=report: reports.pdf(r, "letter", False),  # type: ignore[misc]
            lambda r=report: reports.html(r, None),  # type: ignore[misc]
            lambda r=report: reports.text(r, None),  # type: ignore[misc]
            lambda p=pages: bare(p),  # type: ignore[misc]
        )
        made[name] = times
        print(
            f"\n{name} (mail turn {at}): resolve {times[0]:.1f} ms, PDF {times[1]:.0f} ms for {pages} pages "
            f"({times[1] / times[4]:.2f} of bare), HTML {times[2]:.0f} ms, text {times[3]:.0f} ms; {rows / 1000:.0f} kB"
        )
    print("late to early: " + ", ".join(f"{b / a:.2f}" for a, b in zip(made["early"], made["late"], strict=True)))
