"""Mails that are too much, broken or hostile: trouble is data, time is bounded, nothing raises."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.mail import parsing as limits
from magika_gm.mail.envelope import Envelope, open_message
from tests.examples import some_of

FROM = b"From: a@x.example\nMessage-ID: <1@x.example>\nSubject: orders\n"


def layers(depth: int) -> bytes:
    head = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (i, i) for i in range(depth))
    return FROM + head + b"Content-Type: text/plain\n\nGAME 12\n"


def wide(count: int) -> bytes:
    return FROM + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nGAME 12\n" * count + b"--b--\n"


def text(size: int, kind: bytes = b"plain") -> bytes:
    return FROM + b"Content-Type: text/" + kind + b"\n\n" + b"x" * size


def texts(count: int, size: int) -> bytes:
    part = b"--b\nContent-Type: text/plain\n\n" + b"x" * size + b"\n"
    return FROM + b"Content-Type: multipart/mixed; boundary=b\n\n" + part * count + b"--b--\n"


@pytest.mark.parametrize(
    ("most", "more", "reason"),
    [
        (layers(limits.DEEPEST), layers(limits.DEEPEST + 1), "nested more than 10 deep"),
        (wide(limits.MOST_PARTS), wide(limits.MOST_PARTS + 1), "more than 50 parts"),
        (text(limits.LONGEST_TEXT), text(limits.LONGEST_TEXT + 1), "more than 200000 characters"),
        (text(limits.LONGEST_TEXT, b"html"), text(limits.LONGEST_TEXT + 1, b"html"), "more than 200000 characters"),
        (texts(1, limits.LONGEST_TEXT), texts(2, limits.LONGEST_TEXT), "more than 250000 characters together"),
        (
            FROM + b"Content-Type: image/png\n\n" + b"x" * (limits.MOST_BYTES - len(FROM) - 25),
            FROM + b"Content-Type: image/png\n\n" + b"x" * (limits.MOST_BYTES - len(FROM) - 24),
            "longer than 2000 kB",
        ),
        (FROM + b"\n" * 100_000, FROM + b"\r\n" * 100_001, "more than 100000 lines"),
    ],
    ids=["depth", "parts", "text", "html", "texts", "size", "lines"],
)
def test_up_to_the_limit_it_is_read_beyond_it_is_refusable_and_its_headers_still_known(
    most: bytes, more: bytes, reason: str
) -> None:
    assert open_message(most).refusable == ""
    envelope = open_message(more)
    assert reason in envelope.refusable
    assert (envelope.sender, envelope.message_id, envelope.subject) == ("a@x.example", "<1@x.example>", "orders")


@pytest.mark.slow
def test_the_limit_on_html_is_the_messages() -> None:
    page = b"--b\nContent-Type: text/html\n\n<p>" + b"<b>x</b>" * (limits.LONGEST_HTML // 32) + b"\n"
    head = FROM + b"Content-Type: multipart/mixed; boundary=b\n\n"
    assert open_message(head + page * 3).refusable == ""
    assert "characters of HTML" in open_message(head + page * 4).refusable


def test_an_overlong_html_rendition_does_no_harm_to_the_plain_one() -> None:
    html = b"<p>" + b"x" * limits.LONGEST_HTML
    body = b"--b\n\nGAME 12\n--b\nContent-Type: text/html\n\n" + html + b"\n--b--\n"
    envelope = open_message(FROM + b"Content-Type: multipart/alternative; boundary=b\n\n" + body)
    assert envelope.refusable == ""
    assert [p.text for p in envelope.parts] == ["GAME 12"]
    assert any("of HTML" in t for t in envelope.troubles)


ATTACKS = {
    "comments": b"From: " + b'(<"' * 600_000,
    "parameters": b"Content-Type: text/plain;" + b'a="b\\";' * 250_000 + b"\n\nx",
    "references": b"References: " + b"<a@b> " * 300_000,
    "headers": b"A: b\n" * 99_000,
    "words": b"Subject: " + b"=?utf-8?q?a?= " * 140_000,
    "lines": b"Subject: x\n\n" + b"\n" * 99_000,
    "layers": layers(45) + b"x\n" * 90_000,
    "mails": b"Content-Type: message/rfc822\n\n" * 60_000,
    "base64": b"Content-Transfer-Encoding: base64\nContent-Type: text/plain\n\n" + b"A" * 1_900_000,
    "uuencode": b"Content-Transfer-Encoding: x-uuencode\n\nbegin 666 a\n" + b"M" * 1_000_000,
    "punycode": b"Content-Type: text/plain; charset=punycode\n\n" + b"a-" * 95_000,
    "flowed": b"Content-Type: text/plain; format=flowed\n\n" + b"> a \n" * 39_000,
    "pages": b"Content-Type: multipart/mixed; boundary=b\n\n"
    + (b"--b\nContent-Type: text/html\n\n" + b"<p>" * 13_000 + b"\n") * 49,
}


@pytest.mark.parametrize("name", ATTACKS)
def test_no_mail_takes_long(name: str) -> None:
    start = time.process_time()
    open_message(ATTACKS[name])
    assert time.process_time() - start < 10  # a hang, not a figure: under 2 s where we tried


def well_formed(envelope: Envelope) -> None:
    assert envelope.message_id.startswith("<")
    assert envelope.message_id.endswith(">")
    for value in (envelope.message_id, envelope.sender, envelope.sender_name, envelope.subject, *envelope.to):
        assert value.isprintable() or not any(ord(c) < 32 for c in value)
        assert len(value) <= 1000
    for value in (*(p.text for p in envelope.parts), *(p.where for p in envelope.parts), *envelope.troubles):
        value.encode()
        assert "\r" not in value
        assert "\0" not in value
    assert envelope.date is None or envelope.date.tzinfo is not None
    for part in envelope.fallbacks():
        part.text.encode()


@settings(max_examples=some_of(500), deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes(raw: bytes) -> None:
    well_formed(open_message(raw))


NAMES = st.sampled_from(
    "From To Cc Reply-To Subject Date Message-ID In-Reply-To References Content-Type Content-Disposition "
    "Content-Transfer-Encoding MIME-Version Auto-Submitted Precedence Return-Path X-Autoreply".split()
)
VALUES = st.one_of(
    st.sampled_from(
        rb"""text/plain; charset="
text/html
multipart/mixed; boundary=b
multipart/alternative; boundary=b
multipart/report; boundary*0=b; boundary*1=
message/rfc822
message/partial
application/pdf; name=a.pdf
text/plain; charset*=x'y'%ff; format=flowed; delsp=yes
text; ;;=;
base64
quoted-printable
x-uuencode
attachment; filename*=utf-8''%ff%00.txt
attachment; filename*0*=a''%; filename*1=b
attachment; filename*=a%00b''x
=?utf-8?b?w?=
=?idna?q?=ff?=
=??q??=
<a@b>
a@b (((
"\
Mon, 99 Feb 99999 99:99:99 +9999
1 Jan 1 00:00 +2400""".split(b"\n")
    ),
    st.binary(max_size=30),
)
HEADERS = st.tuples(NAMES, VALUES).map(lambda pair: pair[0].encode() + b": " + pair[1] + b"\n")
PIECES = st.one_of(
    HEADERS, st.sampled_from([b"\n", b"--b\n", b"--b--\n", b"begin 666 x\n", b"<p>GAME 12", b"GAME 12 TURN 5\n"])
)


@settings(max_examples=some_of(800), deadline=None)
@given(st.lists(PIECES, max_size=25).map(b"".join))
def test_mails_put_together_at_random(raw: bytes) -> None:
    well_formed(open_message(raw))


SEED = b"""From: =?utf-8?q?J=C3=B6rg?= <j@x.example>
Date: Sun, 1 Mar 2026 13:00:00 +0100
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="b"

--b
Content-Type: text/plain; charset=utf-8; format=flowed
Content-Transfer-Encoding: quoted-printable

GAME 12 TURN 5
=C3=A9=20
END
--b
Content-Type: text/html
Content-Transfer-Encoding: base64

PHA+R0FNRSAxMjxibG9ja3F1b3RlPg==
--b--
"""


@settings(max_examples=some_of(500), deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(SEED) - 1), st.integers(0, 12), st.binary(max_size=4)), max_size=6))
def test_a_good_mail_damaged(damage: list[tuple[int, int, bytes]]) -> None:
    raw = SEED
    for at, cut, put in damage:
        raw = raw[:at] + put + raw[at + cut :]
    well_formed(open_message(raw))


def test_the_undamaged_mail_is_read() -> None:
    envelope = open_message(SEED)
    assert (envelope.sender_name, envelope.parts[0].text) == ("Jörg", "GAME 12 TURN 5\né END")
