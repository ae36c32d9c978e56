"""Orders by telephone and letter, and in mails that nobody believes: on the game master's word, and recorded so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.app.audit.explain import explain
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.operations.status import office_status
from magika_gm.app.post.inbox import enter, settle_mail
from magika_gm.app.post.order_desk import Received
from magika_gm.app.record.games import awaited, load_game
from magika_gm.app.turns.process import process_turn
from magika_gm.mail.readers import Incoming
from magika_gm.resources import shipped
from magika_gm.store.archive import load_played
from magika_gm.store.vocabulary import Settle
from tests.app.postroom import ADDRESS, NOW, Post, masters_words, sheet
from tests.desk import typed
from tests.systems.contract import contract_of

REPORTS_OF = "C"

CORPUS = Path(__file__).parents[2] / "mail" / "corpus"
FRIEND = "friend@elsewhere.example"


def told(post: Post, text: str, whose: str = "7:C") -> Received:
    return enter(post.office, Incoming(None, text, "told.txt"), whose, NOW)


def orders(post: Post, letter: str = "C") -> str:
    """The sheet that stands."""
    rows = post.rows(f"SELECT sheet FROM sheets WHERE seat = '{letter}' ORDER BY revision")
    return str(rows[-1][0]) if rows else ""


def counts(post: Post) -> list[tuple[object, ...]]:
    """How much there is in the tables that a mail may change."""
    return [post.rows(f"SELECT count(*) FROM {table}")[0] for table in ("inbox", "outbox", "sheets", "finals")]


@pytest.mark.parametrize(
    "text",
    [
        "1 SEARCH\n2 MOVE NW\n",
        "1 SEARCH\n2 MOVE NW\nEND",
        "TURN 1\nMAGE C\n1 SEARCH\n2 MOVE NW\nEND\n",
        "MAGE Caradoc\n1 SEARCH\n2 MOVE NW\n",
        "GAME 7\n1 SEARCH\n2 MOVE NW\nEND\n",
        "1 search 2 move nw",
        "GAME 7 TURN 1 MAGE C\nPASSWORD not his\n1 SEARCH\n2 MOVE NW\nEND\n",
    ],
)
def test_what_was_told_counts_as_sent(post: Post, text: str) -> None:
    done = told(post, text)
    assert (done.outcome, done.game, done.turn, done.seat, done.faults) == ("accepted", "7", 1, "C", 0)
    assert orders(post) == "GAME 7 TURN 1\nMAGE C\n1 SEARCH\n2 MOVE NW\nEND\n"
    ((kind, to, text_),) = post.answers()
    assert (kind, to) == ("acknowledge", ADDRESS["C"])
    said = " ".join(text_.split())
    assert "Your game master entered these orders for you" in said
    assert "accepted, by your game master's word" in said
    assert done.said == text_
    (row,) = post.rows("SELECT proof, outcome, turn, seat, sender FROM inbox")
    assert row == ("game master's word", "accepted", 1, "C", "")
    assert office_status(post.office).games[0].by_word == ("C",)
    assert "C" not in process_turn(post.office, "7", NOW, early=True).defaults
    chain = explain(post.office, "7", 1, "C")
    assert chain[0]["title"] == "Before the turn"
    assert chain[0]["lines"][0]["text"] == "The orders of C are played on the game master's word"
    assert "Orders of C are played on the game master" in masters_words(post.office, 1)
    assert "did not come in time" not in (post.office.reports("7", 1) / "C.txt").read_text("utf-8")


@pytest.mark.parametrize("system", list(games.SYSTEMS))
def test_in_every_game(post: Post, system: str) -> None:
    lines = "\n".join(contract_of(system).good)
    new_game(post.office, "9", shipped("sample") / system / "signups.toml", NOW, system=system, seed=b"told" * 4)
    with post.office.store.reading() as connection:
        seat = awaited(connection, load_game(connection, "9"))[0]
    done = told(post, lines, f"9:{seat.lower()}")
    assert (done.outcome, done.faults) == ("accepted", 0)
    assert lines.splitlines()[-1] in orders(post, seat)
    process_turn(post.office, "9", NOW, early=True)
    with post.office.store.reading() as connection:
        assert load_played(connection, "9", 1)[seat][0] == "mailed"


def test_all_of_a_text_is_read_and_what_is_wrong_is_told(post: Post) -> None:
    """Nothing is passed over, and its lines keep their numbers."""
    done = told(post, "1 SEARCH\n2 MVOE NW\nand the rest as usual\n")
    assert done.faults == 2
    assert "line 2, phase 2: MVOE is not an order; did you mean MOVE?" in " ".join(done.said.split())
    assert "line 3" in done.said


def test_the_same_rules_as_for_any_sheet(post: Post) -> None:
    assert told(post, "1 SEARCH").outcome == "accepted"
    assert "replaces earlier orders" in told(post, "2 REST").reason
    assert post.one(sheet("3 REST")).outcome == "accepted"
    assert orders(post) == "GAME 7 TURN 1\nMAGE C\n3 REST\nEND\n", "what he mails later counts"
    assert office_status(post.office).games[0].by_word == ()
    before = counts(post)
    with pytest.raises(OfficeError, match=r"orders without any came before.*\n  line 1, phase 1: MVOE") as bad:
        told(post, "1 MVOE")
    assert "nothing was changed" in str(bad.value)
    with pytest.raises(OfficeError, match="turn 9 is too far ahead"):
        told(post, "TURN 9\n1 REST")
    assert counts(post) == before, "nobody is written to, nothing is kept"


def test_the_same_words_for_two_players_twice_and_in_two_turns(post: Post) -> None:
    for whose in ("7:C", "7:D", "7:A"):
        assert told(post, "1 REST", whose).outcome == "accepted"
    process_turn(post.office, "7", NOW, early=True)
    assert told(post, "1 REST").turn == 2
    assert enter(post.office, Incoming(None, "2 REST", "x"), "7:C", NOW).outcome == "accepted"
    with pytest.raises(OfficeError, match="was entered at this very moment"):
        told(post, "1 REST")


def test_final_said_by_telephone(post: Post) -> None:
    assert told(post, "1 SEARCH\nFINAL\n").outcome == "accepted"
    assert post.rows("SELECT seat FROM finals") == [("C",)]


@pytest.mark.parametrize(
    ("whose", "text", "why"),
    [
        ("7:C", "GAME 8 TURN 1\n1 REST\nEND", "the sheet says GAME 8, and --as game 7"),
        ("7:C", "GAME 7 TURN 1\nMAGE D\n1 REST\nEND", "the sheet is of mage D, and --as of mage C"),
        ("7:C", "MAGE D\n1 REST", "the sheet is of mage D, and --as of mage C"),
        ("7:C", "GAME 7\nMAGE Dorn\n1 REST\nEND", "the sheet is of mage D, and --as of mage C"),
        ("7:C", "GAME 7\n1 REST\nEND\nGAME 7\n2 REST\nEND", "more than one order sheet"),
        ("7:C", "GAME 7\n1 REST\nEND\nGAME 8\n2 REST\nEND", "the sheet says GAME 8"),
        ("7:C", " \n\n", "there are no orders in it"),
        ("7:C", "GAME 7 TURN 0\n1 REST\nEND", "turn 0 has been processed"),
        ("7", "1 REST", "say whose orders they are as GAME:SEAT, like --as 12:C"),
        (":C", "1 REST", "as GAME:SEAT"),
        ("7:", "1 REST", "as GAME:SEAT"),
        ("99:C", "1 REST", "there is no game 99"),
        ("7:Q", "1 REST", "--as 7:Q"),
    ],
)
def test_what_contradicts_is_refused_and_changes_nothing(post: Post, whose: str, text: str, why: str) -> None:
    before = counts(post)
    with pytest.raises(OfficeError) as bad:
        told(post, text, whose)
    assert why in str(bad.value)
    assert counts(post) == before


def test_the_command(post: Post, tmp_path: Path) -> None:
    path = tmp_path / "told.txt"
    path.write_text("1 SEARCH\n", encoding="utf-8")
    done = typed(post, "ingest", "--as", "7:C", str(path))
    assert done.exit_code == 0, done.output
    assert "accepted  told.txt game 7 turn 1 C: entered by the game master" in done.output
    assert "Your orders are accepted" in done.output, "what the player is told, to be read out or printed"
    second = typed(post, "ingest", "--json", "--as", "7:D", "-", given="1 REST\n2 MOVE NE\n")
    assert json.loads(second.stdout)["seat"] == "D"
    assert "D" in orders(post, "D")
    assert "on your word" in typed(post, "inbox", "7", "--all").output
    assert "orders on your word: C D" in typed(post, "status").output
    for words, words_in, code, why in (
        (("--as", "7:C"), "", 2, "--as needs one PATH"),
        (("--as", "7:C", str(path), str(path)), "", 2, "--as needs one PATH"),
        (("-",), "1 REST", 2, "- needs --as GAME:SEAT"),
        (("--as", "7:C", str(tmp_path)), "", 1, "it is not one sheet or mail"),
        (("--as", "7:C", str(tmp_path / "none.txt")), "", 1, "there is nothing there"),
        (("--as", "7:Q", "-"), "1 REST", 1, "--as 7:Q"),
    ):
        failed = typed(post, "ingest", *words, given=words_in)
        assert failed.exit_code == code
        assert why in failed.output


def test_a_mail_may_be_entered_and_one_that_came_before_is_settled(post: Post, tmp_path: Path) -> None:
    item = post.mail("1 SEARCH\n2 REST\n", sender="carol@at-work.example")
    path = tmp_path / "private.eml"
    path.write_bytes(item.raw or b"")
    assert typed(post, "ingest", "--as", "7:C", str(path)).exit_code == 0
    assert "1 SEARCH\n2 REST" in orders(post)
    aside = post.mail("4 REST\n", sender="dusan@at-work.example")
    post.take(aside)
    path.write_bytes(aside.raw or b"")
    again = typed(post, "ingest", "--as", "7:D", str(path))
    assert again.exit_code == 1
    assert "inbox --settle 2 accept" in again.output


# mails that were set aside or refused

FORWARDED = (
    "Hello, Carol asked me to send you this.\n\n---------- Forwarded message ---------\n"
    "From: Carol <c@private.example>\nDate: Sun, 1 Nov 2026 at 10:00\nSubject: my orders\n"
    "To: <friend@elsewhere.example>\n\n\n{}"
)
SIGNED = "-- \nCarol\n"


def marked(text: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{row}\n" for row in text.splitlines())


@pytest.mark.parametrize(
    "body",
    [
        FORWARDED.format(sheet("1 SEARCH\n2 MOVE NW")),
        FORWARDED.format(f"1 SEARCH\n2 MOVE NW\n\n{SIGNED}"),
        FORWARDED.format("1 search, 2 move nw"),
        "1 search 2 move nw\n",
        FORWARDED.format(f"Dear friend, this please:\n\n1 SEARCH\n2 MOVE NW\n{SIGNED}"),
        f"Here they are.\n\nOn Sunday Carol wrote:\n{marked(sheet('1 SEARCH' + chr(10) + '2 MOVE NW'))}",
        f"Here they are.\n\nOn Sunday Carol wrote:\n{marked('1 SEARCH' + chr(10) + '2 MOVE NW', '> > ')}",
        f"See below.\n\n-----Original Message-----\n{sheet('1 SEARCH' + chr(10) + '2 MOVE NW', password='')}",
        f"Carol\n{SIGNED}{sheet('1 SEARCH' + chr(10) + '2 MOVE NW')}",
        sheet("1 SEARCH\n2 MOVE NW", password="not hers"),
        sheet("1 SEARCH\n2 MOVE NW", password=""),
        sheet("1 SEARCH\n2 MOVE NW", password="not hers").replace("GAME 7", "GAME 12"),
    ],
)
@pytest.mark.parametrize("sender", [FRIEND, ADDRESS["C"]])
def test_the_master_accepts_what_stands_anywhere(post: Post, body: str, sender: str) -> None:
    """Forwarded, quoted once or twice, under a signature; with a wrong password, with none, for a wrong game."""
    before = post.one(body, sender=sender)
    assert before.outcome != "accepted"
    assert orders(post) == ""
    done = settle_mail(post.office, 1, Settle.ACCEPT, NOW, seat="7:C")
    assert done.outcome == "accepted"
    assert "1 SEARCH\n2 MOVE NW" in orders(post)
    assert "SEARCH" in done.said
    assert post.answers()[-1][:2] == ("acknowledge", ADDRESS["C"])
    (row,) = post.rows("SELECT outcome, proof, settled FROM inbox")
    assert row == ("accepted", "game master's word", "accepted")
    with pytest.raises(OfficeError, match="was accepted before"):
        settle_mail(post.office, 1, Settle.ACCEPT, NOW, seat="7:C")


def test_of_two_sheets_that_are_forwarded_his_game_s_is_taken(post: Post) -> None:
    """The other one is of a game he plays elsewhere."""
    elsewhere = sheet("1 REST\n2 REST", password="").replace("GAME 7", "GAME 12")
    below = "".join(f"> {row}\n" for row in f"{elsewhere}\n{sheet('1 SEARCH', password='')}".splitlines())
    post.one(f"Both of mine, as I sent them.\n\n{below}", sender=FRIEND)
    assert settle_mail(post.office, 1, Settle.ACCEPT, NOW, seat="7:C").outcome == "accepted"
    assert "1 SEARCH" in orders(post)
    assert "REST" not in orders(post)


def test_of_lines_found_in_a_mail_an_error_is_told_by_its_line(post: Post) -> None:
    post.one("1 SEARCH\n2 MVOE NW\n", sender=FRIEND)
    done = settle_mail(post.office, 1, Settle.ACCEPT, NOW, seat="7:C")
    assert (done.outcome, done.faults) == ("accepted", 1)
    assert "line 2, phase 2: MVOE is not an order" in " ".join(done.said.split())


@pytest.mark.parametrize("name", ["gmail", "outlook-german", "apple-one-line"])
def test_forwarded_as_mail_programs_do(post: Post, name: str) -> None:
    raw = (CORPUS / f"forwarded-{name}.eml").read_bytes()
    (received,) = post.take(Incoming(raw, None, name))
    assert received.outcome != "accepted"
    done = settle_mail(post.office, 1, Settle.ACCEPT, NOW, seat="7:C")
    assert (done.outcome, done.faults) == ("accepted", 0)
    assert orders(post) == "GAME 7 TURN 1\nMAGE C\n1 MOVE NE\n3 MEDITATE\nEND\n"


def test_an_attached_mail_is_read_too(post: Post) -> None:
    inner = f"From: c@private.example\nSubject: x\n\n{sheet('1 SEARCH')}"
    raw = (
        f"From: {FRIEND}\nTo: gm@example.org\nSubject: fwd\nMessage-ID: <a@b>\nMIME-Version: 1.0\n"
        'Content-Type: multipart/mixed; boundary="x"\n\n--x\nContent-Type: text/plain\n\nsee the attachment, please\n'
        f"--x\nContent-Type: message/rfc822\n\n{inner}\n--x--\n"
    )
    post.take(Incoming(raw.encode(), None, "fwd.eml"))
    assert settle_mail(post.office, 1, Settle.ACCEPT, NOW, "7", "C").outcome == "accepted"
    assert "1 SEARCH" in orders(post)


def test_a_letter_that_quotes_a_report_gives_no_orders(post: Post) -> None:
    """Neither its form as it was sent, nor what it says was done, counts for anybody's orders."""
    process_turn(post.office, "7", NOW, early=True)
    report = (post.office.reports("7", 1) / "C.txt").read_text("utf-8")
    answered = "##- Answer above this line, or fill in the form at the end. -##\n\n" + report
    post.one(f"I am ill.\n\nOn Monday the office wrote:\n{marked(answered)}")
    with pytest.raises(OfficeError, match="cannot be accepted"):
        settle_mail(post.office, 1, Settle.ACCEPT, NOW, seat="7:C")
    assert orders(post) == ""


def test_whose_orders_they_are_is_not_guessed(post: Post) -> None:
    """Another's sheet is not taken for hers; of two that differ none is."""
    post.one(FORWARDED.format(sheet("1 REST", letter="A")), sender=FRIEND)
    with pytest.raises(OfficeError, match="cannot be accepted"):
        settle_mail(post.office, 1, Settle.ACCEPT, NOW, seat="7:C")
    post.one(FORWARDED.format(sheet("1 REST") + "\nno, rather\n\n" + sheet("2 SEARCH")), sender=FRIEND)
    with pytest.raises(OfficeError, match="more than one order sheet"):
        settle_mail(post.office, 2, Settle.ACCEPT, NOW, seat="7:C")
    assert orders(post) == ""


def test_what_was_refused_is_neither_refused_again_nor_dropped(post: Post) -> None:
    post.one(sheet(password="not hers"))
    for how in (Settle.REFUSE, Settle.DROP):
        with pytest.raises(OfficeError, match="was refused before"):
            settle_mail(post.office, 1, how, NOW, seat="7:C")
    settle_mail(post.office, 1, Settle.ACCEPT, NOW)
    (row,) = post.rows("SELECT reason FROM inbox")
    assert "it was refused before: the password is not the right one" in str(row[0])


def test_the_forwarded_orders_of_the_finding_by_command(post: Post) -> None:
    post.one(FORWARDED.format(sheet("1 SEARCH\n2 REST")), sender=FRIEND)
    for words in ((), ("--json",)):
        asked = typed(post, "inbox", "--settle", "1", "accept", "--as", "7:C", *words)
        assert asked.exit_code == 1
        assert "message 1 from" in asked.stderr
        assert "as orders of Carol Whitfield, mage C of game 7, on your word; nothing was changed" in asked.stderr
        assert "say --yes" in asked.stderr
        assert orders(post) == ""
    done = typed(post, "inbox", "--settle", "1", "accept", "--as", "7:C", "--yes")
    assert done.exit_code == 0, done.output
    assert "SEARCH" in done.output
    assert "REST" in done.output


def test_orders_that_would_give_way_are_asked_about(post: Post) -> None:
    post.one(sheet("1 REST"))
    post.one(FORWARDED.format(sheet("1 SEARCH\n2 REST")), sender=FRIEND)
    asked = typed(post, "inbox", "--settle", "2", "accept", "--as", "7:C")
    assert asked.exit_code == 1
    assert "orders he has sent for turn 1 give way to it; nothing was changed" in asked.stderr
    assert orders(post) == "GAME 7 TURN 1\nMAGE C\n1 REST\nEND\n"
    assert typed(post, "inbox", "--settle", "2", "accept", "--as", "7:C", "--yes").exit_code == 0
    assert "1 SEARCH" in orders(post)
