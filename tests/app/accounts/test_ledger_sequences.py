"""The books (GM-4) over whatever may happen in whatever order: they balance, and nothing is charged twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from sqlalchemy import Connection, insert

from magika_gm.app.accounts import ledger
from magika_gm.app.accounts.ledger import CASH, TURN, Cause, Transfer, account, balances_of, book_entry, charge_turn
from magika_gm.app.accounts.rates import parse_rates
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from magika_gm.store.database import open_store

RATES = parse_rates((shipped("scenarios") / "rates" / "1994.toml").read_text("utf-8"), "1994.toml")


class Crash(Exception):
    """Power fails in the middle of a transaction."""


SIDES: dict[str, Callable[[str], tuple[str, str]]] = {
    "pay": lambda own: (CASH, own),
    "credit": lambda own: (ledger.GIVEN, own),
    "refund": lambda own: (ledger.REFUNDS, own),
    "charge": lambda own: (own, ledger.INCOME["copy"]),
}
FEE = {1: 350, 2: 500, 3: 350, 4: 300}
"""What each of the four players pays for a turn: US and Canadian money in turn, the fourth by CAMP file."""


class Books(RuleBasedStateMachine):
    """Turns, undos, calls, commands and crashes as they come; a model keeps what each account should hold."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.store = open_store(f"sqlite:///{self.folder.name}/books.sqlite3", create=True)
        self.model = dict.fromkeys(FEE, (0, 0))
        self.turns: list[dict[int, tuple[int, int]]] = []
        self.calls: dict[tuple[int, str], int] = {}
        self.commands: list[tuple[int, int, tuple[int, int]]] = []
        self.number = 0
        row = {"id": "1", "title": "", "scenario": "", "seed": b"x", "seed_hash": "", "pace_days": 14, "created_at": ""}
        with self.store.writing() as connection:
            connection.execute(insert(t.games), [row])
            for player, letter in enumerate("ABCD", 1):
                person = {"id": player, "name": letter, "email": "x@y", "account": letter}
                connection.execute(insert(t.players), [person | {"currency": RATES.currencies[1 - player % 2]}])
                seat = {"game": "1", "seat": letter, "player": player, "character": letter, "password": ""}
                fee = "file" if player == 4 else "turn"
                connection.execute(insert(t.seats), [seat | {"code_word": "", "fee": fee}])

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    @contextmanager
    def transaction(self, crash: bool) -> Iterator[Connection]:
        """A use case's transaction; with ``crash`` all that was done in it is lost."""
        try:
            with self.store.writing() as connection:
                yield connection
                if crash:
                    raise Crash
        except Crash:
            return

    def move(self, by: dict[int, tuple[int, int]], sign: int = 1) -> None:
        for player, (cents, free) in by.items():
            was = self.model[player]
            self.model[player] = (was[0] + sign * cents, was[1] + sign * free)

    @rule(crash=st.booleans())
    def process(self, crash: bool) -> None:
        turn = len(self.turns) + 1
        by = {p: (0, -1) if self.model[p][1] > 0 else (-FEE[p], 0) for p in FEE}
        row = {"game": "1", "turn": turn, "processed_at": "", "next_due": "", "phase": 6, "globe": ""}
        with self.transaction(crash) as connection:
            connection.execute(insert(t.turns), [row])
            assert len(charge_turn(connection, "1", turn, "ABCDM", "now", RATES)) == 4
            assert not charge_turn(connection, "1", turn, "ABCDM", "now", RATES)
        if not crash:
            self.turns.append(by)
            self.move(by)

    @precondition(lambda self: self.turns)
    @rule(crash=st.booleans())
    def undo(self, crash: bool) -> None:
        turn = len(self.turns)
        with self.transaction(crash) as connection:
            connection.execute(t.turns.delete().where(t.turns.c.turn == turn))
            assert len(ledger.reverse_turn(connection, "1", turn, "now")) == 4
            assert not ledger.reverse_turn(connection, "1", turn, "now")
        if not crash:
            self.move(self.turns.pop(), -1)

    @rule(player=st.sampled_from(sorted(FEE)), crash=st.booleans())
    def call(self, player: int, crash: bool) -> None:
        key = (len(self.turns) + 1, "ABCD"[player - 1])
        nr = self.calls.get(key, 0) + 1
        with self.transaction(crash) as connection:
            assert ledger.charge_call(connection, "1", *key, "alert", nr, "now", RATES)
            assert not ledger.charge_call(connection, "1", *key, "alert", nr, "later", RATES)
        if not crash:
            self.calls[key] = nr
            self.move({player: (-50 if nr == 1 else -100, 0)})

    @rule(
        kind=st.sampled_from(sorted(SIDES)),
        player=st.sampled_from(sorted(FEE)),
        amount=st.integers(1, 3000),
        crash=st.booleans(),
    )
    def command(self, kind: str, player: int, amount: int, crash: bool) -> None:
        self.number += 1
        free = kind == "credit"
        amount = amount % 3 if free else amount
        unit = TURN if free else RATES.currencies[1 - player % 2]
        transfer = Transfer(*SIDES[kind](account(player)), unit, amount)
        entry: int | None = None
        with self.transaction(crash) as connection:
            cause = Cause(f"{kind}:{self.number}", kind)
            entry = book_entry(connection, cause, "now", [transfer])
            assert entry
            assert book_entry(connection, cause, "now", [transfer]) is None
        if not crash and entry:
            by = (0, amount) if free else (-amount if kind == "charge" else amount, 0)
            self.commands.append((entry, player, by))
            self.move({player: by})

    @precondition(lambda self: self.commands)
    @rule(which=st.integers(0, 99), crash=st.booleans())
    def take_back_entry(self, which: int, crash: bool) -> None:
        entry, player, by = self.commands[which % len(self.commands)]
        with self.transaction(crash) as connection:
            ledger.reverse_entry(connection, entry, "now", "back")
            with pytest.raises(ledger.AlreadyReversed):
                ledger.reverse_entry(connection, entry, "now", "back")
        if not crash:
            self.commands.remove((entry, player, by))
            self.move({player: by}, -1)

    @invariant()
    def the_books_are_as_they_should_be(self) -> None:
        with self.store.reading() as connection:
            stands = {player: (b.cents, b.free_turns) for player, b in balances_of(connection).items()}
            assert stands == self.model
            assert ledger.faults_in_books(connection) == []


TestBooks = Books.TestCase
TestBooks.settings = settings(max_examples=10, stateful_step_count=20, deadline=None)
