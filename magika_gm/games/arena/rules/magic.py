"""Declared effects, what they are aimed at, and where that is (MAG-11, MAG-14)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from magika_gm.games.arena.rules.state import Aim, Creature, State
from magika_gm.games.arena.rules.tables import ITEMS, SPELLS, Magic
from magika_gm.games.arena.rules.terms import Phase, Target, Time
from magika_gm.games.arena.rules.units import place_of_item

HEXES = (Target.HEX, Target.AREA, Target.AREA_CREATURES)
"""Targets that are a hex, measured to its ground."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """An effect declared in this phase, or a longer spell due in it."""

    number: int
    phase: Phase
    side: str
    magic: Magic
    user: str
    aim: Aim
    spell: bool
    """A card, not an item or an ability (MAG-2)."""
    cost: int = 0
    item: str = ""
    to: int = -1
    terrain: str = ""
    reflected_by: str = ""
    """The side whose Reflect turned it upon its caster."""

    @property
    def name(self) -> str:
        """The spell's, item's or ability's name."""
        return self.magic.name

    @property
    def counterspell(self) -> bool:
        """Whether it is a Counterspell."""
        return self.magic.time is Time.COUNTERSPELL

    def turned_by(self, side: str) -> Declared:
        """The same, acting on its own caster."""
        return replace(self, aim=Aim(Target.CREATURE, self.user), reflected_by=side)


def due_spells(state: State) -> list[Declared]:
    """Longer spells that work in this M2, in the order they were begun (MAG-5)."""
    found = [
        Declared(
            number=c.casting.number,
            phase=Phase.M2,
            side=c.casting.side,
            magic=SPELLS[c.casting.spell].magic,
            user=c.id,
            aim=c.casting.aim,
            spell=True,
            cost=c.casting.cost,
            to=c.casting.to,
            terrain=c.casting.terrain,
        )
        for c in state.living()
        if c.casting is not None and c.casting.due == state.turn
    ]
    return sorted(found, key=lambda d: d.number)


def use_of(item_name: str) -> Magic | None:
    """What declaring the use of an item does."""
    kind = ITEMS.get(item_name)
    return kind.use if kind else None


def gone(state: State, aim: Aim) -> bool:
    """Whether a target no longer exists (MAG-16); effects are judged where they are kept."""
    match aim.kind:
        case Target.CREATURE:
            return aim.id not in state.creatures or state.creatures[aim.id].dead
        case Target.CORPSE:
            return aim.id not in state.corpses or state.corpses[aim.id].gone
        case Target.ITEM:
            return aim.id not in state.items or state.items[aim.id].gone
        case Target.ENCHANTMENT:
            return aim.id not in state.enchantments
        case _:
            return False


def places_of(state: State, aim: Aim) -> tuple[int, ...]:
    """Where a target is: the places its distance is measured to, the farthest counts; none for oneself, and effects."""
    match aim.kind:
        case Target.CREATURE:
            return (state.creatures[aim.id].place,)
        case Target.CORPSE:
            return (state.corpses[aim.id].hex * 2,)
        case Target.ITEM:
            return (place_of_item(state, state.items[aim.id]),)
        case Target.ENCHANTMENT:
            return places_of(state, state.enchantments[aim.id].aim)
        case Target.HEX | Target.AREA | Target.AREA_CREATURES | Target.PLACE:
            return (aim.place,)
        case Target.WALL:
            return (aim.place, aim.other)
        case Target.SELF | Target.EFFECT:
            return ()


def distance_to(state: State, user: Creature, places: tuple[int, ...]) -> int:
    """From a user to the farthest of ``places`` (MAG-14)."""
    return max((state.board.distance(user.place, p) for p in places), default=0)
