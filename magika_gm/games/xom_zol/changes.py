"""Pieces of a change: what several events do to a state alike."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass

from magika_gm.games.xom_zol.cards.model import in_order
from magika_gm.games.xom_zol.state import Column, Side, State


@dataclass(frozen=True, slots=True)
class Payment:
    """What a cost was paid with: cards committed, letters they added, letters taken from the pool, life (MANA-8)."""

    refs: tuple[str, ...] = ()
    added: str = ""
    spent: str = ""
    life: int = 0


FREE = Payment()


def pay(state: State, side: str, payment: Payment) -> None:
    """A cost is paid: cards committed, the pool, life (MANA-8)."""
    own = state.sides[side]
    for ref in payment.refs:
        state.pieces[ref].committed = True
    if payment.added or payment.spent:
        own.pool = pool_after(own.pool, payment)
    own.life -= payment.life


def pool_after(pool: str, payment: Payment) -> str:
    """The pool with a payment's letters added and spent."""
    left = list(pool + payment.added)
    for letter in payment.spent:
        left.remove(letter)
    return in_order("".join(left))


def land(state: State, side: str, card: str) -> None:
    """A card that was being cast arrives somewhere."""
    flight = list(state.flight)
    flight.remove((side, card))
    state.flight = tuple(flight)


def take_place(state: State, ref: str, behind: str) -> None:
    """Behind that front creature if nobody stands there, else a new front column at the right end (FIELD-5)."""
    piece = state.pieces[ref]
    piece.behind = ""
    columns = state.sides[piece.side].columns
    for i, (front, rear) in enumerate(columns):
        if behind and front == behind and not rear:
            columns[i] = (front, ref)
            return
    columns.append((ref, ""))


def closed_up(columns: list[Column]) -> list[Column]:
    """Rear creatures step forward into empty front places, empty columns go (FIELD-4)."""
    if all(front for front, _ in columns):
        return columns
    return [(front, rear) if front else (rear, "") for front, rear in columns if front or rear]


def leave(state: State, ref: str, *, home: bool) -> None:
    """A card leaves the field, a creature's augments with it (FIELD-6)."""
    piece = state.pieces.pop(ref)
    own = state.sides[piece.side]
    if home:
        insort(own.hand, piece.card.name)
    else:
        own.discard.append(piece.card.name)
    if piece.card.body:
        empty_place(state, own, ref)
        for augment in sorted((p for p in state.pieces.values() if p.on == ref), key=state.order):
            del state.pieces[augment.ref]
            state.sides[augment.side].discard.append(augment.card.name)


def empty_place(state: State, own: Side, ref: str) -> None:
    """A creature that left stands nowhere; rear ones step forward unless an assault is going on."""
    own.columns = [("" if f == ref else f, "" if r == ref else r) for f, r in own.columns]
    if state.combat is None:
        own.columns = closed_up(own.columns)


def end_turn(state: State) -> None:
    """What holds for a game turn only is over."""
    state.fog = state.mana_cast = False
    for own in state.sides.values():
        own.pool = ""
    for piece in state.pieces.values():
        piece.damage = piece.inflated = 0
        piece.pacified = False
        piece.changes = piece.aligned = ()
        piece.grants = ()
