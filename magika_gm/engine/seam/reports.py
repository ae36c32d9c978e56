"""What a seat is told, from what the office and the record say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, runtime_checkable

from magika_gm.engine.chain import NO_CHAIN, Chain
from magika_gm.engine.paging import GamePage
from magika_gm.engine.seam.opaque import Act, Memory, Order, Report, Seat, State, View
from magika_gm.engine.threats import Threat
from magika_gm.engine.told import Told


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

    def threats(self, report: Report) -> Sequence[Threat]:
        """What is about to win, lose or end the game, as far as its reader may know; nothing once it is over.

        The kit's ``Lead`` sets them in print, mail, text and page; turn files have them as ``threats``
        (:func:`~magika_gm.engine.threats.threats_plain`).
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


class PlayerPage(Protocol):
    """What a game tells the player's page (``engine.paging``): the report as data, pictures, the orders there could be.

    docs/player-page-data.md walks through it.
    """

    SCRIPT: str
    """The game's own program in the page, built, as ``package:file``: forecast and what depends on the plan; "" where
    the page's own reckoning of purses, limits and legality by the forms is enough."""

    def page(self, report: Report, known: State | None, seat: Seat, memory: Memory) -> GamePage:
        """One seat's page. ``known`` is :meth:`Sight.known`'s, None once the game is over; nothing else may be told."""
