"""The words of an order line, the verbs and other words it may use, and faults that quote it (MAIL-5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import TypeVar

Thing = TypeVar("Thing")

VERBS = (
    "WATER",
    "TEMPLE",
    "CAST",
    "MUSTER",
    "DISCARD",
    "FAST",
    "RESIGN",
    "CONCEDE",
    "OFFER",
    "DRAW",
    "FIELD",
)
"""First words of a line, besides ``U3``; they may be cut to three letters."""
SHORTEST = 3
_TOKEN = re.compile(r"\s*([A-Za-z0-9'’.-]+|,|[<>]\s*=|[<>=]|\S)")
UNIT_NUMBER = re.compile(r"[Uu](\d{1,4})")


class Fault(Exception):
    """A line that cannot be read: why, and spellings to offer. Caught where the line began (grammar.read_line)."""

    def __init__(self, reason: str, near: Sequence[str] = ()) -> None:
        self.reason = reason
        self.near = tuple(near)
        super().__init__(reason)


def tokens_of(line: str) -> list[str]:
    """Words, commas and comparisons of a line without its comment; words keep their letters as written."""
    text = line.partition(";")[0]
    return ["".join(t.split()) for t in _TOKEN.findall(text)]


def nearest(word: str, known: Sequence[str]) -> tuple[str, ...]:
    """Up to two of ``known`` that look like ``word``, for an offer."""
    folded = {k.casefold(): k for k in known}
    return tuple(folded[n] for n in get_close_matches(word.casefold(), list(folded), n=2, cutoff=0.6))


def is_word(token: str, word: str, *, cut: bool = False) -> bool:
    """Whether ``token`` is ``word``, or with ``cut`` a beginning of it of three letters or more."""
    upper = token.upper()
    return upper == word or (cut and len(upper) >= SHORTEST and word.startswith(upper))


class Tokens:
    """The words of a line being read, left to right."""

    __slots__ = ("at", "words")

    def __init__(self, words: Sequence[str]) -> None:
        self.words = list(words)
        self.at = 0

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.words)

    def peek(self) -> str:
        """The next word, "" at the end."""
        return self.words[self.at] if self.at < len(self.words) else ""

    def take(self) -> str:
        """The next word; passes over it."""
        word = self.peek()
        self.at += 1
        return word

    def takes(self, word: str, *, cut: bool = False) -> bool:
        """Passes over ``word`` if it is next, and says whether it was."""
        if not self.done and is_word(self.peek(), word, cut=cut):
            self.at += 1
            return True
        return False

    def need(self, word: str) -> None:
        """Pass over ``word``, which must be next."""
        if not self.takes(word):
            found = f"{self.peek()!r}" if not self.done else "nothing"
            raise Fault(f"{word} is wanted where {found} stands")

    def end(self) -> None:
        """Nothing may be left."""
        if not self.done:
            raise Fault(f"{self.peek()!r} is one word too many")

    def listed(self, read: Callable[[Tokens], Thing]) -> tuple[Thing, ...]:
        """Things separated by commas, at least one."""
        found = [read(self)]
        while self.takes(","):
            found.append(read(self))
        return tuple(found)

    def name(self, stops: Sequence[str]) -> str:
        """Words up to a comma, one of the words ``stops`` or the end: a card's name as written."""
        start = self.at
        while not self.done and self.peek() != "," and self.peek().upper() not in stops:
            self.at += 1
        return " ".join(self.words[start : self.at])
