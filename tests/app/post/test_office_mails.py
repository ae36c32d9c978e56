"""The office's own mails as HTML beside text: same words, buttons that make readable answers, a card at the end."""

from __future__ import annotations

import re
from email.message import EmailMessage
from typing import Any, cast
from urllib.parse import unquote

import pytest

from magika_gm import games
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.enrolment.signup_form import read_form
from magika_gm.app.post.letter_of_mail import html_of, preheader
from magika_gm.app.record.outgoing import OutgoingMail
from magika_gm.app.turns.process import process_turn
from magika_gm.engine.sheet.lines import ANSWER_ABOVE, ANSWER_OR_FORM
from magika_gm.engine.sheet.sheet import LineFault
from magika_gm.engine.sheet.understanding import Understanding, as_text, unread
from magika_gm.reports.kit.base import ACCENT
from magika_gm.reports.kit.words import note_html, words_html
from magika_gm.resources import shipped
from magika_gm.store.vocabulary import MailKind
from tests.app.postroom import NOW, PASSWORD, Post, sheet
from tests.app.results.test_standings import to_the_goal

WHOLE_REPORTS = "C"


def part(mail: EmailMessage, kind: str) -> str:
    body = mail.get_body((kind,))
    assert body is not None, f"{mail['Subject']} has no {kind} part"
    return str(body.get_content())


def words_of(html: str) -> str:
    """What a reader sees, in one line."""
    shown = re.sub(r"<(style|title)>.*?</\1>|<div style=\"display:none.*?</div>", " ", html, flags=re.DOTALL)
    text = re.sub(r"<[^>]+>", " ", shown)
    for code, sign in (("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'"), ("&#34;", '"'), ("&quot;", '"'), ("&amp;", "&")):
        text = text.replace(code, sign)
    return re.sub(r"\s+", "", text)


def mailto(html: str, label: str) -> tuple[str, str]:
    """Where a button writes to, and what."""
    link = re.search(rf'href="mailto:([^"?]*)\?subject=[^"]*?&amp;body=([^"]*)"[^>]*>{label}<', html)
    assert link is not None
    return unquote(link[1]), unquote(link[2])


def test_every_subject_says_where_one_stands_and_until_when(post: Post) -> None:
    subjects = [str(m["Subject"]) for m in post.delivered() if ", turn 0: " in str(m["Subject"])]
    assert len(subjects) == 13
    for subject in subjects:
        assert re.fullmatch(
            r"Magika game 7, turn 0: .+ \([A-M]\) stands at [a-z]\d+, orders by \w{3} \d+ \w{3}", subject
        )


def test_an_acknowledgement_says_the_same_in_both_forms(post: Post) -> None:
    post.delivered()
    post.one(sheet("1 SEARCH"))
    mail = next(m for m in post.delivered() if "orders accepted" in str(m["Subject"]))
    text, html = part(mail, "plain"), part(mail, "html")
    marker, *_ = text.splitlines()
    said = text.removeprefix(marker)
    assert re.sub(r"\s+", "", said) in words_of(html)
    assert marker == ANSWER_ABOVE
    assert words_of(html).startswith(re.sub(r"\s+", "", marker)), "above all we write, title and pictures too"
    assert len(html) < 60_000
    assert PASSWORD["C"] not in html


TOLD_BELOW = "a scroll probably not (30\u00a0%); a find costs more (SRCH-4)"


def test_what_goes_on_in_the_last_column_stands_below_its_row() -> None:
    """On a phone a line of 36 blanks and three words is four broken lines."""
    rows = [
        "  phase  place  endurance  arcania",
        "  1      y2            99       50  SEARCH",
        "                                    a scroll probably not (30 %); a find",
        "                                    costs more (SRCH-4)",
        "  end    y2            99       50",
        "                                    the Goal Square: the game ends (END-1)",
    ]
    html = words_html("\n".join(rows))
    told = [re.split("<t[dh][^>]*>", row)[1:] for row in html.replace("</table>", "").split("<tr>")[1:]]
    assert [[re.sub("</?b>", "", part.replace("\u00a0", " ")) for part in row] for row in told] == [
        ["phase", "place", "endurance", "arcania", ""],
        ["1", "y2", "99", "50", "SEARCH<br>a scroll probably not (30 %); a find costs more (SRCH-4)"],
        ["end", "y2", "99", "50", "the Goal Square: the game ends (END-1)"],
    ]
    # where there are no three heads, there is no table, and the row keeps its columns
    shown = re.findall(r"<span[^>]*>([^<]*)</span>", words_html("\n".join(["  place  arcania", *rows[1:4]])))
    assert shown[1:] == ["1      y2            99       50  SEARCH", TOLD_BELOW]


def test_maps_and_columns_keep_their_lines() -> None:
    """What is drawn with signs, or has columns of its own, is never taken for the end of the row above it."""
    rows = [
        "    a1              " + "          .   ,   =   @",
        "                    " + "        ,   ,   =   ,   ~",
        "    name            " + "      points    rank",
        "                    " + "      at most   at least",
    ]
    shown = re.findall(r"<span[^>]*>([^<]*)</span>", words_html("\n".join(rows)))
    assert [line.strip() for line in shown] == [line.strip() for line in rows]
    assert [len(line) - len(line.lstrip()) for line in shown] == [0, 24, 0, 22]


def test_an_acknowledgement_has_no_deep_lines_on_a_phone(post: Post) -> None:
    post.delivered()
    post.one(sheet("1 SEARCH\n2 MOVE NE\n3 CAST CurSp F\n4 MOVE NW"))
    mail = next(m for m in post.delivered() if "orders accepted" in str(m["Subject"]))
    text, html = part(mail, "plain"), part(mail, "html")
    assert re.search(r"^ {36}\S", text, re.MULTILINE), "the forecast has notes below its orders"
    assert not re.search(r"(?:^|>) {24}", html, re.MULTILINE)


def answer(post: Post, what: str) -> str:
    return next(part(m, "html") for m in post.delivered() if str(m["Subject"]).endswith(what))


def test_what_became_of_a_sheet_is_seen_at_once(post: Post) -> None:
    """Green, amber or red across the top; bad lines are red, with a line to copy; a refusal has a button, too."""
    post.one(sheet("1 SEARCH\n2 MVOE NE\n3 SERCH"))
    html = answer(post, "WITH 1 ERROR")
    assert "#8a4b08" in html
    assert "\u2713 Accepted, but 1 line is wrong and will not be played" in html
    red = re.findall(r'<span class="e"[^>]*>(.*?)</span>', html)
    assert any("MVOE" in row for row in red)
    assert not any("is an error" in row for row in red)
    post.one(sheet("1 SEARCH"))
    assert re.search(r'role="status"[^>]*#1c6b3a[^>]*>\u2713 Accepted<', answer(post, "accepted"))
    post.one(sheet("1 SEARCH").replace(PASSWORD["C"], "not his password"))
    html = answer(post, "NOT accepted")
    assert "#a31515" in html
    assert re.search(r'role="status"[^>]*>\u2717 Not accepted: [a-z]', html)
    to, body = mailto(html, "Write orders")
    assert to == post.office.settings.text("office", "email")
    again = post.one(body.replace("PASSWORD ", f"PASSWORD {PASSWORD['C']}\n1 MEDITATE"))
    assert (again.outcome, again.faults) == ("accepted", 0)


@pytest.mark.parametrize(
    ("text", "near", "instead"),
    [
        ("MUSTR Fisher AT c1", "MUSTER", "MUSTER Fisher AT c1"),
        ("CAST King Draco on N", "King Drago", "CAST King Drago on N"),
        ("GRENADE A3 e6", "MOVE", ""),
        ("MVOE A3 MVOE", "MOVE", ""),
        ("MOVE A3 e6", "MOVE", ""),
        ("x" * 90, "y", ""),
    ],
)
def test_a_misspelt_line_is_offered_as_it_was_perhaps_meant(text: str, near: str, instead: str) -> None:
    line = unread(LineFault(line=4, reason="it is no order", near=(near,), text=text))
    assert line.instead == instead
    said = as_text(Understanding(lines=(line,)))
    assert (f"\n       perhaps: {instead}\n" in said) == bool(instead)
    assert words_html(said).count('class="e"') == len(said.split("\n\n")[0].splitlines())


def test_its_button_makes_an_answer_that_is_understood(post: Post) -> None:
    post.delivered()
    post.one(sheet("1 SEARCH"))
    mail = next(m for m in post.delivered() if "orders accepted" in str(m["Subject"]))
    to, body = mailto(part(mail, "html"), "Change these orders")
    assert to == post.office.settings.text("office", "email"), "no address that stands for the password"
    again = post.one(body.replace("PASSWORD ", f"PASSWORD {PASSWORD['C']}").replace("SEARCH", "MEDITATE"))
    assert (again.outcome, again.faults) == ("accepted", 0)
    (kept,) = post.rows("SELECT sheet FROM sheets WHERE seat = 'C' AND revision = 2")
    assert "MEDITATE" in kept[0]


def test_the_invitation_begins_with_the_card_of_the_game_and_brings_a_form_to_send(post: Post) -> None:
    """Who won, in words a mail program shows and as a file to pass on."""
    to_the_goal(post.office)
    process_turn(post.office, "7", NOW, early=True)
    mails = [m for m in post.delivered() if "would you play again" in str(m["Subject"])]
    assert mails
    for mail in mails:
        html = part(mail, "html")
        assert html.index(ANSWER_OR_FORM) < html.index(" won</p>") < html.index("Play again<")
        to, body = mailto(html, "Play again")
        form = read_form(body)
        assert form is not None
        assert to == post.office.settings.text("office", "email")
        (card,) = (found for found in mail.iter_attachments() if found.get_filename() == "card.pdf")
        assert card.get_content().startswith(b"%PDF")


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_what_the_office_writes_of_a_game_is_in_its_colour(post: Post, name: str) -> None:
    system = games.system(name)
    new_game(post.office, "9", shipped("sample") / name / "signups.toml", NOW, system=name)
    mail = OutgoingMail(
        message_id="<a@x>",
        kind=MailKind.REFUSAL,
        recipient="ann@example.net",
        subject="Orders",
        created_at="",
        game="9",
    )
    html = html_of(post.office, mail, "Dear Ann,\n\n    1: lines", "gm@example.org")
    own, usual = system.accent or ACCENT, ACCENT
    assert own in html
    assert usual not in html or own == usual
    assert not system.has("rulebook") or own == cast(Any, system.rulebook).ACCENT


def test_what_strangers_write_is_shown_and_does_nothing() -> None:
    html = note_html(
        "<b>A & B</b>", "<i>", "Dear <script>alert(1)</script>,\n\n    <img src=x onerror=y>\n\n- <a href=z>"
    )
    assert "<script" not in html
    assert "<img" not in html
    assert "<a href=z" not in html


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("One.\n\nTwo.", "<p"),
        ("- first\n  goes on\n- second", "<li"),
        ("    1: REST\n    2: MOVE E", "<pre"),
    ],
)
def test_a_text_keeps_its_form(text: str, shown: str) -> None:
    html = words_html(text)
    assert shown in html
    assert words_of(html) == re.sub(r"\s+", "", text.replace("- ", ""))


def test_the_preheader_is_what_it_is_about() -> None:
    assert preheader("Dear Ann,\n\nYour orders are\naccepted.\n\nMore.") == "Your orders are accepted."
    assert len(preheader("Dear Ann,\n\n" + "word " * 100)) <= 142
