"""The triangular arena: 351 spaces, six directions, rings (ARENA-1 to ARENA-4).

A space is an index 0 … 350 counted row by row from the Goal Square; people write it as row letter and number
(``a1``, ``y12``). Everything here is geometry: terrain belongs to a world.
"""

from __future__ import annotations

from functools import cache

ROWS = 26
SPACES = ROWS * (ROWS + 1) // 2
GOAL = 0
ROW_LETTERS = "abcdefghijklmnopqrstuvwxyz"

ROW: tuple[int, ...] = tuple(r for r in range(ROWS) for _ in range(r + 1))
"""Row of a space: 0 is row a. This is its distance from the Goal Square too (ARENA-4)."""
NUMBER: tuple[int, ...] = tuple(n for r in range(ROWS) for n in range(1, r + 2))
"""Number of a space in its row, from the left, counted from 1."""
NAME: tuple[str, ...] = tuple(f"{ROW_LETTERS[r]}{n}" for r, n in zip(ROW, NUMBER, strict=True))
INDEX: dict[str, int] = {name: i for i, name in enumerate(NAME)}

DIRECTIONS = ("NE", "E", "SE", "SW", "W", "NW")
"""The six directions in listing order (docs/file-formats.md, Dice)."""
NORTHWARD = frozenset({"NE", "NW"})
LATERAL = frozenset({"E", "W"})
SOUTHWARD = frozenset({"SE", "SW"})

_STEP = {
    "NE": (-1, 0),
    "E": (0, 1),
    "SE": (1, 1),
    "SW": (1, 0),
    "W": (0, -1),
    "NW": (-1, -1),
    "N": (-2, -1),
    "S": (2, 1),
}


def space_at(row: int, number: int) -> int:
    """Index of the space in ``row`` (0 is a) with ``number`` from the left, or -1 outside the triangle."""
    if 0 <= row < ROWS and 1 <= number <= row + 1:
        return row * (row + 1) // 2 + number - 1
    return -1


NEIGHBOUR: dict[str, tuple[int, ...]] = {
    d: tuple(space_at(ROW[s] + dr, NUMBER[s] + dn) for s in range(SPACES)) for d, (dr, dn) in _STEP.items()
}
"""``NEIGHBOUR[direction][space]``: the space reached, or -1 (ARENA-2). "N" and "S" jump over two rows (TelPtX)."""


def along(space: int, direction: str, steps: int) -> int:
    """The space ``steps`` spaces away in a straight line, or -1 if the line leaves the triangle.

    For "N" and "S" a step is the jump over exactly two rows, so ``steps`` is 1.
    """
    neighbours = NEIGHBOUR[direction]
    for _ in range(steps):
        space = neighbours[space]
        if space < 0:
            return -1
    return space


def distance(one: int, other: int) -> int:
    """Rings between two spaces (ARENA-3)."""
    dr = ROW[one] - ROW[other]
    dn = NUMBER[one] - NUMBER[other]
    return max(abs(dr), abs(dn), abs(dr - dn))


@cache
def within(space: int, rings: int) -> frozenset[int]:
    """All spaces at most ``rings`` away, the space itself among them."""
    row, number = ROW[space], NUMBER[space]
    found = []
    for dr in range(-rings, rings + 1):
        for dn in range(max(-rings, dr - rings), min(rings, dr + rings) + 1):
            other = space_at(row + dr, number + dn)
            if other >= 0:
                found.append(other)
    return frozenset(found)


def ring(space: int, k: int) -> tuple[int, ...]:
    """The spaces at distance ``k``, in index order: 6, 12, 18 for k = 1, 2, 3 away from the edges."""
    return tuple(s for s in sorted(within(space, k)) if distance(space, s) == k)


def bearing(start: int, target: int) -> str:
    """Direction of eight from one space to another, "" for the same space (ART-5).

    The triangle is drawn with its rows centred, so a space lies at x = number - row / 2, y = row (rows √3/2 apart);
    the eighth of the compass in which the target lies is given.
    """
    if start == target:
        return ""
    dr = ROW[target] - ROW[start]
    x = 2 * (NUMBER[target] - NUMBER[start]) - dr  # half spaces eastward
    y = -dr * 1.7320508075688772  # the same unit northward: a row is √3 half spaces
    # eighths are bounded at 22.5°: tan 22.5° = √2 - 1
    t = 0.41421356237309503
    if abs(x) <= t * abs(y):
        return "N" if y > 0 else "S"
    if abs(y) <= t * abs(x):
        return "E" if x > 0 else "W"
    return ("N" if y > 0 else "S") + ("E" if x > 0 else "W")
