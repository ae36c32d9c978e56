"""Stops the clock before a turn in which everybody would miss his turn for a fault of ours (GM-2), and asks.

Two signs: far more orders are missing than usual in that game, or mail was not read around the due time. A turn that
`tick` or `process-turn --due` would run then waits for the game master's word; one he names himself is run.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from magika_gm.app.calendar.insurance import missing_of, people_of
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.record.declarations import unheard
from magika_gm.app.record.games import Game, load_holders
from magika_gm.store import tables as t
from magika_gm.store.database import lock_for_a_moment
from magika_gm.store.faults import StoreError, moment

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
            connection, game.next_due, office.settings.number("guard", "quiet_hours"), reads_mail_itself(office)
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
