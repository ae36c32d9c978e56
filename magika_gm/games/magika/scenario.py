"""Scenario files: an arena, where things lie hidden in it, and the options it is played with (ARENA, CLK-1, CAST-15).

:func:`read_arena` names every fault at once, each with its line, its key, the reason and the cure.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import field
from typing import Any, NamedTuple

from magika_gm.engine.records import named_record, record
from magika_gm.engine.words import did_you_mean, nearest
from magika_gm.games.magika.rules.arena import GOAL, INDEX, LETTERS, NAME, NEIGHBOUR, ROW, ROWS, SPACES
from magika_gm.games.magika.rules.tables import (
    ARTIFACTS,
    CLOAKS,
    COASTAL,
    OCEAN,
    RIVER,
    TERRAIN_CODES,
    TERRAIN_LETTERS,
    TERRAIN_NAMES,
    THING_ORDER,
    THINGS,
)

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


@record
class Options:
    """The rulings a game master may change: cloaks of each colour (CLK-1), which spell figures win (CAST-15)."""

    cloaks_per_colour: int = 3
    spell_figures: str = "descriptions"


@named_record
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


_CODE = {sign: code for code, sign in enumerate(TERRAIN_LETTERS)}
_KEYS = {
    "": ("title", "description", "seed", "map", "options", "lying"),
    "map": ("rows", "starts", "ebon"),
    "options": ("cloaks_per_colour", "spell_figures"),
}


def _nearest(word: str, words: tuple[str, ...]) -> str:
    """A cure for a misspelling: the nearest of ``words``, or all of them."""
    return (
        did_you_mean([repr(found) for found in nearest(word, words, 1, loose=True)]) or f"known are {', '.join(words)}"
    )


class _Reader:
    """One file being read: collects faults and knows on which line a key path stands."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.faults: list[Fault] = []
        self.lines: dict[str, int] = _key_lines(text)

    def line(self, key: str) -> int:
        """Line of a key path, or of the nearest table above it that is in the file."""
        while key and key not in self.lines:
            key = key.rpartition(".")[0]
        return self.lines.get(key, 0)

    def fault(self, key: str, reason: str, cure: str, line: int = 0) -> None:
        self.faults.append(Fault(self.name, line or self.line(key), key, reason, cure))

    def table(self, data: Mapping[str, Any], key: str) -> dict[str, Any]:
        value = data.get(key, {})
        if isinstance(value, dict):
            return value
        self.fault(key, "is not a table", f"write a line [{key}] and put its keys below it")
        return {}

    def strays(self, data: Mapping[str, Any], table: str) -> None:
        for key in data:
            if key not in _KEYS[table]:
                path = f"{table}.{key}" if table else key
                self.fault(path, "no such key", _nearest(key, _KEYS[table]))

    def text_at(self, data: Mapping[str, Any], key: str, default: str) -> str:
        value = data.get(key, default)
        if isinstance(value, str):
            return value
        self.fault(key, f"is {value!r}, not a text", "put it in quotation marks")
        return default

    def space(self, key: str, word: object) -> int:
        """Index of the space named by ``word``, or -1 with a fault."""
        if isinstance(word, str) and word.strip().casefold() in INDEX:
            return INDEX[word.strip().casefold()]
        self.fault(key, f"{word!r} is not a space", "spaces are a1, b1, b2 … z26 (ARENA-1)")
        return -1


def read_arena(text: str, name: str = "scenario") -> Scenario:
    """The scenario a file's ``text`` describes; ``name`` is the file name used in faults.

    Raises :class:`ScenarioFaults` with every fault there is.
    """
    reader = _Reader(text, name)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"\(at (?:line (\d+), column (\d+)|end of document)\)", str(error))
        line = int(where[1]) if where and where[1] else text.count("\n") + 1
        reason = f"not TOML: {str(error).partition(' (at ')[0]}"
        cure = f"look at column {where[2]}" if where and where[2] else "look for a quote or bracket left open"
        raise ScenarioFaults((Fault(name, line, "", reason, cure),)) from None
    reader.strays(data, "")
    if "title" not in data:
        reader.fault("title", "is missing", 'write title = "…" at the top', 1)
    chart = reader.table(data, "map")
    reader.strays(chart, "map")
    options = _options(reader, reader.table(data, "options"))
    terrain = _terrain(reader, chart)
    starts, ebon = _starts(reader, chart)
    lying = _lying(reader, reader.table(data, "lying"), options)
    scenario = Scenario(
        terrain=terrain,
        lying=lying,
        title=reader.text_at(data, "title", "Untitled"),
        description=reader.text_at(data, "description", ""),
        starts=starts,
        ebon_start=ebon,
        options=options,
        seed=reader.text_at(data, "seed", ""),
    )
    _check_land(reader, scenario, drawn=len(terrain) == SPACES)
    if reader.faults:
        raise ScenarioFaults(tuple(sorted(reader.faults, key=lambda f: f.line)))
    return scenario


def _key_lines(text: str) -> dict[str, int]:
    """Line of every key path and table header, as far as a plain scan finds them; map rows as ``map.rows.q``."""
    found: dict[str, int] = {}
    table, until, key = "", "", ""
    for number, line in enumerate(text.split("\n"), 1):
        if until:
            row = re.match(r"\s*([A-Za-z])\s*:", line)
            if row and key == "map.rows":
                found.setdefault(f"{key}.{row[1].lower()}", number)
            if until in line:
                until = ""
            continue
        header = re.match(r"\s*\[\s*([\w.\"-]+)\s*\]", line)
        entry = re.match(r"\s*([\w.\"'-]+)\s*=\s*(\"\"\"|''')?", line)
        if header:
            table = header[1].replace('"', "")
            found.setdefault(table, number)
        elif entry:
            bare = entry[1].strip("\"'")
            key = f"{table}.{bare}" if table else bare
            found.setdefault(key, number)
            quote = entry[2]
            if quote:
                row = re.match(r"([A-Za-z])\s*:", line[entry.end() :])
                if row and key == "map.rows":
                    found.setdefault(f"{key}.{row[1].lower()}", number)
                if quote not in line[entry.end() :]:
                    until = quote
    return found


def _options(reader: _Reader, data: Mapping[str, Any]) -> Options:
    reader.strays(data, "options")
    cloaks = data.get("cloaks_per_colour", 3)
    if not isinstance(cloaks, int) or isinstance(cloaks, bool) or not 0 <= cloaks <= MOST_CLOAKS:
        cure = f"write a whole number from 0 to {MOST_CLOAKS} (CLK-1)"
        reader.fault("options.cloaks_per_colour", f"is {cloaks!r}", cure)
        cloaks = 3
    figures = data.get("spell_figures", SPELL_FIGURES[0])
    if figures not in SPELL_FIGURES:
        cure = f"{_nearest(str(figures), SPELL_FIGURES)} (CAST-15)"
        reader.fault("options.spell_figures", f"is {figures!r}", cure)
        figures = SPELL_FIGURES[0]
    return Options(cloaks, figures)


def _terrain(reader: _Reader, chart: Mapping[str, Any]) -> tuple[int, ...]:
    """Terrain codes row by row; shorter than 351 if the drawing is not whole."""
    drawing = chart.get("rows")
    if not isinstance(drawing, str):
        reason = "is missing" if drawing is None else "is not a text"
        reader.fault("map.rows", reason, "draw the 26 rows between ''' and ''', one letter a space")
        return ()
    rows: dict[str, list[int]] = {}
    first, step = _drawing_lines(reader)
    for number, line in enumerate(drawing.split("\n")):
        label, colon, signs = line.partition(":")
        label = label.strip().lower()
        if not line.strip():
            continue
        if not colon or label not in LETTERS or len(label) != 1:
            cure = "begin each row with its letter and a colon, as in 'c: v g v'"
            reader.fault("map.rows", f"{line.strip()!r} has no row letter", cure, first + step * number)
            continue
        if label in rows:
            cure = "keep one of the two (ARENA-1)"
            reader.fault(f"map.rows.{label}", f"row {label} is drawn twice", cure, first + step * number)
            continue
        rows[label] = _row(reader, label, signs)
    missing = [label for label in LETTERS if label not in rows]
    if missing:
        reader.fault("map.rows", f"no row {', '.join(missing)}", "draw all 26 rows, a to z (ARENA-1)")
    whole = all(len(codes) == i + 1 and -1 not in codes for i, codes in enumerate(rows.get(x, []) for x in LETTERS))
    return tuple(code for label in LETTERS for code in rows[label]) if whole else ()


def _drawing_lines(reader: _Reader) -> tuple[int, int]:
    """Line of the drawing's first line, and 1 if it goes on line by line (0: written as one line)."""
    at = reader.line("map.rows")
    opening = reader.text.split("\n")[max(0, at - 1)].rstrip()
    if opening.endswith(("'''", '"""')):
        return at + 1, 1
    return at, int("'''" in opening or '"""' in opening)


def _row(reader: _Reader, label: str, signs: str) -> list[int]:
    """The codes of one drawn row, -1 for a sign that stands for nothing."""
    codes = []
    for number, sign in enumerate("".join(signs.split()).lower(), 1):
        code = _CODE.get(sign, -1)
        if code < 0:
            meant = [n for n in TERRAIN_NAMES if n[0] == sign]
            cure = (
                f"{meant[0]} is drawn {TERRAIN_LETTERS[TERRAIN_CODES[meant[0]]]}" if meant else f"use one of {LEGEND}"
            )
            reader.fault(f"map.rows.{label}", f"{sign!r} on {label}{number} is no terrain", cure)
        codes.append(code)
    wanted = LETTERS.index(label) + 1
    if len(codes) != wanted:
        much = f"{len(codes)} space{'s' * (len(codes) != 1)} instead of {wanted}"
        odd = len(codes) - wanted
        cure = f"{'take away' if odd > 0 else 'add'} {abs(odd)} (ARENA-1)"
        reader.fault(f"map.rows.{label}", f"row {label} has {much}", cure)
    return codes


def _starts(reader: _Reader, chart: Mapping[str, Any]) -> tuple[tuple[int, ...], int]:
    """Start spaces of the novices and of the Ebon Mage (ARENA-5)."""
    words = chart.get("starts", [NAME[s] for s in STARTS])
    found: list[int] = []
    if not isinstance(words, list):
        reader.fault("map.starts", "is not a list", 'write ["y2", "y4", … "y24"]')
        words = []
    for word in words:
        space = reader.space("map.starts", word)
        if space >= 0 and space in found:
            reader.fault("map.starts", f"{NAME[space]} is named twice", "name each start once")
        elif space >= 0 and ROW[space] != COAST_ROW:
            reader.fault("map.starts", f"{NAME[space]} is not in row y", "novices start on row y (ARENA-5)")
        found.append(space)
    if len(words) != len(STARTS) and isinstance(chart.get("starts", []), list):
        reader.fault("map.starts", f"names {len(words)} spaces", "name twelve, as y2, y4 … y24 (ARENA-5)")
    ebon = reader.space("map.ebon", chart["ebon"]) if "ebon" in chart else EBON_START
    return tuple(s for s in found if s >= 0), ebon


def _lying(reader: _Reader, data: Mapping[str, Any], options: Options) -> dict[int, tuple[str, ...]]:
    """What lies where, checked one by one and counted (ART-1, CLK-1)."""
    lying: dict[int, list[str]] = {}
    seen: dict[str, str] = {}
    cloaks = dict.fromkeys(CLOAKS, 0)
    for word, things in data.items():
        key = f"lying.{word}"
        space = reader.space(key, word)
        if not isinstance(things, list):
            reader.fault(key, f"is {things!r}, not a list", 'write the things as ["crown", "cloak:red"]')
            continue
        for thing in things:
            if thing not in THING_ORDER:
                reader.fault(key, f"no thing is called {thing!r}", _nearest(str(thing), THINGS))
            elif thing in seen:
                reader.fault(key, f"the {thing} lies on {seen[thing]} already", "take one of the two away (ART-1)")
            elif thing in cloaks:
                cloaks[thing] += 1
            else:
                seen[thing] = word
        lying.setdefault(space, []).extend(t for t in things if t in THING_ORDER)
    for artifact in ARTIFACTS:
        if artifact not in seen:
            reader.fault("lying", f"the {artifact} lies nowhere", f'add {artifact} to a space, as m5 = ["{artifact}"]')
    for cloak, count in cloaks.items():
        wanted = options.cloaks_per_colour
        if count != wanted:
            change = f"{'add' if count < wanted else 'take away'} {abs(wanted - count)}"
            cure = f"{change}, or change options.cloaks_per_colour (CLK-1)"
            reader.fault("lying", f"{count} {cloak} instead of {wanted}", cure)
    return {s: tuple(sorted(t, key=THING_ORDER.__getitem__)) for s, t in sorted(lying.items()) if s >= 0 and t}


# --- the rules an arena keeps to (ARENA-5, ARENA-6) ---


def _check_land(reader: _Reader, scenario: Scenario, *, drawn: bool) -> None:
    starts = {*scenario.starts, scenario.ebon_start}
    for space in scenario.lying:
        what = (
            "is a start space"
            if space in starts
            else {GOAL: "is the Goal Square"}.get(space, "is in the ocean row" if ROW[space] == ROWS - 1 else "")
        )
        if what:
            key = f"lying.{NAME[space]}"
            reader.fault(key, f"{NAME[space]} {what}", "let things lie on some other space of rows b to y")
    if not drawn:
        return
    terrain = scenario.terrain
    for space, code in enumerate(terrain):
        row, key = ROW[space], f"map.rows.{LETTERS[ROW[space]]}"
        here = f"{NAME[space]} is {TERRAIN_NAMES[code]}"
        if row == ROWS - 1 and code != OCEAN:
            reader.fault(key, here, f"row z is ocean: draw {TERRAIN_LETTERS[OCEAN]} (ARENA-6)")
        elif row < ROWS - 1 and code == OCEAN:
            reader.fault(key, here, f"only row z is ocean: draw inland water {TERRAIN_LETTERS[RIVER]} (ARENA-6)")
        elif row == COAST_ROW and code not in (COASTAL, RIVER):
            reader.fault(key, here, "row y is coast (c) or a river's mouth (=) (ARENA-6)")
    dry = dry_spaces(terrain)
    if terrain[GOAL] in (OCEAN, RIVER):
        reader.fault("map.rows.a", "the Goal Square is water", "draw it as land (ARENA-4)")
    for space in sorted(s for s in starts if s >= 0):
        key = "map.ebon" if space == scenario.ebon_start else "map.starts"
        line = reader.line(key if key in reader.lines else f"map.rows.{LETTERS[ROW[space]]}")
        if terrain[space] in (OCEAN, RIVER):
            reader.fault(key, f"the start {NAME[space]} is water", "start there on land, or draw it as coast (c)", line)
        elif space not in dry and terrain[GOAL] not in (OCEAN, RIVER):
            cure = "open a ford in the water around it: nobody need swim to the Goal Square"
            reader.fault(key, f"no dry way north from {NAME[space]} to a1", cure, line)
