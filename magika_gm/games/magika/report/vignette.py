# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""A strip of the land ahead in silhouette, row z at the left to the Goal at the right, the mage's disc at his row."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from magika_gm.games.magika.report import signs
from magika_gm.games.magika.report.report import Report
from magika_gm.games.magika.report.signs import Draft
from magika_gm.games.magika.rules.arena import ROW, ROW_LETTERS, ROWS
from magika_gm.games.magika.rules.tables import TERRAIN_NAMES
from magika_gm.reports.kit.base import Style
from magika_gm.reports.picture import Lines, Picture, Point, Polygon, mixed

PALE_LAND, DARK_LAND = "#cdbfe3", "#4b2a78"
"""Near the reader, and at the horizon."""


def silhouette(
    name: str, left: float, each: float, ground: float, tall: float, width: float
) -> list[tuple[Point, ...]]:
    """A kind of land on the ground line, ``each`` wide and leaning over its neighbours, nothing beyond 0 and ``width``."""
    return [
        tuple(zip(across, (round(ground + y * tall, 1) for _, y in shape), strict=True))
        for across, shape in zip(_across(name, left, each, width), signs.FIGURES[name][0].polygons, strict=True)
    ]


@lru_cache(maxsize=1024)
def _across(name: str, left: float, each: float, width: float) -> tuple[tuple[float, ...], ...]:
    """How far right a silhouette's corners stand: the same on all strips of a width."""
    return tuple(
        tuple(round(min(max(left + (x * 1.5 - 0.25) * each, 0.0), width), 1) for x, _ in shape)
        for shape in signs.FIGURES[name][0].polygons
    )


def tail_piece(number: int, width: float, height: float) -> Picture:
    """The end of a chapter: a little land in silhouette, another in every chapter, darker to the horizon."""
    names = sorted(set(TERRAIN_NAMES) - {"ocean"})
    count = 9
    each = width / count
    shown = [names[(number * 3 + n * 4) % len(names)] for n in range(count)]
    polygons = [
        Polygon(points, mixed(PALE_LAND, DARK_LAND, n / (count - 1)))
        for n, name in enumerate(shown)
        for points in silhouette(name, n * each, each, 0.0, height * 0.9, width)
    ]
    return Picture(width, height, "Land", "A strip of land in silhouette.", tuple(polygons))


def vignette_picture(report: Report, width: float, height: float, style: Style) -> Picture:
    """The strip; rows nobody has told him of are a level line."""
    draft = Draft(style)
    by_row: dict[int, Counter[int]] = {}
    for space, (terrain, _) in report.history.items():
        by_row.setdefault(ROW[space], Counter())[terrain] += 1
    each = width / ROWS
    size = style.map_size()
    ground = size + 3
    tall = height - ground - 2
    for row in range(ROWS):
        left = (ROWS - 1 - row) * each
        colour = mixed(PALE_LAND, DARK_LAND, 1 - row / (ROWS - 1))
        if row not in by_row:
            draft.add(Lines((((round(left, 1), ground), (round(left + each, 1), ground)),), "#cccccc", 0.5))
            continue
        name = TERRAIN_NAMES[max(by_row[row].items(), key=lambda pair: (pair[1], pair[0]))[0]]
        for points in silhouette(name, left, each, ground, tall * 0.62, width):
            draft.add(Polygon(points, colour))
    own = ROW[report.recon.space]
    for row in range(ROWS):
        ink = signs.VIOLET if row == own else signs.GREY
        draft.text((ROWS - 1 - row + 0.5) * each, 2, ROW_LETTERS[row], size, row == own, ink)
    x = (ROWS - 1 - own + 0.5) * each
    radius = min(7.5, tall * 0.3)
    signs.disc(draft, x, ground + tall - radius, radius, report.mage.letter, report.mage.team)
    return draft.picture(width, height, "The land ahead", f"{own} rows to the Goal Square.")
