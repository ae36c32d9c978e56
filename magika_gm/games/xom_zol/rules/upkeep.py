"""Upkeep in step 3.1, penalties in step 5.3 (UPK, POL-3)."""

from __future__ import annotations

from magika_gm.games.xom_zol.changes import Payment
from magika_gm.games.xom_zol.events import Lapsed, PenaltiesTaken, Unsummoned, UpkeepPaid
from magika_gm.games.xom_zol.figures import fits
from magika_gm.games.xom_zol.orders.forms import UpkeepHow
from magika_gm.games.xom_zol.rules.aims import own_piece
from magika_gm.games.xom_zol.rules.casting import limits
from magika_gm.games.xom_zol.rules.payment import Terms, pay_for
from magika_gm.games.xom_zol.rules.triggers import settle
from magika_gm.games.xom_zol.rules.turn import Turn
from magika_gm.games.xom_zol.state import Piece

LIFE_TO_FORCE = 10
"""Life that must remain where upkeep is forced by default (POL-3)."""


def upkeep(turn: Turn) -> None:
    """Each card due is paid for, unsummoned, or lapses: by the sheet's lines, then the others (UPK-2)."""
    state, side = turn.state, turn.act.side
    due = {p.ref for p in state.of(side) if p.card.unsummon}
    lapsed = 0
    for line in turn.act.upkeeps():
        piece = own_piece(state, side, line.what, exists=False)
        if piece is not None and piece.ref in due:
            due.remove(piece.ref)
            lapsed += _meet(turn, piece, line.how, lapsed)
    rest = sorted((p for p in state.of(side) if p.ref in due), key=lambda p: (-p.card.size, p.number))
    for piece in rest:
        if piece.ref in state.pieces:  # an earlier lapse or farewell may have been its death
            lapsed += _meet(turn, piece, None, lapsed)
    turn.lapse_due = lapsed


def _meet(turn: Turn, piece: Piece, how: UpkeepHow | None, lapsed: int) -> int:
    """Meet one upkeep as ordered; what cannot be carried out so goes by POL-3. Gives the life a lapse will cost."""
    if how is None or not _as_ordered(turn, piece, how):
        how = _by_default(turn, piece, lapsed)
    settle(turn)
    return piece.card.unsummon if how is UpkeepHow.LAPSE else 0


def _as_ordered(turn: Turn, piece: Piece, how: UpkeepHow) -> bool:
    side = piece.side
    match how:
        case UpkeepHow.PAY | UpkeepHow.FORCE:
            payment = _payment(turn, piece, piece.card.unsummon if how is UpkeepHow.FORCE else 0)
            if payment is None:
                return False
            turn.tell(UpkeepPaid(side, piece.ref, payment))
        case UpkeepHow.UNSUMMON:
            turn.tell(Unsummoned(side, piece.ref, piece.card.name))
        case UpkeepHow.LAPSE:
            turn.tell(Lapsed(side, piece.ref))
    return True


def _payment(turn: Turn, piece: Piece, force: int) -> Payment | None:
    cost = "B" * piece.card.unsummon
    return pay_for(turn.state, piece.side, cost, Terms(force=force), limits(turn.state, piece))


def _by_default(turn: Turn, piece: Piece, lapsed: int) -> UpkeepHow:
    """POL-3: PAY; else FORCE if enough life remains; else LAPSE; else UNSUMMON."""
    life = turn.state.sides[piece.side].life
    for how, force in ((UpkeepHow.PAY, 0), (UpkeepHow.FORCE, piece.card.unsummon)):
        payment = _payment(turn, piece, force)
        if payment is not None and (not payment.life or life - payment.life >= LIFE_TO_FORCE):
            turn.tell(UpkeepPaid(piece.side, piece.ref, payment))
            return how
    how = UpkeepHow.UNSUMMON if lapsed + piece.card.unsummon >= life else UpkeepHow.LAPSE
    _as_ordered(turn, piece, how)
    return how


def penalties(turn: Turn) -> None:
    """Step 5.3, both sides at once: letters in the pools; of the active side lapsed upkeep and conditions not met."""
    state, active = turn.state, turn.act.side
    unmet = sum(
        demand.n
        for piece in state.of(active)
        if piece.exists
        for demand in piece.card.rules.demands
        if not any(p.exists and p.ref != piece.ref and fits(state, p, demand.filter) for p in state.of(active))
    )
    for side in (active, turn.react.side):
        mine = side == active
        taken = PenaltiesTaken(side, len(state.sides[side].pool), turn.lapse_due if mine else 0, unmet if mine else 0)
        if taken.pool or taken.lapsed or taken.unmet:
            turn.tell(taken)
