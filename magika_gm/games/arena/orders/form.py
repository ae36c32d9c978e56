"""A blank order sheet: everything that could be ordered, as comments to be made orders (INFO-1, section 12)."""

from __future__ import annotations

from magika_gm.games.arena.orders.offers import Offer, offers
from magika_gm.games.arena.orders.write import write_order
from magika_gm.games.arena.rules.sequence import active_in, coming_turns
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import OTHER, Step
from magika_gm.games.arena.rules.terrain import budget
from magika_gm.games.arena.rules.titles import STEPS

WIDTH = 100
"""Characters of a comment line; longer ones go on below."""


def own_turn(known: State, seat: str) -> bool:
    """Whether the coming mail turn holds a player turn of this seat's."""
    return known.ending is None and seat in {active_in(turn) for turn in coming_turns(known)}


def order_form(known: State, seat: str) -> list[str]:
    """The lines of a form for the coming mail turn, from the state as the seat knows it; ; begins a comment."""
    if known.ending is not None:
        return []
    rows: list[str] = []
    if own_turn(known, seat):
        rows.append("; your player turn: terrain to last mounting; below is what you could order")
        rows += _offered(known, seat)
    else:
        rows.append(f"; {OTHER[seat]}'s player turn: you may send standing orders and a message")
    return [*rows, *_standing(known, seat), f"; MESSAGE TO {OTHER[seat]}", "; up to 600 characters", "; END MESSAGE"]


def _offered(known: State, seat: str) -> list[str]:
    rows: list[str] = []
    step: Step | None = None
    for offer in offers(known, seat):
        if offer.step is not step:
            step = offer.step
            rows.append(f"; {_head(known, seat, step)}")
        rows += folded(f"{offer.line}{_price(offer)}")
    return rows


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
    return f"   ({', '.join(said)})" if said else ""


def folded(text: str) -> list[str]:
    """A long comment on several lines, each a comment."""
    rows, line = [], ";"
    for word in text.split(" "):
        if len(line) + len(word) >= WIDTH:
            rows.append(line)
            line = ";    "
        line += f" {word}"
    return [*rows, line]


def _standing(known: State, seat: str) -> list[str]:
    """Standing orders in force, to be sent again with changes: a new block replaces them whole (MAIL-4)."""
    lines = known.standing[seat]
    if not lines:
        king = known.board.names[known.kings[seat]]
        head = "; standing orders for the enemy's turns: CAST, USE, KILL, RETREAT, AUTO, DRAW (MAIL-4)"
        return [head, "; STANDING", f"; RETREAT ALL {king}", "; END STANDING"]
    head = "; your standing orders in force; a new block replaces them whole (MAIL-4):"
    return [head, "; STANDING", *(f"; {write_order(line)}" for line in lines), "; END STANDING"]
