"""What several events carry: what was paid, and why something happened."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Payment:
    """What a cost was paid with: cards committed, letters they added, letters taken from the pool, life (MANA-8)."""

    refs: tuple[str, ...] = ()
    added: str = ""
    spent: str = ""
    life: int = 0


FREE = Payment()


class Why(StrEnum):
    """Why cards were drawn, discarded, or life changed."""

    TURN = "turn"
    FIZZLE = "fizzle"
    EFFECT = "effect"
    COMBAT = "combat"
    LEECH = "leech"
