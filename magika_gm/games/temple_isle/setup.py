"""Scenarios read, checked and written (SET-3, VAR), and the beginning of a game (SET, BUILD-1, DECK-3)."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, fields, replace
from typing import Any, cast

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import named_record, record
from magika_gm.engine.seam import setup as setup_seam
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.seam.setup import Entrant
from magika_gm.games.temple_isle.rules.building import TEMPLES
from magika_gm.games.temple_isle.rules.casting import answer
from magika_gm.games.temple_isle.rules.events import CardDrawn, FirstPlayerChosen, LandLaid, StageBegan, TempleDrawn
from magika_gm.games.temple_isle.rules.faults import faults
from magika_gm.games.temple_isle.rules.figures import figures
from magika_gm.games.temple_isle.rules.sequence import start_next
from magika_gm.games.temple_isle.rules.state import Armies, Options, Pace, Stage, State, Unit
from magika_gm.games.temple_isle.rules.tables import (
    KINDS,
    MOST_COPIES,
    Aim,
    Catalogue,
    LandCard,
    MantraCard,
    UnitCard,
    nearest,
    read_rows,
    standard,
)
from magika_gm.games.temple_isle.rules.terms import (
    ALL_SQUARES,
    MOON,
    NEUTRAL,
    OTHER,
    SEATS,
    SQUARE,
    SQUARES,
    SUN,
    WATER,
    When,
)
from magika_gm.games.temple_isle.rules.turn import Chapter, Turn

# On which line of a TOML file a key stands, as far as a plain scan finds it: for faults told line by line.


_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?")
_ENTRY = re.compile(r"\s*([\w.\"' -]+?)\s*=\s*(.*)")
_ROW = re.compile(r"\s*\{")


def key_lines(text: str) -> dict[str, int]:
    """Line of every key path and table header; rows of an array of tables as ``cards.unit.0``, ``cards.unit.1`` …"""
    found: dict[str, int] = {}
    table, array, rows, until = "", "", 0, ""
    counts: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if until:
            until = "" if until in line else until
            continue
        if array:
            if _ROW.match(line):
                found.setdefault(f"{array}.{rows}", number)
                rows += 1
            elif line.lstrip().startswith("]"):
                array = ""
            continue
        header = _HEADER.match(line)
        if header:
            table = _bare(header[2])
            if header[1] == "[[":
                at = counts.get(table, 0)
                counts[table] = at + 1
                found.setdefault(table, number)
                table = f"{table}.{at}"
            found.setdefault(table, number)
            continue
        entry = _ENTRY.match(line)
        if entry is None:
            continue
        key = _bare(entry[1])
        path = f"{table}.{key}" if table else key
        found.setdefault(path, number)
        value = entry[2].strip()
        if value.startswith("[") and "]" not in value:
            array, rows = path, 0
        for quote in ('"""', "'''"):
            if value.startswith(quote) and quote not in value[3:]:
                until = quote
    return found


def _bare(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))


def line_of(lines: dict[str, int], key: str) -> int:
    """Line of a key path, or of the nearest table above it that is in the file; 0 if none is."""
    while key:
        if key in lines:
            return lines[key]
        key = key.rpartition(".")[0]
    return 0


# The options of a scenario or case (SET-3), read with their faults.


KEYS = tuple(f.name for f in fields(Options))
_LEAST = {"limit": 2, "stack": 1, "hand_limit": 0, "opening": 0, "absence": 0, "army_levels": 1}
_MOST = {"limit": 400, "stack": 10, "hand_limit": 100, "opening": 50, "absence": 100, "army_levels": 500}


def read_options(table: Mapping[str, Any], fault: Callable[[str, str], None]) -> Options:
    """The options a table gives; ``fault`` takes a key and what is wrong with its cure. Keys left out: the default."""
    given: dict[str, Any] = {}
    for key, value in table.items():
        if key not in KEYS:
            fault(key, f"there is no such option; {nearest(key, KEYS)}")
        elif key in _LEAST:
            low, high = _LEAST[key], _MOST[key]
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                fault(key, f"is {value!r}; write a whole number from {low} to {high}")
            elif key == "limit" and value % 2:
                fault(key, f"is {value}; write an even number, so that both have as many game turns (END-2)")
            else:
                given[key] = value
        elif key in ("joined_land", "shoot_water"):
            if isinstance(value, bool):
                given[key] = value
            else:
                fault(key, f"is {value!r}; write true or false")
        else:
            kind: type[Pace | Armies] = Pace if key == "pace" else Armies
            words = [str(k) for k in kind]
            if isinstance(value, str) and value in words:
                given[key] = kind(value)
            else:
                fault(key, f"is {value!r}; {nearest(value, words)}")
    return Options(**given)


# A scenario: options, decks, cards of one's own, a world given or to be built (SET-3, VAR).


@record
class GivenUnit:
    """A unit that stands on the isle when the game begins (VAR-2)."""

    number: int
    card: str
    owner: str
    square: int


@named_record
class Scenario:
    """What a game is made of.

    ``catalogue`` holds all designs with the copies played with; ``own`` names the designs that are the game master's,
    by kind. ``isle`` is () where the world is drawn and built, else the twenty cards in reading order; ``first`` is ""
    where a die chooses. ``hands`` are cards dealt by name, instead of the opening hand.
    """

    title: str = "Temple Isle"
    description: str = ""
    options: Options = field(default_factory=Options)
    catalogue: Catalogue = field(default_factory=standard)
    own: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    first: str = ""
    isle: tuple[str, ...] = ()
    control: Mapping[int, str] = field(default_factory=dict)
    units: tuple[GivenUnit, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seats: tuple[str, ...] = SEATS

    @property
    def given(self) -> bool:
        """Whether the world is given, so that there is no world building (VAR-2)."""
        return bool(self.isle)


@record
class Fault:
    """Something wrong in a scenario file: its name, the line (0: unknown), the key path, the reason with its cure."""

    file: str
    line: int
    key: str
    reason: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.key + ': ' if self.key else ''}{self.reason}"


class ScenarioFaults(Exception):
    """A scenario file that cannot be played. ``faults`` are all of them, by line."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        super().__init__("\n".join(str(fault) for fault in faults))


# The state a game begins with: BUILD-1 and DECK-3, or a given world (VAR-2).


_SIDES = 6


def begin(scenario: Scenario, dice: Dice) -> Resolution:
    """A game's state before mail turn 1, with what was told on the way (SET-2): report 0."""
    state = given_state(scenario) if scenario.given else blank(scenario.catalogue, scenario.options)
    turn = Turn(state, dice, answer)
    turn.begin(Chapter.SHEETS)
    if not scenario.given:
        draw_world(turn)
    if scenario.first:
        turn.tell(FirstPlayerChosen(scenario.first, 0))
    else:
        choose_first(turn)
    for seat in (state.first, OTHER[state.first]):
        given = scenario.hands.get(seat)
        if given is None:
            deal(turn, seat)
        else:
            for card in given:
                turn.confide(seat, CardDrawn(seat, card, "deal"), CardDrawn(seat, "", "deal"))
    if not scenario.given:
        turn.tell(StageBegan(Stage.BUILD))
    elif scenario.options.armies is Armies.PICKED and not scenario.units:
        turn.tell(StageBegan(Stage.FIELD))
    else:
        start_next(turn)
    return Resolution(state, tuple(turn.told), tuple(dice.rolls))


def blank(catalogue: Catalogue, options: Options) -> State:
    """A state with an empty isle, empty hands and the whole deck; units are no part of it where picked (VAR-1)."""
    picked = options.armies is Armies.PICKED
    copies = {n: c for n, c in catalogue.deck().items() if c and not (picked and n in catalogue.units)}
    return State(
        catalogue=catalogue,
        options=options,
        isle=[""] * len(SQUARES),
        control=[NEUTRAL] * len(SQUARES),
        deck=copies,
    )


def draw_world(turn: Turn) -> None:
    """Twenty lands in reading order, four temples (BUILD-1)."""
    catalogue = turn.state.catalogue
    lands = {n: c.copies for n, c in catalogue.lands.items() if c.copies}
    for square in SQUARES:
        turn.tell(LandLaid(square, _take(turn.dice, "world.land", square, lands)))
    temples = {n: c.copies for n, c in catalogue.temples.items() if c.copies}
    for number in range(1, TEMPLES + 1):
        turn.tell(TempleDrawn(number, _take(turn.dice, "world.temple", str(number), temples)))


def _take(dice: Dice, name: str, subject: str, left: dict[str, int]) -> str:
    names = list(left)
    drawn = names[dice.choice(name, subject, names, "BUILD-1", list(left.values()))]
    left[drawn] -= 1
    if not left[drawn]:
        del left[drawn]
    return drawn


def choose_first(turn: Turn) -> None:
    """One die says who is first player: 1-3 SUN, 4-6 MOON (BUILD-1)."""
    die = turn.dice.between("world.first", "game", 1, _SIDES, "BUILD-1")
    turn.tell(FirstPlayerChosen(SUN if die <= _SIDES // 2 else MOON, die))


def deal(turn: Turn, seat: str) -> None:
    """The opening hand: a level-1 unit and cards (DECK-3); cards alone if the deck holds none or armies are picked."""
    state = turn.state
    cards = state.options.opening
    if cards < 1:
        return
    units = state.catalogue.units
    recruits = [n for n in state.catalogue.sorted(state.deck) if n in units and units[n].level == 1]
    if recruits and state.options.armies is not Armies.PICKED:  # whose opening hand has no recruit (VAR-1)
        at = turn.dice.choice("deal.recruit", seat, recruits, "DECK-3", [state.deck[n] for n in recruits])
        turn.confide(seat, CardDrawn(seat, recruits[at], "deal"), CardDrawn(seat, "", "deal"))
        cards -= 1
    for _ in range(cards):
        turn.draw(seat, "deal", rule="DECK-3")


def given_state(scenario: Scenario) -> State:
    """A world as the scenario has it: cards, control, units; hands are not dealt yet (VAR-2)."""
    state = blank(scenario.catalogue, scenario.options)
    state.isle = list(scenario.isle)
    state.control = [scenario.control.get(square, NEUTRAL) for square in ALL_SQUARES]
    for given in scenario.units:
        place_unit(state, given.number, given.card, given.owner, given.square)
    settle_hp(state)
    return state


def place_unit(state: State, number: int, card: str, owner: str, square: int) -> Unit:
    """Put a unit on the isle before the game; :func:`settle_hp` then gives it its full HP."""
    hp = state.catalogue.units[card].c
    unit = Unit(number=number, card=card, owner=owner, at=square, hp=hp, full=hp, mustered=0)
    state.units[number] = unit
    state.next_unit = max(state.next_unit, number + 1)
    state.cache.clear()
    return unit


def settle_hp(state: State) -> None:
    """Give every unit the full HP it has where it stands (UNIT-2)."""
    state.cache.clear()
    for unit in state.units_in_play():
        unit.full = unit.hp = figures(state, unit).full


# Scenario files are read: every fault at once, each with its line, its key, the reason and the cure (SET-3, VAR).


RULESET = "temple_isle"
_KEYS = (
    "ruleset",
    "title",
    "description",
    "seats",
    "options",
    "world",
    "deck",
    "lands",
    "temples",
    "cards",
    "control",
    "unit",
    "hand",
)
_NUMBER = re.compile(r"U([1-9]\d{0,2})")


class _Reader:
    """One file being read."""

    def __init__(self, data: Mapping[str, Any], text: str, name: str) -> None:
        self.data = data
        self.name = name
        self.lines = key_lines(text)
        self.found: list[Fault] = []

    def fault(self, key: str, reason: str) -> None:
        self.found.append(Fault(self.name, line_of(self.lines, key), key, reason))

    def table(self, key: str) -> Mapping[str, Any]:
        value = self.data.get(key, {})
        if isinstance(value, dict):
            return value
        self.fault(key, f"is not a table; write a line [{key}] and put its keys below it")
        return {}

    def text(self, key: str, default: str) -> str:
        value = self.data.get(key, default)
        if isinstance(value, str):
            return value
        self.fault(key, f"is {value!r}; write a text in quotation marks")
        return default

    def square(self, key: str, word: object) -> int:
        if isinstance(word, str) and word in SQUARE:
            return SQUARE[word]
        self.fault(key, f"{word!r} is no square; squares are a1 to e4 (ISLE-1)")
        return -1


def scenario_from(text: str, name: str = "scenario") -> Scenario:
    """The scenario a file's ``text`` describes; ``name`` is the file name used in faults.

    Raises :class:`ScenarioFaults` with every fault there is.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"\(at (?:line (\d+), column (\d+)|end of document)\)", str(error))
        line = int(where[1]) if where and where[1] else text.count("\n") + 1
        cure = f"look at column {where[2]}" if where and where[2] else "look for a quote or bracket left open"
        reason = f"not TOML: {str(error).partition(' (at ')[0]}; {cure}"
        raise ScenarioFaults((Fault(name, line, "", reason),)) from None
    reader = _Reader(data, text, name)
    scenario = _read(reader)
    if not reader.found:
        _check_world(reader, scenario)
    if reader.found:
        raise ScenarioFaults(tuple(sorted(reader.found, key=lambda f: f.line)))
    return scenario


def _read(reader: _Reader) -> Scenario:
    for key in reader.data:
        if key not in _KEYS:
            reader.fault(key, f"there is no such key; {nearest(key, _KEYS)}")
    if reader.data.get("ruleset") != RULESET:
        reader.fault("ruleset", f'write ruleset = "{RULESET}" at the top')
    seats = reader.data.get("seats", list(SEATS))
    if not isinstance(seats, list) or sorted(map(str, seats)) != sorted(SEATS):
        reader.fault("seats", f'are {seats!r}; there are two: ["SUN", "MOON"] (SET-1)')
        seats = list(SEATS)
    options = read_options(reader.table("options"), lambda key, reason: reader.fault(f"options.{key}", reason))
    catalogue, own = _catalogue(reader)
    first, isle = _read_world(reader, catalogue)
    return Scenario(
        title=reader.text("title", "Temple Isle"),
        description=reader.text("description", ""),
        options=options,
        catalogue=catalogue,
        own=own,
        first=first,
        isle=isle,
        control=_control(reader, isle),
        units=_units(reader, catalogue, isle),
        hands=_hands(reader, catalogue, drawn=options.armies is Armies.DRAWN),
        seats=tuple(seats),
    )


def _catalogue(reader: _Reader) -> tuple[Catalogue, dict[str, tuple[str, ...]]]:
    """The shipped designs, the game master's own upon them, and the copies played with."""
    tables = reader.table("cards")
    for key in tables:
        if key not in KINDS:
            reader.fault(f"cards.{key}", f"there are no such cards; {nearest(key, KINDS)}")
    rows: list[tuple[str, str]] = []
    catalogue = read_rows({k: v for k, v in tables.items() if k in KINDS}, standard(), rows, "cards.")
    for key, reason in rows:
        reader.fault(key, reason)
    own = {
        kind: tuple(r["name"] for r in tables[kind] if isinstance(r, dict) and isinstance(r.get("name"), str))
        for kind in KINDS
        if isinstance(tables.get(kind), list)
    }
    units, mantras = dict(catalogue.units), dict(catalogue.mantras)
    for name, copies in _read_copies(reader, "deck", catalogue.cards).items():
        if name in units:
            units[name] = replace(units[name], copies=copies)
        else:
            mantras[name] = replace(mantras[name], copies=copies)
    lands, temples = dict(catalogue.lands), dict(catalogue.temples)
    for name, copies in _read_copies(reader, "lands", lands).items():
        lands[name] = replace(lands[name], copies=copies)
    for name, copies in _read_copies(reader, "temples", temples).items():
        temples[name] = replace(temples[name], copies=copies)
    return Catalogue(lands=lands, temples=temples, units=units, mantras=mantras), {
        kind: names for kind, names in own.items() if names
    }


def _read_copies(reader: _Reader, key: str, known: Mapping[str, object]) -> dict[str, int]:
    found = {}
    for name, copies in reader.table(key).items():
        if name not in known:
            reader.fault(f"{key}.{name}", f"there is no such card; {nearest(name, list(known))}")
        elif isinstance(copies, bool) or not isinstance(copies, int) or not 0 <= copies <= MOST_COPIES:
            reader.fault(f"{key}.{name}", f"is {copies!r}; write how many copies, 0 to {MOST_COPIES}")
        else:
            found[name] = copies
    return found


def _read_world(reader: _Reader, catalogue: Catalogue) -> tuple[str, tuple[str, ...]]:
    """First player ("": a die) and the isle (() where it is drawn)."""
    table = reader.table("world")
    first = table.get("first", "")
    if first not in ("", *SEATS):
        reader.fault("world.first", f"is {first!r}; write SUN or MOON, or leave it out for a die (BUILD-1)")
        first = ""
    squares = {k: v for k, v in table.items() if k != "first"}
    for key in squares:
        if key not in SQUARE:
            reader.fault(f"world.{key}", f"there is no such key; {nearest(key, ('first', *SQUARES))}")
    cards = []
    for name in SQUARES if any(k in SQUARE for k in squares) else ():
        card = squares.get(name)
        if card is None:
            reader.fault("world", f"{name} is missing: a given world has all 20 squares, a1 to e4 (VAR-2)")
        elif card not in catalogue.isle:
            cure = nearest(card, list(catalogue.isle))
            reader.fault(f"world.{name}", f"{card!r} is no land, temple or Water; {cure}")
        cards.append(card if isinstance(card, str) else "")
    return first, tuple(cards)


def _control(reader: _Reader, isle: tuple[str, ...]) -> dict[int, str]:
    found = {}
    for name, seat in reader.table("control").items():
        key = f"control.{name}"
        square = reader.square(key, name)
        if not isle:
            reader.fault(key, "there is no given world; write all squares in [world] (VAR-2)")
        elif seat not in (*SEATS, NEUTRAL):
            reader.fault(key, f"is {seat!r}; write SUN or MOON")
        elif square >= 0 and isle[square] == WATER:
            reader.fault(key, "is water, which nobody controls (ISLE-5)")
        elif square >= 0 and seat:
            found[square] = seat
    return found


def _units(reader: _Reader, catalogue: Catalogue, isle: tuple[str, ...]) -> tuple[GivenUnit, ...]:
    found = []
    for name, table in reader.table("unit").items():
        key = f"unit.{name}"
        number = _NUMBER.fullmatch(name)
        if number is None or not isinstance(table, dict):
            reader.fault(key, 'write units as [unit.U1] with card = "…", at = "…", owner = "…"')
            continue
        for word in table:
            if word not in ("card", "at", "owner"):
                reader.fault(f"{key}.{word}", f"there is no such key; {nearest(word, ('card', 'at', 'owner'))}")
        card, owner = table.get("card"), table.get("owner")
        if card not in catalogue.units:
            reader.fault(f"{key}.card", f"{card!r} is no unit; {nearest(card, list(catalogue.units))}")
        if owner not in SEATS:
            reader.fault(f"{key}.owner", f"is {owner!r}; write SUN or MOON")
        square = reader.square(f"{key}.at", table.get("at"))
        if not isle:
            reader.fault(key, "there is no given world; write all squares in [world] (VAR-2)")
        elif square >= 0 and isinstance(card, str) and isinstance(owner, str):
            found.append(GivenUnit(int(number[1]), card, owner, square))
    return tuple(sorted(found, key=lambda u: u.number))


def _hands(reader: _Reader, catalogue: Catalogue, *, drawn: bool) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    left = Counter({n: c for n, c in catalogue.deck().items() if drawn or n in catalogue.mantras})
    for seat, cards in reader.table("hand").items():
        key = f"hand.{seat}"
        if seat not in SEATS or not isinstance(cards, list):
            reader.fault(key, 'write hands as SUN = ["Militia", "Might"]')
            continue
        for card in cards:
            if not isinstance(card, str) or card not in catalogue.cards:
                reader.fault(key, f"{card!r} is no card; {nearest(card, list(catalogue.cards))}")
            elif left[card] < 1:
                reader.fault(key, f"the deck has no {card} left; raise its copies in [deck]")
            else:
                left[card] -= 1
        found[seat] = tuple(catalogue.sorted(c for c in cards if isinstance(c, str)))
    return found


def _check_world(reader: _Reader, scenario: Scenario) -> None:
    """What can only be seen of the whole: enough cards to draw from, a world that can be."""
    catalogue = scenario.catalogue
    if scenario.given:
        if not any(card in catalogue.temples for card in scenario.isle):
            reader.fault("world", "the isle has no temple, so nobody could win; put in at least one (VAR-2)")
        for fault in faults(given_state(scenario)):
            reader.fault("world", fault)
        return
    lands = sum(c.copies for c in catalogue.lands.values())
    if lands < len(SQUARES):
        reader.fault("lands", f"there are {lands} lands to draw; {len(SQUARES)} are needed (BUILD-1)")
    temples = sum(c.copies for c in catalogue.temples.values())
    if temples < TEMPLES:
        reader.fault("temples", f"there are {temples} temples to draw; {TEMPLES} are needed (BUILD-1)")


# Scenarios as files that read back to equal ones.


_TELLS = {
    "pace": 'or "single": one game turn a mail turn; "paired": one of each player (MAIL-1, MAIL-2)',
    "limit": "game turns, even (END-2)",
    "stack": "units of a player on a card (ISLE-6)",
    "hand_limit": "cards kept (DECK-4)",
    "opening": "cards, one of them a level-1 unit (DECK-3)",
    "joined_land": "waters may not split the land (BUILD-4)",
    "shoot_water": "ranged units shoot at water units on water (WATER-3)",
    "absence": "sheets missed in a row that forfeit the game; 0: never (MAIL-8)",
    "armies": 'or "picked" beforehand (VAR-1)',
    "army_levels": "levels of an army picked (VAR-1)",
}


def text(value: str) -> str:
    """A TOML string."""
    plain = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if " " <= c != "\x7f" else f"\\u{ord(c):04x}" for c in plain) + '"'


def texts(values: Iterable[str]) -> str:
    """A TOML list of strings."""
    return f"[{', '.join(text(v) for v in values)}]"


def write_scenario(scenario: Scenario) -> str:
    """The file that ``read_scenario`` reads back as this scenario."""
    lines = [f"ruleset = {text(RULESET)}", f"title = {text(scenario.title)}"]
    if scenario.description:
        lines.append(f"description = {text(scenario.description)}")
    lines += [f"seats = {texts(scenario.seats)}", "", "[options]", *_options(scenario.options)]
    lines += _world(scenario)
    base = standard()
    for table, named, was, own in (
        ("deck", scenario.catalogue.deck(), base.deck(), (*_own(scenario, "unit"), *_own(scenario, "mantra"))),
        ("lands", _copies(scenario.catalogue.lands), _copies(base.lands), _own(scenario, "land")),
        ("temples", _copies(scenario.catalogue.temples), _copies(base.temples), _own(scenario, "temple")),
    ):
        changed = [f"{text(n)} = {c}" for n, c in named.items() if n not in own and c != was.get(n)]
        lines += ["", f"[{table}]", *changed] if changed else []
    return "\n".join(lines + _cards(scenario)) + "\n"


def _options(options: Options) -> list[str]:
    found = []
    for key in KEYS:
        value = getattr(options, key)
        plain = str(value).lower() if isinstance(value, bool) else value if isinstance(value, int) else text(value)
        found.append(f"{key} = {plain}".ljust(24) + f"# {_TELLS[key]}")
    return found


def _world(scenario: Scenario) -> list[str]:
    lines: list[str] = []
    if scenario.first or scenario.given:
        lines += ["", "[world]"]
        lines += [f"first = {text(scenario.first)}"] if scenario.first else []
        lines += [f"{name} = {text(card)}" for name, card in zip(SQUARES, scenario.isle, strict=False)]
    if scenario.control:
        lines += ["", "[control]"]
        lines += [f"{SQUARES[s]} = {text(seat)}" for s, seat in sorted(scenario.control.items())]
    for unit in scenario.units:
        lines += ["", f"[unit.U{unit.number}]", f"card = {text(unit.card)}"]
        lines += [f"at = {text(SQUARES[unit.square])}", f"owner = {text(unit.owner)}"]
    if scenario.hands:
        lines += ["", "[hand]", *(f"{seat} = {texts(cards)}" for seat, cards in scenario.hands.items())]
    return lines


def _own(scenario: Scenario, kind: str) -> tuple[str, ...]:
    return scenario.own.get(kind, ())


def _copies(cards: Mapping[str, LandCard]) -> dict[str, int]:
    return {name: card.copies for name, card in cards.items()}


def _cards(scenario: Scenario) -> list[str]:
    lines: list[str] = []
    catalogue: Catalogue = scenario.catalogue
    for kind, names in scenario.own.items():
        for name in names:
            lines += ["", f"[[cards.{kind}]]"]
            if kind == "unit":
                lines += unit_row(catalogue.units[name])
            elif kind == "mantra":
                lines += mantra_row(catalogue.mantras[name])
            else:
                lines += land_row(catalogue.isle[name])
    return lines


def land_row(card: LandCard) -> list[str]:
    """The lines of a land's or temple's row, without its number."""
    rows = [f"name = {text(card.name)}", f"copies = {card.copies}"]
    return rows + ([f"effects = {texts(map(str, card.effects))}"] if card.effects else [])


def unit_row(card: UnitCard) -> list[str]:
    """The lines of a unit's row, without its number."""
    rows = [f"name = {text(card.name)}", f"level = {card.level}", f"scores = {text(card.scores)}"]
    rows.append(f"copies = {card.copies}")
    if card.keywords:
        rows.append(f"keywords = {texts(card.keywords)}")
    effects = [str(e) for e in card.effects if e.when is not When.AFLOAT]
    return rows + ([f"effects = {texts(effects)}"] if effects else [])


def mantra_row(card: MantraCard) -> list[str]:
    """The lines of a mantra's row, without its number."""
    rows = [f"name = {text(card.name)}", f"level = {card.level}", f"target = {text(card.aim)}"]
    if card.needs:
        rows.append(f"needs = {texts(card.needs)}")
    if card.hostile and card.aim is not Aim.FOE:
        rows.append('aim = "foe"')
    rows.append(f"lasts = {text(card.lasts)}")
    if card.fast:
        rows.append("fast = true")
    return [*rows, f"copies = {card.copies}", f"effects = {texts(map(str, card.effects))}"]


# What the office asks for (``engine.seam.setup.Setup``).


DEFAULT = "isle"
EXTRAS: Mapping[str, str] = {}


def read_scenario(text: str, name: str) -> Scenario:
    """A scenario from its TOML text (SET-3)."""
    try:
        return scenario_from(text, name)
    except ScenarioFaults as error:
        raise setup_seam.ScenarioFaults([str(fault) for fault in error.faults]) from error


def title_of(scenario: Scenario) -> str:
    """Its title."""
    return scenario.title


def seats_of(scenario: Scenario) -> tuple[str, ...]:
    """SUN and MOON, in the scenario's seating order (SET-1)."""
    return scenario.seats


def read_extra(name: str, text: str, file: str) -> Any:  # noqa: ARG001 - there is none
    """A game is begun with its scenario alone."""
    raise setup_seam.ScenarioFaults([f"{file}: Temple Isle is begun without {name}"])


def start(
    scenario: Scenario,
    entrants: Sequence[Entrant],  # noqa: ARG001 - players choose nothing beforehand
    dice: Dice,
    extras: Mapping[str, Any],  # noqa: ARG001 - there are none
) -> State:
    """The state of turn 0 (SET-2)."""
    return cast(State, begin(scenario, dice).state)


def complete(state: State, dice: Dice, extras: Mapping[str, Any]) -> State:  # noqa: ARG001 - nothing was ever lacking
    """States have been whole from the first version on."""
    return state


def as_before(state: State, after: State) -> State:  # noqa: ARG001 - see complete
    """As it was recorded."""
    return state


def begun_with(start: State, entrants: Sequence[Entrant]) -> dict[str, Any]:  # noqa: ARG001 - scenario and seed say all
    """Who sat where; what is drawn comes from scenario and seed."""
    return {"seats": [entrant.seat for entrant in entrants]}


def restart(scenario: Scenario, begun: Mapping[str, Any], dice: Dice) -> State:
    """The state of turn 0 again."""
    if sorted(begun["seats"]) != sorted(scenario.seats):
        raise ValueError(f"the seats are {', '.join(scenario.seats)}")
    return cast(State, begin(scenario, dice).state)
