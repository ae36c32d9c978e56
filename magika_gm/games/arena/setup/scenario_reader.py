"""Reading scenario files: every fault at once, each with its place and its cure (SET-5)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.cases import CaseReader
from magika_gm.engine.seam.setup import ScenarioFaults
from magika_gm.games.arena.rules.board import LEAST_SIDE, MOST_SIDE, Board, board_of
from magika_gm.games.arena.rules.tables import ARMIES, BUYABLE, ITEMS, SPELLS, ReadyArmy, counted
from magika_gm.games.arena.rules.terms import COURT, SIDES, TERRAIN_NAMES, Mode
from magika_gm.games.arena.setup.army import Limits, check_army, ready
from magika_gm.games.arena.setup.costs import LAW, cost_tables
from magika_gm.games.arena.setup.scenario import FIRST, FREE, READY, Placed, Scenario
from magika_gm.games.arena.setup.standard import START_KINGS, START_ROWS

_TOP = ("title", "ruleset", "description", "board", "options", "limits", "control", "storms", "placed", "army")
_OPTIONS = (
    "mode", "last_turn", "mastery", "second_bonus", "first", "armies", "default_armies", "costs", "handicap",
)  # fmt: skip
_LIMITS = ("points", "creatures", "of_a_kind", "flying", "spells")
_MOST = 9999


def read_scenario(text: str, name: str = "scenario") -> Scenario:
    """A scenario from its TOML text; raises ``ScenarioFaults`` with every fault and its place."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScenarioFaults([f"{name}: {error}; write it as TOML"]) from error
    reader = CaseReader()
    scenario = _read(reader, data)
    if reader.found:
        raise ScenarioFaults([f"{name}: {place or 'the file'}: {reason}" for place, reason in reader.found])
    return scenario


def _read(reader: CaseReader, data: Mapping[str, Any]) -> Scenario:
    reader.keys("", data, _TOP)
    if data.get("ruleset", "arena") != "arena":
        reader.fault("ruleset", "must be arena")
    table = reader.table("board", data.get("board", {}))
    reader.keys("board", table, ("rows", "kings"))
    rows = _rows(reader, table.get("rows"))
    board = board_of(len(rows[0]))
    kings = _kings(reader, board, table.get("kings", dict(START_KINGS)))
    options = reader.table("options", data.get("options", {}))
    reader.keys("options", options, _OPTIONS)
    limits = _limits(reader, reader.table("limits", data.get("limits", {})))
    armies = _armies(reader, data.get("army"), limits)
    _court(reader, rows, board, kings)
    control = data.get("control")
    return Scenario(
        title=reader.text("title", data.get("title", "Untitled")),
        description=reader.text("description", data.get("description", "")),
        rows=rows,
        kings=kings,
        control=None if control is None else _control(reader, board, reader.table("control", control)),
        storms=_storms(reader, board, reader.table("storms", data.get("storms", {}))),
        placed=_placed(reader, board, data.get("placed", [])),
        limits=limits,
        handicap=_handicap(reader, options.get("handicap", {})),
        armies=reader.among("options.armies", options.get("armies", READY), (READY, FREE)),
        ready=armies,
        default_armies=_defaults(reader, options.get("default_armies", {}), armies),
        costs=reader.among("options.costs", options.get("costs", LAW), cost_tables()),
        mode=Mode(reader.among("options.mode", options.get("mode", Mode.SINGLE), tuple(Mode))),
        last_turn=reader.number("options.last_turn", options.get("last_turn", 36), 1, _MOST, 36),
        mastery=reader.number("options.mastery", options.get("mastery", 31), 0, len(board.names), 31),
        second_bonus=reader.number("options.second_bonus", options.get("second_bonus", 4), 0, _MOST, 4),
        first=reader.among("options.first", options.get("first", FIRST[0]), FIRST),
    )


def _rows(reader: CaseReader, value: object) -> tuple[str, ...]:
    """The rows of the board: letters of terrains, with or without the row's own letter and colon."""
    if value is None:
        return START_ROWS
    lines = [line for line in reader.text("board.rows", value).splitlines() if line.strip()]
    rows = tuple("".join(line.partition(":")[2].split() if ":" in line else line.split()).upper() for line in lines)
    side = (len(rows) + 1) // 2
    if len(rows) % 2 == 0 or not LEAST_SIDE <= side <= MOST_SIDE:
        reader.fault("board.rows", f"a board has an odd number of rows, {2 * LEAST_SIDE - 1} to {2 * MOST_SIDE - 1}")
        return START_ROWS
    for i, row in enumerate(rows):
        wanted = 2 * side - 1 - abs(i - side + 1)
        if len(row) != wanted:
            reader.fault(f"board.rows, row {chr(ord('a') + i)}", f"has {len(row)} hexes, it must have {wanted}")
        for letter in row:
            if letter not in TERRAIN_NAMES:
                reader.fault(
                    f"board.rows, row {chr(ord('a') + i)}",
                    f"{letter} is no terrain; there are {', '.join(TERRAIN_NAMES)}",
                )
    return START_ROWS if reader.found else rows


def _court(reader: CaseReader, rows: Sequence[str], board: Board, kings: Mapping[str, str]) -> None:
    """Court is the terrain of the king hexes, and of no other (BOARD-5)."""
    letters = "".join(rows)
    for i, letter in enumerate(letters):
        if letter == COURT and board.names[i] not in kings.values():
            reader.fault("board.rows", f"{board.names[i]} is court, but no king hex: give it another terrain")


def _hex(reader: CaseReader, board: Board, place: str, value: object) -> str:
    if isinstance(value, str) and value in board.index:
        return value
    reader.fault(place, f"{value!r} is no hex of this board ({board.names[0]} to {board.names[-1]})")
    return board.names[0]


def _kings(reader: CaseReader, board: Board, value: object) -> dict[str, str]:
    table = reader.table("board.kings", value)
    reader.keys("board.kings", table, SIDES)
    kings = {side: _hex(reader, board, f"board.kings.{side}", table.get(side)) for side in SIDES}
    if kings["A"] == kings["B"]:
        reader.fault("board.kings", "both players have the same king hex: name two")
    return kings


def _control(reader: CaseReader, board: Board, table: Mapping[str, Any]) -> dict[str, str]:
    control: dict[str, str] = {}
    for key, side in table.items():
        hex_ = _hex(reader, board, f"control.{key}", key)
        if side not in ("", *SIDES):
            reader.fault(f"control.{key}", f"must be A, B or the empty text, not {side!r}")
        control[hex_] = str(side)
    return control


def _storms(reader: CaseReader, board: Board, table: Mapping[str, Any]) -> dict[str, int]:
    return {
        _hex(reader, board, f"storms.{key}", key): reader.number(f"storms.{key}", turns, 1, _MOST, 1)
        for key, turns in table.items()
    }


def _placed(reader: CaseReader, board: Board, value: object) -> tuple[Placed, ...]:
    if not isinstance(value, list):
        reader.fault("placed", "must be a list of tables: [[placed]]")
        return ()
    found: list[Placed] = []
    for n, row in enumerate(value, 1):
        table = reader.table(f"placed {n}", row)
        reader.keys(f"placed {n}", table, ("kind", "side", "at"))
        kind = reader.among(f"placed {n}.kind", table.get("kind"), BUYABLE)
        side = reader.among(f"placed {n}.side", table.get("side"), SIDES)
        found.append(Placed(kind, side, _hex(reader, board, f"placed {n}.at", table.get("at"))))
    return tuple(found)


def _limits(reader: CaseReader, table: Mapping[str, Any]) -> Limits:
    reader.keys("limits", table, _LIMITS)
    default = Limits()
    return Limits(
        **{
            key: reader.number(f"limits.{key}", table.get(key, getattr(default, key)), 0, _MOST, getattr(default, key))
            for key in _LIMITS
        }
    )


def _handicap(reader: CaseReader, value: object) -> dict[str, int]:
    table = reader.table("options.handicap", value)
    reader.keys("options.handicap", table, SIDES)
    return {side: reader.number(f"options.handicap.{side}", table.get(side, 0), 0, _MOST, 0) for side in SIDES}


def _defaults(reader: CaseReader, value: object, armies: Mapping[str, ReadyArmy]) -> dict[str, str]:
    table = reader.table("options.default_armies", value)
    reader.keys("options.default_armies", table, SIDES)
    names = tuple(armies)
    fallback = {"A": names[0], "B": names[min(1, len(names) - 1)]}
    return {
        side: reader.among(f"options.default_armies.{side}", table.get(side, fallback[side]), names) for side in SIDES
    }


def _armies(reader: CaseReader, value: object, limits: Limits) -> dict[str, ReadyArmy]:
    """The ready-made armies: the law's, or those of the file in their place."""
    if value is None:
        return dict(ARMIES)
    if not isinstance(value, list) or not value:
        reader.fault("army", "must be a list of tables: [[army]]")
        return dict(ARMIES)
    found: dict[str, ReadyArmy] = {}
    for n, row in enumerate(value, 1):
        place = f"army {n}"
        table = reader.table(place, row)
        reader.keys(place, table, ("name", "creatures", "items", "spells", "pool"))
        army = ReadyArmy(
            name=reader.text(f"{place}.name", table.get("name")).upper(),
            creatures=_entries(reader, f"{place}.creatures", table.get("creatures", []), BUYABLE),
            items=_entries(reader, f"{place}.items", table.get("items", []), tuple(ITEMS)),
            spells=tuple(
                reader.among(f"{place}.spells", name, tuple(SPELLS))
                for name in reader.texts(f"{place}.spells", table.get("spells", []))
            ),
            pool=reader.number(f"{place}.pool", table.get("pool", limits.points), 0, _MOST, 0),
        )
        check = check_army(ready(army), limits)
        for fault in check.faults:
            reader.fault(place, str(fault))
        found[army.name] = ReadyArmy(
            name=army.name, creatures=army.creatures, items=army.items, spells=army.spells, pool=check.pool
        )
    return found


def _entries(reader: CaseReader, place: str, value: object, known: Sequence[str]) -> tuple[tuple[int, str], ...]:
    entries = (counted(text) for text in reader.texts(place, value))
    return tuple((count, reader.among(place, name, known)) for count, name in entries)
