"""Scenario files: an arena, where things lie hidden in it, and the options it is played with (ARENA, CLK-1, CAST-15).

:func:`read_arena` names every fault at once, each with its line, its key, the reason and the cure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any

from magika_gm.engine.records import named_record, record
from magika_gm.engine.toml import (
    SELDOM,
    Among,
    Drawing,
    FileReader,
    In,
    Remark,
    Seldom,
    Whole,
    write_toml,
)
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
_LEGEND = f"{', '.join(_LEGEND_PARTS[:6])},\n{', '.join(_LEGEND_PARTS[6:])}"


@record
class Options:
    """The rulings a game master may change: cloaks of each colour (CLK-1), which spell figures win (CAST-15)."""

    cloaks_per_colour: Annotated[int, Whole(0, MOST_CLOAKS)] = 3
    spell_figures: Annotated[str, Among(SPELL_FIGURES)] = SPELL_FIGURES[0]


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


@named_record
class _File:
    """A scenario file."""

    title: str = "Untitled"
    description: Seldom[str] = ""
    seed: Annotated[str, SELDOM, Remark("what the arena was generated from; leave it out once redrawn")] = ""
    options: Options = field(default_factory=Options)
    starts: Annotated[Any, In("map"), Remark(_LEGEND, above=True)] = None
    ebon: Annotated[Any, In("map")] = None
    rows: Annotated[Any, In("map")] = None
    lying: Mapping[str, Any] = field(default_factory=dict)


def write_scenario(scenario: Scenario) -> str:
    """The file that :func:`read_arena` reads back as this scenario."""
    return write_toml(
        _File(
            title=scenario.title,
            description=scenario.description,
            seed=scenario.seed,
            options=scenario.options,
            starts=[NAME[s] for s in scenario.starts],
            ebon=NAME[scenario.ebon_start],
            rows=Drawing("\n".join(draw(scenario.terrain))),
            lying={NAME[space]: things for space, things in sorted(scenario.lying.items())},
        )
    )


def draw(terrain: tuple[int, ...]) -> list[str]:
    """The 26 rows as text, each with its letter, centred so that the triangle stands upright."""
    rows = []
    for row in range(ROWS):
        first = row * (row + 1) // 2
        signs = " ".join(TERRAIN_LETTERS[code] for code in terrain[first : first + row + 1])
        rows.append(f"{LETTERS[row]}: {' ' * (ROWS - 1 - row)}{signs}")
    return rows


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


def _nearest(word: str, words: tuple[str, ...]) -> str:
    """A cure for a misspelling: the nearest of ``words``, or all of them."""
    return (
        did_you_mean([repr(found) for found in nearest(word, words, 1, loose=True)]) or f"known are {', '.join(words)}"
    )


def _space(reader: FileReader, key: str, word: object) -> int:
    """Index of the space named by ``word``, or -1 with a fault."""
    if isinstance(word, str) and word.strip().casefold() in INDEX:
        return INDEX[word.strip().casefold()]
    reader.wrong(key, f"{word!r} is not a space", "spaces are a1, b1, b2 … z26 (ARENA-1)")
    return -1


def read_arena(text: str, name: str = "scenario") -> Scenario:
    """The scenario a file's ``text`` describes; ``name`` is the file name used in faults.

    Raises ``ScenarioFaults`` with every fault there is.
    """
    reader = FileReader(text, name)
    file = reader.record(_File, "", reader.data)
    if "title" not in reader.data:
        reader.wrong("title", "is missing", 'write title = "…" at the top', 1)
    terrain = _terrain(reader, file.rows)
    starts, ebon = _starts(reader, file)
    scenario = Scenario(
        terrain=terrain,
        lying=_lying(reader, file.lying, file.options),
        title=file.title,
        description=file.description,
        starts=starts,
        ebon_start=ebon,
        options=file.options,
        seed=file.seed,
    )
    _check_land(reader, scenario, drawn=len(terrain) == SPACES)
    reader.done()
    return scenario


def _terrain(reader: FileReader, drawing: object) -> tuple[int, ...]:
    """Terrain codes row by row; shorter than 351 if the drawing is not whole."""
    if not isinstance(drawing, str):
        reason = "is missing" if drawing is None else "is not a text"
        reader.wrong("map.rows", reason, "draw the 26 rows between ''' and ''', one letter a space")
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
            reader.wrong("map.rows", f"{line.strip()!r} has no row letter", cure, first + step * number)
            continue
        if label in rows:
            cure = "keep one of the two (ARENA-1)"
            reader.wrong(f"map.rows.{label}", f"row {label} is drawn twice", cure, first + step * number)
            continue
        rows[label] = _row(reader, label, signs)
    missing = [label for label in LETTERS if label not in rows]
    if missing:
        reader.wrong("map.rows", f"no row {', '.join(missing)}", "draw all 26 rows, a to z (ARENA-1)")
    whole = all(len(codes) == i + 1 and -1 not in codes for i, codes in enumerate(rows.get(x, []) for x in LETTERS))
    return tuple(code for label in LETTERS for code in rows[label]) if whole else ()


def _drawing_lines(reader: FileReader) -> tuple[int, int]:
    """Line of the drawing's first line, and 1 if it goes on line by line (0: written as one line)."""
    at = reader.line("map.rows")
    opening = reader.source.split("\n")[max(0, at - 1)].rstrip()
    if opening.endswith(("'''", '"""')):
        return at + 1, 1
    return at, int("'''" in opening or '"""' in opening)


def _row(reader: FileReader, label: str, signs: str) -> list[int]:
    """The codes of one drawn row, -1 for a sign that stands for nothing."""
    codes = []
    for number, sign in enumerate("".join(signs.split()).lower(), 1):
        code = _CODE.get(sign, -1)
        if code < 0:
            meant = [n for n in TERRAIN_NAMES if n[0] == sign]
            cure = (
                f"{meant[0]} is drawn {TERRAIN_LETTERS[TERRAIN_CODES[meant[0]]]}" if meant else f"use one of {LEGEND}"
            )
            reader.wrong(f"map.rows.{label}", f"{sign!r} on {label}{number} is no terrain", cure)
        codes.append(code)
    wanted = LETTERS.index(label) + 1
    if len(codes) != wanted:
        much = f"{len(codes)} space{'s' * (len(codes) != 1)} instead of {wanted}"
        odd = len(codes) - wanted
        cure = f"{'take away' if odd > 0 else 'add'} {abs(odd)} (ARENA-1)"
        reader.wrong(f"map.rows.{label}", f"row {label} has {much}", cure)
    return codes


def _starts(reader: FileReader, file: _File) -> tuple[tuple[int, ...], int]:
    """Start spaces of the novices and of the Ebon Mage (ARENA-5)."""
    words = [NAME[s] for s in STARTS] if file.starts is None else file.starts
    found: list[int] = []
    if not isinstance(words, list):
        reader.wrong("map.starts", "is not a list", 'write ["y2", "y4", … "y24"]')
        words = []
    for word in words:
        space = _space(reader, "map.starts", word)
        if space >= 0 and space in found:
            reader.wrong("map.starts", f"{NAME[space]} is named twice", "name each start once")
        elif space >= 0 and ROW[space] != COAST_ROW:
            reader.wrong("map.starts", f"{NAME[space]} is not in row y", "novices start on row y (ARENA-5)")
        found.append(space)
    if isinstance(file.starts, list) and len(words) != len(STARTS):
        reader.wrong("map.starts", f"names {len(words)} spaces", "name twelve, as y2, y4 … y24 (ARENA-5)")
    ebon = EBON_START if file.ebon is None else _space(reader, "map.ebon", file.ebon)
    return tuple(s for s in found if s >= 0), ebon


def _lying(reader: FileReader, data: Mapping[str, Any], options: Options) -> dict[int, tuple[str, ...]]:
    """What lies where, checked one by one and counted (ART-1, CLK-1)."""
    lying: dict[int, list[str]] = {}
    seen: dict[str, str] = {}
    cloaks = dict.fromkeys(CLOAKS, 0)
    for word, things in data.items():
        key = f"lying.{word}"
        space = _space(reader, key, word)
        if not isinstance(things, list):
            reader.wrong(key, f"is {things!r}, not a list", 'write the things as ["crown", "cloak:red"]')
            continue
        for thing in things:
            if thing not in THING_ORDER:
                reader.wrong(key, f"no thing is called {thing!r}", _nearest(str(thing), THINGS))
            elif thing in seen:
                reader.wrong(key, f"the {thing} lies on {seen[thing]} already", "take one of the two away (ART-1)")
            elif thing in cloaks:
                cloaks[thing] += 1
            else:
                seen[thing] = word
        lying.setdefault(space, []).extend(t for t in things if t in THING_ORDER)
    for artifact in ARTIFACTS:
        if artifact not in seen:
            reader.wrong("lying", f"the {artifact} lies nowhere", f'add {artifact} to a space, as m5 = ["{artifact}"]')
    for cloak, count in cloaks.items():
        wanted = options.cloaks_per_colour
        if count != wanted:
            change = f"{'add' if count < wanted else 'take away'} {abs(wanted - count)}"
            cure = f"{change}, or change options.cloaks_per_colour (CLK-1)"
            reader.wrong("lying", f"{count} {cloak} instead of {wanted}", cure)
    return {s: tuple(sorted(t, key=THING_ORDER.__getitem__)) for s, t in sorted(lying.items()) if s >= 0 and t}


# --- the rules an arena keeps to (ARENA-5, ARENA-6) ---


def _check_land(reader: FileReader, scenario: Scenario, *, drawn: bool) -> None:
    starts = {*scenario.starts, scenario.ebon_start}
    for space in scenario.lying:
        what = (
            "is a start space"
            if space in starts
            else {GOAL: "is the Goal Square"}.get(space, "is in the ocean row" if ROW[space] == ROWS - 1 else "")
        )
        if what:
            key = f"lying.{NAME[space]}"
            reader.wrong(key, f"{NAME[space]} {what}", "let things lie on some other space of rows b to y")
    if not drawn:
        return
    terrain = scenario.terrain
    for space, code in enumerate(terrain):
        row, key = ROW[space], f"map.rows.{LETTERS[ROW[space]]}"
        here = f"{NAME[space]} is {TERRAIN_NAMES[code]}"
        if row == ROWS - 1 and code != OCEAN:
            reader.wrong(key, here, f"row z is ocean: draw {TERRAIN_LETTERS[OCEAN]} (ARENA-6)")
        elif row < ROWS - 1 and code == OCEAN:
            reader.wrong(key, here, f"only row z is ocean: draw inland water {TERRAIN_LETTERS[RIVER]} (ARENA-6)")
        elif row == COAST_ROW and code not in (COASTAL, RIVER):
            reader.wrong(key, here, "row y is coast (c) or a river's mouth (=) (ARENA-6)")
    dry = dry_spaces(terrain)
    if terrain[GOAL] in (OCEAN, RIVER):
        reader.wrong("map.rows.a", "the Goal Square is water", "draw it as land (ARENA-4)")
    for space in sorted(s for s in starts if s >= 0):
        key = "map.ebon" if space == scenario.ebon_start else "map.starts"
        line = reader.line(key if key in reader.lines else f"map.rows.{LETTERS[ROW[space]]}")
        if terrain[space] in (OCEAN, RIVER):
            reader.wrong(key, f"the start {NAME[space]} is water", "start there on land, or draw it as coast (c)", line)
        elif space not in dry and terrain[GOAL] not in (OCEAN, RIVER):
            cure = "open a ford in the water around it: nobody need swim to the Goal Square"
            reader.wrong(key, f"no dry way north from {NAME[space]} to a1", cure, line)
