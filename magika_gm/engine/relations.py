"""A game's tables as data: the store makes SQL tables of them, each keyed by (game, turn) too.

A state is written as rows once a turn and read back from them; nothing is changed in place, so that undoing a turn is
removing its rows. What a game declares here is all the store knows of its worlds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from magika_gm.engine.records import named_record

Row = Mapping[str, Any]
"""Column names to values: texts, whole numbers, floats, booleans, None; plain data in a column of :attr:`Kind.JSON`."""

Rows = Mapping[str, Sequence[Row]]
"""Rows by relation name. Written in any order, they come back sorted by their keys. A relation left out has no rows,
or, where it keeps changes, the rows it had."""

TURN = "turn"
"""The column of the state's turn number. It is part of every table's key; a relation that keeps whole turns may name
it among its columns, and its rows then hold it, so that a state read from rows knows its turn."""


class Kind(StrEnum):
    """What a column holds."""

    TEXT = "text"
    NUMBER = "number"
    REAL = "real"
    FLAG = "flag"
    JSON = "json"
    """Lists, mappings, texts, numbers: written as JSON text, which SQL tools can look into."""


class Keeps(StrEnum):
    """Whether a relation's rows are written whole each turn, or only those that changed since the turn before."""

    TURN = "turn"
    CHANGES = "changes"
    """A row stands until a later turn has one of the same key; one that is ``gone`` is there no more."""


@named_record
class Column:
    """A column: its name, what it holds, whether it may be null.

    ``size`` bounds a text (0: no bound). A column that is added to a relation later needs ``null`` or a ``default``,
    which the rows written before it have then.
    """

    name: str
    kind: Kind = Kind.TEXT
    null: bool = False
    size: int = 0
    default: str | int | float | bool | None = None


@named_record
class Relation:
    """A table of a game's state. ``key`` names the columns that (with game and turn) tell its rows apart.

    An empty ``key`` is for the one row of what there is once. ``indexes`` are for people who ask with SQL. ``table``
    is its name in SQL where that is not ``<game>_<name>``.
    """

    name: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    keeps: Keeps = Keeps.TURN
    indexes: tuple[tuple[str, ...], ...] = ()
    table: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Its columns' names."""
        return tuple(column.name for column in self.columns)

    def faults(self) -> list[str]:
        """What is wrong with the declaration, in words."""
        names = self.names
        twice = sorted({name for name in names if names.count(name) > 1})
        found = [f"{self.name}: two columns are called {name}" for name in twice]
        for used in (*self.key, *(name for index in self.indexes for name in index)):
            if used not in names:
                found.append(f"{self.name}: there is no column {used}")
        reserved = {"game", "gone"} | ({TURN} if self.keeps is Keeps.CHANGES else set())
        found += [f"{self.name}: the store has a column {name} of its own" for name in names if name in reserved]
        for column in self.columns:
            if column.name in self.key and (column.null or column.kind in (Kind.JSON, Kind.REAL)):
                found.append(f"{self.name}: {column.name} cannot be part of a key")
        return found
