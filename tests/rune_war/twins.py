"""Twins: worlds that differ only in what a seat cannot see (SEE-9)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from magika_gm.games.rune_war.orders.lines import stored
from magika_gm.games.rune_war.rules.hand import seal_of
from magika_gm.games.rune_war.rules.state import Creature, Discard, SealedWall, World, sees, sees_unseen_at
from magika_gm.games.rune_war.rules.tables import CREATURES, MOST_CREATURES, PLACES, Ability
from magika_gm.games.rune_war.rules.terms import KINDS, bag
from tests.rune_war.randoms import hand_lines

UNSEEN_KINDS = [name for name, kind in CREATURES.items() if kind.has(Ability.INVISIBLE) and not kind.unique]


def twin(world: World, reader: str, random: Random) -> World:
    """Another world the reader cannot tell from this one: hidden runes, walls, sheets and creatures changed."""
    other = world.copy()
    shuffle_runes(other, reader, random)
    _change_walls(other, random)
    _change_sheets(other, reader, random)
    change_creatures(other, reader, random)
    return other


def shuffle_runes(world: World, reader: str, random: Random) -> None:
    """Wall, others' concealed runes and discards the reader did not see change places."""
    if world.hand is None:
        return
    over = not world.hand.next
    winner = world.won.winner if over and world.won is not None else ""
    hidden = [p for p in world.others(reader) if p.seat != winner]
    pool = list(world.hand.wall)
    for player in hidden:
        pool += [kind for kind in range(KINDS) for _ in range(player.held[kind])]
        pool += [d.kind for d in player.discards if reader in d.unseen and not over]
    random.shuffle(pool)
    for player in hidden:
        number = sum(player.held)
        player.held = bag(pool[:number])
        player.bright = [random.randint(0, held) for held in player.held]
        pool = pool[number:]
        for i, discard in enumerate(player.discards):
            if reader in discard.unseen and not over:
                player.discards[i] = Discard(pool.pop(), discard.unseen)
    world.hand.wall = pool


def _change_walls(world: World, random: Random) -> None:
    """The walls as dealt, and so their seals, which readers' files are compared without."""
    if world.ending is not None:
        return
    changed = []
    for wall in world.walls:
        order = list(wall.order)
        random.shuffle(order)
        nonce = f"{random.getrandbits(124):032x}"
        seal = seal_of(wall.round, nonce, order)
        changed.append(SealedWall(round=wall.round, seal=seal, nonce=nonce, order=tuple(order)))
    world.walls = changed


def _change_sheets(world: World, reader: str, random: Random) -> None:
    for player in world.others(reader):
        if random.random() < 0.5:
            lines = hand_lines(random, world, player.seat)
            player.standing = tuple(replace(stored(line), line=i) for i, line in enumerate(lines, 1))
            player.made = {}
        player.newest = ""
        player.drawn = random.random() < 0.5


def change_creatures(world: World, reader: str, random: Random) -> None:
    """Creatures the reader does not see leave, are hurt and enchanted, move, and others come."""
    for code in list(world.creatures):
        creature = world.creatures[code]
        if sees(world, reader, creature):
            continue
        # the names of unique creatures on the map are public (SEE-1)
        mood = random.randrange(1 if creature.table.unique else 0, 4)
        if mood == 0:
            _take_away(world, code)
        elif mood == 1:
            creature.loyalty = random.randint(1, creature.maximum)
        elif mood == 2:
            creature.enchantments = ("Battle Fury",)
        else:
            places = _hidden_places(world, reader, creature.seat)
            if places:
                kind, seat, loyalty = creature.kind, creature.seat, creature.loyalty
                _take_away(world, code)
                _put(world, code, seat, kind, random.choice(places), loyalty)
    for player in world.others(reader):
        places = _hidden_places(world, reader, player.seat)
        if places and len(world.own(player.seat)) < MOST_CREATURES and random.random() < 0.5:
            player.number += 1
            kind = random.choice(UNSEEN_KINDS)
            code = f"{player.clan.prefix}{player.number}"
            _put(world, code, player.seat, kind, random.choice(places), CREATURES[kind].loyalty)


def _hidden_places(world: World, reader: str, seat: str) -> list[str]:
    return [
        place
        for place in PLACES
        if world.is_own_ground(place, seat) and world.room(place, seat) and not sees_unseen_at(world, reader, place)
    ]


def _take_away(world: World, code: str) -> None:
    place = world.creatures.pop(code).at
    world.armies[place].remove(code)
    if not world.armies[place]:
        del world.armies[place]


def _put(world: World, code: str, seat: str, kind: str, place: str, loyalty: int) -> None:
    world.creatures[code] = Creature(code=code, seat=seat, kind=kind, at=place, loyalty=loyalty)
    world.armies.setdefault(place, []).append(code)
