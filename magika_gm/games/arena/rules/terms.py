"""Words of the law that the rules tell apart: never texts for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import IntEnum, StrEnum
from functools import cache

from magika_gm.engine.records import named_thing

SIDES = ("A", "B")
OTHER = {"A": "B", "B": "A"}
"""A side's opponent."""
TERRAINS = {
    "G": "grass",
    "F": "forest",
    "R": "rocky",
    "S": "swamp",
    "W": "water",
    "L": "lava",
}
"""The six terrains a hex may be given, by letter (BOARD-5)."""
COURT = "K"
"""The terrain of the two king hexes, which never changes (BOARD-5)."""
TERRAIN_NAMES = {**TERRAINS, COURT: "court"}
TERRAIN_LETTERS = {name: letter for letter, name in TERRAIN_NAMES.items()}


class AttackType(StrEnum):
    """What a creature's Power is (TGT-1)."""

    STANDARD = "S"
    TARGETED = "T"
    BLUNT = "B"


class MagicType(StrEnum):
    """The nine types of magic, and Tech, which is none (MAG-3)."""

    CHARM = "Charm"
    CREATURE = "Creature"
    DEATH = "Death"
    DESTRUCTION = "Destruction"
    HOLY = "Holy"
    ILLUSION = "Illusion"
    META = "Meta"
    NATURE = "Nature"
    SPACETIME = "Spacetime"
    TECH = "Tech"


class Target(StrEnum):
    """What an effect is aimed at (MAG-11)."""

    SELF = "self"
    CREATURE = "creature"
    CORPSE = "corpse"
    ITEM = "item"
    HEX = "hex"
    PLACE = "creatures in hex"
    AREA = "multi-hex"
    AREA_CREATURES = "creatures in multi-hex"
    ENCHANTMENT = "enchantment"
    WALL = "wall"
    EFFECT = "effect"


class Meant(StrEnum):
    """Whom a spell or item is meant for: an offer never harms who is offered it."""

    ENEMY = "enemy"
    OWN = "own"
    LAND = "land"
    ANY = "any"


class Time(StrEnum):
    """Casting times (MAG-5); a spell of N turns is LONG and says how many."""

    COUNTERSPELL = "C"
    INSTANT = "I"
    HALF_TURN = "H"
    LONG = "N"


class Duration(StrEnum):
    """How long an effect lasts (MAG-17)."""

    CONTINUOUS = "continuous"
    PHASE = "1p"
    INSTANTANEOUS = "in"
    UNTIL_DISPELLED = "ud"
    REPEATING = "rep"


class Phase(StrEnum):
    """The two magic phases of a player turn."""

    M1 = "M1"
    M2 = "M2"


class Step(IntEnum):
    """The steps of a player turn (SEQ)."""

    BEGIN = 0
    TERRAIN = 1
    EQUIP = 2
    MAGIC_1 = 3
    MOVE = 4
    MAGIC_2 = 5
    COMBAT = 6
    RETREAT = 7
    LATE_EQUIP = 8
    END = 9


class Outcome(StrEnum):
    """What became of a declared effect (CASE, ``magic``)."""

    PENDING = "pending"
    WORKS = "works"
    CANCELLED = "cancelled"
    REFLECTED = "reflected"
    FAILS = "fails"
    RETURNED = "returned"
    STOPPED = "stopped"


class Fate(StrEnum):
    """What becomes of somebody chosen or drawn to die."""

    DIES = "dies"
    IMMUNE = "immune"
    REGENERATES = "regenerates"


class Ending(StrEnum):
    """Why a game is over (WIN)."""

    RESIGN = "resign"
    DRAW = "draw"
    KING = "king"
    CREATURES = "creatures"
    POINTS = "points"


class Mode(StrEnum):
    """How player turns are put into mail turns (MAIL-1, MAIL-2)."""

    SINGLE = "single"
    PAIRED = "paired"


DRAWN = "draw"
"""Who won, where nobody did."""


# What the steps of a player turn are called, and where they stand in a mail turn (SEQ, MAIL-2).


STEPS: dict[Step, str] = {
    Step.BEGIN: "Beginning",
    Step.TERRAIN: "Terrain change",
    Step.EQUIP: "Equip and mount",
    Step.MAGIC_1: "Magic before movement (M1)",
    Step.MOVE: "Movement",
    Step.MAGIC_2: "Magic before combat (M2)",
    Step.COMBAT: "Combat",
    Step.RETREAT: "Retreat",
    Step.LATE_EQUIP: "Equip and mount again",
    Step.END: "Winning",
}
"""By step of SEQ."""
STEPS_A_TURN = len(STEPS)
CHAPTERS: tuple[str, ...] = (
    *STEPS.values(),
    *(f"Second player turn: {title[:1].lower()}{title[1:]}" for title in STEPS.values()),
)
"""Titles of a mail turn's chapters by number: the steps of its first player turn, then those of its second."""


def chapter(part: int, step: int) -> int:
    """The chapter's number of a step; ``part`` is the player turn's number in its mail turn (0: before the first)."""
    return (max(part, 1) - 1) * STEPS_A_TURN + step


# The board: a hexagon of hexes, each with its ground and its airspace (BOARD).
#
# A hex is its number in reading order (a1, a2, … i5), a *place* twice that, plus one in the air: places in order are
# a1, a1^, a2 … as SEQ-1 wants them.


DIRECTIONS = ("E", "W", "NE", "NW", "SE", "SW")
_STEPS = {"E": (1, 0), "W": (-1, 0), "NE": (1, -1), "NW": (0, -1), "SE": (0, 1), "SW": (-1, 1)}
LEAST_SIDE, MOST_SIDE = 3, 7
STANDARD_SIDE = 5


@named_thing
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
