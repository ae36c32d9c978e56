"""The search for the strongest army a cost table allows: hill climbing over games against the ready-made armies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256

from magika_gm.games.arena.balance.armies import Muster, neighbour, random_muster
from magika_gm.games.arena.balance.play import POLICIES, play_out
from magika_gm.games.arena.balance.tables import Share
from magika_gm.games.arena.bots.chance import Chance
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.games.arena.setup.costs import Costs, cost_table
from magika_gm.games.arena.setup.scenario import FREE, Scenario


@dataclass(slots=True)
class Trial:
    """An army and how it fared against the ready-made ones."""

    army: Muster
    share: Share
    found_in: int = 0
    """The step of the search in which it was made."""


class Arena:
    """Where armies are tried: against the ready-made ones of a scenario, from both seats, with both policies."""

    def __init__(self, scenario: Scenario, seed: str) -> None:
        self.scenario = replace(scenario, armies=FREE)
        self.costs: Costs = cost_table(scenario.costs)
        self.seed = seed
        self.games = 0
        self.opponents = tuple(scenario.ready)
        self.done: Callable[[Muster, str, float], None] = lambda *_: None
        """Told of each game: the army, the opponent, 1 for a win, 0 for a loss."""

    def bout(self, army: Muster, number: int) -> float:
        """One game: opponents, seats and policies in turn. 1 is a win, 0 a loss, a half a draw."""
        opponent = self.opponents[number % len(self.opponents)]
        side = SIDES[(number // len(self.opponents)) % 2]
        policy = POLICIES[(number // (2 * len(self.opponents))) % len(POLICIES)]
        other = SIDES[1 - SIDES.index(side)]
        choices = {side: {"army": army.plain()}, other: {"army": opponent}}
        seed = sha256(f"{self.seed}|{self.games}".encode()).digest()
        self.games += 1
        record = play_out(self.scenario, choices, (policy, policy), seed)
        share = Share()
        share.add(record.winner, side)
        self.done(army, opponent, share.wins)
        return share.wins

    def try_out(self, trial: Trial, games: int) -> Trial:
        """Play an army so many games more."""
        for _ in range(games):
            trial.share.wins += self.bout(trial.army, trial.share.games)
            trial.share.games += 1
        return trial


def climb(
    arena: Arena, start: Muster, steps: int, first: int = 12, full: int = 48, seed: bytes = b"climb"
) -> Iterator[Trial]:
    """Hill climbing: each step a neighbour is tried, shortly first and longer if it looks no worse; better ones stay.

    Yields the best army so far whenever it changes, at last once more.
    """
    chance, limits = Chance(seed, 1), arena.scenario.limits
    best = arena.try_out(Trial(start, Share()), full)
    yield best
    for step in range(1, steps + 1):
        trial = Trial(neighbour(best.army, chance, step, limits, arena.costs), Share(), step)
        if trial.army == best.army:
            continue
        arena.try_out(trial, first)
        if trial.share.rate < best.share.rate - 0.1:
            continue
        arena.try_out(trial, full - first)
        if trial.share.rate > best.share.rate:
            best = arena.try_out(trial, full) if trial.share.rate > best.share.rate + 0.02 else trial
            yield best
    yield best


def strongest_of(arena: Arena, tries: int, games: int, seed: bytes = b"tries") -> list[Trial]:
    """Random armies by how they fared, the best first: where a climb starts."""
    chance = Chance(seed, 0)
    trials = [
        arena.try_out(Trial(random_muster(chance, n, arena.scenario.limits, arena.costs), Share()), games)
        for n in range(tries)
    ]
    return sorted(trials, key=lambda t: (-t.share.rate, str(t.army)))
