"""Casting: whom and where a spell may strike, whether an order can be carried out now, paying, what it does (MAG)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from magika_gm.games.rune_war.adviser import QUICK, deficiency
from magika_gm.games.rune_war.orders.model import CastOrder, CreatureRef, RefKind, Rival, RivalKind
from magika_gm.games.rune_war.rules.events import (
    Cause,
    DiscardForced,
    Dispelled,
    Enchanted,
    Farewell,
    Fogged,
    Glimpsed,
    Left,
    LoyaltyChanged,
    Moved,
    OrderCast,
    OrderWaits,
    Scried,
    Silenced,
    SpellCast,
    Summoned,
    Way,
)
from magika_gm.games.rune_war.rules.refusals import HOLDS_BACK, Lack
from magika_gm.games.rune_war.rules.state import Creature, Player, World, clockwise, seers, sees, sees_kind_at, visible
from magika_gm.games.rune_war.rules.tables import (
    CREATURES,
    FOUNTAINS,
    LANDS,
    MOST_CREATURES,
    SEATS,
    SPELLS,
    TOWER,
    Ability,
    Aimed,
    Figure,
    Spell,
    SpellKind,
    Verb,
    code_order,
    enchantment_changes,
)
from magika_gm.games.rune_war.rules.terms import CODES, dim_of, spread
from magika_gm.games.rune_war.rules.turn import Table

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


def is_legal(world: World, seat: str, spell: Spell, creature: Creature, places: Sequence[str]) -> bool:
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


# What spells do, verb by verb (MAG-10 to MAG-14).


ROUNDS_LASTING = 12
"""Discards that Silence and Fog last (MAG-13)."""
_RUNE_VERBS = (Verb.DRAW, Verb.RANDOM_DISCARD, Verb.SCRY, Verb.SILENCE, Verb.FOG)


def affected_by(world: World, spell: Spell, target: Target) -> list[Creature]:
    """The creatures a spell strikes: the one aimed at, or its party in code order, unseen ones too (MAG-8, MAG-11)."""
    if spell.does in _RUNE_VERBS:
        return []
    aimed = world.creatures[target.name]
    if spell.target is not Aimed.PARTY:
        return [aimed]
    return sorted(world.army(aimed.at, aimed.seat), key=lambda creature: code_order(creature.code))


def summon(table: Table, player: Player, kind: str, target: Target) -> None:
    """A creature appears (MAG-7)."""
    event = Summoned(code=target.name, seat=player.seat, kind=kind, place=target.place)
    table.tell(event, _seers_at(table.state, player.seat, kind, target.place))


def _seers_at(world: World, owner: str, kind: str, place: str) -> tuple[str, ...]:
    hidden = CREATURES[kind].has(Ability.INVISIBLE)
    return tuple(seat for seat in SEATS if sees_kind_at(world, seat, owner, hidden, place))


def carry_out(table: Table, player: Player, spell: Spell, target: Target, struck: Sequence[Creature]) -> None:
    """What a spell does to those it strikes and who did not resist it, or to the opponent named."""
    match spell.does:
        case Verb.RANDOM_DISCARD:
            table.tell(DiscardForced(target.name, player.seat))
        case Verb.SCRY:
            show_runes(table, player.seat, target.name)
        case Verb.SILENCE:
            table.tell(Silenced(target.name, ROUNDS_LASTING))
        case Verb.FOG:
            table.tell(Fogged(target.name, ROUNDS_LASTING))
        case Verb.DRAW:
            pass  # the hand draws (MAG-12)
        case _:
            for creature in struck:
                _strike(table, spell, target, creature)


def _strike(table: Table, spell: Spell, target: Target, creature: Creature) -> None:
    code, told = creature.code, seers(table.state, creature)
    match spell.does:
        case Verb.DISPEL:
            bare = creature.table.loyalty
            table.tell(Dispelled(code, creature.enchantments, min(creature.loyalty, bare)), told)
        case Verb.LOYALTY:
            change_loyalty(table, creature, spell.changes[Figure.LOYALTY], Cause.SPELL, spell.name)
        case Verb.HEAL:
            room = creature.maximum - creature.loyalty
            change_loyalty(table, creature, min(spell.changes[Figure.LOYALTY], room), Cause.SPELL, spell.name)
        case Verb.ENCHANT:
            _enchant(table, creature, spell.name)
        case Verb.FOUNTAIN:
            shapes = tuple(FOUNTAINS)
            names = [FOUNTAINS[shape].value for shape in shapes]
            _enchant(table, creature, shapes[table.dice.choice("spell.fountain", code, names, "MAG-10")])
        case Verb.TELEPORT:
            move_creature(table, creature, target.place, Way.TELEPORT)
        case _:
            raise AssertionError(spell)


def _enchant(table: Table, creature: Creature, enchantment: str) -> None:
    """An enchantment begins; a loyalty it takes may be the last (MAG-10, FINE-5)."""
    amount = enchantment_changes(enchantment).get(Figure.LOYALTY, 0)
    table.tell(Enchanted(creature.code, enchantment, amount), seers(table.state, creature))
    leave_if_spent(table, creature)


def change_loyalty(table: Table, creature: Creature, amount: int, cause: Cause, source: str = "") -> None:
    """Loyalty rises or falls outside combat; who has none left goes (CREA-3)."""
    table.tell(LoyaltyChanged(creature.code, amount, cause, source), seers(table.state, creature))
    leave_if_spent(table, creature)


def leave_if_spent(table: Table, creature: Creature) -> None:
    """A creature with no loyalty left leaves at once; those who see it know (CREA-3, FINE-5)."""
    if creature.loyalty <= 0:
        leave(table, creature, Farewell.LOYALTY, seers(table.state, creature))


def leave(table: Table, creature: Creature, why: Farewell, witnesses: tuple[str, ...]) -> None:
    """A creature leaves the game."""
    event = Left(
        code=creature.code,
        seat=creature.seat,
        kind=creature.kind,
        place=creature.at,
        why=why,
        witnesses=witnesses,
    )
    table.tell(event, witnesses)


def move_creature(table: Table, creature: Creature, place: str, way: Way) -> None:
    """A creature goes elsewhere; who sees one end of its way alone learns that end alone (SEE-5)."""
    world, origin = table.state, creature.at
    before = seers(world, creature)
    after = _seers_at(world, creature.seat, creature.kind, place)
    both = tuple(seat for seat in SEATS if seat in before and seat in after)
    event = Moved(code=creature.code, seat=creature.seat, way=way, origin=origin, place=place)
    table.tell(event, both)
    for told, seen_at, arrived in ((before, origin, False), (after, place, True)):
        alone = tuple(seat for seat in told if seat not in both)
        if alone:
            glimpse = Glimpsed(
                code=creature.code, seat=creature.seat, kind=creature.kind, way=way, place=seen_at, arrived=arrived
            )
            table.tell(glimpse, alone)


def show_runes(table: Table, caster: str, seat: str, late: bool = False) -> None:
    """Scry: the caster is shown a seat's concealed runes as they stand (MAG-13)."""
    player = table.state.players[seat]
    dim = tuple(dim_of(player.held, player.bright))
    event = Scried(caster=caster, seat=seat, runes=tuple(spread(player.held)), dim=dim, late=late)
    table.tell(event, (caster,))


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
        lacks = _lacks(table, player, order, made, waits)
        held_back = bool(lacks) and order.save and HOLDS_BACK.issuperset(lacks)


def cast_draw(
    table: Table, player: Player, orders: list[CastOrder], made: dict[int, int], waits: Waits
) -> Spell | None:
    """Pay for the first Draw order that can be carried out, instead of drawing (MAG-12, FINE-4)."""
    for order in orders:
        if not is_draw(order) or is_crossed_off(order, made):
            continue
        if not _lacks(table, player, order, made, waits):
            return SPELLS[order.spell]
    return None


def _lacks(table: Table, player: Player, order: CastOrder, made: dict[int, int], waits: Waits) -> tuple[Lack, ...]:
    """Carry an order out; what is lacking, if it cannot be."""
    target, lacks = weigh(table.state, player, order)
    if target is not None:
        _cast(table, player, order, target, made)
        waits.pop(order.line, None)
        return ()
    _note(waits, player, order, lacks)
    return lacks


def _note(waits: Waits, player: Player, order: CastOrder, lacks: tuple[Lack, ...]) -> None:
    waits[order.line] = OrderWaits(player.seat, order.line, player.plays + 1, lacks)


def _next_code(world: World, player: Player) -> str:
    """The code of the next creature summoned: numbers in play, or of the gone, are not given again (CREA-1)."""
    number = player.number + 1
    while (code := f"{player.clan.prefix}{number}") in world.creatures or code in world.gone:
        number += 1
    return code


def _cast(table: Table, player: Player, order: CastOrder, target: Target, made: dict[int, int]) -> None:
    world = table.state
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
