"""A game's tables as data: the store makes SQL tables of them, each keyed by (game, turn) too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

Rows = Mapping[str, Sequence[Mapping[str, Any]]]
"""Rows by relation name; a row maps column names to values (texts, whole numbers, floats, booleans, None)."""


class Kind(StrEnum):
    """What a column holds."""

    TEXT = "text"
    NUMBER = "number"
    REAL = "real"
    FLAG = "flag"


class Keeps(StrEnum):
    """Whether a relation's rows are written whole each turn, or only those that changed since the turn before."""

    TURN = "turn"
    CHANGES = "changes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column: its name, what it holds, whether it may be null."""

    name: str
    kind: Kind = Kind.TEXT
    null: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """A table of a game's state. ``key`` names the columns that (with game and turn) tell its rows apart."""

    name: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    keeps: Keeps = Keeps.TURN
