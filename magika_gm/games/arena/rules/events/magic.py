"""Magic: what is declared, what becomes of it, what it does."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.games.arena.rules.state import Aim, Enchantment, Passing
from magika_gm.games.arena.rules.terms import Outcome, Phase, Time


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectDeclared:
    """A spell was begun, an item or an ability used (MAG-9).

    ``due`` is the player turn in whose M2 a longer spell works; ``uses`` what is left of a limited use.
    """

    number: int
    turn: int
    phase: Phase
    side: str
    name: str
    user: str
    aim: Aim
    time: Time
    due: int
    cost: int = 0
    item: str = ""
    uses: int | None = None
    to: int = -1
    terrain: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectSettled:
    """What became of a declared effect; ``refund`` are points that came back (MAG-16)."""

    number: int
    outcome: Outcome
    side: str
    name: str
    user: str
    aim: Aim
    refund: int = 0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class PassingBegan:
    """An effect of one phase is in force (MAG-17)."""

    passing: Passing


@dataclass(frozen=True, slots=True)
class PassingEnded:
    """All effects of one phase are over (MAG-17)."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class ForceBroken:
    """A wall of one phase was breached."""

    aim: Aim


@dataclass(frozen=True, slots=True)
class EnchantmentBegan:
    """A lasting effect began (MAG-17)."""

    enchantment: Enchantment


@dataclass(frozen=True, slots=True)
class EnchantmentEnded:
    """A lasting effect ended."""

    enchantment: str
    name: str
    aim: Aim


@dataclass(frozen=True, slots=True)
class PowerLost:
    """A creature lost Power for good (MAG-24)."""

    creature: str
    amount: int
    name: str


@dataclass(frozen=True, slots=True)
class PowerGained:
    """A creature gained Power for good."""

    creature: str
    amount: int
    name: str


@dataclass(frozen=True, slots=True)
class PowerHealed:
    """Power lost for good came back."""

    creature: str
    amount: int


@dataclass(frozen=True, slots=True)
class MoveLost:
    """A creature lost Move for good."""

    creature: str
    amount: int


@dataclass(frozen=True, slots=True)
class Terrified:
    """A creature's unit must retreat in this turn (RET-1)."""

    creature: str


@dataclass(frozen=True, slots=True)
class SideChanged:
    """A creature obeys another player, or its own again (MAG-22)."""

    creature: str
    side: str


@dataclass(frozen=True, slots=True)
class CreatureMade:
    """A spell made a creature (MAG-23)."""

    creature: str
    kind: str
    side: str
    place: int
    by: str


@dataclass(frozen=True, slots=True)
class CreatureRaised:
    """A dead creature lives again (MAG-23)."""

    creature: str
    side: str
    place: int


@dataclass(frozen=True, slots=True)
class CorpseUsed:
    """A corpse is gone (MAG-23)."""

    corpse: str


@dataclass(frozen=True, slots=True)
class ItemSpoiled:
    """An item lost its powers for good."""

    item: str


@dataclass(frozen=True, slots=True)
class ItemDestroyed:
    """An item is gone."""

    item: str


@dataclass(frozen=True, slots=True)
class UnitSent:
    """A unit was taken elsewhere by magic (LAW-2)."""

    unit: str
    start: int
    to: int
