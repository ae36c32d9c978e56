"""Where mail comes from: .eml files, folders of them, a Maildir, an mbox, plain order sheets. Nothing is deleted."""

from __future__ import annotations

import mailbox
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

_HEADER = re.compile(rb"[A-Za-z][A-Za-z0-9-]{0,60}:[ \t]?\S")
_SHEET = (".txt", ".ord")


class UnreadableSource(Exception):
    """A place mail cannot be read from: the message says where, why and what to do."""


def _nothing() -> None:
    """For sources that need no mark of having been read."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """One message (``raw``) or plain order sheet (``sheet``). ``settle`` marks it as read at its source."""

    raw: bytes | None
    sheet: str | None
    source: str
    settle: Callable[[], None] = _nothing


def read(path: Path) -> Iterator[Incoming]:
    """Everything in a file, a folder of files, a Maildir or an mbox, oldest first or by name."""
    try:
        if path.is_dir():
            if (path / "cur").is_dir() and (path / "new").is_dir():
                yield from _maildir(path)
            else:
                yield from _folder(path)
        elif path.is_file():
            yield from _file(path)
        else:
            raise UnreadableSource(
                f"there is nothing at {path}; give a mail file, a folder of them, a Maildir or an mbox"
            )
    except OSError as error:
        raise UnreadableSource(f"{path} cannot be read: {error.strerror or error}") from error


def _folder(path: Path) -> Iterator[Incoming]:
    files = sorted(p for p in path.iterdir() if p.is_file() and p.suffix.casefold() in (".eml", *_SHEET))
    if not files:
        raise UnreadableSource(f"{path} holds no .eml, .txt or .ord file and is no Maildir")
    for file in files:
        yield from _file(file)


def _file(path: Path) -> Iterator[Incoming]:
    raw = path.read_bytes()
    if raw.startswith(b"From ") and path.suffix.casefold() != ".eml":
        yield from _mbox(path)
    elif path.suffix.casefold() in _SHEET and not _is_mail(raw):
        yield Incoming(None, raw.decode("utf-8", "replace"), path.name)
    else:
        yield Incoming(raw, None, path.name)


def _is_mail(raw: bytes) -> bool:
    """Whether a file begins like a mail: two header lines before the first blank one."""
    head = raw.replace(b"\r\n", b"\n").split(b"\n\n", 1)[0].split(b"\n")
    return len(head) > 1 and sum(bool(_HEADER.match(line)) for line in head[:4]) >= 2 and head[0][:4].upper() != b"GAME"


def _mbox(path: Path) -> Iterator[Incoming]:
    box = mailbox.mbox(path, create=False)
    try:
        for number, key in enumerate(box.keys(), 1):
            yield Incoming(box.get_bytes(key), None, f"{path.name}#{number}")
    finally:
        box.close()


def _maildir(path: Path) -> Iterator[Incoming]:
    files = [*(path / "new").iterdir(), *(path / "cur").iterdir()]
    for file in sorted((f for f in files if f.is_file()), key=lambda f: f.name):
        if file.parent.name == "cur" and "S" in file.name.partition(":2,")[2]:
            continue

        def settle(file: Path = file) -> None:
            base, _, flags = file.name.partition(":2,")
            seen = "".join(sorted({*flags, "S"}))
            file.rename(path / "cur" / f"{base}:2,{seen}")

        yield Incoming(file.read_bytes(), None, file.name, settle)
