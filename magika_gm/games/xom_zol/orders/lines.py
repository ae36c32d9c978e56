"""The lines of a sheet (ORD), a row each: read and written by it; nothing here raises for what a player may write."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from magika_gm.engine.lines.loose import Guard
from magika_gm.engine.lines.parts import After, Coded, End, Listed, Number, Numbered, One, Several, Word
from magika_gm.engine.lines.rows import AnyOrder, Lines, OneOf, Row
from magika_gm.engine.lines.spoken import (
    Comparison,
    Either,
    Filed,
    Instead,
    Lead,
    Led,
    Meant,
    Must,
    Needs,
    Qualified,
    Rest,
    Spoken,
    Terms,
    Yes,
)
from magika_gm.engine.lines.words import Cutter, Finding, Known, Near, Vocabulary
from magika_gm.engine.records import record
from magika_gm.engine.sheet.sheet import LineFault, SheetLine
from magika_gm.engine.words import Fault
from magika_gm.games.xom_zol.cards.catalogue import every_card
from magika_gm.games.xom_zol.cards.model import VOCABULARY, Cards, Figure, Sort, Term
from magika_gm.games.xom_zol.orders import model as m
from magika_gm.games.xom_zol.rules.terms import Rank, Window

LONGEST_LINE = 400
LARGEST = 99
"""Numbers in orders go up to this."""
RUNNING = ("CAST", "USE", "FORM", "ASSAULT", "COUNTER", "BLOCK")
"""Verbs IF may stand before."""
SETTINGS = ("KEEP", "UPKEEP", "SABOTAGE", "STRIKE", "TAX", "DISCARD", "CONCEDE", "RESIGN", "OFFER", "DRAW", "HOLD")
VERBS = (*RUNNING, *SETTINGS, "AT", "IF", "ACT", "REACT")
UNREAD = "UNREAD"
"""Before a line in the record that could not be read."""
KEPT = 160
"""Characters of an unreadable line that are kept."""
_CUTTER = Cutter(
    word=r'("[^"]*"|“[^”]*”|,|[^\s,"“”]+)',
    spaced=True,
    instead=(
        (r"^\s*\d{1,3}(?:(?:\s*[.):]\s*|\s+)(?=\D)|\s*[.):]?\s*$)", ""),
        ("’", "'"),
        (r"\s*(>=|<=|=>|=<|==|=|<|>|≥|≤)\s*", r"\1"),
    ),
)
"""Without the number of the line; commas and quoted names are words of their own, comparisons one word."""
_STOPS = ("BEHIND", "FORCE", "PAY", "X", "WITH")
"""Words that end an aim or a name."""

# --- cards ---

CARD = Finding(
    ways=(("is", "unquoted"), ("words", "unquoted")),
    missing="{said!r} is no card",
    several="{said!r} may be {count} cards",
    none="{said!r} is no card",
    offered=4,
    by="unquoted",
    sorted=True,
)
"""How the name of a card is found: in full, or by the beginnings of its words."""
_NAME = Spoken(of="card", kind="card", finding=CARD)
_REF = Coded(pattern=r"([ABab])([1-9]\d{0,3})", written="{1:upper}{2}", says="")
_PLACE = Coded(pattern=r"([FRfr])([1-9]\d{0,2})", written="{1:upper}{2}", says="")
_HAND = Numbered(pattern=r"[Hh]([1-9]\d{0,2})", written="H{}", says="")


def _held(*stops: str) -> OneOf:
    """A card to cast: its name, or its number in the report (H3)."""
    named = Row(m.Named, "{name}", name=replace(_NAME, stops=stops, blank="say which card"))
    return OneOf(named, Row(m.InHand, "{number}", number=_HAND), named)


def _pick(*stops: str) -> OneOf:
    """An own card in play."""
    name = replace(_NAME, stops=stops, nothing="say which card in play: A7, F1 or its name")
    named = Row(m.Named, "{name}", name=name)
    return OneOf(named, Row(m.Ref, "{ref}", ref=_REF), Row(m.Place, "{place}", place=_PLACE), named)


def _picks(*stops: str) -> Several:
    """One or more own cards, with or without commas."""
    none = "say which creatures: A7 A9"
    return Several(_pick(*stops, *_STOPS), stops, passed=(",", "AND"), none=none, bare=True)


def _number(least: int = 0) -> Number:
    says = f"is not a number from {least} to {LARGEST}"
    return Number(least=least, most=LARGEST, digits=LONGEST_LINE, says=f"{{said}} {says}", nothing=f"nothing {says}")


def _one_of(words: Iterable[str], what: str) -> One:
    """One of some words, written out or by a beginning of it alone."""
    among = {str(word): word for word in words}
    near = Near(tuple(among), rather=True)
    return One(among=among, begun=True, says=f"{{said}} is no {what}", nothing=f"nothing is no {what}", near=near)


# --- filters (ORD-2), aims (ORD-1, ORD-3) ---

_TERMS_WRITTEN = {term: str(term) if term.sort is Sort.FACTION else str(term).upper() for term in VOCABULARY.values()}
_FIGURE = Row(
    Term,
    "{said}",
    said=Comparison(things={str(f): str(f) for f in Figure}, names=("word", "compare", "number"), digits=4),
    sort=Sort.FIGURE,
)
_FILTER = Terms(terms="term", figure=_FIGURE, least=3, of="card", written=_TERMS_WRITTEN)
RANKED = Qualified(
    m.Ranked,
    "{whose} {filter} {rank}",
    whose=One(among={"MY": "MY", "THEIR": "THEIR"}, says=""),
    filter=_FILTER,
    rank=One(among={str(rank): rank for rank in Rank}, begun=True, least=3, says=""),
)
_ITEM = OneOf(
    Row(m.Player, "ME {end}", end=End(), own=True),
    Row(m.Player, "PLAYER {end}", end=End(), own=False),
    Row(m.Ref, "{ref} {end}", ref=_REF, end=End()),
    Row(m.Place, "{place} {end}", place=_PLACE, end=End()),
    Row(m.Named, "{name}", name=replace(_NAME, whole=True)),
    RANKED,
    Row(m.Named, "{name}", name=Meant(of="card", finding=CARD)),
    Row(m.Unknown, "{text}", text=Rest()),
)


def _aim(*stops: str) -> Either:
    """``x OR y OR …`` up to a stop word; an item that cannot be understood is kept as unknown."""
    none = "say at what: a ref, a name, or STRONGEST, WEAKEST, COSTLIEST, NEWEST"
    return Either(part=_ITEM, by="OR", stops=stops, of="card", none=none)


AIM = _aim(*_STOPS)

# --- conditions (ORD-4) ---

_WHOSE = ("MY", "THEIR", "HAVE", "THEY HAVE", "DONE", "NOT DONE")
_OWNED = OneOf(
    Row(m.Named, "{name}", name=_NAME),
    Row(m.Ref, "{ref}", ref=_REF),
    Terms(
        terms="term",
        figure=_FIGURE,
        until=("AND", *RUNNING),
        says="{said!r} is neither a ref, a card's name nor a filter",
        none="say what to have: a ref, a card's name or filters",
        written=_TERMS_WRITTEN,
    ),
)
CONDITION = OneOf(
    Row(m.Done, "NOT_DONE", done=False),
    Row(m.Done, "DONE", done=True),
    Row(m.Have, "THEY_HAVE {what}", what=_OWNED, they=True),
    Row(m.Have, "HAVE {what}", what=_OWNED, they=False),
    Row(
        m.Compared,
        "{whose} {compared}",
        whose=One(
            among={"MY": "MY", "THEIR": "THEIR"},
            says="{said} begins no condition",
            nothing="nothing begins no condition",
            near=Near(_WHOSE, rather=True),
        ),
        compared=Comparison(
            things={str(count): count for count in m.Count},
            names=("count", "compare", "number"),
            digits=4,
            between=" ",
            none="{taken} is no comparison: {whose} LIFE <= 20",
            says="{said!r} is nothing to compare",
            number="{taken} is no number to compare with",
        ),
    ),
)

# --- lines ---

_ON = ("ON", *_STOPS)
_CLAUSES = ("ON", "BEHIND", "X", "FORCE", "PAY")
_NOT_HERE = "{said!r} is not understood here"
_FORCED, _PAID = _number(), _picks("ON", *_STOPS)


def _clauses(kind: type, behind: str, times: str) -> AnyOrder:
    """What may follow in any order; what an order takes none of is ignored (ORD-1)."""
    return AnyOrder(
        Row(kind, "ON {aim}", aim=AIM),
        Row(kind, f"BEHIND {{{behind}}}", **{behind: _pick(*_STOPS)}),
        Row(kind, f"X {{{times}}}", **{times: _number(1)}),
        Row(kind, "FORCE {force}", force=_FORCED),
        Row(kind, "PAY {pay}", pay=_PAID),
        other=_NOT_HERE,
        near=Near(_CLAUSES, rather=True),
    )


def _counters(trigger: str, *guard: str, example: str = "", **given: Any) -> Row:
    return Row(
        m.Counter,
        " ".join(("COUNTER", *guard, trigger, "{mine} {card} {force}", *(["{some}"] if "some" in given else []))),
        example,
        mine=After("ON", One(among={"MINE": True}, says="after ON stands MINE"), empty=False),
        card=After("WITH", _held("FORCE"), wanted="say WITH which counter", empty=None),
        force=After("FORCE", _FORCED, empty=0),
        **given,
    )


_QUOTED = replace(_NAME, stops=("ON", "WITH"), blank="say which card", quoted=True)
_COUNTERED = replace(
    _FILTER,
    until=("ON", "WITH"),
    all="ANY",
    says="{run!r} is nothing to counter: ANY, a type, filters, or a card's name",
)
_WITH = After("WITH", Instead("ANY", (), _picks()), shown=True)
_SET = Needs(fields=("when",), says="IF does not stand before a setting")
_ROWS = (
    Row(
        m.Cast,
        "CAST {card} {clauses}",
        "CAST Smite ON THEIR STRONGEST",
        card=_held(*_ON),
        clauses=_clauses(m.Cast, "behind", "x"),
    ),
    Row(m.Use, "USE {what} {clauses}", "USE A5 ON B3 X 2", what=_pick(*_ON), clauses=_clauses(m.Use, "post", "times")),
    Row(
        m.Form,
        "FORM {files}",
        "FORM F A7 A9 R A8 -",
        files=Filed(
            part=_pick("F", "R", "-"),
            heads={"F": "fronts", "R": "rears"},
            nobody=("-", "–"),
            lost="FORM F A7 A9 R A8: say F, then the front creatures",
            none="FORM F A7 A9 R A8: say who stands where",
        ),
    ),
    Row(m.Assault, "ASSAULT SAFE", host=m.Host.SAFE),
    Row(m.Assault, "ASSAULT ALL {picks}", "ASSAULT ALL BUT A7", picks=After("BUT", _picks()), host=m.Host.ALL),
    Row(m.Assault, "ASSAULT {guard} {filter}", guard=Guard(_FILTER), filter=_FILTER, host=m.Host.FILTER),
    Row(m.Assault, "ASSAULT {picks}", "ASSAULT A7 A9", picks=_picks(), host=m.Host.LIST),
    Row(
        m.CounterFrom,
        "COUNTER DEFAULT {set} {size}",
        "COUNTER DEFAULT 3",
        set=_SET,
        size=Instead("NONE", None, _number()),
    ),
    _counters(
        "{filter}",
        example="COUNTER ANY WITH Denial",
        filter=_COUNTERED,
        some=Needs(
            fields=("filter", "all", "mine"),
            some=True,
            says="say what to counter: ANY, a type, filters, or a card's name",
        ),
        name="",
    ),
    _counters("{name}", "{guard}", guard=Guard(_QUOTED), name=_QUOTED),
    Row(
        m.BlockBy,
        "BLOCK DEFAULT {set} {how}",
        "BLOCK DEFAULT FAIR",
        set=_SET,
        how=_one_of(m.BlockDefault, "way to block"),
    ),
    Row(m.Block, "BLOCK {aim} {by}", "BLOCK STRONGEST WITH A7", aim=_aim("WITH"), by=_WITH),
    Row(m.Keep, "KEEP {letters}", "KEEP 2", letters=_number()),
    Row(
        m.Upkeep,
        "UPKEEP {what} {how}",
        "UPKEEP A7 PAY",
        what=_pick(*m.UpkeepHow),
        how=_one_of(m.UpkeepHow, "way to meet upkeep"),
    ),
    Row(m.Sabotage, "SABOTAGE {aim} {by}", "SABOTAGE B6 WITH A9", aim=_aim("WITH"), by=_WITH),
    Row(m.Strike, "STRIKE {strongest}", "STRIKE STRONGEST", strongest=Must(_one_of(["STRONGEST"], "way to strike"))),
    Row(
        m.TaxForce,
        "TAX {force} {life}",
        "TAX FORCE 2",
        force=Must(_one_of(["FORCE"], "setting of TAX")),
        life=_number(),
    ),
    Row(
        m.Discard,
        "DISCARD {cards}",
        "DISCARD Smite, Denial",
        cards=Several(
            Row(m.Unwanted, "{card} {bottom}", card=_held("TO"), bottom=Yes(Word("TO BOTTOM"))),
            passed=(",",),
            none="say which cards, with commas between them",
        ),
    ),
    Row(m.Concede, "CONCEDE"),
    Row(m.Concede, "RESIGN"),
    Row(m.OfferDraw, "OFFER {draw}", draw=Must(_one_of(["DRAW"], "thing to offer"))),
    Row(m.OfferDraw, "DRAW"),
    Row(m.Hold, "HOLD {what}", "HOLD A7", what=_picks()),
    Row(m.Opens, "ACT", part=m.Part.ACT),
    Row(m.NoReact, "REACT NONE"),
    Row(m.Opens, "REACT", part=m.Part.REACT),
)
_WINDOW = _one_of(Window, "window")
_AFTER_AT = "after AT {lead} stand CAST and USE alone, not {verb}"
_BEFORE = f"IF stands before {', '.join(RUNNING)} alone, not before {{verb}}"
LINES: Lines[m.Order] = Lines(
    _CUTTER,
    Led(
        *_ROWS,
        leads=(
            Lead(field="at", word="AT", part=_WINDOW, verbs=("CAST", "USE"), says=_AFTER_AT, empty=None),
            Lead(field="when", word="IF", part=Listed(CONDITION, by="AND"), verbs=RUNNING, says=_BEFORE, empty=()),
        ),
        verbs=VERBS,
        finding=Finding(
            ways=(("is", "case"), ("begins", "case")),
            missing="the order is missing",
            several="{said!r} is not an order",
            none="{said!r} is not an order",
        ),
    ),
    longest=LONGEST_LINE,
    too_long="the line is too long for an order ({length} characters)",
    too_many="{left!r} is too much",
)
_TERMS = Vocabulary(VOCABULARY, written=_TERMS_WRITTEN)


@lru_cache(maxsize=64)
def known_of(cards: Cards) -> Known:
    """What lines may name of a catalogue."""
    return Known(card=Vocabulary(tuple(cards)), term=_TERMS)


def card_called(text: str, cards: Cards) -> str | Fault:
    """The one card a text means."""
    found: str | Fault = CARD.meant(text, known_of(cards)["card"], "card")
    return found


def cards_called(text: str, cards: Cards) -> list[str]:
    """Cards a text may mean."""
    return CARD.names(text, known_of(cards)["card"])


def is_ref(text: str) -> bool:
    """Whether a text is the ref of a card in play: ``A7``."""
    return _REF.match(text) is not None


def write_order(order: m.Order) -> str:
    """One order as a line."""
    return f"{UNREAD} {order.text}" if isinstance(order, m.Unread) else LINES.write(order)


aim_text = AIM.write
condition_text = CONDITION.write


def read_line(text: str, cards: Cards | None = None, part: m.Part | None = None) -> m.Order | Fault:
    """A line as an order; with ``part`` it must be one that may stand there. Never raises."""
    read = LINES.read(text, known_of(every_card() if cards is None else cards))
    why = "" if part is None or isinstance(read, Fault) else misplaced(read, part)
    return Fault(why) if why else read


def misplaced(order: m.Order, part: m.Part) -> str:
    """Why an order cannot stand in a part (ORD), "" if it can."""
    if isinstance(order, m.Cast | m.Use):
        if part is m.Part.REACT and order.at is None:
            return "in the REACT part CAST and USE stand after AT START, DECLARE, CLASH or BURN"
        if part is m.Part.ACT and order.at is Window.START:
            return "window START is the other side's; in the ACT part AT DECLARE, CLASH, BURN"
    elif isinstance(order, m.Counter | m.CounterFrom | m.Block | m.BlockBy | m.Hold):
        if part is m.Part.ACT:
            return "that belongs to the REACT part"
    elif part is m.Part.REACT and not isinstance(
        order, m.Concede | m.OfferDraw | m.Discard | m.Opens | m.NoReact | m.Unread
    ):
        return "that belongs to the ACT part"
    return ""


# --- the lines of a text ---


@record
class Reading:
    """A sheet's own lines, read: the orders in their order and what could not be read."""

    orders: tuple[m.Order, ...]
    faults: tuple[LineFault, ...] = ()


def unread(text: str) -> m.Unread:
    """A line that could not be read: its window and whether it would have been a setting, as far as can be told."""
    said = re.sub(r"[\s;]+", " ", text.partition(";")[0]).strip()[:KEPT].strip()
    words = _CUTTER.words(said)
    begun = words[1] if len(words) > 1 and words[0].upper() == "AT" else ""
    windows = [window for window in Window if begun and window.startswith(begun.upper())]
    verbs = [verb for verb in VERBS if words and verb.startswith(words[0].upper())]
    verb = words[0].upper() if words and words[0].upper() in VERBS else verbs[0] if len(verbs) == 1 else ""
    return m.Unread(said, windows[0] if len(windows) == 1 else None, setting=verb in SETTINGS)


def read_orders(lines: Sequence[SheetLine], cards: Cards | None = None) -> Reading:
    """All lines of a sheet that are the game's own; never raises.

    Lines before ACT or REACT are read as the ACT part, but for CONCEDE and OFFER DRAW, which serve in either.
    """
    orders: list[m.Order] = []
    faults: list[LineFault] = []
    part: m.Part | None = None
    for line in lines:
        if not _CUTTER.words(line.text):
            continue
        got = read_line(line.text, cards, part or m.Part.ACT)
        if isinstance(got, m.Opens):
            part = got.part
        elif isinstance(got, m.NoReact):
            part = m.Part.REACT
        elif part is None and not isinstance(got, m.Concede | m.OfferDraw):
            part = m.Part.ACT
            orders.append(m.Opens(part))
        if isinstance(got, Fault):
            faults.append(LineFault(line=line.number, reason=got.reason, near=got.near, text=line.text.strip()))
            got = unread(line.text)
        orders.append(got)
    return Reading(tuple(orders), tuple(faults))


def belonging(orders: Sequence[m.Order]) -> tuple[list[m.Order], list[str]]:
    """Lines read one by one, each in its part: what stands in the wrong one is dropped like what cannot be read (Z28).

    Gives them with the reason for each, "" where it stands well. Lines before ACT or REACT are of the ACT part.
    """
    found: list[m.Order] = []
    reasons: list[str] = []
    part = m.Part.ACT
    for order in orders:
        if isinstance(order, m.Opens | m.NoReact):
            part = order.part if isinstance(order, m.Opens) else m.Part.REACT
        why = misplaced(order, part)
        reasons.append(why)
        found.append(unread(write_order(order)) if why else order)
    return found, reasons


def stored_order(text: str, cards: Cards | None = None) -> m.Order:
    """An order of the record; raises ValueError if it is none."""
    if text.startswith(UNREAD + " ") or text == UNREAD:
        return unread(text[len(UNREAD) :])
    return LINES.stored(text, known_of(every_card() if cards is None else cards))
