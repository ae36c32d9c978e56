"""Turn insurance: who is told the evening before, how, once, and what it costs (GM-2, GM-4)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from magika_gm.app.accounts.bookkeeping import statement_of
from magika_gm.app.accounts.ledger import balances_of, faults_in_books
from magika_gm.app.calendar.date_moves import move_date, pause_game, resume_game
from magika_gm.app.calendar.insurance import Alert, GameAlerts, alert_missing, window_of
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.enrolment.signup_file import SignUp
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, Settings
from magika_gm.app.office.workdays import Calendar
from magika_gm.app.operations.tick import tick
from magika_gm.app.record.contact import is_number, set_insurance, wish_faults
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.resources import shipped
from tests.app.postroom import ADDRESS, NOW, Post, begin, sheet
from tests.desk import typed

REPORTS_OF = ""

HALIFAX, EASTERN = ZoneInfo("America/Halifax"), ZoneInfo("America/Toronto")
DUE = datetime(2026, 11, 15, 18, tzinfo=HALIFAX)
EVENING = datetime(2026, 11, 14, 22, tzinfo=EASTERN)
FOLDER = "calls/2026-11-14"


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    """A wants to be called, B a fax, C and D an e-mail; the others nothing. The reminder for all is off."""
    office = begin(tmp_path / "office", "[game]\nremind_hours = 0\n")
    set_insurance(office, "7", "A", "phone", "+1 902 555 0100", None)
    set_insurance(office, "7", "B", "fax", None, "902 555 0101")
    set_insurance(office, "7", "C", "e-mail", None, None)
    set_insurance(office, "7", "D", "e-mail", None, None)
    yield Post(office)
    office.close()


def game_at(post: Post, now: datetime, early: bool = False) -> GameAlerts:
    found = alert_missing(post.office, "7", now, early).game
    assert found is not None
    return found


def alerts(post: Post, now: datetime = EVENING) -> list[Alert]:
    return list(game_at(post, now).alerts)


def letters(found: list[Alert], new: bool = True) -> str:
    return "".join(alert.seat for alert in found if alert.new == new)


def charged(post: Post) -> list[tuple[str, int]]:
    """What calls and alerts cost: cause and cents of every entry that stands."""
    rows = post.rows(
        "SELECT cause, amount FROM entries JOIN postings ON entry = entries.id WHERE cause LIKE 'call:%' ORDER BY cause"
    )
    return [(cause, amount) for cause, amount in rows]


def test_only_in_the_evening_before_and_only_those_who_asked_for_it(post: Post) -> None:
    game = game_at(post, EVENING - timedelta(seconds=1))
    assert (game.alerts, game.state) == ((), "not before Saturday 14 November 2026, 23:00 AST")
    post.one(sheet("1 MOVE NE"))
    game = game_at(post, EVENING)
    assert game.state == ""
    assert [(a.seat, a.how, a.to) for a in game.alerts] == [
        ("A", "phone", "+1 902 555 0100"),
        ("B", "fax", "902 555 0101"),
        ("D", "e-mail", "dusan.novak@example.org"),
    ], "C's orders are here"
    assert "".join(game.missing) == "ABDEFGHIJKLM"
    assert game_at(post, DUE).state == "due already"


def test_an_e_mail_alert_is_queued_once_and_charged_once(post: Post) -> None:
    assert letters(alerts(post)) == "ABCD"
    again = alerts(post, EVENING + timedelta(minutes=5))
    assert (letters(again), letters(again, new=False)) == ("", "ABCD")
    mails = post.rows("SELECT message_id, recipient, body FROM outbox WHERE kind = 'remind' ORDER BY id")
    assert [m[1] for m in mails] == [
        ADDRESS["C"],
        "dusan.novak@example.org",
    ]
    assert "Sunday 15 November 2026, 18:00 AST" in mails[0][2]
    assert charged(post) == [("call:7:1:A:1", 100), ("call:7:1:B:1", 50), ("call:7:1:C:1", 50), ("call:7:1:D:1", 50)]
    with post.office.store.reading() as connection:
        assert faults_in_books(connection) == []
    assert "alert, the first" in statement_of(post.office, "7:C")[1][-1].text


def test_orders_can_be_sent_by_answering_an_alert(post: Post) -> None:
    alerts(post)
    (mail,) = [m for m in post.delivered() if "missing" in str(m["Subject"]) and m["To"] == ADDRESS["C"]]
    received = post.one("GAME 7 TURN 1\nMAGE C\n1 MOVE NE\nEND\n", to=str(mail["Reply-To"]), now=EVENING)
    assert received.outcome == "accepted", received


def test_a_date_moved_means_another_alert_free_of_charge(post: Post) -> None:
    alerts(post)
    before = charged(post)
    move_date(post.office, "7", DUE + timedelta(days=7), "storm", EVENING)
    assert alerts(post, EVENING + timedelta(minutes=5)) == []
    later = alerts(post, EVENING + timedelta(days=7))
    assert letters(later) == "ABCD"
    assert not any(alert.charged for alert in later)
    assert charged(post) == before
    assert post.rows("SELECT count(*) FROM outbox WHERE kind = 'remind'") == [(4,)]


def test_not_who_is_away_nor_who_said_final_nor_in_a_pause(post: Post) -> None:
    post.one("GAME 7\nMAGE C\nPASSWORD swordfish\nABSENT 2026-11-10 to 2026-11-20\nEND\n")
    post.rows("INSERT INTO finals (game, turn, seat, received_at) VALUES ('7', 1, 'D', '')")
    assert letters(alerts(post)) == "AB"
    pause_game(post.office, "7", None, "ill", EVENING)
    game = game_at(post, EVENING, early=True)
    assert (game.state, game.alerts) == ("paused (ill)", ())


def test_whose_mail_comes_back_is_told_of_to_the_game_master_instead(post: Post) -> None:
    post.rows("UPDATE outbox SET state = 'bounced' WHERE seat IN ('A', 'C')")
    found = {alert.seat: alert for alert in alerts(post)}
    assert (found["C"].new, found["C"].trouble) == (False, "his last report came back, so would this")
    assert found["A"].new, "he can be called all the same"
    assert [cause for cause, _ in charged(post)] == ["call:7:1:A:1", "call:7:1:B:1", "call:7:1:D:1"]


def test_a_turn_taken_back_and_done_again_charges_nothing_twice(post: Post) -> None:
    alerts(post)
    process_turn(post.office, "7", DUE)
    undo_turn(post.office, "7", DUE)
    alerts(post)
    process_turn(post.office, "7", DUE)
    assert len(charged(post)) == 4
    assert letters(alerts(post, EVENING + timedelta(days=14))) == "ABCD"
    assert [cause for cause, _ in charged(post)][4:] == [f"call:7:2:{a}:1" for a in "ABCD"]


def test_an_alert_that_was_not_sent_before_the_turn_ran_is_given_back(post: Post) -> None:
    alerts(post)
    post.rows("UPDATE outbox SET state = 'sent' WHERE kind = 'remind' AND seat = 'D'")
    with post.office.store.reading() as connection:
        before = balances_of(connection)
    assert process_turn(post.office, "7", DUE).turn == 1
    assert post.rows("SELECT seat, state FROM outbox WHERE kind = 'remind' ORDER BY seat") == [
        ("C", "cancelled"),
        ("D", "sent"),
    ]
    with post.office.store.reading() as connection:
        after = balances_of(connection)
        assert faults_in_books(connection) == []
    assert [after[n].cents - before[n].cents for n in (2, 3, 4)] == [0, 50, 0], "turns in credit paid for the turn"
    undo_turn(post.office, "7", DUE)
    process_turn(post.office, "7", DUE)
    with post.office.store.reading() as connection:
        assert balances_of(connection)[3].cents == after[3].cents, "once"


def test_an_alert_still_unsent_does_not_tell_of_a_date_that_was_moved(post: Post) -> None:
    alerts(post)
    pause_game(post.office, "7", None, "ill", EVENING)
    assert post.rows("SELECT DISTINCT state FROM outbox WHERE kind = 'remind'") == [("cancelled",)]
    with post.office.store.reading() as connection:
        assert faults_in_books(connection) == []
    resume_game(post.office, "7", DUE, EVENING)
    again = alerts(post, EVENING + timedelta(minutes=5))
    assert letters(again) == "CD", "who was called or got a fax knows; these never got theirs"
    assert [alert.nr for alert in again if alert.new] == [2, 2]
    assert post.rows("SELECT count(*) FROM outbox WHERE kind = 'remind' AND state = 'waiting'") == [(2,)]


def test_the_call_list_has_numbers_and_times_by_each_player_s_clock(post: Post) -> None:
    post.rows("UPDATE players SET zone = 'Europe/Berlin' WHERE id = 1")
    set_insurance(post.office, "7", "D", "phone", "+7 495 555 0102", None)
    done = alert_missing(post.office, "7", EVENING)
    folder = post.office.root / FOLDER
    assert sorted(p.name for p in folder.iterdir()) == ["calls.pdf", "calls.txt", "fax-7-1-B.pdf"]
    text = (folder / "calls.txt").read_text(encoding="utf-8")
    assert done.call_list == text
    assert "Saturday 14 November 2026, 22:00 to 23:00 EST (23:00 to 00:00 AST on your clock)" in text
    assert "due Sunday 15 November 2026, 23:00 CET (Sunday 15 November 2026, 18:00 AST here)" in text
    assert "their clock: 04:00 to 05:00 CET" in text
    printed = " ".join(page.extract_text() for page in PdfReader(BytesIO((folder / "calls.pdf").read_bytes())).pages)
    for words in ("+1 902 555 0100", "+7 495 555 0102", "Game 7, turn 1", "message left", "04:00 to 05:00 CET"):
        assert words in printed
    fax = PdfReader(BytesIO((folder / "fax-7-1-B.pdf").read_bytes()))
    assert len(fax.pages) == 1
    assert "902 555 0101" in fax.pages[0].extract_text()


def test_the_list_says_whose_orders_came_since_and_is_written_again_if_lost(post: Post) -> None:
    alerts(post)
    path = post.office.root / FOLDER / "calls.txt"
    path.unlink()
    post.one(sheet("1 MOVE NE", letter="A"))
    set_insurance(post.office, "7", "B", "phone", "902 555 0103", None)
    assert letters(alerts(post, EVENING + timedelta(minutes=20)), new=False) == "BCD"
    assert "ORDERS HAVE COME" in path.read_text(encoding="utf-8")


def test_nothing_is_sent_charged_or_written_on_a_dry_run(post: Post) -> None:
    done = alert_missing(post.office, "7", EVENING, dry_run=True)
    assert done.game is not None
    assert letters(list(done.game.alerts)) == "ABCD"
    assert "+1 902 555 0100" in done.call_list
    assert post.rows("SELECT * FROM calls") == charged(post) == []
    assert not (post.office.root / "calls").exists()


def test_a_round_reminds_when_it_is_time(post: Post) -> None:
    parts = {part.name: part for part in tick(post.office, EVENING - timedelta(minutes=5))}
    assert "insurance 7" not in parts
    parts = {part.name: part for part in tick(post.office, EVENING)}
    assert parts["insurance 7"].done == ["A by phone, B by fax, C by e-mail, D by e-mail"]
    assert post.rows("SELECT count(*) FROM outbox WHERE kind = 'remind' AND state = 'sent'") == [(2,)]
    parts = {part.name: part for part in tick(post.office, EVENING + timedelta(minutes=5))}
    assert (parts["insurance 7"].done, parts["insurance 7"].failed) == ([], "")


ZONES = st.sampled_from(["America/Halifax", "Europe/Berlin", "Pacific/Auckland", "America/Vancouver"]).map(ZoneInfo)


@given(ZONES, st.dates(datetime(2020, 1, 1).date(), datetime(2035, 1, 1).date()))  # noqa: DTZ001 - only the day
def test_the_window_is_the_eastern_evening_before_whatever_the_season(zone: ZoneInfo, day: datetime) -> None:
    due = Calendar(zone=zone).at_hour(day)
    opens, closes = window_of(Office(Path(), Settings()), due)
    assert (opens.astimezone(EASTERN).hour, closes - opens) == (22, timedelta(hours=1))
    assert timedelta(hours=1) <= due.astimezone(UTC) - closes.astimezone(UTC) < timedelta(hours=25)


def test_one_list_for_all_games_and_a_damaged_one_stops_no_other(post: Post) -> None:
    for name in ("8", "9"):
        new_game(post.office, name, shipped("sample") / "magika" / "signups.toml", NOW, due=DUE - timedelta(hours=1))
        set_insurance(post.office, name, "A", "phone", "902 555 0188", None)
    post.rows("DELETE FROM seats WHERE game = '9' AND seat = 'B'")
    parts = {part.name: part for part in tick(post.office, EVENING)}
    assert parts["insurance 9"].failed
    assert parts["insurance 8"].done == ["A by phone, B by fax, C by e-mail, D by e-mail"]  # the same people
    assert parts["insurance 7"].failed == ""
    text = (post.office.root / FOLDER / "calls.txt").read_text(encoding="utf-8")
    assert text.count("[ ] reached") == 2
    assert "game 8, turn 1" in text
    assert "game 7, turn 1" in text


def test_wishes_that_cannot_be(post: Post) -> None:
    assert is_number("+49 (30) 1234-567 ext. 12")
    assert not is_number("call me")
    assert "needs a phone number" in wish_faults("phone", "", "")
    assert "not a telephone number" in wish_faults("none", "123x", "")
    with pytest.raises(OfficeError, match="needs a fax number"):
        set_insurance(post.office, "7", "C", "fax", None, None)
    with pytest.raises(OfficeError, match="no player plays mage Z"):
        set_insurance(post.office, "7", "Z", "e-mail", None, None)
    person = {"name": "Ann", "email": "ann@example.org", "password": "secretary", "character": "Ann", "race": "elf",
              "alignment": "good"}  # fmt: skip
    assert SignUp.model_validate(person | {"insurance": "phone", "phone": "902 555 0100"}).phone == "902 555 0100"
    with pytest.raises(ValueError, match="insurance by phone needs a phone number"):
        SignUp.model_validate(person | {"insurance": "phone"})


def test_remind_and_insure_as_commands(post: Post) -> None:
    def run(*words: str) -> str:
        result = typed(post, *words)
        assert result.exit_code == 0, result.output
        return result.stdout

    assert "told by phone (902 555 0199)" in run("insure", "7", "E", "phone", "--phone", "902 555 0199")
    assert "no turn insurance" in run("insure", "7", "E", "none")
    move_date(post.office, "7", datetime(2099, 11, 15, 18, tzinfo=HALIFAX), "", EVENING)
    assert "nobody is reminded (not before" in run("remind", "7")
    assert "would be alerted and charged" in run("remind", "7", "--early", "--dry-run")
    told = json.loads(run("remind", "7", "--early", "--json"))
    assert [a["seat"] for a in told["games"][0]["alerts"] if a["new"]] == ["A", "B", "C", "D"]
    assert "alerted before" in run("remind", "--early")
