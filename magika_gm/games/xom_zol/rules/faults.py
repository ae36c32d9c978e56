"""What cannot be in a state; none in any the engine reaches."""

from __future__ import annotations

from collections import Counter

from magika_gm.games.xom_zol.rules.state import State
from magika_gm.games.xom_zol.rules.terms import LETTERS, SIDES, CardType


def faults(state: State) -> list[str]:
    """Everything that is wrong with a state between two mail turns, in words."""
    found: list[str] = []
    for side in SIDES:
        found += _side_faults(state, side)
    for ref, piece in state.pieces.items():
        if ref != piece.ref or ref != f"{piece.side}{piece.number}" or piece.side not in SIDES:
            found.append(f"{ref} is not the ref of {piece.ref}")
        if piece.number >= state.sides[piece.side].next_number:
            found.append(f"{ref} has a number not given yet")
        found += _piece_faults(state, ref)
    found += _frame_faults(state)
    return found


def _side_faults(state: State, side: str) -> list[str]:
    own = state.sides[side]
    found: list[str] = []
    if own.hand != sorted(own.hand):
        found.append(f"the hand of side {side} is not in order of names")
    if not set(own.pool) <= set(LETTERS):
        found.append(f"the pool of side {side} has letters that are none: {own.pool}")
    strange = {*own.hand, *own.library, *own.discard} - set(state.cards)
    if strange:
        found.append(f"side {side} has cards that are none: {', '.join(sorted(strange))}")
    placed = [ref for column in own.columns for ref in column if ref]
    creatures = [p.ref for p in state.creatures(side)]
    if sorted(placed) != sorted(creatures):
        found.append(f"side {side} has {creatures} in play and {placed} in its ranks")
    if state.ending is None and any(not front for front, _ in own.columns):
        found.append(f"side {side} has an empty front place")
    if own.deck:
        began = Counter(dict(own.deck)) + Counter(own.start)
        now = Counter([*own.hand, *own.library, *own.discard, *(c for s, c in state.flight if s == side)])
        now.update(p.card.name for p in state.of(side))
        if began != now:
            found.append(f"cards of side {side} were made or lost: {began - now} {now - began}")
    return found


def _piece_faults(state: State, ref: str) -> list[str]:
    piece = state.pieces[ref]
    found: list[str] = []
    if piece.on:
        bearer = state.pieces.get(piece.on)
        if piece.card.type is not CardType.AUGMENT or bearer is None or not bearer.creature:
            found.append(f"{ref} lies on {piece.on}, which is no existing creature")
    elif piece.card.type is CardType.AUGMENT:
        found.append(f"{ref} lies on nothing")
    if not piece.exists and not piece.card.body:
        found.append(f"{ref} is no creature and does not exist")
    if piece.behind and piece.exists:
        found.append(f"{ref} is there and still waits for a place")
    if piece.damage < 0 or piece.inflated < 0:
        found.append(f"{ref} has less than nothing of something")
    over = state.ending is not None
    if not over and (piece.damage or piece.changes or piece.aligned or piece.grants or piece.inflated):
        found.append(f"{ref} keeps damage or changes of a game turn that is over")
    if not over and (piece.doomed or piece.pacified):
        found.append(f"{ref} is doomed or pacified between turns")
    return found


def _frame_faults(state: State) -> list[str]:
    found: list[str] = []
    if state.combat is not None:
        found.append("an assault goes on between turns")
    if state.ending is None:
        if state.flight or state.fog or state.mana_cast or any(own.pool for own in state.sides.values()):
            found.append("a cast, fog or mana is left over between turns")
        if any(own.life <= 0 for own in state.sides.values()):
            found.append("a side without life plays on")
    elif state.winner is None:
        found.append("the game is over and nobody has won, lost or drawn")
    if state.turn and state.active != state.turn_side(state.turn):
        found.append(f"game turn {state.turn} is not that of side {state.active}")
    if len(state.sides) != len(SIDES):
        found.append("there are two sides")
    return found
