"""Xom and Zol's sheets, as the office asks for them (``engine.seam.rules.Orders``)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from magika_gm.engine.dice import Dice
from magika_gm.engine.orders import OutlastingOrders
from magika_gm.engine.plain import Data
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.sheet.offered import message_lines
from magika_gm.engine.sheet.sheet import EVERYBODY, LineFault, MessageRule, Sheet, addressed, seat_among
from magika_gm.engine.sheet.understanding import Line, Mark, Understanding, unread
from magika_gm.engine.words import Fault, let_go, spelled, true_minus
from magika_gm.games.xom_zol.cards.catalogue import every_card
from magika_gm.games.xom_zol.orders.lines import (
    LINES,
    VERBS,
    belonging,
    known_of,
    stored_order,
    write_order,
)
from magika_gm.games.xom_zol.orders.lines import (
    unread as as_unread,
)
from magika_gm.games.xom_zol.orders.model import (
    Aim,
    Block,
    Cast,
    Concede,
    Counter,
    Discard,
    Hold,
    Item,
    Named,
    NoReact,
    OfferDraw,
    Opens,
    Order,
    Part,
    Pick,
    Ref,
    Sabotage,
    Unknown,
    Unread,
    Use,
)
from magika_gm.games.xom_zol.orders.offers import order_form
from magika_gm.games.xom_zol.rules.casting import could_answer, payable
from magika_gm.games.xom_zol.rules.events import CardDiscarded, LineSettled, PenaltiesTaken, Why
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.sequence import play
from magika_gm.games.xom_zol.rules.state import State
from magika_gm.games.xom_zol.rules.terms import FOE, SIDES, Ending, Word, other
from magika_gm.games.xom_zol.rules.turn import NO_SHEET, hand_listed, received, sheet_of
from magika_gm.games.xom_zol.rules.turn import Sheet as OneSheet
from magika_gm.games.xom_zol.sight import perceive

# What an acknowledgement says of a sheet: orders as understood, faults, warnings, and a forecast (MAIL-8).
#
# Everything is asked of the state as its sender knows it; the other side is supposed to keep to the defaults and to
# answer nothing.


_SEED = b"forecast"


REACT = "REACT part"
AIMED = "DEFAULT FAIR WALL NONE MY THEIR PLAYER STRONGEST WEAKEST COSTLIEST NEWEST".split()
"""Words of lines that name somebody."""


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
            doubts = [*_doubts(order, hand, here, part), *_held_twice(order, orders)] if here is not None else []
            if here is not None and part is Part.REACT:
                doubts += _of_standing(order, seat, here)
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


def _doubts(order: Order, hand: Collection[str], known: State, part: Part) -> Iterator[str]:
    """What is legal as written and will hardly do what was meant."""
    options = known.options
    if isinstance(order, Counter) and not could_answer(known.cards, order):
        yield "it answers no cast of that kind (CTR-1)"
    card = order.card if part is Part.REACT and isinstance(order, Cast | Counter) else None
    if isinstance(card, Named) and card.name not in hand:
        yield f"{card.name} is not in your hand yet"
    if isinstance(order, Discard):
        if part is Part.REACT and not options.bottom_any:
            yield "here it serves only where effects' discards may go under the library (POL-7, bottom_any)"
        elif not (options.bottom_any or options.bottom_discard) and any(item.bottom for item in order.cards):
            yield "in this game nothing is discarded TO BOTTOM (POL-7): it goes to the pile"
    for item in _aim_of(order):
        if isinstance(item, Unknown):
            why = f"{item.text!r} is not understood and passed over (ORD-1)"
            near = spelled(item.text, AIMED)
            yield str(Fault(why, (near,) if near != item.text.upper() else ()))


def _of_standing(order: Order, seat: str, known: State) -> Iterator[str]:
    """What stands in the way of a standing order: who is not in play or not one's own, what is never to be paid."""
    own: tuple[Pick, ...] = order.by if isinstance(order, Block) else order.what if isinstance(order, Hold) else ()
    if isinstance(order, Cast | Use):
        own = (order.what, *order.pay) if isinstance(order, Use) else order.pay
    yield from filter(None, (_absent(pick, seat, known, pick in own) for pick in (*own, *_aim_of(order))))
    if isinstance(order, Cast | Counter) and isinstance(order.card, Named):
        yield from unpaid(known, seat, order.card.name, order.force)


def unpaid(known: State, seat: str, name: str, force: int = 0) -> Iterator[str]:
    """That what there is would never pay for a card."""
    card = known.cards[name]
    if not payable(known, seat, card, force):
        yield f"all your lands and sigils together do not pay {card.cost} yet (MANA-8)"


def _absent(item: Item, seat: str, known: State, own: bool) -> str:
    """That who is named is not in play, or not the one card of one's own that it should be."""
    if not isinstance(item, Ref | Named):
        return ""
    said = item.ref if isinstance(item, Ref) else item.name
    sides = [piece.side for piece in known.pieces.values() if said in (piece.ref, piece.card.name)]
    if not sides and not any(said in side.discard for side in known.sides.values()):
        return f"{said} is not in play"
    if own and sides.count(seat) != 1:
        return f"several {said} are yours: say which" if seat in sides else f"{said} is not yours"
    return ""


HELD_TWICE = "a BLOCK line names it all the same: HOLD bars the default alone (POL-4)"


def _held_twice(order: Order, orders: Sequence[Order]) -> Iterator[str]:
    """HOLD bars the default alone: who is named in a BLOCK line counter-assaults all the same (POL-4)."""
    blocking = {pick for one in orders if isinstance(one, Block) for pick in one.by}
    if isinstance(order, Hold) and blocking.intersection(order.what):
        yield HELD_TWICE


def _aim_of(order: Order) -> Aim:
    return order.aim if isinstance(order, Cast | Use | Block | Sabotage) else ()


def forecast(listed: Sequence[Order], known: State, seat: str) -> list[str]:
    """What the ACT part comes to on the state as it is known, if the other side answers nothing."""
    hand = hand_listed(known, seat)
    sheet = sheet_of([received(order, hand) for order in listed])
    if known.ending is not None or not known.acts_next(seat) or sheet.act is None or sheet.concedes:
        return []
    played, dropped = _played(sheet, known, seat)
    after = played.state
    foe = after.sides[other(seat)]
    own = [one.event for one in played.told if getattr(one.event, "side", "") == seat]
    left = sum(event.pool for event in own if isinstance(event, PenaltiesTaken))
    gone = [event.card for event in own if isinstance(event, CardDiscarded) and event.why is Why.FIZZLE]
    lost = f" ({left} lost for mana left in the pool, SEQ 5.3)" if left else ""
    said = f"  life {after.sides[seat].life}{lost}, the other side's {foe.life} (counter-assaults by default, POL-4)"
    if after.ending == Ending.LIFE:
        said += f"; the game would end: {'drawn' if after.winner not in (seat, foe.name) else after.winner}"
    return [
        "If the other side answers nothing:",
        *(f"  line {e.number}, {e.text}, would not be carried out: {why.rule}: {why.words}" for e, why in dropped),
        true_minus(said),
        *filter(None, [let_go(gone, "POL-7")]),
    ]


def _played(sheet: OneSheet, known: State, seat: str) -> tuple[Resolution, list[tuple[LineSettled, No]]]:
    """What the ACT part comes to, and its lines that are not carried out, with why."""
    resolution = play(known, {seat: sheet, other(seat): NO_SHEET}, Dice(_SEED, known.mail_turn + 1))
    settled = [told.event for told in resolution.told if isinstance(told.event, LineSettled)]
    return resolution, [
        (event, No(event.code))
        for event in settled
        if (event.side, event.part) == (seat, Part.ACT)
        and event.word is not Word.DONE
        and event.code not in ("", No.SETTING, No.UNREAD)
    ]


def judged(orders: Sequence[Order], seat: str, known: State) -> Sequence[Line]:
    """Lines of one part; of an ACT part what the forecast would say of each (:func:`forecast`)."""
    if not known.acts_next(seat) or orders[:1] == [Opens(Part.REACT)]:
        return understanding(orders, (), seat, known).lines[: len(orders)]
    _, dropped = _played(sheet_of(orders), known, seat)
    return [Line(text=event.text, mark=Mark.WARNING, said=why.words, rule=why.rule) for event, why in dropped]


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

    def summary(self, sheet: Sheet, known: State | None) -> Data:
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
    return [as_unread(one.text) if isinstance(one, LineFault) else one for one in sheet.by_place().values()]


ORDERS = XomZolOrders()
