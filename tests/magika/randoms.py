"""Random worlds and orders for tests: lively, legal to hold, and the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.reports import PlayerData
from magika_gm.games.magika.orders.model import Cast, Demand, Don, Drop, Give, Meditate, Move, Order, Rest, Search
from magika_gm.games.magika.rules.arena import INDEX, ROW, SPACES
from magika_gm.games.magika.rules.sequence import resolve
from magika_gm.games.magika.rules.spellbook import CODES, SPELL
from magika_gm.games.magika.rules.state import Scroll, World, new_mage, own_teleport
from magika_gm.games.magika.rules.tables import ARTIFACTS, CLOAKS, COLOURS, LETTERS, RACES, THING_ORDER
from magika_gm.games.magika.rules.tasks import apply
from magika_gm.games.magika.setup import Scenario
from tests.systems.contract import Turn

PLAYER = PlayerData(
    name="P", address="", account="1", balance="0.00 USD", game="7", title="Arena", date="2026-11-21",
    next_due="Saturday", code_word="amber-elm",
)  # fmt: skip
"""Whose report it is where that makes no difference."""


def scenario_of(world: World) -> Scenario:
    """A scenario such a world could have begun in."""
    return Scenario(terrain=tuple(world.terrain), lying={})


NAMES = dict(
    zip(
        LETTERS,
        "Aletheia Borgir Caradoc Dorn Esme Fenouil Gilda Hrug Ismene Jacaranda Kestrel Linnet".split(),
        strict=False,
    )
)
"""What mages of such a world are called; the Ebon Mage has his own name."""


def random_world(seed: int, spread: int = 12) -> World:
    """Thirteen mages near one another on mixed terrain, with things in their hands and lying about."""
    rng = random.Random(seed)
    world = World()
    world.terrain = [
        0 if ROW[s] == 25 else 2 if ROW[s] == 24 else rng.choice([1, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10])
        for s in range(SPACES)
    ]
    base = rng.randrange(8, 25 - spread // 4)
    for letter in LETTERS:
        race = rng.choice(list(RACES))
        alignment = rng.choice(RACES[race].alignments)
        while True:
            row = min(24, base + rng.randrange(0, 1 + spread // 3))
            space = INDEX[f"{'abcdefghijklmnopqrstuvwxyz'[row]}{rng.randrange(1, row + 2)}"]
            if sum(m.space == space for m in world.mages.values()) < 2:
                break
        mage = new_mage(letter, space, race, alignment, name=NAMES.get(letter, ""))
        mage.endurance = rng.randrange(0, mage.max_endurance + 1)
        mage.arcania = rng.randrange(0, mage.max_arcania + 1)
        mage.aptitude = rng.randrange(-100, 101)
        mage.scrolls = [Scroll(rng.choice(CODES)) for _ in range(rng.randrange(1, 6))]
        if letter == "M":
            mage.scrolls.insert(0, own_teleport())
        world.mages[letter] = mage
    things = list(ARTIFACTS) + list(CLOAKS) * 3
    for thing in things:
        holder = rng.choice(list(world.mages.values()))
        if thing.startswith("cloak:"):
            colour = thing[6:]
            if rng.random() < 0.5 and holder.may_carry_cloak():
                holder.cloaks.append(colour)
                worn = sum(m.team == colour for m in world.mages.values())
                if rng.random() < 0.6 and holder.team == "black" and holder.letter != "M" and worn < 2:
                    holder.team = colour
                continue
        elif rng.random() < 0.5:
            holder.artifacts.append(thing)
            continue
        world.lying.setdefault(rng.randrange(3, 325), []).append(thing)
    for mage in world.mages.values():
        mage.cloaks.sort(key=lambda c: THING_ORDER[f"cloak:{c}"])
        mage.artifacts.sort(key=THING_ORDER.__getitem__)
    for lying in world.lying.values():
        lying.sort(key=THING_ORDER.__getitem__)
    return world


def random_order(rng: random.Random, world: World, letter: str) -> Order:
    """Any order, more often sensible than not."""
    mage = world.mages[letter]
    other = rng.choice(list(world.mages))
    kind = rng.randrange(20)
    if kind < 6:
        return Move(rng.choice(["NE", "NW", "NE", "NW", "E", "W", "SE", "SW"]))
    if kind < 8:
        return Search()
    if kind < 10:
        return Meditate()
    if kind < 15 and mage.scrolls:
        scroll = rng.choice(mage.scrolls)
        major = rng.random() < 0.4
        text = {
            "": "",
            "mage": "EBON" if other == "M" else other,
            "colour": rng.choice(COLOURS).upper(),
            "terrain": "FOREST",
            "shift": rng.choice(["+1", "-2", "+3"]),
            "direction": rng.choice(["NE", "W", "SE"]),
            "artifact": rng.choice(ARTIFACTS).upper(),
            "scroll": rng.choice(mage.scrolls).code,
        }[SPELL[scroll.code].parameter_at(major)]
        return Cast(scroll.code, major, text)
    if kind == 15 and mage.free_cloaks:
        return Don(rng.choice(mage.free_cloaks))
    if kind == 16 and mage.artifacts:
        return Give((rng.choice(mage.artifacts),), other)
    if kind == 17:
        return Demand(rng.choice(ARTIFACTS), other)
    if kind == 18 and mage.scrolls:
        return Drop((rng.choice(mage.scrolls).code,))
    return Rest()


def random_orders(seed: int, world: World) -> dict[str, list[Order]]:
    """Five orders for everybody."""
    rng = random.Random(seed)
    return {letter: [random_order(rng, world, letter) for _ in range(5)] for letter in world.mages}


def wild(seed: int) -> Iterator[Turn]:
    """A random game, turn by turn."""
    world, dice = random_world(seed), str(seed).encode()
    for turn in range(1, 5):
        orders = random_orders(seed + turn, world)
        played = resolve(world, orders, Dice(dice, turn))
        scenario = scenario_of(world)
        yield Turn(before=world, orders=orders, resolution=played, seed=dice, scenario=scenario, apply=apply)
        world = played.state
        if world.ended:
            return
