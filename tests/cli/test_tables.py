"""Tables of the terminal: 80 columns, numbers on the point, colour only where it is wanted."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magika_gm.cli import common
from magika_gm.cli.common import narrowed, on_the_point, show_table, true_minus

pytestmark = pytest.mark.sqlite("no office is made")
HEADS = ("nr", "name", "plays", "balance", "away")
ROWS = [
    (1, "A player whose name is longer than any terminal would like it to be", "7:A Magika", "-10.50", ""),
    (12, "Bo", "7:B Magika, 8:C Magika, 9:D Magika, 10:E Magika, 11:F Magika", "1200", ""),
]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(common, "terminal_width", lambda: 80)
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.mark.usefixtures("terminal")
def test_a_terminal_is_never_too_narrow(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    show_table(HEADS, ROWS, right=("nr", "balance"))
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    words = " ".join(lines).split()
    assert all(word in words for row in ROWS for cell in row for word in str(cell).split())
    assert "away" not in words, "nobody is away"
    show_table(HEADS, ROWS, right=("nr", "balance"), cut=("name", "plays"))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert max(map(len, lines)) <= 80
    assert lines[1].count("…") == 1


def test_piped_every_row_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    show_table(HEADS, ROWS, right=("nr", "balance"))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert "away" in lines[0]
    assert "\x1b" not in "".join(lines)


def test_numbers_stand_on_the_point() -> None:
    assert on_the_point(["62.5", "58.25", "57", "dropped out", "-3.5"]) == [
        "62.5 ", "58.25", "57   ", "dropped out", "-3.5 ",
    ]  # fmt: skip


@given(st.lists(st.tuples(st.integers(1, 120), st.booleans()), min_size=1, max_size=9), st.integers(40, 200))
def test_figures_never_give_way(columns: list[tuple[int, bool]], most: int) -> None:
    widths, fixed = [w for w, _ in columns], [f for _, f in columns]
    found = narrowed(widths, fixed, most)
    for before, after, kept in zip(widths, found, fixed, strict=True):
        assert after == before if kept else min(before, 8) <= after <= before
    fits = sum(found) + 2 * (len(found) - 1) <= most
    assert fits or all(kept or after <= 8 for after, kept in zip(found, fixed, strict=True))


def test_a_minus_is_a_hyphen_for_programs() -> None:
    assert true_minus("-3.50") == "-3.50"


def test_a_spells_page_has_the_tables_all_others_have(capsys: pytest.CaptureFixture[str]) -> None:
    """No rules, no blank lines one after the other, 80 columns (`rule-book --spell`)."""
    from magika_gm.app.enrolment.new_game import system_named
    from magika_gm.app.enrolment.rule_book import find_entry
    from magika_gm.cli.rules import _show

    _show(find_entry(system_named("magika"), "spell", "KnoSS").text)
    shown = capsys.readouterr().out
    assert "─" not in shown
    assert "\n\n\n" not in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert "order          CAST KnoSS " in shown
