"""IF: conditions of a line, read when it comes up (ORD-4)."""

from __future__ import annotations

from magika_gm.games.xom_zol.cards.filters import holds
from magika_gm.games.xom_zol.figures import counts_letters, fits
from magika_gm.games.xom_zol.orders.forms import Compared, Condition, Conditions, Count, Done, Have, Named, Ref
from magika_gm.games.xom_zol.rules.availability import available
from magika_gm.games.xom_zol.state import Piece, State
from magika_gm.games.xom_zol.words import CardType, other


def hold(state: State, side: str, conditions: Conditions, done: bool | None) -> bool:
    """Whether all hold for a side; ``done``: whether the line before was carried out, None where DONE and NOT DONE are
    false (COUNTER, BLOCK).
    """
    return all(_holds(state, side, condition, done) for condition in conditions)


def _holds(state: State, side: str, condition: Condition, done: bool | None) -> bool:
    match condition:
        case Done(wanted):
            return done is wanted
        case Compared(whose, count, compare, number):
            return holds(counted(state, side if whose == "MY" else other(side), count), compare, number)
        case Have(what, they):
            return any(_is(state, p, what) for p in state.of(other(side) if they else side) if p.exists)


def _is(state: State, piece: Piece, what: object) -> bool:
    if isinstance(what, Ref):
        return piece.ref == what.ref
    if isinstance(what, Named):
        return piece.card.name == what.name
    return isinstance(what, tuple) and fits(state, piece, what)


def counted(state: State, side: str, count: Count) -> int:
    """What a condition compares; only existing cards count."""
    own = state.sides[side]
    match count:
        case Count.LIFE:
            return own.life
        case Count.HAND:
            return len(own.hand)
        case Count.CREATURES:
            return len(state.creatures(side))
        case Count.READY:
            return len(available(state, side))
        case Count.MANA:
            return counts_letters(state, side)
        case Count.FUNCTIONS:
            return sum(p.card.type is CardType.FUNCTION for p in state.of(side))
        case Count.LIBRARY:
            return len(own.library)
