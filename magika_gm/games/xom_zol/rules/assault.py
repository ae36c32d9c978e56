"""The assault (SEQ 3.4, ASLT): declare, choose, counter-assault, clash, damage."""

from __future__ import annotations

from magika_gm.games.xom_zol.events import AssaultDeclared, AssaultEnded, AssaultersChosen
from magika_gm.games.xom_zol.figures import fits, has
from magika_gm.games.xom_zol.orders.forms import Assault, Host
from magika_gm.games.xom_zol.rules.aims import own_pieces
from magika_gm.games.xom_zol.rules.availability import eligible
from magika_gm.games.xom_zol.rules.blocking import counter_assault, meetable
from magika_gm.games.xom_zol.rules.duel import safe
from magika_gm.games.xom_zol.rules.fight import fight
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.turn import Turn
from magika_gm.games.xom_zol.rules.windows import run_window
from magika_gm.games.xom_zol.state import Piece, State
from magika_gm.games.xom_zol.words import Keyword, Window, Word


def assault(turn: Turn, order: Assault) -> No | Word:
    """An ASSAULT line: legal if at least one chosen creature is eligible; the first legal one is the assault."""
    if turn.assaulted:
        return No.ASSAULTED
    state, side = turn.state, turn.act.side
    named = [p.ref for p in own_pieces(state, side, order.picks)]  # fixed now; ALL, filters, SAFE are read again at B
    if not eligible(state, side, _chosen(state, side, order, named)):
        return No.NOBODY
    turn.assaulted = True
    turn.carried(Word.DONE)
    turn.at(3, 341)
    turn.tell(AssaultDeclared(side))
    turn.declaring = True
    run_window(turn, side, Window.DECLARE)
    run_window(turn, turn.react.side, Window.DECLARE)
    turn.declaring = False
    turn.at(3, 342)
    chosen = eligible(state, side, _chosen(state, side, order, named))
    if chosen:
        _carry_out(turn, chosen)
    turn.at(3, 35)
    return Word.DONE


def _chosen(state: State, side: str, order: Assault, named: list[str]) -> list[Piece]:
    creatures = state.creatures(side)
    match order.host:
        case Host.ALL:
            return [p for p in creatures if p.ref not in named]
        case Host.SAFE:
            return safe(state, side)
        case Host.FILTER:
            return [p for p in creatures if fits(state, p, order.filter)]
        case Host.LIST:
            return [p for p in creatures if p.ref in named]


def _carry_out(turn: Turn, chosen: list[Piece]) -> None:
    """Steps B to E; with ``front_must_die`` C, D, E for the first rank, then C and E for the second (ASLT-6)."""
    state, side = turn.state, turn.act.side
    rears = {rear for _, rear in state.sides[side].columns}
    first = tuple(p.ref for p in chosen if p.ref not in rears)
    second = tuple(p.ref for p in chosen if p.ref in rears)
    vigilant = tuple(p.ref for p in chosen if has(state, p.ref, Keyword.VIGIL))
    turn.tell(AssaultersChosen(side, first, second, vigilant))
    combat = state.combat
    assert combat is not None
    apart = state.options.front_must_die
    met = meetable(turn, combat)
    turn.at(3, 343)
    counter_assault(turn, first if apart else combat.assaulters, met)
    turn.at(3, 344)
    run_window(turn, side, Window.CLASH)
    run_window(turn, turn.react.side, Window.CLASH)
    fight(turn, first if apart else combat.assaulters)
    if apart and any(ref in state.pieces for ref in second):
        turn.at(3, 343)
        counter_assault(turn, second, met)
        fight(turn, second)
    turn.tell(AssaultEnded(side))
