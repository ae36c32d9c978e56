"""Arena in the store: its relations, states as rows, events, acts and memories as plain data."""

from __future__ import annotations

from typing import Any

from magika_gm.engine.relations import Relation, Rows
from magika_gm.games.arena.archive import faults as f
from magika_gm.games.arena.archive import plain as p
from magika_gm.games.arena.archive import rows as r
from magika_gm.games.arena.archive.relations import RELATIONS, VERSION
from magika_gm.games.arena.rules.acts import Act
from magika_gm.games.arena.rules.events import Event
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import OTHER
from magika_gm.games.arena.sight.memory import Memory, memory_from_plain, memory_to_plain
from magika_gm.games.arena.sight.view import View


class ArenaArchive:
    """States as rows; events, acts and memories as plain data."""

    name = "arena"
    version = VERSION
    relations: tuple[Relation, ...] = RELATIONS

    def to_rows(self, state: State, scenario: object = None) -> Rows:  # noqa: ARG002 - the state is whole
        """The state as rows of the relations."""
        return r.to_rows(state)

    def from_rows(self, rows: Rows, scenario: object = None) -> State:  # noqa: ARG002
        """The state its rows hold; raises ValueError where no state can be so."""
        return r.from_rows(rows)

    def faults(self, state: State) -> list[str]:
        """What cannot be in a state, in words."""
        return f.faults(state)

    def event_to_plain(self, event: Event) -> Any:
        """An event as JSON can hold it."""
        return p.event_to_plain(event)

    def event_from_plain(self, plain: Any) -> Event:
        """Back."""
        return p.event_from_plain(plain)

    def act_to_plain(self, act: Act) -> Any:
        """A game master's act as JSON can hold it."""
        return p.act_to_plain(act)

    def act_from_plain(self, plain: Any) -> Act:
        """Back; raises KeyError, TypeError or ValueError if it is none."""
        return p.act_from_plain(plain)

    def seen_text(self, view: View) -> str:
        """Where creatures stand: ``A1:d4 B2:e8^``."""
        names = view.state.board.place_names
        return " ".join(f"{c.id}:{names[c.place]}" for c in view.state.by_id())

    def known_plain(self, view: View) -> Any:
        """The enemy's cards that are known."""
        return list(view.state.revealed[OTHER[view.seat]])

    def memory_to_plain(self, memory: Memory) -> Any:
        """A memory as JSON can hold it."""
        return memory_to_plain(memory)

    def memory_from_plain(self, plain: Any) -> Memory:
        """Back."""
        return memory_from_plain(plain)


ARCHIVE = ArenaArchive()
