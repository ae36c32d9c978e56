"""What an event of the isle changes; called by ``telling.apply`` alone."""

from __future__ import annotations

from typing import assert_never

from magika_gm.games.rune_war.rules.events_isle import (
    Blasted,
    CombatBegan,
    CombatEnded,
    Dispelled,
    Enchanted,
    GameEnded,
    Glimpsed,
    GmAdjusted,
    GmOrdered,
    GmOwned,
    GmPlaced,
    GmSeated,
    IsleEvent,
    LandClaimed,
    LandTaken,
    Left,
    LinedUp,
    LoyaltyChanged,
    Moved,
    ParalysisEnded,
    Scorched,
    SegmentBegan,
    Shot,
    Struck,
    Summoned,
)
from magika_gm.games.rune_war.rules.state import Creature, Due, Player, World
from magika_gm.games.rune_war.runes import KINDS
from magika_gm.games.rune_war.tables import CREATURES, PARALYZE, Clan, split_code


def apply_on_isle(world: World, event: IsleEvent) -> None:
    """Change ``world`` by an event of the isle."""
    match event:
        case Summoned():
            _summon(world, event)
        case LoyaltyChanged(code, amount, _, _):
            world.creatures[code].loyalty += amount
        case Enchanted(code, enchantment, amount):
            creature = world.creatures[code]
            creature.enchantments = (*creature.enchantments, enchantment)
            creature.loyalty += amount
        case Dispelled(code, _, loyalty):
            world.creatures[code].enchantments = ()
            world.creatures[code].loyalty = loyalty
        case ParalysisEnded(code):
            creature = world.creatures[code]
            creature.enchantments = tuple(e for e in creature.enchantments if e != PARALYZE)
        case Moved(code=code, place=place):
            _remove(world, code)
            world.creatures[code].at = place
            world.armies.setdefault(place, []).append(code)
        case Left(code=code, witnesses=witnesses):
            _remove(world, code)
            del world.creatures[code]
            world.gone[code] = witnesses
        case LinedUp(seat, place, codes):
            others = [code for code in world.armies[place] if world.creatures[code].seat != seat]
            world.armies[place] = [*codes, *others]
        case LandClaimed(seat, place, clan, cost):
            player = world.players[seat]
            player.lcp[clan] -= cost
            world.land[place] = player.clan
        case LandTaken(seat, place, _):
            world.land[place] = world.players[seat].clan
        case Blasted(_, code, damage):
            world.creatures[code].loyalty -= damage
        case Shot(_, target, damage) | Struck(target=target, damage=damage):
            if target in world.creatures:
                world.creatures[target].loyalty -= damage
        case Scorched(code, _):
            world.creatures[code].loyalty -= 1
        case GameEnded(ending):
            world.ending = ending
            world.due = Due.NOTHING
            world.hand = None
            for player in world.players.values():
                clear_runes(player)
        case GmAdjusted():
            _adjust(world, event)
        case GmPlaced(code=code, place=place):
            _remove(world, code)
            world.creatures[code].at = place
            world.armies.setdefault(place, []).append(code)
        case GmOwned(place=place, clan=clan):
            world.land[place] = clan
        case GmSeated(seat, policy, _):
            world.players[seat].policy = policy
        case Glimpsed() | SegmentBegan() | CombatBegan() | CombatEnded() | GmOrdered():
            pass
        case _:
            assert_never(event)


def clear_runes(player: Player) -> None:
    """A seat without runes, sheet of the hand, Silence and Fog."""
    player.held = [0] * KINDS
    player.bright = [0] * KINDS
    player.melds.clear()
    player.discards.clear()
    player.drawn = False
    player.plays = 0
    player.standing = None
    player.made = {}
    lift(player)


def lift(player: Player) -> None:
    """Silence, Fog and a waiting random discard end (MAG-13, FINE-3)."""
    player.silence = player.fog = 0
    player.random_discard = False


def _summon(world: World, event: Summoned) -> None:
    player = world.players[event.seat]
    split = split_code(event.code)
    assert split is not None, event.code
    player.number = max(player.number, split[1])
    player.newest = event.code
    world.creatures[event.code] = Creature(
        code=event.code, seat=event.seat, kind=event.kind, at=event.place, loyalty=CREATURES[event.kind].loyalty
    )
    world.armies.setdefault(event.place, []).append(event.code)


def _remove(world: World, code: str) -> None:
    place = world.creatures[code].at
    army = world.armies[place]
    army.remove(code)
    if not army:
        del world.armies[place]


def _adjust(world: World, event: GmAdjusted) -> None:
    if event.subject in world.creatures:
        world.creatures[event.subject].loyalty = event.after
        return
    player = world.players[event.subject]
    word, _, clan = event.figure.partition(" ")
    if word == "lcp":
        player.lcp[Clan(clan)] = event.after
    elif word == "points":
        player.points = event.after
    else:
        player.rune_points = event.after
