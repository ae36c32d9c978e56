"""Xom and Zol in the store, as the office asks for it (``engine.seam.sight.Archive``)."""

from __future__ import annotations

from typing import Any

from magika_gm.engine.relations import Relation, Rows
from magika_gm.games.xom_zol import acts
from magika_gm.games.xom_zol.acts import Act
from magika_gm.games.xom_zol.archive import plain, tables
from magika_gm.games.xom_zol.archive.faults import faults
from magika_gm.games.xom_zol.events import Event
from magika_gm.games.xom_zol.setup.scenario import Scenario
from magika_gm.games.xom_zol.sight.views import Memory, View
from magika_gm.games.xom_zol.state import State


class DuelArchive:
    """States as rows; events, acts and memories as plain data."""

    name = "xom_zol"
    version = 1
    relations: tuple[Relation, ...] = tables.RELATIONS

    def to_rows(self, state: State, scenario: Scenario) -> Rows:  # noqa: ARG002 - options are the scenario's
        """The state as rows of the relations."""
        return tables.to_rows(state)

    def from_rows(self, rows: Rows, scenario: Scenario) -> State:
        """The state its rows hold; raises ValueError where no state can be so."""
        return tables.from_rows(rows, scenario.options)

    def faults(self, state: State) -> list[str]:
        """What cannot be in a state, in words."""
        return faults(state)

    def event_to_plain(self, event: Event) -> Any:
        """An event as JSON can hold it."""
        return plain.event_to_plain(event)

    def event_from_plain(self, value: Any) -> Event:
        """Back."""
        return plain.event_from_plain(value)

    def act_to_plain(self, act: Act) -> Any:
        """A game master's act as JSON can hold it."""
        return acts.act_to_plain(act)

    def act_from_plain(self, value: Any) -> Act:
        """Back."""
        return acts.act_from_plain(value)

    def seen_text(self, view: View) -> str:
        """Who stands where: ``A7:F1 B4:R2``."""
        state = view.state
        placed = ((p.ref, state.sides[p.side].place_of(p.ref)) for p in state.pieces.values() if p.creature)
        return " ".join(f"{ref}:{place}" for ref, place in placed)

    def known_plain(self, view: View) -> Any:
        """Life of both sides, and sizes of hands and libraries."""
        return {
            name: {"life": own.life, "hand": len(own.hand), "library": len(own.library)}
            for name, own in view.state.sides.items()
        }

    def memory_to_plain(self, memory: Memory) -> Any:
        """A memory as JSON can hold it."""
        return plain.memory_to_plain(memory)

    def memory_from_plain(self, value: Any) -> Memory:
        """Back."""
        return plain.memory_from_plain(value) or Memory()


ARCHIVE = DuelArchive()
