"""Pieces of a change: what several events do to a state alike."""

from __future__ import annotations

from magika_gm.games.arena.rules.board import ground
from magika_gm.games.arena.rules.state import NOWHERE, Corpse, Creature, Now, State, id_key, new_creature
from magika_gm.games.arena.rules.units import unit


def bring(state: State, mover: str, place: int) -> None:
    """A unit with all it carries goes to a place."""
    for creature in unit(state, state.creatures[mover]):
        creature.place = place


def lay(state: State, item: str, place: int) -> None:
    """An item leaves who bears it and lies at a place; ``NOWHERE``: at none."""
    thing = state.items[item]
    if thing.by:
        bearer = state.creatures[thing.by]
        bearer.items = tuple(i for i in bearer.items if i != item)
        thing.by = ""
    thing.place = place


def take(state: State, creature: str, item: str) -> None:
    """A creature bears an item."""
    state.items[item].by = creature
    state.items[item].place = NOWHERE
    state.creatures[creature].items += (item,)


def destroy(state: State, item: str) -> None:
    """An item is gone for good."""
    lay(state, item, NOWHERE)
    state.items[item].gone = True


def leave_mount(state: State, rider: Creature) -> None:
    """A rider is no longer on its mount."""
    if rider.on:
        mount = state.creatures[rider.on]
        mount.riders = tuple(r for r in mount.riders if r != rider.id)
        rider.on = ""


def die(state: State, creature: Creature, place: int, corpse: str) -> None:
    """CRE-3: items to the ground, a corpse, riders dismounted."""
    strip(state, creature)
    creature.dead = True
    if corpse:
        state.corpses[corpse] = Corpse(
            id=corpse, key=id_key(corpse), kind=creature.kind, hex=place >> 1, of=creature.id, side=creature.side
        )  # fmt: skip
        state.made["C"] = max(state.made["C"], id_key(corpse))


def strip(state: State, creature: Creature) -> None:
    """What a creature bears falls, its riders stand beside it, its spell is lost."""
    for item in creature.items:
        lay(state, item, ground(creature.place))
    for rider in creature.riders:
        state.creatures[rider].on = ""
    creature.riders = ()
    leave_mount(state, creature)
    creature.casting = None


def revive(state: State, id_: str, side: str, place: int) -> None:
    """MAG-23: no items, full printed values, no counted effects, for good on the side it died on."""
    old = state.creatures[id_]
    new = new_creature(id_, old.kind, side, place)
    new.printed_power, new.printed_move = old.printed_power, old.printed_move
    state.creatures[id_] = new


def end_turn(state: State) -> None:
    """What holds for a player turn only is over."""
    for creature in state.creatures.values():
        if creature.air and not creature.place & 1:
            creature.air = 0
    state.now = Now(active=state.now.active)
