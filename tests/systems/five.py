"""An office with one game of any system, its players' sheets, and what came of them."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import select

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.post.intake import ingest
from magika_gm.app.post.order_desk import Received
from magika_gm.app.record.contact import finals_of
from magika_gm.app.record.games import load_game, load_holders, standing_sheets
from magika_gm.app.turns.process import process_turn
from magika_gm.engine.system import GameSystem
from magika_gm.mail.readers import Incoming
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from magika_gm.store.archive import load_played
from tests.offices import copied
from tests.systems.test_toy_life import SIGNUPS
from tests.systems.toy import TOY

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
GAME = "12"


@dataclass(slots=True)
class Played:
    """The office, and its only game."""

    office: Office
    system: GameSystem
    passwords: dict[str, str]
    sent: int = 0

    def sheet(self, seat: str, *lines: str, turn: int = 1) -> str:
        """A sheet with its password."""
        word = self.system.orders.GRAMMAR.written(seat)
        head = [f"GAME {GAME} TURN {turn}", f"{self.system.sheet_words[0]} {word}", f"PASSWORD {self.passwords[seat]}"]
        return "\n".join([*head, *lines, "END", ""])

    def send(self, seat: str, *lines: str, turn: int = 1) -> Received:
        """A mail with a sheet, from nowhere in particular."""
        return self.mail(self.sheet(seat, *lines, turn=turn))

    def mail(self, text: str) -> Received:
        """A mail with a text."""
        self.sent += 1
        head = f"From: somebody@example.org\nTo: gm@example.org\nMessage-ID: <{self.sent}@player.example>\n"
        raw = f"{head}Subject: orders\nContent-Type: text/plain; charset=utf-8\n\n{text}"
        (received,) = ingest(self.office, [Incoming(raw.encode(), None, f"mail {self.sent}")], NOW)
        return received

    def answer(self) -> tuple[str, str]:
        """Subject and text, on one line, of the last answer."""
        query = select(t.outbox.c.subject, t.outbox.c.body).where(t.outbox.c.body.is_not(None)).order_by(t.outbox.c.id)
        with self.office.store.reading() as connection:
            subject, body = connection.execute(query).all()[-1]
        return subject, " ".join(body.split())

    def play(self) -> int:
        """The coming turn."""
        return process_turn(self.office, GAME, NOW, early=True).turn

    def played(self, seat: str, turn: int) -> list[str]:
        """The orders a turn was played with for a seat."""
        with self.office.store.reading() as connection:
            return load_played(connection, GAME, turn)[seat][1]

    def kept(self, seat: str, turn: int = 1) -> str:
        """The latest sheet for a turn, as the store has it."""
        with self.office.store.reading() as connection:
            return standing_sheets(connection, GAME, turn)[seat]

    def final(self, turn: int = 1) -> set[str]:
        """Who said FINAL."""
        with self.office.store.reading() as connection:
            return finals_of(connection, GAME, turn)

    def turn_file(self, seat: str, turn: int) -> dict[str, Any]:
        """A seat's report as data."""
        path = self.office.reports(GAME, turn) / f"{seat}.json"
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return found

    def stands(self, seat: str) -> tuple[str, ...]:
        """What stands of earlier turns' orders."""
        with self.office.store.reading() as connection:
            state = load_game(connection, GAME).state(connection)
        return tuple(line for one in self.system.orders.standing(state, seat) for line in one.lines)  # type: ignore[attr-defined]


def begun(folder: Path, system: GameSystem, seed: bytes = b"one rule", scenario: str = "") -> Played:
    """An office with a game about to play its first turn; whose password is whose is asked of the game."""
    return opened(folder, copied(folder, _begun, system.name, seed, scenario), system)


def opened(folder: Path, office: Office, system: GameSystem, sent: int = 0) -> Played:
    """An office with such a game, however far it has come by so many mails."""
    signups = _signups(folder, system.name)
    with office.store.reading() as connection:
        holders = load_holders(connection, GAME)
    words = {one["name"]: one.get("password", "") for one in tomllib.loads(signups.read_text("utf-8"))["player"]}
    return Played(office, system, {seat: words.get(holder.name, "") for seat, holder in holders.items()}, sent)


def _signups(folder: Path, system: str) -> Path:
    return folder / "signups.toml" if system == TOY.name else shipped("sample") / system / "signups.toml"


def _begun(folder: Path, system: str, seed: bytes, scenario: str) -> Office:
    office = init_office(folder)
    if system == TOY.name:
        (folder / "scenarios" / TOY.name).mkdir(parents=True)
        (folder / "scenarios" / TOY.name / "plain.toml").write_text("turns = 3\n", encoding="utf-8")
        _signups(folder, system).write_text(SIGNUPS, encoding="utf-8")
    new_game(office, GAME, _signups(folder, system), NOW, system=system, scenario=scenario, seed=seed)
    return office
