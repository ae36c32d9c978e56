"""Who knows what in Xom and Zol, as the office asks for it (``engine.seam.sight.Sight``)."""

from __future__ import annotations

from magika_gm.games.xom_zol.sight.views import Memory, hears, perceive, remember
from magika_gm.games.xom_zol.state import State

__all__ = ["hears", "known", "no_memory", "perceive", "remember"]


def no_memory() -> Memory:
    """No card of the other side was seen yet."""
    return Memory()


def known(state: State, seat: str, memory: Memory) -> State:  # noqa: ARG001 - the view says it all
    """The state as a seat knows it (SEE-1, SEE-2)."""
    return perceive(state, seat).state
