"""Step 8, Meditate: all at once (MED-1)."""

from __future__ import annotations

from magika_gm.games.magika.orders import Meditate
from magika_gm.games.magika.rules.enchantments import ATTUNED_BONUS, attuned_to, skill_now
from magika_gm.games.magika.rules.events import Meditated
from magika_gm.games.magika.rules.turn import Turn
from magika_gm.games.magika.rules.world import Mage, World

SHARE = 15
"""Percent of spell skill regained."""


def gain(world: World, mage: Mage) -> int:
    """Points a meditation gives before the maximum: 15 % of skill, doubled before rounding by Candle or BoArc."""
    skill = skill_now(mage)
    if attuned_to(mage, world.terrain_at(mage.space)):
        skill += ATTUNED_BONUS
    times = 2 if "candle" in mage.artifacts or "BoArc" in mage.effects else 1
    return max(0, (SHARE * skill * times + 50) // 100)


def meditate(turn: Turn) -> None:
    """Everybody who meditates regains arcania, up to his maximum."""
    for mage, _ in turn.able(Meditate, "AntMa"):
        amount = min(gain(turn.world, mage), mage.max_arcania - mage.arcania)
        turn.tell(Meditated(mage.letter, amount), mage.letter)
