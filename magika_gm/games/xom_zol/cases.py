"""Adjudication cases: whole game turns from a position, compared with what must come of them (CASE)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, Literal

from magika_gm.engine.cases import SEED, CaseFile, CaseReader, Comparison, Each, GameCases
from magika_gm.engine.dice import Dice, Roll
from magika_gm.engine.plain import Data, Fields
from magika_gm.engine.records import named_record
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.toml import Whole
from magika_gm.engine.words import Fault
from magika_gm.games.xom_zol.cards.catalogue import every_card, mana_fault, read_card, with_cards
from magika_gm.games.xom_zol.cards.model import Card, Cards, in_order
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
from magika_gm.games.xom_zol.rules.state import (
    DEFAULTS,
    EDITION,
    EmptyLibrary,
    InflateCap,
    Lapse,
    Piece,
    SigilFormula,
    State,
    closed_up,
    ref_key,
)
from magika_gm.games.xom_zol.rules.terms import DEPENDS, LETTERS, SCRAPS, SIDES, SLAYER, CardType, Keyword, Word, other
from magika_gm.games.xom_zol.rules.turn import Sheet
from magika_gm.games.xom_zol.setup import Seat

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


# A case file (CASE).


LIBRARY = ("Recruit of Xom",) * 10
MOST_TURNS = 100
MOST_LIFE = 999
_LESS = SigilFormula.LESS
_REF = re.compile(r"([AB])([1-9]\d{0,3})")
_PLACE = re.compile(r"([FR])([1-9]\d{0,1})")


@named_record
class _Entry:
    """A card in play with ref, place and marks (CASE, Field entries)."""

    card: str = ""
    ref: str | None = None
    at: str | None = None
    committed: bool = False
    damage: Annotated[int, Whole(0, 999)] | None = None
    assaulted: bool | None = None
    lapsed: bool = False
    on: str | None = None
    new: bool | None = None
    behind: str | None = None


@named_record
class _Side:
    """``[side.A]``."""

    life: Annotated[int, Whole(-MOST_LIFE, MOST_LIFE)] = 50
    pool: str = ""
    hand: tuple[str, ...] = ()
    library: tuple[str, ...] = LIBRARY
    discard: tuple[str, ...] = ()
    field: tuple[Any, ...] = ()
    orders: Any = None
    react: Any = None
    no_sheet: bool = False


@named_record
class _Options:
    """``[option]``: those of a scenario that a case may set."""

    edition: Annotated[int, Whole(1, EDITION)] = EDITION
    max_turns: Annotated[int, Whole(0, 999)] = DEFAULTS.max_turns
    hand: Annotated[int, Whole(0, 99)] = DEFAULTS.hand
    first_draw: bool = DEFAULTS.first_draw
    sigil_formula: SigilFormula = DEFAULTS.sigil_formula
    front_must_die: bool = DEFAULTS.front_must_die
    bottom_discard: bool = DEFAULTS.bottom_discard
    bottom_any: bool = DEFAULTS.bottom_any
    lapse: Lapse = DEFAULTS.lapse
    overrun_sabotage: bool = DEFAULTS.overrun_sabotage
    inflate_cap: InflateCap = DEFAULTS.inflate_cap
    empty_library: EmptyLibrary = DEFAULTS.empty_library


@named_record
class _File(CaseFile):
    """A case file."""

    game: Literal["xom_zol"] = "xom_zol"
    turns: Annotated[int, Whole(0, MOST_TURNS)] = 1
    turn: Annotated[int, Whole(1, 999)] = 5
    active: Seat = SIDES[0]
    option: _Options = _Options()
    card: Mapping[str, Fields] = field(default_factory=dict)
    side: Mapping[Seat, _Side] = field(default_factory=dict)


# The field of a case: cards in play.


class FieldReader:
    """Puts cards into play."""

    def __init__(self, reader: CaseReader, state: State) -> None:
        self.reader, self.state = reader, state
        self.places: dict[str, dict[str, str]] = {side: {} for side in SIDES}
        self.bearers: list[tuple[str, Piece]] = []

    def read(self, sides: Mapping[str, _Side]) -> None:
        """Both sides' fields, then augments' creatures, then formations."""
        pieces = [piece for side in SIDES for piece in self._side(side, sides[side].field)]
        for piece in sorted(pieces, key=lambda p: (p.side, p.number)):
            self.state.pieces[piece.ref] = piece
        self._bear()
        for side in SIDES:
            self._form(side, [p for p in pieces if p.side == side and p.creature])

    def _side(self, side: str, entries: Sequence[object]) -> list[Piece]:
        found: list[Piece] = []
        highest = 0
        for i, entry in enumerate(entries):
            place = f"side.{side}.field.{i}"
            table = self.reader.record(_Entry, place, {"card": entry} if isinstance(entry, str) else entry)
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

    def _piece(self, place: str, side: str, entry: _Entry, number: int) -> Piece | None:
        reader = self.reader
        name = reader.named(f"{place}.card", entry.card, self.state.cards, "card")
        if not name or name in self.state.barred:
            return None  # not put into play: MANA-2, 3 do not allow it (CASE)
        card = self.state.cards[name]
        if card.type in SCRAPS:
            reader.fault(f"{place}.card", f"{name} is a {card.type.value} and never lies on the field")
            return None
        ref = f"{side}{number}"
        if entry.ref is not None:
            given = _REF.fullmatch(entry.ref.upper())
            if given is None or given[1] != side:
                reader.fault(f"{place}.ref", f"must be {side} and a number, not {entry.ref!r}")
            else:
                ref, number = given[0], int(given[2])
        piece = Piece(ref=ref, side=side, number=number, card=card)
        piece.committed, piece.assaulted, piece.lapsed = entry.committed, bool(entry.assaulted), entry.lapsed
        piece.damage = entry.damage or 0
        piece.exists = not entry.new
        self._creature_keys(place, side, entry, piece)
        if card.type is CardType.AUGMENT:
            piece.on = (entry.on or "").upper()
            self.bearers.append((place, piece))
        elif entry.on is not None:
            reader.fault(f"{place}.on", "only augments lie on a creature")
        return piece

    def _creature_keys(self, place: str, side: str, entry: _Entry, piece: Piece) -> None:
        reader = self.reader
        if not piece.card.body:
            for key in ("at", "new", "behind", "damage", "assaulted"):
                if getattr(entry, key) is not None:
                    reader.fault(f"{place}.{key}", "only creatures have it")
            piece.exists = True
            return
        if entry.behind is not None:
            piece.behind = entry.behind.upper()
            if piece.exists:
                reader.fault(f"{place}.behind", "stands with new = true")
        if entry.at is not None:
            at = entry.at.upper()
            if not _PLACE.fullmatch(at) or at in self.places[side] or not piece.exists:
                reader.fault(f"{place}.at", f"must be a free place F1, R2 … of an existing creature, not {entry.at!r}")
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


_EXPECT: Fields = {
    **dict.fromkeys(("turn", "active", "ended", "winner", "ending", "deaths", "valid")),
    "sides": Each(("life", "pool", "hand", "library", "discard", "orders", "react"), SIDES),
    "play": Each(("card", "at", "exists", "committed", "assaulted", "lapsed", "damage", "s", "d", "keywords", "on")),
    "combat": ("assaulters", "counters", "dealt", "sabotaged"),
}


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
    turns: int
    turn: int
    active: str
    state: State
    lines: dict[str, SideLines]
    dice: dict[str, list[int | str]]
    expect: Fields
    own_cards: tuple[Card, ...]


def _read_side(reader: CaseReader, state: State, side: str, table: _Side) -> None:
    own, place = state.sides[side], f"side.{side}"
    own.life = table.life
    pool = table.pool.upper()
    if not set(pool) <= set(LETTERS):
        reader.fault(f"{place}.pool", "must be letters G E N B")
    own.pool = in_order(pool)

    def pile(key: str, texts: Sequence[str]) -> list[str]:
        found = [reader.named(f"{place}.{key}.{i}", text, state.cards, "card") for i, text in enumerate(texts)]
        return [name for name in found if name]

    own.hand = sorted(pile("hand", table.hand))
    own.library = pile("library", table.library)
    own.discard = pile("discard", table.discard)


def _lines(reader: CaseReader, place: str, table: _Side, cards: Cards) -> SideLines:
    if table.no_sheet and table.orders is not None:
        reader.fault(f"{place}.orders", "is not given where no_sheet is true")

    def read(key: str, value: object, part: Part) -> list[list[Order]]:
        sheets = [] if value is None else reader.sheets(f"{place}.{key}", value)
        return [[_order(text, cards, part) for text in texts] for _, texts in sheets]

    return SideLines(read("orders", table.orders, Part.ACT), read("react", table.react, Part.REACT), table.no_sheet)


def _order(text: str, cards: Cards, part: Part) -> Order:
    got = read_line(text, cards, part)
    return unread(text) if isinstance(got, Fault) else got


# What came of a case, as the law page lays it out (CASE, Result).


_PLAYER = "player"
_LISTED = frozenset(map(str, Keyword))


def result_of(case: Case, played: Sequence[Resolution]) -> Data:
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


def _side(case: Case, state: State, side: str, played: Sequence[Resolution]) -> Data:
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


def _piece(state: State, piece: Piece) -> Data:
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


def _combat(events: Sequence[Event]) -> Data | None:
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


def _asked(expected: Fields, result: Fields) -> Data:
    """What is to be compared: a table the result lacks, of which only ``false`` is expected, agrees as its keys do."""
    asked: Data = {}
    for key, wanted in expected.items():
        got = result.get(key)
        if isinstance(wanted, Mapping):
            if got is None and _all_false(wanted):
                continue
            asked[key] = _asked(wanted, got) if isinstance(got, Mapping) else wanted
        else:
            asked[key] = wanted
    return asked


def _all_false(expected: Fields) -> bool:
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


class Cases(GameCases):
    """Cases of Xom and Zol (``engine.seam.trials.Cases``)."""

    file, comparison = _File, COMPARISON
    asked = staticmethod(_asked)

    def case(self, reader: CaseReader, case: _File) -> Case:
        """With the state before its first game turn."""
        own = {name: read_card(reader, f"card.{name}", name, table) for name, table in case.card.items()}
        cards = with_cards(every_card(), own)
        options = replace(DEFAULTS, **{f.name: getattr(case.option, f.name) for f in fields(_Options)})
        state = State(
            options=options,
            turn=case.turn - 1,
            mail_turn=case.turn - 1,
            first=case.active if case.turn % 2 else other(case.active),
            # a position looked at is the active side's (TERM-3)
            active=other(case.active) if case.turns else case.active,
            cards=cards,
            barred=frozenset(
                card.name for card in own.values() if card.is_mana and mana_fault(card, options.sigil_formula is _LESS)
            ),
        )
        sides = {side: case.side.get(side, _Side()) for side in SIDES}
        for side in SIDES:
            _read_side(reader, state, side, sides[side])
        FieldReader(reader, state).read(sides)
        return Case(
            title=case.title,
            turns=case.turns,
            turn=case.turn,
            active=case.active,
            state=state,
            lines={side: _lines(reader, f"side.{side}", sides[side], cards) for side in SIDES},
            dice=reader.dice("dice", case.dice, ROLLS),
            expect=reader.expected("expect", case.expect, _EXPECT),
            own_cards=tuple(own.values()),
        )

    def result(self, case: Case) -> Data:
        """After the last game turn."""
        return result_of(case, play_case(case))


CASES = Cases()
read_case, run_case = CASES.read, CASES.run_case
