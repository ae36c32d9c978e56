"""Whole games played by the built-in policies, without an office or a database: for balance, and for tests.

A game is decided by its scenario, its line-up and its seed alone. Each bot is handed the content of its mage's turn
file, built by the functions that build a real one, and nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from math import sqrt
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import mutable, named_record
from magika_gm.engine.seam.reports import PlayerData
from magika_gm.engine.told import Told
from magika_gm.games.magika.bots import EBON_POLICY, NOVICE_POLICIES, take_turn
from magika_gm.games.magika.bots.scene import NO_NOTES, Notes
from magika_gm.games.magika.generator import arena_of, shuffled
from magika_gm.games.magika.landscape import Chance
from magika_gm.games.magika.orders.model import Order
from magika_gm.games.magika.orders.offers import order_form
from magika_gm.games.magika.report.building import build_report
from magika_gm.games.magika.report.report import TurnData, turn_file
from magika_gm.games.magika.rules import events as e
from magika_gm.games.magika.rules.arena import ROW
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.spellbook import CODES
from magika_gm.games.magika.rules.state import Task, World
from magika_gm.games.magika.rules.tables import ALIGNMENTS, BLACK, EBON, LETTERS, RACES
from magika_gm.games.magika.rules.tasks import task_points
from magika_gm.games.magika.rules.victory import ENDINGS as OF_GAMES
from magika_gm.games.magika.rules.victory import STATISTICS, final_standing, vp_lines
from magika_gm.games.magika.scenario import Scenario
from magika_gm.games.magika.setup import EXTRAS, Character, start_world
from magika_gm.games.magika.sight import Memory, learn, news, take_recon
from magika_gm.games.magika.task_deck import read_deck
from magika_gm.resources import shipped

NOVICES = 12
RANDOM = "random"
"""The scenario's name that stands for a new arena for every game."""
LIMIT = "limit"
"""How a game ends that no rule has ended by the last turn allowed."""
PARTS = {"VP-1": "position", "VP-2": "individual", "VP-3": "team", "VP-4": "quests", "EBON-6": "tasks"}
"""What victory points are given for."""
_EBON_TRAVELS = (EBON, "TelPt")
"""What the Ebon Mage reads every turn, from the scroll he cannot lose: not counted among the spells."""
_NOBODY = PlayerData(name="", address="", account="", balance="", game="", title="", date="", next_due="", code_word="")


def _shipped_deck() -> tuple[Task, ...]:
    text = (shipped("scenarios") / EXTRAS["tasks"]).read_text(encoding="utf-8")
    return tuple(read_deck(text, "the shipped tasks"))


@named_record
class Plan:
    """What is to be played: how many games, by whom, where. ``scenario`` None: a new arena for every game."""

    games: int
    seed: str
    scenario: Scenario | None
    policies: tuple[str, ...] = NOVICE_POLICIES
    """Policies of the novices, dealt out in turn; the Ebon Mage always plays his own."""
    max_turns: int = 40
    deck: tuple[Task, ...] = field(default_factory=_shipped_deck)


@named_record
class Seat:
    """One contestant at the end of a game.

    ``share`` is his part of the win: 1, or less where first place is shared. ``parts`` are his points by
    :data:`PARTS`, ``statistics`` his endurance, arcania, spell skill and standing aptitude (VP-2).
    """

    letter: str
    race: str
    alignment: str
    policy: str
    rank: int
    points: float
    share: float
    row: int
    team: str
    artifacts: tuple[str, ...]
    parts: tuple[float, ...]
    statistics: tuple[int, ...]


@mutable
class GameRecord:
    """What one game comes to.

    ``casts`` counts spells by (code, X or "", outcome), the outcome being success, failed or void (no possible effect),
    without the Ebon Mage's own teleports; ``ordered`` and ``refused`` count orders by policy, ``reasons`` the refusals
    by (policy, kind of order, rule).
    """

    number: int
    turns: int
    ending: str
    seats: tuple[Seat, ...]
    casts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    ordered: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    reasons: Counter[tuple[str, str, str]] = field(default_factory=Counter)


def game_seed(plan: Plan, number: int) -> bytes:
    """The secret of the plan's game ``number``, counted from 0."""
    return sha256(f"{plan.seed}|{number}".encode()).digest()


def simulate(plan: Plan, jobs: int = 1) -> Generator[GameRecord, None, None]:
    """The records of all games, in order, as they come; the same whatever the number of ``jobs`` (processes)."""
    one = partial(play_game, plan)
    if jobs < 2 or plan.games < 2:
        yield from map(one, range(plan.games))
        return
    chunk = max(1, min(4, plan.games // (4 * jobs)))
    # an interrupt is the caller's to deal with: a worker it struck too would leave the others waiting for ever
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), signal, (SIGINT, SIG_IGN))
    try:
        yield from pool.map(one, range(plan.games), chunksize=chunk)
    finally:
        pool.shutdown(cancel_futures=True)


def play_game(plan: Plan, number: int) -> GameRecord:
    """One whole game of the plan."""
    seed = game_seed(plan, number)
    scenario = plan.scenario or arena_of(seed)
    characters, policies = line_up(seed, plan.policies)
    world = start_world(scenario, characters, Dice(seed, 0), plan.deck)
    table = _Table(world, seed, policies)
    record = GameRecord(number=number, turns=0, ending=LIMIT, seats=())
    while not table.world.ended and table.world.turn < plan.max_turns:
        table.play_turn(record)
    record.turns = table.world.turn
    record.ending = table.world.ending or LIMIT
    record.seats = _seats(table, policies)
    return record


def line_up(seed: bytes, policies: Sequence[str]) -> tuple[list[Character], dict[str, str]]:
    """Thirteen characters with every race and three of each alignment at least (GM-1), and who plays which seat."""
    chance = Chance(seed, "line-up")
    kinds = [(r.name, a) for r in RACES.values() for a in r.alignments]
    while True:
        drawn = [kinds[chance.below(len(kinds))] for _ in range(NOVICES)]
        by_alignment = Counter(a for _, a in drawn)
        if len({r for r, _ in drawn}) == len(RACES) and all(by_alignment[a] >= 3 for a in ALIGNMENTS):
            break
    race, alignment = kinds[chance.below(len(kinds))]
    characters = [Character(f"Mage {letter}", *kind) for letter, kind in zip(LETTERS, drawn, strict=False)]
    hands = shuffled(chance, [policies[i % len(policies)] for i in range(NOVICES)])
    return [*characters, Character("The Ebon Mage", race, alignment)], {
        **dict(zip(LETTERS, hands, strict=False)),
        EBON: EBON_POLICY,
    }


class _Table:
    """A game in progress: the world, and what each bot has been told of it so far."""

    def __init__(self, world: World, seed: bytes, policies: Mapping[str, str]) -> None:
        self.world = world
        self.seed = seed
        self.policies = policies
        self.notes: dict[str, Notes] = {}
        self.memories: dict[str, Memory] = {}
        self.told: Sequence[Told[e.Event]] = ()
        self.orders: dict[str, Sequence[Order]] = {}

    def play_turn(self, record: GameRecord) -> None:
        """Hand everybody his turn file, take his orders, resolve, and count what happened."""
        data = TurnData(world=self.world, told=self.told, orders=self.orders, how={}, messages=[], seed=self.seed)
        orders: dict[str, Sequence[Order]] = {}
        for mage in self.world.playing():
            letter = mage.letter
            policy = self.policies[letter]
            played = take_turn(policy, self.turn_file(data, letter), self.notes.get(letter, NO_NOTES), self.seed)
            orders[letter], self.notes[letter] = played
            record.ordered[policy] += len(played.orders)
        result = play_turn(self.world, orders, Dice(self.seed, self.world.turn + 1))
        self.world, self.told, self.orders = result.world, result.told, orders
        self._count(record)

    def turn_file(self, data: TurnData, letter: str) -> dict[str, Any]:
        """The content of a mage's turn file, by the functions a real one is made with."""
        mage = self.world.mages[letter]
        recon = take_recon(self.world, letter)
        memory = self.memories.setdefault(letter, Memory())
        learn(memory, self.world.turn, *news(recon))
        form = order_form("sim", self.world.turn + 1, letter, mage.name, [s.code for s in mage.scrolls], mage.items())
        return turn_file(build_report(data, recon, memory, _NOBODY, form))

    def _count(self, record: GameRecord) -> None:
        for told in self.told:
            match told.event:
                case e.OrderRefused(mage=letter, order=order, rule=rule):
                    policy = self.policies[letter]
                    record.refused[policy] += 1
                    record.reasons[policy, order.partition(" ")[0], rule] += 1
                case e.SpellTried(mage=letter, code=code, major=major, success=success) if (
                    letter,
                    code,
                ) != _EBON_TRAVELS:
                    record.casts[code, "X" if major else "", "success" if success else "failed"] += 1
                case e.NoEffect(code=code, major=major):
                    record.casts[code, "X" if major else "", "void"] += 1
                case _:
                    pass


def _seats(table: _Table, policies: Mapping[str, str]) -> tuple[Seat, ...]:
    world = table.world
    places = final_standing(world)
    winners = sum(p.rank == 1 for p in places)
    seats = []
    for place in sorted(places, key=lambda p: p.letter):
        mage = world.mages[place.letter]
        share = 1 / winners if place.rank == 1 else 0.0
        lines = vp_lines(world, place.letter)
        parts = [sum(line.points for line in lines if line.rule == rule) for rule in PARTS]
        if mage.is_ebon:
            parts[-1] = task_points(world)
        seats.append(
            Seat(
                letter=place.letter,
                race=mage.race,
                alignment=mage.alignment,
                policy=policies[place.letter],
                rank=place.rank,
                points=place.points,
                share=share,
                row=ROW[mage.space],
                team="" if mage.team == BLACK else mage.team,
                artifacts=tuple(mage.artifacts),
                parts=tuple(parts),
                statistics=tuple(getattr(mage, name) for name in STATISTICS),
            )
        )
    return tuple(seats)


def read_mix(text: str) -> tuple[str, ...]:
    """The policies a mix names, one for each novice: ``racer:6,fighter:2``; names without a number share the rest.

    Raises ValueError for an unknown policy, a number that is none, or more than twelve.
    """
    fixed: list[str] = []
    sharing: list[str] = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        name, colon, number = (p.strip() for p in part.partition(":"))
        if name not in NOVICE_POLICIES:
            raise ValueError(f"there is no policy {name!r}; there are {', '.join(NOVICE_POLICIES)}")
        if colon and not (number.isdecimal() and 0 < int(number) <= NOVICES):
            raise ValueError(f"{part!r}: after the colon a number from 1 to {NOVICES} is wanted")
        if colon:
            fixed += [name] * int(number)
        else:
            sharing.append(name)
    rest = NOVICES - len(fixed)
    if rest < 0 or not (fixed or sharing):
        raise ValueError(f"{text!r} names {len(fixed)} players; there are {NOVICES} novices")
    sharing = sharing or fixed
    return (*fixed, *(sharing[i % len(sharing)] for i in range(rest)))


# What many simulated games say of the game's balance: who wins, with what, how long it takes, how it ends.


SEATS = len(LETTERS)
ENDINGS = (*OF_GAMES, LIMIT)
OUTCOMES = ("success", "failed", "void")
WIDE = 1.96
"""Standard errors on either side that hold 95 times of 100."""


@dataclass(slots=True)
class Share:
    """How a kind of contestant fared: over ``seats`` seats, ``wins`` games won (shared wins in parts)."""

    seats: int = 0
    wins: float = 0.0
    points: float = 0.0
    artifacts: int = 0
    teamed: int = 0

    def add(self, seat: Seat) -> None:
        """Count one seat more."""
        self.seats += 1
        self.wins += seat.share
        self.points += seat.points
        self.artifacts += len(seat.artifacts)
        self.teamed += bool(seat.team)

    @property
    def rate(self) -> float:
        """Games won a seat; 1/13 is an even chance."""
        return self.wins / self.seats if self.seats else 0.0

    @property
    def error(self) -> float:
        """Half the width of the rate's 95 % interval."""
        return WIDE * sqrt(self.rate * (1 - self.rate) / self.seats) if self.seats else 0.0

    def to_plain(self, games: int) -> dict[str, Any]:
        """The figures as JSON can hold them."""
        seats = max(1, self.seats)
        return {
            "seats": self.seats,
            "wins": round(self.wins, 4),
            "win_share": round(self.wins / max(1, games), 4),
            "wins_a_seat": round(self.rate, 4),
            "error": round(self.error, 4),
            "mean_points": round(self.points / seats, 2),
            "mean_artifacts": round(self.artifacts / seats, 3),
            "in_a_team": round(self.teamed / seats, 3),
        }


@dataclass(slots=True)
class SpellUse:
    """How often a spell was read at one level, and what came of it."""

    code: str
    major: bool
    success: int = 0
    failed: int = 0
    void: int = 0

    @property
    def label(self) -> str:
        """``TelPtX`` for the major."""
        return self.code + ("X" if self.major else "")

    @property
    def cast(self) -> int:
        """Readings in all."""
        return self.success + self.failed + self.void

    @property
    def success_share(self) -> float:
        """Share of the readings that did what they should."""
        return self.success / self.cast if self.cast else 0.0


@mutable
class Balance:
    """The figures of some games. Races and alignments are the novices'; the Ebon Mage stands among the policies."""

    games: int = 0
    turns: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    races: dict[str, Share] = field(default_factory=lambda: {race: Share() for race in RACES})
    alignments: dict[str, Share] = field(default_factory=lambda: {a: Share() for a in ALIGNMENTS})
    policies: dict[str, Share] = field(default_factory=dict)
    spells: dict[str, SpellUse] = field(default_factory=dict)
    ordered: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    reasons: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def add(self, record: GameRecord) -> None:
        """Count one game more."""
        self.games += 1
        self.turns += record.turns
        self.lengths[record.turns] += 1
        self.endings[record.ending] += 1
        for seat in record.seats:
            self.policies.setdefault(seat.policy, Share()).add(seat)
            if seat.letter != EBON:
                self.races[seat.race].add(seat)
                self.alignments[seat.alignment].add(seat)
        for (code, x, outcome), times in record.casts.items():
            use = self.spells.setdefault(code + x, SpellUse(code, bool(x)))
            setattr(use, outcome, getattr(use, outcome) + times)
        self.ordered += record.ordered
        self.refused += record.refused
        self.reasons += record.reasons

    def refused_share(self, policy: str) -> float:
        """Share of a policy's orders that could not be carried out."""
        return self.refused[policy] / self.ordered[policy] if self.ordered[policy] else 0.0

    @property
    def mean_length(self) -> float:
        """Turns a game."""
        return self.turns / self.games if self.games else 0.0

    def length_at(self, share: float) -> int:
        """Turns within which that share of the games was over."""
        seen = 0
        for turns in sorted(self.lengths):
            seen += self.lengths[turns]
            if seen >= share * self.games:
                return turns
        return 0

    def uses(self) -> list[SpellUse]:
        """Spells read at least once, by activation number, minor before major."""
        order = {code: i for i, code in enumerate(CODES)}
        return sorted(self.spells.values(), key=lambda u: (order[u.code], u.major))

    def to_plain(self) -> dict[str, Any]:
        """All figures as JSON can hold them."""

        def shares(table: dict[str, Share]) -> dict[str, Any]:
            return {name: share.to_plain(self.games) for name, share in table.items()}

        return {
            "games": self.games,
            "turns": self.turns,
            "mean_length": round(self.mean_length, 2),
            "median_length": self.length_at(0.5),
            "lengths": {str(n): self.lengths[n] for n in sorted(self.lengths)},
            "endings": {name: self.endings[name] for name in ENDINGS if self.endings[name]},
            "races": shares(self.races),
            "alignments": shares(self.alignments),
            "policies": {
                name: share.to_plain(self.games) | {"refused_orders": round(self.refused_share(name), 4)}
                for name, share in sorted(self.policies.items())
            },
            "spells": [
                {
                    "spell": u.label,
                    "cast": u.cast,
                    **{o: getattr(u, o) for o in OUTCOMES},
                    "success_share": round(u.success_share, 4),
                }
                for u in self.uses()
            ],
            "refusals": [
                {"policy": policy, "order": kind, "rule": rule, "times": times}
                for (policy, kind, rule), times in sorted(self.reasons.items(), key=lambda r: (-r[1], r[0]))
            ],
        }


def weigh(records: Iterable[GameRecord], seen: Callable[[GameRecord], None] | None = None) -> Balance:
    """The balance of some games; ``seen`` is told of each."""
    balance = Balance()
    for one in records:
        balance.add(one)
        if seen is not None:
            seen(one)
    return balance
