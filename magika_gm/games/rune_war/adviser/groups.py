"""What a suit, or the honors, lacks to hold so many sets and a pair: the tables deficiency is put together from.

A *vector* has ten entries: entry ``5 * p + s`` is the smallest number of runes that ``s`` sets and ``p`` pairs of the
group lack, of all ways the pattern allows that hold no kind more often than its limit; ``FAR`` where there is none.
A suit is cut in two: runes 1-4 leave sequences open, runes 5-9 close them; both halves are remembered once computed.
Vectors are known by number, so that sums of groups are remembered too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from magika_gm.games.rune_war.adviser.aims import Pattern

FAR = 99
SETS = 5
"""0 to 4 sets."""
Vector = tuple[int, ...]
NOTHING: Vector = (0, FAR, FAR, FAR, FAR, FAR, FAR, FAR, FAR, FAR)
_CUT = 4
_OPEN = tuple((a, b) for a, b in product(range(5), repeat=2) if a + b <= 4)
"""Sequences begun on the last rune but one and on the last, still open."""

_vectors: list[Vector] = []
_numbers: dict[Vector, int] = {}


def number_of(vector: Vector) -> int:
    """The number under which a vector is known."""
    number = _numbers.get(vector)
    if number is None:
        number = _numbers[vector] = len(_vectors)
        _vectors.append(vector)
    return number


def vector_of(number: int) -> Vector:
    """The vector of a number."""
    return _vectors[number]


_sums: dict[tuple[int, int], int] = {}


def sum_of(one: int, other: int) -> int:
    """The vector number of two groups together."""
    key = (one, other) if one <= other else (other, one)
    number = _sums.get(key)
    if number is None:
        number = _sums[key] = number_of(_added(_vectors[key[0]], _vectors[key[1]]))
    return number


def _added(one: Vector, other: Vector) -> Vector:
    best = [FAR] * 10
    for p in (0, 1):
        for s in range(SETS):
            cost = one[5 * p + s]
            if cost >= FAR:
                continue
            for q in range(2 - p):
                for t in range(SETS - s):
                    both = cost + other[5 * q + t]
                    at = 5 * (p + q) + s + t
                    if both < best[at]:
                        best[at] = both
    return tuple(best)


_wholes: dict[tuple[int, int, int], int] = {}


def least(one: int, other: int, sets: int) -> int:
    """What ``sets`` sets and a pair of both together lack."""
    key = (one, other, sets)
    cost = _wholes.get(key)
    if cost is None:
        a, b = _vectors[one], _vectors[other]
        cost = min(
            min(a[s] + b[5 + sets - s] for s in range(sets + 1)), min(a[5 + s] + b[sets - s] for s in range(sets + 1))
        )
        _wholes[key] = cost
    return cost


Counts = Sequence[int]
_Openings = Mapping[tuple[int, int], Vector]


class Suit:
    """The vectors of one suit under a pattern and limits; ask :meth:`number`."""

    def __init__(self, pattern: Pattern, limits: tuple[int, ...]) -> None:
        self._sequences = frozenset(pattern.sequences)
        self._triplets = frozenset(pattern.triplets)
        self._pairs = frozenset(pattern.pairs)
        self._limits = limits
        self._known: dict[tuple[int, ...], int] = {}
        self._lower: dict[tuple[int, ...], _Openings] = {}
        self._upper: dict[tuple[int, ...], _Openings] = {}

    def number(self, counts: tuple[int, ...]) -> int:
        """The vector number of nine counts."""
        number = self._known.get(counts)
        if number is None:
            number = self._known[counts] = number_of(self._joined(counts[:_CUT], counts[_CUT:]))
        return number

    def _joined(self, low: tuple[int, ...], high: tuple[int, ...]) -> Vector:
        lower = self._lower.get(low)
        if lower is None:
            lower = self._lower[low] = self._lower_half(low)
        upper = self._upper.get(high)
        if upper is None:
            upper = self._upper[high] = self._upper_half(high)
        best = list(NOTHING)
        best[0] = FAR
        for opening, one in lower.items():
            other = upper.get(opening)
            if other is None:
                continue
            for at, cost in enumerate(_added(one, other)):
                if cost < best[at]:
                    best[at] = cost
        return tuple(best)

    def _choices(self, at: int, opened: int) -> list[tuple[int, int, int, int]]:
        """What may be laid on a rune besides the sequences open there: sequences begun, triplets, pairs, runes used."""
        found = []
        limit = self._limits[at]
        most = 4 if at in self._sequences else 0
        for begun in range(most + 1):
            for triplet in range(2 if at in self._triplets else 1):
                for pair in range(2 if at in self._pairs else 1):
                    used = opened + begun + 3 * triplet + 2 * pair
                    if used <= limit:
                        found.append((begun, triplet, pair, used))
        return found

    def _lower_half(self, counts: Counts) -> _Openings:
        states: dict[tuple[int, int], list[int]] = {(0, 0): list(NOTHING)}
        for at, held in enumerate(counts):
            after: dict[tuple[int, int], list[int]] = {}
            for (older, newer), vector in states.items():
                for begun, triplet, pair, used in self._choices(at, older + newer):
                    best = after.setdefault((newer, begun), [FAR] * 10)
                    _lay(best, vector, begun + triplet, pair, max(0, used - held))
            states = after
        return {opening: tuple(vector) for opening, vector in states.items()}

    def _upper_half(self, counts: Counts) -> _Openings:
        after: dict[tuple[int, int], Vector] = {(0, 0): NOTHING}
        for at in range(8, _CUT - 1, -1):
            held = counts[at - _CUT]
            states: dict[tuple[int, int], Vector] = {}
            for older, newer in _OPEN:
                best = [FAR] * 10
                for begun, triplet, pair, used in self._choices(at, older + newer):
                    then = after.get((newer, begun))
                    if then is not None:
                        _lay(best, then, begun + triplet, pair, max(0, used - held))
                if min(best) < FAR:
                    states[older, newer] = tuple(best)
            after = states
        return after


def _lay(best: list[int], vector: Sequence[int], sets: int, pair: int, cost: int) -> None:
    """Take ``vector`` with so many sets, pairs and missing runes more into ``best``."""
    for p in range(2 - pair):
        for s in range(SETS - sets):
            lacking = vector[5 * p + s] + cost
            at = 5 * (p + pair) + s + sets
            if lacking < best[at]:
                best[at] = lacking


class Honors:
    """The vectors of the honors; with ``lucky`` (0 to 6) at least one of the triplets is of those."""

    def __init__(self, pattern: Pattern, limits: tuple[int, ...], lucky: frozenset[int] | None = None) -> None:
        self._pattern = pattern
        self._limits = limits
        self._lucky = lucky
        self._known: dict[tuple[int, ...], int] = {}

    def number(self, counts: tuple[int, ...]) -> int:
        """The vector number of seven counts."""
        number = self._known.get(counts)
        if number is None:
            number = self._known[counts] = number_of(self._computed(counts))
        return number

    def _computed(self, counts: Counts) -> Vector:
        lucky = self._lucky if self._lucky is not None else frozenset()
        plain, blessed = list(NOTHING), [FAR] * 10
        for at, held in enumerate(counts):
            plain_before, blessed_before = plain, blessed
            plain, blessed = list(plain_before), list(blessed_before)
            if at in self._pattern.triplets and self._limits[at] >= 3:
                cost = max(0, 3 - held)
                _lay(blessed if at in lucky else plain, plain_before, 1, 0, cost)
                _lay(blessed, blessed_before, 1, 0, cost)
            if at in self._pattern.pairs and self._limits[at] >= 2:
                cost = max(0, 2 - held)
                _lay(plain, plain_before, 0, 1, cost)
                _lay(blessed, blessed_before, 0, 1, cost)
        return tuple(plain if self._lucky is None else blessed)
