"""Due dates moved by the game master (GM-2): told to all, and their calendars moved along; and for so
many away that a game had better wait.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from magika_gm.app.calendar.insurance import missing_of, people_of, withdraw_alerts, withdraw_dates
from magika_gm.app.calendar.schedule import (
    LONGEST_REASON,
    date_of,
    moves_before,
    moves_until,
    must_not_pause,
    note_moved,
    pause_of,
    reason_in_words,
)
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.office.workdays import CalendarFault, day_words, moment_words, resumed_due
from magika_gm.app.record.contact import unheard
from magika_gm.app.record.games import Game, Holder, load_game, load_holders
from magika_gm.app.record.outgoing import notice, queue
from magika_gm.engine.records import record
from magika_gm.store import tables as t
from magika_gm.store.database import lock_for_a_moment
from magika_gm.store.faults import StoreError, moment
from magika_gm.store.vocabulary import MailKind, MailState

_SAY_DATES = (MailKind.REPORT, MailKind.WELCOME, MailKind.DATE, MailKind.PAUSE)


@record
class Moved:
    """A due date that was moved."""

    game: str
    turn: int
    before: datetime
    due: datetime
    told: int
    """How many players were written to."""


def move_date(office: Office, game_id: str, due: datetime, reason: str, now: datetime) -> Moved:
    """Move the date the next turn of a game is due, and write to every player of it who was told another one.

    The mail carries the calendar invitation with a higher sequence. Raises :class:`OfficeError` for a game that is
    over or paused, a date that is past or the one it is already.
    """
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
        holders = _unaware(connection, game, due)
        after = moment_words(due, office.settings.zone)
        for holder, told in holders:
            named = (MailKind.DATE, game.id, game.turn, nr, holder.seat)
            subject = f"turn {game.turn + 1} is due {after}"
            text = _moved_text(game.turn + 1, game.id, after, moment_words(told, office.settings.zone), words)
            queue(connection, notice(office, game, holder, MailKind.DATE, named, subject, text, now))
    return Moved(game.id, game.turn + 1, game.next_due, due, len(holders))


def _unaware(connection: Connection, game: Game, due: datetime) -> list[tuple[Holder, datetime]]:
    """Who plays a game and was not told that its next turn is due then, or was told since that it pauses; and which
    date he was told last. A letter that was withdrawn before it went told nobody anything."""
    o, found = t.outbox.c, []
    begun, holders = load_game(connection, game.id, game.turn), load_holders(connection, game.id)
    for seat in people_of(connection, game):
        mine = (o.game == game.id, o.turn == game.turn, o.seat == seat, o.kind.in_(_SAY_DATES))
        query = select(o.kind, o.created_at).where(*mine, o.state != MailState.CANCELLED).order_by(o.id.desc())
        last = connection.execute(query.limit(1)).first()
        counted = moves_until if last is not None and last.kind in (MailKind.DATE, MailKind.PAUSE) else moves_before
        moves = counted(connection, game.id, game.turn, last.created_at) if last is not None else 0
        told = date_of(connection, begun, moves)
        if told != due or (last is not None and last.kind == MailKind.PAUSE):
            found.append((holders[seat], told))
    return found


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


@record
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
            # one that was to end by itself had its new date from the start: the days left are those left when it began
            moves = moves_before(connection, game.id, game.turn, stamp(pause.since))
            before = date_of(connection, load_game(connection, game.id, game.turn), moves)
            if now - pause.since < timedelta(days=1) and before - now >= timedelta(days=LEAST_DAYS):
                due = before  # nobody lost a day by it
            else:
                due, why = _due_again(office, before - pause.since, now)
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
    holders = load_holders(connection, game.id)
    told = [holders[seat] for seat in people_of(connection, game)]
    if not pauses:
        told = [holder for holder, _ in _unaware(connection, game, due)]
    zone = office.settings.zone
    subject = f"turn {game.turn + 1} is due {moment_words(due, zone)}"
    if pauses:
        subject = "the game pauses" if cancelled else f"the game pauses; {subject}"
    kind = MailKind.PAUSE if cancelled else MailKind.DATE
    for holder in told:
        named = (MailKind.DATE, game.id, game.turn, nr, holder.seat)
        queue(connection, notice(office, game, holder, kind, named, subject, text, now))
    return len(told)


# Stops the clock before a turn in which everybody would miss his turn for a fault of ours (GM-2), and asks.
#
# Two signs: far more orders are missing than usual in that game, or mail was not read around the due time. A turn
# that `tick` or `process-turn --due` would run then waits for the game master's word; one he names himself is run.


LOOK_BACK = 10
"""Turns, or times between readings of mail, from which it is seen what is usual."""
KNOWN_AFTER = 3
"""So many of them, before there is such a thing as usual."""
SHARE = 3
"""A third of the players, at least, before anything is unusual."""
TOGETHER = timedelta(minutes=30)
"""Heartbeats no further apart than this are one row."""
KEPT = timedelta(days=90)
ASK_AGAIN = timedelta(days=1)


class WaitsForWord(OfficeError):
    """The game master is asked first. ``asked_before``: he was, within a day."""

    def __init__(self, game: Game, why: str) -> None:
        self.game, self.why, self.asked_before = game.id, why, False
        self.turn = game.turn + 1
        super().__init__(
            f"game {game.id}: turn {self.turn} is due, but {why}. Look first; then run it with: "
            f"magika-gm process-turn {game.id}, or all that are due with: magika-gm process-turn --due --anyway"
        )


def note_heartbeat(office: Office, now: datetime) -> None:
    """Note that mail was read without a failure at this moment."""
    at = now.astimezone(UTC)
    h = t.heartbeats.c
    with office.store.writing(game="") as connection:
        lock_for_a_moment(connection, h.first.table.name)  # whoever plays a turn meanwhile has nothing to do with it
        last = connection.execute(select(h.first, h.last).order_by(h.last.desc()).limit(1)).first()
        newest = _span(last) if last is not None else None
        if newest is not None and newest[1] >= at:
            return
        if last is not None and newest is None:
            connection.execute(delete(t.heartbeats).where(h.first == last.first))
        if last is not None and newest is not None and at - newest[1] <= TOGETHER:
            connection.execute(update(t.heartbeats).where(h.first == last.first).values(last=at.isoformat()))
        else:
            connection.execute(delete(t.heartbeats).where(h.last < (at - KEPT).isoformat()))
            connection.execute(insert(t.heartbeats), [{"first": at.isoformat(), "last": at.isoformat()}])


def last_heartbeat(connection: Connection) -> datetime | None:
    """When mail was last read without a failure."""
    spans = _spans(connection)
    return max(last for _, last in spans) if spans else None


def stop_if_suspicious(office: Office, connection: Connection, game: Game, now: datetime) -> None:
    """Raise :class:`WaitsForWord` if the due turn of a game had better wait for the game master."""
    signs = [
        quiet_before(
            connection,
            game.next_due + (office.settings.grace if now >= game.next_due + office.settings.grace else timedelta()),
            office.settings.number("guard", "quiet_hours"),
            reads_mail_itself(office),
        ),
        _unusual(connection, game, office.settings.number("guard", "more_missing")),
        _unheard(connection, game, office.settings.number("guard", "unheard_hours"), now),
    ]
    why = ", and ".join(sign for sign in signs if sign)
    if why:
        raise WaitsForWord(game, why)


def reads_mail_itself(office: Office) -> bool:
    """Whether the office reads its mail by itself: a mailbox or a Maildir is named in its settings."""
    return bool(office.settings.text("imap", "host") or office.settings.text("mail", "maildir"))


def quiet_before(connection: Connection, due: datetime, hours: int, fed: bool) -> str:
    """That mail was not read for ``hours`` up to the due time, or not since; "" if it was. 0 hours: never said.

    An office that reads its mail more seldom, once a day perhaps, is quiet after twice its usual time.
    """
    if not hours:
        return ""
    spans = _spans(connection)
    if not spans:
        return "mail was never read" if fed else ""
    if spans[-1][1] < due:
        return "mail was not read since then (magika-gm ingest, or tick, reads it)"
    before = [(first, min(last, due)) for first, last in spans if first <= due]
    if not before:
        return ""
    # a span that goes on beyond the due time has a heartbeat within half an hour of it
    gap = due - before[-1][1]
    pauses = [(later[0] - earlier[1]).total_seconds() for earlier, later in pairwise(before)][-LOOK_BACK:]
    usual = timedelta(seconds=2 * median(pauses) if len(pauses) >= KNOWN_AFTER else 0)
    if gap <= max(timedelta(hours=hours), usual):
        return ""
    return f"mail was not read for {gap // timedelta(hours=1)} hours before; orders may be on their way"


def _spans(connection: Connection) -> list[tuple[datetime, datetime]]:
    """The times in which mail was read, in their order."""
    h = t.heartbeats.c
    return [span for row in connection.execute(select(h.first, h.last).order_by(h.first)) if (span := _span(row))]


def _span(row: Row[*tuple[Any, ...]]) -> tuple[datetime, datetime] | None:
    """A time in which mail was read; None for a row that cannot be read: every game's turn would wait for it."""
    try:
        return moment(row.first, "a heartbeat"), moment(row.last, "a heartbeat")
    except StoreError:
        return None


def _unheard(connection: Connection, game: Game, hours: int, now: datetime) -> str:
    """That somebody wrote, and nothing of it was taken for orders: he may not know. That stops the clock for so many
    ``hours`` from the due time, or from his first such mail where that was read later; 0: never.

    Further mails do not make it longer: nobody can hold a game up at will.
    """
    span = timedelta(hours=hours)
    seats = [seat for seat, first in unheard(connection, game).items() if now < max(game.next_due, first) + span]
    return f"mail came from {' '.join(seats)} that was refused or waits in the inbox, and no orders" if seats else ""


def _unusual(connection: Connection, game: Game, more: int) -> str:
    """That far more orders are missing than usual in this game; "" if not. ``more`` 0: never said."""
    holders = load_holders(connection, game.id)
    players = people_of(connection, game)
    missing = missing_of(connection, game)
    usual = usually_missing(connection, game.id, [seat for seat, holder in holders.items() if holder.email])
    if not more or not far_more(len(missing), len(players), usual, more):
        return ""
    return (
        f"{len(missing)} of {len(players)} orders are missing ({' '.join(missing)}), where {median(usual):g} is usual"
    )


def far_more(missing: int, players: int, usual: Sequence[int], more: int) -> bool:
    """Whether orders missing are far more than usual.

    More than the median of the turns before by ``more``, or by twice their median deviation where that is more, and a
    third of the players at least. Before so many turns were played with orders nobody knows what is usual.
    """
    if len(usual) < KNOWN_AFTER:
        return False
    middle = median(usual)
    deviation = median(abs(n - middle) for n in usual)
    return missing > middle + max(more, 2 * deviation) and missing * SHARE >= players


def usually_missing(connection: Connection, game: str, seats: Sequence[str]) -> list[int]:
    """How many orders were missing without a word in each of the last turns.

    Turns without anybody's orders are left out: the post failed then.
    """
    p = t.played.c
    turns: dict[int, list[str]] = {}
    query = select(p.turn, p.seat, p.how).where(p.game == game).order_by(p.turn.desc())
    for turn, seat, how in connection.execute(query):
        if turn not in turns and len(turns) == LOOK_BACK:
            break
        if seat in seats:
            turns.setdefault(turn, []).append(how)
    return [sum(how in ("default", "bounced") for how in hows) for hows in turns.values() if "mailed" in hows]


def note_stop(office: Office, stop: WaitsForWord, now: datetime) -> None:
    """Note that a turn waits for the game master, and whether he was asked within a day."""
    s = t.stops.c
    mine = (s.game == stop.game, s.turn == stop.turn)
    with office.store.writing(game=stop.game) as connection:
        row = connection.execute(select(s.asked_at).where(*mine)).first()
        stop.asked_before = (
            row is not None and now - moment(row.asked_at, f"game {stop.game}: when you were asked") < ASK_AGAIN
        )
        if row is None:
            found = {"game": stop.game, "turn": stop.turn, "why": stop.why, "asked_at": now.isoformat()}
            connection.execute(insert(t.stops), [found])
            return
        values = {"why": stop.why} if stop.asked_before else {"why": stop.why, "asked_at": now.isoformat()}
        connection.execute(update(t.stops).where(*mine).values(**values))


def forget_stop(connection: Connection, game: Game) -> None:
    """The turn runs: nothing is asked any more."""
    connection.execute(delete(t.stops).where(t.stops.c.game == game.id, t.stops.c.turn == game.turn + 1))
