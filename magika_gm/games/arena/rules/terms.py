"""Words of the law that the rules tell apart: never texts for people."""

from __future__ import annotations

from enum import IntEnum, StrEnum

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
