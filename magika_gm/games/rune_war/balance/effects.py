"""What wizard, clan and seat each do to the chance of winning, the other two taken out: a least-squares fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from magika_gm.games.rune_war.balance.games import Finish, Outcome

Matrix = list[list[float]]
EVEN = 0.25
_SOFT = 1e-9
"""Added to the diagonal: of the many equal fits it picks the one whose effects of a kind add up to nothing."""
KINDS: Mapping[str, Callable[[Finish], str]] = {
    "wizard": lambda finish: finish.wizard,
    "clan": lambda finish: finish.clan,
    "seat": lambda finish: f"seat {finish.seat}",
    "policy": lambda finish: finish.policy,
}


@dataclass(frozen=True, slots=True)
class Effect:
    """The share a wizard, clan, seat or policy would win with all else even, and the standard error of that."""

    kind: str
    name: str
    share: float
    error: float


def effects(outcomes: Sequence[Outcome]) -> tuple[Effect, ...]:
    """Effects in the order of kinds, the greatest first; none of a kind of which there is but one.

    Kinds that always go together (in a scenario with fixed seats) cannot be told apart: they share the effect.
    """
    rows = [(finish, (finish.rank == 1) / len(o.winners)) for o in outcomes for finish in o.seats]
    levels = [(kind, name) for kind, call in KINDS.items() for name in _names(call, rows)]
    place = {level: n for n, level in enumerate(levels)}
    if not rows or not levels:
        return ()
    table = [[place[kind, call(f)] for kind, call in KINDS.items() if (kind, call(f)) in place] for f, _ in rows]
    size = len(levels)
    square: Matrix = [[0.0] * size for _ in range(size)]
    sums = [0.0] * size
    for at, (_, won) in zip(table, rows, strict=True):
        for i in at:
            sums[i] += won - EVEN
            for j in at:
                square[i][j] += 1.0
    inverse = _inverse([[v + _SOFT * len(rows) * (i == j) for j, v in enumerate(r)] for i, r in enumerate(square)])
    found = [sum(a * b for a, b in zip(row, sums, strict=True)) for row in inverse]
    left = sum((won - EVEN - sum(found[i] for i in at)) ** 2 for at, (_, won) in zip(table, rows, strict=True))
    spread = left / max(1, len(rows) - size)
    errors = [sqrt(max(0.0, spread * v)) for v in _sandwich(inverse, square)]
    made = [Effect(kind, name, EVEN + found[n], errors[n]) for n, (kind, name) in enumerate(levels)]
    order = list(KINDS)
    return tuple(sorted(made, key=lambda e: (order.index(e.kind), -e.share, e.name)))


def _names(call: Callable[[Finish], str], rows: Sequence[tuple[Finish, float]]) -> list[str]:
    names = sorted({call(finish) for finish, _ in rows})
    return names if len(names) > 1 else []


def _inverse(matrix: Matrix) -> Matrix:
    """By elimination with pivots."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        best = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[best] = rows[best], rows[i]
        pivot = rows[i][i]
        rows[i] = [v / pivot for v in rows[i]]
        for r in range(size):
            if r != i and rows[r][i]:
                factor = rows[r][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    return [row[size:] for row in rows]


def _sandwich(inverse: Matrix, square: Matrix) -> list[float]:
    """The diagonal of inverse x square x inverse."""
    size = len(square)
    found = []
    for row in inverse:
        half = [sum(row[k] * square[k][j] for k in range(size)) for j in range(size)]
        found.append(sum(a * b for a, b in zip(half, row, strict=True)))
    return found
