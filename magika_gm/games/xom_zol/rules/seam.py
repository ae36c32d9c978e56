"""Xom and Zol's law, as the office asks for it (``engine.seam.rules.Rules``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from magika_gm.engine.seam.setup import Place
from magika_gm.engine.seam.shape import Need
from magika_gm.games.xom_zol.orders.forms import Order
from magika_gm.games.xom_zol.rules.endings import standing as as_it_stands
from magika_gm.games.xom_zol.rules.resolution import resolve
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import SIDES, Ending

ENDINGS: Mapping[Ending, tuple[str, str]] = {
    Ending.LIFE: ("a side has no life left", "END-1"),
    Ending.LIBRARY: ("a side had to draw from an empty library", "END-3"),
    Ending.TURNS: ("the last game turn was played", "END-2"),
    Ending.CONCEDE: ("a side conceded", "END-4"),
    Ending.AGREED: ("both offered a draw", "END-4"),
    Ending.FORFEIT: ("a side forfeited", "END-4"),
}
"""Why a game is over, in words, and the rule."""

__all__ = [
    "ENDINGS", "allies", "character", "default_orders", "ending", "ending_text", "needs", "playing", "resolve",
    "standing", "turn_of",
]  # fmt: skip


def default_orders(state: State, seat: str, last: Sequence[Order]) -> list[Order] | None:  # noqa: ARG001 - see below
    """None: the law itself plays for who sent nothing (POL-8)."""
    return None


def turn_of(state: State) -> int:
    """The last mail turn played."""
    return state.mail_turn


def playing(state: State) -> tuple[str, ...]:  # noqa: ARG001 - both stay to the end
    """Both, from the beginning to the end."""
    return SIDES


def needs(state: State) -> Mapping[str, Need]:
    """The side about to be active must send a sheet, the other may (MAIL-2, MAIL-7); under ``double`` both must."""
    if state.ending is not None:
        return dict.fromkeys(SIDES, Need.NONE)
    return {side: Need.REQUIRED if state.acts_next(side) else Need.MAY for side in SIDES}


def ending(state: State) -> str | None:
    """Why the game is over."""
    return None if state.ending is None else str(state.ending)


def ending_text(ending: str) -> str:
    """In a sentence."""
    why, rule = ENDINGS[Ending(ending)]
    return f"{why} ({rule})"


def standing(state: State) -> tuple[Place, ...]:
    """By life while the game goes on; then its result: 3 a win, 1 a draw (END-5)."""
    return as_it_stands(state)


def allies(state: State, seat: str) -> tuple[str, ...]:  # noqa: ARG001 - a duel
    """Nobody plays together."""
    return ()


def character(state: State, seat: str) -> str:  # noqa: ARG001 - there are none
    """No names."""
    return ""
