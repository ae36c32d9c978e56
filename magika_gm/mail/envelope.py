"""Raw mail bytes opened into plain values. Nothing in a message is trusted, and nothing in it makes this raise."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email import policy
from email.errors import HeaderParseError, MessageError
from email.message import Message
from email.parser import BytesParser
from email.utils import getaddresses, parsedate_to_datetime
from html import unescape
from typing import NamedTuple

MOST_BYTES = 2_000_000
MOST_PARTS = 50
DEEPEST = 10
LONGEST_TEXT = 200_000
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
_SHEET_NAMES = (".txt", ".ord", ".text")


class TextPart(NamedTuple):
    """A readable text of a message and where it was: ``body``, ``html body`` or ``attachment NAME``."""

    text: str
    where: str


@dataclass(frozen=True, slots=True)
class Envelope:
    """A message. ``automatic`` says why it must never be answered ("" if a person wrote it); ``refusable`` why it is
    over a limit. ``troubles`` are oddities a game master may want to know of."""

    message_id: str
    digest: str
    sender: str
    sender_name: str
    subject: str
    date: datetime | None
    in_reply_to: str
    references: str
    automatic: str
    refusable: str
    parts: tuple[TextPart, ...]
    troubles: tuple[str, ...]


def open_message(raw: bytes) -> Envelope:
    """The envelope of any bytes whatever."""
    digest = hashlib.sha256(raw).hexdigest()
    troubles: list[str] = []
    refusable = ""
    if len(raw) > MOST_BYTES:
        refusable = f"it has {len(raw)} bytes, at most {MOST_BYTES} are read"
        raw = raw[:100_000].split(b"\n\n", 1)[0]
    try:
        message: Message = BytesParser(policy=policy.compat32).parsebytes(raw)
    except (MessageError, ValueError, RecursionError, LookupError) as error:
        return Envelope(f"<{digest[:32]}@no-message-id>", digest, "", "", "", None, "", "", "",
                        f"it is not a readable mail ({error.__class__.__name__})", (), ())  # fmt: skip
    sender_name, sender = _address(_header(message, "From"))
    parts: list[TextPart] = []
    if not refusable:
        refusable = _read_parts(message, parts, troubles)
    return Envelope(
        _message_id(_header(message, "Message-ID")) or f"<{digest[:32]}@no-message-id>",
        digest,
        sender,
        sender_name,
        _header(message, "Subject"),
        _date(_header(message, "Date")),
        _message_id(_header(message, "In-Reply-To")),
        " ".join(re.findall(r"<[^<>\s]{1,200}>", _header(message, "References")))[:2000],
        _automatic(message, sender),
        refusable,
        tuple(parts),
        tuple(troubles),
    )


def _header(message: Message, name: str) -> str:
    """A header decoded (RFC 2047), on one line, without control characters."""
    from email.header import decode_header

    value = message.get(name)
    if value is None:
        return ""
    pieces = []
    try:
        for text, charset in decode_header(str(value)):
            pieces.append(text if isinstance(text, str) else _decode(text, charset))
    except (HeaderParseError, ValueError, LookupError):
        pieces = [str(value)]
    joined = " ".join("".join(pieces).split())
    return _CONTROL.sub("", joined).encode("utf-8", "replace").decode()[:2000]


def _decode(data: bytes, charset: str | None) -> str:
    """Bytes as text: the label if it holds, else UTF-8, else Windows' Latin-1."""
    for name in (charset, "utf-8", "cp1252"):
        if name:
            try:
                return data.decode(name)
            except (LookupError, UnicodeDecodeError, ValueError):
                continue
    return data.decode("latin-1")


def _address(text: str) -> tuple[str, str]:
    found = getaddresses([text])
    name, address = found[0] if found else ("", "")
    return name[:120], address.casefold()[:254] if "@" in address else ""


def _message_id(text: str) -> str:
    found = re.search(r"<[^<>\s]{1,250}>", text)
    return found[0] if found else ""


def _date(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text) if text else None
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return date.replace(tzinfo=UTC) if date is not None and date.tzinfo is None else date


def _automatic(message: Message, sender: str) -> str:
    """Why this message was sent by a machine, or ""."""
    submitted = _header(message, "Auto-Submitted").casefold()
    if submitted and not submitted.startswith("no"):
        return f"Auto-Submitted: {submitted[:40]}"
    precedence = _header(message, "Precedence").casefold()
    if precedence in ("bulk", "junk", "list", "auto_reply"):
        return f"Precedence: {precedence}"
    if message.get("Return-Path") is not None and _header(message, "Return-Path") == "<>":
        return "a null sender"
    if sender.partition("@")[0] in ("mailer-daemon", "postmaster"):
        return f"from {sender.partition('@')[0]}"
    if message.get_content_type() == "multipart/report":
        return "a delivery report"
    return ""


def _read_parts(message: Message, parts: list[TextPart], troubles: list[str]) -> str:
    """Collect readable texts; returns why the message is over a limit, or ""."""
    seen = 0
    for depth, part in _walk(message, 0):
        seen += 1
        if seen > MOST_PARTS:
            return f"it has more than {MOST_PARTS} parts"
        if depth > DEEPEST:
            return f"its parts are nested more than {DEEPEST} deep"
        if part.is_multipart():
            continue
        text = _text(part, troubles)
        if text is not None:
            if len(text.text) > LONGEST_TEXT:
                return f"a text in it has {len(text.text)} characters, at most {LONGEST_TEXT} are read"
            parts.append(text)
    plain = [p for p in parts if p.where == "body" and p.text.strip()]
    if plain and not any("GAME" in p.text.upper() for p in plain):
        return ""  # the sheet may stand in the HTML rendition only
    if plain:
        parts[:] = [p for p in parts if p.where != "html body"]
    return ""


def _walk(message: Message, depth: int) -> Iterator[tuple[int, Message]]:
    yield depth, message
    payload = message.get_payload()
    if depth <= DEEPEST and isinstance(payload, list):
        for part in payload:
            if isinstance(part, Message):
                yield from _walk(part, depth + 1)


def _text(part: Message, troubles: list[str]) -> TextPart | None:
    kind = part.get_content_type()
    name = _CONTROL.sub("", str(part.get_filename() or ""))[:80]
    attached = part.get_content_disposition() == "attachment" or bool(name)
    is_text = kind in ("text/plain", "text/html") or (attached and name.casefold().endswith(_SHEET_NAMES))
    if not is_text:
        return None
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return None
    charset = part.get_param("charset")
    text = _decode(data, charset if isinstance(charset, str) else None)
    if kind == "text/html":
        text = html_to_text(text, troubles)
    elif str(part.get_param("format") or "").casefold() == "flowed":
        text = unflow(text, str(part.get_param("delsp") or "").casefold() == "yes")
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "").replace("\u00a0", " ")
    where = f"attachment {name}" if attached else "html body" if kind == "text/html" else "body"
    return TextPart(text, where)


def unflow(text: str, delsp: bool) -> str:
    """Undo format=flowed (RFC 3676): a line that ends in a space goes on in the next, at the same quote depth."""
    done: list[str] = []
    open_depth = -1
    for line in text.replace("\r\n", "\n").split("\n"):
        bare = line.lstrip(">")
        depth = len(line) - len(bare)
        bare = bare.removeprefix(" ")
        if open_depth == depth and done and bare != "-- ":
            done[-1] += bare
        else:
            done.append(("> " if depth else "") + bare)
        flows = bare.endswith(" ") and bare != "-- "
        if flows and delsp:
            done[-1] = done[-1][:-1]
        open_depth = depth if flows else -1
    return "\n".join(done)


def html_to_text(html: str, troubles: list[str]) -> str:
    """HTML as lines of text; what stands in a ``blockquote`` is marked "> " like any quoted reply."""
    from inscriptis import get_text
    from inscriptis.css_profiles import RELAXED_CSS_PROFILE
    from inscriptis.model.config import ParserConfig
    from lxml.etree import LxmlError

    quoted = re.sub(r"<blockquote\b.*?</blockquote\s*>", "\n<br>&gt; (quoted)<br>\n", html, flags=re.I | re.S)
    try:
        return str(get_text(quoted, ParserConfig(css=RELAXED_CSS_PROFILE)))
    except (LxmlError, ValueError, RecursionError, AssertionError, TypeError) as error:
        troubles.append(f"its HTML could not be read ({error.__class__.__name__}); tags were stripped")
        return unescape(re.sub(r"<br\s*/?>|</(p|div|tr|li)\s*>", "\n", quoted, flags=re.I).replace("<", "\n<"))
