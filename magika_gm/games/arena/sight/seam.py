"""Who knows what in Arena, as the office asks for it (``engine.seam.sight.Sight``)."""

from __future__ import annotations

from magika_gm.engine.sheet.grammar import EVERYBODY
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.sight import view
from magika_gm.games.arena.sight.memory import Memory, remember
from magika_gm.games.arena.sight.view import perceive

__all__ = ["hears", "known", "no_memory", "perceive", "remember"]


def no_memory() -> Memory:
    """Nothing has happened yet."""
    return Memory()


def known(state: State, seat: str, memory: Memory) -> State:  # noqa: ARG001 - what is known stands in the state
    """The state as a seat knows it (INFO-3)."""
    return view.known(state, seat)


def hears(state: State, seat: str, sender: str, to: str) -> bool:  # noqa: ARG001 - the same all through a game
    """Messages to the player, and copies of his own."""
    return sender == seat or to in (EVERYBODY, seat)
