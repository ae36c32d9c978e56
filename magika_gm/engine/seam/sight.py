"""Who knows what, and what of it is kept as rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from magika_gm.engine.relations import Relation, Rows
from magika_gm.engine.seam.opaque import Memory, Scenario, Seat, State, View
from magika_gm.engine.told import Told


class Sight(Protocol):
    """Who knows what."""

    def perceive(self, state: State, seat: Seat) -> View:
        """What a seat perceives at a turn's end."""

    def no_memory(self) -> Memory:
        """What is remembered before turn 0."""

    def remember(self, memory: Memory, turn: int, view: View) -> Memory:
        """The memory with a turn's view taken in."""

    def known(self, state: State, seat: Seat, memory: Memory) -> State:
        """The state as a seat knows it: all that an acknowledgement and a forecast may look at."""

    def hears(self, state: State, seat: Seat, sender: Seat, to: str) -> bool:
        """Whether a seat gets a message that ``sender`` wrote to ``to`` (a seat, a group, ``ALL``)."""


@runtime_checkable
class Chronicle(Protocol):
    """Sight of a game whose characters have deeds that are kept: what a game may bring beyond :class:`Sight`."""

    def chronicle(self, memory: Memory, turn: int, told: Sequence[Told[Any]], seat: Seat) -> Memory:
        """The memory with what a seat did in a turn, as it was told of it."""

    def bring(self, memory: Memory, honours: Sequence[str]) -> Memory:
        """The memory of a character who returns with the marks of his deeds in earlier games."""

    def honours(self, memory: Memory) -> tuple[str, ...]:
        """All marks of a character's deeds, each once, the oldest first."""


class Plain(Protocol):
    """What turns values into plain data (lists, mappings, texts, numbers) and back: ``engine.plain.Codec`` is one."""

    def to_plain(self, value: Any, /) -> Any:
        """A value as JSON can hold it."""

    def from_plain(self, plain: Any, /) -> Any:
        """Back; raises ValueError if it is none."""


class Archive(Protocol):
    """States as rows; events, acts, views and memories as plain data."""

    @property
    def name(self) -> str:
        """The game's name, which begins its tables' names."""

    @property
    def version(self) -> int:
        """Of the relations: raised when their shape changes."""

    @property
    def relations(self) -> tuple[Relation, ...]:
        """Its tables."""

    @property
    def events(self) -> Plain:
        """What happens, as plain data."""

    @property
    def acts(self) -> Plain:
        """The game master's acts."""

    @property
    def memories(self) -> Plain:
        """What seats remember."""

    def to_rows(self, state: State, scenario: Any) -> Rows:
        """The state as rows of the relations; what the scenario says of itself need not be among them."""

    def from_rows(self, rows: Rows, scenario: Scenario) -> State:
        """The state its rows hold; raises ValueError where no state can be so."""

    def faults(self, state: State) -> list[str]:
        """What cannot be in a state, in words; none in any the engine reaches."""

    def seen_text(self, view: View) -> str:
        """What of a view is kept for people who ask with SQL: places in short."""

    def known_plain(self, view: View) -> Any:
        """The same of others: JSON."""
