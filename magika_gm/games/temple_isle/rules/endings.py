"""The end of a game, and who stands how (END)."""

from __future__ import annotations

from typing import NamedTuple

from magika_gm.games.temple_isle.rules.board import MOON, OTHER, SEATS, SUN
from magika_gm.games.temple_isle.rules.events import GameEnded
from magika_gm.games.temple_isle.rules.figures import holds_all_temples
from magika_gm.games.temple_isle.rules.state import DRAW, Ending, State
from magika_gm.games.temple_isle.rules.turn import Turn


class Standing(NamedTuple):
    """What standings compare, in this order (END-5)."""

    temples: int
    lands: int
    levels: int
    hp: int


def standing(state: State, seat: str) -> Standing:
    """A player's figures of END-5; temples count among the land cards too."""
    units = state.units_of(seat)
    return Standing(
        temples=sum(state.control[s] == seat for s in state.temple_squares()),
        lands=len(state.lands_of(seat)),
        levels=sum(state.card_of(u).level for u in units),
        hp=sum(u.hp for u in units),
    )


def leader(state: State) -> str:
    """Who leads by the standings; ``draw`` if nobody does (END-5)."""
    sun, moon = standing(state, SUN), standing(state, MOON)
    return DRAW if sun == moon else SUN if sun > moon else MOON


def end_by_temples(turn: Turn, seat: str) -> bool:
    """The player who controls all temples wins at once (END-1); whether he does."""
    if holds_all_temples(turn.state, seat):
        turn.tell(GameEnded(Ending.TEMPLES, seat))
        return True
    return False


def end_by_limit(turn: Turn) -> bool:
    """After the last game turn the standings decide (END-2); whether it was the last."""
    if turn.state.turn >= turn.state.options.limit:
        turn.tell(GameEnded(Ending.LIMIT, leader(turn.state)))
        return True
    return False


def end_by_losers(turn: Turn, losers: list[str], ending: Ending) -> bool:
    """One who resigns or forfeits loses; of both the standings decide (END-3). Whether anybody did."""
    if not losers:
        return False
    winner = leader(turn.state) if len(losers) == len(SEATS) else OTHER[losers[0]]
    turn.tell(GameEnded(ending, winner))
    return True
