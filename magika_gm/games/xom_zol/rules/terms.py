"""The words of the law page as codes: types, kinds, factions, keywords, effects, windows, ranks (CARD, FX, ORD)."""

from __future__ import annotations

from enum import StrEnum

A, B = "A", "B"
SIDES = (A, B)
"""The two seats (TERM-1)."""
WATCH = "*"
"""Spectators, as an audience: they perceive what is public (SEE-2)."""
FOE = "FOE"
"""Whom a message goes to where nobody is named: the opponent."""
LETTERS = "GENB"
"""Mana letters in the order in which pools are written (CASE)."""


def other(side: str) -> str:
    """The opposing side."""
    return B if side == A else A


class CardType(StrEnum):
    """What a card is and when it may be played (CARD-2)."""

    CREATURE = "creature"
    CHARACTER = "character"
    CHANNEL = "channel"
    FUNCTION = "function"
    AUGMENT = "augment"
    LAND = "land"
    SIGIL = "sigil"
    SPELL = "spell"
    COUNTER = "counter"


BODIES = frozenset({CardType.CREATURE, CardType.CHARACTER})
"""Creatures in the wide sense (TERM-6)."""
MANA_CARDS = frozenset({CardType.LAND, CardType.SIGIL})
SCRAPS = frozenset({CardType.CHANNEL, CardType.SPELL, CardType.COUNTER})
"""Types that take effect and go to the discard pile."""


class Kind(StrEnum):
    """The nine creature types (CARD-5)."""

    INSECTOID = "insectoid"
    AQUATIC = "aquatic"
    UNDEAD = "undead"
    MYTHICAL = "mythical"
    BIRD = "bird"
    REPTITE = "reptite"
    ANIMATE = "animate"
    BEAST = "beast"
    HUMANOID = "humanoid"


RACES: dict[Kind, tuple[str, ...]] = {
    Kind.INSECTOID: ("spider", "scorpion", "beetle", "mantis"),
    Kind.AQUATIC: ("fish", "shark", "whale", "merfolk"),
    Kind.UNDEAD: ("vampire", "skeleton", "zombie", "ghost"),
    Kind.MYTHICAL: ("demon", "angel", "chaos"),
    Kind.BIRD: ("eagle", "falcon", "hawk", "phoenix"),
    Kind.REPTITE: ("dragon", "scaled-beast", "amphibian", "lizardman"),
    Kind.ANIMATE: ("golem", "elemental", "construct"),
    Kind.BEAST: ("behemoth", "dog", "cat", "griffin", "wolf", "bear", "animal", "mutation"),
    Kind.HUMANOID: (
        "ork", "satyr", "furbolg", "skaven", "goblin", "gnoll", "minotaur", "ogre", "elf", "dwarf", "human", "centaur",
    ),
}  # fmt: skip
KIND_OF: dict[str, Kind] = {race: kind for kind, races in RACES.items() for race in races}
"""The race gives the kind (CARD-5)."""
ROLES = ("knight", "wizard", "criminal", "druid", "tinker")


class Faction(StrEnum):
    """The ten factions by their codes (CARD-5)."""

    XE = "XE"
    PK = "PK"
    WG = "WG"
    SG = "SG"
    ZN = "ZN"
    DL = "DL"
    BH = "BH"
    TG = "TG"
    DC = "DC"
    WL = "WL"


FACTION_NAMES: dict[Faction, str] = {
    Faction.XE: "Xom Empire",
    Faction.PK: "Peace Keepers",
    Faction.WG: "Wizard's Guild",
    Faction.SG: "Slayer's Guild",
    Faction.ZN: "Zol Nation",
    Faction.DL: "Doom Legion",
    Faction.BH: "Badland Horde",
    Faction.TG: "Thieves Guild",
    Faction.DC: "Druid's Circle",
    Faction.WL: "Wild Life",
}
FACTION_LETTERS: dict[Faction, str] = {
    **dict.fromkeys((Faction.XE, Faction.PK, Faction.WG, Faction.SG), "G"),
    **dict.fromkeys((Faction.ZN, Faction.DL, Faction.BH, Faction.TG), "E"),
    **dict.fromkeys((Faction.DC, Faction.WL), "N"),
}
"""A card's letter is its faction's (CARD-6)."""
ALIGNMENTS: dict[str, str] = {"good": "G", "evil": "E", "neutral": "N"}


class Keyword(StrEnum):
    """Keywords that stand alone (FX)."""

    FLYING = "FLYING"
    PHASE = "PHASE"
    HASTE = "HASTE"
    SWIFT = "SWIFT"
    OVERRUN = "OVERRUN"
    VIGIL = "VIGIL"
    WARD = "WARD"
    VENOM = "VENOM"
    LEECH = "LEECH"
    RAIDER = "RAIDER"
    WALL = "WALL"
    LIMIT = "LIMIT"


SLAYER, DEPENDS = "SLAYER", "DEPENDS"
"""Keywords with a word after them: ``SLAYER demon`` (race, role or kind), ``DEPENDS wizard`` (race or role)."""
KEYWORD_POINTS: dict[str, int] = {
    "FLYING": 4, "PHASE": 4, "HASTE": 3, "SWIFT": 3, "OVERRUN": 3, "VIGIL": 3, "WARD": 4, "VENOM": 4, "LEECH": 3,
    "RAIDER": 2, "SLAYER": 2, "INFLATE": 4, "WALL": -4, "DEPENDS": -4, "LIMIT": -2,
}  # fmt: skip


class Rarity(StrEnum):
    """How rare a card is (CARD-7)."""

    LEGEND = "legend"
    RARE = "rare"
    UNCOMMON = "uncommon"
    COMMON = "common"
    CROP = "crop"


RARITY_NUMBERS: dict[Rarity, int] = {r: i for i, r in enumerate(Rarity, 1)}


class Verb(StrEnum):
    """What an effect does (FX-1)."""

    DAMAGE = "DAMAGE"
    GAMBLE = "GAMBLE"
    DRAIN = "DRAIN"
    HEAL = "HEAL"
    LOSE = "LOSE"
    BOOST = "BOOST"
    GRANT = "GRANT"
    DESTROY = "DESTROY"
    RETURN = "RETURN"
    COMMIT = "COMMIT"
    READY = "READY"
    PACIFY = "PACIFY"
    FOG = "FOG"
    DRAW = "DRAW"
    DISCARD = "DISCARD"
    MILL = "MILL"
    PEEK = "PEEK"
    FETCH = "FETCH"
    RAISE = "RAISE"
    MANA = "MANA"
    CANCEL = "CANCEL"
    TAX = "TAX"


class Reach(StrEnum):
    """What an effect reaches (FX-1, FX-5)."""

    NONE = ""
    CREATURE = "creature"
    EITHER = "either"
    PLAYER = "player"
    FUNCTION = "function"
    AUGMENT = "augment"
    MANA = "mana"
    EACH_MY = "EACH my creature"
    EACH_THEIR = "EACH their creature"
    EACH = "EACH creature"
    BEARER = "bearer"
    """The creature an augment is on."""
    PILE = "pile"
    """A card of the own discard pile (RAISE)."""
    SELF = "self"


AIMED = frozenset({Reach.CREATURE, Reach.EITHER, Reach.FUNCTION, Reach.AUGMENT, Reach.MANA, Reach.PILE})
"""Reaches of which a card has at most one part (FX-1)."""
EACHES = frozenset({Reach.EACH_MY, Reach.EACH_THEIR, Reach.EACH})


class Moment(StrEnum):
    """When a trigger runs (FX-3)."""

    ENTER = "ENTER"
    HIT = "HIT"
    DIES = "DIES"
    TURN = "TURN"


class Window(StrEnum):
    """When lines other than those of the battle phase run (SEQ)."""

    START = "START"
    DECLARE = "DECLARE"
    CLASH = "CLASH"
    BURN = "BURN"


class Rank(StrEnum):
    """How one of several is chosen (ORD-3)."""

    STRONGEST = "STRONGEST"
    WEAKEST = "WEAKEST"
    COSTLIEST = "COSTLIEST"
    NEWEST = "NEWEST"


class Word(StrEnum):
    """What became of an order line (CASE)."""

    DONE = "done"
    CANCELLED = "cancelled"
    NO = "no"


class Ending(StrEnum):
    """Why a game is over (END)."""

    LIFE = "life"
    LIBRARY = "library"
    TURNS = "turns"
    CONCEDE = "concede"
    AGREED = "agreed"
    FORFEIT = "forfeit"


DRAW = "draw"
"""The winner of a drawn game."""
