"""What cannot be in a state, in words; none in any the engine reaches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from magika_gm.games.rune_war.rules.hand import opens
from magika_gm.games.rune_war.rules.magic import ROUNDS_LASTING
from magika_gm.games.rune_war.rules.state import Creature, Due, Player, World
from magika_gm.games.rune_war.rules.tables import (
    CREATURES,
    FOUNTAIN,
    LANDS,
    MOST_CREATURES,
    MOST_IN_PLACE,
    PLACES,
    SEATS,
    split_code,
)
from magika_gm.games.rune_war.rules.terms import CODES, COPIES, bag
from magika_gm.games.rune_war.setup import is_sound


def faults(world: World) -> list[str]:
    """Everything that is wrong with a state."""
    return [*_seats(world), *_land(world), *_creatures(world), *_runes(world), *_course(world)]


def _seats(world: World) -> Iterator[str]:
    if tuple(world.players) != SEATS:
        yield f"seats are {' '.join(world.players)}, not {' '.join(SEATS)}"
        return
    if not is_sound([(p.wizard, p.clan) for p in world.players.values()]):
        yield "a wizard or clan twice, or a wizard for a clan that is not his (SET-1)"
    if sum(p.rune_points for p in world.players.values()):
        yield "rune points won and paid differ (PAY-1)"
    for seat, player in world.players.items():
        if player.seat != seat:
            yield f"seat {seat} calls itself {player.seat}"
        if player.points < 0 or any(number < 0 for number in player.lcp.values()):
            yield f"seat {seat} has less than no points"
        if player.clan in player.lcp or len(player.lcp) != 3:
            yield f"seat {seat} has claim points against {' '.join(player.lcp)}"
        if not 0 <= player.silence <= ROUNDS_LASTING or not 0 <= player.fog <= ROUNDS_LASTING:
            yield f"seat {seat} is silent or fogged for too long (MAG-13)"
        if player.made and player.standing is None:
            yield f"seat {seat} made casts of no sheet"


def _land(world: World) -> Iterator[str]:
    if set(world.land) != set(LANDS):
        yield "not every territory has an owner (ISLE-3)"


def _creatures(world: World) -> Iterator[str]:
    standing = [code for army in world.armies.values() for code in army]
    if sorted(standing) != sorted(world.creatures):
        yield "armies and creatures differ"
    if any(not army or place not in PLACES for place, army in world.armies.items()):
        yield "an army of nobody, or nowhere"
    kinds = Counter(c.kind for c in world.creatures.values())
    for kind, number in kinds.items():
        if number > 1 and CREATURES[kind].unique:
            yield f"{kind} is {number} times in play (MAG-6)"
    for code, creature in world.creatures.items():
        yield from _creature(world, code, creature)
    for seat in world.players:
        own = world.own(seat)
        if len(own) > MOST_CREATURES:
            yield f"seat {seat} has {len(own)} creatures (CREA-4)"
        for place, number in Counter(c.at for c in own).items():
            if number > MOST_IN_PLACE:
                yield f"seat {seat} has {number} creatures at {place} (CREA-4)"
    for code in world.gone:
        if code in world.creatures:
            yield f"{code} is gone and in play (CREA-1)"


def _creature(world: World, code: str, creature: Creature) -> Iterator[str]:
    split = split_code(code)
    player = world.players.get(creature.seat)
    if creature.code != code or split is None or player is None or player.clan is not split[0]:
        yield f"{code} is not of seat {creature.seat}'s clan (CREA-1)"
        return
    if split[1] > player.number:
        yield f"{code} has a number not given out yet (CREA-1)"
    if code not in world.armies.get(creature.at, ()):
        yield f"{code} does not stand where it is"
    if not 1 <= creature.loyalty <= creature.maximum:
        yield f"{code} has {creature.loyalty} of {creature.maximum} loyalty (CREA-3)"
    names = [FOUNTAIN if e.startswith(FOUNTAIN) else e for e in creature.enchantments]
    if len(set(names)) < len(names):
        yield f"{code} bears an enchantment twice (MAG-10)"
    if not world.is_own_ground(creature.at, creature.seat):
        yield f"{code} stands on foreign land (FINE-13)"


def _runes(world: World) -> Iterator[str]:
    hand = world.hand
    if hand is None:
        if any(any(p.held) or p.melds or p.discards for p in world.players.values()):
            yield "runes without a hand"
        return
    counted = bag(hand.wall)
    for player in world.players.values():
        yield from _own_runes(world, player)
        for kind in (*(d.kind for d in player.discards), *(k for m in player.melds for k in m.kinds)):
            counted[kind] += 1
        counted = [a + b for a, b in zip(counted, player.held, strict=True)]
    if any(number > COPIES for number in counted):
        yield f"more than four of {' '.join(CODES[k] for k, n in enumerate(counted) if n > COPIES)} (RUNE-1)"
    dealt = world.walls[-1].round == world.round if world.walls else False
    if dealt and any(number != COPIES for number in counted):
        yield "runes are lost (RUNE-1)"


def _own_runes(world: World, player: Player) -> Iterator[str]:
    whole = 13 - 3 * len(player.melds)
    won = world.won
    if world.due is Due.MAP and won is not None and won.winner == player.seat and won.round == world.round:
        whole += 1
    if sum(player.held) != whole:
        yield f"seat {player.seat} holds {sum(player.held)} runes, not {whole}"
    if any(not 0 <= bright <= held for bright, held in zip(player.bright, player.held, strict=True)):
        yield f"seat {player.seat} has more magic than runes (RUNE-4)"


def _course(world: World) -> Iterator[str]:
    if (world.due is Due.NOTHING) is (world.ending is None):
        yield "a game is over that has no end, or goes on after it (END-1)"
    if world.due is Due.HAND and (world.hand is None or world.hand.next not in SEATS):
        yield "nobody draws next"
    if world.due is Due.MAP and world.hand is not None and world.hand.next:
        yield "the map phase is due in the midst of a hand"
    if world.due is Due.NOTHING and world.hand is not None:
        yield "a hand lies on the table of a game that is over"
    if not 1 <= world.round <= max(world.options.rounds, 1):
        yield f"round {world.round} of {world.options.rounds}"
    for wall in world.walls:
        if not opens(wall):
            yield f"the wall of round {wall.round} is not the one that was sealed (GM-2)"
