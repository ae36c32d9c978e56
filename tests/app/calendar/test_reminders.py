"""The reminder of missing orders that is for all, once for a due date; and hours of grace after it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.app.calendar.date_moves import move_date, pause_all, pause_game, resume_all
from magika_gm.app.calendar.insurance import alert_missing, games_to_alert
from magika_gm.app.calendar.schedule import pause_of
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.errors import Faults, OfficeError
from magika_gm.app.office.office import Office, read_settings
from magika_gm.app.operations.status import office_status
from magika_gm.app.operations.tick import tick
from magika_gm.app.post.letterbox import write
from magika_gm.app.record.contact import set_insurance
from magika_gm.app.record.games import awaited, game_ids, load_game
from magika_gm.app.turns.process import due_games, process_turn
from magika_gm.resources import shipped
from tests.app.postroom import ADDRESS, NOW, Post, begin, mails_in, sheet
from tests.app.signups import form, put
from tests.desk import typed
from tests.offices import empty
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


def test_who_did_not_get_his_reminder_is_reminded_when_the_date_is_the_same_again(tmp_path: Path) -> None:
    post, now = Post(begin(tmp_path / "office")), DUE - timedelta(hours=30)
    assert reminded(post.office, now) == "ABCDEFGHIJKLM"
    due = due_of(post)
    post.rows("UPDATE outbox SET state = 'sent' WHERE kind = 'nudge' AND seat IN ('A', 'B')")
    for others in ("CDEFGHIJKLM", "DEFGHIJKLM", ""):
        move_date(post.office, "7", DUE + timedelta(days=7), "", now)
        move_date(post.office, "7", due, "", now + timedelta(minutes=5))
        assert games_to_alert(post.office, now + timedelta(minutes=5)) == (["7"] if others else [])
        assert reminded(post.office, now + timedelta(minutes=5)) == others
        which = "" if others == "DEFGHIJKLM" else "AND seat = 'C'"
        post.rows(f"UPDATE outbox SET state = 'sent' WHERE kind = 'nudge' AND state = 'waiting' {which}")
    sent = post.rows("SELECT seat FROM outbox WHERE kind = 'nudge' AND state = 'sent' ORDER BY seat")
    assert [seat for (seat,) in sent] == list("ABCDEFGHIJKLM"), "each once"


def test_a_round_takes_up_no_game_that_is_paused_or_whose_time_is_not_half_over(tmp_path: Path) -> None:
    office = begin(tmp_path / "office")
    process_turn(office, "7", DUE, pages=False)
    move_date(office, "7", DUE + timedelta(days=2), "a fast one", DUE)
    assert games_to_alert(office, DUE + timedelta(hours=23)) == []
    half = DUE + timedelta(hours=24)
    assert games_to_alert(office, half) == ["7"]
    pause_game(office, "7", None, "ill", half)
    assert games_to_alert(office, half) == []
    Post(office).rows("UPDATE pauses SET until = 'never'")
    assert games_to_alert(office, half) == ["7"], "its own turn says that this cannot be read"


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
    said = typed(office, "remind", "7", "--dry-run")
    assert "the reminder for all would go to A B C D E F G H I J K L M." in said.output
    told = typed(office, "remind", "7", "--json")
    assert json.loads(told.output)["games"][0]["reminded"] == list("ABCDEFGHIJKLM")


def test_hours_below_0_are_a_fault_of_the_settings(tmp_path: Path) -> None:
    file = tmp_path / "magika.toml"
    file.write_text("[game]\nremind_hours = -1\ngrace_hours = -2\n", encoding="utf-8")
    with pytest.raises(Faults) as caught:
        read_settings(file)
    assert "remind_hours must not be below 0" in str(caught.value)
    assert "grace_hours must not be below 0" in str(caught.value)


# Days a player asks for: WAIT 3 DAYS.

BY_RULE = '[game]\nwait_by = "rule"\n'
ASKED = "WAIT 3 DAYS because of my stay in hospital"


def due_of(post: Post) -> datetime:
    with post.office.store.reading() as connection:
        return load_game(connection, "7").next_due


def last_answer(post: Post) -> str:
    (body,) = post.rows("SELECT body FROM outbox WHERE kind IN ('answer', 'acknowledge') ORDER BY id DESC LIMIT 1")
    return " ".join(str(body[0]).split())


@pytest.mark.parametrize("orders", [ASKED, f"1 MOVE NE\n{ASKED}", "wait for 3 days, as I am in hospital."])
def test_by_rule_a_game_waits_once_for_a_player_who_asks(tmp_path: Path, orders: str) -> None:
    post = Post(begin(tmp_path / "office", BY_RULE))
    assert post.one(sheet(orders)).outcome == "accepted"
    assert due_of(post) == DUE + timedelta(days=3)
    assert "Granted, this once" in last_answer(post)
    assert "Wednesday 18 November 2026" in last_answer(post)
    told = post.rows("SELECT seat, body FROM outbox WHERE kind = 'date' ORDER BY seat")
    assert [seat for seat, _ in told] == list("ABCDEFGHIJKLM")
    assert all("a player asked for 3 days more" in body for _, body in told)
    assert not any("hospital" in body for _, body in told), "the reason is nobody else's business"
    assert post.one(sheet("WAIT 1 DAY please")).outcome == "accepted"
    assert "waited for you once already" in last_answer(post)
    post.one(sheet("WAIT 2 DAYS", letter="A"))
    assert due_of(post) == DUE + timedelta(days=5), "another player has one of his own"
    process_turn(post.office, "7", due_of(post), pages=False)
    post.one(sheet("WAIT 2 DAYS", turn=2), now=DUE + timedelta(days=6))
    assert "waited for you once already" in last_answer(post), "one a game, not one a turn"


def test_the_game_master_grants_what_is_put_before_him(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("magika_gm.cli.calendar.now", lambda: NOW)
    post = Post(begin(tmp_path / "office"))
    assert post.one(sheet(ASKED)).outcome == "accepted"
    assert due_of(post) == DUE
    assert "put before your game master" in last_answer(post)

    def run(*words: str) -> str:
        result = typed(post, *words)
        return result.output + result.stderr

    assert "asks the game to wait 3 days: my stay in hospital" in " ".join(run("inbox", "--json").split())
    assert "Turn 1 of game 7 is due Wednesday 18 November 2026, 18:00 AST." in run("wait", "7", "C", "3")
    assert "Nothing waits for you." in run("inbox")
    assert "before; to do it once more: --again" in run("wait", "7", "C", "1")
    assert "Thursday 19 November" in run("wait", "7", "C", "1", "--again")
    assert "is no mage a player plays" in run("wait", "7", "Z", "1")


@pytest.mark.parametrize(("asked", "said"), [
    ("WAIT 4 DAYS", "waits 3 days at most"), ("WAIT 0 DAYS", "waits 3 days at most"),
    ("WAIT a bit", "Write it like this: WAIT 3 DAYS because"),
])  # fmt: skip
def test_what_cannot_be_granted_is_said_and_moves_nothing(tmp_path: Path, asked: str, said: str) -> None:
    post = Post(begin(tmp_path / "office", BY_RULE))
    post.one(sheet(f"1 MOVE NE\n{asked}"))
    assert said in last_answer(post)
    assert due_of(post) == DUE
    assert post.rows("SELECT * FROM calls") == []


def test_no_rule_grants_days_once_the_turn_is_due_or_the_game_pauses(tmp_path: Path) -> None:
    post = Post(begin(tmp_path / "office", BY_RULE))
    post.one(sheet(ASKED), now=DUE)
    assert "put before your game master" in last_answer(post)
    pause_game(post.office, "7", None, "ill", NOW)
    post.one(sheet("WAIT 2 DAYS", letter="A"))
    assert "put before your game master" in last_answer(post)
    assert due_of(post) == DUE


def test_who_proves_nothing_makes_no_game_wait(tmp_path: Path) -> None:
    post = Post(begin(tmp_path / "office", BY_RULE))
    assert post.one(sheet(ASKED, password="not his")).outcome == "refused"
    assert due_of(post) == DUE


def test_a_wait_is_no_call_of_insurance(tmp_path: Path) -> None:
    """It is not charged, and the first alert after it is."""
    post = Post(begin(tmp_path / "office", BY_RULE))
    set_insurance(post.office, "7", "C", "e-mail", None, None)
    post.one(sheet(ASKED))
    evening = DUE + timedelta(days=2, hours=5)
    (alert,) = alert_missing(post.office, "7", evening, early=True).game.alerts  # type: ignore[union-attr]
    assert (alert.new, alert.nr, alert.charged) == (True, 1, True)


# The whole office: pause ALL, resume ALL, a letter to everybody.


def two_games(folder: Path) -> Office:
    office = begin(folder)
    new_game(office, "8", shipped("sample") / "arena" / "signups.toml", NOW, system="arena", seed=b"eight")
    return office


def paused(office: Office, now: datetime) -> set[str]:
    with office.store.reading() as connection:
        return {name for name in game_ids(connection) if pause_of(connection, name, now) is not None}


def test_all_games_pause_and_go_on_together_and_one_with_its_own_reason_does_not(tmp_path: Path) -> None:
    office = two_games(tmp_path / "office")
    new_game(office, "9", shipped("sample") / "arena" / "signups.toml", NOW, system="arena", seed=b"nine")
    pause_game(office, "9", None, "a player is in hospital", NOW)
    done, left = pause_all(office, NOW + timedelta(days=20), "the holidays", NOW + timedelta(hours=1))
    assert [changed.game for changed in done] == ["7", "8"]
    assert left == {"9": "paused (a player is in hospital)"}
    assert paused(office, NOW + timedelta(days=1)) == {"7", "8", "9"}
    done, left = resume_all(office, None, NOW + timedelta(days=2))
    assert [changed.game for changed in done] == ["7", "8"]
    assert set(left) == paused(office, NOW + timedelta(days=2)) == {"9"}
    assert [changed.game for changed in resume_all(office, None, NOW + timedelta(days=2))[0]] == ["9"]
    with pytest.raises(OfficeError, match="no game is paused"):
        resume_all(office, None, NOW + timedelta(days=2))


def test_all_games_pause_or_none(tmp_path: Path) -> None:
    office = two_games(tmp_path / "office")
    process_turn(office, "8", NOW + timedelta(days=20), review=True, pages=False)
    with pytest.raises(OfficeError, match="waits for your review"):
        pause_all(office, None, "the holidays", NOW + timedelta(days=20))
    assert paused(office, NOW + timedelta(days=20)) == set()
    assert Post(office).rows("SELECT * FROM pauses") == []


def test_a_letter_to_everybody_of_the_office_reaches_each_once(tmp_path: Path) -> None:
    office = two_games(tmp_path / "office")
    put(office, form(77))
    written = write(office, "ALL", "ALL", "A new game begins in May.", NOW, "news")
    rows = Post(office).rows("SELECT recipient, subject, body FROM outbox WHERE kind = 'letter'")
    people = Post(office).rows("SELECT DISTINCT lower(email) FROM players WHERE email <> ''")
    assert sorted(to.lower() for to, _, _ in rows) == sorted(email for (email,) in people)
    assert len(written.recipients) == len(rows)
    assert "p77@example.org" in written.recipients, "who waits on the list, too"
    assert all(body.startswith("Dear ") and "in May" in body for _, _, body in rows)
    with pytest.raises(OfficeError, match="nobody to write to"):
        write(empty(tmp_path / "empty"), "ALL", "ALL", "Hello?", NOW)


def test_all_is_said_at_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    office = two_games(tmp_path / "office")
    monkeypatch.setattr("magika_gm.cli.calendar.now", lambda: NOW)

    def run(*words: str) -> str:
        result = typed(office, *words)
        return result.output + result.stderr

    said = run("pause", "ALL", "--until", "2026-12-24", "--reason", "the holidays")
    assert "Game 7 is paused; turn 1 is due" in said
    assert "Game 8 is paused; turn 1 is due" in said
    assert "15 players are told with the next delivery" in said
    again = run("pause", "ALL", "--reason", "the holidays")
    assert "Game 7 stays as it is: it is paused until Thursday 24 December 2026 (the holidays)." in again
    assert "No other game goes on." in again
    assert [game["game"] for game in json.loads(run("resume", "ALL", "--json"))["games"]] == ["7", "8"]
