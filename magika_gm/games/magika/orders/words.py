"""The words of an order line: folding what players type, and the nearest right spelling of what they mistyped."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from magika_gm.engine.words import did_you_mean

LONGEST_LINE = 500
"""Characters. No order comes near it; a longer line is not looked into, so that no text can make reading slow."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a text cannot be read. ``near`` lists spellings to offer the player, ``word`` is what gave offence."""

    reason: str
    near: tuple[str, ...] = ()
    word: str = ""

    def __str__(self) -> str:
        """The reason with what was perhaps meant: ``TELPRT is not a spell code; did you mean TelPt?``."""
        if not self.near:
            return self.reason
        return f"{self.reason}; {did_you_mean(self.near)}"


_UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\uff0d"
_FOLD = str.maketrans(
    {
        **dict.fromkeys(_UNSEEN, None),
        **dict.fromkeys(_DASHES, "-"),
        **dict.fromkeys(".,!?:;()[]{}<>\"'`*_=/\\|~^\u00b4\u2018\u2019\u201c\u201d\u00ab\u00bb\u2022\u00b7", " "),
        "&": " AND ",
    }
)
_COMPASS_DOTS = re.compile(r"\b([NSns])\.\s?([EWew])\b\.?")
_NUMBER_SIGN = re.compile(r"#\s?(?=\d)")
_SIGN = re.compile(r"([+-])")
_SIGNED = re.compile(r"[+-]\d+")


def words_of(text: str) -> list[str]:
    """Upper-case words of a line without punctuation; a sign stays with the number after it (``+2``)."""
    if len(text) > LONGEST_LINE:
        text = text[:LONGEST_LINE]
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_FOLD))
    text = _COMPASS_DOTS.sub(r"\1\2", text)
    text = _NUMBER_SIGN.sub(" S", text)
    text = _SIGN.sub(r" \1", text.translate(_FOLD)).upper()
    found: list[str] = []
    sign = ""
    for said in text.split():
        if said in ("+", "-"):
            sign = said
            continue
        word = sign + said if sign and said.isdecimal() else said
        sign = ""
        if not _SIGNED.fullmatch(word):
            word = word.lstrip("+-")
        if word:
            found.append(word)
    return found


def number(word: str, most: int) -> int:
    """The whole number a word stands for, or -1 when it is none or above ``most``."""
    digits = word.lstrip("+")
    if not digits.isdecimal() or len(digits) > 6:
        return -1
    value = int(digits)
    return value if value <= most else -1


def unique(word: str, options: Iterable[str], least: int = 3) -> str | None:
    """The one option a word names: in full, as a plural, or by at least ``least`` first letters of it alone."""
    options = tuple(options)
    if word in options:
        return word
    if word.endswith("S") and word[:-1] in options:
        return word[:-1]
    if len(word) < least:
        return None
    begun = [o for o in options if o.startswith(word)]
    return begun[0] if len(begun) == 1 else None


def subsequence(short: str, full: str) -> bool:
    """Whether ``short`` is ``full`` with letters left out, the first one kept (``SRCH`` of ``SEARCH``)."""
    if short[:1] != full[:1]:
        return False
    letters = iter(full)
    return all(letter in letters for letter in short)
