"""Twins: games alike but for what one mage cannot perceive (RECON-10).

Orders, statistics and scrolls of mages far away differ, land out of sight, the Ebon Mage's tasks, messages between
others. What the rules let the reader know of everybody (VP-7: lowest and highest figures, his points) may differ by
rights; there a pair of games ends, found by the rules' own functions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.reports import Delivered
from magika_gm.games.magika.orders.lines import write_order
from magika_gm.games.magika.orders.model import Cast, Drop, Meditate, Move, Order, Rest, Search
from magika_gm.games.magika.rules.arena import SPACES, distance
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.spellbook import CODES, SPELL
from magika_gm.games.magika.rules.state import Scroll, World
from magika_gm.games.magika.rules.tables import (
    ABILITY_ARTIFACTS,
    ALIGNMENT_ARTIFACTS,
    BLACK,
    EBON,
    RACIAL_ARTIFACTS,
)
from magika_gm.games.magika.rules.tasks import draw_tasks, give_tasks, vp_lines
from magika_gm.games.magika.setup import read_deck
from magika_gm.resources import shipped
from tests.magika.randoms import random_order, random_world
from tests.systems.contract import Moment

TURNS = 2
FAR = 13
"""Beyond this the reader's own five moves, theirs, and the rings of his sight do not meet in two turns' ends."""
REACHING = ("ScArt", "Chaos", "KnArt", "FogMp")
"""Spells whose working is felt over the whole arena by everybody's right: left out of both games."""
OWN_AFFAIRS = tuple(
    c for c in CODES if not SPELL[c].parameter or SPELL[c].parameter in ("direction", "scroll")
)  # nobody else is touched
DECK = read_deck((shipped("scenarios") / "magika" / "tasks" / "ebon.toml").read_text("utf-8"), "ebon.toml")


def twins(seed: int) -> Iterator[Moment]:
    """A world at a turn's end; two turns of a game."""
    rng = random.Random(seed)
    reader = rng.choice("ABCDEFGHIJKL")
    yield _standing(rng, seed, reader)
    yield from _played(rng, seed, reader)


def _standing(rng: random.Random, seed: int, reader: str) -> Moment:
    """Hands, effects and names of far mages differ, land out of view, and what lies there that is hard to see."""
    world = random_world(seed, spread=24)
    world.phase, world.turn = 6, 1
    mine = world.mages[reader]
    for spell in ("RcAid", "IntRp", "KnoSS"):
        if rng.random() < 0.3:
            mine.effects[spell] = 12
    other = world.copy()
    for letter in far_from(world, reader):
        mage = other.mages[letter]
        mage.scrolls = [*(s for s in mage.scrolls if s.bound), Scroll(rng.choice(["Heals", "Chaos"]))]
        mage.effects = {"ProSh": 12} if "ProKn" not in mage.effects else mage.effects
        mage.moves = rng.randrange(5)
        mage.name = f"somebody else {seed}"
    for space, things in list(other.lying.items()):
        hidden = [t for t in things if t in ABILITY_ARTIFACTS or t.startswith("cloak:")]
        if out_of_view(world, reader, space) and hidden:
            other.lying[space] = [t for t in things if t not in hidden]
    for space, code in enumerate(other.terrain):
        if out_of_view(world, reader, space) and code > 2:
            other.terrain[space] = rng.choice([3, 4, 5])
    return Moment(reader=reader, states=(world, other), lines=_sheet(rng, world, reader))


def _played(rng: random.Random, seed: int, reader: str) -> Iterator[Moment]:
    world = a_world(seed, reader)
    far = far_mages(world, reader)
    if not far:
        return
    other = changed(rng, world, far, reader)
    for turn in range(1, TURNS + 1):
        plans = orders_for(seed + turn, world)
        for letter, plan in plans.items():
            plans[letter] = [o for o in plan if not (isinstance(o, Cast) and o.scroll in REACHING)]
        twisted = {**plans, **{a: other_orders(rng, other, a) for a in far}}
        plans |= {a: other_orders(rng, world, a) for a in far}
        one, two = play_turn(world, plans, Dice(b"the same", turn)), play_turn(other, twisted, Dice(b"the same", turn))
        world, other = one.world, two.world
        even_out(world, other, far)
        if any(seen(w, reader, far) for w in (world, other)):  # an ally's eyes came near
            return
        if by_right(world, reader) != by_right(other, reader) or world.ended:
            return
        one_of, another = [a for a in world.mages if a not in (reader, EBON)][:2]
        yield Moment(
            reader=reader,
            states=(with_tasks(world, b"1"), with_tasks(other, b"2")),
            told=(one.told, two.told),
            orders=(plans, twisted),
            messages=(
                (Delivered(one_of, another, False, "our secret is 1"),),
                (Delivered(one_of, another, False, "our secret is 2"),),
            ),
            lines=_sheet(rng, world, reader),
            anew=turn == 1,
        )


def _sheet(rng: random.Random, world: World, reader: str) -> tuple[str, ...]:
    return tuple(f"{n} {write_order(random_order(rng, world, reader))}" for n in range(1, 6))


def with_tasks(world: World, secret: bytes) -> World:
    """Another of the Ebon Mage's tasks, which are nobody's business but his."""
    world = world.copy()
    give_tasks(world, draw_tasks(DECK, Dice(secret, 0)))
    return world


def out_of_view(world: World, letter: str, space: int) -> bool:
    """Whether a space is beyond every ring and spell of the reader and of his teammates (RECON-8)."""
    me = world.mages[letter]
    eyes = [m for m in world.playing() if m is me or (m.team == me.team and me.team != BLACK)]
    return all(distance(space, m.space) > 5 for m in eyes)


def far_from(world: World, letter: str) -> list[str]:
    """Mages whose hands the reader cannot look into: out of view, and of no colour he has to do with."""
    me = world.mages[letter]
    return [
        m.letter
        for m in world.playing()
        if m.letter != letter
        and out_of_view(world, letter, m.space)
        and not (set(m.cloaks) & set(me.cloaks))
        and (m.team == BLACK or m.team != me.team)
    ]


def a_world(seed: int, reader: str) -> World:
    """A random world in which everything the reader has a right to know of far away is near him or absent."""
    world = random_world(seed, spread=24)
    me = world.mages[reader]
    known = {*ALIGNMENT_ARTIFACTS, *(a for a, race in RACIAL_ARTIFACTS.items() if race == me.race)}
    for mage in world.mages.values():
        mage.scrolls = [s for s in mage.scrolls if s.code not in REACHING]
        if mage is not me:
            mage.artifacts = [a for a in mage.artifacts if a not in known]
    for letter in far_mages(world, reader):
        # who comes by a cloak of theirs would have the right to know where they are (RECON-8)
        world.mages[letter].cloaks, world.mages[letter].team = [], BLACK
    lying = {s: [t for t in here if t not in known and ":" not in t] for s, here in world.lying.items()}
    world.lying = {s: here for s, here in lying.items() if here}
    world.turn, world.phase = 0, 6
    return world


def eyes(world: World, reader: str) -> list[int]:
    """Where the reader and those whose maps he gets stand."""
    me = world.mages[reader]
    return [m.space for m in world.playing() if m is me or (m.team == me.team and me.team != BLACK)]


def far_mages(world: World, reader: str) -> list[str]:
    looking = eyes(world, reader)
    me = world.mages[reader]
    return [
        m.letter
        for m in world.playing()
        if all(distance(m.space, s) > FAR for s in looking) and (m.team == BLACK or m.team != me.team)
    ]


def seen(world: World, reader: str, far: Sequence[str]) -> bool:
    """Whether one of them now stands where the reader, or a team he has joined since, looks (four rings at most)."""
    looking = eyes(world, reader)
    return any(distance(world.mages[a].space, s) <= 4 for a in far for s in looking)


def other_orders(rng: random.Random, world: World, letter: str) -> list[Order]:
    """Five orders with which a mage keeps to himself and to his row (VP-1 tells the reader how many are behind him)."""
    mage = world.mages[letter]
    found: list[Order] = []
    for _ in range(5):
        scrolls = [s.code for s in mage.scrolls if s.code in OWN_AFFAIRS]
        choices: list[Order] = [Rest(), Search(), Meditate(), Move(rng.choice(["E", "W"]))]
        if scrolls:
            code = rng.choice(scrolls)
            parameter = {"direction": "E", "scroll": code}.get(SPELL[code].parameter, "")
            choices += [Cast(code, rng.random() < 0.3, parameter), Drop((code,))]
        found.append(rng.choice(choices))
    return found


def orders_for(seed: int, world: World) -> dict[str, list[Order]]:
    rng = random.Random(seed)
    return {a: [random_order(rng, world, a) for _ in range(5)] for a in world.mages}


def changed(rng: random.Random, world: World, far: Sequence[str], reader: str) -> World:
    """The same to the reader's senses: far mages are others within, land out of everybody's sight is other land."""
    other = world.copy()
    for letter in far:
        mage = other.mages[letter]
        own = [s for s in mage.scrolls if s.bound]
        mage.scrolls = own + [Scroll(rng.choice(OWN_AFFAIRS)) for _ in range(rng.randrange(4))]
        mage.scrolls = [s for s in mage.scrolls if s.code not in REACHING]
        mage.arcania = max(0, min(mage.max_arcania, mage.arcania + rng.randrange(-3, 4)))
        mage.endurance = max(0, min(mage.max_endurance, mage.endurance + rng.randrange(-3, 4)))
        mage.name = f"somebody else {rng.random()}"
    everybody = [m.space for m in world.playing() if m.letter not in far]
    for space in range(SPACES - 52):
        if all(distance(space, s) > FAR for s in everybody) and world.terrain[space] > 2:
            other.terrain[space] = rng.choice([3, 4, 5])
    return other


def even_out(world: World, other: World, far: Sequence[str]) -> None:
    """Bring far mages' four figures together again, for VP-7 tells the reader what the highest and lowest are."""
    for letter in far:
        for stat in ("endurance", "arcania", "skill", "aptitude", "max_endurance", "max_arcania"):
            setattr(other.mages[letter], stat, getattr(world.mages[letter], stat))


def by_right(world: World, reader: str) -> object:
    """What VP-7 tells of everybody: lowest and highest of the others, and the reader's own points."""
    me = world.mages[reader]
    others = [m for m in world.playing() if m is not me]
    figures = [
        (min(getattr(m, stat) for m in others), max(getattr(m, stat) for m in others))
        for stat in ("endurance", "arcania", "skill", "standing")
    ]
    return figures, vp_lines(world, reader), world.ending
