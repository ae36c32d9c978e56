"""The seam: Temple Isle as the office knows it, part by part (engine/system.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.relations import Relation, Rows
from magika_gm.engine.system import (
    Entrant,
    MessageRule,
    Need,
    Place,
    Reading,
    Resolution,
    SheetLine,
    ThirdMiss,
    TurnShape,
    Words,
)
from magika_gm.games.temple_isle import bots
from magika_gm.games.temple_isle.archive import plain, rows
from magika_gm.games.temple_isle.orders.check import as_text, understand
from magika_gm.games.temple_isle.orders.form import order_form
from magika_gm.games.temple_isle.orders.grammar import read_line
from magika_gm.games.temple_isle.orders.model import Order
from magika_gm.games.temple_isle.orders.sheet import looks_like_order, read_sheet
from magika_gm.games.temple_isle.orders.words import Fault
from magika_gm.games.temple_isle.orders.write import write_order
from magika_gm.games.temple_isle.rules.acts import Act
from magika_gm.games.temple_isle.rules.board import OTHER, SEATS
from magika_gm.games.temple_isle.rules.catalogue import Catalogue, standard
from magika_gm.games.temple_isle.rules.events import Event
from magika_gm.games.temple_isle.rules.faults import faults
from magika_gm.games.temple_isle.rules.resolve import needs, places, resolve
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.rules.turn import CHAPTERS
from magika_gm.games.temple_isle.setup.reader import read_scenario
from magika_gm.games.temple_isle.setup.scenario import Scenario
from magika_gm.games.temple_isle.setup.start import begin
from magika_gm.games.temple_isle.setup.writer import write_scenario
from magika_gm.games.temple_isle.sight.memory import Memory, memory_from_plain, memory_to_plain, remember
from magika_gm.games.temple_isle.sight.view import View, known_state, perceive

NAME = "temple_isle"
TITLE = "Temple Isle"
WORDS = Words(
    seat="player",
    seats="players",
    sheet="SEAT",
    aliases=("PLAYER",),
    titles={"SUN": "Sun", "MOON": "Moon"},
)
SHAPE = TurnShape(
    chapters=CHAPTERS,
    messages=MessageRule(most=3, lines=4, characters=200, default_to_opponent=True),
    third_miss=ThirdMiss.FORFEIT,
)


class TempleSetup:
    """Scenarios and beginnings (SET)."""

    default = "isle"

    def read(self, text: str, name: str) -> Scenario:
        """A scenario from its TOML text; raises ``ScenarioFaults`` with every fault and its place."""
        return read_scenario(text, name)

    def write(self, scenario: Scenario) -> str:
        """The scenario as text that reads back to an equal one."""
        return write_scenario(scenario)

    def title(self, scenario: Scenario) -> str:
        """Its title."""
        return scenario.title

    def seats(self, scenario: Scenario) -> tuple[str, ...]:
        """SUN and MOON, in the scenario's seating order."""
        return scenario.seats

    def start(self, scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> State:
        """The state of turn 0 (SET-2); seats are taken by sign-up order, and players choose nothing beforehand."""
        del entrants
        state: State = begin(scenario, dice).state
        return state


class TempleOrders:
    """The lines of a sheet, by the cards of one game; :meth:`of` gives those of a scenario with cards of its own."""

    def __init__(self, catalogue: Catalogue | None = None) -> None:
        self.catalogue = catalogue or standard()

    def of(self, scenario: Scenario) -> TempleOrders:
        """The orders of a game of that scenario."""
        return TempleOrders(scenario.catalogue)

    def read(self, lines: Sequence[SheetLine], names: Mapping[str, str]) -> Reading:
        """A sheet's lines; never raises. Nobody here has a name."""
        del names
        return read_sheet(lines, self.catalogue)

    def reads(self, line: str) -> bool:
        """Whether a bare line looks like one of this game's orders."""
        return looks_like_order(line)

    def write(self, order: Order) -> str:
        """One order as a player would write it; reading it back gives an equal order."""
        return write_order(order)

    def stored(self, text: str) -> Order:
        """An order from the record; raises ValueError if it is none."""
        try:
            return read_line(text, self.catalogue)
        except Fault as fault:
            raise ValueError(f"{text!r}: {fault.reason}") from fault

    def understood(self, reading: Reading, seat: str, known: State | None, memory: Memory | None) -> str:
        """The acknowledgement: orders as understood, warnings, where units would stand; of ``known`` alone."""
        del memory
        return as_text(understand(reading, seat, known))

    def form(self, state: State, seat: str, memory: Memory | None) -> str:
        """The lines of a blank order form, with what could be chosen, as the sender knows it."""
        del memory
        return order_form(known_state(state, seat), seat)


class TempleRules:
    """The law."""

    def resolve(
        self, state: State, orders: Mapping[str, Sequence[Order]], dice: Dice, acts: Sequence[Act] = ()
    ) -> Resolution:
        """A mail turn (SEQ-4)."""
        return resolve(state, orders, dice, acts)

    def default_orders(self, state: State, seat: str, last: Sequence[Order]) -> list[Order] | None:
        """None: the steward plays for who sent nothing (MAIL-7), and ``resolve`` sees to that."""
        del state, seat, last
        return None

    def playing(self, state: State) -> tuple[str, ...]:
        """Both players; nobody once the game is over."""
        return () if state.ended else SEATS

    def needs(self, state: State) -> Mapping[str, Need]:
        """Whose sheets the coming mail turn waits for (MAIL-1, MAIL-2)."""
        return needs(state)

    def ending(self, state: State) -> str | None:
        """Why the game is over."""
        return None if state.ending is None else str(state.ending)

    def standing(self, state: State) -> tuple[Place, ...]:
        """The standing (END-5); the result once the game is over."""
        return places(state)

    def allied(self, state: State, one: str, other: str) -> bool:
        """Nobody plays together."""
        del state
        return one == other


class TempleSight:
    """Who knows what (INFO)."""

    def perceive(self, state: State, seat: str) -> View:
        """What a seat perceives at a mail turn's end."""
        return perceive(state, seat)

    def remember(self, memory: Memory | None, turn: int, view: View) -> Memory:
        """The memory with a mail turn's view taken in."""
        return remember(memory, turn, view)

    def known(self, state: State, seat: str, memory: Memory | None) -> State:
        """The state as a seat knows it."""
        del memory
        return known_state(state, seat)

    def hears(self, state: State, sender: str, to: str) -> tuple[str, ...]:
        """Who gets a message: the other player, by his seat, by ``ALL`` or if nobody is named."""
        del state
        return (OTHER[sender],) if to in ("", "ALL", OTHER[sender]) else ()


class TempleArchive:
    """States as rows; events, acts and memories as plain data."""

    relations: tuple[Relation, ...] = rows.RELATIONS

    def to_rows(self, state: State) -> Rows:
        """The state as rows of the relations."""
        return rows.to_rows(state)

    def from_rows(self, table: Rows, scenario: Scenario) -> State:
        """The state its rows hold; raises ValueError where no state can be so."""
        return rows.from_rows(table, scenario.catalogue, scenario.options)

    def event_to_plain(self, event: Event) -> Any:
        """An event as JSON can hold it."""
        return plain.event_to_plain(event)

    def event_from_plain(self, value: Any) -> Event:
        """Back."""
        return plain.event_from_plain(value)

    def act_to_plain(self, act: Act) -> Any:
        """A game master's act as JSON can hold it."""
        return plain.act_to_plain(act)

    def act_from_plain(self, value: Any) -> Act:
        """Back."""
        return plain.act_from_plain(value)

    def memory_to_plain(self, memory: Memory) -> Any:
        """A memory as JSON can hold it."""
        return memory_to_plain(memory)

    def memory_from_plain(self, value: Any) -> Memory:
        """Back."""
        return memory_from_plain(value)

    def faults(self, state: State) -> list[str]:
        """What cannot be in a state, in words."""
        return faults(state)


class TempleBots:
    """Built-in players (BOT)."""

    policies = bots.POLICIES
    default = bots.DEFAULT

    def play(self, policy: str, turn_file: Mapping[str, Any], earlier: Sequence[Mapping[str, Any]], seed: bytes) -> str:
        """The sheet's own lines for the coming mail turn."""
        return bots.play(policy, turn_file, earlier, seed)


SETUP = TempleSetup()
ORDERS = TempleOrders()
RULES = TempleRules()
SIGHT = TempleSight()
ARCHIVE = TempleArchive()
BOTS = TempleBots()
