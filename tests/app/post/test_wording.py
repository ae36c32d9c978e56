"""What a player in a hurry reads in an answer: how many errors, which line, what still counts (try-out F8, F9 …)."""

from __future__ import annotations

from datetime import timedelta

from magika_gm.app.calendar.date_moves import pause_game
from magika_gm.app.post.answers import filled
from magika_gm.app.post.inbox import settle_mail
from magika_gm.app.record.contact import finals_of
from magika_gm.app.turns.process import process_turn
from magika_gm.engine.sheet.understanding import WIDTH
from magika_gm.store.vocabulary import Settle
from tests.app.postroom import NOW, Post, sheet
from tests.magika.word import drop_mage


def subject(post: Post) -> str:
    ((found,),) = post.rows("SELECT subject FROM outbox WHERE kind != 'report' ORDER BY id DESC LIMIT 1")
    return str(found)


def test_errors_are_counted_in_the_subject_and_in_the_first_words(post: Post) -> None:
    """F8."""
    assert post.one(sheet("1 FLY\n2 HOP")).outcome == "accepted"
    assert subject(post).endswith("orders accepted WITH 2 ERRORS")
    assert "Your orders are accepted WITH 2 ERRORS." in post.answer()
    post.one(sheet("1 FLY", turn=2))
    assert subject(post).endswith("orders accepted WITH 1 ERROR")
    post.one(sheet("1 MOVE NE"))
    assert subject(post).endswith("orders accepted")


def test_a_line_nobody_understands_is_quoted_and_a_password_never(post: Post) -> None:
    """F9: nobody counts the lines of an HTML mail."""
    post.one(sheet("1 MOVE NE\nViele Leute\nEva swordfish"))
    said = post.answer()
    assert "line 5 as sent: this line is not understood: “Viele Leute”" in said
    assert "line 6 as sent: this line is not understood\n" in said
    assert "swordfish" not in said


def test_final_is_not_noted_over_errors(post: Post) -> None:
    """F28: the turn may run with rests as soon as all have said so."""
    post.one(sheet("1 FLY\nFINAL"))
    assert "NOT noted: your orders for turn 1 have 1 error." in post.answer()
    with post.office.store.reading() as connection:
        assert finals_of(connection, "7", 1) == set()
    post.one(sheet("1 MOVE NE\nFINAL"))
    with post.office.store.reading() as connection:
        assert finals_of(connection, "7", 1) == {"C"}


def test_who_has_left_the_game_is_not_asked_for_orders(post: Post) -> None:
    """F29."""
    drop_mage(post.office, "7", "C", "he asked for it", NOW)
    process_turn(post.office, "7", NOW, early=True)
    post.one(sheet(turn=2))
    assert "your mage has left the game" in post.answer()
    assert "orders are taken" not in post.answer()
    assert "is processed" not in post.answer()


def test_what_was_asked_is_done_beside_a_word_nobody_knows(post: Post) -> None:
    """F30: and it is no order sheet without a turn."""
    received = post.one("GAME 7\nMAGE C\nPASSWORD swordfish\nREPORT 0\nFROBNICATE\nSTATUS\nEND\n")
    assert received.outcome == "accepted"
    said = post.answer()
    assert "> FROBNICATE\n\nThis was not understood." in said
    assert "no orders have come from you" in said
    assert "which turn" not in said
    assert len(post.rows("SELECT * FROM outbox WHERE kind = 'copy'")) == 1


def test_orders_nobody_understands_beside_a_question_are_still_orders(post: Post) -> None:
    """F30, the other way round."""
    assert post.one(sheet("1 MVOE NE\nSTATUS")).outcome == "accepted"
    assert "Your orders are accepted WITH 1 ERROR." in post.answer()


def test_orders_that_came_late_but_in_time_are_told_so(post: Post) -> None:
    """F34."""
    ((due,),) = post.rows("SELECT next_due FROM turns WHERE game = '7'")
    late = NOW.fromisoformat(due) + timedelta(minutes=5)
    post.one(sheet(), now=late)
    assert "Turn 1 was due" in post.answer()
    assert "late, but in time" in post.answer()
    assert "is processed after" not in post.answer()
    post.one(sheet(turn=9), now=late)
    assert "Orders are taken until it is processed, at any moment now." in post.answer()


def test_a_game_that_pauses_promises_no_turn(post: Post) -> None:
    pause_game(post.office, "7", None, "moving house", NOW)
    post.one(sheet(), now=NOW + timedelta(hours=1))
    assert "paused (moving house); orders are taken meanwhile" in " ".join(post.answer().split())
    assert "is processed after" not in post.answer()


def test_a_mail_taken_for_another_game_names_that_one(post: Post) -> None:
    """F19: GAME 8 was written for 7, by somebody who has forgotten his password, and the game master knows him."""
    received = post.one(sheet(password="forgotten").replace("GAME 7", "GAME 8"))
    assert received.outcome != "accepted"
    post.rows("UPDATE inbox SET outcome = 'aside', settled = ''")
    assert settle_mail(post.office, 1, Settle.ACCEPT, NOW, "7", "C").outcome == "accepted"
    assert "Game 7, turn 1, mage C" in post.answer()
    assert "Game 8" not in post.answer()


def test_long_lines_are_broken_and_what_is_laid_out_stays() -> None:
    """No mail program breaks them, then; what goes on under a mark is set in."""
    long, laid_out = "a word " * 40, "  laid out " * 20
    said = filled(f"{long}\n!  {long}\n{laid_out}").split("\n")
    assert said[-1] == laid_out
    assert max(map(len, said[:-1])) <= WIDTH
    assert [row[:7] for row in said if row.startswith(("!", " " * 7))][:2] == ["!  a wo", " " * 7]
    assert " ".join(" ".join(said[:-1]).split()) == f"{long}!  {long}".replace("  ", " ").strip()
