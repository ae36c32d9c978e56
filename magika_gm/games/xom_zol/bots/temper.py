"""What tells the built-in players apart (BOT-1, BOT-2)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Temper:
    """A built-in player's character.

    ``force`` life a card while own life is over ``force_over``; ``keeps`` whether mana is kept for counters;
    ``strikes_first`` whether all but damage, uses, hasty creatures, augments and channels waits for the assault;
    ``counter_from`` costs from which creatures, and other cards, are countered.
    """

    name: str
    summary: str
    force: int = 0
    force_over: int = 0
    keeps: bool = True
    strikes_first: bool = False
    counter_creatures: int = 4
    counter_others: int = 2
    wall_at: int = 0
    """Life at which it counter-assaults with everybody."""
    player_at: int = 0
    """The enemy's life at which damage that may goes at him."""


CAREFUL = Temper(name="careful", summary="builds up, assaults where it is safe, answers what costs much")
BOLD = Temper(
    name="bold",
    summary="forces, assaults whenever it is in the majority, keeps nothing back",
    force=3,
    force_over=20,
    keeps=False,
    strikes_first=True,
    counter_creatures=6,
    counter_others=6,
    wall_at=10,
    player_at=12,
)
