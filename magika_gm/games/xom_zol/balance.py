"""What whole games of the built-in players tell of decks, cards and luck (``engine.seam.trials.Balance``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from typing import Any

from magika_gm.engine.records import named_record
from magika_gm.engine.seam.trials import SimulationOption, Table
from magika_gm.games.xom_zol.bots import POLICIES
from magika_gm.games.xom_zol.report.charts import write_plots
from magika_gm.games.xom_zol.rules.state import DEFAULTS, Options, Pace
from magika_gm.games.xom_zol.rules.terms import SIDES
from magika_gm.games.xom_zol.setup import OWN, Deck, Scenario, deck_named, shipped_decks
from magika_gm.games.xom_zol.trials import PAIRINGS, Chance, Played, Share, Tally, play_game, random_deck, share_of

RANDOM = "random"
OPTIONS = (
    SimulationOption(
        name="policies", default="all", help="Who plays: careful, bold, equal (each against itself), all."
    ),
    SimulationOption(
        name="decks",
        default="",
        help="Two decks with a comma between them, all (every pair of shipped ones), random; left out: the scenario's.",
    ),
    SimulationOption(name="pace", default="", help="single or double; left out: the scenario's."),
)
_CARDS_SHOWN = 12
LEAST_CASTS = 20
"""Games a card must have been played in to be listed."""


@named_record
class Plan:
    """What is to be played: how many games, by which decks (pairs, taken in turn; none: random ones) and policies."""

    games: int
    seed: str
    pairs: tuple[tuple[str, str], ...]
    pairings: tuple[tuple[str, str], ...]
    options: Options = DEFAULTS
    fixed: bool = False
    """Whether the first of a pair is always side A."""


@named_record
class GameRecord:
    """A game as it came out: the decks by title ("" for random ones), who played, and what was noted."""

    decks: Mapping[str, str]
    policies: Mapping[str, str]
    played: Played


def simulate(
    games: int, seed: str, jobs: int, scenario: Scenario | None, options: Mapping[str, str]
) -> Iterator[GameRecord]:
    """A record a game; each has libraries and dice of its own."""
    pace = options.get("pace", "")
    if pace not in ("", *Pace):
        raise ValueError(f"pace: {pace!r} is neither single nor double")
    law = scenario.options if scenario is not None else DEFAULTS
    law = replace(law, pace=Pace(pace)) if pace else law
    pairs, fixed = pairs_of(options.get("decks", ""), scenario)
    pairings = pairings_of(options.get("policies", "all"))
    plan = Plan(games=games, seed=seed, pairs=pairs, pairings=pairings, options=law, fixed=fixed)
    return _played(plan, min(jobs, games))


def pairings_of(said: str) -> tuple[tuple[str, str], ...]:
    """Policies of the two sides, by the option ``policies``."""
    if said == "all":
        return PAIRINGS
    if said == "equal":
        return tuple((policy, policy) for policy in POLICIES)
    if said in POLICIES:
        return ((said, said),)
    raise ValueError(f"policies: {said!r} is none of {', '.join(POLICIES)}, equal, all")


def pairs_of(said: str, scenario: Scenario | None) -> tuple[tuple[tuple[str, str], ...], bool]:
    """Decks against one another, and whether sides are given."""
    if not said and scenario is not None and OWN not in scenario.decks.values():
        return ((scenario.decks["A"], scenario.decks["B"]),), True
    if said in ("", "all"):
        return tuple(combinations(shipped_decks(), 2)), False
    if said == RANDOM:
        return (), False
    names = [deck_named(part) for part in said.split(",")]
    if len(names) != len(SIDES) or None in names:
        raise ValueError(f"decks: {said!r} is not two of {', '.join(shipped_decks())}; nor all, nor {RANDOM}")
    one, two = (deck.title for deck in names if deck is not None)
    return ((one, two),), False


def _played(plan: Plan, jobs: int) -> Generator[GameRecord, None, None]:
    """The records of all games, in order, as they come; the same whatever the number of ``jobs`` (processes)."""
    one = partial(play_one, plan)
    if jobs < 2 or plan.games < 2:
        yield from map(one, range(plan.games))
        return
    # an interrupt is the caller's to deal with: a worker it struck too would leave the others waiting for ever
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), signal, (SIGINT, SIG_IGN))
    try:
        yield from pool.map(one, range(plan.games), chunksize=max(1, min(8, plan.games // (4 * jobs))))
    finally:
        pool.shutdown(cancel_futures=True)


def play_one(plan: Plan, number: int) -> GameRecord:
    """One game of a plan; policies, then sides, then pairs change from game to game."""
    seed = sha256(f"{plan.seed}/{number}".encode()).digest()
    policies = dict(zip(SIDES, plan.pairings[number % len(plan.pairings)], strict=True))
    turn = number // len(plan.pairings)
    if not plan.pairs:
        decks: dict[str, Deck] = {side: random_deck(Chance(seed, side)) for side in SIDES}
        names = dict.fromkeys(SIDES, "")
    else:
        pair = plan.pairs[turn % len(plan.pairs)]
        swapped = not plan.fixed and turn // len(plan.pairs) % 2 == 1
        names = dict(zip(SIDES, pair[::-1] if swapped else pair, strict=True))
        decks = {side: shipped_decks()[name] for side, name in names.items()}
    return GameRecord(decks=names, policies=policies, played=play_game(decks, policies, seed, plan.options))


@dataclass(slots=True)
class Weighed:
    """What the records show, in words, tables, data and charts (``engine.seam.trials.Simulated``)."""

    tally: Tally = field(default_factory=Tally)
    sides: Counter[bool] = field(default_factory=Counter)
    decks: dict[str, Counter[bool]] = field(default_factory=dict)
    pairs: dict[tuple[str, str], Counter[bool]] = field(default_factory=dict)
    cards: dict[str, Counter[bool]] = field(default_factory=dict)

    def take(self, record: GameRecord) -> None:
        """Count a game."""
        game = record.played
        self.tally.take(game, record.policies)
        if game.winner not in SIDES:
            return
        self.sides[game.winner == SIDES[0]] += 1
        for side in SIDES:
            won = game.winner == side
            for name in game.cast[side]:
                self.cards.setdefault(name, Counter())[won] += 1
            if record.decks[side]:
                self.decks.setdefault(record.decks[side], Counter())[won] += 1
        one, two = sorted(record.decks.values())
        if one and one != two:
            self.pairs.setdefault((one, two), Counter())[record.decks[game.winner] == one] += 1

    def summary(self) -> list[str]:
        """Who wins, how long it takes, how it ends."""
        t = self.tally
        ends = ", ".join(f"{ending} {n} ({n / t.games:.0%})" for ending, n in t.endings.most_common())
        return [
            f"{t.games} games of {t.quantile(0.5)} game turns (one in ten below {t.quantile(0.1)}, one above "
            f"{t.quantile(0.9)}).",
            f"The side of game turn 1 wins {share_of(t.first)}; side A wins {share_of(self.sides)}.",
            f"Ended by: {ends}; {t.drawn} drawn.",
        ]

    def tables(self) -> list[Table]:
        """Decks, pairs of them, policies, and the cards that weigh most."""
        policies = {p: Share(self.tally.policies[p, True] + self.tally.policies[p, False],
                             self.tally.policies[p, True]) for p in POLICIES}  # fmt: skip
        found = [
            _shares("deck", {name: share_of(n) for name, n in self.decks.items()}),
            _shares("deck, against", {f"{a}, {b}": share_of(n) for (a, b), n in self.pairs.items()}),
            _shares("policy, mixed games", {p: s for p, s in policies.items() if s.of}),
            _shares("card its side cast", dict(self.heaviest()[:_CARDS_SHOWN])),
        ]
        return [table for table in found if table.rows]

    def heaviest(self) -> list[tuple[str, Share]]:
        """Cards by how often the side that cast them wins, the most first."""
        found = [(name, share_of(n)) for name, n in self.cards.items() if n.total() >= LEAST_CASTS]
        return sorted(found, key=lambda row: (-row[1].rate, row[0]))

    def notes(self) -> list[str]:
        """What decides games."""
        t = self.tally
        return [
            f"The side richer in mana at its fifth own turn wins {share_of(t.richer)}.",
            f"The leader in life at half time wins {share_of(t.leader)}.",
            f"Own turns without cast, use or assault: {t.idle / max(1, t.own_turns):.1%}.",
        ]

    def to_plain(self) -> dict[str, Any]:
        """Everything as data."""
        t = self.tally

        def plain(counted: Mapping[bool, int]) -> dict[str, Any]:
            share = share_of(counted)
            return {"of": share.of, "won": share.times, "rate": round(share.rate, 4),
                    "interval": [round(x, 4) for x in share.interval()]}  # fmt: skip

        return {
            "games": t.games,
            "drawn": t.drawn,
            "lengths": sorted(t.lengths),
            "endings": dict(t.endings),
            "first": plain(t.first),
            "side_a": plain(self.sides),
            "richer_at_fifth_turn": plain(t.richer),
            "leader_at_half_time": plain(t.leader),
            "idle_turns": t.idle,
            "own_turns": t.own_turns,
            "decks": {name: plain(n) for name, n in sorted(self.decks.items())},
            "pairs": {f"{a} / {b}": plain(n) for (a, b), n in sorted(self.pairs.items())},
            "policies": {p: plain({won: t.policies[p, won] for won in (True, False)}) for p in POLICIES},
            "cards": {name: plain(n) for name, n in sorted(self.cards.items())},
        }

    def write_plots(self, folder: Path) -> list[Path]:
        """Charts."""
        return write_plots(self, folder)


def weigh(records: Iterable[GameRecord]) -> Weighed:
    """What the records show."""
    found = Weighed()
    for record in records:
        found.take(record)
    return found


def _shares(title: str, shares: Mapping[str, Share]) -> Table:
    rows = tuple((name, str(share.of), str(share)) for name, share in shares.items())
    return Table(heads=(title, "games", "wins (95 %)"), rows=rows)
