"""What a scenario may change (SCEN-1), with the law's defaults."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Pace(StrEnum):
    """Game turns in a mail turn (MAIL-1)."""

    SINGLE = "single"
    DOUBLE = "double"


class First(StrEnum):
    """Whose is game turn 1 (SETUP-2)."""

    ROLL = "roll"
    A = "A"
    B = "B"


class SigilFormula(StrEnum):
    """Which reading of the sigil formula holds (MANA-3)."""

    COST = "cost"
    LESS = "cost-1"


class EmptyLibrary(StrEnum):
    """What a draw phase without a library brings (END-3)."""

    LOSE = "lose"
    GO_ON = "go-on"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options of a game: ``hand`` is the first hand and the fizzle number, ``dependency`` whether decks may hold cards
    with DEPENDS.
    """

    pace: Pace = Pace.SINGLE
    life: int = 50
    hand: int = 5
    max_turns: int = 40
    first: First = First.ROLL
    first_draw: bool = False
    sigil_formula: SigilFormula = SigilFormula.COST
    front_must_die: bool = False
    bottom_discard: bool = False
    empty_library: EmptyLibrary = EmptyLibrary.LOSE
    dependency: bool = True
    copies: tuple[int, int, int, int, int] = (1, 2, 3, 4, 6)
    """Copies of one card in a deck: legend, rare, uncommon, common, crop."""
    basic_lands: int = 12
    """Copies of one land of cost 0."""


DEFAULTS = Options()
