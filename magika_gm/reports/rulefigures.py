"""The rule book's drawings: simple shapes, written once and shown both as SVG (the pages) and in the PDF."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from html import escape
from math import sqrt
from typing import NamedTuple

from magika_gm.games.magika.arena import (
    DIRECTIONS,
    GOAL,
    INDEX,
    LETTERS,
    NAME,
    NEIGHBOUR,
    NUMBER,
    ROW,
    ROWS,
    SPACES,
    distance,
    space_at,
)

_ROOT = sqrt(3.0)
WATER, SAND, PALE, WHITE, GOLD, INK = "#cfe2f3", "#f4ecd0", "#eef3e6", "#ffffff", "#f2d488", "#5c3880"
RINGS = ("#b79fd0", "#cfc0e0", "#e1d8ec", "#f1edf6")


class Hex(NamedTuple):
    """A hexagon: centre, outer radius, fill."""

    x: float
    y: float
    size: float
    fill: str

    def corners(self) -> list[tuple[float, float]]:
        """The six corners, pointed top."""
        half, tall = self.size * _ROOT / 2, self.size / 2
        x, y, size = self.x, self.y, self.size
        return [(x, y + size), (x + half, y + tall), (x + half, y - tall),
                (x, y - size), (x - half, y - tall), (x - half, y + tall)]  # fmt: skip


class Label(NamedTuple):
    """A text centred on x, standing on y."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    colour: str = "#000000"


class Figure(NamedTuple):
    """A drawing in points, y growing upward from 0; what it shows is in ``title``."""

    width: float
    height: float
    title: str
    hexes: tuple[Hex, ...]
    labels: tuple[Label, ...]


def _centre(space: int, size: float) -> tuple[float, float]:
    """Centre of a space when a1's is at (0, 0), y growing upward."""
    row = ROW[space]
    return (NUMBER[space] - 1 - row / 2) * size * _ROOT, -row * size * 1.5


@cache
def arena() -> Figure:
    """The whole triangle: rows lettered, ocean and coast tinted, the starting spaces and the Goal Square marked."""
    size = 9.4
    wide, high = 27.6 * size * _ROOT, (1.5 * (ROWS - 1) + 2) * size
    hexes, labels = [], []
    for space in range(SPACES):
        cx, cy = _centre(space, size)
        x, y = wide / 2 + cx + size * 0.6, high - size + cy
        row = LETTERS[ROW[space]]
        fill = GOLD if space == GOAL else WATER if row == "z" else SAND if row == "y" else WHITE
        hexes.append(Hex(x, y, size, fill))
        if space == space_at(ROW[space], 1):
            labels.append(Label(x - size * 1.7, y - 2.6, row, 7.5, colour=INK))
        number = NAME[space][1:]
        if row == "y":
            mark = "M" if number == "13" else "●" if int(number) % 2 == 0 else ""
            if mark:
                labels.append(Label(x, y - 2.6, mark, 7, bold=mark == "M", colour=INK))
    top = hexes[0]
    labels.append(Label(top.x + 62, top.y - 2.5, "a1, the Goal Square", 8, bold=True, colour=INK))
    return Figure(wide, high, "The arena", tuple(hexes), tuple(labels))


@cache
def rings() -> Figure:
    """Three rings around m7, spaces named, ways lettered."""
    size, here = 23.0, INDEX["m7"]
    high = 11 * size
    wide = 7 * size * _ROOT
    ox, oy = _centre(here, size)
    hexes, labels = [], []
    ways = {NEIGHBOUR[d][here]: d for d in DIRECTIONS}
    for space in range(SPACES):
        away = distance(here, space)
        if away > 3:
            continue
        cx, cy = _centre(space, size)
        x, y = wide / 2 + cx - ox, high / 2 + cy - oy
        hexes.append(Hex(x, y, size, RINGS[away]))
        labels.append(Label(x, y - (8.5 if space in ways or not away else 3), NAME[space], 8))
        if space in ways:
            labels.append(Label(x, y + 2, ways[space], 10, bold=True, colour=INK))
        elif not away:
            labels.append(Label(x, y + 2, "you", 9, bold=True, colour=INK))
    return Figure(wide, high, "Rings and ways", tuple(hexes), tuple(labels))


FIGURES: dict[str, Callable[[], Figure]] = {"arena": arena, "rings": rings}
"""The drawings by the name the pages know them by: ``img/arena.svg``."""


def svg(figure: Figure) -> str:
    """The drawing as an SVG file."""
    high = figure.height
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {figure.width:.1f} {high:.1f}" '
        f'width="{figure.width:.0f}" height="{high:.0f}" font-family="DejaVu Sans, Verdana, sans-serif">',
        f"<title>{escape(figure.title)}</title>",
    ]
    for shape in figure.hexes:
        points = " ".join(f"{x:.1f},{high - y:.1f}" for x, y in shape.corners())
        lines.append(f'<polygon points="{points}" fill="{shape.fill}" stroke="#777777" stroke-width="0.6"/>')
    for label in figure.labels:
        weight = ' font-weight="bold"' if label.bold else ""
        lines.append(
            f'<text x="{label.x:.1f}" y="{high - label.y:.1f}" font-size="{label.size:g}"{weight} '
            f'fill="{label.colour}" text-anchor="middle">{escape(label.text)}</text>'
        )
    return "\n".join([*lines, "</svg>"]) + "\n"
