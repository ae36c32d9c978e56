"""Shots and DESTROY, fixed at the start of SEQ 6 (RNG, VEH-5, LAW-15, LAW-21)."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.games.arena.orders.order import Destroy, Mark, Shoot
from magika_gm.games.arena.rules.events import Strength
from magika_gm.games.arena.rules.refusals import Code, Refusal
from magika_gm.games.arena.rules.state import Creature, Passing, State
from magika_gm.games.arena.rules.tables import Attack, Ranged
from magika_gm.games.arena.rules.terms import OTHER, SIDES, Target
from magika_gm.games.arena.rules.turn import Turn, creature_of, item_of
from magika_gm.games.arena.rules.units import enemy_in, idle
from magika_gm.games.arena.rules.values import PHANTOM_BLADES, adds, disarmed_shot, poison, weapons


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot at a place, or at one idle vehicle in it (``vehicle``)."""

    creature: str
    place: int
    strength: Strength
    vehicle: str = ""


@dataclass(frozen=True, slots=True)
class Blow:
    """A creature's attack on an idle vehicle in its place."""

    creature: str
    vehicle: str
    place: int


@dataclass(frozen=True, slots=True)
class Fixed:
    """The attacks of SEQ 6 that orders made."""

    shots: tuple[Shot, ...]
    blows: tuple[Blow, ...]


def fixed_shots(turn: Turn) -> Fixed:
    """The active player's SHOOT and DESTROY lines in sheet order: a creature is used by the first that is legal."""
    shots: list[Shot] = []
    blows: list[Blow] = []
    used: set[str] = set()
    for order in turn.orders[turn.active]:
        if isinstance(order, Shoot):
            shot = _shot(turn, order, used)
            if isinstance(shot, Refusal):
                turn.drop(turn.active, order, shot)
            else:
                used.add(shot.creature)
                shots.append(shot)
        elif isinstance(order, Destroy):
            blows += _blows(turn, order, used)
    return Fixed(tuple(shots), tuple(blows))


def is_spell_attack(passing: Passing) -> bool:
    """Whether a passing effect strikes a place (MAG-21); Phantom Blades only stand by their side."""
    return passing.attack is not None and passing.aim.kind is Target.PLACE and passing.name != PHANTOM_BLADES


def spell_struck(state: State) -> set[int]:
    """Places where a spell attack makes a combat: an enemy of its caster stands there (FIGHT-1)."""
    return {p.aim.place for p in state.now.passing if is_spell_attack(p) and enemy_in(state, p.aim.place, p.side)}


def _shooter(turn: Turn, ref: str, used: set[str]) -> Creature | Refusal:
    """Who may shoot: his own, not idle, not casting, no enemy in its place, once (RNG-2, MAG-8, VEH-5)."""
    creature = turn.own_creature(ref, turn.active)
    if isinstance(creature, Refusal):
        return creature
    if creature.id in used:
        return Refusal("VEH-5", Code.USED, creature.id)
    if creature.casting is not None:
        return Refusal("MAG-8", Code.CASTING, creature.id)
    if enemy_in(turn.state, creature.place, turn.active):
        return Refusal("RNG-2", Code.ENGAGED, creature.id)
    return creature


def _weapon(turn: Turn, creature: Creature, ref: str) -> Ranged | Refusal:
    """LAW-15: the weapon named, else its own ranged attack, else the lowest item's."""
    options = weapons(turn.state, creature)
    if not ref:
        return options[0][1] if options else Refusal("RNG-1", Code.NO_SHOT, creature.id)
    for id_, ranged in options:
        if id_ and ref in (id_, turn.state.items[id_].kind.name):
            return ranged
    named = item_of(turn.state, ref, turn.active)
    return named if isinstance(named, Refusal) else Refusal("LAW-15", Code.NO_SHOT, ref)


def _shot(turn: Turn, order: Shoot, used: set[str]) -> Shot | Refusal:
    creature = _shooter(turn, order.creature, used)
    if isinstance(creature, Refusal):
        return creature
    ranged = _weapon(turn, creature, order.weapon)
    if isinstance(ranged, Refusal):
        return ranged
    refused: Refusal | None = None
    for mark in order.marks:
        vehicle = _aimed(turn, creature, ranged, mark)
        if isinstance(vehicle, Refusal):
            refused = refused or vehicle
            continue
        idle_gun = disarmed_shot(turn.state, creature)
        strength = Strength(
            side=creature.side,
            user=creature.id,
            name=creature.kind.name,
            power=0 if idle_gun else ranged.power,
            type=ranged.type,
            poison=0 if idle_gun else ranged.poison,
            there=False,
        )
        return Shot(creature.id, turn.state.board.places[mark.place], strength, vehicle)
    return refused or Refusal("RNG-4", Code.NO_TARGET, "")


def _aimed(turn: Turn, creature: Creature, ranged: Ranged, mark: Mark) -> str | Refusal:
    """What a shot at a mark strikes: "" for the enemies there, or the id of an idle vehicle; or why it is not made."""
    state = turn.state
    place = state.board.places.get(mark.place)
    if place is None:
        return Refusal("ORD-2", Code.UNKNOWN, mark.place)
    if not ranged.least <= state.board.distance(creature.place, place) <= ranged.most:
        return Refusal("RNG-1", Code.RANGE, mark.place)
    if enemy_in(state, place, turn.active):
        return ""
    vehicles = [c.id for c in state.at(place) if idle(state, c)]
    if mark.vehicle:
        named = creature_of(state, mark.vehicle, turn.active)
        if isinstance(named, Refusal):
            return named
        return named.id if named.id in vehicles else Refusal("LAW-21", Code.NO_VEHICLE, named.id)
    return vehicles[0] if vehicles else Refusal("RNG-4", Code.NO_TARGET, mark.place)


def _blows(turn: Turn, order: Destroy, used: set[str]) -> list[Blow]:
    """DESTROY: those of the creatures named that can (VEH-5)."""
    state = turn.state
    vehicle = creature_of(state, order.vehicle, turn.active)
    if isinstance(vehicle, Refusal):
        turn.drop(turn.active, order, vehicle)
        return []
    if not idle(state, vehicle):
        turn.drop(turn.active, order, Refusal("LAW-21", Code.NO_VEHICLE, vehicle.id))
        return []
    if state.now.passing and vehicle.place in spell_struck(state):
        turn.drop(turn.active, order, Refusal("VEH-5", Code.STRUCK, vehicle.id))
        return []
    found: list[Blow] = []
    for ref in order.by:
        creature = _shooter(turn, ref, used)
        if isinstance(creature, Refusal):
            turn.drop(turn.active, order, creature)
        elif creature.place != vehicle.place:
            turn.drop(turn.active, order, Refusal("VEH-5", Code.NOT_HERE, creature.id))
        else:
            used.add(creature.id)
            found.append(Blow(creature.id, vehicle.id, vehicle.place))
    return found


def own_strength(state: State, creature: Creature) -> Strength:
    """What a creature itself brings to a fight (FIGHT-2)."""
    return Strength(
        side=creature.side,
        user=creature.id,
        name=creature.kind.name,
        power=adds(state, creature),
        type=creature.kind.type,
        poison=poison(state, creature),
    )


def spell_strength(passing: Passing, attack: Attack) -> Strength:
    """What an effect of one phase brings with its attack (MAG-21)."""
    return Strength(
        side=passing.side, user=passing.user, name=passing.name, power=attack.power, type=attack.type, there=False
    )


def vehicle_attacks(state: State, fixed: Fixed) -> dict[str, list[Strength]]:
    """All attacks on each idle vehicle, summed: shots, blows, spell attacks (VEH-5)."""
    found: dict[str, list[Strength]] = {}
    for shot in fixed.shots:
        if shot.vehicle:
            found.setdefault(shot.vehicle, []).append(shot.strength)
    for blow in fixed.blows:
        found.setdefault(blow.vehicle, []).append(own_strength(state, state.creatures[blow.creature]))
    for passing in state.now.passing:
        attack, place = passing.attack, passing.aim.place
        if attack is None or not is_spell_attack(passing) or enemy_in(state, place, passing.side):
            continue
        victims = [c.id for c in state.at(place) if idle(state, c) and c.side == OTHER[passing.side]]
        if victims:
            found.setdefault(victims[0], []).append(spell_strength(passing, attack))
    return found


def facing(state: State) -> set[int]:
    """Places that hold creatures of both players."""
    standing: dict[int, str] = {}
    for creature in state.living():
        before = standing.get(creature.place, "")
        if creature.side not in before and not idle(state, creature):
            standing[creature.place] = before + creature.side
    return {place for place, sides in standing.items() if len(sides) == len(SIDES)}


def contested(state: State, fixed: Fixed) -> list[int]:
    """Places with a combat, in order (FIGHT-1, SEQ-1)."""
    return sorted({s.place for s in fixed.shots if not s.vehicle} | spell_struck(state) | facing(state))
