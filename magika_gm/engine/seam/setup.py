"""The beginning of a game: its scenario, who takes part, the state before the first turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import named_record, record

# Facts of a game as data: what its people are called, how its turns go, whom a turn waits for.


# What passes through the seam unread: a game's own values, which its modules type themselves.


Seat = str
"""At most 8 characters, canonical in its game: ``M``, ``SUN``, ``1``."""
# opaque to the office: what they are is the game's own affair, and a game's modules type them themselves
State = Any
Order = Any
Event = Any
Act = Any
Scenario = Any
View = Any
Memory = Any
Report = Any


class Need(StrEnum):
    """Whether a turn waits for a seat's sheet."""

    REQUIRED = "required"
    MAY = "may"
    NONE = "none"

    @property
    def said(self) -> str:
        """Over the date the coming turn is due: in print, in mails and on the player's page."""
        return {"required": "Your turn · send by", "may": "If you like, by", "none": "Nothing to do until"}[self]


class ThirdMiss(StrEnum):
    """What becomes of a seat whose sheet is missed for the third required turn in a row."""

    DROP = "drop"
    FORFEIT = "forfeit"
    BOT = "bot"


@named_record
class Words:
    """What a game calls its seats, in mails, pages and sheets."""

    seat: str
    """One seat, in a sentence: ``mage``, ``side``, ``player``."""
    seats: str
    titles: Mapping[Seat, str] = field(default_factory=dict)
    """How a seat is called where ``mage M`` would be odd: ``{"M": "the Ebon Mage"}``."""
    enough: str = "two"
    """How many make a game, in words."""
    left: str = ""
    """What becomes of what a seat had that leaves, in a sentence for its player."""
    banners: bool = True
    """Whether who plays a side may say what it is called (``BANNER``); in other games he plays a character."""

    def called(self, seat: Seat) -> str:
        """``mage C``, or the seat's own title."""
        return self.titles.get(seat, f"{self.seat} {seat}")


@named_record
class TurnShape:
    """How turns and their sheets follow one another."""

    phases: tuple[str, ...] = ()
    """Titles of a turn's phases by number, for ``explain``; 0 is before the first."""
    turns_ahead: int = 0
    """For how many turns after the coming one sheets are kept."""
    third_miss: ThirdMiss = ThirdMiss.DROP
    misses_in_state: bool = False
    """The game counts misses in its own state and acts on the third; otherwise the office does."""
    missed_rule: str = ""
    """The rule by which turns are missed (``GM-3``), for the letters that say so."""


@named_record
class Stage:
    """What kind of turn comes next, in a game whose turns are of several: moves, then retreats."""

    phases: tuple[str, ...] = ()
    """Titles of its phases by number; (): those of the game's :class:`TurnShape`."""
    share: float = 1.0
    """How much of the game's pace its players have for it: 0.5 is a week of a fortnight."""

    def days(self, pace: int) -> int:
        """Days of a game's pace, one at least."""
        return max(1, round(pace * self.share))

    def title(self, phase: int) -> str:
        """A phase's title."""
        return self.phases[phase] if 0 <= phase < len(self.phases) else f"Step {phase}"


@named_record
class Entrant:
    """Who takes a seat: the name of his character ("" where a game knows none) and his choices, as plain data."""

    seat: Seat
    name: str = ""
    choices: Mapping[str, Any] = field(default_factory=dict)


@record
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

    OPTIONS: str
    """The table of a scenario's file in which its options stand; "": at the top."""

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

    CHANCE: Mapping[str, str]
    """What chance a beginning has: every roll of :meth:`start` by its name → what it settles, in words."""

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


# How a player signs up, and what he may choose and bring.


@named_record
class Candidate:
    """Somebody on the waiting list: his sign-up's number, player, and choices."""

    id: int
    player: int
    choices: Mapping[str, Any]


@named_record
class Seated:
    """What a candidate got: a seat with name and choices (None: he waits), and why not better."""

    candidate: Candidate | None
    """None: a seat that a policy plays."""
    entrant: Entrant | None
    rank: str = ""
    why: str = ""
    free: bool = False
    """Whether he plays it without a fee, as a winner."""


@named_record
class Invitation:
    """The game's own part of an invitation to the next game: lines of text, and of the form to fill in."""

    prize: tuple[str, ...] = ()
    """What a winner may look forward to."""
    form: tuple[str, ...] = ()
    """Lines between EMAIL and PASSWORD; ``{game}`` and ``{seat}`` are those that ended."""
    after: tuple[str, ...] = ()
    """Below the form."""


class NoGame(Exception):
    """No game can be filled from these sign-ups; the message says what is missing."""


class SignUp(Protocol):
    """The choices somebody makes when he signs up, and who gets what seat. Choices are plain data (JSON)."""

    FIELDS: Mapping[str, str]
    """Words of the sign-up form that are the game's own (upper case), with an example of what follows."""
    BLOCKS: tuple[str, ...]
    """Words that begin a block of lines ended by ``END <word>``: ``ARMY``, ``DECK``."""
    PRIZE: Seat
    """The seat that who won a game may play free in the next one; "" where there is none."""
    BLANK: tuple[str, ...]
    """The game's own lines of an empty sign-up form."""

    def take_field(self, choices: dict[str, Any], word: str, rest: str) -> str:
        """Put one line into the choices; what is wrong with it, or ""."""

    def take_block(self, choices: dict[str, Any], word: str, lines: Sequence[str]) -> list[str]:
        """Put a block into the choices; what is wrong with it, by line."""

    def choice_faults(self, choices: Mapping[str, Any]) -> list[str]:
        """What is wrong with the choices as a whole."""

    def choices_text(self, choices: Mapping[str, Any]) -> str:
        """The choices in words, on one line."""

    def choices_told(self, choices: Mapping[str, Any]) -> list[str]:
        """The choices in lines, as a sign-up's acknowledgement tells them."""

    def name_of(self, choices: Mapping[str, Any]) -> str:
        """The name of the character he would play, "" where there is none."""

    def cast_faults(self, entrants: Sequence[Entrant]) -> list[str]:
        """What is wrong with a whole game's entrants (numbers, races, sides), in words."""

    def returned(self, choices: Mapping[str, Any], state: State, seat: Seat) -> tuple[dict[str, Any], list[str]]:
        """The choices of somebody whose character of a game that is over (``state``, ``seat``) returns, and what is
        wrong with that."""

    def assign(
        self,
        candidates: Sequence[Candidate],
        scenario: Scenario,
        chosen: Mapping[Seat, int | None],
        free: Sequence[tuple[int, str]],
    ) -> list[Seated]:
        """Who gets which seat, earliest sign-up first; raises :class:`NoGame` if no game can be filled.

        ``chosen`` are players the game master named for seats (None: the policy), ``free`` those who may play the
        prize's seat free and the game each won, who won last first.
        """

    def untaken(self, choices: Mapping[str, Any], scenario: Scenario, state: State, seat: Seat) -> list[str]:
        """Which of the choices somebody signed up with count for nothing in a game that begins, and why: a clause each,
        for him in his first report and for the game master alike. ``state`` is that of turn 0, ``seat`` is his."""

    def invitation(self, seat: Seat, character: str, won: bool, out: bool) -> Invitation:
        """What the invitation to the next game says to somebody whose game is over."""


HONOURS = "honours"
"""Among the choices of who returns: marks of his deeds in earlier games (:class:`Chronicle`)."""
