"""Who is replaced, and whose turn was taken back, is told; and what he writes in good faith is answered to him."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from magika_gm.app.enrolment.standby import add_standby, place_standby, who_gives_way
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.record.contact import unheard
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.process import process_turn, undo_turn
from tests.app.postroom import ADDRESS, NOW, Post, begin, sheet
from tests.desk import typed
from tests.offices import copied

CAROL, UNA = ADDRESS["C"], "una@example.org"
GONE = "mage C of game 7 is played by somebody else now, and your orders do not count"


def sent(folder: Path) -> Office:
    """Game 7 after a turn whose reports were sent; C ordered, and Una stands by."""
    post = Post(begin(folder))
    add_standby(post.office, "Una Byron", UNA, "owl light", NOW)
    assert post.one(sheet()).outcome == "accepted"
    process_turn(post.office, "7", NOW + timedelta(minutes=1), early=True)
    post.delivered()
    return post.office


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    office = copied(tmp_path / "office", sent)
    yield Post(office, sent=1)
    office.close()


def report(post: Post, words: str = "turn 1: ") -> EmailMessage:
    """The mail to C with these words in its subject, as he got it."""
    (found,) = [m for m in post.delivered() if m["To"] == CAROL and words in str(m["Subject"])]
    return found


def answer(mail: EmailMessage, text: str, quoted: bool = True) -> dict[str, Any]:
    """How a mail program answers it: to its Reply-To, in its thread, with the whole mail quoted below."""
    body = mail.get_body(("plain",))
    assert body is not None
    below = "".join(f"> {line}\n" for line in body.get_content().splitlines()) if quoted else ""
    return {
        "body": f"{text}\n\nOn Sunday the office wrote:\n{below}",
        "to": str(mail["Reply-To"]),
        "headers": f"In-Reply-To: {mail['Message-ID']}\n",
    }


def answers_to(post: Post, address: str) -> list[str]:
    return [body for kind, to, body in post.answers() if to == address and kind != "acknowledge"]


def test_a_turn_taken_back_after_it_was_sent_is_told_with_its_reason(post: Post) -> None:
    done = typed(post, "undo-turn", "7", "--reason", "a slip of mine.")
    assert done.exit_code == 0, done.output
    told = [mail for mail in post.delivered() if "turn 1 was taken back" in str(mail["Subject"])]
    assert len(told) == 13
    (mine,) = [mail for mail in told if mail["To"] == CAROL]
    text = " ".join(str(mine.get_body(("plain",)).get_content()).split())  # type: ignore[union-attr]
    assert "after its report was sent to you: a slip of mine. What" in text
    assert "you need do nothing" in text
    assert "a new report comes" in text
    received = post.one(**answer(mine, "1 REST\n2 REST\n3 REST\n4 REST\n5 REST"))
    assert (received.outcome, received.turn) == ("accepted", 1), "an answer to the letter orders"
    assert typed(post, "undo-turn", "7", "--reason", "x" * 201).exit_code == 1


def test_a_turn_nobody_has_seen_is_taken_back_in_silence(post: Post) -> None:
    process_turn(post.office, "7", NOW, early=True)
    before = len(post.answers())
    undo_turn(post.office, "7", NOW)
    assert len(post.answers()) == before, "its reports were not sent"
    process_turn(post.office, "7", NOW, early=True, review=True)
    undo_turn(post.office, "7", NOW)
    assert len(post.answers()) == before


@pytest.mark.parametrize("threaded", [True, False])
@pytest.mark.parametrize("text", ["1 REST\n2 REST\n3 REST\n4 REST\n5 REST", "GAME 7 TURN 2\nMAGE C\n1 REST\nEND"])
def test_who_answers_a_report_that_was_taken_back_is_told_why(post: Post, text: str, threaded: bool) -> None:
    mail = report(post)
    undo_turn(post.office, "7", NOW + timedelta(hours=1))
    how = answer(mail, text) | ({} if threaded else {"headers": ""})
    received = post.one(**how)
    assert received.outcome in ("refused", "remark"), "orders that nothing reads are a letter, too"
    told = " ".join(answers_to(post, CAROL)[-1].split())
    assert "turn 1 was taken back after its report was sent" in told
    assert "a new report comes" in told
    assert "quote marks" not in told
    process_turn(post.office, "7", NOW + timedelta(hours=2), early=True)
    post.one(**how)
    assert "turn 1 was taken back and played again; answer its newer report" in " ".join(post.answer().split())


def test_who_answers_it_learns_nothing_of_a_run_under_review(post: Post) -> None:
    """It is told when it is published."""
    mail = report(post)
    undo_turn(post.office, "7", NOW + timedelta(hours=1))
    process_turn(post.office, "7", NOW + timedelta(hours=2), early=True, review=True)
    post.one(**answer(mail, "1 REST\n2 REST\n3 REST\n4 REST\n5 REST"))
    told = " ".join(answers_to(post, CAROL)[-1].split())
    assert "turn 1 was taken back after its report was sent" in told
    assert "played again" not in told


def test_a_form_filled_in_where_it_stands_quoted_is_told_why_as_well(post: Post) -> None:
    mail = report(post)
    undo_turn(post.office, "7", NOW + timedelta(hours=1))
    how = answer(mail, "Here they are:")
    how["body"] = re.sub(r"^> 1( ;)?.*$", "> 1 REST", how["body"], flags=re.MULTILINE)
    post.one(**how)
    assert "turn 1 was taken back after its report was sent" in " ".join(post.answer().split())


def test_the_password_orders_whatever_was_taken_back(post: Post) -> None:
    mail = report(post)
    undo_turn(post.office, "7", NOW + timedelta(hours=1))
    assert post.one(**answer(mail, sheet(turn=1))).outcome == "accepted"


def test_nobody_elses_answer_tells_of_it(post: Post) -> None:
    mail = report(post)
    undo_turn(post.office, "7", NOW + timedelta(hours=1))
    before = answers_to(post, CAROL)
    post.one(**answer(mail, "1 REST"), sender="somebody@example.net")
    assert "taken back" not in "".join(answers_to(post, CAROL)[len(before) :])
    assert "taken back" not in "".join(answers_to(post, "somebody@example.net"))


def test_who_is_replaced_is_told_why(post: Post) -> None:
    place_standby(post.office, "7", "C", 1, NOW, "he asked for it.")
    (told,) = answers_to(post, CAROL)
    assert "mage C of game 7, is played by somebody else from now on: he asked for it." in " ".join(told.split())
    assert len(answers_to(post, UNA)) == 1, "his welcome"
    kinds = [mail for mail in post.delivered() if "is in other hands" in str(mail["Subject"])]
    assert [mail["To"] for mail in kinds] == [CAROL]


def test_who_missed_turns_reads_how_many(post: Post) -> None:
    for seat in "ABDE":
        post.rows(f"UPDATE played SET how = 'default' WHERE seat = '{seat}'")
    assert who_gives_way(post.office, "7", "A", 1).missed == 1
    place_standby(post.office, "7", "A", 1, NOW)
    assert "no orders came from you for 1 turn (GM-3)" in answers_to(post, "ann.dubois@example.org")[-1]


def test_who_plays_is_not_replaced_unasked(post: Post) -> None:
    """Whether or not he missed turns; the policy's seat is taken at once."""
    refused = typed(post, "standby", "place", "7", "C", "1")
    assert refused.exit_code == 1
    assert "Carol Whitfield plays" in refused.stderr
    assert "he has missed no turn; Una Byron would play it in his place" in refused.stderr
    assert "--yes" in refused.stderr
    post.rows("UPDATE played SET how = 'default' WHERE seat = 'C'")
    post.rows("UPDATE played SET how = 'mailed' WHERE seat = 'B'")
    refused = typed(post, "standby", "place", "7", "C", "1")
    assert (refused.exit_code, "he has missed 1 turn in a row; Una Byron" in refused.stderr) == (1, True)
    assert "nobody with number 9 stands by" in typed(post, "standby", "place", "7", "C", "9").stderr
    assert post.one(sheet(turn=2)).outcome == "accepted"
    refused = typed(post, "standby", "place", "7", "C", "1", "--json")
    assert "his orders for the coming turn are here" in refused.stderr
    assert post.rows("SELECT player FROM seats WHERE seat = 'C'") == [(3,)]
    assert typed(post, "standby", "place", "7", "C", "1", "--yes").exit_code == 0
    assert post.rows("SELECT player FROM seats WHERE seat = 'C'") == [(14,)]
    add_standby(post.office, "Ida Lund", "ida@example.org", "owl light", NOW)
    post.rows("UPDATE seats SET player = NULL WHERE seat = 'D'")
    assert typed(post, "standby", "place", "7", "D", "2").exit_code == 0


def test_nobody_takes_his_own_place(post: Post) -> None:
    place_standby(post.office, "7", "C", 1, NOW)
    again = add_standby(post.office, "Una Byron", UNA, "owl light", NOW)
    with pytest.raises(OfficeError, match="plays mage C himself"):
        place_standby(post.office, "7", "C", again.id, NOW)


@pytest.mark.parametrize("kind", ["old password", "answer", "no password"])
def test_what_he_sends_after_that_is_answered_to_him_alone(post: Post, kind: str) -> None:
    mail = report(post)
    place_standby(post.office, "7", "C", 1, NOW)
    before = answers_to(post, UNA)
    if kind == "answer":
        received = post.one(**answer(mail, "1 REST\n2 REST\n3 REST\n4 REST\n5 REST"))
    else:
        received = post.one(sheet(turn=2, password=None if kind == "old password" else ""))
    assert received.outcome in ("refused", "remark")
    assert (received.proof == "wrong password") == (kind == "old password"), "it counts like anybody's"
    assert GONE in " ".join(answers_to(post, CAROL)[-1].split())
    assert answers_to(post, UNA) == before
    with post.office.store.reading() as connection:
        assert "C" not in unheard(connection, load_game(connection, "7")), "his successor has written nothing"
    assert post.one(sheet(turn=2, password="owl light"), sender=UNA).outcome == "accepted"
    post.one(sheet(turn=2, password="guess"), sender=UNA)
    assert len(answers_to(post, UNA)) == len(before) + 1, "her own wrong password is hers"


def test_who_guesses_his_successor_s_password_is_counted_and_told_of(post: Post) -> None:
    report(post)
    place_standby(post.office, "7", "C", 1, NOW)
    before, told = len(answers_to(post, UNA)), len(answers_to(post, CAROL))
    for number in range(1, 8):
        received = post.one(sheet(turn=2, password=f"guess {number}"))
        assert (received.proof, received.seat) == ("wrong password", "C")
        assert GONE in " ".join(answers_to(post, CAROL)[told].split()), "he himself is answered as before"
        letters = answers_to(post, UNA)[before:]
        assert len(letters) == (number >= 5)
        assert all("wrong password number 5" in " ".join(letter.split()) for letter in letters)
    with post.office.store.reading() as connection:
        assert "C" not in unheard(connection, load_game(connection, "7")), "his successor has written nothing"
