"""Texts set in lines: broken where they are too wide, cut where they must stay on one line."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from magika_gm.reports.right_to_left import joined
from magika_gm.reports.templating import safe
from magika_gm.reports.typeface import Face, can_show, runs, width_at_1


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
