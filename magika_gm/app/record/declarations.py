"""What players said of a turn besides their orders: that they are final, that they are away; and mail that bounced."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from sqlalchemy import ColumnElement, Connection, delete, insert, select

from magika_gm.app.office.office import stamp
from magika_gm.app.record.games import Game, Holder, awaited
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import Outcome, Settled


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


def unheard(connection: Connection, game: Game) -> list[str]:
    """The seats whose sheets the coming turn waits for, from which nothing was taken since the last turn, but mail
    came that was refused, or that the game master has not settled: whoever wrote it may believe that he ordered."""
    i, s = t.inbox.c, t.sheets.c
    coming = game.turn + 1
    there = select(s.seat).where(s.game == game.id, s.turn == coming)
    mine = (i.game == game.id, i.seat.is_not(None), i.turn.is_(None) | (i.turn == coming))
    late = i.received_at >= stamp(game.processed_at)
    query = select(i.seat).distinct().where(*mine, unanswered(), late, i.seat.not_in(there)).order_by(i.seat)
    wanted = set(awaited(connection, game))
    return [seat for seat in connection.execute(query).scalars() if seat in wanted]
