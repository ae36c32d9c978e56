"""Raw mail bytes taken apart by the standard library, within limits of bytes, lines, parts and lengths of headers."""

from __future__ import annotations

import re
from collections.abc import Callable
from email import policy
from email.errors import MessageError
from email.message import Message
from email.parser import BytesParser

from magika_gm.mail import headers
from magika_gm.mail.charsets import decode, one_line

MOST_BYTES = 2_000_000
MOST_LINES = 100_000
MOST_PARTS = 50
LONGEST_HEADER = 20_000
LONGEST_PARAMETERS = 2_000
"""Of a header that describes a part: its type, its file's name."""

FAULTS = (MessageError, ValueError, RecursionError, LookupError, TypeError, AttributeError, AssertionError)
"""What the standard library's parser raises on what is no mail at all."""


class TooManyParts(Exception):
    """Stops the parser at :data:`MOST_PARTS`."""


class _ShortHeaders(policy.Compat32):
    """The standard library's plainest policy; headers without end are cut, for reading their parameters is slow."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, _, value = sourcelines[0].partition(":")
        whole = value.lstrip(" \t") + "".join(sourcelines[1:500])
        # the standard library takes parameters apart in quadratic time, once for each part and each question
        most = LONGEST_PARAMETERS if name[:8].casefold() == "content-" else LONGEST_HEADER
        return name[:200], whole.rstrip("\r\n")[:most]


_POLICY = _ShortHeaders()


def over_a_limit(raw: bytes) -> str:
    """Why a message is too long to be parsed, or ""."""
    if len(raw) > MOST_BYTES:
        return f"it is longer than {MOST_BYTES // 1000} kB; send the order sheet alone"
    if raw.count(b"\n") + raw.count(b"\r") > 2 * MOST_LINES:
        return f"it has more than {MOST_LINES} lines; send the order sheet alone"
    return ""


def parse(raw: bytes) -> Message:
    """The parts of a message; raises :class:`TooManyParts` or one of :data:`FAULTS`."""
    made = 0

    def make(policy: policy.Policy | None = None) -> Message:
        nonlocal made
        made += 1
        if made > MOST_PARTS + 1:
            raise TooManyParts
        return Message(policy or _POLICY)

    return BytesParser(policy=_POLICY.clone(message_factory=make)).parsebytes(raw)


def parse_head(raw: bytes) -> Message:
    """The headers alone, of a message over a limit."""
    head = re.split(rb"\r?\n\r?\n|\r\r", raw[:100_000], maxsplit=1)[0]
    return parse(head + b"\r\n\r\n")


def guarded(ask: Callable[[], object]) -> str:
    """A question to the standard library about a header that may be malformed: "" where it fails."""
    try:
        answer = ask()
    except (ValueError, LookupError, TypeError, AttributeError, IndexError, MessageError):
        return ""
    return answer if isinstance(answer, str) else ""


def parameter(part: Message, name: str) -> str:
    """A parameter of the content type, on one line in small letters, or ""."""

    def ask() -> object:
        value = part.get_param(name)
        return value[2] if isinstance(value, tuple) else value

    return one_line(guarded(ask), 60).casefold()


def file_name(part: Message) -> str:
    """The file name of a part without any folder, or "". A label, never a path to write to."""
    name = headers.decode_words(guarded(part.get_filename)[:2000])
    if not name.isascii():
        name = decode(name.encode("utf-8", "surrogateescape" if _has_raw_bytes(name) else "replace"))[0]
    return one_line(re.split(r"[/\\]", one_line(name, 500))[-1], 80)


def _has_raw_bytes(name: str) -> bool:
    return any("\udc80" <= letter <= "\udcff" for letter in name)


def content(part: Message) -> bytes:
    """The decoded bytes of a part; what is not decodable as it says is taken as it stands."""
    coding = headers.raw_value(part, "Content-Transfer-Encoding").split(";")[0].strip()
    del part["Content-Transfer-Encoding"]
    part["Content-Transfer-Encoding"] = coding if coding.isascii() and coding.isprintable() else "8bit"
    try:
        data = part.get_payload(decode=True)
    except (ValueError, LookupError, TypeError, AttributeError, MessageError):
        data = str(part.get_payload()).encode("utf-8", "surrogateescape")
    return data if isinstance(data, bytes) else b""
