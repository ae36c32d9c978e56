"""Random games of Rune War: worlds the engine reached, and sheets as reckless players would write them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import Resolution
from magika_gm.games.rune_war.orders.lines import stored
from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.rules.sequence import missing_lines, resolve
from magika_gm.games.rune_war.rules.state import Due, Options, World
from magika_gm.games.rune_war.rules.tables import CREATURES, PLACES, SEATS, SPELLS, WIZARDS
from magika_gm.games.rune_war.rules.terms import CODES
from magika_gm.games.rune_war.setup import Scenario, begin
from tests.systems.contract import Turn

Sheets = dict[str, tuple[Order, ...]]
_GROUPS = "SKULLS SWORDS CHARACTERS WINDS DRAGONS HONORS TERMINALS SIMPLES LUCKY ALL".split()
_AIMS = "QUICK CONCEALED CHOWS PUNGS LUCKY SIMPLES ENDS HALF FLUSH HONORS ORPHANS".split()


def runes(random: Random) -> str:
    """A few runes as a line names them."""
    items = [
        random.choice((random.choice(CODES), random.choice(_GROUPS), f"{random.randint(1, 4)}-{random.randint(5, 9)}S"))
        for _ in range(random.randint(1, 3))
    ]
    return ", ".join(items)


def _listed(random: Random, verb: str) -> str:
    shape = random.randrange(4)
    if shape == 0:
        return f"{verb} NONE"
    if shape == 1:
        return f"{verb} {runes(random)} NOT {runes(random)}"
    return f"{verb} {runes(random)}" if shape == 2 else f"{verb} NOT {runes(random)}"


def _creature(random: Random, world: World, seat: str, own: bool = True) -> str:
    codes = [c.code for c in world.creatures.values() if (c.seat == seat) is own]
    choices = ["NEW", random.choice(list(CREATURES)), f"MZ{random.randint(1, 9)}", *codes, *codes, *codes]
    return random.choice(choices)


def _places(random: Random) -> str:
    return ", ".join(random.choice(PLACES) for _ in range(random.randint(1, 3)))


def cast_line(random: Random, world: World, seat: str) -> str:
    """A CAST line, most of them of spells the wizard knows."""
    table = WIZARDS[world.players[seat].wizard]
    known = [*table.summons, *table.spells, *(c.table.grants for c in world.own(seat) if c.table.grants)]
    name = random.choice([*known, *known, random.choice((*SPELLS, *CREATURES))])
    words = [f"CAST {name}"]
    aimed = "" if name in CREATURES else SPELLS[name].target.value
    if aimed == "opponent" and random.random() < 0.6:
        words.append("ON " + ", ".join(random.choices(("1", "2", "EAST", "SOUTH", "Iz", "Javed", "ANY"), k=2)))
    elif aimed not in ("", "self", "opponent") and random.random() < 0.6:
        own = aimed in ("friendly", "shooter")
        words.append(f"ON {_creature(random, world, seat, own)}, ANY")
    if name == "Teleport" or (name in CREATURES and random.random() < 0.4):
        words.append(f"AT {_places(random)}")
    if random.random() < 0.3:
        when = random.choice(("PLAY 2", "POINTS 150", "READY", "PLAY 1 AND POINTS 50"))
        words.append(f"WHEN {when}")
    if random.random() < 0.3:
        words.append(random.choice(("x2", "ALWAYS")))
    if random.random() < 0.3:
        words.append("SAVE")
    return " ".join(words)


def hand_lines(random: Random, world: World, seat: str) -> list[str]:
    """Lines of a hand turn."""
    lines = []
    if random.random() < 0.7:
        aims = [random.choice(_AIMS) + random.choice(("", " +1", " +4", " !")) for _ in range(random.randint(1, 3))]
        lines.append(f"AIM {', '.join(aims)}")
    for verb in ("KEEP", "DISCARD"):
        if random.random() < 0.3:
            lines.append(f"{verb} {runes(random)}")
    for verb in ("PUNG", "CHOW", "KONG"):
        if random.random() < 0.4:
            lines.append(_listed(random, verb))
    if random.random() < 0.1:
        lines.append(random.choice(("GAME NO", "GAME DRAWN", "GAME MIN 40", "GAME DRAWN MIN 60")))
    lines += [cast_line(random, world, seat) for _ in range(random.randint(0, 6))]
    return lines


def map_lines(random: Random, world: World, seat: str) -> list[str]:
    """Lines of a map turn: most moves lead to neighbouring places."""
    lines = []
    for _ in range(random.randint(0, 6)):
        creature = _creature(random, world, seat)
        at = world.creatures[creature].at if creature in world.creatures else random.choice(PLACES)
        one = random.choice(world.isle.neighbours[at])
        two = random.choice(world.isle.neighbours[one])
        condition = random.choice(
            ("", "", " IF EMPTY", " IF NOT EMPTY ELSE TO T", " IF MINE", " IF OF MARZ ELSE TO M1")
        )
        lines.append(
            random.choice(
                (
                    f"MOVE {creature} TO {one}{condition}",
                    f"MOVE {creature}, {_creature(random, world, seat)} TO {one} THEN {two}{condition}",
                    f"GATE {creature}, {_creature(random, world, seat)} TO {random.choice(PLACES)}",
                    f"LINEUP {at}: {creature}, {_creature(random, world, seat)}",
                    f"CLAIM {_places(random)}",
                    f"CLAIM {one}, {two} IF EMPTY",
                    f"DISMISS {creature}",
                )
            )
        )
    return lines


def random_sheets(random: Random, world: World) -> Sheets:
    """Sheets of some of the seats, a line of the wrong kind now and then; the others sent none."""
    sheets: Sheets = {}
    for seat in SEATS:
        mood = random.random()
        if mood < 0.15:
            continue
        if mood < 0.3:
            lines = missing_lines(world, seat)
        else:
            lines = (hand_lines if world.due is Due.HAND else map_lines)(random, world, seat)
            if random.random() < 0.1:
                lines += map_lines(random, world, seat) + hand_lines(random, world, seat)
        sheets[seat] = tuple(stored(line) for line in lines)
    return sheets


def random_scenario(random: Random) -> Scenario:
    """Short games, quick ones, plain ones, rich ones."""
    return Scenario(
        title="random",
        options=Options(
            rounds=random.choice((4, 8)),
            pace=random.choice((1, 3, 6, 6)),
            map=random.random() < 0.9,
            spell_points=random.choice((None, 0, 900, 3000)),
            last_discard=random.random() < 0.5,
        ),
    )


def begun(seed: int) -> World:
    """Turn 0 of a random game."""
    random = Random(seed)
    return begin(random_scenario(random), [], Dice(f"start {seed}".encode(), 0))


def played(seed: int, turns: int, creatures: bool = False) -> tuple[World, list[tuple[World, Sheets, Resolution]]]:
    """A random game after so many turns (fewer if it ends), and what each was played with."""
    random = Random(seed)
    world = begun(seed)
    if creatures:
        people(random, world)
    record = []
    for _ in range(turns):
        if world.due is Due.NOTHING:
            break
        sheets = random_sheets(random, world)
        resolved = resolve(world, sheets, Dice(f"game {seed}".encode(), world.turn + 1))
        record.append((world, sheets, resolved))
        world = resolved.state
    return world, record


NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
GAMES, LONGEST = (1000 if NIGHTLY else 16), 9
"""Random games the properties are held against, and turns of each; by night more of them."""


@lru_cache(maxsize=200)  # about a megabyte each
def _game(seed: int) -> tuple[World, list[tuple[World, Sheets, Resolution]]]:
    return played(seed, LONGEST, creatures=True)


def record(seed: int) -> list[tuple[World, Sheets, Resolution]]:
    """The turns of one of the random games: the state before, the sheets, what came of them. Do not change them."""
    return _game(seed % GAMES)[1]


def _states(seed: int) -> tuple[World, ...]:
    """The states of a random game with creatures on the isle, turn by turn."""
    last, turns = _game(seed % GAMES)
    return (*(before for before, _, _ in turns), last)


def reached(seed: int, turns: int) -> World:
    """A world of its own, as one of a few random games reached it after so many turns, or at its end."""
    states = _states(seed)
    return states[min(turns, len(states) - 1)].copy()


def people(random: Random, world: World) -> None:
    """Creatures for everybody, as a scenario may give them, and claim points to spend."""
    from magika_gm.games.rune_war.rules.state import Creature

    for seat, player in world.players.items():
        for clan in player.lcp:
            player.lcp[clan] = random.choice((0, 0, 100, 400))
        for _ in range(random.randint(0, 4)):
            kind = random.choice(list(CREATURES))
            if CREATURES[kind].unique and world.unique_in_play(kind):
                continue
            place = random.choice([p for p in PLACES if world.is_own_ground(p, seat) and world.room(p, seat)])
            player.number += 1
            code = f"{player.clan.prefix}{player.number}"
            loyalty = random.randint(1, CREATURES[kind].loyalty)
            world.creatures[code] = Creature(code=code, seat=seat, kind=kind, at=place, loyalty=loyalty)
            world.armies.setdefault(place, []).append(code)


def wild(seed: int) -> Iterator[Turn]:
    """A random game, turn by turn."""
    for world, sheets, resolution in played(seed, LONGEST, creatures=True)[1]:
        scenario = Scenario(title="rows", options=world.options, isle=world.isle)
        yield Turn(before=world, orders=sheets, resolution=resolution, seed=b"game %d" % seed, scenario=scenario)
