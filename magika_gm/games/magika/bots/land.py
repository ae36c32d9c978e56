"""Ways over the land a mage remembers: what leaving each space costs him, and the cheapest way to a space."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from heapq import heapify, heappop, heappush

from magika_gm.games.magika.bots.view import UNKNOWN, View
from magika_gm.games.magika.rules.arena import DIRECTIONS, NAME, NEIGHBOUR, ROW, ROWS, SOUTHWARD, SPACES
from magika_gm.games.magika.rules.enchantments import factor_of
from magika_gm.games.magika.rules.tables import (
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

FAR = 1e9
_EXPECTED = {
    **dict.fromkeys("abc", VOLCANIC),
    **dict.fromkeys("de", GLACIAL),
    **dict.fromkeys("fghi", MOUNTAIN),
    **dict.fromkeys("jkl", DESERT),
    **dict.fromkeys("mno", HILLS),
    **dict.fromkeys("pqrstu", FOREST),
    **dict.fromkeys("vwx", PLAINS),
    "y": COASTAL,
    "z": OCEAN,
}
"""What an unknown space is taken for: terrain grows harder towards the Goal Square (ARENA-6)."""
_GUESS = tuple(_EXPECTED[NAME[s][0]] for s in range(SPACES))
_LAST_ROW = ROWS - 2


class Land:
    """Terrain as one mage knows it.

    ``code`` is the terrain of every space (guessed where unknown), ``cost`` the endurance a full-price move out of it
    takes from him, ``free`` whether he may go south (the Ebon Mage).
    """

    __slots__ = ("_fields", "code", "cost", "free")

    def __init__(self, view: View) -> None:
        code = list(_GUESS)
        for space, known in view.land.items():
            code[space] = known
        for space, seen in view.recon.items():
            if seen.terrain != UNKNOWN:
                code[space] = seen.terrain
        factors = [factor_of(view.me, c) for c in range(VOLCANIC + 1)]
        self.code = code
        self.cost = [factors[c] for c in code]
        self.free = view.me.is_ebon
        self._fields: dict[tuple[frozenset[int], float, frozenset[int]], list[float]] = {}

    def to(self, targets: Collection[int], step: float, closed: Collection[int] = ()) -> list[float]:
        """For every space, what the cheapest way to one of ``targets`` takes: half price a move, and ``step`` a move.

        :data:`FAR` where there is no way. Nobody walks through ``closed`` spaces.
        """
        key = (frozenset(targets), step, frozenset(closed))
        found = self._fields.get(key)
        if found is None:
            toll = [c / 2 + step for c in self.cost]
            for space in closed:
                toll[space] = FAR
            many = self.free or len(targets) > 1
            found = self._search(targets, toll) if many else _sweep(next(iter(targets)), toll)
            self._fields[key] = found
        return found

    def _search(self, targets: Collection[int], toll: Sequence[float]) -> list[float]:
        found = [FAR] * SPACES
        edge = [(0.0, t) for t in targets]
        heapify(edge)
        for t in targets:
            found[t] = 0.0
        while edge:
            so_far, space = heappop(edge)
            if so_far > found[space]:
                continue
            for way in DIRECTIONS:
                before = NEIGHBOUR[way][space]  # a move the other way round leads from there to here
                if before < 0 or not (self.free or way in _BACK or self.code[space] in (OCEAN, RIVER, SWAMP)):
                    continue
                total = so_far + toll[before]
                if total < found[before]:
                    found[before] = total
                    heappush(edge, (total, before))
        return found

    def follow(self, field: Sequence[float], start: int, closed: Collection[int] = (), longest: int = 5) -> list[str]:
        """Directions from ``start`` down to the space where ``field`` is 0, ``longest`` at most."""
        ways: list[str] = []
        space = start
        while field[space] > 0 and len(ways) < longest:
            best, least = "", field[space]
            for way in DIRECTIONS:
                there = NEIGHBOUR[way][space]
                if there < 0 or there in closed or field[there] >= least:
                    continue
                if way in SOUTHWARD and not self.free and self.code[there] not in (OCEAN, RIVER, SWAMP):
                    continue
                best, least = way, field[there]
            if not best:
                break
            ways.append(best)
            space = NEIGHBOUR[best][space]
        return ways


_BACK = frozenset({"SE", "SW", "E", "W"})
"""Ways from a space back to those from which a northward or lateral move leads into it."""


def _sweep(target: int, toll: Sequence[float]) -> list[float]:
    """Row by row southward from the target: nobody but the Ebon Mage plans to walk back south (MOVE-5)."""
    found = [FAR] * SPACES
    found[target] = 0.0
    northwest, northeast = NEIGHBOUR["NW"], NEIGHBOUR["NE"]
    for row in range(ROW[target], _LAST_ROW + 1):
        first = row * (row + 1) // 2
        end = first + row + 1
        if row > ROW[target]:
            for s in range(first, end):
                a, b = northwest[s], northeast[s]
                ahead = found[a] if a >= 0 else FAR
                if b >= 0 and found[b] < ahead:
                    ahead = found[b]
                found[s] = ahead + toll[s]
        for s in range(first + 1, end):
            if found[s - 1] + toll[s] < found[s]:
                found[s] = found[s - 1] + toll[s]
        for s in range(end - 2, first - 1, -1):
            if found[s + 1] + toll[s] < found[s]:
                found[s] = found[s + 1] + toll[s]
    return found
