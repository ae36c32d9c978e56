"""A combat foreseen without dice: everything at its average, in hundredths of loyalty (BOT-1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from magika_gm.games.rune_war.bots.reading import Beast, Land
from magika_gm.games.rune_war.rules.combat import HELLBLAST_DAMAGE, MOST_STRIKES, hit_chance
from magika_gm.games.rune_war.tables import FORCE_SHIELD, Ability

_WHOLE = 100


@dataclass(frozen=True, slots=True)
class Forecast:
    """Whether the attackers win inside 120 strikes, and what share of their loyalty is left."""

    won: bool
    rest: Fraction


@dataclass(slots=True)
class _Fighter:
    beast: Beast
    loyalty: int

    def has(self, ability: Ability) -> bool:
        return self.beast.has(ability)


class _Foreseen:
    def __init__(self, attackers: Sequence[Beast], defenders: Sequence[Beast], land: Land) -> None:
        self.sides = {
            True: [_Fighter(b, b.loyalty * _WHOLE) for b in attackers],
            False: [_Fighter(b, b.loyalty * _WHOLE) for b in defenders],
        }
        self.land = land
        self.wall = land.loyalty * _WHOLE

    def bury(self) -> None:
        for side, fighters in self.sides.items():
            self.sides[side] = [f for f in fighters if f.loyalty > 0]

    def hellblast(self) -> None:
        for side in (False, True):
            blasts = sum(1 for f in self.sides[side] if f.has(Ability.HELLBLAST))
            for enemy in self.sides[not side]:
                enemy.loyalty -= blasts * HELLBLAST_DAMAGE * _WHOLE
        self.bury()

    def ranged(self, territory_alone: bool) -> None:
        shots = [(self.land.ranged, True)]
        if not territory_alone:
            shots += [(f.beast.ranged, True) for f in self.sides[False]]
            shots += [(f.beast.ranged, False) for f in self.sides[True]]
        hits: list[tuple[_Fighter, int]] = []
        for ranged, side in shots:
            target = next((f for f in self.sides[side] if not f.has(Ability.IGNORE_MISSILES)), None)
            if ranged >= 1 and target is not None:
                hits.append((target, max(0, ranged - (FORCE_SHIELD in target.beast.enchantments))))
        for target, damage in hits:
            target.loyalty -= damage * _WHOLE
        self.bury()

    def strike(self, attacking: bool) -> None:
        party, enemies = self.sides[attacking], self.sides[not attacking]
        melee = party[0].beast.melee + len(party) - 1 if party else self.land.melee
        if not enemies:
            self.wall -= _damage(melee, self.land.defense)
            return
        struck = enemies if party and party[0].has(Ability.SWARM) else enemies[:1]
        blows = [(enemy, _damage(melee, _defense(enemy, enemies))) for enemy in struck]
        for enemy, damage in blows:
            enemy.loyalty -= damage
            if party and damage and enemy.has(Ability.FIRE_SHIELD):
                party[0].loyalty -= _WHOLE
        self.bury()


def _damage(melee: int, defense: int) -> int:
    return (melee - defense) * _WHOLE if melee > defense else hit_chance(melee, defense)


def _defense(fighter: _Fighter, party: Sequence[_Fighter]) -> int:
    if not fighter.has(Ability.MERGE):
        return fighter.beast.defense
    return fighter.beast.defense + sum(1 for f in party if f.beast.kind == fighter.beast.kind) - 1


def forecast(attackers: Sequence[Beast], defenders: Sequence[Beast], land: Land) -> Forecast:
    """The combat for a territory as a policy foresees it; armies in army order."""
    start = sum(b.loyalty for b in attackers) * _WHOLE
    fight = _Foreseen(attackers, defenders, land)
    attacking = first = attackers[0].has(Ability.FIRST_STRIKE)
    fight.hellblast()
    fight.ranged(first)
    strikes = 0
    while fight.wall > 0 and fight.sides[True] and strikes < MOST_STRIKES:
        fight.strike(attacking)
        attacking = not attacking
        strikes += 1
    left = sum(f.loyalty for f in fight.sides[True])
    return Forecast(fight.wall <= 0, Fraction(left, start))
