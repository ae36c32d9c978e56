"""SEQ 6: all combats judged on one state, all deaths at once (FIGHT, TGT, BLUNT, POIS, VEH-5, ABIL-1)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import field

from magika_gm.engine.records import mutable, record
from magika_gm.games.arena.orders.model import RANDOM, Destroy, Kill, Mark, Shoot
from magika_gm.games.arena.rules.events import Fought, Loss, PassingEnded, Regenerated, Strength, VehicleStruck
from magika_gm.games.arena.rules.refusals import Code, Refusal
from magika_gm.games.arena.rules.retreat import kill, lose_casting
from magika_gm.games.arena.rules.state import Creature, Passing, State
from magika_gm.games.arena.rules.tables import Attack, Ranged
from magika_gm.games.arena.rules.terms import OTHER, SIDES, AttackType, Fate, Outcome, Phase, Target, aloft
from magika_gm.games.arena.rules.turn import Turn, creature_of, item_of
from magika_gm.games.arena.rules.units import (
    PHANTOM_BLADES,
    adds,
    disarmed_shot,
    enemy_in,
    flies,
    forces,
    idle,
    is_vehicle,
    poison,
    poison_proof,
    possible_pilots,
    power,
    present,
    regenerates,
    unseen,
    weapons,
)

# Shots and DESTROY, fixed at the start of SEQ 6 (RNG, VEH-5, LAW-15, LAW-21).


@record
class Shot:
    """A shot at a place, or at one idle vehicle in it (``vehicle``)."""

    creature: str
    place: int
    strength: Strength
    vehicle: str = ""


@record
class Blow:
    """A creature's attack on an idle vehicle in its place."""

    creature: str
    vehicle: str
    place: int


@record
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
                turn.drop(order, shot)
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
        turn.drop(order, vehicle)
        return []
    if not idle(state, vehicle):
        turn.drop(order, Refusal("LAW-21", Code.NO_VEHICLE, vehicle.id))
        return []
    if state.now.passing and vehicle.place in spell_struck(state):
        turn.drop(order, Refusal("VEH-5", Code.STRUCK, vehicle.id))
        return []
    found: list[Blow] = []
    for ref in order.by:
        creature = _shooter(turn, ref, used)
        if isinstance(creature, Refusal):
            turn.drop(order, creature)
        elif creature.place != vehicle.place:
            turn.drop(order, Refusal("VEH-5", Code.NOT_HERE, creature.id))
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


# What each side brings to a place: creatures, shots, spell attacks (FIGHT-2, RNG-3, MAG-21).


def spell_attacks(state: State, place: int) -> list[Strength]:
    """Spell attacks on a place, in the order they worked (MAG-21)."""
    return _passing(state, place, is_spell_attack)


def _passing(state: State, place: int, counts: Callable[[Passing], bool]) -> list[Strength]:
    return [
        spell_strength(p, p.attack)
        for p in state.now.passing
        if p.attack is not None and p.aim.place == place and counts(p)
    ]


def strengths_at(state: State, place: int, shots: Sequence[Shot]) -> list[Strength]:
    """Everything that counts in a place: side A's first, creatures by id, shots, spells."""
    found: list[Strength] = []
    for side in SIDES:
        found += [own_strength(state, c) for c in forces(state, place, side)]
        found += [s.strength for s in shots if s.place == place and s.strength.side == side]
        found += [s for s in spell_attacks(state, place) if s.side == side] if state.now.passing else []
    if state.now.passing:
        found += _blades(state, place)
    return found


def _blades(state: State, place: int) -> list[Strength]:
    """Phantom Blades count for a side that has a creature there."""
    return _passing(state, place, lambda p: p.name == PHANTOM_BLADES and present(state, place, p.side))


def total(strengths: Iterable[Strength], side: str) -> int:
    """A side's total (FIGHT-2)."""
    return sum(s.power for s in strengths if s.side == side)


def of_type(strengths: Iterable[Strength], side: str, attack: AttackType) -> list[Strength]:
    """A side's strengths of one attack type."""
    return [s for s in strengths if s.side == side and s.type is attack]


@mutable
class Combat:
    """A combat while it is judged."""

    place: int
    strengths: list[Strength]
    there: dict[str, list[Creature]]
    """Each side's creatures in the place, by id."""
    winner: str
    margin: int
    losses: list[Loss] = field(default_factory=list)


def fight(turn: Turn) -> None:
    """The whole step."""
    state = turn.state
    fixed = fixed_shots(turn)
    places = contested(state, fixed)
    for place in places:
        for creature in state.at(place):
            if creature.casting is not None:
                lose_casting(turn, creature, Outcome.FAILS)
    combats = [_combat(state, place, fixed) for place in places]
    kills = {side: kill_list(turn, side) for side in SIDES}
    for combat in combats:
        _judge(turn, combat, kills)
    rules = {
        loss.victim: "POIS-1" if loss.poison else "FIGHT-3"
        for combat in combats
        for loss in combat.losses
        if loss.fate is Fate.DIES
    }
    rules |= {vehicle.id: "VEH-5" for vehicle in _attack_vehicles(turn, fixed)}
    for combat in combats:
        _tell(turn, combat)
    kill(turn, rules)
    turn.tell(PassingEnded(Phase.M2))
    turn.settle_control()


def _combat(state: State, place: int, fixed: Fixed) -> Combat:
    shots = [s for s in fixed.shots if not s.vehicle]
    strengths = strengths_at(state, place, shots)
    a, b = total(strengths, "A"), total(strengths, "B")
    winner = "A" if a > b else "B" if b > a else ""
    return Combat(
        place=place,
        strengths=strengths,
        there={side: forces(state, place, side) for side in SIDES},
        winner=winner,
        margin=abs(a - b),
    )


def kill_list(turn: Turn, side: str) -> list[str]:
    """A player's KILL lines: his sheet's in his own turn, then the standing ones (TGT-4)."""
    own = turn.orders[side] if side == turn.active else ()
    return [id_ for order in (*own, *turn.state.standing[side]) if isinstance(order, Kill) for id_ in order.ids]


def _judge(turn: Turn, combat: Combat, kills: dict[str, list[str]]) -> None:
    """The draws in SEQ-1's order: the losers' first, then poison on A, then on B."""
    losses = [_loss(turn, combat, kills[combat.winner])] if combat.winner else []
    losses += [_poisoned(turn, combat, side, kills[OTHER[side]]) for side in SIDES]
    combat.losses += [loss for loss in losses if loss is not None]


def _fate(state: State, victim: Creature, *, poison: bool) -> Fate:
    """POIS-3, ABIL-1: whether a victim dies."""
    if poison and poison_proof(state, victim):
        return Fate.IMMUNE
    return Fate.REGENERATES if regenerates(state, victim) else Fate.DIES


def _loss(turn: Turn, combat: Combat, kills: Sequence[str]) -> Loss | None:
    """FIGHT-3, BLUNT-1, TGT-2: whom the losing side loses, if anybody."""
    state, winner, loser = turn.state, combat.winner, OTHER[combat.winner]
    candidates = combat.there[loser]
    blunt = sum(s.power for s in of_type(combat.strengths, winner, AttackType.BLUNT))
    if not candidates or blunt >= combat.margin:
        return None
    aimed = of_type(combat.strengths, winner, AttackType.TARGETED)
    chosen = _chosen(state, candidates, sum(s.power + s.poison for s in aimed), kills)
    subject = state.board.place_names[combat.place]
    victim = chosen or _drawn(turn, "fight.loss", subject, candidates, "FIGHT-3")
    fate = _fate(state, victim, poison=False)
    return Loss(side=loser, victim=victim.id, fate=fate, chosen=chosen is not None, candidates=len(candidates))


def _chosen(state: State, candidates: Sequence[Creature], below: int, kills: Sequence[str]) -> Creature | None:
    """TGT-2, TGT-4: by the KILL list, else the dearest eligible; None: the draw. Nobody's Power is below 0."""
    eligible = [c for c in candidates if power(state, c) < below and not unseen(state, c)]
    for id_ in kills:
        if id_ == RANDOM:
            return None
        for creature in eligible:
            if creature.id == id_:
                return creature
    return min(eligible, key=lambda c: (-c.kind.cost, c.key), default=None)


def _drawn(turn: Turn, name: str, subject: str, candidates: Sequence[Creature], rule: str) -> Creature:
    """The draw; with one candidate there is none (DICE)."""
    if len(candidates) == 1:
        return candidates[0]
    numbers = [str(n) for n in range(1, len(candidates) + 1)]
    return candidates[turn.dice.choice(name, subject, [c.id for c in candidates], rule, aliases=numbers)]


def _poisoned(turn: Turn, combat: Combat, side: str, kills: Sequence[str]) -> Loss | None:
    """POIS: whom ``side`` loses to the other side's poison, if that side lost or tied by less than its poison."""
    poisoner, state = OTHER[side], turn.state
    venomous = [s for s in combat.strengths if s.side == poisoner and s.poison]
    candidates = combat.there[side]
    if combat.winner == poisoner or not candidates or combat.margin >= sum(s.poison for s in venomous):
        return None
    aimed = [s for s in venomous if s.type is AttackType.TARGETED]
    if aimed and state.edition >= 2:
        aimed = of_type(combat.strengths, poisoner, AttackType.TARGETED)
    eligible = [c for c in candidates if not poison_proof(state, c)] if aimed else []
    chosen = _chosen(state, eligible, sum(s.power + s.poison for s in aimed), kills)
    subject = f"{state.board.place_names[combat.place]}.{side}"
    victim = chosen or _drawn(turn, "fight.poison", subject, candidates, "POIS-1")
    fate = _fate(state, victim, poison=True)
    return Loss(
        side=side, victim=victim.id, fate=fate, chosen=chosen is not None, poison=True, candidates=len(candidates)
    )


def _attack_vehicles(turn: Turn, fixed: Fixed) -> list[Creature]:
    """VEH-5: summed attacks on idle vehicles; BLUNT-1 holds."""
    state = turn.state
    destroyed: list[Creature] = []
    attacks = vehicle_attacks(state, fixed)
    for id_ in sorted(attacks, key=lambda i: state.creatures[i].key):
        vehicle, strengths = state.creatures[id_], tuple(attacks[id_])
        defence = power(state, vehicle)
        margin = sum(s.power for s in strengths) - defence
        blunt = sum(s.power for s in strengths if s.type is AttackType.BLUNT)
        killed = margin > 0 and blunt < margin
        turn.tell(VehicleStruck(id_, vehicle.place, strengths, defence, killed))
        if killed:
            destroyed.append(vehicle)
    return destroyed


def _tell(turn: Turn, combat: Combat) -> None:
    strengths = tuple(combat.strengths)
    blunt = of_type(strengths, combat.winner, AttackType.BLUNT) if combat.winner else []
    turn.tell(
        Fought(
            place=combat.place,
            total_a=total(strengths, "A"),
            total_b=total(strengths, "B"),
            winner=combat.winner,
            strengths=strengths,
            losses=tuple(combat.losses),
            blunt=sum(s.power for s in blunt),
            leaving=_leaving(turn, combat),
        )
    )
    for loss in combat.losses:
        if loss.fate is Fate.REGENERATES:
            turn.tell(Regenerated(loss.victim, combat.place))


def _leaving(turn: Turn, combat: Combat) -> tuple[str, ...]:
    """Who must retreat: the beaten; on a tie the active player's, if enemies stand there too (FIGHT-4, FIGHT-5)."""
    if combat.winner:
        side = OTHER[combat.winner]
    elif combat.there[OTHER[turn.active]]:
        side = turn.active
    else:
        return ()
    leaving = [c for c in combat.there[side] if not idle(turn.state, c)]
    if turn.state.edition >= 3:
        dead = {loss.victim for loss in combat.losses if loss.fate is Fate.DIES}
        leaving = [c for c in leaving if c.id not in dead and not _stays(turn.state, c, dead)]
    return tuple(c.id for c in leaving)


def _stays(state: State, creature: Creature, dead: Container[str]) -> bool:
    """Whether the dead leave nobody to pilot it (VEH-3), or no mount under it in the air (SIZE-6)."""
    if creature.on:
        return creature.on in dead and aloft(creature.place) and not flies(state, creature)
    return is_vehicle(state, creature) and all(pilot.id in dead for pilot in possible_pilots(state, creature))
