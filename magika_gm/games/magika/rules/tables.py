"""The rule book's small tables: phases, terrain, races, movement, things (Figures 1, 2, 5 and 6)."""

from __future__ import annotations

from typing import NamedTuple

# --- phases (SEQ-1) ------------------------------------------------------------------------------------------------

PHASES = 5


def phase_title(phase: int) -> str:
    """How a chapter of a turn is headed: 0 is what went before its phases, 6 what came after them."""
    return {0: "Before the turn", PHASES + 1: "End of the turn"}.get(phase, f"Phase {phase}")


# --- terrain (ARENA-6, Figure 2) -----------------------------------------------------------------------------------
# A space's terrain is a code 0 … 10. Codes 1 … 10 are the rule book's terrain numbers; ocean (code 0) is the other
# face of terrain 1: same figures, drawn and named apart.

OCEAN, RIVER, COASTAL, PLAINS, FOREST, HILLS, SWAMP, DESERT, MOUNTAIN, GLACIAL, VOLCANIC = range(11)
TERRAIN_NAMES = (
    "ocean",
    "river",
    "coastal",
    "plains",
    "forest",
    "hills",
    "swamp",
    "desert",
    "mountain",
    "glacial",
    "volcanic",
)
TERRAIN_LETTERS = "~=cpfhsdmgv"
"""By terrain code, how scenario files draw it: ``~`` ocean, ``=`` river, and the first letter of the other names."""
TERRAIN_SIGNS = "~=.,fhsdm*^"
"""By terrain code, how text maps draw it: what is common there, and what is high, as signs that stand back."""
TERRAIN_CODES: dict[str, int] = {name: code for code, name in enumerate(TERRAIN_NAMES)}
ENDURANCE_FACTOR = (40, 40, 2, 4, 6, 10, 24, 14, 16, 18, 20)
REST_RATE = (10, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
SEARCH_CHANCE = (100, 100, 30, 35, 40, 55, 60, 65, 80, 85, 90)

# --- races (MAGE, Figure 1) ----------------------------------------------------------------------------------------


class Race(NamedTuple):
    """A row of Figure 1. ``attuned`` is a terrain code, or -1 for none; percentages in points."""

    name: str
    alignments: tuple[str, ...]
    max_endurance: int
    max_arcania: int
    skill: int
    moves: int
    attuned: int
    resistance: int = 0
    search: int = 0


ALIGNMENTS = ("good", "neutral", "evil")
RACES: dict[str, Race] = {
    r.name: r
    for r in (
        Race("human", ("good", "neutral", "evil"), 100, 100, 70, 5, -1),
        Race("elf", ("good", "evil"), 95, 105, 75, 5, FOREST),
        Race("dwarf", ("good", "neutral"), 110, 95, 65, 4, MOUNTAIN, resistance=15),
        Race("goblin", ("neutral", "evil"), 110, 95, 65, 4, SWAMP),
        Race("halfling", ("good", "neutral", "evil"), 90, 100, 70, 4, HILLS, search=20),
    )
}
START_ARCANIA = 50
START_APTITUDE = {"good": 90, "evil": -90, "neutral": 5}
"""MAGE-2; a neutral mage's sign is drawn when a game is made."""
EBON = "M"
EBON_SKILL = 100
LETTERS = "ABCDEFGHIJKLM"
MAX_SCROLLS = 6
MAX_CLOAKS = 2
EXHAUSTED_BELOW = 10

# --- movement (MOVE-3, Figure 5): percent by move of the turn and phase, None where it cannot be ----------------------

FIRST = (150, 100, 50, 50, 50)
SECOND = (0, 150, 150, 100, 50)
THIRD_HUMAN = (0, 0, 150, 150, 100)
THIRD_OTHER = (0, 0, 200, 200, 200)
FOURTH_HUMAN = (0, 0, 0, 200, 200)
FOURTH_OTHER = (0, 0, 0, 400, 400)
FIFTH_HUMAN = (0, 0, 0, 0, 400)
FIFTH_ELF = (0, 0, 0, 0, 800)

# --- things (ART-1, CLK-1) -----------------------------------------------------------------------------------------

COLOURS = ("red", "blue", "yellow", "green", "orange", "violet")
BLACK = "black"
ALIGNMENT_ARTIFACTS = {"crown": "good", "orb": "neutral", "scepter": "evil"}
RACIAL_ARTIFACTS = {
    "cross": "human",
    "ankh": "elf",
    "lamp": "dwarf",
    "pendant": "goblin",
    "medallion": "halfling",
}
ABILITY_ARTIFACTS = {"helm": "endurance", "candle": "arcania", "tome": "skill", "rod": "aptitude"}
ARTIFACTS = (*ALIGNMENT_ARTIFACTS, *RACIAL_ARTIFACTS, *ABILITY_ARTIFACTS)
ARTIFACT_TITLES = {
    "crown": "Crown of Good",
    "orb": "Orb of Neutrality",
    "scepter": "Scepter of Evil",
    "cross": "Cross of Humankind",
    "ankh": "Ankh of Elvenkind",
    "lamp": "Lamp of Dwarvenkind",
    "pendant": "Pendant of Goblinkind",
    "medallion": "Medallion of Halflingkind",
    "helm": "Helm of Strength",
    "candle": "Candle of Serenity",
    "tome": "Tome of Magic",
    "rod": "Rod of Obedience",
}
CLOAKS = tuple(f"cloak:{c}" for c in COLOURS)
THINGS = (*ARTIFACTS, *CLOAKS)
"""Every kind of thing that can lie in a space, in listing order."""
THING_ORDER: dict[str, int] = {thing: i for i, thing in enumerate(THINGS)}

RACIAL_PREFERENCE: dict[str, tuple[str, ...]] = {
    "cross": ("human", "dwarf", "goblin", "halfling", "elf"),
    "ankh": ("elf", "human", "goblin", "dwarf", "halfling"),
    "lamp": ("dwarf", "human", "halfling", "elf", "goblin"),
    "pendant": ("goblin", "human", "elf", "halfling", "dwarf"),
    "medallion": ("halfling", "human", "dwarf", "goblin", "elf"),
}
"""Figure 6: who is closer to a racial artifact, nearest first (DEM-4)."""


def standing(alignment: str, aptitude: int) -> int:
    """Standing aptitude (MAGE-3): how near a mage is to perfection in his own alignment, up to 100."""
    if alignment == "good":
        return aptitude
    if alignment == "evil":
        return -aptitude
    return 100 - 2 * abs(aptitude)


def half_up(numerator: int, denominator: int) -> int:
    """``numerator / denominator`` to the nearest whole point, halves up (both non-negative)."""
    return (2 * numerator + denominator) // (2 * denominator)
