"""The books (GM-4): they balance to the cent whatever happens, and nothing is ever charged twice."""

from __future__ import annotations

import csv
import re
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from magika_gm.app.accounts import ledger
from magika_gm.app.accounts.bookkeeping import (
    book_credit,
    book_payment,
    book_refund,
    charge_item,
    check_books,
    list_accounts,
    set_fee,
    statement_of,
    take_back_entry,
)
from magika_gm.app.accounts.ledger import (
    CASH,
    GIVEN,
    TURN,
    Cause,
    Transfer,
    account,
    balances_of,
    book_entry,
    charge_turn,
    reverse_turn,
)
from magika_gm.app.accounts.rates import load_rates, money, parse_rates, read_amount
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, read_settings
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.cli.main import cli
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from magika_gm.store.database import open_store
from tests.app.postroom import begin
from tests.desk import typed
from tests.on_postgres import migrated

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
RATES = parse_rates((shipped("scenarios") / "rates" / "1994.toml").read_text("utf-8"), "1994.toml")


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    """The sample game's players, each with 10.50 and the four turns of a starter."""
    made = begin(tmp_path / "office", seed=b"books")
    yield made
    made.close()


def stands(office: Office, player: int = 1) -> tuple[int, int]:
    """Cents and free turns on a player's account."""
    with office.store.reading() as connection:
        balance = balances_of(connection, [player])[player]
    return balance.cents, balance.free_turns


def faults(office: Office) -> list[str]:
    return check_books(office)[0]


def printed(office: Office, turn: int, letter: str = "A") -> str:
    """The balance a report prints."""
    text = (office.reports("7", turn) / f"{letter}.txt").read_text("utf-8")
    return next(line.partition(": ")[2] for line in text.splitlines() if line.startswith("account "))


# --- rates -----------------------------------------------------------------------------------------------------------


def test_the_rates_of_1994_are_those_of_the_rule() -> None:
    wanted = {
        "starter": (1500, 2000), "turn": (350, 500), "rule-book": (300, 400), "camp": (150, 200),
        "file-turn": (225, 300), "copy": (225, 300), "phone-first": (100, 100), "phone-more": (200, 200),
        "alert-first": (50, 50), "alert-more": (100, 100), "orders": (0, 0),
    }  # fmt: skip
    assert {item: tuple(RATES.of(item, c) for c in RATES.currencies) for item in wanted} == wanted
    assert RATES.turns == {"starter": 4, "camp-by-mail": 5}


def test_rates_that_cannot_be_are_refused_with_every_fault() -> None:
    text = (shipped("scenarios") / "rates" / "1994.toml").read_text("utf-8")
    bad = text.replace('USD = "3.50"', "USD = 3.5").replace("starter = 4", "starter = -4").replace("[copy]", "[copies]")
    with pytest.raises(OfficeError) as caught:
        parse_rates(bad, "mine.toml")
    for words in ("mine.toml: ", "[turn] USD: write an amount as text", "[turns] starter must be a number of turns",
                  "[copy] is missing", "[copies] is not a rate"):  # fmt: skip
        assert words in str(caught.value)


def test_an_office_has_its_own_rates(office: Office) -> None:
    own = office.root / "scenarios" / "rates"
    own.mkdir()
    text = (shipped("scenarios") / "rates" / "1994.toml").read_text("utf-8")
    (own / "dear.toml").write_text(text.replace('"3.50"', '"7.00"'), "utf-8")
    (office.root / "magika.toml").write_text('[accounts]\nrates = "dear"\n', "utf-8")
    office.settings = read_settings(office.root / "magika.toml")
    assert load_rates(office).of("turn", "USD") == 700
    (office.root / "magika.toml").write_text('[accounts]\nrates = "cheap"\n', "utf-8")
    office.settings = read_settings(office.root / "magika.toml")
    with pytest.raises(OfficeError, match=r"no rates 'cheap'.*there are 1994, dear"):
        load_rates(office)


@given(st.integers(0, 99_999_99))
def test_amounts_print_and_read_back(cents: int) -> None:
    assert read_amount(money(cents)) == cents


@pytest.mark.parametrize("text", ["", "-3", "3.505", "1e3", "three", "3 50", "99999999", "٣"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(OfficeError):
        read_amount(text)


# --- turns -----------------------------------------------------------------------------------------------------------


def test_turns_in_credit_are_used_before_money_and_a_low_balance_is_told_two_turns_ahead(office: Office) -> None:
    seen = []
    for turn in range(1, 8):
        process_turn(office, "7", NOW, early=True)
        text = (office.reports("7", turn) / "A.txt").read_text("utf-8")
        note = re.search(r"Your account [^;.]*", " ".join(text.split()))
        seen.append((printed(office, turn), note.group() if note else ""))
    assert seen == [
        ("10.50 USD and 3 turns in credit", ""),
        ("10.50 USD and 2 turns in credit", ""),
        ("10.50 USD and 1 turn in credit", ""),
        ("10.50 USD", ""),
        ("7.00 USD", "Your account covers the next 2 turns and no more"),
        ("3.50 USD", "Your account covers the next turn and no more"),
        ("0.00 USD", "Your account does not cover the next turn"),
    ]
    assert faults(office) == []


def test_a_bill_stands_in_the_small_print_until_it_is_overdue_by_two_turns(office: Office) -> None:
    seen = []
    for turn in range(1, 11):
        process_turn(office, "7", NOW, early=True)
        text = " ".join((office.reports("7", turn) / "A.txt").read_text("utf-8").split())
        asked = "From the game master: You owe" in text
        assert text.count("please send a payment") == (turn > 4)
        seen.append(asked)
    assert seen == [False] * 9 + [True]
    assert "! From the game master: You owe 10.50 USD; please send a payment." in text


def test_reports_of_past_turns_are_written_again_with_the_balance_of_then(office: Office) -> None:
    process_turn(office, "7", NOW, early=True)
    wanted = {p.name: p.read_bytes() for p in office.reports("7", 1).iterdir()}
    book_payment(office, "1", "20", "cheque", NOW)
    process_turn(office, "7", NOW, early=True)
    set_fee(office, "7", "a", "free")
    assert printed(office, 2) == "30.50 USD and 2 turns in credit"
    write_reports(office, "7", 1)
    assert {p.name: p.read_bytes() for p in office.reports("7", 1).iterdir()} == wanted


def test_a_dry_run_charges_nothing_and_undo_gives_back_by_counter_entries(office: Office, tmp_path: Path) -> None:
    before = stands(office)
    process_turn(office, "7", NOW, early=True, dry_run=tmp_path / "look")
    assert stands(office) == before
    for _ in range(3):
        process_turn(office, "7", NOW, early=True)
        assert stands(office) == (1050, 3)
        undo_turn(office, "7", NOW)
        assert stands(office) == before
    process_turn(office, "7", NOW, early=True)
    causes = [line.cause for line in statement_of(office, "1")[1]]
    assert [cause for cause in causes if "turn:" in cause] == [
        "turn:7:1:A", "undo:turn:7:1:A", "turn:7:1:A#2", "undo:turn:7:1:A#2", "turn:7:1:A#3", "undo:turn:7:1:A#3",
        "turn:7:1:A#4",
    ]  # fmt: skip
    assert faults(office) == []


def test_each_seat_pays_its_own_fee(office: Office) -> None:
    assert set_fee(office, "7", "B", "file") == "turn"
    set_fee(office, "7", "C", "free")
    for _ in range(5):
        process_turn(office, "7", NOW, early=True)
    assert [stands(office, player) for player in (1, 2, 3)] == [(700, 0), (825, 0), (stands(office, 3)[0], 4)]
    assert "covers" not in (office.reports("7", 5) / "C.txt").read_text("utf-8")
    with pytest.raises(OfficeError, match="no player plays mage Z"):
        set_fee(office, "7", "z", "free")


def test_who_plays_two_seats_uses_a_turn_in_credit_once(office: Office) -> None:
    """One turn in credit and two seats: the first by its letter is played for it, the other for money (GM-4)."""
    with office.store.writing() as connection:
        connection.execute(update(t.seats).where(t.seats.c.game == "7", t.seats.c.seat == "B").values(player=1))
        spent = Transfer(account(1), GIVEN, TURN, 3)
        book_entry(connection, Cause("credit:3", "three turns spent elsewhere"), NOW.isoformat(), [spent])
        assert balances_of(connection, [1])[1].free_turns == 1
        charge_turn(connection, "7", 1, ("B", "A"), NOW.isoformat(), RATES)
    assert stands(office) == (1050 - 350, 0)
    told = [line.text for line in statement_of(office, "1")[1] if line.cause.startswith("turn:")]
    assert told == ["Game 7, turn 1, mage A (a turn in credit)", "Game 7, turn 1, mage B"]
    with office.store.writing() as connection:
        reverse_turn(connection, "7", 1, NOW.isoformat())
    assert stands(office) == (1050, 1)
    assert faults(office) == []


def test_a_charge_of_several_says_how_many(office: Office) -> None:
    for times in (1, 2, 3):
        charge_item(office, "1", "copy", NOW + timedelta(minutes=times), times)
    told = [line.text for line in statement_of(office, "1")[1]][-3:]
    assert [text.partition(", ")[2] for text in told] == ["", "2 times", "3 times"]


# --- entries ---------------------------------------------------------------------------------------------------------


def test_a_cause_is_booked_once_until_it_is_reversed(office: Office) -> None:
    cause = Cause("mail:1", "something")
    with office.store.writing() as connection:
        first = book_entry(connection, cause, "now", [Transfer(CASH, account(1), "USD", 5)])
        assert first
        assert book_entry(connection, cause, "now", [Transfer(CASH, account(1), "USD", 5)]) is None
        ledger.reverse_entry(connection, first, "now", "undone")
        with pytest.raises(ledger.AlreadyReversed):
            ledger.reverse_entry(connection, first, "now", "undone")
        assert book_entry(connection, cause, "now", [Transfer(CASH, account(1), "USD", 7)])
        assert book_entry(connection, cause, "now", [Transfer(CASH, account(1), "USD", 7)]) is None
    assert stands(office) == (1057, 4)
    assert faults(office) == []


@pytest.mark.parametrize(
    "row",
    [
        {"debit": "cash", "credit": "player:1", "currency": "USD", "amount": 0},
        {"debit": "cash", "credit": "player:1", "currency": "USD", "amount": -5},
        {"debit": "cash", "credit": "cash", "currency": "USD", "amount": 5},
        {"debit": "cash", "credit": "player:1", "currency": "eur", "amount": 5},
        {"debit": "cash", "credit": "player:1", "currency": "EURO", "amount": 5},
        {"debit": None, "credit": "player:1", "currency": "USD", "amount": 5},
        {"entry": 999, "debit": "cash", "credit": "player:1", "currency": "USD", "amount": 5},
    ],
)
def test_the_database_itself_refuses_a_posting_that_could_not_balance(office: Office, row: dict[str, object]) -> None:
    with pytest.raises(IntegrityError), office.store.writing() as connection:
        connection.execute(insert(t.postings), [{"entry": 1, "nr": 9} | row])


def test_the_database_itself_refuses_a_cause_twice_and_two_reversals(office: Office) -> None:
    for row in ({"cause": "opening:1", "reverses": None}, {"cause": "x", "reverses": 1}):
        blank = {"made_at": "", "text": ""}
        rows = [row | blank, row | blank | {"cause": "y"}]
        with pytest.raises(IntegrityError), office.store.writing() as connection:
            connection.execute(insert(t.entries), rows)


def test_books_that_are_wrong_are_told(office: Office) -> None:
    process_turn(office, "7", NOW, early=True)
    with office.store.writing() as connection:
        book_entry(
            connection, Cause("turn:7:9:A", "never played", "7", 9, "A"), "now", [Transfer("player:1", CASH, "USD", 9)]
        )
        book_entry(connection, Cause("mail:9", "for nobody"), "now", [Transfer(CASH, "player:99", "USD", 9)])
        blank = {"made_at": "", "text": "", "game": "7", "turn": 1, "seat": "A"}
        connection.execute(insert(t.entries), [{"id": 9001, "cause": "turn:7:1:A#2", **blank}])
        connection.execute(insert(t.entries), [{"id": 9002, "cause": "undo:opening:1", **blank, "reverses": 1}])
    found = "; ".join(faults(office))
    for words in ("turn:7:9:A is charged, but that turn was not processed", "player:99: there is no such player",
                  "turn:7:1:A was booked twice", "does not undo entry 1"):  # fmt: skip
        assert words in found
    result = typed(office, "accounts", "--check")
    assert result.exit_code == 1
    assert "the books are wrong" in result.stderr


# --- commands --------------------------------------------------------------------------------------------------------


def test_a_reference_counts_for_one_player_unless_it_is_said_to_be_for_two(office: Office) -> None:
    first = book_payment(office, "1", "20", "cheque", NOW, ref="Cheque #4711")
    why = rf"a payment of Ann Dubois \(1\) has that reference, entry {first.entry} of 1 Nov 2026; nothing was booked"
    for said in ("cheque #4711", "CHEQUE  #4711"):
        with pytest.raises(OfficeError, match=why):
            book_payment(office, "2", "20", "cheque", NOW, ref=said)
    with pytest.raises(OfficeError, match=why):
        book_payment(office, "1", "20", "cheque", NOW, ref="cheque #4711")
    book_payment(office, "2", "20", "cheque", NOW, ref="cheque #4712")
    assert book_payment(office, "2", "20", "cheque", NOW, ref="Cheque #4711", again=True).player == 2
    with pytest.raises(OfficeError, match="stands in the books already"):
        book_payment(office, "2", "20", "cheque", NOW, ref="Cheque #4711", again=True)
    book_credit(office, "3", "1", "late", NOW, turns=0, ref="turn 5")
    book_credit(office, "4", "1", "late", NOW, turns=0, ref="turn 5")
    alone = book_payment(office, "5", "20", "cheque", NOW, ref="cheque #4713")
    take_back_entry(office, alone.entry, "the other player's", NOW)
    command = ["--office", str(office.root), "pay", "6", "20", "--reason", "cheque", "--ref"]
    assert CliRunner().invoke(cli, [*command, "cheque #4713"]).exit_code == 0, "what was taken back holds nobody up"
    assert CliRunner().invoke(cli, [*command, "cheque #4712"]).exit_code == 1
    assert CliRunner().invoke(cli, [*command, "cheque #4712", "--again"]).exit_code == 0


def test_payments_credits_refunds_and_charges(office: Office) -> None:
    assert book_payment(office, "Ann Dubois", "20", "cheque", NOW, "USD", "cheque #4711").balance.startswith(
        "30.50 USD and 4"
    )
    with pytest.raises(OfficeError, match="stands in the books already"):
        book_payment(office, "1", "20", "cheque", NOW, "", "cheque #4711")
    with pytest.raises(OfficeError, match="is in USD"):
        book_payment(office, "1", "20", "cheque", NOW, "CAD")
    book_credit(office, "7:A", "1.75", "late", NOW, turns=2)
    assert book_refund(office, "P0001", "3.50", "our mistake", NOW).balance == "35.75 USD and 6 turns in credit"
    with pytest.raises(OfficeError, match=r"holds 35\.75 USD; no more"):
        book_refund(office, "1", "35.76", "leaves", NOW, paid_out=True)
    book_refund(office, "1", "30", "leaves", NOW + timedelta(days=1), paid_out=True)
    done = charge_item(office, "ann.dubois@example.org", "copy", NOW, 2, "turn 5")
    assert done.balance == "1.25 USD and 6 turns in credit"
    take_back_entry(office, done.entry, "typed twice", NOW)
    with pytest.raises(OfficeError, match="reversed before"):
        take_back_entry(office, done.entry, "typed twice", NOW)
    assert stands(office) == (575, 6)
    line, entries = statement_of(office, "1")
    assert (entries[-1].balance_cents, entries[-1].free_turns) == (line.balance_cents, line.free_turns) == (575, 6)
    assert faults(office) == []


def test_what_is_bought_once_is_charged_once(office: Office) -> None:
    with pytest.raises(OfficeError, match="has the rule book already"):
        charge_item(office, "1", "rule-book", NOW)
    charge_item(office, "1", "camp", NOW)
    with pytest.raises(OfficeError, match="has the CAMP already"):
        charge_item(office, "1", "camp", NOW)
    assert stands(office) == (900, 4)


def test_who_buys_a_rule_book_has_it_until_that_is_taken_back(office: Office) -> None:
    def book() -> str | None:
        with office.store.reading() as connection:
            return connection.execute(select(t.players.c.rule_book).where(t.players.c.id == 1)).scalar()

    with office.store.writing() as connection:
        connection.execute(update(t.players).where(t.players.c.id == 1).values(rule_book=""))
    bought = charge_item(office, "1", "rule-book", NOW)
    take_back_entry(office, charge_item(office, "1", "camp", NOW).entry, "by mistake", NOW)
    assert book() == "owned"
    take_back_entry(office, bought.entry, "he sent it back", NOW)
    assert (book(), stands(office)) == ("", (1050, 4))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["pay", "99", "5", "--reason", "x"], "there is no player 99"),
        (["pay", "Ann Duboi", "5", "--reason", "x"], "did you mean Ann Dubois?"),
        (["pay", "7:Z", "5", "--reason", "x"], "no player plays mage Z of game 7"),
        (["pay", "8:A", "5", "--reason", "x"], "there is no game 8"),
        (["pay", "1", "0", "--reason", "x"], "an amount of nothing"),
        (["pay", "1", "-5", "--reason", "x"], "not an amount"),
        (["pay", "1", "5", "--reason", " "], "give a reason"),
        (["credit", "1", "--reason", "x"], "say how much"),
        (["credit", "1", "--turns", "-1", "--reason", "x"], "cannot be given"),
        (["charge", "1", "turn"], "cannot be charged by command; there are rule-book, camp, copy"),
        (["charge", "1", "copy", "--times", "0"], "cannot be charged 0 times"),
        (["charge", "1", "copy", "--times", "101"], "cannot be charged 101 times"),
        (["charge", "1", "camp", "--times", "2"], "cannot be charged 2 times"),
        (["pay", "1", "5", "--reason", "x" * 201], "201 characters; 200 at most"),
        (["pay", "1", "5", "--reason", "x", "--ref", "x" * 61], "61 characters; 60 at most"),
        (["accounts", "--take-back", "999", "--reason", "x"], "there is no entry 999"),
        (["accounts", "--take-back", "1", "--reason", "x"], "was not made by command (opening:1)"),
        (["fee", "7", "M", "free"], ""),
        (["fee", "7", "Q", "free"], "no player plays mage Q"),
    ],
)
def test_bad_input_is_refused_with_the_reason_and_nothing_is_booked(office: Office, words: list[str], why: str) -> None:
    before = [stands(office, line.player) for line in list_accounts(office)]
    words = [*words[:2], "--", *words[2:]] if "-5" in words else words
    if "--" in words:
        words = ["pay", "--reason", "x", "--", "1", "-5"]
    result = typed(office, *words)
    if why:
        assert result.exit_code == 1, result.output
        assert why in result.stderr
    assert [stands(office, line.player) for line in list_accounts(office)] == before
    assert faults(office) == []


def test_the_books_as_csv(office: Office, tmp_path: Path) -> None:
    book_payment(office, "1", "20", "=HYPERLINK(1)", NOW)
    process_turn(office, "7", NOW, early=True)
    path = tmp_path / "books.csv"
    result = typed(office, "accounts", "--csv", str(path))
    assert result.exit_code == 0
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert f"{len(rows)} postings" in result.output
    opening, paid = rows[0], next(row for row in rows if row["cause"].startswith("pay:"))
    assert (opening["debit"], opening["credit"], opening["currency"], opening["amount"]) == (
        "opening", "player:1", "USD", "10.50",
    )  # fmt: skip
    assert (paid["text"], paid["amount"]) == ("Payment: =HYPERLINK(1)", "20.00")
    assert {row["seat"] for row in rows if row["cause"].startswith("turn:")} == set("ABCDEFGHIJKLM")


def test_a_balance_of_the_first_schema_becomes_an_opening_entry(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    migrated(url, "0001")
    with sqlite3.connect(tmp_path / "old.sqlite3") as old:
        for number, cents, money_of in ((1, 1050, "USD"), (2, -350, "CAD"), (3, 0, "USD")):
            old.execute(
                "INSERT INTO players VALUES (?, 'X', '', 'x@y', ?, ?, ?)", (number, f"P{number}", cents, money_of)
            )
        old.execute("INSERT INTO games VALUES ('1', '', '', x'00', '', 14, '2026-01-01')")
        old.execute("INSERT INTO turns VALUES ('1', 0, '', '', 6, NULL, '')")
        old.execute("INSERT INTO seats VALUES ('1', 'A', 1, 'X', '', '')")
        old.execute("INSERT INTO seats VALUES ('1', 'M', NULL, 'Y', '', '')")
    old.close()
    store = open_store(url)
    with store.reading() as connection:
        assert balances_of(connection) == {1: ("USD", 1050, 0), 2: ("CAD", -350, 0), 3: ("USD", 0, 0)}
        assert ledger.faults_in_books(connection) == []
        assert {a: s.text for a, s in ledger.statements_of(connection, "1", 0).items()} == {"A": "10.50 USD"}
    store.close()
