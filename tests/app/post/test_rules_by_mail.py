"""RULES by mail: whose book is meant, who gets it, how it comes, and how often."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.app.enrolment import rule_book
from magika_gm.app.enrolment.rule_book import MAIL_WIDTH, book_meant, book_text
from magika_gm.app.post.commands import MOST_BOOKS
from magika_gm.app.post.contents import RULES, Command, contents_in
from magika_gm.app.post.letterbox import MOST_STRANGERS
from magika_gm.app.post.whose import MOST_AN_ADDRESS
from magika_gm.mail.envelope import TextPart
from tests.app.postroom import ADDRESS, NOW, Post, begin, mails_in, sheet
from tests.examples import each_of

REPORTS_OF = ""
ROSA = "rosa@example.org"
TITLES = [games.system(name).title for name in games.SYSTEMS]


def proved(*lines: str) -> str:
    return "\n".join(["GAME 7", "MAGE C", "PASSWORD swordfish", *lines, "END", ""])


def booked(post: Post) -> list[tuple[str, str]]:
    """To whom which rule books are on their way."""
    return post.rows("SELECT recipient, subject FROM outbox WHERE kind = 'rules' ORDER BY id")


def books_in(mails: list[EmailMessage]) -> list[EmailMessage]:
    return [mail for mail in mails if str(mail["Subject"]).endswith(": the rule book")]


@each_of(games.SYSTEMS)
def test_the_text_is_the_whole_book_in_lines_a_mail_can_have(name: str) -> None:
    text = book_text(name)
    assert max(map(len, text.splitlines())) <= MAIL_WIDTH
    defined = games.system(name).rulebook.names("rule").values()
    assert [number for number in defined if number not in text] == []
    assert "](" not in text
    assert "<a id" not in text
    assert "(in part ours)" in text


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("RULES", [""]),
        ("rules.", [""]),
        ("Rule book", [""]),
        ("RULES Temple Isle", ["Temple Isle"]),
        ("rules of xom and zol", ["xom and zol"]),
        ("RULES: Rune War!", ["Rune War"]),
        ("RULEBOOK magika\nRules for Arena", ["magika", "Arena"]),
        ("RULES Chess", ["Chess"]),
        ("rules tempel isle", ["tempel isle"]),
        ("Rules are made to be broken", []),
        ("rules of combat", []),
        ("Rules, please", []),
        ("> RULES", []),
        ("MESSAGE TO D\nRULES\nEND MESSAGE", []),
        ("SIGN-UP\nNAME Ann\nRULE BOOK yes\nEND", []),
    ],
)
def test_what_asks_for_a_book(text: str, commands: list[str]) -> None:
    assert contents_in([TextPart(text, "body")]).commands == [Command(RULES, rest) for rest in commands]


def test_whose_book_is_meant() -> None:
    arena = games.system("arena")
    assert book_meant("", ["arena"]) is arena
    assert book_meant("ARENA", ["magika"]) is arena
    for nothing_said in ((), tuple(games.SYSTEMS)):
        told = book_meant("", nothing_said)
        assert isinstance(told, str)
        assert [title for title in TITLES if title not in told] == []
        assert f"RULES {TITLES[0]}" in told
    wrong = book_meant("Areno", ["magika"])
    assert isinstance(wrong, str)
    assert "no rule book of that name here; did you mean Arena?" in wrong
    assert "Areno" not in wrong


def test_where_there_is_one_game_it_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "SYSTEMS", {"arena": games.SYSTEMS["arena"]})
    assert book_meant("") is games.system("arena")


def test_a_player_gets_his_games_book_as_text_and_to_print(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Made once, and kept: the next mail has it from there."""
    made: list[tuple[str, str]] = []

    def making(name: str, paper: str) -> bytes:
        made.append((name, paper))
        return b"%PDF of a book"

    monkeypatch.setattr(rule_book, "_made", making)
    office = begin(tmp_path / "office", system="xom_zol")
    post = Post(office)
    owner = "owen.pritchard@example.net"
    post.delivered()
    before = len(mails_in(office.root / "outbox"))
    asked = "GAME 7 TURN 1\nSEAT B\nPASSWORD foxglove9\nRULES\nEND\n"
    received = post.one(asked, sender=owner)
    assert (received.outcome, received.reason) == ("accepted", "RULES")
    assert "The rule book of Xom and Zol is on its way" in " ".join(post.answer().split())
    assert booked(post) == [(owner, "Xom and Zol: the rule book")]
    (mail,) = books_in(post.delivered())
    assert len(mails_in(office.root / "outbox")) == before + 2
    body = mail.get_body(("plain",))
    assert body is not None
    assert book_text("xom_zol").splitlines()[5] in str(body.get_content())
    assert mail.get_body(("html",)) is None
    (pdf,) = mail.iter_attachments()
    assert pdf.get_filename() == "xom_zol-rule-book.pdf"
    (kept,) = (office.root / "rule-books").iterdir()
    assert kept.read_bytes() == pdf.get_content() == b"%PDF of a book"
    post.one("RULES\n", sender=owner.upper(), now=NOW + timedelta(days=2))
    assert len(books_in(post.delivered())) == 2
    assert made == [("xom_zol", "letter")]
    office.close()


def test_beside_orders_and_for_another_game(post: Post) -> None:
    assert post.one(sheet("1 SEARCH\nRULES arena\nRULES Chess")).outcome == "accepted"
    text = " ".join(post.answer().split())
    assert "orders are accepted" in text
    assert "The rule book of Arena is on its way" in text
    assert "no rule book of that name" in text
    assert booked(post) == [(ADDRESS["C"], "Arena: the rule book")]


def test_a_player_gets_so_many_a_day(post: Post) -> None:
    for _ in range(MOST_BOOKS + 1):
        post.one(proved("RULES"))
    assert len(booked(post)) == MOST_BOOKS
    assert f"{MOST_BOOKS} rule books were sent to you today" in " ".join(post.answer().split())
    post.one(proved("RULES"), now=NOW + timedelta(hours=25))
    assert len(booked(post)) == MOST_BOOKS + 1


def test_no_password_is_needed_at_the_registered_address(post: Post) -> None:
    assert post.one("Rules\n").outcome == "accepted"
    assert booked(post) == [(ADDRESS["C"], "Magika: the rule book")]
    assert post.one("RULES\n").outcome == "aside", "each book once a day"
    assert post.one("RULES Rune War\nSTATUS\n").outcome == "refused", "STATUS needs one"
    assert [subject for _, subject in booked(post)] == ["Magika: the rule book", "Rune War: the rule book"]


def test_a_stranger_is_told_which_there_are_and_gets_the_one_he_names(post: Post) -> None:
    assert post.one("RULES\n", sender=ROSA).outcome == "accepted"
    ((kind, to, text),) = post.answers()
    assert (kind, to) == ("hint", ROSA)
    assert [title for title in TITLES if title not in text] == []
    post.one("RULES Chess\n", sender=ROSA)
    assert "Chess" not in post.answer()
    assert post.one("RULES Temple Isle\n", sender=ROSA).outcome == "accepted"
    assert booked(post) == [(ROSA, "Temple Isle: the rule book")]
    assert "    GAME Temple Isle" in post.answer(), "and the form to sign up with"


@pytest.mark.parametrize("text", ["Hello, could you send me the rules of Arena?\n", "Is there an Arena rule book?\n"])
def test_a_stranger_may_ask_in_a_sentence(post: Post, text: str) -> None:
    assert post.one(text, sender=ROSA).outcome == "remark", "the game master has it, too"
    assert booked(post) == [(ROSA, "Arena: the rule book")]


def test_nobody_is_bombed_with_books(post: Post) -> None:
    asked = "".join(f"RULES {title}\n" for title in TITLES)
    for _ in range(3):
        post.one(asked, sender="victim+1@example.net")
    assert len(booked(post)) == MOST_AN_ADDRESS
    for number in range(MOST_STRANGERS + 5):
        post.one(asked, sender=f"a@b{number}.example")
    assert len(booked(post)) <= MOST_STRANGERS
    assert post.one("RULES Magika\n", sender="late@example.com").outcome != "accepted"
    automatic = post.one("RULES Magika\n", sender=ADDRESS["C"], headers="Auto-Submitted: auto-replied\n")
    assert automatic.outcome == "aside"
