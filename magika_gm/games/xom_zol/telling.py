"""The one place where a game changes: an event is told, and telling applies it."""

from __future__ import annotations

from magika_gm.games.xom_zol.events import (
    AssaultDeclared,
    AssaultersChosen,
    CardCast,
    CardCommitted,
    CardDiscarded,
    CardFetched,
    CardRaised,
    CardReadied,
    CardsDrawn,
    CardsMilled,
    CardSpent,
    CardsReadied,
    CastCancelled,
    CounterAssigned,
    CounterCast,
    Damaged,
    Doomed,
    Event,
    FogFell,
    Formed,
    HandSeen,
    LifeChanged,
    LineSettled,
    ManaMade,
    Pacified,
    StandingSet,
    Struck,
    TaxAsked,
    TriggerRan,
    UpkeepPaid,
)
from magika_gm.games.xom_zol.state import State

_NO_LOOKS = frozenset(
    {
        LineSettled, CardsDrawn, CardCast, CounterCast, CastCancelled, TaxAsked, CardSpent, CardsMilled, CardDiscarded,
        LifeChanged, CounterAssigned, TriggerRan, Damaged, Struck, HandSeen, CardFetched, CardRaised, ManaMade,
        AssaultDeclared, AssaultersChosen, Formed, Doomed, Pacified, FogFell, StandingSet, UpkeepPaid, CardCommitted,
        CardReadied, CardsReadied,
    }
)  # fmt: skip
"""Events that leave S, D and keywords as they were."""


def apply(state: State, event: Event) -> None:
    """Change ``state`` by one event. The only function that does."""
    if type(event) not in _NO_LOOKS:
        state.seen = None
    event.apply(state)
