"""Reading a case (CASE) strictly: every key is known, every name is a card, a square, a unit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from magika_gm.engine.cases import CaseReader
from magika_gm.games.temple_isle.cases.position import Position, read_position
from magika_gm.games.temple_isle.cases.result import GAME_KEYS, SEAT_KEYS, UNIT_KEYS
from magika_gm.games.temple_isle.rules.board import SEATS, SQUARES
from magika_gm.games.temple_isle.rules.standard_cards import standard
from magika_gm.games.temple_isle.setup.options import read_options

ROLLS = ("world.land", "world.temple", "world.first", "deal.recruit", "draw.card", "combat.attack", "combat.defence")
_NUMBERS = ("world.first", "combat.attack", "combat.defence")
_TOP = (
    "title",
    "game",
    "rules",
    "turns",
    "options",
    "state",
    "isle",
    "control",
    "mantras",
    "unit",
    "seat",
    "dice",
    "expect",
)
_EXPECT = ("game", "unit", "seat", "isle", "control", "mantras")
_UNIT = re.compile(r"U[1-9]\d{0,3}")
_MOST_TURNS = 500
NO_SHEET = "NO SHEET"
Lines = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A case ready to be played. ``sheets`` holds for each seat the lines of each mail turn; None where none came."""

    title: str
    rules: tuple[str, ...]
    turns: int
    position: Position
    sheets: Mapping[str, tuple[Lines | None, ...]]
    dice: Mapping[str, Sequence[int | str]]
    expect: Mapping[str, Any]


def read_case(data: Mapping[str, Any]) -> Case:
    """The case a file's tables describe; raises :class:`~magika_gm.engine.cases.CaseFaults` with all that is wrong."""
    reader = CaseReader()
    reader.keys("", data, _TOP)
    if data.get("game", "temple_isle") != "temple_isle":
        reader.fault("game", f"is {data['game']!r}, not 'temple_isle'")
    options = read_options(
        reader.table("options", data.get("options", {})), lambda key, reason: reader.fault(f"options.{key}", reason)
    )
    position = read_position(reader, data, options, standard())
    case = Case(
        title=reader.text("title", data.get("title", "")),
        rules=tuple(reader.texts("rules", data.get("rules", []))),
        turns=reader.number("turns", data.get("turns", 1), 1, _MOST_TURNS, 1),
        position=position,
        sheets=_sheets(reader, reader.table("seat", data.get("seat", {}))),
        dice=_dice(reader, data.get("dice", {})),
        expect=_expected(reader, reader.table("expect", data.get("expect", {}))),
    )
    reader.done()
    return case


def _sheets(reader: CaseReader, seats: Mapping[str, Any]) -> dict[str, tuple[Lines | None, ...]]:
    found: dict[str, tuple[Lines | None, ...]] = {}
    for seat in SEATS:
        table = seats.get(seat, {})
        orders = table.get("orders", []) if isinstance(table, Mapping) else []
        place = f"seat.{seat}.orders"
        if isinstance(orders, list) and orders and all(isinstance(o, list) for o in orders):
            found[seat] = tuple(_sheet(reader.texts(f"{place}[{n}]", o)) for n, o in enumerate(orders, 1))
        else:
            found[seat] = (_sheet(reader.texts(place, orders)),)
    return found


def _sheet(lines: list[str]) -> Lines | None:
    return None if lines == [NO_SHEET] else tuple(lines)


def _dice(reader: CaseReader, table: object) -> dict[str, list[int | str]]:
    forced = reader.dice("dice", table, ROLLS)
    for key, values in forced.items():
        name = key.partition("/")[0]
        if name in _NUMBERS and any(isinstance(v, str) for v in values):
            reader.fault(f"dice.{key}", "is rolled as a whole number")
        elif name not in _NUMBERS and any(isinstance(v, int) for v in values):
            reader.fault(f"dice.{key}", "is drawn as a card's name")
    return forced


def _expected(reader: CaseReader, table: Mapping[str, Any]) -> dict[str, Any]:
    reader.keys("expect", table, _EXPECT)
    flat: dict[str, Any] = {}
    for key in _EXPECT:
        if key not in table:
            continue
        place = f"expect.{key}"
        given = reader.table(place, table[key])
        if key == "game":
            reader.keys(place, given, GAME_KEYS)
            flat |= given
            continue
        flat[key] = given
        if key == "unit":
            for name, wanted in given.items():
                if not _UNIT.fullmatch(name):
                    reader.fault(f"{place}.{name}", f"{name!r} is no unit; write U1, U2 …")
                reader.keys(f"{place}.{name}", reader.table(f"{place}.{name}", wanted), UNIT_KEYS)
        elif key == "seat":
            reader.keys(place, given, SEATS)
            for name, wanted in given.items():
                reader.keys(f"{place}.{name}", reader.table(f"{place}.{name}", wanted), SEAT_KEYS)
        else:
            reader.keys(place, given, (*SQUARES, "all") if key == "mantras" else SQUARES)
    return flat
