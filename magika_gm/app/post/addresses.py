"""Where a player's mail goes, and how he changes it: confirmed at the old address and then at the new one, each with a
code of its own, or on the game master's word."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.post.codes import LASTS, Purpose, new_code, use_code
from magika_gm.app.post.credentials import DAY
from magika_gm.app.record.contact import is_address
from magika_gm.app.record.games import Game, Holder, load_game, load_holders, player_of
from magika_gm.app.record.outgoing import OutgoingMail, message_id, notice, queue, signed
from magika_gm.store import tables as t
from magika_gm.store.faults import moment
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


OPEN = (AddressState.ASKED, AddressState.AGREED)
"""Changes that wait for a code to come back."""


def ask_change(
    office: Office, connection: Connection, game: Game, holder: Holder, new: str, now: datetime, most: int = 0
) -> Change:
    """Note a change asked for, and mail its code to the old address. An older one still open is withdrawn.

    Raises :class:`OfficeError` for what is no other address, or where the player asked ``most`` times within a day.
    """
    player = player_of(connection, game.id, holder.seat)
    if player is None:
        raise OfficeError(f"nobody plays {game.system.words.called(holder.seat)} of game {game.id}")
    if not is_address(new):
        raise OfficeError(f"{new[:80]} is no mail address")
    if new.casefold() == holder.email.casefold():
        raise OfficeError(f"mail for {game.system.words.called(holder.seat)} goes to {holder.email} already")
    c = t.address_changes.c
    today = select(func.count()).where(c.player == player, c.asked_at > stamp(now - DAY))
    if most and (connection.execute(today).scalar() or 0) >= most:
        raise OfficeError(f"another address was asked for {most} times within a day; ask again tomorrow")
    _withdraw_open(connection, player)
    row = {
        "player": player,
        "game": game.id,
        "seat": holder.seat,
        "old": holder.email,
        "new": new,
        "asked_at": stamp(now),
        "state": AddressState.ASKED,
    }
    number = 1 + (connection.execute(select(func.max(c.id))).scalar() or 0)
    connection.execute(insert(t.address_changes), [{"id": number, **row}])
    text = (
        f"your mail for game {game.id} is to go to another address from now on:\n\n    {new}\n\n"
        "If that is your wish, answer from this address with this line:\n\n"
        f"    {{confirm}}\n\nIt is good for {LASTS.days} days. Then a code of its own goes to the new address, and "
        "once that comes back from there, your mail goes there. If it is not your wish, do nothing, and tell the "
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
    """A code that confirms a change, for the mail that carries it: at the old address the change asked for when that
    was written, at the new one that which was agreed to."""
    c = t.address_changes.c
    mine = select(c.id, c.asked_at).where(c.game == mail.game, c.seat == mail.seat).order_by(c.id.desc())
    for number, asked in connection.execute(mine):
        new = mail.message_id == _name_at_new(office, number)
        if new or asked == mail.created_at:
            purpose = Purpose.NEW_ADDRESS if new else Purpose.ADDRESS
            return new_code(office, connection, purpose, number, moment(mail.created_at, "when a mail was written"))
    raise OfficeError("the change of address it is about is not known any more")


def _name_at_new(office: Office, number: int) -> str:
    return message_id(office, MailKind.CONFIRM, number, "new")


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Whose change of address a code confirmed, and whether it is made with that, or waits for the new address."""

    game: str
    seat: str
    done: bool


def confirm_change(office: Office, connection: Connection, sender: str, code: str, now: datetime) -> Confirmed | None:
    """Do what a code confirms, if it comes in time from the address it went to: from the old one ask the new one, from
    the new one carry the change out. Nothing is confirmed of a player who has yet another address by now."""
    c, p = t.address_changes.c, t.players.c
    rows = connection.execute(
        select(c.id, c.old, c.new, c.game, c.seat, c.state, p.email)
        .join(t.players, p.id == c.player)
        .where(c.state.in_(OPEN))
    ).all()
    for state, purpose in ((AddressState.ASKED, Purpose.ADDRESS), (AddressState.AGREED, Purpose.NEW_ADDRESS)):
        asked = {row.id: row for row in rows if row.state == state and row.email.casefold() == row.old.casefold()}
        mine = {n: row for n, row in asked.items() if _asked_at(row, state).casefold() == sender.casefold()}
        number = use_code(office, connection, purpose, mine, code, now) if mine else None
        if number is None:
            continue
        if state == AddressState.AGREED:
            _carry_out(office, connection, number, now)
        else:
            _ask_new(office, connection, number, mine[number], now)
        return Confirmed(mine[number].game, mine[number].seat, state == AddressState.AGREED)
    return None


def _asked_at(row: Any, state: AddressState) -> str:
    return str(row.old if state == AddressState.ASKED else row.new)


def _ask_new(office: Office, connection: Connection, number: int, row: Any, now: datetime) -> None:
    """The old address agreed: the new one is asked, in a mail that holds nothing of the game but its name, for whoever
    reads there may never have heard of us."""
    agreed = update(t.address_changes).where(t.address_changes.c.id == number)
    connection.execute(agreed.values(state=AddressState.AGREED))
    game = load_game(connection, row.game, public=True)
    text = (
        f"the mail of a player of {game.called} is to come to this address from now on, as he asked. If you are that "
        f"player, answer from this address with this line:\n\n    {{confirm}}\n\nIt is good for {LASTS.days} days. "
        "If you are not, do nothing: then nothing will come."
    )
    mail = OutgoingMail(
        message_id=_name_at_new(office, number),
        kind=MailKind.CONFIRM,
        recipient=row.new,
        subject=f"{game.called}: your new address, please confirm",
        created_at=stamp(now),
        game=row.game,
        seat=row.seat,
        body=signed(office, "reader", text),
    )
    queue(connection, mail)


def _withdraw_open(connection: Connection, player: int) -> None:
    c = t.address_changes.c
    mine = (c.player == player, c.state.in_(OPEN))
    connection.execute(update(t.address_changes).where(*mine).values(state=AddressState.WITHDRAWN))


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
