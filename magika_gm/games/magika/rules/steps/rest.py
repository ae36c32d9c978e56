"""Step 9, Rest: all at once, with everybody whose order became Rest (REST-1, SEQ-3)."""

from __future__ import annotations

from magika_gm.games.magika.orders import Rest
from magika_gm.games.magika.rules.events import Rested
from magika_gm.games.magika.rules.tables import REST_RATE
from magika_gm.games.magika.rules.turn import Turn
from magika_gm.games.magika.rules.world import Mage, World


def gain(world: World, mage: Mage) -> int:
    """Points a rest gives before the maximum: the terrain's rate, doubled by Helm or BoEnd (REST-2)."""
    rate = REST_RATE[world.terrain_at(mage.space)]
    return 2 * rate if "helm" in mage.artifacts or "BoEnd" in mage.effects else rate


def rest(turn: Turn) -> None:
    """Everybody who rests regains endurance, up to his maximum; it does not wake the unconscious (MAGE-6)."""
    world = turn.world
    for letter, order in turn.orders.items():
        if order.__class__ is Rest or letter in turn.resting:
            mage = world.mages[letter]
            turn.tell(Rested(letter, min(gain(world, mage), mage.max_endurance - mage.endurance)), letter)
