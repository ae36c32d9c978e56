"""What can happen, in the past tense.

A rule tells an event; ``telling.apply`` changes the state by it. Events carry everything that change needs, so that
folding them over a state gives the next one. Squares are names (``c2``), units are numbers, "" for a seat is nobody.
"""

from __future__ import annotations

from magika_gm.engine.plain import Codec
from magika_gm.games.temple_isle.rules.events.building import (
    Fielded,
    FirstPlayerChosen,
    LandLaid,
    SetupEvent,
    StageBegan,
    TempleDrawn,
    TemplePlaced,
    WaterPlaced,
)
from magika_gm.games.temple_isle.rules.events.cards import (
    CardDrawn,
    CardEvent,
    Discarded,
    NothingDrawn,
    Peeked,
    PileTurned,
    Recovered,
)
from magika_gm.games.temple_isle.rules.events.causes import Source
from magika_gm.games.temple_isle.rules.events.mantras import (
    FastFired,
    Gone,
    MantraCancelled,
    MantraDeclared,
    MantraEvent,
    MantraFizzled,
    MantraLaid,
    MantrasLeft,
    MantraSpent,
    MantraStruck,
    MantraWorked,
)
from magika_gm.games.temple_isle.rules.events.master import (
    GmAdjusted,
    GmChangedLine,
    GmEvent,
    GmHanded,
    GmPlaced,
    GmTurned,
)
from magika_gm.games.temple_isle.rules.events.sheets import (
    DrawOffered,
    FastLinesLeft,
    Forfeited,
    GameEnded,
    LineDropped,
    LineRefused,
    MailTurnBegan,
    MissesForgotten,
    Resigned,
    SheetEvent,
    SheetMissed,
)
from magika_gm.games.temple_isle.rules.events.turn import (
    GameTurnBegan,
    GameTurnOver,
    Halted,
    Mustered,
    MusterGranted,
    PointsChanged,
    PointsSet,
    TurnEvent,
)
from magika_gm.games.temple_isle.rules.events.units import (
    AttackBegan,
    AttackLost,
    ControlPassed,
    Fought,
    FullHpChanged,
    Harmed,
    Healed,
    Moved,
    SetOut,
    Teleported,
    UnitEvent,
    UnitsLeft,
)

Event = SetupEvent | SheetEvent | CardEvent | TurnEvent | MantraEvent | UnitEvent | GmEvent
EVENTS: Codec[Event] = Codec(Event)
"""``{"kind": "Moved", "unit": 3, "start": "b2", "target": "c2", "entered": true}``."""

__all__ = [
    "EVENTS",
    "AttackBegan",
    "AttackLost",
    "CardDrawn",
    "ControlPassed",
    "Discarded",
    "DrawOffered",
    "Event",
    "FastFired",
    "FastLinesLeft",
    "Fielded",
    "FirstPlayerChosen",
    "Forfeited",
    "Fought",
    "FullHpChanged",
    "GameEnded",
    "GameTurnBegan",
    "GameTurnOver",
    "GmAdjusted",
    "GmChangedLine",
    "GmHanded",
    "GmPlaced",
    "GmTurned",
    "Gone",
    "Halted",
    "Harmed",
    "Healed",
    "LandLaid",
    "LineDropped",
    "LineRefused",
    "MailTurnBegan",
    "MantraCancelled",
    "MantraDeclared",
    "MantraFizzled",
    "MantraLaid",
    "MantraSpent",
    "MantraStruck",
    "MantraWorked",
    "MantrasLeft",
    "MissesForgotten",
    "Moved",
    "MusterGranted",
    "Mustered",
    "NothingDrawn",
    "Peeked",
    "PileTurned",
    "PointsChanged",
    "PointsSet",
    "Recovered",
    "Resigned",
    "SetOut",
    "SheetMissed",
    "Source",
    "StageBegan",
    "Teleported",
    "TempleDrawn",
    "TemplePlaced",
    "UnitsLeft",
    "WaterPlaced",
]
