"""The search for the strongest army a cost table allows, and what kinds of creatures are worth, fitted to games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from math import exp, log

from magika_gm.engine.records import named_record, record
from magika_gm.engine.trial import Share
from magika_gm.games.arena.armies import Costs, Limits, check_army, cost_table
from magika_gm.games.arena.bots.scene import Chance
from magika_gm.games.arena.rules.tables import BUYABLE, ITEMS
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.games.arena.setup import FREE, Scenario
from magika_gm.games.arena.trials import Muster, counted, play_out, random_muster, won

OF_THE_LAW = ("careful", "bold")

# Armies changed a little, within a scenario's limits.


def legal(muster: Muster, limits: Limits, costs: Costs) -> bool:
    """Whether a scenario allows it."""
    return not check_army(muster.listed(), limits, costs).faults


def neighbour(muster: Muster, chance: Chance, number: int, limits: Limits, costs: Costs) -> Muster:
    """The army with one or two things changed for others, filled up or left for the pool; always legal."""
    for attempt in range(60):
        creatures, items = Counter(dict(muster.creatures)), Counter(dict(muster.items))
        for step in range(1 + int(2 * chance.of(number, attempt, "steps"))):
            _change(creatures, items, chance, (number, attempt, step))
        trial = Muster(counted(creatures), counted(items))
        trial = _filled(trial, chance, number * 61 + attempt, limits, costs)
        if trial != muster and legal(trial, limits, costs):
            return trial
    return muster


def _change(creatures: Counter[str], items: Counter[str], chance: Chance, key: tuple[int, ...]) -> None:
    """Take one thing out, and perhaps more of a kind in."""
    have = [*creatures.elements(), *items.elements()]
    if have and chance.of(*key, "out") < 0.8:
        out = have[int(chance.of(*key, "which") * len(have))]
        (creatures if out in creatures else items)[out] -= 1
        if chance.of(*key, "all") < 0.3 and out in creatures:
            creatures[out] = 0
    draw = chance.of(*key, "in")
    if draw < 0.45 and creatures:
        mine = [name for name, n in creatures.items() if n > 0] or list(BUYABLE)
        creatures[mine[int(chance.of(*key, "more") * len(mine))]] += 1
    elif draw < 0.85:
        creatures[BUYABLE[int(chance.of(*key, "new") * len(BUYABLE))]] += 1
    else:
        items[tuple(ITEMS)[int(chance.of(*key, "item") * len(ITEMS))]] += 1


def _filled(muster: Muster, chance: Chance, number: int, limits: Limits, costs: Costs) -> Muster:
    """Spend what is left on more of the same, sometimes: else it is the pool."""
    if chance.of(number, "fill") < 0.5:
        return muster
    creatures = Counter(dict(muster.creatures))
    for _ in range(6):
        spent = sum(costs.creatures[k] * n for k, n in creatures.items())
        spent += sum(costs.items[k] * n for k, n in muster.items)
        fit = [
            k
            for k in creatures
            if spent + costs.creatures[k] <= limits.points and creatures[k] < limits.of_a_kind and creatures[k] > 0
        ]
        if not fit:
            break
        creatures[fit[int(chance.of(number, "with", spent) * len(fit))]] += 1
    filled = Muster(counted(creatures), muster.items)
    return filled if legal(filled, limits, costs) else muster


# The search for the strongest army a cost table allows: hill climbing over games against the ready-made armies.


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
        policy = OF_THE_LAW[(number // (2 * len(self.opponents))) % len(OF_THE_LAW)]
        other = SIDES[1 - SIDES.index(side)]
        choices = {side: {"army": army.listed().to_plain()}, other: {"army": opponent}}
        seed = sha256(f"{self.seed}|{self.games}".encode()).digest()
        self.games += 1
        found = won(play_out(self.scenario, choices, (policy, policy), seed).winner, side)
        self.done(army, opponent, found)
        return found

    def try_out(self, trial: Trial, games: int) -> Trial:
        """Play an army so many games more."""
        for _ in range(games):
            trial.share.add(self.bout(trial.army, trial.share.cases))
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


@named_record
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


# What kinds of creatures are worth, fitted to games: a logistic regression of wins on what the armies held.
#
# The value of a point of magic pool is fitted too, so that values come out in points, the pool's being 1.


POOL = "pool"


@record
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
