"""The office at a glance: what is due, who is late, what waits for the game master."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, func, select

from magika_gm.app.calendar.mass_absence import stop_of
from magika_gm.app.calendar.schedule import pause_of
from magika_gm.app.office.office import Office
from magika_gm.app.record.declarations import absent_at, bounced_at, ready, unheard, waits
from magika_gm.app.record.games import Game, game_ids, load_game, load_holders, standing_sheets
from magika_gm.app.record.jobs import QueueState, queue_state
from magika_gm.app.results.standings import ended_games
from magika_gm.app.turns.drop_outs import in_jeopardy
from magika_gm.store import tables as t
from magika_gm.store.archive import playing_at
from magika_gm.store.vocabulary import MailState, Outcome, Settled, SignUpState


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
    """Mages that people play."""
    orders: int = 0
    """How many of them have orders."""
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
        over = {e.game: tuple(w.name or "the built-in policy" for w in e.winners) for e in ended_games(connection)}
        games = [_status(office, connection, name, now, over) for name in game_ids(connection)]
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


def _status(
    office: Office, connection: Connection, name: str, now: datetime | None, over: dict[str, tuple[str, ...]]
) -> GameStatus:
    game = load_game(connection, name)
    begun = connection.execute(select(t.games.c.created_at).where(t.games.c.id == name)).scalar() or ""
    zone = office.settings.zone
    day = datetime.fromisoformat(begun).astimezone(zone).strftime("%Y-%m-%d") if begun else ""
    todo = _mail_todo(connection, game)
    if game.held:
        todo.insert(0, f"turn {game.turn} waits for your review: magika-gm publish {name}")
    if game.ending:
        return GameStatus(
            game=name,
            title=game.title,
            turn=game.turn,
            next_due=game.next_due,
            ending=game.ending,
            missing=(),
            pace_days=game.pace_days,
            begun=day,
            held=game.held,
            winners=over.get(name, ()),
            todo=tuple(todo),
            ended=game.processed_at.astimezone(zone).strftime("%Y-%m-%d"),
            system=game.system.name,
            plays=game.system.title,
        )
    holders = load_holders(connection, name)
    playing = playing_at(connection, name, game.turn)
    people = [seat for seat in playing if seat in holders and holders[seat].email]
    sheets = standing_sheets(connection, name, game.turn + 1)
    pause = pause_of(connection, name, now or game.processed_at)
    final = ready(connection, game, holders.values(), playing)
    overdue = now is not None and game.next_due <= now and pause is None and not game.held
    if overdue:
        why = stop_of(connection, game)
        what = f"turn {game.turn + 1} is due" + (f" and waits for your word, as {why}" if why else "")
        todo.insert(0, f"{what}: magika-gm process-turn {name}")
    if final and not game.held:
        todo.append(f"everybody's orders are final: process-turn {name} needs no --early")
    if pause is not None:
        todo.append(f"it is paused; it goes on sooner with: magika-gm resume {name}")
    jeopardy = in_jeopardy(connection, name, game.turn, people)
    return GameStatus(
        game=name,
        title=game.title,
        turn=game.turn,
        next_due=game.next_due,
        ending=None,
        missing=tuple(a for a in people if a not in sheets),
        bounced=tuple(sorted(bounced_at(connection, name, game.turn))),
        may_run=final,
        absent=tuple(sorted(absent_at(connection, name, game.next_due))),
        paused=pause.words(zone) if pause else "",
        pace_days=game.pace_days,
        begun=day,
        players=len(people),
        orders=sum(a in sheets for a in people),
        overdue=overdue,
        held=game.held,
        jeopardy=tuple(sorted(jeopardy)),
        todo=tuple(todo),
        system=game.system.name,
        plays=game.system.title,
    )


def _mail_todo(connection: Connection, game: Game) -> list[str]:
    """Mail of a game that failed, came back or was set aside."""
    o, i = t.outbox.c, t.inbox.c
    query = select(o.state, o.seat).distinct().where(o.game == game.id, o.state.in_(tuple(_LOST)))
    seats: dict[str, list[str]] = {}
    for state, seat in connection.execute(query.order_by(o.state, o.seat)):
        seats.setdefault(state, []).append(seat or "?")
    todo = [f"mail to {' '.join(whose)} {_LOST[state]}: magika-gm outbox" for state, whose in seats.items()]
    letters = (i.outcome == Outcome.REMARK) | (i.settled == Settled.WORDS)
    for words, which in (("set aside", ~letters), ("in your letterbox", letters)):
        query_of = select(func.count()).where(i.game == game.id, waits(), which)
        number = connection.execute(query_of).scalar() or 0
        if number:
            todo.append(f"{number} {words}: magika-gm inbox {game.id}")
    whose = unheard(connection, game)
    if whose:
        todo.append(f"mail that was no orders, and no orders, from {' '.join(whose)}: magika-gm inbox {game.id} --all")
    return todo
