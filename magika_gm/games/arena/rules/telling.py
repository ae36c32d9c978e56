"""The one place where the state changes: an event is told, and telling applies it."""

from __future__ import annotations

from magika_gm.games.arena.rules.events import Event
from magika_gm.games.arena.rules.state import State


def apply(state: State, event: Event) -> None:
    """Change ``state`` by one event. The only function that does."""
    event.apply(state)
