"""Adjudication cases of Temple Isle (CASE): a position, sheets, forced rolls, and what must come of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.cases import SEED, CaseOutcome, CaseReader, Comparison
from magika_gm.engine.dice import Dice
from magika_gm.engine.records import named_record, record
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.engine.told import Told
from magika_gm.engine.words import Fault
from magika_gm.games.temple_isle.orders.lines import read_line, read_lines
from magika_gm.games.temple_isle.orders.model import Fast
from magika_gm.games.temple_isle.rules.building import TEMPLES
from magika_gm.games.temple_isle.rules.casting import answer
from magika_gm.games.temple_isle.rules.events import (
    Event,
    FirstPlayerChosen,
    Fought,
    LineRefused,
    MantraCancelled,
    MantraDeclared,
    MantraFizzled,
    MantraWorked,
    Peeked,
    TemplePlaced,
    WaterPlaced,
)
from magika_gm.games.temple_isle.rules.figures import count_of, figures, hand_limit, level_sum, scores_text
from magika_gm.games.temple_isle.rules.sequence import required, resolve
from magika_gm.games.temple_isle.rules.state import (
    FOR_GOOD,
    Mantra,
    Options,
    Pace,
    Stage,
    State,
    Unit,
    next_turn_of,
    player_of,
)
from magika_gm.games.temple_isle.rules.tables import LAND_AIMS, TEMPLE_OF, UNIT_AIMS, Aim, Catalogue, Lasts, standard
from magika_gm.games.temple_isle.rules.terms import ALL_SQUARES, NEUTRAL, OTHER, SEATS, SQUARE, SQUARES, SUN, WATER
from magika_gm.games.temple_isle.rules.turn import Chapter, Turn
from magika_gm.games.temple_isle.setup import blank, choose_first, deal, draw_world, read_options

# The position of a case (CASE): from ``[state]``, ``[isle]``, ``[control]``, ``[mantras]``, ``[unit]``, ``[seat]``.


STARTS = ("turn", "setup", "build", "field")
SETUP = "setup"
_STATE = ("start", "first", "turn", "active", "next", "temples", "deck", "discard", "mantras")
_UNIT = ("card", "at", "owner", "hp", "mantras", "organizing", "mustered")
_SEAT = ("hand", "fast", "orders", "missed", "offered")
_NUMBER = re.compile(r"U([1-9]\d{0,3})")
_SUNS = 5
"""U1 to U5 are SUN's where a file does not say whose a unit is."""
_MOST = 9999


@record
class Position:
    """A state to play from; with ``setup`` BUILD-1 and DECK-3 come first, ``first`` "" letting the die choose."""

    state: State
    setup: bool = False
    first: str = ""


class _Reader:
    """The tables of one case being put together."""

    def __init__(self, reader: CaseReader, data: Mapping[str, Any], options: Options, catalogue: Catalogue) -> None:
        self.reader = reader
        self.data = data
        self.table = reader.table("state", data.get("state", {}))
        reader.keys("state", self.table, _STATE)
        self.catalogue = catalogue
        self.state = blank(catalogue, options)
        self.named: list[str] = []
        """Play cards the file names, which the deck then lacks."""

    def card(self, place: str, value: object, known: Mapping[str, object], what: str) -> str:
        """A card's name as the catalogue writes it, "" with a fault."""
        if isinstance(value, str):
            for name in known:
                if name.casefold() == " ".join(value.split()).casefold():
                    return name
        self.reader.fault(place, f"{value!r} is no {what}", value, list(known))
        return ""

    def cards(self, place: str, value: object) -> list[str]:
        """Play cards by name."""
        texts = self.reader.texts(place, value)
        return [c for t in texts if (c := self.card(place, t, self.catalogue.cards, "card"))]

    def square(self, place: str, word: object) -> int:
        """A square's number, -1 with a fault."""
        if isinstance(word, str) and word in SQUARE:
            return SQUARE[word]
        self.reader.fault(place, f"{word!r} is no square (a1 to e4)")
        return -1

    def whole(self, place: str, table: Mapping[str, Any], key: str, low: int, default: int) -> int:
        """A whole number of a table."""
        if key not in table:
            return default
        return self.reader.number(f"{place}.{key}", table[key], low, _MOST, default)


def read_position(reader: CaseReader, data: Mapping[str, Any], options: Options, catalogue: Catalogue) -> Position:
    """The position of a case file; faults go to ``reader``."""
    file = _Reader(reader, data, options, catalogue)
    start = reader.among("state.start", file.table.get("start", STARTS[0]), STARTS)
    _whose(file)
    _isle(file, start)
    _units(file)
    _lying(file)
    _seats(file)
    _cards(file)
    state = file.state
    state.stage = {"turn": Stage.TURN, "field": Stage.FIELD}.get(start, Stage.BUILD)
    if state.stage is not Stage.TURN:
        state.mail = int(state.stage is Stage.FIELD)
    if start == "build" and "temples" not in file.table:
        reader.fault("state.temples", 'is needed: the four temples drawn, as ["War", "Dawn", "Stone", "Hunger"]')
    if start != "build" and "temples" in file.table:
        reader.fault("state.temples", 'belongs to start = "build" only')
    if start == SETUP:
        return Position(state, setup=True, first=state.first if "first" in file.table else "")
    return Position(state)


def _whose(file: _Reader) -> None:
    """First player, game turn due and whose it is."""
    reader, table, state = file.reader, file.table, file.state
    state.first = reader.among("state.first", table.get("first", SUN), SEATS)
    active = reader.among("state.active", table["active"], SEATS) if "active" in table else ""
    default = 2 if active and active != state.first and "turn" not in table else 1
    turn = file.whole("state", table, "turn", 1, default)
    if state.options.pace is Pace.PAIRED and turn % 2 == 0:
        reader.fault("state.turn", f"is {turn}; the first game turn of a mail turn is odd under the pace 'paired'")
    if active and player_of(state, turn) != active:
        reader.fault("state.active", f"game turn {turn} is {player_of(state, turn)}'s, not {active}'s")
    state.turn = turn - 1
    state.mail = turn if state.options.pace is Pace.SINGLE else (turn + 1) // 2


def _isle(file: _Reader, start: str) -> None:
    reader, state, catalogue = file.reader, file.state, file.catalogue
    table = reader.table("isle", file.data.get("isle", {}))
    if start == SETUP and "isle" in file.data:
        reader.fault("isle", 'is not allowed with start = "setup": the isle is drawn')
    reader.keys("isle", table, ("default", *SQUARES))
    default = "Meadow"
    if "default" in table:
        default = file.card("isle.default", table["default"], catalogue.isle, "land, temple or water") or default
    state.isle = [default] * len(SQUARES)
    for name, value in table.items():
        if name in SQUARE:
            card = file.card(f"isle.{name}", value, catalogue.isle, "land, temple or water")
            state.isle[SQUARE[name]] = card or default
    control = reader.table("control", file.data.get("control", {}))
    reader.keys("control", control, SQUARES)
    for name, value in control.items():
        if name not in SQUARE:
            continue
        holder = NEUTRAL if value == NEUTRAL else reader.among(f"control.{name}", value, SEATS)
        if holder and state.isle[SQUARE[name]] == WATER:
            reader.fault(f"control.{name}", "is water, which nobody controls (ISLE-5)")
        state.control[SQUARE[name]] = holder
    if "temples" in file.table:
        names = [t.short for t in catalogue.temples.values()]
        for text in reader.texts("state.temples", file.table["temples"]):
            short = reader.among("state.temples", text.removeprefix(TEMPLE_OF), names)
            state.temples = (*state.temples, TEMPLE_OF + short)
        if len(set(state.temples)) != len(state.temples):
            reader.fault("state.temples", "names a temple twice")
        if len(state.temples) != TEMPLES:
            reader.fault("state.temples", f"names {len(state.temples)} temples; {TEMPLES} are drawn (BUILD-1)")


def _mantra(file: _Reader, place: str, text: str, fits: frozenset[Aim], caster: str) -> Mantra | None:
    """``Might`` or ``Fetters MOON`` lying somewhere; ``caster`` counts where the file names none (CASE-3)."""
    words = text.split()
    said = words[-1] if words and words[-1] in SEATS else ""
    name = file.card(place, " ".join(words[:-1] if said else words), file.catalogue.mantras, "mantra")
    if not name:
        return None
    card = file.catalogue.mantras[name]
    if card.aim not in fits or card.lasts is Lasts.NOW:
        file.reader.fault(place, f"{name} cannot lie there")
        return None
    turned = OTHER[caster] if caster and card.hostile and card.aim in UNIT_AIMS else caster
    by = said or turned
    if not by:
        file.reader.fault(place, f"say who cast it: '{name} SUN' or '{name} MOON'")
        return None
    state = file.state
    state.serial += 1
    until = FOR_GOOD
    if card.lasts is Lasts.TURN:
        until = state.turn + 1
    elif card.lasts is Lasts.ROUND:
        until = next_turn_of(state, OTHER[by], state.turn)
    file.named.append(name)
    return Mantra(name, by, until, state.serial)


def _lying(file: _Reader) -> None:
    """Mantras on land cards and global ones."""
    reader, state = file.reader, file.state
    for text in reader.texts("state.mantras", file.table.get("mantras", [])):
        mantra = _mantra(file, "state.mantras", text, frozenset({Aim.NONE}), "")
        if mantra is not None:
            state.global_mantras.append(mantra)
    table = reader.table("mantras", file.data.get("mantras", {}))
    reader.keys("mantras", table, SQUARES)
    for name, texts in table.items():
        if name not in SQUARE:
            continue
        square = SQUARE[name]
        if state.isle[square] == WATER:
            reader.fault(f"mantras.{name}", "is water: no mantra lies there (WATER-2)")
        for text in reader.texts(f"mantras.{name}", texts):
            mantra = _mantra(file, f"mantras.{name}", text, LAND_AIMS, state.control[square] or SUN)
            if mantra is not None:
                state.land_mantras.setdefault(square, []).append(mantra)


def _units(file: _Reader) -> None:
    """Units with their mantras; HP come last, when everything that changes them lies (CASE)."""
    reader, state = file.reader, file.state
    tables = reader.table("unit", file.data.get("unit", {}))
    numbered: dict[int, Mapping[str, Any]] = {}
    for key, value in tables.items():
        found = _NUMBER.fullmatch(key)
        if found is None:
            reader.fault(f"unit.{key}", f"{key!r} is no unit; write U1, U2 …")
        else:
            numbered[int(found[1])] = reader.table(f"unit.{key}", value)
    for number in sorted(numbered):
        _read_unit(file, number, numbered[number])
    state.next_unit = max(state.units, default=0) + 1
    state.next_unit = file.whole("state", file.table, "next", state.next_unit, state.next_unit)


def _read_unit(file: _Reader, number: int, table: Mapping[str, Any]) -> None:
    reader, state, place = file.reader, file.state, f"unit.U{number}"
    reader.keys(place, table, _UNIT)
    for key in ("card", "at"):
        if key not in table:
            reader.fault(f"{place}.{key}", f"is needed: a unit has a {key}")
            return
    name = file.card(f"{place}.card", table["card"], file.catalogue.units, "unit")
    square = file.square(f"{place}.at", table["at"])
    owner = SEATS[0] if number <= _SUNS else SEATS[1]
    if "owner" in table:
        owner = reader.among(f"{place}.owner", table["owner"], SEATS)
    if not name or square < 0:
        return
    file.named.append(name)
    card = file.catalogue.units[name]
    if state.isle[square] == WATER and not card.water:
        reader.fault(f"{place}.at", f"{name} cannot stand on water (WATER-1)")
    if any(u.owner != owner for u in state.units_at(square)):
        reader.fault(f"{place}.at", "a unit of the foe stands there (ISLE-6)")
    organizing = reader.flag(f"{place}.organizing", table.get("organizing", False))
    due = state.turn + 1
    earlier = [t for t in range(1, due) if player_of(state, t) == owner]
    mustered = due if organizing else file.whole(place, table, "mustered", 0, max(earlier, default=0))
    unit = Unit(number=number, card=name, owner=owner, at=square, hp=card.c, full=card.c, mustered=mustered)
    state.units[number] = unit
    state.cache.clear()
    for text in reader.texts(f"{place}.mantras", table.get("mantras", [])):
        mantra = _mantra(file, f"{place}.mantras", text, UNIT_AIMS, owner)
        if mantra is not None:
            unit.mantras.append(mantra)


def _settle(file: _Reader) -> None:
    """HP of the units, full where the file says nothing."""
    state = file.state
    state.cache.clear()
    for unit in state.units.values():
        unit.full = unit.hp = figures(state, unit).full
        table = file.data["unit"][unit.name]
        if "hp" in table:
            unit.hp = file.reader.number(f"unit.{unit.name}.hp", table["hp"], 1, unit.full, unit.full)


def _seats(file: _Reader) -> None:
    reader, state = file.reader, file.state
    tables = reader.table("seat", file.data.get("seat", {}))
    reader.keys("seat", tables, SEATS)
    for seat in SEATS:
        place = f"seat.{seat}"
        table = reader.table(place, tables.get(seat, {}))
        reader.keys(place, table, _SEAT)
        hand = file.cards(f"{place}.hand", table.get("hand", []))
        file.named += hand
        state.hands[seat] = file.catalogue.sorted(hand)
        state.missed[seat] = file.whole(place, table, "missed", 0, 0)
        state.offered[seat] = reader.flag(f"{place}.offered", table.get("offered", False))
        for text in reader.texts(f"{place}.fast", table.get("fast", [])):
            order = read_line(text, file.catalogue)
            if isinstance(order, Fault):
                reader.fault(f"{place}.fast", f"{text!r} cannot be read: {order.reason}")
            elif isinstance(order, Fast):
                state.fast[seat].append(order)
            else:
                reader.fault(f"{place}.fast", f"{text!r} is no FAST line")


def _cards(file: _Reader) -> None:
    """Discard pile and deck: left out, the deck is all copies less the cards the file names (CASE)."""
    reader, state = file.reader, file.state
    _settle(file)
    state.discard = file.cards("state.discard", file.table.get("discard", []))
    file.named += state.discard
    if "deck" in file.table:
        table = reader.table("state.deck", file.table["deck"])
        counts: dict[str, int] = {}
        for key, value in table.items():
            name = file.card(f"state.deck.{key}", key, file.catalogue.cards, "card")
            counts[name] = reader.number(f"state.deck.{key}", value, 0, _MOST, 0)
        state.deck = {n: counts[n] for n in file.catalogue.cards if counts.get(n)}
    else:
        left = {n: c - file.named.count(n) for n, c in state.deck.items()}
        state.deck = {n: c for n, c in left.items() if c > 0}


# The result of a case, as CASE-5 lays it out.


GAME_KEYS = ("ended", "winner", "ending", "turn", "discard", "deck", "casts", "fights", "placements")
UNIT_KEYS = (
    "card",
    "owner",
    "at",
    "hp",
    "full",
    "scores",
    "range",
    "points",
    "mantras",
    "organizing",
    "held",
    "left_play",
)
SEAT_KEYS = ("hand", "count", "sum", "limit", "fast", "refused", "missed", "peek")


def result_of(
    state: State, told: Sequence[Sequence[Told[Event]]], refused: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """The result mapping: ``told`` holds what each mail turn told, ``refused`` the lines as written by seat."""
    events = [t.event for turn in told for t in turn]
    mantras: dict[str, list[str]] = {SQUARES[s]: [str(m) for m in on] for s, on in sorted(state.land_mantras.items())}
    if state.global_mantras:
        mantras["all"] = [str(m) for m in state.global_mantras]
    return {
        "ended": state.ended,
        "winner": state.winner or None,
        "ending": str(state.ending) if state.ending is not None else None,
        "turn": state.turn,
        "isle": {SQUARES[s]: state.isle[s] for s in ALL_SQUARES},
        "control": {SQUARES[s]: state.control[s] for s in ALL_SQUARES},
        "mantras": mantras,
        "unit": {unit.name: _unit(state, unit) for _, unit in sorted(state.units.items())},
        "seat": {seat: _seat(state, seat, events, refused[seat]) for seat in SEATS},
        "discard": list(state.discard),
        "deck": sum(state.deck.values()),
        "casts": _casts(told),
        "fights": [_fight(e) for e in events if isinstance(e, Fought)],
        "placements": _placements(events),
    }


def _unit(state: State, unit: Unit) -> dict[str, Any]:
    here = unit.in_play
    figure = figures(state, unit) if here else None
    return {
        "card": unit.card,
        "owner": unit.owner,
        "at": SQUARES[unit.at] if here else None,
        "hp": unit.hp,
        "full": unit.full,
        "scores": scores_text(state, unit) if here else None,
        "range": figure.range if figure is not None else 0,
        "points": unit.points,
        "mantras": [str(m) for m in unit.mantras],
        "organizing": here and (state.organizing(unit) or unit.mustered > state.turn),  # of a turn never begun (LAW-1)
        "held": figure is not None and figure.hold,
        "left_play": str(unit.left) if unit.left is not None else None,
    }


def _seat(state: State, seat: str, events: Sequence[Event], refused: Sequence[str]) -> dict[str, Any]:
    peeks = [e.hand for e in events if isinstance(e, Peeked) and e.seat == seat and e.hand is not None]
    return {
        "hand": list(state.hands[seat]),
        "count": count_of(state, seat),
        "sum": level_sum(state, seat),
        "limit": hand_limit(state, seat),
        "fast": [line.card for line in state.fast[seat]],
        "refused": list(refused),
        "missed": state.missed[seat],
        "peek": list(peeks[-1]) if peeks else None,
    }


def _casts(told: Sequence[Sequence[Told[Event]]]) -> list[list[str]]:
    rows: list[list[str]] = []
    for turn in told:
        by_number: dict[int, list[str]] = {}
        for event in (t.event for t in turn):
            match event:
                case MantraDeclared(number=number, seat=seat, card=card, target=target):
                    by_number[number] = [seat, card, target, ""]
                    rows.append(by_number[number])
                case MantraCancelled(number, _, _):
                    by_number[number][3] = "cancelled"
                case MantraFizzled(number, _, _, _):
                    by_number[number][3] = "fizzled"
                case MantraWorked(number, _, _, _):
                    by_number[number][3] = "effect"
                case _:
                    pass
    return rows


def _fight(event: Fought) -> list[Any]:
    loser = f"U{event.loser}" if event.loser is not None else None
    return [f"U{event.attacker}", f"U{event.defender}", event.attack, event.defence, loser, event.lost]


def _placements(events: Sequence[Event]) -> dict[str, str]:
    found = {}
    for event in events:
        if isinstance(event, WaterPlaced):
            found[f"W{event.number}"] = event.square
        elif isinstance(event, TemplePlaced):
            found[f"T{event.number}"] = event.square
    return found


# Reading a case (CASE) strictly: every key is known, every name is a card, a square, a unit.


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
_UNIT_NAME = re.compile(r"U[1-9]\d{0,3}")
_MOST_TURNS = 500
NO_SHEET = "NO SHEET"
Lines = tuple[str, ...]


@named_record
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
                if not _UNIT_NAME.fullmatch(name):
                    reader.fault(f"{place}.{name}", f"{name!r} is no unit; write U1, U2 …")
                reader.keys(f"{place}.{name}", reader.table(f"{place}.{name}", wanted), UNIT_KEYS)
        elif key == "seat":
            reader.keys(place, given, SEATS)
            for name, wanted in given.items():
                reader.keys(f"{place}.{name}", reader.table(f"{place}.{name}", wanted), SEAT_KEYS)
        else:
            reader.keys(place, given, (*SQUARES, "all") if key == "mantras" else SQUARES)
    return flat


# Playing a case and comparing what came of it with what must (CASE-1, CASE-2, CASE-4).


COMPARISON = Comparison(nulls=("",))
"""In ``[expect]`` a "" stands for null (CASE-5)."""


class CaseDice(Dice):
    """Dice of a case: a forced number outside the range gives the nearest end of it (CASE-4)."""

    __slots__ = ()

    def between(self, name: str, subject: str, low: int, high: int, rule: str) -> int:
        """A whole number from ``low`` to ``high``; a forced one is brought into it."""
        value = super().between(name, subject, low, high, rule)
        within = min(max(value, low), high)
        if within != value:
            self.rolls[-1] = self.rolls[-1]._replace(value=within)
        return within


def run_case(data: Mapping[str, Any]) -> CaseOutcome:
    """Play a case and compare; raises :class:`~magika_gm.engine.cases.CaseFaults` if it cannot be played."""
    case = read_case(data)
    state, told, refused = play(case)
    result = result_of(state, told, refused)
    return CaseOutcome(case.title, tuple(COMPARISON.failures(case.expect, result)), result)


def play(case: Case) -> tuple[State, list[tuple[Told[Event], ...]], dict[str, list[str]]]:
    """The state after the mail turns of a case, what each told, and the refused lines as written, by seat."""
    state = case.position.state
    dice = CaseDice(SEED, 0, case.dice)
    told: list[tuple[Told[Event], ...]] = []
    refused: dict[str, list[str]] = {seat: [] for seat in SEATS}
    if case.position.setup:
        told.append(_set_up(case, dice))
    for number in range(case.turns):
        if state.ended:
            break
        following = CaseDice(SEED, state.mail + 1, case.dice)
        following.carry_on(dice)
        dice = following
        sheets = {seat: _lines(case, state, seat, number) for seat in SEATS}
        read = {
            seat: read_lines([SheetLine(n, text) for n, text in enumerate(lines, 1)], state.catalogue)
            for seat, lines in sheets.items()
            if lines is not None
        }
        orders = {seat: [r.order for r in rows if r.order is not None] for seat, rows in read.items()}
        resolution = resolve(state, orders, dice)
        state = resolution.state
        told.append(resolution.told)
        for seat, rows in read.items():
            bad = {e.line for t in resolution.told if isinstance(e := t.event, LineRefused) and e.seat == seat}
            understood = [r for r in rows if r.order is not None]
            wrong = {r.number for r in rows if r.order is None} | {understood[line].number for line in bad}
            refused[seat] += [r.text for r in rows if r.number in wrong]
    return state, told, refused


def _lines(case: Case, state: State, seat: str, number: int) -> Lines | None:
    """The lines of a seat's sheet; None if none came: an empty list is a sheet only in one's own game turn (CASE-2)."""
    sheets = case.sheets[seat]
    lines = sheets[number] if number < len(sheets) else ()
    if lines == () and seat not in required(state):
        return None
    return lines


def _set_up(case: Case, dice: Dice) -> tuple[Told[Event], ...]:
    """BUILD-1 and DECK-3, before mail turn 1."""
    turn = Turn(case.position.state, dice, answer)
    turn.begin(Chapter.SHEETS)
    draw_world(turn)
    if case.position.first:
        turn.tell(FirstPlayerChosen(case.position.first, 0))
    else:
        choose_first(turn)
    first = turn.state.first
    for seat in (first, OTHER[first]):
        deal(turn, seat)
    return tuple(turn.told)
