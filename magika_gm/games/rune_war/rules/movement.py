"""A wizard's segment of the map phase: his lines, one after the other (MOVE, CLAIM, SEQ-5 a); and
combat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from magika_gm.games.rune_war.orders.lines import write_order
from magika_gm.games.rune_war.orders.model import (
    ClaimOrder,
    Condition,
    CreatureRef,
    DismissOrder,
    GateOrder,
    LineupOrder,
    MoveOrder,
    Order,
    RefKind,
    Test,
)
from magika_gm.games.rune_war.rules.events import (
    Blasted,
    CombatBegan,
    CombatEnded,
    Farewell,
    LandClaimed,
    LandTaken,
    LinedUp,
    LineRefused,
    Scorched,
    Shot,
    Struck,
    Way,
)
from magika_gm.games.rune_war.rules.magic import leave, move_creature
from magika_gm.games.rune_war.rules.refusals import Refusal
from magika_gm.games.rune_war.rules.state import Creature, World, seers, sees
from magika_gm.games.rune_war.rules.tables import FORCE_SHIELD, PARALYZE, SEATS, TOWER, Ability
from magika_gm.games.rune_war.rules.turn import Table


@dataclass(slots=True)
class Tracks:
    """What a segment keeps in mind: movement points spent, and where each took its last step or gate from."""

    spent: dict[str, int] = field(default_factory=dict)
    origin: dict[str, str] = field(default_factory=dict)


class Segment:
    """The lines of one seat in a map turn."""

    def __init__(self, table: Table, seat: str, tracks: Tracks) -> None:
        self.table = table
        self.world: World = table.state
        self.seat = seat
        self.tracks = tracks

    def run(self, orders: Sequence[Order]) -> None:
        """Carry out the lines from the top."""
        for order in orders:
            match order:
                case MoveOrder():
                    self._move(order)
                case GateOrder():
                    self._gate(order)
                case LineupOrder():
                    self._lineup(order)
                case DismissOrder():
                    self._dismiss(order)
                case ClaimOrder():
                    self._claim(order)
                case _:
                    pass  # a line of a hand turn, refused when the sheet was taken up (SEQ-6)

    # -- what lines name ------------------------------------------------------------------------------------------

    def _refuse(self, order: Order, reason: Refusal, about: str = "") -> None:
        refuse(self.table, self.seat, order, reason, about)

    def _own(self, order: Order, ref: CreatureRef) -> Creature | None:
        """The own creature a line names; refused if there is none (ORD-2)."""
        code = ref.name
        if ref.kind is RefKind.NEW:
            code = self.world.players[self.seat].newest
        elif ref.kind is RefKind.KIND:
            code = next((c.code for c in self.world.own(self.seat) if c.kind == ref.name), "")
        creature = self.world.creatures.get(code)
        if creature is None:
            self._refuse(order, Refusal.NO_SUCH_CREATURE, code or ref.name)
            return None
        if creature.seat != self.seat:
            self._refuse(order, Refusal.NOT_OWN, code)
            return None
        return creature

    def _holds(self, condition: Condition, place: str) -> bool:
        """Whether a condition is true of a place, as far as its wizard can see (SEE-6)."""
        return condition_holds(self.world, self.seat, condition, place)

    def _untrue(self, order: Order, place: str) -> None:
        """An IF without ELSE was false; a game begun by edition 1 does not tell it."""
        if self.world.options.edition >= 2:
            self._refuse(order, Refusal.IF_FALSE, place)

    # -- moving (MOVE-2, 3, 5, 7) ---------------------------------------------------------------------------------

    def _move(self, order: MoveOrder) -> None:
        way = order.way
        if order.condition is not None and not self._holds(order.condition, way[-1]):
            way = order.otherwise
            if not way:
                self._untrue(order, order.way[-1])
        moving = [c for ref in order.creatures if (c := self._own(order, ref)) is not None]
        for place in way:
            moving = [creature for creature in moving if self._step(order, creature, place)]

    def _step(self, order: Order, creature: Creature, place: str) -> bool:
        reason = self._bars_step(creature, place)
        if reason is not None:
            self._refuse(order, reason, creature.code)
            return False
        self._go(creature, place, Way.STEP)
        self._spend(creature)
        return True

    def _bars_step(self, creature: Creature, place: str) -> Refusal | None:
        if creature.bears(PARALYZE):
            return Refusal.PARALYSED
        if place not in self.world.isle.neighbours[creature.at]:
            return Refusal.NO_BORDER
        return self._bars_entry(creature, place)

    def _bars_entry(self, creature: Creature, place: str) -> Refusal | None:
        if self.tracks.spent.get(creature.code, 0) >= creature.table.move:
            return Refusal.NO_MOVEMENT
        return None if self.world.room(place, self.seat) else Refusal.NO_ROOM

    def _go(self, creature: Creature, place: str, way: Way) -> None:
        self.tracks.origin[creature.code] = creature.at
        move_creature(self.table, creature, place, way)

    def _spend(self, creature: Creature) -> None:
        self.tracks.spent[creature.code] = self.tracks.spent.get(creature.code, 0) + 1

    # -- gating (MOVE-6) ------------------------------------------------------------------------------------------

    def _gate(self, order: GateOrder) -> None:
        place = order.place
        if order.condition is not None and not self._holds(order.condition, place):
            place = order.otherwise
            if not place:
                self._untrue(order, order.place)
        if not place:
            return
        carol = next((c for c in self.world.own(self.seat) if c.has(Ability.GATE)), None)
        if carol is None:
            self._refuse(order, Refusal.NO_CAROL)
            return
        if carol.bears(PARALYZE):
            self._refuse(order, Refusal.PARALYSED, carol.code)
            return
        named = [c for ref in order.creatures if (c := self._own(order, ref)) is not None]
        stand = carol.at
        with_her = {creature.code for creature in named if creature.at == stand}
        for creature in named:
            reason = self._bars_gate(creature, creature.code in with_her, stand, place)
            if reason is not None:
                self._refuse(order, reason, creature.code)
                continue
            self._go(creature, place, Way.GATE)
            self._spend(creature)

    def _bars_gate(self, creature: Creature, with_her: bool, stand: str, place: str) -> Refusal | None:
        if not with_her:
            return Refusal.NOT_WITH_CAROL
        if creature.bears(PARALYZE):
            return Refusal.PARALYSED
        if place in (stand, creature.at):
            return Refusal.STANDS_THERE
        if not self.world.has_circle(place, self.seat):
            return Refusal.NO_CIRCLE
        return self._bars_entry(creature, place)

    # -- arranging and dismissing (MOVE-7, 8) ---------------------------------------------------------------------

    def _lineup(self, order: LineupOrder) -> None:
        army = [creature.code for creature in self.world.army(order.place, self.seat)]
        named: list[str] = []
        for ref in order.creatures:
            creature = self._own(order, ref)
            if creature is None:
                continue
            if creature.at != order.place:
                self._refuse(order, Refusal.NOT_THERE, creature.code)
            elif creature.code not in named:
                named.append(creature.code)
        if named:
            codes = (*named, *(code for code in army if code not in named))
            self.table.tell(LinedUp(self.seat, order.place, codes), self._who_sees_all(codes))

    def _who_sees_all(self, codes: Sequence[str]) -> tuple[str, ...]:
        return tuple(s for s in self.world.players if all(sees(self.world, s, self.world.creatures[c]) for c in codes))

    def _dismiss(self, order: DismissOrder) -> None:
        for ref in order.creatures:
            creature = self._own(order, ref)
            if creature is not None:
                leave(self.table, creature, Farewell.DISMISSED, seers(self.world, creature))

    # -- claims (CLAIM) -------------------------------------------------------------------------------------------

    def _claim(self, order: ClaimOrder) -> None:
        for place in order.places:
            if order.condition is not None and not self._holds(order.condition, place):
                self._untrue(order, place)
                continue
            reason = bars_claim(self.world, self.seat, place)
            if reason is not None:
                self._refuse(order, reason, place)
                continue
            value = self.world.isle.at[place].value
            self.table.tell(LandClaimed(self.seat, place, self.world.land[place], value))


def condition_holds(world: World, seat: str, condition: Condition, place: str) -> bool:
    """Whether a condition is true of a place, as far as the seat can see (ORD, SEE-6)."""
    match condition.test:
        case Test.MINE:
            return world.land.get(place) is world.players[seat].clan
        case Test.OF:
            return condition.clan is not None and world.land.get(place) is condition.clan
        case Test.EMPTY | Test.NOT_EMPTY:
            here = (world.creatures[code] for code in world.armies.get(place, ()))
            shown = any(c.seat != seat and sees(world, seat, c) for c in here)
            return shown is (condition.test is Test.NOT_EMPTY)


def bars_claim(world: World, seat: str, place: str) -> Refusal | None:
    """What forbids a claim (CLAIM-1 to 3)."""
    if place == TOWER:
        return Refusal.TOWER
    player, owner = world.players[seat], world.land[place]
    if owner is player.clan:
        return Refusal.OWN_LAND
    if not any(world.land.get(other) is player.clan for other in world.isle.neighbours[place]):
        return Refusal.NO_BORDER
    if player.lcp[owner] < world.isle.at[place].value:
        return Refusal.LCP
    guards = world.army(place, world.owner(place))
    if guards:
        return Refusal.GUARDED if any(sees(world, seat, guard) for guard in guards) else Refusal.UNSEEN_GUARD
    return None


def refuse(table: Table, seat: str, order: Order, reason: Refusal, about: str = "") -> None:
    """Tell a seat what of a line could not be done, and the rule (SEQ-7)."""
    event = LineRefused(
        seat=seat, line=order.line, text=write_order(order), reason=reason, rule=reason.rule, about=about
    )
    table.tell(event, (seat,))


# Combat for a territory, blow by blow (FIGHT).


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
