"""STAND BY by mail: who would take a position over is told how, put into the line once he proved his address, and
offered what is open at once; and the blank form, of which all that is read is kept and shown."""

from __future__ import annotations

from datetime import timedelta

import pytest

from magika_gm import games
from magika_gm.app.enrolment.signup_form import blank_form, read_form, wishes_of
from magika_gm.app.enrolment.standby import add_standby, list_standbys, place_standby
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.process import process_turn
from tests.app.postroom import NOW, Post, sheet
from tests.examples import each_of

REPORTS_OF = ""
UNA = "una@example.net"
FORM = "STAND BY {}\nNAME Una Byron\nPASSWORD owl light\nPHONE +1 902 555 0100\nEND\n"


def confirm(post: Post, now: object = NOW) -> str:
    """What the code that went out last becomes."""
    (mail,) = [m for m in post.delivered() if "confirm your sign-up" in str(m["Subject"])]
    part = mail.get_body(("plain",))
    assert part is not None
    (line,) = [row.strip() for row in str(part.get_content()).splitlines() if row.strip().startswith("CONFIRM")]
    return post.one(f"{line}\n", sender=UNA).outcome


def test_the_line_alone_brings_the_form(post: Post) -> None:
    for sender in (UNA, "carol.w@example.com"):
        assert post.one("STAND BY Magika\n", sender=sender).outcome == "refused"
        rows = [row.strip() for row in post.answer().splitlines()]
        assert "STAND BY" in rows
        assert not any(row.startswith(("FIRST", "PACE")) for row in rows), "he chooses nothing"


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_who_stands_by_is_in_the_line_once_his_address_is_proved(post: Post, name: str) -> None:
    title = games.system(name).title
    post.delivered()
    assert post.one(FORM.format(title), sender=UNA).outcome == "accepted"
    assert list_standbys(post.office) == []
    assert confirm(post) == "accepted"
    (una,) = list_standbys(post.office)
    assert (una.name, una.email, una.state) == ("Una Byron", UNA, "waiting")
    text = " ".join(post.answer().split())
    assert "You stand by as number 1" in text
    assert "+1 902 555 0100" in text
    assert post.rows("SELECT * FROM signups") == [], "no game is filled with him"


def test_he_is_offered_what_is_open_and_orders_with_his_password(post: Post) -> None:
    others = [seat for (seat,) in post.rows("SELECT seat FROM seats WHERE seat NOT IN ('C', 'M') ORDER BY seat")]
    now = NOW
    for turn in (1, 2):
        post.one(sheet(turn=turn, letter="A"), sender="a@example.org")
        with post.office.store.reading() as connection:
            now = load_game(connection, "7").next_due
        process_turn(post.office, "7", now, early=True)
    post.delivered()
    post.one(FORM.format("Magika"), sender=UNA, now=now)
    confirm(post)
    offers = post.rows("SELECT recipient, seat FROM outbox WHERE kind = 'offer'")
    assert len(offers) == 1
    assert offers[0][0] == UNA
    seat = offers[0][1]
    assert seat in (*others, "C")
    (una,) = list_standbys(post.office)
    assert (una.state, una.seat) == ("offered", seat)
    place_standby(post.office, "7", seat, una.id, now + timedelta(hours=1))
    taken = post.one(f"GAME 7 TURN 3\nMAGE {seat}\nPASSWORD owl light\n1 SEARCH\nEND\n", sender=UNA, now=now)
    assert taken.outcome == "accepted"


def test_nobody_hears_by_an_offer_who_is_absent_from_his_own_game(post: Post) -> None:
    """His report tells it of his allies alone."""
    ((his,),) = post.rows("SELECT email FROM players p JOIN seats s ON s.player = p.id WHERE s.seat = 'A'")
    add_standby(post.office, "Ann Dubois", his.upper(), "another word", NOW)
    for turn in (1, 2):
        post.one(sheet(turn=turn, letter="A"), sender="a@example.org")
        with post.office.store.reading() as connection:
            now = load_game(connection, "7").next_due
        process_turn(post.office, "7", now, early=True)
    assert post.rows("SELECT recipient FROM outbox WHERE kind = 'offer'") == []
    add_standby(post.office, "Una Byron", UNA, "owl light", NOW)
    assert post.rows("SELECT DISTINCT recipient FROM outbox WHERE kind = 'offer'") == [(UNA,)]


def test_who_took_a_seat_over_asks_in_vain_what_was_played_before(post: Post) -> None:
    post.one(sheet("1 SEARCH"))
    process_turn(post.office, "7", NOW, early=True)
    una = add_standby(post.office, "Una Byron", UNA, "owl light", NOW)
    place_standby(post.office, "7", "C", una.id, NOW)
    post.one("GAME 7\nMAGE C\nPASSWORD owl light\nWHY 1 1\nREPORT 1\nHISTORY\nEND\n", sender=UNA)
    said = " ".join(post.answer().split())
    assert said.count("Turn 1 was played by somebody else") == 2
    assert "SEARCH" not in said
    assert "You search" not in said


def test_who_stands_by_already_keeps_his_place(post: Post) -> None:
    add_standby(post.office, "Una Byron", UNA, "another word", NOW)
    post.delivered()
    post.one(FORM.format("Arena"), sender=UNA)
    confirm(post)
    assert [one.id for one in list_standbys(post.office)] == [1]


@each_of(games.SYSTEMS)
def test_all_that_a_blank_form_asks_is_kept(name: str) -> None:
    said = {
        "NAME": "Rosa Reed", "EMAIL": "rosa@example.org", "ADDRESS": "1 Way", "CITY": "Hythe", "STATE": "Kent",
        "POSTCODE": "CT21", "COUNTRY": "England", "PHONE": "+44 1303 555 010", "INSURANCE": "phone", "RULE BOOK": "no",
        "PASSWORD": "heron bridge",
    }  # fmt: skip
    rows = blank_form(games.system(name), standby=True)
    assert max(map(len, rows)) <= 64, "no mail program breaks a line, of which the rest would be none of the form's"
    words = {row: row.partition(";")[0].strip() for row in rows}
    asked = set(words.values()) - {"STAND BY", "END", f"GAME {games.system(name).title}"}
    assert asked == set(said)
    form = read_form("\n".join(f"{words[row]} {said.get(words[row], '')}" for row in rows))
    assert form is not None
    assert form.faults == []
    assert (form.name, form.password) == ("Rosa Reed", "heron bridge")
    kept = {"address": "1 Way, Hythe, Kent, CT21, England", "phone": said["PHONE"], "insurance": "phone"}
    assert wishes_of(form) == {**kept, "rule_book": False, "standby": True}
    empty = read_form("\n".join(rows))
    assert empty is not None
    assert wishes_of(empty) == {"standby": True}
