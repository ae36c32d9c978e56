"""What is done once a code mailed to somebody's registered address comes back: a new password, a sign-up withdrawn.

Anybody may ask; only who reads the mailbox is obeyed. The mail that carries a code says nothing of what was asked with.
"""

from __future__ import annotations

from datetime import datetime
from textwrap import fill

from sqlalchemy import Connection, select, update

from magika_gm import games
from magika_gm.app.enrolment.person import people_at, running_seats
from magika_gm.app.enrolment.signup_form import LEAST_PASSWORD
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.office.passwords import folded, hash_password
from magika_gm.app.post.codes import LASTS, Purpose, new_code, use_code
from magika_gm.app.post.contents import NEW_PASSWORD, WITHDRAW, Mail
from magika_gm.app.post.credentials import DAY
from magika_gm.app.post.order_desk import OrderDesk, Received
from magika_gm.app.post.speaking import Deed, Shown, may
from magika_gm.app.record.games import load_game
from magika_gm.app.record.outgoing import OutgoingMail, message_id, queue, signed
from magika_gm.store import tables as t
from magika_gm.store.faults import moment
from magika_gm.store.vocabulary import MailKind, Outcome, SignUpState, StandbyState

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
    called = load_game(connection, seats[0][0]).called if seats else _titles()
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


def _titles() -> str:
    return "/".join(games.system(name).title for name in games.SYSTEMS)


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
    stands = (b.player == player, b.state.in_((StandbyState.WAITING, StandbyState.OFFERED)))
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
        subject=f"{_titles()}: {subject}",
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
