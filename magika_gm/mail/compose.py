"""Letters as bytes: small, deterministic, and quick to make (the standard library's attachments cost 3 ms a mail)."""

from __future__ import annotations

import re
from base64 import b64encode
from binascii import b2a_qp
from dataclasses import dataclass
from datetime import datetime
from email.header import Header
from email.utils import format_datetime
from hashlib import sha256

_UNSAFE = re.compile(r"[\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]+")


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file in a letter."""

    name: str
    content_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail to send. ``date`` is when it was written, not when it is sent: the same letter is the same bytes."""

    message_id: str
    sender: str
    sender_name: str
    to: str
    subject: str
    text: str
    date: datetime
    html: str = ""
    attachments: tuple[Attachment, ...] = ()
    in_reply_to: str = ""
    reply_to: str = ""


def compose(letter: Letter) -> bytes:
    """The letter as RFC 5322 bytes with CRLF line ends, 7-bit safe. No value can add a header of its own."""
    mark = sha256(f"{letter.message_id}\n{letter.text}".encode()).hexdigest()[:24]
    headers = [
        ("From", f"{_phrase(letter.sender_name)} <{_bare(letter.sender)}>"),
        ("To", _bare(letter.to)),
        ("Subject", _encoded(letter.subject)),
        ("Date", format_datetime(letter.date)),
        ("Message-ID", _bare(letter.message_id)),
    ]
    if letter.reply_to:
        headers.append(("Reply-To", _bare(letter.reply_to)))
    if letter.in_reply_to:
        reference = _bare(letter.in_reply_to)
        headers += [("In-Reply-To", reference), ("References", reference)]
    headers.append(("Auto-Submitted", "auto-replied" if letter.in_reply_to else "auto-generated"))
    headers.append(("MIME-Version", "1.0"))
    body = _text_part("plain", letter.text)
    if letter.html:
        body = _multipart("alternative", f"alt-{mark}", [body, _text_part("html", letter.html)])
    if letter.attachments:
        body = _multipart("mixed", f"mix-{mark}", [body, *map(_attached, letter.attachments)])
    head = "".join(f"{name}: {value}\r\n" for name, value in headers)
    return head.encode("ascii") + body


def _bare(value: str) -> str:
    """An address or Message-ID: ASCII without spaces or control characters."""
    return _UNSAFE.sub("", value).replace(" ", "").encode("ascii", "ignore").decode()[:320]


def _encoded(value: str) -> str:
    """A free text header, folded and encoded where it must be."""
    clean = _UNSAFE.sub(" ", value)[:400]
    if clean.isascii() and len(clean) < 60:
        return clean
    return Header(clean, "utf-8", maxlinelen=72, header_name="Subject").encode(linesep="\r\n")


def _phrase(value: str) -> str:
    clean = _UNSAFE.sub(" ", value)[:80]
    if clean.isascii():
        return '"' + clean.replace("\\", "").replace('"', "'") + '"'
    return Header(clean, "utf-8", maxlinelen=72).encode(linesep="\r\n")


def _text_part(kind: str, text: str) -> bytes:
    data = text.replace("\r\n", "\n").encode("utf-8", "replace")
    # quoted-printable with soft line breaks: readable raw, and no line is too long for any relay
    quoted = b2a_qp(data, istext=True).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    head = f"Content-Type: text/{kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    return head.encode() + quoted + (b"" if quoted.endswith(b"\r\n") else b"\r\n")


def _attached(attachment: Attachment) -> bytes:
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", attachment.name)[:80]
    head = (
        f'Content-Type: {attachment.content_type}; name="{name}"\r\n'
        f'Content-Disposition: attachment; filename="{name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n'
    )
    text = b64encode(attachment.data)
    lines = b"\r\n".join(text[i : i + 76] for i in range(0, len(text), 76))
    return head.encode() + lines + b"\r\n"


def _multipart(kind: str, boundary: str, parts: list[bytes]) -> bytes:
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"\r\n\r\n'.encode()
    edge = f"--{boundary}".encode()
    return head + b"".join(edge + b"\r\n" + part + b"\r\n" for part in parts) + edge + b"--\r\n"
