"""The search for the strongest army a cost table allows: hill climbing over games against the ready-made armies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from magika_gm.games.arena.armies import Costs, cost_table
from magika_gm.games.arena.balance.armies import Muster, neighbour, random_muster
from magika_gm.games.arena.balance.play import POLICIES, play_out
from magika_gm.games.arena.balance.tables import Share
from magika_gm.games.arena.bots.chance import Chance
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.games.arena.setup import FREE, Scenario


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
    arena: Arena,
    start: Muster,
    *,
    steps: int,
    first: int = 12,
    full: int = 48,
    again: int = 0,
    seed: bytes = b"climb",
) -> Iterator[Trial]:
    """Hill climbing: each step a neighbour is tried, shortly first and longer if it looks no worse; better ones stay.

    The best army so far plays ``again`` games more in each step, so that one that was only lucky does not stay.
    Yields the best army so far whenever it changes, at last once more.
    """
    chance, limits = Chance(seed, 1), arena.scenario.limits
    best = arena.try_out(Trial(start, Share()), full)
    yield best
    for step in range(1, steps + 1):
        arena.try_out(best, again)
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
    return sorted(trials, key=_strongest_first)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunt:
    """How thorough a search is."""

    tries: int = 60
    """Armies drawn by chance, beside the suspects."""
    short: int = 12
    """Games each of those plays."""
    kept: int = 8
    """How many of them play on."""
    more: int = 36
    climbs: int = 3
    """From how many the search climbs."""
    steps: int = 40
    finalists: int = 5
    fresh: int = 360
    """Games that each finalist plays anew: what it won in the search, being the best of many, is too good."""


def hunt(arena: Arena, fresh: Arena, suspects: Sequence[Muster], how: Hunt, seed: bytes) -> Iterator[tuple[str, Trial]]:
    """The whole search: suspects and chance, the best of them longer, climbs from the best of those, fresh games.

    Yields each army that came that far, with the name of the stage.
    """
    chance, limits = Chance(seed, 0), arena.scenario.limits
    drawn = [random_muster(chance, n, limits, arena.costs, 0.8 + 0.2 * chance.of(n)) for n in range(how.tries)]
    trials = [arena.try_out(Trial(army, Share()), how.short) for army in (*suspects, *drawn)]
    kept = sorted(trials, key=_strongest_first)[: how.kept]
    for trial in kept:
        yield "kept", arena.try_out(trial, how.more)
    kept.sort(key=_strongest_first)
    found = {str(t.army): t for t in kept}
    for number, start in enumerate(kept[: how.climbs]):
        for trial in climb(arena, start.army, steps=how.steps, again=how.short, seed=seed + b"%d" % number):
            found[str(trial.army)] = trial
            yield f"climb {number + 1}", trial
    for trial in sorted(found.values(), key=_strongest_first)[: how.finalists]:
        yield "fresh", fresh.try_out(Trial(trial.army, Share(), trial.found_in), how.fresh)


def _strongest_first(trial: Trial) -> tuple[float, str]:
    return -trial.share.rate, str(trial.army)
