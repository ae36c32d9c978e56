"""What kinds of creatures are worth, fitted to games: a logistic regression of wins on what the armies held.

The value of a point of magic pool is fitted too, so that values come out in points, the pool's being 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log

POOL = "pool"


@dataclass(frozen=True, slots=True)
class Bout:
    """One game for the fit: what one side held more than the other, by name, and 1 for its win, 0 for its loss."""

    held: Mapping[str, float]
    won: float


def fit(
    bouts: Sequence[Bout], prior: Mapping[str, float], strength: float = 2.0, rounds: int = 400
) -> dict[str, float]:
    """Values by name that make the bouts likeliest, drawn towards ``prior`` (in units of log odds).

    ``strength`` says how many bouts a prior is worth; gradient descent with a step that shrinks.
    """
    values = dict(prior)
    names = sorted(prior)
    squares = dict.fromkeys(names, 1e-06)
    for n in range(rounds):
        slope = {name: -strength * (values[name] - prior[name]) for name in names}
        for bout in bouts:
            odds = sum(values[name] * held for name, held in bout.held.items())
            error = bout.won - 1 / (1 + exp(-max(min(odds, 30.0), -30.0)))
            for name, held in bout.held.items():
                slope[name] += error * held
        pace = 0.05 if n < rounds // 2 else 0.02
        for name in names:
            squares[name] = 0.9 * squares[name] + 0.1 * slope[name] ** 2
            values[name] += pace * slope[name] / (squares[name] ** 0.5 + 1e-9)
    return values


def likelihood(bouts: Sequence[Bout], values: Mapping[str, float]) -> float:
    """The mean log likelihood of the bouts; log(0.5) is guessing."""
    total = 0.0
    for bout in bouts:
        odds = sum(values[name] * held for name, held in bout.held.items())
        p = 1 / (1 + exp(-max(min(odds, 30.0), -30.0)))
        total += bout.won * log(max(p, 1e-9)) + (1 - bout.won) * log(max(1 - p, 1e-9))
    return total / max(len(bouts), 1)
