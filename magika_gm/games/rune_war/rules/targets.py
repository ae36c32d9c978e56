"""Whom and where a spell may strike, and which of an order's wishes is taken (MAG-8, MAG-14, ORD-2, ORD-5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from magika_gm.games.rune_war.isle import LANDS, TOWER
from magika_gm.games.rune_war.orders.model import CastOrder, CreatureRef, RefKind, Rival, RivalKind
from magika_gm.games.rune_war.rules.refusals import Lack
from magika_gm.games.rune_war.rules.seeing import sees, visible
from magika_gm.games.rune_war.rules.state import Creature, World, clockwise
from magika_gm.games.rune_war.runes import CODES
from magika_gm.games.rune_war.tables import SEATS, Aimed, Spell, SpellKind, Verb, code_order

ANY_CREATURE = CreatureRef(RefKind.ANY)
ANY_RIVAL = Rival(RivalKind.ANY)
_OWN = (Aimed.FRIENDLY, Aimed.SHOOTER)
_FOREIGN = (Aimed.ENEMY, Aimed.PARTY)


class Target(NamedTuple):
    """What a cast strikes: a creature's code or a seat, and a place; "" where it has none."""

    name: str = ""
    place: str = ""


def summoning_place(world: World, seat: str, places: Sequence[str]) -> Target | Lack:
    """Where a creature appears: the first legal place of the list, or own circle, then the Tower (MAG-7)."""
    for place in places or (*LANDS, TOWER):
        if world.has_circle(place, seat) and world.room(place, seat):
            return Target(place=place)
    return Lack.PLACE


def choose_target(world: World, seat: str, spell: Spell, order: CastOrder) -> Target | Lack:
    """The first of an order's wishes that is legal now; a lack if none is (MAG-14)."""
    if spell.target is Aimed.SELF:
        return Target()
    if spell.target is Aimed.OPPONENT:
        for rival in order.rivals or (ANY_RIVAL,):
            found = _rival(world, seat, spell, rival)
            if found:
                return Target(found)
        return Lack.TARGET
    for ref in order.creatures or (ANY_CREATURE,):
        creature = _creature(world, seat, spell, ref, order.places)
        if creature is not None:
            place = _teleport_place(world, creature, order.places) if spell.does is Verb.TELEPORT else ""
            return Target(creature.code, place)
    return Lack.TARGET


def _rival(world: World, seat: str, spell: Spell, rival: Rival) -> str:
    for name in _rival_seats(world, seat, rival):
        silenced = spell.does is Verb.SILENCE and world.players[name].table.telepathic
        if name != seat and not silenced:
            return name
    return ""


def _rival_seats(world: World, seat: str, rival: Rival) -> list[str]:
    match rival.kind:
        case RivalKind.ANY:
            return clockwise(SEATS, seat)[:-1]
        case RivalKind.SEAT:
            return [rival.name]
        case RivalKind.WIND:
            return [s for s in SEATS if CODES[world.wind(s)] == rival.name]
        case RivalKind.CLAN:
            return [p.seat for p in world.players.values() if p.clan.value == rival.name]
        case RivalKind.WIZARD:
            return [p.seat for p in world.players.values() if p.wizard == rival.name]


def is_legal(world: World, seat: str, spell: Spell, creature: Creature, places: Sequence[str] = ()) -> bool:
    """Whether a creature may be aimed at, as things stand (MAG-8, MAG-10, MAG-14)."""
    own = creature.seat == seat
    if (spell.target in _OWN and not own) or (spell.target in _FOREIGN and own) or not sees(world, seat, creature):
        return False
    if spell.target is Aimed.SHOOTER and creature.ranged < 1:
        return False
    if spell.kind is SpellKind.ENCHANTMENT and creature.bears(spell.name):
        return False
    match spell.does:
        case Verb.HEAL:
            return creature.loyalty < creature.maximum
        case Verb.DISPEL:
            return bool(creature.enchantments)
        case Verb.TELEPORT:
            return bool(_teleport_place(world, creature, places))
        case _:
            return True


def _teleport_place(world: World, creature: Creature, places: Iterable[str]) -> str:
    """The first legal place of a Teleport; "" if none is."""
    for place in places:
        if place != creature.at and world.is_own_ground(place, creature.seat) and world.room(place, creature.seat):
            return place
    return ""


def _creature(world: World, seat: str, spell: Spell, ref: CreatureRef, places: Sequence[str]) -> Creature | None:
    match ref.kind:
        case RefKind.CODE:
            candidates = [world.creatures[ref.name]] if ref.name in world.creatures else []
        case RefKind.NEW:
            newest = world.players[seat].newest
            candidates = [world.creatures[newest]] if newest in world.creatures else []
        case RefKind.KIND:
            candidates = _of_kind(world, seat, ref.name)
        case RefKind.ANY:
            return _any(world, seat, spell, places)
    return next((c for c in candidates if is_legal(world, seat, spell, c, places)), None)


def _of_kind(world: World, seat: str, kind: str) -> list[Creature]:
    """The own creature of the kind with the lowest code, then others' in code order (ORD-2)."""
    own = [c for c in world.own(seat) if c.kind == kind][:1]
    return own + [c for c in visible(world, seat) if c.kind == kind and c.seat != seat]


def _any(world: World, seat: str, spell: Spell, places: Sequence[str]) -> Creature | None:
    """ORD-5."""
    legal = [c for c in visible(world, seat) if is_legal(world, seat, spell, c, places)]
    own = [c for c in legal if c.seat == seat]
    foreign = [c for c in legal if c.seat != seat]
    if spell.target is Aimed.PARTY:
        return _any_party(foreign)
    if foreign:
        return min(foreign, key=enemy_order)
    return min(own, key=_friendly_order) if own else None


def enemy_order(creature: Creature) -> tuple[int, int, tuple[int, int]]:
    """Lowest current loyalty, then highest cost, then code order."""
    return creature.loyalty, -creature.table.cost, code_order(creature.code)


def _friendly_order(creature: Creature) -> tuple[int, int, tuple[int, int]]:
    """Greatest loyalty lost, then highest cost, then lowest code."""
    return creature.loyalty - creature.maximum, -creature.table.cost, code_order(creature.code)


def _any_party(foreign: list[Creature]) -> Creature | None:
    """The creature aimed at of the party with most visible members; of equals the one that comes first as Enemy."""

    def whose(creature: Creature) -> tuple[str, str]:
        return creature.seat, creature.at

    parties = [list(group) for _, group in groupby(sorted(foreign, key=whose), key=whose)]
    if not parties:
        return None
    most = max(len(party) for party in parties)
    return min((c for party in parties if len(party) == most for c in party), key=enemy_order)
