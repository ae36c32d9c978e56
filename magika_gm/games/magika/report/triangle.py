# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""The triangle of the arena in a box: where each space stands, row letters, names; what every map of it shares."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from magika_gm.games.magika.report.hexmap import centre
from magika_gm.games.magika.report.map_signs import Draft
from magika_gm.games.magika.rules.arena import LETTERS, NAME, NUMBER, ROW, ROWS, SPACES, space_at, within
from magika_gm.reports.picture import GREY, ROOT, Hexes, Point, Tenths

LETTER_ROOM = 1.5
"""Room for row letters at the left, in hexes."""
ACROSS = ROWS + LETTER_ROOM
RATIO = (1.5 * (ROWS - 1) + 2) / (ACROSS * ROOT)
"""Height of the whole triangle by its width."""


class Frame(NamedTuple):
    """A part of the triangle: rows from ``first`` to ``last``, hexes from ``left`` on, ``wide`` hexes."""

    first: int
    last: int
    left: float
    wide: float


ALL = Frame(0, ROWS - 1, -(ROWS - 1) / 2 - 0.5 - LETTER_ROOM + 0.2, ACROSS)


def east(space: int) -> float:
    """How many hexes east of the middle a space lies."""
    return NUMBER[space] - 1 - ROW[space] / 2


def cropped(spaces: set[int], ring: int = 1) -> Frame:
    """The part of the triangle that holds these spaces and one ring more; never much smaller than a third."""
    first = max(0, min(ROW[s] for s in spaces) - ring)
    last = min(ROWS - 1, max(ROW[s] for s in spaces) + ring)
    left = min(east(s) for s in spaces) - ring
    right = max(east(s) for s in spaces) + ring
    wide = max(right - left + 1, 9.0)
    middle = (left + right) / 2
    return Frame(first, last, middle - wide / 2 - LETTER_ROOM, wide + LETTER_ROOM)


def clusters(spaces: set[int]) -> list[set[int]]:
    """Spaces grouped by nearness: groups are more than four spaces apart; the largest first."""
    left, found = set(spaces), []
    while left:
        group, edge = set(), {left.pop()}
        while edge:
            group |= edge
            near = set().union(*(within(s, 4) for s in edge)) & left
            left -= near
            edge = near
        found.append(group)
    return sorted(found, key=lambda group: (-len(group), min(group)))


def radius_for(frame: Frame, width: float, height: float) -> float:
    """The radius of hexes with which a part fits a box."""
    tall = 1.5 * (frame.last - frame.first) + 2
    return int(100 * min((width - 2) / (frame.wide * ROOT), (height - 2) / tall, 40.0)) / 100


def ratio(frame: Frame) -> float:
    """Its height by its width."""
    return (1.5 * (frame.last - frame.first) + 2) / (frame.wide * ROOT)


@lru_cache(maxsize=64)
def places(radius: float, frame: Frame = ALL) -> tuple[Point, ...]:
    """Centres of all spaces, those outside the part too."""
    left, top = -frame.left * ROOT * radius, (1.5 * frame.last + 1) * radius + 1
    rounded = Tenths()
    return tuple((rounded[x + left], rounded[y + top]) for x, y in (centre(s, radius) for s in range(SPACES)))


def size_of(radius: float, frame: Frame = ALL) -> tuple[float, float]:
    """Width and height of a part."""
    return frame.wide * ROOT * radius, radius * (1.5 * (frame.last - frame.first) + 2) + 2


@lru_cache(maxsize=64)
def inside(frame: Frame) -> tuple[int, ...]:
    """The spaces of a part."""
    return tuple(
        s for s in range(SPACES)
        if frame.first <= ROW[s] <= frame.last and frame.left + LETTER_ROOM + 0.2 <= east(s) <= frame.left + frame.wide - 0.45
    )  # fmt: skip


@lru_cache(maxsize=64)
def grid(radius: float, frame: Frame, shown: frozenset[int]) -> Hexes:
    """Hexes nobody has seen: hardly there."""
    at = places(radius, frame)
    return Hexes(tuple(at[s] for s in inside(frame) if s not in shown), radius, "", "#dedede", 0.3)


def row_letters(draft: Draft, radius: float, frame: Frame, size: float) -> None:
    """A letter before each row."""
    at = places(radius, frame)
    spaces = inside(frame)
    firsts: dict[int, int] = {}
    for s in spaces:
        firsts.setdefault(ROW[s], s)
    for row, s in firsts.items():
        draft.text(at[s][0] - radius * ROOT / 2 - size * 0.65, at[s][1] - size * 0.34, LETTERS[row], size, True, GREY)


def name_place(at: Point, radius: float, size: float) -> Point:
    """Where a space's name stands: in the upper half."""
    return at[0], round(at[1] + radius * 0.84 - size * 0.92, 1)


def ends_of_rows(frame: Frame) -> set[int]:
    """First and last space of each row: they carry the numbers of the columns along the slanting edges."""
    return {space_at(row, n) for row in range(frame.first, frame.last + 1) for n in (1, row + 1)} & set(inside(frame))


def names(draft: Draft, spaces: set[int], radius: float, frame: Frame, size: float, colour: str) -> None:
    """Names of spaces."""
    at = places(radius, frame)
    draft.texts([(*name_place(at[s], radius, size), NAME[s]) for s in sorted(spaces)], size, False, colour)
