"""How a game of Magika begins (``engine.seam.setup.Setup``): scenarios read, checked and written,
characters, and the world before turn 1.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from dataclasses import fields as fields_of
from typing import Annotated, Any, NamedTuple

from magika_gm.engine.beginning import UsualSetup
from magika_gm.engine.dice import Dice
from magika_gm.engine.plain import Data, Fields
from magika_gm.engine.records import named_record, record
from magika_gm.engine.seam.setup import Entrant, ScenarioFaults
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
from magika_gm.games.magika.rules.arena import GOAL, INDEX, NAME, NEIGHBOUR, ROW, ROW_LETTERS, ROWS, SPACES
from magika_gm.games.magika.rules.state import (
    EDITION,
    KINDS,
    SPELL_FIELDS,
    SUBJECTS,
    THING_KIND,
    Condition,
    Scroll,
    Task,
    World,
    new_mage,
    own_teleport,
)
from magika_gm.games.magika.rules.steps import draw_scroll
from magika_gm.games.magika.rules.tables import (
    ARTIFACTS,
    CLOAKS,
    COASTAL,
    EBON,
    LETTERS,
    OCEAN,
    RIVER,
    TERRAIN_CODES,
    TERRAIN_LETTERS,
    TERRAIN_NAMES,
    THING_ORDER,
    THINGS,
)
from magika_gm.games.magika.rules.tasks import DECK_AT_LEAST, DRAWN, EVENTS, draw_tasks, give_tasks

# Scenario files: an arena, where things lie hidden in it, and the options it is played with (ARENA, CLK-1, CAST-15).
#
# :func:`read_arena` names every fault at once, each with its line, its key, the reason and the cure.


COAST_ROW = 24
STARTS: tuple[int, ...] = tuple(INDEX[f"y{n}"] for n in range(2, 25, 2))
EBON_START = INDEX["y13"]
SPELL_FIGURES = ("descriptions", "figure 7")
AIMS = ("sight", "anywhere")
MOST_CLOAKS = 9
_LEGEND_PARTS = tuple(f"{sign} {name}" for sign, name in zip(TERRAIN_LETTERS, TERRAIN_NAMES, strict=True))
LEGEND = ", ".join(_LEGEND_PARTS)
_LEGEND = f"{', '.join(_LEGEND_PARTS[:6])},\n{', '.join(_LEGEND_PARTS[6:])}"


@record
class Options:
    """The rulings a game master may change: cloaks of each colour (CLK-1), which spell figures win (CAST-15),
    whether every spell at a mage needs him in sight or only those that say so (CAST-11)."""

    cloaks_per_colour: Annotated[int, Whole(0, MOST_CLOAKS)] = 3
    spell_figures: Annotated[str, Among(SPELL_FIGURES)] = SPELL_FIGURES[0]
    aim: Annotated[str, SELDOM, Among(AIMS)] = AIMS[0]
    edition: Annotated[int, SELDOM, Whole(1, EDITION)] = EDITION


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
    lying: Fields = field(default_factory=dict)


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
        rows.append(f"{ROW_LETTERS[row]}: {' ' * (ROWS - 1 - row)}{signs}")
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
        if not colon or label not in ROW_LETTERS or len(label) != 1:
            cure = "begin each row with its letter and a colon, as in 'c: v g v'"
            reader.wrong("map.rows", f"{line.strip()!r} has no row letter", cure, first + step * number)
            continue
        if label in rows:
            cure = "keep one of the two (ARENA-1)"
            reader.wrong(f"map.rows.{label}", f"row {label} is drawn twice", cure, first + step * number)
            continue
        rows[label] = _row(reader, label, signs)
    missing = [label for label in ROW_LETTERS if label not in rows]
    if missing:
        reader.wrong("map.rows", f"no row {', '.join(missing)}", "draw all 26 rows, a to z (ARENA-1)")
    whole = all(len(codes) == i + 1 and -1 not in codes for i, codes in enumerate(rows.get(x, []) for x in ROW_LETTERS))
    return tuple(code for label in ROW_LETTERS for code in rows[label]) if whole else ()


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
    wanted = ROW_LETTERS.index(label) + 1
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


def _lying(reader: FileReader, data: Fields, options: Options) -> dict[int, tuple[str, ...]]:
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
            if not isinstance(thing, str) or thing not in THING_ORDER:
                reader.wrong(key, f"no thing is called {thing!r}", _nearest(str(thing), THINGS))
                continue
            lying.setdefault(space, []).append(thing)
            if thing in seen:
                reader.wrong(key, f"the {thing} lies on {seen[thing]} already", "take one of the two away (ART-1)")
            elif thing in cloaks:
                cloaks[thing] += 1
            else:
                seen[thing] = word
    for artifact in ARTIFACTS:
        if artifact not in seen:
            reader.wrong("lying", f"the {artifact} lies nowhere", f'add {artifact} to a space, as m5 = ["{artifact}"]')
    for cloak, count in cloaks.items():
        wanted = options.cloaks_per_colour
        if count != wanted:
            change = f"{'add' if count < wanted else 'take away'} {abs(wanted - count)}"
            cure = f"{change}, or change options.cloaks_per_colour (CLK-1)"
            reader.wrong("lying", f"{count} {cloak} instead of {wanted}", cure)
    return {s: tuple(sorted(t, key=THING_ORDER.__getitem__)) for s, t in sorted(lying.items()) if s >= 0}


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
        row, key = ROW[space], f"map.rows.{ROW_LETTERS[ROW[space]]}"
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
        line = reader.line(key if key in reader.lines else f"map.rows.{ROW_LETTERS[ROW[space]]}")
        if terrain[space] in (OCEAN, RIVER):
            reader.wrong(key, f"the start {NAME[space]} is water", "start there on land, or draw it as coast (c)", line)
        elif space not in dry and terrain[GOAL] not in (OCEAN, RIVER):
            cure = "open a ford in the water around it: nobody need swim to the Goal Square"
            reader.wrong(key, f"no dry way north from {NAME[space]} to a1", cure, line)


# Reads a deck of the Ebon Mage's tasks (TOML): every fault at once, each with its line, place and cure (EBON-6).


_KEYS = ("name", "kind", "text", "count", "where", "sum", "different", "at_least", "at_most", "apart")


class DeckFault(NamedTuple):
    """Something wrong in a task file; ``line`` is where its task begins (0: unknown)."""

    file: str
    line: int
    task: str
    reason: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {f'task {self.task}: ' if self.task else ''}{self.reason}"


class DeckFaults(Exception):
    """A task file that cannot be played with; ``faults`` are all of them."""

    def __init__(self, faults: list[DeckFault]) -> None:
        self.faults = faults
        super().__init__("\n".join(map(str, faults)))


def read_deck(text: str, name: str) -> list[Task]:
    """The tasks of a deck file. Raises :class:`DeckFaults`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DeckFaults([DeckFault(name, 0, "", f"is not TOML: {error}")]) from error
    lines = [i for i, line in enumerate(text.splitlines(), 1) if re.match(r"\s*\[\[\s*task\s*\]\]", line)]
    faults = [
        DeckFault(name, 0, "", f"{key!r} means nothing here; a deck has [[task]] only") for key in data if key != "task"
    ]
    rows = data.get("task", [])
    if not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows):
        raise DeckFaults([*faults, DeckFault(name, 0, "", "write each task under [[task]]")])
    deck: list[Task] = []
    for nr, row in enumerate(rows):
        line = lines[nr] if len(lines) == len(rows) else 0
        called = str(row.get("name", f"number {nr + 1}"))
        reasons: list[str] = []
        task = read_task(row, reasons)
        if task is not None and any(t.name == task.name for t in deck):
            reasons.append("there is another task of that name")
        faults += [DeckFault(name, line, called, reason) for reason in reasons]
        if task is not None:
            deck.append(task)
    if not faults:
        faults += [DeckFault(name, 0, "", reason) for reason in _too_small(deck)]
    if faults:
        raise DeckFaults(faults)
    return deck


def _too_small(deck: list[Task]) -> list[str]:
    groups = {t.apart for t in deck if t.apart}
    free = sum(not t.apart for t in deck) + len(groups)
    if len(deck) < DECK_AT_LEAST:
        return [f"it has {len(deck)} tasks; a deck needs at least {DECK_AT_LEAST} (EBON-6)"]
    if free < DRAWN:
        return [f"only {free} of its tasks can be drawn together; {DRAWN} are needed, so keep fewer apart"]
    return []


def read_task(row: Fields, reasons: list[str]) -> Task | None:
    """One task from its table, or None with the reasons added."""
    before = len(reasons)
    reasons += [f"{k!r} means nothing here{_near(k, _KEYS)}" for k in row if k not in _KEYS]
    reasons += [f"it has no {k}" for k in ("name", "kind", "text", "count") if not row.get(k)]
    texts = {k: row.get(k, "") for k in ("name", "kind", "text", "sum", "different", "apart")}
    reasons += [f"{k} must be a text in quotes" for k, v in texts.items() if not isinstance(v, str)]
    if len(reasons) > before:
        return None
    if texts["kind"] not in KINDS:
        reasons.append(f"kind is one of {', '.join(KINDS)}, not {texts['kind']!r}")
    counts = row["count"]
    counts = tuple(counts) if isinstance(counts, list) else (counts,)
    fields = _fields(counts, reasons)
    where = _conditions(row.get("where", {}), fields, "code" in fields and counts[0] in EVENTS, reasons)
    for key in ("sum", "different"):
        if texts[key] and counts[0] not in EVENTS:
            reasons.append(f"{key} goes with events only")
        elif texts[key] and texts[key] not in fields:
            reasons.append(
                f"{key}: {texts[key]!r} is no field of {' and '.join(map(str, counts))}{_near(texts[key], fields)}"
            )
    bounds = {k: row.get(k) for k in ("at_least", "at_most")}
    if all(v is None for v in bounds.values()):
        reasons.append("say at_least or at_most: what the count must come to")
    reasons += [f"{k} must be a number" for k, v in bounds.items() if v is not None and not _is_number(v)]
    if len(reasons) > before:
        return None
    return Task(
        name=texts["name"], kind=texts["kind"], text=texts["text"], counts=counts, where=where, total=texts["sum"],
        different=texts["different"], at_least=bounds["at_least"], at_most=bounds["at_most"], apart=texts["apart"],
    )  # fmt: skip


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _fields(counts: tuple[Any, ...], reasons: list[str]) -> tuple[str, ...]:
    """The fields every one of the counted things has."""
    known = (*EVENTS, *SUBJECTS)
    bad = [c for c in counts if c not in known]
    if bad or not counts:
        reasons += [f"nothing called {c!r} can be counted{_near(str(c), known)}" for c in bad] or ["count is empty"]
        return ()
    if counts[0] in SUBJECTS:
        if len(counts) > 1:
            reasons.append(f"{counts[0]} is counted alone")
        return SUBJECTS[counts[0]]
    if any(c in SUBJECTS for c in counts):
        reasons.append("events and what stands at the end cannot be counted together")
        return ()
    first, *others = [tuple(f.name for f in fields_of(EVENTS[c])) for c in counts]
    return tuple(f for f in first if all(f in o for o in others))


def _conditions(where: Any, fields: tuple[str, ...], of_spell: bool, reasons: list[str]) -> tuple[Condition, ...]:
    if not isinstance(where, dict):
        reasons.append('where is a table: where = { mage = "M" }')
        return ()
    known = (*fields, *(SPELL_FIELDS if of_spell else ()), *((THING_KIND,) if "thing" in fields else ()))
    found = []
    for key, value in where.items():
        if known and key not in known:
            reasons.append(f"where: {key!r} is no field of what is counted{_near(key, known)}")
        elif isinstance(value, dict):
            if not value or set(value) - {"at_least", "at_most"} or not all(map(_is_number, value.values())):
                reasons.append(f"where: {key} = {{ at_least = 3 }} or {{ at_most = 3 }}, with numbers")
            else:
                found.append(Condition(key, (), value.get("at_least"), value.get("at_most")))
        else:
            values = tuple(value) if isinstance(value, list) else (value,)
            if not values:
                reasons.append(f"where: {key} has an empty list")
            found.append(Condition(key, values))
    return tuple(found)


def _near(word: str, words: tuple[str, ...]) -> str:
    cure = did_you_mean([repr(found) for found in nearest(word, words, 1, loose=True)])
    return f"; {cure}" if cure else f"; known are {', '.join(words)}" if len(words) < 20 else ""


def task_to_plain(task: Task) -> Data:
    """A task as its table in a deck file, for the record: :func:`read_task` reads it back to an equal value."""
    where = {
        c.field: list(c.values)
        if c.values
        else {k: v for k, v in (("at_least", c.least), ("at_most", c.most)) if v is not None}
        for c in task.where
    }
    plain = {
        "name": task.name, "kind": task.kind, "text": task.text, "count": list(task.counts), "where": where,
        "sum": task.total, "different": task.different, "at_least": task.at_least, "at_most": task.at_most,
        "apart": task.apart,
    }  # fmt: skip
    return {k: v for k, v in plain.items() if v not in ("", None, {})}


def task_from_plain(row: Fields) -> Task:
    """The task of such a table. Raises ValueError if it is none."""
    reasons: list[str] = []
    task = read_task(row, reasons)
    if task is None:
        raise ValueError("; ".join(reasons))
    return task


# The world a game starts with (ARENA-5, MAGE-1, MAGE-2, EBON-1).


START_SCROLLS = 2


class Character(NamedTuple):
    """A mage as signed up; one who returns has arcania on top and scrolls he brings instead of drawing (GM-5)."""

    name: str
    race: str = "human"
    alignment: str = "neutral"
    bonus: int = 0
    brought: tuple[str, ...] = ()


def start_world(scenario: Scenario, characters: Sequence[Character], dice: Dice, deck: Sequence[Task] = ()) -> World:
    """The world before turn 1. ``characters`` are the twelve novices in order and the Ebon Mage.

    ``deck`` is what his tasks are drawn from (EBON-6); without one there are none yet.

    Rolls: ``ebon.task`` for each task, ``start.space`` and ``start.aptitude`` for each mage, and SRCH-5's draw for
    each scroll; a roll's subject is the mage's letter.
    """
    world = World(
        terrain=list(scenario.terrain),
        phase=6,
        figures=scenario.options.spell_figures,
        aim=scenario.options.aim,
        edition=scenario.options.edition,
    )
    if deck:
        give_tasks(world, draw_tasks(deck, dice))
    free = list(scenario.starts)
    for letter, character in zip(LETTERS, characters, strict=True):
        space = scenario.ebon_start
        if letter != EBON:
            space = free.pop(dice.choice("start.space", letter, [NAME[s] for s in free], "ARENA-5"))
        mage = new_mage(letter, space, character.race, character.alignment, character.name)
        if mage.alignment == "neutral" and dice.choice("start.aptitude", letter, ("+5", "-5"), "MAGE-2"):
            mage.aptitude = -mage.aptitude
        mage.arcania = min(mage.max_arcania, mage.arcania + character.bonus)
        mage.scrolls = [Scroll(code) for code in character.brought[:START_SCROLLS]]
        while len(mage.scrolls) < START_SCROLLS:
            mage.scrolls.append(Scroll(draw_scroll(dice, letter, mage.alignment)))
        if letter == EBON:
            mage.scrolls.insert(0, own_teleport())
        mage.scrolls = [replace(s, number=i) for i, s in enumerate(mage.scrolls, 1)]
        world.mages[letter] = mage
    world.lying = {space: list(things) for space, things in scenario.lying.items()}
    return world


def character_of(entrant: Entrant) -> Character:
    """The character somebody plays: his choices are race, alignment, and of one who returns bonus and scrolls."""
    c = entrant.choices
    return Character(
        entrant.name,
        str(c.get("race", "human")),
        str(c.get("alignment", "neutral")),
        int(c.get("bonus", 0)),
        tuple(c.get("brought", ())),
    )


# What the office asks for.


class Setup(UsualSetup[Scenario, World]):
    """Arenas and beginnings; besides its arena a game is begun with a deck of the Ebon Mage's tasks (EBON-6)."""

    DEFAULT = "classic"
    EXTRAS = {"tasks": "magika/tasks/ebon.toml"}
    CHANCE = {
        "ebon.task": "the Ebon Mage's tasks",
        "start.space": "where mages begin",
        "start.aptitude": "which way neutral mages lean",
        "search.alignment": "first scrolls",
        "search.scroll": "first scrolls",
    }
    seats = tuple(LETTERS)
    read_scenario = staticmethod(read_arena)
    write_scenario = staticmethod(write_scenario)

    def read_extra(self, _name: str, text: str, file: str) -> list[Task]:
        """The deck."""
        try:
            return read_deck(text, file)
        except DeckFaults as error:
            raise ScenarioFaults([str(fault) for fault in error.faults]) from error

    def start(self, scenario: Scenario, entrants: Sequence[Entrant], dice: Dice, extras: Fields) -> World:
        """The world before turn 1 (ARENA-5, MAGE-1, MAGE-2, EBON-1); ``entrants`` in seating order, the Ebon Mage
        last."""
        assert tuple(e.seat for e in entrants) == self.seats
        return start_world(scenario, [character_of(e) for e in entrants], dice, extras.get("tasks", ()))

    def complete(self, state: World, dice: Dice, extras: Fields) -> World:
        """In a game begun before there were tasks they are drawn now."""
        if not state.tasks:
            give_tasks(state, draw_tasks(extras["tasks"], dice))
        return state

    def as_before(self, state: World, after: World) -> World:
        """Tasks that were drawn with a turn, in a game begun before there were any."""
        if after.tasks and not state.tasks:
            give_tasks(state, after.tasks)
        return state

    def begun_with(self, start: World, entrants: Sequence[Entrant]) -> Data:
        """Name, race and alignment of each (of who returned, bonus and scrolls too, GM-5), and the tasks drawn."""
        rows = []
        for entrant in entrants:
            mage, c = start.mages[entrant.seat], character_of(entrant)
            back = [str(c.bonus), " ".join(c.brought)] if c.bonus or c.brought else []
            rows.append([mage.name, mage.race, mage.alignment, *back])
        return {"characters": rows, "tasks": [task_to_plain(task) for task in start.tasks]}

    def restart(self, scenario: Scenario, begun: Fields, dice: Dice) -> World:
        """The world before turn 1 from what a final turn file says it was begun with."""
        characters = []
        for name, race, alignment, *back in begun["characters"]:
            characters.append(
                Character(name, race, alignment, *((int(back[0]), tuple(back[1].split())) if back else ()))
            )
        world = start_world(scenario, characters, dice)
        give_tasks(world, [task_from_plain(task) for task in begun["tasks"]])
        return world


SETUP = Setup()
