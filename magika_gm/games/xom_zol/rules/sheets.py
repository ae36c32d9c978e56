"""A side's orders for a mail turn, taken apart into what serves where (MAIL-2, MAIL-3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from magika_gm.engine.records import named_record
from magika_gm.games.xom_zol.orders.model import (
    Cast,
    Concede,
    Counter,
    Discard,
    Held,
    InHand,
    Named,
    NoReact,
    OfferDraw,
    Opens,
    Order,
    Part,
)
from magika_gm.games.xom_zol.rules.state import State


@named_record
class Sheet:
    """``act`` and ``react`` are the lines of the two parts, None where a part is missing."""

    act: tuple[Order, ...] | None = None
    react: tuple[Order, ...] | None = None
    concedes: bool = False
    offers_draw: bool = False


NO_SHEET = Sheet()


def sheet_of(orders: Sequence[Order]) -> Sheet:
    """The parts of a sheet. A REACT part without a line is none: ``REACT NONE`` empties the standing set."""
    part: Part | None = None
    lines: dict[Part, list[Order]] = {}
    empties = False
    for order in orders:
        if isinstance(order, Opens):
            part = order.part
            if part is Part.ACT:
                lines.setdefault(part, [])
        elif isinstance(order, NoReact):
            part, empties = Part.REACT, True
        elif part is None and isinstance(order, Concede | OfferDraw):
            pass  # before any part: they serve the mail turn whichever it is
        else:
            part = part or Part.ACT
            lines.setdefault(part, []).append(order)
    react = lines.get(Part.REACT)
    return Sheet(
        act=tuple(lines[Part.ACT]) if Part.ACT in lines else None,
        react=tuple(react) if react else () if empties else None,
        concedes=any(isinstance(o, Concede) for o in orders),
        offers_draw=any(isinstance(o, OfferDraw) for o in orders),
    )


def hand_listed(state: State, side: str) -> list[str]:
    """The hand as the report numbers it, the next draw of the side about to be active last (ORD, MAIL-5)."""
    return [*state.sides[side].hand, *next_draw(state, side)]


def next_draw(state: State, side: str) -> list[str]:
    """The card a side about to be active will draw, as things stand; nothing if there is none (MAIL-5).

    In ``double`` both sides are: what the first game turn may still change is shown to the second all the same.
    """
    if state.ending is not None or not state.acts_next(side):
        return []
    if state.turn == 0 and side == state.first and not state.options.first_draw:
        return []
    return state.sides[side].library[:1]


def received(order: Order, listed: Sequence[str]) -> Order:
    """An order with cards written by number turned into their names, as on receipt (ORD)."""

    def name(card: Held) -> Held:
        known = isinstance(card, InHand) and 1 <= card.number <= len(listed)
        return Named(listed[card.number - 1]) if known and isinstance(card, InHand) else card

    if isinstance(order, Cast | Counter):
        return order if isinstance(order.card, Named) else replace(order, card=name(order.card))
    if isinstance(order, Discard):
        return Discard(tuple(replace(item, card=name(item.card)) for item in order.cards))
    return order
