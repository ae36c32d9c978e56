"""People write to people (F14, F45, F46), sign-ups in answers (F38), passwords as mail programs leave them."""

from __future__ import annotations

import pytest

from magika_gm import games
from magika_gm.app.calendar.date_moves import WaitsForWord
from magika_gm.app.enrolment.signup_form import read_form
from magika_gm.app.office.passwords import check_password, hash_password
from magika_gm.app.operations.status import office_status
from magika_gm.app.post.inbox import list_inbox
from magika_gm.app.post.letterbox import reply, write
from magika_gm.app.post.signup_desk import LAST, refusal_text
from magika_gm.app.post.whose import MOST_AN_ADDRESS
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.process import process_turn
from tests.app.postroom import ADDRESS, NOW, Post, sheet


def test_a_remark_reaches_the_game_master_and_is_answered(post: Post) -> None:
    received = post.one("I am ill, can you wait for me?\n")
    assert (received.outcome, received.seat) == ("remark", "C")
    assert "put before your game master" in " ".join(post.answer().split())
    (kept,) = list_inbox(post.office)
    assert any("letterbox" in line for line in office_status(post.office).games[0].todo)
    assert reply(post.office, kept.id, "Get well soon.", NOW).recipients == (ADDRESS["C"],)
    assert post.answers()[-1] == ("letter", ADDRESS["C"], "Get well soon.\n\nThe Game Master\n")
    assert not list_inbox(post.office)


def test_words_beside_orders_reach_him_too(post: Post) -> None:
    assert post.one(f"May I ask whether the next turn could come a day later?\n\n{sheet()}").outcome == "accepted"
    assert "beside that was put before" in " ".join(post.answer().split())
    (kept,) = list_inbox(post.office)
    assert kept.settled == "words"
    post.one(f"Hello,\n\n{sheet('2 SEARCH')}\nRegards, Carol\n")
    assert len(list_inbox(post.office)) == 1, "a greeting is none"


def test_orders_nobody_can_place_are_answered_with_a_form(post: Post) -> None:
    received = post.one(sheet(password="").replace("GAME 7", "GAME 13"))
    assert (received.outcome, received.seat) == ("refused", "C")
    assert "there is no such game here" in " ".join(post.answer().split())
    assert "GAME 7 TURN 1\nMAGE C" in post.answer()


def test_a_stranger_learns_how_to_join_once_a_day(post: Post) -> None:
    for _ in range(2):
        assert post.one("Hi, I would like to join.\n", sender="new@example.net").outcome == "remark"
    ((kind, to, text),) = post.answers()
    assert (kind, to) == ("hint", "new@example.net")
    assert "SIGN-UP" in text


def test_a_letter_to_all_goes_to_everybody_once(post: Post) -> None:
    written = write(post.office, "7", "ALL", "The server was down.", NOW)
    assert len(written.recipients) == len(set(written.recipients)) == 13
    assert write(post.office, "7", "c", "Shall we wait?", NOW, "your orders").recipients == (ADDRESS["C"],)
    assert [kind for kind, _, _ in post.answers()] == ["letter"] * 14


def test_the_guard_asks_before_a_default_turn_for_somebody_who_wrote(post: Post) -> None:
    post.one(sheet(password="wrong one"))
    with post.office.store.reading() as connection:
        due = load_game(connection, "7").next_due
    with pytest.raises(WaitsForWord, match="mail came from C"):
        process_turn(post.office, "7", due, guarded=True)
    assert any("and no orders, from C" in line for line in office_status(post.office).games[0].todo)


def test_sheets_for_two_turns_in_one_mail_are_both_taken(post: Post) -> None:
    received = post.one(sheet("1 SEARCH") + sheet("1 REST", turn=2))
    assert received.outcome == "accepted"
    assert post.rows("SELECT turn FROM sheets ORDER BY turn") == [(1,), (2,)]
    assert len(post.answers()) == 2


def test_an_answer_to_a_refused_sign_up_signs_up_nobody(post: Post) -> None:
    form = "SIGN-UP\nNAME Hal\nEMAIL hal@example.net\nPASSWORD swordfish\nFIRST Hal, elf, good\nSHOES 43\nEND\n"
    assert post.one(form, sender="hal@example.net").outcome == "refused"
    text = post.answer()
    quoted = "".join(f"> {row}\n" for row in text.splitlines())
    received = post.one(f"What is wrong with SHOES?\n\n{quoted}", sender="hal@example.net")
    assert received.outcome == "remark"
    assert not post.rows("SELECT * FROM signups")


def test_the_last_answer_a_stranger_gets_in_a_day_says_so(post: Post) -> None:
    form = "SIGN-UP\nNAME Hal\nEMAIL hal@example.net\nPASSWORD swordfish\nFIRST Hal, elf, good\nSHOES {}\nEND\n"
    for number in range(MOST_AN_ADDRESS):
        assert post.one(form.format(number), sender="hal@example.net").outcome == "refused"
        assert (LAST in post.answer()) == (number == MOST_AN_ADDRESS - 1)
    assert post.one(form.format("none"), sender="hal@example.net").outcome == "aside"


def test_the_form_in_a_refusal_cannot_be_signed_up_with() -> None:
    text = refusal_text(["a fault"], games.system(games.DEFAULT))
    form = read_form(text)
    assert form is None or form.faults or not form.password
    assert "@" not in text


def test_ebon_also_does_not_free_a_race_of_its_bounds() -> None:
    form = read_form("SIGN-UP\nNAME I\nEMAIL i@example.net\nPASSWORD abcd\nFIRST Ivy, elf, neutral\nEBON also\nEND")
    assert form is not None
    assert any("an elf cannot be neutral" in fault for fault in form.faults)


@pytest.mark.parametrize(
    ("known", "typed"),
    [
        ("cara\u2019s pw", "cara's pw"),
        ("schl\u00fcssel bl\u00fcte", "schlu\u0308ssel blu\u0308te"),
        ("eve-eve", "eve\u2013eve"),
        ("a-b-c-d", "a\u2010b\u2011c\u2015d"),
        ("pass", "*pass*"),
        ("two words", "two\u00a0 words"),
    ],
)
def test_passwords_are_the_same_however_a_program_writes_them(known: str, typed: str) -> None:
    assert check_password(typed, hash_password(known))
    assert check_password(known, hash_password(typed))
    assert not check_password(f"{typed}x", hash_password(known))


def test_old_hashes_are_still_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("magika_gm.app.office.passwords.folded", str.strip)
    old = hash_password("cara\u2019s  pw")
    monkeypatch.undo()
    assert check_password("cara\u2019s  pw", old)
