"""Letters as bytes, parsed back with the standard library."""

from __future__ import annotations

import email
from dataclasses import replace
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.mail.compose import Attachment, Letter, compose, thread
from magika_gm.mail.envelope import open_message
from tests.examples import some_of

LETTER = Letter(
    message_id="<report-12-5-C@magika.example>",
    sender="gm@magika.example",
    sender_name="The Game Master",
    to="anna@players.example",
    subject="Magika game 12, turn 5",
    text="Turn 5\n\nYou stand on plains.\n",
    date=datetime(2026, 3, 1, 12, 0, tzinfo=UTC),
)


def parsed(letter: Letter) -> EmailMessage:
    message = email.message_from_bytes(compose(letter), policy=policy.default)
    assert isinstance(message, EmailMessage)
    assert [defect for part in message.walk() for defect in part.defects] == []
    return message


def text_of(message: EmailMessage, kind: str = "plain") -> str:
    body = message.get_body((kind,))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def test_a_plain_letter_stands_as_it_is() -> None:
    assert compose(LETTER).decode() == (
        'From: "The Game Master" <gm@magika.example>\r\n'
        "To: anna@players.example\r\n"
        "Subject: Magika game 12, turn 5\r\n"
        "Date: Sun, 01 Mar 2026 12:00:00 +0000\r\n"
        "Message-ID: <report-12-5-C@magika.example>\r\n"
        "Auto-Submitted: auto-generated\r\n"
        "MIME-Version: 1.0\r\n"
        "Content-Type: text/plain; charset=utf-8\r\n"
        "Content-Transfer-Encoding: 7bit\r\n"
        "\r\n"
        "Turn 5\r\n\r\nYou stand on plains.\r\n"
    )


def test_text_html_and_files_come_back_whole() -> None:
    pdf = bytes(range(256)) * 300
    letter = replace(
        LETTER,
        text="Ærø – 3 ⬢\n.\nFrom here\n\ttab and blank \n" + "x" * 3000 + "\n",
        html="<p class='a'>Ærø</p>\n" + "<b>=_</b>" * 300 + "\n",
        attachments=(
            Attachment("magika 12.pdf", "application/pdf", pdf),
            Attachment("Zürich-5.json", "application/json", b"{}"),
            Attachment("empty.txt", "text/plain", b""),
        ),
    )
    message = parsed(letter)
    assert message.get_content_type() == "multipart/mixed"
    assert text_of(message) == letter.text
    assert text_of(message, "html") == letter.html
    files = [(p.get_filename(), p.get_content_type(), p.get_payload(decode=True)) for p in message.iter_attachments()]
    assert files == [
        ("magika 12.pdf", "application/pdf", pdf),
        ("Zürich-5.json", "application/json", b"{}"),
        ("empty.txt", "text/plain", b""),
    ]


def test_bytes_are_seven_bit_in_short_lines_and_the_same_every_time() -> None:
    letter = replace(LETTER, subject="Ærø " * 40, text="é" * 5000, html="<i>ø</i>" * 900,
                     attachments=(Attachment("a.pdf", "application/pdf", b"\xff" * 999),))  # fmt: skip
    raw = compose(letter)
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 78
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert raw == compose(replace(letter))
    assert raw != compose(replace(letter, message_id="<other@magika.example>"))


def test_answers_are_threaded_and_say_what_they_are() -> None:
    thread = tuple(f"<{i}@players.example>" for i in range(40))
    message = parsed(replace(LETTER, in_reply_to="<39@players.example>", references=thread))
    assert message["In-Reply-To"] == "<39@players.example>"
    references = str(message["References"]).split()
    assert references[0] == "<0@players.example>"
    assert references[-1] == "<39@players.example>"
    assert len(references) == 20
    assert message["Auto-Submitted"] == "auto-replied"
    alone = parsed(replace(LETTER, in_reply_to="<39@players.example>"))
    assert alone["References"] == "<39@players.example>"


def test_a_thread_is_carried_on_from_the_mail_that_is_answered() -> None:
    ids = [f"<{i}@x>" for i in range(40)]
    assert thread("<b@x>", "", ()) == ("<b@x>", ("<b@x>",))
    assert thread("<b@x>", "<a@x>", ()) == ("<b@x>", ("<a@x>", "<b@x>"))
    assert thread("<c@x>", "<b@x>", ("<a@x>", "<b@x>", "<a@x>")) == ("<c@x>", ("<a@x>", "<b@x>", "<c@x>"))
    assert thread("<a@x>", "", ("<a@x>", "<b@x>")) == ("<a@x>", ("<b@x>", "<a@x>"))
    answered, chain = thread("<new@x>", "<39@x>", ids)
    assert (answered, chain) == ("<new@x>", (ids[0], *ids[22:], "<new@x>"))
    raw = compose(replace(LETTER, in_reply_to=answered, references=chain))
    assert tuple(str(email.message_from_bytes(raw)["References"]).split()) == chain


def test_a_mail_without_an_identifier_is_answered_but_not_referred_to() -> None:
    without = open_message(b"From: a@x.example\nReferences: <a@x>\n\nGAME 12\n")
    assert thread(without.message_id, without.in_reply_to, without.references) == ("", ("<a@x>",))


def test_the_answer_to_an_answer_is_in_one_thread() -> None:
    ours = compose(LETTER)
    theirs = b"From: a@x.example\nMessage-ID: <re@x>\nIn-Reply-To: " + LETTER.message_id.encode() + b"\n\nGAME 12\n"
    assert open_message(ours).message_id == LETTER.message_id
    opened = open_message(theirs)
    again = thread(opened.message_id, opened.in_reply_to, opened.references)
    assert again == ("<re@x>", (LETTER.message_id, "<re@x>"))


INJECTION = "x\r\nBcc: eve@evil.example\r\n\r\nbody\u2028\x00\x85"


@pytest.mark.parametrize("field", ["message_id", "sender", "sender_name", "to", "subject", "in_reply_to", "reply_to"])
def test_no_value_adds_a_header_or_a_recipient(field: str) -> None:
    for value in (INJECTION, 'a" <eve@evil.example>, "b', "a@x.example, eve@evil.example", "=?utf-8?q?a=0D=0ABcc:_e?="):
        message = parsed(replace(LETTER, **{field: value}))  # type: ignore[arg-type]
        assert message["Bcc"] is None
        assert text_of(message) == LETTER.text
        if field != "sender":
            assert [a.addr_spec for a in message["From"].addresses] == ["gm@magika.example"]
        if field != "to":
            assert [a.addr_spec for a in message["To"].addresses] == ["anna@players.example"]
        assert len(message["To"].addresses) == 1


def test_attachment_names_and_types_cannot_break_out() -> None:
    evil = Attachment('../../x"\r\nBcc: eve@evil.example\r\n.pdf', "text/html\r\nBcc: e", b"1")
    whole = Attachment("a.eml", "message/rfc822", b"Subject: x\n\ny")
    message = parsed(replace(LETTER, attachments=(evil, whole)))
    first, second = message.iter_attachments()
    assert first.get_content_type() == second.get_content_type() == "application/octet-stream"
    assert first.get_filename() == "x'Bcc: eve@evil.example.pdf"
    assert first["Bcc"] is None


def test_further_headers_and_those_that_are_the_letters_own() -> None:
    message = parsed(replace(LETTER, headers=(("X-Magika-Game", "12 – Ærø"),)))
    assert message["X-Magika-Game"] == "12 – Ærø"
    for name in ("Subject", "to", "Content-Type", "Bcc: x\r\nFoo", ""):
        with pytest.raises(ValueError, match="header name"):
            compose(replace(LETTER, headers=((name, "x"),)))


def test_addresses_beyond_ascii_are_kept_not_changed_into_another() -> None:
    assert "To: jörg@magika.example\r\n".encode() in compose(replace(LETTER, to="jörg@magika.example"))


def test_a_name_that_looks_like_encoded_words_stays_what_it_is() -> None:
    name, subject = "=?utf-8?q?eve?=", "=?utf-8?q?You_won?="
    message = parsed(replace(LETTER, sender_name=name, subject=subject))
    assert message["From"].addresses[0].display_name == name
    assert message["Subject"] == subject


@settings(max_examples=some_of(300), deadline=None)
@given(st.text(alphabet=st.one_of(st.sampled_from("\n\r\t =.-_FromGAME<é"), st.characters(exclude_categories=["Cs"]))))
def test_any_text_comes_back(text: str) -> None:
    wanted = text.replace("\r\n", "\n").replace("\r", "\n")
    wanted += "" if wanted.endswith("\n") else "\n"
    for letter in (replace(LETTER, text=text), replace(LETTER, text=text, html="<p>=_")):
        message = email.message_from_bytes(compose(letter))
        body = message if not letter.html else message.get_payload(0)
        assert isinstance(body, email.message.Message)
        data = body.get_payload(decode=True)
        assert isinstance(data, bytes)
        assert data.decode().replace("\r\n", "\n") == wanted


@settings(max_examples=some_of(300), deadline=None)
@given(st.text(max_size=300))
def test_any_subject_comes_back_on_one_line(subject: str) -> None:
    from magika_gm.engine.words import one_line
    from magika_gm.mail.parsing import decode_words

    raw = compose(replace(LETTER, subject=subject))
    head = raw.split(b"\r\n\r\n")[0].decode("ascii").replace("\r\n ", " ")
    line = next(row for row in head.split("\r\n") if row.startswith("Subject:"))
    assert one_line(decode_words(line.removeprefix("Subject:"))) == one_line(subject)
    assert max(map(len, raw.split(b"\r\n"))) <= 78
