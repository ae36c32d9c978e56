"""The facts behind an alert of turn insurance (GM-2): when its evening is, whose orders are missing, what it says."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, select, update

from magika_gm.app.accounts.ledger import reverse_entry
from magika_gm.app.office.dates_in_words import due_words
from magika_gm.app.office.office import Office
from magika_gm.app.office.workdays import Calendar
from magika_gm.app.record.declarations import absent_at, finals_of, ordered_for
from magika_gm.app.record.games import Game, Holder, load_holders
from magika_gm.engine.seam.shape import Need
from magika_gm.store import tables as t
from magika_gm.store.archive import load_positions, playing_at
from magika_gm.store.vocabulary import MailKind, MailState


class Window(NamedTuple):
    """The time, on the evening before a due date, in which players are reminded."""

    opens: datetime
    closes: datetime

    @property
    def evening(self) -> date:
        """Its day."""
        return self.opens.date()


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """A seat whose orders are missing and whose player wants to be told."""

    seat: str
    how: str
    name: str
    to: str
    """Where: an address or a number."""
    nr: int
    """Which call or alert of this turn it is, from 1."""
    new: bool
    """Made now; False: it was made before, and is neither made nor charged again."""
    charged: bool = False
    trouble: str = ""
    """Why he is not told after all; nothing is charged then."""


def window_of(office: Office, due: datetime) -> Window:
    """The evening before a due date: 22:00 to 23:00 Eastern unless the settings say otherwise (GM-2).

    "Before" is by the clock of that zone, so that the game master phones on one evening for all his games.
    """
    settings = office.settings
    zone = settings.insurance_zone
    day = due.astimezone(zone).date() - timedelta(days=1)
    opens, closes = (
        Calendar(zone=zone, hour=settings.number("insurance", key)).at_hour(day) for key in ("from_hour", "to_hour")
    )
    return Window(opens, closes)


def withdraw_dates(connection: Connection, game: Game) -> None:
    """Mails about dates and pauses of a game that were not sent yet: what they say is overtaken."""
    o = t.outbox.c
    unsent = (o.game == game.id, o.kind.in_((MailKind.DATE, MailKind.PAUSE)), o.state == MailState.WAITING)
    connection.execute(update(t.outbox).where(*unsent).values(state=MailState.CANCELLED))


def people_of(connection: Connection, game: Game) -> list[str]:
    """The seats in a game that people play."""
    holders = load_holders(connection, game.id)
    return [holder for holder in playing_at(connection, game.id, game.turn) if holders[holder].email]


def missing_of(connection: Connection, game: Game) -> tuple[str, ...]:
    """The seats in players' hands whose orders the coming turn waits for, and which are missing without a word."""
    waited = [p.seat for p in load_positions(connection, game.id, game.turn).values() if p.need is Need.REQUIRED]
    excused = (
        ordered_for(connection, game, game.turn + 1)
        | absent_at(connection, game.id, game.next_due)
        | finals_of(connection, game.id, game.turn + 1)
    )
    people = people_of(connection, game)
    return tuple(holder for holder in waited if holder in people and holder not in excused)


def withdraw_alerts(connection: Connection, game: Game, now: datetime) -> None:
    """The turn runs, or its date is moved: an alert by e-mail that has not gone out is never sent, and not charged."""
    o, c = t.outbox.c, t.calls.c
    unsent = (
        o.kind == MailKind.REMIND,
        o.game == game.id,
        o.turn == game.turn + 1,
        o.state.in_((MailState.WAITING, MailState.FAILED)),
    )
    seats = connection.execute(select(o.seat).where(*unsent)).scalars().all()
    if not seats:
        return
    connection.execute(update(t.outbox).where(*unsent).values(state=MailState.CANCELLED))
    undone = t.entries.alias()
    # alerts of an earlier date were withdrawn when it was moved: what is unsent was made for this one
    made = (c.game == game.id, c.turn == game.turn + 1, c.due == game.next_due.isoformat())
    for seat in seats:
        mine = (*made, c.seat == seat)
        query = select(c.entry).join(undone, undone.c.reverses == c.entry, isouter=True)
        entry = connection.execute(query.where(*mine, undone.c.id.is_(None))).scalar()
        if entry is not None:
            reverse_entry(connection, entry, now.isoformat(), "Given back: the alert could not be sent in time")
        connection.execute(update(t.calls).where(*mine).values(due=""))


def alert_text(office: Office, game: Game, holder: Holder) -> str:
    """What an alert says, without greeting and signature."""
    settings = office.settings
    return (
        f"your orders for {game.who_is(holder)} of game {game.id}, have not come yet. "
        f"Turn {game.turn + 1} is due on\n\n    {due_words(game.next_due, settings.zone, holder.zone)}\n\n"
        f"Send them to {settings.text('office', 'email')}, or say that you are away with a line like\n\n"
        f"    ABSENT {game.next_due:%Y-%m-%d} to {game.next_due + timedelta(days=7):%Y-%m-%d}\n\n"
        "If they are on their way already, all is well. You get this because you asked for turn insurance."
    )
