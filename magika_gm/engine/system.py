"""The seam between the office and a game: what a game's folder exports, and nothing more.

The office knows a game as a :class:`GameSystem`: a few facts as data, and parts that are imported when first asked for.
A state is opaque to the office and whole: nothing of the game travels beside it. What the office hands in and takes
out besides states are the plain values of this module. docs/architecture.md, "How to add a game", walks through it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from magika_gm.engine.dice import Dice, Roll
from magika_gm.engine.relations import Relation, Rows
from magika_gm.engine.told import Told

Seat = str
"""At most 8 characters, canonical in its game: ``M``, ``SUN``, ``1``."""

# opaque to the office: what they are is the game's own affair, and a game's modules type them themselves
State = Any
Order = Any
Event = Any
Act = Any


class Need(StrEnum):
    """Whether a turn waits for a seat's sheet (decisions: whose sheet)."""

    REQUIRED = "required"
    MAY = "may"
    NONE = "none"


class ThirdMiss(StrEnum):
    """What becomes of a seat whose sheet is missed for the third required turn in a row."""

    DROP = "drop"
    FORFEIT = "forfeit"
    BOT = "bot"


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRule:
    """What players may write to one another: how many messages a sheet, lines and characters each."""

    most: int
    lines: int
    characters: int
    anonymous: bool = False
    all: bool = True
    """Whether TO ALL is known."""
    groups: tuple[str, ...] = ()
    """Further addressees that are no seats (Magika: colours), lower case."""
    default_to_opponent: bool = False
    """Whether TO may be left out (one opponent)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What a game calls its seats, in mails, pages and sheets."""

    seat: str
    """One seat, in a sentence: ``mage``, ``side``, ``player``."""
    seats: str
    sheet: str
    """The word before the seat in an order sheet, upper case: ``MAGE``; ``SEAT`` is read in every game."""
    aliases: tuple[str, ...] = ()
    """Further sheet words."""
    titles: Mapping[Seat, str] = field(default_factory=dict)
    """How a seat is called where ``mage M`` would be odd: ``{"M": "the Ebon Mage"}``."""

    def called(self, seat: Seat) -> str:
        """``mage C``, or the seat's own title."""
        return self.titles.get(seat, f"{self.seat} {seat}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnShape:
    """How a turn and its sheets are laid out."""

    chapters: tuple[str, ...] = ()
    """Titles of a turn's phases by number (0: before the first)."""
    numbered: int = 0
    """Order lines are numbered 1 to this (Magika: 5); 0 where a sheet holds a free list of lines."""
    most_lines: int = 200
    messages: MessageRule | None = None
    turns_ahead: int = 0
    """For how many turns after the coming one sheets are kept."""
    faulty_replaces: bool = True
    """Whether a later sheet with errors replaces one without."""
    third_miss: ThirdMiss = ThirdMiss.DROP


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Who takes a seat: the name of his character ("" where a game knows none) and his choices, as plain data."""

    seat: Seat
    name: str = ""
    choices: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Resolution:
    """A resolved turn: the state after it, what was told on the way, and every roll."""

    state: State
    told: tuple[Told[Any], ...]
    rolls: tuple[Roll, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a standing: ``rank`` from 1 (shared where equal), ``points`` as the game counts them."""

    rank: int
    seat: Seat
    points: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of an order sheet that is the game's own: its number in the text (from 1), the text without comment."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class LineFault:
    """What is wrong with a line; ``near`` are spellings to offer, ``code`` is the fault's name in programs."""

    line: int
    text: str
    reason: str
    near: tuple[str, ...] = ()
    code: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A sheet's own lines, read: the orders in their order and what could not be read."""

    orders: tuple[Order, ...]
    faults: tuple[LineFault, ...] = ()


class Setup(Protocol):
    """Scenarios and beginnings."""

    default: str
    """The scenario taken where none is named (a file of ``scenarios/<game>``)."""

    def read(self, text: str, name: str) -> Any:
        """A scenario from its TOML text; raises ``ScenarioFaults`` with every fault and its place."""

    def write(self, scenario: Any) -> str:
        """The scenario as text that reads back to an equal one."""

    def title(self, scenario: Any) -> str:
        """Its title."""

    def seats(self, scenario: Any) -> tuple[Seat, ...]:
        """The seats of a game of it, in seating order."""

    def start(self, scenario: Any, entrants: Sequence[Entrant], dice: Dice) -> State:
        """The state of turn 0; every roll of it is made with ``dice`` (turn 0)."""


class Orders(Protocol):
    """The lines of a sheet."""

    def read(self, lines: Sequence[SheetLine], names: Mapping[Seat, str]) -> Reading:
        """A sheet's lines; never raises. ``names`` are the characters' names its player may use."""

    def reads(self, line: str) -> bool:
        """Whether a bare line looks like one of this game's orders."""

    def write(self, order: Order) -> str:
        """One order as a player would write it; reading it back gives an equal order."""

    def stored(self, text: str) -> Order:
        """An order from the record; raises ValueError if it is none."""

    def understood(self, reading: Reading, seat: Seat, known: State | None, memory: Any) -> str:
        """The acknowledgement: orders as understood, warnings, forecast; of ``known`` alone (None: a later turn)."""

    def form(self, state: State, seat: Seat, memory: Any) -> str:
        """The lines of a blank order form, with what could be chosen, as the sender knows it."""


class Rules(Protocol):
    """The law."""

    def resolve(
        self, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice, acts: Sequence[Act] = ()
    ) -> Resolution:
        """A turn. Pure; a seat missing from ``orders`` sent nothing, one with an empty list sent an empty sheet."""

    def default_orders(self, state: State, seat: Seat, last: Sequence[Order]) -> list[Order] | None:
        """What is played for a seat whose orders did not come; None where the law leaves that to ``resolve``."""

    def playing(self, state: State) -> tuple[Seat, ...]:
        """Seats still in the game, in seating order."""

    def needs(self, state: State) -> Mapping[Seat, Need]:
        """Whose sheets the coming turn waits for."""

    def ending(self, state: State) -> str | None:
        """Why the game is over, a word of its law; None while it goes on."""

    def standing(self, state: State) -> tuple[Place, ...]:
        """The standing as it is; the final one once the game is over."""

    def allied(self, state: State, one: Seat, other: Seat) -> bool:
        """Whether two seats play together."""


class Sight(Protocol):
    """Who knows what."""

    def perceive(self, state: State, seat: Seat) -> Any:
        """What a seat perceives at a turn's end."""

    def remember(self, memory: Any, turn: int, view: Any) -> Any:
        """The memory (None before turn 0) with a turn's view taken in."""

    def known(self, state: State, seat: Seat, memory: Any) -> State:
        """The state as a seat knows it: all that an acknowledgement and a forecast may look at."""

    def hears(self, state: State, sender: Seat, to: str) -> tuple[Seat, ...]:
        """Who gets a message to ``to`` (a seat, a group, ``ALL``)."""


class Archive(Protocol):
    """States as rows; events, acts and memories as plain data."""

    name: str
    """The game's name, as its system's: its tables are called ``<name>_<relation>``."""
    version: int
    """Of the relations; counted up whenever they change, so that the tables of running games are brought after it."""
    relations: tuple[Relation, ...]

    def to_rows(self, state: State, scenario: Any) -> Rows:
        """The state as rows of the relations; what the scenario says of itself need not be among them."""

    def from_rows(self, rows: Rows, scenario: Any) -> State:
        """The state its rows hold; raises ValueError where no state can be so."""

    def event_to_plain(self, event: Event) -> Any:
        """An event as JSON can hold it."""

    def event_from_plain(self, plain: Any) -> Event:
        """Back."""

    def act_to_plain(self, act: Act) -> Any:
        """A game master's act as JSON can hold it."""

    def act_from_plain(self, plain: Any) -> Act:
        """Back."""

    def memory_to_plain(self, memory: Any) -> Any:
        """A memory as JSON can hold it."""

    def memory_from_plain(self, plain: Any) -> Any:
        """Back."""

    def faults(self, state: State) -> list[str]:
        """What cannot be in a state, in words; none in any the engine reaches."""


class Bots(Protocol):
    """Built-in players; they see a turn file and nothing else."""

    policies: Mapping[str, str]
    """Names and what each is like."""
    default: str

    def play(self, policy: str, turn_file: Mapping[str, Any], earlier: Sequence[Mapping[str, Any]], seed: bytes) -> str:
        """The sheet's own lines for the coming turn. Same arguments, same lines."""
