"""Whole games played by the built-in players, without an office, and what many of them say: for balance, and for tests.

A game is decided by its scenario, its policies and its seed alone. Each bot is handed its seat's turn file and nothing
else; what it writes goes through the grammar, as a mailed sheet does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from math import sqrt
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import mutable, named_record, record
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.games.temple_isle.bots import lines_of
from magika_gm.games.temple_isle.orders.lines import read_sheet
from magika_gm.games.temple_isle.orders.model import Order
from magika_gm.games.temple_isle.report.report import content
from magika_gm.games.temple_isle.rules.events import ControlPassed, Fought, MantraDeclared, Mustered
from magika_gm.games.temple_isle.rules.gameturn import leader
from magika_gm.games.temple_isle.rules.sequence import resolve
from magika_gm.games.temple_isle.rules.state import DRAW, State
from magika_gm.games.temple_isle.rules.terms import OTHER, SEATS, SQUARE
from magika_gm.games.temple_isle.setup import Scenario, begin
from magika_gm.games.temple_isle.sight import perceive

PAIRINGS: tuple[tuple[str, str], ...] = (
    ("careful", "careful"),
    ("bold", "bold"),
    ("careful", "bold"),
    ("bold", "careful"),
)
"""Policies of SUN and MOON, taken in turn."""


@record
class Plan:
    """What is to be played: how many games, of which scenario, by whom."""

    games: int
    seed: str
    scenario: Scenario = field(default_factory=Scenario)
    pairings: tuple[tuple[str, str], ...] = PAIRINGS


@named_record
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


def play_all(plan: Plan, jobs: int = 1) -> Generator[GameRecord, None, None]:
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
    text = lines_of(policy, content(perceive(state, seat)))
    if not text:
        return None
    lines = [SheetLine(number, line) for number, line in enumerate(text.split("\n"), 1)]
    return list(read_sheet(lines, state.catalogue).orders)


def loser(record: GameRecord) -> str:
    """The seat that lost, "" if the game was drawn."""
    return "" if record.winner == DRAW else OTHER[record.winner]


# What many games say: who wins, how long it takes, which cards are in winners' hands.


WIDE = 1.96
"""Standard errors on either side that hold 95 times of 100."""
_MOST_CARDS = 12


@dataclass(slots=True)
class Share:
    """A share of cases with its 95 % interval."""

    cases: int = 0
    hits: float = 0.0

    def add(self, hit: float) -> None:
        """Count one case, a hit in full, in part or not."""
        self.cases += 1
        self.hits += hit

    @property
    def rate(self) -> float:
        """Hits a case."""
        return self.hits / self.cases if self.cases else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval, which stays within 0 and 1."""
        if not self.cases:
            return 0.0, 1.0
        n, p, z = self.cases, self.rate, WIDE
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def to_plain(self) -> dict[str, Any]:
        """As JSON can hold it."""
        low, high = self.interval
        return {"cases": self.cases, "share": round(self.rate, 4), "low": round(low, 4), "high": round(high, 4)}

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.rate:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


@mutable
class Balance:
    """The figures of some games."""

    games: int = 0
    first: Share = field(default_factory=Share)
    first_by_pairing: dict[tuple[str, str], Share] = field(default_factory=dict)
    sun: Share = field(default_factory=Share)
    mixed: dict[str, Share] = field(default_factory=dict)
    """Wins of each policy in games of two different ones."""
    led: Share = field(default_factory=Share)
    """How often who led at half time won."""
    mails: list[int] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    draws: int = 0
    hands: Counter[str] = field(default_factory=Counter)
    """In how many winners' final hands a card is found."""
    won: int = 0
    musters: int = 0
    casts: int = 0
    fights: int = 0
    temples_changed: int = 0
    mustered_by_winner: dict[str, Share] = field(default_factory=dict)
    """Of the times a unit was mustered, how often by the side that won."""
    cast: Counter[str] = field(default_factory=Counter)

    def add(self, record: GameRecord) -> None:
        """Count one game."""
        self.games += 1
        self.first.add(record.first_won)
        pairing = (record.policies[record.first], next(p for s, p in record.policies.items() if s != record.first))
        self.first_by_pairing.setdefault(pairing, Share()).add(record.first_won)
        self.sun.add(0.5 if record.winner == DRAW else float(record.winner == "SUN"))
        if len(set(record.policies.values())) > 1:
            for seat, policy in record.policies.items():
                hit = 0.5 if record.winner == DRAW else float(record.winner == seat)
                self.mixed.setdefault(policy, Share()).add(hit)
        if DRAW not in (record.led, record.winner):
            self.led.add(float(record.led == record.winner))
        self.mails.append(record.mails)
        self.endings[record.ending] += 1
        self.draws += record.winner == DRAW
        if record.winner != DRAW:
            self.won += 1
            self.hands.update(set(record.hand))
        for seat, cards in record.mustered.items():
            self.musters += sum(cards.values())
            for card, times in cards.items():
                for _ in range(times):
                    self.mustered_by_winner.setdefault(card, Share()).add(float(seat != loser(record)))
        for cards in record.cast.values():
            self.casts += sum(cards.values())
            self.cast.update(cards)
        self.fights += record.fights
        self.temples_changed += record.temples_changed

    def length(self, part: float) -> int:
        """The mail turns within which this part of the games is over."""
        ordered = sorted(self.mails)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0

    def ended_by(self) -> list[tuple[int, int, float]]:
        """By mail turn: how many games ended with it, and which part of all is over by then."""
        counts, over = Counter(self.mails), 0
        rows = []
        for mail in range(1, max(self.mails, default=0) + 1):
            over += counts[mail]
            rows.append((mail, counts[mail], over / self.games))
        return rows

    def in_hands(self) -> list[tuple[str, float]]:
        """Cards by the share of winners' final hands they are found in, most first."""
        return [(card, n / self.won) for card, n in self.hands.most_common()] if self.won else []

    def to_plain(self) -> dict[str, Any]:
        """The figures as JSON can hold them."""
        games = max(1, self.games)
        return {
            "games": self.games,
            "first_player": self.first.to_plain(),
            "first_player_by_policies": {
                f"{a} first, {b}": s.to_plain() for (a, b), s in self.first_by_pairing.items()
            },
            "sun": self.sun.to_plain(),
            "policies_in_mixed_games": {p: s.to_plain() for p, s in sorted(self.mixed.items())},
            "leader_at_half_time": self.led.to_plain(),
            "mail_turns": {str(p): self.length(p / 100) for p in (10, 50, 90)},
            "ended_by_mail_turn": [{"mail_turn": m, "games": n, "over": round(p, 4)} for m, n, p in self.ended_by()],
            "endings": dict(self.endings),
            "draws": self.draws,
            "a_game": {
                "musters": round(self.musters / games, 2),
                "mantras": round(self.casts / games, 2),
                "fights": round(self.fights / games, 2),
                "temples_changed": round(self.temples_changed / games, 2),
            },
            "winners_hands": {card: round(share, 4) for card, share in self.in_hands()},
            "mustered_by_winner": {c: s.to_plain() for c, s in sorted(self.mustered_by_winner.items())},
            "mantras_a_hundred_games": {c: round(100 * n / games, 1) for c, n in self.cast.most_common()},
        }


def weighed(records: Iterable[GameRecord]) -> Balance:
    """The figures of these games."""
    balance = Balance()
    for one in records:
        balance.add(one)
    return balance


def markdown(balance: Balance, title: str) -> str:
    """The main figures as a section of a page."""
    plain = balance.to_plain()
    a_game = plain["a_game"]
    rows: list[Sequence[str]] = [
        ("games", str(balance.games)),
        ("first player wins", str(balance.first)),
        *((f"… {a} first against {b}", str(s)) for (a, b), s in sorted(balance.first_by_pairing.items())),
        ("SUN wins", str(balance.sun)),
        *((f"{p} wins, of mixed games", str(s)) for p, s in sorted(balance.mixed.items())),
        ("who leads at half time wins", str(balance.led)),
        ("mail turns: 10 %, median, 90 %", " / ".join(str(balance.length(p)) for p in (0.1, 0.5, 0.9))),
        ("ends by", ", ".join(f"{e} {100 * n / balance.games:.1f} %" for e, n in balance.endings.most_common())),
        ("draws", str(balance.draws)),
        ("a game has", ", ".join(f"{k.replace('_', ' ')} {v}" for k, v in a_game.items())),
        (
            "most in winners' final hands",
            ", ".join(f"{card} {100 * share:.1f} %" for card, share in balance.in_hands()[:_MOST_CARDS]),
        ),
    ]
    return "\n".join([f"## {title}", "", "| figure | |", "|---|---|", *(f"| {k} | {v} |" for k, v in rows), ""])
