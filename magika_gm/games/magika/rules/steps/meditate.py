"""Step 8, Meditate: all at once (MED-1)."""

from __future__ import annotations

from magika_gm.games.magika.orders import Meditate
from magika_gm.games.magika.rules.enchantments import attuned_to, meditation
from magika_gm.games.magika.rules.events import Meditated
from magika_gm.games.magika.rules.turn import Turn
from magika_gm.games.magika.rules.world import Mage, World


def gain(world: World, mage: Mage) -> int:
    """Points a meditation where he stands gives before the maximum."""
    return meditation(mage, attuned_to(mage, world.terrain_at(mage.space)))


def meditate(turn: Turn) -> None:
    """Everybody who meditates regains arcania, up to his maximum."""
    for mage, _ in turn.able(Meditate, "AntMa"):
        amount = min(gain(turn.world, mage), mage.max_arcania - mage.arcania)
        turn.tell(Meditated(mage.letter, amount), mage.letter)
