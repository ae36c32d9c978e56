"""What may be added to a line: LATE, M1 and M2, WHEN with its conditions, KEEP (ORD): slots that many forms share."""

from __future__ import annotations

from collections.abc import Iterator

from magika_gm.engine.paging import Option, Slot, number_slot
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.units import idle

LATE, PHASE, WHEN = "late", "phase", "when"
_NEAR = (1, 2, 3)
KEEP = number_slot("keep", "Only if the pool keeps", "KEEP", least=0, most=999)


def extras() -> dict[str, tuple[Slot, ...]]:
    """The shared slots by name; WHEN takes its conditions from a list of the plan's."""
    late = Option(text="LATE", label="after the combats (SEQ 8)")
    phases = (Option(text="M1", label="before anybody moves"), Option(text="M2", label="after the moves"))
    return {
        LATE: (Slot(name="late", label="At another time", options=(late,), optional=True, extra=True),),
        PHASE: (
            # the conditions of a combat are for the second magic phase alone
            Slot(name="phase", label="In which magic phase", options=phases, bars="when", optional=True, extra=True),
        ),
        WHEN: (
            Slot(name="when", label="Only when", before="WHEN", list=WHEN, optional=True, extra=True),
            KEEP,
        ),
    }


def conditions(known: State, seat: str) -> Iterator[Option]:
    """Conditions on what becomes of one's own creatures, and of the enemy's magic."""
    yield Option(text="ENEMY CASTS ANY ON MINE", label="the enemy casts something on what is yours")
    yield Option(text="ENEMY CASTS ANY", label="the enemy casts anything")
    king = known.board.names[known.kings[seat]]
    places = [(king, f"king's hex {king}")]
    places += [(c.id, f"{c.id} {c.kind.name}") for c in known.by_id() if c.side == seat and not idle(known, c)]
    for place, name in places:
        yield Option(text=f"LOSING {place}", label=f"{name}: a loss is to come")
        yield Option(text=f"NOT WINNING {place}", label=f"{name}: a loss or tie is to come")
        yield Option(text=f"ATTACKED {place}", label=f"{name}: the enemy stands there too")
        for far in _NEAR:
            yield Option(text=f"ENEMY NEAR {place} {far}", label=f"{name}: an enemy within {far}")
