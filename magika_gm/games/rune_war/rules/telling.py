"""The one place where a state changes: an event is told, and telling applies it."""

from __future__ import annotations

from magika_gm.games.rune_war.rules.events import Event
from magika_gm.games.rune_war.rules.state import World


def apply(world: World, event: Event) -> None:
    """Change ``world`` by one event. The only function that does."""
    event.apply(world)
