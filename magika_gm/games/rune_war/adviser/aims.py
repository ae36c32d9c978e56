"""The adviser's aims: which complete hands each allows (ADV-2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from magika_gm.games.rune_war.runes import ENDS, SIMPLES, SUITS, Form, Meld, suit_of


class AimKind(StrEnum):
    """The words of the AIM line."""

    QUICK = "QUICK"
    CONCEALED = "CONCEALED"
    CHOWS = "CHOWS"
    PUNGS = "PUNGS"
    LUCKY = "LUCKY"
    SIMPLES = "SIMPLES"
    ENDS = "ENDS"
    HALF = "HALF"
    FLUSH = "FLUSH"
    HONORS = "HONORS"
    ORPHANS = "ORPHANS"


SUITED = (AimKind.HALF, AimKind.FLUSH)
"""Aims that name a suit, or leave it to the hand."""


@dataclass(frozen=True, slots=True)
class Aim:
    """An aim; ``suit`` (K, S, C) only with HALF and FLUSH, and there ``""`` means the suit with the smallest D."""

    kind: AimKind
    suit: str = ""

    def __str__(self) -> str:
        """``HALF K``."""
        return f"{self.kind.value} {self.suit}" if self.suit else self.kind.value

    @property
    def settled(self) -> tuple[Aim, ...]:
        """The aims with their suit named that this one may stand for, in the order of ties (ADV-2)."""
        if self.kind in SUITED and not self.suit:
            return tuple(Aim(self.kind, suit) for suit in SUITS)
        return (self,)


QUICK = Aim(AimKind.QUICK)
EVERY_AIM: tuple[Aim, ...] = tuple(one for kind in AimKind for one in Aim(kind).settled)
"""Every aim with its suit, in the order of ADV-2."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a group of runes (a suit, or the honors) may hold: where sequences begin, triplets and pairs stand."""

    sequences: tuple[int, ...]
    triplets: tuple[int, ...]
    pairs: tuple[int, ...]


_NINE = tuple(range(9))
_ALL = Pattern(tuple(range(7)), _NINE, _NINE)
_NOTHING = Pattern((), (), ())
_SEQUENCES = Pattern(tuple(range(7)), (), _NINE)
_TRIPLETS = Pattern((), _NINE, _NINE)
_SIMPLE = Pattern(tuple(range(1, 6)), tuple(range(1, 8)), tuple(range(1, 8)))
_OUTER = Pattern((0, 6), (0, 8), (0, 8))
_SEVEN = tuple(range(7))
_HONORS = Pattern((), _SEVEN, _SEVEN)


def suit_pattern(aim: Aim, suit: str) -> Pattern:
    """What the aim allows in a suit."""
    match aim.kind:
        case AimKind.CHOWS:
            return _SEQUENCES
        case AimKind.PUNGS:
            return _TRIPLETS
        case AimKind.SIMPLES:
            return _SIMPLE
        case AimKind.ENDS:
            return _OUTER
        case AimKind.HALF | AimKind.FLUSH:
            return _ALL if aim.suit == suit else _NOTHING
        case AimKind.HONORS:
            return _NOTHING
        case _:
            return _ALL


def honor_pattern(aim: Aim, lucky: Iterable[int]) -> Pattern:
    """What the aim allows among the honors (0 to 6: E S W N RD GD WD)."""
    match aim.kind:
        case AimKind.CHOWS:
            unlucky = tuple(h for h in range(4) if h + 27 not in set(lucky))
            return Pattern((), (), unlucky)
        case AimKind.SIMPLES | AimKind.FLUSH:
            return _NOTHING
        case _:
            return _HONORS


def allows_table(aim: Aim, melds: Sequence[Meld]) -> bool:
    """Whether every set on the table is one the aim allows (ADV-2); if not the aim's D is infinite."""
    return all(_allows(aim, meld) for meld in melds)


def _allows(aim: Aim, meld: Meld) -> bool:
    match aim.kind:
        case AimKind.CHOWS:
            return meld.form is Form.SEQUENCE
        case AimKind.PUNGS:
            return meld.form is not Form.SEQUENCE
        case AimKind.SIMPLES:
            return set(meld.kinds) <= set(SIMPLES)
        case AimKind.ENDS:
            return meld.kind % 9 in (0, 6) if meld.form is Form.SEQUENCE else meld.kind in ENDS
        case AimKind.HALF:
            return suit_of(meld.kind) in (aim.suit, "")
        case AimKind.FLUSH:
            return suit_of(meld.kind) == aim.suit
        case AimKind.HONORS:
            return suit_of(meld.kind) == ""
        case AimKind.ORPHANS:
            return False
        case _:
            return True


def has_lucky(melds: Sequence[Meld], lucky: Iterable[int]) -> bool:
    """Whether a lucky triplet or foursome lies on the table."""
    kinds = set(lucky)
    return any(m.form is not Form.SEQUENCE and m.kind in kinds for m in melds)
