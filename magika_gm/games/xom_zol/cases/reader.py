"""Reading adjudication cases: a position, order lines, forced dice, and what must come of it (CASE)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from magika_gm.engine.cases import CaseReader
from magika_gm.games.xom_zol.cards.catalogue import catalogue, with_cards
from magika_gm.games.xom_zol.cards.model import Card, in_order
from magika_gm.games.xom_zol.cards.prices import mana_fault
from magika_gm.games.xom_zol.cards.reader import read_card
from magika_gm.games.xom_zol.cases.dice import ROLLS
from magika_gm.games.xom_zol.cases.position import FieldReader, card_name
from magika_gm.games.xom_zol.options import DEFAULTS, EmptyLibrary, Options, SigilFormula
from magika_gm.games.xom_zol.orders.forms import Order, Part
from magika_gm.games.xom_zol.orders.grammar import read_line
from magika_gm.games.xom_zol.orders.reading import unread
from magika_gm.games.xom_zol.orders.tokens import Fault, Names, names_of
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import LETTERS, SIDES, other

GAME = "xom_zol"
KEYS = ("title", "game", "rules", "turns", "turn", "active", "option", "card", "side", "dice", "expect")
OPTIONS = (
    "max_turns", "hand", "first_draw", "sigil_formula", "front_must_die", "bottom_discard", "empty_library",
)  # fmt: skip
SIDE_KEYS = ("life", "pool", "hand", "library", "discard", "field", "orders", "react", "no_sheet")
RESULT_KEYS = ("turn", "active", "ended", "winner", "ending", "sides", "play", "deaths", "combat", "valid")
SIDE_RESULT = ("life", "pool", "hand", "library", "discard", "orders", "react")
PIECE_RESULT = (
    "card", "at", "exists", "committed", "assaulted", "lapsed", "damage", "s", "d", "keywords", "on",
)  # fmt: skip
COMBAT_RESULT = ("assaulters", "counters", "dealt", "sabotaged")
LIBRARY = ("Recruit of Xom",) * 10
MOST_TURNS = 100
MOST_LIFE = 999
_LESS = SigilFormula.LESS


@dataclass(slots=True)
class SideLines:
    """A side's lists: ACT lines by own game turn, REACT lines by game turn as passive side."""

    orders: list[list[Order]] = field(default_factory=list)
    react: list[list[Order]] = field(default_factory=list)
    no_sheet: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A case ready to be played; ``state`` is as it stands before game turn ``turn``."""

    title: str
    rules: tuple[str, ...]
    turns: int
    turn: int
    active: str
    state: State
    lines: dict[str, SideLines]
    dice: dict[str, list[int | str]]
    expect: Mapping[str, Any]
    own_cards: tuple[Card, ...]


def read_case(data: Mapping[str, Any]) -> Case:
    """A case from its mapping; raises ``CaseFaults`` with everything that is wrong with it."""
    reader = CaseReader()
    reader.keys("", data, KEYS)
    reader.among("game", data.get("game", GAME), (GAME,))
    turn = reader.number("turn", data.get("turn", 5), 1, 999, 5)
    turns = reader.number("turns", data.get("turns", 1), 0, MOST_TURNS, 1)
    active = reader.among("active", data.get("active", SIDES[0]), SIDES)
    own = {
        name: read_card(reader, f"card.{name}", name, reader.table(f"card.{name}", table))
        for name, table in reader.table("card", data.get("card", {})).items()
    }
    cards = with_cards(catalogue(), own)
    options = _options(reader, data.get("option", {}))
    state = State(
        options=options,
        turn=turn - 1,
        mail_turn=turn - 1,
        first=active if turn % 2 else other(active),
        active=other(active) if turns else active,  # a position looked at is the active side's (TERM-3)
        cards=cards,
        barred=frozenset(
            card.name for card in own.values() if card.is_mana and mana_fault(card, options.sigil_formula is _LESS)
        ),
    )
    sides = reader.table("side", data.get("side", {}))
    reader.keys("side", sides, SIDES)
    tables = {side: reader.table(f"side.{side}", sides.get(side, {})) for side in SIDES}
    for side in SIDES:
        _side(reader, state, side, tables[side])
    FieldReader(reader, state).read({side: tables[side].get("field", []) for side in SIDES})
    names = names_of(cards)
    lines = {side: _lines(reader, f"side.{side}", tables[side], names) for side in SIDES}
    expect = reader.table("expect", data.get("expect", {}))
    _expectations(reader, expect)
    case = Case(
        title=reader.text("title", data.get("title", "")),
        rules=tuple(reader.texts("rules", data.get("rules", []))),
        turns=turns,
        turn=turn,
        active=active,
        state=state,
        lines=lines,
        dice=reader.dice("dice", data.get("dice", {}), ROLLS),
        expect=expect,
        own_cards=tuple(own.values()),
    )
    reader.done()
    return case


def _options(reader: CaseReader, value: object) -> Options:
    table = reader.table("option", value)
    reader.keys("option", table, OPTIONS)
    given: dict[str, Any] = {}
    for key in ("first_draw", "front_must_die", "bottom_discard"):
        if key in table:
            given[key] = reader.flag(f"option.{key}", table[key])
    for key, low, high in (("max_turns", 1, 999), ("hand", 0, 99)):
        if key in table:
            given[key] = reader.number(f"option.{key}", table[key], low, high, low)
    if "sigil_formula" in table:
        given["sigil_formula"] = SigilFormula(
            reader.among("option.sigil_formula", table["sigil_formula"], tuple(SigilFormula))
        )
    if "empty_library" in table:
        given["empty_library"] = EmptyLibrary(
            reader.among("option.empty_library", table["empty_library"], tuple(EmptyLibrary))
        )
    return replace(DEFAULTS, **given)


def _side(reader: CaseReader, state: State, side: str, table: Mapping[str, Any]) -> None:
    place = f"side.{side}"
    reader.keys(place, table, SIDE_KEYS)
    own = state.sides[side]
    own.life = reader.number(f"{place}.life", table.get("life", 50), -MOST_LIFE, MOST_LIFE, 50)
    pool = reader.text(f"{place}.pool", table.get("pool", "")).upper()
    if not set(pool) <= set(LETTERS):
        reader.fault(f"{place}.pool", "must be letters G E N B")
    own.pool = in_order(pool)

    def pile(key: str, default: tuple[str, ...] = ()) -> list[str]:
        texts = reader.texts(f"{place}.{key}", table.get(key, list(default)))
        found = [card_name(reader, f"{place}.{key}.{i}", state.cards, text) for i, text in enumerate(texts)]
        return [name for name in found if name is not None]

    own.hand = sorted(pile("hand"))
    own.library = pile("library", LIBRARY)
    own.discard = pile("discard")


def _lines(reader: CaseReader, place: str, table: Mapping[str, Any], names: Names) -> SideLines:
    no_sheet = reader.flag(f"{place}.no_sheet", table.get("no_sheet", False))
    if no_sheet and "orders" in table:
        reader.fault(f"{place}.orders", "is not given where no_sheet is true")

    def read(key: str, part: Part) -> list[list[Order]]:
        value = table.get(key, [])
        nested = isinstance(value, list) and bool(value) and all(isinstance(v, list) for v in value)
        lists = value if nested else [value]
        return [
            [_order(text, names, part) for text in reader.texts(f"{place}.{key}", one)]
            for one in (lists if key in table else [])
        ]

    return SideLines(read("orders", Part.ACT), read("react", Part.REACT), no_sheet)


def _order(text: str, names: Names, part: Part) -> Order:
    got = read_line(text, names, part)
    return unread(text) if isinstance(got, Fault) else got


def _expectations(reader: CaseReader, expect: Mapping[str, Any]) -> None:
    """Only keys the result can have are expected."""
    reader.keys("expect", expect, RESULT_KEYS)
    sides = expect.get("sides", {})
    if isinstance(sides, Mapping):
        reader.keys("expect.sides", sides, SIDES)
        for side, table in sides.items():
            reader.keys(f"expect.sides.{side}", reader.table(f"expect.sides.{side}", table), SIDE_RESULT)
    play = expect.get("play", {})
    if isinstance(play, Mapping):
        for ref, table in play.items():
            if isinstance(table, Mapping):
                reader.keys(f"expect.play.{ref}", table, PIECE_RESULT)
    combat = expect.get("combat", {})
    if isinstance(combat, Mapping):
        reader.keys("expect.combat", combat, COMBAT_RESULT)
