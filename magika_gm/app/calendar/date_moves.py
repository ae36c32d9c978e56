"""Due dates moved by the game master (GM-2): told to all, and their calendars moved along; and for so
many away that a game had better wait.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise

from sqlalchemy import Connection, delete, func, insert, select, update

from magika_gm.app.calendar.insurance import missing_of, people_of, withdraw_alerts, withdraw_dates
from magika_gm.app.calendar.schedule import (
    KNOWN_AFTER,
    LONGEST_REASON,
    LOOK_BACK,
    date_of,
    far_more,
    heartbeats,
    median,
    moves_before,
    moves_until,
    must_not_pause,
    note_moved,
    pause_of,
    reason_in_words,
    usually_missing,
)
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.office.workdays import CalendarFault, day_words, moment_words, resumed_due
from magika_gm.app.record.contact import unheard
from magika_gm.app.record.games import Game, Holder, awaited, game_dates, load_game, load_holders
from magika_gm.app.record.outgoing import notice, queue
from magika_gm.engine.records import record
from magika_gm.engine.words import Fault
from magika_gm.store import tables as t
from magika_gm.store.faults import moment
from magika_gm.store.vocabulary import MailKind, MailState, Settled

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
        return _move(office, connection, game, due, words, now)


def _move(office: Office, connection: Connection, game: Game, due: datetime, words: str, now: datetime) -> Moved:
    """Note that the next turn is due then, and write to all who were told another date."""
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


# Days a player asks for (WAIT 3 DAYS): one time a game, by rule or on the game master's word.


WAIT = "wait"
"""How a note is marked that a game waited for somebody; its number is 0 or below, and those of calls are above."""


def has_waited(connection: Connection, game: Game, seat: str) -> bool:
    """Whether a game waited before for the player of a seat, in whichever seat."""
    s, c = t.seats.c, t.calls.c
    mine = select(s.player).where(s.game == game.id, s.seat == seat).scalar_subquery()
    his = select(s.seat).where(s.game == game.id, s.player == mine)
    query = select(c.nr).where(c.game == game.id, c.how == WAIT, c.seat.in_(his))
    return connection.execute(query.limit(1)).first() is not None


def may_wait(office: Office, connection: Connection, game_id: str, seat: str, days: int, now: datetime) -> bool:
    """Whether the rule lets a game wait so long for a seat that asks now."""
    settings, game = office.settings, load_game(connection, game_id)
    if settings.text("game", "wait_by") != "rule" or days > settings.number("game", "wait_days"):
        return False
    at_rest = game.ending or game.held or pause_of(connection, game.id, now) is not None
    asked = seat in awaited(connection, game) and not has_waited(connection, game, seat)
    return not at_rest and now < game.next_due and asked


def grant_wait(office: Office, connection: Connection, game_id: str, seat: str, days: int, now: datetime) -> Moved:
    """Let a game wait some days for a seat's player: the date moves on, to no holiday, and all are told that somebody
    asked, not who and why. What he asked by mail is settled with it. Raises :class:`OfficeError` for a game that
    is over, paused or under review."""
    game = load_game(connection, game_id)
    if game.ending or game.held:
        raise OfficeError(
            f"game {game.id} {'is over' if game.ending else 'waits for your review'}; it can wait for nobody"
        )
    must_not_pause(connection, game.id, now, office.settings.zone)
    zone, turn = office.settings.zone, game.turn + 1
    try:
        day = max(game.next_due, now).astimezone(zone).date() + timedelta(days=days)
        due = office.settings.calendar.due_on(day).when
    except CalendarFault as error:
        raise OfficeError(str(error)) from error
    c, i = t.calls.c, t.inbox.c
    noted = select(func.count()).where(c.game == game.id, c.turn == turn, c.seat == seat, c.how == WAIT)
    row = {"game": game.id, "turn": turn, "seat": seat, "nr": -(connection.execute(noted).scalar() or 0), "how": WAIT}
    connection.execute(insert(t.calls), [row | {"due": due.isoformat(), "made_at": now.isoformat(), "entry": None}])
    his = (i.game == game.id, i.seat == seat, i.settled == Settled.WORDS, i.reason.contains(ASKED))
    connection.execute(update(t.inbox).where(*his).values(settled=Settled.READ))
    return _move(office, connection, game, due, f"a player asked for {days_words(days)} more", now)


ASKED = "asks the game to wait"
"""Words of the inbox's note of a mail that asks for it."""


def days_words(days: int) -> str:
    """``3 days``."""
    return f"{days} day{'' if days == 1 else 's'}"


def let_wait(office: Office, game_id: str, said: str, days: int, now: datetime, again: bool = False) -> Moved:
    """:func:`grant_wait` on the game master's word; ``again`` where the game waited for that player before."""
    with office.store.writing() as connection:
        game = load_game(connection, game_id)
        holders = load_holders(connection, game.id)
        seat = game.orders.GRAMMAR.seat([said.upper()], {a: h.character for a, h in holders.items()})
        if isinstance(seat, Fault) or seat not in holders or not holders[seat].email:
            raise OfficeError(f"{said} is no {game.system.words.seat} a player plays in game {game.id}")
        if has_waited(connection, game, seat) and not again:
            raise OfficeError(f"game {game.id} waited for {holders[seat].name} before; to do it once more: --again")
        return grant_wait(office, connection, game.id, seat, days, now)


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
    words = _why_paused(reason)
    with office.store.writing() as connection:
        return _pause(office, connection, game_id, until, words, now)


def pause_all(
    office: Office, until: datetime | None, reason: str, now: datetime
) -> tuple[list[Changed], dict[str, str]]:
    """:func:`pause_game` for every game that goes on, all or none; and those that pause already, which stay as they
    are, with what is said of it."""
    words, zone = _why_paused(reason), office.settings.zone
    with office.store.writing() as connection:
        going = [g.id for g in game_dates(connection) if not g.ending]
        pauses = {name: pause for name in going if (pause := pause_of(connection, name, now)) is not None}
        done = [_pause(office, connection, name, until, words, now) for name in going if name not in pauses]
    return done, {name: pause.words(zone) for name, pause in pauses.items()}


def resume_all(office: Office, due: datetime | None, now: datetime) -> tuple[list[Changed], dict[str, str]]:
    """Let the games go on that were paused together (``pause ALL``), all or none; and those that pause for a reason of
    their own, since another moment. Where none were paused together, those of the newest pause go on."""
    with office.store.writing() as connection:
        going = [g.id for g in game_dates(connection) if not g.ending]
        pauses = {name: pause for name in going if (pause := pause_of(connection, name, now)) is not None}
        if not pauses:
            raise OfficeError("no game is paused")
        moments = [pause.since for pause in pauses.values()]
        chosen = max(moments, key=lambda since: (moments.count(since), since))
        done = [_resume(office, connection, name, due, now) for name, p in pauses.items() if p.since == chosen]
    zone = office.settings.zone
    return done, {name: pause.words(zone) for name, pause in pauses.items() if pause.since != chosen}


def _why_paused(reason: str) -> str:
    words = reason_in_words(reason)
    if not words:
        raise OfficeError("say why with --reason: the players are told")
    return words


def _pause(
    office: Office, connection: Connection, game_id: str, until: datetime | None, words: str, now: datetime
) -> Changed:
    zone = office.settings.zone
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
    with office.store.writing() as connection:
        return _resume(office, connection, game_id, due, now)


def _resume(office: Office, connection: Connection, game_id: str, due: datetime | None, now: datetime) -> Changed:
    zone = office.settings.zone
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
    spans = heartbeats(connection)
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
