"""Archives of strangers: sparse ones, sizes that lie, headers without end; what is promised of each, and a mutator."""

from __future__ import annotations

import gzip
import hashlib
import random
import tarfile
import tempfile
import time
from pathlib import Path

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.operations.backup import restore_office
from tests.promptness import prompt

SECONDS = 2.0
"""Processor time an archive of a few kilobytes may take."""
MANY = 1_000_000


def padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % tarfile.BLOCKSIZE)


def member(name: str, data: bytes = b"", size: int | None = None, kind: bytes = tarfile.REGTYPE) -> bytes:
    """A member as it stands in a tar; ``size`` may say anything."""
    header = tarfile.TarInfo(name)
    header.type, header.size = kind, len(data) if size is None else size
    return header.tobuf(tarfile.GNU_FORMAT) + padded(data)


def record(keyword: bytes, value: bytes) -> bytes:
    rest = b" " + keyword + b"=" + value + b"\n"
    length = len(rest) + 1
    while len(b"%d" % length) + len(rest) != length:
        length += 1
    return b"%d" % length + rest


def pax(*records: bytes) -> bytes:
    """A header in front of a member."""
    return member("pax", b"".join(records), kind=tarfile.XHDTYPE)


def gnu_sparse(name: str, real: int, more: bytes = b"") -> bytes:
    """A GNU sparse member: a header alone that says how large the file is; ``more`` blocks of its map follow."""
    block = bytearray(member(name, kind=tarfile.GNUTYPE_SPARSE))
    block[482] = bool(more)
    block[483:495] = b"%011o\0" % real
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block) + more


def seeds() -> dict[str, bytes]:
    """Tars, not yet zipped, by what is nasty about them."""
    version = [record(b"GNU.sparse.major", b"1"), record(b"GNU.sparse.minor", b"0")]
    holes = b"00000000001\0" * 42 + b"\1" * 8
    whole = member("turns/aside/a.eml", b"hello\n")
    sums = hashlib.sha256(b"hello\n").hexdigest().encode() + b"  turns/aside/a.eml\n"
    return {
        "of ours, but no database": whole + member("SHA256SUMS", sums),
        "long name": pax(record(b"path", b"turns/" + b"a" * 200)) + member("x", b"hello\n"),
        "sparse": gnu_sparse("turns/aside/mail.eml", 900_000_000),
        "sparse map without end": gnu_sparse("turns/a", 900_000_000, holes * 20_000),
        "sparse by pax, map in the header": pax(record(b"GNU.sparse.map", b"1," * MANY + b"1")) + member("turns/a"),
        "sparse by pax, map in the file": pax(*version, record(b"GNU.sparse.name", b"turns/a"))
        + member("turns/a", b"%d\n" % MANY + b"1\n" * MANY),
        "a size that lies": member("turns/a", b"x" * 600, size=700_000_000),
        "a size below nothing": member("turns/a", size=-1),
        "a size in words": pax(record(b"size", b"many")) + member("turns/a", b"x"),
        "a size of the header's": pax(record(b"size", b"9" * 30)) + member("turns/a", b"x"),
        "headers without end": pax(record(b"comment", b"x")) * 5000 + whole,
        "a long header": pax(*[record(b"comment", b"x")] * 100_000) + whole,
        "digits": member("pax", b"1" * MANY, kind=tarfile.XHDTYPE) + whole,
        "a long name": member("name", b"turns/" + b"a" * MANY, kind=tarfile.GNUTYPE_LONGNAME) + whole,
        "a header for all": member("pax", record(b"path", b"turns/b"), kind=tarfile.XGLTYPE) + whole,
        "a journal of the database": member("magika.sqlite3-journal", b"x" * 512) + whole,
        "paths": member("turns/../../etc/cron.d/x", b"x") + member("/etc/passwd", b"x"),
        "the same twice": whole + whole,
        "a file for a folder": member("turns", b"x") + whole,
        "a file that is a folder later": member("turns/a", b"x") + member("turns/a/b", b"x"),
    }


def zipped(tar: bytes) -> bytes:
    return gzip.compress(tar + b"\0" * 1024, 6, mtime=0)


def look(archive: bytes, seconds: float = SECONDS) -> str:
    """Try to restore an archive; it must be refused in time, in words, and leave nothing. Gives the words."""
    with tempfile.TemporaryDirectory(prefix="magika-archive-") as name:
        path = Path(name) / "a.tar.gz"
        path.write_bytes(archive)
        start, said = time.process_time(), ""
        try:
            restore_office(path, Path(name) / "again", lambda _: True)
        except (OfficeError, OSError) as error:
            said = str(error)
        spent = time.process_time() - start
        assert said, "it was restored"
        assert sorted(p.name for p in Path(name).iterdir()) == ["a.tar.gz"]
        assert prompt(spent, seconds), f"it took {spent:.1f} s"
    return said


TOKENS = (b"GNU.sparse.size=", b"GNU.sparse.map=", b"path=../x", b"size=99999999999", b"turns/", b"\0", b"7" * 11, b"S")


def mutated(dice: random.Random, tar: bytes) -> bytes:
    """Another tar made of one: bytes changed, blocks doubled, left out or swapped, sums put right now and then."""
    data = bytearray(tar[:200_000])
    for _ in range(dice.randint(1, 6)):
        at = dice.randrange(len(data) + 1)
        block = at // 512 * 512
        match dice.randrange(5):
            case 0:
                data[at : at + 1] = bytes([dice.randrange(256)])
            case 1:
                token = dice.choice(TOKENS)
                data[at : at + len(token)] = token
            case 2:
                data[block:block] = data[block : block + 512] * dice.choice((1, 2, 30))
            case 3:
                del data[block : block + 512]
            case _:
                data[block + 124 : block + 136] = b"%011o\0" % dice.choice((0, 1, 511, 513, 10**6, 8**11 - 1))
        if dice.random() < 0.8 and len(data) >= block + 512:  # else hardly any header would be read
            data[block + 148 : block + 156] = b" " * 8
            data[block + 148 : block + 156] = b"%06o\0 " % sum(data[block : block + 512])
    return zipped(bytes(data))
