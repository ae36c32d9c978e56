"""Statements of account as files."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from magika_gm.app.accounts.bookkeeping import (
    book_payment,
    book_refund,
    check_books,
    statement_of,
    take_back_entry,
    without_reruns,
    write_statement,
)
from magika_gm.app.accounts.rates import figures
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.turns.process import process_turn
from magika_gm.reports.statement_page import Entry, folded
from tests.app.postroom import NOW, begin
from tests.desk import typed


def test_a_statement_holds_every_entry_in_every_form(tmp_path: Path) -> None:
    office = begin(tmp_path / "office")
    book_payment(office, "3", "20.00", "cheque <4711>", NOW)
    line, entries = statement_of(office, "3")
    for kind in ("pdf", "html", "txt"):
        write_statement(office, "7:C", tmp_path / f"s.{kind}", NOW)
    text = (tmp_path / "s.txt").read_text("utf-8")
    reader = PdfReader(BytesIO((tmp_path / "s.pdf").read_bytes()))
    printed = " ".join("".join(page.extract_text() for page in reader.pages).split())
    assert len(reader.pages) == 1
    assert all(len(row) <= 72 for row in text.splitlines())
    for entry in entries:
        assert entry.text in text
        assert entry.text in printed
    assert f"{line.balance_cents / 100:.2f}" in printed
    assert "cheque &lt;4711&gt;" in (tmp_path / "s.html").read_text("utf-8")
    book_refund(office, "3", figures(line.balance_cents, line.currency), "leaves", NOW, paid_out=True)
    write_statement(office, "3", tmp_path / "nothing.txt", NOW)
    assert "owe" not in (tmp_path / "nothing.txt").read_text("utf-8"), "who has nothing owes nothing"
    with pytest.raises(OfficeError, match="ends with none of"):
        write_statement(office, "3", tmp_path / "s.doc", NOW)
    office.close()


def test_a_turn_run_three_times_stands_once_on_its_players_statement(tmp_path: Path) -> None:
    """F23: reruns under review leave no pairs there; the books keep every entry, and a refund stays where it was."""
    office = begin(tmp_path / "office")
    for _ in range(3):
        process_turn(office, "7", NOW, early=True, review=True)
    line, entries = statement_of(office, "7:C")
    told = without_reruns(office, entries)
    turn = [e for e in told if e.cause.startswith("turn:7:1:C")]
    assert len(turn) == 1
    assert len(entries) == len(told) + 4, "two pairs, which only the books keep"
    assert not any("Taken back" in e.text for e in told)
    assert (told[-1].balance_cents, told[-1].free_turns) == (line.balance_cents, line.free_turns)
    write_statement(office, "7:C", tmp_path / "s.txt", NOW)
    assert "Taken back" not in (tmp_path / "s.txt").read_text("utf-8")
    paid = book_payment(office, "7:C", "20.00", "cheque", NOW)
    take_back_entry(office, paid.entry, "it bounced", NOW)
    assert any("Taken back: it bounced" in e.text for e in without_reruns(office, statement_of(office, "7:C")[1]))
    shown = typed(office, "accounts", str(line.player))
    assert "it bounced" in shown.output, shown.output
    assert "turn 1" not in "".join(row for row in shown.output.splitlines() if "Taken back" in row)
    assert not check_books(office)[0]
    office.close()


def test_turns_of_one_price_that_follow_one_another_are_one_line() -> None:
    """A payment ends a line; two games charged by turns are two lines; one or two turns stay as they are."""

    def turn(number: int, balance: str, seat: str = "A", by: str = "\u22125.00") -> Entry:
        return Entry(f"{number} Dec 2026", f"Game 7, turn {number}, mage {seat}", by, balance, "")

    paid = Entry("8 Dec 2026", "Payment: cheque", "20.00", "5.00", "")
    call = Entry("9 Dec 2026", "Game 7, turn 9, mage A: a telephone call", "\u22121.00", "4.00", "")
    few = [turn(1, "30.00"), turn(2, "25.00"), paid, call]
    assert folded(few) == few
    one = [turn(n, f"{30 - 5 * n}.00") for n in range(1, 6)]
    assert folded([*one, paid]) == [
        Entry("1 Dec to 5 Dec 2026", "Game 7, turns 1 to 5, mage A, 5 \u00d7 5.00", "\u221225.00", "5.00", ""),
        paid,
    ]
    both = [turn(n, f"{n}{seat}", seat) for n in range(1, 4) for seat in "AB"]
    assert [(e.text.partition("s 1 to ")[2], e.balance) for e in folded(both)] == [
        ("3, mage A, 3 \u00d7 5.00", "3A"), ("3, mage B, 3 \u00d7 5.00", "3B")]  # fmt: skip
    free = [Entry(f"{n} Dec 2026", f"Game 7, turn {n}, mage A", "", "1.00", "\u22121") for n in range(1, 4)]
    assert [(e.text, e.by, e.turns) for e in folded(free)] == [("Game 7, turns 1 to 3, mage A", "", "\u22123")]
