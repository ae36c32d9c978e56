"""Where mail comes from: .eml files, folders of them, a Maildir, an mbox, plain order sheets, filled-in forms. Nothing
is deleted.

What a file is shows in its content, not in its name. Of a mail no more is read than :data:`parsing.MOST_BYTES` and
one byte more, so that a huge one is known for one and memory stays bounded; one message is in memory at a time.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC
from email.parser import BytesHeaderParser
from email.policy import compat32
from email.utils import parsedate_to_datetime
from functools import partial
from itertools import islice
from pathlib import Path

from magika_gm.engine.records import record
from magika_gm.engine.words import plain_lines
from magika_gm.mail.parsing import MOST_BYTES, decode
from magika_gm.mail.pdf_form import EMPTY_FORM, form_of_pdf, is_pdf

_HEADER = re.compile(rb"([A-Za-z][A-Za-z0-9-]{0,60})[ \t]*:")
_TRACES = frozenset(b"return-path received message-id delivered-to dkim-signature mime-version x-original-to".split())
_WRITTEN = frozenset(b"from to subject date cc reply-to sender content-type".split())
_FROM_LINE = re.compile(rb"From \S[^\r\n]{0,300} \d\d:\d\d[^\r\n]{0,60}\r?\n")
_ARRIVED = re.compile(r"(\d{1,15})(?:\.M(\d{1,9}))?")
_SHEETS = (".txt", ".ord")
_MAILS = (".eml", ".mbox", ".mbx")
_CURE = "give a mail file (.eml), a folder of them, a Maildir, an mbox, an order sheet (.txt, .ord) or a form (.pdf)"


_A_LINK_OR_PIPE = (errno.ELOOP, errno.ENXIO, errno.EISDIR, errno.ENODEV)
_ITS_OWN = (errno.EACCES, errno.EPERM, errno.ENAMETOOLONG, errno.EIO, errno.EINVAL)
"""What is wrong with one file, and not with the disk or the network."""


class NoMail(Exception):
    """Something in a mailbox that is no file: a pipe, a device."""


class UnreadableSource(Exception):
    """A place mail cannot be read from: ``path`` (or its name), the ``reason``, and the ``cure`` (what to do)."""

    def __init__(self, path: Path | str, reason: str, cure: str) -> None:
        super().__init__(f"{path}: {reason}; {cure}")
        self.path, self.reason, self.cure = path, reason, cure


def _nothing() -> None:
    """For sources that need no mark of having been read."""


@record
class Incoming:
    """One message (``raw``) or plain order sheet (``sheet``), and the name of its ``source``.

    ``settle`` marks it as seen there; calling it twice, or when the mail has moved since, does no harm.
    """

    raw: bytes | None
    sheet: str | None
    source: str
    settle: Callable[[], None] = _nothing
    fault: str = ""
    """Why nothing of it can be read, though it is there."""


def read(path: Path) -> Iterator[Incoming]:
    """Everything unseen in a file, a folder of files (in order of arrival), a Maildir (oldest first) or an mbox.

    Raises :class:`UnreadableSource` for a place that is none of these or may not be read.
    """
    try:
        if path.is_dir():
            if (path / "cur").is_dir() and (path / "new").is_dir():
                yield from _maildir(path)
            else:
                yield from _folder(path)
        elif path.is_file():
            yield from _file(path, asked_for=True)
        elif path.exists():
            raise UnreadableSource(path, "it is neither a file nor a folder", _CURE)
        else:
            raise UnreadableSource(path, "there is nothing there", _CURE)
    except PermissionError as error:
        where = Path(error.filename) if isinstance(error.filename, str) else path
        raise UnreadableSource(where, "you may not read it", "allow it (chmod u+r), or run as its owner") from error
    except OSError as error:
        raise UnreadableSource(path, error.strerror or str(error), "see that the disk or network is there") from error


def read_one(path: Path | None) -> Incoming:
    """The one mail or plain order sheet in a file, or (None) on standard input.

    Raises :class:`UnreadableSource` for a place that is none, and for several.
    """
    if path is None:
        raw = sys.stdin.buffer.read(MOST_BYTES + 1)
        if is_mail(raw):
            return Incoming(raw, None, "standard input")
        return Incoming(None, plain_lines(decode(raw)[0]), "standard input")
    found = list(islice(read(path), 2)) if not path.is_dir() else []
    if len(found) == 1 and not found[0].fault:
        return found[0]
    raise UnreadableSource(path, "it is not one sheet or mail", "give a text or an .eml file, or - and type it")


def _folder(path: Path) -> Iterator[Incoming]:
    files = sorted(p for p in path.iterdir() if p.suffix.casefold() in (*_MAILS, *_SHEETS) and p.is_file())
    if not files:
        half = [name for name in ("new", "cur") if (path / name).is_dir()]
        if half:
            raise UnreadableSource(path, f"it has {half[0]} but not both new and cur", "a Maildir needs both: make it")
        raise UnreadableSource(path, "it holds no .eml, .mbox, .txt or .ord file and is no Maildir", _CURE)
    for file in in_order(files):
        yield from _file(file, asked_for=False)


_HEAD = 100_000
"""Bytes of a mail in which its Received and Date lines are looked for."""


def in_order(files: Iterable[Path]) -> list[Path]:
    """Files in the order in which their mails arrived: by the newest Received line, else Date, else name; what has no
    date comes last. A program that exports mails names them by subject, and a later sheet replaces an earlier one."""
    return sorted(files, key=lambda file: (_arrived(file), file.name))


def _arrived(path: Path) -> float:
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if _FROM_LINE.match(head) or not is_mail(head):
        return float("inf")
    headers = BytesHeaderParser(policy=compat32).parsebytes(head)
    stamps = [str(line).rpartition(";")[2] for line in headers.get_all("Received", [])[:1]]
    for stamp in (*stamps, str(headers.get("Date", ""))):
        try:
            when = parsedate_to_datetime(" ".join(stamp.split()))
            return when.replace(tzinfo=when.tzinfo or UTC).timestamp()
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
    return float("inf")


def _file(path: Path, asked_for: bool) -> Iterator[Incoming]:
    raw = _start_of(path)
    if _FROM_LINE.match(raw):
        yield from _mbox(path)
    elif path.suffix.casefold() == ".eml" or is_mail(raw):
        yield Incoming(raw, None, path.name)
    elif is_pdf(raw) and len(raw) <= MOST_BYTES:
        try:
            yield _form(raw, path)
        except UnreadableSource as error:
            if asked_for:
                raise
            yield Incoming(None, None, path.name, fault=str(error))
    elif _is_text(raw) and len(raw) <= MOST_BYTES:
        yield Incoming(None, plain_lines(decode(raw)[0]), path.name)
    elif asked_for:
        reason = "it is longer than any order sheet" if len(raw) > MOST_BYTES else "it is neither a mail nor a text"
        raise UnreadableSource(path, reason, _CURE)
    else:  # one odd file among many stops nobody: it is set aside as the mail it is not
        yield Incoming(raw, None, path.name)


def _form(raw: bytes, path: Path) -> Incoming:
    """A filled-in order form, as the sheet it makes; raises :class:`UnreadableSource` for any other PDF."""
    form = form_of_pdf(raw)
    if form.sheet is None:
        raise UnreadableSource(path, form.trouble or "there is no order form of ours in it", _CURE)
    if form.blank:
        raise UnreadableSource(path, EMPTY_FORM, "fill in its fields and save it; printed to a file it loses them")
    return Incoming(None, form.sheet, path.name)


def _start_of(path: Path, opener: Callable[[str, int], int] | None = None) -> bytes:
    """As much of a file as a mail may have."""
    with path.open("rb") if opener is None else open(path, "rb", opener=opener) as file:
        if opener is not None and not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise NoMail(path)
        return file.read(MOST_BYTES + 1)


def _itself(path: str, flags: int) -> int:
    """A file as it is: a pipe would be waited for without end, a link leads to what its maker may not read himself."""
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOFOLLOW)


def _is_text(raw: bytes) -> bool:
    return raw.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" not in raw[:10_000]


def is_mail(raw: bytes) -> bool:
    """Whether bytes begin like a mail: with header lines, among them one a mail server wrote or two a sender did.

    ``Game: 12`` and ``Mage: C`` are no headers of mail.
    """
    names: set[bytes] = set()
    for line in raw[:20_000].lstrip(b"\xef\xbb\xbf").splitlines():
        header = _HEADER.match(line)
        if header:
            names.add(header[1].lower())
        elif not line.startswith((b" ", b"\t", b">From ")) or not names:
            break
    return bool(names & _TRACES) or len(names & _WRITTEN) > 1


def _mbox(path: Path) -> Iterator[Incoming]:
    import mailbox

    box = mailbox.mbox(path, create=False)
    try:
        for number, key in enumerate(box.keys(), 1):
            with box.get_file(key) as file:
                raw = file.read(MOST_BYTES + 1)
            yield Incoming(raw, None, f"{path.name}#{number}")
    finally:
        box.close()


def _maildir(path: Path) -> Iterator[Incoming]:
    for name in _unseen(path):
        file = path / name
        try:
            raw = _start_of(file, _itself)
        except (FileNotFoundError, NoMail):
            continue  # another program took or marked it meanwhile, or it is a folder, a pipe or a link
        except OSError as error:
            if error.errno in _A_LINK_OR_PIPE:
                continue
            if error.errno not in _ITS_OWN:
                raise
            # one file nobody may read keeps nobody's mail from being read
            yield Incoming(None, None, file.name, fault=f"{file} cannot be read: {error.strerror}")
            continue
        yield Incoming(raw, None, file.name, partial(_mark_seen, file))


def _unseen(path: Path) -> list[str]:
    """``new/…`` and ``cur/…`` of what was not seen in a Maildir, oldest first; of the others, be they
    ever so many, nothing is kept in memory."""
    names = []
    for folder in ("new", "cur"):
        with os.scandir(path / folder) as entries:
            for entry in entries:
                name = entry.name
                if not (name.startswith(".") or (folder == "cur" and "S" in name.partition(":2,")[2])):
                    names.append(f"{folder}/{name}")
    names.sort(key=_arrival)
    return names


def _mark_seen(file: Path) -> None:
    base, _, flags = file.name.partition(":2,")
    seen = file.parent.parent / "cur" / f"{base}:2,{''.join(sorted({*flags, 'S'}))}"
    with suppress(FileNotFoundError):  # settled before, or taken by another program
        file.rename(seen)


def passed_over(path: Path) -> list[Path]:
    """What lies among the mails of a Maildir and is none: pipes, links, devices, folders. Nothing of it is read."""
    found: list[Path] = []
    for folder in ("cur", "new"):
        with suppress(FileNotFoundError), os.scandir(path / folder) as entries:
            odd = (one for one in entries if not one.name.startswith(".") and not one.is_file(follow_symlinks=False))
            found += sorted(Path(one.path) for one in odd)
    return found


def _arrival(place: str) -> tuple[int, int, str]:
    """When a message came into a Maildir, from its name (seconds, then microseconds where the server gives them)."""
    file = place.partition("/")[2]
    name = _ARRIVED.match(file)
    return (int(name[1]), int(name[2] or 0), file) if name else (0, 0, file)
