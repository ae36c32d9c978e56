"""``python -m tests.tools.letters LETTER GAME``: digests of a letter's runs of words, for a game's book to be held to.

An author's letter does not enter the repository: what it says carries over, how it says it does not. Of every run of
``RUN`` words of the file ``LETTER`` (small letters, no figures, no signs) ``tests/<GAME>/letter.bin`` has the first
``SIZE`` bytes of a SHA-256, sorted, each once. No run of that length of the game's book may be among them: a sentence
that somebody took over has such runs, and two who say one rule in words of their own hardly meet for so long. Write it
anew when an author writes anew, or ``RUN`` changes; without his letter it cannot be made.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

RUN, SIZE = 8, 5
ROOT = Path(__file__).parents[2]


def words(text: str) -> list[str]:
    """The words of a text or a page: no targets of links, no marks, no figures."""
    plain = re.sub(r"\]\([^)]*\)|<[^>]*>", " ", text)
    return re.findall(r"[a-z]+", plain.lower().replace("'", ""))


def runs(text: str) -> Iterator[tuple[str, bytes]]:
    """Every run of words and its digest."""
    said = words(text)
    for at in range(len(said) - RUN + 1):
        run = " ".join(said[at : at + RUN])
        yield run, sha256(run.encode()).digest()[:SIZE]


def file_of(game: str) -> Path:
    """Where a game's digests are."""
    return ROOT / "tests" / game / "letter.bin"


def kept(game: str) -> frozenset[bytes]:
    """The digests of the letter a game is played by."""
    data = file_of(game).read_bytes()
    return frozenset(data[at : at + SIZE] for at in range(0, len(data), SIZE))


if __name__ == "__main__":
    letter, game = sys.argv[1:]
    digests = {digest for _, digest in runs(Path(letter).read_text(encoding="utf-8"))}
    file_of(game).write_bytes(b"".join(sorted(digests)))
