"""Reading adjudication cases: strictly, every fault with its place (CASE, FORM-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from magika_gm.engine.cases import CaseReader
from magika_gm.engine.dice import Dice
from magika_gm.games.arena.armies import START_ROWS, courtly, standard_kings, start_control, terrain_of
from magika_gm.games.arena.cases.expecting import check_expectation
from magika_gm.games.arena.cases.things import (
    read_castings,
    read_corpses,
    read_creatures,
    read_enchantments,
    read_items,
)
from magika_gm.games.arena.orders.grammar import read_lines
from magika_gm.games.arena.orders.order import BeginStanding, EndStanding, Order, divide
from magika_gm.games.arena.rules.board import board_of
from magika_gm.games.arena.rules.sequence import active_in
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.tables import SPELLS
from magika_gm.games.arena.rules.terms import COURT, SIDES, TERRAIN_LETTERS, TERRAIN_NAMES
from magika_gm.games.arena.rules.turn import Turn

KEYS = (
    "title", "game", "rules", "turn", "turns", "last_turn", "mastery", "board", "control", "storms", "creature", "item",
    "corpse", "enchantment", "pool", "cards", "orders", "standing", "dice", "expect",
)  # fmt: skip
ROLLS = ("fight.loss", "fight.poison")
MOST_TURNS = 200
START = "start"
Sheet = list[Order] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A case ready to be played. ``orders`` holds each side's sheets by turn played; None: no sheet."""

    title: str
    rules: tuple[str, ...]
    turns: int
    state: State
    orders: dict[str, list[Sheet]]
    dice: dict[str, list[int | str]]
    expect: Mapping[str, Any]


def read_case(data: Mapping[str, Any]) -> Case:
    """A case from its mapping; raises ``CaseFaults`` with everything that is wrong with it."""
    reader = CaseReader()
    reader.keys("", data, KEYS)
    if data.get("game", "arena") != "arena":
        reader.fault("game", f"must be arena, not {data['game']!r}")
    first = reader.number("turn", data.get("turn", 1), 1, MOST_TURNS, 1)
    turns = reader.number("turns", data.get("turns", 1), 1, MOST_TURNS, 1)
    state = _state(reader, data, first)
    case = Case(
        title=reader.text("title", data.get("title", "")),
        rules=tuple(reader.texts("rules", data.get("rules", []))),
        turns=turns,
        state=state,
        orders=_orders(reader, data, turns),
        dice=reader.dice("dice", data.get("dice", {}), ROLLS),
        expect=reader.table("expect", data.get("expect", {})),
    )
    check_expectation(reader, case.expect)
    reader.done()
    return case


def _state(reader: CaseReader, data: Mapping[str, Any], first: int) -> State:
    board, kings = board_of(), standard_kings()
    state = State(
        board=board,
        kings=kings,
        terrain=_terrain(reader, reader.table("board", data.get("board", {})), kings),
        control=[""] * len(board.names),
        turn=first - 1,
        mail_turn=first - 1,
        last_turn=max(first, reader.number("last_turn", data.get("last_turn", 36), 1, 2 * MOST_TURNS, 36)),
        mastery=reader.number("mastery", data.get("mastery", 0), 0, len(board.names), 0),
    )
    state.now.active = active_in(first)
    for key, n in reader.table("storms", data.get("storms", {})).items():
        hex_ = read_hex(reader, f"storms.{key}", key)
        state.storms[hex_] = first - 1 + reader.number(f"storms.{key}", n, 1, MOST_TURNS, 1)
    read_creatures(reader, state, data.get("creature", {}))
    read_items(reader, state, data.get("item", {}))
    read_corpses(reader, state, data.get("corpse", {}))
    read_enchantments(reader, state, data.get("enchantment", {}))
    if not reader.found:
        read_castings(reader, state, data.get("creature", {}), first)
    _means(reader, state, data)
    if not reader.found:
        _control(reader, state, reader.table("control", data.get("control", {})))
    return state


def read_hex(reader: CaseReader, place: str, value: object) -> int:
    """A hex by its name, else hex 0 and a fault."""
    hex_ = board_of().index.get(value) if isinstance(value, str) else None
    if hex_ is None:
        reader.fault(place, f"{value!r} is no hex (a1 to i5)")
        return 0
    return hex_


def _terrain(reader: CaseReader, table: Mapping[str, Any], kings: Mapping[str, int]) -> list[str]:
    default = table.get("default", "grass")
    if default == START:
        terrain = terrain_of(START_ROWS, board_of())
    else:
        terrain = [_letter(reader, "board.default", default)] * len(board_of().names)
    for key, value in table.items():
        if key != "default":
            terrain[read_hex(reader, f"board.{key}", key)] = _letter(reader, f"board.{key}", value)
    return courtly(terrain, kings)


def _letter(reader: CaseReader, place: str, value: object) -> str:
    word = reader.among(place, value, (*TERRAIN_LETTERS, *TERRAIN_NAMES))
    return TERRAIN_LETTERS.get(word, word if word in TERRAIN_NAMES else COURT)


def _side(reader: CaseReader, place: str, value: object) -> str:
    if value in ("", *SIDES):
        return str(value)
    reader.fault(place, f"must be A, B or the empty text, not {value!r}")
    return ""


def _control(reader: CaseReader, state: State, table: Mapping[str, Any]) -> None:
    """The default, CTRL-3, then the hexes named (FORM-1)."""
    default = table.get("default", START)
    if default == START:
        state.control = start_control(state.board, state.kings)
    else:
        state.control = [_side(reader, "control.default", default)] * len(state.board.names)
    Turn(state, Dice(b"", 0), silent=True).settle_control()
    for key, value in table.items():
        if key != "default":
            state.control[read_hex(reader, f"control.{key}", key)] = _side(reader, f"control.{key}", value)


def _means(reader: CaseReader, state: State, data: Mapping[str, Any]) -> None:
    """Pools, cards, standing orders."""
    pools = reader.table("pool", data.get("pool", {}))
    cards = reader.table("cards", data.get("cards", {}))
    standing = reader.table("standing", data.get("standing", {}))
    for name, table in (("pool", pools), ("cards", cards), ("standing", standing)):
        reader.keys(name, table, SIDES)
    for side in SIDES:
        state.pools[side] = reader.number(f"pool.{side}", pools.get(side, 30), 0, 9999, 30)
        named = reader.texts(f"cards.{side}", cards.get(side, list(SPELLS)))
        state.cards[side] = tuple(reader.among(f"cards.{side}", name, tuple(SPELLS)) for name in named)
        lines = reader.texts(f"standing.{side}", standing.get(side, []))
        orders = _sheet(reader, f"standing.{side}", ["STANDING", *_bare(lines), "END STANDING"])
        state.standing[side] = divide(orders)[1] or ()  # type: ignore[assignment]


def _bare(lines: Sequence[str]) -> list[str]:
    """Standing lines without the words of a block around them."""
    return [line for line in lines if line.split(";")[0].strip().upper() not in ("STANDING", "END STANDING")]


def _orders(reader: CaseReader, data: Mapping[str, Any], turns: int) -> dict[str, list[Sheet]]:
    table = reader.table("orders", data.get("orders", {}))
    reader.keys("orders", table, SIDES)
    return {side: _sheets(reader, f"orders.{side}", value, turns) for side, value in table.items() if side in SIDES}


def _sheets(reader: CaseReader, place: str, value: object, turns: int) -> list[Sheet]:
    """A sheet for the first turn, or a list of sheets; an empty one is none."""
    if not isinstance(value, list):
        reader.fault(place, "must be a list of lines, or a list of such lists")
        return []
    sheets = value if value and isinstance(value[0], list) else [value]
    if len(sheets) > turns and any(sheets[turns:]):
        # sheets beyond the turns played are allowed: one case often exists for several lengths
        sheets = sheets[:turns]
    return [
        _sheet(reader, f"{place}[{n}]", reader.texts(f"{place}[{n}]", sheet)) if sheet else None
        for n, sheet in enumerate(sheets, 1)
    ]


def _sheet(reader: CaseReader, place: str, lines: Sequence[str]) -> list[Order]:
    orders, misread = read_lines(lines)
    for wrong in misread:
        reader.fault(f"{place}.{wrong.line}", f"{wrong.text!r}: {wrong.fault}")
    return list(orders)


__all__ = ["BeginStanding", "Case", "EndStanding", "read_case", "read_hex"]
