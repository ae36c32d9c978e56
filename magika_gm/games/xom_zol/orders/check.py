"""What an acknowledgement says of a sheet: orders as understood, faults, warnings, and a forecast (MAIL-8).

Everything is asked of the state as its sender knows it; the other side is supposed to keep to the defaults and to
answer nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from magika_gm.engine.dice import Dice
from magika_gm.engine.sheet.sheet import LineFault
from magika_gm.engine.sheet.understanding import Line, Mark, Understanding, unread
from magika_gm.games.xom_zol.orders.lines import belonging, write_order
from magika_gm.games.xom_zol.orders.model import (
    Aim,
    Block,
    Cast,
    Concede,
    Counter,
    Discard,
    Hold,
    Named,
    NoReact,
    OfferDraw,
    Opens,
    Order,
    Part,
    Sabotage,
    Unknown,
    Unread,
    Use,
)
from magika_gm.games.xom_zol.rules.events import LineSettled
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.sequence import play
from magika_gm.games.xom_zol.rules.state import Options, State
from magika_gm.games.xom_zol.rules.terms import SIDES, Ending, Word, other
from magika_gm.games.xom_zol.rules.turn import NO_SHEET, hand_listed, received, sheet_of

_SEED = b"forecast"


REACT = "REACT part"


def received_from(listed: Sequence[Order], seat: str, known: State | None) -> tuple[Order, ...]:
    """Orders with cards written by number turned into their names."""
    hand = hand_listed(known, seat) if known and seat in SIDES else []
    return tuple(received(order, hand) for order in listed)


def understanding(
    written: Sequence[Order], faults: Sequence[LineFault], seat: str, known: State | None
) -> Understanding:
    """What was made of the lines of a sheet, each in its place (MAIL-8).

    ``written`` are they as they stand, ``known`` is the state as the sender knows it, None for a later turn. A line in
    the wrong part is an error like one that cannot be read (Z28); ACT lines out of turn do not count (MAIL-3).
    """
    lost = iter([fault for fault in faults if fault.place])
    listed, misplaced = belonging(written)
    orders = received_from(listed, seat, known)
    here = known if known is not None and known.ending is None and seat in SIDES else None
    unused = here is not None and not here.acts_next(seat)
    hand = {*here.sides[seat].hand, *hand_listed(here, seat)} if here is not None else set()
    reacts = sheet_of(orders).react is not None
    lines: list[Line] = []
    number, part = 0, Part.ACT
    for order, as_written, why in zip(orders, written, misplaced, strict=True):
        if isinstance(order, Opens | NoReact):
            number, part = 0, order.part if isinstance(order, Opens) else Part.REACT
            lines.append(_heading(order, unused=unused, reacts=reacts))
            continue
        number += 1
        within = REACT if part is Part.REACT else ""
        if isinstance(as_written, Unread):
            lines.append(unread(next(lost), within, number))
        elif why:
            lines.append(
                Line(text=write_order(as_written), number=number, mark=Mark.ERROR, said=why, rule="MAIL-8", part=within)
            )
        elif unused and not within and not isinstance(order, Concede | OfferDraw):
            lines.append(Line(text=write_order(order), number=number, mark=Mark.IDLE))
        else:
            doubts = (
                [*_doubts(order, hand, here.options, part), *_held_twice(order, orders)] if here is not None else []
            )
            doubt = "; ".join(doubts)
            mark = Mark.WARNING if doubt else Mark.GOOD
            lines.append(Line(text=write_order(order), number=number, mark=mark, said=doubt, part=within))
    sheet = sheet_of(orders)
    if here is not None and not unused and sheet.act is None and not sheet.concedes:
        said = "the coming game turn is yours, and POL-8 would play it"
        lines.append(Line(text="no ACT part", mark=Mark.WARNING, said=said))
    lines += [unread(fault) for fault in faults if not fault.place]
    return Understanding(lines=tuple(lines), empty="The sheet holds no orders.")


def _heading(order: Opens | NoReact, *, unused: bool, reacts: bool) -> Line:
    if isinstance(order, NoReact):
        return Line(text="REACT NONE", said="the standing orders are emptied", rule="MAIL-3", part=REACT)
    if order.part is Part.REACT:
        said = "these orders stand until another REACT part replaces them" if reacts else "no line under it, so no part"
        return Line(text="REACT", said=said, rule="MAIL-3" if reacts else "Z3", part=REACT)
    if unused:
        said = "not used, the coming game turn is the other side's"
        return Line(text="ACT", mark=Mark.IDLE, said=said, rule="MAIL-3")
    return Line(text="ACT")


def _doubts(order: Order, hand: Collection[str], options: Options, part: Part) -> Iterator[str]:
    """What is legal as written and will hardly do what was meant."""
    if isinstance(order, Counter) and isinstance(order.card, Named) and order.card.name not in hand:
        yield f"{order.card.name} is not in your hand yet"
    if isinstance(order, Discard):
        if part is Part.REACT and not options.bottom_any:
            yield "here it serves only where effects' discards may go under the library (POL-7, bottom_any)"
        elif not (options.bottom_any or options.bottom_discard) and any(item.bottom for item in order.cards):
            yield "in this game nothing is discarded TO BOTTOM (POL-7): it goes to the pile"
    for item in _aim_of(order):
        if isinstance(item, Unknown):
            yield f"{item.text!r} is not understood and passed over (ORD-1)"


def _held_twice(order: Order, orders: Sequence[Order]) -> Iterator[str]:
    """HOLD bars the default alone: who is named in a BLOCK line counter-assaults all the same (POL-4)."""
    blocking = {pick for one in orders if isinstance(one, Block) for pick in one.by}
    if isinstance(order, Hold) and blocking.intersection(order.what):
        yield "a BLOCK line names it all the same: HOLD bars the default alone (POL-4)"


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
    why = _why(event)
    if why is None:
        return []
    return [f"  line {event.number}, {event.text}, would not be carried out: {why.rule}: {why.words}"]


def _why(event: LineSettled) -> No | None:
    """Why a line is not carried out; None where it is, or is none to be."""
    if event.word is Word.DONE or not event.code or event.code in (No.SETTING, No.UNREAD):
        return None
    return No(event.code)


def judged(orders: Sequence[Order], seat: str, known: State) -> Sequence[Line]:
    """Lines of one part; of an ACT part what the forecast would say of each (:func:`forecast`)."""
    if not known.acts_next(seat):
        return understanding(orders, (), seat, known).lines
    resolution = play(known, {seat: sheet_of(orders), other(seat): NO_SHEET}, Dice(_SEED, known.mail_turn + 1))
    settled = [told.event for told in resolution.told if isinstance(told.event, LineSettled)]
    mine = [(event.text, _why(event)) for event in settled if event.side == seat and event.part == Part.ACT]
    return [Line(text=text, mark=Mark.WARNING, said=why.words, rule=why.rule) for text, why in mine if why]
