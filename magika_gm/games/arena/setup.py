"""Scenarios, armies, beginnings."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from magika_gm.engine.cases import CaseReader
from magika_gm.engine.dice import Dice
from magika_gm.engine.records import named_record, record
from magika_gm.engine.seam.setup import Entrant, ScenarioFaults
from magika_gm.games.arena.armies import (
    LAW,
    START_KINGS,
    START_ROWS,
    ArmyCheck,
    ArmyList,
    Limits,
    army_of,
    check_army,
    cost_table,
    cost_tables,
    courtly,
    ready,
    start_control,
    terrain_of,
)
from magika_gm.games.arena.rules.state import Item, State, id_key, new_creature
from magika_gm.games.arena.rules.tables import ARMIES, BUYABLE, ITEMS, KINDS, SPELLS, ReadyArmy, counted
from magika_gm.games.arena.rules.terms import (
    COURT,
    LEAST_SIDE,
    MOST_SIDE,
    SIDES,
    TERRAIN_NAMES,
    Board,
    Mode,
    Step,
    board_of,
)

# Scenarios: everything the law marks as an option, as a value and as a file (SET-5).


READY, FREE = "ready", "free"
FIRST = ("roll", "first", "second")
"""Who is A: drawn (``setup.first``), the first sign-up, or the second (DICE)."""


@record
class Placed:
    """A creature a scenario puts on the board beside the armies."""

    kind: str
    side: str
    at: str


@named_record
class Scenario:
    """A scenario; the defaults are the law's."""

    title: str = "Duel"
    description: str = ""
    rows: tuple[str, ...] = START_ROWS
    kings: Mapping[str, str] = field(default_factory=lambda: dict(START_KINGS))
    control: Mapping[str, str] | None = None
    """Hexes and who controls them at the start; None: CTRL-1."""
    storms: Mapping[str, int] = field(default_factory=dict)
    """Hexes and for how many player turns a storm stands there."""
    placed: tuple[Placed, ...] = ()
    limits: Limits = field(default_factory=Limits)
    handicap: Mapping[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})
    """Points a player has less (SET, handicap)."""
    armies: str = READY
    ready: Mapping[str, ReadyArmy] = field(default_factory=lambda: dict(ARMIES))
    default_armies: Mapping[str, str] = field(default_factory=lambda: {"A": "LEGION", "B": "HOST"})
    costs: str = LAW
    mode: Mode = Mode.SINGLE
    last_turn: int = 36
    mastery: int = 31
    second_bonus: int = 4
    first: str = FIRST[0]

    @property
    def board(self) -> Board:
        """Its board."""
        return board_of(len(self.rows[0]))


def write_scenario(scenario: Scenario) -> str:
    """The file that reads back to this scenario."""
    lines = [f"title = {_text(scenario.title)}", 'ruleset = "arena"']
    if scenario.description:
        lines.append(f"description = {_text(scenario.description)}")
    lines += [
        "",
        "[board]",
        "# G grass, F forest, R rocky, S swamp, W water, L lava, K court",
        "rows = '''",
        *_drawn(scenario.rows),
        "'''",
        f"kings = {_table(scenario.kings)}",
        "",
        "[options]",
        f"mode = {_text(scenario.mode)}",
        f"last_turn = {scenario.last_turn}",
        f"mastery = {scenario.mastery}",
        f"second_bonus = {scenario.second_bonus}",
        f"first = {_text(scenario.first)}",
        f"armies = {_text(scenario.armies)}",
        f"default_armies = {_table(scenario.default_armies)}",
        f"costs = {_text(scenario.costs)}",
        f"handicap = {_table(scenario.handicap)}",
        "",
        "[limits]",
        f"points = {scenario.limits.points}",
        f"creatures = {scenario.limits.creatures}",
        f"of_a_kind = {scenario.limits.of_a_kind}",
        f"flying = {scenario.limits.flying}",
        f"spells = {scenario.limits.spells}",
    ]
    if scenario.control is not None:
        lines += ["", "[control]", *(f"{hex_} = {_text(side)}" for hex_, side in scenario.control.items())]
    if scenario.storms:
        lines += ["", "[storms]", *(f"{hex_} = {turns}" for hex_, turns in scenario.storms.items())]
    for placed in scenario.placed:
        lines += ["", "[[placed]]", f"kind = {_text(placed.kind)}", f"side = {_text(placed.side)}"]
        lines.append(f"at = {_text(placed.at)}")
    if dict(scenario.ready) != dict(ARMIES):
        for army in scenario.ready.values():
            lines += ["", "[[army]]", *_army(army)]
    return "\n".join(lines) + "\n"


def _drawn(rows: tuple[str, ...]) -> list[str]:
    """The rows, each with its letter, drawn as they lie on the board."""
    longest = max(map(len, rows))
    return [f"{chr(ord('a') + i)}: {' ' * (longest - len(row))}{' '.join(row)}" for i, row in enumerate(rows)]


def _army(army: ReadyArmy) -> list[str]:
    def listed(entries: tuple[tuple[int, str], ...]) -> str:
        return ", ".join(_text(name if n == 1 else f"{n} {name}") for n, name in entries)

    return [
        f"name = {_text(army.name)}",
        f"creatures = [{listed(army.creatures)}]",
        f"items = [{listed(army.items)}]",
        f"spells = [{', '.join(map(_text, army.spells))}]",
        f"pool = {army.pool}",
    ]


def _text(text: str) -> str:
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    plain = "".join(c if c == "\n" or (" " <= c != "\x7f") else f"\\u{ord(c):04x}" for c in plain)
    return f'"""\n{plain}"""' if "\n" in plain else f'"{plain}"'


def _table(table: Mapping[str, str] | Mapping[str, int]) -> str:
    inner = ", ".join(f"{key} = {_text(v) if isinstance(v, str) else v}" for key, v in table.items())
    return f"{{ {inner} }}"


# Reading scenario files: every fault at once, each with its place and its cure (SET-5).


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


# The state before the first turn (SET-2 to SET-4), and who is A (DICE).


SECOND = "B"


def seats_by_sign_up(scenario: Scenario, dice: Dice) -> tuple[str, str]:
    """The seats of the first and the second sign-up: drawn (``setup.first``), unless the scenario says (DICE)."""
    if scenario.first == FIRST[0]:
        second = dice.between("setup.first", "game", 1, 2, "DICE") == 2
    else:
        second = scenario.first == FIRST[2]
    return ("B", "A") if second else ("A", "B")


def limits_for(scenario: Scenario, side: str) -> Limits:
    """What a player may spend: the scenario's limits, less his handicap."""
    limits = scenario.limits
    return Limits(
        points=max(limits.points - scenario.handicap.get(side, 0), 0),
        creatures=limits.creatures,
        of_a_kind=limits.of_a_kind,
        flying=limits.flying,
        spells=limits.spells,
    )


def check_choice(scenario: Scenario, side: str, army: ArmyList) -> ArmyCheck:
    """Hold an army to a scenario: ready-made ones by the law's costs, own ones by the scenario's (decision 14)."""
    costs = cost_table(LAW if army.name else scenario.costs)
    return check_army(army, limits_for(scenario, side), costs)


def chosen_army(scenario: Scenario, side: str, choices: Mapping[str, Any]) -> ArmyCheck:
    """The army a player has: his choice if it is legal here, else the scenario's default (SET-2); raises
    :class:`ScenarioFaults` if what he chose is no army at all."""
    said = choices.get("army")
    wished = army_of(said, scenario.ready)
    if said and wished is None:
        raise ScenarioFaults([f"side {side}: what was handed in is no army (SET-2)"])
    if wished is not None and (wished.name or scenario.armies == FREE):
        check = check_choice(scenario, side, wished)
        if not check.faults:
            return check
    return check_choice(scenario, side, ready(scenario.ready[scenario.default_armies[side]]))


def start_state(scenario: Scenario, choices: Mapping[str, Mapping[str, Any]]) -> State:
    """The state of turn 0; ``choices`` by side."""
    board = scenario.board
    kings = {side: board.index[scenario.kings[side]] for side in SIDES}
    state = State(
        board=board,
        kings=kings,
        terrain=courtly(terrain_of(scenario.rows, board), kings),
        control=start_control(board, kings),
        storms={board.index[hex_]: turns for hex_, turns in scenario.storms.items()},
        mode=scenario.mode,
        last_turn=scenario.last_turn,
        mastery=scenario.mastery,
    )
    if scenario.control is not None:
        state.control = [scenario.control.get(name, "") for name in board.names]
    for side in SIDES:
        check = chosen_army(scenario, side, choices.get(side, {}))
        _muster(state, side, check)
        state.pools[side] = check.pool + (scenario.second_bonus if side == SECOND else 0)
    for placed in scenario.placed:
        _add(state, placed.side, placed.kind, board.index[placed.at] * 2)
    return state


def _muster(state: State, side: str, check: ArmyCheck) -> None:
    """Creatures and items of an army, ids in list order, on the ground of the king's hex (SET-2, SET-3)."""
    place = state.kings[side] * 2
    for entry in check.army.creatures:
        for _ in range(entry.count):
            _add(state, side, entry.name, place)
    number = 0
    for entry in check.army.items:
        for _ in range(entry.count):
            number += 1
            id_ = f"I{side}{number}"
            kind = ITEMS[entry.name]
            state.items[id_] = Item(id=id_, key=id_key(id_), kind=kind, place=place, uses=kind.uses)
    state.cards[side] = check.army.cards
    state.armies[side] = check.army.name


def _add(state: State, side: str, kind: str, place: int) -> None:
    state.made[side] += 1
    id_ = f"{side}{state.made[side]}"
    state.creatures[id_] = new_creature(id_, KINDS[kind], side, place)


# Arena's scenarios and beginnings, as the office asks for them (``engine.seam.setup.Setup``).


DEFAULT = "tourney"
"""The law's duel with armies of equal strength; ``duel`` is the law's to the letter."""
EXTRAS: Mapping[str, str] = {}

__all__ = [
    "DEFAULT", "EXTRAS", "as_before", "begun_with", "complete", "placed", "read_extra", "read_scenario", "restart",
    "seats_of", "start", "title_of", "write_scenario",
]  # fmt: skip


def title_of(scenario: Scenario) -> str:
    """Its title."""
    return scenario.title


def seats_of(scenario: Scenario) -> tuple[str, ...]:  # noqa: ARG001 - two play in every scenario
    """A and B (SET-5)."""
    return SIDES


def read_extra(name: str, text: str, file: str) -> Any:  # noqa: ARG001 - there is none
    """A game is begun with its scenario alone."""
    raise ScenarioFaults([f"{file}: Arena is begun without {name}"])


def start(
    scenario: Scenario,
    entrants: Sequence[Entrant],
    dice: Dice,
    extras: Mapping[str, Any],  # noqa: ARG001 - there are none
) -> State:
    """The state of turn 0, with the armies the players chose (SET-2), each in the seat he was drawn (DICE)."""
    seat_of = placed(scenario, entrants, dice)
    return start_state(scenario, {seat_of[one.seat]: one.choices for one in entrants})


def placed(scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> Mapping[str, str]:
    """The seat each entrant gets, by the one he signed up in: who is A is drawn, unless the scenario says (DICE)."""
    dice.phase = int(Step.BEGIN)
    places = dict(zip(SIDES, seats_by_sign_up(scenario, dice), strict=True))
    return {one.seat: places[one.seat] for one in entrants}


def complete(state: State, dice: Dice, extras: Mapping[str, Any]) -> State:  # noqa: ARG001 - nothing was ever lacking
    """States have been whole from the first version on."""
    return state


def as_before(state: State, after: State) -> State:  # noqa: ARG001 - see complete
    """As it was recorded."""
    return state


def begun_with(start: State, entrants: Sequence[Entrant]) -> dict[str, Any]:  # noqa: ARG001 - the choices say all
    """The armies the players chose, by the seats they signed up in."""
    return {"armies": {one.seat: one.choices.get("army") for one in entrants}}


def restart(scenario: Scenario, begun: Mapping[str, Any], dice: Dice) -> State:
    """The state of turn 0 again."""
    chosen = begun["armies"]
    if not isinstance(chosen, Mapping) or set(chosen) - set(SIDES):
        raise ValueError("the armies are those of A and B")
    entrants = [Entrant(seat=side, choices={} if army is None else {"army": army}) for side, army in chosen.items()]
    return start(scenario, entrants, dice, {})
