"""Scenario files: an arena, where things lie hidden in it, and the options it is played with (ARENA, CLK-1, CAST-15).

A scenario file is TOML that a person can draw in a text editor. :func:`write_scenario` and ``read_scenario`` (in
``scenario_reader``) are inverses. A bad file raises :class:`ScenarioFaults` with every fault at once, each with its
place and its cure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from magika_gm.games.magika.rules.arena import GOAL, INDEX, LETTERS, NAME, NEIGHBOUR, ROWS
from magika_gm.games.magika.rules.tables import OCEAN, RIVER, TERRAIN_LETTERS, TERRAIN_NAMES

COAST_ROW = 24
STARTS: tuple[int, ...] = tuple(INDEX[f"y{n}"] for n in range(2, 25, 2))
EBON_START = INDEX["y13"]
SPELL_FIGURES = ("descriptions", "figure 7")
MOST_CLOAKS = 9
_LEGEND_PARTS = tuple(f"{sign} {name}" for sign, name in zip(TERRAIN_LETTERS, TERRAIN_NAMES, strict=True))
LEGEND = ", ".join(_LEGEND_PARTS)


class Fault(NamedTuple):
    """Something wrong in a scenario file: its name, the line (0: unknown), the key path, the reason and the cure."""

    file: str
    line: int
    key: str
    reason: str
    cure: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.key + ': ' if self.key else ''}{self.reason}; {self.cure}"


class ScenarioFaults(Exception):
    """A scenario file that cannot be played. ``faults`` are all of them, by line."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        super().__init__("\n".join(str(fault) for fault in faults))


@dataclass(frozen=True, slots=True)
class Options:
    """The rulings a game master may change: cloaks of each colour (CLK-1), which spell figures win (CAST-15)."""

    cloaks_per_colour: int = 3
    spell_figures: str = "descriptions"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """An arena ready to be played.

    ``terrain`` has a code of ``tables.TERRAIN_NAMES`` for each of the 351 spaces; ``lying`` maps a space to the
    things (``tables.THINGS``) hidden there, in listing order; ``seed`` is what it was generated from, "" if it was
    drawn by hand. Which novice starts on which of ``starts`` is drawn when a game is made.
    """

    terrain: tuple[int, ...]
    lying: Mapping[int, tuple[str, ...]]
    title: str = "Untitled"
    description: str = ""
    starts: tuple[int, ...] = STARTS
    ebon_start: int = EBON_START
    options: Options = field(default_factory=Options)
    seed: str = ""


def write_scenario(scenario: Scenario) -> str:
    """The file that ``scenario_reader.read_scenario`` reads back as this scenario."""
    lines = [f"title = {_text(scenario.title)}"]
    if scenario.description:
        lines.append(f"description = {_text(scenario.description)}")
    if scenario.seed:
        lines.append(f"seed = {_text(scenario.seed)}  # what the arena was generated from; leave it out once redrawn")
    lines += [
        "",
        "[options]",
        f"cloaks_per_colour = {scenario.options.cloaks_per_colour}",
        f"spell_figures = {_text(scenario.options.spell_figures)}",
        "",
        "[map]",
        f"# {', '.join(_LEGEND_PARTS[:6])},",
        f"# {', '.join(_LEGEND_PARTS[6:])}",
        f"starts = [{', '.join(_text(NAME[s]) for s in scenario.starts)}]",
        f"ebon = {_text(NAME[scenario.ebon_start])}",
        "rows = '''",
        *draw(scenario.terrain),
        "'''",
        "",
        "[lying]",
    ]
    lines += [
        f"{NAME[space]} = [{', '.join(_text(thing) for thing in things)}]"
        for space, things in sorted(scenario.lying.items())
    ]
    return "\n".join(lines) + "\n"


def draw(terrain: tuple[int, ...]) -> list[str]:
    """The 26 rows as text, each with its letter, centred so that the triangle stands upright."""
    rows = []
    for row in range(ROWS):
        first = row * (row + 1) // 2
        signs = " ".join(TERRAIN_LETTERS[code] for code in terrain[first : first + row + 1])
        rows.append(f"{LETTERS[row]}: {' ' * (ROWS - 1 - row)}{signs}")
    return rows


def _text(text: str) -> str:
    """A TOML string; over several lines if the text has line ends."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    plain = "".join(c if c == "\n" or (" " <= c != "\x7f") else f"\\u{ord(c):04x}" for c in plain)
    if "\n" in plain:
        return f'"""\n{plain}"""'
    return f'"{plain}"'


# --- land ---


def dry_spaces(terrain: tuple[int, ...]) -> frozenset[int]:
    """The land spaces from which NE, NW, E and W moves over land lead to the Goal Square."""
    if terrain[GOAL] in (OCEAN, RIVER):
        return frozenset()
    found, edge = {GOAL}, [GOAL]
    while edge:
        space = edge.pop()
        for direction in ("SE", "SW", "E", "W"):
            other = NEIGHBOUR[direction][space]
            if other >= 0 and other not in found and terrain[other] not in (OCEAN, RIVER):
                found.add(other)
                edge.append(other)
    return frozenset(found)
