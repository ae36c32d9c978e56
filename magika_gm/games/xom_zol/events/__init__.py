"""What can happen, in the past tense.

A rule tells an event; :func:`~magika_gm.games.xom_zol.telling.apply` changes the state by it. ``side`` is whose affair
it is, ``ref`` a card in play, ``by`` what did it (a ref, or the name of a channel, spell or counter).
"""

from __future__ import annotations

from magika_gm.engine.plain import Codec
from magika_gm.games.xom_zol.events.casting import (
    CardCast,
    CardEntered,
    CardSpent,
    CastCancelled,
    CounterCast,
    EffectUsed,
    TaxAsked,
    TriggerRan,
    TriggersFellOut,
)
from magika_gm.games.xom_zol.events.causes import FREE, Payment, Why
from magika_gm.games.xom_zol.events.effects import (
    CardCommitted,
    CardDiscarded,
    CardFetched,
    CardRaised,
    CardReadied,
    CardsMilled,
    Changed,
    Damaged,
    Destroyed,
    Doomed,
    FogFell,
    Granted,
    HandSeen,
    LifeChanged,
    ManaMade,
    Pacified,
    Returned,
)
from magika_gm.games.xom_zol.events.fights import (
    Aligned,
    AssaultDeclared,
    AssaultEnded,
    AssaultersChosen,
    CounterAssigned,
    Died,
    Formed,
    Sabotaged,
    Struck,
)
from magika_gm.games.xom_zol.events.frame import (
    ActUnused,
    CardsDrawn,
    CardsReadied,
    GameEnded,
    Lapsed,
    LapsesEnded,
    LineSettled,
    Materialised,
    PenaltiesTaken,
    SheetMissed,
    StandingSet,
    TurnBegan,
    TurnEnded,
    Unsummoned,
    UpkeepPaid,
)
from magika_gm.games.xom_zol.events.master import Conceded, GmChangedLine, GmForfeited, GmMarked, GmMovedCard, GmSetLife

Event = (
    TurnBegan | Materialised | CardsReadied | CardsDrawn | LapsesEnded | UpkeepPaid | Unsummoned | Lapsed
    | PenaltiesTaken | TurnEnded | GameEnded | SheetMissed | StandingSet | ActUnused | LineSettled
    | CardCast | CounterCast | CastCancelled | TaxAsked | CardSpent | CardEntered | EffectUsed | TriggerRan
    | TriggersFellOut
    | Damaged | LifeChanged | Changed | Granted | Doomed | Destroyed | Returned | CardCommitted | CardReadied
    | Pacified | FogFell | CardDiscarded | CardsMilled | HandSeen | CardFetched | CardRaised | ManaMade
    | Formed | AssaultDeclared | AssaultersChosen | CounterAssigned | Aligned | Struck | Sabotaged | Died
    | AssaultEnded
    | Conceded | GmForfeited | GmSetLife | GmMovedCard | GmMarked | GmChangedLine
)  # fmt: skip
EVENTS: Codec[Event] = Codec(Event, tag="event", whole=True, inner=False)
"""An event: its class under ``event``, then its fields, those that events hold without their classes."""

__all__ = [
    "EVENTS",
    "FREE", "ActUnused", "Aligned", "AssaultDeclared", "AssaultEnded", "AssaultersChosen", "CardCast",
    "CardCommitted", "CardDiscarded", "CardEntered", "CardFetched", "CardRaised", "CardReadied", "CardSpent",
    "CardsDrawn", "CardsMilled", "CardsReadied", "CastCancelled", "Changed", "Conceded", "CounterAssigned",
    "CounterCast", "Damaged", "Destroyed", "Died", "Doomed", "EffectUsed", "Event", "FogFell", "Formed",
    "GameEnded", "GmChangedLine", "GmForfeited", "GmMarked", "GmMovedCard", "GmSetLife", "Granted", "HandSeen",
    "Lapsed", "LapsesEnded", "LifeChanged", "LineSettled", "ManaMade", "Materialised", "Pacified", "Payment",
    "PenaltiesTaken", "Returned", "Sabotaged", "SheetMissed", "StandingSet", "Struck", "TaxAsked", "TriggerRan",
    "TriggersFellOut", "TurnBegan", "TurnEnded", "Unsummoned", "UpkeepPaid", "Why",
]  # fmt: skip
