"""Whole games played by the built-in players, without an office: for balance, and for tests.

A game is decided by its scenario, its policies and its seed alone. Each bot is handed its seat's turn file and nothing
else; what it writes goes through the grammar, as a mailed sheet does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal

from magika_gm.engine.dice import Dice
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.games.temple_isle.bots import play
from magika_gm.games.temple_isle.orders.lines import read_sheet
from magika_gm.games.temple_isle.orders.model import Order
from magika_gm.games.temple_isle.report.turnfile import turn_file
from magika_gm.games.temple_isle.rules.board import OTHER, SEATS, SQUARE
from magika_gm.games.temple_isle.rules.endings import leader
from magika_gm.games.temple_isle.rules.events import ControlPassed, Fought, MantraDeclared, Mustered
from magika_gm.games.temple_isle.rules.resolve import resolve
from magika_gm.games.temple_isle.rules.state import DRAW, State
from magika_gm.games.temple_isle.setup.scenario import Scenario
from magika_gm.games.temple_isle.setup.start import begin
from magika_gm.games.temple_isle.sight.view import perceive

PAIRINGS: tuple[tuple[str, str], ...] = (
    ("careful", "careful"),
    ("bold", "bold"),
    ("careful", "bold"),
    ("bold", "careful"),
)
"""Policies of SUN and MOON, taken in turn."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played: how many games, of which scenario, by whom."""

    games: int
    seed: str
    scenario: Scenario = field(default_factory=Scenario)
    pairings: tuple[tuple[str, str], ...] = PAIRINGS


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A game as it came out. ``winner`` is a seat or ``draw``; ``hand`` the winner's last one; ``led`` who led by the
    standings when half the mail turns were played."""

    number: int
    policies: Mapping[str, str]
    first: str
    winner: str
    ending: str
    mails: int
    turns: int
    led: str
    hand: tuple[str, ...]
    mustered: Mapping[str, Counter[str]]
    cast: Mapping[str, Counter[str]]
    fights: int
    temples_changed: int

    @property
    def first_won(self) -> float:
        """1 if the first player won, ½ for a draw."""
        return 0.5 if self.winner == DRAW else float(self.winner == self.first)


def game_seed(plan: Plan, number: int) -> bytes:
    """The seed of one game of a plan."""
    return sha256(f"{plan.seed}/{number}".encode()).digest()


def simulate(plan: Plan, jobs: int = 1) -> Generator[GameRecord, None, None]:
    """The records of all games, in order, as they come; the same whatever the number of ``jobs`` (processes)."""
    one = partial(play_game, plan)
    if jobs < 2 or plan.games < 2:
        yield from map(one, range(plan.games))
        return
    # an interrupt is the caller's to deal with: a worker it struck too would leave the others waiting for ever
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), signal, (SIGINT, SIG_IGN))
    try:
        yield from pool.map(one, range(plan.games), chunksize=max(1, min(8, plan.games // (4 * jobs))))
    finally:
        pool.shutdown(cancel_futures=True)


def play_game(plan: Plan, number: int) -> GameRecord:
    """One game from its world to its end."""
    seed = game_seed(plan, number)
    policies = dict(zip(SEATS, plan.pairings[number % len(plan.pairings)], strict=True))
    state: State = begin(plan.scenario, Dice(seed, 0)).state
    leaders: list[str] = []
    mustered: dict[str, Counter[str]] = {seat: Counter() for seat in SEATS}
    cast: dict[str, Counter[str]] = {seat: Counter() for seat in SEATS}
    fights = temples = 0
    while not state.ended:
        orders = {s: sheet for s in SEATS if (sheet := sheet_of(state, s, policies[s])) is not None}
        resolution = resolve(state, orders, Dice(seed, state.mail + 1))
        state = resolution.state
        leaders.append(leader(state))
        for event in (t.event for t in resolution.told):
            match event:
                case Fought():
                    fights += 1
                case Mustered(card=card, seat=seat):
                    mustered[seat][card] += 1
                case MantraDeclared(card=card, seat=seat):
                    cast[seat][card] += 1
                case ControlPassed(square, seat, before, _):
                    temples += bool(before) and bool(seat) and state.isle[SQUARE[square]] in state.catalogue.temples
                case _:
                    pass
    return GameRecord(
        number=number,
        policies=policies,
        first=state.first,
        winner=state.winner,
        ending=str(state.ending),
        mails=state.mail,
        turns=state.turn,
        led=leaders[(len(leaders) - 1) // 2],
        hand=tuple(state.hands[state.winner]) if state.winner != DRAW else (),
        mustered=mustered,
        cast=cast,
        fights=fights,
        temples_changed=temples,
    )


def sheet_of(state: State, seat: str, policy: str) -> list[Order] | None:
    """What a policy orders by way of its turn file; None if it sends no sheet."""
    text = play(policy, turn_file(perceive(state, seat)))
    if not text:
        return None
    lines = [SheetLine(number, line) for number, line in enumerate(text.split("\n"), 1)]
    return list(read_sheet(lines, state.catalogue).orders)


def loser(record: GameRecord) -> str:
    """The seat that lost, "" if the game was drawn."""
    return "" if record.winner == DRAW else OTHER[record.winner]
