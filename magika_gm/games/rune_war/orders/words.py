"""Words of order lines: folding what players type, finding the name a word stands for, the nearest spelling (ORD-1)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache

from magika_gm.engine.words import Fault

LONGEST_LINE = 500
"""Characters; a longer line is not looked into."""
LEAST = 3
"""Letters of an abbreviation."""


class LineError(Exception):
    """Raised inside the reader, caught by it: a line that cannot be read, and spellings to offer."""

    def __init__(self, reason: str, near: Sequence[str] = ()) -> None:
        self.fault = Fault(reason, tuple(near))
        super().__init__(reason)


_FOLD = str.maketrans(
    {
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad", None),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\uff0d", "-"),
        **dict.fromkeys("\u2018\u2019\u00b4`", "'"),
        "&": " AND ",
    }
)
_NOT_NAME = re.compile(r"[^A-Z0-9]+")
_PARTS = re.compile(r"[^\s,:]+|[,:]")
_APART = re.compile(r"\b(MA|MZ|KA|IZ|[MZKI]) (?=[1-9])")
"""Codes of creatures and places written in two: ``MA 1``, ``Z 3`` (ORD-1)."""
_GLUED = re.compile(r"\b(PLAY|POINTS|MIN)(?=\d)")
"""Words with their number written in one: ``POINTS200``, ``MIN40`` (ORD-1)."""


def folded(text: str) -> str:
    """Upper case, without comment, odd dashes and doubled spaces."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_FOLD))
    text = text.translate(_FOLD).partition(";")[0]
    return " ".join(text.upper().split())


def unglued(text: str) -> str:
    """A text with numbers apart from the words they belong to."""
    return _GLUED.sub(r"\1 ", text)


def parts(text: str) -> list[str]:
    """Words of a folded text; commas and colons are words of their own, codes written apart are put together."""
    return _PARTS.findall(_APART.sub(r"\1", unglued(text)))


@lru_cache(maxsize=4096)
def key(name: str) -> str:
    """Letters and digits of a name alone: neither case, spacing nor punctuation matters."""
    return _NOT_NAME.sub("", name.upper())


def _spelled(name: str) -> str:
    """A name as it is spelled, without regard to case and spacing."""
    return "".join(name.upper().split())


@lru_cache(maxsize=1024)
def _words(name: str) -> tuple[str, ...]:
    return tuple(w for w in re.split(r"[\s-]+", name.upper().replace("'", "")) if w)


def find(text: str, names: Iterable[str], what: str) -> str:
    """The name a text stands for: in full, by its beginning, by the beginning of its words (ORD-1).

    ``what`` says what was looked for. Raises :class:`LineError` if there is none, or more than one.
    """
    sought = key(text)
    known = list(names)
    if not sought:
        raise LineError(f"{what} is missing")
    exact = [name for name in known if key(name) == sought]
    if exact:
        return exact[0]
    if len(sought) >= LEAST:
        written = _spelled(text)
        begun = [name for name in known if _spelled(name).startswith(written)]
        if len(begun) == 1:  # KIL is the beginning of Kilor, of Ki-Lin only without its hyphen
            return begun[0]
        for tier in (
            [name for name in known if key(name).startswith(sought)],
            [name for name in known if any(word.startswith(sought) for word in _words(name))],
            [name for name in known if _abbreviated(text, name)],
        ):
            if len(tier) == 1:
                return tier[0]
            if tier:
                raise LineError(f"{text} may be {' or '.join(tier)}", tier[:3])
    raise LineError(f"{text} is no {what}", nearest(text, known))


def _abbreviated(text: str, name: str) -> bool:
    """Whether the words of a text are beginnings of words of the name, in their order: ``LIG BOL``."""
    left = list(_words(name))
    for said in _words(text):
        at = next((i for i, word in enumerate(left) if len(said) >= LEAST and word.startswith(said)), None)
        if at is None:
            return False
        left = left[at + 1 :]
    return True


def nearest(text: str, names: Iterable[str]) -> list[str]:
    """Up to two names nearest in spelling."""
    by_key = {key(name): name for name in names}
    return [by_key[found] for found in get_close_matches(key(text), by_key, n=2, cutoff=0.6)]


def is_word(token: str, word: str) -> bool:
    """Whether a token is a keyword, in full or by three letters or more."""
    return token == word or (len(token) >= LEAST and word.startswith(token))


def split_list(tokens: Sequence[str]) -> list[list[str]]:
    """Tokens between commas and ANDs, none of them empty."""
    found: list[list[str]] = [[]]
    for token in tokens:
        if token in (",", "AND"):
            found.append([])
        else:
            found[-1].append(token)
    return [item for item in found if item]


def whole_number(token: str, least: int = 1, most: int = 99999) -> int:
    """A whole number, or a :class:`LineError`."""
    if token.isdecimal() and token.isascii() and len(token) <= 6 and least <= int(token) <= most:
        return int(token)
    raise LineError(f"{token or 'nothing'} is no number from {least} to {most}")
