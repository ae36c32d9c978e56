"""Guesses: each mail is one, each is counted, and nobody learns from an answer, or from none, whether it was right."""

from __future__ import annotations

import hashlib
import re
import time
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from magika_gm.app.enrolment.standby import add_standby
from magika_gm.app.office import passwords
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.post.judging import MOST_APART, NOT_LOOKED_AT
from magika_gm.app.turns.due import publish_turn
from magika_gm.app.turns.process import process_turn
from tests.app.postroom import ADDRESS, NOW, PASSWORD, Post, sheet
from tests.promptness import prompt

REPORTS_OF = ""

EVE = "eve@evil.example"
RETURNING = "SIGN-UP\nRETURNING 7 C\nPASSWORD {}\nEND\n"


def over(post: Post, review: bool = False) -> None:
    """Carol reaches the Orb's end of the game; with ``review`` nobody knows of it yet."""
    with post.office.store.writing() as connection:
        connection.exec_driver_sql("UPDATE mages SET space = 'b1' WHERE letter = 'C'")
    post.one(sheet("1 MOVE NE"))
    assert process_turn(post.office, "7", NOW, early=True, review=review).ending == "goal"


def real_cost() -> int:
    """The cost as it stands in the program's text."""
    found = re.search(r"^COST = (\d+)$", Path(passwords.__file__).read_text("utf-8"), re.MULTILINE)
    assert found is not None
    return int(found[1])


def counted(post: Post) -> int:
    return len(post.rows("SELECT * FROM inbox WHERE proof = 'wrong password' AND game = '7' AND seat = 'C'"))


def test_a_mail_is_one_guess_however_many_sheets_are_in_it(post: Post) -> None:
    """A sheet a turn, each with another password, the right one among them."""
    guesses = ["guess one", "guess two", PASSWORD["C"], "guess four"]
    body = "\n".join(sheet("1 REST", turn=n, password=guess) for n, guess in enumerate(guesses, 1))
    assert post.one(body, sender=EVE).outcome == "refused"
    assert counted(post) == 1
    assert not post.rows("SELECT * FROM sheets"), "what stands below the wrong one is not looked at"
    ((_, to, text),) = post.answers()
    assert to == ADDRESS["C"]
    assert "What else stands in that mail was not looked at" in " ".join(text.split())


def test_five_wrong_passwords_in_a_day_are_answered_and_no_more(post: Post) -> None:
    guesses = [post.one(sheet(password=f"guess {number}"), sender=EVE) for number in range(6)]
    assert [one.outcome for one in guesses] == [*["refused"] * 5, "aside"]


def test_a_guess_is_counted_whatever_else_the_mail_says(post: Post) -> None:
    """Orders for nobody's game above it, which would be the worse outcome; a sign-up beside it."""
    over(post)
    junk = "GAME 7 TURN 1\nMAGE Z\n1 REST\nEND\n"
    post.one(f"{junk}\n{sheet(turn=2, password='guess one')}", sender=EVE)
    assert counted(post) == 1
    post.one(f"{junk}\n{RETURNING.format('guess two')}", sender=EVE)
    assert counted(post) == 2
    post.one(f"{sheet(password='guess three')}\n{RETURNING.format(PASSWORD['C'])}", sender=EVE)
    assert counted(post) == 3
    assert not post.rows("SELECT * FROM signups"), "the second guess of a mail is none"


def test_sheets_for_more_games_than_anybody_plays_are_not_read(post: Post) -> None:
    body = "\n".join(sheet("1 REST", turn=n, password=f"guess {n}") for n in range(1, MOST_APART + 2))
    start = time.process_time()
    assert post.one(body, sender=EVE).outcome == "aside"
    assert prompt(time.process_time() - start, 2)
    assert post.one(body).outcome == "refused"
    assert "send some of them in another mail" in " ".join(post.answer().split())
    whole = "\n".join(sheet("1 REST", turn=n) for n in range(1, 4))
    assert post.one(whole).outcome == "accepted", "orders sent ahead are read as ever"


@pytest.mark.parametrize(("passwords", "told"), [(("swordfish", "a guess"), False), (("a guess", "swordfish"), True)])
def test_what_stands_behind_a_wrong_password_was_not_looked_at(
    post: Post, passwords: tuple[str, str], told: bool
) -> None:
    """That is said where something does stand there."""
    post.one("\n".join(sheet("1 REST", turn=turn, password=one) for turn, one in enumerate(passwords, 1)))
    assert any(NOT_LOOKED_AT in " ".join(text.split()) for *_, text in post.answers()) is told


def test_who_would_return_hears_the_same_whether_his_password_was_right(post: Post) -> None:
    """Not even silence tells: the right one is answered in the same words, besides what the registered address gets."""
    over(post)
    heard = []
    for number, guess in enumerate(("wrong guess", PASSWORD["C"])):
        sender = f"a{number}@evil{number}.example"
        post.one(RETURNING.format(guess), sender=sender)
        heard.append([(kind, text.replace(sender, "")) for kind, to, text in post.answers() if to == sender])
    subjects = post.rows("SELECT DISTINCT subject FROM outbox WHERE recipient LIKE '%evil%'")
    assert heard[0] == heard[1]
    assert len(heard[0]) == len(subjects) == 1
    assert [state for (state,) in post.rows("SELECT state FROM signups")] == ["waiting"]


def test_a_final_turn_under_review_tells_nobody_that_the_game_is_over(post: Post) -> None:
    """Number 13: not even to who shows his own password, by mail or on the game master's list."""
    over(post, review=True)
    form = RETURNING.format(PASSWORD["C"])
    assert post.one(form, sender=ADDRESS["C"]).outcome == "refused"
    before = [text for _, to, text in post.answers() if to == ADDRESS["C"]]
    publish_turn(post.office, "7")
    assert post.one(form, sender=ADDRESS["C"]).outcome == "accepted"
    assert post.rows("SELECT count(*) FROM signups") == [(1,)]
    for told in before:
        assert "goal" not in told


def test_a_message_id_is_not_used_up_by_who_writes_in_another_s_name(post: Post) -> None:
    """Number 13, with a forged From: what was not believed makes no mail known."""
    assert post.one("hello", name="<next@player.example>").outcome == "remark"
    assert post.one(sheet(password="guess one"), name="<next@player.example>").outcome == "refused"
    assert post.one(sheet(), name="<next@player.example>").outcome == "accepted"
    assert post.one(sheet("2 REST"), name="<next@player.example>").outcome == "known", "his own, come by two ways"


def test_a_hash_costs_what_it_says_and_is_renewed_when_the_cost_has_grown(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Number 13: scrypt at 2^15; a hash of an earlier version is made anew when its password comes."""
    monkeypatch.setattr(passwords, "COST", real_cost())  # most tests make do with less
    stored = passwords.hash_password("swordfish")
    kind, salt, digest = stored.split("$")
    assert kind == "scrypt15"
    wanted = hashlib.scrypt(b"swordfish", salt=bytes.fromhex(salt), n=2**15, r=8, p=1, dklen=32, maxmem=2**26)
    assert digest == wanted.hex()
    salt_ = bytes(range(16))
    old = hashlib.scrypt(b"swordfish", salt=salt_, n=2**12, r=8, p=1, dklen=32).hex()
    with post.office.store.writing() as connection:
        query = text("UPDATE seats SET password = :old WHERE seat = 'C'")
        connection.execute(query, {"old": f"scrypt${salt_.hex()}${old}"})
    assert post.one(sheet(password="guess one")).outcome == "refused"
    assert post.rows("SELECT password FROM seats WHERE seat = 'C'")[0][0].startswith("scrypt$"), "not by a wrong one"
    assert post.one(sheet()).outcome == "accepted"
    ((renewed,),) = post.rows("SELECT password FROM seats WHERE seat = 'C'")
    assert re.fullmatch(r"scrypt15\$[0-9a-f]{32}\$[0-9a-f]{64}", renewed)
    assert post.one(sheet("2 REST")).outcome == "accepted"


def test_a_hash_of_any_cost_is_not_worked_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A database of a stranger's cannot say that a password takes an hour."""
    worked: list[int] = []

    def scrypt(_: bytes, *, n: int, **__: object) -> bytes:
        worked.append(n)
        return b""

    monkeypatch.setattr(hashlib, "scrypt", scrypt)
    assert not passwords.check_password("swordfish", "scrypt15$00$00")
    assert worked == [2**15]
    for cost in ("scrypt18", "scrypt99999", "scrypt-1", "scryptx", "md5"):
        assert not passwords.check_password("swordfish", f"{cost}$00$00")
    assert worked == [2**15], "none of those"


def test_short_passwords_are_refused_wherever_one_is_chosen(post: Post) -> None:
    with pytest.raises(OfficeError, match="8 characters"):
        add_standby(post.office, "Una", "una@example.org", "seven77", NOW)
    add_standby(post.office, "Una", "una@example.org", "eight888", NOW)
    form = "SIGN-UP\nNAME Ann\nEMAIL ann@example.org\nPASSWORD seven77\nFIRST Zelda, elf, good\nEND\n"
    assert post.one(form, sender="ann@example.org").outcome == "refused"
    assert "fewer than 8 characters" in post.answer()


def test_wrong_codes_and_guesses_of_yesterday_are_forgotten(post: Post) -> None:
    """Five are told in a day; the next day's are told anew, and the right one is taken as ever."""
    for number in range(7):
        post.one(sheet(password=f"guess {number}"), sender=EVE)
    assert len([1 for kind, _, _ in post.answers() if kind == "refusal"]) == 5
    post.one(sheet(password="guess late"), sender=EVE, now=NOW + timedelta(days=1, minutes=1))
    assert len([1 for kind, _, _ in post.answers() if kind == "refusal"]) == 6
    assert post.one(sheet()).outcome == "accepted"
