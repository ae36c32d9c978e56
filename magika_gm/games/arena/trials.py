"""Whole games by the built-in players, each seeing what its turn files would tell it, and what is noted of each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from math import exp, log, sqrt
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from typing import Any

from magika_gm.engine.records import mutable, named_record, record
from magika_gm.engine.told import Told
from magika_gm.games.arena.armies import LAW, Costs, cost_table
from magika_gm.games.arena.bots.scene import Chance
from magika_gm.games.arena.census import Muster, Watch, drawn_choices, mail_turns, neighbour, random_muster, things_of
from magika_gm.games.arena.rules.events import Died, EffectDeclared, EffectSettled, Fought, TerrainChanged
from magika_gm.games.arena.rules.sequence import hexes, worth
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import DRAWN, SIDES, Ending, Outcome
from magika_gm.games.arena.setup import FREE, Scenario

OF_THE_LAW = ("careful", "bold")


@mutable
class GameRecord:
    """One game played out; ``policies`` and ``armies`` are A's and B's."""

    number: int
    armies: tuple[str, str]
    policies: tuple[str, str]
    winner: str = ""
    ending: Ending = Ending.DRAW
    turns: int = 0
    mail_turns: int = 0
    hexes_at_half: tuple[int, int] = (0, 0)
    worth_at_half: tuple[int, int] = (0, 0)
    hexes: tuple[int, int] = (0, 0)
    fights: int = 0
    deaths: int = 0
    terrain: int = 0
    declared: Counter[str] = field(default_factory=Counter)
    """Spells, items and abilities declared."""
    worked: Counter[str] = field(default_factory=Counter)
    fought: Counter[str] = field(default_factory=Counter)
    """Fights a kind of creature had a part in, shots counted."""
    mattered: Counter[str] = field(default_factory=Counter)
    """Turns that would have been others without a thing, where that was looked at (``census``)."""
    held: set[str] = field(default_factory=set)
    """What was in either army, likewise."""
    decided: Counter[str] = field(default_factory=Counter)
    """Won fights that would not have been won without a kind's Power, or a spell's."""


@named_record
class Plan:
    """What is to be played: pairs of choices (A's, B's) and of policies in turn."""

    games: int
    seed: str
    scenario: Scenario
    pairs: tuple[tuple[Any, Any], ...]
    policies: tuple[tuple[str, str], ...]
    drawn: bool = False
    """Armies drawn by chance by the law's costs, in place of ``pairs``."""


def every_pair(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """Each ready-made army against each, from either seat."""
    return tuple((a, b) for a in scenario.ready for b in scenario.ready)


def equal_policies(names: Sequence[str] = OF_THE_LAW) -> tuple[tuple[str, str], ...]:
    """Each policy against itself."""
    return tuple((name, name) for name in names)


def game_seed(plan: Plan, number: int) -> bytes:
    """The seed of one game of a plan."""
    return sha256(f"{plan.seed}|{number}".encode()).digest()


def play_all(plan: Plan, jobs: int = 1) -> Generator[GameRecord, None, None]:
    """The records of all games, in order, as they come; the same whatever the number of ``jobs`` (processes)."""
    one = partial(play_game, plan)
    if jobs < 2 or plan.games < 2:
        yield from map(one, range(plan.games))
        return
    # an interrupt is the caller's to deal with: a worker it struck too would leave the others waiting for ever
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), signal, (SIGINT, SIG_IGN))
    try:
        yield from pool.map(one, range(plan.games), chunksize=max(1, min(8, plan.games // (4 * jobs))))
    finally:
        pool.shutdown(cancel_futures=True)


def play_game(plan: Plan, number: int) -> GameRecord:
    """One whole game of the plan: pairs in turn, policies in turn after each round of pairs.

    Armies drawn by chance are looked at turn by turn for what mattered (``census``).
    """
    seed = game_seed(plan, number)
    if plan.drawn:
        policies = plan.policies[number % len(plan.policies)]
        scenario = replace(plan.scenario, armies=FREE, costs=LAW)
        return play_out(scenario, drawn_choices(scenario, plan.seed, number), policies, seed, number, watched=True)
    pair = plan.pairs[number % len(plan.pairs)]
    policies = plan.policies[(number // len(plan.pairs)) % len(plan.policies)]
    choices = {side: {"army": army} for side, army in zip(SIDES, pair, strict=True)}
    return play_out(plan.scenario, choices, policies, seed, number)


def play_out(
    scenario: Scenario,
    choices: Mapping[str, Mapping[str, Any]],
    policies: tuple[str, str],
    seed: bytes,
    number: int = 0,
    *,
    watched: bool = False,
) -> GameRecord:
    """A game to its end; ``watched``: each turn is played again without each thing in it."""
    record = GameRecord(number=number, armies=("", ""), policies=policies)
    half = scenario.last_turn // 2
    watch = Watch(dict(zip(SIDES, policies, strict=True)), seed)
    for turn in mail_turns(scenario, choices, policies, seed):
        state: State = turn.resolution.state
        _note(record, state, turn.resolution.told)
        if watched:
            record.mattered.update(watch.mattering(turn))
            record.held |= things_of(turn.before) if turn.before.turn == 0 else set()
        if state.turn <= half:
            record.hexes_at_half, record.worth_at_half = hexes(state), worth(state)
        if state.ending is not None:
            record.armies = (state.armies["A"], state.armies["B"])
            record.winner, record.ending = state.winner, state.ending
            record.turns, record.mail_turns, record.hexes = state.turn, state.mail_turn, hexes(state)
    return record


def _note(record: GameRecord, state: State, told: Sequence[Told[Any]]) -> None:
    for t in told:
        event = t.event
        if isinstance(event, Fought):
            record.fights += 1
            _note_fight(record, state, event)
        elif isinstance(event, Died):
            record.deaths += 1
        elif isinstance(event, TerrainChanged):
            record.terrain += 1
        elif isinstance(event, EffectDeclared):
            record.declared[event.name] += 1
        elif isinstance(event, EffectSettled) and event.outcome in (Outcome.WORKS, Outcome.REFLECTED):
            record.worked[event.name] += 1


def _note_fight(record: GameRecord, state: State, event: Fought) -> None:
    """Who had a part in a fight, and without whom it would not have been won."""
    margin = abs(event.total_a - event.total_b)
    for strength in event.strengths:
        name = strength.name
        if strength.there or strength.name == state.creatures[strength.user].kind.name:
            record.fought[name] += 1
        if strength.side == event.winner and strength.power >= margin > 0:
            record.decided[name] += 1


# What many games say of the balance: the first player's share, the armies', lengths, endings, what was used.


WIDE = 1.96
"""Standard errors on either side that hold 95 times of 100."""


@dataclass(slots=True)
class Share:
    """Games won of games played; a draw is half a win."""

    games: int = 0
    wins: float = 0.0

    def add(self, winner: str, side: str) -> None:
        """Count a game in which somebody sat at ``side``."""
        self.games += 1
        self.wins += 0.5 if winner == DRAWN else float(winner == side)

    @property
    def rate(self) -> float:
        """Wins a game."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the rate."""
        n = self.games
        if not n:
            return (0.0, 1.0)
        p, z = self.rate, WIDE
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return (max(0.0, middle - half), min(1.0, middle + half))

    def to_plain(self) -> dict[str, Any]:
        """The figures as JSON can hold them."""
        low, high = self.interval
        return {
            "games": self.games,
            "wins": self.wins,
            "rate": round(self.rate, 4),
            "low": round(low, 4),
            "high": round(high, 4),
        }

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.rate:.1%} ({low:.1%} to {high:.1%})"


@mutable
class Balance:
    """All records together."""

    games: int = 0
    first: Share = field(default_factory=Share)
    armies: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    """Each army in games against another one."""
    pairs: dict[tuple[str, str], Share] = field(default_factory=lambda: defaultdict(Share))
    """A's share, by A's and B's army."""
    policies: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    first_by_policy: dict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    lengths: list[int] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    declared: Counter[str] = field(default_factory=Counter)
    worked: Counter[str] = field(default_factory=Counter)
    fought: Counter[str] = field(default_factory=Counter)
    decided: Counter[str] = field(default_factory=Counter)
    mattered: Counter[str] = field(default_factory=Counter)
    """Turns that would have been others without a thing, where games were watched for it."""
    held_in: Counter[str] = field(default_factory=Counter)
    """Watched games in which there was one."""
    mattered_in: Counter[str] = field(default_factory=Counter)
    """Watched games in which it mattered."""
    ahead_in_hexes: Share = field(default_factory=Share)
    """Who led in hexes at half time, and won."""
    ahead_in_worth: Share = field(default_factory=Share)
    fights: int = 0
    deaths: int = 0
    terrain: int = 0

    def add(self, record: GameRecord) -> None:
        """Take one game in."""
        self.games += 1
        self.first.add(record.winner, "A")
        self.pairs[record.armies].add(record.winner, "A")
        self.first_by_policy["/".join(record.policies)].add(record.winner, "A")
        for side, army, policy in zip("AB", record.armies, record.policies, strict=True):
            if record.armies[0] != record.armies[1]:
                self.armies[army].add(record.winner, side)
            if record.policies[0] != record.policies[1]:
                self.policies[policy].add(record.winner, side)
        for share, (a, b) in (
            (self.ahead_in_hexes, record.hexes_at_half),
            (self.ahead_in_worth, record.worth_at_half),
        ):
            if a != b:
                share.add(record.winner, "A" if a > b else "B")
        self.lengths.append(record.mail_turns)
        self.endings[str(record.ending)] += 1
        for mine, theirs in (
            (self.declared, record.declared),
            (self.worked, record.worked),
            (self.fought, record.fought),
            (self.decided, record.decided),
            (self.mattered, record.mattered),
            (self.held_in, dict.fromkeys(record.held, 1)),
            (self.mattered_in, dict.fromkeys(record.mattered, 1)),
        ):
            mine.update(theirs)
        self.fights += record.fights
        self.deaths += record.deaths
        self.terrain += record.terrain

    def length_at(self, share: float) -> int:
        """The mail turn by which a share of the games is over."""
        ordered = sorted(self.lengths)
        return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0

    def to_plain(self) -> dict[str, Any]:
        """Everything as JSON can hold it."""
        return {
            "games": self.games,
            "first": self.first.to_plain(),
            "armies": {name: share.to_plain() for name, share in sorted(self.armies.items())},
            "pairs": {" v ".join(pair): share.to_plain() for pair, share in sorted(self.pairs.items())},
            "policies": {name: share.to_plain() for name, share in sorted(self.policies.items())},
            "first_by_policy": {name: share.to_plain() for name, share in sorted(self.first_by_policy.items())},
            "length": {str(q): self.length_at(q) for q in (0.1, 0.5, 0.9)},
            "endings": dict(self.endings),
            "ahead_in_hexes": self.ahead_in_hexes.to_plain(),
            "ahead_in_worth": self.ahead_in_worth.to_plain(),
            "a_game": {
                key: round(n / max(self.games, 1), 2)
                for key, n in (("fights", self.fights), ("deaths", self.deaths), ("terrain", self.terrain))
            },
            "magic": {
                name: {"declared": n, "worked": self.worked[name], "decided": self.decided[name]}
                for name, n in sorted(self.declared.items())
            },
            "kinds": {name: {"fought": n, "decided": self.decided[name]} for name, n in sorted(self.fought.items())},
            "mattered": {
                name: {"games": n, "mattered_in": self.mattered_in[name], "turns": self.mattered[name]}
                for name, n in sorted(self.held_in.items())
            },
        }


def weighed(records: Iterable[GameRecord]) -> Balance:
    """What the records show together."""
    balance = Balance()
    for one in records:
        balance.add(one)
    return balance


def summary(balance: Balance) -> list[str]:
    """In sentences."""
    endings = ", ".join(f"{name} {n / balance.games:.0%}" for name, n in balance.endings.most_common())
    lines = [
        f"{balance.games} games, {balance.length_at(0.1)}-{balance.length_at(0.5)}-{balance.length_at(0.9)} mail turns "
        f"(10 %, median, 90 %); ended by {endings}.",
        f"The first player won {balance.first}.",
    ]
    lines += [f"{name} won {share} of {share.games} against others." for name, share in sorted(balance.armies.items())]
    lines += [f"A with {a} against {b}: {share}." for (a, b), share in sorted(balance.pairs.items())]
    lines += [f"{name}: the first player {share}." for name, share in sorted(balance.first_by_policy.items())]
    lines += [f"Policy {name} won {share}." for name, share in sorted(balance.policies.items())]
    lines.append(
        f"Who led in hexes at half time won {balance.ahead_in_hexes.rate:.0%}, in army value "
        f"{balance.ahead_in_worth.rate:.0%}; a game has {balance.fights / balance.games:.1f} fights, "
        f"{balance.deaths / balance.games:.1f} deaths, {balance.terrain / balance.games:.1f} changes of terrain."
    )
    return lines


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
