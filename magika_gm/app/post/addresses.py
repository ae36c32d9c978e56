"""Where a player's mail goes, and how he changes it: confirmed at the old address, or on the game master's word."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, func, insert, select, update

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.post.reply_tokens import change_code, same
from magika_gm.app.record.contact import is_address
from magika_gm.app.record.games import Game, Seat, game_ids, load_game, load_seats
from magika_gm.app.record.outgoing import OutgoingMail, message_id, notice, queue
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import AddressState, MailKind, MailState


@dataclass(frozen=True, slots=True)
class Change:
    """A change of address: asked for, or done."""

    game: str
    letter: str
    old: str
    new: str
    state: str


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
    waiting = (t.address_changes.c.player == player, t.address_changes.c.state == AddressState.ASKED)
    connection.execute(update(t.address_changes).where(*waiting).values(state=AddressState.WITHDRAWN))
    row = {
        "player": player,
        "game": game.id,
        "letter": seat.letter,
        "old": seat.email,
        "new": new,
        "asked_at": stamp(now),
        "state": AddressState.ASKED,
    }
    last = connection.execute(select(func.max(t.address_changes.c.id))).scalar() or 0
    number = last + 1
    connection.execute(insert(t.address_changes), [{"id": number, **row}])
    text = (
        f"your mail for game {game.id} is to go to another address from now on:\n\n    {new}\n\n"
        "If that is your wish, answer from this address with this line:\n\n"
        "    {confirm}\n\nIf it is not, do nothing, and tell the game master that somebody tried."
    )
    named = (MailKind.CONFIRM, number, int(now.timestamp()))
    subject = "change of address, please confirm"
    queue(connection, notice(office, game, seat, MailKind.CONFIRM, named, subject, text, now))
    return Change(game.id, seat.letter, seat.email, new, AddressState.ASKED)


def code_for(connection: Connection, mail: OutgoingMail) -> str:
    """The code that confirms a change, for the mail that carries it: the change asked for when that was written."""
    c = t.address_changes.c
    mine = (c.game == mail.game, c.letter == mail.seat, c.asked_at == mail.created_at)
    return _code_of(connection, connection.execute(select(c.id).where(*mine).order_by(c.id.desc())).scalars().first())


def _code_of(connection: Connection, number: int | None) -> str:
    row = connection.execute(select(t.address_changes).where(t.address_changes.c.id == number)).mappings().one()
    seed = connection.execute(select(t.games.c.seed).where(t.games.c.id == row["game"])).scalar_one()
    return change_code(seed, row["id"], row["old"], row["new"], row["asked_at"])


def confirm_change(
    office: Office, connection: Connection, sender: str, code: str, now: datetime
) -> tuple[str, str] | None:
    """Carry out the change a code confirms, if it comes from the old address. Gives game and letter."""
    rows = (
        connection.execute(select(t.address_changes).where(t.address_changes.c.state == AddressState.ASKED))
        .mappings()
        .all()
    )
    for row in rows:
        if row["old"].casefold() == sender.casefold() and same(_code_of(connection, row["id"]), code.casefold()):
            _carry_out(office, connection, row["id"], now)
            return row["game"], row["letter"]
    return None


def _carry_out(office: Office, connection: Connection, number: int, now: datetime) -> None:
    row = connection.execute(select(t.address_changes).where(t.address_changes.c.id == number)).mappings().one()
    connection.execute(update(t.players).where(t.players.c.id == row["player"]).values(email=row["new"]))
    connection.execute(
        update(t.address_changes).where(t.address_changes.c.id == number).values(state=AddressState.DONE)
    )
    connection.execute(
        update(t.outbox)
        .where(
            t.outbox.c.recipient == row["old"],
            t.outbox.c.state == MailState.WAITING,
            t.outbox.c.kind == MailKind.REPORT,
        )
        .values(recipient=row["new"])
    )
    text = (
        f"Mail for mage {row['letter']} of game {row['game']} goes to {row['new']} from now on, no more to "
        f"{row['old']}.\nReply addresses of earlier reports are void; your password is as it was.\n\n"
        f"{office.settings.text('office', 'gm')}\n"
    )
    for which in ("old", "new"):
        mail = OutgoingMail(
            message_id=message_id(office, MailKind.CHANGED, number, which),
            kind=MailKind.CHANGED,
            recipient=row[which],
            subject=f"Magika game {row['game']}: your address has changed",
            created_at=stamp(now),
            game=row["game"],
            seat=row["letter"],
            body=text,
        )
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
        c, o = t.address_changes.c, t.outbox.c
        mine = (c.state == AddressState.ASKED, c.new == new, c.game == game.id)
        last = connection.execute(select(c.id).where(*mine)).scalar_one()
        confirming = (o.kind == MailKind.CONFIRM, o.game == game.id, o.letter == letter, o.created_at == stamp(now))
        unsent = (*confirming, o.state == MailState.WAITING)
        connection.execute(update(t.outbox).where(*unsent).values(state=MailState.CANCELLED))
        _carry_out(office, connection, last, now)
        return Change(asked.game, asked.letter, asked.old, asked.new, AddressState.DONE)
