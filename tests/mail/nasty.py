"""Nasty mails, what is promised of every mail whatever, and a mutator that makes more of them."""

from __future__ import annotations

import email
import random
import sys
import time
from datetime import UTC, datetime
from email import policy
from pathlib import Path

from magika_gm import games
from magika_gm.app.post.contents import disagreement, mail_of, sheets_apart
from magika_gm.app.post.signup_desk import form_of
from magika_gm.engine.sheet.understanding import as_text
from magika_gm.games.magika.orders.sheet import check, understanding
from magika_gm.mail.authresults import authentication_of
from magika_gm.mail.bounce import bounce_of
from magika_gm.mail.compose import Letter, compose, thread
from magika_gm.mail.envelope import Envelope, open_message
from magika_gm.mail.parsing import LONGEST_TEXT, MOST_BYTES, MOST_PARTS, MOST_TEXT
from magika_gm.mail.readers import Incoming, is_mail
from tests.magika.sheets import read_sheets, why_none
from tests.promptness import prompt

HERE = Path(__file__).parent
SECONDS = 2.0
"""Processor time a mail may take (issue 5, 7)."""
PART_SECONDS = 1.0
"""Of them, what opening a mail may take for each part it turns out to have."""
ROSTER = {"A": "Anna the Red", "C": "Merlin", "D": "GAME", "F": "End", "M": "Ebon"}
WHEN = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
HEAD = b"From: Anna <anna@players.example>\nSubject: orders\nMessage-ID: <n@players.example>\n"
SHEET = b"GAME 12 TURN 5\nMAGE C\n1 MOVE NE\nEND\n"


def small() -> dict[str, bytes]:
    """The mails in ``corpus/`` and ``bounces/`` by name, and a few of the sample game's."""
    files = sorted([*HERE.glob("corpus/*.eml"), *HERE.glob("bounces/*.eml")])
    files += sorted((HERE.parents[1] / "turns" / "sample").glob("2/*.eml"))
    return {f"{file.parent.name}/{file.stem}": file.read_bytes() for file in files}


def large() -> dict[str, bytes]:
    """Mails too long to be kept as files."""
    mixed = HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n"
    nested = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (i, i) for i in range(3000))
    utf8 = HEAD + b"Content-Type: text/plain; charset=utf-8\n\n"
    page = b"<div><table><tr><td>GAME 12 TURN 5</td></tr>" * 8000
    return {
        "verbs alone": HEAD + b"\n" + b"MOVE REST SEARCH MEDITATE CAST DROP GIVE DEMAND DON MOVE REST SEARCH\n" * 2_800,
        "verbs and a figure": HEAD + b"\n" + b"MOVE 7 DON\n" * 17_000,
        "deep nesting": HEAD + nested + b"\n" + SHEET,
        "deep nesting of mails": b"Content-Type: message/rfc822\n\n" * 20_000 + SHEET,
        "thousands of parts": mixed + b"--b\n\nGAME 12\n" * 20_000 + b"--b--\n",
        "fifty long parts": mixed + (b"--b\n\n" + SHEET * 900 + b"\n") * 49,
        "huge header": b"Subject: " + b"=?utf-8?q?=41?= " * 100_000 + b"\n" + HEAD + b"\n" + SHEET,
        "many headers": b"X-A: y\n" * 20_000 + b"To: a@b.example, (c) d@e.example\n" * 40_000 + HEAD + b"\n" + SHEET,
        "folded header": b"References:" + b"\n <a@b.example>" * 60_000 + b"\n" + HEAD + b"\n" + SHEET,
        "received without end": b"Received: from a by b; Sun, 1 Mar 2026\n" * 40_000 + HEAD + b"\n" + SHEET,
        "long line": HEAD + b"\n" + b"GAME 12 TURN 5 " * 12_000,
        "sheets without end": HEAD + b"\n" + b"GAME 12 TURN 5\nMAGE C\n" * 8_000,
        "orders without end": HEAD + b"\nGAME 12 TURN 5\n" + b"1 CAST TelPtX NE 3\n" * 9_000,
        "messages without end": HEAD + b"\nGAME 12 TURN 5\n" + b"MESSAGE TO ALL\nx\nEND MESSAGE\n" * 6_000,
        "odd words": HEAD + b"\nGAME 12 TURN 5\n" + b"1 MVOE TO TEH NORTHEST PLAESE\n" * 6_000,
        "words without end": HEAD + b"\nGAME 12 TURN 5\n1 GIVE " + b"CROWN AND " * 18_000 + b"TO F\nEND\n",
        "quotes": HEAD + b"\n" + b">" * 190_000,
        "blanks": HEAD + b"\nGAME 12 TURN 5" + b" " * 190_000 + b"END\n",
        "html": HEAD + b"Content-Type: text/html\n\n" + page,
        "html nested": HEAD + b"Content-Type: text/html\n\n" + b"<blockquote>" * 30_000 + SHEET,
        "html lists": HEAD + b"Content-Type: text/html\n\n" + b"<ul><li>GAME" * 30_000,
        "html attributes": HEAD + b"Content-Type: text/html\n\n<p " + b"a='b' " * 60_000 + b">" + SHEET,
        "html text": HEAD + b"Content-Type: text/html\n\n<pre>" + SHEET * 9_000,
        "html entities": HEAD + b"Content-Type: text/html\n\n" + b"&nbsp;&#x47;" * 30_000,
        "base64 text": HEAD + b"Content-Transfer-Encoding: base64\n\n" + b"R0FNRSAxMiBUVVJOIDUK\n" * 80_000,
        "quoted-printable": HEAD + b"Content-Transfer-Encoding: quoted-printable\n\n" + b"=47=41=\n" * 90_000,
        "uuencode": HEAD + b"Content-Transfer-Encoding: x-uuencode\n\nbegin 644 a.txt\n"
        + (b"M" + b"A" * 60 + b"\n") * 30_000,
        "flowed": HEAD + b"Content-Type: text/plain; format=flowed; delsp=yes\n\n" + b">>> GAME 12 \n" * 14_000,
        "combining letters": utf8 + b"GAME 12 TURN 5\n1 R" + "\u0301".encode() * 90_000,
        "zero-width letters": utf8 + "G\u200bA\u200dM\ufeffE\n".encode() * 15_000,
        "delivery status": HEAD + b"Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
        + b"--b\nContent-Type: message/delivery-status\n\n" + b"Action: failed\nStatus: 5.1.1\n\n" * 40_000,
        "parameters without end": mixed
        + (b'--b\nContent-Type: text/plain; x="' + b";" * 19_900
           + b'\nContent-Disposition: attachment; y="' + b";" * 19_900 + b"\n\n" + SHEET) * 45,
        "encoded parameters": mixed
        + (b"--b\nContent-Type: text/plain" + b"".join(b"; n*%d*=%%41" % n for n in range(1500))
           + b"\n\n" + SHEET) * 45,
        "quote marks of two parts": mixed + (b"--b\n\nSIGN-UP\n" + b">" * 199_000 + b"\n") * 2,
        "quote marks and blanks": mixed + (b"--b\n\nSIGN-UP\n" + b"> " * 90_000 + b"\nEND\n") * 4,
        "answers in every part": mixed
        + (b"--b\n\nno\n-----Original Message-----\n" + SHEET * 20 + SHEET.replace(b"\n", b"\n> ") + b"\n") * 45,
        "sheets of many turns": mixed
        + b"".join(b"--b\n\nGAME 12 TURN %d\nMAGE C\nPASSWORD guess\n1 REST\nEND\n" % n for n in range(49)),
        "sign-ups of odd words": HEAD + b"\nSIGN-UP\nNAME x\n" + b"PAEC two or three or either\n" * 5000 + b"END\n",
        "a sign-up of one army": HEAD + b"\nSIGN-UP\nGAME Arena\nARMY\n" + b"WYVREN 99\n" * 15_000 + b"END ARMY\nEND\n",
        "a sign-up of one deck": HEAD + b"\nSIGN-UP\nGAME Xom and Zol\nDECK\n" + b"9 Fierbal\n" * 15_000
        + b"END DECK\nEND\n",
        "sizes that lie": HEAD + b"Content-Length: 99999999999\nContent-Type: message/partial; total=99999999\n\n"
        + b"GAME 12 TURN 99999999999999999999\nMAGE C\n" + b"1 REST\n" * 900,
        "at the limit": HEAD + b"Content-Type: image/png\n\n" + (b"x" * 99 + b"\n") * 19_990,
        "over the limit": HEAD + b"\n" + b"GAME 12 TURN 5\n" * 300_000,
    }  # fmt: skip


def look(raw: bytes, seconds: float = SECONDS) -> Envelope:
    """All that is done with a mail before its sender is known to anybody; a broken promise is an AssertionError."""
    patience = 10 if sys.gettrace() else 1
    start = time.process_time()
    envelope = open_message(raw)
    parts = len(envelope.parts) + len(envelope.attachments)
    opened = time.process_time() - start
    assert prompt(opened, PART_SECONDS * max(1, parts) * patience), f"{opened:.1f} s for {parts} parts"
    _read_alone(raw, envelope, seconds * patience)
    _read_by_the_desk(raw, seconds * patience)
    return envelope


def _read_by_the_desk(raw: bytes, seconds: float) -> None:
    """What the office does with it, by the grammar of one of its games, before it asks its database."""
    start = time.process_time()
    mail = mail_of(Incoming(raw, None, "nasty"), "mx.magika.example", "gm@magika.example")
    system = games.system(sorted(games.SYSTEMS)[sum(raw[:100]) % len(games.SYSTEMS)])
    for one in mail.contents.read(system.orders.GRAMMAR, ROSTER):
        disagreement([one])
    sheets_apart(mail)
    form_of(mail)
    _one_line(mail.contents.trouble)
    assert len(mail.contents.own_words) <= LONGEST_TEXT
    spent = time.process_time() - start
    assert prompt(spent, seconds), f"the desk took {spent:.1f} s"


def _read_alone(raw: bytes, envelope: Envelope, seconds: float) -> None:
    """Its texts as sheets, what its head tells of its sender, and whether it came back."""
    start = time.process_time()
    texts = [*envelope.parts, *envelope.fallbacks()]
    for part in texts:
        for sheet in read_sheets(part.text, ROSTER):
            as_text(understanding(check(sheet, None)))
        why_none(part.text)
    bounce = bounce_of(raw)
    found = authentication_of(raw, "mx.magika.example")
    is_mail(raw)
    spent = time.process_time() - start
    _promised(raw, envelope)
    for value in (found.domain, found.why, *((bounce.recipient, bounce.final, bounce.diagnostic) if bounce else ())):
        _one_line(value)
    assert prompt(spent, seconds), f"it took {spent:.1f} s"


def _promised(raw: bytes, envelope: Envelope) -> None:
    lines = (envelope.message_id, envelope.sender, envelope.sender_name, envelope.reply_to, envelope.subject,
             envelope.in_reply_to, envelope.automatic, envelope.refusable)  # fmt: skip
    for value in (*lines, *envelope.to, *envelope.references, *envelope.troubles):
        _one_line(value)
    assert sum(len(part.text) for part in envelope.parts) <= MOST_TEXT
    assert len(envelope.parts) + len(envelope.attachments) <= MOST_PARTS
    assert sum(len(file.data) for file in envelope.attachments) <= MOST_BYTES
    for part in envelope.parts:
        _one_line(part.where)
        part.text.encode()
        assert len(part.text) <= LONGEST_TEXT
        assert not set(part.text) & set("\r\0\x1b\u2028\u202e\u200b\ufeff")
    for file in envelope.attachments:
        _one_line(file.name)
        assert not set(file.name) & set("/\\")
    _answered(envelope)
    assert envelope.digest
    assert len(raw) <= MOST_BYTES or envelope.refusable


def _answered(envelope: Envelope) -> None:
    """An answer made of a mail's own values has the headers we wrote and no other."""
    answered, chain = thread(envelope.message_id, envelope.in_reply_to, envelope.references)
    letter = Letter(
        message_id="<ours@x>",
        sender="gm@magika.example",
        sender_name=envelope.sender_name,
        to=envelope.sender or "a@b.example",
        subject=f"Re: {envelope.subject}",
        text="ok",
        date=WHEN,
        in_reply_to=answered,
        references=chain,
    )
    message = email.message_from_bytes(compose(letter), policy=policy.compat32)
    wanted = {"From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type"}
    wanted |= {"Content-Transfer-Encoding"}
    assert set(message.keys()) - {"In-Reply-To", "References"} == wanted
    assert len(message.keys()) == len(set(message.keys()))
    assert str(message.get_payload()).strip() == "ok"


def _one_line(value: str) -> None:
    value.encode()
    assert len(value) <= 1000
    assert all(ord(letter) >= 32 and letter not in "\x7f\x85\u2028\u2029" for letter in value), repr(value)


TOKENS = [
    b"\r\n",
    b"\n\n",
    b"\r",
    b"\0",
    b"\xff",
    b"=\n",
    b"--b\n",
    b"--b--\n",
    b"> ",
    b"-- \n",
    b"END\n",
    b"GAME 12 TURN 5\n",
    b"MESSAGE TO ALL\n",
    b"END MESSAGE\n",
    b"1 CAST TelPtX NE 3\n",
    b"PASSWORD x\n",
    b"S1",
    b"=?utf-8?q?=0D?=",
    b"<",
    b">",
    b"(",
    b'"',
    b"\\",
    b";",
    b"Content-Type: text/html\n",
    b"Content-Type: multipart/mixed; boundary=b\n\n",
    b"Content-Type: message/rfc822\n\n",
    b"Content-Type: message/delivery-status\n\n",
    b"charset=utf-16",
    b"Content-Transfer-Encoding: base64\n",
    b"Content-Transfer-Encoding: quoted-printable\n",
    b"format=flowed; delsp=yes",
    b"Content-Disposition: attachment; filename*=utf-8''..%2F%00a.txt\n",
    b"<blockquote>",
    b"<table>",
    b"<pre>",
    b"&#0;",
    "\u202e\u200b\u0421\u041e\u0301".encode(),
    b"Return-Path: <>\n",
    b"Action: failed\nStatus: 5.1.1\n",
    b"Authentication-Results: mx.magika.example; dkim=pass header.d=",
    b"begin 644 a\n",
    b"\xef\xbb\xbf",
    b"\x1b$B",
]


def mutated(dice: random.Random, raw: bytes, others: list[bytes], most: int = 60_000) -> bytes:
    """Another mail made of one: pieces cut, doubled, swapped, taken from others, words put in, bytes changed."""
    data = bytearray(raw[:most])
    for _ in range(dice.randint(1, 8)):
        at, end = sorted((dice.randint(0, len(data)), dice.randint(0, len(data))))
        end = min(end, at + dice.choice((1, 8, 80, 800)))
        match dice.randrange(7):
            case 0:
                del data[at:end]
            case 1:
                data[at:at] = data[at:end] * dice.choice((1, 2, 10, 60))
            case 2:
                data[at:at] = dice.choice(TOKENS) * dice.choice((1, 1, 1, 3, 50))
            case 3:
                other = dice.choice(others)
                begin = dice.randint(0, len(other))
                data[at:end] = other[begin : begin + dice.choice((10, 100, 2000))]
            case 4:
                data[at:end] = bytes(dice.randrange(256) for _ in range(min(end - at, 20)))
            case 5:
                lines = bytes(data).split(b"\n")
                dice.shuffle(lines) if dice.random() < 0.1 else lines.insert(
                    dice.randrange(len(lines)), dice.choice(lines)
                )
                data = bytearray(b"\n".join(lines))
            case _:
                data[at:end] = bytes(data[at:end]).swapcase()
        del data[most:]
    return bytes(data)
