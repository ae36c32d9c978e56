"""Temple Isle in the store, as the office asks for it (``engine.seam.sight.Archive``)."""

from __future__ import annotations

from typing import Any

from magika_gm.engine.relations import Relation, Rows
from magika_gm.games.temple_isle.archive import plain, rows
from magika_gm.games.temple_isle.rules.acts import Act
from magika_gm.games.temple_isle.rules.board import SQUARES
from magika_gm.games.temple_isle.rules.events import Event
from magika_gm.games.temple_isle.rules.faults import faults
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.setup.scenario import Scenario
from magika_gm.games.temple_isle.sight.memory import Memory, memory_from_plain, memory_to_plain
from magika_gm.games.temple_isle.sight.view import View


class TempleArchive:
    """States as rows; events, acts and memories as plain data."""

    name = "temple_isle"
    version = 1
    relations: tuple[Relation, ...] = rows.RELATIONS

    def to_rows(self, state: State, scenario: Scenario) -> Rows:  # noqa: ARG002 - cards and options are the scenario's
        """The state as rows of the relations."""
        return rows.to_rows(state)

    def from_rows(self, table: Rows, scenario: Scenario) -> State:
        """The state its rows hold; raises ValueError where no state can be so."""
        return rows.from_rows(table, scenario.catalogue, scenario.options)

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
        return plain.act_to_plain(act)

    def act_from_plain(self, value: Any) -> Act:
        """Back."""
        return plain.act_from_plain(value)

    def seen_text(self, view: View) -> str:
        """Where units stand: ``U1:b2 U4:c3``."""
        return " ".join(f"U{unit.number}:{SQUARES[unit.square]}" for unit in view.units)

    def known_plain(self, view: View) -> Any:
        """The cards of the other player's hand that are known."""
        return list(view.known)

    def memory_to_plain(self, memory: Memory) -> Any:
        """A memory as JSON can hold it."""
        return memory_to_plain(memory)

    def memory_from_plain(self, value: Any) -> Memory:
        """Back."""
        return memory_from_plain(value)


ARCHIVE = TempleArchive()
