"""Debts beyond the limit: a reminder, a last one, the seat is paused between two turns, and goes on when paid."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import event

from magika_gm.app.accounts.bookkeeping import book_payment, check_books, list_accounts, set_fee
from magika_gm.app.accounts.ledger import balances_of
from magika_gm.app.calendar.insurance import missing_of
from magika_gm.app.office.office import Office, read_settings
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.drop_outs import missed_before
from magika_gm.app.turns.editions import edition_of
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.store.archive import load_played
from tests.app.postroom import NOW, Post, begin

REPORTS_OF = "1"
LIMIT = '[accounts]\ndebt_limit = ["5.00 USD"]\ndebt_days = 3\n'
WEEK = timedelta(days=7)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    """Rune War's game 7: side 1 has 1 dollar and pays 3.50 a turn, side 2 plays free of charge."""
    made = begin(tmp_path / "office", settings=LIMIT, system="rune_war")
    with made.store.writing() as connection:
        connection.exec_driver_sql("DELETE FROM postings WHERE currency = 'TURN'")
        connection.exec_driver_sql("UPDATE postings SET amount = 100 WHERE credit IN ('player:1', 'player:2')")
    set_fee(made, "7", "2", "free")
    yield made
    made.close()


def play(office: Office, turns: int, last: datetime = NOW, days: int = 7) -> datetime:
    """So many turns, a week each; the moment of the last."""
    for _ in range(turns):
        last += timedelta(days=days)
        process_turn(office, "7", last, early=True, pages=False)
    return last


def bills(office: Office) -> list[str]:
    """The subject of every letter about debts, as they were made."""
    rows = Post(office).rows("SELECT seat, subject FROM outbox WHERE kind = 'bill' AND seat IN ('1', '2') ORDER BY id")
    return [f"{seat}: {subject.partition(': ')[2]}" for seat, subject in rows]


def how(office: Office, turn: int) -> str:
    with office.store.reading() as connection:
        return load_played(connection, "7", turn)["1"][0]


def cents(office: Office) -> int:
    with office.store.reading() as connection:
        return balances_of(connection, [1])[1].cents


def order(office: Office, turn: int, now: datetime) -> tuple[str, str]:
    """What became of a sheet of side 1."""
    received = Post(office, sent=turn * 10 + now.microsecond).one(
        f"GAME 7 TURN {turn}\nSEAT 1\nPASSWORD kittiwake nine\nAIM QUICK\nEND\n", now=now,
        sender="maren.ostby@example.org",
    )  # fmt: skip
    return received.outcome, received.reason


REMINDERS = ["1: your account owes 6.00 USD", "1: your account owes 9.50 USD: last reminder"]
PAUSED = "1: your seat is paused until your account is settled"


def test_step_by_step_and_never_in_the_middle_of_a_turn(office: Office) -> None:
    now = play(office, 1)
    assert (cents(office), bills(office)) == (-250, []), "within the limit"
    now = play(office, 1, now)
    assert (cents(office), bills(office)) == (-600, REMINDERS[:1])
    now = play(office, 1, now)
    assert bills(office) == REMINDERS
    assert order(office, 4, now) == ("accepted", ""), "until a turn is played, its orders are taken"
    now = play(office, 1, now)
    assert bills(office) == [*REMINDERS, PAUSED]
    assert (how(office, 4), cents(office)) == ("mailed", -1300)
    outcome, reason = order(office, 5, now)
    assert outcome == "refused"
    assert "your account owes 13.00 USD, and no more than 5.00 USD is lent" in reason
    with office.store.reading() as connection:
        assert "1" not in missing_of(connection, load_game(connection, "7")), "nobody nags him for orders"
    now = play(office, 2, now)
    assert (how(office, 5), how(office, 6)) == ("none", "paused"), "turn 5 is another's map turn"
    assert cents(office) == -1300, "not charged"
    with office.store.reading() as connection:
        assert missed_before(connection, "7", 7).get("1", 0) == 0, "and not missed"
    assert next(line for line in list_accounts(office) if line.player == 1).debt == "last reminder, paused 7:1"
    said = _text(office, 6)
    assert "so your orders were not played, which does not count as a miss" in " ".join(said.split())
    assert "Your seat is paused until your account is settled: orders for turn 7" in " ".join(said.split())
    assert bills(office)[3:] == [], "each letter once"


def _text(office: Office, turn: int) -> str:
    with office.store.reading() as connection:
        edition = edition_of(office, connection, "7", turn)
    return str(edition.system.reports.text(edition.reports["1"], None))


def test_a_payment_has_the_seat_played_on_at_once(office: Office) -> None:
    now = play(office, 4)
    book_payment(office, "1", "7", "bank", now)
    assert order(office, 5, now)[0] == "refused", "still 6 owed"
    book_payment(office, "1", "1", "bank", now + timedelta(seconds=1))
    assert bills(office)[3:] == ["1: your seat goes on"]
    assert order(office, 5, now.replace(microsecond=7))[0] == "accepted"
    play(office, 2, now)
    assert how(office, 6) == "default"
    assert bills(office)[4:] == ["1: your account owes 8.50 USD", "1: your account owes 12.00 USD: last reminder"]
    assert check_books(office)[0] == []


def test_steps_are_days_apart_however_many_turns_are_played(office: Office) -> None:
    now = play(office, 2)
    now = play(office, 2, now, days=1)
    assert bills(office) == REMINDERS[:1]
    play(office, 1, now, days=1)
    assert bills(office)[1:] == ["1: your account owes 16.50 USD: last reminder"]


def test_debts_that_are_none_end_with_one_command_however_many_sit_in_a_game(office: Office) -> None:
    written = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        written.append(statement)

    event.listen(office.store.engine, "before_cursor_execute", note)
    play(office, 1)
    assert sum(statement.startswith("UPDATE debts") for statement in written) == 1, written


def test_a_turn_taken_back_takes_its_step_back(office: Office, tmp_path: Path) -> None:
    now = play(office, 4)
    undo_turn(office, "7", now, "a slip")
    assert bills(office) == REMINDERS, "the letter of it was not sent, and is not"
    assert order(office, 4, now)[0] == "accepted"
    process_turn(office, "7", now, early=True, dry_run=tmp_path / "dry")
    assert bills(office) == REMINDERS, "a dry run sends nothing"
    play(office, 1, now)
    assert bills(office) == [*REMINDERS, PAUSED]


def test_without_a_limit_or_for_a_free_seat_nothing_is_done(office: Office) -> None:
    now = play(office, 5)
    assert not [said for said in bills(office) if said.startswith("2")]
    (office.root / "magika.toml").write_text("[accounts]\n", "utf-8")
    office.settings = read_settings(office.root / "magika.toml")
    play(office, 1, now)
    assert order(office, 7, now)[0] == "accepted", "a limit that is lifted lets the seat go on with the next turn"
