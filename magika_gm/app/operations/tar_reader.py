"""A tar archive read from whoever it may come: regular files alone, in time and memory bounded by what is in it.

The standard library's reader follows every extension of the format, and a few kilobytes can keep some of those busy
for minutes (sparse maps, headers of headers). An archive of ours needs none of them: files, and in front of one a
header (pax) that says a name or a size the plain one has no room for.
"""

from __future__ import annotations

import gzip
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

_BLOCK = tarfile.BLOCKSIZE
_LARGEST_HEADER = 1 << 16
"""Bytes of a pax header: a name, a size, a time."""
_LONGEST_NAME = 500
_AT_ONCE = 1 << 20


class BadTar(ValueError):
    """What is read is no such archive; the text says why."""


@dataclass(slots=True)
class Member:
    """A file in the archive: read it before asking for the next one."""

    name: str
    size: int
    regular: bool
    """A plain file, and no link, folder, device, or file with holes."""
    _source: IO[bytes] | gzip.GzipFile
    _left: int = 0

    def read(self, most: int = _AT_ONCE) -> bytes:
        """Up to ``most`` bytes more of it, b"" at its end; raises :class:`EOFError` where the archive is cut short."""
        wanted = min(most, self._left, _AT_ONCE)
        data = self._source.read(wanted) if wanted > 0 else b""
        if wanted > 0 and not data:
            raise EOFError("it ends in the middle of a file")
        self._left -= len(data)
        return data

    def skip(self) -> None:
        """Pass over what was not read."""
        while self.read():
            pass


def members(path: Path) -> Iterator[Member]:
    """The members of a gzipped tar, in order.

    Raises :class:`BadTar`, or what reading the file raises (``OSError``, ``EOFError``, ``zlib.error``).
    """
    with gzip.open(path, "rb") as source:
        said: dict[str, str] = {}
        while (block := _exactly(source, _BLOCK)).strip(b"\0"):
            header = _header(block)
            if header.type == tarfile.XHDTYPE:
                if said or not 0 < header.size <= _LARGEST_HEADER:
                    raise BadTar(f"a header of {header.size} bytes")
                said = _records(_exactly(source, header.size))
                _exactly(source, -header.size % _BLOCK)
                continue
            name, size = said.get("path", header.name), int(said.get("size", header.size))
            regular = header.type in (tarfile.REGTYPE, tarfile.AREGTYPE) and not name.endswith("/")
            if size < 0 or len(name) > _LONGEST_NAME or any(key.startswith("GNU.sparse") for key in said):
                regular = False
            said = {}
            member = Member(name, size, regular, source, max(0, size))
            yield member
            member.skip()
            _exactly(source, -size % _BLOCK)


def _exactly(source: IO[bytes] | gzip.GzipFile, size: int) -> bytes:
    data = source.read(size) if size else b""
    if len(data) < size:
        raise EOFError("it ends before its end")
    return data


def _header(block: bytes) -> tarfile.TarInfo:
    try:
        return tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except tarfile.HeaderError as error:
        raise BadTar(f"a header that is none ({error})") from error


def _records(data: bytes) -> dict[str, str]:
    """The records of a pax header, ``30 path=turns/aside/a.eml`` and a line end, by keyword (POSIX.1-2001)."""
    found: dict[str, str] = {}
    at = 0
    while at < len(data):
        space = data.find(b" ", at, at + 8)
        length = data[at:space] if space > 0 else b""
        if not length.isdigit() or not len(length) + 2 < int(length) <= len(data) - at:
            raise BadTar("a header that cannot be read")
        keyword, equal, value = data[space + 1 : at + int(length)].partition(b"=")
        if not equal or not value.endswith(b"\n"):
            raise BadTar("a header that cannot be read")
        found[keyword.decode("utf-8", "replace")] = value[:-1].decode("utf-8", "surrogateescape")
        at += int(length)
    return found
