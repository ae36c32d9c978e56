"""Files written whole or not at all: under another name first, then renamed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree

_PART = ".part"
"""How the name of a file (or folder) that is being written ends; it begins with a dot."""


def part_of(path: Path) -> Path:
    """What a file is called while it is written; one that a killed run left is written over by the next try."""
    return path.with_name(f".{path.name}{_PART}")


def write_whole(path: Path, data: bytes | str, *, private: bool = False, synced: bool = False) -> None:
    """Write a file (text as UTF-8) in the place of what was there; whoever is stopped leaves that as it was.

    ``private`` ones are for their owner's eyes alone; ``synced`` ones lie on the disk when this returns, and their
    names in their folder. Raises :class:`OSError`, and leaves nothing behind then.
    """
    part = part_of(path)
    try:
        with open(part, "wb", opener=_private if private else None) as file:
            file.write(data if isinstance(data, bytes) else data.encode("utf-8"))
            if synced:
                file.flush()
                os.fsync(file.fileno())
        part.replace(path)
        if synced:
            sync(path.parent)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def make_folder(folder: Path) -> None:
    """Make a folder, and those it lies in, if need be; they stay there when the power fails."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync(folder.parent)


def sync(path: Path) -> None:
    """A file as it is, or the names in a folder, is on the disk when this returns."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def write_asked(path: Path, data: bytes | str) -> None:
    """Write a file where somebody asked for it: whole, or through a link and to what is no file (``/dev/stdout``). One
    that was there is read and written by whom it was."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
        return
    mode = path.stat().st_mode & 0o777 if path.exists() else None
    write_whole(path, data, private=mode is not None)
    if mode is not None:
        path.chmod(mode)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def beside(folder: Path) -> tuple[Path, Path]:
    """Where :func:`whole_folder` writes, and where it puts what was there before; it removes what lies there."""
    return part_of(folder), folder.with_name(f".{folder.name}.old")


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """An empty folder to write in, beside ``folder``, whose place it takes when all went well; else that stays as it
    was. One that a killed run left between the two is put back first."""
    part, old = beside(folder)
    if old.exists() and not folder.exists():
        old.rename(folder)
    for left in (part, old):
        rmtree(left, ignore_errors=True)
    part.mkdir(parents=True)
    try:
        yield part
        if folder.exists():
            folder.rename(old)
        part.rename(folder)
    except BaseException:
        # another machine may write it next: nobody would come back to this one
        rmtree(part, ignore_errors=True)
        if old.exists() and not folder.exists():
            old.rename(folder)
        raise
    rmtree(old, ignore_errors=True)


def half_written(path: Path) -> bool:
    """Whether a file is one that is being written, or that a killed run left."""
    return path.name.startswith(".") and path.name.endswith(_PART)


def keep_newest(folder: Path, most: int) -> None:
    """Delete all files of a folder but so many, the newest; where that cannot be, they stay."""
    with suppress(OSError):
        found = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        for path in found[most:]:
            path.unlink(missing_ok=True)
