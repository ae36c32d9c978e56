"""The order form: lines to fill in, with what could be chosen as the sender knows it, every hint a comment (SEE-3)."""

from __future__ import annotations

from collections.abc import Collection

from magika_gm.engine.sheet.offered import NOT_NOW, order_line, remark
from magika_gm.games.xom_zol.cards.text import rules_text
from magika_gm.games.xom_zol.orders.choices import Choice, choices
from magika_gm.games.xom_zol.orders.forms import Counter, Named, Order
from magika_gm.games.xom_zol.orders.writing import write_order
from magika_gm.games.xom_zol.rules.figures import looks
from magika_gm.games.xom_zol.rules.sheets import hand_listed
from magika_gm.games.xom_zol.rules.state import State
from magika_gm.games.xom_zol.rules.terms import SIDES, CardType

WIDTH = 70
WAITS = "waits"
"""Said of a standing order whose card is still to be drawn."""
ROWS = 6
"""Numbered lines left blank."""


def order_form(known: State, seat: str) -> str:
    """The lines of a blank sheet; left as it is, it says nothing: an ACT part without lines casts nothing."""
    active = known.ending is None and known.acts_next(seat)
    found = list(choices(known, seat))
    lines: list[str] = []
    if active:
        lines += ["ACT", *(f"{i} " for i in range(1, ROWS + 1))]
        lines += remark("take one ; away from what you want, or write it above", WIDTH)
        for choice in found:
            lines += _offered(choice)
        lines += remark("CAST card ON aim BEHIND ref FORCE n PAY refs; USE ref ON aim X n; FORM F refs R refs", WIDTH)
        lines += remark("ASSAULT refs, ALL, SAFE; IF cond, AT DECLARE CLASH BURN; UPKEEP, SABOTAGE", WIDTH)
    lines += ["REACT", *(_standing(order, hand_listed(known, seat)) for order in known.sides[seat].react)]
    lines += _answers(known, seat)
    lines += remark("COUNTER trigger WITH card; BLOCK aim WITH refs; AT START DECLARE CLASH BURN CAST, USE", WIDTH)
    return "\n".join([*lines, *_hints(known, seat)]) + "\n"


def _offered(choice: Choice) -> list[str]:
    """A choice for one's own game turn as an order: what must be named is its first."""
    if choice.verb == "COUNTER":
        return []
    subject = choice.card if choice.verb == "CAST" else choice.subject
    said = [choice.verb, subject]
    for parameter in choice.parameters:
        if parameter.word in ("", "F"):
            said += [parameter.word, *parameter.candidates[: None if parameter.word else 1]]
        elif parameter.word == "ON":
            if not parameter.candidates:
                return remark(f"{choice.verb} {subject}: {NOT_NOW}, {choice.why}", WIDTH)
            said += ["ON", parameter.candidates[0]]
    cost = f"costs {choice.cost}" if choice.cost else ""
    order = " ".join(filter(None, said))
    whole = order_line(order, cost, f"{NOT_NOW}: {choice.why}" if choice.why else "")
    return [whole] if len(whole) <= WIDTH else [order_line(order, cost, NOT_NOW), *remark(f"   {choice.why}", WIDTH)]


def _standing(order: Order, hand: Collection[str]) -> str:
    """A line that stands, and whether its card is still to be drawn."""
    if not (isinstance(order, Counter) and isinstance(order.card, Named) and order.card.name not in hand):
        return order_line(write_order(order))
    whole = order_line(write_order(order), f"{WAITS}: its card is not in your hand")
    return whole if len(whole) <= WIDTH else order_line(write_order(order), WAITS)


def _answers(known: State, seat: str) -> list[str]:
    """Standing orders that could be given: counters with the cards held, creatures to answer assaults with."""
    lines = [
        order_line(f"COUNTER ANY WITH {name}")
        for name in dict.fromkeys(hand_listed(known, seat))
        if known.cards[name].type is CardType.COUNTER
    ]
    refs = [piece.ref for piece in known.creatures(seat)]
    if refs:
        lines += [order_line(f"BLOCK STRONGEST WITH {refs[0]}"), order_line(f"HOLD {refs[0]}")]
    return [*lines, *map(order_line, ("BLOCK DEFAULT FAIR", "BLOCK DEFAULT NONE"))]


def _hints(known: State, seat: str) -> list[str]:
    lines = [";; your hand:"]
    for i, name in enumerate(hand_listed(known, seat), 1):
        card = known.cards[name]
        lines.append(f";; H{i} {name} ({card.type.value}, {card.cost or '0'})")
    for side in SIDES:
        lines.append(";; your cards in play:" if side == seat else ";; the other side's:")
        for piece in known.of(side):
            now = looks(known, piece.ref)
            figures = f" {known.sides[side].place_of(piece.ref)} {now.s}/{now.d}" if piece.creature else ""
            use = f" {rules_text(piece.card.rules)}" if piece.card.type is CardType.FUNCTION else ""
            state = " committed" if piece.committed else "" if piece.exists else " not yet here"
            lines.append(f";; {piece.ref} {piece.card.name}{figures}{state}{use}")
    return [_short(line) for line in lines]


def _short(line: str) -> str:
    return line if len(line) <= WIDTH else line[: WIDTH - 1].rstrip() + "…"
