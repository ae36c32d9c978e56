"""The reminder of missing orders that is for all, once for a due date; and hours of grace after it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from magika_gm import games
from magika_gm.app.calendar.date_moves import move_date, pause_game
from magika_gm.app.calendar.insurance import alert_missing, games_to_alert
from magika_gm.app.office.errors import Faults
from magika_gm.app.office.office import Office, read_settings
from magika_gm.app.operations.status import office_status
from magika_gm.app.operations.tick import tick
from magika_gm.app.record.games import awaited, load_game
from magika_gm.app.turns.process import due_games, process_turn
from magika_gm.cli.main import cli
from tests.app.postroom import ADDRESS, NOW, Post, begin, mails_in, sheet
from tests.systems.five import GAME, begun

REPORTS_OF = ""
DUE = datetime(2026, 11, 15, 22, tzinfo=UTC)
OPENS = DUE - timedelta(hours=48)
GRACE = "[game]\ngrace_hours = 6\n"


def reminded(office: Office, now: datetime, game: str = "7") -> str:
    found = alert_missing(office, game, now).game
    assert found is not None
    return "".join(found.reminded)


def test_all_whose_orders_are_missing_are_reminded_two_days_before_and_once(tmp_path: Path) -> None:
    post = Post(begin(tmp_path / "office"))
    post.one(sheet("1 MOVE NE"))
    post.one(sheet("ABSENT 2026-11-10 to 2026-11-20", letter="A"))
    assert games_to_alert(post.office, OPENS - timedelta(minutes=1)) == []
    assert reminded(post.office, OPENS - timedelta(minutes=1)) == ""
    assert games_to_alert(post.office, OPENS) == ["7"]
    assert reminded(post.office, OPENS) == "BDEFGHIJKLM", "C has sent orders, A is away"
    assert reminded(post.office, OPENS + timedelta(hours=1)) == ""
    assert games_to_alert(post.office, OPENS + timedelta(hours=1)) == [], "there is nothing left to do"
    assert post.rows("SELECT count(*) FROM entries WHERE cause LIKE 'call:%'") == [(0,)], "it costs nothing"


def test_orders_can_be_sent_by_answering_a_reminder(tmp_path: Path) -> None:
    post = Post(begin(tmp_path / "office"))
    reminded(post.office, OPENS)
    mails = [m for m in post.delivered(OPENS) if "are missing" in str(m["Subject"]) and m["To"] == ADDRESS["C"]]
    (mail,) = mails
    text = mail.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert "Sunday 15 November 2026, 18:00 AST" in text
    assert "costs you nothing" in text
    received = post.one("GAME 7 TURN 1\nMAGE C\n1 MOVE NE\nEND\n", to=str(mail["Reply-To"]), now=OPENS)
    assert received.outcome == "accepted"


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_only_those_are_reminded_who_must_order(tmp_path: Path, name: str) -> None:
    played = begun(tmp_path / "office", games.system(name))
    with played.office.store.reading() as connection:
        game = load_game(connection, GAME)
        must = awaited(connection, game)
    found = alert_missing(played.office, GAME, game.next_due - timedelta(hours=1)).game
    assert found is not None
    assert list(found.reminded) == [seat for seat in must if seat in played.passwords]
    assert found.reminded


def test_nobody_is_reminded_before_half_of_his_time_is_over(tmp_path: Path) -> None:
    office = begin(tmp_path / "office")
    process_turn(office, "7", DUE, pages=False)
    move_date(office, "7", DUE + timedelta(days=2), "a fast one", DUE)
    assert reminded(office, DUE + timedelta(hours=23)) == ""
    assert reminded(office, DUE + timedelta(hours=24)) == "ABCDEFGHIJKLM"


def test_a_moved_date_is_reminded_of_anew_and_what_was_not_sent_goes_no_more(tmp_path: Path) -> None:
    office = begin(tmp_path / "office")
    assert reminded(office, OPENS)
    move_date(office, "7", DUE + timedelta(days=7), "", OPENS)
    states = Post(office).rows("SELECT DISTINCT state FROM outbox WHERE kind = 'nudge'")
    assert states == [("cancelled",)]
    assert reminded(office, OPENS + timedelta(days=7)) == "ABCDEFGHIJKLM"
    pause_game(office, "7", None, "ill", OPENS + timedelta(days=7))
    assert reminded(office, OPENS + timedelta(days=8)) == ""


def test_none_is_reminded_where_it_is_set_to_0(tmp_path: Path) -> None:
    office = begin(tmp_path / "office", "[game]\nremind_hours = 0\n")
    assert games_to_alert(office, OPENS + timedelta(hours=1)) == []
    assert reminded(office, DUE - timedelta(hours=1)) == ""


def test_a_round_reminds_and_says_so(tmp_path: Path) -> None:
    office = begin(tmp_path / "office")
    parts = {part.name: part for part in tick(office, OPENS)}
    assert parts["insurance 7"].done == ["reminded: A B C D E F G H I J K L M"]
    assert len({str(m["To"]) for m in mails_in(office.root / "outbox") if "are missing" in str(m["Subject"])}) == 13


def test_a_turn_waits_its_hours_of_grace_for_orders_that_are_missing(tmp_path: Path) -> None:
    post = Post(begin(tmp_path / "office", GRACE))
    assert due_games(post.office, DUE + timedelta(hours=5)) == []
    assert reminded(post.office, DUE) == "ABCDEFGHIJKLM", "told that they are late"
    assert reminded(post.office, DUE + timedelta(hours=1)) == ""
    (body,) = post.rows("SELECT body FROM outbox WHERE kind = 'nudge' AND seat = 'C'")
    assert "Monday 16 November 2026, 00:00 AST" in body[0]
    todo = office_status(post.office, DUE + timedelta(hours=1)).games[0].todo
    assert todo[0].startswith("turn 1 waits for A B C"), todo
    assert due_games(post.office, DUE + timedelta(hours=6)) == ["7"]


def test_no_grace_is_waited_for_where_nobodys_orders_are_missing(tmp_path: Path) -> None:
    post = Post(begin(tmp_path / "office", GRACE, system="arena"))
    with post.office.store.reading() as connection:
        seats = awaited(connection, load_game(connection, "7"))
        due = load_game(connection, "7").next_due
    assert due_games(post.office, due) == []
    for seat in seats:
        post.rows(f"INSERT INTO absences (game, seat, first, last, received_at) VALUES ('7', '{seat}', "
                  f"'{due:%Y-%m-%d}', '{due:%Y-%m-%d}', '')")  # fmt: skip
    assert due_games(post.office, due) == ["7"]


def test_the_game_master_needs_not_wait_for_grace(tmp_path: Path) -> None:
    office = begin(tmp_path / "office", GRACE)
    assert process_turn(office, "7", DUE, pages=False).turn == 1


def test_whom_it_would_be_is_shown_and_told_as_data(tmp_path: Path) -> None:
    office = begin(tmp_path / "office")
    move_date(office, "7", datetime.now(UTC) + timedelta(hours=2), "", NOW)
    said = CliRunner().invoke(cli, ["--office", str(office.root), "remind", "7", "--dry-run"])
    assert "the reminder for all would go to A B C D E F G H I J K L M." in said.output
    told = CliRunner().invoke(cli, ["--office", str(office.root), "remind", "7", "--json"])
    assert json.loads(told.output)["games"][0]["reminded"] == list("ABCDEFGHIJKLM")


def test_hours_below_0_are_a_fault_of_the_settings(tmp_path: Path) -> None:
    file = tmp_path / "magika.toml"
    file.write_text("[game]\nremind_hours = -1\ngrace_hours = -2\n", encoding="utf-8")
    with pytest.raises(Faults) as caught:
        read_settings(file)
    assert "remind_hours must not be below 0" in str(caught.value)
    assert "grace_hours must not be below 0" in str(caught.value)
