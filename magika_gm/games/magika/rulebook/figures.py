# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""The rule book's drawings, as pictures: the arena and the rings. Terrain is left out: playing finds it out."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, pi, sin

from magika_gm.games.magika.report import map_signs as signs
from magika_gm.games.magika.rules.arena import (
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
from magika_gm.games.magika.rules.tables import EBON
from magika_gm.reports.picture import ROOT, WHITE, Circles, Hexes, Item, Lines, Picture, Point, Texts

WATER, SAND, GOLD, INK, LINE = "#cfe2f3", "#f4ecd0", "#f2d488", "#5c3880", "#777777"
RINGS = ("#b79fd0", "#cfc0e0", "#e1d8ec", "#f1edf6")
"""Fills by distance, nearest first."""
EBON_START = 13


def _centre(space: int, radius: float) -> Point:
    """Centre of a space when a1's is at (0, 0), y growing upward."""
    row = ROW[space]
    return (NUMBER[space] - 1 - row / 2) * radius * ROOT, -row * radius * 1.5


@cache
def arena() -> Picture:
    """The whole triangle: rows lettered, ocean and coast tinted, the starting spaces and the Goal Square marked."""
    radius = 9.4
    width, height = 27.6 * radius * ROOT, (1.5 * (ROWS - 1) + 2) * radius
    at = {}
    for space in range(SPACES):
        x, y = _centre(space, radius)
        at[space] = (width / 2 + radius * 0.6 + x, height - radius + y)
    rows = [[at[space_at(row, n)] for n in range(1, row + 2)] for row in range(ROWS)]
    coast, ocean = rows[ROWS - 2], rows[ROWS - 1]
    inland = [place for row in rows[1 : ROWS - 2] for place in row]
    novices = tuple(coast[n - 1] for n in range(2, 25, 2))
    ebon, goal = coast[EBON_START - 1], at[GOAL]
    names = tuple((row[0][0] - radius * 1.7, row[0][1] - 2.6, LETTERS[r]) for r, row in enumerate(rows))
    items: tuple[Item, ...] = (
        Hexes(tuple(inland), radius, WHITE, LINE),
        Hexes(tuple(coast), radius, SAND, LINE),
        Hexes(tuple(ocean), radius, WATER, LINE),
        Hexes((goal,), radius, GOLD, LINE),
        Circles(novices, 2.4, INK),
        Texts(names, 7.5, colour=INK),
        Texts(((ebon[0], ebon[1] - 2.6, EBON), (goal[0] + 62, goal[1] - 2.5, "a1, the Goal Square")), 7.5, True, INK),
    )
    told = "A triangle of hexagons, rows a to z; dots on row y are the novices' starting spaces, M the Ebon Mage's."
    return Picture(width, height, "The arena", told, items)


@cache
def rings() -> Picture:
    """Three rings around m7, spaces named, ways lettered."""
    radius, here = 23.0, INDEX["m7"]
    width, height = 7 * radius * ROOT, 11 * radius
    ox, oy = _centre(here, radius)
    ways = {NEIGHBOUR[d][here]: d for d in DIRECTIONS} | {here: "you"}
    near = [s for s in range(SPACES) if distance(here, s) < len(RINGS)]
    at = {s: (width / 2 + x - ox, height / 2 + y - oy) for s in near for x, y in [_centre(s, radius)]}
    items: tuple[Item, ...] = (
        *(
            Hexes(tuple(at[s] for s in near if distance(here, s) == away), radius, fill, LINE)
            for away, fill in enumerate(RINGS)
        ),
        Texts(tuple((x, y - (8.5 if s in ways else 3), NAME[s]) for s, (x, y) in at.items()), 8),
        Texts(tuple((at[s][0], at[s][1] + 2, text) for s, text in ways.items()), 10, True, INK),
    )
    told = "A space in the middle, its six neighbours lettered by direction, and two more rings around them."
    return Picture(width, height, "Ways and rings", told, items)


_BANDS = (("volcanic", "mountain"), ("mountain", "glacial"), ("glacial", "mountain"), ("desert", "mountain"), ("desert", "hills"),
          ("hills", "forest"), ("forest", "hills"), ("forest", "river"), ("swamp", "forest"), ("plains", "forest"),
          ("plains", "river"), ("plains", "hills"))  # fmt: skip


@cache
def cover() -> Picture:
    """The arena in full colour, for the cover: its land is invented, so that it tells nothing of any game's."""
    radius = 13.0
    width, height = 26.4 * radius * ROOT, (1.5 * (ROWS - 1) + 2) * radius + 70
    groups: dict[str, list[Point]] = {}
    for space in range(1, SPACES):
        row = ROW[space]
        x, y = _centre(space, radius)
        place = (round(width / 2 + x, 1), round(height - 70 - radius + y, 1))
        if row >= ROWS - 2:
            name = "ocean" if row == ROWS - 1 else "coastal"
        else:
            pair = _BANDS[min(len(_BANDS) - 1, (row + (space * 7919 >> 3) % 3 - 1) // 2)]
            name = pair[(space * 2654435761 >> 7) % 5 == 0]
        groups.setdefault(name, []).append(place)
    goal = (round(width / 2, 1), round(height - 70 - radius, 1))
    rays = tuple((goal, (goal[0] + sin(a / 12 * pi) * 60, goal[1] + cos(a / 12 * pi) * 60)) for a in range(-8, 9))
    items: tuple[Item, ...] = (
        Lines(rays, "#e0b94a", 1.2),
        *(
            Hexes(tuple(places), radius, signs.FILL[name], signs.EDGE, 0.3, f"{name} glyph", signs.INK[name])
            for name, places in sorted(groups.items())
        ),
        *signs.goal(goal, radius),
    )
    return Picture(width, height, "The arena", "A triangle of coloured land with a gilt Goal Square at its tip.", items)


FIGURES: dict[str, Callable[[], Picture]] = {"arena": arena, "rings": rings}
"""The drawings by the name the pages know them by: ``img/arena.svg``."""
