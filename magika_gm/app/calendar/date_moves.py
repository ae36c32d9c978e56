"""Due dates moved by the game master (GM-2): told to all, and their calendars moved along."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, func, insert, select, update

from magika_gm.app.calendar.insurance import people_of, withdraw_alerts, withdraw_dates
from magika_gm.app.calendar.schedule import LONGEST_REASON, must_not_pause, note_moved, pause_of, reason_in_words
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.office.workdays import CalendarFault, day_words, moment_words, resumed_due
from magika_gm.app.record.games import Game, load_game, load_holders
from magika_gm.app.record.outgoing import notice, queue
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import MailKind


@dataclass(frozen=True, slots=True)
class Moved:
    """A due date that was moved."""

    game: str
    turn: int
    before: datetime
    due: datetime
    told: int
    """How many players were written to."""


def move_date(office: Office, game_id: str, due: datetime, reason: str, now: datetime) -> Moved:
    """Move the date the next turn of a game is due, and write to every player of it.

    The mail carries the calendar invitation with a higher sequence. Raises :class:`OfficeError` for a game that is
    over or paused, a date that is past or the one it is already.
    """
    from magika_gm.app.calendar.insurance import people_of, withdraw_alerts, withdraw_dates
    from magika_gm.app.calendar.schedule import must_not_pause

    words = " ".join(reason.split())
    if len(words) > LONGEST_REASON:
        raise OfficeError(f"the reason has {len(words)} characters; {LONGEST_REASON} at most")
    with office.store.writing() as connection:
        game = load_game(connection, game_id)
        if game.ending:
            raise OfficeError(f"game {game.id} is over; no turn is due")
        must_not_pause(connection, game.id, now, office.settings.zone)
        if game.held:
            raise OfficeError(
                f"turn {game.turn} of game {game.id} waits for your review, and a new date would tell that it was run; "
                f"publish it first: magika-gm publish {game.id}"
            )
        if due <= now:
            raise OfficeError(
                f"{moment_words(due)} is past; to run the turn now: magika-gm process-turn {game.id} --early"
            )
        if due == game.next_due:
            raise OfficeError(f"turn {game.turn + 1} of game {game.id} is due then already")
        withdraw_alerts(connection, game, now)
        withdraw_dates(connection, game)
        nr = note_moved(connection, game, due, words, stamp(now))
        holders = [load_holders(connection, game.id)[seat] for seat in people_of(connection, game)]
        after, before = (moment_words(when, office.settings.zone) for when in (due, game.next_due))
        text = _moved_text(game.turn + 1, game.id, after, before, words)
        for holder in holders:
            named = (MailKind.DATE, game.id, game.turn, nr, holder.seat)
            subject = f"turn {game.turn + 1} is due {after}"
            queue(connection, notice(office, game, holder, MailKind.DATE, named, subject, text, now))
    return Moved(game.id, game.turn + 1, game.next_due, due, len(holders))


def _moved_text(turn: int, game: str, after: str, before: str, reason: str) -> str:
    why = f": {reason}" if reason else ""
    return (
        f"turn {turn} of game {game} is due on\n\n    {after}\n\nand not on {before}{why}. "
        "Your calendar moves along if you accepted the invitation.\n"
        "Orders you have sent stand; a later sheet replaces them until then."
    )


# Games that pause and go on (GM-2): never due meanwhile, everybody told, calendars kept right.


LEAST_DAYS = 3
"""Days everybody has at least for his orders when a game goes on."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A game that was paused or resumed. ``due``: when its next turn is due, None for as long as nobody knows."""

    game: str
    turn: int
    due: datetime | None
    told: int
    """How many players were written to."""
    why: str = ""
    """Which day was passed over for the due date, and what it is."""


def pause_game(office: Office, game_id: str, until: datetime | None, reason: str, now: datetime) -> Changed:
    """Pause a game and tell every player.

    With ``until`` it goes on by itself then, with the days that had been left, and calendars get the new due date at
    once; without it the date is taken from the calendars until :func:`resume_game`. Raises :class:`OfficeError` for a
    game that is over, paused already or under review, an end that is past, and a reason missing or too long.
    """
    words = reason_in_words(reason)
    if not words:
        raise OfficeError("say why with --reason: the players are told")
    zone = office.settings.zone
    with office.store.writing() as connection:
        game = load_game(connection, game_id)
        if game.ending:
            raise OfficeError(f"game {game.id} is over; there is nothing to pause")
        if game.held:
            raise OfficeError(f"turn {game.turn} of game {game.id} waits for your review; publish or undo it first")
        must_not_pause(connection, game.id, now, zone)
        if until is not None and until <= now:
            raise OfficeError(f"{moment_words(until)} is past; a pause ends in time to come")
        due = why = None
        if until is not None:
            due, why = _due_again(office, game.next_due - now, until)
        nr = (connection.execute(select(func.max(t.pauses.c.nr)).where(t.pauses.c.game == game.id)).scalar() or 0) + 1
        row = {"game": game.id, "nr": nr, "turn": game.turn, "since": now.isoformat(), "reason": words}
        connection.execute(insert(t.pauses), [row | {"until": until.isoformat() if until else "", "ended_at": ""}])
        goes_on = "The game goes on when I write again; your calendar forgets the date until then."
        if until is not None and due is not None:
            goes_on = (
                f"It goes on on {day_words(until.astimezone(zone))}. Turn {game.turn + 1} is due on\n\n"
                f"    {moment_words(due, zone)}\n\nYour calendar moves along if you accepted the invitation."
            )
        text = f"game {game.id} pauses: {words}. {goes_on}\nOrders you have sent stand; a later sheet replaces them."
        told = _tell_players(office, connection, game, due or game.next_due, f"paused: {words}", text, now, due is None)
    return Changed(game.id, game.turn + 1, due, told, why or "")


def resume_game(office: Office, game_id: str, due: datetime | None, now: datetime) -> Changed:
    """Let a paused game go on and tell every player when its next turn is due.

    Without ``due`` everybody has the days that had been left, three at least. Raises :class:`OfficeError` for a game
    that does not pause and a date that is past.
    """
    zone = office.settings.zone
    with office.store.writing() as connection:
        game = load_game(connection, game_id)
        pause = pause_of(connection, game.id, now)
        if pause is None:
            raise OfficeError(f"game {game.id} is not paused; to move its due date: magika-gm move-date {game.id} DATE")
        if due is not None and due <= now:
            raise OfficeError(f"{moment_words(due)} is past; give a date to come, or none")
        why = ""
        if due is None:
            before = game.next_due - pause.since
            # one that was to end by itself had its new date from the start: the days left count from its end
            left = game.next_due - pause.until if pause.until is not None else before
            short = pause.until is None and now - pause.since < timedelta(days=1)
            if short and game.next_due - now >= timedelta(days=LEAST_DAYS):
                due = game.next_due  # nobody lost a day by it
            else:
                due, why = _due_again(office, left, now)
        mine = (t.pauses.c.game == game.id, t.pauses.c.nr == pause.nr)
        connection.execute(update(t.pauses).where(*mine).values(ended_at=now.isoformat()))
        text = (
            f"game {game.id} goes on. Turn {game.turn + 1} is due on\n\n    {moment_words(due, zone)}\n\n"
            "Your calendar has the date again if you accepted the invitation.\n"
            "Orders you have sent stand; a later sheet replaces them until then."
        )
        told = _tell_players(office, connection, game, due, "the game goes on", text, now, False, False)
    return Changed(game.id, game.turn + 1, due, told, why)


def _due_again(office: Office, left: timedelta, from_day: datetime) -> tuple[datetime, str]:
    try:
        return resumed_due(office.settings.calendar, left, from_day, LEAST_DAYS)
    except CalendarFault as error:
        raise OfficeError(str(error)) from error


def _tell_players(
    office: Office,
    connection: Connection,
    game: Game,
    due: datetime,
    reason: str,
    text: str,
    now: datetime,
    cancelled: bool,
    pauses: bool = True,
) -> int:
    """Note the date as moved, so that invitations keep growing in sequence, and write to every player; how many."""
    withdraw_alerts(connection, game, now)
    withdraw_dates(connection, game)
    nr = note_moved(connection, game, due, reason, stamp(now))
    holders = [load_holders(connection, game.id)[seat] for seat in people_of(connection, game)]
    zone = office.settings.zone
    subject = f"turn {game.turn + 1} is due {moment_words(due, zone)}"
    if pauses:
        subject = "the game pauses" if cancelled else f"the game pauses; {subject}"
    kind = MailKind.PAUSE if cancelled else MailKind.DATE
    for holder in holders:
        named = (MailKind.DATE, game.id, game.turn, nr, holder.seat)
        queue(connection, notice(office, game, holder, kind, named, subject, text, now))
    return len(holders)
