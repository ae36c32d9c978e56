"""Runes drawn as tiles, vectors of our own: told apart by glyph and figure, without colour too.

A rune with magic bears a spark in its corner and lies on ivory; a dim one is grey and has none (RUNE-4).
"""

from __future__ import annotations

from math import cos, pi, sin

from magika_gm.games.rune_war.runes import CODES, number_of, suit_of
from magika_gm.reports.kit.style import Style
from magika_gm.reports.pdf_stream import BOLD, text_width
from magika_gm.reports.picture import Circles, Item, Lines, Point, Polygon, Texts

INK, EDGE = "#1c1726", "#6f6879"
IVORY, DIM, BACK, SPARK = "#fffdf4", "#d9d6d0", "#8d86a8", "#c98a00"
SUIT_INK = {"K": "#6b2335", "S": "#1f4c7a", "C": "#2a5f3a", "": "#1c1726"}
DRAGON = {31: "#a81f1f", 32: "#2c7a3c", 33: ""}
RATIO = 1.38
"""A tile's height by its width."""


def box(x: float, y: float, wide: float, high: float) -> tuple[Point, ...]:
    """A rectangle's corners."""
    return ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))


def _cut_box(x: float, y: float, wide: float, high: float, c: float) -> tuple[Point, ...]:
    """A rectangle with cut corners."""
    return (
        (x + c, y), (x + wide - c, y), (x + wide, y + c), (x + wide, y + high - c),
        (x + wide - c, y + high), (x + c, y + high), (x, y + high - c), (x, y + c),
    )  # fmt: skip


def tile(
    x: float,
    y: float,
    wide: float,
    kind: int,
    style: Style,
    *,
    magic: bool = True,
    spark: bool = True,
    mark: bool = False,
) -> list[Item]:
    """A tile with its lower left corner at (x, y). ``kind`` -1 lies face down; ``mark`` draws a heavy frame."""
    high = wide * RATIO
    corner = wide * 0.1
    fill = BACK if kind < 0 else IVORY if magic else DIM
    items: list[Item] = [Polygon(_cut_box(x, y, wide, high, corner), fill, INK if mark else EDGE, 1.3 if mark else 0.5)]
    if kind < 0:
        step = wide / 4
        items.append(Lines(tuple(((x + step * n, y + 2), (x + step * n, y + high - 2)) for n in (1, 2, 3)), IVORY, 0.5))
        return items
    size = _size(high * 0.46, wide * 0.8, style)
    if magic and spark:
        items.append(Polygon(_star(x + wide * 0.82, y + high * 0.85, wide * 0.16), SPARK, INK, 0.25))
    suit = suit_of(kind)
    if suit:
        text = str(number_of(kind))
        left = x + wide * 0.42 - text_width(text, size, BOLD) / 2
        items.append(Texts(((left, y + high * 0.93 - size * 0.78, text),), size, True, SUIT_INK[suit], True))
        return items + _GLYPHS[suit](x + wide / 2, y + high * 0.25, high * 0.2)
    return items + _honor(x, y, wide, high, kind, size)


def _size(tall: float, wide: float, style: Style) -> float:
    """The largest size of type that fits a tile."""
    fitting = [s for s in style.map_sizes if s <= tall * 1.15 and s * 0.62 <= wide]
    return max(fitting, default=min(style.map_sizes))


def _star(x: float, y: float, r: float) -> tuple[Point, ...]:
    return tuple(
        (
            round(x + sin(n * pi / 4) * r * (0.36 if n % 2 else 1.0), 2),
            round(y + cos(n * pi / 4) * r * (0.36 if n % 2 else 1.0), 2),
        )
        for n in range(8)
    )


def _skull(x: float, y: float, r: float) -> list[Item]:
    ink = SUIT_INK["K"]
    jaw = box(x - r * 0.45, y - r * 0.95, r * 0.9, r * 0.75)
    return [
        Polygon(jaw, ink),
        Circles(((x, y + r * 0.2),), r * 0.82, ink),
        Circles(((x - r * 0.32, y + r * 0.14), (x + r * 0.32, y + r * 0.14)), r * 0.22, IVORY),
        Lines((((x, y - r * 0.9), (x, y - r * 0.42)),), IVORY, max(0.3, r * 0.12)),
    ]


def _sword(x: float, y: float, r: float) -> list[Item]:
    ink = SUIT_INK["S"]
    blade = (
        (x - r * 0.2, y - r * 0.3),
        (x + r * 0.2, y - r * 0.3),
        (x + r * 0.2, y + r * 0.75),
        (x, y + r * 1.15),
        (x - r * 0.2, y + r * 0.75),
    )
    guard = ((x - r * 0.75, y - r * 0.34), (x + r * 0.75, y - r * 0.34))
    grip = ((x, y - r * 0.3), (x, y - r))
    return [Polygon(blade, ink), Lines((guard, grip), ink, max(0.6, r * 0.26))]


def _character(x: float, y: float, r: float) -> list[Item]:
    ink = SUIT_INK["C"]
    strokes = (
        ((x - r * 0.9, y + r * 0.7), (x + r * 0.9, y + r * 0.7)),
        ((x, y + r * 1.05), (x, y - r * 0.1)),
        ((x - r * 0.65, y + r * 0.1), (x + r * 0.65, y + r * 0.1)),
        ((x, y + r * 0.1), (x - r * 0.7, y - r * 0.95)),
        ((x, y + r * 0.1), (x + r * 0.7, y - r * 0.95)),
    )
    return [Lines(strokes, ink, max(0.6, r * 0.24))]


_GLYPHS = {"K": _skull, "S": _sword, "C": _character}
_POINTS = {27: (1.0, 0.0), 28: (0.0, -1.0), 29: (-1.0, 0.0), 30: (0.0, 1.0)}


def _honor(x: float, y: float, wide: float, high: float, kind: int, size: float) -> list[Item]:
    """A wind: its letter and an arrow that points there. A dragon: its letter and a lozenge, full, barred or empty."""
    text = CODES[kind][:1]
    middle, low, r = x + wide / 2, y + high * 0.26, high * 0.19
    left = x + wide * 0.42 - text_width(text, size, BOLD) / 2
    items: list[Item] = [Texts(((left, y + high * 0.93 - size * 0.78, text),), size, True, INK, True)]
    if kind in _POINTS:
        dx, dy = _POINTS[kind]
        tip, tail = (middle + dx * r * 1.3, low + dy * r * 1.1), (middle - dx * r, low - dy * r)
        wing = (tail[0] - dy * r * 0.8, tail[1] + dx * r * 0.8), (tail[0] + dy * r * 0.8, tail[1] - dx * r * 0.8)
        return [*items, Polygon((tip, wing[0], (middle - dx * r * 0.45, low - dy * r * 0.45), wing[1]), INK)]
    lozenge = ((middle, low + r * 1.15), (middle + r * 1.25, low), (middle, low - r * 1.15), (middle - r * 1.25, low))
    items.append(Polygon(lozenge, DRAGON[kind] or IVORY, INK, 0.7))
    if kind == 32:
        items.append(Lines((((middle - r * 1.1, low), (middle + r * 1.1, low)),), IVORY, max(0.6, r * 0.3)))
    return items
