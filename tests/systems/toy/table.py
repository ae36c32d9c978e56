"""The cards on the table, what a player may do with his, and what can happen."""

from __future__ import annotations

from dataclasses import dataclass, field

from magika_gm.engine.records import Copied, record
from magika_gm.engine.told import Happened

SEATS = ("RED", "GREEN", "BLUE")


@dataclass(slots=True)
class Table(Copied):
    """The state."""

    turn: int = 0
    last: int = 4
    cards: dict[str, int] = field(default_factory=lambda: dict(zip(SEATS, (7, 4, 2), strict=True)))
    shown: dict[str, bool] = field(default_factory=lambda: dict.fromkeys(SEATS, False))
    out: dict[str, bool] = field(default_factory=lambda: dict.fromkeys(SEATS, False))
    ending: str | None = None


@record
class Show:
    """Lay the card open."""


@record
class Keep:
    """Keep it hidden."""


@record
class Shown(Happened):
    """A card was laid open."""

    seat: str
    card: int

    def apply(self, state: Table) -> None:
        state.shown[self.seat] = True


@record
class Left(Happened):
    """A seat left the game."""

    seat: str

    def apply(self, state: Table) -> None:
        state.out[self.seat] = True
