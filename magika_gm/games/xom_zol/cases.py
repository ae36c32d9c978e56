"""Adjudication cases: whole game turns from a position, compared with what must come of them (CASE)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from magika_gm.engine.cases import SEED, CaseOutcome, CaseReader, Comparison
from magika_gm.engine.dice import Dice, Roll
from magika_gm.engine.records import named_record
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.words import Fault
from magika_gm.games.xom_zol.cards.catalogue import catalogue, read_card, with_cards
from magika_gm.games.xom_zol.cards.model import Card, Cards, in_order
from magika_gm.games.xom_zol.cards.prices import mana_fault
from magika_gm.games.xom_zol.orders.lines import read_line, unread
from magika_gm.games.xom_zol.orders.model import Concede, OfferDraw, Order, Part
from magika_gm.games.xom_zol.rules.events import (
    AssaultersChosen,
    CounterAssigned,
    Died,
    Event,
    LineSettled,
    Sabotaged,
    Struck,
    TurnBegan,
)
from magika_gm.games.xom_zol.rules.figures import looks
from magika_gm.games.xom_zol.rules.sequence import play
from magika_gm.games.xom_zol.rules.sheets import Sheet
from magika_gm.games.xom_zol.rules.state import (
    DEFAULTS,
    EmptyLibrary,
    Options,
    Piece,
    SigilFormula,
    State,
    closed_up,
    ref_key,
)
from magika_gm.games.xom_zol.rules.terms import DEPENDS, LETTERS, SCRAPS, SIDES, SLAYER, CardType, Keyword, Word, other

# Dice of an adjudication case: what is forced, else the first candidate (CASE).


ROLLS = ("xom_zol.effect.discard", "xom_zol.effect.gamble", "xom_zol.setup.first", "xom_zol.setup.shuffle")


class CaseDice(Dice):
    """A forced choice that is not among the candidates, and a roll not forced, give the first candidate."""

    def __init__(self, turn: int, forced: dict[str, list[int | str]]) -> None:
        super().__init__(SEED, turn, forced)

    def between(self, name: str, subject: str, low: int, high: int, rule: str) -> int:
        """The forced number if it is from ``low`` to ``high``, else ``low``."""
        value = self._force(name, subject)
        chosen = value if isinstance(value, int) and low <= value <= high else low
        self.rolls.append(Roll(self.phase, name, subject, self._count(name, subject), chosen, rule))
        return chosen

    def shuffle(self, name: str, subject: str, items: Sequence[str], rule: str) -> list[str]:
        """For k = n … 2 the forced number of the card to change places with, else the first."""
        order = list(items)
        for k in range(len(order), 1, -1):
            value = self._force(name, subject)
            j = value if isinstance(value, int) and 1 <= value <= k else 1
            order[k - 1], order[j - 1] = order[j - 1], order[k - 1]
        self.rolls.append(Roll(self.phase, name, subject, self._count(name, subject), ",".join(order), rule))
        return order


# The field of a case: cards in play with refs, places and marks (CASE, Field entries).


ENTRY_KEYS = ("card", "ref", "at", "committed", "damage", "assaulted", "lapsed", "on", "new", "behind")
_REF = re.compile(r"([AB])([1-9]\d{0,3})")
_PLACE = re.compile(r"([FR])([1-9]\d{0,1})")
MOST_DAMAGE = 999


def card_name(reader: CaseReader, place: str, cards: Cards, value: object) -> str | None:
    """A card by its name, whatever its capitals; None and a fault if there is none."""
    text = reader.text(place, value)
    if text in cards:
        return text
    found = next((name for name in cards if name.casefold() == text.casefold()), None)
    if found is None:
        reader.fault(place, f"{value!r} is no card", text, tuple(cards))
    return found


class FieldReader:
    """Puts cards into play."""

    def __init__(self, reader: CaseReader, state: State) -> None:
        self.reader, self.state = reader, state
        self.places: dict[str, dict[str, str]] = {side: {} for side in SIDES}
        self.bearers: list[tuple[str, Piece]] = []

    def read(self, fields: Mapping[str, object]) -> None:
        """Both sides' fields, then augments' creatures, then formations."""
        pieces: list[Piece] = []
        for side in SIDES:
            value = fields[side]
            if not isinstance(value, list):
                self.reader.fault(f"side.{side}.field", f"must be a list, not {value!r}")
                continue
            pieces += self._side(side, value)
        for piece in sorted(pieces, key=lambda p: (p.side, p.number)):
            self.state.pieces[piece.ref] = piece
        self._bear()
        for side in SIDES:
            self._form(side, [p for p in pieces if p.side == side and p.creature])

    def _side(self, side: str, entries: list[object]) -> list[Piece]:
        found: list[Piece] = []
        highest = 0
        for i, entry in enumerate(entries):
            place = f"side.{side}.field.{i}"
            table = {"card": entry} if isinstance(entry, str) else self.reader.table(place, entry)
            self.reader.keys(place, table, ENTRY_KEYS)
            piece = self._piece(place, side, table, highest + 1)
            if piece is None:
                continue
            if any(p.ref == piece.ref for p in found):
                self.reader.fault(f"{place}.ref", f"{piece.ref} stands twice")
                continue
            highest = max(highest, piece.number)
            found.append(piece)
        self.state.sides[side].next_number = highest + 1
        return found

    def _piece(self, place: str, side: str, table: Mapping[str, Any], number: int) -> Piece | None:
        reader = self.reader
        name = card_name(reader, f"{place}.card", self.state.cards, table.get("card", ""))
        if name is None:
            return None
        card = self.state.cards[name]
        if name in self.state.barred:
            return None  # not put into play: MANA-2, 3 do not allow it (CASE)
        if card.type in SCRAPS:
            reader.fault(f"{place}.card", f"{name} is a {card.type.value} and never lies on the field")
            return None
        ref = f"{side}{number}"
        if "ref" in table:
            given = _REF.fullmatch(reader.text(f"{place}.ref", table["ref"]).upper())
            if given is None or given[1] != side:
                reader.fault(f"{place}.ref", f"must be {side} and a number, not {table['ref']!r}")
            else:
                ref, number = given[0], int(given[2])
        piece = Piece(ref=ref, side=side, number=number, card=card)
        for key in ("committed", "assaulted", "lapsed"):
            setattr(piece, key, reader.flag(f"{place}.{key}", table.get(key, False)))
        piece.damage = reader.number(f"{place}.damage", table.get("damage", 0), 0, MOST_DAMAGE, 0)
        piece.exists = not reader.flag(f"{place}.new", table.get("new", False))
        self._creature_keys(place, side, table, piece)
        if card.type is CardType.AUGMENT:
            piece.on = reader.text(f"{place}.on", table.get("on", "")).upper()
            self.bearers.append((place, piece))
        elif "on" in table:
            reader.fault(f"{place}.on", "only augments lie on a creature")
        return piece

    def _creature_keys(self, place: str, side: str, table: Mapping[str, Any], piece: Piece) -> None:
        reader = self.reader
        if not piece.card.body:
            for key in ("at", "new", "behind", "damage", "assaulted"):
                if key in table:
                    reader.fault(f"{place}.{key}", "only creatures have it")
            piece.exists = True
            return
        if "behind" in table:
            piece.behind = reader.text(f"{place}.behind", table["behind"]).upper()
            if piece.exists:
                reader.fault(f"{place}.behind", "stands with new = true")
        if "at" in table:
            at = reader.text(f"{place}.at", table["at"]).upper()
            if not _PLACE.fullmatch(at) or at in self.places[side] or not piece.exists:
                reader.fault(
                    f"{place}.at", f"must be a free place F1, R2 … of an existing creature, not {table['at']!r}"
                )
            else:
                self.places[side][at] = piece.ref

    def _bear(self) -> None:
        for place, piece in self.bearers:
            bearer = self.state.pieces.get(piece.on)
            if bearer is None or not bearer.creature:
                self.reader.fault(f"{place}.on", f"must be the ref of an existing creature, not {piece.on!r}")
                piece.on = ""

    def _form(self, side: str, written: list[Piece]) -> None:
        """Places given, then existing creatures in written order in columns to the right of those."""
        places = self.places[side]
        wide = max((int(at[1:]) for at in places), default=0)
        columns = [(places.get(f"F{i}", ""), places.get(f"R{i}", "")) for i in range(1, wide + 1)]
        placed = set(places.values())
        columns += [(p.ref, "") for p in written if p.ref not in placed]
        self.state.sides[side].columns = closed_up(columns)


# Reading adjudication cases: a position, order lines, forced dice, and what must come of it (CASE).


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


@named_record
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
        _read_side(reader, state, side, tables[side])
    FieldReader(reader, state).read({side: tables[side].get("field", []) for side in SIDES})
    lines = {side: _lines(reader, f"side.{side}", tables[side], cards) for side in SIDES}
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


def _read_side(reader: CaseReader, state: State, side: str, table: Mapping[str, Any]) -> None:
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


def _lines(reader: CaseReader, place: str, table: Mapping[str, Any], cards: Cards) -> SideLines:
    no_sheet = reader.flag(f"{place}.no_sheet", table.get("no_sheet", False))
    if no_sheet and "orders" in table:
        reader.fault(f"{place}.orders", "is not given where no_sheet is true")

    def read(key: str, part: Part) -> list[list[Order]]:
        value = table.get(key, [])
        nested = isinstance(value, list) and bool(value) and all(isinstance(v, list) for v in value)
        lists = value if nested else [value]
        return [
            [_order(text, cards, part) for text in reader.texts(f"{place}.{key}", one)]
            for one in (lists if key in table else [])
        ]

    return SideLines(read("orders", Part.ACT), read("react", Part.REACT), no_sheet)


def _order(text: str, cards: Cards, part: Part) -> Order:
    got = read_line(text, cards, part)
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


# What came of a case, as the law page lays it out (CASE, Result).


_PLAYER = "player"
_LISTED = frozenset(map(str, Keyword))


def result_of(case: Case, played: Sequence[Resolution]) -> dict[str, Any]:
    """The result mapping."""
    state: State = played[-1].state if played else case.state
    begun = [r for r in played if any(isinstance(t.event, TurnBegan) for t in r.told)]
    last = _events(begun[-1:])
    return {
        "turn": state.turn if begun else case.turn,
        "active": state.active if begun else case.active,
        "ended": state.ending is not None,
        "winner": state.winner,
        "ending": state.ending,
        "sides": {side: _side(case, state, side, played) for side in SIDES},
        "play": {ref: _piece(state, piece) for ref, piece in state.pieces.items()},
        "deaths": [event.ref for event in _events(played) if isinstance(event, Died)],
        "combat": _combat(last),
        "valid": {card.name: card.name not in state.barred for card in case.own_cards if card.is_mana},
    }


def _events(played: Iterable[Resolution]) -> list[Event]:
    return [told.event for resolution in played for told in resolution.told]


def _side(case: Case, state: State, side: str, played: Sequence[Resolution]) -> dict[str, Any]:
    own, lines = state.sides[side], case.lines[side]
    return {
        "life": own.life,
        "pool": own.pool,
        "hand": list(own.hand),
        "library": list(own.library),
        "discard": list(own.discard),
        "orders": _words(case, side, Part.ACT, lines, played),
        "react": _words(case, side, Part.REACT, lines, played),
    }


def _words(case: Case, side: str, part: Part, lines: SideLines, played: Sequence[Resolution]) -> list[str]:
    """One word a line, of the last game turn in which the part served."""
    for nth in range(len(played) - 1, -1, -1):
        active = (nth % 2 == 0) == (side == case.active)
        if active is not (part is Part.ACT):
            continue
        turn = nth // 2
        lists = lines.orders if part is Part.ACT else lines.react
        served = lists[turn] if turn < len(lists) else [] if part is Part.ACT else (lists or [[]])[-1]
        told = [
            event.word
            for event in _events(played[nth : nth + 1])
            if isinstance(event, LineSettled) and event.side == side and event.part == part
        ]
        return _matched(served, told, part)
    return []


def _matched(served: Sequence[Order], told: Sequence[Word], part: Part) -> list[str]:
    """Words by line; CONCEDE and OFFER DRAW are not kept in the standing set and have no word of their own."""
    words = iter(told)
    unkept = (Concede, OfferDraw) if part is Part.REACT else ()
    return [Word.NO.value if isinstance(o, unkept) else next(words, Word.NO).value for o in served]


def _piece(state: State, piece: Piece) -> dict[str, Any]:
    there = piece.creature
    now = looks(state, piece.ref)
    return {
        "card": piece.card.name,
        "at": state.sides[piece.side].place_of(piece.ref) if there else None,
        "exists": piece.exists,
        "committed": piece.committed,
        "assaulted": piece.assaulted,
        "lapsed": piece.lapsed,
        "damage": piece.damage if there else 0,
        "s": now.s if there else None,
        "d": now.d if there else None,
        "keywords": sorted(k for k in now.keywords if k in _LISTED or k.startswith((SLAYER, DEPENDS))),
        "on": piece.on or None,
    }


def _combat(events: Sequence[Event]) -> dict[str, Any] | None:
    assaulters: list[str] | None = None
    counters: dict[str, list[str]] = {}
    dealt: dict[str, dict[str, int]] = {}
    sabotaged: dict[str, str] = {}
    for event in events:
        match event:
            case AssaultersChosen(_, first, second, _):
                assaulters = sorted((*first, *second), key=ref_key)
                counters = {ref: [] for ref in assaulters}
            case CounterAssigned(ref, against):
                counters[against].append(ref)
            case Struck(ref, at, n):
                blows = dealt.setdefault(ref, {})
                key = _PLAYER if at in SIDES else at
                blows[key] = blows.get(key, 0) + n
            case Sabotaged(ref, function, _):
                sabotaged[ref] = function
            case _:
                pass
    if assaulters is None:
        return None
    return {
        "assaulters": assaulters,
        "counters": {ref: sorted(by, key=ref_key) for ref, by in counters.items()},
        "dealt": dealt,
        "sabotaged": sabotaged,
    }


COMPARISON = Comparison(nulls=(False,))
"""``false`` agrees with a key the result lacks."""


def run_case(data: Mapping[str, Any]) -> CaseOutcome:
    """Play a case and compare; raises ``CaseFaults`` if it cannot be played."""
    case = read_case(data)
    result = result_of(case, play_case(case))
    return CaseOutcome(case.title, tuple(COMPARISON.failures(_asked(case.expect, result), result)), result)


def _asked(expected: Mapping[str, Any], result: Mapping[str, Any]) -> dict[str, Any]:
    """What is to be compared: a table the result lacks, of which only ``false`` is expected, agrees as its keys do."""
    asked: dict[str, Any] = {}
    for key, wanted in expected.items():
        got = result.get(key)
        if isinstance(wanted, Mapping):
            if got is None and _all_false(wanted):
                continue
            asked[key] = _asked(wanted, got) if isinstance(got, Mapping) else wanted
        else:
            asked[key] = wanted
    return asked


def _all_false(expected: Mapping[str, Any]) -> bool:
    return all(_all_false(v) if isinstance(v, Mapping) else v is False for v in expected.values())


def play_case(case: Case) -> list[Resolution]:
    """The case's game turns, each a mail turn of its own, until the game ends."""
    state, played = case.state, []
    used = CaseDice(0, case.dice)
    for nth in range(case.turns):
        dice = CaseDice(case.turn + nth, case.dice)
        dice.carry_on(used)
        resolution = play(state, sheets_of(case, nth), dice)
        played.append(resolution)
        state, used = resolution.state, dice
        if state.ending is not None:
            break
    return played


def sheets_of(case: Case, nth: int) -> dict[str, Sheet]:
    """Both sides' sheets of the nth game turn: ACT lines of the active side, REACT lines of the other."""
    active = case.active if nth % 2 == 0 else other(case.active)
    passive = other(active)
    own, foe = case.lines[active], case.lines[passive]
    turn = nth // 2
    act = own.orders[turn] if turn < len(own.orders) else []
    react = foe.react[turn] if turn < len(foe.react) else None
    return {
        active: _sheet(act, act=None if own.no_sheet else tuple(act)),
        passive: _sheet(react or (), react=tuple(react) if react is not None else None),
    }


def _sheet(
    lines: Sequence[Order], act: tuple[Order, ...] | None = None, react: tuple[Order, ...] | None = None
) -> Sheet:
    """A sheet of one part; what is said in it counts in the first game turn it serves."""
    concedes, offers = (any(isinstance(o, said) for o in lines) for said in (Concede, OfferDraw))
    return Sheet(act=act, react=react, concedes=concedes, offers_draw=offers)
