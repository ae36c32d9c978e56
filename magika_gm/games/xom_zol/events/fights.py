"""The field and the assault (FIELD-5, SEQ 3.4, ASLT, FIGHT, STAT-3)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Formed:
    """A side re-formed (FIELD-5): its columns, "" for nobody."""

    side: str
    columns: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class AssaultDeclared:
    """An assault was declared (SEQ 3.4 A)."""

    side: str


@dataclass(frozen=True, slots=True)
class AssaultersChosen:
    """The assaulting creatures by rank; all are marked, all but ``vigilant`` commit (ASLT-2)."""

    side: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    vigilant: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CounterAssigned:
    """A creature counters an assaulter (ASLT-8)."""

    ref: str
    against: str


@dataclass(frozen=True, slots=True)
class Aligned:
    """An alignment change (ALN) of a creature that fights another."""

    ref: str
    against: str
    s: int
    d: int


@dataclass(frozen=True, slots=True)
class Struck:
    """Combat damage: to a creature, or to the player (``at`` is a side then)."""

    ref: str
    at: str
    n: int


@dataclass(frozen=True, slots=True)
class Sabotaged:
    """A passing creature destroyed a function (ASLT-10)."""

    ref: str
    function: str
    card: str


@dataclass(frozen=True, slots=True)
class Died:
    """A creature died (STAT-3); ``home`` if it goes back to the hand."""

    ref: str
    card: str
    home: bool = False


@dataclass(frozen=True, slots=True)
class AssaultEnded:
    """The assault is over; formations close up."""

    side: str
