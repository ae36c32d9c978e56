"""A flood of mails, sheets of megabytes, thousands of bounces: each costs as much as the first, and a player's orders
behind it are taken and acknowledged as ever. A small flood every day, a large one by night."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office
from magika_gm.app.post.credentials import TOKEN_LENGTH, UNMARKED_LENGTH, reply_address, reply_token
from magika_gm.app.post.order_desk import Received
from magika_gm.app.post.whose import MOST_AN_ADDRESS, MOST_AN_HOUR
from magika_gm.mail.parsing import MOST_BYTES
from magika_gm.mail.readers import Incoming, read
from magika_gm.resources import shipped
from tests.app.postroom import ADDRESS, NOW, Post, begin, sheet
from tests.promptness import prompt

NIGHT = bool(os.environ.get("MAGIKA_NIGHTLY"))
FLOOD, BOUNCES, LARGE = (5000, 5000, 60) if NIGHT else (160, 160, 6)
GROWTH, GRAIN = 3.0, 0.004
"""By how much a mail at the end may cost more than one at the beginning; seconds below which nothing is measured."""
MOST_A_SHEET = 2.0
"""Seconds of processor time that no mail within the size limit takes."""
BOUNCE = (Path(__file__).parents[2] / "mail" / "bounces" / "postfix-unknown-user.eml").read_bytes()


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    made = Post(begin(tmp_path / "office"))
    assert made.one(sheet()).outcome == "accepted", "all modules are there"
    yield made
    made.office.close()


def begin_another(post: Post, game: str) -> None:
    signups = shipped("sample") / "temple_isle" / "signups.toml"
    new_game(post.office, game, signups, NOW, system="temple_isle", seed=game.encode())


def flood(post: Post, number: int, mail: Callable[[int], Incoming]) -> tuple[Counter[str], float, float]:
    """Take so many mails in; what became of them, and seconds of processor time of one at the beginning and the end."""
    part, counts, costs = max(1, number // 8), Counter[str](), []
    for n in range(number):
        item = mail(n)
        began = time.process_time()
        (received,) = post.take(item)
        costs.append(time.process_time() - began)
        counts[received.outcome] += 1
    first, last = sorted(costs[:part]), sorted(costs[-part:])
    return counts, first[part // 2], last[part // 2]


def all_is_as_ever(post: Post, first: float, last: float) -> Received:
    """The last mail cost no more than the first, and a player is answered."""
    assert last <= GROWTH * first + GRAIN, f"{first * 1e3:.1f} ms a mail at the beginning, {last * 1e3:.1f} at the end"
    before = len(post.answers())
    received = post.one(sheet("1 REST"))
    assert received.outcome == "accepted"
    assert [to for _, to, _ in post.answers()[before:]] == [ADDRESS["C"]]
    assert post.rows("SELECT count(*) FROM inbox") == [(post.sent,)]
    return received


@pytest.mark.slow
def test_a_flood_from_one_address(post: Post) -> None:
    counts, first, last = flood(post, FLOOD, lambda n: post.mail(f"How do I join? {n}", sender="flood@example.net"))
    assert sum(counts.values()) == FLOOD
    all_is_as_ever(post, first, last)
    assert sum(to == "flood@example.net" for _, to, _ in post.answers()) <= MOST_AN_ADDRESS


@pytest.mark.slow
def test_a_flood_from_everywhere(post: Post) -> None:
    before = len(post.answers())
    counts, first, last = flood(post, FLOOD, lambda n: post.mail(f"How do I join? {n}", sender=f"a@b{n}.example"))
    assert sum(counts.values()) == FLOOD
    assert len(post.answers()) - before <= MOST_AN_HOUR
    all_is_as_ever(post, first, last)


def test_a_flood_in_a_players_name_with_wrong_passwords(post: Post) -> None:
    """Each guess costs a hash, until no more are looked at; he himself is told once and answers to his report."""
    counts, first, last = flood(
        post, FLOOD // 4, lambda n: post.mail(sheet(f"1 REST\n2 SEARCH {n}", password=f"no{n}"))
    )
    assert counts["accepted"] == 0
    assert last <= GROWTH * first + GRAIN
    token = reply_token(post.office, "7", "C", 1, NOW.isoformat(), ADDRESS["C"])
    received = post.one(sheet("1 REST", password=""), to=reply_address("gm@example.org", token))
    assert received.outcome == "accepted"
    assert len(post.answers()) < 20


@pytest.mark.parametrize("length", [pytest.param(UNMARKED_LENGTH, marks=pytest.mark.slow), TOKEN_LENGTH])
def test_made_up_reply_addresses_cost_no_more_at_the_end(post: Post, length: int) -> None:
    counts, first, last = flood(
        post, FLOOD, lambda n: post.mail(sheet("1 REST", password=""), to=f"gm+{n:0{length}d}@example.org")
    )
    assert counts["accepted"] == 0
    all_is_as_ever(post, first, last)


def test_a_made_up_reply_address_is_held_against_no_seat(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among ten games of thirteen seats and sixteen turns each; the games' marks are all that is reckoned."""
    for number in range(9):
        begin_another(post, f"a{number}")
    asked: Counter[str] = Counter()
    keyed = Office.keyed

    def counted(office: Office, purpose: str, *words: object) -> str:
        asked[purpose] += 1
        return keyed(office, purpose, *words)

    monkeypatch.setattr(Office, "keyed", counted)
    for made_up in ("0123456789abcdefghij", "0123456789abcdef"):
        assert post.one("STATUS\n", sender="x@elsewhere.example", to=f"gm+{made_up}@example.org").seat == ""
    assert asked["reply token"] == 0
    assert asked["game of a reply token"] == 10


def test_an_address_of_a_report_from_before_games_had_marks_is_good(post: Post) -> None:
    token = reply_token(post.office, "7", "C", 1, NOW.isoformat(), ADDRESS["C"])
    old = reply_address("gm@example.org", token[-UNMARKED_LENGTH:])
    assert post.one(sheet("1 REST", password=""), to=old).outcome == "accepted"
    assert post.one("STATUS\n", to=old).seat == "C"
    assert post.one("STATUS\n", sender="c@elsewhere.example", to=old).seat == "", "it hints at no game"


def test_a_reply_address_is_known_in_a_mail_that_hints_at_nothing(post: Post) -> None:
    """No sheet, no mail of ours it answers, an address nobody knows: it bears the mark of its game."""
    begin_another(post, "a")
    token = reply_token(post.office, "7", "C", 1, NOW.isoformat(), ADDRESS["C"])
    received = post.one("STATUS\n", sender="c@elsewhere.example", to=reply_address("gm@example.org", token))
    assert (received.game, received.seat) == ("7", "C")
    assert post.answers()[-1][1] == ADDRESS["C"], "the answer goes to the registered address"


@pytest.mark.slow
def test_thousands_of_bounces(post: Post) -> None:
    """Half of them are of our own mails, half of nobody's; each is tied to its mail or kept for the game master."""
    own = [name for (name,) in post.rows("SELECT message_id FROM outbox ORDER BY id")]
    post.delivered(NOW)

    def bounce(n: int) -> Incoming:
        post.sent += 1
        about = own[n // 2 % len(own)] if n % 2 else f"<nobody-{n}@example.org>"
        raw = BOUNCE.replace(b"<report-12-5-C@magika.example>", about.encode())
        return Incoming(raw.replace(b"4Wx7Tz1kGnz9sQ@", b"b%d@" % n), None, f"bounce {n}")

    counts, first, last = flood(post, BOUNCES, bounce)
    assert counts == {"aside": BOUNCES}
    all_is_as_ever(post, first, last)
    tied = post.rows("SELECT count(*) FROM inbox WHERE settled = 'bounce'")[0][0]
    assert tied == BOUNCES // 2
    assert post.rows("SELECT count(*) FROM outbox WHERE state = 'bounced'")[0][0] == min(len(own), BOUNCES // 2)


def test_sheets_of_megabytes(post: Post, tmp_path: Path) -> None:
    """Just within the limit, and far beyond: read within the time a mail may take, answered or kept."""
    line = "1 MOVE NE to the far end of the world and back again ; and then some more of it\n"

    def large(n: int) -> Incoming:
        size = MOST_BYTES - 5000 if n % 2 else 3 * MOST_BYTES
        path = tmp_path / f"{n}.eml"
        path.write_bytes(post.mail(sheet(line * (size // len(line))) + str(n)).raw or b"")
        (item,) = read(path)
        return item

    for n in range(LARGE):
        item = large(n)
        began = time.process_time()
        (received,) = post.take(item)
        assert prompt(time.process_time() - began, MOST_A_SHEET)
        assert received.outcome in ("refused", "aside", "accepted")
    assert post.one(sheet("1 REST")).outcome == "accepted"
    kept = post.rows("SELECT path FROM inbox")
    assert all((post.office.root / path).stat().st_size <= MOST_BYTES + 1 for (path,) in kept)


def test_a_mail_costs_the_same_among_many_games(post: Post) -> None:
    """A reply address is held against the games a mail hints at, not against all."""

    def costs() -> float:
        token = reply_token(post.office, "7", "C", 1, NOW.isoformat(), ADDRESS["C"])
        found = []
        for _ in range(9):
            item = post.mail(sheet(f"1 REST ; {post.sent}", password=""), to=reply_address("gm@example.org", token))
            began = time.process_time()
            (received,) = post.take(item)
            found.append(time.process_time() - began)
            assert received.outcome == "accepted"
        return sorted(found)[4]

    alone = costs()
    for number in range(30 if NIGHT else 12):
        begin_another(post, f"a{number}")
    among = costs()
    assert among <= GROWTH * alone + GRAIN, f"{alone * 1e3:.1f} ms alone, {among * 1e3:.1f} ms among many"
