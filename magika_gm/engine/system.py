"""The seam between the office and a game: what a game's folder exports, and nothing more.

The office knows a game as a :class:`GameSystem`: a few facts as data, and parts, each a module (or any object) with the
functions of one of the protocols below, imported when first asked for. A state is opaque to the office and whole:
nothing of the game travels beside it. What else goes through the seam are the plain values of this module.
docs/architecture.md, "How to add a game", walks through it; ``tests/systems`` holds every game to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from importlib import import_module
from typing import Any, Protocol, cast, runtime_checkable

from magika_gm.engine.cases import CaseOutcome
from magika_gm.engine.chain import NO_CHAIN, Chain
from magika_gm.engine.dice import Dice, Roll
from magika_gm.engine.paging import GamePage
from magika_gm.engine.relations import Relation, Rows
from magika_gm.engine.sheet.grammar import SheetGrammar
from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.engine.told import Told

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


class ThirdMiss(StrEnum):
    """What becomes of a seat whose sheet is missed for the third required turn in a row."""

    DROP = "drop"
    FORFEIT = "forfeit"
    BOT = "bot"


@dataclass(frozen=True, slots=True, kw_only=True)
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

    def called(self, seat: Seat) -> str:
        """``mage C``, or the seat's own title."""
        return self.titles.get(seat, f"{self.seat} {seat}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnShape:
    """How turns and their sheets follow one another."""

    phases: tuple[str, ...] = ()
    """Titles of a turn's phases by number, for ``explain``; 0 is before the first."""
    turns_ahead: int = 0
    """For how many turns after the coming one sheets are kept."""
    faulty_replaces: bool = True
    """Whether a later sheet with errors replaces one without."""
    third_miss: ThirdMiss = ThirdMiss.DROP
    misses_in_state: bool = False
    """The game counts misses in its own state and acts on the third; otherwise the office does."""
    missed_rule: str = ""
    """The rule by which turns are missed (``GM-3``), for the letters that say so."""

    def title(self, phase: int) -> str:
        """A phase's title."""
        return self.phases[phase] if 0 <= phase < len(self.phases) else f"Step {phase}"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Somebody on the waiting list: his sign-up's number, player, and choices."""

    id: int
    player: int
    choices: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """What a candidate got: a seat with name and choices (None: he waits), and why not better."""

    candidate: Candidate | None
    """None: a seat that a policy plays."""
    entrant: Entrant | None
    rank: str = ""
    why: str = ""
    free: bool = False
    """Whether he plays it without a fee, as a winner."""


@dataclass(frozen=True, slots=True, kw_only=True)
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
    AUTOMATIC: Mapping[Seat, str]
    """Seats a policy plays where nobody does."""
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

    def invitation(self, seat: Seat, character: str, won: bool, out: bool) -> Invitation:
        """What the invitation to the next game says to somebody whose game is over."""


class Orders(Protocol):
    """The lines of a sheet."""

    GRAMMAR: SheetGrammar

    def names_for(self, memory: Memory) -> Mapping[Seat, str]:
        """The characters' names that somebody with this memory may use in his sheet."""

    def listed(self, sheet: Sheet) -> list[Order]:
        """The orders of a sheet as a turn is played with them."""

    def stored(self, text: str) -> Order:
        """An order from the record; raises ValueError if it is none."""

    def understood(self, sheet: Sheet, seat: Seat, known: State | None, missing: Sequence[str]) -> str:
        """What an acknowledgement says of a sheet, but for its messages: orders as understood, faults, warnings.

        It looks at ``known`` alone (:meth:`Sight.known`; None: orders of a later turn). ``missing`` are lines of the
        envelope that are not there and should be.
        """

    def forecast(self, sheet: Sheet, seat: Seat, known: State, memory: Memory) -> str:
        """What the orders come to as far as the sender can foresee it; "" where nothing can be said."""

    def summary(self, sheet: Sheet, known: State | None) -> dict[str, Any]:
        """The same as data (``check-orders --json``): orders, faults, warnings, messages."""

    def form(self, game: str, turn: int, state: State, seat: Seat, memory: Memory | None) -> str:
        """A blank order sheet with what could be chosen, as the seat knows it; it reads back as a sheet."""


@runtime_checkable
class ScenarioOrders(Protocol):
    """Sheets whose words a scenario adds to (cards of its own): what a game may bring beyond :class:`Orders`."""

    def for_scenario(self, scenario: Scenario) -> Orders:
        """The lines of a sheet as they are read in games of that scenario."""


class Rules(Protocol):
    """The law."""

    def resolve(
        self, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice, acts: Sequence[Act] = ()
    ) -> Resolution:
        """A turn. Pure; a seat missing from ``orders`` sent nothing, one with an empty list sent an empty sheet."""

    def default_orders(self, state: State, seat: Seat, last: Sequence[Order]) -> list[Order] | None:
        """What is played for a seat whose orders did not come; None where the law leaves that to ``resolve``."""

    def turn_of(self, state: State) -> int:
        """The number of the last turn played."""

    def playing(self, state: State) -> tuple[Seat, ...]:
        """Seats still in the game, in seating order."""

    def needs(self, state: State) -> Mapping[Seat, Need]:
        """Whose sheets the coming turn waits for."""

    def ending(self, state: State) -> str | None:
        """Why the game is over, a word of its law; None while it goes on."""

    def ending_text(self, ending: str) -> str:
        """That word in a sentence: ``the Goal Square was reached``."""

    def standing(self, state: State) -> tuple[Place, ...]:
        """The standing as it is; the final one once the game is over."""

    def allies(self, state: State, seat: Seat) -> tuple[Seat, ...]:
        """Who plays together with a seat now."""

    def character(self, state: State, seat: Seat) -> str:
        """The name of a seat's character, or "" where the game has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter of a verb: its name, what to write, whether it may be left out."""

    name: str
    help: str
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """Something the game master can do between turns: ``correct move 12 CROWN C m12`` is the verb ``move``."""

    name: str
    help: str
    parameters: tuple[Parameter, ...]
    example: str


class ActRefused(Exception):
    """An act that cannot be recorded; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Something a resolution leaves to the game master's judgement: he may rule otherwise before it is published."""

    seat: Seat
    phase: int
    order: str
    reason: str
    ruled: bool = False


class Referee(Protocol):
    """The game master's word: acts between turns, played with the coming one."""

    VERBS: tuple[Verb, ...]

    def act(
        self, verb: str, words: Sequence[str], reason: str, state: State, acts: Sequence[Act], names: Mapping[Seat, str]
    ) -> Act:
        """An act from the words of the command line, possible after ``acts``; raises :class:`ActRefused`."""

    def why_not_text(self, state: State, acts: Sequence[Act], act: Act) -> str:
        """Why an act every game has (a note, a drop-out) cannot be made; "" if it can."""

    def drop_out(self, seat: Seat, reason: str) -> Act:
        """The act by which a seat leaves the game (third miss, resignation by the game master)."""

    def seat_dropped(self, act: Act) -> Seat | None:
        """The seat that leaves by this act; None if it is another act."""

    def text(self, act: Act) -> str:
        """An act in words, for the game master."""

    def unplayed(self, acts: Sequence[Act], told: Sequence[Told[Any]]) -> list[Act]:
        """Acts that came to nothing."""

    def questions(
        self, orders: Mapping[Seat, Sequence[Order]], acts: Sequence[Act], told: Sequence[Told[Any]]
    ) -> tuple[Question, ...]:
        """What the resolution leaves to the game master."""

    def question_text(self, question: Question) -> str:
        """A question in words."""


class Sight(Protocol):
    """Who knows what."""

    def perceive(self, state: State, seat: Seat) -> View:
        """What a seat perceives at a turn's end."""

    def no_memory(self) -> Memory:
        """What is remembered before turn 0."""

    def remember(self, memory: Memory, turn: int, view: View) -> Memory:
        """The memory with a turn's view taken in."""

    def known(self, state: State, seat: Seat, memory: Memory) -> State:
        """The state as a seat knows it: all that an acknowledgement and a forecast may look at."""

    def hears(self, state: State, seat: Seat, sender: Seat, to: str) -> bool:
        """Whether a seat gets a message that ``sender`` wrote to ``to`` (a seat, a group, ``ALL``)."""


HONOURS = "honours"
"""Among the choices of who returns: marks of his deeds in earlier games (:class:`Chronicle`)."""


@runtime_checkable
class Chronicle(Protocol):
    """Sight of a game whose characters have deeds that are kept: what a game may bring beyond :class:`Sight`."""

    def chronicle(self, memory: Memory, turn: int, told: Sequence[Told[Any]], seat: Seat) -> Memory:
        """The memory with what a seat did in a turn, as it was told of it."""

    def bring(self, memory: Memory, honours: Sequence[str]) -> Memory:
        """The memory of a character who returns with the marks of his deeds in earlier games."""

    def honours(self, memory: Memory) -> tuple[str, ...]:
        """All marks of a character's deeds, each once, the oldest first."""


class Archive(Protocol):
    """States as rows; events, acts, views and memories as plain data."""

    name: str
    """The game's name, which begins its tables' names."""
    version: int
    """Of the relations: raised when their shape changes."""
    relations: tuple[Relation, ...]

    def to_rows(self, state: State, scenario: Any) -> Rows:
        """The state as rows of the relations; what the scenario says of itself need not be among them."""

    def from_rows(self, rows: Rows, scenario: Scenario) -> State:
        """The state its rows hold; raises ValueError where no state can be so."""

    def faults(self, state: State) -> list[str]:
        """What cannot be in a state, in words; none in any the engine reaches."""

    def event_to_plain(self, event: Event) -> Any:
        """An event as JSON can hold it."""

    def event_from_plain(self, plain: Any) -> Event:
        """Back."""

    def act_to_plain(self, act: Act) -> Any:
        """A game master's act as JSON can hold it."""

    def act_from_plain(self, plain: Any) -> Act:
        """Back; raises KeyError, TypeError or ValueError if it is none."""

    def seen_text(self, view: View) -> str:
        """What of a view is kept for people who ask with SQL: places in short."""

    def known_plain(self, view: View) -> Any:
        """The same of others: JSON."""

    def memory_to_plain(self, memory: Memory) -> Any:
        """A memory as JSON can hold it."""

    def memory_from_plain(self, plain: Any) -> Memory:
        """Back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerData:
    """What a report says of its reader, from the office: texts ready to print."""

    name: str
    address: str
    account: str
    balance: str
    game: str
    title: str
    date: str
    next_due: str
    code_word: str
    email: str = ""
    office: str = ""
    office_email: str = ""
    """Where orders go; the printed form has a link to it."""
    due_at: str = ""
    """When the coming turn is due, ISO 8601 with its offset, for programs."""
    chain: Chain = NO_CHAIN
    """The chain of turns up to this one, for the colophon and the turn file."""

    def handed_to(self, person: Mapping[str, Any]) -> PlayerData:
        """The same for another reader: ``person`` are fields of his; the sheets of the one before are not for him."""
        return replace(self, **person, chain=replace(self.chain, sheets=()))


@dataclass(frozen=True, slots=True)
class Delivered:
    """A message as the record has it."""

    sender: Seat
    to: str
    anonymous: bool
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRecord:
    """What the record says of a turn, the same for the reports of all seats."""

    state: State
    told: Sequence[Told[Any]]
    orders: Mapping[Seat, Sequence[Order]]
    how: Mapping[Seat, str]
    """How each seat's orders came about: mailed, default, policy …"""
    messages: Sequence[Delivered]
    acts: Sequence[Act]
    seed: bytes
    notes: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    """What the office has to say to each seat's player."""
    record: Mapping[str, Any] | None = None
    """Everything the game was played with, once it is over: final turn files hold it."""
    memories: Mapping[Seat, Any] = field(default_factory=dict)
    """What every seat remembers, once the game is over: final reports show everybody's way."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player as the game master's page names him."""

    name: str
    email: str
    balance: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeFacts:
    """What the office knows of a turn: the people, their money, mail that came to nothing, the game master's acts."""

    game: str
    title: str
    date: str
    next_due: str
    people: Mapping[Seat, Person]
    mail: Sequence[str]
    acts: Sequence[str]
    chain: Chain = NO_CHAIN
    due_at: str = ""
    """The moment of ``next_due`` (ISO, UTC), for a page that counts down; "" once the game is over."""
    memories: Mapping[Seat, Any] = field(default_factory=dict)
    """What every seat remembers after the turn: how the standings went, turn by turn."""


@dataclass(frozen=True, slots=True)
class ToldLine:
    """One thing told, in words."""

    text: str
    rule: str = ""
    own: bool = False


class Reports(Protocol):
    """What a seat is told, in every form."""

    SCHEMA: str
    """File of the turn file's JSON Schema, as ``package:name``."""
    FORMAT: str
    """What a turn file says of itself (``format``). Every game's has ``version``, ``turn``, ``seed_hash``, ``chain``
    (:meth:`~magika_gm.engine.chain.Chain.plain`), and, once the game is over, ``seed`` and ``record`` too."""

    def build(
        self, record: TurnRecord, seat: Seat, view: View, memory: Memory, player: PlayerData, form: str
    ) -> Report:
        """One seat's report; ``memory`` has taken in ``view``, ``form`` is the blank sheet ("" after the end)."""

    def with_notes(self, report: Report, notes: Sequence[str]) -> Report:
        """The report with these notes before its own."""

    def handed_over(self, report: Report, **person: str) -> Report:
        """The report as its seat's new player may read it: ``person`` are fields of :class:`PlayerData`, notes go."""

    def pdf(self, report: Report, paper: str, large: bool) -> bytes:
        """Printed."""

    def html(self, report: Report, templates: Any) -> str:
        """As a mail; ``templates`` is the office's own folder of templates, or None."""

    def text(self, report: Report, templates: Any) -> str:
        """As plain text."""

    def turn_file(self, report: Report) -> dict[str, Any]:
        """As data for programs; JSON can hold it."""

    def differences(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
        """What differs between two turn files of one seat and turn, in words."""

    def seat_of(self, turn_file: Mapping[str, Any]) -> Seat:
        """Whose turn file it is; "" if it does not say."""

    def replayed(self, state: State, record: TurnRecord, seat: Seat) -> Mapping[str, Any]:
        """The sections of a seat's turn file that follow from the turn alone, for ``verify`` of files."""

    def last_words(self, state: State) -> list[str]:
        """What a final report reveals, in lines of text, for a player who gets none as he left before (after the
        standing)."""

    def line(self, told: Told[Any], seat: Seat | None) -> ToldLine | None:
        """One thing told, as a seat perceives it, or as it was (None: the game master); None if he does not."""

    def notable(self, told: Sequence[Told[Any]]) -> tuple[str, ...]:
        """What is worth a second look before a turn goes out."""

    def master(self, record: TurnRecord, facts: OfficeFacts, kind: str, paper: str, templates: Any) -> str | bytes:
        """The game master's own page: ``kind`` is ``html``, ``txt`` or ``pdf``."""

    def spectator(self, record: TurnRecord, facts: OfficeFacts, templates: Any) -> str:
        """The page for those who look on (HTML): nothing a player could not know."""


@runtime_checkable
class DrawsSeats(Protocol):
    """Setups that draw who sits where: what a game may bring beyond :class:`Setup`."""

    def placed(self, scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> Mapping[Seat, Seat]:
        """The seat each entrant gets, by the one he signed up in; :meth:`Setup.start` makes the same rolls."""


@runtime_checkable
class Headlined(Protocol):
    """Reports that can be told in a subject line: what a game may bring beyond :class:`Reports`."""

    def headline(self, report: Report) -> str:
        """What follows the character's name in the mail's subject: ``stands at b1``, ``is third of thirteen``."""


@runtime_checkable
class Keepsakes(Protocol):
    """Final reports that leave something to frame, for the invitation to the next game; likewise."""

    def keepsake(self, report: Report) -> str:
        """The end of the game as a piece of HTML mail: the certificate, the whole board; "" before the end."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
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

    def write_plots(self, folder: Any) -> list[Any]:
        """Draw charts into a folder: ``balance.pdf`` and SVG files; their paths."""


@dataclass(frozen=True, slots=True, kw_only=True)
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


class RuleBook(Protocol):
    """The players' rule book, made of the tables the game is played by."""

    ENTRIES: Mapping[str, str]
    """What can be printed by itself, with help: ``{"rule": "a rule or ruling", "spell": "a spell's page"}``."""

    def pages(self) -> Mapping[str, str]:
        """The book as Markdown pages and SVG drawings, by file name."""

    def printed(self) -> Any:
        """The book to be set as a PDF (``reports.book_value.PrintedBook``)."""

    def entry(self, kind: str, name: str) -> tuple[str, str] | None:
        """One entry: its name and text (Markdown); None if there is none."""

    def names(self, kind: str) -> Mapping[str, str]:
        """Spellings of entries and what they stand for, to look for near ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundCard:
    """A card as a search gives it: its name, a line that says it all, and the same as plain data."""

    name: str
    line: str
    plain: Mapping[str, Any]


class CardSet(Protocol):
    """The cards a game is played with: looked up on the command line, printed as a list."""

    FIELDS: Mapping[str, str]
    """What may be asked besides a part of the name, with help: ``{"faction": "a code or a name"}``."""

    def find(self, asked: Mapping[str, str]) -> list[FoundCard]:
        """Cards that fit everything asked (``name`` and :attr:`FIELDS`), as they are listed; raises ValueError."""

    def printed(self, asked: Mapping[str, str], paper: str) -> bytes:
        """The same cards as a PDF with every card's face; raises ValueError."""


class PlayerPage(Protocol):
    """What a game tells the player's page (``engine.paging``): the report as data, pictures, the orders there could be.

    docs/player-page-data.md walks through it.
    """

    SCRIPT: str
    """The game's own program in the page, built, as ``package:file``: forecast and what depends on the plan; "" where
    the page's own reckoning of purses, limits and legality by the forms is enough."""

    def page(self, report: Report, known: State | None, seat: Seat, memory: Memory) -> GamePage:
        """One seat's page. ``known`` is :meth:`Sight.known`'s, None once the game is over; nothing else may be told."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSystem:
    """One game as the office sees it."""

    name: str
    """As in ``--game``: ``rune_war``."""
    title: str
    """As in mails: ``Rune War``."""
    words: Words
    shape: TurnShape
    sheet_words: tuple[str, ...]
    """Words before the seat in a sheet, upper case, the game's own first; ``SEAT`` among them."""
    parts: Mapping[str, str]
    """Part → its module, or ``module:attribute``; optional ones (see :data:`OPTIONAL`) may be missing."""

    def has(self, part: str) -> bool:
        """Whether the game brings an optional part."""
        return part in self.parts

    def _part(self, part: str) -> Any:
        module, _, attribute = self.parts[part].partition(":")
        found = import_module(module)
        return getattr(found, attribute) if attribute else found

    @property
    def setup(self) -> Setup:
        """Scenarios and beginnings."""
        return cast(Setup, self._part("setup"))

    @property
    def signup(self) -> SignUp:
        """Choices and seats."""
        return cast(SignUp, self._part("signup"))

    @property
    def orders(self) -> Orders:
        """The lines of a sheet."""
        return cast(Orders, self._part("orders"))

    def orders_in(self, scenario: Callable[[], Scenario]) -> Orders:
        """The lines of a sheet in a game of a scenario, which is read only where it matters."""
        orders = self.orders
        return orders.for_scenario(scenario()) if isinstance(orders, ScenarioOrders) else orders

    @property
    def rules(self) -> Rules:
        """The law."""
        return cast(Rules, self._part("rules"))

    @property
    def referee(self) -> Referee:
        """The game master's word."""
        return cast(Referee, self._part("referee"))

    @property
    def sight(self) -> Sight:
        """Who knows what."""
        return cast(Sight, self._part("sight"))

    @property
    def archive(self) -> Archive:
        """States as rows."""
        return cast(Archive, self._part("archive"))

    @property
    def reports(self) -> Reports:
        """What a seat is told."""
        return cast(Reports, self._part("reports"))

    @property
    def bots(self) -> Bots:
        """Built-in players."""
        return cast(Bots, self._part("bots"))

    @property
    def cases(self) -> Cases:
        """Adjudication cases."""
        return cast(Cases, self._part("cases"))

    @property
    def trace(self) -> Trace:
        """Why a turn came out as it did."""
        return cast(Trace, self._part("trace"))

    @property
    def balance(self) -> Balance:
        """Whole games by the built-in policies."""
        return cast(Balance, self._part("balance"))

    @property
    def generator(self) -> Generator:
        """Scenarios made of a seed."""
        return cast(Generator, self._part("generator"))

    @property
    def rulebook(self) -> RuleBook:
        """The players' rule book."""
        return cast(RuleBook, self._part("rulebook"))

    @property
    def cards(self) -> CardSet:
        """The cards it is played with."""
        return cast(CardSet, self._part("cards"))

    @property
    def page(self) -> PlayerPage:
        """What the player's page is made of."""
        return cast(PlayerPage, self._part("page"))


PARTS: Mapping[str, type] = {
    "setup": Setup,
    "signup": SignUp,
    "orders": Orders,
    "rules": Rules,
    "referee": Referee,
    "sight": Sight,
    "archive": Archive,
    "reports": Reports,
    "bots": Bots,
    "cases": Cases,
    "trace": Trace,
    "balance": Balance,
    "rulebook": RuleBook,
    "generator": Generator,
    "cards": CardSet,
    "page": PlayerPage,
}
"""The protocol of each part; the contract tests hold every game's modules to it."""
OPTIONAL = frozenset({"cases", "trace", "balance", "rulebook", "generator", "cards", "page"})
"""Parts a game may do without."""
