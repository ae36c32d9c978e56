"""The whole post office against nasty mails: each ends in one of three ways, and nobody but players is answered."""

from __future__ import annotations

import random
import time
from hashlib import sha256
from pathlib import Path

import pytest

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office
from magika_gm.app.post.intake import ingest
from magika_gm.mail.readers import Incoming
from magika_gm.resources import shipped
from tests.app.postroom import NOW, Post, mails_in
from tests.examples import some_of
from tests.mail import nasty
from tests.offices import empty
from tests.promptness import prompt

MUTATED = some_of(300)


@pytest.fixture
def office(tmp_path: Path) -> Office:
    """Anna, whom the nasty mails pretend to be, plays C of game 12; her password is in none of them."""
    text = (
        (shipped("sample") / "magika" / "signups.toml")
        .read_text("utf-8")
        .replace("carol.w@example.com", "anna@players.example")
    )
    path = tmp_path / "signups.toml"
    path.write_text(text.replace('"swordfish"', '"not in any of them"'), encoding="utf-8")
    (tmp_path / "office").mkdir()
    (tmp_path / "office" / "magika.toml").write_text("[mail]\nanswers_a_day = 1000\n", encoding="utf-8")
    office = empty(tmp_path / "office")
    new_game(office, "12", path, NOW, seed=b"attack")
    return office


@pytest.mark.slow
def test_nasty_mails_end_in_one_of_three_ways(office: Office) -> None:
    mails = list(nasty.small().values())
    dice = random.Random(5)
    mails += [nasty.mutated(dice, dice.choice(mails), mails, 20_000) for _ in range(MUTATED)]
    outcomes: dict[str, int] = {}
    late: list[str] = []
    for number, raw in enumerate(mails):
        start = time.process_time()
        (received,) = ingest(office, [Incoming(raw, None, str(number))], NOW)
        spent = time.process_time() - start
        late += [] if prompt(spent, nasty.SECONDS) else [f"{spent:.1f} s: {raw[:200]!r}"]
        outcomes[received.outcome] = outcomes.get(received.outcome, 0) + 1
        assert "set off an error" not in received.reason, raw[:2000]
    assert late == []
    assert set(outcomes) <= {"accepted", "refused", "aside", "remark", "known"}
    assert outcomes["aside"] > 5
    post = Post(office)
    kept = post.rows("SELECT digest, path, outcome FROM inbox")
    assert len(kept) == len(mails) - outcomes.get("known", 0)
    for digest, path, _ in kept:
        assert sha256((office.root / path).read_bytes()).hexdigest() == digest
        assert ".." not in path
    players = {row[0] for row in post.rows("SELECT email FROM players")}
    assert {to for (to,) in post.rows("SELECT recipient FROM outbox WHERE game IS NOT NULL")} <= players
    strangers = post.rows("SELECT kind, recipient FROM outbox WHERE game IS NULL AND kind <> 'sign-up'")
    assert {kind for kind, _ in strangers} <= {"hint", "join"}
    assert len(strangers) <= 25, "one short answer each, and not to many a day"
    assert not [r for r in post.rows("SELECT seat FROM sheets") if r[0] == "C"], "nobody had Anna's password"
    for mail in mails_in(office.root / "outbox") + post.delivered():
        assert [len(mail.get_all(name) or []) for name in ("From", "To", "Subject", "Message-ID")] == [1, 1, 1, 1]
        assert mail["Auto-Submitted"]
        assert not mail["Bcc"]
        assert not mail["Cc"]
    office.close()


@pytest.mark.parametrize(
    "body",
    [
        "GAME 12\r\nMAGE C\r\nPASSWORD not in any of them\r\nADDRESS eve@evil.example,anna@players.example\r\nEND\r\n",
        "GAME 12\r\nMAGE C\r\nPASSWORD not in any of them\r\nADDRESS <eve@evil.example>\\r\\nBcc:x@y.org\r\nEND\r\n",
    ],
)
def test_no_header_comes_in_through_a_command(office: Office, body: str) -> None:
    post = Post(office)
    post.one(body, sender="anna@players.example")
    assert {str(m["To"]) for m in post.delivered()} <= {row[0] for row in post.rows("SELECT email FROM players")}
    assert not post.rows("SELECT * FROM address_changes")
    office.close()
