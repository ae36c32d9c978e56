"""The facts of a game's calendar (GM-2): how often its date was moved and to when, and whether it is paused.

Nothing is told to anybody here, and only :func:`note_moved` (a row a move) and :func:`note_heartbeat` (when mail was
read) write.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.office.workdays import day_words
from magika_gm.app.record.games import Game
from magika_gm.engine.records import record
from magika_gm.store import tables as t
from magika_gm.store.database import lock_for_a_moment
from magika_gm.store.faults import StoreError, moment

LONGEST_REASON = 200
# made once: it is asked for every mail
PAUSE = (
    select(t.pauses.c.nr, t.pauses.c.since, t.pauses.c.until, t.pauses.c.reason)
    .where(t.pauses.c.game == bindparam("in_game"), t.pauses.c.ended_at == "")
    .order_by(t.pauses.c.nr.desc())
    .limit(1)
)


@record
class Pause:
    """A pause a game is in. Without ``until`` it lasts until the game master resumes the game."""

    game: str
    nr: int
    since: datetime
    until: datetime | None
    reason: str

    def words(self, zone: tzinfo) -> str:
        """``paused until Monday 04 January 2027 (the holidays)``."""
        end = f" until {day_words(self.until.astimezone(zone))}" if self.until else ""
        return f"paused{end} ({self.reason})"


def times_moved(connection: Connection, game: str, turn: int) -> int:
    """How often the date after a turn was moved."""
    query = select(func.count()).where(t.dates.c.game == game, t.dates.c.turn == turn)
    return connection.execute(query).scalar() or 0


def moved_to(connection: Connection, game: str, turn: int) -> datetime | None:
    """The date after a turn as the game master moved it, if he did: it outlives the turn's being taken back."""
    query = select(t.dates.c.due).where(t.dates.c.game == game, t.dates.c.turn == turn).order_by(t.dates.c.nr.desc())
    found = connection.execute(query.limit(1)).scalar()
    return moment(found, f"game {game}: the date that turn {turn} was moved to") if found else None


def moves_before(connection: Connection, game: str, turn: int, when: str) -> int:
    """How often the date after a turn had been moved before a mail was written."""
    query = select(func.count()).where(t.dates.c.game == game, t.dates.c.turn == turn, t.dates.c.made_at < when)
    return connection.execute(query).scalar() or 0


def moves_until(connection: Connection, game: str, turn: int, when: str) -> int:
    """How often the date after a turn had been moved with the move that a mail of that moment tells of."""
    query = select(func.count()).where(t.dates.c.game == game, t.dates.c.turn == turn, t.dates.c.made_at <= when)
    return connection.execute(query).scalar() or 0


def date_of(connection: Connection, game: Game, nr: int) -> datetime:
    """The date as it was after so many moves; ``game`` is as it stood after its turn."""
    query = select(t.dates.c.due).where(t.dates.c.game == game.id, t.dates.c.turn == game.turn, t.dates.c.nr == nr)
    found = connection.execute(query).scalar()
    return moment(found, f"game {game.id}: a date it was moved to") if found else game.next_due


def reason_in_words(reason: str) -> str:
    """What the game master gives for a reason, on one line without its full stop. Raises :class:`OfficeError` for one
    that is too long."""
    words = " ".join(reason.split()).rstrip(".")
    if len(words) > LONGEST_REASON:
        raise OfficeError(f"the reason has {len(words)} characters; {LONGEST_REASON} at most")
    return words


def note_moved(connection: Connection, game: Game, due: datetime, reason: str, when: str) -> int:
    """Note that the date after a game's last turn is another one; the move's number. ``when`` it was made."""
    nr = times_moved(connection, game.id, game.turn) + 1
    row = {"game": game.id, "turn": game.turn, "nr": nr, "due": due.isoformat(), "reason": reason[:LONGEST_REASON]}
    connection.execute(insert(t.dates), [row | {"made_at": when}])
    return nr


def pause_of(connection: Connection, game: str, now: datetime) -> Pause | None:
    """The pause a game is in, if it is in one; one with an end is over when that has come."""
    row = connection.execute(PAUSE, {"in_game": game}).first()
    return pause_in_force(row, game, now) if row is not None else None


def paused_games(connection: Connection, now: datetime) -> set[str]:
    """The games that are paused, with one question; of one whose pause cannot be read its own turn says so."""
    p, found = t.pauses.c, set()
    query = select(p.game, p.nr, p.since, p.until, p.reason).where(p.ended_at == "").order_by(p.nr)
    for game, row in {row.game: row for row in connection.execute(query)}.items():
        try:
            found |= {game} if pause_in_force(row, game, now) is not None else set()
        except StoreError:
            continue
    return found


def pause_in_force(row: Row[*tuple[Any, ...]], game: str, now: datetime) -> Pause | None:
    """The pause a row of ``pauses`` tells of, unless its end has come."""
    until = moment(row.until, f"game {game}: until when it is paused") if row.until else None
    if until is not None and until <= now:
        return None
    return Pause(game, row.nr, moment(row.since, f"game {game}: since when it is paused"), until, row.reason)


def must_not_pause(connection: Connection, game: str, now: datetime, zone: tzinfo) -> None:
    """Raise :class:`OfficeError`, with the cure, for a game that is paused."""
    pause = pause_of(connection, game, now)
    if pause is not None:
        raise OfficeError(f"game {game} is {pause.words(zone)}; it goes on with: magika-gm resume {game}")


# What is usual, and when mail was read: signs of a fault of the post.


LOOK_BACK = 10
"""Turns, or times between readings of mail, from which it is seen what is usual."""
KNOWN_AFTER = 3
"""So many of them, before there is such a thing as usual."""
SHARE = 3
"""A third of the players, at least, before anything is unusual."""
TOGETHER = timedelta(minutes=30)
"""Heartbeats no further apart than this are one row."""
KEPT = timedelta(days=90)


def note_heartbeat(office: Office, now: datetime) -> None:
    """Note that mail was read without a failure at this moment."""
    at = now.astimezone(UTC)
    h = t.heartbeats.c
    with office.store.writing(game="", watched=False) as connection:
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
    spans = heartbeats(connection)
    return max(last for _, last in spans) if spans else None


def heartbeats(connection: Connection) -> list[tuple[datetime, datetime]]:
    """The times in which mail was read, in their order."""
    h = t.heartbeats.c
    return [span for row in connection.execute(select(h.first, h.last).order_by(h.first)) if (span := _span(row))]


def _span(row: Row[*tuple[Any, ...]]) -> tuple[datetime, datetime] | None:
    """A time in which mail was read; None for a row that cannot be read: every game's turn would wait for it."""
    try:
        return moment(row.first, "a heartbeat"), moment(row.last, "a heartbeat")
    except StoreError:
        return None


def median(values: Iterable[float]) -> float:
    """The middle one; its library is read when it is first asked for (decision 0011)."""
    from statistics import median as middle

    return middle(values)


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
