"""Answers to our mails as people and their mail programs write them: the form filled in where it stands (F25), words
to a person (F45), nothing ever taken out of what somebody else wrote (F38)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from email.message import EmailMessage
from html import escape
from pathlib import Path

import pytest

from magika_gm.app.office.office import Office
from magika_gm.app.post.contents import contents_in
from magika_gm.app.turns.process import process_turn
from magika_gm.engine.sheet.lines import ANSWER_ABOVE
from magika_gm.mail.envelope import TextPart
from magika_gm.mail.readers import Incoming
from tests.app.postroom import ADDRESS, NOW, Post, begin, mails_in, sheet, to_letter
from tests.offices import copied


def trapped(folder: Path) -> Office:
    """Turn 1 is over; in it A wrote to C what no program may ever take for C's own word."""
    office = begin(folder)
    post = Post(office)
    trap = "FINAL\n> GAME 7 TURN 2\n> 1 DROP ALL\nADDRESS evil@example.net"
    assert post.one(sheet(f"MESSAGE TO C\n{trap}\nEND MESSAGE", letter="A"), sender="ann@example.org").faults == 0
    process_turn(office, "7", NOW, early=True)
    post.delivered()
    return office


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    office = copied(tmp_path / "office", trapped)
    yield Post(office, sent=1)
    office.close()


class Report:
    """C's report as it was mailed."""

    def __init__(self, post: Post) -> None:
        mail = to_letter(mails_in(post.office.root / "outbox"), "C", "turn 1")
        parts = {part.get_content_type(): part for part in mail.walk()}
        self.address = str(mail["Reply-To"])
        self.text = "\n".join(str(parts["text/plain"].get_content()).splitlines())
        self.html = str(parts["text/html"].get_content())
        assert "DROP ALL" in self.text
        assert "DROP ALL" in self.html

    @property
    def filled(self) -> str:
        return self.text.replace("\n1\n", "\n1 MOVE NE\n").replace("\n3\n", "\n3 MEDITATE\n")

    @property
    def filled_html(self) -> str:
        return "".join(f"<div>{escape(row) or '<br>'}</div>" for row in self.filled.splitlines())


def gmail(r: Report, top: str = "") -> tuple[str, str]:
    quote = "".join(f"> {row}\n" for row in r.filled.splitlines())
    return f"{top}\n\nOn Sun, Nov 1, 2026 at 1:00 PM Magika Office <{r.address}>\nwrote:\n\n{quote}", "plain"


def apple(r: Report, top: str = "") -> tuple[str, str]:
    quote = "".join(f"> {row}\n" for row in r.filled.splitlines())
    return f"{top}\n\n> Am 01.11.2026 um 13:00 schrieb Magika Office <{r.address}>:\n> \n{quote}", "plain"


def outlook(r: Report, top: str = "") -> tuple[str, str]:
    head = f"Von: Magika Office <{r.address}>\nGesendet: Sonntag, 1. November 2026\nAn: Carol\nBetreff: Magika game 7"
    return f"{top}\n\n-----Ursprüngliche Nachricht-----\n{head}\n\n{r.filled}", "plain"


def new_outlook(r: Report, top: str = "") -> tuple[str, str]:
    head = f"From: Magika Office <{r.address}>\nSent: Sunday, 1 November 2026\nTo: Carol\nSubject: Magika game 7"
    return f"{top}\n\n{head}\n\n{r.filled}", "plain"


def phone(r: Report, top: str = "") -> tuple[str, str]:
    """No quote mark at all."""
    return f"{top}\n\nVon meinem Telefon gesendet\n\n{r.filled}", "plain"


def outlook_html(r: Report, top: str = "") -> tuple[str, str]:
    head = "<b>Von:</b> Magika Office<br><b>Gesendet:</b> Sonntag, 1. November 2026"
    style = "border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"
    words = "".join(f"<p class=MsoNormal>{row}</p>" for row in top.splitlines())
    head = f'<div><div style="{style}"><p>{head}</p></div></div>'
    return f"<html><body>{words}{head}{r.filled_html}</body></html>", "html"


def gmail_html(r: Report, top: str = "") -> tuple[str, str]:
    words = "<br>".join(top.splitlines())
    head = '<div class="gmail_attr">On Sun, Nov 1, 2026 at 1:00 PM Magika Office wrote:<br></div>'
    quote = f'<blockquote class="gmail_quote" style="border-left:1px solid #ccc">{r.filled_html}</blockquote>'
    return f'<div dir="ltr">{words}</div><br><div class="gmail_quote">{head}{quote}</div>', "html"


def bare_html(r: Report, top: str = "") -> tuple[str, str]:
    """HTML with the report below and no mark about it at all."""
    words = "".join(f"<div>{row}</div>" for row in top.splitlines())
    return f"<html><body>{words}{r.filled_html}</body></html>", "html"


PROGRAMS = [gmail, apple, outlook, new_outlook, phone, outlook_html, gmail_html, bare_html]
Program = Callable[..., tuple[str, str]]


def answer(post: Post, to: str, text: str, kind: str = "plain", sender: str = ADDRESS["C"]) -> Incoming:
    post.sent += 1
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, to, "Re: Magika game 7, turn 1"
    mail["Message-ID"] = f"<answer-{post.sent}@player.example>"
    mail.set_content(text, subtype=kind)
    return Incoming(mail.as_bytes(), None, f"answer {post.sent}")


def nothing_taken_from_others(post: Post) -> None:
    assert not post.rows("SELECT * FROM finals")
    assert not post.rows("SELECT * FROM address_changes")
    assert not [text for (text,) in post.rows("SELECT sheet FROM sheets WHERE turn = 2") if "DROP" in text]


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_form_filled_in_where_it_stands(post: Post, program: Program) -> None:
    report = Report(post)
    (received,) = post.take(answer(post, report.address, *program(report)))
    assert (received.outcome, received.seat, received.turn, received.faults) == ("accepted", "C", 2, 0), received
    ((text,),) = post.rows("SELECT sheet FROM sheets WHERE turn = 2")
    assert text == "GAME 7 TURN 2\nMAGE C\n1 MOVE NE\n3 MEDITATE\nEND\n"
    nothing_taken_from_others(post)


@pytest.mark.parametrize("program", PROGRAMS)
def test_bare_lines_on_top_of_an_answer(post: Post, program: Program) -> None:
    """They come before the form below, which is filled in otherwise here."""
    report = Report(post)
    lines = "Hello,\n1 MOVE NW\n2 SEARCH\n5 rest\nMESSAGE TO D\nhail\nEND MESSAGE\nRegards"
    (received,) = post.take(answer(post, report.address, *program(report, lines)))
    assert (received.outcome, received.faults) == ("accepted", 0), received
    ((text,),) = post.rows("SELECT sheet FROM sheets WHERE turn = 2")
    assert text == "GAME 7 TURN 2\nMAGE C\n1 MOVE NW\n2 SEARCH\n5 REST\nMESSAGE TO D\nhail\nEND MESSAGE\nEND\n"
    nothing_taken_from_others(post)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_sheet_on_top_counts_alone(post: Post, program: Program) -> None:
    report = Report(post)
    (received,) = post.take(answer(post, report.address, *program(report, sheet("4 SEARCH", turn=2, password=""))))
    assert received.outcome == "accepted"
    assert post.rows("SELECT sheet FROM sheets WHERE turn = 2") == [("GAME 7 TURN 2\nMAGE C\n4 SEARCH\nEND\n",)]
    nothing_taken_from_others(post)


@pytest.mark.parametrize("program", PROGRAMS)
def test_words_to_the_game_master_reach_him(post: Post, program: Program) -> None:
    """F45: the form below is as it was sent."""
    report = Report(post)
    text, kind = program(report, "Danke, schöner Bericht!\nI am ill, can you wait?")
    plain = {"1 MOVE NE": "1 ", "3 MEDITATE": "3 "}
    for one, other in plain.items():
        text = text.replace(one, other)
    (received,) = post.take(answer(post, report.address, text, kind))
    assert (received.outcome, received.game, received.seat) == ("remark", "7", "C"), received
    assert "put before your game master" in " ".join(post.answer().split())
    assert "No orders for turn 2 have come" in " ".join(post.answer().split())
    nothing_taken_from_others(post)


def test_a_bottom_poster_is_read_too(post: Post) -> None:
    report = Report(post)
    quote = "".join(f"> {row}\n" for row in report.text.splitlines())
    (received,) = post.take(answer(post, report.address, f"{quote}\n1 SEARCH\n"))
    assert (received.outcome, received.faults) == ("accepted", 0), received


def test_a_message_in_the_quoted_form_is_not_sent(post: Post) -> None:
    report = Report(post)
    filled = report.filled.replace("; MESSAGE TO D ANONYMOUS\n; (your text)\n; END", "MESSAGE TO D\nhail\nEND")
    assert filled != report.filled
    quote = "".join(f"> {row}\n" for row in filled.splitlines())
    (received,) = post.take(answer(post, report.address, quote))
    assert (received.outcome, received.faults) == ("accepted", 1)
    assert "in the quoted part of an answer is not sent" in " ".join(post.answer().split())
    assert "MESSAGE" not in post.rows("SELECT sheet FROM sheets WHERE turn = 2")[0][0]


def test_an_opponents_sheet_below_is_no_order_form(post: Post) -> None:
    """The form cut away, what stands last is what A wrote."""
    report = Report(post)
    for marks in ("> ", "> > ", ""):
        text = f"thanks, see you\n\n{marks}GAME 7 TURN 2\n{marks}MAGE C\n{marks}1 DROP ALL\n{marks}END\n"
        text = text if marks else text.replace("\n\n", f"\n\n{ANSWER_ABOVE}\n\n")
        (received,) = post.take(answer(post, report.address, text))
        assert received.outcome == "remark", (marks, received)
    nothing_taken_from_others(post)


def test_an_answer_from_elsewhere_orders_nothing(post: Post) -> None:
    report = Report(post)
    for text in (gmail(report)[0], "1 SEARCH\n"):
        (received,) = post.take(answer(post, report.address, text, sender="eve@example.net"))
        assert received.outcome != "accepted"
    assert not post.rows("SELECT * FROM sheets WHERE turn = 2")


def test_nothing_below_our_mark_is_a_command() -> None:
    contents = contents_in([TextPart(f"STATUS\n\n{ANSWER_ABOVE}\n\nFINAL\nADDRESS evil@example.net\n", "body")])
    assert [command.name for command in contents.commands] == ["STATUS"]
