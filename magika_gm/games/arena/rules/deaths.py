"""Deaths, changes of side, spells that are lost: what they bring with them (CRE-3, SIZE-6, MAG-8, MAG-22)."""

from __future__ import annotations

from collections.abc import Mapping

from magika_gm.games.arena.rules.board import aloft
from magika_gm.games.arena.rules.events import (
    AirCounted,
    Died,
    Dismounted,
    EffectSettled,
    EnchantmentEnded,
    SideChanged,
)
from magika_gm.games.arena.rules.state import Creature, Enchantment, State
from magika_gm.games.arena.rules.tables import PHANTASM
from magika_gm.games.arena.rules.terms import Outcome
from magika_gm.games.arena.rules.turn import Turn, next_id
from magika_gm.games.arena.rules.units import TURNING, is_vehicle, possible_pilots, riders
from magika_gm.games.arena.rules.values import flies, lent_flight


def lose_casting(turn: Turn, creature: Creature, outcome: Outcome, rule: str) -> None:
    """The spell under way is over: its points are lost (MAG-8)."""
    casting = creature.casting
    if casting is not None:
        turn.tell(
            EffectSettled(
                number=casting.number,
                outcome=outcome,
                side=casting.side,
                name=casting.spell,
                user=creature.id,
                aim=casting.aim,
                rule=rule,
            )
        )


def kill(turn: Turn, rules: Mapping[str, str]) -> list[str]:
    """Creatures die at once, in order of ids, each by its rule; in the air, riders that cannot fly too (SIZE-6).

    Gives the ids of all the dead. Riders that can fly go on flying, air count 1 (FLY-8).
    """
    creatures = turn.state.creatures
    dead = dict(rules)
    freed: list[Creature] = []
    for id_ in rules:
        _with_riders(turn.state, creatures[id_], dead, freed)
    order = sorted(dead, key=lambda i: creatures[i].key)
    for id_ in order:
        _die(turn, creatures[id_], dead[id_])
    for creature in freed:
        if not creature.dead:
            turn.tell(AirCounted(creature.id, 1))
    return order


def _with_riders(state: State, mount: Creature, dead: dict[str, str], freed: list[Creature]) -> None:
    if not aloft(mount.place):
        return
    for rider in riders(state, mount):
        if rider.id in dead:
            continue
        if _flies_on(state, rider, dead):
            freed.append(rider)
        else:
            dead[rider.id] = "SIZE-6"
            _with_riders(state, rider, dead, freed)


def _flies_on(state: State, creature: Creature, dead: Mapping[str, str]) -> bool:
    """Whether it flies by itself without the dead: a vehicle needs a pilot who lives."""
    if is_vehicle(state, creature) and all(p.id in dead for p in possible_pilots(state, creature)):
        return False
    if creature.kind.flight is not None:
        return True
    alone = all(r in dead for r in creature.riders)
    return alone and bool(creature.items) and lent_flight(state, creature) is not None


def _die(turn: Turn, creature: Creature, rule: str) -> None:
    lose_casting(turn, creature, Outcome.FAILS, "MAG-8")
    kind = creature.kind
    corpse = "" if kind.undead or kind.summoned else next_id(turn.state, "C")
    turn.tell(Died(creature.id, creature.place, corpse, rule))
    _loosen(turn, creature)


def leave(turn: Turn, creature: Creature) -> None:
    """What a creature that is about to be gone takes with it: its spell under way, enchantments on it."""
    lose_casting(turn, creature, Outcome.FAILS, "MAG-8")
    _loosen(turn, creature)


def _loosen(turn: Turn, creature: Creature) -> None:
    """Enchantments end when their target is gone (MAG-17)."""
    for enchantment in sorted(turn.state.enchantments.values(), key=lambda e: e.key):
        if enchantment.aim.id == creature.id:
            turn.tell(EnchantmentEnded(enchantment.id, enchantment.name, enchantment.aim))


def end_enchantment(turn: Turn, enchantment: Enchantment) -> None:
    """An enchantment ends, and what hung on it: a changed side, a Phantasm (MAG-22, SEQ-2).

    Where another change of side is still in force, the latest of them says whom the creature obeys.
    """
    turn.tell(EnchantmentEnded(enchantment.id, enchantment.name, enchantment.aim))
    creature = turn.state.creatures.get(enchantment.aim.id)
    if creature is None or creature.dead:
        return
    if enchantment.name == PHANTASM:
        kill(turn, {creature.id: "LAW-19"})
    elif enchantment.name in TURNING:
        left = [e for e in turn.state.enchantments.values() if e.name in TURNING and e.aim.id == creature.id]
        side = max(left, key=lambda e: e.key).side if left else creature.owner
        if not left or side != creature.side:
            change_side(turn, creature, side)


def change_side(turn: Turn, creature: Creature, side: str) -> None:
    """MAG-22: it leaves its mount, its riders leave it; in the air riders that cannot fly die."""
    lose_casting(turn, creature, Outcome.FAILS, "MAG-8")
    thrown = riders(turn.state, creature)
    if creature.on:
        thrown.append(creature)
        turn.tell(Dismounted(creature.id, creature.on))
    for rider in riders(turn.state, creature):
        turn.tell(Dismounted(rider.id, creature.id))
    turn.tell(SideChanged(creature.id, side))
    if aloft(creature.place):
        kill(turn, {c.id: "MAG-22" for c in thrown if not flies(turn.state, c)})
