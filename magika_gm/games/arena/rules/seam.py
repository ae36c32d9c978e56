"""Arena's law, as the office asks for it (``engine.seam.rules.Rules``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.seam.setup import Place
from magika_gm.engine.seam.shape import Need
from magika_gm.games.arena.orders.order import Order
from magika_gm.games.arena.rules import sequence
from magika_gm.games.arena.rules.acts import Act
from magika_gm.games.arena.rules.ending import hexes, leader, points, worth
from magika_gm.games.arena.rules.sequence import active_in, coming_turns
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import DRAWN, OTHER, SIDES, Ending

ENDINGS: Mapping[Ending, tuple[str, str]] = {
    Ending.KING: ("a creature stands on the enemy king's hex", "WIN-1"),
    Ending.CREATURES: ("one player has no creature left", "WIN-2"),
    Ending.RESIGN: ("a player resigned", "WIN-3"),
    Ending.DRAW: ("both agreed on a draw", "WIN-3"),
    Ending.POINTS: ("hexes and armies were counted", "WIN-4"),
}
"""Why a game is over, in a sentence, and the rule."""


def resolve(state: State, orders: Mapping[str, Sequence[Order]], dice: Dice, acts: Sequence[Act] = ()) -> Resolution:
    """A mail turn (SEQ); a game that is over is not played on."""
    if state.ending is not None:
        raise ValueError(f"the game is over ({state.ending})")
    return sequence.resolve(state, orders, dice, acts)


def default_orders(state: State, seat: str, last: Sequence[Order]) -> list[Order] | None:  # noqa: ARG001 - see resolve
    """None: what happens without a sheet is the resolution's own affair (MAIL-6)."""
    return None


def turn_of(state: State) -> int:
    """The last mail turn played."""
    return state.mail_turn


def playing(state: State) -> tuple[str, ...]:  # noqa: ARG001 - both stay to the end
    """Both, from the beginning to the end."""
    return SIDES


def needs(state: State) -> Mapping[str, Need]:
    """Whose sheets the coming mail turn waits for: the active players'; the other may send standing orders (MAIL-4)."""
    if state.ending is not None:
        return dict.fromkeys(SIDES, Need.NONE)
    active = {active_in(turn) for turn in coming_turns(state)}
    return {side: Need.REQUIRED if side in active else Need.MAY for side in SIDES}


def ending(state: State) -> str | None:
    """Why the game is over."""
    return None if state.ending is None else str(state.ending)


def ending_text(ending: str) -> str:
    """In a sentence."""
    return f"{ENDINGS[Ending(ending)][0]} ({ENDINGS[Ending(ending)][1]})"


def standing(state: State) -> tuple[Place, ...]:
    """As WIN-4 counts; once the game is over its result and the points of WIN-5."""
    best = state.winner if state.ending is not None else leader(state)
    first = SIDES[0] if best == DRAWN else best
    rows = []
    for side in (first, OTHER[first]):
        earned = float(points(state, side)) if state.ending is not None else 0.0
        rows.append(Place(1 if best in (DRAWN, side) else 2, side, earned))
    return tuple(rows)


def allies(state: State, seat: str) -> tuple[str, ...]:  # noqa: ARG001 - two play, against one another
    """Nobody plays together."""
    return ()


def character(state: State, seat: str) -> str:  # noqa: ARG001 - there are none
    """No names: creatures have ids."""
    return ""


__all__ = [
    "ENDINGS", "allies", "character", "default_orders", "ending", "ending_text", "hexes", "needs", "playing",
    "resolve", "standing", "turn_of", "worth",
]  # fmt: skip
