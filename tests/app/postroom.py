"""A game with players, their mails, and what came of them: shared by the tests of the post office."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import lru_cache
from pathlib import Path
from typing import Any

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.post.deliver import deliver
from magika_gm.app.post.intake import ingest
from magika_gm.app.post.order_desk import Received
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.editions import edition_of
from magika_gm.mail.readers import Incoming
from magika_gm.resources import shipped
from tests.offices import copied

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
PASSWORD = {"A": "starling lamp", "C": "swordfish"}
ADDRESS = {"C": "carol.w@example.com"}


def begin(folder: Path, settings: str = "", seed: bytes = b"life", system: str = "magika") -> Office:
    """An office with a game 7 about to play its first turn; ``settings`` goes into magika.toml."""
    return copied(folder, begin_anew, settings, seed, system)


def begin_anew(folder: Path, settings: str = "", seed: bytes = b"life", system: str = "magika") -> Office:
    """The same, but no copy: an office with a secret of its own."""
    if settings:
        folder.mkdir(parents=True)
        (folder / "magika.toml").write_text(settings, encoding="utf-8")
    office = init_office(folder)
    new_game(office, "7", shipped("sample") / system / "signups.toml", NOW, system=system, seed=seed)
    return office


def mailed(folder: Path, system: str = "magika") -> Office:
    """The same, and everybody was sent his report of turn 0."""
    office = begin(folder, system=system)
    list(deliver(office, None))
    return office


def sheet(orders: str = "1 MOVE NE", turn: int = 1, letter: str = "C", password: str | None = None) -> str:
    """An order sheet; without a password line where ``password`` is ""."""
    word = PASSWORD[letter] if password is None else password
    secret = f"PASSWORD {word}\n" if word else ""
    return f"GAME 7 TURN {turn}\nMAGE {letter}\n{secret}{orders}\nEND\n"


def masters_words(office: Office, turn: int) -> str:
    """The game master's report of a turn of game 7."""
    with office.store.reading() as connection:
        return " ".join(edition_of(office, connection, "7", turn).master("txt").split())


@dataclass(slots=True)
class Post:
    """An office's post: mails go in one by one, each with an identifier of its own."""

    office: Office
    sent: int = 0

    def mail(
        self, body: str, sender: str = ADDRESS["C"], to: str = "gm@example.org", headers: str = "", name: str = ""
    ) -> Incoming:
        self.sent += 1
        name = name or f"<{self.sent}@player.example>"
        raw = (
            f"From: {sender}\nTo: {to}\nSubject: orders\nMessage-ID: {name}\n{headers}"
            f"Content-Type: text/plain; charset=utf-8\n\n{body}"
        )
        return Incoming(raw.encode(), None, f"mail {self.sent}")

    def take(self, *items: Incoming, now: datetime = NOW) -> list[Received]:
        return list(ingest(self.office, items, now))

    def one(self, body: str, now: datetime = NOW, **how: Any) -> Received:
        """What became of one mail with that text."""
        (received,) = self.take(self.mail(body, **how), now=now)
        return received

    @property
    def due(self) -> datetime:
        """When the game's next turn is due."""
        with self.office.store.reading() as connection:
            return load_game(connection, "7").next_due

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What the database holds."""
        connection = sqlite3.connect(self.office.root / "magika.sqlite3")
        try:
            with connection:
                return connection.execute(query).fetchall()
        finally:
            connection.close()

    def answers(self) -> list[tuple[str, str, str]]:
        """Kind, recipient and text of every mail but reports."""
        return self.rows("SELECT kind, recipient, body FROM outbox WHERE kind NOT IN ('report', 'copy') ORDER BY id")

    def answer(self) -> str:
        """The text of the last answer."""
        return self.answers()[-1][2]

    def delivered(self, now: datetime | None = None) -> list[EmailMessage]:
        """Everything that goes out now, as mails."""
        list(deliver(self.office, now))
        return mails_in(self.office.root / "outbox")


def mails_in(folder: Path) -> list[EmailMessage]:
    """The mails written to a folder, in order of their names."""
    return [_parsed(path.read_bytes()) for path in sorted(folder.rglob("*.eml"))]


@lru_cache(maxsize=512)
def _parsed(raw: bytes) -> EmailMessage:
    """A mail, which no test changes: outboxes are looked at again and again, and copied offices send the same."""
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def to_letter(mails: Iterable[EmailMessage], letter: str, subject: str) -> EmailMessage:
    """The one mail to a mage's player whose subject has some words."""
    (found,) = [m for m in mails if f"({letter})" in str(m["Subject"]) and subject in str(m["Subject"])]
    return found
