"""What an acknowledgement says of a sheet: orders as understood, faults, warnings, and a forecast (MAIL-8).

Everything is asked of the state as its sender knows it; the other side is supposed to keep to the defaults and to
answer nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.engine.dice import Dice
from magika_gm.games.xom_zol.events import LineSettled
from magika_gm.games.xom_zol.options import Pace
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
from magika_gm.games.xom_zol.orders.lines import LineFault, Reading
from magika_gm.games.xom_zol.orders.writing import write_order
from magika_gm.games.xom_zol.rules.refusals import No, why_not
from magika_gm.games.xom_zol.rules.resolution import play
from magika_gm.games.xom_zol.rules.sheets import NO_SHEET, Sheet, hand_listed, received, sheet_of
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import Ending, Word, other

_SEED = b"forecast"


def understood(reading: Reading, seat: str, known: State | None) -> str:
    """The acknowledgement's text; ``known`` is the state as the sender knows it, None for a later turn."""
    listed = hand_listed(known, seat) if known else []
    orders = [received(order, listed) for order in reading.orders]
    lines = _as_understood(orders, known, seat)
    if reading.faults:
        lines += ["", "Not understood, and dropped (MAIL-8):", *map(_fault, reading.faults)]
    if known is not None and known.ending is None:
        lines += _warnings(orders, known, seat) + _forecast(sheet_of(orders), known, seat)
    return "\n".join(lines) + "\n"


def _fault(fault: LineFault) -> str:
    near = f"; did you mean {' or '.join(fault.near)}?" if fault.near else ""
    return f'  line {fault.line}: "{fault.text}": {fault.reason}{near}'


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
    if known is not None and known.options.pace is Pace.SINGLE and known.turn_side(known.turn + 1) != seat:
        return "ACT: not used, the coming game turn is the other side's (MAIL-3)"
    return "ACT"


def _warnings(orders: Sequence[Order], known: State, seat: str) -> list[str]:
    """What is legal as written and will hardly do what was meant."""
    found: list[str] = []
    hand = [*known.sides[seat].hand, *hand_listed(known, seat)]
    for order in orders:
        if isinstance(order, Counter) and isinstance(order.card, Named) and order.card.name not in hand:
            found.append(f'  "{write_order(order)}": {order.card.name} is not in your hand yet')
        found += [
            f'  "{write_order(order)}": {item.text!r} is not understood and passed over (ORD-1)'
            for item in _aim_of(order)
            if isinstance(item, Unknown)
        ]
    return ["", "Warnings:", *found] if found else []


def _aim_of(order: Order) -> Aim:
    return order.aim if isinstance(order, Cast | Use | Block | Sabotage) else ()


def _forecast(sheet: Sheet, known: State, seat: str) -> list[str]:
    """What the ACT part comes to on the state as it is known, if the other side answers nothing."""
    if known.turn_side(known.turn + 1) != seat or sheet.act is None or sheet.concedes:
        return []
    silent = {seat: sheet, other(seat): NO_SHEET}
    resolution = play(known, silent, Dice(_SEED, known.mail_turn + 1))
    after: State = resolution.state
    lines = ["", "Forecast, if the other side answers nothing and counter-assaults by its default (POL-4):"]
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
    return [f"  line {event.number} would not be carried out: {why_not(No(event.code))}"] if event.code else []
