"""Due dates moved by the game master (GM-2): told to all, and their calendars moved along."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from magika_gm.app.calendar.schedule import LONGEST_REASON, note_moved
from magika_gm.app.office.dates_in_words import moment_words
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.record.games import load_game, load_holders
from magika_gm.app.record.outgoing import notice, queue
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
    from magika_gm.app.calendar.alerts import people_of, withdraw_alerts, withdraw_dates
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
