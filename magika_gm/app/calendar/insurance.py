"""Turn insurance (GM-2): the evening before a turn is due, who asked for it and whose orders are missing is told.

By e-mail (queued in the outbox), by fax (a page to send) or by phone (a list to call from). Each call and alert is
noted, charged once, and made once for a due date, however often this runs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, insert, select, update

from magika_gm.app.accounts.ledger import charge_call, reverse
from magika_gm.app.accounts.rates import load_rates
from magika_gm.app.calendar.pauses import pause_of
from magika_gm.app.office.office import Office, OfficeError
from magika_gm.app.office.workdays import Calendar
from magika_gm.app.record.declarations import absent_at, bounced_at, finals_of
from magika_gm.app.record.games import Game, Seat, game_ids, load_game, load_seats, queue, standing_sheets
from magika_gm.store import tables as t
from magika_gm.store.archive import playing_at

WISHES = ("none", "e-mail", "fax", "phone")
FORM = "%A %d %B %Y, %H:%M %Z"
_NUMBER = re.compile(r"\+?[0-9][0-9 ()./-]{3,30}(?: ?(?:x|ext\.?) ?[0-9]{1,6})?")


class Window(NamedTuple):
    """The time, on the evening before a due date, in which players are reminded."""

    opens: datetime
    closes: datetime

    @property
    def evening(self) -> date:
        """Its day."""
        return self.opens.date()


@dataclass(frozen=True, slots=True)
class Alert:
    """A mage whose orders are missing and whose player wants to be told."""

    letter: str
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


@dataclass(frozen=True, slots=True)
class Reminded:
    """What became of a game's turn: ``state`` says why nobody was told, "" where it was time to."""

    game: str
    turn: int
    due: datetime
    window: Window
    state: str
    missing: tuple[str, ...] = ()
    alerts: tuple[Alert, ...] = ()


class Round(NamedTuple):
    """What was done for a game (None: it is over), the files written, and the evening's call list as text."""

    game: Reminded | None
    files: tuple[str, ...] = ()
    call_list: str = ""


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


def window_of(office: Office, due: datetime) -> Window:
    """The evening before a due date: 22:00 to 23:00 Eastern unless the settings say otherwise (GM-2).

    "Before" is by the clock of that zone, so that the game master phones on one evening for all his games.
    """
    settings = office.settings
    zone = ZoneInfo(settings.text("insurance", "time_zone"))
    day = due.astimezone(zone).date() - timedelta(days=1)
    opens, closes = (Calendar(zone, settings.number("insurance", key)).at_hour(day) for key in ("from_hour", "to_hour"))
    return Window(opens, closes)


def people_of(connection: Connection, game: Game) -> list[str]:
    """The mages in a game that people play."""
    seats = load_seats(connection, game.id)
    return [seat for seat in playing_at(connection, game.id, game.turn) if seats[seat].email]


def missing_of(connection: Connection, game: Game) -> tuple[str, ...]:
    """The mages in players' hands whose orders for the coming turn are missing without a word (GM-2, GM-3)."""
    excused = (
        standing_sheets(connection, game.id, game.turn + 1).keys()
        | absent_at(connection, game.id, game.next_due)
        | finals_of(connection, game.id, game.turn + 1)
    )
    return tuple(letter for letter in people_of(connection, game) if letter not in excused)


def remind(office: Office, game: str, now: datetime, early: bool = False, dry_run: bool = False) -> Round:
    """Alert, for one game, those with turn insurance whose orders are missing, once for each due date.

    Nothing is done before the evening's window opens (but with ``early``), nor once the turn is due. E-mails, notes and
    charges are one transaction; the lists are written from the notes and can always be written again. With
    ``dry_run`` nothing is changed or written.
    """
    from magika_gm.app.calendar.call_list import call_text_of, write_evening

    with office.store.writing() as connection:
        found = _remind(office, connection, load_game(connection, game), now, early)
        if dry_run:
            text = call_text_of(office, connection, found, now) if found is not None else ""
            connection.rollback()
            return Round(found, (), text)
    if found is None or not found.alerts:
        return Round(found)
    return Round(found, *write_evening(office, found.window.evening, now))


def to_remind(office: Office, now: datetime) -> list[str]:
    """The games in the time between their evening's window and their due date."""
    with office.store.reading() as connection:
        games = [load_game(connection, name) for name in game_ids(connection)]
    return [g.id for g in games if not g.ending and window_of(office, g.next_due).opens <= now < g.next_due]


def games_of(office: Office) -> list[str]:
    """Every game of the office."""
    with office.store.reading() as connection:
        return game_ids(connection)


def _remind(office: Office, connection: Connection, game: Game, now: datetime, early: bool) -> Reminded | None:
    if game.ending:
        return None
    window = window_of(office, game.next_due)
    zone = office.settings.zone
    pause = pause_of(connection, game.id, now)
    if game.held:
        state = f"turn {game.turn} waits for your review"
    elif pause is not None:
        state = pause.words(zone)
    elif game.next_due <= now:
        state = "due already"
    elif now < window.opens and not early:
        state = f"not before {window.opens.astimezone(zone):{FORM}}"
    else:
        state = ""
    about = (game.id, game.turn + 1, game.next_due, window, state)
    if state:
        return Reminded(*about)
    missing = missing_of(connection, game)
    seats = load_seats(connection, game.id)
    alerts = [_alert(office, connection, game, seats[a], now) for a in missing if seats[a].insurance != "none"]
    return Reminded(*about, missing, tuple(alerts))


def _alert(office: Office, connection: Connection, game: Game, seat: Seat, now: datetime) -> Alert:
    turn, how, due = game.turn + 1, seat.insurance, game.next_due.isoformat()
    to = {"phone": seat.phone, "fax": seat.fax, "e-mail": seat.email}[how]
    mine = (t.calls.c.game == game.id, t.calls.c.turn == turn, t.calls.c.letter == seat.letter)
    before = connection.execute(select(t.calls.c.nr, t.calls.c.due, t.calls.c.how).where(*mine)).all()
    for nr, told_of, by in before:
        if told_of == due:
            return Alert(seat.letter, by, seat.name, to, nr, False)
    if not to:
        return Alert(seat.letter, how, seat.name, to, 0, False, trouble=f"he wants {how}, but there is no number")
    if how == "e-mail" and seat.letter in bounced_at(connection, game.id, game.turn):
        return Alert(seat.letter, how, seat.name, to, 0, False, trouble="his last report came back, so would this")
    nr = len(before) + 1
    entry = None
    if nr == 1:  # another one is only needed where the game master moved the date: that is not the player's doing
        kind = "phone" if how == "phone" else "alert"
        rates = load_rates(office)
        entry = charge_call(connection, game.id, turn, seat.letter, kind, nr, now.isoformat(), rates)
    row = {"game": game.id, "turn": turn, "letter": seat.letter, "nr": nr, "how": how, "due": due}
    connection.execute(insert(t.calls), [row | {"made_at": now.isoformat(), "entry": entry}])
    if how == "e-mail":
        queue(connection, _mail(office, game, seat, nr, now))
    return Alert(seat.letter, how, seat.name, to, nr, True, entry is not None)


def withdraw_alerts(connection: Connection, game: Game, now: datetime) -> None:
    """The turn runs, or its date is moved: an alert by e-mail that has not gone out is never sent, and not charged."""
    o, c = t.outbox.c, t.calls.c
    unsent = (o.kind == "remind", o.game == game.id, o.turn == game.turn + 1, o.state.in_(("waiting", "failed")))
    found = connection.execute(select(o.letter, o.message_id).where(*unsent)).all()
    if not found:
        return
    connection.execute(update(t.outbox).where(*unsent).values(state="cancelled"))
    undone = t.entries.alias()
    for letter, name in found:
        nr = int(name.partition("@")[0].rpartition("-")[2])
        mine = (c.game == game.id, c.turn == game.turn + 1, c.letter == letter, c.nr == nr)
        query = select(c.entry).join(undone, undone.c.reverses == c.entry, isouter=True)
        entry = connection.execute(query.where(*mine, undone.c.id.is_(None))).scalar()
        if entry is not None:
            reverse(connection, entry, now.isoformat(), "Given back: the alert could not be sent in time")
        connection.execute(update(t.calls).where(*mine).values(due=""))


def due_words(office: Office, due: datetime, zone: str) -> str:
    """A due date in a player's own time zone, and in the game master's where that is another."""
    here = due.astimezone(office.settings.zone).strftime(FORM)
    own = due.astimezone(ZoneInfo(zone)).strftime(FORM) if zone else here
    return here if own == here else f"{own} ({here} here)"


def alert_text(office: Office, game: Game, seat: Seat) -> str:
    """What an alert says, by e-mail or fax."""
    settings = office.settings
    return (
        f"Dear {seat.name},\n\n"
        f"your orders for {seat.character}, mage {seat.letter} of game {game.id}, have not come yet. "
        f"Turn {game.turn + 1} is due on\n\n    {due_words(office, game.next_due, seat.zone)}\n\n"
        f"Send them to {settings.text('office', 'email')}, or say that you are away with a line like\n\n"
        f"    ABSENT {game.next_due:%Y-%m-%d} to {game.next_due + timedelta(days=7):%Y-%m-%d}\n\n"
        "If they are on their way already, all is well. You get this because you asked for turn insurance.\n\n"
        f"{settings.text('office', 'gm')}\n"
    )


def _mail(office: Office, game: Game, seat: Seat, nr: int, now: datetime) -> dict[str, Any]:
    return {
        "message_id": f"<remind-{game.id}-{game.turn + 1}-{seat.letter}-{nr}@{office.domain}>",
        "kind": "remind",
        "game": game.id,
        "turn": game.turn + 1,
        "letter": seat.letter,
        "recipient": seat.email,
        "subject": f"Magika game {game.id}: your orders for turn {game.turn + 1} are missing ({seat.letter})",
        "body": alert_text(office, game, seat),
        "created_at": now.isoformat(),
    }


def set_insurance(office: Office, game: str, letter: str, how: str, phone: str | None, fax: str | None) -> Seat:
    """What turn insurance the player of a mage has, and his numbers; None leaves a number as it is."""
    with office.store.writing() as connection:
        seat = load_seats(connection, load_game(connection, game).id).get(letter)
        if seat is None or not seat.email:
            raise OfficeError(f"no player plays mage {letter} of game {game}")
        phone = seat.phone if phone is None else phone.strip()
        fax = seat.fax if fax is None else fax.strip()
        fault = wish_faults(how, phone, fax)
        if fault:
            raise OfficeError(fault)
        player = select(t.seats.c.player).where(t.seats.c.game == game, t.seats.c.letter == letter).scalar_subquery()
        values = {"insurance": how, "phone": phone, "fax": fax}
        connection.execute(update(t.players).where(t.players.c.id == player).values(**values))
        return load_seats(connection, game)[letter]
