"""Orders, the turn, and the game master's word on both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Protocol, runtime_checkable

from magika_gm.engine.dice import Dice, Roll
from magika_gm.engine.records import named_record, record
from magika_gm.engine.seam.setup import Act, Memory, Need, Order, Place, Scenario, Seat, Stage, State
from magika_gm.engine.sheet.sheet import Sheet, SheetGrammar
from magika_gm.engine.sheet.understanding import Understanding
from magika_gm.engine.told import Told


@record
class Resolution:
    """A resolved turn: the state after it, what was told on the way, and every roll."""

    state: State
    told: tuple[Told[Any], ...]
    rolls: tuple[Roll, ...]


class Orders(Protocol):
    """The lines of a sheet."""

    GRAMMAR: SheetGrammar

    def names_for(self, memory: Memory) -> Mapping[Seat, str]:
        """The characters' names that somebody with this memory may use in his sheet."""

    def listed(self, sheet: Sheet) -> list[Order]:
        """The orders of a sheet as a turn is played with them."""

    def stored(self, text: str) -> Order:
        """An order from the record; raises ValueError if it is none."""

    def understood(self, sheet: Sheet, seat: Seat, known: State | None) -> Understanding:
        """What becomes of each line of a sheet, its messages aside: those that cannot be read and those a rule refuses
        are errors, wherever the rule stands; what could not be done as things stand is a warning.

        It looks at ``known`` alone (:meth:`Sight.known`; None: orders of a later turn).
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


@named_record
class Standing:
    """A part of a sheet that outlasts its turn: what stands of it now, from earlier turns."""

    part: str
    """As it is called in a sentence: ``REACT part``, ``FAST lines``."""
    lines: tuple[str, ...]
    """The lines that stand, as they are written in a sheet; none if nothing does."""
    rule: str
    whole: bool = False
    """Whether the part is all that counts of a sheet: one that does not replace it is, for the turn, no sheet."""


@runtime_checkable
class StandingOrders(Protocol):
    """Sheets with parts that outlast their turn: what a game may bring beyond :class:`Orders`."""

    def standing(self, known: State, seat: Seat) -> tuple[Standing, ...]:
        """What stands from earlier turns, an entry for every such part that counts in the coming turn."""

    def parts(self, orders: Sequence[Order]) -> frozenset[str]:
        """Which of those parts the orders of a sheet bring anew."""

    def without(self, orders: Sequence[Order], part: str) -> list[Order]:
        """The orders without that part: what stands of it goes on standing."""


class Rules(Protocol):
    """The law."""

    EDITION: int
    """The newest edition of it; 0: it never changed."""

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

    def stage(self, state: State) -> Stage:
        """What kind of turn the coming one is."""

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


@record
class Parameter:
    """A parameter of a verb: its name, what to write, whether it may be left out."""

    name: str
    help: str
    optional: bool = field(default=False, kw_only=True)


@record
class Verb:
    """Something the game master can do between turns: ``correct move 12 CROWN C m12`` is the verb ``move``."""

    name: str
    help: str
    parameters: tuple[Parameter, ...]
    example: str


class ActRefused(Exception):
    """An act that cannot be recorded; the message says why."""


@named_record
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

    def seat_ordered(self, act: Act) -> Seat | None:
        """The seat whose sheet this act writes in, which counts as sent with it; None if it is another act."""

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
