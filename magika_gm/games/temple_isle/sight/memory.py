"""What a seat remembers between mail turns: the last hand it saw by a peek, and when; how the standings went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from magika_gm.games.temple_isle.rules.board import SEATS
from magika_gm.games.temple_isle.sight.view import View


@dataclass(frozen=True, slots=True)
class Memory:
    """``peek`` is the foe's hand as last seen, in the mail turn ``peeked``; None and 0 if it never was.

    Which cards of the foe's hand are known for certain stands in the view (``known``): every mail turn keeps it up.
    """

    peek: tuple[str, ...] | None = None
    peeked: int = 0
    course: tuple[tuple[int, tuple[int, int], tuple[int, int]], ...] = ()
    """Mail turn by mail turn the temples and the lands of Sun and Moon, which END-5 asks for first."""


def remember(memory: Memory | None, turn: int, view: View) -> Memory:
    """The memory with a mail turn's view taken in."""
    before = memory or Memory()
    sun, moon = (view.standings[seat] for seat in SEATS)
    now = (turn, (sun.temples, moon.temples), (sun.lands, moon.lands))
    course = (*(point for point in before.course if point[0] < turn), now)
    peek, peeked = (before.peek, before.peeked) if view.peek is None else (view.peek, turn)
    return Memory(peek, peeked, course)


def memory_to_plain(memory: Memory) -> dict[str, Any]:
    """A memory as JSON can hold it."""
    course = [[turn, *temples, *lands] for turn, temples, lands in memory.course]
    return {"peek": None if memory.peek is None else list(memory.peek), "peeked": memory.peeked, "course": course}


def memory_from_plain(plain: Mapping[str, Any]) -> Memory:
    """Back; games begun before the course was kept have none of it."""
    peek = plain["peek"]
    course = tuple((turn, (a, b), (c, d)) for turn, a, b, c, d in plain.get("course", ()))
    return Memory(None if peek is None else tuple(peek), int(plain["peeked"]), course)
