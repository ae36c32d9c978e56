"""Where a player's mail goes, and how he changes it: confirmed at the old address and then at the new one, each with a
code of its own, or on the game master's word.
"""

from __future__ import annotations

from datetime import datetime
from textwrap import fill
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from magika_gm.app.enrolment.players import people_at, running_seats
from magika_gm.app.enrolment.signup_form import LEAST_PASSWORD
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.office.passwords import folded, hash_password
from magika_gm.app.post.contents import NEW_PASSWORD, WITHDRAW, Mail
from magika_gm.app.post.credentials import DAY, LASTS, Deed, Shown, may, new_code, use_code
from magika_gm.app.post.order_desk import OrderDesk, Received
from magika_gm.app.record.contact import is_address
from magika_gm.app.record.games import Game, Holder, load_game, load_holders, player_of
from magika_gm.app.record.outgoing import OutgoingMail, message_id, notice, queue, signed
from magika_gm.engine.records import named_record, record
from magika_gm.mail.mailboxes import compared
from magika_gm.store import tables as t
from magika_gm.store.faults import moment
from magika_gm.store.vocabulary import (
    IN_LINE,
    AddressState,
    MailKind,
    MailState,
    Outcome,
    Purpose,
    SignUpState,
)


@named_record
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
    email, wanted = t.players.c.email, compared(address)
    query = select(t.seats.c.game, t.seats.c.seat, email).join(t.players, t.players.c.id == t.seats.c.player)
    if wanted.isascii() and "xn--" not in wanted:  # of other letters a database makes something else
        query = query.where(func.lower(email) == wanted)
    rows = connection.execute(query.order_by(t.seats.c.game, t.seats.c.seat))
    return [(game, seat) for game, seat, at in rows if at and compared(at) == wanted]


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
    if compared(new) == compared(holder.email):
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


@record
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
        asked = {row.id: row for row in rows if row.state == state and compared(row.email) == compared(row.old)}
        mine = {n: row for n, row in asked.items() if compared(_asked_at(row, state)) == compared(sender)}
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


# What is done once a code mailed to somebody's registered address comes back: a new password, a sign-up withdrawn.
#
# Anybody may ask; only who reads the mailbox is obeyed. The mail that carries a code says nothing of what was asked
# with.


_WIDTH = 72
MOST_CODES = 3
"""Codes mailed to a player in a day because somebody asked for something by mail."""
_WANTED = {
    Purpose.PASSWORD: (
        "a new password for your games was asked for. If it was you, answer from this address with these two lines, "
        f"your new password in the second one ({LEAST_PASSWORD} characters at least):\n\n"
        "    {confirm}\n    NEW PASSWORD ...\n\nUntil then the old one stands."
    ),
    Purpose.WITHDRAW: (
        "your place on the waiting list was to be given up. If that is your wish, answer from this address with this "
        "line:\n\n    {confirm}\n\nUntil then you wait as before."
    ),
}
_SUBJECT = {Purpose.PASSWORD: "a new password, please confirm", Purpose.WITHDRAW: "your sign-up, please confirm"}


def ask(office: Office, connection: Connection, purpose: Purpose, player: int, now: datetime) -> bool:
    """Mail a code to a player's registered address; False where that many of his went there within a day already."""
    row = connection.execute(select(t.players).where(t.players.c.id == player)).mappings().one()
    if _asked_today(office, connection, player, row["email"], now) >= MOST_CODES:
        return False
    seats = running_seats(connection, player)
    called = load_game(connection, seats[0][0]).called if seats else office.settings.text("office", "name")
    said = f"{_WANTED[purpose]} The code is good for {LASTS.days} days. If it was not you, do nothing."
    text = "\n\n".join(part if part.startswith(" ") else fill(part, _WIDTH) for part in said.split("\n\n"))
    mail = OutgoingMail(
        message_id=_name(office, purpose, player, stamp(now)),
        kind=MailKind.CODE,
        recipient=row["email"],
        subject=f"{called}: {_SUBJECT[purpose]}",
        created_at=stamp(now),
        body=signed(office, row["name"], text),
    )
    queue(connection, mail)
    return True


def _asked_today(office: Office, connection: Connection, player: int, address: str, now: datetime) -> int:
    """How many codes were mailed to a player within a day; what another one at his address asked for is not his."""
    o = t.outbox.c
    since = (o.recipient == address, o.kind == MailKind.CODE, o.created_at > stamp(now - DAY))
    rows = connection.execute(select(o.message_id, o.created_at).where(*since))
    return sum(name in {_name(office, purpose, player, at) for purpose in _WANTED} for name, at in rows)


def ask_by_address(office: Office, connection: Connection, purpose: Purpose, address: str, now: datetime) -> bool:
    """The same for everybody whose address that is, where there is something to do it to."""
    told = False
    for player in people_at(connection, address):
        if purpose is Purpose.PASSWORD or _waits(connection, player):
            told = ask(office, connection, purpose, player, now) or told
    return told


def code_of(office: Office, connection: Connection, mail: OutgoingMail) -> str:
    """A code for the mail that carries it."""
    for player in people_at(connection, mail.recipient):
        for purpose in _WANTED:
            if _name(office, purpose, player, mail.created_at) == mail.message_id:
                return new_code(office, connection, purpose, player, moment(mail.created_at, "when a mail was written"))
    raise OfficeError("whoever it is about has another address now")


def _name(office: Office, purpose: Purpose, player: int, at: str) -> str:
    return message_id(office, MailKind.CODE, purpose, player, at)


def _waits(connection: Connection, player: int) -> list[int]:
    s = t.signups.c
    mine = (s.player == player, s.state.in_((SignUpState.WAITING, SignUpState.ASKED)))
    return list(connection.execute(select(s.id).where(*mine)).scalars())


def confirm_asked(office: Office, connection: Connection, mail: Mail, code: str, now: datetime) -> Received | None:
    """Do what a code was asked for, which comes back from the address it went to; None if it is for nothing here."""
    players = people_at(connection, mail.sender)
    if not players:
        return None
    said = next((c.rest for c in mail.contents.commands if c.name == NEW_PASSWORD), "")
    word = folded(said)
    savepoint = connection.begin_nested()
    player = use_code(office, connection, Purpose.PASSWORD, players, code, now)
    if player is not None and len(word) < LEAST_PASSWORD:
        savepoint.rollback()  # the code is good still
        why = f"the new password is missing, or shorter than {LEAST_PASSWORD} characters"
        text = (
            f"nothing was changed: {why}. The code is good still; answer with its CONFIRM line once more, and below it"
            "\n\n    NEW PASSWORD ...\n\nwith your new password."
        )
        _tell(office, connection, mail, player, now, "your password was NOT changed", text)
        return Received(source=mail.source, outcome=Outcome.REFUSED, reason=f"new password: {why}")
    savepoint.commit()
    if player is not None:
        changed = set_password(connection, player, said)
        text = f"your password has changed: {changed}. Reply addresses are as they were."
        _tell(office, connection, mail, player, now, "your password has changed", text)
        return Received(
            source=mail.source, outcome=Outcome.ACCEPTED, reason=f"new password of player {player} confirmed"
        )
    player = use_code(office, connection, Purpose.WITHDRAW, players, code, now)
    if player is None:
        return None
    gone = _waits(connection, player)
    connection.execute(update(t.signups).where(t.signups.c.id.in_(gone)).values(state=SignUpState.WITHDRAWN))
    _tell(office, connection, mail, player, now, "your sign-up is withdrawn", "you are off the waiting list now.")
    return Received(
        source=mail.source,
        outcome=Outcome.ACCEPTED,
        reason=f"sign-up {', '.join(map(str, gone))} withdrawn by its player",
    )


def set_password(connection: Connection, player: int, password: str) -> str:
    """One password for all a player has: his seats in games still played, his sign-ups, his place in the line; in
    words, what it is good for."""
    hashed = hash_password(password)
    seats = running_seats(connection, player)
    for game, seat in seats:
        mine = (t.seats.c.game == game, t.seats.c.seat == seat)
        connection.execute(update(t.seats).where(*mine).values(password=hashed))
    s, b = t.signups.c, t.standbys.c
    waits = (s.player == player, s.state.in_((SignUpState.WAITING, SignUpState.ASKED)))
    connection.execute(update(t.signups).where(*waits).values(password=hashed))
    stands = (b.player == player, b.state.in_(IN_LINE))
    connection.execute(update(t.standbys).where(*stands).values(password=hashed))
    named = [f"game {game}, {load_game(connection, game).system.words.called(seat)}" for game, seat in seats]
    return f"it is the one for {'; '.join(named)}" if named else "it is the one for your next game"


def _tell(
    office: Office, connection: Connection, mail: Mail, player: int, now: datetime, subject: str, text: str
) -> None:
    row = connection.execute(select(t.players).where(t.players.c.id == player)).mappings().one()
    answer = OutgoingMail(
        message_id=message_id(office, MailKind.CHANGED, mail.digest[:24]),
        kind=MailKind.CHANGED,
        recipient=row["email"],
        subject=f"{office.settings.text('office', 'name')}: {subject}",
        created_at=stamp(now),
        body=signed(office, row["name"], text),
    )
    queue(connection, answer)


def ask_for(office: Office, said: str, now: datetime) -> str:
    """Mail a player the code for a new password, on the game master's word; his address."""
    from magika_gm.app.accounts.bookkeeping import find_player

    with office.store.writing() as connection:
        person = find_player(connection, said)
        if not ask(office, connection, Purpose.PASSWORD, person.id, now):
            raise OfficeError(f"{MOST_CODES} codes were mailed to {person.email} within a day; more go tomorrow")
    return person.email


def asked_alone(office: Office, connection: Connection, mail: Mail, now: datetime) -> Received | None:
    """A mail that asks for a code and for nothing else, from a registered address: there the code goes, whoever wrote.

    None for any other mail: one that says whose it is goes to the desk.
    """
    names = {c.name for c in mail.contents.commands}
    purposes = [p for p, name in ((Purpose.PASSWORD, NEW_PASSWORD), (Purpose.WITHDRAW, WITHDRAW)) if name in names]
    if not purposes or mail.contents.read() or not may(Shown.NOTHING, mail.tier, Deed.RENEW):
        return None
    told = [ask_by_address(office, connection, purpose, mail.sender, now) for purpose in purposes]
    if not any(told):
        return None
    return Received(
        source=mail.source,
        outcome=Outcome.ACCEPTED,
        reason=f"{', '.join(sorted(names))}: a code goes to the registered address",
    )


def lost_password(desk: OrderDesk) -> Received:
    """Who lost his password can show none: the code goes to the registered address, and nobody hears of it else."""
    s = t.seats.c
    query = select(s.player).where(s.game == desk.game.id, s.seat == desk.holder.seat)
    player = desk.connection.execute(query).scalar()
    allowed = may(Shown.NOTHING, desk.mail.tier, Deed.RENEW) and player is not None
    if player is not None and allowed and ask(desk.office, desk.connection, Purpose.PASSWORD, player, desk.now):
        return desk.received(Outcome.ACCEPTED, f"{NEW_PASSWORD}: a code goes to the registered address")
    return desk.received(
        Outcome.ASIDE, f"{NEW_PASSWORD}: several codes were mailed today, or its sender is not believed"
    )
