"""Due dates moved by the game master (GM-2): told to all, and their calendars moved along."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, insert, select

from magika_gm.app.office.office import Office, OfficeError
from magika_gm.app.record.games import Game, Seat, load_game, load_seats, queue
from magika_gm.store import tables as t

LONGEST_REASON = 200
FORM = "%A %d %B %Y, %H:%M %Z"


@dataclass(frozen=True, slots=True)
class Moved:
    """A due date that was moved."""

    game: str
    turn: int
    before: datetime
    due: datetime
    told: int
    """How many players were written to."""


def times_moved(connection: Connection, game: str, turn: int) -> int:
    """How often the date after a turn was moved."""
    query = select(func.count()).where(t.dates.c.game == game, t.dates.c.turn == turn)
    return connection.execute(query).scalar() or 0


def moved_to(connection: Connection, game: str, turn: int) -> datetime | None:
    """The date after a turn as the game master moved it, if he did: it outlives the turn's being taken back."""
    query = select(t.dates.c.due).where(t.dates.c.game == game, t.dates.c.turn == turn).order_by(t.dates.c.nr.desc())
    found = connection.execute(query.limit(1)).scalar()
    return datetime.fromisoformat(found) if found else None


def moves_before(connection: Connection, game: str, turn: int, moment: str) -> int:
    """How often the date after a turn had been moved when a mail was written."""
    query = select(func.count()).where(t.dates.c.game == game, t.dates.c.turn == turn, t.dates.c.made_at < moment)
    return connection.execute(query).scalar() or 0


def date_of(connection: Connection, game: Game, nr: int) -> datetime:
    """The date as it was after so many moves; ``game`` is as it stood after its turn."""
    query = select(t.dates.c.due).where(t.dates.c.game == game.id, t.dates.c.turn == game.turn, t.dates.c.nr == nr)
    found = connection.execute(query).scalar()
    return datetime.fromisoformat(found) if found else game.next_due


def move_date(office: Office, game_id: str, due: datetime, reason: str, now: datetime) -> Moved:
    """Move the date the next turn of a game is due, and write to every player of it.

    The mail carries the calendar invitation with a higher sequence. Raises :class:`OfficeError` for a game that is
    over or paused, a date that is past or the one it is already.
    """
    from magika_gm.app.calendar.insurance import withdraw_alerts
    from magika_gm.app.calendar.pauses import must_not_pause

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
            raise OfficeError(f"{due:{FORM}} is past; to run the turn now: magika-gm process-turn {game.id} --early")
        if due == game.next_due:
            raise OfficeError(f"turn {game.turn + 1} of game {game.id} is due then already")
        withdraw_alerts(connection, game, now)
        nr = times_moved(connection, game.id, game.turn) + 1
        row = {"game": game.id, "turn": game.turn, "nr": nr, "due": due.isoformat(), "reason": words}
        connection.execute(insert(t.dates), [row | {"made_at": now.isoformat()}])
        seats = [seat for seat in load_seats(connection, game.id).values() if seat.email]
        for seat in seats:
            queue(connection, _mail(office, game, seat, due, words, nr, now))
    return Moved(game.id, game.turn + 1, game.next_due, due, len(seats))


def _mail(office: Office, game: Game, seat: Seat, due: datetime, reason: str, nr: int, now: datetime) -> dict[str, Any]:
    zone = office.settings.zone
    before, after = (when.astimezone(zone).strftime(FORM) for when in (game.next_due, due))
    body = (
        f"Dear {seat.name},\n\nturn {game.turn + 1} of game {game.id} is due on\n\n    {after}\n\nand not on {before}"
        + (f": {reason}" if reason else "")
        + ". Your calendar moves along if you accepted the invitation.\n"
        "Orders you have sent stand; a later sheet replaces them until then.\n\n"
        f"{office.settings.text('office', 'gm')}\n"
    )
    return {
        "message_id": f"<date-{game.id}-{game.turn}-{nr}-{seat.letter}@{office.domain}>",
        "kind": "date",
        "game": game.id,
        "turn": game.turn,
        "letter": seat.letter,
        "recipient": seat.email,
        "subject": f"Magika game {game.id}: turn {game.turn + 1} is due {after}",
        "body": body,
        "created_at": now.isoformat(),
    }
