"""The call lists and fax pages of an evening (GM-2), made from the notes of who is to be told."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, select

from magika_gm.app.calendar.alerts import Window, alert_text, window_of
from magika_gm.app.office.dates_in_words import day_words, due_words
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, path_name
from magika_gm.app.record.declarations import ordered_for
from magika_gm.app.record.games import Game, Holder, game_ids, load_game, load_holders
from magika_gm.app.record.outgoing import signed
from magika_gm.reports.call_list import Call, Evening, call_text
from magika_gm.store import tables as t
from magika_gm.store.faults import StoreError
from magika_gm.whole_files import write_whole

CLOCK = "%H:%M"


def folder_of(office: Office, evening: date) -> Path:
    """Where an evening's lists and pages are."""
    return office.root / "calls" / evening.isoformat()


def call_text_of(office: Office, connection: Connection, game: str, window: Window, now: datetime) -> str:
    """The call list of one game as text, "" if nobody is to be called."""
    calls, _ = _to_be_told(office, connection, window.evening, game)
    return call_text(_evening(office, window, now), calls) if calls else ""


def write_evening(office: Office, evening: date, now: datetime) -> tuple[tuple[str, ...], str]:
    """Write an evening's call list (text and PDF) and its fax pages; the files, and the list as text."""
    from magika_gm.reports.call_page import call_pdf, fax_pdf

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
    for name in [only] if only else game_ids(connection):
        try:
            game = load_game(connection, name)
        except (OfficeError, StoreError):
            if only:
                raise
            continue  # its own turn says so: the evening's list is every other game's, too
        window = window_of(office, game.next_due)
        if game.ending or window.evening != evening:
            continue
        c = t.calls.c
        mine = (c.game == name, c.turn == game.turn + 1, c.due == game.next_due.isoformat(), c.how != "e-mail")
        holders, came = load_holders(connection, name), ordered_for(connection, game, game.turn + 1)
        for seat, how in connection.execute(select(c.seat, c.how).where(*mine).order_by(c.seat)):
            if how == "fax":
                faxes.append((game, holders[seat]))
            else:
                calls.append(_call(office, game, holders[seat], window, seat in came))
    return sorted(calls, key=lambda call: (call.name.casefold(), call.game, call.seat)), faxes


def _call(office: Office, game: Game, holder: Holder, window: Window, came: bool) -> Call:
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
    opens, closes = window
    here = [moment.astimezone(office.settings.zone) for moment in window]
    when = f"{day_words(opens)}, {opens:{CLOCK}} to {closes:{CLOCK} %Z}"
    if here[0].utcoffset() != opens.utcoffset():
        when += f" ({here[0]:{CLOCK}} to {here[1]:{CLOCK} %Z} on your clock)"
    made = now.astimezone(office.settings.zone).strftime("%Y-%m-%d %H:%M %Z")
    return Evening(office.settings.text("office", "name"), when, made)
