"""Which legal targets are offered: what harms is not offered on one's own, what helps is offered on nobody else."""

from __future__ import annotations

from magika_gm.games.arena.rules.magic import places_of
from magika_gm.games.arena.rules.state import Aim, State
from magika_gm.games.arena.rules.tables import Magic
from magika_gm.games.arena.rules.terms import OTHER, Meant, Target
from magika_gm.games.arena.rules.units import idle

ATTACKS = ("strike", "meteor")
"""Verbs that add to a side's total in combat: they harm none of its creatures that fight there."""


def is_meant(state: State, side: str, magic: Magic, aim: Aim) -> bool:
    """Whether a side would be offered that target."""
    if magic.meant is Meant.ANY:
        return True
    owner = _owner(state, aim)
    if owner is not None:
        return owner == (side if magic.meant is Meant.OWN else OTHER[side])
    if magic.meant is Meant.OWN:
        return bool(_there(state, aim, side))
    own = _there(state, aim, side)
    if magic.does in ATTACKS:
        own = [id_ for id_ in own if idle(state, state.creatures[id_])]
    return not own and (magic.meant is Meant.LAND or bool(_there(state, aim, OTHER[side])))


def _owner(state: State, aim: Aim) -> str | None:
    """Whose a creature, corpse, enchantment or item is; "" nobody's, None for places."""
    match aim.kind:
        case Target.CREATURE:
            return state.creatures[aim.id].side
        case Target.CORPSE:
            return state.corpses[aim.id].side
        case Target.ENCHANTMENT:
            return state.enchantments[aim.id].side
        case Target.ITEM:
            by = state.items[aim.id].by
            return state.creatures[by].side if by else ""
    return None


def _there(state: State, aim: Aim, side: str) -> list[str]:
    """A side's creatures, idle vehicles too, that stand where a place or an area is."""
    board = state.board
    if aim.kind in (Target.AREA, Target.AREA_CREATURES):
        hexes = board.area[aim.place >> 1]
        places = {hex_ * 2 + air for hex_ in hexes for air in (0, 1)}
    elif aim.kind is Target.HEX:
        places = {aim.place & ~1, aim.place | 1}
    else:
        places = set(places_of(state, aim))
    return [c.id for c in state.living() if c.side == side and c.place in places]
