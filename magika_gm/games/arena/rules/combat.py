"""SEQ 6: all combats judged on one state, all deaths at once (FIGHT, TGT, BLUNT, POIS, VEH-5, ABIL-1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from magika_gm.games.arena.orders.order import RANDOM, Kill
from magika_gm.games.arena.rules.deaths import kill, lose_casting
from magika_gm.games.arena.rules.events import Fought, Loss, PassingEnded, Regenerated, Strength, VehicleStruck
from magika_gm.games.arena.rules.shots import Fixed, contested, fixed_shots, vehicle_attacks
from magika_gm.games.arena.rules.state import Creature, State
from magika_gm.games.arena.rules.strengths import of_type, strengths_at, total
from magika_gm.games.arena.rules.terms import OTHER, SIDES, AttackType, Fate, Outcome, Phase
from magika_gm.games.arena.rules.turn import Turn
from magika_gm.games.arena.rules.units import forces, idle
from magika_gm.games.arena.rules.values import poison_proof, power, regenerates, unseen


@dataclass(slots=True, kw_only=True)
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
                lose_casting(turn, creature, Outcome.FAILS, "MAG-8")
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
    return tuple(c.id for c in combat.there[side] if not idle(turn.state, c))
