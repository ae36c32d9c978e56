"""The order form: lines to fill in, with what could be chosen as the sender knows it, every hint a comment (SEE-3)."""

from __future__ import annotations

from magika_gm.games.xom_zol.cards.text import rules_text
from magika_gm.games.xom_zol.figures import looks
from magika_gm.games.xom_zol.orders.writing import write_order
from magika_gm.games.xom_zol.rules.sheets import hand_listed
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import SIDES, CardType

WIDTH = 70
ROWS = 6
"""Numbered lines left blank."""


def order_form(known: State, seat: str) -> str:
    """The lines of a blank sheet; left as it is, it says nothing: an ACT part without lines casts nothing."""
    active = known.ending is None and known.acts_next(seat)
    lines: list[str] = []
    if active:
        lines += ["ACT", *(f"{i} " for i in range(1, ROWS + 1))]
        lines += ["; CAST card ON aim BEHIND ref FORCE n PAY refs", "; USE ref ON aim X n; FORM F refs R refs"]
        lines += ["; ASSAULT refs, ALL, SAFE; IF cond, AT DECLARE CLASH BURN", "; KEEP n, UPKEEP, SABOTAGE, DISCARD"]
    lines += ["REACT", *_standing(known, seat)]
    lines += ["; COUNTER trigger WITH card; BLOCK aim WITH refs; HOLD ref", "; AT START DECLARE CLASH BURN CAST, USE"]
    lines += _hints(known, seat)
    return "\n".join(_short(line) for line in lines) + "\n"


def _standing(known: State, seat: str) -> list[str]:
    """The standing orders as they are, as comments: taken over by striking out the semicolon."""
    return [f"; {write_order(order)}" for order in known.sides[seat].react]


def _hints(known: State, seat: str) -> list[str]:
    lines = ["; your hand:"]
    for i, name in enumerate(hand_listed(known, seat), 1):
        card = known.cards[name]
        lines.append(f"; H{i} {name} ({card.type.value}, {card.cost or '0'})")
    for side in SIDES:
        lines.append("; your cards in play:" if side == seat else "; the other side's:")
        for piece in known.of(side):
            now = looks(known, piece.ref)
            figures = f" {known.sides[side].place_of(piece.ref)} {now.s}/{now.d}" if piece.creature else ""
            use = f" {rules_text(piece.card.rules)}" if piece.card.type is CardType.FUNCTION else ""
            state = " committed" if piece.committed else "" if piece.exists else " not yet here"
            lines.append(f"; {piece.ref} {piece.card.name}{figures}{state}{use}")
    return lines


def _short(line: str) -> str:
    return line if len(line) <= WIDTH else line[: WIDTH - 1].rstrip() + "…"
