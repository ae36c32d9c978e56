"""What can happen, in the past tense.

A rule tells an event; :func:`~magika_gm.games.magika.rules.telling.apply` changes the world by it. Events carry
everything that change needs, so that folding them over a turn's start gives its end. Amounts are whole points
and never negative; ``caster`` names who did it and is blanked in the form others perceive (CAST-16).
"""

from __future__ import annotations

from magika_gm.engine.plain import Codec, Word
from magika_gm.games.magika.rules.events.casting import (
    AreaBegan,
    AreaEnded,
    EffectBegan,
    EffectEnded,
    NoEffect,
    ProlongingEnded,
    ScrollKept,
    ScrollProlonged,
    ScrollSpent,
    SpellRead,
    SpellTried,
    Warded,
)
from magika_gm.games.magika.rules.events.dealings import (
    CloakRefused,
    CloakStripped,
    DemandDenied,
    Demanded,
    Gave,
    GiftKept,
    Joined,
    Paid,
    Uncloaked,
)
from magika_gm.games.magika.rules.events.deeds import (
    Dropped,
    FellUnconscious,
    FullyRested,
    Meditated,
    Moved,
    Obeyed,
    PickedUp,
    Rested,
    ScrollFound,
    Searched,
    Woke,
)
from magika_gm.games.magika.rules.events.effects import (
    Boosted,
    Confused,
    Drained,
    ElementsStruck,
    Healed,
    ItemLost,
    Scattered,
    ScrollBurned,
    Stolen,
    TeleportBarred,
    Teleported,
    TerrainFormed,
    Torn,
)
from magika_gm.games.magika.rules.events.frame import (
    Converged,
    DroppedOut,
    EbonCompelled,
    GameEnded,
    GlobeFormed,
    GoalReached,
    OrderRefused,
    PhaseBegan,
    TurnBegan,
)
from magika_gm.games.magika.rules.events.master import GmAdjusted, GmChangedOrder, GmHanded, GmPlaced, GmRuled
from magika_gm.games.magika.rules.refusals import Refusal, refusal_of

Event = (
    TurnBegan | PhaseBegan | OrderRefused | EbonCompelled | Demanded | DemandDenied | Gave | GiftKept | Paid | Joined
    | CloakRefused | CloakStripped | Uncloaked | SpellRead | NoEffect | SpellTried | ScrollSpent | ScrollKept | Warded
    | EffectBegan | EffectEnded | AreaBegan | AreaEnded | Drained | ItemLost | ScrollBurned | Stolen | Teleported
    | TeleportBarred | Scattered | Boosted | Healed | ScrollProlonged | ProlongingEnded | TerrainFormed | Torn
    | Confused | Moved | Searched | PickedUp | ScrollFound | Dropped | Meditated | Rested | ElementsStruck | Obeyed
    | FullyRested | FellUnconscious | Woke | GlobeFormed | Converged | GoalReached | GameEnded | DroppedOut | GmRuled
    | GmChangedOrder | GmPlaced | GmHanded | GmAdjusted
)  # fmt: skip
EVENTS: Codec[Event] = Codec(Event, tag="", words={Refusal: Word(str, refusal_of)})
"""``[name, field, …]``; the reasons of refusals are kept in words."""

__all__ = [
    "EVENTS",
    "AreaBegan",
    "AreaEnded",
    "Boosted",
    "CloakRefused",
    "CloakStripped",
    "Confused",
    "Converged",
    "DemandDenied",
    "Demanded",
    "Drained",
    "Dropped",
    "DroppedOut",
    "EbonCompelled",
    "EffectBegan",
    "EffectEnded",
    "ElementsStruck",
    "Event",
    "FellUnconscious",
    "FullyRested",
    "GameEnded",
    "Gave",
    "GiftKept",
    "GlobeFormed",
    "GmAdjusted",
    "GmChangedOrder",
    "GmHanded",
    "GmPlaced",
    "GmRuled",
    "GoalReached",
    "Healed",
    "ItemLost",
    "Joined",
    "Meditated",
    "Moved",
    "NoEffect",
    "Obeyed",
    "OrderRefused",
    "Paid",
    "PhaseBegan",
    "PickedUp",
    "ProlongingEnded",
    "Rested",
    "Scattered",
    "ScrollBurned",
    "ScrollFound",
    "ScrollKept",
    "ScrollProlonged",
    "ScrollSpent",
    "Searched",
    "SpellRead",
    "SpellTried",
    "Stolen",
    "TeleportBarred",
    "Teleported",
    "TerrainFormed",
    "Torn",
    "TurnBegan",
    "Uncloaked",
    "Warded",
    "Woke",
]
