"""The headers of a mail as plain values: decoded, on one line, without control characters, never raising."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as BinasciiError
from binascii import a2b_qp
from datetime import UTC, datetime
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime

from magika_gm.mail.charsets import decode, one_line

MOST_ADDRESSES = 50
MOST_REFERENCES = 50
_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?\r\n]{0,2000})\?=")
_IDENTIFIER = re.compile(r"<\s*([^<>\s]{1,250})\s*>")
_ADDRESS = re.compile(r"[^\s<>()\[\],;:\\\"@]{1,128}@[^\s<>()\[\],;:\\\"@]{1,190}")
_FOLD = re.compile(r"[\r\n]+")
"""Where a header goes on in the next line; for the standard library a quoted name would end there."""
_MACHINES = ("mailer-daemon", "postmaster")


def raw_values(message: Message, name: str) -> list[str]:
    """All values of a header as they stand, 8-bit characters decoded, encoded words not."""
    wanted = name.casefold()
    return [_eight_bit(str(value)) for key, value in message.raw_items() if key.casefold() == wanted]


def raw_value(message: Message, name: str) -> str:
    """The first value of a header as it stands, or ""."""
    return next(iter(raw_values(message, name)), "")


def text_of(message: Message, name: str) -> str:
    """A free text header (Subject and the like), decoded (RFC 2047), or ""."""
    return one_line(decode_words(raw_value(message, name)))


def _eight_bit(value: str) -> str:
    if value.isascii():
        return value
    return decode(value.encode("utf-8", "surrogateescape"))[0]


def decode_words(text: str) -> str:
    """Encoded words (RFC 2047) decoded; neighbours in one charset are joined before decoding, as many programs cut
    inside a character. What cannot be decoded stays as it is written."""
    if "=?" not in text:
        return text
    out: list[str] = []
    data, charset, end = b"", "", 0
    for word in _WORD.finditer(text):
        between = text[end : word.start()]
        content = _word_bytes(word[2], word[3])
        if data and (between.strip() or word[1].casefold() != charset or content is None):
            out.append(decode(data, charset)[0])
            data = b""
        if between.strip() or not end:
            out.append(between)
        if content is None:
            out.append(word[0])
        else:
            data, charset = data + content, word[1].partition("*")[0].casefold()
        end = word.end()
    if data:
        out.append(decode(data, charset)[0])
    return "".join(out) + text[end:]


def _word_bytes(kind: str, content: str) -> bytes | None:
    if not content.isascii():
        return None
    if kind in "qQ":
        return a2b_qp(content, header=True)
    try:
        return b64decode(content + "=" * (-len(content) % 4))
    except (BinasciiError, ValueError):
        return None


def addresses(message: Message, name: str) -> list[tuple[str, str]]:
    """(display name, bare casefolded address) of every usable address in a header.

    Addresses are found before encoded words are decoded: a display name cannot pretend to be an address.
    """
    found = []
    try:
        values = (_FOLD.sub(" ", value[:4000]) for value in raw_values(message, name)[:MOST_ADDRESSES])
        pairs = getaddresses(list(values))
    except (RecursionError, IndexError, ValueError, TypeError):
        return []  # comments nested without end, and the like
    for name_part, address in pairs:
        if _ADDRESS.fullmatch(address) and one_line(address) == address:
            found.append((one_line(decode_words(name_part), 120), address.casefold()))
    return found[:MOST_ADDRESSES]


def identifiers(message: Message, name: str) -> tuple[str, ...]:
    """The message identifiers ``<…@…>`` of a header (Message-ID, In-Reply-To, References), the newest ones."""
    text = one_line(raw_value(message, name), 20_000)
    found = _IDENTIFIER.findall(text)
    if not found and re.fullmatch(r"[^<>\s]{1,250}@[^<>\s]{1,250}", text):
        found = [text]
    return tuple(f"<{identifier}>" for identifier in found[-MOST_REFERENCES:])


def date_of(message: Message) -> datetime | None:
    """What the sender's clock said; informational only. Without a zone it counts as UTC."""
    text = raw_value(message, "Date")[:200]
    try:
        date = parsedate_to_datetime(text) if text else None
        if date is None:
            return None
        date = date if date.tzinfo is not None else date.replace(tzinfo=UTC)
        date.astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError, AttributeError):
        return None
    return date


def why_automatic(message: Message, sender: str) -> str:
    """Why this mail was sent by a machine and must never be answered, or "" for a person's."""
    submitted = text_of(message, "Auto-Submitted").casefold()
    if submitted and re.split(r"[;\s(]", submitted)[0] != "no":
        return f"Auto-Submitted: {submitted[:40]}"
    precedence = text_of(message, "Precedence").casefold()
    if precedence in ("bulk", "junk", "list", "auto_reply"):
        return f"Precedence: {precedence}"
    if any(value.strip() == "<>" for value in raw_values(message, "Return-Path")):
        return "a null sender (Return-Path: <>)"
    for name in ("X-Autoreply", "X-Autorespond"):
        if raw_value(message, name).strip().casefold() not in ("", "no"):
            return name
    local = sender.partition("@")[0]
    if local in _MACHINES:
        return f"from {local}"
    if message.get_content_type() == "multipart/report":
        return "a delivery report (multipart/report)"
    return ""
