"""Reads scenario files: every fault at once, each with its line, its key, the reason and the cure (SET-3, VAR)."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from magika_gm.games.temple_isle.rules.board import NEUTRAL, SEATS, SQUARE, SQUARES, WATER
from magika_gm.games.temple_isle.rules.building import TEMPLES
from magika_gm.games.temple_isle.rules.cardrows import KINDS, MOST_COPIES, nearest, read_rows
from magika_gm.games.temple_isle.rules.catalogue import Catalogue
from magika_gm.games.temple_isle.rules.faults import faults
from magika_gm.games.temple_isle.rules.standard_cards import standard
from magika_gm.games.temple_isle.rules.state import Armies
from magika_gm.games.temple_isle.setup.lines import key_lines, line_of
from magika_gm.games.temple_isle.setup.options import read_options
from magika_gm.games.temple_isle.setup.scenario import Fault, GivenUnit, Scenario, ScenarioFaults
from magika_gm.games.temple_isle.setup.start import given_state

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


def read_scenario(text: str, name: str = "scenario") -> Scenario:
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
    first, isle = _world(reader, catalogue)
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
    for name, copies in _copies(reader, "deck", catalogue.cards).items():
        if name in units:
            units[name] = replace(units[name], copies=copies)
        else:
            mantras[name] = replace(mantras[name], copies=copies)
    lands, temples = dict(catalogue.lands), dict(catalogue.temples)
    for name, copies in _copies(reader, "lands", lands).items():
        lands[name] = replace(lands[name], copies=copies)
    for name, copies in _copies(reader, "temples", temples).items():
        temples[name] = replace(temples[name], copies=copies)
    return Catalogue(lands=lands, temples=temples, units=units, mantras=mantras), {
        kind: names for kind, names in own.items() if names
    }


def _copies(reader: _Reader, key: str, known: Mapping[str, object]) -> dict[str, int]:
    found = {}
    for name, copies in reader.table(key).items():
        if name not in known:
            reader.fault(f"{key}.{name}", f"there is no such card; {nearest(name, list(known))}")
        elif isinstance(copies, bool) or not isinstance(copies, int) or not 0 <= copies <= MOST_COPIES:
            reader.fault(f"{key}.{name}", f"is {copies!r}; write how many copies, 0 to {MOST_COPIES}")
        else:
            found[name] = copies
    return found


def _world(reader: _Reader, catalogue: Catalogue) -> tuple[str, tuple[str, ...]]:
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
