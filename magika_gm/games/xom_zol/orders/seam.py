"""Xom and Zol's sheets, as the office asks for them (``engine.seam.rules.Orders``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from magika_gm.engine import words
from magika_gm.engine.sheet.grammar import EVERYBODY, MessageRule, SheetGrammar
from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.orders import acknowledging
from magika_gm.games.xom_zol.orders.form import order_form
from magika_gm.games.xom_zol.orders.forms import Order
from magika_gm.games.xom_zol.orders.grammar import VERBS, read_line
from magika_gm.games.xom_zol.orders.reading import belonging, stored_order, unread
from magika_gm.games.xom_zol.orders.tokens import Fault, names_of
from magika_gm.games.xom_zol.orders.writing import write_order
from magika_gm.games.xom_zol.sight.views import Memory, perceive
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import FOE, SIDES

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
    """The lines in the order written; one that could not be read keeps its place, for DONE (ORD-4, MAIL-8)."""
    lost = iter([fault.text for fault in sheet.faults if fault.text])
    last = max(sheet.orders, default=0)
    orders = [sheet.orders[n] if n in sheet.orders else unread(next(lost, "")) for n in range(1, last + 1)]
    return belonging([*orders, *map(unread, lost)])[0]


def stored(text: str) -> Order:
    """An order from the record."""
    return stored_order(text)


def _understanding(sheet: Sheet, seat: str, known: State | None) -> acknowledging.Understanding:
    _, misplaced = belonging([order for _, order in sorted(sheet.orders.items())])
    return acknowledging.understanding(listed(sheet), [str(f) for f in sheet.faults], misplaced, seat, known)


def understood(sheet: Sheet, seat: str, known: State | None, missing: Sequence[str]) -> str:
    """Lines as understood by part, faults, warnings (MAIL-8)."""
    found = _understanding(sheet, seat, known)
    gaps = [f"!    {gap} is missing" for gap in missing]
    return "\n".join([*found.lines(), *gaps]) + "\n"


def forecast(sheet: Sheet, seat: str, known: State, memory: Memory) -> str:  # noqa: ARG001 - a forecast needs no past
    """What the ACT part comes to, if the other side answers nothing."""
    return "\n".join(acknowledging.forecast(listed(sheet), known, seat))


def summary(sheet: Sheet, known: State | None) -> dict[str, Any]:
    """The same as data."""
    found = _understanding(sheet, sheet.seat, known)
    return {
        "orders": [write_order(order) for order in found.orders],
        "faults": [asdict(fault) for fault in sheet.faults] + [{"reason": fault} for fault in found.misplaced],
        "warnings": list(found.warnings),
        "messages": [asdict(message) for message in sheet.messages],
    }


def form(game: str, turn: int, state: State, seat: str, memory: Memory | None) -> str:  # noqa: ARG001 - see forecast
    """A blank sheet with what could be chosen, as comments."""
    if state.ending is not None:
        return ""
    own = order_form(perceive(state, seat).state, seat)
    message = f"; MESSAGE\n; up to {MESSAGES.lines} lines, {MESSAGES.characters} characters\n; END MESSAGE"
    return f"GAME {game} TURN {turn}\nSIDE {seat}\nPASSWORD \n\n{own}\n{message}\nEND\n"
