"""Mail that came back, as many servers write it: hand-made samples in ``bounces/``, those that are none named no-…"""

from __future__ import annotations

import dataclasses
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.mail.bounce import Bounce, bounce_of
from magika_gm.mail.parsing import MOST_BYTES
from tests.examples import ALL, some_of
from tests.promptness import prompt

SAMPLES = Path(__file__).parent / "bounces"
REPORT, ANNA = "<report-12-5-C@magika.example>", "anna@players.example"

EXPECTED = {
    "postfix-unknown-user": Bounce(
        kind="permanent",
        original_id=REPORT,
        recipient=ANNA,
        final="",
        status="5.1.1",
        diagnostic="550 5.1.1 <anna@players.example>: Recipient address rejected: User unknown in virtual "
        "mailbox table",
    ),
    "postfix-delayed": Bounce(
        kind="delayed",
        original_id=REPORT,
        recipient=ANNA,
        final="",
        status="4.4.1",
        diagnostic="connect to mx.players.example[192.0.2.25]:25: Connection timed out",
    ),
    "postfix-expired": Bounce(
        kind="transient",
        original_id="<report-12-5-D@magika.example>",
        recipient="bert@players.example",
        final="",
        status="4.4.1",
        diagnostic="connect to mx.players.example[192.0.2.25]:25: Connection timed out",
    ),
    "exchange-online": Bounce(
        kind="permanent",
        original_id=REPORT,
        recipient=ANNA,
        final="",
        status="5.1.10",
        diagnostic="550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient Anna@Players.Example not found by "
        "SMTP address lookup",
    ),
    "exchange-old": Bounce(
        kind="permanent",
        original_id=REPORT,
        recipient=ANNA,
        final="",
        status="",
        diagnostic="on Sun, 1 Mar 2026 07:00:11 -0500 The recipient name is not recognized The MTS-ID of the "
        "original message is: "
        "c=us;a= ;p=players;l=EX010103011207G1X MSEXCH:IMS:PLAYERS:HQ:EX01 0 (000C05A6) Unknown Recipient",
    ),
    "gmail": Bounce(
        kind="permanent",
        original_id=REPORT,
        recipient="anna@mail.example",
        final="",
        status="5.1.1",
        diagnostic="550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 "
        "double-checking the "
        "recipient's email address for typos or 550 5.1.1 unnecessary spaces. gsmtp",
    ),
    "qmail": Bounce(
        kind="permanent",
        original_id=REPORT,
        recipient=ANNA,
        final="",
        status="5.7.1",
        diagnostic="192.0.2.25 does not like recipient. Remote host said: 550 5.7.1 Unable to relay for "
        "Giving up on 192.0.2.25.",
    ),
    "exim": Bounce(
        kind="permanent",
        original_id=REPORT,
        recipient=ANNA,
        final="",
        status="5.2.2",
        diagnostic="host mx.players.example [192.0.2.25] SMTP error from remote mail server after RCPT TO 552 "
        "5.2.2 Mailbox full",
    ),
    "exim-delayed": Bounce(
        kind="delayed",
        original_id="",
        recipient=ANNA,
        final="",
        status="4.7.1",
        diagnostic="host mx.players.example [192.0.2.25] Delay reason: SMTP error from remote mail server "
        "after RCPT TO "
        "451 4.7.1 Greylisting in action, please come back later",
    ),
    "sendmail-mailbox-full": Bounce(
        kind="permanent",
        original_id=REPORT,
        recipient=ANNA,
        final="anna@home.players.example",
        status="5.2.2",
        diagnostic="552 5.2.2 <anna@home.players.example>... Mailbox is over quota",
    ),
    "yahoo-old": Bounce(
        kind="permanent",
        original_id=REPORT,
        recipient="anna@yahoo.example",
        final="",
        status="5.0.0",
        diagnostic="Remote host said: 554 30 Sorry, your message to cannot be delivered. This mailbox is "
        "disabled (554.30).",
    ),
    "internationalised": Bounce(
        kind="permanent",
        original_id="<report-12-5-E@magika.example>",
        recipient="jörg@spieler.example",
        final="",
        status="5.7.509",
        diagnostic="550 5.7.509 Zugriff verweigert: Absender nicht geprüft",
    ),
    "encoded-status": Bounce(
        kind="permanent", original_id=REPORT, recipient=ANNA, final="", status="5.4.4", diagnostic=""
    ),
    "opensmtpd": Bounce(kind="permanent", original_id=REPORT, recipient=ANNA, final="", status="", diagnostic=""),
    "words-only": Bounce(
        kind="transient",
        original_id=REPORT,
        recipient=ANNA,
        final="",
        status="4.2.2",
        diagnostic="Recipient Reason: 452 4.2.2 Over quota",
    ),
    "two-recipients": Bounce(
        kind="permanent", original_id=REPORT, recipient=ANNA, final="three@home.example", status="5.7.1", diagnostic=""
    ),
}


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.eml")), ids=lambda path: path.stem)
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"], ids=["lf", "crlf"])
def test_samples(path: Path, line_end: bytes) -> None:
    raw = path.read_bytes().replace(b"\n", line_end)
    assert bounce_of(raw) == EXPECTED.get(path.stem)
    assert (path.stem in EXPECTED) != path.stem.startswith("no-")


def test_every_expectation_has_its_sample() -> None:
    assert {path.stem for path in SAMPLES.glob("*.eml")} >= set(EXPECTED)


def test_orders_are_no_bounce_even_if_their_sender_is_called_postmaster() -> None:
    orders = b"From: Postmaster <postmaster@x.example>\nSubject: orders\n\nGAME 12 TURN 5\nMAGE C\n1 MOVE NE\nEND\n"
    assert bounce_of(orders) is None
    assert bounce_of(orders.replace(b"postmaster@", b"anna@") + b"> 550 5.1.1 could not be delivered\n") is None


def test_a_whole_mail_returned_that_is_over_the_limit_is_a_bounce_all_the_same() -> None:
    raw = (SAMPLES / "postfix-unknown-user.eml").read_bytes()
    assert bounce_of(raw.replace(b"Turn 5\n", b"x" * 70 + b"\n") + b"y" * 70 * (MOST_BYTES // 50)) == bounce_of(raw)
    known = bounce_of(raw)
    assert known is not None
    cut = raw[: raw.index(b"Content-Description: Undelivered")]
    assert bounce_of(cut) == dataclasses.replace(known, kind="permanent", original_id="")


def test_without_a_copy_the_status_says_which_mail_it_was() -> None:
    raw = (SAMPLES / "gmail.eml").read_bytes()
    raw = (
        raw[: raw.index(b"Content-Type: message/rfc822")].replace(b"References:", b"X:").replace(b"In-Reply-To:", b"Y:")
    )
    assert astuple(bounce_of(raw))[1] == REPORT
    assert astuple(bounce_of(raw.replace(b"X-Original", b"Z")))[1] == ""


def astuple(bounce: Bounce | None) -> tuple[str, str, str, str, str, str]:
    assert bounce is not None
    return (bounce.kind, bounce.original_id, bounce.recipient, bounce.final, bounce.status, bounce.diagnostic)


HEAD = b"Return-Path: <>\nFrom: mailer-daemon@x.example\nSubject: failure notice\n"
ATTACKS = {
    "addresses": HEAD + b"\n" + b"a@" * 500_000,
    "long line": HEAD + b"\n" + b"x" * 1_500_000,
    "blanks": HEAD + b"\n" + b" " * 1_500_000 + b"x",
    "lines": HEAD + b"\n" + b"anna@players.example 550 \n" * 60_000,
    "dashes": HEAD + b"\n" + b"-" * 500_000 + b"\n" + b"--- \n" * 50_000,
    "fields": HEAD
    + b"Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n"
    + b"Action: failed\n\n" * 40,
    "field": HEAD
    + b"Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n"
    + b"Status: "
    + b"5." * 400_000
    + b"\nAction: failed\nDiagnostic-Code: "
    + b" 5" * 400_000,
    "base64": HEAD + b"Content-Transfer-Encoding: base64\n\n" + b"YUBi" * 300_000,
    "nested": HEAD + b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(45)),
    "html": HEAD + b"Content-Type: text/html\n\n" + b"<div>" * 100_000,
    "paragraph": HEAD + b"\n" + b"<a@b.example>: undeliverable\n" + b"<(" * 30_000,
}


@pytest.mark.parametrize("name", ATTACKS)
def test_no_bounce_takes_long(name: str) -> None:
    start = time.process_time()
    found = bounce_of(ATTACKS[name])
    assert prompt(time.process_time() - start, 2)
    if found is not None:
        assert len(found.diagnostic) <= 300
        assert "\n" not in found.diagnostic


@pytest.mark.parametrize("put", [b"\x00", b"\x00\x80", b"\x80", b"\x01\xff"])
def test_an_address_with_bytes_that_are_no_text_is_none(put: bytes) -> None:
    for raw in WHOLE:
        for at in range(0, min(len(raw), 1500), 7 if ALL else 29):
            found = bounce_of(raw[:at] + put + raw[at:])
            for value in astuple(found) if found is not None else ():
                assert value.encode().decode() == value
                assert all(ord(letter) >= 32 for letter in value)


WHOLE = [path.read_bytes() for path in sorted(SAMPLES.glob("*.eml"))]


@settings(max_examples=some_of(300), deadline=None)
@given(
    st.sampled_from(WHOLE),
    st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 40), st.binary(max_size=6)), max_size=6),
)
def test_a_bounce_damaged_never_raises(raw: bytes, damage: list[tuple[int, int, bytes]]) -> None:
    for at, cut, put in damage:
        raw = raw[:at] + put + raw[at + cut :]
    found = bounce_of(raw)
    if found is not None:
        for value in astuple(found):
            value.encode()
            assert all(ord(letter) >= 32 for letter in value)
            assert len(value) <= 350
