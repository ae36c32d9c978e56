"""The rooms of Xom and Zol gathered by part, as a seam will ask for them; not in the office yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine import system
from magika_gm.engine.dice import Dice
from magika_gm.engine.relations import Relation, Rows
from magika_gm.engine.system import Entrant, Need, Place, Resolution, ThirdMiss
from magika_gm.games.xom_zol import acts, bots
from magika_gm.games.xom_zol.acts import Act
from magika_gm.games.xom_zol.archive import faults as faults_of
from magika_gm.games.xom_zol.archive import plain, tables
from magika_gm.games.xom_zol.events import Event
from magika_gm.games.xom_zol.options import Options, Pace
from magika_gm.games.xom_zol.orders.acknowledging import understood
from magika_gm.games.xom_zol.orders.form import order_form
from magika_gm.games.xom_zol.orders.forms import Order
from magika_gm.games.xom_zol.orders.lines import MessageLimits, Reading, SheetLine
from magika_gm.games.xom_zol.orders.reading import read_orders, reads, stored_order
from magika_gm.games.xom_zol.orders.writing import write_order
from magika_gm.games.xom_zol.rules.endings import standing
from magika_gm.games.xom_zol.rules.resolution import resolve
from magika_gm.games.xom_zol.setup.scenario import Scenario, read_scenario, write_scenario
from magika_gm.games.xom_zol.setup.start import start
from magika_gm.games.xom_zol.sight.views import Memory, View, hears, perceive, remember
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import SIDES, other

MESSAGES = MessageLimits(most=1, lines=6, characters=400)
WORDS = system.Words(seat="side", seats="sides")
SHAPE = system.TurnShape(
    phases=(
        "Before the turn", "Power", "Draw", "Battle", "Fizzle", "Burn",
        "Power, second game turn", "Draw, second game turn", "Battle, second game turn", "Fizzle, second game turn",
        "Burn, second game turn",
    ),
    third_miss=ThirdMiss.FORFEIT,
)  # fmt: skip
"""A mail turn's phases: five a game turn, those of a second one (pace ``double``) numbered on."""


class Setup:
    """Scenarios and beginnings."""

    default = "xom-against-zol"

    def read(self, text: str, name: str) -> Scenario:
        """A scenario from its TOML text; raises ``ScenarioFaults``."""
        return read_scenario(text, name)

    def write(self, scenario: Scenario) -> str:
        """The scenario as text."""
        return write_scenario(scenario)

    def title(self, scenario: Scenario) -> str:
        """Its title."""
        return scenario.title

    def seats(self, scenario: Scenario) -> tuple[str, ...]:
        """The two sides."""
        return tuple(side for side in SIDES if side in scenario.decks)

    def start(self, scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> State:
        """The state of turn 0."""
        return start(scenario, entrants, dice)


class Orders:
    """The lines of a sheet."""

    def read(self, lines: Sequence[SheetLine], names: Mapping[str, str]) -> Reading:  # noqa: ARG002 - no characters
        """A sheet's lines; never raises."""
        return read_orders(lines)

    def reads(self, line: str) -> bool:
        """Whether a bare line looks like one of this game's orders."""
        return reads(line)

    def write(self, order: Order) -> str:
        """One order as a player would write it."""
        return write_order(order)

    def stored(self, text: str) -> Order:
        """An order from the record; raises ValueError if it is none."""
        return stored_order(text)

    def understood(
        self,
        reading: Reading,
        seat: str,
        known: State | None,
        memory: Memory | None,  # noqa: ARG002 - a forecast needs no past
    ) -> str:
        """The acknowledgement."""
        return understood(reading, seat, known)

    def form(self, state: State, seat: str, memory: Memory | None) -> str:  # noqa: ARG002 - as above
        """The lines of a blank order form."""
        return order_form(perceive(state, seat).state, seat)


class Rules:
    """The law."""

    def resolve(
        self, state: State, orders: Mapping[str, Sequence[Order]], dice: Dice, acts: Sequence[Act] = ()
    ) -> Resolution:
        """A mail turn."""
        return resolve(state, orders, dice, acts)

    def default_orders(self, state: State, seat: str, last: Sequence[Order]) -> None:
        """The law plays for who sent nothing within the turn (POL-8)."""

    def playing(self, state: State) -> tuple[str, ...]:
        """Seats still in the game."""
        return SIDES if state.ending is None else ()

    def needs(self, state: State) -> Mapping[str, Need]:
        """The side about to be active must send a sheet, the other may (MAIL-7)."""
        if state.ending is not None:
            return dict.fromkeys(SIDES, Need.NONE)
        if state.options.pace is Pace.DOUBLE:
            return dict.fromkeys(SIDES, Need.REQUIRED)
        active = state.turn_side(state.turn + 1)
        return {active: Need.REQUIRED, other(active): Need.MAY}

    def ending(self, state: State) -> str | None:
        """Why the game is over."""
        return state.ending

    def standing(self, state: State) -> tuple[Place, ...]:
        """The standing."""
        return standing(state)

    def allied(self, state: State, one: str, other: str) -> bool:  # noqa: ARG002 - a duel
        """Nobody is allied with anybody."""
        return False


class Sight:
    """Who knows what."""

    def perceive(self, state: State, seat: str) -> View:
        """What a seat perceives at a turn's end."""
        return perceive(state, seat)

    def remember(self, memory: Memory | None, turn: int, view: View) -> Memory:
        """The memory with a turn's view taken in."""
        return remember(memory, turn, view)

    def known(self, state: State, seat: str, memory: Memory | None) -> State:  # noqa: ARG002 - the view is enough
        """The state as a seat knows it."""
        return perceive(state, seat).state

    def hears(self, state: State, sender: str, to: str) -> tuple[str, ...]:  # noqa: ARG002 - nobody ever leaves
        """Who gets a message."""
        return hears(sender, to)


class Archive:
    """States as rows; events, acts and memories as plain data."""

    relations: tuple[Relation, ...] = tables.RELATIONS

    def to_rows(self, state: State) -> Rows:
        """The state as rows."""
        return tables.to_rows(state)

    def from_rows(self, rows: Rows, scenario: Scenario | Options) -> State:
        """The state its rows hold; raises ValueError where no state can be so."""
        return tables.from_rows(rows, scenario.options if isinstance(scenario, Scenario) else scenario)

    def event_to_plain(self, event: Event) -> Any:
        """An event as JSON can hold it."""
        return plain.event_to_plain(event)

    def event_from_plain(self, plain_event: Any) -> Event:
        """Back."""
        return plain.event_from_plain(plain_event)

    def act_to_plain(self, act: Act) -> Any:
        """A game master's act as JSON can hold it."""
        return acts.act_to_plain(act)

    def act_from_plain(self, plain_act: Any) -> Act:
        """Back."""
        return acts.act_from_plain(plain_act)

    def memory_to_plain(self, memory: Memory | None) -> Any:
        """A memory as JSON can hold it."""
        return plain.memory_to_plain(memory)

    def memory_from_plain(self, plain_memory: Any) -> Memory | None:
        """Back."""
        return plain.memory_from_plain(plain_memory)

    def faults(self, state: State) -> list[str]:
        """What cannot be in a state."""
        return faults_of.faults(state)


class Bots:
    """Built-in players."""

    policies: Mapping[str, str] = bots.POLICIES
    default = bots.DEFAULT

    def play(self, policy: str, turn_file: Mapping[str, Any], earlier: Sequence[Mapping[str, Any]], seed: bytes) -> str:
        """The sheet's own lines for the coming turn."""
        return bots.play(policy, turn_file, earlier, seed)


SETUP = Setup()
ORDERS = Orders()
RULES = Rules()
SIGHT = Sight()
ARCHIVE = Archive()
BOTS = Bots()
