"""The isle's twenty squares (ISLE): names, directions, distances, edges; and the two seats (SET-1).

A square is a number from 0 to 19 in reading order (ISLE-3), so that sorting squares sorts them as the rules do.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

SUN = "SUN"
MOON = "MOON"
SEATS = (SUN, MOON)
OTHER = {SUN: MOON, MOON: SUN}
"""The foe's seat."""
NEUTRAL = ""
WATER = "Water"

COLUMNS = "abcde"
ROWS = 4
WIDTH = len(COLUMNS)
SQUARES: tuple[str, ...] = tuple(f"{column}{row}" for row in range(1, ROWS + 1) for column in COLUMNS)
"""Names in reading order (ISLE-3)."""
SQUARE: dict[str, int] = {name: number for number, name in enumerate(SQUARES)}
ALL_SQUARES = range(len(SQUARES))


class Direction(StrEnum):
    """The four directions (ISLE-2)."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"


_SHIFTS = {Direction.NORTH: (0, -1), Direction.EAST: (1, 0), Direction.SOUTH: (0, 1), Direction.WEST: (-1, 0)}


def _shifted(square: int, direction: Direction, far: int) -> int:
    row, column = divmod(square, WIDTH)
    column += _SHIFTS[direction][0] * far
    row += _SHIFTS[direction][1] * far
    return row * WIDTH + column if 0 <= column < WIDTH and 0 <= row < ROWS else -1


STEP: dict[Direction, tuple[int, ...]] = {d: tuple(_shifted(s, d, 1) for s in ALL_SQUARES) for d in Direction}
"""By direction, the square one step from each; -1 beyond the edge."""
LEAP: dict[Direction, tuple[int, ...]] = {d: tuple(_shifted(s, d, 2) for s in ALL_SQUARES) for d in Direction}
"""By direction, the square two steps from each (ACT-9)."""
NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(STEP[d][s] for d in Direction if STEP[d][s] >= 0) for s in ALL_SQUARES
)
DISTANCE: tuple[tuple[int, ...], ...] = tuple(
    tuple(abs(a % WIDTH - b % WIDTH) + abs(a // WIDTH - b // WIDTH) for b in ALL_SQUARES) for a in ALL_SQUARES
)
"""Difference of columns + difference of rows (ISLE-2)."""
EDGE: frozenset[int] = frozenset(s for s in ALL_SQUARES if s % WIDTH in (0, WIDTH - 1) or s // WIDTH in (0, ROWS - 1))
"""The 14 edge squares (ISLE-4)."""


def joined(squares: Collection[int]) -> bool:
    """Whether all these squares hang together by steps N, E, S, W (BUILD-4); none or one always do."""
    left = set(squares)
    if not left:
        return True
    reached = [left.pop()]
    while reached:
        for other in NEIGHBOURS[reached.pop()]:
            if other in left:
                left.remove(other)
                reached.append(other)
    return not left
