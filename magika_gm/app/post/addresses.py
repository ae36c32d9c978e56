"""Where a player's mail goes, and how he changes it: confirmed at the old address, or on the game master's word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, func, insert, select, update

from magika_gm.app.office.office import Office, OfficeError
from magika_gm.app.post.credentials import stamp
from magika_gm.app.post.reply_tokens import change_code, same
from magika_gm.app.record.games import Game, Seat, game_ids, load_game, load_seats, queue
from magika_gm.store import tables as t

_ADDRESS = re.compile(r"[^\s<>()\[\],;:\\\"@]{1,64}@[^\s<>()\[\],;:\\\"@.]{1,63}(?:\.[^\s<>()\[\],;:\\\"@.]{1,63})+")


@dataclass(frozen=True, slots=True)
class Change:
    """A change of address: asked for, or done."""

    game: str
    letter: str
    old: str
    new: str
    state: str


def is_address(text: str) -> bool:
    """Whether a text can be a mail address."""
    return _ADDRESS.fullmatch(text) is not None


def seat_of_address(connection: Connection, address: str) -> tuple[Game, Seat] | None:
    """A game still played and the seat in it of a player with that address."""
    for name in game_ids(connection):
        game = load_game(connection, name, public=True)
        for seat in load_seats(connection, name).values():
            if not game.ending and seat.email and seat.email.casefold() == address.casefold():
                return game, seat
    return None


def ask_change(office: Office, connection: Connection, game: Game, seat: Seat, new: str, now: datetime) -> Change:
    """Note a change asked for, and mail its code to the old address. An older one still open is withdrawn."""
    player = connection.execute(
        select(t.seats.c.player).where(t.seats.c.game == game.id, t.seats.c.letter == seat.letter)
    ).scalar()
    if player is None:
        raise OfficeError(f"nobody plays mage {seat.letter} of game {game.id}")
    if not is_address(new):
        raise OfficeError(f"{new[:80]} is no mail address")
    waiting = (t.address_changes.c.player == player, t.address_changes.c.state == "asked")
    connection.execute(update(t.address_changes).where(*waiting).values(state="withdrawn"))
    row = {
        "player": player,
        "game": game.id,
        "letter": seat.letter,
        "old": seat.email,
        "new": new,
        "asked_at": stamp(now),
        "state": "asked",
    }
    last = connection.execute(select(func.max(t.address_changes.c.id))).scalar() or 0
    number = last + 1
    connection.execute(insert(t.address_changes), [{"id": number, **row}])
    body = (
        f"Dear {seat.name},\n\nyour mail for game {game.id} is to go to another address from now on:\n\n    {new}\n\n"
        "If that is your wish, answer from this address with this line:\n\n"
        "    {confirm}\n\nIf it is not, do nothing, and tell the game master that somebody tried.\n\n"
        f"{office.settings.text('office', 'gm')}\n"
    )
    mail = {
        "message_id": f"<confirm-{number}-{int(now.timestamp())}@{office.domain}>",
        "kind": "confirm",
        "game": game.id,
        "turn": number,
        "letter": seat.letter,
        "recipient": seat.email,
        "subject": f"Magika game {game.id}: change of address, please confirm",
        "body": body,
        "created_at": stamp(now),
    }
    queue(connection, mail)
    return Change(game.id, seat.letter, seat.email, new, "asked")


def code_of(connection: Connection, number: int) -> str:
    """The code that confirms a change, for the mail that carries it."""
    row = connection.execute(select(t.address_changes).where(t.address_changes.c.id == number)).mappings().one()
    seed = connection.execute(select(t.games.c.seed).where(t.games.c.id == row["game"])).scalar_one()
    return change_code(seed, row["id"], row["old"], row["new"], row["asked_at"])


def confirm_change(
    office: Office, connection: Connection, sender: str, code: str, now: datetime
) -> tuple[str, str] | None:
    """Carry out the change a code confirms, if it comes from the old address. Gives game and letter."""
    rows = connection.execute(select(t.address_changes).where(t.address_changes.c.state == "asked")).mappings().all()
    for row in rows:
        if row["old"].casefold() == sender.casefold() and same(code_of(connection, row["id"]), code.casefold()):
            _carry_out(office, connection, row["id"], now)
            return row["game"], row["letter"]
    return None


def _carry_out(office: Office, connection: Connection, number: int, now: datetime) -> None:
    row = connection.execute(select(t.address_changes).where(t.address_changes.c.id == number)).mappings().one()
    connection.execute(update(t.players).where(t.players.c.id == row["player"]).values(email=row["new"]))
    connection.execute(update(t.address_changes).where(t.address_changes.c.id == number).values(state="done"))
    connection.execute(
        update(t.outbox)
        .where(t.outbox.c.recipient == row["old"], t.outbox.c.state == "waiting", t.outbox.c.kind == "report")
        .values(recipient=row["new"])
    )
    for address in (row["old"], row["new"]):
        mail = {
            "message_id": f"<changed-{number}-{'new' if address == row['new'] else 'old'}@{office.domain}>",
            "kind": "changed",
            "game": row["game"],
            "turn": None,
            "letter": row["letter"],
            "recipient": address,
            "subject": f"Magika game {row['game']}: your address has changed",
            "body": (
                f"Mail for mage {row['letter']} of game {row['game']} goes to {row['new']} from now on, no more to "
                f"{row['old']}.\nReply addresses of earlier reports are void; your password is as it was.\n\n"
                f"{office.settings.text('office', 'gm')}\n"
            ),
            "created_at": stamp(now),
        }
        queue(connection, mail)


def change_address(office: Office, game_id: str, letter: str, new: str, now: datetime, force: bool = False) -> Change:
    """Ask for a change of address for a mage's player, or with ``force`` make it at once."""
    with office.store.writing() as connection:
        game = load_game(connection, game_id)
        seat = load_seats(connection, game.id).get(letter)
        if seat is None or not seat.email:
            raise OfficeError(f"{letter} is no mage a player plays in game {game.id}")
        if not force:
            return ask_change(office, connection, game, seat, new, now)
        asked = ask_change(office, connection, game, seat, new, now)
        last = connection.execute(
            select(t.address_changes.c.id).where(
                t.address_changes.c.state == "asked",
                t.address_changes.c.new == new,
                t.address_changes.c.game == game.id,
            )
        ).scalar_one()
        connection.execute(
            update(t.outbox)
            .where(t.outbox.c.kind == "confirm", t.outbox.c.turn == last, t.outbox.c.state == "waiting")
            .values(state="cancelled")
        )
        _carry_out(office, connection, last, now)
        return Change(asked.game, asked.letter, asked.old, asked.new, "done")
