"""What a game master may do in every game between turns; each game adds its own acts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

EVERYBODY = "ALL"


@dataclass(frozen=True, slots=True)
class OrderChange:
    """Another order (as a player would write it) in the place of line ``number`` of a seat's sheet."""

    seat: str
    number: int
    order: str
    reason: str


@dataclass(frozen=True, slots=True)
class DropOut:
    """A seat leaves the game: by the game master's word, or for turns missed."""

    seat: str
    reason: str


@dataclass(frozen=True, slots=True)
class Excused:
    """No sheet came from a seat, and that counts as no miss: its player is away, or got no report."""

    seat: str


@dataclass(frozen=True, slots=True)
class Note:
    """A word to a seat's player, or to ``ALL``, printed in the turn's report; it changes nothing."""

    seat: str
    text: str


def notes_to(acts: Iterable[Any], seat: str) -> tuple[str, ...]:
    """What the game master has to say to a seat's player, in the order he said it."""
    return tuple(a.text for a in acts if isinstance(a, Note) and a.seat in (seat, EVERYBODY))
