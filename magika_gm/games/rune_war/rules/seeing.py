"""Who sees which creature (SEE-5)."""

from __future__ import annotations

from magika_gm.games.rune_war.rules.state import Creature, World
from magika_gm.games.rune_war.tables import SEATS, Ability, code_order


def sees_unseen_at(world: World, seat: str, place: str) -> bool:
    """Whether a seat sees invisible creatures in a place: Ziag everywhere, others where See Invisible reaches."""
    if world.players[seat].table.sees_invisible:
        return True
    near = (place, *world.isle.neighbours[place])
    return any(c.seat == seat and c.at in near and c.has(Ability.SEE_INVISIBLE) for c in world.creatures.values())


def sees_kind_at(world: World, seat: str, owner: str, invisible: bool, place: str) -> bool:
    """Whether a seat sees a creature of another's, invisible or not, in a place."""
    return not invisible or seat == owner or sees_unseen_at(world, seat, place)


def sees(world: World, seat: str, creature: Creature) -> bool:
    """Whether a seat sees a creature as things stand."""
    return sees_kind_at(world, seat, creature.seat, creature.has(Ability.INVISIBLE), creature.at)


def seers(world: World, creature: Creature) -> tuple[str, ...]:
    """The seats that see a creature as things stand, its owner among them."""
    return tuple(seat for seat in SEATS if sees(world, seat, creature))


def visible(world: World, seat: str) -> list[Creature]:
    """All creatures a seat sees, its own among them, in code order."""
    found = [c for c in world.creatures.values() if sees(world, seat, c)]
    return sorted(found, key=lambda c: code_order(c.code))
