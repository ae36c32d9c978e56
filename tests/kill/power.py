"""The power fails: a deed's writes are recorded, and a disk is made of them as it may be after each.

``strace`` records what the deed's processes do to files of the office, bytes and all: it needs no root, no kernel
module and no file system of its own, and sees SQLite's writes as well as ours. Of the record a disk is put together in
three ways (:data:`WAYS`), each of them allowed by POSIX.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Way = Literal["lost", "empty", "torn"]
WAYS: tuple[Way, ...] = ("lost", "empty", "torn")
"""What of a file was not synced is lost, and its name with it unless its folder was synced; names are there, contents
are lost; names are there, and of what was not synced the first half, whose last write is torn."""
SEES = ("openat,creat,write,pwrite64,writev,pwritev,pwritev2,ftruncate,truncate,rename,renameat,renameat2,unlink,"
        "unlinkat,mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat,fsync,fdatasync,sync,syncfs,lseek,sendfile,copy_file_range,"
        "fallocate")  # fmt: skip
_CALL = re.compile(r"^(\d+) +(\w+)\((.*)\) += (-?\d+)(?:<[^>]*>)?(?: .*)?$", re.DOTALL)
_HEX = re.compile(r'"((?:\\x[0-9a-f]{2})*)"|(?:(-?\d+|AT_FDCWD)<((?:\\x[0-9a-f]{2})*)>)')


@dataclass(slots=True)
class Call:
    """A change to a file of the office, or a sync: its name, the paths it is about, bytes, a place in the file."""

    name: str
    paths: list[str]
    data: bytes = b""
    at: int = 0
    more: str = ""

    def __str__(self) -> str:
        return f"{self.name} {' '.join(self.paths)}"


def recorded(words: Sequence[str], folder: Path, log: Path) -> list[Call]:
    """Run a program; what it and its children did to the files under ``folder``, in order."""
    said = subprocess.run(
        ["strace", "-f", "-y", "-xx", "-qq", "-s", "100000000", "-o", log, "-e", f"trace={SEES}", *words],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said.returncode == 0, said.stderr[-2000:]
    return list(_calls(log, str(folder)))


def _calls(log: Path, folder: str) -> Iterator[Call]:
    """The record, read; what two processes did at once is told when it ended."""
    begun: dict[str, str] = {}
    places: dict[str, int] = {}
    for line in log.read_text("ascii").splitlines():
        process, _, rest = line.partition(" ")
        if rest.endswith("<unfinished ...>"):
            begun[process] = rest.strip().removesuffix("<unfinished ...>")
            continue
        resumed = re.match(r"\s*<\.\.\. \w+ resumed>(.*)", rest, re.DOTALL)
        if resumed:
            rest = begun.pop(process) + resumed[1]
        found = _CALL.match(f"{process} {rest}")
        if found is None or found[4].startswith("-"):
            continue
        yield from _call(found[2], found[3], int(found[4]), folder, places)


def _call(name: str, said: str, result: int, folder: str, places: dict[str, int]) -> Iterator[Call]:
    texts = [
        (bytes.fromhex((m[1] if m[1] is not None else m[3]).replace("\\x", "")), m[2]) for m in _HEX.finditer(said)
    ]
    plain = _HEX.sub("", said)
    if name == "sync":
        yield Call("sync", [])
        return
    here = [os.fsdecode(text) for text, _ in texts]
    if name in ("openat", "renameat", "renameat2", "unlinkat", "mkdirat", "linkat", "symlinkat"):  # folder, then name
        pairs = list(zip(texts[::2], texts[1::2], strict=False))
        here = [os.path.join(os.fsdecode(top), os.fsdecode(path)) for (top, _), (path, _) in pairs]
        name = name.removesuffix("2").removesuffix("at")
    if not here or not any(path.startswith(folder) for path in here):
        return
    path = here[0]
    if name == "lseek":
        places[path] = result
    elif name in ("open", "creat"):
        places[path] = 0
        if "O_CREAT" in plain or "O_TRUNC" in plain or name == "creat":
            yield Call("open", [path], more="truncate" if "O_TRUNC" in plain or name == "creat" else "")
        if "O_APPEND" in plain:
            places[path] = -1
    elif name == "write":
        at = places.get(path, 0)
        yield Call("write", [path], texts[1][0][:result], at)
        places[path] = at if at < 0 else at + result
    elif name == "pwrite64":
        yield Call("write", [path], texts[1][0][:result], int(plain.rsplit(",", 1)[1]))
    elif name in ("ftruncate", "truncate"):
        yield Call("truncate", [path], at=int(plain.rsplit(",", 1)[1]))
    elif name in ("fsync", "fdatasync"):
        yield Call("sync", [path])
    elif name in ("rename", "mkdir", "rmdir"):
        yield Call(name, here)
    elif name == "unlink":
        yield Call("rmdir" if "AT_REMOVEDIR" in plain else "unlink", here)
    else:
        raise AssertionError(f"{name} of {path}: this record cannot tell what it wrote")


@dataclass(slots=True, eq=False)
class _File:
    """A file's bytes as they are told to whoever reads it, as they lie on the disk, and the writes between."""

    now: bytearray = field(default_factory=bytearray)
    disk: bytes = b""
    since: list[Call] = field(default_factory=list)

    def take(self, call: Call, part: int | None = None) -> None:
        self.since.append(call)
        _put(self.now, call, part)

    def sync(self) -> None:
        self.disk, self.since = bytes(self.now), []

    def left(self, way: Way) -> bytes:
        """What is found after the power failed."""
        if way != "torn":
            return self.disk
        found = bytearray(self.disk)
        half = self.since[: (len(self.since) + 1) // 2]
        for call in half:
            _put(found, call, len(call.data) // 2 if call is half[-1] else None)
        return bytes(found)


def _put(found: bytearray, call: Call, part: int | None) -> None:
    if call.name != "write":
        del found[call.at :]
        found.extend(bytes(call.at - len(found)))
        return
    data = call.data if part is None else call.data[:part]
    at = len(found) if call.at < 0 else call.at
    found.extend(bytes(max(0, at - len(found))))
    found[at : at + len(data)] = data


class Disk:
    """What is on a disk, and what of it would be there if the power failed now.

    ``theirs`` are files that lie on another machine: nothing of them is ever lost.
    """

    def __init__(self, folder: Path, theirs: Sequence[str]) -> None:
        self.folder, self.theirs = str(folder), {str(folder / name) for name in theirs}
        self.names: dict[str, _File | None] = {}
        for path in (folder, *folder.rglob("*")):
            file = None if path.is_dir() else _File(bytearray(path.read_bytes()))
            if file is not None:
                file.sync()
            self.names[str(path)] = file
        self.synced = dict(self.names)
        self.moved: dict[str, str] = {}
        """Folders whose new names are not synced, and the old ones."""

    def take(self, call: Call) -> None:
        """A call is done."""
        names, path = self.names, call.paths[0] if call.paths else ""
        if call.name in ("open", "write", "truncate"):
            if not path.startswith(self.folder):
                return
            file = names.setdefault(path, _File())
            assert file is not None
            if call.name != "open":
                file.take(call)
            elif call.more:
                file.take(Call("truncate", [path]))
        elif call.name == "rename":
            old, new = call.paths
            if names.get(old, call) is None:
                self.moved[new] = old
            for name in [n for n in names if n == old or n.startswith(f"{old}/")]:
                names[new + name[len(old) :]] = names.pop(name)
        elif call.name in ("unlink", "rmdir"):
            names.pop(path, None)
        elif call.name == "mkdir":
            names[path] = None
        elif not path:
            for file in filter(None, names.values()):
                file.sync()
            self.synced = dict(names)
        else:
            self._sync(path)

    def _sync(self, path: str) -> None:
        file = self.names.get(path)
        if file is not None:
            file.sync()
            return
        inside = {n for n in self.names.keys() | self.synced.keys() if os.path.dirname(n) == path}
        for name in sorted(inside, key=lambda name: name not in self.moved):
            old = self.moved.pop(name, "")
            for within in [
                n for n in self.synced if old and n.startswith(f"{old}/")
            ]:  # a folder takes along what is in it
                self.synced[name + within[len(old) :]] = self.synced.pop(within)
            if name in self.names:
                self.synced[name] = self.names[name]
            else:
                self.synced = {n: f for n, f in self.synced.items() if n != name and not n.startswith(f"{name}/")}

    def after(self, way: Way) -> None:
        """Put what is left where the office lies."""
        shutil.rmtree(self.folder, ignore_errors=True)
        names = self.synced if way == "lost" else self.names
        names = {**names, **{n: f for n, f in self.names.items() if n in self.theirs}}
        for name in sorted(names):
            file, path = names[name], Path(name)
            if not all(str(top) in names for top in path.parents if str(top).startswith(self.folder)):
                continue  # its folder was never synced
            if file is None:
                path.mkdir(mode=0o700)
            elif not name.endswith("-shm"):  # mapped memory, made anew
                path.write_bytes(bytes(file.now) if name in self.theirs else file.left(way))
                path.chmod(0o600)


def main(name: str, folder: Path) -> int:
    """Do a deed in an office, as it is done by hand: every commit waits for the disk."""
    from magika_gm import games
    from magika_gm.app.office import passwords
    from tests.kill.deeds import DEEDS
    from tests.kill.sweep import do
    from tests.systems.toy import TOY

    games.SYSTEMS[TOY.name] = "tests.systems.toy:TOY"
    passwords.COST = 4
    (deed,) = [deed for deed in DEEDS if deed.name == name]
    status, said = do(deed, folder, f"sqlite:///{folder}/other.sqlite3", None)
    sys.stderr.write(said)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
