"""Which creatures may assault, counter-assault, meet one another, use effects (FIELD-7, ASLT-1, 4, 5, 6)."""

from __future__ import annotations

from magika_gm.games.xom_zol.figures import look, looks
from magika_gm.games.xom_zol.state import Piece, State
from magika_gm.games.xom_zol.words import DEPENDS, Keyword


def is_dependent(state: State, piece: Piece) -> bool:
    """Whether what it DEPENDS on is missing: another own creature that exists with that role or race (FIELD-7)."""
    needs = [k.partition(" ")[2] for k in looks(state, piece.ref).keywords if k.startswith(DEPENDS)]
    if not needs:
        return False
    others = [p.card for p in state.creatures(piece.side) if p.ref != piece.ref]
    return not all(any(word in (card.race, card.role) for card in others) for word in needs)


def may_assault(state: State, piece: Piece) -> bool:
    """ASLT-1 but for the ranks: exists, ready, not PACIFIED, not WALL, FIELD-7."""
    return (
        piece.creature
        and not piece.committed
        and not piece.pacified
        and Keyword.WALL not in look(state)[piece.ref].keywords
        and not is_dependent(state, piece)
    )


def available(state: State, side: str) -> list[Piece]:
    """Creatures available to counter-assault (ASLT-4), lowest ref first."""
    return [p for p in state.creatures(side) if is_available(state, p)]


def is_available(state: State, piece: Piece) -> bool:
    """ASLT-4 for one creature."""
    if piece.committed or piece.pacified or not piece.creature:
        return False
    if piece.assaulted and Keyword.VIGIL not in look(state)[piece.ref].keywords:
        return False
    return not is_dependent(state, piece)


def can_meet(state: State, counter: Piece, assaulter: Piece) -> bool:
    """ASLT-5: a flyer only by a flyer; PHASE and solid only among themselves."""
    mine, its = look(state)[counter.ref].keywords, look(state)[assaulter.ref].keywords
    if Keyword.FLYING in its and Keyword.FLYING not in mine:
        return False
    return (Keyword.PHASE in its) == (Keyword.PHASE in mine)


def shields(state: State, front: Piece, rear: Piece) -> bool:
    """Whether a front creature hinders (ASLT-1) or protects (ASLT-6) one of the rear rank.

    Not if the rear one flies and the front one does not, nor if the rear one is solid and the front one PHASE.
    """
    before, behind = look(state)[front.ref].keywords, look(state)[rear.ref].keywords
    if Keyword.FLYING in behind and Keyword.FLYING not in before:
        return False
    return Keyword.PHASE in behind or Keyword.PHASE not in before


def eligible(state: State, side: str, chosen: list[Piece]) -> list[Piece]:
    """Those of the chosen that may assault, fronts looked at first (ASLT-1), in the order of columns by rank."""
    refs = {p.ref for p in chosen}
    first: list[Piece] = []
    second: list[Piece] = []
    for front, _ in state.sides[side].columns:
        if front in refs and may_assault(state, state.pieces[front]):
            first.append(state.pieces[front])
    assaulting = {p.ref for p in first}
    for front, rear in state.sides[side].columns:
        if rear in refs and may_assault(state, state.pieces[rear]):
            hindered = front and front not in assaulting and shields(state, state.pieces[front], state.pieces[rear])
            if not hindered:
                second.append(state.pieces[rear])
    return first + second
