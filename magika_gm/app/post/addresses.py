"""Where a player's mail goes, and how he changes it: confirmed at the old address, or on the game master's word."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, func, insert, select, update

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.post.codes import LASTS, Purpose, new_code, use_code
from magika_gm.app.record.contact import is_address
from magika_gm.app.record.games import Game, Holder, load_game, load_holders
from magika_gm.app.record.outgoing import OutgoingMail, message_id, notice, queue
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import AddressState, MailKind, MailState


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change of address: asked for, or done."""

    game: str
    seat: str
    old: str
    new: str
    state: str
    called: str = ""
    """What the seat is called."""


def seat_of_address(connection: Connection, address: str) -> tuple[Game, Holder] | None:
    """A game still played and the seat in it of a player with that address."""
    for name, seat in seats_at(connection, address):
        game = load_game(connection, name, public=True)
        if not game.ending:
            return game, load_holders(connection, name)[seat]
    return None


def seats_at(connection: Connection, address: str) -> list[tuple[str, str]]:
    """Game and seat of everybody with a mail address, in order; of games that are over, too."""
    email, wanted = t.players.c.email, address.casefold()
    query = select(t.seats.c.game, t.seats.c.seat, email).join(t.players, t.players.c.id == t.seats.c.player)
    if address.isascii():  # what a database makes of other letters differs
        query = query.where(func.lower(email) == wanted)
    rows = connection.execute(query.order_by(t.seats.c.game, t.seats.c.seat))
    return [(game, seat) for game, seat, at in rows if at and at.casefold() == wanted]


def ask_change(office: Office, connection: Connection, game: Game, holder: Holder, new: str, now: datetime) -> Change:
    """Note a change asked for, and mail its code to the old address. An older one still open is withdrawn."""
    player = connection.execute(
        select(t.seats.c.player).where(t.seats.c.game == game.id, t.seats.c.seat == holder.seat)
    ).scalar()
    if player is None:
        raise OfficeError(f"nobody plays {game.system.words.called(holder.seat)} of game {game.id}")
    if not is_address(new):
        raise OfficeError(f"{new[:80]} is no mail address")
    waiting = (t.address_changes.c.player == player, t.address_changes.c.state == AddressState.ASKED)
    connection.execute(update(t.address_changes).where(*waiting).values(state=AddressState.WITHDRAWN))
    row = {
        "player": player,
        "game": game.id,
        "seat": holder.seat,
        "old": holder.email,
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
        f"    {{confirm}}\n\nIt is good for {LASTS.days} days. If it is not your wish, do nothing, and tell the "
        "game master that somebody tried."
    )
    named = (MailKind.CONFIRM, number, int(now.timestamp()))
    subject = "change of address, please confirm"
    queue(connection, notice(office, game, holder, MailKind.CONFIRM, named, subject, text, now))
    return Change(
        game=game.id,
        seat=holder.seat,
        old=holder.email,
        new=new,
        state=AddressState.ASKED,
        called=game.system.words.called(holder.seat),
    )


def code_for(office: Office, connection: Connection, mail: OutgoingMail) -> str:
    """A code that confirms a change, for the mail that carries it: the change asked for when that was written."""
    c = t.address_changes.c
    mine = (c.game == mail.game, c.seat == mail.seat, c.asked_at == mail.created_at)
    number = connection.execute(select(c.id).where(*mine).order_by(c.id.desc())).scalars().first()
    if number is None:
        raise OfficeError("the change of address it is about is not known any more")
    return new_code(office, connection, Purpose.ADDRESS, number, datetime.fromisoformat(mail.created_at))


def confirm_change(
    office: Office, connection: Connection, sender: str, code: str, now: datetime
) -> tuple[str, str] | None:
    """Carry out the change a code confirms, if it comes from the old address in time. Gives game and seat."""
    c = t.address_changes.c
    rows = connection.execute(select(c.id, c.old, c.game, c.seat).where(c.state == AddressState.ASKED)).all()
    mine = {row.id: (row.game, row.seat) for row in rows if row.old.casefold() == sender.casefold()}
    number = use_code(office, connection, Purpose.ADDRESS, mine, code, now) if mine else None
    if number is None:
        return None
    _carry_out(office, connection, number, now)
    return mine[number]


def _carry_out(office: Office, connection: Connection, number: int, now: datetime) -> None:
    row = connection.execute(select(t.address_changes).where(t.address_changes.c.id == number)).mappings().one()
    connection.execute(update(t.players).where(t.players.c.id == row["player"]).values(email=row["new"]))
    connection.execute(
        update(t.address_changes).where(t.address_changes.c.id == number).values(state=AddressState.DONE)
    )
    _redirect(connection, row["player"], row["old"], row["new"])
    seat = row[t.address_changes.c.seat]
    game = load_game(connection, row["game"])
    text = (
        f"Mail for {game.system.words.called(seat)} of game {row['game']} goes to {row['new']} from now on, no more to "
        f"{row['old']}.\nReply addresses of earlier reports are void; your password is as it was.\n\n"
        f"{office.settings.text('office', 'gm')}\n"
    )
    for which in ("old", "new"):
        mail = OutgoingMail(
            message_id=message_id(office, MailKind.CHANGED, number, which),
            kind=MailKind.CHANGED,
            recipient=row[which],
            subject=f"{game.called}: your address has changed",
            created_at=stamp(now),
            game=row["game"],
            seat=seat,
            body=text,
        )
        queue(connection, mail)


def _redirect(connection: Connection, player: int, old: str, new: str) -> None:
    """Reports that wait go to the new address: this player's, not those of another who shares the old one."""
    o, s = t.outbox.c, t.seats.c
    wait = (o.recipient == old, o.state == MailState.WAITING, o.kind == MailKind.REPORT)
    his = select(s.game).where(s.game == o.game, s.seat == o.seat, s.player == player).exists()
    connection.execute(update(t.outbox).where(*wait, his).values(recipient=new))


def change_address(office: Office, game_id: str, seat: str, new: str, now: datetime, force: bool = False) -> Change:
    """Ask for a change of address for a mage's player, or with ``force`` make it at once."""
    with office.store.writing() as connection:
        game = load_game(connection, game_id)
        holder = load_holders(connection, game.id).get(seat)
        if holder is None or not holder.email:
            raise OfficeError(f"{seat} is no {game.system.words.seat} a player plays in game {game.id}")
        if not force:
            return ask_change(office, connection, game, holder, new, now)
        asked = ask_change(office, connection, game, holder, new, now)
        c, o = t.address_changes.c, t.outbox.c
        mine = (c.state == AddressState.ASKED, c.new == new, c.game == game.id)
        last = connection.execute(select(c.id).where(*mine)).scalar_one()
        confirming = (o.kind == MailKind.CONFIRM, o.game == game.id, o.seat == seat, o.created_at == stamp(now))
        unsent = (*confirming, o.state == MailState.WAITING)
        connection.execute(update(t.outbox).where(*unsent).values(state=MailState.CANCELLED))
        _carry_out(office, connection, last, now)
        return Change(
            game=asked.game, seat=asked.seat, old=asked.old, new=asked.new, state=AddressState.DONE, called=asked.called
        )
