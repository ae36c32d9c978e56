"""Temple Isle's sheets, as the office asks for them (``engine.seam.rules.Orders``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, cast

from magika_gm.engine import words
from magika_gm.engine.seam.opaque import Scenario
from magika_gm.engine.seam.rules import Orders, Standing
from magika_gm.engine.sheet.grammar import EVERYBODY, MessageRule, SheetGrammar
from magika_gm.engine.sheet.offered import message_lines
from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.engine.sheet.understanding import Mark, Understanding
from magika_gm.games.temple_isle.orders.check import FAST, understand
from magika_gm.games.temple_isle.orders.form import order_form
from magika_gm.games.temple_isle.orders.grammar import read_line
from magika_gm.games.temple_isle.orders.model import Fast, FastNone, Order
from magika_gm.games.temple_isle.orders.sheet import LONGEST_LINE, Reading
from magika_gm.games.temple_isle.orders.words import VERBS, Fault
from magika_gm.games.temple_isle.orders.write import write_order
from magika_gm.games.temple_isle.rules.board import OTHER, SEATS
from magika_gm.games.temple_isle.rules.catalogue import Catalogue
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.sight.memory import Memory
from magika_gm.games.temple_isle.sight.view import known_state

MESSAGES = MessageRule(most=3, lines=4, characters=200, rule="ORD", several=True)


def _seat(said: Sequence[str], names: Mapping[str, str]) -> str | words.Fault:  # noqa: ARG001 - nobody has a name
    word = " ".join(said)
    if word in SEATS:
        return word
    return words.Fault(f"{word} is no player: there are SUN and MOON", words.nearest(word, SEATS))


def _addressee(said: Sequence[str], names: Mapping[str, str]) -> str | words.Fault:
    """A seat; the other player where nobody is named, or FOE or ALL."""
    if not said or " ".join(said) in (EVERYBODY, "FOE", "EVERYBODY"):
        return EVERYBODY
    return _seat(said, names)


def _read(
    text: str,
    names: Mapping[str, str] | None,  # noqa: ARG001 - nobody has a name
    catalogue: Catalogue | None = None,
) -> Order | words.Fault:
    if len(text) > LONGEST_LINE:
        return words.Fault(f"the line is longer than {LONGEST_LINE} characters")
    try:
        return read_line(text, catalogue)
    except Fault as fault:
        return words.Fault(fault.reason, fault.near)


GRAMMAR = SheetGrammar(
    seat_words=("SEAT", "PLAYER"),
    seat_pattern="SUN|MOON",
    seat=_seat,
    addressee=_addressee,
    address={},
    read=_read,
    write=write_order,
    verbs=VERBS,
    most_lines=200,
    messages=MESSAGES,
)


class _Lines:
    """The lines of a sheet where a scenario has cards of its own (``engine.seam.rules.Orders``)."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.GRAMMAR = replace(GRAMMAR, read=self._read)

    def _read(self, text: str, names: Mapping[str, str] | None) -> Order | words.Fault:
        return _read(text, names, self.catalogue)

    def stored(self, text: str) -> Order:
        """An order from the record."""
        return _stored(text, self.catalogue)

    def __getattr__(self, name: str) -> Any:
        """All else is as it is in every game."""
        try:
            return globals()[name]
        except KeyError:
            raise AttributeError(name) from None


def for_scenario(scenario: Scenario) -> Orders:
    """The lines as they are read in games of a scenario: its own cards have names, too."""
    return cast(Orders, _Lines(scenario.catalogue))


def names_for(memory: Memory) -> Mapping[str, str]:  # noqa: ARG001 - nobody has a name
    """None."""
    return {}


def listed(sheet: Sheet) -> list[Order]:
    """The lines that were understood, in the order written."""
    return [order for _, order in sorted(sheet.orders.items())]


def stored(text: str) -> Order:
    """An order from the record."""
    return _stored(text)


def _stored(text: str, catalogue: Catalogue | None = None) -> Order:
    try:
        return read_line(text, catalogue)
    except Fault as fault:
        raise ValueError(f"the record holds an order nobody can read: {text!r}: {fault.reason}") from fault


def understood(sheet: Sheet, seat: str, known: State | None) -> Understanding:
    """Lines as understood, refusals, warnings of what could not be done as things stand (MAIL-5)."""
    return understand(Reading(tuple(listed(sheet)), sheet.faults), seat, known)


def standing(known: State, seat: str) -> tuple[Standing, ...]:
    """The FAST lines that wait until they fire or others replace them (FAST-2)."""
    return (Standing(part=FAST, lines=tuple(map(write_order, known.fast[seat])), rule="FAST-2"),)


def parts(orders: Sequence[Order]) -> frozenset[str]:
    """FAST lines, or FAST NONE."""
    return frozenset([FAST] if any(isinstance(order, Fast | FastNone) for order in orders) else [])


def without(orders: Sequence[Order], part: str) -> list[Order]:  # noqa: ARG001 - there is but one
    """All other lines."""
    return [order for order in orders if not isinstance(order, Fast | FastNone)]


def forecast(sheet: Sheet, seat: str, known: State, memory: Memory) -> str:  # noqa: ARG001 - see understood
    """Nothing more: where units would stand is said line by line above."""
    return ""


def summary(sheet: Sheet, known: State | None) -> dict[str, Any]:
    """The same as data."""
    found = understood(sheet, sheet.seat, known)
    return {
        "orders": [line.text for line in found.lines if line.number is not None],
        "faults": [{"text": line.text, "reason": line.said} for line in found.of(Mark.ERROR)],
        "warnings": [f"{line.text}: {line.said}" for line in found.of(Mark.WARNING)],
        "messages": [asdict(message) for message in sheet.messages],
    }


def form(game: str, turn: int, state: State, seat: str, memory: Memory | None) -> str:  # noqa: ARG001 - see known_state
    """A blank sheet: every choice as a line, to be made an order by taking the ; away."""
    if state.ended:
        return ""
    own = order_form(known_state(state, seat), seat)
    message = "\n".join(message_lines(OTHER[seat], f"up to {MESSAGES.lines} lines, {MESSAGES.characters} characters"))
    return f"GAME {game} TURN {turn}\nSEAT {seat}\nPASSWORD \n\n{own}\n\n{message}\nEND\n"
