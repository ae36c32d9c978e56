"""What an acknowledgement says of a sheet: orders as understood, faults, warnings, and a forecast (MAIL-8).

Everything is asked of the state as its sender knows it; the other side is supposed to keep to the defaults and to
answer nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from magika_gm.engine.dice import Dice
from magika_gm.games.xom_zol.events import LineSettled
from magika_gm.games.xom_zol.orders.forms import (
    Aim,
    Block,
    Cast,
    Counter,
    Named,
    NoReact,
    Opens,
    Order,
    Part,
    Sabotage,
    Unknown,
    Unread,
    Use,
)
from magika_gm.games.xom_zol.orders.writing import write_order
from magika_gm.games.xom_zol.rules.refusals import No, why_not
from magika_gm.games.xom_zol.rules.resolution import play
from magika_gm.games.xom_zol.rules.sheets import NO_SHEET, hand_listed, received, sheet_of
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import SIDES, Ending, Word, other

_SEED = b"forecast"


@dataclass(frozen=True, slots=True, kw_only=True)
class Understanding:
    """What was made of a sheet: ``orders`` as they will be played, faults in words, warnings.

    ``misplaced`` are those of the faults that were found when the parts were told apart.
    """

    orders: tuple[Order, ...]
    faults: tuple[str, ...]
    misplaced: tuple[str, ...]
    warnings: tuple[str, ...]
    told: tuple[str, ...]

    def lines(self) -> list[str]:
        """The acknowledgement's text."""
        found = list(self.told)
        if self.faults:
            found += ["", "Not understood, and dropped (MAIL-8):", *(f"!    {fault}" for fault in self.faults)]
        if self.warnings:
            found += ["", "Warnings:", *(f"?    {warning}" for warning in self.warnings)]
        return found


def understanding(
    listed: Sequence[Order], faults: Sequence[str], misplaced: Sequence[str], seat: str, known: State | None
) -> Understanding:
    """What was made of a sheet; ``known`` is the state as the sender knows it, None for a later turn."""
    hand = hand_listed(known, seat) if known and seat in SIDES else []
    orders = tuple(received(order, hand) for order in listed)
    warned = _warnings(orders, known, seat) if known is not None and known.ending is None and seat in SIDES else []
    return Understanding(
        orders=orders,
        faults=(*faults, *misplaced),
        misplaced=tuple(misplaced),
        warnings=tuple(warned),
        told=tuple(_as_understood(orders, known, seat)),
    )


def _as_understood(orders: Sequence[Order], known: State | None, seat: str) -> list[str]:
    """The orders, each part numbered by itself."""
    if not orders:
        return ["The sheet holds no orders."]
    lines: list[str] = []
    number = 0
    for order in orders:
        if isinstance(order, Opens | NoReact):
            number = 0
            lines += [""] if lines else []
            lines.append(_heading(order, known, seat))
            continue
        number += 1
        lines.append(f"{number:>3} {'(not understood)' if isinstance(order, Unread) else write_order(order)}")
    if sheet_of(orders).react is None:
        lines += ["", "No REACT part: the standing orders stay as they are (MAIL-3)."]
    return lines


def _heading(order: Opens | NoReact, known: State | None, seat: str) -> str:
    if isinstance(order, NoReact):
        return "REACT NONE: the standing orders are emptied (MAIL-3)"
    if order.part is Part.REACT:
        return "REACT: these orders stand until another REACT part replaces them"
    if known is not None and not known.acts_next(seat):
        return "ACT: not used, the coming game turn is the other side's (MAIL-3)"
    return "ACT"


def _warnings(orders: Sequence[Order], known: State, seat: str) -> list[str]:
    """What is legal as written and will hardly do what was meant."""
    found: list[str] = []
    sheet = sheet_of(orders)
    if known.acts_next(seat) and sheet.act is None and not sheet.concedes:
        found.append("no ACT part: the coming game turn is yours, and POL-8 would play it")
    hand = [*known.sides[seat].hand, *hand_listed(known, seat)]
    for order in orders:
        if isinstance(order, Counter) and isinstance(order.card, Named) and order.card.name not in hand:
            found.append(f"{write_order(order)}: {order.card.name} is not in your hand yet")
        found += [
            f"{write_order(order)}: {item.text!r} is not understood and passed over (ORD-1)"
            for item in _aim_of(order)
            if isinstance(item, Unknown)
        ]
    return found


def _aim_of(order: Order) -> Aim:
    return order.aim if isinstance(order, Cast | Use | Block | Sabotage) else ()


def forecast(listed: Sequence[Order], known: State, seat: str) -> list[str]:
    """What the ACT part comes to on the state as it is known, if the other side answers nothing."""
    hand = hand_listed(known, seat)
    sheet = sheet_of([received(order, hand) for order in listed])
    if known.ending is not None or known.turn_side(known.turn + 1) != seat or sheet.act is None or sheet.concedes:
        return []
    silent = {seat: sheet, other(seat): NO_SHEET}
    resolution = play(known, silent, Dice(_SEED, known.mail_turn + 1))
    after: State = resolution.state
    lines = ["If the other side answers nothing and counter-assaults by its default (POL-4):"]
    for told in resolution.told:
        event = told.event
        if isinstance(event, LineSettled) and event.side == seat and event.part == Part.ACT:
            lines += _foreseen(event)
    foe = after.sides[other(seat)]
    lines.append(f"  life {after.sides[seat].life}, the other side's {foe.life}")
    if after.ending == Ending.LIFE:
        lines.append(f"  the game would end: {'drawn' if after.winner not in (seat, foe.name) else after.winner}")
    return lines


def _foreseen(event: LineSettled) -> list[str]:
    if event.word is Word.DONE or event.code in (No.SETTING, No.UNREAD):
        return []
    if not event.code:
        return []
    return [f"  line {event.number}, {event.text}, would not be carried out: {why_not(No(event.code))}"]
