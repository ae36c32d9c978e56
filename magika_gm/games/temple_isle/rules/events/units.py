"""Units: how they move, fight, are healed and leave play; the cards they win (ACT, COMB, UNIT)."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.games.temple_isle.rules.events.causes import Source
from magika_gm.games.temple_isle.rules.refusals import Lost
from magika_gm.games.temple_isle.rules.state import Left


@dataclass(frozen=True, slots=True)
class SetOut:
    """A unit paid for a step or leap (ACT-10b)."""

    unit: int
    start: str
    target: str
    cost: int
    leap: bool


@dataclass(frozen=True, slots=True)
class Moved:
    """A unit came onto a card by its action points; it entered it, or traverses it (ACT-8)."""

    unit: int
    start: str
    target: str
    entered: bool


@dataclass(frozen=True, slots=True)
class Teleported:
    """A unit left its card and entered another by an effect (ACT-13)."""

    unit: int
    start: str
    target: str
    source: Source


@dataclass(frozen=True, slots=True)
class AttackBegan:
    """A unit spent a point on an attack (COMB-7b)."""

    unit: int
    target: int


@dataclass(frozen=True, slots=True)
class AttackLost:
    """The attack came to nothing, without dice (COMB-7d)."""

    unit: int
    target: int
    code: Lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Fought:
    """Dice of an attack (COMB-7e, f). ``sides`` are A and B; ``lost`` is what the loser's HP fell by, after
    ``guard`` and what spares the attacker (``spared``: COMB-5, WATER-4)."""

    attacker: int
    defender: int
    attack: int
    defence: int
    sides: tuple[int, int]
    loser: int | None
    lost: int
    guard: int = 0
    spared: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Healed:
    """Units gained HP, as (unit, amount) by number."""

    units: tuple[tuple[int, int], ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Harmed:
    """Units lost HP by an effect, as (unit, amount) by number (EFF-4)."""

    units: tuple[tuple[int, int], ...]
    source: Source


@dataclass(frozen=True, slots=True)
class UnitsLeft:
    """Units left play at one moment (UNIT-3); ``by`` is the unit that destroyed them in combat, 0 if none did."""

    units: tuple[int, ...]
    how: Left
    by: int = 0
    source: Source | None = None


@dataclass(frozen=True, slots=True)
class FullHpChanged:
    """A unit's full HP changed, and its HP with it (EFF-1, C+n)."""

    unit: int
    full: int
    hp: int


@dataclass(frozen=True, slots=True)
class ControlPassed:
    """Control of a card passed; ``seat`` "" if it became neutral. ``by`` is the card that did it, "" in step 7."""

    square: str
    seat: str
    before: str
    by: str = ""


UnitEvent = (
    SetOut
    | Moved
    | Teleported
    | AttackBegan
    | AttackLost
    | Fought
    | Healed
    | Harmed
    | UnitsLeft
    | FullHpChanged
    | ControlPassed
)
