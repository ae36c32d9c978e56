"""Built-in players, cases, why a turn came out so, and whole games by the thousand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from magika_gm.engine.cases import CaseOutcome
from magika_gm.engine.dice import Dice, Roll
from magika_gm.engine.records import named_record, record
from magika_gm.engine.seam.setup import Act, Order, Scenario, Seat, State
from magika_gm.engine.told import Told


class Bots(Protocol):
    """Built-in players; they see a turn file and nothing else."""

    POLICIES: Mapping[str, str]
    """Names and what each is like."""
    DEFAULT: str

    def play(self, policy: str, turn_file: Mapping[str, Any], seed: bytes) -> list[Order]:
        """The orders for the coming turn of the seat whose last turn file this is. Same arguments, same orders."""


class Cases(Protocol):
    """Adjudication cases."""

    def run_case(self, data: Mapping[str, Any]) -> CaseOutcome:
        """Play a case and compare; raises :class:`~magika_gm.engine.cases.CaseFaults` if it cannot be played."""


@named_record
class Link:
    """One link of a turn's chain: ``kind`` is ``order``, ``check``, ``first``, ``roll`` or ``told``."""

    phase: int
    step: str
    """The step's title."""
    kind: str
    seats: tuple[Seat, ...]
    """Whom it is about."""
    text: str = ""
    rule: str = ""
    ok: bool = True
    roll: Roll | None = None
    told: Told[Any] | None = None


class Trace(Protocol):
    """Why a turn came out as it did."""

    OWN_ROLLS: Mapping[str, str]
    """Rolls on one's own doing, by name, with what they mean: a player may ask for them (WHY)."""

    def chain(
        self, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice, acts: Sequence[Act] = ()
    ) -> list[Link]:
        """Every link of a turn, in the order it came about."""


@named_record
class Table:
    """A table for the terminal: heads, rows; the first column is text, all others numbers."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Simulated(Protocol):
    """What a number of games by the built-in policies showed."""

    def summary(self) -> list[str]:
        """In sentences, before the tables."""

    def tables(self) -> list[Table]:
        """In tables."""

    def notes(self) -> list[str]:
        """In sentences, after the tables."""

    def to_plain(self) -> dict[str, Any]:
        """As JSON can hold it."""

    def charts(self) -> Mapping[str, Any]:
        """Charts by their names (``engine.trial.Chart``)."""


@record
class SimulationOption:
    """Something ``simulate`` may be told of a game: its name, default, and help."""

    name: str
    default: str
    help: str


class Balance(Protocol):
    """Whole games by the built-in policies."""

    OPTIONS: tuple[SimulationOption, ...]

    def simulate(
        self, games: int, seed: str, jobs: int, scenario: Scenario | None, options: Mapping[str, str]
    ) -> Iterator[Any]:
        """A record a game, as they are finished, ``jobs`` at a time; without a scenario each game has one of its own.

        Raises ValueError for options that mean nothing.
        """

    def weigh(self, records: Iterable[Any]) -> Simulated:
        """What the records show."""
