"""Who is reached how: mail addresses, telephone and fax numbers, and who is told that his orders are missing;
what players said of a turn besides their orders; and mail that bounced.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, update

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.record.games import Game, Holder, awaited, load_game, load_games, load_holders, ordering_seats
from magika_gm.engine.system import GameSystem
from magika_gm.engine.words import did_you_mean, nearest
from magika_gm.mail.mailboxes import compared
from magika_gm.store import tables as t
from magika_gm.store.archive import load_acts, playing_at
from magika_gm.store.faults import moment
from magika_gm.store.vocabulary import IN_LINE, Credential, DebtStep, Outcome, Settled, SignUpState, Tier

WISHES = ("none", "e-mail", "fax", "phone")
"""How a player can be told, the evening before a turn is due, that his orders are missing (GM-2)."""
_NUMBER = re.compile(r"\+?[0-9][0-9 ()./-]{3,30}(?: ?(?:x|ext\.?) ?[0-9]{1,6})?")
_ADDRESS = re.compile(r"[^\s<>()\[\],;:\\\"@]{1,64}@[^\s<>()\[\],;:\\\"@.]{1,63}(?:\.[^\s<>()\[\],;:\\\"@.]{1,63})+")


def is_address(text: str) -> bool:
    """Whether a text can be a mail address, and the one that a letter to it would go to."""
    return _ADDRESS.fullmatch(text) is not None and "=?" not in text


def right_address(said: str) -> str:
    """A mail address, where it can be one; raises :class:`OfficeError`."""
    if not is_address(said):
        raise OfficeError(f"{said!r} is no mail address; write one like you@example.org")
    return said


def is_number(text: str) -> bool:
    """Whether a text can be a telephone number."""
    return _NUMBER.fullmatch(text.strip()) is not None


def wish_faults(insurance: str, phone: str, fax: str) -> str:
    """Why turn insurance cannot be had so, "" if it can."""
    if insurance not in WISHES:
        return f"insurance {insurance!r} is not one of {', '.join(WISHES)}"
    for name, number in (("phone", phone), ("fax", fax)):
        if number and not is_number(number):
            return f"{name} {number!r} is not a telephone number; write +1 902 555 0100"
        if insurance == name and not number:
            return f"insurance by {name} needs a {name} number"
    return ""


def zone_faults(zone: str) -> list[str]:
    """Why that is no time zone, with the nearest name."""
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        from zoneinfo import available_timezones

        near = did_you_mean(nearest(zone, sorted(available_timezones()), 1, loose=True))
        return [f"there is no time zone {zone[:40]!r}; {near or 'write one like America/Toronto'}"]
    return []


def must_be_address(email: str) -> None:
    """Raises :class:`OfficeError` for what can be no e-mail address."""
    if "@" not in email or any(c.isspace() for c in email):
        raise OfficeError(f"{email!r} is no e-mail address")


def set_insurance(
    office: Office, game: str, seat: str, how: str, phone: str | None, fax: str | None
) -> tuple[str, Holder]:
    """What turn insurance the player of a seat has, and his numbers; None leaves a number as it is. Which he had."""
    with office.store.writing() as connection:
        found = load_game(connection, game)
        holder = load_holders(connection, found.id).get(seat.upper())
        if holder is None or not holder.email:
            raise OfficeError(f"no player plays {found.system.words.called(seat.upper())} of game {game}")
        phone = holder.phone if phone is None else phone.strip()
        fax = holder.fax if fax is None else fax.strip()
        fault = wish_faults(how, phone, fax)
        if fault:
            raise OfficeError(fault)
        player = select(t.seats.c.player).where(t.seats.c.game == game, t.seats.c.seat == seat).scalar_subquery()
        values = {"insurance": how, "phone": phone, "fax": fax}
        connection.execute(update(t.players).where(t.players.c.id == player).values(**values))
        return holder.insurance, load_holders(connection, game)[seat]


def everybody(connection: Connection) -> list[tuple[int, str, str]]:
    """All people of the office: who plays in a game that goes on, waits on the list or stands by. Number, name and
    address, each address once. Raises :class:`OfficeError` where there is nobody."""
    p, found = t.players.c, dict[str, tuple[int, str, str]]()
    going = [game for game in load_games(connection) if not game.ending]
    seats = {(game.id, seat) for game in going for seat in playing_at(connection, game.id, game.turn)}
    held = connection.execute(select(t.seats.c.player, t.seats.c.game, t.seats.c.seat))
    ids = {player for player, game, seat in held if (game, seat) in seats}
    stands_by = t.standbys.c.state.in_(IN_LINE)
    ids |= set(connection.execute(select(t.signups.c.player).where(t.signups.c.state == SignUpState.WAITING)).scalars())
    ids |= set(connection.execute(select(t.standbys.c.player).where(stands_by)).scalars())
    for number, name, email in connection.execute(select(p.id, p.name, p.email).order_by(p.id)):
        if number in ids and email:
            found.setdefault(compared(email), (number, name, email))
    if not found:
        raise OfficeError("nobody plays, waits on the list or stands by: there is nobody to write to")
    return list(found.values())


# What players said of a turn besides their orders: that they are final, that they are away; and mail that bounced.


def say_final(connection: Connection, game: str, turn: int, seat: str, now: str) -> None:
    """Note that a mage's orders for a turn are final."""
    mine = (t.finals.c.game == game, t.finals.c.turn == turn, t.finals.c.seat == seat)
    connection.execute(delete(t.finals).where(*mine))
    connection.execute(insert(t.finals), [{"game": game, "turn": turn, "seat": seat, "received_at": now}])


def final_said(connection: Connection, game: str, turn: int, seat: str) -> bool:
    """Whether a mage's orders for a turn are final."""
    return seat in finals_of(connection, game, turn)


def finals_of(connection: Connection, game: str, turn: int) -> set[str]:
    """The seats whose orders for a turn are final."""
    query = select(t.finals.c.seat).where(t.finals.c.game == game, t.finals.c.turn == turn)
    return {row[0] for row in connection.execute(query)}


def absences_of(connection: Connection, game: str, seat: str, today: date) -> list[tuple[str, str]]:
    """First and last day of a mage's absences that are not over, as texts."""
    query = (
        select(t.absences.c.first, t.absences.c.last)
        .where(t.absences.c.game == game, t.absences.c.seat == seat, t.absences.c.last >= today.isoformat())
        .order_by(t.absences.c.first)
    )
    return [(first, last) for first, last in connection.execute(query)]


def absent_at(connection: Connection, game: str, due: datetime) -> set[str]:
    """The seats of those who said that they are away on the day a turn is due."""
    day = due.date().isoformat()
    query = select(t.absences.c.seat).where(
        t.absences.c.game == game, t.absences.c.first <= day, t.absences.c.last >= day
    )
    return {row[0] for row in connection.execute(query)}


def paused_for_debt(connection: Connection, game: str) -> set[str]:
    """The seats that are not played until their accounts are settled."""
    d = t.debts.c
    query = select(d.seat).where(d.game == game, d.step == DebtStep.PAUSED, d.ended_at == "")
    return set(connection.execute(query).scalars())


def bounced_at(connection: Connection, game: str, turn: int) -> set[str]:
    """The seats of those whose report of a turn came back: they could not know what to order."""
    query = select(t.outbox.c.seat).where(
        t.outbox.c.game == game, t.outbox.c.turn == turn, t.outbox.c.kind == "report", t.outbox.c.state == "bounced"
    )
    return {row[0] for row in connection.execute(query)}


def ready(connection: Connection, game: Game, holders: Iterable[Holder], playing: Iterable[str]) -> bool:
    """Whether every mage a player plays has orders that are final, so that the turn may run early."""
    seats = {holder.seat for holder in holders if holder.email} & set(playing)
    return bool(seats) and seats <= finals_of(connection, game.id, game.turn + 1)


def ordered_for(connection: Connection, game: Game, turn: int) -> set[str]:
    """The seats whose orders for a turn are here: a sheet of orders came, messages alone being none, or the
    game master gave the orders himself."""
    return ordering_seats(connection, game, turn) | _ordered_by_master(connection, game, turn)


def on_masters_word(connection: Connection, game: Game, turn: int) -> set[str]:
    """The seats whose orders for a turn stand on the game master's word: he entered their sheet, or accepted the mail
    it came in, or gave the orders himself where no sheet came."""
    i, s = t.inbox.c, t.sheets.c
    mine = (s.game == game.id, s.turn == turn)
    query = select(s.seat, s.message_id).where(*mine).order_by(s.seat, s.revision)
    ordering = ordering_seats(connection, game, turn)
    last: dict[str, str] = {seat: name for seat, name in connection.execute(query) if seat in ordering}
    taken = select(i.seat, i.message_id).where(i.game == game.id, i.turn == turn, i.proof == Credential.MASTER)
    entered = {seat for seat, name in connection.execute(taken) if last.get(seat) == name}
    return entered | (_ordered_by_master(connection, game, turn) - last.keys())


def _ordered_by_master(connection: Connection, game: Game, turn: int) -> set[str]:
    acts = [act for _, act in load_acts(connection, game.id, turn)]
    return seats_ordered(game.system, acts)


def seats_ordered(system: GameSystem, acts: Iterable[Any]) -> set[str]:
    """The seats that acts of the game master give orders to."""
    return {seat for act in acts if (seat := system.referee.seat_ordered(act)) is not None}


def waits() -> ColumnElement[bool]:
    """What waits for the game master: set aside, a letter to him, or orders with words to him beside them."""
    c = t.inbox.c
    unsettled = c.outcome.in_((Outcome.ASIDE, Outcome.REMARK)) & (c.settled == Settled.NOT)
    return unsettled | (c.settled == Settled.WORDS)


def unanswered() -> ColumnElement[bool]:
    """What was refused, or waits for the game master: whoever wrote it may believe that he ordered."""
    i = t.inbox.c
    waiting = i.outcome.in_((Outcome.ASIDE, Outcome.REMARK)) & (i.settled == Settled.NOT)
    return (i.outcome == Outcome.REFUSED) | waiting


def of_its_player() -> ColumnElement[bool]:
    """What a seat's player wrote, as far as anybody can tell: it was believed, or came from his registered address and
    was not found to be forged. Anybody can write in another's name; that stops no clock."""
    i, s, p = t.inbox.c, t.seats.c, t.players.c
    believed = or_(*(i.proof.startswith(kind) for kind in (Credential.PASSWORD, Credential.REPLY_ADDRESS)))
    at_home = or_(p.email == i.sender, func.lower(p.email) == func.lower(i.sender))
    his = select(s.game).join(t.players, p.id == s.player).where(s.game == i.game, s.seat == i.seat, at_home).exists()
    return believed | (his & ~i.proof.endswith(f", {Tier.FAIL}"))


def unheard(connection: Connection, game: Game) -> dict[str, datetime]:
    """The seats whose sheets the coming turn waits for, from which nothing was taken since the last turn, but mail of
    their player's came that was refused, or that the game master has not settled: he may believe that he ordered. When
    the first of it came."""
    i = t.inbox.c
    coming = game.turn + 1
    mine = (i.game == game.id, i.seat.is_not(None), i.turn.is_(None) | (i.turn == coming))
    late = i.received_at >= stamp(game.processed_at)
    query = select(i.seat, func.min(i.received_at)).where(*mine, unanswered(), of_its_player(), late)
    wanted = set(awaited(connection, game)) - ordered_for(connection, game, coming)
    wanted -= paused_for_debt(connection, game.id)
    rows = connection.execute(query.group_by(i.seat).order_by(i.seat))
    about = f"game {game.id}: when mail came from"
    return {seat: moment(first, f"{about} {seat}") for seat, first in rows if seat in wanted}
