"""Xom and Zol's sheets, as the office asks for them (``engine.seam.rules.Orders``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from magika_gm.engine.orders import OutlastingOrders
from magika_gm.engine.sheet.offered import message_lines
from magika_gm.engine.sheet.sheet import EVERYBODY, LineFault, MessageRule, Sheet, addressed, seat_among
from magika_gm.engine.sheet.understanding import Mark, Understanding
from magika_gm.games.xom_zol.cards.catalogue import every_card
from magika_gm.games.xom_zol.orders.check import REACT, forecast, judged, received_from, understanding
from magika_gm.games.xom_zol.orders.lines import (
    LINES,
    VERBS,
    belonging,
    known_of,
    stored_order,
    unread,
    write_order,
)
from magika_gm.games.xom_zol.orders.model import Concede, NoReact, OfferDraw, Opens, Order, Part
from magika_gm.games.xom_zol.orders.offers import order_form
from magika_gm.games.xom_zol.rules.state import State
from magika_gm.games.xom_zol.rules.terms import FOE, SIDES
from magika_gm.games.xom_zol.rules.turn import sheet_of
from magika_gm.games.xom_zol.sight import perceive

MESSAGES = MessageRule(most=1, lines=6, characters=400, rule="ORD")


_SEAT = seat_among(SIDES, "{word} is no side: there are A and B")


class XomZolOrders(OutlastingOrders[Order, State]):
    """The sheets of Xom and Zol."""

    part, rule = REACT, "MAIL-3"

    def __init__(self) -> None:
        foes = dict.fromkeys(("", FOE, "OPPONENT"), FOE)
        super().__init__(
            LINES,
            known_of(every_card()),
            seat_words=("SIDE", "SEAT"),
            seat_pattern="[AB]",
            seat=_SEAT,
            addressee=addressed(_SEAT, {**foes, **dict.fromkeys((EVERYBODY, "EVERYBODY"), EVERYBODY)}),
            verbs=VERBS,
            write=write_order,
            most_lines=200,
            messages=MESSAGES,
        )

    def stored(self, text: str) -> Order:
        """An order from the record, or a line that could not be read."""
        return stored_order(text, every_card())

    def listed(self, sheet: Sheet) -> list[Order]:
        """The lines in the order written; one that could not be read keeps its place, for DONE below it (ORD-4)."""
        last = max(sheet.orders, default=0)
        ahead = [one for place, one in enumerate(_written(sheet), 1) if place <= last or not last]
        return belonging(ahead)[0]

    def understood(self, sheet: Sheet, seat: str, known: State | None) -> Understanding:
        """Lines as understood by part, faults, warnings (MAIL-8)."""
        return understanding(_written(sheet), sheet.faults, seat, known)

    judged = staticmethod(judged)

    def stands(self, known: State, seat: str) -> Sequence[Order]:
        """The REACT lines that serve until others replace them."""
        return known.sides[seat].react

    def parts(self, orders: Sequence[Order]) -> frozenset[str]:
        """A REACT part with a line, or REACT NONE (Z3)."""
        return frozenset([REACT] if sheet_of(orders).react is not None else [])

    def besides(self, orders: Sequence[Order]) -> list[Order]:
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

    def foreseen(self, orders: list[Order], seat: str, known: State) -> str:
        """What the ACT part comes to, if the other side answers nothing."""
        return "\n".join(forecast(orders, known, seat))

    def summary(self, sheet: Sheet, known: State | None) -> dict[str, Any]:
        """The acknowledgement as data; cards of the hand by their names."""
        orders = received_from(self.listed(sheet), sheet.seat, known)
        warnings = self.understood(sheet, sheet.seat, known).of(Mark.WARNING)
        return {
            **super().summary(sheet, known),
            "orders": list(map(write_order, orders)),
            "warnings": [f"{line.text}: {line.words}" for line in warnings],
        }

    def form_rows(self, state: State, seat: str) -> Iterable[str]:
        """What could be chosen, as comments."""
        if state.ending is None:
            room = f"up to {MESSAGES.lines} lines, {MESSAGES.characters} characters"
            yield from ("", *order_form(perceive(state, seat).state, seat), "", *message_lines("", room))


def _written(sheet: Sheet) -> list[Order]:
    return [unread(one.text) if isinstance(one, LineFault) else one for one in sheet.by_place().values()]


ORDERS = XomZolOrders()
