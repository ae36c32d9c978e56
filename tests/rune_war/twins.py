"""Twins: worlds that differ only in what a seat cannot see (SEE-9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from magika_gm.engine.dice import Dice
from magika_gm.games.rune_war.orders.lines import stored
from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.rules.events import DiscardForced, Scried
from magika_gm.games.rune_war.rules.sequence import resolve
from magika_gm.games.rune_war.rules.state import (
    Creature,
    Discard,
    Due,
    Options,
    World,
    sees,
    sees_unseen_at,
)
from magika_gm.games.rune_war.rules.tables import CREATURES, MOST_CREATURES, PLACES, SEATS, Ability
from magika_gm.games.rune_war.rules.terms import CODES, KINDS, bag
from magika_gm.games.rune_war.setup import Scenario, begin
from tests.rune_war.randoms import hand_lines, map_lines, people, random_sheets, reached
from tests.systems.contract import Moment

UNSEEN_KINDS = [name for name, kind in CREATURES.items() if kind.has(Ability.INVISIBLE) and not kind.unique]


def twins(seed: int) -> Iterator[Moment]:
    """A world as a random game reached it; a hand turn; a map turn."""
    random = Random(seed)
    reader = random.choice(SEATS)
    world = reached(seed, seed % 9)
    lines = (hand_lines if world.due is Due.HAND else map_lines)(random, world, reader)
    yield Moment(reader=reader, states=(world, twin(world, reader, random)), lines=tuple(lines))
    yield from _after(reader, *_hand_turns(seed, reader), b"play %d" % seed)
    yield from _after(reader, *_map_turns(seed, reader), b"map %d" % seed)


Ordered = tuple[World, dict[str, tuple[Order, ...]]]


def _after(reader: str, one: Ordered | None, two: Ordered | None, key: bytes) -> Iterator[Moment]:
    """What came of a turn, unless a rune was thrown at random or scried out of what was hidden, as the spell is for
    (MAG-13).
    """
    if one is None or two is None:
        return
    first, second = (resolve(world, sheets, Dice(key, world.turn + 1)) for world, sheets in (one, two))
    if not any(isinstance(told.event, DiscardForced | Scried) for told in first.told):
        states, told = (first.state, second.state), (first.told, second.told)
        yield Moment(reader=reader, states=states, told=told, orders=(one[1], two[1]), anew=True)


def _hand_turns(seed: int, reader: str) -> tuple[Ordered | None, Ordered | None]:
    """Others hold back half of the kinds whatever they are; those may lie anywhere, and the wall's depth too."""
    random = Random(seed)
    scenario = Scenario(title="twins", options=Options(pace=1, spell_points=900))
    world = begin(scenario, [], Dice(f"twins {seed}".encode(), 0))
    people(random, world)
    thrown = set(random.sample(range(KINDS), KINDS // 2))
    sheets = dict(random_sheets(random, world))
    for player in world.others(reader):
        if sum(player.held[k] for k in thrown) < 4:
            return None, None
        player.policy = ""
        sheets[player.seat] = _mute(random, sorted(thrown))
    assert world.hand is not None
    world.hand.fresh = False
    other = world.copy()
    assert other.hand is not None
    deep = 30
    tail = other.hand.wall[deep:-8]
    pool = [k for k in tail if k not in thrown]
    for player in other.others(reader):
        pool += [k for k in range(KINDS) if k not in thrown for _ in range(player.held[k])]
    random.shuffle(pool)
    other.hand.wall[deep:-8] = [k if k in thrown else pool.pop() for k in tail]
    for player in other.others(reader):
        kept = [k if k in thrown else pool.pop() for k in range(KINDS) for _ in range(player.held[k])]
        player.held = bag(kept)
        player.bright = bag(kept)
    return (world, sheets), (other, sheets)


def _mute(random: Random, kinds: Sequence[int]) -> tuple[Order, ...]:
    """A sheet that claims nothing and throws only these kinds, as long as it has them."""
    listed = ", ".join(CODES[k] for k in random.sample(list(kinds), len(kinds)))
    return tuple(map(stored, ("GAME NO", "PUNG NONE", "CHOW NONE", "KONG NONE", f"DISCARD {listed}")))


def _map_turns(seed: int, reader: str) -> tuple[Ordered | None, Ordered | None]:
    """Unseen creatures walk about on their own land, or stay."""
    random = Random(seed)
    world = reached(seed, 2)
    if not world.options.map or world.due is Due.NOTHING:
        return None, None
    world.due = Due.MAP
    if world.hand is not None:
        world.hand.next = ""
    sheets: dict[str, tuple[Order, ...]] = {reader: ()}
    for player in world.others(reader):
        player.policy = ""
        moves = []
        for creature in world.own(player.seat):
            if not sees(world, reader, creature):
                near = [
                    place
                    for place in world.isle.neighbours[creature.at]
                    if world.is_own_ground(place, player.seat) and not sees_unseen_at(world, reader, place)
                ]
                moves += [stored(f"MOVE {creature.code} TO {random.choice(near)}")] if near else []
        sheets[player.seat] = tuple(moves)
    return (world, sheets), (world, dict.fromkeys(sheets, ()))


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
    """The walls as dealt; their seals, which nobody can see through, stay."""
    if world.ending is None:
        orders = [random.sample(wall.order, len(wall.order)) for wall in world.walls]
        world.walls = [replace(w, nonce="", order=tuple(order)) for w, order in zip(world.walls, orders, strict=True)]


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
