"""Turn insurance (GM-2): the evening before a turn is due, who asked for it and whose orders are missing is told.

By e-mail (queued in the outbox), by fax (a page to send) or by phone (a list to call from). Each call and alert is
noted, charged once, and made once for a due date, however often this runs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, insert, select

from magika_gm.app.accounts.ledger import charge_call
from magika_gm.app.accounts.rates import load_rates
from magika_gm.app.calendar.alerts import Alert, Window, alert_text, missing_of, window_of
from magika_gm.app.calendar.call_list import call_text_of, write_evening
from magika_gm.app.calendar.schedule import pause_of
from magika_gm.app.office.dates_in_words import moment_words
from magika_gm.app.office.office import Office
from magika_gm.app.record.declarations import bounced_at
from magika_gm.app.record.games import Game, Holder, game_dates, game_ids, load_game, load_holders
from magika_gm.app.record.outgoing import notice, queue
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import MailKind

LONGEST_EVENING = timedelta(days=2)
"""No evening's window opens longer than this before the due date it belongs to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAlerts:
    """What became of a game's turn: ``state`` says why nobody was told, "" where it was time to."""

    game: str
    turn: int
    due: datetime
    window: Window
    state: str
    missing: tuple[str, ...] = ()
    alerts: tuple[Alert, ...] = ()


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
    """The games in the time between their evening's window and their due date."""
    with office.store.reading() as connection:
        games = [g for g in game_dates(connection) if not g.ending and now < g.next_due <= now + LONGEST_EVENING]
    return [g.id for g in games if window_of(office, g.next_due).opens <= now]


def all_games(office: Office) -> list[str]:
    """Every game of the office."""
    with office.store.reading() as connection:
        return game_ids(connection)


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
    told = GameAlerts(game=game.id, turn=game.turn + 1, due=game.next_due, window=window, state=state)
    if state:
        return told
    missing = missing_of(connection, game)
    holders = load_holders(connection, game.id)
    alerts = [_alert(office, connection, game, holders[a], now) for a in missing if holders[a].insurance != "none"]
    return replace(told, missing=missing, alerts=tuple(alerts))


def _alert(office: Office, connection: Connection, game: Game, holder: Holder, now: datetime) -> Alert:
    turn, how, due = game.turn + 1, holder.insurance, game.next_due.isoformat()
    to = {"phone": holder.phone, "fax": holder.fax, "e-mail": holder.email}[how]
    mine = (t.calls.c.game == game.id, t.calls.c.turn == turn, t.calls.c.seat == holder.seat)
    before = connection.execute(select(t.calls.c.nr, t.calls.c.due, t.calls.c.how).where(*mine)).all()
    for nr, told_of, by in before:
        if told_of == due:
            return Alert(seat=holder.seat, how=by, name=holder.name, to=to, nr=nr, new=False)
    if not to:
        return Alert(
            seat=holder.seat,
            how=how,
            name=holder.name,
            to=to,
            nr=0,
            new=False,
            trouble=f"he wants {how}, but there is no number",
        )
    if how == "e-mail" and holder.seat in bounced_at(connection, game.id, game.turn):
        return Alert(
            seat=holder.seat,
            how=how,
            name=holder.name,
            to=to,
            nr=0,
            new=False,
            trouble="his last report came back, so would this",
        )
    nr = len(before) + 1
    entry = None
    if nr == 1:  # another one is only needed where the game master moved the date: that is not the player's doing
        kind = "phone" if how == "phone" else "alert"
        rates = load_rates(office)
        entry = charge_call(connection, game.id, turn, holder.seat, kind, nr, now.isoformat(), rates)
    row = {"game": game.id, "turn": turn, "seat": holder.seat, "nr": nr, "how": how, "due": due}
    connection.execute(insert(t.calls), [row | {"made_at": now.isoformat(), "entry": entry}])
    if how == "e-mail":
        named = (MailKind.REMIND, game.id, turn, holder.seat, nr)
        subject = f"your orders for turn {turn} are missing ({holder.seat})"
        text = alert_text(office, game, holder)
        queue(connection, notice(office, game, holder, MailKind.REMIND, named, subject, text, now, turn=turn))
    return Alert(seat=holder.seat, how=how, name=holder.name, to=to, nr=nr, new=True, charged=entry is not None)
