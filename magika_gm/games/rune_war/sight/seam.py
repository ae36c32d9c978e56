"""Who knows what in Rune War, as the office asks for it (``engine.seam.sight.Sight``)."""

from __future__ import annotations

from magika_gm.games.rune_war.rules.state import World
from magika_gm.games.rune_war.sight import known as masked
from magika_gm.games.rune_war.sight import memory as m
from magika_gm.games.rune_war.sight.memory import Memory
from magika_gm.games.rune_war.sight.view import View
from magika_gm.games.rune_war.sight.view import perceive as perceived

__all__ = ["hears", "known", "no_memory", "perceive", "remember"]


def perceive(state: World, seat: str) -> View:
    """What a seat perceives at a turn's end (SEE)."""
    return perceived(state, seat)


def no_memory() -> Memory:
    """Nothing is remembered before turn 0."""
    return m.NOTHING


def remember(memory: Memory, turn: int, view: View) -> Memory:
    """The memory with a turn's view taken in: last sightings (SEE-6)."""
    return m.remember(memory, turn, view)


def known(state: World, seat: str, memory: Memory) -> World:  # noqa: ARG001 - orders hang on what is seen now (SEE-6)
    """The state without what is hidden from a seat."""
    return masked.known(state, seat)


def hears(state: World, seat: str, sender: str, to: str) -> bool:
    """Whether a seat gets a message; a sender reads his own again."""
    return seat == sender or seat in m.hears(state, sender, to)
