"""A scenario: options, map, seats, creatures at the start (SET-6)."""

from __future__ import annotations

from dataclasses import dataclass, field

from magika_gm.games.rune_war.isle import LAW_ISLE, Isle
from magika_gm.games.rune_war.rules.state import Options
from magika_gm.games.rune_war.setup.choosing import Pair
from magika_gm.games.rune_war.tables import SEATS


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """A seat of a scenario: who sits there, if that is fixed; what plays it when nobody does."""

    pair: Pair | None = None
    policy: str = "careful"


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatureSetup:
    """A creature at the start."""

    code: str
    kind: str
    at: str
    loyalty: int | None = None
    """None: its maximum."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A scenario. ``drawn_places``: the seats of the sign-ups are drawn (SET-3)."""

    title: str
    options: Options = field(default_factory=Options)
    drawn_places: bool = False
    seats: dict[str, SeatSetup] = field(default_factory=lambda: {seat: SeatSetup() for seat in SEATS})
    isle: Isle = LAW_ISLE
    creatures: tuple[CreatureSetup, ...] = ()
