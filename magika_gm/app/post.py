"""Order mail in: every message ends in exactly one of accepted, refused, set aside; acknowledged at once (DIPL-2)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, insert, select

from magika_gm.app.desk import Game, Seat, game_ids, load_game, load_seats, queue
from magika_gm.app.office import Office
from magika_gm.app.secrets import check_password
from magika_gm.games.magika.orders.check import understanding_text
from magika_gm.games.magika.orders.sheet import Sheet, why_none, write_sheet
from magika_gm.games.magika.ruleset import RULESET
from magika_gm.games.magika.world import World
from magika_gm.mail.envelope import Envelope, open_message
from magika_gm.mail.readers import Incoming
from magika_gm.store import tables as t

TURNS_AHEAD = 3


@dataclass(frozen=True, slots=True)
class Received:
    """What became of one message."""

    source: str
    outcome: str
    """``accepted``, ``refused``, ``aside``, or ``known`` for one that came before."""
    reason: str
    game: str = ""
    turn: int | None = None
    letter: str = ""
    faults: int = 0


@dataclass(slots=True)
class _Mail:
    """A message on its way to its outcome."""

    source: str
    digest: str
    message_id: str
    sender: str
    subject: str
    texts: list[str]
    raw: bytes
    suffix: str = "eml"
    why_aside: str = ""


def ingest(office: Office, incoming: Iterable[Incoming], now: datetime) -> Iterable[Received]:
    """Take messages in one by one, each in a transaction of its own; ``settle`` is called once it is committed."""
    for item in incoming:
        mail = _open(item)
        with office.store.writing() as connection:
            received = _receive(office, connection, mail, now)
        item.settle()
        yield received


def _open(item: Incoming) -> _Mail:
    raw = item.raw if item.raw is not None else (item.sheet or "").encode()
    digest = hashlib.sha256(raw).hexdigest()
    if item.raw is None:
        name = f"<sheet-{digest[:24]}@order-sheet>"
        return _Mail(item.source, digest, name, "", "order sheet", [item.sheet or ""], raw, "txt")
    envelope: Envelope = open_message(item.raw)
    texts = [part.text for part in envelope.parts]
    if not any(RULESET.parse(text, None) for text in texts):
        texts += [part.text for part in envelope.fallbacks()]
    mail = _Mail(item.source, digest, envelope.message_id, envelope.sender, envelope.subject, texts, raw)
    if envelope.automatic:
        mail.why_aside = f"an automatic message ({envelope.automatic})"
    elif envelope.refusable:
        mail.why_aside = envelope.refusable
    return mail


def _receive(office: Office, connection: Connection, mail: _Mail, now: datetime) -> Received:
    known = select(t.inbox.c.outcome).where(
        (t.inbox.c.digest == mail.digest) | (t.inbox.c.message_id == mail.message_id)
    )
    if connection.execute(known).first() is not None:
        return Received(mail.source, "known", "this message came before")
    received = _judge(office, connection, mail, now)
    path = _keep(office, mail, received)
    row = {
        "message_id": mail.message_id,
        "digest": mail.digest,
        "received_at": now.isoformat(),
        "sender": mail.sender,
        "subject": mail.subject[:200],
        "outcome": received.outcome,
        "reason": received.reason,
        "game": received.game or None,
        "turn": received.turn,
        "letter": received.letter or None,
        "path": path,
    }
    connection.execute(insert(t.inbox), [row])
    return received


def _keep(office: Office, mail: _Mail, received: Received) -> str:
    """Keep the raw bytes under ``turns/``, before anything is committed: a crash can at worst leave a spare copy."""
    place = f"{received.game}/{received.turn}" if received.game and received.turn is not None else "aside"
    folder = office.root / "turns" / place
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{received.letter or 'mail'}-{mail.digest[:16]}.{mail.suffix}"
    path.write_bytes(mail.raw)
    return str(path.relative_to(office.root))


def _sheets(texts: list[str]) -> list[Sheet]:
    """The distinct sheets of a message; the same sheet in two renditions of one body counts once."""
    found: dict[str, Sheet] = {}
    for text in texts:
        for sheet in RULESET.parse(text, None):
            found.setdefault(write_sheet(sheet), sheet)
    return list(found.values())


def _judge(office: Office, connection: Connection, mail: _Mail, now: datetime) -> Received:
    if mail.why_aside:
        return Received(mail.source, "aside", mail.why_aside)
    sheets = _sheets(mail.texts)
    if not sheets:
        why = next(filter(None, map(why_none, mail.texts)), "no order sheet (GAME … END) in it")
        return Received(mail.source, "aside", why)
    games = {g.casefold(): g for g in game_ids(connection)}
    name = games.get(sheets[0].game.casefold())
    if name is None:
        return Received(mail.source, "aside", f"there is no game {sheets[0].game}")
    game = load_game(connection, name)
    seats = load_seats(connection, name)
    roster = {letter: seat.character for letter, seat in seats.items()}
    sheets = [s for text in mail.texts for s in RULESET.parse(text, roster)] if len(sheets) == 1 else sheets
    sheet = sheets[0]
    seat = seats.get(sheet.mage)
    if seat is None or not seat.email:
        return Received(mail.source, "aside", "it names no mage a player plays", name)
    desk = _Desk(office, connection, game, seat, mail, now)
    if not check_password(sheet.password, seat.password):
        return desk.refuse(sheet, "the password is missing or not the right one; your orders were not taken")
    if len({write_sheet(s) for s in sheets}) > 1:
        return desk.refuse(sheet, "there is more than one order sheet in it; send one")
    return desk.take(sheet)


@dataclass(slots=True)
class _Desk:
    """Where a sheet whose game and mage are known is taken or refused, and answered."""

    office: Office
    connection: Connection
    game: Game
    seat: Seat
    mail: _Mail
    now: datetime

    def take(self, sheet: Sheet) -> Received:
        turn, due = sheet.turn, self.game.turn + 1
        if self.game.ending:
            return self.refuse(sheet, "the game is over")
        if turn is None:
            return self.refuse(sheet, f"it does not say for which turn it is; write GAME {self.game.id} TURN {due}")
        if turn < due:
            return self.refuse(sheet, f"turn {turn} has been processed; the next one is turn {due}")
        if turn >= due + TURNS_AHEAD:
            return self.refuse(sheet, f"turn {turn} is too far ahead; the next one is turn {due}")
        before = self._standing(turn)
        if sheet.faults and before is not None and not RULESET.parse(before, None)[0].faults:
            reason = "it has errors, and orders without any came before: those stand"
            return self.refuse(sheet, f"{reason}; send the whole sheet again, corrected")
        revision = 1 + (
            self.connection.execute(
                select(func.max(t.sheets.c.revision)).where(
                    t.sheets.c.game == self.game.id, t.sheets.c.turn == turn, t.sheets.c.letter == sheet.mage
                )
            ).scalar()
            or 0
        )
        row = {
            "game": self.game.id,
            "turn": turn,
            "letter": sheet.mage,
            "revision": revision,
            "received_at": self.now.isoformat(),
            "message_id": self.mail.message_id,
            "sheet": sheet.text or write_sheet(replace(sheet, password="")),
        }
        self.connection.execute(insert(t.sheets), [row])
        again = " They replace, whole, the orders you sent before." if revision > 1 else ""
        self._answer("acknowledge", sheet, f"Your orders are accepted.{again}")
        return self._received("accepted", sheet, "replaces earlier orders" if revision > 1 else "")

    def refuse(self, sheet: Sheet, reason: str) -> Received:
        self._answer("refusal", sheet, f"Your orders were NOT accepted: {reason}.")
        return self._received("refused", sheet, reason)

    def _received(self, outcome: str, sheet: Sheet, reason: str) -> Received:
        return Received(
            self.mail.source, outcome, reason, self.game.id, sheet.turn, self.seat.letter, len(sheet.faults)
        )

    def _standing(self, turn: int) -> str | None:
        query = (
            select(t.sheets.c.sheet)
            .where(t.sheets.c.game == self.game.id, t.sheets.c.turn == turn, t.sheets.c.letter == self.seat.letter)
            .order_by(t.sheets.c.revision.desc())
            .limit(1)
        )
        return self.connection.execute(query).scalar()

    def _answer(self, kind: str, sheet: Sheet, opening: str) -> None:
        """Answer to the registered address only, threaded to the mail it answers."""
        world = None
        if kind == "acknowledge" and sheet.turn == self.game.turn + 1:
            # the game master's corrections stay unknown until the report that tells them
            world = _alone(self.game.world(self.connection), sheet.mage)
        read = understanding_text(RULESET.check(sheet, world))
        zone = self.office.settings.zone
        due = self.game.next_due.astimezone(zone).strftime("%A %d %B %Y, %H:%M %Z")
        text = (
            f"Dear {self.seat.name},\n\n{opening}\n\n"
            f"{'' if kind == 'acknowledge' else 'What was read: '}{read}\n\n"
            f"Turn {self.game.turn + 1} is processed after {due}. Until then a later sheet replaces this one whole.\n\n"
            f"{self.office.settings.text('office', 'gm')}\n"
        )
        mail: dict[str, Any] = {
            "message_id": f"<{kind}-{self.mail.digest[:24]}@{self.office.domain}>",
            "kind": kind,
            "game": self.game.id,
            "turn": sheet.turn,
            "letter": self.seat.letter,
            "recipient": self.seat.email,
            "subject": f"Magika game {self.game.id}, mage {self.seat.letter}: orders "
            + ("accepted" if kind == "acknowledge" else "NOT accepted"),
            "in_reply_to": self.mail.message_id if self.mail.sender else "",
            "body": text,
            "created_at": self.now.isoformat(),
        }
        queue(self.connection, mail)


def _alone(world: World, letter: str) -> World:
    """What a mage knows of himself and no more: warnings must not tell of others."""
    mage = world.mages[letter]
    world.mages = {letter: mage}
    world.lying = {}
    world.areas = []
    return world
