"""Whole games by built-in players, many of them, and what they add up to: what the trials of all games share.

A game is decided by its plan and its number alone, so the same plan gives the same records, however many processes
play it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import import_module
from itertools import product
from math import sqrt
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import mutable, named_record, record
from magika_gm.engine.reporting import NOBODY
from magika_gm.engine.seam.reports import TurnRecord
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.seam.setup import Entrant, Need
from magika_gm.engine.seam.trials import SimulationOption, Table
from magika_gm.engine.system import GameSystem

WIDE = 1.96
"""Standard errors on either side that hold 95 times of 100."""
Record = TypeVar("Record")


@record
class Plan(Generic[Record]):
    """What is to be played; a game adds its scenario and who plays, and says in :meth:`play` how one game goes."""

    games: int
    seed: str
    BETWEEN: ClassVar[str] = "/"
    """What stands between the seed and a game's number."""

    def seed_of(self, number: int) -> bytes:
        """The seed of one game, counted from 0."""
        return sha256(f"{self.seed}{self.BETWEEN}{number}".encode()).digest()

    def play(self, number: int) -> Record:
        """One whole game, from its beginning to its end."""
        raise NotImplementedError

    def played(self, jobs: int = 1) -> Generator[Record, None, None]:
        """The records of all games, in order, as they come; the same whatever the number of ``jobs`` (processes)."""
        jobs = min(jobs, self.games)
        if jobs < 2:
            yield from map(self.play, range(self.games))
            return
        # an interrupt is the caller's to deal with: a worker it struck too would leave the others waiting for ever
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), signal, (SIGINT, SIG_IGN))
        try:
            yield from pool.map(self.play, range(self.games), chunksize=max(1, min(8, self.games // (4 * jobs))))
        finally:
            pool.shutdown(cancel_futures=True)


class Law(Protocol):
    """What of a game's rules is needed to play it to its end (``engine.seam.rules.Rules``)."""

    def resolve(self, state: Any, orders: Any, dice: Dice, /) -> Resolution:
        """A turn."""

    def turn_of(self, state: Any, /) -> int:
        """The last turn played."""

    def ending(self, state: Any, /) -> str | None:
        """Why the game is over."""


@named_record
class Turn:
    """One turn of a game: the state before it, the orders, what came of them."""

    before: Any
    orders: Mapping[str, Sequence[Any]]
    resolution: Resolution

    @property
    def after(self) -> Any:
        """The state after it."""
        return self.resolution.state

    @property
    def events(self) -> list[Any]:
        """What was told, as it was."""
        return [told.event for told in self.resolution.told]


def turns(
    law: Law, state: Any, seed: bytes, sheets: Callable[[Any], Mapping[str, Sequence[Any]]]
) -> Iterator[Turn]:  # fmt: skip
    """A game turn by turn to its end; ``sheets`` gives the orders of all who send some, from the state."""
    while law.ending(state) is None:
        orders = sheets(state)
        resolution = law.resolve(state, orders, Dice(seed, law.turn_of(state) + 1))
        yield Turn(before=state, orders=orders, resolution=resolution)
        state = resolution.state


@dataclass(slots=True)
class Share:
    """How often something came about, of how many cases, with its 95 % interval."""

    cases: int = 0
    hits: float = 0

    def add(self, hit: float) -> None:
        """Count one case, a hit in full, in part or not."""
        self.cases += 1
        self.hits += hit

    @property
    def rate(self) -> float:
        """Hits a case; 0 where there was none."""
        return self.hits / self.cases if self.cases else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval, which stays within 0 and 1."""
        if not self.cases:
            return 0.0, 1.0
        n, p, z = self.cases, self.rate, WIDE
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, middle - half), min(1.0, middle + half)

    def text(self, between: str = " to ") -> str:
        """``50.0 % (40.4 to 59.6)``."""
        low, high = self.interval
        return f"{100 * self.rate:.1f} % ({100 * low:.1f}{between}{100 * high:.1f})"

    def __str__(self) -> str:
        return self.text()

    def to_plain(self) -> dict[str, Any]:
        """As JSON can hold it."""
        low, high = self.interval
        return {"cases": self.cases, "share": round(self.rate, 4), "low": round(low, 4), "high": round(high, 4)}


def a_share() -> Any:
    """The field of a tally that holds a share."""
    return field(default_factory=Share)


def counts() -> Any:
    """The field of a tally that holds how often each of some things came about."""
    return field(default_factory=Counter)


def shares_by_name() -> Any:
    """The field of a tally that holds a share for each name it is asked for."""
    return field(default_factory=lambda: defaultdict(Share))


# Charts of what was found, as data: ``reports.plots`` draws them.


class Bar(NamedTuple):
    """A bar: its name, its length, half the width of its interval (0: none), and what is written at its end."""

    label: str
    value: float
    error: float = 0.0
    text: str = ""


class Panel(NamedTuple):
    """Rows that belong together under a title."""

    title: str
    rows: Sequence[Bar]


class Mark(NamedTuple):
    """A dashed line across all bars at ``value``, and what it says."""

    value: float
    text: str


class Dots(NamedTuple):
    """Shares as dots with their intervals, panel below panel."""

    title: str
    note: str
    panels: Sequence[Panel]
    mark: Mark | None = None

    @property
    def said(self) -> str:
        """The title, and what is seen: the panel whose ends are farthest apart, as far as chance allows to say so."""
        gaps = [
            (best.value - best.error - worst.value - worst.error, best, worst)
            for panel in self.panels
            if len(panel.rows) > 1
            for worst, *_, best in [sorted(panel.rows, key=lambda row: row.value)]
        ]
        gap, best, worst = max(gaps, key=lambda found: found[0], default=(0.0, Bar("", 0.0), Bar("", 0.0)))
        if gap <= 0:
            return f"{self.title}: {self._off_the_mark()}"
        if worst.value * FAR_APART <= best.value and worst.value:
            return f"{self.title}: {best.label} {times_word(best.value / worst.value)} as often as {worst.label}"
        return f"{self.title}: {best.label} {best.value:.0%}, {worst.label} {worst.value:.0%}"

    def _off_the_mark(self) -> str:
        """The row that is farthest from the line, if it is beyond chance."""
        even = self.mark.value if self.mark is not None else 0.0
        off = ((abs(row.value - even) - row.error, p.title, row) for p in self.panels for row in p.rows if self.mark)
        far, panel, row = max(off, key=lambda found: found[0], default=(0.0, "", Bar("", 0.0)))
        said = ", ".join(filter(None, (panel[:1].lower() + panel[1:], row.label)))
        return f"{said} {row.value:.0%}" if far > 0 else "no difference that is more than chance"


class Columns(NamedTuple):
    """How often each number came about."""

    title: str
    note: str
    counts: Mapping[int, int]
    axis: str

    @property
    def said(self) -> str:
        """The title, and between which numbers the middle half lies."""
        every = [number for number, times in sorted(self.counts.items()) for _ in range(times)]
        low, high = quantile(every, 0.25), quantile(every, 0.75)
        return f"{self.title}: half of them {f'between {low} and {high}' if low < high else low} {self.axis}"


class Stack(NamedTuple):
    """A row of two stacked bars side by side: the parts of the left one and of the right one."""

    label: str
    left: Sequence[int]
    right: Sequence[int]


class Stacks(NamedTuple):
    """Rows of stacked bars; what the parts are called, and the sides."""

    title: str
    note: str
    rows: Sequence[Stack]
    parts: Sequence[str]
    sides: tuple[str, str]

    @property
    def said(self) -> str:
        """The title, and which rows are longest and shortest."""
        if len(self.rows) < 2:
            return self.title
        worst, *_, best = sorted(self.rows, key=lambda row: sum(row.left) + sum(row.right))
        (much, most), (little, least) = ((sum(row.left) + sum(row.right), row.label) for row in (best, worst))
        return f"{self.title}: {most} most often ({much}), {least} least ({little})"


FAR_APART = 1.75
"""Shares so many times as large as others are told as that."""


def times_word(ratio: float) -> str:
    """``twice``, ``three times``, ``3.6 times``."""
    whole = round(ratio)
    words = {2: "twice", 3: "three times", 4: "four times", 5: "five times"}
    return words[whole] if abs(ratio - whole) < ratio / 20 and whole in words else f"{ratio:.1f} times"


Chart = Dots | Columns | Stacks


def bars(shares: Iterable[tuple[str, Share]]) -> list[Bar]:
    """Shares as bars with their intervals, and of how many."""
    made = []
    for name, share in shares:
        low, high = share.interval
        made.append(Bar(name, share.rate, (high - low) / 2, f"{share.rate:.1%} of {share.cases}"))
    return made


BEST, WORST = 14, 10
"""So many rows of many are drawn."""


def ends_of(rows: Sequence[Bar]) -> Sequence[Bar]:
    """The first and the last of many rows."""
    return rows if len(rows) <= BEST + WORST else [*rows[:BEST], *rows[-WORST:]]


def quantile(values: Iterable[int], part: float) -> int:
    """The value below which a part of the values lie; 0 where there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0


@mutable
class Tally(Generic[Record]):
    """What the records of some games add up to: a game adds what it counts, in :meth:`add`."""

    UNIT: ClassVar[str] = "turns"
    """What a game's length is counted in."""
    games: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    """Games by how many turns they had."""
    endings: Counter[str] = field(default_factory=Counter)

    def add(self, record: Record) -> None:
        """Count one game."""
        raise NotImplementedError

    def count(self, length: int, ending: str) -> None:
        """Count how long it was, and how it ended."""
        self.games += 1
        self.lengths[length] += 1
        self.endings[ending] += 1

    @classmethod
    def of(cls, records: Iterable[Record]) -> Self:
        """What these games add up to."""
        tally = cls()
        for one in records:
            tally.add(one)
        return tally

    # Charts: who won, and how long games were; a game may say more.

    wins: ClassVar[str] = "Games won"
    even: ClassVar[Mark] = Mark(0.5, "even chance 50 %")

    def shares(self) -> Mapping[str, Mapping[str, Share]]:
        """Who won how often, by the titles of panels; those without rows are left out."""
        return {}

    def panels(self) -> list[Panel]:
        """The same to be drawn."""
        return [Panel(title, bars(rows.items())) for title, rows in self.shares().items() if rows]

    def charts(self) -> dict[str, Chart]:
        """All of them by file name."""
        return {
            "wins": Dots(self.wins, self.over, self.panels(), self.even),
            "game-length": Columns("Length of games", self.course(), self.lengths, self.UNIT),
            **self.further(),
        }

    def further(self) -> Mapping[str, Chart]:
        """Those of the game's own."""
        return {}

    @property
    def over(self) -> str:
        """What is said of shares."""
        return f"{self.games} games; bands: 95 % intervals"

    def length(self, part: float) -> int:
        """The turns within which that part of the games is over."""
        return quantile(self.lengths.elements(), part)

    def ended(self) -> str:
        """``goal 4 (57%), globe 3 (43%)``: the most frequent first."""
        return ", ".join(f"{name} {n} ({n / self.games:.0%})" for name, n in self.endings.most_common())

    def course(self) -> str:
        """``9 games of 17 turns (10-90 %: 12-30, longest 37); ended by: goal 9 (100%)``; 17 is the median."""
        spread = f"10-90 %: {self.length(0.1)}-{self.length(0.9)}, longest {max(self.lengths, default=0)}"
        played, long = f"{self.games} games", f"{self.length(0.5)} {self.UNIT}"
        one = [text.removesuffix("s") if text.startswith("1 ") else text for text in (played, long)]
        return f"{' of '.join(one)} ({spread}); ended by: {self.ended()}"


WHO = SimulationOption("policies", "all", "Who plays: careful, bold, equal (each against itself), all.")
"""The option that :func:`pairings` reads."""


def pairings(said: str, policies: Iterable[str], every: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Who plays whom by an option: ``all``, ``equal`` (each its like) or one policy alone; ValueError for another."""
    known = tuple(policies)
    if said == "all":
        return every
    if said == "equal" or said in known:
        return tuple((policy, policy) for policy in known if said in ("equal", policy))
    raise ValueError(f"policies: {said!r} is none of {', '.join(known)}, equal, all")


def share_table(title: str, shares: Mapping[str, Share], between: str = " to ") -> Table:
    """Shares of games won, a row each."""
    rows = tuple((name, str(share.cases), share.text(between)) for name, share in shares.items())
    return Table(heads=(title, "games", "wins (95 %)"), rows=rows)


# The parts ``bots`` and ``balance`` of a game that says no more of them than it must.


class GameBots:
    """The part ``bots`` of a game (``engine.seam.trials.Bots``); the first policy is the usual one. Without any a seat
    nobody plays sends nothing, and has what the law plays by default."""

    POLICIES: Mapping[str, str] = {"idle": "sends nothing"}

    @property
    def DEFAULT(self) -> str:  # noqa: D102, N802 - of the seam, as what follows
        return next(iter(self.POLICIES))

    def play(self, policy: str, turn_file: Mapping[str, Any], seed: bytes) -> list[Any]:  # noqa: ARG002, D102
        return []


@record
class Outcome:
    """How a game went: how long it was, why it ended, and who stood where at its end."""

    turns: int
    ending: str
    ranks: Mapping[str, int]


@record
class PolicyPlan(Plan[Outcome]):
    """Games of one scenario, begun and played through the seam alone: policies see turn files, and move on from seat to
    seat game by game."""

    system: GameSystem
    scenario: Any
    policies: tuple[str, ...]

    def play(self, number: int) -> Outcome:
        """One whole game."""
        system, seed = self.system, self.seed_of(number)
        setup, rules, sight = system.setup, system.rules, system.sight
        seats = setup.seats_of(self.scenario)
        plays = {seat: self.policies[(number + at) % len(self.policies)] for at, seat in enumerate(seats)}
        memories = {seat: sight.no_memory() for seat in seats}

        def sheet(state: Any, seat: str) -> list[Any]:
            view = sight.perceive(state, seat)
            memories[seat] = sight.remember(memories[seat], rules.turn_of(state), view)
            blank = TurnRecord(state=state, told=(), orders={}, how={}, messages=(), acts=(), seed=seed)
            form = system.orders.form("x", rules.turn_of(state) + 1, state, seat, memories[seat])
            report = system.reports.build(blank, seat, view, memories[seat], NOBODY, form)
            return system.bots.play(plays[seat], system.reports.turn_file(report), seed)

        def sheets(state: Any) -> dict[str, list[Any]]:
            return {seat: sheet(state, seat) for seat, need in rules.needs(state).items() if need is not Need.NONE}

        last = setup.start(self.scenario, [Entrant(seat=seat) for seat in seats], Dice(seed, 0), {})
        for turn in turns(rules, last, seed, sheets):
            last = turn.after
        ranks = {place.seat: place.rank for place in rules.standing(last)}
        return Outcome(rules.turn_of(last), str(rules.ending(last)), ranks)


@mutable
class Wins(Tally[Outcome]):
    """Lengths, endings, and how often each seat won; who share the first place share the win."""

    won: dict[str, Share] = field(default_factory=dict)

    def add(self, record: Outcome) -> None:
        """Count one game."""
        self.count(record.turns, record.ending)
        first = [seat for seat, rank in record.ranks.items() if rank == 1]
        for seat in record.ranks:
            self.won.setdefault(seat, Share()).add(1 / len(first) if seat in first else 0)

    def shares(self) -> Mapping[str, Mapping[str, Share]]:
        """By seats."""
        return {"Seat": self.won}

    def summary(self) -> list[str]:
        """Before the tables."""
        return [f"{self.course()}."]

    def tables(self) -> list[Table]:
        """Who won."""
        return [share_table("seat", self.won)]

    def notes(self) -> list[str]:
        """Nothing."""
        return []

    def to_plain(self) -> dict[str, Any]:
        """As JSON can hold it."""
        won = {seat: share.to_plain() for seat, share in self.won.items()}
        return {"games": self.games, "lengths": dict(self.lengths), "endings": dict(self.endings), "won": won}


class GameBalance:
    """The part ``balance`` of a game (``engine.seam.trials.Balance``), of any: ``system`` says where it is, as
    ``games.SYSTEMS`` does."""

    OPTIONS = (SimulationOption(name="policies", default="", help="Who plays, moved on seat by seat; left out: all."),)

    def __init__(self, system: str) -> None:
        self._place = system

    def _system(self) -> GameSystem:
        module, _, attribute = self._place.partition(":")
        found: GameSystem = getattr(import_module(module), attribute)
        return found

    def simulate(  # noqa: D102 - of the seam, as what follows
        self, games: int, seed: str, jobs: int, scenario: Any, options: Mapping[str, str]
    ) -> Iterator[Outcome]:
        system = self._system()
        said = options.get("policies", "")
        policies = tuple(said.split(",")) if said else tuple(system.bots.POLICIES)
        if strange := [name for name in policies if name not in system.bots.POLICIES]:
            raise ValueError(f"policies: {', '.join(strange)} is none of {', '.join(system.bots.POLICIES)}")
        found = self.scenario() if scenario is None else scenario
        return PolicyPlan(games, seed, system, found, policies).played(jobs)

    def scenario(self) -> Any:
        """What is played where no scenario is named: the one a file without a word says."""
        return self._system().setup.read_scenario("", "none")

    def weigh(self, records: Iterable[Outcome]) -> Wins:  # noqa: D102
        return Wins.of(records)


def pairs(option: str, text: str, known: tuple[str, ...], *, crossed: bool = False) -> list[tuple[str, str]]:
    """``careful,bold`` and ``careful/bold`` as pairs; alone standing names are crossed, or play their like.

    Raises ValueError for what is not ``known``, and for nothing.
    """
    found: list[tuple[str, str]] = []
    alone: list[str] = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        first, slash, second = word.partition("/")
        for name in (first, second) if slash else (first,):
            if name not in known:
                raise ValueError(f"{option}: there is no {name}; there are {', '.join(known)}")
        if slash:
            found.append((first, second))
        else:
            alone.append(first)
    found += product(alone, alone) if crossed else [(name, name) for name in alone]
    if not found:
        raise ValueError(f"{option}: name some of {', '.join(known)}")
    return found
