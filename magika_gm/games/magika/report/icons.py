# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""Small drawings of things: the twelve artifacts, and marks of deeds; four to eight strokes each."""

from __future__ import annotations

from math import cos, pi, sin

from magika_gm.games.magika.sight.deeds import GOAL_REACHED, STRIKE
from magika_gm.reports.picture import Circles, Item, Lines, Point

FOUND = "found"
_STROKES: dict[str, tuple[tuple[Point, ...], ...]] = {
    "crown": (((-1, -0.7), (-1, 0.6), (-0.45, -0.05), (0, 0.8), (0.45, -0.05), (1, 0.6), (1, -0.7), (-1, -0.7)),),
    "orb": (((-0.8, -0.15), (0.8, -0.15)), ((0, 0.65), (0, 1.05)), ((-0.22, 0.85), (0.22, 0.85))),
    "scepter": (((-0.7, -1), (0.45, 0.5)), ((0.15, 0.75), (0.75, 0.25)), ((0.5, 0.55), (0.85, 1.0))),
    "cross": (((0, -1), (0, 1)), ((-0.7, 0.35), (0.7, 0.35))),
    "ankh": (((0, -1), (0, 0.1)), ((-0.6, -0.1), (0.6, -0.1))),
    "lamp": (((-0.9, -0.1), (0.5, -0.1), (1, 0.35), (0.3, -0.7), (-0.5, -0.7), (-0.9, -0.1)), ((0.95, 0.55), (1.05, 0.95)), ((-0.4, -1), (0.2, -1))),
    "pendant": (((-0.8, 1), (0, 0.1), (0.8, 1)), ((0, 0.1), (-0.45, -0.45), (0, -1), (0.45, -0.45), (0, 0.1))),
    "medallion": (((-0.5, 1), (-0.1, 0.3)), ((0.5, 1), (0.1, 0.3))),
    "helm": (((-0.8, -0.8), (-0.8, 0.1), (-0.5, 0.75), (0, 0.95), (0.5, 0.75), (0.8, 0.1), (0.8, -0.8), (0.3, -0.8), (0.3, -0.1), (-0.3, -0.1), (-0.3, -0.8), (-0.8, -0.8)),),
    "candle": (((-0.35, -1), (-0.35, 0.2), (0.35, 0.2), (0.35, -1), (-0.35, -1)), ((0, 0.2), (0, 0.45)), ((0, 0.5), (-0.2, 0.75), (0, 1.1), (0.2, 0.75), (0, 0.5))),
    "tome": (((-0.9, -0.8), (-0.9, 0.7), (0, 0.5), (0.9, 0.7), (0.9, -0.8), (0, -0.95), (-0.9, -0.8)), ((0, 0.5), (0, -0.95))),
    "rod": (((-0.8, -0.9), (0.7, 0.8)), ((0.35, 0.9), (0.9, 0.45)), ((-0.95, -0.7), (-0.6, -1.0))),
    STRIKE: (((0.2, 1.05), (-0.45, -0.05), (0.15, -0.05), (-0.2, -1.05)), ((0.15, -0.05), (0.5, 0.15))),
    GOAL_REACHED: (((-0.6, -1), (-0.6, 1), (0.8, 0.55), (-0.6, 0.1)),),
    FOUND: (((-0.7, -0.7), (0.7, -0.7), (0.7, 0.7), (-0.7, 0.7), (-0.7, -0.7)), ((-0.35, 0.2), (0.35, 0.2)), ((-0.35, -0.2), (0.35, -0.2))),
}  # fmt: skip
_ROUND = {"orb": (0.0, -0.15, 0.8), "ankh": (0.0, 0.55, 0.42), "medallion": (0.0, -0.35, 0.62)}


def icon(name: str, x: float, y: float, size: float, colour: str, width: float) -> list[Item]:
    """A thing drawn around (x, y), ``size`` from its middle to its edge."""
    paths = tuple(
        tuple((round(x + px * size, 2), round(y + py * size, 2)) for px, py in path) for path in _STROKES[name]
    )
    found: list[Item] = [Lines(paths, colour, round(width, 2))]
    if name in _ROUND:
        cx, cy, r = _ROUND[name]
        found.append(
            Circles(
                ((round(x + cx * size, 2), round(y + cy * size, 2)),), round(r * size, 2), "", colour, round(width, 2)
            )
        )
    return found


def star(x: float, y: float, size: float, points: int = 8) -> tuple[Point, ...]:
    """A star's outline: rays around the Goal."""
    return tuple(
        (
            round(x + sin(n * pi / points) * size * (1.0 if n % 2 == 0 else 0.6), 2),
            round(y + cos(n * pi / points) * size * (1.0 if n % 2 == 0 else 0.6), 2),
        )
        for n in range(2 * points)
    )
