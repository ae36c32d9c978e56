"""Texts set in lines: broken where they are too wide, cut where they must stay on one line."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from unicodedata import bidirectional

from magika_gm.reports.templating import safe
from magika_gm.reports.typeface import Face, can_show, runs, width_at_1

# Hebrew, Arabic and their like on pages: letters joined as they are written, lines in the order they are read.
#
# PDF sets signs from left to right as they come. Texts stay in reading order until a line is drawn: first letters
# take the forms they have beside one another (:func:`joined`), then lines are broken, and a line's signs are put in
# their places by the Unicode bidirectional algorithm (:func:`placed`). The libraries for both are loaded when a text
# needs them.


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


@lru_cache(maxsize=2048)
def shown(text: str) -> str:
    """Text with every sign no font can show as the replacement sign; nothing disappears."""
    clean = joined(safe(text))
    if can_show(clean):
        return clean
    return "\n".join(
        "".join(part for _, part in runs(line.replace("\t", "    "), Face.SANS)) for line in clean.split("\n")
    )


@lru_cache(maxsize=2048)
def extent(text: str, face: int) -> tuple[float, float]:
    """The widest line and the widest word of a text in size 1."""
    lines = max(width_at_1(line, face) for line in text.split("\n"))
    return lines, max((width_at_1(word, face) for word in text.split()), default=0.0)


@lru_cache(maxsize=2048)
def wrap(text: str, face: int, size: float, width: float) -> tuple[str, ...]:
    """Lines no wider than ``width``; a word too long for a line is cut."""
    lines: list[str] = []
    most = width / size
    space = width_at_1(" ", face)
    for paragraph in text.replace("\t", "    ").split("\n"):
        line, used = "", 0.0
        for word in _pieces(paragraph.split(" "), face, most):
            w = width_at_1(word, face)
            if line and used + space + w > most:
                lines.append(line)
                line, used = word, w
            else:
                line, used = (f"{line} {word}", used + space + w) if line else (word, w)
        lines.append(line)
    return tuple(lines)


def _pieces(words: Iterable[str], face: int, most: float) -> Iterable[str]:
    for word in words:
        rest = word
        while width_at_1(rest, face) > most and len(rest) > 1:
            cut = max(1, int(len(rest) * most / width_at_1(rest, face)))
            while cut > 1 and width_at_1(rest[:cut], face) > most:
                cut -= 1
            yield rest[:cut]
            rest = rest[cut:]
        yield rest


@lru_cache(maxsize=2048)
def one_line(text: str) -> str:
    """A text as one line, every sign of it shown."""
    return " ".join(shown(text).split())


def fitted(text: str, size: float, width: float, face: int = Face.SANS) -> str:
    """A text on one line: cut with an ellipsis where it is too wide."""
    if width_at_1(text, face) * size <= width:
        return text
    while text and width_at_1(text + "…", face) * size > width:
        text = text[:-1]
    return text.rstrip() + "…"


def chosen(text: str, sizes: Iterable[float], width: float, face: int = Face.SANS) -> float:
    """The first of ``sizes`` in which a text fits a line; the last if none does."""
    size = 0.0
    for size in sizes:
        if width_at_1(text, face) * size <= width:
            break
    return size
