"""The game turn, step by step (SEQ)."""

from __future__ import annotations

from functools import partial

from magika_gm.games.xom_zol.events import (
    CardsReadied,
    LapsesEnded,
    Materialised,
    SheetMissed,
    TurnBegan,
    TurnEnded,
    Why,
)
from magika_gm.games.xom_zol.options import EmptyLibrary
from magika_gm.games.xom_zol.orders.forms import Assault, Cast, Form, Use
from magika_gm.games.xom_zol.rules.assault import assault
from magika_gm.games.xom_zol.rules.defaults import default_battle, fizzle
from magika_gm.games.xom_zol.rules.effects import draw
from magika_gm.games.xom_zol.rules.endings import look_at_turns
from magika_gm.games.xom_zol.rules.forming import form, open_behind
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.triggers import settle, triggers_of
from magika_gm.games.xom_zol.rules.turn import Turn
from magika_gm.games.xom_zol.rules.upkeep import penalties, upkeep
from magika_gm.games.xom_zol.rules.windows import carry_out, holds_now, run_cast_or_use, run_window, runs_at
from magika_gm.games.xom_zol.words import Ending, Moment, Window, Word, other

STEPS: dict[int, str] = {
    0: "before the turn",
    11: "1.1 materialisation",
    12: "1.2 power",
    20: "2 draw",
    31: "3.1 upkeep",
    32: "3.2 start",
    33: "3.3 battle",
    341: "3.4 A declare",
    342: "3.4 B assault",
    343: "3.4 C counter-assault",
    344: "3.4 D clash",
    345: "3.4 E1 swift damage",
    346: "3.4 E2 damage",
    35: "3.5 battle",
    40: "4 fizzle",
    51: "5.1 burn",
    52: "5.2 burn",
    53: "5.3 penalties",
    54: "5.4 the end",
    55: "5.5 the turn's end",
}
"""Titles of the steps by number."""


def play_game_turn(turn: Turn, number: int) -> None:
    """One game turn from 1.1 to 5.5; stops by ``GameOver`` where the game ends."""
    turn.at(1, 11)
    turn.tell(TurnBegan(number, turn.act.side))
    turn.assaulted = False
    power(turn)
    draw_phase(turn, number)
    battle(turn)
    turn.at(4, 40)
    fizzle(turn)
    burn(turn)
    turn.at(5, 55)
    turn.tell(TurnEnded(number))
    look_at_turns(turn)


def power(turn: Turn) -> None:
    """1.1: creatures not yet there exist and take places, then their ENTER triggers; 1.2: the active side readies."""
    state = turn.state
    new = sorted((p for p in state.pieces.values() if not p.exists), key=state.order)
    for piece in new:
        turn.tell(Materialised(piece.ref, open_behind(state, piece.side, piece.behind)))
    settle(turn, [w for piece in new for w in triggers_of(piece, Moment.ENTER)])
    turn.at(1, 12)
    turn.tell(CardsReadied(turn.act.side))


def draw_phase(turn: Turn, number: int) -> None:
    """2: one card; an empty library loses the game (END-3)."""
    turn.at(2, 20)
    state, side = turn.state, turn.act.side
    if number == 1 and not state.options.first_draw:
        return
    if state.sides[side].library:
        draw(turn, side, 1, Why.TURN)
    elif state.options.empty_library is EmptyLibrary.LOSE:
        turn.end(other(side), Ending.LIBRARY)


def battle(turn: Turn) -> None:
    """3: TURN triggers and upkeep, window START, then the active sheet's lines in written order."""
    state, side = turn.state, turn.act.side
    turn.at(3, 31)
    resting = tuple(p.ref for p in state.of(side) if p.lapsed)
    if resting:
        turn.tell(LapsesEnded(resting))
    settle(turn, [w for piece in state.of(side) if piece.exists for w in triggers_of(piece, Moment.TURN)])
    upkeep(turn)
    turn.at(3, 32)
    run_window(turn, turn.react.side, Window.START)
    turn.at(3, 33)
    if turn.act.missing:
        turn.tell(SheetMissed(side))
        default_battle(turn)
        return
    for i, order in enumerate(turn.act.lines):
        if isinstance(order, Cast | Use | Form | Assault) and runs_at(order, None):
            if holds_now(turn, turn.act, i, order, None):
                carry_out(turn, turn.act, i, partial(_run, turn, order))
            settle(turn)


def _run(turn: Turn, order: Cast | Use | Form | Assault) -> No | Word:
    match order:
        case Cast() | Use():
            return run_cast_or_use(turn, turn.act.side, order)
        case Form():
            return form(turn, order)
        case Assault():
            return assault(turn, order)


def burn(turn: Turn) -> None:
    """5.1 and 5.2 the last windows, 5.3 penalties, 5.4 the end is looked at."""
    turn.at(5, 51)
    run_window(turn, turn.act.side, Window.BURN)
    turn.at(5, 52)
    run_window(turn, turn.react.side, Window.BURN)
    turn.at(5, 53)
    penalties(turn)
    turn.at(5, 54)
    settle(turn)
