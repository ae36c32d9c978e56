"""Xom and Zol's sheets, as the office asks for them (``engine.seam.rules.Orders``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from magika_gm.engine import words
from magika_gm.engine.seam.rules import Standing
from magika_gm.engine.sheet.grammar import EVERYBODY, MessageRule, SheetGrammar
from magika_gm.engine.sheet.offered import message_lines
from magika_gm.engine.sheet.sheet import LineFault, Sheet
from magika_gm.engine.sheet.understanding import Mark, Understanding
from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.orders import acknowledging
from magika_gm.games.xom_zol.orders.acknowledging import REACT
from magika_gm.games.xom_zol.orders.form import order_form
from magika_gm.games.xom_zol.orders.forms import Concede, NoReact, OfferDraw, Opens, Order, Part
from magika_gm.games.xom_zol.orders.grammar import VERBS, read_line
from magika_gm.games.xom_zol.orders.reading import belonging, stored_order, unread
from magika_gm.games.xom_zol.orders.tokens import Fault, names_of
from magika_gm.games.xom_zol.orders.writing import write_order
from magika_gm.games.xom_zol.rules.sheets import sheet_of
from magika_gm.games.xom_zol.rules.state import State
from magika_gm.games.xom_zol.rules.terms import FOE, SIDES
from magika_gm.games.xom_zol.sight import Memory, perceive

MESSAGES = MessageRule(most=1, lines=6, characters=400, rule="ORD")


def _seat(said: Sequence[str], names: Mapping[str, str]) -> str | words.Fault:  # noqa: ARG001 - nobody has a name
    word = " ".join(said)
    return word if word in SIDES else words.Fault(f"{word} is no side: there are A and B", word=word)


def _addressee(said: Sequence[str], names: Mapping[str, str]) -> str | words.Fault:
    """``ALL`` is the opponent and the spectators; else the opponent, who may be left unnamed."""
    word = " ".join(said)
    if word in ("", FOE, "OPPONENT"):
        return FOE
    return EVERYBODY if word in (EVERYBODY, "EVERYBODY") else _seat(said, names)


def _read(text: str, names: Mapping[str, str] | None) -> Order | words.Fault:  # noqa: ARG001 - nobody has a name
    got = read_line(text, names_of(catalogue()))
    return words.Fault(got.reason, got.near) if isinstance(got, Fault) else got


GRAMMAR = SheetGrammar(
    seat_words=("SIDE", "SEAT"),
    seat_pattern="[AB]",
    seat=_seat,
    addressee=_addressee,
    address={},
    read=_read,
    write=write_order,
    verbs=VERBS,
    most_lines=200,
    messages=MESSAGES,
)


def names_for(memory: Memory) -> Mapping[str, str]:  # noqa: ARG001 - nobody has a name
    """None."""
    return {}


def listed(sheet: Sheet) -> list[Order]:
    """The lines in the order written; one that could not be read keeps its place, for DONE below it (ORD-4, MAIL-8)."""
    last = max(sheet.orders, default=0)
    ahead = [one for place, one in enumerate(_written(sheet), 1) if place <= last or not last]
    return belonging(ahead)[0]


def _written(sheet: Sheet) -> list[Order]:
    return [unread(one.text) if isinstance(one, LineFault) else one for one in sheet.by_place().values()]


def stored(text: str) -> Order:
    """An order from the record."""
    return stored_order(text)


def understood(sheet: Sheet, seat: str, known: State | None) -> Understanding:
    """Lines as understood by part, faults, warnings (MAIL-8)."""
    return acknowledging.understanding(_written(sheet), sheet.faults, seat, known)


def standing(known: State, seat: str) -> tuple[Standing, ...]:
    """The REACT lines that serve until others replace them (MAIL-3)."""
    return (Standing(part=REACT, lines=tuple(map(write_order, known.sides[seat].react)), rule="MAIL-3"),)


def parts(orders: Sequence[Order]) -> frozenset[str]:
    """A REACT part with a line, or REACT NONE (Z3)."""
    return frozenset([REACT] if sheet_of(orders).react is not None else [])


def without(orders: Sequence[Order], part: str) -> list[Order]:  # noqa: ARG001 - there is but one
    """The ACT part; CONCEDE and OFFER DRAW serve wherever they stand."""
    spoken: list[Order] = []
    act: list[Order] = []
    reacts = False
    for order in orders:
        if isinstance(order, Opens | NoReact):
            reacts = isinstance(order, NoReact) or order.part is Part.REACT
        if not reacts:
            act.append(order)
        elif isinstance(order, Concede | OfferDraw):
            spoken.append(order)
    return [*spoken, *act]


def forecast(sheet: Sheet, seat: str, known: State, memory: Memory) -> str:  # noqa: ARG001 - a forecast needs no past
    """What the ACT part comes to, if the other side answers nothing."""
    return "\n".join(acknowledging.forecast(listed(sheet), known, seat))


def summary(sheet: Sheet, known: State | None) -> dict[str, Any]:
    """The same as data."""
    found = understood(sheet, sheet.seat, known)
    return {
        "orders": [write_order(order) for order in acknowledging.received_from(listed(sheet), sheet.seat, known)],
        "faults": [{"text": line.text, "reason": line.said} for line in found.of(Mark.ERROR)],
        "warnings": [f"{line.text}: {line.words}" for line in found.of(Mark.WARNING)],
        "messages": [asdict(message) for message in sheet.messages],
    }


def form(game: str, turn: int, state: State, seat: str, memory: Memory | None) -> str:  # noqa: ARG001 - see forecast
    """A blank sheet with what could be chosen, as comments."""
    if state.ending is not None:
        return ""
    own = order_form(perceive(state, seat).state, seat)
    message = "\n".join(message_lines("", f"up to {MESSAGES.lines} lines, {MESSAGES.characters} characters"))
    return f"GAME {game} TURN {turn}\nSIDE {seat}\nPASSWORD \n\n{own}\n{message}\nEND\n"
