"""The one place where the world changes: an event is told, and telling applies it."""

from __future__ import annotations

from magika_gm.games.magika.rules.events import Event
from magika_gm.games.magika.rules.tasks import count
from magika_gm.games.magika.rules.world import World


def apply(world: World, event: Event) -> None:
    """Change ``world`` by one event. The only function that does."""
    if world.counting:
        counting = world.counting.get(event.__class__.__name__)
        if counting:
            count(world, event, counting)
    event.apply(world)
