"""What a seat is told, from what the office and the record say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Protocol, runtime_checkable

from magika_gm.engine.chain import NO_CHAIN, Chain
from magika_gm.engine.paging import Building, GamePage
from magika_gm.engine.records import named_record, record
from magika_gm.engine.relations import Relation, Rows
from magika_gm.engine.seam.setup import Act, Memory, Order, Report, Scenario, Seat, State, View
from magika_gm.engine.told import Threat, Told


@named_record
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
    bill: str = ""
    """What his account wants, while it is not long overdue: for the small print."""
    chain: Chain = NO_CHAIN
    """The chain of turns up to this one, for the colophon and the turn file."""
    banners: Mapping[Seat, str] = field(default_factory=dict)
    """What each side is called, by its player or of itself; nothing in a game of characters."""

    def handed_to(self, person: Mapping[str, Any]) -> PlayerData:
        """The same for another reader: ``person`` are fields of his; the sheets of the one before are not for him."""
        return replace(self, **person, bill="", chain=replace(self.chain, sheets=()))


@record
class Delivered:
    """A message as the record has it."""

    sender: Seat
    to: str
    anonymous: bool
    text: str


@named_record
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
    asked: Mapping[Seat, Sequence[str]] = field(default_factory=dict)
    """Those of the notes that ask something of him."""
    record: Mapping[str, Any] | None = None
    """Everything the game was played with, once it is over: final turn files hold it."""
    memories: Mapping[Seat, Any] = field(default_factory=dict)
    """What every seat remembers, once the game is over: final reports show everybody's way."""


@record
class Person:
    """A player as the game master's page names him."""

    name: str
    email: str
    balance: str


@named_record
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
    banners: Mapping[Seat, str] = field(default_factory=dict)
    """As in :class:`PlayerData`."""


@record
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

    def threats(self, report: Report) -> Sequence[Threat]:
        """What is about to win, lose or end the game, as far as its reader may know; nothing once it is over.

        The kit's ``Lead`` sets them in print, mail, text and page; turn files have them as ``threats``
        (:func:`~magika_gm.engine.told.threats_plain`).
        """

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

    def card(self, record: TurnRecord, facts: OfficeFacts, kind: str) -> bytes:
        """What is passed on of a game that is over: 1200 by 630, as ``svg`` or ``pdf``, or a mail's ``html``; nothing
        before."""


@runtime_checkable
class Headlined(Protocol):
    """Reports that can be told in a subject line: what a game may bring beyond :class:`Reports`."""

    def headline(self, report: Report) -> str:
        """What follows the character's name in the mail's subject: ``stands at b1``, ``is third of thirteen``."""


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
class Builds(Protocol):
    """What a game's ``page`` part tells besides where its sign-up has a block: a deck, an army."""

    def building(self) -> Building:
        """The page on which that is made."""


# Who knows what, and what of it is kept as rows.


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


@runtime_checkable
class Chronicle(Protocol):
    """Sight of a game whose characters have deeds that are kept: what a game may bring beyond :class:`Sight`."""

    def chronicle(self, memory: Memory, turn: int, told: Sequence[Told[Any]], seat: Seat) -> Memory:
        """The memory with what a seat did in a turn, as it was told of it."""

    def bring(self, memory: Memory, honours: Sequence[str]) -> Memory:
        """The memory of a character who returns with the marks of his deeds in earlier games."""

    def honours(self, memory: Memory) -> tuple[str, ...]:
        """All marks of a character's deeds, each once, the oldest first."""


class Plain(Protocol):
    """What turns values into plain data (lists, mappings, texts, numbers) and back: ``engine.plain.Codec`` is one."""

    def to_plain(self, value: Any, /) -> Any:
        """A value as JSON can hold it."""

    def from_plain(self, plain: Any, /) -> Any:
        """Back; raises ValueError if it is none."""


class Archive(Protocol):
    """States as rows; events, acts, views and memories as plain data."""

    @property
    def name(self) -> str:
        """The game's name, which begins its tables' names."""

    @property
    def version(self) -> int:
        """Of the relations: raised when their shape changes."""

    @property
    def relations(self) -> tuple[Relation, ...]:
        """Its tables."""

    @property
    def events(self) -> Plain:
        """What happens, as plain data."""

    @property
    def acts(self) -> Plain:
        """The game master's acts."""

    @property
    def memories(self) -> Plain:
        """What seats remember."""

    def to_rows(self, state: State, scenario: Any) -> Rows:
        """The state as rows of the relations; what the scenario says of itself need not be among them."""

    def from_rows(self, rows: Rows, scenario: Scenario) -> State:
        """The state its rows hold; raises ValueError where no state can be so."""

    def faults(self, state: State) -> list[str]:
        """What cannot be in a state, in words; none in any the engine reaches."""

    def seen_text(self, view: View) -> str:
        """What of a view is kept for people who ask with SQL: places in short."""

    def known_plain(self, view: View) -> Any:
        """The same of others: JSON."""


# Rule book and cards.


class RuleBook(Protocol):
    """The players' rule book, made of the tables the game is played by."""

    ENTRIES: Mapping[str, str]
    """What can be printed by itself, with help: ``{"rule": "a rule or ruling", "spell": "a spell's page"}``."""

    def pages(self) -> Mapping[str, str]:
        """The book as Markdown pages and SVG drawings, by file name."""

    def printed(self) -> Any:
        """The book to be set as a PDF (``reports.book_parts.PrintedBook``)."""

    def entry(self, kind: str, name: str) -> tuple[str, str] | None:
        """One entry: its name and text (Markdown); None if there is none."""

    def names(self, kind: str) -> Mapping[str, str]:
        """Spellings of entries and what they stand for, to look for near ones."""

    @property
    def folder(self) -> Any:
        """Where its templates are (``pathlib.Path``)."""

    def texts(self) -> Mapping[str, str]:
        """The text of every rule (Markdown), by number."""


@named_record
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

    def printed(self, asked: Mapping[str, str], paper: str, cut: bool = False) -> bytes:
        """The same cards as a PDF with every card's face, or to be ``cut`` out; raises ValueError."""
