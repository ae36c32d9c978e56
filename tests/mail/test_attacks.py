"""No mail costs what it pleases: every attack of ``attacks.py`` is looked at, every budget spent where it should be."""

from __future__ import annotations

import builtins
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from magika_gm.app.post import contents
from magika_gm.app.post.contents import mail_of
from magika_gm.app.post.signup_desk import form_of
from magika_gm.games.magika.report.printed import pdf
from magika_gm.mail import bounce, envelope, html_text, parsing
from magika_gm.mail.bounce import bounce_of
from magika_gm.mail.envelope import open_message
from magika_gm.mail.parsing import Budget, Cost, OverBudget
from magika_gm.mail.pdf_form import form_of_pdf
from magika_gm.mail.readers import Incoming
from tests.app.postroom import ADDRESS, Post, begin, sheet
from tests.examples import ALL, each_of
from tests.magika.test_reports import make
from tests.mail import attacks, nasty
from tests.mail.test_pdf_form import FILLED, filled

LENGTH = 100 if ALL else 1
"""Parts in a hundred: by day each reader is run through, what it costs is looked at by night."""


@pytest.mark.slow
@each_of(attacks.named())
def test_no_attack_costs_what_it_pleases(name: str) -> None:
    nasty.look(attacks.named()[name](LENGTH))


OVER = {
    Cost.BYTES: attacks.HEAD + b"\n" + b"x" * (parsing.MOST_BYTES + 1),
    Cost.LINES: attacks.HEAD + b"\r\n" * 100_100,
    Cost.PARTS: attacks.parts(*[b"\nx"] * 60),
    Cost.DEPTH: attacks.HEAD
    + b"".join(b"Content-Type: multipart/mixed; boundary=x%d\n\n--x%d\n" % (n, n) for n in range(12))
    + b"\n",
    Cost.ONE_TEXT: attacks.text(b"x" * (parsing.LONGEST_TEXT + 1)),
    Cost.TEXT: attacks.parts(*[b"\n" + b"x" * 60_000] * 5),
    Cost.ROWS: attacks.text(b"1 REST\n" * 20_100),
    Cost.HTML: attacks.page(b"<p>" + b"x" * parsing.LONGEST_HTML),
    Cost.ELEMENTS: attacks.page(b"<b>x</b>" * 41_000),
}


@pytest.mark.parametrize("cost", OVER, ids=lambda cost: cost.name)
def test_what_is_over_budget_waits_for_the_game_master_and_says_why(cost: Cost) -> None:
    opened = open_message(OVER[cost])
    assert opened.refusable == str(OverBudget(cost))
    assert opened.sender == "carol.w@example.com"


def test_what_is_over_budget_keeps_nobody_waiting(tmp_path: Path) -> None:
    post = Post(begin(tmp_path / "office"))
    mails = [Incoming(OVER[Cost.ELEMENTS], None, "over"), post.mail(attacks.SHEET.decode(), name="<next@x.example>")]
    over, after = post.take(*mails)
    assert (over.outcome, over.reason) == ("aside", str(OverBudget(Cost.ELEMENTS)))
    assert after.outcome == "accepted"


@pytest.mark.parametrize(("sender", "told"), [(ADDRESS["C"], 1), ("shop@example.net", 0), ("", 0)])
def test_photos_beside_a_sheet_are_told_to_who_plays_here(sender: str, told: int, tmp_path: Path) -> None:
    post = Post(begin(tmp_path / "office"))
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"], mail["Subject"] = sender, "gm@example.org", "<1@phone>", "orders"
    mail.set_content(sheet())
    mail.add_attachment(bytes(2_500_000), maintype="image", subtype="jpeg", filename="map.jpg")
    (done,) = post.take(Incoming(mail.as_bytes()[: parsing.MOST_BYTES + 1], None, "phone"))
    assert (done.outcome, done.reason) == ("aside", str(OverBudget(Cost.BYTES)))
    answers = [body for _, recipient, body in post.answers() if recipient == sender]
    assert len(answers) == told
    assert all("it is longer than 2000 kB; send the order sheet alone" in " ".join(one.split()) for one in answers)
    post.office.close()


def test_a_form_that_is_over_budget_is_told_to_its_sender(tmp_path: Path) -> None:
    post = Post(begin(tmp_path / "office"))
    lists = b"".join(b"%d 0 R " % number for number in range(4, 300))
    many = dict.fromkeys(range(4, 300), b"<</T(a)/V(%s)>>" % (b"x" * 1000))
    file = attacks.pdf({3: b"<</T(a)/Kids[%s]>>" % lists, **many})
    mail = attacks.with_forms(file).replace(attacks.SHEET, b"\n")
    (done,) = post.take(Incoming(mail, None, "form"))
    assert str(OverBudget(Cost.FILE_READS)) in done.reason


@pytest.mark.parametrize("flows", ["", "flowed"])
def test_a_form_in_answer_to_a_long_thread_is_read(flows: str) -> None:
    """Other readings of its texts, line by line and as HTML, get what the form leaves."""
    thread = [f"Line {number} of what was told about the turn before this one" for number in range(2200)]
    mail = EmailMessage()
    mail.set_content("hello\n\n" + "".join(f"> {line} \n" for line in thread))
    mail.set_param("format", flows)
    mail.add_alternative(f"<p>hello<blockquote type=cite>{'<br>'.join(thread)}</blockquote>", subtype="html")
    mail.add_attachment(filled(pdf(make(3)), FILLED), maintype="application", subtype="pdf", filename="form.pdf")
    contents = mail_of(Incoming(mail.as_bytes(), None, "mail"), "", "gm@example.org").contents
    assert (contents.unread, [found.where for found in contents.read()]) == ("", ["attachment form.pdf"])


def test_the_time_is_counted_where_nothing_else_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1000))
    monkeypatch.setattr("time.thread_time", lambda: float(next(clock)))
    assert open_message(attacks.page(b"<p>GAME 7 TURN 1")).refusable == str(OverBudget(Cost.SECONDS))


@pytest.mark.parametrize("kind", ["form", "page"])
def test_the_first_mail_of_a_run_does_not_pay_for_what_is_loaded(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a library is not compiled yet, or on a small machine, that takes longer than any mail may."""
    taken, load = {"": 0.0}, builtins.__import__

    def slowly(name: str, *words: Any, **more: Any) -> Any:
        package = name.partition(".")[0]
        taken.setdefault(package, parsing.SECONDS + 1 if package in ("inscriptis", "lxml", "pypdf") else 0)
        return load(name, *words, **more)

    mail = attacks.with_forms(filled(pdf(make(3)), FILLED)).replace(attacks.SHEET, b"\n")
    monkeypatch.setattr("time.thread_time", lambda: sum(taken.values()))
    monkeypatch.setattr(builtins, "__import__", slowly)
    budget = Budget()
    opened = open_message(attacks.page(b"<p>GAME 7 TURN 1<p>END") if kind == "page" else mail, budget)
    found = contents.contents_of(opened, budget)
    monkeypatch.undo()
    assert sum(taken.values()) > parsing.SECONDS
    assert (opened.refusable, found.unread, len(found.read())) == ("", "", 1)


def test_what_passes_between_two_readers_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker opens many mails and then judges one by one, each in a thread of its own: other readings are asked for
    then, by a clock that is another one."""
    now = [0.0]
    monkeypatch.setattr("time.thread_time", lambda: now[0])
    opened = open_message(attacks.two_ways(b"hello\n", b"<p>hello<p>SIGN-UP"))
    for seconds in (parsing.SECONDS + 1, -5.0):
        now[0] += seconds
        assert [one.where for one in replace(opened, _laid_out=[]).fallbacks()] == ["html body"]


def test_readings_one_after_the_other_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    now, budget = [0.0], Budget()
    monkeypatch.setattr("time.thread_time", lambda: now[0])
    for _ in range(3):
        with budget.reading(), budget.reading():  # a reader within a reader
            budget.spend(Cost.TEXT)
            now[0] += 0.4 * parsing.SECONDS
    with pytest.raises(OverBudget, match="too long"), budget.reading():
        budget.spend(Cost.TEXT)


def test_one_budget_is_spent_by_all_readers_of_a_mail() -> None:
    spent, counted = Budget(), (Cost.HTML, Cost.ELEMENTS, Cost.TEXT, Cost.ROWS, Cost.FILE_READS)
    opened = open_message(attacks.two_ways(b"hello\n", b"<p>GAME 7 TURN 1<p>END"), spent)
    contents.contents_of(opened, spent)
    form_of_pdf(attacks.pdf({3: b"<</T(a)/V(b)>>"}), spent)
    assert [cost for cost in counted if spent._left[cost] == cost.most] == []
    elements = spent._left[Cost.ELEMENTS]
    bounce_of(attacks.page(b"<p>a@b.example failed", attacks.BOUNCE), spent)
    assert spent._left[Cost.ELEMENTS] < elements


def test_html_is_laid_out_once_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counted(html: str, budget: Budget | None = None) -> tuple[str, str]:
        asked.append(html)
        return html_text.html_to_text(html, budget)

    monkeypatch.setattr(envelope, "html_to_text", counted)
    monkeypatch.setattr(bounce, "html_to_text", counted)
    raw = attacks.two_ways(b"SIGN-UP\nNAME x\nEND\n", b"<p>hello")
    mail = mail_of(Incoming(raw, None, "mail"), "", "gm@example.org")
    assert form_of(mail) is not None
    assert len(asked) == 1


def test_of_an_element_with_a_border_few_are_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    from lxml.etree import iterwalk

    looked = 0

    def counted(*words: object, **more: object) -> object:
        nonlocal looked
        for one in iterwalk(*words, **more):
            looked += 1
            yield one

    monkeypatch.setattr("lxml.etree.iterwalk", counted)
    html_text.html_to_text('<div style="border-top:solid">' * 20 + "<b></b>" * 1000)
    assert 0 < looked <= 20 * html_text._FIRST


def test_messages_without_end_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0
    plain = contents._MESSAGE_END

    class Counted:
        def match(self, row: str) -> object:
            nonlocal looked
            looked += 1
            return plain.match(row)

    monkeypatch.setattr(contents, "_MESSAGE_END", Counted())
    contents._without_commands("HELP\n" + "MESSAGE TO A\n" * 500)
    assert looked < 2000
