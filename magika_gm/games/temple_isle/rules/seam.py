"""Temple Isle's law, as the office asks for it (``engine.seam.rules.Rules``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from magika_gm.engine.seam.setup import Place
from magika_gm.engine.seam.shape import Need
from magika_gm.games.temple_isle.orders.model import Order
from magika_gm.games.temple_isle.rules import resolve as turns
from magika_gm.games.temple_isle.rules.board import SEATS
from magika_gm.games.temple_isle.rules.resolve import resolve
from magika_gm.games.temple_isle.rules.state import Ending, State

_ENDINGS = {
    Ending.TEMPLES: "all four temples are in one hand (END-1)",
    Ending.LIMIT: "the last game turn was played and the standings decide (END-2)",
    Ending.RESIGNED: "a player resigned (END-3)",
    Ending.AGREED: "both offered a draw (END-4)",
    Ending.FORFEIT: "a player forfeited (MAIL-8)",
}

__all__ = [
    "allies", "character", "default_orders", "ending", "ending_text", "needs", "playing", "resolve", "standing",
    "turn_of",
]  # fmt: skip


def default_orders(state: State, seat: str, last: Sequence[Order]) -> list[Order] | None:  # noqa: ARG001 - the steward plays
    """None: the steward plays for who sent nothing (MAIL-7), and ``resolve`` sees to that."""
    return None


def turn_of(state: State) -> int:
    """The last mail turn played."""
    return state.mail


def playing(state: State) -> tuple[str, ...]:  # noqa: ARG001 - both stay to the end
    """Both, from the beginning to the end."""
    return SEATS


def needs(state: State) -> Mapping[str, Need]:
    """Whose sheets the coming mail turn waits for (MAIL-1, MAIL-2)."""
    return turns.needs(state)


def ending(state: State) -> str | None:
    """Why the game is over."""
    return None if state.ending is None else str(state.ending)


def ending_text(ending: str) -> str:
    """In a sentence."""
    return _ENDINGS[Ending(ending)]


def standing(state: State) -> tuple[Place, ...]:
    """As END-5 has it; once the game is over its result: win 1, draw a half, loss 0."""
    return turns.places(state)


def allies(state: State, seat: str) -> tuple[str, ...]:  # noqa: ARG001 - two play, against one another
    """Nobody plays together."""
    return ()


def character(state: State, seat: str) -> str:  # noqa: ARG001 - there are none
    """No names."""
    return ""
