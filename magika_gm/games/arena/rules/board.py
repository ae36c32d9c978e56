"""The board: a hexagon of hexes, each with its ground and its airspace (BOARD).

A hex is its number in reading order (a1, a2, … i5), a *place* twice that, plus one in the air: places in order are
a1, a1^, a2 … as SEQ-1 wants them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

DIRECTIONS = ("E", "W", "NE", "NW", "SE", "SW")
_STEPS = {"E": (1, 0), "W": (-1, 0), "NE": (1, -1), "NW": (0, -1), "SE": (0, 1), "SW": (-1, 1)}
LEAST_SIDE, MOST_SIDE = 3, 7
STANDARD_SIDE = 5


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Board:
    """The geometry of a board whose rows have ``side`` … ``2 * side - 1`` … ``side`` hexes (BOARD-1, BOARD-2)."""

    side: int
    names: tuple[str, ...]
    """Of hexes, by number."""
    index: Mapping[str, int]
    """Hex numbers by name."""
    rows: tuple[tuple[int, ...], ...]
    """Hex numbers row by row."""
    steps: tuple[Mapping[str, int], ...]
    """Of each hex, its neighbours by direction; where the board ends there is none."""
    near: tuple[tuple[int, ...], ...]
    """Of each hex, its neighbours in order of name."""
    area: tuple[frozenset[int], ...]
    """Of each hex, itself and its neighbours (multi-hex)."""
    far: tuple[tuple[int, ...], ...]
    """Hex distances."""
    place_names: tuple[str, ...] = field(repr=False)
    """Of places, by number."""
    places: Mapping[str, int] = field(repr=False)
    """Place numbers by name."""

    @property
    def hexes(self) -> range:
        """All hexes, in order."""
        return range(len(self.names))

    def distance(self, one: int, other: int) -> int:
        """Distance between places: that of the hexes, and 1 if one is ground and the other air (BOARD-3)."""
        return self.far[one >> 1][other >> 1] + ((one ^ other) & 1)

    def wall_name(self, wall: tuple[int, int]) -> str:
        """A wall between two hexes, the lower first: ``d4/d5``."""
        return f"{self.names[wall[0]]}/{self.names[wall[1]]}"

    def wall(self, one: int, other: int) -> tuple[int, int]:
        """The side between two hexes, the lower first."""
        return (one, other) if one < other else (other, one)


def aloft(place: int) -> bool:
    """Whether a place is an airspace."""
    return bool(place & 1)


def ground(place: int) -> int:
    """The ground of a place's hex."""
    return place & ~1


def above(place: int) -> int:
    """The airspace of a place's hex."""
    return place | 1


@cache
def board_of(side: int = STANDARD_SIDE) -> Board:
    """The board whose rows have ``side`` to ``2 * side - 1`` hexes (BOARD-1: side 5)."""
    if not LEAST_SIDE <= side <= MOST_SIDE:
        raise ValueError(f"a board's shortest row has {LEAST_SIDE} to {MOST_SIDE} hexes, not {side}")
    names: list[str] = []
    axial: list[tuple[int, int]] = []
    rows: list[tuple[int, ...]] = []
    for row in range(2 * side - 1):
        r = row - (side - 1)
        length = 2 * side - 1 - abs(r)
        rows.append(tuple(range(len(names), len(names) + length)))
        for n in range(1, length + 1):
            names.append(f"{chr(ord('a') + row)}{n}")
            axial.append((n - side - min(r, 0), r))
    at = {qr: i for i, qr in enumerate(axial)}
    steps = tuple({d: at[q + dq, r + dr] for d, (dq, dr) in _STEPS.items() if (q + dq, r + dr) in at} for q, r in axial)
    near = tuple(tuple(sorted(s.values())) for s in steps)
    far = tuple(tuple(max(abs(q - x), abs(r - y), abs(q - x + r - y)) for x, y in axial) for q, r in axial)
    place_names = tuple(name + sky for name in names for sky in ("", "^"))
    return Board(
        side=side,
        names=tuple(names),
        index={name: i for i, name in enumerate(names)},
        rows=tuple(rows),
        steps=steps,
        near=near,
        area=tuple(frozenset((i, *n)) for i, n in enumerate(near)),
        far=far,
        place_names=place_names,
        places={name: i for i, name in enumerate(place_names)},
    )
