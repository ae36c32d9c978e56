"""Casting: whether an order can be carried out now, paying for it, what it does (MAG, SEQ-4, FINE-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

from magika_gm.games.rune_war.adviser.aims import QUICK
from magika_gm.games.rune_war.adviser.deficiency import deficiency
from magika_gm.games.rune_war.orders.model import CastOrder
from magika_gm.games.rune_war.rules.effects import affected_by, carry_out, summon
from magika_gm.games.rune_war.rules.events import OrderCast, OrderWaits, SpellCast
from magika_gm.games.rune_war.rules.refusals import HOLDS_BACK, Lack
from magika_gm.games.rune_war.rules.seeing import seers, sees_kind_at
from magika_gm.games.rune_war.rules.state import Creature, Player, World
from magika_gm.games.rune_war.rules.table import Table
from magika_gm.games.rune_war.rules.targets import Target, choose_target, summoning_place
from magika_gm.games.rune_war.tables import CREATURES, MOST_CREATURES, SEATS, SPELLS, Ability, Spell, Verb


def price(name: str) -> tuple[int, tuple[int, ...]]:
    """Spell points and components of a spell or a summons."""
    row = SPELLS[name] if name in SPELLS else CREATURES[name]
    return row.cost, row.runes


@cache
def needed(name: str) -> tuple[tuple[int, int], ...]:
    """How many runes of each kind with magic a spell or a summons needs (MAG-4)."""
    return tuple(Counter(price(name)[1]).items())


def knows(world: World, player: Player, name: str) -> bool:
    """Whether a wizard can cast it: his own spell, or one granted by a creature of his on the map (MAG-6)."""
    if name in CREATURES:
        return name in player.table.summons
    return name in player.table.spells or any(c.table.grants == name for c in world.own(player.seat))


def is_draw(order: CastOrder) -> bool:
    """Whether an order is for a Draw spell, tried instead of drawing (MAG-12)."""
    spell = SPELLS.get(order.spell)
    return spell is not None and spell.does is Verb.DRAW


def is_crossed_off(order: CastOrder, made: Mapping[int, int]) -> bool:
    """Whether an order was carried out as often as it asks for (SEQ-4)."""
    return bool(order.times) and made.get(order.line, 0) >= order.times


def weigh(world: World, player: Player, order: CastOrder) -> tuple[Target | None, tuple[Lack, ...]]:
    """What an order would strike now, or what it lacks (MAG-6).

    Points and runes are named only where nothing else is lacking (FINE-2); the search ends with what settles it.
    """
    lack = _bar(world, player, order)
    if lack is not None:
        return None, (lack,)
    lacks = [Lack.POINTS] if player.points < price(order.spell)[0] else []
    if any(player.bright[kind] < number for kind, number in needed(order.spell)):
        lacks.append(Lack.RUNES)
    if lacks and not order.save:
        return None, tuple(lacks)
    found = _aim(world, player, order)
    if isinstance(found, Lack):
        return None, (found,)
    return (None if lacks else found), tuple(lacks)


def _bar(world: World, player: Player, order: CastOrder) -> Lack | None:
    """What forbids a cast whatever its price: not known, WHEN, a unique creature on the map, a full board."""
    if not knows(world, player, order.spell):
        return Lack.UNKNOWN
    if not _when(player, order):
        return Lack.WHEN
    if order.spell in CREATURES:
        if CREATURES[order.spell].unique and world.unique_in_play(order.spell):
            return Lack.UNIQUE
        if sum(1 for c in world.creatures.values() if c.seat == player.seat) >= MOST_CREATURES:
            return Lack.FULL
    return None


def _aim(world: World, player: Player, order: CastOrder) -> Target | Lack:
    """The first of an order's wishes that is legal now."""
    if order.spell in CREATURES:
        return summoning_place(world, player.seat, order.places)
    spell = SPELLS[order.spell]
    if spell.does is Verb.DRAW and nearest_of_suit(world, spell) < 0:
        return Lack.TARGET
    return choose_target(world, player.seat, spell, order)


def _when(player: Player, order: CastOrder) -> bool:
    """WHEN PLAY, POINTS, READY."""
    if player.plays + 1 < order.play or player.points < order.points:
        return False
    return not order.ready or deficiency(player.held, player.melds, QUICK, frozenset()) <= 1


def nearest_of_suit(world: World, spell: Spell) -> int:
    """Where in the wall the rune lies that a Draw spell would draw; -1 if there is none (MAG-12)."""
    base = "KSC".index(spell.suit) * 9
    wall = world.hand.wall if world.hand is not None else []
    return next((i for i, kind in enumerate(wall) if base <= kind < base + 9), -1)


Waits = dict[int, OrderWaits]
"""Why CAST lines of a seat waited when they were last tried, by line."""


def cast_in_step_d(table: Table, player: Player, orders: list[CastOrder], made: dict[int, int], waits: Waits) -> None:
    """Try a seat's orders from the top, each once; those below a SAVE that waits for points or runes are not tried."""
    held_back = False
    for order in orders:
        if is_draw(order) or is_crossed_off(order, made):
            continue
        if held_back:
            _note(waits, player, order, (Lack.HELD_BACK,))
            continue
        target, lacks = weigh(table.world, player, order)
        if target is not None:
            _cast(table, player, order, target, made)
            waits.pop(order.line, None)
            continue
        _note(waits, player, order, lacks)
        held_back = order.save and HOLDS_BACK.issuperset(lacks)


def cast_draw(
    table: Table, player: Player, orders: list[CastOrder], made: dict[int, int], waits: Waits
) -> Spell | None:
    """Pay for the first Draw order that can be carried out, instead of drawing (MAG-12, FINE-4)."""
    for order in orders:
        if not is_draw(order) or is_crossed_off(order, made):
            continue
        target, lacks = weigh(table.world, player, order)
        if target is not None:
            _cast(table, player, order, target, made)
            waits.pop(order.line, None)
            return SPELLS[order.spell]
        _note(waits, player, order, lacks)
    return None


def _note(waits: Waits, player: Player, order: CastOrder, lacks: tuple[Lack, ...]) -> None:
    waits[order.line] = OrderWaits(player.seat, order.line, player.plays + 1, lacks)


def _next_code(world: World, player: Player) -> str:
    """The code of the next creature summoned: numbers in play, or of the gone, are not given again (CREA-1)."""
    number = player.number + 1
    while (code := f"{player.clan.prefix}{number}") in world.creatures or code in world.gone:
        number += 1
    return code


def _cast(table: Table, player: Player, order: CastOrder, target: Target, made: dict[int, int]) -> None:
    world = table.world
    made[order.line] = made.get(order.line, 0) + 1
    standing = player.standing is not None
    table.tell(OrderCast(player.seat, order.line, standing), (player.seat,))
    if order.spell in CREATURES:
        code = _next_code(world, player)
        hidden = CREATURES[order.spell].has(Ability.INVISIBLE)
        told = tuple(s for s in SEATS if sees_kind_at(world, s, player.seat, hidden, target.place))
        target = Target(code, target.place)
        _announce(table, player, order.spell, target, (), told)
        summon(table, player, order.spell, target)
        return
    spell = SPELLS[order.spell]
    struck = affected_by(world, spell, target)
    resisted = tuple(c.code for c in struck if _resists(table, c))
    told = SEATS
    if struck:
        told = tuple(s for s in SEATS if _sees_all(world, s, struck[0], target, resisted))
    _announce(table, player, order.spell, target, resisted, told)
    carry_out(table, player, spell, target, [c for c in struck if c.code not in resisted])


def _sees_all(world: World, seat: str, aimed: Creature, target: Target, resisted: tuple[str, ...]) -> bool:
    """Whether a seat sees whom a cast strikes, where it sends it, and who resisted."""
    there = not target.place or sees_kind_at(world, seat, aimed.seat, aimed.has(Ability.INVISIBLE), target.place)
    return there and all(seat in seers(world, world.creatures[code]) for code in (target.name, *resisted))


def _announce(
    table: Table, player: Player, name: str, target: Target, resisted: tuple[str, ...], told: tuple[str, ...]
) -> None:
    """Tell all of a cast; to those who do not see its target without it (MAG-9, SEE-5)."""
    cost, components = price(name)

    def event(target: Target, resisted: tuple[str, ...]) -> SpellCast:
        return SpellCast(
            seat=player.seat,
            play=player.plays + 1,
            spell=name,
            cost=cost,
            components=components,
            target=target.name,
            place=target.place,
            resisted=resisted,
        )

    blurred = None if set(told) == set(SEATS) else event(Target(), ())
    table.tell(event(target, resisted), told, blurred)


def _resists(table: Table, creature: Creature) -> bool:
    """MAG-11."""
    chance = creature.table.resistance
    return bool(chance) and table.dice.d100("spell.resist", creature.code, "MAG-11") <= chance
