"""What spells do, verb by verb (MAG-10 to MAG-14)."""

from __future__ import annotations

from collections.abc import Sequence

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
    Scried,
    Silenced,
    Summoned,
    Way,
)
from magika_gm.games.rune_war.rules.seeing import seers, sees_kind_at
from magika_gm.games.rune_war.rules.state import Creature, Player, World
from magika_gm.games.rune_war.rules.table import Table
from magika_gm.games.rune_war.rules.targets import Target
from magika_gm.games.rune_war.runes import spread
from magika_gm.games.rune_war.tables import (
    CREATURES,
    FOUNTAINS,
    SEATS,
    Ability,
    Aimed,
    Figure,
    Spell,
    Verb,
    code_order,
    enchantment_changes,
)

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
    table.tell(event, _seers_at(table.world, player.seat, kind, target.place))


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
    code, told = creature.code, seers(table.world, creature)
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
    table.tell(Enchanted(creature.code, enchantment, amount), seers(table.world, creature))
    leave_if_spent(table, creature)


def change_loyalty(table: Table, creature: Creature, amount: int, cause: Cause, source: str = "") -> None:
    """Loyalty rises or falls outside combat; who has none left goes (CREA-3)."""
    table.tell(LoyaltyChanged(creature.code, amount, cause, source), seers(table.world, creature))
    leave_if_spent(table, creature)


def leave_if_spent(table: Table, creature: Creature) -> None:
    """A creature with no loyalty left leaves at once; those who see it know (CREA-3, FINE-5)."""
    if creature.loyalty <= 0:
        leave(table, creature, Farewell.LOYALTY, seers(table.world, creature))


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
    world, origin = table.world, creature.at
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
    player = table.world.players[seat]
    dim = [held - bright for held, bright in zip(player.held, player.bright, strict=True)]
    event = Scried(caster=caster, seat=seat, runes=tuple(spread(player.held)), dim=tuple(spread(dim)), late=late)
    table.tell(event, (caster,))
