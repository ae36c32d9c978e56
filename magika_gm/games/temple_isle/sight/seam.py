"""Who knows what in Temple Isle, as the office asks for it (``engine.seam.sight.Sight``)."""

from __future__ import annotations

from magika_gm.engine.sheet.grammar import EVERYBODY
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.sight.memory import Memory, remember
from magika_gm.games.temple_isle.sight.view import known_state, perceive

__all__ = ["hears", "known", "no_memory", "perceive", "remember"]


def no_memory() -> Memory:
    """No hand was seen yet."""
    return Memory()


def known(state: State, seat: str, memory: Memory) -> State:  # noqa: ARG001 - what is known stands in the state
    """The state as a seat knows it (INFO-1)."""
    return known_state(state, seat)


def hears(state: State, seat: str, sender: str, to: str) -> bool:  # noqa: ARG001 - the same all through a game
    """Messages to the player, and copies of his own."""
    return sender == seat or to in (EVERYBODY, seat)
