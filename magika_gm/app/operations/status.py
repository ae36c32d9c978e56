"""The office at a glance: what is due, who is late, what waits for the game master."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, tzinfo

from sqlalchemy import Connection, func, select

from magika_gm.app.office.office import Office
from magika_gm.app.operations.glance import Glance, look_at_all
from magika_gm.app.record.declarations import waits
from magika_gm.app.record.jobs import QueueState, queue_state
from magika_gm.app.results.standings import winners
from magika_gm.store import tables as t
from magika_gm.store.faults import moment
from magika_gm.store.vocabulary import MailState, SignUpState


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStatus:
    """One game: its last turn, when the next is due, and whose orders are missing."""

    game: str
    title: str
    turn: int
    next_due: datetime
    ending: str | None
    missing: tuple[str, ...]
    bounced: tuple[str, ...] = ()
    """Whose last report came back undelivered."""
    may_run: bool = False
    """Everybody's orders are final: process-turn needs no --early."""
    absent: tuple[str, ...] = ()
    """Who said that he is away on the due date."""
    paused: str = ""
    """That the game is paused, for how long and why."""
    pace_days: int = 0
    begun: str = ""
    """The day it began."""
    players: int = 0
    """Seats that people play."""
    awaited: int = 0
    """How many of their sheets the coming turn waits for."""
    orders: int = 0
    """How many of those are here."""
    by_word: tuple[str, ...] = ()
    """Those whose orders stand on the game master's word: he entered them, or accepted them without proof."""
    overdue: bool = False
    """Its time has come and it was not processed yet."""
    held: bool = False
    """Its last turn waits for review."""
    jeopardy: tuple[str, ...] = ()
    """Who has missed two turns in a row, or more."""
    winners: tuple[str, ...] = ()
    """Who won, when it is over."""
    ended: str = ""
    """The day it ended."""
    todo: tuple[str, ...] = ()
    """What waits for the game master, with the command for it."""
    system: str = ""
    """The game's name, as in ``--game``."""
    plays: str = ""
    """The game's own title."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeStatus:
    """All games, and what waits in the post."""

    games: tuple[GameStatus, ...]
    waiting: int
    failed: int
    aside: int
    bounced: int = 0
    signups: int = 0
    """Sign-ups that wait for a game."""
    todo: tuple[str, ...] = ()
    """What waits for the game master and belongs to no game."""
    queue: QueueState | None = None
    """The queue workers share; None: there is none, and ``tick`` does the work."""


def office_status(office: Office, now: datetime | None = None) -> OfficeStatus:
    """What is due, who is late, what waits for the game master. Without ``now`` no pause has come to its end, and
    nothing is overdue.

    Worlds are not loaded: a game whose world is damaged is listed like the others.
    """
    with office.store.reading() as connection:
        over = winners(connection)
        games = [_status(office, seen, now, over.get(seen.game.id, ())) for seen in look_at_all(connection, now)]
        states = dict(_counts(connection, t.outbox.c.state))
        unsettled = (waits(),)
        aside = connection.execute(select(func.count()).where(*unsettled)).scalar() or 0
        strays = connection.execute(select(func.count()).where(*unsettled, t.inbox.c.game.is_(None))).scalar() or 0
        signups = dict(_counts(connection, t.signups.c.state)).get(SignUpState.WAITING, 0)
        queue = queue_state(connection)
        lost = {s: n for s, n in _counts(connection, t.outbox.c.state, t.outbox.c.game.is_(None)) if s in _LOST}
    todo = [f"{n} {'mail' if n == 1 else 'mails'} of no game {_LOST[s]}: magika-gm outbox" for s, n in lost.items()]
    if strays:
        todo.append(f"{strays} set aside that no game is known of: magika-gm inbox")
    queued, failed, back = (states.get(state, 0) for state in (MailState.WAITING, MailState.FAILED, MailState.BOUNCED))
    return OfficeStatus(
        games=tuple(games),
        waiting=queued,
        failed=failed,
        aside=aside,
        bounced=back,
        signups=signups,
        todo=tuple(todo),
        queue=queue,
    )


_LOST = {"failed": "failed", "bounced": "came back"}


def _counts(connection: Connection, column: object, *where: object) -> list[tuple[str, int]]:
    query = select(column, func.count()).where(*where).group_by(column)  # type: ignore[call-overload]
    return [(str(value), int(n)) for value, n in connection.execute(query)]


def _status(office: Office, seen: Glance, now: datetime | None, winners: tuple[str, ...]) -> GameStatus:
    game, zone = seen.game, office.settings.zone
    todo = _mail_todo(seen)
    if game.held:
        todo.insert(0, f"turn {game.turn} waits for your review: magika-gm publish {game.id}")
    if game.ending:
        return GameStatus(
            game=game.id,
            title=game.title,
            turn=game.turn,
            next_due=game.next_due,
            ending=game.ending,
            missing=(),
            pace_days=game.pace_days,
            begun=_day(seen.begun, zone),
            held=game.held,
            winners=tuple(name or "the built-in policy" for name in winners),
            todo=tuple(todo),
            ended=game.processed_at.astimezone(zone).strftime("%Y-%m-%d"),
            system=game.system.name,
            plays=game.system.title,
        )
    awaited = [seat for seat in seen.people if seat in seen.awaited]
    final = bool(awaited) and seen.finals.issuperset(awaited)
    overdue = now is not None and game.next_due <= now and seen.pause is None and not game.held
    if overdue:
        what = f"turn {game.turn + 1} is due" + (f" and waits for your word, as {seen.stop}" if seen.stop else "")
        todo.insert(0, f"{what}: magika-gm process-turn {game.id}")
    if final and not game.held:
        todo.append(f"everybody's orders are final: process-turn {game.id} needs no --early")
    if seen.pause is not None:
        todo.append(f"it is paused; it goes on sooner with: magika-gm resume {game.id}")
    return GameStatus(
        game=game.id,
        title=game.title,
        turn=game.turn,
        next_due=game.next_due,
        ending=None,
        missing=tuple(seat for seat in awaited if seat not in seen.sheets),
        bounced=tuple(sorted(seen.bounced)),
        may_run=final,
        absent=tuple(sorted(seen.absent)),
        paused=seen.pause.words(zone) if seen.pause else "",
        pace_days=game.pace_days,
        begun=_day(seen.begun, zone),
        players=len(seen.people),
        awaited=len(awaited),
        orders=sum(seat in seen.sheets for seat in awaited),
        by_word=tuple(sorted(seen.by_word)),
        overdue=overdue,
        held=game.held,
        jeopardy=tuple(sorted(seen.jeopardy)),
        todo=tuple(todo),
        system=game.system.name,
        plays=game.system.title,
    )


def _day(begun: str, zone: tzinfo) -> str:
    return moment(begun, "when a game was begun").astimezone(zone).strftime("%Y-%m-%d") if begun else ""


def _mail_todo(seen: Glance) -> list[str]:
    """Mail of a game that failed, came back or was set aside."""
    game = seen.game.id
    todo = [f"mail to {' '.join(whose)} {_LOST[state]}: magika-gm outbox" for state, whose in seen.lost.items()]
    for words, number in (("set aside", seen.aside), ("in your letterbox", seen.letters)):
        if number:
            todo.append(f"{number} {words}: magika-gm inbox {game}")
    if seen.unheard:
        whose = " ".join(seen.unheard)
        todo.append(f"mail that was no orders, and no orders, from {whose}: magika-gm inbox {game} --all")
    return todo
