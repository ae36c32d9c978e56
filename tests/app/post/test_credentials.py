"""Who may order: passwords, reply addresses, what the mail server found out, guessing, changes of address."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, update

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import open_office
from magika_gm.app.post.addresses import change_address
from magika_gm.app.turns.process import process_turn
from magika_gm.store import tables as t
from tests.app.postroom import ADDRESS, NOW, Post, begin, mails_in, sheet, to_letter

PLAIN = "1 MOVE NE"


@pytest.fixture
def post(mailed_post: Post) -> Post:
    return mailed_post


def reply_to(post: Post, letter: str = "C", subject: str = "turn 0") -> str:
    return str(to_letter(post.delivered(), letter, subject)["Reply-To"])


def test_a_report_is_answered_without_a_password(post: Post) -> None:
    address = reply_to(post)
    assert re.fullmatch(r"gm\+[a-z2-7]{20}@example\.org", address), "a mark of its game and 80 bits"
    received = post.one(sheet(password=""), to=address)
    assert (received.outcome, received.seat, received.proof) == ("accepted", "C", "reply address")
    assert "Credentials: accepted, by your reply address." in post.answer()
    assert "PASSWORD" not in post.answer()


def test_the_reply_address_says_whose_orders_they_are_and_for_which_turn(post: Post) -> None:
    address = reply_to(post)
    received = post.one("GAME 7\n1 MOVE NE\nEND\n", to=f"Somebody <{address.upper()}>")
    assert (received.outcome, received.seat, received.turn) == ("accepted", "C", 1)


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ({"sender": "eve@example.net"}, "only for mail from your own address"),
        ({"to": "gm+aaaaaaaaaaaaaaaa@example.org"}, "the password is missing"),
        ({"to": "gm@example.org"}, "the password is missing"),
        ({"turn": 2}, "good for turn 1 only"),
        ({"letter": "A"}, "the password is missing"),
    ],
)
def test_what_a_reply_address_does_not_do(post: Post, how: dict[str, str], reason: str) -> None:
    """From alone, a made-up token, another's turn or mage: refused, and told to the mage's own player."""
    words: dict[str, Any] = dict(how)
    body = sheet(turn=int(words.pop("turn", 1)), letter=words.pop("letter", "C"), password="")
    received = post.one(body, **{"to": reply_to(post), **words})
    assert received.outcome == "refused"
    assert reason in received.reason
    assert not post.rows("SELECT * FROM sheets")


def test_a_token_of_an_earlier_turn_is_not_taken_again(post: Post) -> None:
    address = reply_to(post)
    post.one(sheet(password=""), to=address)
    process_turn(post.office, "7", NOW, early=True)
    again = post.one(sheet(turn=2, password=""), to=address)
    assert again.outcome == "refused"
    assert "good for turn 1 only" in again.reason
    new = reply_to(post, subject="turn 1")
    assert new != address
    assert post.one(sheet(turn=2, password=""), to=new).outcome == "accepted"


def test_tokens_of_two_mages_and_games_differ_and_are_written_nowhere(post: Post) -> None:
    mails = post.delivered()
    tokens = {str(m["Reply-To"]).partition("+")[2].partition("@")[0] for m in mails}
    assert len(tokens) == 13
    post.one(sheet(password=""), to=f"gm+{next(iter(tokens))}@example.org")
    dump = "".join(map(str, [row for t in ("inbox", "sheets", "outbox") for row in post.rows(f"SELECT * FROM {t}")]))
    assert not any(token in dump for token in tokens)
    names = "".join(str(p) for p in post.office.root.rglob("*"))
    assert not any(token in names for token in tokens)


@pytest.mark.parametrize(
    ("results", "outcome", "proof"),
    [
        ("mx.example.org; dmarc=pass header.from=example.com", "accepted", "reply address, strong"),
        ("mx.example.org; spf=pass smtp.mailfrom=example.com", "accepted", "reply address, weak"),
        ("mx.example.org; dmarc=fail header.from=example.com", "refused", "none, fail"),
        ("forged.example.net; dmarc=pass header.from=example.com", "refused", "none, none"),
    ],
)
def test_what_the_mail_server_found_out(tmp_path: Path, results: str, outcome: str, proof: str) -> None:
    post = Post(begin(tmp_path / "office", '[mail]\nauthserv = "mx.example.org"\n'))
    received = post.one(sheet(password=""), to=reply_to(post), headers=f"Authentication-Results: {results}\n")
    assert (received.outcome, received.proof) == (outcome, proof)
    trusted = post.one(sheet("2 REST"), headers=f"Authentication-Results: {results}\n")
    assert trusted.outcome == "accepted", "the password is accepted from anywhere"
    post.office.close()


def test_acknowledgements_and_refusals_can_be_answered(post: Post) -> None:
    """Whoever it was that wrote: both go to the registered address alone, where the report went."""
    post.one(sheet())
    post.one(sheet(password="guess"))
    mails = post.delivered()
    (good,) = [m for m in mails if str(m["Subject"]).endswith("orders accepted")]
    (bad,) = [m for m in mails if "NOT accepted" in str(m["Subject"])]
    assert str(bad["To"]) == str(good["To"])
    for mail in (good, bad):
        assert post.one(sheet("2 SEARCH", password=""), to=str(mail["Reply-To"])).outcome == "accepted"
        stranger = post.one(sheet("3 SEARCH", password=""), to=str(mail["Reply-To"]), sender="eve@evil.example")
        assert stranger.outcome != "accepted"


@pytest.mark.parametrize("turn", [0, 40])
def test_a_refusal_of_a_sheet_for_another_turn_is_answered_for_the_coming_one(post: Post, turn: int) -> None:
    assert post.one(sheet().replace("TURN 1", f"TURN {turn}")).outcome == "refused"
    (bad,) = [m for m in post.delivered() if "NOT accepted" in str(m["Subject"])]
    received = post.one("2 SEARCH\n", to=str(bad["Reply-To"]))
    assert (received.outcome, received.turn) == ("accepted", 1)


def test_an_office_without_plus_addresses_asks_for_the_password(tmp_path: Path) -> None:
    post = Post(begin(tmp_path / "office", '[mail]\nreply_address = "none"\n'))
    assert {m["Reply-To"] for m in post.delivered()} == {None}
    post.office.close()


def test_a_mage_who_left_the_game_orders_no_more(post: Post) -> None:
    with post.office.store.writing() as connection:
        connection.exec_driver_sql("UPDATE mages SET dropped = (1 = 1) WHERE letter = 'C'")
    received = post.one(sheet())
    assert (received.outcome, received.reason) == ("refused", "your mage has left the game")


def test_guessing_slows_down_and_the_owner_is_told_once(post: Post) -> None:
    found = [post.one(sheet(password=f"guess {n}"), sender="eve@example.net") for n in range(7)]
    assert [r.outcome for r in found] == ["refused"] * 5 + ["aside"] * 2
    texts = [text for kind, to, text in post.answers() if (kind, to) == ("refusal", ADDRESS["C"])]
    assert len(texts) == 5
    assert ["somebody is guessing" in text for text in texts] == [False] * 4 + [True]
    assert post.one(sheet()).outcome == "accepted", "the owner himself is never locked out"
    later = post.one(sheet(password="guess again"), now=NOW + timedelta(days=1, minutes=1))
    assert later.outcome == "refused"


def test_a_flood_of_mails_is_answered_to_a_limit(tmp_path: Path) -> None:
    post = Post(begin(tmp_path / "office", "[mail]\nanswers_a_day = 6\n"))
    nobody = [post.one(sheet(f"1 MOVE NE ; {n}", password="")).outcome for n in range(5)]
    assert nobody == ["refused"] * 3 + ["aside"] * 2, "who proved nothing has half the answers"
    proven = [post.one(sheet(f"1 MOVE NE\n2 SEARCH ; {n}")) for n in range(5)]
    assert [one.outcome for one in proven] == ["accepted"] * 5, "only the answer falls away"
    unsaid = "not answered: 6 answers went to this player within a day; no more are given"
    assert [unsaid in one.reason for one in proven] == [False] * 3 + [True] * 2
    assert len(post.answers()) == 6
    assert len(post.rows("SELECT * FROM sheets")) == 5
    assert post.one(sheet("3 REST"), now=NOW + timedelta(days=1, minutes=1)).outcome == "accepted"
    post.office.close()


def confirm_line(post: Post, to: str = ADDRESS["C"]) -> str:
    (mail,) = [m for m in post.delivered() if "please confirm" in str(m["Subject"]) and str(m["To"]) == to]
    body = mail.get_body(("plain",))
    assert body is not None
    found = re.search(r"CONFIRM \w+", str(body.get_content()))
    assert found is not None
    return found[0]


def test_a_change_of_address_is_confirmed_at_the_old_one_and_then_at_the_new_one(post: Post) -> None:
    post.one("GAME 7\nMAGE C\nPASSWORD swordfish\nADDRESS carol@new.example\nEND\n")
    line = confirm_line(post)
    code = line.split()[1]
    assert not any(code in str(row) for row in post.rows("SELECT * FROM outbox"))
    assert post.one(line, sender="eve@example.net").outcome == "aside"
    assert post.one("CONFIRM abcdefghij").outcome == "aside"
    assert post.rows("SELECT email FROM players WHERE account LIKE '%3'") != [("carol@new.example",)]
    old = reply_to(post)
    assert post.one(f"Yes please.\n\n{line}\n").outcome == "accepted"
    assert ("carol@new.example",) not in post.rows("SELECT email FROM players"), "nobody at the new one was asked"
    other = confirm_line(post, "carol@new.example")
    assert other != line
    assert post.one(line, sender="carol@new.example").outcome == "aside", "it has a code of its own"
    assert post.one(other).outcome == "aside", "and must come from there"
    assert post.one(other, sender="Carol@new.example").outcome == "accepted"
    assert ("carol@new.example",) in post.rows("SELECT email FROM players")
    assert [to for kind, to, _ in post.answers() if kind == "changed"] == [ADDRESS["C"], "carol@new.example"]
    assert post.one(line).outcome == "aside", "a code is good once"
    assert post.one(sheet(password=""), to=old).outcome == "refused", "reply addresses sent to the old address are void"
    assert post.one(sheet()).outcome == "accepted"
    assert post.answers()[-1][1] == "carol@new.example"


def test_a_newer_wish_withdraws_an_older_one_and_the_game_master_may_force_it(post: Post) -> None:
    change_address(post.office, "7", "C", "first@new.example", NOW)
    first = confirm_line(post)
    change_address(post.office, "7", "C", "second@new.example", NOW + timedelta(minutes=1))
    assert post.one(first).outcome == "aside"
    done = change_address(post.office, "7", "C", "third@new.example", NOW + timedelta(minutes=2), force=True)
    assert (done.old, done.new, done.state) == (ADDRESS["C"], "third@new.example", "done")
    assert ("third@new.example",) in post.rows("SELECT email FROM players")
    for bad in ("nobody", "a@b", "x y@example.org", "a@example.org, b@example.org"):
        with pytest.raises(OfficeError, match="no mail address"):
            change_address(post.office, "7", "C", bad, NOW)
    with pytest.raises(OfficeError, match="no mage a player plays"):
        change_address(post.office, "7", "Q", "x@example.org", NOW)
    assert mails_in(post.office.root / "outbox")


@pytest.mark.parametrize(
    ("letter", "said"),
    [
        ("waiting", "a letter with the new one is on its way to you; answer that letter or write your password"),
        ("sent", "a letter with the new one was sent to you; answer that letter or write your password"),
        ("failed", "the letter with the new one did not reach you; write your password"),
        ("bounced", "the letter with the new one did not reach you; write your password"),
        ("past", "your newest report has the new one; answer that report or write your password"),
    ],
)
def test_who_answers_a_report_of_before_addresses_were_renewed_is_told_so(post: Post, letter: str, said: str) -> None:
    """An upgrade made every address anew and wrote to each player: the one he writes to fits none any more."""
    old = reply_to(post)
    with post.office.store.writing() as connection:
        connection.execute(update(t.office_secrets).values(secret=b"another" * 5))
        row: dict[str, Any] = {
            "kind": "renewed",
            "message_id": "<renewed-1@magika-gm>",
            "subject": "a new reply address",
            "body": "x",
        }
        row |= {"game": "7", "turn": 0 if letter == "past" else 1, "seat": "C", "recipient": ADDRESS["C"]}
        row |= {"created_at": NOW.isoformat(), "state": "sent" if letter == "past" else letter}
        connection.execute(insert(t.outbox), [row])
    office = open_office(post.office.root)
    fresh = Post(office, sent=post.sent)
    received = fresh.one(sheet(password=""), to=old)
    assert received.outcome == "refused"
    assert received.reason == f"reply addresses were renewed, and the one you wrote to does no more: {said}"
    assert "addresses were renewed" in " ".join(fresh.answer().split())
    for how in ({"sender": "eve@example.net"}, {"to": "gm@example.org"}):
        words: dict[str, Any] = {"to": old, **how}
        assert "renewed" not in fresh.one(sheet(password=""), **words).reason
    wrong = fresh.one(sheet(password="wrong"), to=old)
    assert wrong.reason == "the password is not the right one"
    office.close()
