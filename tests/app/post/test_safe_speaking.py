"""Who may speak for whom: the whole table, and attacks on it: relays, oracles, leaks, sign-ups in another's name."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from magika_gm.app.enrolment.waiting_list import load_list
from magika_gm.app.post import contents
from magika_gm.app.post.credentials import Answer, Deed, Shown, answer_to_owner, answer_to_sender, may
from magika_gm.app.post.whose import MOST_A_DOMAIN, MOST_AN_ADDRESS, MOST_AN_HOUR, folded
from magika_gm.mail.compose import bare_address
from magika_gm.store.vocabulary import Tier
from tests.app.postroom import ADDRESS, NOW, Post, begin, sheet, to_letter

REPORTS_OF = ""

SEAT = {"orders", "questions", "declarations", "money", "address"}
MAILBOX = {"", "strong", "weak"}
EVE = "eve@evil.example"
FORM = "SIGN-UP\nNAME {name}\nEMAIL {email}\nPASSWORD {password}\nFIRST Zelda, elf, good\nEND\n"


def plain_text(mail: EmailMessage) -> str:
    """What a mail says as plain text."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Post]:
    """An office whose mail server says what it found out."""
    office = begin(tmp_path / "office", '[mail]\nauthserv = "mx.example.org"\n')
    yield Post(office)
    office.close()


@pytest.mark.parametrize(("shown", "tier"), list(itertools.product(Shown, Tier)))
def test_the_table(shown: Shown, tier: Tier) -> None:
    """Every combination, as docs/security.md has it."""
    allowed = {deed.value for deed in Deed if may(shown, tier, deed)}
    expected: set[str] = {
        "password": SEAT | {"read", "sign-up", "join"},
        "reply address": SEAT | {"read", "sign-up"} if tier in MAILBOX else set(),
        "code by mail": {"confirm", "join"} if tier in MAILBOX else set(),
        "nothing": {"strong": {"read", "sign-up", "join", "renew"}, "fail": set()}.get(
            tier.value, {"read", "sign-up", "renew"}
        ),
    }[shown.value]
    assert allowed == expected


@pytest.mark.parametrize(("believed", "known", "tier", "deed"), list(itertools.product((0, 1), (0, 1), Tier, Deed)))
def test_what_is_answered_to_whom(believed: int, known: int, tier: Tier, deed: Deed) -> None:
    told = answer_to_sender(bool(believed), tier, bool(known), deed)
    if tier is Tier.FAIL:
        assert told is Answer.NONE, "an address that is certainly forged is never written to"
    elif not believed:
        assert told is not Answer.WHOLE, "nobody who proved nothing gets his words back"
        assert (told is Answer.NONE) == (not known and deed not in (Deed.READ, Deed.SIGN_UP, Deed.JOIN))
    assert answer_to_owner(bool(believed)) is (Answer.WHOLE if believed else Answer.BARE)


def results(found: str) -> str:
    return f"Authentication-Results: mx.example.org; {found}\n"


@pytest.mark.parametrize(
    ("found", "taken"),
    [
        ("dmarc=pass header.from=example.com", True),
        ("spf=pass smtp.mailfrom=example.com", True),
        ("dmarc=fail header.from=example.com", False),
        ("dmarc=none header.from=example.com", False),
    ],
)
def test_a_mailbox_proves_nothing_where_the_sender_is_not_proved(asking: Post, found: str, taken: bool) -> None:
    """Number 12: a reply address and a code, with a forged From of a domain without DMARC or SPF."""
    address = str(to_letter(asking.delivered(), "C", "turn 0")["Reply-To"])
    asking.one("GAME 7\nMAGE C\nPASSWORD swordfish\nADDRESS carol@new.example\nEND\n")
    (mail,) = [m for m in asking.delivered() if "please confirm" in str(m["Subject"])]
    line = re.search(r"CONFIRM \w+", plain_text(mail))
    assert line is not None
    ordered = asking.one(sheet(password=""), to=address, headers=results(found))
    assert (ordered.outcome == "accepted") == taken
    changed = asking.one(line[0], headers=results(found))
    assert (changed.outcome == "accepted") == taken
    assert (asking.rows("SELECT state FROM address_changes") == [("agreed",)]) == taken


SECRET = "1 MOVE NE\n2 REST\nMESSAGE TO D\nLet us kill Bjorn at http://evil.example\nEND MESSAGE"


@pytest.mark.parametrize("sender", ["a.lindqvist@example.net", EVE])
@pytest.mark.parametrize("token", [True, False])
def test_a_slip_in_the_mage_shows_nobody_the_orders(post: Post, sender: str, token: bool) -> None:
    """F26: orders with another's letter and one's own proof: the other hears of it, and not a word of what they say."""
    sender = (
        post.rows("SELECT email FROM players WHERE account LIKE '%0001'")[0][0] if "@example.net" in sender else EVE
    )
    address = str(to_letter(post.delivered(), "A", "turn 0")["Reply-To"]) if token else "gm@example.org"
    body = sheet(SECRET, letter="C", password="" if token else "starling lamp")
    assert post.one(body, sender=sender, to=address).outcome == "refused"
    owner = [text for _, to, text in post.answers() if to == ADDRESS["C"]]
    assert len(owner) == 1
    assert "A mail in your name was NOT accepted" in owner[0]
    others = [(kind, to) for kind, to, _ in post.answers() if to != ADDRESS["C"]]
    assert others == ([] if sender == EVE else [("hint", sender)])
    for _, _, text in post.answers():
        for word in ("MOVE", "REST", "kill", "evil.example", "Bjorn at"):
            assert word not in text


def test_a_slip_in_the_game_shows_nobody_the_orders(post: Post) -> None:
    body = sheet(SECRET, password="").replace("GAME 7", "GAME 77-BUY-PILLS")
    assert post.one(body).outcome == "refused"
    ((kind, to, text),) = post.answers()
    assert (kind, to) == ("hint", ADDRESS["C"])
    for word in ("PILLS", "MOVE NE", "kill", "evil.example"):
        assert word not in text


def test_names_of_characters_cannot_be_asked_for(post: Post) -> None:
    """Number 13: a name that is in the game and one that is not get the same answer, without a password."""
    mine = post.rows("SELECT email FROM players WHERE account LIKE '%0001'")[0][0]
    there = post.rows("SELECT character FROM seats WHERE seat = 'D'")[0][0]
    found = []
    for name in (there, "Nosuchmage"):
        received = post.one(f"GAME 7 TURN 1\nMAGE {name}\n1 REST\nEND\n", sender=mine)
        kind, to, text = post.answers()[-1]
        found.append((received.outcome, kind, to, text))
    assert found[0] == found[1]
    assert len(post.answers()) == 2


# --- sign-ups --------------------------------------------------------------------------------------------------------


def states(post: Post) -> list[str]:
    return [state for (state,) in post.rows("SELECT state FROM signups ORDER BY id")]


def code_line(post: Post, to: str) -> str:
    (mail,) = [m for m in post.delivered() if str(m["To"]) == to and "confirm your sign-up" in str(m["Subject"])]
    found = re.search(r"CONFIRM \w+", plain_text(mail))
    assert found is not None
    return found[0]


def test_a_sign_up_in_a_known_players_name_is_nothing_until_she_says_so(post: Post) -> None:
    """Number 9: a stranger signs Carol up, with a password of his own."""
    postings = post.rows("SELECT count(*) FROM postings")
    form = FORM.format(name="Carol Whitfield", email=ADDRESS["C"], password="attackerpw")
    post.one(form, sender=EVE)
    assert states(post) == ["asked"]
    with post.office.store.reading() as connection:
        assert load_list(connection, "waiting") == [], "no game can be filled with it"
    assert post.rows("SELECT count(*) FROM postings") == postings
    ((kind, to, text),) = post.answers()
    assert (kind, to) == ("join", ADDRESS["C"])
    assert "Carol" not in text
    line = code_line(post, ADDRESS["C"])
    assert post.one(line, sender=EVE).outcome == "aside"
    assert post.one("CONFIRM aaaaaaaaaaaa").outcome == "aside"
    assert states(post) == ["asked"]
    assert post.one(line).outcome == "accepted"
    assert states(post) == ["waiting"]
    assert [to for kind, to, _ in post.answers() if kind == "sign-up"] == [ADDRESS["C"]]


def test_what_nobody_confirms_is_forgotten_with_its_player(post: Post) -> None:
    post.one(FORM.format(name="Nobody", email="v@victim.example", password="attackerpw"), sender=EVE)
    players = post.rows("SELECT count(*) FROM players")[0][0]
    line = code_line(post, "v@victim.example")
    later = NOW + timedelta(days=3, minutes=1)
    assert post.one(line, sender="v@victim.example", now=later).outcome == "aside"
    post.one(
        FORM.format(name="Ann", email="ann@example.org", password="swordfish"), sender="ann@example.org", now=later
    )
    assert post.rows("SELECT name FROM players ORDER BY id DESC LIMIT 1") == [("Ann",)]
    assert post.rows("SELECT count(*) FROM players")[0][0] == players
    assert states(post) == ["asked"]


def test_a_signed_mail_signs_its_own_address_up_at_once_and_no_other(asking: Post) -> None:
    form = FORM.format(name="Ann", email="ann@example.com", password="swordfish")
    asking.one(form, sender="ann@example.com", headers=results("dmarc=pass header.from=example.com"))
    asking.one(
        form.replace("ann@", "bea@"), sender="ann@example.com", headers=results("dmarc=pass header.from=example.com")
    )
    asking.one(
        form.replace("ann@", "cec@"), sender="cec@example.com", headers=results("spf=pass smtp.mailfrom=example.com")
    )
    asking.one(
        form.replace("ann@", "d@"), sender="d@example.com", headers=results("dmarc=fail header.from=example.com")
    )
    assert states(asking) == ["waiting", "asked", "asked"]
    assert [to for _, to, _ in asking.answers()] == ["ann@example.com", "bea@example.com", "cec@example.com"]
    # with some providers a plus makes another person
    asking.one(
        form.replace("ann@", "fay@"), sender="fay+x@example.com", headers=results("dmarc=pass header.from=example.com")
    )
    assert states(asking)[-1] == "asked"


def test_the_owner_of_one_domain_proves_nothing_for_another_that_folds_to_it(asking: Post) -> None:
    """straße.example and strasse.example are two domains: who signs for the one speaks not for the other."""
    form = FORM.format(name="Ann", email="ann@strasse.example", password="swordfish")
    for domain in ("straße.example", "xn--strae-oqa.example"):
        asking.one(form, sender=f"ann@{domain}", headers=results(f"dmarc=pass header.from={domain}"))
        asking.one(form, sender="ann@strasse.example", headers=results(f"dmarc=pass header.from={domain}"))
    assert "waiting" not in states(asking)
    own = form.replace("strasse", "straße")
    asking.one(own, sender="ann@xn--strae-oqa.example", headers=results("dmarc=pass header.from=xn--strae-oqa.example"))
    assert states(asking)[-1] == "waiting"


def test_the_office_is_no_relay(post: Post) -> None:
    """Number 5: 58 lines of the attacker's own text come back to nobody, in a refusal or anywhere."""
    lines = "".join(f"PACE http://evil.example/{n} buy pills {'x' * 300}\n" for n in range(58))
    junk = f"SIGN-UP\nNAME Buy pills\n{lines}PHONE http://evil.example\nWHATEVER http://evil.example\nEND\n"
    post.one(
        junk,
        sender="victim@victim.example",
        headers="References: <buy.pills@evil.example>\n",
        name="<pills@evil.example>",
    )
    post.one(FORM.format(name="http://evil.example " * 12, email="v2@victim.example", password="swordfish"), sender=EVE)
    mails = post.delivered()
    to_victims = [m for m in mails if "victim" in str(m["To"])]
    assert len(to_victims) == 2
    for mail in to_victims:
        raw = mail.as_string()
        assert "evil.example" not in raw
        assert "pills" not in raw.casefold()
        assert len(raw) < 3000
    assert "line 3: PACE" in to_victims[0].get_content() + to_victims[1].get_content()


@pytest.mark.slow
def test_limits_hold_per_mailbox_per_domain_and_in_all(post: Post) -> None:
    """Number 5: the same mailbox in other capitals and with tags, other mailboxes of one domain, and everybody."""

    def sent() -> int:
        return len([1 for kind, _, _ in post.answers() if kind in ("join", "sign-up")])

    for number in range(8):
        email = f"{'viCTim' if number % 2 else 'Victim'}+{number}@Victim.Example"
        post.one(
            FORM.format(name=f"N{number}", email=email, password="swordfish"), sender=f"e{number}@x{number}.example"
        )
    assert sent() == MOST_AN_ADDRESS == len(states(post))
    for number in range(MOST_A_DOMAIN + 5):
        form = FORM.format(name="N", email=f"v{number}@victim.example", password="swordfish")
        post.one(form, sender=f"f{number}@y{number}.example", now=NOW + timedelta(hours=2))
    assert sent() == MOST_A_DOMAIN
    for number in range(MOST_AN_HOUR + 5):
        form = FORM.format(name="N", email=f"v@d{number}.example", password="swordfish")
        post.one(form, sender=f"g{number}@z{number}.example", now=NOW + timedelta(hours=4))
    assert sent() == MOST_A_DOMAIN + MOST_AN_HOUR
    assert folded("Ann.Bee+games@Example.ORG.") == "ann.bee@example.org"


@pytest.mark.parametrize(
    "odd",
    [
        "vic=?tim@x.example",
        "vic,tim@x.example",
        'vic"tim@x.example',
        "vic(tim@x.example",
        "victim@x=?.example",
        "victim@[x.example]",
        "victim@x.exam,ple",
        "victim@x.example,",
    ],
)
def test_no_address_is_another_mailbox_once_it_is_written_into_a_letter(post: Post, odd: str) -> None:
    """A letter's header leaves out what could end an address; each such spelling counted as a mailbox of its own."""
    post.one(FORM.format(name="N", email=odd, password="swordfish"), sender=EVE)
    post.one("hello", sender=odd)
    assert states(post) == [], "the form is refused, to who sent it"
    assert [to for _, to, _ in post.answers() if bare_address(to) != to] == []


def test_letters_of_strangers_are_answered_once_a_mailbox_and_in_no_thread_of_theirs(post: Post) -> None:
    """Whoever forges senders names one mailbox in twenty ways, and calls his mail what others shall read."""
    for number in range(6):
        post.one(
            f"Dear Sirs, how does one join number {number}?",
            sender=f"viCTim+{number}@Victim.Example",
            name=f"<buy.pills.{number}@evil.example>",
            headers="References: <cheap.pills@evil.example>\nIn-Reply-To: <pills@evil.example>\n",
        )
    (mail,) = [m for m in post.delivered() if "victim" in str(m["To"]).casefold()]
    assert "pills" not in mail.as_string()
    assert len(post.rows("SELECT * FROM inbox WHERE outcome = 'remark'")) == 6, "the game master has them all"


def test_a_mail_that_breaks_the_reader_stops_none_behind_it(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(raw: bytes, *_: object) -> None:
        if b"bomb" in raw:
            raise ValueError

    monkeypatch.setattr(contents, "bounce_of", broken)
    found = post.take(post.mail("a bomb"), post.mail(sheet()))
    assert [r.outcome for r in found] == ["aside", "accepted"]
    assert "when it was read" in found[0].reason


def test_returning_is_no_oracle_for_a_password(post: Post) -> None:
    """Number 3: in a running game the password is not looked at; in a finished one guesses are counted and told."""
    form = "SIGN-UP\nNAME X\nRETURNING 7 C\nPASSWORD {}\nFIRST Zelda, elf, good\nEND\n"
    said = []
    for number, guess in enumerate(("wrong guess", "swordfish")):
        sender = f"a{number}@evil{number}.example"
        said.append((post.one(form.format(guess), sender=sender).outcome, post.answers()[-1][2], post.answers()[-1][0]))
    assert said[0] == said[1]
    assert not post.rows("SELECT * FROM inbox WHERE proof = 'wrong password'")
    with post.office.store.writing() as connection:
        connection.exec_driver_sql("UPDATE turns SET ending = 'goal'")
    before = len(post.answers())
    for number in range(7):
        post.one(form.format(f"guess {number}"), sender=f"b{number}@evil{number}.example")
    new = post.answers()[before:]
    owner = [text for _, to, text in new if to == ADDRESS["C"]]
    assert len(owner) == 5
    assert all("wrong password number" in text for text in owner)
    guesser = {text for _, to, text in new if to != ADDRESS["C"]}
    assert guesser == {said[0][1]}, "told as of a running game"
    assert len(post.rows("SELECT * FROM inbox WHERE proof = 'wrong password'")) == 7


def test_a_message_id_cannot_be_taken_away_from_its_owner(post: Post) -> None:
    """Number 13: a stranger sends a mail with the Message-ID Carol's next one will have."""
    post.one("hello", sender=EVE, name="<next@player.example>")
    assert post.one(sheet(), name="<next@player.example>").outcome == "accepted"
    assert post.one(sheet(), name="<next@player.example>").outcome == "known"
