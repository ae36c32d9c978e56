"""A cast on its way: what was read, at whom it is aimed, and how a victim wards it off."""

from __future__ import annotations

from dataclasses import dataclass, replace

from magika_gm.games.magika.orders.parameters import Parameter
from magika_gm.games.magika.rules.enchantments import may_resist, protected_from
from magika_gm.games.magika.rules.events import Warded
from magika_gm.games.magika.rules.spellbook import PROTECTED_BY, Spell
from magika_gm.games.magika.rules.tables import BLACK
from magika_gm.games.magika.rules.turn import Turn
from magika_gm.games.magika.rules.world import Mage, World


@dataclass(slots=True, kw_only=True)
class Casting:
    """One scroll being read. ``bonus`` is known once it succeeded (CAST-10)."""

    mage: Mage
    spell: Spell
    major: bool
    parameter: Parameter
    bonus: bool = False
    success: bool = False

    @property
    def code(self) -> str:
        """The spell's code."""
        return self.spell.code

    @property
    def label(self) -> str:
        """The code as printed: ``TelPtX`` for a major."""
        return self.spell.code + ("X" if self.major else "")


def targets(world: World, casting: Casting) -> list[Mage]:
    """The mage a minor spell names, or all wearers of the colour a major one names, by letter (CAST-11)."""
    if casting.spell.parameter_at(casting.major) == "mage":
        mage = world.mages.get(casting.parameter.text)
        return [mage] if mage is not None and not mage.dropped else []
    return wearers(world, casting.parameter.text)


def wearers(world: World, colour: str) -> list[Mage]:
    """Everybody who wears that colour, by letter."""
    return [m for m in world.mages.values() if m.team == colour]


def own_side(world: World, casting: Casting) -> list[Mage]:
    """Whom a spell without a target serves: the caster, or with X his whole team (CAST-14, CAST-17)."""
    if casting.major and casting.mage.team != BLACK:
        return wearers(world, casting.mage.team)
    return [casting.mage]


def stopped(turn: Turn, casting: Casting, victim: Mage) -> bool:
    """Whether a protection (CAST-13) or resistance (CAST-12) stops the spell; told to the victim if so."""
    by = ""
    if protected_from(victim, casting.code):
        by = PROTECTED_BY[casting.code]
    else:
        chance = may_resist(victim, casting.code)
        if chance and turn.dice.d100("resist", victim.letter, "CAST-12") <= chance:
            by = "resistance"
    if not by:
        return False
    known = Warded(victim.letter, casting.label, by, casting.mage.letter)
    turn.strike(known, replace(known, caster=""), victim, casting.mage)
    return True
