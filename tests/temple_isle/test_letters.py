"""Mails: set by the shipped templates, or by an office's own."""

from __future__ import annotations

from html import escape
from pathlib import Path

from magika_gm.games.temple_isle.report.reports import REPORTS
from tests.temple_isle.made import a_report


def test_an_offices_own_templates_are_taken(tmp_path: Path) -> None:
    report = a_report("SUN", 3)
    own = tmp_path / "temple_isle"
    own.mkdir()
    (own / "report.txt.j2").write_text("OUR HOUSE\n{{ b.lead }}\nseat {{ r.seat }}\n", encoding="utf-8")
    (own / "report.html.j2").write_text("<title>{{ title }}</title>{{ b.lead }}<i>{{ '<' }}</i>", encoding="utf-8")
    text, html = REPORTS.text(report, tmp_path), REPORTS.html(report, tmp_path)
    assert text.startswith("OUR HOUSE\n")
    assert text.endswith("seat SUN\n")
    assert "<title>Temple Isle 31: mail turn 3, Sun</title>" in html
    assert "<i>&lt;</i>" in html


def test_without_own_templates_the_shipped_ones_are_taken(tmp_path: Path) -> None:
    report = a_report("SUN", 3)
    assert REPORTS.text(report, tmp_path) == REPORTS.text(report, None)
    assert REPORTS.html(report, tmp_path) == REPORTS.html(report, None)


def test_both_forms_tell_the_same_and_fit() -> None:
    for turn in (0, 1, 6, 40):
        report = a_report("MOON", turn)
        text, html = REPORTS.text(report, None), REPORTS.html(report, None)
        assert all(len(line) <= 72 for line in text.splitlines() if not line.startswith(";"))
        assert len(html) < 100_000
        for paragraph in report.story:
            for line in paragraph.lines:
                assert " ".join(line.text.split()[:3]) in " ".join(text.split())
                assert escape(line.text) in html
        assert ("GAME 31 TURN" in text) is (report.view.ending is None)
