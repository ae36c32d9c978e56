"""What can happen in a turn, in the past tense.

A rule tells an event, and telling changes the state by it, or neither. Events carry all that change needs. Hexes and
places are numbers (board.py), creatures, items, corpses and enchantments their ids.
"""

from __future__ import annotations

from magika_gm.engine.plain import Codec
from magika_gm.games.arena.rules.events.fight import (
    CameDown,
    Died,
    Fought,
    Loss,
    NoWayOut,
    Regenerated,
    Retreated,
    Strength,
    VehicleStruck,
)
from magika_gm.games.arena.rules.events.frame import (
    GameEnded,
    LineDropped,
    MailTurnBegan,
    OrdersMissing,
    PlayerTurnBegan,
    PlayerTurnEnded,
    Resigned,
    StandingReplaced,
)
from magika_gm.games.arena.rules.events.gear import (
    Dismounted,
    ItemDropped,
    ItemEquipped,
    ItemFell,
    Mounted,
    VehicleTaken,
)
from magika_gm.games.arena.rules.events.land import (
    HexTaken,
    StormCalmed,
    StormMade,
    StormPassed,
    TerrainChanged,
)
from magika_gm.games.arena.rules.events.magic import (
    CorpseUsed,
    CreatureMade,
    CreatureRaised,
    EffectDeclared,
    EffectSettled,
    EnchantmentBegan,
    EnchantmentEnded,
    ForceBroken,
    ItemDestroyed,
    ItemSpoiled,
    MoveLost,
    PassingBegan,
    PassingEnded,
    PowerGained,
    PowerHealed,
    PowerLost,
    SideChanged,
    Terrified,
    UnitSent,
)
from magika_gm.games.arena.rules.events.master import (
    GmChangedOrder,
    GmHanded,
    GmPlaced,
    GmRemoved,
    GmRevived,
    GmSetControl,
    GmSetPool,
    GmSetTerrain,
)
from magika_gm.games.arena.rules.events.moves import (
    AirCounted,
    Flew,
    Landed,
    TookOff,
    Walked,
)

Event = (
    MailTurnBegan | StandingReplaced | PlayerTurnBegan | OrdersMissing | LineDropped | Resigned | PlayerTurnEnded
    | GameEnded | TerrainChanged | StormMade | StormCalmed | StormPassed | HexTaken | ItemDropped | ItemEquipped
    | ItemFell | Mounted | Dismounted | VehicleTaken | EffectDeclared | EffectSettled | PassingBegan | PassingEnded
    | ForceBroken | EnchantmentBegan | EnchantmentEnded | PowerLost | PowerGained | PowerHealed | MoveLost | Terrified
    | SideChanged | CreatureMade | CreatureRaised | CorpseUsed | ItemSpoiled | ItemDestroyed | UnitSent | AirCounted
    | TookOff | Walked | Flew | Landed | Fought | VehicleStruck | Regenerated | Died | Retreated | NoWayOut | CameDown
    | GmPlaced | GmRemoved | GmRevived | GmHanded | GmSetPool | GmSetTerrain | GmSetControl | GmChangedOrder
)  # fmt: skip
EVENTS: Codec[Event] = Codec(Event, tag="is")
"""``{"is": name, field: value, …}``, defaults left out."""

__all__ = [
    "EVENTS",
    "AirCounted",
    "CameDown",
    "CorpseUsed",
    "CreatureMade",
    "CreatureRaised",
    "Died",
    "Dismounted",
    "EffectDeclared",
    "EffectSettled",
    "EnchantmentBegan",
    "EnchantmentEnded",
    "Event",
    "Flew",
    "ForceBroken",
    "Fought",
    "GameEnded",
    "GmChangedOrder",
    "GmHanded",
    "GmPlaced",
    "GmRemoved",
    "GmRevived",
    "GmSetControl",
    "GmSetPool",
    "GmSetTerrain",
    "HexTaken",
    "ItemDestroyed",
    "ItemDropped",
    "ItemEquipped",
    "ItemFell",
    "ItemSpoiled",
    "Landed",
    "LineDropped",
    "Loss",
    "MailTurnBegan",
    "Mounted",
    "MoveLost",
    "NoWayOut",
    "OrdersMissing",
    "PassingBegan",
    "PassingEnded",
    "PlayerTurnBegan",
    "PlayerTurnEnded",
    "PowerGained",
    "PowerHealed",
    "PowerLost",
    "Regenerated",
    "Resigned",
    "Retreated",
    "SideChanged",
    "StandingReplaced",
    "StormCalmed",
    "StormMade",
    "StormPassed",
    "Strength",
    "TerrainChanged",
    "Terrified",
    "TookOff",
    "UnitSent",
    "VehicleStruck",
    "VehicleTaken",
    "Walked",
]
