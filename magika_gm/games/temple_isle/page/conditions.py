"""What a line may end with: IF and UNLESS (ORD), as slots and a list that many forms share."""

from __future__ import annotations

from collections.abc import Iterator

from magika_gm.engine.paging import Option, Slot
from magika_gm.games.temple_isle.rules.board import ALL_SQUARES, SQUARES
from magika_gm.games.temple_isle.rules.state import State

IF = "if"
_LITTLE = (2, 3, 4)
"""Hit points a condition may ask for; others may be typed."""


def extras() -> dict[str, tuple[Slot, ...]]:
    """IF and UNLESS, as a line may end with (ORD)."""
    how = (Option(text="IF", label="only if"), Option(text="UNLESS", label="not if"))
    return {
        IF: (
            Slot(name="if", label="Under a condition", options=how, needs="what", optional=True),
            Slot(name="what", label="Which", list=IF, needs="if", optional=True),
            Slot(name="and", label="And also", before="AND", list=IF, needs="what", optional=True),
        )
    }


def conditions(known: State, seat: str) -> Iterator[Option]:
    """On units, on cards of the isle, on what was played; other figures and places of units may be typed."""
    for unit in known.units_in_play():
        name = f"{unit.name} {unit.card}"
        yield Option(text=f"{unit.name} DEAD", label=f"{name} is dead")
        yield Option(text=f"{unit.name} ALIVE", label=f"{name} lives")
        for n in _LITTLE:
            yield Option(text=f"{unit.name} HP < {n}", label=f"{name} has less than {n} HP")
    for square in ALL_SQUARES:
        at = SQUARES[square]
        yield Option(text=f"{at} EMPTY", label=f"{at} is empty")
        yield Option(text=f"{at} FOE", label=f"{at}: a unit of the foe")
        yield Option(text=f"{at} OWN", label=f"{at}: a unit of yours")
        yield Option(text=f"{at} HELD", label=f"{at} is held by you")
    for name in dict.fromkeys(known.hands[seat]):
        if name in known.catalogue.cards:
            yield Option(text=f"PLAYED {name}", label=f"you have played {name} this turn")
