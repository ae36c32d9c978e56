"""Reports of games the built-in players play, for tests of pages and of what they may tell."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.reports import Delivered, PlayerData, TurnRecord
from magika_gm.engine.told import Told
from magika_gm.games.temple_isle import sight
from magika_gm.games.temple_isle.cases import Case, read_case
from magika_gm.games.temple_isle.orders.model import Order
from magika_gm.games.temple_isle.orders.sheet import ORDERS
from magika_gm.games.temple_isle.report.report import Report
from magika_gm.games.temple_isle.report.reports import REPORTS
from magika_gm.games.temple_isle.rules.events import Event
from magika_gm.games.temple_isle.rules.sequence import resolve
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.rules.terms import SEATS
from magika_gm.games.temple_isle.setup import Scenario, begin
from tests.temple_isle.randoms import bot_sheet

PLAYER = PlayerData(
    name="Inés Calvo", address="12 Shore Road", account="A17", balance="12.50 CAD, 3 turns", game="31",
    title="Temple Isle", date="2027-02-13", next_due="Saturday 27 February 2027, 18:00 AST", code_word="elm",
    email="ines@example.org", office="Postbag", office_email="gm@example.org",
)  # fmt: skip
MESSAGE = Delivered("MOON", "ALL", False, "The Temple of War is mine by the new moon.")
POLICIES: Mapping[str, str] = {"SUN": "careful", "MOON": "bold"}


@lru_cache(maxsize=8)
def records(turns: int, seed: str = "pages", scenario: Scenario | None = None) -> tuple[TurnRecord, ...]:
    """The records of turns 0 to ``turns`` of a game by bots, or to its end."""
    key = seed.encode()
    beginning = begin(scenario or Scenario(), Dice(key, 0))
    state: State = beginning.state
    found = [record_of(state, beginning.told, {}, key)]
    while not state.ended and state.mail < turns:
        orders = {s: sheet for s in SEATS if (sheet := bot_sheet(state, s, POLICIES[s])) is not None}
        resolution = resolve(state, orders, Dice(key, state.mail + 1))
        state = resolution.state
        found.append(record_of(state, resolution.told, orders, key))
    return tuple(found)


def record_of(
    state: State, told: Sequence[Told[Event]], orders: Mapping[str, Sequence[Order]], key: bytes
) -> TurnRecord:
    """What the record would say of a turn."""
    return TurnRecord(
        state=state,
        told=told,
        orders=orders,
        how={seat: "mailed" if seat in orders else "none" for seat in SEATS},
        messages=(MESSAGE,),
        acts=(),
        seed=key,
        record={"format": "made"} if state.ended else None,
    )


def reports(turns: int, seat: str, seed: str = "pages", scenario: Scenario | None = None) -> list[Report]:
    """A seat's reports of all these turns."""
    memory = sight.SIGHT.no_memory()
    found = []
    for record in records(turns, seed, scenario):
        view = sight.perceive(record.state, seat)
        memory = sight.remember(memory, record.state.mail, view)
        blank = ORDERS.form(PLAYER.game, record.state.mail + 1, record.state, seat, memory)
        found.append(REPORTS.build(record, seat, view, memory, PLAYER, blank))
    return found


def a_report(seat: str, turn: int, seed: str = "pages") -> Report:
    """A seat's report of a turn."""
    return reports(turn, seat, seed)[-1]


def position(toml: str) -> State:
    """The state of a case file's ``[state]``, ``[unit.…]`` and so on; SUN's first game turn is due."""
    case: Case = read_case({"title": "a position", "rules": ["SEQ"], **tomllib.loads(toml)})
    return case.position.state
