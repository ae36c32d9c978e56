"""Hebrew, Arabic and their like on pages: letters joined as they are written, lines in the order they are read.

PDF sets signs from left to right as they come. Texts stay in reading order until a line is drawn: first letters take
the forms they have beside one another (:func:`joined`), then lines are broken, and a line's signs are put in their
places by the Unicode bidirectional algorithm (:func:`placed`). The libraries for both are loaded when a text needs
them.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import bidirectional

_RIGHT = frozenset({"R", "AL", "RLE", "RLO", "RLI"})
_FIRST = "\u0590"
"""The first sign written from right to left; what is below needs no look."""
_ARABIC = ("\u0600", "\u08ff")


@lru_cache(maxsize=2048)
def turns(text: str) -> bool:
    """Whether any part of a text is written from right to left."""
    return not text.isascii() and any(sign >= _FIRST and bidirectional(sign) in _RIGHT for sign in text)


@lru_cache(maxsize=2048)
def joined(text: str) -> str:
    """Arabic letters in the forms they have in their words; everything else, and the order, as it was."""
    if not any(_ARABIC[0] <= sign <= _ARABIC[1] for sign in text):
        return text
    from arabic_reshaper import reshape

    return "\n".join(str(reshape(line)) if turns(line) else line for line in text.split("\n"))


@lru_cache(maxsize=2048)
def placed(line: str) -> str:
    """One line's signs from left to right."""
    if not turns(line):
        return line
    from bidi.algorithm import get_display  # the one that mirrors brackets

    return str(get_display(line))
