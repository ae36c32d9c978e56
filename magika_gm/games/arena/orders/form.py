"""A blank order sheet: everything that could be ordered, a whole order a line (INFO-1, section 12)."""

from __future__ import annotations

from magika_gm.engine.sheet.offered import message_lines, order_line, remark
from magika_gm.games.arena.orders.lines import write_order
from magika_gm.games.arena.orders.offers import Offer, offers
from magika_gm.games.arena.rules.movement import budget
from magika_gm.games.arena.rules.sequence import active_in, coming_turns
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import OTHER, STEPS, Step


def own_turn(known: State, seat: str) -> bool:
    """Whether the coming mail turn holds a player turn of this seat's."""
    return known.ending is None and seat in {active_in(turn) for turn in coming_turns(known)}


def order_form(known: State, seat: str) -> list[str]:
    """The lines of a form for the coming mail turn, from the state as the seat knows it."""
    if known.ending is not None:
        return []
    rows: list[str] = []
    if own_turn(known, seat):
        rows += remark("your player turn: terrain to last mounting; take one ; away from what you want")
        rows += _offered(known, seat)
    else:
        rows += remark(f"{OTHER[seat]}'s player turn: you may send standing orders and a message")
    return [*rows, *_standing(known, seat), *message_lines(OTHER[seat], "up to 600 characters")]


def _offered(known: State, seat: str) -> list[str]:
    rows: list[str] = []
    step: Step | None = None
    for offer in offers(known, seat):
        if offer.step is not step:
            step = offer.step
            rows += remark(_head(known, seat, step))
        # what answers an effect waits for one (MAG-11)
        answers = " WHEN ENEMY CASTS ANY ON MINE" if offer.example.endswith(" ON IT") else ""
        rows.append(order_line(offer.example + answers, _price(offer)))
        others = [option for option in offer.options if not _said(offer, option)]
        if offer.tail or others:
            rows += remark(f"   or {', '.join(others)}{' ' + offer.tail if offer.tail else ''}".replace("or  ", ""))
    return rows


def _said(offer: Offer, option: str) -> bool:
    """Whether the example is of this option, which is the first."""
    return option == offer.options[0] and f" {option} " in f"{offer.example[len(offer.start) :]} "


def _head(known: State, seat: str, step: Step) -> str:
    title = f"-- {STEPS[step]}"
    if step is Step.TERRAIN:
        return f"{title}: budget {budget(known, seat)}; 4 a hex of yours, 6 nobody's, 8 the enemy's"
    if step in (Step.MAGIC_1, Step.MAGIC_2):
        return f"{title}: pool {known.pools[seat]}"
    return title


def _price(offer: Offer) -> str:
    said = [f"after going to {offer.after}"] if offer.after else []
    if offer.cost:
        said.append(f"{offer.cost} {'hexes' if offer.step is Step.TERRAIN else 'points'}")
    return ", ".join(said)


def _standing(known: State, seat: str) -> list[str]:
    """Standing orders in force, to be sent again with changes: a new block replaces them whole (MAIL-4)."""
    lines = known.standing[seat]
    how = "take one ; away from STANDING, from END STANDING and from the lines you want between"
    if not lines:
        king = known.board.names[known.kings[seat]]
        head = f"standing orders for the enemy's turns: CAST, USE, KILL, RETREAT, AUTO, DRAW (MAIL-4); {how}"
        said = [f"RETREAT ALL {king}"]
    else:
        head = f"your standing orders in force; a new block replaces them whole (MAIL-4); {how}"
        said = [write_order(line) for line in lines]
    return [*remark(head), *map(order_line, ("STANDING", *said, "END STANDING"))]
