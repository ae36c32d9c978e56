"""What a disk or a database says that cannot be used, in words.

A full one, one that may not be written, one that somebody holds and a damaged one are four things with four cures.
"""

from __future__ import annotations

import errno
import os
from enum import StrEnum
from pathlib import Path


class Trouble(StrEnum):
    """What is the matter, and (its value) what to do about it."""

    FULL = "make room on the disk, then run it again: what was not done yet is done then"
    READ_ONLY = "mount the disk writable, or run as the owner of the files, then run it again"
    LOCKED = "wait until the other run is through, then run it again; magika-gm doctor names one that hangs"
    DAMAGED = "put the file aside, then restore a backup copy: magika-gm restore ARCHIVE DIR"
    DISK = "see whether the disk or the network is well, then run it again: nothing was half done"


_SAID = {
    Trouble.FULL: "the disk is full",
    Trouble.READ_ONLY: "it may not be written",
    Trouble.LOCKED: "another run holds it",
    Trouble.DAMAGED: "it is damaged",
    Trouble.DISK: "it cannot be reached",
}
_OF_ERRNO = {
    errno.ENOSPC: Trouble.FULL,
    errno.EDQUOT: Trouble.FULL,
    errno.EFBIG: Trouble.FULL,
    errno.EROFS: Trouble.READ_ONLY,
    errno.EIO: Trouble.DISK,
    errno.ESTALE: Trouble.DISK,
}
_CODES = {
    Trouble.FULL: ("FULL", "53100"),
    Trouble.READ_ONLY: ("READONLY", "25006"),
    Trouble.LOCKED: ("BUSY", "LOCKED", "55P03", "40P01"),
    Trouble.DAMAGED: ("CORRUPT", "NOTADB", "XX001", "XX002"),
    Trouble.DISK: ("IOERR", "CANTOPEN", "58030"),
}
"""SQLite's by the middle of their names (``SQLITE_IOERR_WRITE``), PostgreSQL's as they are."""
_OF_CODE = {code: trouble for trouble, codes in _CODES.items() for code in codes}
LEAST_ROOM = 100_000
"""Bytes: where there are fewer, what SQLite calls an error of the disk is a full one."""


def trouble_of(error: BaseException, place: Path | None = None) -> Trouble | None:
    """What is the matter, as a disk or a database says; None where neither said anything of the kind.

    ``place`` is the file in question: where SQLite says no more than that something failed, its disk is looked at.
    """
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, OSError):
        return _OF_ERRNO.get(cause.errno or 0)
    name = getattr(cause, "sqlstate", None) or str(getattr(cause, "sqlite_errorname", "")).removeprefix("SQLITE_")
    found = _OF_CODE.get(name.partition("_")[0])
    return _closer_look(place) if found is Trouble.DISK and place is not None else found


def _closer_look(place: Path) -> Trouble:
    """Which trouble a disk has whose error says none."""
    folder = place if place.is_dir() else place.parent
    try:
        room = os.statvfs(folder)
    except OSError:
        return Trouble.DISK
    if room.f_bavail * room.f_frsize < LEAST_ROOM:
        return Trouble.FULL
    return Trouble.DISK if os.access(folder, os.W_OK) else Trouble.READ_ONLY


def in_plain_words(error: BaseException, place: Path | str) -> str:
    """``PLACE: the disk is full (database or disk is full); make room …``; "" where no trouble is known."""
    found = trouble_of(error, place if isinstance(place, Path) else None)
    if found is None:
        return ""
    cause = getattr(error, "orig", None) or error
    told = cause.strerror if isinstance(cause, OSError) else (str(cause).splitlines() or [""])[0]
    return f"{place}: {_SAID[found]} ({told}); {found}"
