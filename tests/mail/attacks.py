"""Mails made to cost as much as a mail can: of every kind of reader there is, one that would keep it busy.

Each is small to write and large to send; :data:`KINDS` says which reader is meant. ``tests/mail/test_attacks.py`` looks
at each; by day at a part of its length.
"""

from __future__ import annotations

import zlib
from base64 import encodebytes
from collections.abc import Callable, Mapping

HEAD = b"From: Carol <carol.w@example.com>\nTo: gm@example.org\nSubject: orders\nMessage-ID: <n@players.example>\n"
SHEET = b"GAME 7 TURN 1\nMAGE C\nPASSWORD swordfish\n1 REST\nEND\n"
BOUNCE = b"From: mailer-daemon@x.example\nReturn-Path: <>\nMessage-ID: <n@players.example>\n"
_BORDER = b'<div style="border-top:solid">'
_ALMOST = b"b" * 1499
_EIGHTEEN = b"1 " + "\ufdfa".encode() * 20 + b"\n"
"""A letter that is eighteen, once it is folded."""
_JAPANESE = HEAD + b"Content-Type: text/plain; charset=iso-2022-jp\n\n"
_MIXED = b"Content-Type: multipart/mixed; boundary=b\n\n"
Attack = Callable[[int], bytes]
"""The mail; it takes how many parts in a hundred of its length are wanted."""


def page(html: bytes, head: bytes = HEAD) -> bytes:
    """A mail that is one page of HTML."""
    return head + b"Content-Type: text/html\n\n" + html


def text(words: bytes) -> bytes:
    """A mail that is one plain text."""
    return HEAD + b"Content-Type: text/plain; charset=utf-8\n\n" + words


def in_the_sheet(lines: bytes) -> bytes:
    """A good sheet with more lines in it."""
    return text(SHEET.replace(b"1 REST\n", b"1 REST\n" + lines))


def parts(*of: bytes, head: bytes = HEAD) -> bytes:
    """A mail of several parts, each with a head of its own."""
    return head + _MIXED + b"".join(b"--b\n%s\n" % part for part in of) + b"--b--\n"


def two_ways(plain: bytes, html: bytes) -> bytes:
    """The same as plain text and as HTML, or so it says."""
    return parts(b"\n" + plain, b"Content-Type: text/html\n\n" + html).replace(b"/mixed", b"/alternative", 1)


def with_forms(*files: bytes) -> bytes:
    """A mail with a good sheet and PDF files."""
    head = b"Content-Type: application/pdf; name=form.pdf\nContent-Transfer-Encoding: base64\n\n"
    return parts(b"\n" + SHEET, *(head + encodebytes(file) for file in files))


def pdf(objects: Mapping[int, bytes], trailer: bytes = b"") -> bytes:
    """A PDF whose only field is its third object."""
    head = {1: b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[3 0 R]>>>>", 2: b"<</Type/Pages/Kids[]/Count 1>>"}
    out, places = b"%PDF-1.7\n", {}
    for number, body in {**head, **objects}.items():
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    rows = (b"%010d 00000 %s \n" % (places.get(n, 0), b"n" if n in places else b"f") for n in range(1, max(places) + 1))
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (max(places) + 1) + b"".join(rows)
    end = b"trailer<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n" % (max(places) + 1, trailer, len(out))
    return out + table + end


def stream(data: bytes, about: bytes = b"", packed: int = 1) -> bytes:
    """A PDF's stream, packed so many times."""
    for _ in range(packed):
        data = zlib.compress(data, 9)
    filters = b"/Filter[%s]" % (b"/FlateDecode" * packed) if packed else b""
    return b"<</Length %d%s%s>>stream\n%s\nendstream" % (len(data), about, filters, data)


def pdf_of_objects(count: int, inner: bytes) -> bytes:
    """A PDF with as many fields in one packed stream of objects, and with its table in another."""
    head = b"".join(b"%d %d " % (10 + n, n * len(inner)) for n in range(count))
    fields = b" ".join(b"%d 0 R" % (10 + n) for n in range(min(count, 400)))
    bodies = {
        1: b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[%s]>>>>" % fields,
        2: b"<</Type/Pages/Kids[]/Count 1>>",
        3: stream(head + inner * count, b"/Type/ObjStm/N %d/First %d" % (count, len(head))),
    }
    out, places = b"%PDF-1.7\n", {}
    for number, body in bodies.items():
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    places[4] = len(out)
    rows = [b"\x01%s\0\0" % places[n].to_bytes(4, "big") if n in places else b"\0" * 7 for n in range(10)]
    rows += [b"\x02\0\0\0\x03%s" % min(n, 65535).to_bytes(2, "big") for n in range(count)]
    table = stream(b"".join(rows), b"/Type/XRef/W[1 4 2]/Size %d/Root 1 0 R" % (10 + count))
    return out + b"4 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n" % (table, places[4])


def pdf_by_table(data: bytes, filters: bytes, parameters: bytes = b"") -> bytes:
    """A PDF that is nothing but a packed table of its objects."""
    about = b"/Type/XRef/W[1 4 2]/Size 100/Root 1 0 R/Filter%s%s" % (filters, parameters)
    return b"%%PDF-1.7\n4 0 obj\n%s\nendobj\nstartxref\n9\n%%%%EOF\n" % stream(data, about, 0)


def _tables(count: int) -> bytes:
    """A PDF with as many tables of its objects, each naming the one before it."""
    out, before = b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Count 1>>endobj\n", 0
    for _ in range(count):
        at = len(out)
        out += b"xref\n0 1\n0000000000 65535 f \ntrailer<</Size 3/Root 1 0 R/Prev %d>>\n" % before
        before = at
    return out + b"startxref\n%d\n%%%%EOF\n" % before


def _numbered(line: bytes, count: int) -> bytes:
    return b"".join(line % number for number in range(count))


KINDS: dict[str, dict[str, Attack]] = {
    "head": {
        "recipients": lambda n: b"To: " + b"a@b.example, " * (1400 * n) + b"\n" + HEAD + b"\n" + SHEET,
        "headers of recipients": lambda n: (b"To: " + b"a@b.example," * 300 + b"\n") * (5 * n) + HEAD + b"\n" + SHEET,
        "nested comments": lambda n: (b"To: " + b"(" * 3900 + b"\n") * (4 * n) + HEAD + b"\n" + SHEET,
        "encoded words": lambda n: b"Subject: " + b"=?utf-8?b?QUFB?= " * (1000 * n) + b"\n" + HEAD + b"\n" + SHEET,
        "words begun": lambda n: b"Subject: " + b"=?a?q?" * (3000 * n) + b"\n" + HEAD + b"\n" + SHEET,
        "references begun": lambda n: b"References: " + b"<" * (19_000 * n) + b"\n" + HEAD + b"\n" + SHEET,
        "parameters continued": lambda n: parts(
            *[b"Content-Disposition: attachment" + _numbered(b";filename*%d*=%%41", 110) + b"\n\nx"] * (n // 2)
        ),
        "findings of servers": lambda n: b"Authentication-Results: gm; " + b"dkim=pass " * (90 * n) + HEAD + b"\n\n",
    },
    "parts": {
        "boundaries": lambda n: HEAD + _MIXED + b"--b\n" * (4000 * n),
        "boundaries with blanks": lambda n: HEAD + _MIXED + (b"--b" + b" " * 9000 * n + b"x\n") * 2,
        "begun boundaries": lambda n: (
            HEAD + b"Content-Type: multipart/mixed; boundary=b%s\n\n" % _ALMOST + (b"--%s\n" % _ALMOST) * (13 * n)
        ),
        "nested": lambda n: (
            HEAD + _numbered(b"Content-Type: multipart/mixed; boundary=x%d\n\n--x0\n", 48) + b"\n" + b"x\n" * (900 * n)
        ),
        "mails in mails": lambda n: HEAD + b"Content-Type: message/rfc822\n\n" * (200 * n) + SHEET,
    },
    "codings": {
        "base64": lambda n: HEAD + b"Content-Transfer-Encoding: base64\n\n" + b"====" * (4_700 * n),
        "quoted-printable": lambda n: HEAD + b"Content-Transfer-Encoding: quoted-printable\n\n" + b"=" * (19_000 * n),
        "uuencode": lambda n: HEAD + b"Content-Transfer-Encoding: uuencode\n\nbegin 644 x\n" + b"!\n" * (900 * n),
        "utf-7": lambda n: HEAD + b"Content-Type: text/plain; charset=utf-7\n\n" + b"+AEEAQQ-" * (1900 * n),
        "iso-2022-jp": lambda n: _JAPANESE + b"\x1b$B!!\x1b(B" * (1900 * n),
        "a letter that is eighteen": lambda n: text(b"GAME 7 TURN 1\nMAGE C\n" + _EIGHTEEN * (30 * n)),
        "flowed": lambda n: text(_numbered(b"%d x \n", 200 * n)).replace(b"charset=utf-8", b"format=flowed"),
    },
    "html": {
        "borders over many elements": lambda n: page(_BORDER * 140 + b"<b>x</b>" * (450 * n)),
        "borders over empty elements": lambda n: page(_BORDER * 140 + b"<b></b>" * (380 * n)),
        "borders, and a sign-up": lambda n: two_ways(
            b"SIGN-UP\nNAME x\nEND\n", _BORDER * 140 + b"<b>x</b>" * (440 * n)
        ),
        "paragraphs": lambda n: page(b"<p>x" * (990 * n)),
        "quotes in quotes": lambda n: page(b"<blockquote>" * 140 + b"<br>x" * (700 * n)),
        "tables in tables": lambda n: page(b'<table><tr><td style="border-top:solid">' * 70 + b"<i>x</i>" * (400 * n)),
        "pictures that go": lambda n: page(b"x<svg></svg>" * (330 * n)),
        "choices that go": lambda n: page(b"x<option></option>" * (220 * n)),
        "nested without end": lambda n: page(b"<b>" * (1300 * n)),
        "tags begun": lambda n: page(b"<div>" * 200 + b"<a" * (1900 * n)),
        "comments begun": lambda n: page(b"<div>" * 200 + b"<!--" * (950 * n)),
        "entities": lambda n: page(b"<!DOCTYPE x [<!ENTITY b '&#65;&#65;'>]>" + b"&b;" * (990 * n)),
        "styles": lambda n: page(b'<b style="%s">x' % (b" " * 1990) * (2 * n)),
        "attributes": lambda n: page(b"<p " + _numbered(b"a%d=1 ", 490 * n) + b">x"),
        "forty pages": lambda n: parts(*[b"Content-Type: text/html\n\n" + _BORDER * 140 + b"<b>x</b>" * (5 * n)] * 45),
    },
    "bounces": {
        "forty empty pages": lambda n: parts(
            *[b"Content-Type: text/html\n\n" + _BORDER * 140 + b"<b> </b>" * (35 * n)] * 45, head=BOUNCE
        ),
        "addresses": lambda n: BOUNCE + b"\n" + b"a@" + b"a." * (290 * n),
        "paths": lambda n: b"return-path:" + b"\n" * (990 * n),
        "copies": lambda n: BOUNCE + b"\n" + (b"-" * 400 + b"\n") * n * 2,
    },
    "orders": {
        "ten thousand lines": lambda n: in_the_sheet(b"1 MVOE NROTH\n" * (100 * n)),
        "lines each of their own": lambda n: in_the_sheet(_numbered(b"1 CASTT FIREBAL%d\n", 100 * n)),
        "one line": lambda n: text(SHEET.replace(b"1 REST", b"1 REST " + b"x" * (10_000 * n))),
        "one message": lambda n: in_the_sheet(b"MESSAGE TO A\n" + b"hello there\n" * (800 * n) + b"END MESSAGE\n"),
        "a thousand messages": lambda n: in_the_sheet(b"MESSAGE TO A\nhello\nEND MESSAGE\n" * (10 * n)),
        "messages to nobody": lambda n: in_the_sheet(_numbered(b"MESSAGE TO MERLLN%d\nhello\nEND MESSAGE\n", 45 * n)),
        "messages without end": lambda n: text(b"HELP\n" + b"MESSAGE TO A\n" * (150 * n)),
        "a thousand sheets": lambda n: text(SHEET * (10 * n)),
        "sheets of other turns": lambda n: text(_numbered(SHEET.replace(b"TURN 1", b"TURN %d"), 34 * n)),
        "near words": lambda n: in_the_sheet(_numbered(b"1 %dMVOEMVOEMVOEMVOEMVOEMVOEMVOEMVOE\n", 50 * n)),
        "orders in a line": lambda n: in_the_sheet((b"1 MOVE NE " * 16 + b"\n") * (11 * n)),
        "ends": lambda n: text(SHEET + b"END\n" * (480 * n)),
        "line ends": lambda n: text(b"\r" * (1900 * n)),
        "quoted forms": lambda n: text(b"no\n" + _numbered(b"> GAME 7 TURN %d\n> MAGE C\n> 1 REST\n> END\n", 45 * n)),
        "sign-ups": lambda n: text(b"SIGN-UP\nNAME x\nEND\n" * (95 * n)),
        "time zones": lambda n: text((b"SIGN-UP\n" + b"TIMEZONE Amerika/Toronta\n" * (3 * n) + b"END\n") * 10),
        "blanks behind a command": lambda n: text((b"RULES a" + b" " * 280 + b"@\n") * (6 * n)),
        "blanks in a command": lambda n: in_the_sheet((b"HELP" + b" " * 200 + b"@" * 90 + b"\n") * (6 * n)),
        "sheets above words": lambda n: text(
            _numbered(SHEET.replace(b"TURN 1", b"TURN %d"), 8) + b"MESSAGE TO caradac\n" * (95 * n)
        ),
        "odd first words": lambda n: text(b":\n" * (990 * n)),
    },
    "forms": {
        "bomb": lambda n: with_forms(pdf({3: stream(b"\0" * (1_000_000 * n), packed=2)})),
        "many objects in one": lambda n: with_forms(pdf_of_objects(490 * n, b"<</T(a)/V(b)>>")),
        "large objects in one": lambda n: with_forms(*[pdf_of_objects(4 * n, b"<</T(a)/V(%s)>>" % (b"x" * 8000))] * 3),
        "long lists in one": lambda n: with_forms(*[pdf_of_objects(2 * n, b"<</T(a)/Kids[%s]>>" % (b"1 " * 9900))] * 3),
        "nested lists": lambda n: with_forms(*[pdf({3: b"[" * (4000 * n)})] * 3),
        "a long text": lambda n: with_forms(*[pdf({3: b"<</T(a)/V(%s)>>" % (b"x" * (4000 * n))})] * 3),
        "texts in texts": lambda n: with_forms(*[pdf({3: b"<</T(a)/V(%s" % (b"(" * (4000 * n))})] * 3),
        "comments": lambda n: with_forms(*[pdf({3: b"%x\n" * (1300 * n)})] * 3),
        "its own child": lambda n: with_forms(pdf({3: b"<</T(a)/Kids[%s]>>" % (b"3 0 R " * (4 * n))})),
        "words of tables": lambda n: with_forms(*[b"%PDF-1.7\n" + b"1 0 obj " * (550 * n)] * 3),
        "tables without end": lambda n: with_forms(*[_tables(45 * n)] * 3),
        "rows foretold": lambda n: with_forms(
            *[
                pdf_by_table(
                    zlib.compress(b"\x04" * (39_000 * n)), b"/FlateDecode", b"/DecodeParms<</Predictor 15/Columns 1>>"
                )
            ]
            * 3
        ),
        "runs": lambda n: with_forms(*[pdf_by_table(b"\x81\x00" * (2000 * n), b"/RunLengthDecode")] * 3),
        "eighty-five": lambda n: with_forms(*[pdf_by_table(b"z" * (4000 * n), b"/ASCII85Decode")] * 3),
        "numbers": lambda n: with_forms(*[pdf({3: b"<</V %s>>" % (b"9" * (4000 * n))})] * 3),
        "names": lambda n: with_forms(*[pdf({3: b"<<%s>>" % _numbered(b"/A%d 1", 400 * n)})] * 3),
        "locked, with many keys": lambda n: with_forms(
            *[pdf({3: b"<<>>"}, b"/Encrypt<</Filter/Standard/V 4/R 4/Length %d>>/ID[%s]" % (n, b"<00>" * (800 * n)))]
            * 3
        ),
    },
}


def named() -> dict[str, Attack]:
    """Every attack by its kind and name."""
    return {f"{kind}: {name}": made for kind, of in KINDS.items() for name, made in of.items()}
