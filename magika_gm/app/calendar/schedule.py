"""The facts of a game's calendar (GM-2): how often its date was moved and to when, and whether it is paused.

Nothing is told to anybody here, and only :func:`note_moved` writes: a row a move.
"""

from __future__ import annotations

from datetime import datetime, tzinfo
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, insert, select

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.workdays import day_words
from magika_gm.app.record.games import Game
from magika_gm.engine.records import record
from magika_gm.store import tables as t
from magika_gm.store.faults import moment

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
