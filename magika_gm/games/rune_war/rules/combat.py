"""Combat for a territory, blow by blow (FIGHT)."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.games.rune_war.rules.events import (
    Blasted,
    CombatBegan,
    CombatEnded,
    Farewell,
    LandTaken,
    Scorched,
    Shot,
    Struck,
    Way,
)
from magika_gm.games.rune_war.rules.magic import leave, move_creature
from magika_gm.games.rune_war.rules.movement import Tracks
from magika_gm.games.rune_war.rules.state import Creature, World
from magika_gm.games.rune_war.rules.tables import FORCE_SHIELD, SEATS, Ability
from magika_gm.games.rune_war.rules.turn import Table

CHANCES = (50, 25, 12, 6, 3, 1)
"""Percent to hit by the deficit of melee against defense; greater ones as the last (FIGHT-6)."""
MOST_STRIKES = 120
MIGHTY_CHANCE, MIGHTY_BONUS = 25, 3
HELLBLAST_DAMAGE = 2


def hit_chance(melee: int, defense: int) -> int:
    """The chance in percent of a strike that is not above the defense (FIGHT-6)."""
    return CHANCES[min(defense - melee, len(CHANCES) - 1)]


def defense_of(creature: Creature, party: list[Creature]) -> int:
    """Defense at the moment of the strike: Merge counts others of the kind in the party (FIGHT-8)."""
    if not creature.has(Ability.MERGE):
        return creature.defense
    return creature.defense + sum(1 for c in party if c is not creature and c.kind == creature.kind)


@dataclass(slots=True)
class Wall:
    """The territory's own resistance: its loyalty is whole for every combat (FIGHT-1)."""

    loyalty: int


class Combat:
    """One combat: the attacker's creatures in a place against the owner's there and the territory."""

    def __init__(self, table: Table, attacker: str, place: str, tracks: Tracks) -> None:
        self.table = table
        self.world: World = table.state
        self.attacker = attacker
        self.place = place
        self.defender = self.world.owner(place)
        self.land = self.world.isle.at[place]
        self.wall = Wall(self.land.loyalty)
        self.tracks = tracks
        self.strikes = 0

    def party(self, seat: str) -> list[Creature]:
        """A side's creatures as they stand, the leader first."""
        return self.world.army(self.place, seat)

    def fight(self) -> None:
        """Hellblast, the ranged round, then strikes in turn until one side is gone (FIGHT-2 to 5, 11, 12)."""
        attackers, defenders = self.party(self.attacker), self.party(self.defender)
        first = attackers[0].has(Ability.FIRST_STRIKE)
        self.table.tell(
            CombatBegan(
                place=self.place,
                attacker=self.attacker,
                defender=self.defender,
                attackers=tuple(c.code for c in attackers),
                defenders=tuple(c.code for c in defenders),
                kinds=tuple(c.kind for c in (*attackers, *defenders)),
                first_strike=first,
            )
        )
        self._hellblast()
        self._ranged(first)
        attacking = first
        while self.wall.loyalty > 0 and self.party(self.attacker):
            if self.strikes == MOST_STRIKES:
                self._end(False, broken_off=True)
                self._break_off()
                return
            self.strikes += 1
            self._strike(attacking)
            attacking = not attacking
        won = self.wall.loyalty <= 0
        self._end(won)
        if won:
            self.table.tell(LandTaken(self.attacker, self.place, self.world.land[self.place]))

    def _end(self, won: bool, broken_off: bool = False) -> None:
        self.table.tell(
            CombatEnded(place=self.place, attacker=self.attacker, won=won, strikes=self.strikes, broken_off=broken_off)
        )

    def _bury(self) -> None:
        """Who has no loyalty left goes; in combat everybody sees it (SEE-5)."""
        for seat in (self.defender, self.attacker):
            for creature in self.party(seat):
                if creature.loyalty <= 0:
                    leave(self.table, creature, Farewell.LOYALTY, SEATS)

    # -- before melee ---------------------------------------------------------------------------------------------

    def _hellblast(self) -> None:
        """Once, as the combat begins, every enemy creature (FIGHT-2)."""
        for seat, enemy in ((self.defender, self.attacker), (self.attacker, self.defender)):
            for source in [c for c in self.party(seat) if c.has(Ability.HELLBLAST)]:
                for creature in self.party(enemy):
                    self.table.tell(Blasted(source.code, creature.code, HELLBLAST_DAMAGE))
        self._bury()

    def _ranged(self, territory_alone: bool) -> None:
        """Targets are chosen from those present, all damage falls together (FIGHT-3, 4)."""
        attackers, defenders = self.party(self.attacker), self.party(self.defender)
        shooters = [(self.place, self.land.ranged, attackers)]
        if not territory_alone:
            shooters += [(c.code, c.ranged, attackers) for c in defenders]
            shooters += [(c.code, c.ranged, defenders) for c in attackers]
        shots = []
        for shooter, ranged, enemies in shooters:
            targets = [c for c in enemies if not c.has(Ability.IGNORE_MISSILES)]
            if ranged >= 1 and targets:
                codes = [c.code for c in targets]
                target = targets[self.table.dice.choice("combat.shot", shooter, codes, "FIGHT-3")]
                shots.append(Shot(shooter, target.code, max(0, ranged - target.bears(FORCE_SHIELD))))
        for shot in shots:
            self.table.tell(shot)
        self._bury()

    # -- melee ----------------------------------------------------------------------------------------------------

    def _strike(self, attacking: bool) -> None:
        own, enemy = (self.attacker, self.defender) if attacking else (self.defender, self.attacker)
        party, enemies = self.party(own), self.party(enemy)
        if not party:
            self._blow(None, self.land.melee, enemies[:1], enemies)
            return
        striker = party[0]
        struck = enemies if striker.has(Ability.SWARM) else enemies[:1]
        self._blow(striker, striker.melee + len(party) - 1, struck, enemies)

    def _blow(self, striker: Creature | None, melee: int, struck: list[Creature], party: list[Creature]) -> None:
        """One strike at each of ``struck``, or at the territory if there are none; all damage falls together."""
        blows = [self._aimed(striker, melee, c.code, defense_of(c, party), c.loyalty) for c in struck]
        if not struck:
            blows = [self._aimed(striker, melee, self.place, self.land.defense, self.wall.loyalty)]
        for blow in blows:
            self.table.tell(blow)
            if not struck:
                self.wall.loyalty -= blow.damage
        if striker is not None:
            for blow, creature in zip(blows, struck, strict=False):
                if blow.damage and creature.has(Ability.FIRE_SHIELD):
                    self.table.tell(Scorched(striker.code, creature.code))
        self._bury()

    def _aimed(self, striker: Creature | None, melee: int, target: str, defense: int, loyalty: int) -> Struck:
        """A strike computed: Mighty Blow before the hit, the hit where it is needed (FIGHT-6, 9)."""
        dice, subject = self.table.dice, self.place if striker is None else striker.code
        mighty = 0
        if striker is not None and striker.has(Ability.MIGHTY_BLOW):
            mighty = dice.d100("combat.mighty", subject, "FIGHT-9")
            melee += MIGHTY_BONUS * (mighty <= MIGHTY_CHANCE)
        chance = roll = 0
        if melee > defense:
            damage = melee - defense
        elif mighty and mighty <= MIGHTY_CHANCE:
            damage = 1
        else:
            chance = hit_chance(melee, defense)
            roll = dice.d100("combat.hit", subject, "FIGHT-6")
            damage = int(roll <= chance)
        return Struck(
            striker=subject,
            target=target,
            melee=melee,
            defense=defense,
            mighty=mighty,
            chance=chance,
            roll=roll,
            damage=damage,
            left=loyalty - damage,
        )

    def _break_off(self) -> None:
        """Each attacker returns to where it took its last step or gate from, or leaves (FIGHT-12)."""
        for creature in self.party(self.attacker):
            origin = self.tracks.origin.get(creature.code, "")
            if origin and self.world.is_own_ground(origin, self.attacker) and self.world.room(origin, self.attacker):
                move_creature(self.table, creature, origin, Way.RETURN)
            else:
                leave(self.table, creature, Farewell.NO_WAY_BACK, SEATS)


def fight_all(table: Table, attacker: str, tracks: Tracks) -> None:
    """Combat in every enemy territory where a wizard has creatures, in table order (FIGHT-1)."""
    for place in table.state.isle.at:
        clan = table.state.land.get(place)
        enemy = clan is not None and clan is not table.state.players[attacker].clan
        if enemy and table.state.army(place, attacker):
            Combat(table, attacker, place, tracks).fight()
