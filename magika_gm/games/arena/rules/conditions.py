"""Conditions of lines with WHEN (ORD, MAIL-5)."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.games.arena.orders.order import ANY, MINE, Condition, When
from magika_gm.games.arena.rules.aims import Match
from magika_gm.games.arena.rules.magic import HEXES, Declared
from magika_gm.games.arena.rules.reckoning import Reckoning
from magika_gm.games.arena.rules.state import NOWHERE, Aim, Creature, State
from magika_gm.games.arena.rules.terms import OTHER, Phase, Target
from magika_gm.games.arena.rules.turn import creature_of
from magika_gm.games.arena.rules.units import bearers, idle, present


def holds(
    state: State, side: str, condition: Condition, phase: Phase, effects: Sequence[Declared], reckoning: Reckoning
) -> Match | None:
    """What met a condition now, or None if it does not hold. ``effects`` are all of this phase, by number."""
    if condition.when is When.ENEMY_CASTS:
        return _enemy_casts(state, side, condition, effects)
    place = place_of(state, condition.at, side)
    if place is None:
        return None
    match condition.when:
        case When.ENEMY_NEAR:
            near = any(state.board.distance(c.place, place) <= condition.within for c in bearers(state, OTHER[side]))
            return Match(place=place) if near else None
        case When.ATTACKED:
            met = phase is Phase.M2 and present(state, place, side) and present(state, place, OTHER[side])
        case When.LOSING:
            met = phase is Phase.M2 and reckoning.losing(place, side)
        case When.NOT_WINNING:
            met = phase is Phase.M2 and reckoning.not_winning(place, side)
    return Match(place=place) if met else None


def place_of(state: State, ref: str, side: str) -> int | None:
    """The place a condition speaks of: a place, or where a creature is; None if it is unknown."""
    place = state.board.places.get(ref)
    if place is not None:
        return place
    found = creature_of(state, ref, side)
    return found.place if isinstance(found, Creature) else None


def _enemy_casts(state: State, side: str, condition: Condition, effects: Sequence[Declared]) -> Match | None:
    found = tuple(
        e
        for e in effects
        if e.side != side
        and _is(e, condition.what)
        and (not condition.at or _aimed(state, e, condition.at, side, effects))
    )
    if not found:
        return None
    place = place_of(state, condition.at, side) if condition.at not in ("", MINE) else None
    return Match(effects=found, place=NOWHERE if place is None else place)


def _is(effect: Declared, what: str) -> bool:
    return what in (ANY, effect.name, effect.magic.type)


def _aimed(state: State, effect: Declared, at: str, side: str, effects: Sequence[Declared]) -> bool:
    """Whether an effect is aimed at a place or id itself, or at a thing of ``side``'s (MINE)."""
    aim = effect.aim
    if at == MINE:
        return _mine(state, aim, side, effects)
    place = state.board.places.get(at)
    if place is not None:
        return aim.kind in (*HEXES, Target.PLACE) and aim.place == place
    if aim.id == at:
        return True
    named = creature_of(state, at, side)
    return isinstance(named, Creature) and aim.kind is Target.CREATURE and aim.id == named.id


def _mine(state: State, aim: Aim, side: str, effects: Sequence[Declared]) -> bool:
    """MINE: my creature, an item it bears, my effect or enchantment, a place, hex or area with my creatures."""
    match aim.kind:
        case Target.CREATURE:
            return _my_creature(state, aim.id, side)
        case Target.ITEM:
            bearer = state.items[aim.id].by
            return bool(bearer) and _my_creature(state, bearer, side)
        case Target.ENCHANTMENT:
            enchantment = state.enchantments.get(aim.id)
            return enchantment is not None and enchantment.side == side
        case Target.EFFECT:
            return any(e.number == aim.effect and e.side == side for e in effects)
        case Target.PLACE:
            return present(state, aim.place, side)
        case Target.HEX:
            return _over(state, {aim.place >> 1}, side)
        case Target.AREA | Target.AREA_CREATURES:
            return _over(state, set(state.board.area[aim.place >> 1]), side)
        case Target.SELF | Target.WALL | Target.CORPSE:
            return False


def _my_creature(state: State, creature_id: str, side: str) -> bool:
    creature = state.creatures[creature_id]
    return creature.side == side and not creature.dead and not idle(state, creature)


def _over(state: State, hexes: set[int], side: str) -> bool:
    return any(c.place >> 1 in hexes for c in bearers(state, side))
