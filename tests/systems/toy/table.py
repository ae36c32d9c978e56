"""The cards on the table, and what a player may do with his."""

from __future__ import annotations

from dataclasses import dataclass, field

SEATS = ("RED", "GREEN", "BLUE")


@dataclass(frozen=True, slots=True)
class Show:
    """Lay the card open."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep it hidden."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A card was laid open."""

    seat: str
    card: int


@dataclass(frozen=True, slots=True)
class Left:
    """A seat left the game."""

    seat: str


@dataclass(slots=True)
class Table:
    """The state."""

    turn: int = 0
    last: int = 4
    cards: dict[str, int] = field(default_factory=dict)
    shown: dict[str, bool] = field(default_factory=dict)
    out: dict[str, bool] = field(default_factory=dict)
    ending: str | None = None
