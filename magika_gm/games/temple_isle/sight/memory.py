"""What a seat remembers between mail turns: the last hand it saw by a peek, and when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from magika_gm.games.temple_isle.sight.view import View


@dataclass(frozen=True, slots=True)
class Memory:
    """``peek`` is the foe's hand as last seen, in the mail turn ``peeked``; None and 0 if it never was.

    Which cards of the foe's hand are known for certain stands in the view (``known``): every mail turn keeps it up.
    """

    peek: tuple[str, ...] | None = None
    peeked: int = 0


def remember(memory: Memory | None, turn: int, view: View) -> Memory:
    """The memory with a mail turn's view taken in."""
    before = memory or Memory()
    return before if view.peek is None else Memory(view.peek, turn)


def memory_to_plain(memory: Memory) -> dict[str, Any]:
    """A memory as JSON can hold it."""
    return {"peek": None if memory.peek is None else list(memory.peek), "peeked": memory.peeked}


def memory_from_plain(plain: Mapping[str, Any]) -> Memory:
    """Back."""
    peek = plain["peek"]
    return Memory(None if peek is None else tuple(peek), int(plain["peeked"]))
