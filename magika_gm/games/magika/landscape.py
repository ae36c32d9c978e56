"""Draws a land: coast, rivers, and patches of terrain that harden towards the Goal Square (ARENA-6).

Two smooth fields of noise, height and wetness, are laid over the triangle; height rises northward on the whole. What
grows where follows from both, as it does outdoors: swamps lie wet and low, deserts dry, ice and fire at the top.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b, sha256
from itertools import pairwise
from typing import NamedTuple

from magika_gm.engine.records import record
from magika_gm.engine.toml import load_toml
from magika_gm.games.magika.rules.arena import GOAL, NAME, NEIGHBOUR, NUMBER, ROW, ROWS, SPACES, space_at, within
from magika_gm.games.magika.rules.tables import (
    ABILITY_ARTIFACTS,
    ALIGNMENT_ARTIFACTS,
    ARTIFACTS,
    COASTAL,
    ENDURANCE_FACTOR,
    OCEAN,
    RACIAL_ARTIFACTS,
    RIVER,
    TERRAIN_CODES,
    VOLCANIC,
)
from magika_gm.games.magika.setup import COAST_ROW, STARTS, Scenario, dry_spaces

# How fair an arena is to its twelve start spaces, in points of endurance.
#
# The measure is the cheapest way a novice can walk: only NE, NW, E and W (MOVE-5), each move paid with the endurance
# factor of the space left at the ordinary 100 % (MOVE-1, MOVE-3). Rests, races, scrolls and other mages are left out:
# they are the same for all starts.


FAR = 10**9
"""Cost of a space that cannot be reached without going south."""
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("alignment", tuple(ALIGNMENT_ARTIFACTS)),
    ("racial", tuple(RACIAL_ARTIFACTS)),
    ("ability", tuple(ABILITY_ARTIFACTS)),
)
FIRST_CLOAKS = 3
LAND = load_toml("magika_gm.games.magika.data", "land.toml")
BOUNDS: Mapping[str, float] = LAND["bounds"]
"""Worst start over best start that a generated arena aims at, for each measure."""
BELTS = ("a-e", "f-j", "k-o", "p-t", "u-y")


class StartFigures(NamedTuple):
    """What the cheapest ways from one start cost.

    ``goal``: to the Goal Square. ``alignment``, ``racial``, ``ability``: to the artifacts of that kind, on average.
    ``first``: to the nearest artifact of any kind. ``cloaks``: to the three nearest cloaks, on average.
    """

    start: str
    goal: float
    alignment: float
    racial: float
    ability: float
    first: float
    cloaks: float


MEASURES = StartFigures._fields[1:]
HEADS = (
    ("", "alignment", "racial", "ability", "nearest", "three"),
    ("Goal", "artifacts", "artifacts", "artifacts", "artifact", "cloaks"),
)
"""What each measure is called in print, in two lines."""


@record
class FairnessTable:
    """The figures of every start, and for each artifact the costs from each start in the same order."""

    starts: tuple[StartFigures, ...]
    artifacts: Mapping[str, tuple[int, ...]]

    def column(self, measure: str) -> tuple[float, ...]:
        """One measure for every start."""
        index = StartFigures._fields.index(measure)
        return tuple(float(row[index]) for row in self.starts)

    def spread(self, measure: str) -> float:
        """Worst start over best start: 1.0 is perfectly even."""
        return spread(self.column(measure))


def spread(values: Sequence[float]) -> float:
    """Greatest over least of some costs (the least counted as 1 at least)."""
    return max(values) / max(1.0, min(values))


def costs_to(terrain: Sequence[int], target: int) -> list[int]:
    """Cheapest endurance from every space to ``target`` (:data:`FAR` if it cannot be reached without going south)."""
    cost, toll = [FAR] * SPACES, [ENDURANCE_FACTOR[code] for code in terrain]
    cost[target] = 0
    northwest, northeast = NEIGHBOUR["NW"], NEIGHBOUR["NE"]
    for row in range(ROW[target], ROWS):
        first = row * (row + 1) // 2
        spaces = range(first, first + row + 1)
        if row > ROW[target]:
            for s in spaces:
                a, b = northwest[s], northeast[s]
                ahead = min(cost[a] if a >= 0 else FAR, cost[b] if b >= 0 else FAR)
                cost[s] = min(FAR, ahead + toll[s])
        for near, s in (*pairwise(spaces), *pairwise(spaces[::-1])):
            cost[s] = min(cost[s], cost[near] + toll[s])
    return cost


def costs_from(terrain: Sequence[int], start: int) -> list[int]:
    """Cheapest endurance from ``start`` to every space (:data:`FAR` if it cannot be reached without going south)."""
    cost, toll = [FAR] * SPACES, [ENDURANCE_FACTOR[code] for code in terrain]
    cost[start] = 0
    southwest, southeast = NEIGHBOUR["SW"], NEIGHBOUR["SE"]
    for row in range(ROW[start], -1, -1):
        first = row * (row + 1) // 2
        spaces = range(first, first + row + 1)
        if row < ROW[start]:
            for s in spaces:
                a, b = southwest[s], southeast[s]
                cost[s] = min(FAR, cost[a] + toll[a], cost[b] + toll[b])
        for near, s in (*pairwise(spaces), *pairwise(spaces[::-1])):
            cost[s] = min(cost[s], cost[near] + toll[near])
    return cost


def figures(start: str, costs: Sequence[int], places: Mapping[str, int], cloaks: Sequence[int]) -> StartFigures:
    """One start's figures: ``costs`` from it to every space, ``places`` of the artifacts, spaces of the ``cloaks``."""
    alignment, racial, ability = (sum(costs[places[a]] for a in group) / len(group) for _, group in GROUPS)
    near = sorted(costs[s] for s in cloaks)[:FIRST_CLOAKS]
    first = min(costs[s] for s in places.values())
    return StartFigures(start, costs[GOAL], alignment, racial, ability, first, sum(near) / max(1, len(near)))


def fairness(scenario: Scenario) -> FairnessTable:
    """The figures of a scenario as it lies before turn 1."""
    places = {thing: space for space, things in scenario.lying.items() for thing in things if thing in ARTIFACTS}
    cloaks = [space for space, things in scenario.lying.items() for thing in things if thing not in ARTIFACTS]
    costs = [costs_from(scenario.terrain, start) for start in scenario.starts]
    rows = tuple(figures(NAME[s], c, places, cloaks) for s, c in zip(scenario.starts, costs, strict=True))
    return FairnessTable(rows, {a: tuple(c[places[a]] for c in costs) for a in ARTIFACTS})


def render(table: FairnessTable) -> str:
    """The table as text: one line a start, the spread of each measure below, then every artifact's range."""
    lines = ["Endurance the cheapest way from each start costs (kinds: on average):", ""]
    lines += [
        f"{first:<7}" + "".join(f"{head:>12}" for head in heads).rstrip()
        for first, heads in zip(("", "start"), HEADS, strict=True)
    ]
    lines += [f"{row.start:<7}" + "".join(f"{value:>12.1f}" for value in row[1:]) for row in table.starts]
    lines.append("spread " + "".join(f"{table.spread(m):>12.3f}" for m in MEASURES))
    lines.append("")
    lines.append("artifact     least      most    spread")
    for artifact, costs in table.artifacts.items():
        lines.append(f"{artifact:<9}{min(costs):>9}{max(costs):>10}{spread(costs):>10.3f}")
    return "\n".join(lines) + "\n"


def hardness(terrain: Sequence[int]) -> list[float]:
    """Mean terrain number of the land in each belt of five rows, from a-e to u-y (rivers left out)."""
    belts: list[list[int]] = [[] for _ in BELTS]
    for space, code in enumerate(terrain):
        if ROW[space] <= COAST_ROW and code not in (OCEAN, RIVER):
            belts[ROW[space] // 5].append(code)
    return [sum(belt) / max(1, len(belt)) for belt in belts]


AROUND: tuple[tuple[int, ...], ...] = tuple(tuple(sorted(within(s, 1) - {s})) for s in range(SPACES))
"""The neighbours of every space."""
_TRIES = 60
FEWEST = 5
"""Spaces of each terrain of land that there are at least."""
_EVEN_ENOUGH = 0.10
PROBES: tuple[tuple[int, ...], ...] = (
    (space_at(3, 2), space_at(9, 2), space_at(9, 9)),
    (space_at(15, 2), space_at(13, 7), space_at(15, 15)),
)
"""Where things may come to lie: far inland, and in the middle of the land; far from one another."""


class Chance:
    """A stream of numbers that depends on a seed and a purpose and on nothing else."""

    __slots__ = ("_count", "_key", "_label")

    def __init__(self, seed: bytes, label: str) -> None:
        self._key = seed if len(seed) <= 64 else sha256(seed).digest()
        self._label = label
        self._count = 0

    def below(self, limit: int) -> int:
        """A whole number from 0 to ``limit`` - 1, the next one of the stream."""
        self._count += 1
        return self._hash(str(self._count)) % limit

    def at(self, what: str) -> float:
        """A number from 0 to 1 that belongs to ``what``, whenever it is asked for."""
        return self._hash(what) / 2**64

    def _hash(self, what: str) -> int:
        text = f"{self._label}|{what}".encode()
        return int.from_bytes(blake2b(text, key=self._key, digest_size=8).digest(), "big")


def lands(seed: bytes) -> list[list[int]]:
    """The land drawn from ``seed`` in some tries, the most even first."""
    drawn = [draw_land(Chance(seed, f"land {number}")) for number in range(_TRIES)]
    return sorted(drawn, key=lambda terrain: _unlike_land(terrain) + unevenness(terrain))


def unevenness(terrain: Sequence[int], quests: Sequence[Sequence[int]] = PROBES) -> float:
    """How far a land favours some start: worst over best, less 1, to the Goal Square and to each quest's spaces.

    A quest is some spaces, the mean of whose costs counts.
    """
    total = 0.0
    for quest in ((GOAL,), *quests):
        costs = [costs_to(terrain, space) for space in quest]
        total += spread([sum(cost[s] for cost in costs) for s in STARTS]) - 1
    return total


def _unlike_land(terrain: Sequence[int]) -> int:
    """What a land lacks: terrains that do not occur, starts without a dry way north, belts no harder than the next."""
    dry = dry_spaces(tuple(terrain))
    belts = hardness(terrain)
    return (
        sum(10 for s in STARTS if s not in dry)
        + sum(5 for code in range(COASTAL, VOLCANIC + 1) if terrain.count(code) < FEWEST)
        + sum(5 for north, south in pairwise(belts) if north < south + 0.4)
    )


def draw_land(chance: Chance) -> list[int]:
    """One land, as terrain codes of all spaces."""
    rivers = _rivers(chance)
    terrain = [_grow(chance, s, rivers) for s in range(SPACES)]
    for s in range(SPACES):
        if ROW[s] > COAST_ROW:
            terrain[s] = OCEAN
        elif s in rivers:
            terrain[s] = RIVER
        elif ROW[s] == COAST_ROW:
            terrain[s] = COASTAL
    for _ in range(2):
        for s in range(SPACES):
            if speck(terrain, s):
                terrain[s] = _commonest(terrain, s)
    return terrain


def speck(terrain: Sequence[int], space: int) -> bool:
    """Whether a space of land has no neighbour like it."""
    code = terrain[space]
    return code not in (OCEAN, RIVER, COASTAL) and all(terrain[n] != code for n in AROUND[space])


def _commonest(terrain: Sequence[int], space: int) -> int:
    near = [terrain[n] for n in AROUND[space] if terrain[n] not in (OCEAN, RIVER, COASTAL)]
    return max(near, key=lambda code: (near.count(code), -abs(code - terrain[space]), code)) if near else terrain[space]


# --- height, wetness and what grows ---


def _noise(chance: Chance, label: str, x: float, y: float, scale: float) -> float:
    """Smooth noise from 0 to 1 with hills about ``scale`` spaces across."""
    x, y = x / scale, y / scale
    left, top = int(x // 1), int(y // 1)
    fx, fy = x - left, y - top
    fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)

    def corner(i: int, j: int) -> float:
        return chance.at(f"{label}|{left + i}|{top + j}")

    upper = corner(0, 0) * (1 - fx) + corner(1, 0) * fx
    lower = corner(0, 1) * (1 - fx) + corner(1, 1) * fx
    return upper * (1 - fy) + lower * fy


def _field(chance: Chance, label: str, space: int) -> float:
    """Two octaves of noise at a space, seen as it lies in the drawn triangle; from -1 to 1."""
    x, y = NUMBER[space] - ROW[space] / 2 + 50, ROW[space] * 0.87
    coarse = _noise(chance, f"{label} coarse", x, y, 4.5)
    fine = _noise(chance, f"{label} fine", x, y, 2.2)
    return 2 * (0.7 * coarse + 0.3 * fine) - 1


def _grow(chance: Chance, space: int, rivers: frozenset[int]) -> int:
    """What grows on a space of land."""
    north = 1 - ROW[space] / COAST_ROW
    height = north + (0.36 - 0.18 * north) * _field(chance, "height", space)
    wet = _field(chance, "wet", space)
    if ROW[space] < COAST_ROW and not rivers.isdisjoint(AROUND[space]):
        wet += 0.25
        height -= 0.05
    grown = next(row["wetter"] for row in LAND["grows"] if height < row["below"])
    return next(TERRAIN_CODES[land] for least, land in grown if wet > least)


# --- rivers ---


def _rivers(chance: Chance) -> frozenset[int]:
    """Four rivers, each a chain of neighbours from row y northward, none touching another."""
    found: set[int] = set()
    for row in LAND["rivers"]:
        apart = [m for m in row["mouths"] if all(abs(m - NUMBER[s]) >= 4 for s in found if ROW[s] == COAST_ROW)]
        if apart:
            found |= _river(chance, apart[chance.below(len(apart))], row["length"] + chance.below(3), found)
    return frozenset(found)


def _river(chance: Chance, mouth: int, length: int, others: set[int]) -> set[int]:
    """One river: winding, and once forked if it is long."""
    space = space_at(COAST_ROW, mouth)
    course = [space]
    bend = chance.below(2)
    while ROW[space] > COAST_ROW - length:
        if chance.below(5) < 2:
            bend = 1 - bend
        ways = [("NW", "NE")[bend], ("NE", "NW")[bend]]
        if chance.below(5) == 0 and ROW[space] < COAST_ROW - 1:
            ways.insert(0, ("W", "E")[bend])
        step = next((s for way in ways if _open(s := NEIGHBOUR[way][space], space, course, others)), -1)
        if step < 0:
            break
        space = step
        course.append(space)
    if len(course) > 9:
        fork = 4 + chance.below(3)
        course += _branch(chance, course, fork, others)
    return set(course)


def _open(space: int, last: int, course: Sequence[int], others: set[int]) -> bool:
    """Whether a river may go on to a space: inside the land, and touching no river but its own last space."""
    if space < 0 or not 3 <= NUMBER[space] <= ROW[space] - 1:
        return False
    return all(n == last or (n not in course and n not in others) for n in (space, *AROUND[space]))


def _branch(chance: Chance, course: Sequence[int], fork: int, others: set[int]) -> list[int]:
    """A tributary that joins ``course`` at its space number ``fork``."""
    space = course[fork]
    found: list[int] = []
    for _ in range(3 + chance.below(3)):
        known = [c for c in (*course, *found) if c != space]
        ways = ("W", "NW", "NE", "E") if not found else ("NW", "NE")
        open_ways = [
            s for way in ways if (s := NEIGHBOUR[way][space]) >= 0 and s not in course and _open_beside(s, space, known)
        ]
        open_ways = [s for s in open_ways if all(n not in others for n in AROUND[s])]
        if not open_ways:
            break
        space = open_ways[chance.below(len(open_ways))]
        found.append(space)
    return found if len(found) > 2 else []


def _open_beside(space: int, last: int, known: Sequence[int]) -> bool:
    """Whether a tributary may go on to a space: beside its last space only."""
    return 3 <= NUMBER[space] <= ROW[space] - 1 and all(n == last or n not in known for n in AROUND[space])


# --- making the ways even ---


def soften(chance: Chance, terrain: list[int], quests: Sequence[Sequence[int]], rounds: int) -> None:
    """Change single spaces to what grows beside them wherever that makes the starts more even.

    ``quests``: spaces of artifacts that belong together, as for :func:`unevenness`.
    """
    best = unevenness(terrain, quests)
    land = [s for s in range(1, SPACES) if terrain[s] not in (OCEAN, RIVER, COASTAL) and ROW[s] < COAST_ROW]
    for _ in range(rounds):
        if best < _EVEN_ENOUGH:
            return
        s = land[chance.below(len(land))]
        near = [terrain[n] for n in AROUND[s] if terrain[n] not in (OCEAN, RIVER, COASTAL, terrain[s])]
        if not near:
            continue
        old, terrain[s] = terrain[s], near[chance.below(len(near))]
        if any(speck(terrain, n) for n in (s, *AROUND[s])) or terrain.count(old) < FEWEST:
            terrain[s] = old
            continue
        now = unevenness(terrain, quests)
        if now < best:
            best = now
        else:
            terrain[s] = old
