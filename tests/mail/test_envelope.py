"""Mails as real programs send them, opened."""

from __future__ import annotations

from base64 import b64encode
from binascii import b2a_qp
from datetime import UTC, datetime

import pytest

from magika_gm.mail.envelope import Envelope, open_message

SHEET = "GAME 12 TURN 5\nMAGE C\nPASSWORD swordfish\n1 MOVE NE\nEND\n"
HEAD = (
    "Return-Path: <anna@players.example>\nReceived: from mx.example by post.example; Sun, 1 Mar 2026 12:00:01 +0000\n"
    "From: Anna Example <Anna@Players.Example>\nTo: GM <gm@magika.example>\nSubject: orders\n"
    "Message-ID: <one@players.example>\nDate: Sun, 1 Mar 2026 13:00:00 +0100\nMIME-Version: 1.0\n"
)


def mail(body: str | bytes, headers: str = "", head: str = HEAD) -> Envelope:
    data = body.encode() if isinstance(body, str) else body
    return open_message((head + headers + "\n").replace("\n", "\r\n").encode() + data)


def part(text: str | bytes, headers: str) -> bytes:
    return (headers + "\n\n").encode() + (text.encode() if isinstance(text, str) else text)


def several(kind: str, *parts: bytes) -> tuple[bytes, str]:
    """The body and the Content-Type header of a multipart."""
    mark = f"=-{kind}-{len(parts)}"
    body = b"".join(b"--" + mark.encode() + b"\n" + p + b"\n" for p in parts) + f"--{mark}--\n".encode()
    return body, f'Content-Type: multipart/{kind}; boundary="{mark}"\n'


def nested(kind: str, *parts: bytes) -> bytes:
    body, header = several(kind, *parts)
    return header.encode() + b"\n" + body


def texts(envelope: Envelope) -> list[tuple[str, str]]:
    return [(p.where, p.text) for p in envelope.parts]


PLAIN = "Content-Type: text/plain; charset=utf-8"
HTML = "Content-Type: text/html; charset=utf-8"


def test_a_plain_mail() -> None:
    envelope = mail(
        SHEET, "In-Reply-To: <turn-4@magika.example>\nReferences: <turn-3@m.example>\n\t<turn-4@m.example>\n"
    )
    assert envelope.message_id == "<one@players.example>"
    assert (envelope.sender, envelope.sender_name) == ("anna@players.example", "Anna Example")
    assert envelope.to == ("gm@magika.example",)
    assert envelope.subject == "orders"
    assert envelope.date == datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
    assert envelope.in_reply_to == "<turn-4@magika.example>"
    assert envelope.references == ("<turn-3@m.example>", "<turn-4@m.example>")
    assert texts(envelope) == [("body", SHEET)]
    assert (envelope.automatic, envelope.refusable, envelope.troubles) == ("", "", ())


def test_without_a_message_id_the_content_names_it() -> None:
    head = HEAD.replace("Message-ID: <one@players.example>\n", "")
    one, same, other = mail(SHEET, head=head), mail(SHEET, head=head), mail(SHEET + "x", head=head)
    assert one.message_id == same.message_id == f"<sha256-{one.digest[:40]}@no-message-id>"
    assert other.message_id != one.message_id
    assert mail(SHEET, "Message-ID: two@x.example\n", head="").message_id == "<two@x.example>"
    assert mail(SHEET, "Message-ID: < three@x >\n", head="").message_id == "<three@x>"


@pytest.mark.parametrize(
    ("coding", "charset", "label"),
    [
        ("8bit", "utf-8", "utf-8"),
        ("8bit", "latin-1", "iso-8859-1"),
        ("8bit", "utf-8", "iso-8859-1"),
        ("8bit", "latin-1", "utf-8"),
        ("8bit", "cp1252", "us-ascii"),
        ("quoted-printable", "latin-1", "iso-8859-1"),
        ("quoted-printable", "utf-8", "x-unknown"),
        ("base64", "utf-8", "utf-8"),
        ("base64", "utf-16", "utf-16"),
        ("BASE64 ", "koi8-r", "koi8-r"),
    ],
)
def test_any_transfer_encoding_and_charset_and_wrong_labels(coding: str, charset: str, label: str) -> None:
    text = SHEET + ("привет\n" if charset == "koi8-r" else "Grüße\n")
    data = text.encode(charset)
    if coding == "quoted-printable":
        data = b2a_qp(data)
    elif coding != "8bit":
        data = b"\r\n".join(b64encode(data)[i : i + 40] for i in range(0, 400, 40))
    envelope = mail(data, f"Content-Type: text/plain; charset={label}\nContent-Transfer-Encoding: {coding}\n")
    assert texts(envelope) == [("body", text)]
    wrong = (charset, label) in {
        ("utf-8", "iso-8859-1"),
        ("latin-1", "utf-8"),
        ("cp1252", "us-ascii"),
        ("utf-8", "x-unknown"),
    }
    assert (envelope.troubles != ()) == wrong


def test_header_words_in_any_charset_and_cut_anywhere() -> None:
    head = (
        "From: =?iso-8859-1?Q?J=F6rg?= =?iso-8859-1?Q?_B=E4r?= <joerg@x.example>\nSubject: =?utf-8?B?"
        + b64encode("Zü".encode()[:2]).decode() + "?=\n =?utf-8?B?" + b64encode("Zü".encode()[2:] + b"ge").decode()
        + "?= plain =?x?q?a?=\nTo: =?utf-8?q?a=2C_b?= <gm@x.example>, b@x.example\n"
    )  # fmt: skip
    envelope = mail(SHEET, head=head)
    assert (envelope.sender_name, envelope.subject) == ("Jörg Bär", "Züge plain a")
    assert envelope.to == ("gm@x.example", "b@x.example")


def test_raw_eight_bit_headers() -> None:
    assert open_message("Subject: Züge\nFrom: Jörg <j@x.example>\n\n".encode()).subject == "Züge"
    assert open_message("Subject: Züge\nFrom: Jörg <j@x.example>\n\n".encode("latin-1")).sender_name == "Jörg"


def test_a_display_name_cannot_pretend_to_be_the_address() -> None:
    for name in ("=?utf-8?q?gm=40magika.example_=3Cgm=40magika.example=3E=2C?=", '"gm@magika.example, <gm@x>"'):
        assert mail(SHEET, head=f"From: {name} <eve@evil.example>\n").sender == "eve@evil.example"


def test_two_senders_are_a_trouble() -> None:
    for head in ("From: a@x.example\nFrom: b@x.example\n", "From: a@x.example, b@x.example\n"):
        envelope = mail(SHEET, head=head)
        assert envelope.sender == "a@x.example"
        assert any("more than one From" in t for t in envelope.troubles)
    assert mail(SHEET, head="From: nobody\n").sender == ""


def test_control_characters_do_not_get_through_headers() -> None:
    assert mail(SHEET, head="From: <\0j@x.example>\n").sender == ""
    assert mail(SHEET, head="From: <j\u202e@x.example>\n").sender == ""
    envelope = mail(SHEET, head="Subject: =?utf-8?q?a=0D=0ABcc=3A_x=00=1B=E2=80=AE?=\nFrom: a@x.example\n")
    assert envelope.subject == "a Bcc: x"


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ("Auto-Submitted: auto-replied (vacation)", "Auto-Submitted"),
        ("Auto-Submitted: auto-generated; owner=x", "Auto-Submitted"),
        ("Precedence: Bulk", "bulk"),
        ("Precedence: auto_reply", "auto_reply"),
        ("Return-Path: <>", "null sender"),
        ("X-Autoreply: yes", "X-Autoreply"),
        ("X-Autogenerated: Reply", "X-Autogenerated"),
        ('Content-Type: multipart/report; boundary="x"', "delivery report"),
        ("From: Mail Delivery <MAILER-DAEMON@mx.example>", "mailer-daemon"),
    ],
)
def test_machines_are_known(header: str, why: str) -> None:
    assert why in mail(SHEET, head=f"{header}\nFrom: a@x.example\n").automatic


def test_a_calendar_that_accepts_an_invitation_is_a_machine_unless_orders_come_with_it() -> None:
    reply = part("BEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR\n", "Content-Type: text/calendar; method=REPLY")
    for kind in ("alternative", "mixed"):
        accepted = mail(*several(kind, part("Anna has accepted: turn 6 of game 12\n", PLAIN), reply))
        assert accepted.automatic == "an answer to an invitation (text/calendar)"
        assert mail(*several(kind, part(SHEET, PLAIN), reply)).automatic == ""
        request = reply.replace(b"REPLY", b"REQUEST")
        assert mail(*several(kind, part("Come and play\n", PLAIN), request)).automatic == ""


def test_people_are_no_machines() -> None:
    for header in (
        "Auto-Submitted: no",
        "Auto-Submitted: No (typed)",
        "Precedence: normal",
        "Return-Path: <a@x.example>",
    ):
        assert mail(SHEET, head=f"{header}\nFrom: a@x.example\n").automatic == ""


def test_of_alternatives_the_plain_one_counts_and_the_other_is_kept() -> None:
    envelope = mail(*several("alternative", part(SHEET, PLAIN), part("<p>GAME 12 TURN 6</p><p>END</p>", HTML)))
    assert texts(envelope) == [("body", SHEET)]
    (other,) = envelope.fallbacks()
    assert (other.where, other.text.split()) == ("html body", ["GAME", "12", "TURN", "6", "END"])


@pytest.mark.parametrize("plain", ["", " \n\n", "Your program shows no HTML.", "> GAME 12 TURN 4\n> END"])
def test_the_html_one_counts_where_only_it_can_hold_orders(plain: str) -> None:
    envelope = mail(*several("alternative", part(plain, PLAIN), part("<p>GAME 12 TURN 6</p><p>END</p>", HTML)))
    assert ("html body", "GAME 12 TURN 6\nEND") in texts(envelope)


def test_html_alone_with_outlook_reply_below() -> None:
    html = "<p>GAME 12 TURN 6</p><p>END</p><div id='divRplyFwdMsg'><b>From:</b> GM</div><p>GAME 12 TURN 5</p>"
    envelope = mail(html, f"{HTML}\n")
    assert texts(envelope) == [("html body", "GAME 12 TURN 6\nEND\n> From: GM\n> GAME 12 TURN 5")]


def test_apple_mail_with_a_file_inside_the_html_rendition() -> None:
    pdf = part(b64encode(b"%PDF-1.7"), "Content-Type: application/pdf; name=form.pdf\nContent-Disposition: inline; "
               "filename=form.pdf\nContent-Transfer-Encoding: base64")  # fmt: skip
    inner = nested("mixed", part("<p>GAME 12", HTML), pdf, part("<p>Bye", HTML))
    envelope = mail(*several("alternative", part(SHEET, PLAIN), inner))
    assert texts(envelope) == [("body", SHEET)]
    assert [(a.name, a.content_type, a.data) for a in envelope.attachments] == [
        ("form.pdf", "application/pdf", b"%PDF-1.7")
    ]
    assert len(envelope.fallbacks()) == 2


@pytest.mark.parametrize(
    ("headers", "where"),
    [
        ('Content-Type: text/plain; name="orders.txt"\nContent-Disposition: attachment', "attachment orders.txt"),
        ("Content-Type: application/x\nContent-Disposition: attachment; filename=turn5.ORD", "attachment turn5.ORD"),
        ("Content-Type: text/plain\nContent-Disposition: attachment", "attachment without a name"),
        ("Content-Type: text/plain\nContent-Disposition: inline; filename*=utf-8''Z%C3%BC.txt", "attachment Zü.txt"),
        ('Content-Type: text/x-orders; name="=?utf-8?b?WsO8Z2U=?="', "attachment Züge"),
        ("Content-Type: text/plain; name=../../etc/passwd.txt", "attachment passwd.txt"),
        ('Content-Type: text/plain; name="C:\\\\\\\\a\\\\\\\\b.txt"', "attachment b.txt"),
        ("Content-Type: text/plain\nContent-Disposition: attachment; filename*=a%00b''x", "attachment without a name"),
    ],
)  # fmt: skip
def test_a_sheet_as_attachment(headers: str, where: str) -> None:
    envelope = mail(*several("mixed", part("See attachment.", PLAIN), part(SHEET, headers)))
    assert texts(envelope) == [("body", "See attachment."), (where, SHEET.rstrip("\n") + "\n")]


def test_files_that_hold_no_orders_are_passed_over() -> None:
    parts = (
        part(SHEET, PLAIN),
        part("GAME 1", "Content-Type: text/calendar; name=a.ics"),
        part("GAME 2", "Content-Type: image/png; name=a.png"),
        part("GAME 3", "Content-Type: application/zip; name=a.zip"),
        part(b"Subject: x\n\nGAME 4", "Content-Type: message/rfc822"),
    )
    envelope = mail(*several("mixed", *parts))
    assert texts(envelope) == [("body", SHEET)]
    assert envelope.troubles == (
        "the attachment a.zip was not read; send plain text or the PDF form",
        "a mail attached to it was not read",
    )


def test_flowed_text_bom_and_hard_blanks() -> None:
    envelope = mail("\ufeffGAME 12\u00a0TURN 5\r\n1 GIVE TelPt, CROWN \r\nTO F\r\n> quoted \r\n> too\r\n",
                    "Content-Type: text/plain; charset=utf-8; format=flowed\n")  # fmt: skip
    assert texts(envelope) == [("body", "GAME 12 TURN 5\n1 GIVE TelPt, CROWN TO F\n> quoted too\n")]


def test_a_multipart_without_a_boundary_is_read_as_one_text() -> None:
    envelope = mail(SHEET, "Content-Type: multipart/mixed\n")
    assert texts(envelope) == [("body", SHEET)]
    assert envelope.troubles
