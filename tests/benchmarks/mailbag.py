"""An office of all five games after a turn, and bags full of its players' mails, for the benchmarks of mail in."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from sqlalchemy import insert, select, update

from magika_gm import games
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.office.passwords import hash_password
from magika_gm.app.post.credentials import reply_address, reply_token
from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.engine.sheet.sheet import Sheet, write_sheet
from magika_gm.resources import shipped
from magika_gm.store import tables as t

BEGUN = datetime(2026, 11, 1, 12, tzinfo=UTC)
NOW = datetime(2026, 11, 2, 12, tzinfo=UTC)
PASSWORD = "swordfish"
SETTINGS = '{}[mail]\nanswers_a_day = 1000000\n[office]\nemail = "gm@example.org"\n'


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's seat: where his mail for the coming turn goes, and what he orders."""

    game: str
    system: str
    seat: str
    email: str
    address: str
    sheet: Sheet


@cache
def _hashed() -> str:
    return hash_password(PASSWORD)


def an_office(folder: Path, database: str = "") -> Office:
    """An office with a game of each kind, each of them after its first turn."""
    folder.mkdir(parents=True)
    place = f'[database]\nurl = "{database}"\n' if database else ""
    (folder / "magika.toml").write_text(SETTINGS.format(place), encoding="utf-8")
    office = init_office(folder)
    for system in games.SYSTEMS:
        signups = shipped("sample") / system / "signups.toml"
        new_game(office, system, signups, BEGUN, system=system, seed=b"mailbag")
        grammar = games.system(system).orders.GRAMMAR
        rows = [
            {"game": system, "turn": 1, "seat": seat, "revision": 1, "received_at": BEGUN.isoformat(),
             "message_id": f"<{system}{seat}@mailbag>", "sheet": write_sheet(sheet, grammar)}
            for seat, sheet in _ordered(office, system, 0).items()
        ]  # fmt: skip
        with office.store.writing() as connection:
            connection.execute(insert(t.sheets), rows)
        process_turn(office, system, BEGUN, early=True, processes=1, pages=False)
    with office.store.writing() as connection:
        connection.execute(update(t.seats).values(password=_hashed()))
        connection.execute(update(t.outbox).values(state="sent"))  # a worker has nothing else to do
    return office


def _ordered(office: Office, system: str, turn: int) -> dict[str, Sheet]:
    """What each seat's built-in policy orders for the turn after ``turn``."""
    kind, sheets = games.system(system), {}
    write_reports(office, system, turn)
    for path in sorted(office.reports(system, turn).glob("*.json")):
        plain = json.loads(path.read_text("utf-8"))
        seat = kind.reports.seat_of(plain)
        policy = kind.automatic.get(seat, kind.bots.DEFAULT)
        orders = dict(enumerate(kind.bots.play(policy, plain, b"mailbag"), 1))
        sheets[seat] = Sheet(game=system, turn=turn + 1, seat=seat, orders=orders)
    return sheets


def seats_of(office: Office) -> list[Seat]:
    """Every seat somebody plays, with its orders for the coming turn."""
    found = []
    s, p = t.seats.c, t.players.c
    for system in games.SYSTEMS:
        with office.store.reading() as connection:
            run = connection.execute(
                select(t.turns.c.processed_at).where(t.turns.c.game == system, t.turns.c.turn == 1)
            ).scalar()
            rows = connection.execute(select(s.seat, p.email).join(t.players, p.id == s.player).where(s.game == system))
            emails = {seat: email for seat, email in rows}  # noqa: C416 - rows are not plain tuples
        for seat, sheet in _ordered(office, system, 1).items():
            if emails.get(seat):
                token = reply_token(office, system, seat, 2, str(run), emails[seat])
                address = reply_address("gm@example.org", token)
                found.append(Seat(system, system, seat, emails[seat], address, sheet))
    return found


def letter(seat: Seat, number: int, proof: str) -> bytes:
    """A player's mail with his whole sheet: to his report's reply address, or with his password."""
    grammar = games.system(seat.system).orders.GRAMMAR
    to, word = (seat.address, "") if proof == "reply address" else ("gm@example.org", PASSWORD)
    sheet = Sheet(game=seat.game, turn=2, seat=seat.seat, orders=seat.sheet.orders, password=word)
    return (
        f"Received: from mx.example.com by mail.example.org; Mon, 2 Nov 2026 11:00:00 +0000\n"
        f"From: {seat.seat} <{seat.email}>\nTo: {to}\nSubject: orders {number}\n"
        f"Message-ID: <{number}@mailbag.example>\n"
        f"Date: Mon, 2 Nov 2026 11:00:00 +0000\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n"
        f"{write_sheet(sheet, grammar)}\n-- \n{number}\n"
    ).encode()


def bag(seats: list[Seat], number: int, proof: str, system: str = "") -> list[bytes]:
    """So many mails of all players of one kind of game, or of each kind in turn, always the same."""
    kinds = []
    for kind in [system] if system else games.SYSTEMS:
        mine = [seat for seat in seats if seat.system == kind]
        random.Random(4).shuffle(mine)
        kinds.append(mine)
    turns = [kinds[n % len(kinds)] for n in range(number)]
    return [letter(mine[n // len(kinds) % len(mine)], n, proof) for n, mine in enumerate(turns)]
