"""A look round asks the same few questions however many games there are."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from magika_gm.app.calendar.date_moves import move_date
from magika_gm.app.calendar.insurance import games_to_alert
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office, open_office
from magika_gm.app.record.contact import finals_of, say_final
from magika_gm.app.record.games import game_dates, load_game
from magika_gm.app.turns.process import due_games, process_turn
from magika_gm.app.turns.publish import reports_there
from magika_gm.resources import shipped
from tests.offices import copied

REPORTS_OF = ""

BEGUN = datetime(2026, 3, 2, 12, tzinfo=UTC)
DUE = BEGUN + timedelta(days=14)


def four_games(folder: Path) -> Office:
    made = init_office(folder)
    for number in range(4):
        begin(made, f"g{number}")
    return made


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = copied(tmp_path / "office", four_games)
    yield made
    made.close()


def begin(office: Office, game: str) -> None:
    signups = shipped("sample") / "temple_isle" / "signups.toml"
    new_game(office, game, signups, BEGUN, system="temple_isle", due=DUE, seed=game.encode())


@contextmanager
def questions(office: Office) -> Iterator[list[str]]:
    """What the database is asked."""
    asked: list[str] = []

    def note(*words: Any) -> None:
        asked.append(str(words[2]))

    event.listen(office.store.engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(office.store.engine, "before_cursor_execute", note)


def test_dates_are_those_of_each_game(office: Office) -> None:
    move_date(office, "g1", DUE + timedelta(days=3), "a feast", BEGUN)
    process_turn(office, "g2", BEGUN, early=True)
    process_turn(office, "g3", BEGUN, early=True, review=True)
    with office.store.reading() as connection:
        found = game_dates(connection)
        games = [load_game(connection, one.id) for one in found]
    assert [(g.id, g.next_due, g.ending, g.held, g.processed_at) for g in games] == [tuple(one) for one in found]
    assert [one.held for one in found] == [False, False, False, True]
    assert due_games(office, DUE) == ["g0"]
    assert due_games(office, DUE + timedelta(days=3)) == ["g0", "g1"]
    assert due_games(office, DUE, "g1") == []


def test_a_game_that_cannot_be_read_is_due_though_others_wait_their_hours_of_grace(office: Office) -> None:
    """Its own turn says what is wrong."""
    (office.root / "magika.toml").write_text("[game]\ngrace_hours = 5\n", encoding="utf-8")
    later = open_office(office.root)
    with later.store.writing() as connection:
        connection.execute(text("UPDATE games SET system = 'chess' WHERE id = 'g0'"))
    assert due_games(later, DUE) == ["g0"]
    assert due_games(later, DUE + timedelta(hours=5)) == ["g0", "g1", "g2", "g3"]
    later.close()


def test_a_look_round_asks_as_much_with_four_games_as_with_eight(office: Office) -> None:
    def look() -> int:
        with questions(office) as asked:
            assert due_games(office, BEGUN) == []
            assert games_to_alert(office, BEGUN) == []
        return len(asked)

    before = look()
    for number in range(4, 8):
        begin(office, f"g{number}")
    assert look() == before
    assert len(games_to_alert(office, DUE - timedelta(hours=2))) == 8


def test_what_is_final_in_one_game_stays_so_whatever_is_said_in_another(office: Office) -> None:
    with office.store.writing() as connection:
        for game in ("g0", "g1", "g0"):  # said twice, it is noted once
            say_final(connection, game, 1, "SUN", BEGUN.isoformat())
        say_final(connection, "g1", 2, "SUN", BEGUN.isoformat())
        assert [finals_of(connection, game, 1) for game in ("g0", "g1", "g2")] == [{"SUN"}, {"SUN"}, set()]
        assert finals_of(connection, "g0", 2) == set()


def test_reports_of_an_earlier_turn_are_written_again_where_they_are_gone(office: Office) -> None:
    for turn in (1, 2):
        process_turn(office, "g0", DUE + timedelta(hours=turn), early=True)
    shutil.rmtree(office.reports("g0", 1))
    assert [reports_there(office, "g0", turn) for turn in (2, 1, 1)] == [False, True, False]
    assert office.reports("g0", 1).is_dir()
