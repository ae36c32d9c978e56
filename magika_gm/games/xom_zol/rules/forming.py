"""FORM: a side orders its ranks anew (FIELD-4, FIELD-5)."""

from __future__ import annotations

from magika_gm.games.xom_zol.events import Formed
from magika_gm.games.xom_zol.orders.forms import Form, Pick
from magika_gm.games.xom_zol.rules.aims import own_piece
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.turn import Turn
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import Word


def open_behind(state: State, side: str, front: str) -> str:
    """The front creature named by BEHIND if the place behind it is free, else "": what came of the words is told, not
    the words (FIELD-5, SEE-1).
    """
    return front if front and (front, "") in state.sides[side].columns else ""


def form(turn: Turn, order: Form) -> No | Word:
    """Fronts left to right, then who stands behind each; what is skipped leaves its place empty."""
    state, side = turn.state, turn.act.side
    named: set[str] = set()

    def take(pick: Pick | None) -> str:
        piece = own_piece(state, side, pick) if pick is not None else None
        if piece is None or not piece.creature or piece.ref in named:
            return ""
        named.add(piece.ref)
        return piece.ref

    fronts = [take(pick) for pick in order.fronts]
    rears = [take(pick) for pick in order.rears]
    if not named:
        return No.NOT_HERE
    wide = max(len(fronts), len(rears))
    fronts += [""] * (wide - len(fronts))
    rears += [""] * (wide - len(rears))
    columns = list(zip(fronts, rears, strict=True))
    columns += [(p.ref, "") for p in state.creatures(side) if p.ref not in named]
    turn.tell(Formed(side, tuple(columns)))
    return Word.DONE
