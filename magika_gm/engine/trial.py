"""Whole games by built-in players, many of them, and what they add up to: what the trials of all games share.

A game is decided by its plan and its number alone, so the same plan gives the same records, however many processes
play it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from math import sqrt
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import mutable, named_record, record
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.seam.trials import Table

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


def quantile(values: Iterable[int], part: float) -> int:
    """The value below which a part of the values lie; 0 where there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0


@mutable
class Tally(Generic[Record]):
    """What the records of some games add up to: a game adds what it counts, in :meth:`add`."""

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

    def length(self, part: float) -> int:
        """The turns within which that part of the games is over."""
        return quantile(self.lengths.elements(), part)

    def ended(self, counted: bool = False) -> str:
        """``goal 57%, globe 43%``, the most frequent first; with how many games each."""
        rows = self.endings.most_common()
        return ", ".join(
            f"{name} {n} ({n / self.games:.0%})" if counted else f"{name} {n / self.games:.0%}" for name, n in rows
        )


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
