"""Whole games played by the built-in policies, without an office or a database: for balance, and for tests.

A game is decided by its scenario, its line-up and its seed alone. Each bot is handed the content of its mage's turn
file, built by the functions that build a real one, and nothing else.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import ClassVar

from magika_gm.engine import trial
from magika_gm.engine.dice import Dice
from magika_gm.engine.plain import Data
from magika_gm.engine.records import mutable, named_record
from magika_gm.engine.reporting import NOBODY
from magika_gm.engine.seam.reports import TurnRecord
from magika_gm.engine.seam.trials import SimulationOption
from magika_gm.engine.seam.trials import Table as Printed
from magika_gm.engine.told import Told
from magika_gm.engine.trial import WIDE, Share, Turn, counts
from magika_gm.games.magika.bots import EBON_POLICY, NOVICE_POLICIES, take_turn
from magika_gm.games.magika.bots.scene import NO_NOTES, Notes
from magika_gm.games.magika.generator import arena_of, shuffled
from magika_gm.games.magika.landscape import Chance
from magika_gm.games.magika.orders.model import Order
from magika_gm.games.magika.orders.offers import order_form
from magika_gm.games.magika.report.reports import REPORTS
from magika_gm.games.magika.rules import events as e
from magika_gm.games.magika.rules.arena import ROW
from magika_gm.games.magika.rules.sequence import RULES
from magika_gm.games.magika.rules.spellbook import CODES
from magika_gm.games.magika.rules.state import Task, World
from magika_gm.games.magika.rules.tables import ALIGNMENTS, BLACK, EBON, LETTERS, RACES
from magika_gm.games.magika.rules.tasks import ENDINGS as OF_GAMES
from magika_gm.games.magika.rules.tasks import STATISTICS, final_standing, task_points, vp_lines
from magika_gm.games.magika.setup import SETUP, Character, Scenario, read_deck, start_world
from magika_gm.games.magika.sight import Memory, learn, news, take_recon
from magika_gm.resources import shipped

NOVICES = 12
LIMIT = "limit"
"""How a game ends that no rule has ended by the last turn allowed."""
PARTS = {"VP-1": "position", "VP-2": "individual", "VP-3": "team", "VP-4": "quests", "EBON-6": "tasks"}
"""What victory points are given for."""
_EBON_TRAVELS = (EBON, "TelPt")
"""What the Ebon Mage reads every turn, from the scroll he cannot lose: not counted among the spells."""


def _shipped_deck() -> tuple[Task, ...]:
    text = (shipped("scenarios") / SETUP.EXTRAS["tasks"]).read_text(encoding="utf-8")
    return tuple(read_deck(text, "the shipped tasks"))


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
    casts: Counter[tuple[str, str, str]] = counts()
    ordered: Counter[str] = counts()
    refused: Counter[str] = counts()
    reasons: Counter[tuple[str, str, str]] = counts()


@named_record
class Plan(trial.Plan[GameRecord]):
    """What is to be played: by whom, where. ``scenario`` None: a new arena for every game."""

    scenario: Scenario | None
    policies: tuple[str, ...] = NOVICE_POLICIES
    """Policies of the novices, dealt out in turn; the Ebon Mage always plays his own."""
    max_turns: int = 40
    deck: tuple[Task, ...] = field(default_factory=_shipped_deck)
    BETWEEN: ClassVar[str] = "|"

    def play(self, number: int) -> GameRecord:
        """One whole game."""
        seed = self.seed_of(number)
        table = Table.of(self, seed)
        record = GameRecord(number=number, turns=0, ending=LIMIT, seats=())
        for turn in trial.turns(RULES, table.world, seed, table.sheets):
            table.take(turn, record)
            if table.world.turn == self.max_turns:
                break
        record.turns = table.world.turn
        record.ending = table.world.ending or LIMIT
        record.seats = _seats(table)
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


class Table:
    """A game in progress: the world, and what each bot has been told of it so far."""

    def __init__(self, world: World, seed: bytes, policies: Mapping[str, str]) -> None:
        self.world = world
        self.seed = seed
        self.policies = policies
        self.notes: dict[str, Notes] = {}
        self.memories: dict[str, Memory] = {}
        self.told: Sequence[Told[e.Event]] = ()
        self.orders: dict[str, Sequence[Order]] = {}

    @classmethod
    def of(cls, plan: Plan, seed: bytes) -> Table:
        """A game of the plan before its first turn."""
        characters, policies = line_up(seed, plan.policies)
        world = start_world(plan.scenario or arena_of(seed), characters, Dice(seed, 0), plan.deck)
        return cls(world, seed, policies)

    @property
    def data(self) -> TurnRecord:
        """What turn files are made of."""
        return TurnRecord(
            state=self.world, told=self.told, orders=self.orders, how={}, messages=(), acts=(), seed=self.seed
        )

    def sheets(self, world: World) -> dict[str, Sequence[Order]]:
        """Hand everybody his turn file, take his orders."""
        data = self.data
        orders: dict[str, Sequence[Order]] = {}
        for mage in world.playing():
            letter = mage.letter
            file = self.turn_file(data, letter)
            played = take_turn(self.policies[letter], file, self.notes.get(letter, NO_NOTES), self.seed)
            orders[letter], self.notes[letter] = played
        return orders

    def take(self, turn: Turn, record: GameRecord) -> None:
        """Go on to what came of a turn, and count what happened."""
        self.world, self.told, self.orders = turn.after, turn.resolution.told, dict(turn.orders)
        for letter, orders in turn.orders.items():
            record.ordered[self.policies[letter]] += len(orders)
        self._count(record)

    def turn_file(self, data: TurnRecord, letter: str) -> Data:
        """The content of a mage's turn file, by the functions a real one is made with."""
        mage = self.world.mages[letter]
        recon = take_recon(self.world, letter)
        memory = self.memories.setdefault(letter, Memory())
        learn(memory, self.world.turn, *news(recon))
        form = order_form("sim", self.world.turn + 1, letter, mage.name, [s.code for s in mage.scrolls], mage.items())
        return REPORTS.turn_file(REPORTS.build(data, letter, recon, memory, NOBODY, form))

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


def _seats(table: Table) -> tuple[Seat, ...]:
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
                policy=table.policies[place.letter],
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
_SPELLS_SHOWN = 12


@dataclass(slots=True)
class Fared(Share):
    """How a kind of contestant fared: its seats are the cases, games won the hits (shared wins in parts)."""

    points: float = 0.0
    artifacts: int = 0
    teamed: int = 0

    def take(self, seat: Seat) -> None:
        """Count one seat more."""
        self.add(seat.share)
        self.points += seat.points
        self.artifacts += len(seat.artifacts)
        self.teamed += bool(seat.team)

    @property
    def error(self) -> float:
        """Half the width of the rate's 95 % interval."""
        return WIDE * sqrt(self.rate * (1 - self.rate) / self.cases) if self.cases else 0.0

    def bar(self, name: str) -> trial.Bar:
        """To be drawn."""
        text = f"{self.rate:.1%}, {self.points / self.cases:.1f} VP, {self.cases} seats"
        return trial.Bar(name, self.rate, self.error, text)

    def of_games(self, games: int) -> Data:
        """The figures as JSON can hold them."""
        seats = max(1, self.cases)
        return {
            "seats": self.cases,
            "wins": round(float(self.hits), 4),
            "win_share": round(self.hits / max(1, games), 4),
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
class Balance(trial.Tally[GameRecord]):
    """The figures of some games. Races and alignments are the novices'; the Ebon Mage stands among the policies."""

    turns: int = 0
    races: dict[str, Fared] = field(default_factory=lambda: {race: Fared() for race in RACES})
    alignments: dict[str, Fared] = field(default_factory=lambda: {a: Fared() for a in ALIGNMENTS})
    policies: dict[str, Fared] = field(default_factory=lambda: defaultdict(Fared))
    spells: dict[str, SpellUse] = field(default_factory=dict)
    ordered: Counter[str] = counts()
    refused: Counter[str] = counts()
    reasons: Counter[tuple[str, str, str]] = counts()

    def add(self, record: GameRecord) -> None:
        """Count one game more."""
        self.count(record.turns, record.ending)
        self.turns += record.turns
        for seat in record.seats:
            self.policies[seat.policy].take(seat)
            if seat.letter != EBON:
                self.races[seat.race].take(seat)
                self.alignments[seat.alignment].take(seat)
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

    def uses(self) -> list[SpellUse]:
        """Spells read at least once, by activation number, minor before major."""
        order = {code: i for i, code in enumerate(CODES)}
        return sorted(self.spells.values(), key=lambda u: (order[u.code], u.major))

    wins, even = "Games won a seat", trial.Mark(1 / SEATS, f"even chance {1 / SEATS:.1%}")

    def panels(self) -> list[trial.Panel]:
        """By policy, race and alignment, with points."""
        tables = {"policy": self.policies, "race (novices)": self.races, "alignment (novices)": self.alignments}
        return [
            trial.Panel(f"By {kind}", [share.bar(name) for name, share in table.items() if share.cases])
            for kind, table in tables.items()
        ]

    def further(self) -> dict[str, trial.Chart]:
        """Which spells are read."""
        spells: dict[str, tuple[list[int], list[int]]] = {code: ([0] * 3, [0] * 3) for code in CODES}
        for use in self.uses():
            spells[use.code][use.major][:] = [getattr(use, outcome) for outcome in OUTCOMES]
        used = sorted(spells.items(), key=lambda entry: -sum(map(sum, entry[1])))
        rows = [trial.Stack(code, *counts) for code, counts in used]
        note = f"{self.games} games; without the Ebon Mage's own teleports"
        parts = ("succeeded", "failed", "no possible effect")
        return {"spells": trial.Stacks("Spells read", note, rows, parts, ("minor", "major"))}

    def to_plain(self) -> Data:
        """All figures as JSON can hold them."""

        def shares(table: dict[str, Fared]) -> Data:
            return {name: share.of_games(self.games) for name, share in table.items()}

        return {
            "games": self.games,
            "turns": self.turns,
            "mean_length": round(self.mean_length, 2),
            "median_length": self.length(0.5),
            "lengths": {str(n): self.lengths[n] for n in sorted(self.lengths)},
            "endings": {name: self.endings[name] for name in ENDINGS if self.endings[name]},
            "races": shares(self.races),
            "alignments": shares(self.alignments),
            "policies": {
                name: share.of_games(self.games) | {"refused_orders": round(self.refused_share(name), 4)}
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

    def summary(self) -> list[str]:
        """Lengths and endings."""
        return [f"{self.course()}."]

    def tables(self) -> list[Printed]:
        """Shares by policy, race and alignment; the spells read most."""
        found = {"policy": self.policies, "race": self.races, "alignment": self.alignments}
        return [*(self._fared(title, shares) for title, shares in found.items()), self._read_most()]

    def _fared(self, title: str, shares: Mapping[str, Fared]) -> Printed:
        by_policy = title == "policy"
        heads = (title, "seats", "won", "won a seat", "VP", "artifacts", "team", *(["refused"] if by_policy else []))
        rows = []
        for name, share in sorted(shares.items()):
            if not share.cases:
                continue
            cells = [
                name,
                str(share.cases),
                f"{share.hits / self.games:.1%}",
                f"{share.rate:.1%} ± {share.error:.1%}",
                f"{share.points / share.cases:.1f}",
                f"{share.artifacts / share.cases:.2f}",
                f"{share.teamed / share.cases:.0%}",
            ]
            rows.append((*cells, *([f"{self.refused_share(name):.1%}"] if by_policy else [])))
        return Printed(heads=heads, rows=tuple(rows))

    def _read_most(self) -> Printed:
        uses = sorted(self.uses(), key=lambda u: (-u.cast, u.label))[:_SPELLS_SHOWN]
        rows = tuple(
            (u.label, str(u.cast), f"{u.cast / self.games:.2f}", f"{u.success_share:.0%}", f"{u.void / u.cast:.0%}")
            for u in uses
        )
        return Printed(heads=("spell", "cast", "a game", "success", "no effect"), rows=rows)

    def notes(self) -> list[str]:
        """How many spells a game."""
        total = sum(use.cast for use in self.uses())
        return [
            f"{total / self.games:.0f} spells a game in all, the Ebon Mage's own teleports apart.",
            "--json and --plots show every one.",
        ]


# The part ``balance`` (``engine.seam.trials.Balance``).


OPTIONS = (
    SimulationOption(
        name="policies",
        default="racer,collector,fighter",
        help="Who plays the twelve novices: names, perhaps with their numbers (racer:6,fighter:2).",
    ),
    SimulationOption(name="max-turns", default="40", help="Turns a game at most."),
)


def simulate(
    games: int, seed: str, jobs: int, scenario: Scenario | None, options: Mapping[str, str]
) -> Iterator[GameRecord]:
    """A record a game; without a scenario each game has an arena of its own."""
    turns = options.get("max-turns", "40")
    if not turns.isdecimal() or not 1 <= int(turns) <= 500:
        raise ValueError(f"max-turns: {turns!r} is not a number from 1 to 500")
    plan = Plan(
        games=games,
        seed=seed,
        scenario=scenario,
        policies=read_mix(options.get("policies", OPTIONS[0].default)),
        max_turns=int(turns),
    )
    return plan.played(jobs)


weigh = Balance.of
