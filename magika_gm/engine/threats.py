"""What is about to win, lose or end a game, as data: every game tells it, every form sets it right under the lead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Threat:
    """An end that is near, as far as the reader of a report may know.

    ``seats`` are those it would win for or who bring it about, () for an end that comes by itself; ``text`` is a
    sentence without its full stop; ``rule`` the rule by which the game would end; ``lacking`` how much is missing, in
    the unit the text names (None: nothing that can be counted).
    """

    seats: tuple[str, ...]
    text: str
    rule: str
    lacking: int | None = None

    @property
    def line(self) -> str:
        """``4 more hexes and B wins by mastery (WIN-4).``"""
        return f"{self.text} ({self.rule})."


def threats_plain(threats: Iterable[Threat]) -> list[dict[str, Any]]:
    """As turn files hold them (``threats``)."""
    return [{"seats": list(one.seats), "text": one.text, "rule": one.rule, "lacking": one.lacking} for one in threats]


def more(count: int, noun: str, plural: str = "") -> str:
    """``1 more hex``, ``4 more hexes``."""
    return f"{count} more {noun if count == 1 else plural or noun + 's'}"
