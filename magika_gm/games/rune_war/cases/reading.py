"""Reading an adjudication case, strictly (CASE)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from magika_gm.engine.cases import CaseFaults, CaseReader
from magika_gm.games.rune_war.cases.expecting import check_expect
from magika_gm.games.rune_war.cases.position import Position, read_list, read_options
from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.orders.reading import read_lines
from magika_gm.games.rune_war.rules.state import Due, World
from magika_gm.games.rune_war.runes import CODES, COPIES, KINDS, bag
from magika_gm.games.rune_war.setup.choosing import PLACINGS, Pair, read_pair
from magika_gm.games.rune_war.tables import SEATS

KEYS = ("title game note rules turns due round seed options hand seat creature armies land dice setup expect").split()
ROLLS = (
    "setup.seat setup.wizard hand.wall hand.wall.back hand.random_discard spell.resist spell.fountain combat.shot "
    "combat.mighty combat.hit"
).split()
"""The rolls of DICE and what a case may force besides."""
NUMBERS = ("spell.resist", "combat.mighty", "combat.hit")
WALLS = ("hand.wall", "hand.wall.back")
PLACES = "setup.seat"
NO_SHEET = "none"
QUIET = ("GAME NO", "PUNG NONE", "CHOW NONE", "KONG NONE")
"""The sheet of a seat whose orders are left out (CASE-2)."""
MOST_TURNS = 100


@dataclass(frozen=True, slots=True)
class Sheet:
    """A seat's sheet of one turn: its orders, and the lines that could not be read. ``quiet``: left out."""

    orders: tuple[Order, ...] = ()
    unread: tuple[int, ...] = ()


Sheets = dict[str, "list[Sheet | None] | None"]
"""Sheets by seat and turn; None for a turn: no sheet; None for a seat: a quiet one, whatever the turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A case ready to be played. ``signups`` None: there is a position; else wishes in order of sign-up."""

    title: str
    turns: int
    seed: bytes
    world: World
    dealt: bool
    sheets: Sheets
    forced: dict[str, list[int | str]]
    walls: dict[str, list[int]]
    """Forced walls: ``hand.wall``, ``hand.wall/2``, ``hand.wall.back`` …, as kinds."""
    signups: tuple[tuple[Pair, ...], ...] | None
    expect: Mapping[str, Any]


def read_case(data: Mapping[str, Any]) -> Case:
    """A case from its mapping; raises :class:`CaseFaults` with everything that is wrong with it."""
    reader = CaseReader()
    reader.keys("", data, KEYS)
    for key in ("title", "game"):
        if key not in data:
            reader.fault("", f"needs {key}")
    if data.get("game", "rune_war") != "rune_war":
        reader.fault("game", "must be rune_war")
    if "rules" in data:
        reader.texts("rules", data["rules"])
    options = read_options(reader, data.get("options", {}))
    signups = _signups(reader, data)
    turns = reader.number("turns", data.get("turns", 1 if signups is None else 0), 0, MOST_TURNS, 1)
    position = Position(reader, data, options)
    if reader.found:
        raise CaseFaults(reader.found)
    world = position.build()
    expect = reader.table("expect", data.get("expect", {}))
    forced, walls = _dice(reader, data.get("dice", {}))
    case = Case(
        title=reader.text("title", data.get("title", "")),
        turns=turns,
        seed=str(reader.number("seed", data.get("seed", 0), -(2**63), 2**63, 0)).encode(),
        world=world,
        dealt=position.dealt,
        sheets={seat: _sheets(reader, seat, row, turns) for seat, row in position.seats.items()},
        forced=forced,
        walls=walls,
        signups=signups,
        expect=check_expect(reader, expect),
    )
    reader.done()
    return case


def _signups(reader: CaseReader, data: Mapping[str, Any]) -> tuple[tuple[Pair, ...], ...] | None:
    """CASE-10."""
    if "setup" not in data:
        return None
    table = reader.table("setup", data["setup"])
    reader.keys("setup", table, ("signups",))
    for key in ("seat", "hand", "creature", "armies", "land"):
        if key in data:
            reader.fault(key, "cannot stand beside [setup]")
    if data.get("turns", 0):
        reader.fault("turns", "a case with [setup] plays no turns")
    value = table.get("signups", [])
    if not isinstance(value, list) or len(value) > len(SEATS):
        reader.fault("setup.signups", "must be up to four lists of pairs")
        return ()
    found = []
    for i, texts in enumerate(value, 1):
        place = f"setup.signups[{i}]"
        pairs = []
        for text in reader.texts(place, texts):
            pair = read_pair(text)
            if pair is None:
                reader.fault(place, f"{text!r} is no wizard/clan pair, as Orachi/Maitha")
            else:
                pairs.append(pair)
        found.append(tuple(pairs))
    return tuple(found)


def _sheets(reader: CaseReader, seat: str, row: Mapping[str, Any], turns: int) -> list[Sheet | None] | None:
    """CASE-2."""
    if "orders" not in row:
        return None
    place, value = f"seat.{seat}.orders", row["orders"]
    if value == NO_SHEET:
        return [None]
    if not isinstance(value, list):
        reader.fault(place, 'must be a list of lines, a list for each turn, or "none"')
        return [None]
    by_turn = any(isinstance(item, list) for item in value)
    if value and all(item == NO_SHEET for item in value):
        by_turn = True
    if not by_turn:
        return [_sheet(reader, place, value)]
    if len(value) > max(turns, 1):
        reader.fault(place, f"has sheets for {len(value)} turns, but only {turns} are played")
    return [None if item == NO_SHEET else _sheet(reader, f"{place}[{i}]", item) for i, item in enumerate(value, 1)]


def _sheet(reader: CaseReader, place: str, value: object) -> Sheet:
    return Sheet(*read_lines(reader.texts(place, value)))


def quiet_sheet(due: Due) -> Sheet:
    """What a seat plays whose orders are left out."""
    if due is Due.MAP:
        return Sheet()
    return Sheet(*read_lines(QUIET))


def _dice(reader: CaseReader, value: object) -> tuple[dict[str, list[int | str]], dict[str, list[int]]]:
    """Forced rolls (CASE-3); walls as lists of kinds, places as permutations."""
    table = reader.table("dice", value)
    walls = {key: item for key, item in table.items() if key.partition("/")[0] in WALLS}
    rest = {key: _flat(item) if key == PLACES else item for key, item in table.items() if key not in walls}
    forced = reader.dice("dice", rest, ROLLS)
    for key, values in forced.items():
        name = key.partition("/")[0]
        if name == PLACES:
            forced[key] = _placings(reader, f"dice.{key}", values)
        elif name in NUMBERS and not all(isinstance(v, int) for v in values):
            reader.fault(f"dice.{key}", "must be numbers")
    found = {key: read_list(reader, f"dice.{key}", item) for key, item in walls.items()}
    for key, kinds in found.items():
        if any(number > COPIES for number in bag(kinds)):
            reader.fault(f"dice.{key}", "holds more than four of a kind")
    return forced, found


def _flat(item: object) -> object:
    """A permutation written as a list inside a list of values, as one value (CASE-3)."""
    if not isinstance(item, list):
        return item
    return ["".join(str(one) for one in value) if isinstance(value, list) else value for value in item]


def _placings(reader: CaseReader, place: str, values: Sequence[int | str]) -> list[int | str]:
    """Permutations of the seats, however they are written; a list of four numbers is one."""
    texts = ["".join(c for c in str(v) if c.isdigit()) for v in values]
    if all(text in SEATS for text in texts) and len(texts) == len(SEATS):
        texts = ["".join(texts)]
    for text in texts:
        if text not in PLACINGS:
            reader.fault(place, f"{text!r} is no order of the seats, as 2134")
    return list(texts)


def wall_order(front: Sequence[int], back: Sequence[int]) -> list[int] | None:
    """A whole wall: forced front, the rest in rune order, forced supplements; None if a kind is forced too often."""
    left = [COPIES - number for number in bag([*front, *back])]
    if min(left) < 0:
        return None
    rest = [kind for kind in range(KINDS) for _ in range(left[kind])]
    return [*front, *rest, *reversed(back)]


def wall_value(order: Sequence[int]) -> str:
    """A wall as the value of a forced roll."""
    return ",".join(CODES[kind] for kind in order)
