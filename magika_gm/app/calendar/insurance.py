"""Reminders of missing orders. All whose orders are waited for get a letter some time before the due date, free of
charge. Turn insurance (GM-2): the evening before a turn is due, who asked for it is told, too.

By e-mail (queued in the outbox), by fax (a page to send) or by phone (a list to call from). Each call and alert is
noted, charged once, and made once for a due date, however often this runs.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, insert, select, update

from magika_gm.app.accounts.ledger import charge_call, reverse_entry
from magika_gm.app.accounts.rates import rates_or_nothing
from magika_gm.app.calendar.schedule import pause_of, paused_games
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, path_name
from magika_gm.app.office.workdays import Calendar, day_words, due_words, moment_words
from magika_gm.app.record.contact import absent_at, bounced_at, finals_of, ordered_for, paused_for_debt
from magika_gm.app.record.games import Game, GameDate, Holder, game_dates, game_ids, last_turns, load_game, load_holders
from magika_gm.app.record.outgoing import message_id, notice, queue, signed
from magika_gm.engine.records import named_record
from magika_gm.engine.seam.setup import Need
from magika_gm.store import tables as t
from magika_gm.store.archive import load_positions, playing_at
from magika_gm.store.faults import StoreError
from magika_gm.store.vocabulary import MailKind, MailState
from magika_gm.whole_files import write_whole

if TYPE_CHECKING:
    from magika_gm.reports.call_list import Call, Evening

# The facts behind an alert of turn insurance (GM-2): when its evening is, whose orders are missing, what it says.


class Window(NamedTuple):
    """The time, on the evening before a due date, in which players are reminded."""

    opens: datetime
    closes: datetime

    @property
    def evening(self) -> date:
        """Its day."""
        return self.opens.date()


@named_record
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
        | paused_for_debt(connection, game.id)
    )
    people = people_of(connection, game)
    return tuple(holder for holder in waited if holder in people and holder not in excused)


def withdraw_alerts(connection: Connection, game: Game, now: datetime) -> None:
    """The turn runs, or its date is moved: an alert by e-mail that has not gone out is never sent, and not charged; nor
    is any other reminder. Those of all may be made again for the same date."""
    o, c = t.outbox.c, t.calls.c
    nudges = (o.kind == MailKind.NUDGE, o.game == game.id, o.turn == game.turn + 1, o.state == MailState.WAITING)
    if connection.execute(update(t.outbox).where(*nudges).values(state=MailState.CANCELLED)).rowcount:
        noted = (c.game == game.id, c.turn == game.turn + 1, c.seat == ALL, c.due == game.next_due.isoformat())
        connection.execute(update(t.calls).where(*noted).values(due=""))
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
    made = (c.game == game.id, c.turn == game.turn + 1, c.due == game.next_due.isoformat(), c.nr > 0)
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


# The call lists and fax pages of an evening (GM-2), made from the notes of who is to be told.


CLOCK = "%H:%M"
BY_HAND = ("phone", "fax")
"""How somebody is told whom the program cannot tell."""


def folder_of(office: Office, evening: date) -> Path:
    """Where an evening's lists and pages are."""
    return office.root / "calls" / evening.isoformat()


def call_text_of(office: Office, connection: Connection, game: str, window: Window, now: datetime) -> str:
    """The call list of one game as text, "" if nobody is to be called."""
    from magika_gm.reports.call_list import call_text

    calls, _ = _to_be_told(office, connection, window.evening, game)
    return call_text(_evening(office, window, now), calls) if calls else ""


def write_evening(office: Office, evening: date, now: datetime) -> tuple[tuple[str, ...], str]:
    """Write an evening's call list (text and PDF) and its fax pages; the files, and the list as text."""
    from magika_gm.reports.call_list import call_pdf, call_text, fax_pdf

    with office.store.reading() as connection:
        calls, faxes = _to_be_told(office, connection, evening)
    paper = office.settings.text("office", "paper")
    folder = folder_of(office, evening)
    files: list[str] = []
    text = ""
    if calls:
        head = _evening(office, window_of(office, calls[0].due_at), now)
        text = call_text(head, calls)
        files.append(_write(folder / "calls.txt", text.encode()))
        files.append(_write(folder / "calls.pdf", call_pdf(head, calls, paper)))
    for game, holder in faxes:
        page = fax_pdf(
            office.settings.text("office", "name"),
            holder.fax,
            signed(office, holder.name, alert_text(office, game, holder)),
            paper,
        )
        files.append(
            _write(folder / f"fax-{path_name(game.id)}-{game.turn + 1}-{path_name(holder.seat, 'seat')}.pdf", page)
        )
    return tuple(files), text


def _write(path: Path, content: bytes) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content)
    return str(path)


def _to_be_told(
    office: Office, connection: Connection, evening: date, only: str = ""
) -> tuple[list[Call], list[tuple[Game, Holder]]]:
    """Who is to be called that evening, by name; and who gets a fax."""
    calls: list[Call] = []
    faxes: list[tuple[Game, Holder]] = []
    c, last = t.calls.c, last_turns(going_on=True)
    coming = (c.game == last.c.game) & (c.turn == last.c.turn + 1) & c.how.in_(BY_HAND)
    listed = select(c.game).join(last, coming).distinct().order_by(c.game)
    for name in [only] if only else connection.execute(listed).scalars().all():
        try:
            game = load_game(connection, name)
        except (OfficeError, StoreError):
            if only:
                raise
            continue  # its own turn says so: the evening's list is every other game's, too
        window = window_of(office, game.next_due)
        if game.ending or window.evening != evening:
            continue
        mine = (c.game == name, c.turn == game.turn + 1, c.due == game.next_due.isoformat(), c.how.in_(BY_HAND))
        holders, came = load_holders(connection, name), ordered_for(connection, game, game.turn + 1)
        for seat, how in connection.execute(select(c.seat, c.how).where(*mine).order_by(c.seat)):
            if how == "fax":
                faxes.append((game, holders[seat]))
            else:
                calls.append(_call(office, game, holders[seat], window, seat in came))
    return sorted(calls, key=lambda call: (call.name.casefold(), call.game, call.seat)), faxes


def _call(office: Office, game: Game, holder: Holder, window: Window, came: bool) -> Call:
    from magika_gm.reports.call_list import Call

    zone = ZoneInfo(holder.zone) if holder.zone else office.settings.zone
    opens, closes = (moment.astimezone(zone) for moment in window)
    return Call(
        holder.name,
        holder.phone,
        f"{holder.character} ({holder.seat})",
        holder.seat,
        game.id,
        game.turn + 1,
        due_words(game.next_due, office.settings.zone, holder.zone),
        f"{opens:{CLOCK}} to {closes:{CLOCK} %Z}",
        came,
        game.next_due,
    )


def _evening(office: Office, window: Window, now: datetime) -> Evening:
    from magika_gm.reports.call_list import Evening

    opens, closes = window
    here = [moment.astimezone(office.settings.zone) for moment in window]
    when = f"{day_words(opens)}, {opens:{CLOCK}} to {closes:{CLOCK} %Z}"
    if here[0].utcoffset() != opens.utcoffset():
        when += f" ({here[0]:{CLOCK}} to {here[1]:{CLOCK} %Z} on your clock)"
    made = now.astimezone(office.settings.zone).strftime("%Y-%m-%d %H:%M %Z")
    return Evening(office.settings.text("office", "name"), when, made)


LONGEST_EVENING = timedelta(days=2)
"""No evening's window opens longer than this before the due date it belongs to."""


@named_record
class GameAlerts:
    """What became of a game's turn: ``state`` says why nobody was told, "" where it was time to."""

    game: str
    turn: int
    due: datetime
    window: Window
    state: str
    missing: tuple[str, ...] = ()
    alerts: tuple[Alert, ...] = ()
    reminded: tuple[str, ...] = ()
    """Seats whose players get the reminder that is for all, now."""


class AlertRound(NamedTuple):
    """What was done for a game (None: it is over), the files written, and the evening's call list as text."""

    game: GameAlerts | None
    files: tuple[str, ...] = ()
    call_list: str = ""


def alert_missing(office: Office, game: str, now: datetime, early: bool = False, dry_run: bool = False) -> AlertRound:
    """Alert, for one game, those with turn insurance whose orders are missing, once for each due date.

    Nothing is done before the evening's window opens (but with ``early``), nor once the turn is due. E-mails, notes and
    charges are one transaction; the lists are written from the notes and can always be written again. With
    ``dry_run`` nothing is changed or written.
    """
    with office.store.writing(game=game) as connection:
        found = _alert_game(office, connection, load_game(connection, game), now, early)
        if dry_run:
            text = call_text_of(office, connection, found.game, found.window, now) if found is not None else ""
            connection.rollback()
            return AlertRound(found, (), text)
    if found is None or not found.alerts:
        return AlertRound(found)
    return AlertRound(found, *write_evening(office, found.window.evening, now))


def games_to_alert(office: Office, now: datetime) -> list[str]:
    """The games in the time between their evening's window and their due date, and those whose players are to be
    reminded; none that is paused."""
    span = timedelta(hours=max(office.settings.number("game", key) for key in ("remind_hours", "grace_hours")))
    with office.store.reading() as connection:
        c, last, found = t.calls.c, last_turns(going_on=True), []
        coming = (c.game == last.c.game) & (c.turn == last.c.turn + 1)
        done = set(connection.execute(select(c.game, c.due, c.how).join(last, coming).where(c.seat == ALL)))
        paused = paused_games(connection, now)
        for g in game_dates(connection):
            if g.ending or g.held or g.id in paused or not -span <= g.next_due - now <= max(span, LONGEST_EVENING):
                continue
            insured = now < g.next_due and window_of(office, g.next_due).opens <= now
            if insured or any((g.id, g.next_due.isoformat(), how) not in done for how in _moments(office, g, now)):
                found.append(g.id)
    return found


def all_games(office: Office) -> list[str]:
    """Every game of the office."""
    with office.store.reading() as connection:
        return game_ids(connection)


# The reminder that is for all: some time before the due date and, where there are hours of grace, once it has come.


ALL = ""
"""The seat of a note that all were reminded."""
SOON, LATE = "soon", "late"


def _moments(office: Office, game: Game | GameDate, now: datetime) -> list[str]:
    """Which of the two reminders it is time for; the first, where half of the time players have is over."""
    before, due = timedelta(hours=office.settings.number("game", "remind_hours")), game.next_due
    if due - before <= now < due:
        return [SOON] if now - game.processed_at >= due - now else []
    return [LATE] if due <= now < due + office.settings.grace else []


def remind_all(office: Office, connection: Connection, game: Game, now: datetime) -> tuple[str, ...]:
    """Remind all whose orders the coming turn waits for and who have not said that they are away, once for a due date;
    their seats. Whose last report came back is not: so would this. Where reminders were withdrawn unsent and the date
    is that one again, those are who did not get theirs."""
    c, told = t.calls.c, []
    turn, due = game.turn + 1, game.next_due
    for how in _moments(office, game, now):
        mine = (c.game == game.id, c.turn == turn, c.seat == ALL)
        before = connection.execute(select(c.due, c.how).where(*mine)).all()
        if (due.isoformat(), how) in before:
            continue
        nr = len(before) + 1
        row = {"game": game.id, "turn": turn, "seat": ALL, "nr": nr, "how": how, "due": due.isoformat()}
        connection.execute(insert(t.calls), [row | {"made_at": now.isoformat(), "entry": None}])
        back, holders = bounced_at(connection, game.id, game.turn), load_holders(connection, game.id)
        for seat in missing_of(connection, game):
            named, *earlier = [(MailKind.NUDGE, game.id, turn, seat, how, due.isoformat(), n) for n in range(nr, 0, -1)]
            if seat in back or _stands(connection, [message_id(office, *words) for words in earlier]):
                continue
            subject = f"your orders for turn {turn} are missing ({seat})"
            text = _reminder(office, game, holders[seat], how)
            queue(connection, notice(office, game, holders[seat], MailKind.NUDGE, named, subject, text, now, turn=turn))
            told.append(seat)
    return tuple(told)


def _stands(connection: Connection, mails: list[str]) -> bool:
    """Whether one of these mails was made and not withdrawn."""
    o = t.outbox.c
    query = select(o.id).where(o.message_id.in_(mails), o.state != MailState.CANCELLED).limit(1)
    return bool(mails) and connection.execute(query).first() is not None


def _reminder(office: Office, game: Game, holder: Holder, how: str) -> str:
    zone, due = office.settings.zone, game.next_due
    if how == LATE:
        until = due_words(due + office.settings.grace, zone, holder.zone)
        when = f"was due {moment_words(due, zone)}. It waits for them until\n\n    {until}\n\n"
    else:
        when = f"is due on\n\n    {due_words(due, zone, holder.zone)}\n\n"
    return (
        f"your orders for {game.who_is(holder)} of game {game.id}, have not come yet. Turn {game.turn + 1} {when}"
        "Answer this mail or your report with them. If you are away, say so with a line like\n\n"
        f"    ABSENT {due:%Y-%m-%d} to {due + timedelta(days=7):%Y-%m-%d}\n\n"
        "If they are on their way already, all is well. This reminder costs you nothing."
    )


def _alert_game(office: Office, connection: Connection, game: Game, now: datetime, early: bool) -> GameAlerts | None:
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
        state = f"not before {moment_words(window.opens, zone)}"
    else:
        state = ""
    reminded = () if game.held or pause is not None else remind_all(office, connection, game, now)
    told = GameAlerts(
        game=game.id, turn=game.turn + 1, due=game.next_due, window=window, state=state, reminded=reminded
    )
    if state:
        return told
    missing = missing_of(connection, game)
    holders = load_holders(connection, game.id)
    alerts = [_alert(office, connection, game, holders[a], now) for a in missing if holders[a].insurance != "none"]
    return replace(told, missing=missing, alerts=tuple(alerts))


def _alert(office: Office, connection: Connection, game: Game, holder: Holder, now: datetime) -> Alert:
    turn, how, due = game.turn + 1, holder.insurance, game.next_due.isoformat()
    to = {"phone": holder.phone, "fax": holder.fax, "e-mail": holder.email}[how]
    mine = (t.calls.c.game == game.id, t.calls.c.turn == turn, t.calls.c.seat == holder.seat, t.calls.c.nr > 0)
    before = connection.execute(select(t.calls.c.nr, t.calls.c.due, t.calls.c.how).where(*mine)).all()
    for nr, told_of, by in before:
        if told_of == due:
            return Alert(seat=holder.seat, how=by, name=holder.name, to=to, nr=nr, new=False)
    trouble = "" if to else f"he wants {how}, but there is no number"
    if to and how == "e-mail" and holder.seat in bounced_at(connection, game.id, game.turn):
        trouble = "his last report came back, so would this"
    if trouble:
        return Alert(seat=holder.seat, how=how, name=holder.name, to=to, nr=0, new=False, trouble=trouble)
    nr = len(before) + 1
    entry = None
    if nr == 1:  # another one is only needed where the game master moved the date: that is not the player's doing
        kind = "phone" if how == "phone" else "alert"
        rates = rates_or_nothing(office, game.system.name)
        entry = charge_call(connection, game.id, turn, holder.seat, kind, nr, now.isoformat(), rates)
    row = {"game": game.id, "turn": turn, "seat": holder.seat, "nr": nr, "how": how, "due": due}
    connection.execute(insert(t.calls), [row | {"made_at": now.isoformat(), "entry": entry}])
    if how == "e-mail":
        named = (MailKind.REMIND, game.id, turn, holder.seat, nr)
        subject = f"your orders for turn {turn} are missing ({holder.seat})"
        text = alert_text(office, game, holder)
        queue(connection, notice(office, game, holder, MailKind.REMIND, named, subject, text, now, turn=turn))
    return Alert(seat=holder.seat, how=how, name=holder.name, to=to, nr=nr, new=True, charged=entry is not None)
