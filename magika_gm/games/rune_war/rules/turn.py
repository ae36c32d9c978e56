"""A turn under way: the state it changes, its dice, what has been told so far; telling an event applies it."""

from __future__ import annotations

from collections.abc import Collection

from magika_gm.engine.dice import Dice
from magika_gm.engine.told import Told
from magika_gm.games.rune_war.rules.events import Event
from magika_gm.games.rune_war.rules.state import World
from magika_gm.games.rune_war.rules.tables import SEATS


def apply(world: World, event: Event) -> None:
    """Change ``world`` by one event. The only function that does."""
    event.apply(world)


class Table:
    """The table a turn is played at. Rules change ``world`` through :meth:`tell` alone.

    ``phase`` is the step of SEQ-3 or SEQ-5 and part of the key of every roll; ``step`` counts plays in a hand turn and
    segments in a map turn.
    """

    def __init__(self, world: World, dice: Dice) -> None:
        self.world = world
        self.dice = dice
        self.told: list[Told[Event]] = []
        self.step = 0

    @property
    def phase(self) -> int:
        """The step of the sequence under way."""
        return self.dice.phase

    def begin(self, phase: int) -> None:
        """Go on to a step of the sequence."""
        self.dice.phase = phase
        self.step = 0

    def tell(self, event: Event, audience: Collection[str] = SEATS, blurred: Event | None = None) -> None:
        """Apply an event and record who perceives it; the others perceive ``blurred``, if it is given."""
        apply(self.world, event)
        dimly = tuple(s for s in SEATS if s not in audience) if blurred is not None else ()
        self.told.append(
            Told(phase=self.phase, step=self.step, event=event, audience=tuple(audience), blurred=blurred, dimly=dimly)
        )
