"""A turn under way: the state it changes, its dice, what has been told so far; telling an event applies it."""

from __future__ import annotations

from collections.abc import Collection

from magika_gm.engine.rules import Telling
from magika_gm.games.rune_war.rules.events import Event
from magika_gm.games.rune_war.rules.state import World
from magika_gm.games.rune_war.rules.tables import SEATS


class Table(Telling[World]):
    """The table a turn is played at. Rules change its state through :meth:`tell` alone.

    ``phase`` is the step of SEQ-3 or SEQ-5 and part of the key of every roll; ``step`` counts plays in a hand turn and
    segments in a map turn.
    """

    def tell(self, event: Event, audience: Collection[str] = SEATS, blurred: Event | None = None) -> None:
        """Apply an event and record who perceives it; the others perceive ``blurred``, if it is given."""
        dimly = tuple(s for s in SEATS if s not in audience) if blurred is not None else ()
        self.record(event, tuple(audience), blurred, dimly)
