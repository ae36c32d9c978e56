"""Scenarios, armies, beginnings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, fields, replace
from typing import Annotated, Any, Literal

from magika_gm.engine.beginning import UsualSetup
from magika_gm.engine.dice import Dice
from magika_gm.engine.plain import Data, Fields
from magika_gm.engine.records import named_record, record
from magika_gm.engine.seam.setup import Entrant, ScenarioFaults
from magika_gm.engine.toml import (
    ELSEWHERE,
    SELDOM,
    Among,
    Drawing,
    FileReader,
    In,
    Reader,
    Remark,
    Seldom,
    Spelt,
    Whole,
    write_toml,
)
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
from magika_gm.games.arena.rules.state import EDITION, Item, State, id_key, new_creature
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


MOST = 9999
READY, FREE = "ready", "free"
FIRST = ("roll", "first", "second")
"""Who is A: drawn (``setup.first``), the first sign-up, or the second (DICE)."""


Side = Annotated[str, Among(SIDES)]
Points = Annotated[int, Whole(0, MOST)]


def _drawing(said: Any) -> tuple[str, ...]:
    """Letters of terrains, with or without the row's own letter and colon."""
    if not isinstance(said, str):
        raise ValueError(f"must be a text, not {said!r}")
    rows = (line.partition(":")[2] if ":" in line else line for line in said.splitlines() if line.strip())
    return tuple("".join(row.split()).upper() for row in rows)


def _drawn(rows: tuple[str, ...]) -> Drawing:
    """The rows, each with its letter, drawn as they lie on the board."""
    longest = max(map(len, rows))
    return Drawing(
        "\n".join(f"{chr(ord('a') + i)}: {' ' * (longest - len(row))}{' '.join(row)}" for i, row in enumerate(rows))
    )


@record
class Placed:
    """A creature a scenario puts on the board beside the armies."""

    kind: Annotated[str, Among(BUYABLE)]
    side: Side
    at: str


@named_record
class Scenario:
    """A scenario; the defaults are the law's."""

    title: str = "Duel"
    ruleset: Literal["arena"] = "arena"
    description: Seldom[str] = ""
    rows: Annotated[
        tuple[str, ...],
        In("board"),
        Spelt(_drawing, _drawn),
        Remark("G grass, F forest, R rocky, S swamp, W water, L lava, K court", above=True),
    ] = START_ROWS
    kings: Annotated[Mapping[Side, str], In("board")] = field(default_factory=lambda: dict(START_KINGS))
    edition: Annotated[int, In("options"), SELDOM, Whole(1, EDITION)] = EDITION
    mode: Annotated[Mode, In("options")] = Mode.SINGLE
    last_turn: Annotated[int, In("options"), Whole(0, MOST)] = 36
    """The last player turn (WIN-4); 0: there is none."""
    mastery: Annotated[int, In("options")] = 31
    second_bonus: Annotated[int, In("options"), Whole(0, MOST)] = 4
    first: Annotated[str, In("options"), Among(FIRST)] = FIRST[0]
    armies: Annotated[str, In("options"), Among((READY, FREE))] = READY
    default_armies: Annotated[Mapping[Side, str], In("options")] = field(
        default_factory=lambda: {"A": "LEGION", "B": "HOST"}
    )
    costs: Annotated[str, In("options")] = LAW
    handicap: Annotated[Mapping[Side, Points], In("options")] = field(default_factory=lambda: {"A": 0, "B": 0})
    """Points a player has less (SET, handicap)."""
    limits: Limits = field(default_factory=Limits)
    control: Mapping[str, Annotated[str, Among(("", *SIDES))]] | None = None
    """Hexes and who controls them at the start; None: CTRL-1."""
    storms: Seldom[Mapping[str, Annotated[int, Whole(1, MOST)]]] = field(default_factory=dict)
    """Hexes and for how many player turns a storm stands there."""
    placed: tuple[Placed, ...] = ()
    ready: Annotated[Mapping[str, ReadyArmy], ELSEWHERE] = field(default_factory=lambda: dict(ARMIES))

    @property
    def board(self) -> Board:
        """Its board."""
        return board_of(len(self.rows[0]))


# Scenario files (SET-5).


@named_record
class _Army:
    """``[[army]]``: a ready-made one in the place of the law's; without a pool it has what its points leave."""

    name: str
    creatures: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    spells: tuple[Annotated[str, Among(tuple(SPELLS))], ...] = ()
    pool: Points | None = None


@named_record
class _File(Scenario):
    """A scenario file."""

    army: tuple[_Army, ...] = ()


def write_scenario(scenario: Scenario) -> str:
    """The file that reads back to this scenario."""
    armies = [] if dict(scenario.ready) == dict(ARMIES) else scenario.ready.values()

    def listed(entries: tuple[tuple[int, str], ...]) -> tuple[str, ...]:
        return tuple(name if n == 1 else f"{n} {name}" for n, name in entries)

    rows = (
        _Army(name=a.name, creatures=listed(a.creatures), items=listed(a.items), spells=a.spells, pool=a.pool)
        for a in armies
    )
    return write_toml(_File(**_values(scenario), army=tuple(rows)))


def _values(scenario: Scenario) -> Data:
    return {one.name: getattr(scenario, one.name) for one in fields(Scenario)}


def read_scenario(text: str, name: str = "scenario") -> Scenario:
    """A scenario from its TOML text; raises ``ScenarioFaults`` with every fault and its place."""
    reader = FileReader(text, name)
    file = reader.record(_File, "", reader.data, _File(title="Untitled", default_armies={}))
    _check_rows(reader, file.rows)
    rows = START_ROWS if reader.told("board.rows") else file.rows
    board = board_of(len(rows[0]))
    known = file.costs in cost_tables()
    armies = _armies(reader, file.army, file.limits, costs_for(file, ready=True) if known else LAW)
    names = tuple(armies)
    fallback = dict(zip(SIDES, (names[0], names[min(1, len(names) - 1)]), strict=True))
    default = {side: file.default_armies.get(side, fallback[side]) for side in SIDES}
    hexes = f"hex of this board ({board.names[0]} to {board.names[-1]})"

    def hex_(place: str, said: object) -> str:
        return reader.named(place, said, board.index, hexes)

    kings = {side: hex_(f"board.kings.{side}", file.kings.get(side)) for side in SIDES}
    if kings["A"] == kings["B"]:
        reader.fault("board.kings", "both players have the same king hex: name two")
    _check_court(reader, rows, board, kings)
    made = {
        "kings": kings,
        "mastery": reader.number("options.mastery", file.mastery, 0, len(board.names), 0),
        "costs": reader.named("options.costs", file.costs, cost_tables()),
        "default_armies": {s: reader.named(f"options.default_armies.{s}", default[s], names) for s in SIDES},
        "handicap": {side: file.handicap.get(side, 0) for side in SIDES},
        "storms": {hex_(f"storms.{key}", key): turns for key, turns in file.storms.items()},
        "placed": tuple(replace(one, at=hex_(f"placed[{n}].at", one.at)) for n, one in enumerate(file.placed, 1)),
        "ready": armies,
    }
    if file.control is not None:
        made["control"] = {hex_(f"control.{key}", key): side for key, side in file.control.items()}
    reader.done()
    scenario = Scenario(**{**_values(file), **made})
    _check_defaults(reader, scenario)
    reader.done()
    return scenario


def _check_defaults(reader: Reader, scenario: Scenario) -> None:
    """Who chooses none has an army, too, that its points pay (SET-1, SET-2); before edition 2 that was not asked."""
    if scenario.armies != FREE or scenario.edition < 2:
        return
    for side in SIDES:
        name = scenario.default_armies[side]
        for fault in check_choice(scenario, side, ready(scenario.ready[name])).faults:
            reader.fault(f"options.default_armies.{side}", f"{name}: {fault}; name another, or list it under [[army]]")


def _check_rows(reader: Reader, rows: tuple[str, ...]) -> None:
    """The board's shape, and letters that are terrains."""
    side = (len(rows) + 1) // 2
    if len(rows) % 2 == 0 or not LEAST_SIDE <= side <= MOST_SIDE:
        reader.fault("board.rows", f"a board has an odd number of rows, {2 * LEAST_SIDE - 1} to {2 * MOST_SIDE - 1}")
        return
    for i, row in enumerate(rows):
        label, wanted = chr(ord("a") + i), 2 * side - 1 - abs(i - side + 1)
        if len(row) != wanted:
            reader.fault(f"board.rows.{label}", f"row {label} has {len(row)} hexes, it must have {wanted}")
        for letter in row:
            if letter not in TERRAIN_NAMES:
                terrains = ", ".join(TERRAIN_NAMES)
                reader.fault(f"board.rows.{label}", f"{letter} is no terrain; there are {terrains}")


def _check_court(reader: Reader, rows: Sequence[str], board: Board, kings: Mapping[str, str]) -> None:
    """Court is the terrain of the king hexes, and of no other (BOARD-5)."""
    for i, letter in enumerate("".join(rows)):
        if letter == COURT and board.names[i] not in kings.values():
            reader.fault("board.rows", f"{board.names[i]} is court, but no king hex: give it another terrain")


def _armies(reader: Reader, rows: tuple[_Army, ...], limits: Limits, costs: str) -> dict[str, ReadyArmy]:
    """The ready-made armies: the law's, or those of the file in their place."""
    found: dict[str, ReadyArmy] = {}
    for n, row in enumerate(rows, 1):
        place = f"army[{n}]"
        army = ReadyArmy(
            name=row.name.upper(),
            creatures=_entries(reader, f"{place}.creatures", row.creatures, BUYABLE),
            items=_entries(reader, f"{place}.items", row.items, tuple(ITEMS)),
            spells=row.spells,
            pool=limits.points if row.pool is None else row.pool,
        )
        check = check_army(ready(army), limits, cost_table(costs))
        for fault in check.faults:
            reader.fault(place, str(fault))
        found[army.name] = replace(army, pool=check.pool)
    return found or dict(ARMIES)


def _entries(reader: Reader, place: str, texts: Sequence[str], known: Sequence[str]) -> tuple[tuple[int, str], ...]:
    entries = map(counted, texts)
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
    return replace(scenario.limits, points=max(scenario.limits.points - scenario.handicap.get(side, 0), 0))


def check_choice(scenario: Scenario, side: str, army: ArmyList) -> ArmyCheck:
    """Hold an army to a scenario's limits, by the costs that hold for it (:func:`costs_for`)."""
    costs = cost_table(costs_for(scenario, ready=bool(army.name)))
    return check_army(army, limits_for(scenario, side), costs)


def costs_for(scenario: Scenario, *, ready: bool) -> str:
    """The table an army is held to: the scenario's. Where nobody builds one, ready-made armies go by the law's; so
    they did everywhere before edition 2 (SET-1)."""
    by_law = ready and (scenario.armies != FREE or scenario.edition < 2)
    return LAW if by_law else scenario.costs


def chosen_army(scenario: Scenario, side: str, choices: Fields) -> ArmyCheck:
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


def start_state(scenario: Scenario, choices: Mapping[str, Fields]) -> State:
    """The state of turn 0; ``choices`` by side."""
    board = scenario.board
    kings = {side: board.index[scenario.kings[side]] for side in SIDES}
    state = State(
        board=board,
        kings=kings,
        terrain=courtly(terrain_of(scenario.rows, board), kings),
        control=start_control(board, kings),
        storms={board.index[hex_]: turns for hex_, turns in scenario.storms.items()},
        edition=scenario.edition,
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


# Arena's scenarios and beginnings, as the office asks for them.


class Setup(UsualSetup[Scenario, State]):
    """Scenarios and beginnings; who is A is drawn."""

    DEFAULT = "tourney"
    """The law's duel with armies of equal strength; ``duel`` is the law's own, ``letter`` the author's."""
    CHANCE: Mapping[str, str] = {"setup.first": "who is A"}
    title, seats = "Arena", SIDES
    read_scenario = staticmethod(read_scenario)
    write_scenario = staticmethod(write_scenario)

    def begin(self, scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> State:
        """The state of turn 0, with the armies the players chose (SET-2), each in the seat he was drawn (DICE)."""
        seat_of = self.placed(scenario, entrants, dice)
        return start_state(scenario, {seat_of[one.seat]: one.choices for one in entrants})

    def placed(self, scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> Mapping[str, str]:
        """The seat each entrant gets, by his own: who is A is drawn, unless the scenario says (DICE)."""
        dice.phase = int(Step.BEGIN)
        places = dict(zip(SIDES, seats_by_sign_up(scenario, dice), strict=True))
        return {one.seat: places[one.seat] for one in entrants}

    def begun_with(self, _start: State, entrants: Sequence[Entrant]) -> Data:
        """The armies the players chose, by the seats they signed up in."""
        return {"armies": {one.seat: one.choices.get("army") for one in entrants}}

    def restart(self, scenario: Scenario, begun: Fields, dice: Dice) -> State:
        """The state of turn 0 again."""
        chosen = begun["armies"]
        if not isinstance(chosen, Mapping) or set(chosen) - set(SIDES):
            raise ValueError("the armies are those of A and B")
        entrants = [Entrant(seat=side, choices={} if army is None else {"army": army}) for side, army in chosen.items()]
        return self.begin(scenario, entrants, dice)


SETUP = Setup()
