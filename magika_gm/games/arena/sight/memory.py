"""What a player remembers of a game: how both sides stood after each turn. Everything else stands in every report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from magika_gm.games.arena.sight.view import View


@dataclass(frozen=True, slots=True)
class Standing:
    """Hexes, army value and pool of A and B after a mail turn."""

    turn: int
    hexes: tuple[int, int]
    worth: tuple[int, int]
    pools: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Memory:
    """How the game went, turn by turn."""

    standings: tuple[Standing, ...] = ()


def remember(memory: Memory | None, turn: int, view: View) -> Memory:
    """The memory with a turn's view taken in; a turn seen again takes the place of its first sight."""
    before = () if memory is None else tuple(s for s in memory.standings if s.turn < turn)
    now = Standing(turn, view.hexes, view.worth, (view.pools["A"], view.pools["B"]))
    return Memory((*before, now))


def memory_to_plain(memory: Memory) -> Any:
    """A memory as JSON can hold it: a row a turn."""
    return [[s.turn, *s.hexes, *s.worth, *s.pools] for s in memory.standings]


def memory_from_plain(plain: Any) -> Memory:
    """Back."""
    if not isinstance(plain, list) or isinstance(plain, Mapping):
        raise ValueError("a memory is a list of turns")
    return Memory(tuple(Standing(t, (a, b), (c, d), (e, f)) for t, a, b, c, d, e, f in plain))
