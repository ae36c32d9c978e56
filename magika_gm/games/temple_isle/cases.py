"""Adjudication cases of Temple Isle (CASE): a position, sheets, forced rolls, and what must come of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, fields, replace
from typing import Annotated, Any, Literal

from magika_gm.engine.cases import SEED, CaseFile, CaseReader, Comparison, Each, GameCases
from magika_gm.engine.dice import Dice
from magika_gm.engine.plain import Data, Fields, plain_of
from magika_gm.engine.records import named_record, record
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.engine.told import Told
from magika_gm.engine.toml import Among, Whole
from magika_gm.engine.words import Fault
from magika_gm.games.temple_isle.orders.lines import read_line, read_lines
from magika_gm.games.temple_isle.orders.model import Fast
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
from magika_gm.games.temple_isle.rules.gameturn import TEMPLES
from magika_gm.games.temple_isle.rules.sequence import required, resolve
from magika_gm.games.temple_isle.rules.state import (
    FOR_GOOD,
    Answers,
    Mantra,
    Options,
    Pace,
    Stage,
    State,
    Unit,
    meant,
    new_unit,
    next_turn_of,
    player_of,
)
from magika_gm.games.temple_isle.rules.tables import LAND_AIMS, UNIT_AIMS, Aim, Lasts, standard
from magika_gm.games.temple_isle.rules.terms import ALL_SQUARES, NEUTRAL, OTHER, SEATS, SQUARES, SUN, WATER
from magika_gm.games.temple_isle.rules.turn import Chapter, Turn
from magika_gm.games.temple_isle.setup import (
    Player,
    Square,
    UnitName,
    blank,
    check_options,
    choose_first,
    deal,
    draw_world,
)

# A case file (CASE): every key is known, every name is a card, a square, a unit.


CARDS = standard()
_SUNS = 5
"""U1 to U5 are SUN's where a file does not say whose a unit is."""
_MOST = 9999
_MOST_TURNS = 500
_LAW: Fields = {"limit": 36, "stack": 2, "joined_land": True, "answers": Answers.ONE}
"""Options a case is played by unless it names them."""
NO_SHEET = "NO SHEET"
Lines = tuple[str, ...]
PlayCard = Annotated[str, Among(tuple(CARDS.cards), "card")]
Temple = Annotated[str, Among({spelt: t.name for t in CARDS.temples.values() for spelt in (t.short, t.name)})]
Number = Annotated[int, Whole(0, _MOST)]


@named_record
class _StateTable:
    """``[state]``: what stands in no table of its own; the deck, left out, is all copies less the cards named."""

    start: Literal["turn", "setup", "build", "field"] = "turn"
    first: Player | None = None
    turn: Annotated[int, Whole(1, _MOST)] | None = None
    active: Player | None = None
    next: Annotated[int, Whole(1, _MOST)] | None = None
    temples: tuple[Temple, ...] | None = None
    deck: Mapping[PlayCard, Number] | None = None
    discard: tuple[PlayCard, ...] = ()
    mantras: Lines = ()


@named_record
class _UnitTable:
    """``[unit.U1]``."""

    card: Annotated[str, Among(tuple(CARDS.units), "unit")]
    at: Square
    owner: Player | None = None
    hp: int | None = None
    mantras: Lines = ()
    organizing: bool = False
    mustered: Number | None = None


@named_record
class _SeatTable:
    """``[seat.SUN]``."""

    hand: tuple[PlayCard, ...] = ()
    fast: Lines = ()
    orders: Any = field(default_factory=list)
    missed: Number = 0
    offered: bool = False


@named_record
class _File(CaseFile):
    """A case file."""

    game: Literal["temple_isle"] = "temple_isle"
    turns: Annotated[int, Whole(1, _MOST_TURNS)] = 1
    options: Options = field(default_factory=Options)
    state: _StateTable = field(default_factory=_StateTable)
    isle: (
        Mapping[
            Annotated[str, Among(("default", *SQUARES))],
            Annotated[str, Among(tuple(CARDS.isle), "land, temple or water")],
        ]
        | None
    ) = None
    control: Mapping[Square, Annotated[str, Among((*SEATS, NEUTRAL))]] = field(default_factory=dict)
    mantras: Mapping[Square, Lines] = field(default_factory=dict)
    unit: Mapping[UnitName, _UnitTable] = field(default_factory=dict)
    seat: Mapping[Player, _SeatTable] = field(default_factory=dict)


# The position it begins with.


@record
class Position:
    """A state to play from; with ``setup`` BUILD-1 and DECK-3 come first, ``first`` "" letting the die choose."""

    state: State
    setup: bool = False
    first: str = ""


class _Reader:
    """The tables of one case being put together; what the law has against them goes to ``reader``."""

    def __init__(self, reader: CaseReader, file: _File) -> None:
        self.reader, self.file = reader, file
        self.state = blank(CARDS, file.options)
        self.named: list[str] = []
        """Play cards the file names, which the deck then lacks."""

    def position(self) -> Position:
        """The position."""
        table, state = self.file.state, self.state
        self._whose()
        self._isle()
        self._units()
        self._lying()
        self._seats()
        self._cards()
        state.stage = {"turn": Stage.TURN, "field": Stage.FIELD}.get(table.start, Stage.BUILD)
        if state.stage is not Stage.TURN:
            state.mail = int(state.stage is Stage.FIELD)
        if table.start == "build" and table.temples is None:
            needed = 'is needed: the four temples drawn, as ["War", "Dawn", "Stone", "Hunger"]'
            self.reader.fault("state.temples", needed)
        if table.start != "build" and table.temples is not None:
            self.reader.fault("state.temples", 'belongs to start = "build" only')
        return Position(state, table.start == "setup", table.first or "")

    def _whose(self) -> None:
        """First player, game turn due and whose it is."""
        reader, table, state = self.reader, self.file.state, self.state
        state.first = table.first or SUN
        turn = table.turn or (2 if table.active not in (None, state.first) else 1)
        if state.options.pace is Pace.PAIRED and turn % 2 == 0:
            reader.fault("state.turn", f"is {turn}; the first game turn of a mail turn is odd under the pace 'paired'")
        if table.active and player_of(state, turn) != table.active:
            reader.fault("state.active", f"game turn {turn} is {player_of(state, turn)}'s, not {table.active}'s")
        state.turn = turn - 1
        state.mail = turn if state.options.pace is Pace.SINGLE else (turn + 1) // 2

    def _isle(self) -> None:
        reader, state, file = self.reader, self.state, self.file
        if file.state.start == "setup" and file.isle is not None:
            reader.fault("isle", 'is not allowed with start = "setup": the isle is drawn')
        given = file.isle or {}
        state.isle = [given.get(name, given.get("default", "Meadow")) for name in SQUARES]
        for square, holder in file.control.items():
            if holder and state.isle[square] == WATER:
                reader.fault(f"control.{SQUARES[square]}", "is water, which nobody controls (ISLE-5)")
            state.control[square] = holder
        if file.state.temples is not None:
            state.temples = file.state.temples
            if len(set(state.temples)) != len(state.temples):
                reader.fault("state.temples", "names a temple twice")
            if len(state.temples) != TEMPLES:
                reader.fault("state.temples", f"names {len(state.temples)} temples; {TEMPLES} are drawn (BUILD-1)")

    def _mantras(self, place: str, texts: Lines, fits: frozenset[Aim], caster: str) -> list[Mantra]:
        """``Might`` or ``Fetters MOON`` lying somewhere; ``caster`` counts where the file names none (CASE-3)."""
        return [mantra for text in texts if (mantra := self._mantra(place, text, fits, caster)) is not None]

    def _mantra(self, place: str, text: str, fits: frozenset[Aim], caster: str) -> Mantra | None:
        words, state = text.split(), self.state
        said = words[-1] if words and words[-1] in SEATS else ""
        name = self.reader.named(place, " ".join(words[:-1] if said else words), tuple(CARDS.mantras), "mantra")
        if not name:
            return None
        card = CARDS.mantras[name]
        if card.aim not in fits or card.lasts is Lasts.NOW:
            self.reader.fault(place, f"{name} cannot lie there")
            return None
        turned = OTHER[caster] if caster and card.hostile and card.aim in UNIT_AIMS else caster
        by = said or turned
        if not by:
            self.reader.fault(place, f"say who cast it: '{name} SUN' or '{name} MOON'")
            return None
        state.serial += 1
        until = FOR_GOOD
        if card.lasts is Lasts.TURN:
            until = state.turn + 1
        elif card.lasts is Lasts.ROUND:
            until = next_turn_of(state, OTHER[by], state.turn)
        self.named.append(name)
        return Mantra(name, by, until, state.serial)

    def _lying(self) -> None:
        """Mantras on land cards and global ones."""
        state = self.state
        state.global_mantras += self._mantras("state.mantras", self.file.state.mantras, frozenset({Aim.NONE}), "")
        for square, texts in self.file.mantras.items():
            place = f"mantras.{SQUARES[square]}"
            if state.isle[square] == WATER:
                self.reader.fault(place, "is water: no mantra lies there (WATER-2)")
            found = self._mantras(place, texts, LAND_AIMS, state.control[square] or SUN)
            if found:
                state.land_mantras[square] = found

    def _units(self) -> None:
        """Units with their mantras; HP come last, when everything that changes them lies (CASE)."""
        for number, table in sorted(self.file.unit.items()):
            self._unit(number, table)
        self.state.next_unit = self.file.state.next or max(self.state.units, default=0) + 1

    def _unit(self, number: int, table: _UnitTable) -> None:
        reader, state, place, square = self.reader, self.state, f"unit.U{number}", table.at
        owner = table.owner or SEATS[number > _SUNS]
        self.named.append(table.card)
        card = CARDS.units[table.card]
        if state.isle[square] == WATER and not card.water:
            reader.fault(f"{place}.at", f"{card.name} cannot stand on water (WATER-1)")
        if any(u.owner != owner for u in state.units_at(square)):
            reader.fault(f"{place}.at", "a unit of the foe stands there (ISLE-6)")
        due = state.turn + 1
        earlier = max((t for t in range(1, due) if player_of(state, t) == owner), default=0)
        mustered = due if table.organizing else earlier if table.mustered is None else table.mustered
        new_unit(state, number, card.name, owner, SQUARES[square], mustered)
        state.cache.clear()
        state.units[number].mantras += self._mantras(f"{place}.mantras", table.mantras, UNIT_AIMS, owner)

    def _settle(self) -> None:
        """HP of the units, full where the file says nothing."""
        self.state.cache.clear()
        for unit in self.state.units.values():
            unit.full = unit.hp = figures(self.state, unit).full
            hp = self.file.unit[unit.number].hp
            if hp is not None:
                unit.hp = self.reader.number(f"unit.{unit.name}.hp", hp, 1, unit.full, unit.full)

    def _seats(self) -> None:
        state = self.state
        for seat in SEATS:
            table = self.file.seat.get(seat, _SeatTable())
            self.named += table.hand
            state.hands[seat] = CARDS.sorted(table.hand)
            state.missed[seat], state.offered[seat] = table.missed, table.offered
            for text in table.fast:
                order = read_line(text, CARDS)
                if isinstance(order, Fault):
                    self.reader.fault(f"seat.{seat}.fast", f"{text!r} cannot be read: {order.reason}")
                elif isinstance(order, Fast):
                    state.fast[seat].append(order)
                else:
                    self.reader.fault(f"seat.{seat}.fast", f"{text!r} is no FAST line")

    def _cards(self) -> None:
        """Discard pile and deck: left out, the deck is all copies less the cards the file names (CASE)."""
        table, state = self.file.state, self.state
        self._settle()
        state.discard = list(table.discard)
        self.named += state.discard
        if table.deck is not None:
            state.deck = {n: table.deck[n] for n in CARDS.cards if table.deck.get(n)}
        else:
            left = {n: c - self.named.count(n) for n, c in state.deck.items()}
            state.deck = {n: c for n, c in left.items() if c > 0}


# The result of a case, as CASE-5 lays it out.


_UNIT = ("card", "owner", "at", "hp", "full", "scores", "range", "points", "mantras", "organizing", "held", "left_play")
_UNTOLD = ("number", "mustered", "left")
"""What a result does not say of a unit, or says under another name."""
UNIT_KEYS = (*_UNIT, *(f.name for f in fields(Unit) if f.name not in (*_UNIT, *_UNTOLD)))
SEAT_KEYS = ("hand", "count", "sum", "limit", "fast", "refused", "missed", "peek")


def result_of(state: State, told: Sequence[Sequence[Told[Event]]], refused: Mapping[str, Sequence[str]]) -> Data:
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


def _unit(state: State, unit: Unit) -> Data:
    here = unit.in_play
    figure = figures(state, unit) if here else None
    said = {
        **plain_of(unit),
        "at": SQUARES[unit.at] if here else None,
        "scores": scores_text(state, unit) if here else None,
        "range": figure.range if figure is not None else 0,
        "mantras": [str(m) for m in unit.mantras],
        "organizing": here and (state.organizing(unit) or unit.mustered > state.turn),  # of a turn never begun (LAW-1)
        "held": figure is not None and figure.hold,
        "left_play": str(unit.left) if unit.left is not None else None,
    }
    return {key: said[key] for key in UNIT_KEYS}


def _seat(state: State, seat: str, events: Sequence[Event], refused: Sequence[str]) -> Data:
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


# Reading a case.


ROLLS = ("world.land", "world.temple", "world.first", "deal.recruit", "draw.card", "combat.attack", "combat.defence")
_NUMBERS = ("world.first", "combat.attack", "combat.defence")
_EXPECT: Fields = {
    "game": ("ended", "winner", "ending", "turn", "discard", "deck", "casts", "fights", "placements"),
    "unit": Each(UNIT_KEYS, r"U[1-9]\d{0,3}", "unit; write U1, U2 …"),
    "seat": Each(SEAT_KEYS, SEATS),
    "isle": SQUARES,
    "control": SQUARES,
    "mantras": (*SQUARES, "all"),
}


@named_record
class Case:
    """A case ready to be played. ``sheets`` holds for each seat the lines of each mail turn; None where none came."""

    title: str
    turns: int
    position: Position
    sheets: Mapping[str, tuple[Lines | None, ...]]
    dice: Mapping[str, Sequence[int | str]]
    expect: Fields


def _options(options: Options, table: object) -> Options:
    """The options of a case: by default the law page's, but for WATER-3, whatever scenarios play (CASE)."""
    named = table if isinstance(table, Mapping) else {}
    return meant(replace(options, **{name: value for name, value in _LAW.items() if name not in named}), named)


def _sheets(reader: CaseReader, seat: str, orders: object) -> tuple[Lines | None, ...]:
    sheets = reader.sheets(f"seat.{seat}.orders", orders)
    return tuple(None if lines == [NO_SHEET] else tuple(lines) for _, lines in sheets)


def _dice(reader: CaseReader, table: object) -> dict[str, list[int | str]]:
    forced = reader.dice("dice", table, ROLLS)
    for key, values in forced.items():
        name = key.partition("/")[0]
        if name in _NUMBERS and any(isinstance(v, str) for v in values):
            reader.fault(f"dice.{key}", "is rolled as a whole number")
        elif name not in _NUMBERS and any(isinstance(v, int) for v in values):
            reader.fault(f"dice.{key}", "is drawn as a card's name")
    return forced


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


class Cases(GameCases):
    """Temple Isle's cases (``engine.seam.trials.Cases``)."""

    file, comparison = _File, COMPARISON

    def case(self, reader: CaseReader, case: _File) -> Case:
        """With its position and the sheets of its mail turns."""
        case = replace(case, options=_options(case.options, reader.data.get("options")))
        check_options(reader, case.options)
        expect = dict(reader.expected("expect", case.expect, _EXPECT))
        return Case(
            title=case.title,
            turns=case.turns,
            position=_Reader(reader, case).position(),
            sheets={seat: _sheets(reader, seat, case.seat.get(seat, _SeatTable()).orders) for seat in SEATS},
            dice=_dice(reader, case.dice),
            expect={**reader.table("expect.game", expect.pop("game", {})), **expect},
        )

    def result(self, case: Case) -> Data:
        """After the last mail turn."""
        return result_of(*play(case))


CASES = Cases()
read_case, run_case = CASES.read, CASES.run_case
