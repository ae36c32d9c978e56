"""The beginning of a game: its scenario, who takes part, the state before the first turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.opaque import Scenario, Seat, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Who takes a seat: the name of his character ("" where a game knows none) and his choices, as plain data."""

    seat: Seat
    name: str = ""
    choices: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a standing: ``rank`` from 1 (shared where equal), ``points`` as the game counts them."""

    rank: int
    seat: Seat
    points: float
    out: bool = False
    """Whether the seat left the game before its end."""


class Setup(Protocol):
    """Scenarios and beginnings."""

    DEFAULT: str
    """The scenario taken where none is named: a file of ``scenarios/<game>`` without its ``.toml``."""

    def read_scenario(self, text: str, name: str) -> Scenario:
        """A scenario from its TOML text; raises :class:`ScenarioFaults` with every fault and its place."""

    def write_scenario(self, scenario: Scenario) -> str:
        """The scenario as text that reads back to an equal one."""

    def title_of(self, scenario: Scenario) -> str:
        """Its title."""

    def seats_of(self, scenario: Scenario) -> tuple[Seat, ...]:
        """The seats of a game of it, in seating order."""

    EXTRAS: Mapping[str, str]
    """Further data files a game is begun with: name → the shipped one, a file below ``scenarios``."""

    def read_extra(self, name: str, text: str, file: str) -> Any:
        """Such a file's content; raises :class:`ScenarioFaults`."""

    def start(self, scenario: Scenario, entrants: Sequence[Entrant], dice: Dice, extras: Mapping[str, Any]) -> State:
        """The state of turn 0; every roll of it is made with ``dice`` (turn 0)."""

    def complete(self, state: State, dice: Dice, extras: Mapping[str, Any]) -> State:
        """A state of a game that an earlier version began, with what such states lacked; others as they are."""

    def as_before(self, state: State, after: State) -> State:
        """A recorded state as its turn was played from it: with what :meth:`complete` added then, seen in ``after``."""

    def begun_with(self, start: State, entrants: Sequence[Entrant]) -> dict[str, Any]:
        """What else than seed and scenario a game was begun with, as JSON can hold it: for final turn files."""

    def restart(self, scenario: Scenario, begun: Mapping[str, Any], dice: Dice) -> State:
        """The state of turn 0 again, from :meth:`begun_with`; raises ValueError, KeyError or TypeError."""


class ScenarioFaults(ValueError):
    """A scenario that cannot be played; ``faults`` are lines ``place: what is wrong; the cure``."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(self.faults))


@runtime_checkable
class DrawsSeats(Protocol):
    """Setups that draw who sits where: what a game may bring beyond :class:`Setup`."""

    def placed(self, scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> Mapping[Seat, Seat]:
        """The seat each entrant gets, by the one he signed up in; :meth:`Setup.start` makes the same rolls."""


@runtime_checkable
class Drawn(Protocol):
    """Generators that draw what they made; likewise."""

    def picture(self, scenario: Scenario) -> str:
        """The scenario as an SVG file."""


class Generator(Protocol):
    """Scenarios made of a seed."""

    def generate(self, seed: str, title: str) -> Scenario:
        """A scenario; the same seed gives the same one."""

    def measured(self, scenario: Scenario) -> tuple[str, dict[str, Any]]:
        """How fair it is: in words, and as data."""
