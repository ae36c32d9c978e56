"""The lines of a sheet (ORD), a row each: read and written by it. Reading knows the cards and nothing of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from magika_gm.engine.lines.parts import (
    After,
    By,
    End,
    Listed,
    Maybe,
    Name,
    Number,
    Numbered,
    One,
    Only,
    Perhaps,
    Refuse,
    Several,
    Without,
    Word,
)
from magika_gm.engine.lines.rows import AnyOrder, Lines, OneOf, Row
from magika_gm.engine.lines.words import Cutter, Known, Near, Vocabulary, is_word
from magika_gm.engine.records import record
from magika_gm.engine.sheet.sheet import LineFault, SheetLine
from magika_gm.engine.words import Fault
from magika_gm.games.temple_isle.orders import model as m
from magika_gm.games.temple_isle.rules.tables import LAND_AIMS, TEMPLE_OF, UNIT_AIMS, Aim, Catalogue, standard
from magika_gm.games.temple_isle.rules.terms import COLUMNS, ROWS, SEATS, SQUARE, SQUARES, Direction

LONGEST_LINE = 1000
"""Characters; a longer line is not looked into."""
_CUTTER = Cutter(word=r"\s*([A-Za-z0-9'’.-]+|,|[<>]\s*=|[<>=]|\S)")
_TAIL = ("ON", "IF", "UNLESS")
_TEST_STOPS = (*_TAIL, "AND")
_STOPS = ("ON", "TO", "AT", "WHEN", "IF", "UNLESS", "AND", "BY")
"""Words that end a card's name."""

# --- squares, units, cards ---

_SQUARE = One(
    among=SQUARE,
    says="{said!r} is no square (a1 to e4)",
    nothing="a square is wanted (a1 to e4)",
    blank=("", ","),
    near=Near(SQUARES, board=(COLUMNS, ROWS)),
)
UNIT = Numbered(
    pattern=r"[Uu](\d{1,4})",
    written="U{}",
    says="{said!r} is no unit (write U and its number: U3)",
    nothing="a unit is wanted (U3)",
)
_DIRECTION = One(among={str(d): d for d in Direction}, says="LEAP needs a direction: N, E, S or W")
_SQUARES = Listed(_SQUARE)
_UNITS = Listed(UNIT)
_CARD = Name(of="card", kind="card", stops=_STOPS)
_UNIT_CARD = Name(of="unit", kind="unit", stops=_STOPS)
_MANTRA = Name(of="mantra", kind="mantra", stops=_STOPS)

_AT_UNIT = Row(m.AtUnit, "{number}", number=UNIT)
_AT_SQUARE = Row(m.AtSquare, "{square}", square=_SQUARE)
_ANY = Row(m.AnyUnit, "ANY")

# --- conditions ---

_STATES = tuple(map(str, m.SquareState))
_ASKED = ("DEAD", "ALIVE", "HP", "AT")
_COMPARE = One(among={str(c): c for c in m.Compare}, says="HP is compared with <, > or =, not with {said!r}")
_STATE = One(
    among={str(s): s for s in m.SquareState},
    says="{first} can be EMPTY, FOE, OWN or HELD, not {said!r}",
    near=Near(_STATES),
)
_EXAMPLES = "write U8 DEAD, U3 HP < 3, U8 AT c2, c2 EMPTY, PLAYED Might …"
_TEST = OneOf(
    Row(m.Played, "PLAYED {card}", card=replace(_CARD, stops=_TEST_STOPS)),
    Row(m.SquareIs, "{square} {state}", square=_SQUARE, state=_STATE),
    Row(m.UnitLives, "{number} DEAD", number=UNIT, alive=False),
    Row(m.UnitLives, "{number} ALIVE", number=UNIT, alive=True),
    Row(m.UnitAt, "{number} AT {squares}", number=UNIT, squares=_SQUARES),
    Row(
        m.UnitHp,
        "{number} HP {compare} {value}",
        number=UNIT,
        compare=_COMPARE,
        value=Number(says="HP {compare} needs a whole number, not {said!r}"),
    ),
    Refuse(UNIT, says="{first} can be DEAD, ALIVE, HP or AT, not {said!r}", near=Near(_ASKED), past=1),
    Refuse(End(), says=f"a condition is wanted: {_EXAMPLES}"),
    Refuse(says=f"{{said!r}} begins no condition: {_EXAMPLES}"),
)
_TESTS = Listed(_TEST, by="AND")
CONDITION = Perhaps(
    OneOf(
        Row(m.Condition, "UNLESS {tests}", tests=_TESTS, unless=True),
        Row(m.Condition, "IF {tests}", tests=_TESTS, unless=False),
    )
)

# --- events of FAST lines (FAST-5) ---

_AIMED = Listed(OneOf(_AT_UNIT, _AT_SQUARE))
_ON_AIMED = After("ON", _AIMED)
_ENTERED = Listed(OneOf(Row(m.AtTemple, "TEMPLE~"), _AT_SQUARE))
_EVENTS = tuple(map(str, m.Happens))
TRIGGER = OneOf(
    Row(m.Trigger, "BEGIN~", event=m.Happens.BEGIN),
    Row(
        m.Trigger,
        "CAST~ {cards} {on}",
        cards=Maybe(Listed(replace(_MANTRA, stops=_TEST_STOPS)), _TAIL, all="ANY"),
        on=_ON_AIMED,
        event=m.Happens.CAST,
    ),
    Row(
        m.Trigger,
        "MUSTER~ {cards}",
        cards=Maybe(Listed(replace(_UNIT_CARD, stops=_TEST_STOPS)), _TAIL),
        event=m.Happens.MUSTER,
    ),
    Row(m.Trigger, "ACTIONS~", event=m.Happens.ACTIONS),
    Row(m.Trigger, "ENTER~ {places}", places=Maybe(_ENTERED, _TAIL), event=m.Happens.ENTER),
    Row(
        m.Trigger,
        "ATTACK~ {on} {by}",
        on=After("ON", Listed(_AT_UNIT)),
        by=After("BY", _UNITS),
        event=m.Happens.ATTACK,
    ),
    Row(m.Trigger, "END~", event=m.Happens.END),
    Refuse(says=f"{{said!r}} is no event; there are {', '.join(_EVENTS)}", near=Near(_EVENTS)),
)

# --- what mantras are cast on (ENCH, CARDS) ---

_PLACE = OneOf(
    _AT_UNIT,
    Row(m.AtSeat, "{seat}", seat=One(among={seat: seat for seat in SEATS}, says="")),
    _AT_SQUARE,
    Refuse(says="{said!r} is nowhere a mantra lies: write U3, c2, SUN or MOON"),
)
_IN_PLAY = Row(m.MantraAt, "{card} AT {place}", card=_MANTRA, place=_PLACE)
_LAND = OneOf(_AT_SQUARE, Refuse(says="{card} is cast on a card of the isle: {said!r} is no square"))
_NO_TARGET = (
    Refuse(_DIRECTION, says="{said!r}: a direction is a target of attacks only"),
    Refuse(End(), says="a target is wanted: U3, c2 or ANY"),
    Refuse(says="{said!r} is no target"),
)
_WORDS_OF_FAST = (Row(m.ItWord, "IT"), Row(m.FoeWord, "FOE"))
_NOT_HERE = (Refuse(Word(word), says="{SAID} stands in FAST lines only (FAST-5)") for word in ("IT", "FOE"))
_CAST_ON = OneOf(_AT_UNIT, _AT_SQUARE, _ANY, *_NOT_HERE, *_NO_TARGET)
_FAST_ON = OneOf(_AT_UNIT, _AT_SQUARE, _ANY, *_WORDS_OF_FAST, *_NO_TARGET)
TARGET = OneOf(
    _AT_UNIT, _AT_SQUARE, _ANY, *_WORDS_OF_FAST, _IN_PLAY, Row(m.Toward, "{direction}", direction=_DIRECTION)
)


def _targets(unit: OneOf) -> By:
    on_nothing = Without("ON", says="{card} is cast on nothing: leave ON away")

    def on(target: Row | OneOf) -> After:
        return After("ON", Listed(target), wanted="{card} needs a target: write ON and what it is cast on")

    parts = {
        **dict.fromkeys((Aim.NONE, Aim.ANSWERED), on_nothing),
        **dict.fromkeys(sorted(LAND_AIMS), on(_LAND)),
        **dict.fromkeys(sorted(UNIT_AIMS), on(unit)),
        Aim.MANTRA: on(_IN_PLAY),
    }
    return By("card", "mantra", "aim", parts, writes=After("ON", Listed(TARGET)))


_TO = By(
    "card",
    "mantra",
    "blink",
    {
        False: Without("TO", says="{card} moves nobody: leave TO away"),
        True: After("TO", _SQUARES, wanted="{card} needs squares: write TO and where the unit is to go"),
    },
    writes=After("TO", _SQUARES),
)
_ANSWERS = "{card} only answers another mantra: write FAST {card} WHEN CAST … (CARDS-3)"
_NOT_FAST = "{card} is not Fast; only Fast mantras are cast by FAST lines (FAST-2)"
_NO_ANSWER = "{card} answers a mantra: its event is CAST, not {trigger.event} (FAST-2)"


def _unless(fact: str, value: bool, refusal: Without | Only) -> By:
    return By("card", "mantra", fact, {value: refusal, not value: Without()}, writes=Without())


# --- what units do (ACT) ---

_ATTACKED = OneOf(
    _AT_UNIT,
    _AT_SQUARE,
    Row(m.Toward, "{direction}", direction=_DIRECTION),
    _ANY,
    Refuse(End(), says="ATTACK needs a target"),
    Refuse(says="{said!r} is nothing to attack: write U9, c2, E or ANY"),
)
_HOW_OFTEN = AnyOrder(
    Row(m.Attack, "ALL", times=m.ALL_TIMES),
    Row(
        m.Attack,
        "TIMES {times}",
        times=Number(least=1, says="TIMES needs a whole number of at least 1, not {said!r}"),
    ),
    Row(m.Attack, "KEEP {keep}", keep=Number(says="KEEP needs a whole number, not {said!r}")),
    Row(m.Attack, "WHILE HP > {above}", above=Number(says="WHILE HP > needs a whole number, not {said!r}")),
    twice="{SAID} stands twice after one ATTACK",
)
UNIT_WORD = OneOf(
    Row(m.Step, "{direction}", direction=_DIRECTION),
    Row(m.Stop, "STOP~"),
    Row(m.LeapStep, "LEAP~ {direction}", direction=_DIRECTION),
    Row(m.Attack, "ATTACK~ {targets} {often}", targets=Listed(_ATTACKED), often=_HOW_OFTEN),
    Refuse(says="{said!r} is nothing a unit does", near=Near(("STOP", "LEAP", "ATTACK", "N", "E", "S", "W"))),
)

# --- lines ---

_ROWS = (
    Row(m.WaterList, "WATER~ {squares}", "WATER c1, b1", squares=_SQUARES),
    Row(
        m.TempleList,
        "TEMPLE~ {temple} AT {squares}",
        "TEMPLE War AT b2",
        temple=Name(of="temple", kind="temple", stops=_STOPS, drop=TEMPLE_OF, also={"ANY": ""}),
        squares=_SQUARES,
    ),
    Row(
        m.Cast,
        "CAST~ {card} {answers} {targets} {to} {condition}",
        "CAST Might ON U3",
        card=_MANTRA,
        answers=_unless("answers", True, Without(says=_ANSWERS)),
        targets=_targets(_CAST_ON),
        to=_TO,
        condition=CONDITION,
    ),
    Row(
        m.Muster,
        "MUSTER~ {card} {places} {condition}",
        "MUSTER Knight AT b2",
        card=_UNIT_CARD,
        places=After("AT", _SQUARES),
        condition=CONDITION,
    ),
    Row(m.Discard, "DISCARD~ {cards}", "DISCARD Doom", cards=Listed(_CARD)),
    Row(m.FastNone, "FAST~ {none}", none=End("NONE")),
    Row(
        m.Fast,
        "FAST~ {card} {fast} {targets} {to} WHEN {trigger} {answer} {condition}",
        "FAST Parry ON IT WHEN ATTACK",
        card=_MANTRA,
        fast=_unless("fast", False, Without(says=_NOT_FAST)),
        targets=_targets(_FAST_ON),
        to=_TO,
        trigger=TRIGGER,
        answer=_unless("answers", True, Only("trigger.event", (m.Happens.CAST,), _NO_ANSWER)),
        condition=CONDITION,
    ),
    Row(m.Resign, "RESIGN~"),
    Row(m.Resign, "CONCEDE~"),
    Row(m.OfferDraw, "OFFER~ {draw}", draw=Word("DRAW", True, "write OFFER DRAW", Near(("OFFER DRAW",), always=True))),
    Row(m.OfferDraw, "DRAW~"),
    Row(m.Field, "FIELD~ {card} AT {squares}", "FIELD Knight AT a2, a3", card=_UNIT_CARD, squares=_SQUARES),
)
LINES: Lines[m.Order] = Lines(
    _CUTTER,
    OneOf(
        Row(
            m.UnitLine,
            "{number} {words} {condition}",
            "U3 N E ATTACK E",
            number=UNIT,
            words=Several(UNIT_WORD, ("IF", "UNLESS"), by=" ", none="{number} is told nothing to do"),
            condition=CONDITION,
        ),
        *_ROWS,
        Refuse(says="{said!r} begins no order", near=Near((*(row.first_word for row in _ROWS), "MESSAGE"))),
    ),
    longest=LONGEST_LINE,
)

_VOCABULARIES: dict[int, tuple[Catalogue, Known]] = {}
_MOST = 32


def known_cards(catalogue: Catalogue | None = None) -> Known:
    """The names of a game's cards, and what lines depend on of each; by default of the cards of the law."""
    cards = catalogue or standard()
    if id(cards) not in _VOCABULARIES:
        if len(_VOCABULARIES) >= _MOST:
            _VOCABULARIES.clear()
        _VOCABULARIES[id(cards)] = cards, _known(cards)
    return _VOCABULARIES[id(cards)][1]


def _known(cards: Catalogue) -> Known:
    facts = {
        mantra.name: {
            "aim": mantra.aim,
            "answers": mantra.aim is Aim.ANSWERED,
            "blink": bool(mantra.blink),
            "fast": mantra.fast,
        }
        for mantra in cards.mantras.values()
    }
    return Known(
        card=Vocabulary(tuple(cards.cards)),
        unit=Vocabulary(tuple(cards.units)),
        mantra=Vocabulary(tuple(cards.mantras), facts),
        temple=Vocabulary({temple.short: temple.name for temple in cards.temples.values()}),
    )


def read_line(line: str, catalogue: Catalogue | None = None) -> m.Order | Fault:
    """The order a line says, or why it says none; never raises."""
    return LINES.read(line, known_cards(catalogue))


def stored(line: str, catalogue: Catalogue | None = None) -> m.Order:
    """An order from the record; raises ValueError if it is none."""
    return LINES.stored(line, known_cards(catalogue))


write_order = LINES.write

# --- the lines of a text ---

_QUOTED = 80
"""Characters of a line a fault quotes."""


@record
class Reading:
    """A sheet's own lines as read: orders in their order, and what could not be read."""

    orders: tuple[m.Order, ...] = ()
    faults: tuple[LineFault, ...] = ()


class ReadLine(NamedTuple):
    """A line of a sheet: its number in the text, the text, and what it says or why it says nothing."""

    number: int
    text: str
    order: m.Order | None
    fault: LineFault | None


def read_lines(lines: Sequence[SheetLine], catalogue: Catalogue | None = None) -> list[ReadLine]:
    """Every line that says something, in order; messages are left out."""
    found = []
    writing = False
    for line in lines:
        words = line.text.partition(";")[0].upper().split()
        if not words:
            continue
        if writing:
            writing = words not in (["END", "MESSAGE"], ["END"])
            continue
        if is_word(words[0], "MESSAGE", cut=True):
            writing = True
            continue
        found.append(_read(line, catalogue))
    return found


def _read(line: SheetLine, catalogue: Catalogue | None) -> ReadLine:
    read = read_line(line.text, catalogue)
    if not isinstance(read, Fault):
        return ReadLine(line.number, line.text, read, None)
    quoted = " ".join(line.text.split())
    if len(quoted) > _QUOTED:
        quoted = quoted[: _QUOTED - 1] + "…"
    found = LineFault(line=line.number, reason=read.reason, near=read.near, text=quoted)
    return ReadLine(line.number, line.text, None, found)


def read_sheet(lines: Sequence[SheetLine], catalogue: Catalogue | None = None) -> Reading:
    """The orders of a sheet's lines and what could not be read; never raises."""
    read = read_lines(lines, catalogue)
    orders = tuple(r.order for r in read if r.order is not None)
    return Reading(orders, tuple(r.fault for r in read if r.fault is not None))
