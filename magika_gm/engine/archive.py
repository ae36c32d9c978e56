"""A game in the store: its relations, and what its archive says of states, events, acts and memories."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from magika_gm.engine.relations import Relation, Rows
from magika_gm.engine.seam.sight import Plain


@dataclass(frozen=True, slots=True, kw_only=True)
class GameArchive:
    """The part ``archive`` of a game, made of what it says of itself (``engine.seam.sight.Archive``)."""

    name: str
    version: int
    relations: tuple[Relation, ...]
    to_rows: Callable[[Any, Any], Rows]
    from_rows: Callable[[Rows, Any], Any]
    faults: Callable[[Any], list[str]]
    events: Plain
    acts: Plain
    memories: Plain
    seen_text: Callable[[Any], str]
    known_plain: Callable[[Any], Any]
