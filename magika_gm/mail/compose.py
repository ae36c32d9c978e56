"""Letters as bytes: small, deterministic, and quick to make (the standard library's attachments cost 3 ms a mail).

The same letter gives the same bytes. All bytes are ASCII, so any relay passes them on unchanged, except that an address
with letters beyond ASCII stands in UTF-8 (RFC 6532). No value can add a header of its own.
"""

from __future__ import annotations

import re
from base64 import b64encode
from binascii import b2a_qp
from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from email.header import Header
from email.utils import format_datetime
from functools import lru_cache
from hashlib import blake2b
from struct import Struct
from typing import NamedTuple
from urllib.parse import quote

from magika_gm.engine.records import named_record, record
from magika_gm.engine.words import one_line

_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
_NOT_IN_ADDRESS = re.compile(r"[\s<>()\[\],;:\\\"]+")
_HEADER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,60}")
_CONTENT_TYPE = re.compile(r"[a-z]{1,20}/[a-z0-9.+-]{1,80}", re.IGNORECASE)
_OURS = frozenset("from to subject date message-id reply-to in-reply-to references auto-submitted mime-version".split())
_LINES = Struct("76s" * 64)
_LONGEST_LINE = 900
"""Bytes; SMTP allows 998 (RFC 5321)."""
LONGEST_THREAD = 20
"""Message identifiers in References."""
NO_MESSAGE_ID = "@no-message-id>"
"""How the identifier ends that stands for one a mail does not have: nothing is sent with it."""
_METHOD = re.compile(rb"^METHOD:([A-Z]{1,20})\r?$", re.MULTILINE)


@record
class Attachment:
    """A file in a letter."""

    name: str
    content_type: str
    data: bytes


@named_record
class Letter:
    """A mail to send.

    ``date`` is when it was written, not when it is sent. ``in_reply_to`` and ``references`` are message identifiers
    with their angle brackets (:func:`thread` makes them from the mail that is answered); with ``in_reply_to`` the
    letter calls itself auto-replied, else auto-generated. ``calendar`` is an iCalendar file that mail programs show
    as an invitation; it is also attached. ``headers`` are further ones by name, for instance
    ``("List-Unsubscribe", …)``.
    """

    message_id: str
    sender: str
    sender_name: str
    to: str
    subject: str
    text: str
    date: datetime
    html: str | None = None
    attachments: tuple[Attachment, ...] = ()
    in_reply_to: str = ""
    reply_to: str = ""
    references: tuple[str, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    calendar: bytes = b""


def thread(message_id: str, in_reply_to: str, references: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """The ``in_reply_to`` and ``references`` of an answer to a mail, from that mail's own headers (RFC 5322, 3.6.4).

    Where it has no References its In-Reply-To stands for them. A long thread keeps where it began and its newest
    letters, :data:`LONGEST_THREAD` in all; none is named twice. A mail without a Message-ID cannot be referred to.
    """
    message_id = "" if message_id.endswith(NO_MESSAGE_ID) else message_id
    before = list(references) or ([in_reply_to] if in_reply_to else [])
    chain = [identifier for identifier in dict.fromkeys(before) if identifier and identifier != message_id]
    chain += [message_id] if message_id else []
    return message_id, tuple(chain[:1] + chain[1:][-(LONGEST_THREAD - 1) :])


def compose(letter: Letter) -> bytes:
    """The letter as RFC 5322 bytes with CRLF line ends.

    Raises ValueError for a name in ``headers`` that is no header name or is one of the letter's own: a mistake in the
    program, not in anybody's input.
    """
    mark = blake2b(f"{letter.message_id}\n{letter.text}\n{letter.html}".encode("utf-8", "replace"), digest_size=12)
    boundary = mark.hexdigest()
    body = _text_part("plain", letter.text)
    renditions = [body, *([_text_part("html", letter.html)] if letter.html else [])]
    attachments = letter.attachments
    if letter.calendar:
        method = _METHOD.search(letter.calendar)
        kind = f"calendar; method={method[1].decode() if method else 'PUBLISH'}"
        renditions.append(_text_part(kind, letter.calendar.decode("utf-8", "replace")))
        attachments += (Attachment("invite.ics", "application/ics", letter.calendar),)
    if len(renditions) > 1:
        body = _multipart("alternative", boundary, renditions)
    if attachments:
        body = _multipart("mixed", boundary, [body, *map(_attached, attachments)])
    head = "".join([f"{name}: {value}\r\n" for name, value in _headers(letter)])
    return b"".join([head.encode("utf-8", "replace"), *body])  # pieces are joined once: copying is what costs


def bare_address(value: str) -> str:
    """An address with everything taken out that could end it, begin another or be decoded into one."""
    return _NOT_IN_ADDRESS.sub("", _UNSAFE.sub("", value)).replace("=?", "")[:320]


def _headers(letter: Letter) -> Iterable[tuple[str, str]]:
    yield "From", f"{_phrase(letter.sender_name)} <{bare_address(letter.sender)}>".lstrip()
    yield "To", bare_address(letter.to)
    yield "Subject", _words("Subject", letter.subject)
    yield "Date", format_datetime(letter.date)
    yield "Message-ID", _identifier(letter.message_id)
    if letter.reply_to:
        yield "Reply-To", bare_address(letter.reply_to)
    chain = [_identifier(identifier) for identifier in letter.references]
    if letter.in_reply_to:
        answered = _identifier(letter.in_reply_to)
        yield "In-Reply-To", answered
        chain = [*(identifier for identifier in chain if identifier != answered), answered]
    if chain:
        # a long thread keeps where it began and its newest letters (RFC 5322, 3.6.4)
        yield "References", "\r\n ".join(chain[:1] + chain[1:][-(LONGEST_THREAD - 1) :])
    yield "Auto-Submitted", "auto-replied" if letter.in_reply_to else "auto-generated"
    for name, value in letter.headers:
        if _HEADER_NAME.fullmatch(name) is None or name.casefold() in _OURS or name.casefold().startswith("content-"):
            raise ValueError(f"{name!r} is no header name, or the letter's own")
        yield name, _words(name, value)
    yield "MIME-Version", "1.0"


def _identifier(value: str) -> str:
    """A message identifier in its angle brackets: ASCII without blanks."""
    inside = _NOT_IN_ADDRESS.sub("", _UNSAFE.sub("", value)).encode("ascii", "ignore").decode()
    return f"<{inside[:250]}>"


@lru_cache(maxsize=256)
def _words(name: str, value: str) -> str:
    """A free text header value, folded, and encoded (RFC 2047) where it must be."""
    clean = " ".join(_UNSAFE.sub(" ", value)[:800].split()).encode("utf-8", "replace").decode()
    if clean.isascii() and "=?" not in clean and len(clean) + len(name) < 76:
        return clean
    plain = clean.isascii() and "=?" not in clean and all(len(word) < 70 for word in clean.split())
    return Header(clean, "us-ascii" if plain else "utf-8", 76, name).encode(linesep="\r\n")


@lru_cache(maxsize=64)
def _phrase(value: str) -> str:
    """A display name: a quoted string, or encoded words."""
    clean = " ".join(_UNSAFE.sub(" ", value)[:80].split()).encode("utf-8", "replace").decode()
    if not clean:
        return ""
    if clean.isascii() and "=?" not in clean:
        return '"' + clean.replace("\\", "").replace('"', "'") + '"'
    return Header(clean, "utf-8", 72, "From").encode(linesep="\r\n")


def _text_part(kind: str, text: str) -> list[bytes]:
    """A text as it is where every relay passes it on unchanged, else quoted-printable: readable raw either way."""
    data = text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace")
    if not data.endswith(b"\n"):
        data += b"\n"
    # neither a boundary (they contain "=_") nor a line that begins with "From " may stand in a text left as it is
    plain = data.isascii() and b"=_" not in data and b"\nFrom " not in data and not data.startswith(b"From ")
    if plain and max(map(len, data.split(b"\n"))) < _LONGEST_LINE and b" \n" not in data and b"\0" not in data:
        encoding, lines = b"7bit", data
    else:
        encoding, lines = b"quoted-printable", b2a_qp(data, istext=True).replace(b"\nFrom ", b"\n=46rom ")
        lines = lines.replace(b"From ", b"=46rom ", 1) if lines.startswith(b"From ") else lines
    head = f"Content-Type: text/{kind}; charset=utf-8\r\nContent-Transfer-Encoding: ".encode()
    return [head, encoding, b"\r\n\r\n", lines.replace(b"\n", b"\r\n")]


def _attached(attachment: Attachment) -> list[bytes]:
    kind = attachment.content_type.casefold()
    if _CONTENT_TYPE.fullmatch(kind) is None or kind.startswith(("multipart/", "message/")):
        kind = "application/octet-stream"
    head = (
        f"Content-Type: {kind}\r\nContent-Transfer-Encoding: base64\r\n"
        f"Content-Disposition: attachment;\r\n {_file_name(attachment.name)}\r\n\r\n"
    )
    return [head.encode("ascii"), _base64_lines(attachment.data), b"\r\n"]


def _base64_lines(data: bytes) -> bytes:
    """Base64 in lines of 76 characters; most of them are cut 64 at a time, which is three times as quick."""
    text = b64encode(data)
    whole = len(text) - len(text) % _LINES.size
    lines: list[bytes] = []
    for block in _LINES.iter_unpack(memoryview(text)[:whole]):
        lines += block
    lines += [text[i : i + 76] for i in range(whole, len(text), 76)]
    return b"\r\n".join(lines)


def _file_name(name: str) -> str:
    """The file name parameter of an attachment (RFC 2231 for letters beyond ASCII); never a path."""
    clean = _UNSAFE.sub("", re.split(r"[/\\]", name)[-1]).strip(" .").encode("utf-8", "replace").decode()[-60:]
    if clean.isascii():
        safe = clean.replace('"', "'")
        return f'filename="{safe or "unnamed"}"'
    return f"filename*=utf-8''{quote(clean, safe='')}"


def _multipart(kind: str, boundary: str, parts: list[list[bytes]]) -> list[bytes]:
    # "=_" stands in no base64 and no quoted-printable line, and texts with it are never left as they are
    edge = f"=_{kind[:3]}-{boundary}"
    mark = f"--{edge}".encode()
    pieces = [f'Content-Type: multipart/{kind}; boundary="{edge}"\r\n\r\n'.encode()]
    for part in parts:
        pieces += [mark, b"\r\n", *part, b"\r\n"]
    return [*pieces, mark, b"--\r\n"]


# A turn's due date as a calendar invitation (RFC 5545, 5546): moved with its game, cancelled when the game ends.


PRODUCT = "-//magika-gm//turns//EN"
EVENING = time(20, 0)
"""When the reminder comes, on the day before the due date, by the clock of the due date's zone."""


class Person(NamedTuple):
    """Who invites or is invited."""

    address: str
    name: str = ""


def invitation(
    uid: str,
    sequence: int,
    due: datetime,
    summary: str,
    description: str,
    organizer: Person,
    attendee: Person,
    stamp: datetime,
    cancelled: bool = False,
) -> bytes:
    """An iCalendar file with one event at the due date, to go with a letter.

    A calendar shows the event with the highest ``sequence`` of a ``uid``: keep the one for a game, and let the other
    grow whenever the date moves and when it is ``cancelled``. ``due`` and ``stamp`` (when it is written) are aware
    and stand in it in UTC; the same arguments give the same bytes. The event takes no time and blocks none; no answer
    is asked for. Raises ValueError for a date without a zone or a negative sequence.
    """
    from icalendar import Alarm, Calendar, Event, vCalAddress

    if due.utcoffset() is None or stamp.utcoffset() is None:
        raise ValueError("a due date needs a time zone")
    if sequence < 0:
        raise ValueError("a sequence number is not negative")

    def person(who: Person, **parameters: str) -> vCalAddress:
        address = vCalAddress(f"mailto:{bare_address(who.address)}")
        name = one_line(who.name, 80).replace('"', "'")
        address.params.update({"CN": name, **parameters} if name else parameters)
        return address

    event = Event()
    event.add("uid", one_line(uid, 200))
    event.add("sequence", sequence)
    event.add("dtstamp", stamp.astimezone(UTC).replace(microsecond=0))
    event.add("dtstart", due.astimezone(UTC).replace(microsecond=0))
    event.add("summary", one_line(summary, 200))
    event.add("description", "\n".join(one_line(line, 1000) for line in description.splitlines()[:100]))
    event.add("organizer", person(organizer))
    event.add("attendee", person(attendee, ROLE="REQ-PARTICIPANT", PARTSTAT="NEEDS-ACTION", RSVP="FALSE"))
    event.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    if not cancelled:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", one_line(summary, 200))
        alarm.add("trigger", -_until_due(due))
        event.add_component(alarm)
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "CANCEL" if cancelled else "REQUEST")
    calendar.add_component(event)
    return bytes(calendar.to_ical())


def _until_due(due: datetime) -> timedelta:
    """How long before the due date the evening before is; real time, also where the clocks are changed between."""
    evening = datetime.combine(due.date() - timedelta(days=1), EVENING, due.tzinfo)
    return due.astimezone(UTC) - evening.astimezone(UTC)
