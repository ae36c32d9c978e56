"""What a suit, or the honors, lacks to hold so many sets and a pair: the tables deficiency is put together from.

A *vector* has ten entries: entry ``5 * p + s`` is the smallest number of runes that ``s`` sets and ``p`` pairs of the
group lack, of all ways the pattern allows that hold no kind more often than its limit; ``FAR`` where there is none.
A suit is cut in two: runes 1-4 leave sequences open, runes 5-9 close them; both halves are remembered once computed.
Vectors are known by number, so that sums of groups are remembered too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import product

from magika_gm.games.rune_war.adviser.aims import Pattern
from magika_gm.games.rune_war.runes import COPIES

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
    for i, j, at in _PAIRINGS[0, 0]:
        both = one[i] + other[j]
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
        cost = FAR
        for s in range(sets + 1):
            cost = min(cost, a[s] + b[5 + sets - s], a[5 + s] + b[sets - s])
        _wholes[key] = cost
    return cost


_rows: list[tuple[int, ...]] = []
_row_numbers: dict[tuple[int, ...], int] = {}
_NONE = -1
"""In place of a vector's number where a bag cannot be changed so."""


def _row_of(numbers: tuple[int, ...]) -> int:
    """The number under which a row of vector numbers is known."""
    row = _row_numbers.get(numbers)
    if row is None:
        row = _row_numbers[numbers] = len(_rows)
        _rows.append(numbers)
    return row


_whole_rows: dict[tuple[int, int, int], tuple[int, ...]] = {}
_MOST_ROWS = 200_000
"""So many answers are remembered; thousands of games in one process would fill the memory."""


def row_of_wholes(row: int, other: int, sets: int) -> tuple[int, ...]:
    """What ``sets`` sets and a pair lack of each vector of a row together with another one."""
    key = (row, other, sets)
    found = _whole_rows.get(key)
    if found is None:
        if len(_whole_rows) >= _MOST_ROWS:
            _whole_rows.clear()
        found = tuple(FAR if one == _NONE else least(one, other, sets) for one in _rows[row])
        _whole_rows[key] = found
    return found


Counts = tuple[int, ...]


class _Table(ABC):
    """Vector numbers by the counts of a group, each computed once."""

    def __init__(self) -> None:
        self._known: dict[Counts, int] = {}
        self._rows: dict[tuple[Counts, int], int] = {}

    def number(self, counts: Counts) -> int:
        """The vector number of so many of each rune."""
        number = self._known.get(counts)
        if number is None:
            number = self._known[counts] = number_of(self._computed(counts))
        return number

    def around(self, counts: Counts, by: int) -> int:
        """The row of the vector numbers with ``by`` copies more of each rune in turn."""
        row = self._rows.get((counts, by))
        if row is None:
            row = self._rows[counts, by] = _row_of(
                tuple(
                    self.number((*counts[:at], held + by, *counts[at + 1 :])) if 0 <= held + by <= COPIES else _NONE
                    for at, held in enumerate(counts)
                )
            )
        return row

    @abstractmethod
    def _computed(self, counts: Counts) -> Vector:
        """The vector of so many of each rune."""


_Opening = tuple[int, int]
_Openings = Mapping[_Opening, Vector]


def _pairings(opened: int) -> tuple[tuple[int, int, int], ...]:
    """Entries of two halves that go together, and the entry they make; ``opened`` sets at least are in the lower."""
    return tuple(
        (5 * p + s, 5 * q + t, 5 * (p + q) + s + t)
        for p, q in ((0, 0), (0, 1), (1, 0))
        for s in range(opened, SETS)
        for t in range(SETS - s)
    )


_PAIRINGS: dict[_Opening, tuple[tuple[int, int, int], ...]] = {o: _pairings(sum(o)) for o in _OPEN}
_START: _Openings = {(0, 0): NOTHING}


class Suit(_Table):
    """The vectors of one suit under a pattern and limits."""

    def __init__(self, pattern: Pattern, limits: tuple[int, ...]) -> None:
        super().__init__()
        self._sequences = frozenset(pattern.sequences)
        self._triplets = frozenset(pattern.triplets)
        self._pairs = frozenset(pattern.pairs)
        self._limits = limits
        self._nothing = not (pattern.sequences or pattern.triplets or pattern.pairs)
        self._lower: dict[Counts, _Openings] = {(): _START}
        self._upper: dict[Counts, _Openings] = {(): _START}
        self._laid: dict[tuple[int, int], tuple[tuple[int, int, int, int], ...]] = {}

    def _computed(self, counts: Counts) -> Vector:
        return NOTHING if self._nothing else self._joined(counts[:_CUT], counts[_CUT:])

    def _joined(self, low: Counts, high: Counts) -> Vector:
        upper = self._upper_half(high)
        best = [FAR] * 10
        for opening, one in self._lower_half(low).items():
            other = upper.get(opening)
            if other is None:
                continue
            for i, j, at in _PAIRINGS[opening]:
                cost = one[i] + other[j]
                if cost < best[at]:
                    best[at] = cost
        return tuple(best)

    def _choices(self, at: int, opened: int) -> tuple[tuple[int, int, int, int], ...]:
        """What may be laid on a rune besides the sequences open there: sequences begun, triplets, pairs, runes used."""
        found = self._laid.get((at, opened))
        if found is None:
            found = self._laid[at, opened] = tuple(
                (begun, triplet, pair, opened + begun + 3 * triplet + 2 * pair)
                for begun in range(5 if at in self._sequences else 1)
                for triplet in range(2 if at in self._triplets else 1)
                for pair in range(2 if at in self._pairs else 1)
                if opened + begun + 3 * triplet + 2 * pair <= self._limits[at]
            )
        return found

    def _lower_half(self, counts: Counts) -> _Openings:
        """What runes 1 to ``len(counts)`` lack, by the sequences they leave open; built rune upon rune."""
        known = self._lower.get(counts)
        if known is not None:
            return known
        at, held = len(counts) - 1, counts[-1]
        after: dict[_Opening, list[int]] = {}
        for (older, newer), vector in self._lower_half(counts[:-1]).items():
            for begun, triplet, pair, used in self._choices(at, older + newer):
                best = after.get((newer, begun))
                if best is None:
                    best = after[newer, begun] = [FAR] * 10
                _lay(best, vector, begun + triplet, pair, max(0, used - held))
        found = self._lower[counts] = {o: tuple(best) for o, best in after.items() if sum(o) < SETS}
        return found

    def _upper_half(self, counts: Counts) -> _Openings:
        """What the last ``len(counts)`` runes lack, by the sequences open before them; built from the end."""
        known = self._upper.get(counts)
        if known is not None:
            return known
        at, held = 9 - len(counts), counts[0]
        after = self._upper_half(counts[1:])
        states: dict[_Opening, Vector] = {}
        for older, newer in _OPEN:
            best = [FAR] * 10
            for begun, triplet, pair, used in self._choices(at, older + newer):
                then = after.get((newer, begun))
                if then is not None:
                    _lay(best, then, begun + triplet, pair, max(0, used - held))
            if min(best) < FAR:
                states[older, newer] = tuple(best)
        self._upper[counts] = states
        return states


_SHIFTS = tuple(
    tuple(
        tuple((5 * p + s, 5 * (p + pair) + s + sets) for p in range(2 - pair) for s in range(SETS - sets))
        for sets in range(SETS + 1)
    )
    for pair in (0, 1)
)
"""Entries before and after so many sets and pairs more."""


def _lay(best: list[int], vector: Sequence[int], sets: int, pair: int, cost: int) -> None:
    """Take ``vector`` with so many sets, pairs and missing runes more into ``best``."""
    for i, at in _SHIFTS[pair][sets]:
        lacking = vector[i] + cost
        if lacking < best[at]:
            best[at] = lacking


class Honors(_Table):
    """The vectors of the honors; with ``lucky`` (0 to 6) at least one of the triplets is of those."""

    def __init__(self, pattern: Pattern, limits: tuple[int, ...], lucky: frozenset[int] | None = None) -> None:
        super().__init__()
        self._pattern = pattern
        self._limits = limits
        self._lucky = lucky

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
