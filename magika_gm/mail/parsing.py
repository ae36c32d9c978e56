"""Raw mail bytes taken apart by the standard library, within limits of bytes, lines, parts and lengths of headers."""

from __future__ import annotations

import codecs
import re
import time
from base64 import b64decode
from binascii import Error as BinasciiError
from binascii import a2b_qp
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email import policy
from email.errors import MessageError
from email.message import Message
from email.parser import BytesParser
from email.utils import getaddresses, parsedate_to_datetime
from enum import Enum

from magika_gm.engine.words import one_line
from magika_gm.mail.mailboxes import compared

# What one message may cost, whatever is in it: counted here alone, and spent by every reader of it.
#
# A budget goes with a message through all that look into it: the parser, the walk through its parts, HTML, PDF forms,
# and whoever opens it again. What is over is refused by name, and waits for the game master; nothing behind it waits.
# The seconds are the last net: all else is counted, so that the same mail fares the same on every machine.


MOST_BYTES = 2_000_000
MOST_LINES = 100_000
MOST_PARTS = 50
DEEPEST = 10
LONGEST_TEXT = 200_000
MOST_TEXT = 250_000
"""Characters of all texts together: reading orders in them is what takes time."""
LONGEST_HTML = 400_000
SECONDS = 1.5
"""Of a processor, of all readers together, whenever they read; an honest mail's need a hundredth of it. What is then
done with its orders takes the rest of the two that are promised."""

_ALONE = "; send the order sheet alone"


class Cost(Enum):
    """What is counted: how much of it there may be, and what is said where there is more."""

    most: int
    over: str

    BYTES = MOST_BYTES, f"it is longer than {MOST_BYTES // 1000} kB"
    LINES = MOST_LINES, f"it has more than {MOST_LINES} lines"
    PARTS = MOST_PARTS, f"it has more than {MOST_PARTS} parts"
    DEPTH = DEEPEST, f"its parts are nested more than {DEEPEST} deep"
    ONE_TEXT = LONGEST_TEXT, f"a text in it has more than {LONGEST_TEXT} characters"
    TEXT = MOST_TEXT, f"its texts have more than {MOST_TEXT} characters together"
    ROWS = 20_000, "its texts have more than 20000 lines that are not empty"
    HTML = LONGEST_HTML, f"it has more than {LONGEST_HTML} characters of HTML"
    ELEMENTS = 40_000, "its HTML has more than 40000 elements"
    FILE_READS = 100_000, "the PDF files in it are made of too many pieces"
    SECONDS = 0, "it takes too long to read"

    def __init__(self, most: int, over: str) -> None:
        self.most, self.over = most, over


class OverBudget(Exception):
    """More than there may be; its words say what of."""

    def __init__(self, cost: Cost) -> None:
        super().__init__(cost.over + _ALONE)
        self.cost = cost


class Budget:
    """What is left for one message."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._left = {cost: cost.most for cost in Cost}
        self._seconds = seconds
        self._since: float | None = None
        """When whoever reads now began, and later by what of that is not counted; None: nobody reads."""

    def spend(self, cost: Cost, amount: int = 1) -> None:
        """Take so much of what is left; raises :class:`OverBudget` where that is too little, or the time is up."""
        self._left[cost] -= amount
        if self._left[cost] < 0:
            raise OverBudget(cost)
        if self._since is not None and time.thread_time() - self._since > self._seconds:
            raise OverBudget(Cost.SECONDS)

    def spend_text(self, text: str) -> None:
        """Take a text's letters, and its lines but the empty ones; raises :class:`OverBudget`."""
        self.spend(Cost.TEXT, len(text))
        self.spend(Cost.ROWS, sum(1 for row in text.splitlines() if row and not row.isspace()))

    @contextmanager
    def reading(self) -> Iterator[None]:
        """While a reader is at it seconds are counted: between two of them other mails may have their turn, and each
        may work in a thread of its own."""
        if self._since is not None:  # a reader within a reader
            yield
            return
        self._since = time.thread_time()
        try:
            yield
        finally:
            self._seconds -= time.thread_time() - self._since
            self._since = None

    @contextmanager
    def not_counted(self) -> Iterator[None]:
        """For libraries that are loaded with the first mail of a run: that takes seconds where nothing is compiled yet,
        and is no doing of that mail's."""
        began = time.thread_time()
        yield
        if self._since is not None:
            self._since += time.thread_time() - began

    @staticmethod
    def hold(cost: Cost, amount: int) -> None:
        """See that one thing is not more than there may be of it; raises :class:`OverBudget`."""
        if amount > cost.most:
            raise OverBudget(cost)


# Bytes as text, whatever the label says.


_UNSAFE_CODECS = frozenset({"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape", "mbcs", "oem"})
"""Codecs of Python that are no charset of mail: slow on long input, noisy, or bound to one platform."""
_WESTERN = frozenset({"iso8859-1", "cp1252", "ascii", "iso8859-15"})
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def decode(data: bytes, label: str | None = None) -> tuple[str, str]:
    """Bytes as text, and the charset they were read in; never fails.

    A byte order mark decides; else the label, unless the bytes contradict it; else UTF-8, Windows' Latin-1, Latin-1.
    Western labels are doubted where the bytes are valid UTF-8: by accident that hardly ever happens.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data.decode(name, "replace"), name.removesuffix("-sig")
    known = _codec(label)
    if known in _WESTERN and not data.isascii():
        trials = ["utf-8", "cp1252" if known in ("ascii", "iso8859-1") else known]
    else:
        trials = [known, "utf-8", "cp1252"]
    for name in trials:
        if name:
            try:
                return data.decode(name), name
            except (UnicodeError, ValueError, LookupError):
                continue
    return data.decode("latin-1"), "iso8859-1"


def same_charset(label: str, used: str) -> bool:
    """Whether text read in ``used`` was read as its label said (Windows' Latin-1 counts as Latin-1)."""
    known = _codec(label)
    return known == _codec(used) or (known, used) == ("iso8859-1", "cp1252")


def _codec(label: str | None) -> str:
    """Python's name for a charset label, or "" for one that is unknown or no charset of mail."""
    if not label:
        return ""
    try:
        found = codecs.lookup(label.strip().strip("\"'")[:40])
    except (LookupError, ValueError, UnicodeError):
        return ""
    is_text = getattr(found, "_is_text_encoding", True)
    return found.name if is_text and found.name.replace("_", "-") not in _UNSAFE_CODECS else ""


def unflow(text: str, delsp: bool = False) -> str:
    """Undo format=flowed (RFC 3676) in text with ``\\n`` line ends.

    A line that ends in a blank goes on in the next one of the same quote depth; with ``delsp`` that blank is none of
    the text's. Quote marks come out as ``> `` once for each level; ``-- `` (a signature) never flows.
    """
    done: list[str] = []
    pieces: list[str] = []
    flowing = -1
    for line in text.split("\n"):
        bare = line.lstrip(">")
        depth = len(line) - len(bare)
        bare = bare.removeprefix(" ")
        signature = bare == "-- "
        if pieces and (flowing != depth or signature):
            done.append("".join(pieces))
            pieces = []
        if not pieces and depth:
            pieces.append("> " * depth)
        flows = bare.endswith(" ") and not signature
        pieces.append(bare[:-1] if flows and delsp else bare)
        if flows:
            flowing = depth
        else:
            done.append("".join(pieces))
            pieces, flowing = [], -1
    if pieces:
        done.append("".join(pieces))
    return "\n".join(done)


# The headers of a mail as plain values: decoded, on one line, without control characters, never raising.


MOST_ADDRESSES = 50
MOST_REFERENCES = 50
_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?\r\n]{0,2000})\?=")
_IDENTIFIER = re.compile(r"<\s*([^<>\s]{1,250})\s*>")
_ADDRESS = re.compile(r"[^\s<>()\[\],;:\\\"@]{1,128}@[^\s<>()\[\],;:\\\"@]{1,190}")
_FOLD = re.compile(r"[\r\n]+")
"""Where a header goes on in the next line; for the standard library a quoted name would end there."""
_AUTOREPLIES = ("X-Autoreply", "X-Autorespond", "X-Autoreply-From", "X-Mail-Autoreply", "X-Autogenerated")
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
    """(display name, bare address as it is compared) of every usable address in a header.

    Addresses are found before encoded words are decoded: a display name cannot pretend to be an address.
    """
    found = []
    try:
        values = (_FOLD.sub(" ", value[:4000]) for value in raw_values(message, name)[:MOST_ADDRESSES])
        pairs = getaddresses(list(values))
    except (RecursionError, IndexError, ValueError, TypeError):
        return []  # comments nested without end, and the like
    for name_part, address in pairs:
        # a letter's header holds no "=?": what is left without it would be another mailbox, counted as this one
        if _ADDRESS.fullmatch(address) and one_line(address) == address and "=?" not in address:
            found.append((one_line(decode_words(name_part), 120), compared(address)))
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
    for name in _AUTOREPLIES:
        if raw_value(message, name).strip().casefold() not in ("", "no"):
            return name
    local = sender.partition("@")[0]
    if local in _MACHINES:
        return f"from {local}"
    if message.get_content_type() == "multipart/report":
        return "a delivery report (multipart/report)"
    return ""


LONGEST_HEADER = 20_000
LONGEST_PARAMETERS = 2_000
"""Of a header that describes a part: its type, its file's name."""

FAULTS = (MessageError, ValueError, RecursionError, LookupError, TypeError, AttributeError, AssertionError)
"""What the standard library's parser raises on what is no mail at all."""


class _ShortHeaders(policy.Compat32):
    """The standard library's plainest policy; headers without end are cut, for reading their parameters is slow."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, _, value = sourcelines[0].partition(":")
        whole = value.lstrip(" \t") + "".join(sourcelines[1:500])
        # the standard library takes parameters apart in quadratic time, once for each part and each question
        most = LONGEST_PARAMETERS if name[:8].casefold() == "content-" else LONGEST_HEADER
        return name[:200], whole.rstrip("\r\n")[:most]


_POLICY = _ShortHeaders()


def parse_whole(raw: bytes) -> Message:
    """:func:`parse`, of a message that is not too long to be; raises :class:`OverBudget`."""
    Budget.hold(Cost.BYTES, len(raw))
    Budget.hold(Cost.LINES, -(-(raw.count(b"\n") + raw.count(b"\r")) // 2))
    return parse(raw)


def parse(raw: bytes) -> Message:
    """The parts of a message; raises :class:`OverBudget` or one of :data:`FAULTS`."""
    made = 0

    def make(policy: policy.Policy | None = None) -> Message:
        nonlocal made
        made += 1
        Budget.hold(Cost.PARTS, made - 1)
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
    name = decode_words(guarded(part.get_filename)[:2000])
    if not name.isascii():
        name = decode(name.encode("utf-8", "surrogateescape" if _has_raw_bytes(name) else "replace"))[0]
    return one_line(re.split(r"[/\\]", one_line(name, 500))[-1], 80)


def _has_raw_bytes(name: str) -> bool:
    return any("\udc80" <= letter <= "\udcff" for letter in name)


def content(part: Message) -> bytes:
    """The decoded bytes of a part; what is not decodable as it says is taken as it stands."""
    coding = raw_value(part, "Content-Transfer-Encoding").split(";")[0].strip()
    del part["Content-Transfer-Encoding"]
    part["Content-Transfer-Encoding"] = coding if coding.isascii() and coding.isprintable() else "8bit"
    try:
        data = part.get_payload(decode=True)
    except (ValueError, LookupError, TypeError, AttributeError, MessageError):
        data = str(part.get_payload()).encode("utf-8", "surrogateescape")
    return data if isinstance(data, bytes) else b""
