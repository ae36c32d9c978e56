"""What one player, or a stranger, can do to another: nothing he sends keeps another's mail from being taken, or stops a
turn he has no part in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from magika_gm.app.calendar.date_moves import WaitsForWord
from magika_gm.app.operations.status import office_status
from magika_gm.app.post.addresses import change_address
from magika_gm.app.post.inbox import list_inbox
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.process import process_turn
from tests.app.postroom import ADDRESS, NOW, Post, begin, sheet, to_letter

REPORTS_OF = ""

BJORN, HIS = "bjorn@example.net", "granit1977"
EVE = "eve@evil.example"
HOUR = timedelta(hours=1)


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Post]:
    """An office whose mail server says what it found out of senders."""
    office = begin(tmp_path / "office", '[mail]\nauthserv = "mx.example.org"\n')
    yield Post(office)
    office.close()


def found_out(words: str) -> str:
    return f"Authentication-Results: mx.example.org; {words}\n"


def ask(command: str, letter: str = "B", password: str = HIS) -> str:
    return f"GAME 7\nMAGE {letter}\nPASSWORD {password}\n{command}\nEND\n"


def code_in_mail(post: Post, to: str, subject: str) -> str:
    mails = [m for m in post.delivered() if str(m["To"]) == to and subject in str(m["Subject"])]
    body = mails[-1].get_body(("plain",))
    assert body is not None
    found = re.search(r"CONFIRM \w+", str(body.get_content()))
    assert found is not None
    return found[0]


def sheets(post: Post, letter: str) -> int:
    return len(post.rows(f"SELECT * FROM sheets WHERE seat = '{letter}'"))


def due(post: Post) -> datetime:
    with post.office.store.reading() as connection:
        return load_game(connection, "7").next_due


def to_address(post: Post, address: str) -> int:
    return sum(to == address for _, to, _ in post.answers())


# another's mailbox, another's limit


def test_nobody_has_his_mail_sent_to_a_mailbox_that_was_not_asked(post: Post) -> None:
    """Björn names Carol's address as his; he confirms from his own mailbox. Nothing of his goes to her but one code."""
    assert post.one(ask(f"ADDRESS {ADDRESS['C']}"), sender=BJORN).outcome == "accepted"
    assert post.one(code_in_mail(post, BJORN, "please confirm"), sender=BJORN).outcome == "accepted"
    for n in range(20):
        post.one(ask(f"STATUS ; {n}"), sender=BJORN)
    assert to_address(post, ADDRESS["C"]) == 1
    assert to_address(post, BJORN) > 20
    assert (BJORN,) in post.rows("SELECT email FROM players")
    assert post.one(sheet()).outcome == "accepted"


def test_an_address_is_changed_by_the_code_that_went_there_alone(post: Post) -> None:
    """Not by the old one's code from there, not by the new one's from here, nor by anybody else."""
    post.one(ask("ADDRESS b@new.example"), sender=BJORN)
    old = code_in_mail(post, BJORN, "please confirm")
    assert post.one(old, sender="b@new.example").outcome == "aside", "the old one has said nothing yet"
    assert post.one(old, sender=BJORN).outcome == "accepted"
    assert post.one(old, sender=BJORN).outcome == "aside"
    new = code_in_mail(post, "b@new.example", "please confirm")
    assert post.one(new, sender=EVE).outcome == "aside"
    assert post.one(new, sender=BJORN).outcome == "aside"
    assert ("b@new.example",) not in post.rows("SELECT email FROM players")
    assert post.one(new, sender="b@new.example", now=NOW + timedelta(days=4)).outcome == "aside", "three days"
    assert post.one(new, sender="b@new.example").outcome == "accepted"
    assert ("b@new.example",) in post.rows("SELECT email FROM players")


def test_the_letter_to_a_new_address_tells_who_reads_it_nothing(post: Post) -> None:
    """No name, no seat, no reply address that would order, in a mailbox that is perhaps a stranger's."""
    post.one(ask("ADDRESS who@new.example"), sender=BJORN)
    post.one(code_in_mail(post, BJORN, "please confirm"), sender=BJORN)
    (mail,) = [m for m in post.delivered() if str(m["To"]) == "who@new.example"]
    assert mail["Reply-To"] is None
    said = mail.as_string()
    assert "Borgir" not in said
    assert "(B)" not in said
    assert BJORN not in said


def test_a_change_begun_ends_where_the_game_master_has_made_another(post: Post) -> None:
    post.one(ask("ADDRESS b@new.example"), sender=BJORN)
    post.one(code_in_mail(post, BJORN, "please confirm"), sender=BJORN)
    new = code_in_mail(post, "b@new.example", "please confirm")
    change_address(post.office, "7", "B", "b@third.example", NOW + HOUR, force=True)
    assert post.one(new, sender="b@new.example").outcome == "aside"
    assert ("b@third.example",) in post.rows("SELECT email FROM players")


def test_another_address_is_asked_for_three_times_a_day(post: Post) -> None:
    """Each costs the office two mails, one of them to whom it may not concern."""
    for n in range(3):
        post.one(ask(f"ADDRESS b{n}@new.example"), sender=BJORN)
        assert "A mail with a code goes" in post.answer()
    post.one(ask("ADDRESS b4@new.example"), sender=BJORN)
    assert "3 times within a day" in post.answer()
    post.one(ask("ADDRESS b4@new.example "), sender=BJORN, now=NOW + 25 * HOUR)
    assert "A mail with a code goes" in post.answer()


def test_orders_are_taken_when_another_has_used_up_the_answers_to_an_address(post: Post) -> None:
    """However he came by it: two players with one mailbox have each their own answers, copies and codes."""
    process_turn(post.office, "7", NOW, early=True)
    with post.office.store.writing() as connection:
        connection.execute(
            text("UPDATE players SET email = :hers WHERE email = :his"), {"hers": ADDRESS["C"], "his": BJORN}
        )
    for n in range(70):
        post.one(ask(f"REPORT 1\nSTATUS ; {n}"), sender=BJORN)
    for n in range(3):
        post.one(ask(f"NEW PASSWORD ; {n}"), sender=BJORN)
    done = post.one(sheet(turn=2))
    assert (done.outcome, done.reason) == ("accepted", "")
    assert "Your orders are accepted" in post.answer()
    post.one(ask("REPORT 1\nNEW PASSWORD", "C", "swordfish"))
    assert "on its way once more" in post.answer()
    assert "A mail with a code goes to your registered address" in " ".join(post.answer().split())


def test_nobody_uses_up_a_players_answers_in_his_name(post: Post) -> None:
    """Mails in Carol's name without a proof, until no more are answered; then her own."""
    for n in range(80):
        post.one(sheet(f"1 REST\n2 SEARCH {n}", password=""), sender=EVE)
    before = len(post.answers())
    assert post.one(sheet()).outcome == "accepted"
    assert len(post.answers()) == before + 1


def test_beyond_the_limit_all_is_done_but_the_answer(post: Post) -> None:
    """Orders replace orders, FINAL and ABSENT hold, a letter reaches the game master; work is done for nothing else."""
    for n in range(60):
        post.one(ask(f"STATUS ; {n}", "C", "swordfish"))
    said = len(post.answers())
    done = post.one(sheet("1 MOVE NE\nFINAL\nABSENT 2026-12-20\nWHY 1"))
    assert done.outcome == "accepted"
    assert "not answered: 60 answers" in done.reason
    assert sheets(post, "C") == 1
    assert post.rows("SELECT seat FROM finals") == [("C",)]
    assert post.rows("SELECT seat FROM absences") == [("C",)]
    assert post.one(sheet("2 REST")).outcome == "accepted"
    assert sheets(post, "C") == 2
    wrong = post.one(sheet("1 REST", turn=9))
    assert wrong.outcome == "refused"
    assert "not answered" in wrong.reason
    assert len(post.answers()) == said


def test_who_shows_who_he_is_signs_up_whatever_others_had_us_write(asking: Post) -> None:
    """A stranger has three codes sent to Ann, who then signs up by a mail that her server vouches for."""
    form = "SIGN-UP\nNAME Ann\nEMAIL ann@example.com\nPASSWORD mackerel\nFIRST Zelda{}, elf, good\nEND\n"
    for n in range(4):
        asking.one(form.format("abcd"[n]), sender=f"x{n}@evil{n}.example")
    strong = found_out("dmarc=pass header.from=example.com")
    done = asking.one(form.format(""), sender="ann@example.com", headers=strong)
    assert done.outcome == "accepted"
    assert "not answered" in done.reason
    assert ("Zelda", "waiting") in asking.rows("SELECT name, state FROM signups")
    assert asking.one(form.format("z"), sender="ann@example.com").outcome == "aside", "who shows nothing waits"


# the clock


def stops(post: Post, moment: datetime) -> str:
    """Why the due turn waits at a moment; "" if it does not."""
    try:
        process_turn(post.office, "7", moment, guarded=True, dry_run=post.office.root / "look")
    except WaitsForWord as stop:
        return stop.why
    return ""


@pytest.mark.parametrize(
    "body",
    [
        "GAME 7 TURN 1\nMAGE D\n1 REST\nEND\n",
        "GAME 7 TURN 1\nMAGE D\nPASSWORD guessed\n1 REST\nEND\n",
        "GAME 7\nMAGE D\nSTATUS\nEND\n",
        "GAME 7\nMAGE D\nPASSWORD guessed\nNEW PASSWORD\nEND\n",
        "GAME 7 TURN 1\nMAGE Dorn\nPASSWORD guessed\n1 REST\nEND\n",
        f"GAME 7 TURN 1\nMAGE B\nPASSWORD {HIS}\n1 REST\nEND\nGAME 7 TURN 2\nMAGE D\n1 REST\nEND\n",
    ],
)
def test_a_stranger_stops_no_turn(post: Post, body: str) -> None:
    for n in range(8):
        assert post.one(f"{body}\n{n}\n", sender=EVE).outcome != "remark"
    assert stops(post, due(post)) == ""
    assert not any("and no orders" in line for line in office_status(post.office, due(post)).games[0].todo)


def test_mail_of_its_player_stops_the_turn_for_a_day_and_no_longer(post: Post) -> None:
    """However often he writes: who wants more time cannot take it."""
    at = due(post)
    post.one(sheet(password="forgotten"), now=at - HOUR)
    assert "mail came from C" in stops(post, at)
    for n in range(30):
        post.one(sheet(f"1 REST ; {n}", password="forgotten"), now=at + n * HOUR)
    assert "mail came from C" in stops(post, at + 23 * HOUR)
    assert stops(post, at + 24 * HOUR) == ""
    assert process_turn(post.office, "7", at + 24 * HOUR, guarded=True).turn == 1


def test_words_to_an_address_whose_turn_is_over_reach_the_letterbox_and_do_nothing(post: Post) -> None:
    address = str(to_letter(post.delivered(), "C", "turn 0")["Reply-To"])
    process_turn(post.office, "7", NOW, early=True)
    done = post.one("Well fought, whoever you are. FINAL!\n", to=address)
    assert (done.outcome, done.game, done.seat) == ("remark", "7", "C")
    assert [row.reason for row in list_inbox(post.office)] == [done.reason]
    assert "Well fought" not in "".join(text for _, _, text in post.answers())
    assert sheets(post, "C") == 0
    assert not post.rows("SELECT * FROM finals")
    assert stops(post, due(post)) == ""
    assert post.one("Well fought!\n1 REST\n", to=address, sender=EVE).outcome != "accepted"
    assert sheets(post, "C") == 0


def test_mail_that_was_read_late_is_given_its_day(post: Post) -> None:
    """The office was away for two days; the game master has not seen it yet."""
    at = due(post)
    post.one(sheet(password="forgotten"), now=at + 48 * HOUR)
    assert "mail came from C" in stops(post, at + 49 * HOUR)
    assert stops(post, at + 72 * HOUR) == ""


def test_believed_mail_that_came_to_nothing_stops_it_from_anywhere(post: Post) -> None:
    received = post.one(sheet(turn=9), sender="carol@elsewhere.example")
    assert received.outcome == "refused"
    post.rows("UPDATE inbox SET turn = NULL")
    assert "mail came from C" in stops(post, due(post))


@pytest.mark.parametrize(
    ("words", "stopped"),
    [
        ("dmarc=fail header.from=example.com", False),
        ("dmarc=pass header.from=example.com", True),
        ("spf=pass smtp.mailfrom=example.com", True),
        ("spf=none smtp.mailfrom=example.com", True),
    ],
)
@pytest.mark.parametrize("password", ["", "forgotten"])
def test_what_is_forged_stops_nothing(asking: Post, words: str, stopped: bool, password: str) -> None:
    asking.one(sheet(password=password), headers=found_out(words))
    assert bool(stops(asking, due(asking))) is stopped


@pytest.mark.parametrize(("hours", "stopped"), [(0, False), (1, True), (48, True)])
def test_how_long_is_a_setting(tmp_path: Path, hours: int, stopped: bool) -> None:
    post = Post(begin(tmp_path / "office", f"[guard]\nunheard_hours = {hours}\n"))
    post.one(sheet(password="forgotten"))
    at = due(post)
    assert bool(stops(post, at)) is stopped
    assert bool(stops(post, at + 47 * HOUR)) is (hours == 48)
    assert stops(post, at + 48 * HOUR) == ""
    post.office.close()


def test_guesses_in_a_forged_name_are_counted_like_any(asking: Post) -> None:
    """What the mail server said of them stands beside, and hides none of them."""
    for n in range(7):
        headers = found_out("dmarc=fail header.from=example.com")
        asking.one(sheet(password=f"guess {n}"), headers=headers)
    assert [to for _, to, _ in asking.answers()] == [ADDRESS["C"]] * 5
    assert asking.rows("SELECT DISTINCT proof FROM inbox") == [("wrong password, fail",)]
