"""Draws a land: coast, rivers, and patches of terrain that harden towards the Goal Square (ARENA-6).

Two smooth fields of noise, height and wetness, are laid over the triangle; height rises northward on the whole. What
grows where follows from both, as it does outdoors: swamps lie wet and low, deserts dry, ice and fire at the top.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b, sha256

from magika_gm.games.magika.arena import GOAL, NEIGHBOUR, NUMBER, ROW, SPACES, space_at, within
from magika_gm.games.magika.fairness import costs_to, spread
from magika_gm.games.magika.scenario import COAST_ROW, STARTS, dry_spaces
from magika_gm.games.magika.tables import (
    COASTAL,
    DESERT,
    FOREST,
    GLACIAL,
    HILLS,
    MOUNTAIN,
    OCEAN,
    PLAINS,
    RIVER,
    SWAMP,
    VOLCANIC,
)

AROUND: tuple[tuple[int, ...], ...] = tuple(tuple(sorted(within(s, 1) - {s})) for s in range(SPACES))
"""The neighbours of every space."""
_TRIES = 40
_MOUTHS = (3, 5, 7, 9, 11, 15, 17, 19, 21, 23)
"""Numbers in row y where a river may meet the sea: no start space among them (ARENA-5)."""
_LENGTHS = (16, 12, 8, 5)
"""Rows the rivers run inland, before chance shortens or lengthens them."""


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


def best_land(seed: bytes) -> list[int]:
    """Of some lands drawn from ``seed``, the one whose ways to the Goal Square cost the starts most nearly the same."""
    best: tuple[float, list[int]] | None = None
    for number in range(_TRIES):
        terrain = draw_land(Chance(seed, f"land {number}"))
        faults = _unlike_land(terrain)
        score = faults + unevenness(terrain)
        if best is None or score < best[0]:
            best = score, terrain
    assert best is not None
    return best[1]


def unevenness(terrain: Sequence[int]) -> float:
    """How far the ways to the Goal Square favour some start: worst over best, less 1."""
    cost = costs_to(terrain, GOAL)
    return spread([cost[s] for s in STARTS]) - 1


def _unlike_land(terrain: Sequence[int]) -> int:
    """What a land lacks: terrains that do not occur, starts without a dry way north."""
    dry = dry_spaces(tuple(terrain))
    return sum(10 for s in STARTS if s not in dry) + sum(5 for code in range(2, 11) if terrain.count(code) < 5)


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
    height = north + 0.30 * _field(chance, "height", space)
    wet = _field(chance, "wet", space)
    if ROW[space] < COAST_ROW and not rivers.isdisjoint(AROUND[space]):
        wet += 0.25
        height -= 0.05
    if height < 0.24:
        return SWAMP if wet > 0.55 else FOREST if wet > 0.1 else PLAINS
    if height < 0.42:
        return SWAMP if wet > 0.45 else FOREST if wet > -0.05 else HILLS if wet > -0.2 else PLAINS
    if height < 0.60:
        return SWAMP if wet > 0.4 else HILLS if wet > -0.1 else FOREST if wet > -0.2 else DESERT
    if height < 0.80:
        return MOUNTAIN if wet > -0.15 else DESERT
    return GLACIAL if wet > -0.1 and height < 1.05 else VOLCANIC


# --- rivers ---


def _rivers(chance: Chance) -> frozenset[int]:
    """Four rivers, each a chain of neighbours from row y northward, none touching another."""
    found: set[int] = set()
    mouths = list(_MOUTHS)
    for length in _LENGTHS:
        apart = [m for m in mouths if all(abs(m - NUMBER[s]) >= 4 for s in found if ROW[s] == COAST_ROW)]
        if not apart:
            break
        mouth = apart[chance.below(len(apart))]
        found |= _river(chance, mouth, length + chance.below(4) - 1, found)
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
    if space < 0 or NUMBER[space] == 1 or NUMBER[space] == ROW[space] + 1:
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
    return 1 < NUMBER[space] <= ROW[space] and all(n == last or n not in known for n in AROUND[space])


# --- making the ways even ---


def soften(chance: Chance, terrain: list[int], rounds: int = 1500) -> None:
    """Change single spaces to what grows beside them wherever that makes the ways to the Goal Square more even."""
    best = unevenness(terrain)
    land = [s for s in range(1, SPACES) if terrain[s] not in (OCEAN, RIVER, COASTAL) and ROW[s] < COAST_ROW]
    for _ in range(rounds):
        if best < 0.03:
            return
        s = land[chance.below(len(land))]
        near = [terrain[n] for n in AROUND[s] if terrain[n] not in (OCEAN, RIVER, COASTAL, terrain[s])]
        if not near:
            continue
        old, terrain[s] = terrain[s], near[chance.below(len(near))]
        now = unevenness(terrain)
        if now < best and not any(speck(terrain, n) for n in (s, *AROUND[s])) and terrain.count(old) >= 5:
            best = now
        else:
            terrain[s] = old
