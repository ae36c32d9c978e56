"""The office at a glance: what is due, who is late, what waits for the game master."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from datetime import datetime, tzinfo
from typing import Any

from sqlalchemy import Connection, Select, and_, case, func, or_, select

from magika_gm.app.calendar.schedule import Pause, pause_in_force
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.office.workdays import moment_words
from magika_gm.app.record.contact import of_its_player, on_masters_word, ordered_for, unanswered, waits
from magika_gm.app.record.games import Game, last_turns, load_games
from magika_gm.app.record.outgoing import QueueState, queue_state
from magika_gm.app.results.standings import winners
from magika_gm.app.turns.drop_outs import JEOPARDY, LOOK_BACK, count_missed
from magika_gm.engine.records import mutable, named_record
from magika_gm.engine.seam.setup import Need
from magika_gm.engine.sheet.reader import MESSAGE_WORDS, holds_orders
from magika_gm.store import tables as t
from magika_gm.store.faults import moment
from magika_gm.store.vocabulary import (
    Credential,
    MailKind,
    MailState,
    Outcome,
    Played,
    Settled,
    SignUpState,
    StandbyState,
)

# What ``status`` tells of games, read for all of them at once: as many questions for ten thousand games as for one.


LOST = (MailState.FAILED, MailState.BOUNCED)


@mutable
class Glance:
    """A game with what is known of it beside its state; of one that is over only its mail and who played it."""

    game: Game
    begun: str
    """When it began, as the store has it."""
    people: list[str] = field(default_factory=list)
    """The seats in it that people play."""
    awaited: set[str] = field(default_factory=set)
    """The seats whose sheets the coming turn waits for."""
    sheets: set[str] = field(default_factory=set)
    """The seats whose orders for the coming turn are here, by a sheet or by the game master's corrections."""
    by_word: set[str] = field(default_factory=set)
    """Those of them whose orders stand on the game master's word."""
    finals: set[str] = field(default_factory=set)
    bounced: set[str] = field(default_factory=set)
    """Whose report of the last turn came back."""
    absent: set[str] = field(default_factory=set)
    """Who is away on the day the coming turn is due."""
    pause: Pause | None = None
    stop: str = ""
    """Why the coming turn waits for the game master's word."""
    jeopardy: set[str] = field(default_factory=set)
    lost: dict[str, list[str]] = field(default_factory=dict)
    """Seats whose mail failed or came back, by what became of it."""
    aside: int = 0
    letters: int = 0
    unheard: list[str] = field(default_factory=list)
    """From whom mail came that was no orders, and no orders."""


def look_at_all(connection: Connection, now: datetime | None) -> list[Glance]:
    """Every game of the office. Without ``now`` a pause is over when the game's last turn was after its end."""
    c = t.games.c
    begun = dict(map(tuple, connection.execute(select(c.id, c.created_at))))
    seen = {game.id: Glance(game=game, begun=begun[game.id]) for game in load_games(connection)}
    _who_plays(connection, seen)
    _said(connection, seen)
    _stopped(connection, seen, now)
    _missed(connection, seen)
    _mail(connection, seen)
    _unheard(connection, seen)
    return list(seen.values())


def _who_plays(connection: Connection, seen: dict[str, Glance]) -> None:
    now, p, s = last_turns(going_on=True), t.positions.c, t.seats.c
    held = select(s.game, s.seat, t.players.c.email).join(t.players, t.players.c.id == s.player)
    theirs = set()
    for game, seat, email in connection.execute(held.order_by(s.game, s.seat)):
        if seen[game].game.ending:  # who is no longer to be reached has played it all the same
            seen[game].people.append(seat)
        elif email:
            theirs.add((game, seat))
    query = select(p.game, p.seat, p.playing, p.need).join(now, and_(now.c.game == p.game, now.c.turn == p.turn))
    for game, seat, playing, need in connection.execute(query.order_by(p.game, p.seat)):
        if playing and (game, seat) in theirs:
            seen[game].people.append(seat)
        if need == Need.REQUIRED:
            seen[game].awaited.add(seat)


def _said(connection: Connection, seen: dict[str, Glance]) -> None:
    """Orders and final words for the coming turn, absences on its day, reports that came back."""
    now = last_turns(going_on=True)
    f, sheet = t.finals.c, t.sheets.c
    final = select(f.game, f.seat).join(now, and_(now.c.game == f.game, now.c.turn + 1 == f.turn))
    for game, seat in connection.execute(final):
        seen[game].finals.add(seat)
    coming = and_(now.c.game == sheet.game, now.c.turn + 1 == sheet.turn)
    latest = select(sheet.game, sheet.seat, func.max(sheet.revision)).join(now, coming)
    last = {(game, seat): nr for game, seat, nr in connection.execute(latest.group_by(sheet.game, sheet.seat))}
    for game, seat in last:
        seen[game].sheets.add(seat)
    written = select(sheet.game, sheet.seat, sheet.revision, sheet.sheet, sheet.faults).join(now, coming)
    spoken = or_(*(sheet.sheet.icontains(word) for word in MESSAGE_WORDS))
    for game, seat, nr, text, faults in connection.execute(written.where(spoken)):
        if nr == last[game, seat] and not holds_orders(text, faults, seen[game].game.orders.GRAMMAR):
            seen[game].sheets.discard(seat)
    a, o, c = t.absences.c, t.outbox.c, t.acts.c
    i = t.inbox.c
    changed = select(c.game).join(now, and_(now.c.game == c.game, now.c.turn + 1 == c.turn))
    entered = select(i.game).join(now, and_(now.c.game == i.game, now.c.turn + 1 == i.turn))
    for name in connection.execute(changed.union(entered.where(i.proof == Credential.MASTER))).scalars():
        game = seen[name].game
        seen[name].sheets |= ordered_for(connection, game, game.turn + 1)
        seen[name].by_word = on_masters_word(connection, game, game.turn + 1)
    away: Select[Any] = select(a.game, a.seat, a.first, a.last).join(now, now.c.game == a.game)
    for game, seat, first, last in connection.execute(away):
        if first <= seen[game].game.next_due.date().isoformat() <= last:
            seen[game].absent.add(seat)
    back = (o.kind == MailKind.REPORT, o.state == MailState.BOUNCED)
    reports = select(o.game, o.seat).join(now, and_(now.c.game == o.game, now.c.turn == o.turn)).where(*back)
    for game, seat in connection.execute(reports):
        seen[game].bounced.add(seat)


def _stopped(connection: Connection, seen: dict[str, Glance], now: datetime | None) -> None:
    """Pauses, and turns that wait for the game master's word."""
    p, s, last = t.pauses.c, t.stops.c, last_turns(going_on=True)
    query = select(p.game, p.nr, p.since, p.until, p.reason).where(p.ended_at == "").order_by(p.nr)
    newest = {row.game: row for row in connection.execute(query)}
    for game, row in newest.items():
        seen[game].pause = pause_in_force(row, game, now or seen[game].game.processed_at)
    coming = and_(last.c.game == s.game, last.c.turn + 1 == s.turn)
    for game, why in connection.execute(select(s.game, s.why).join(last, coming)):
        seen[game].stop = why or ""


def _missed(connection: Connection, seen: dict[str, Glance]) -> None:
    """Who has missed two turns in a row or more: asked of games alone where somebody may have."""
    now, p, s = last_turns(going_on=True), t.played.c, t.standbys.c
    lately = and_(now.c.game == p.game, p.turn <= now.c.turn, p.turn > now.c.turn - LOOK_BACK)
    defaults = func.sum(case((p.how == Played.DEFAULT, 1), else_=0))
    there = func.sum(case((and_(p.how == Played.MAILED, p.turn == now.c.turn), 1), else_=0))
    some = select(p.game).join(now, lately).group_by(p.game, p.seat).having(defaults >= JEOPARDY, there == 0)
    query = select(p.game, p.turn, p.seat, p.how).join(now, lately).where(p.game.in_(some))
    rows: dict[str, list[tuple[int, str, str]]] = {}
    for game, *row in connection.execute(query.order_by(p.game, p.turn.desc())):
        rows.setdefault(game, []).append((row[0], row[1], row[2]))
    fresh: dict[str, dict[str, int]] = {}
    placed = select(s.game, s.seat, s.turn).where(s.state == StandbyState.PLACED)
    for game, seat, since in connection.execute(placed):
        fresh.setdefault(game, {})[seat] = since
    for game, played in rows.items():
        counts = count_missed(played, fresh.get(game, {}))
        seen[game].jeopardy = {seat for seat in seen[game].people if counts.get(seat, 0) >= JEOPARDY}


def _mail(connection: Connection, seen: dict[str, Glance]) -> None:
    """Mail of games that failed, came back or was set aside."""
    o, i = t.outbox.c, t.inbox.c
    query = select(o.game, o.state, o.seat).distinct().where(o.game.is_not(None), o.state.in_(LOST))
    for game, state, seat in connection.execute(query.order_by(o.game, o.state, o.seat)):
        seen[game].lost.setdefault(state, []).append(seat or "?")
    letter = or_(i.outcome == Outcome.REMARK, i.settled == Settled.WORDS)
    kind = case((letter, 1), else_=0)
    waiting = select(i.game, kind, func.count()).where(i.game.is_not(None), waits()).group_by(i.game, kind)
    for game, is_letter, number in connection.execute(waiting):
        if game in seen:
            setattr(seen[game], "letters" if is_letter else "aside", number)


def _unheard(connection: Connection, seen: dict[str, Glance]) -> None:
    """Who wrote since the last turn what was not taken for orders (:func:`~...record.declarations.unheard`)."""
    now, i = last_turns(going_on=True), t.inbox.c
    mine = and_(now.c.game == i.game, or_(i.turn.is_(None), i.turn == now.c.turn + 1))
    query = select(now.c.game, i.seat, func.max(i.received_at)).join(now, mine)
    query = query.where(i.seat.is_not(None), unanswered(), of_its_player())
    rows: Iterable[Sequence[Any]] = connection.execute(query.group_by(now.c.game, i.seat).order_by(now.c.game, i.seat))
    for game, seat, last in rows:
        glance = seen[game]
        if seat in glance.awaited and seat not in glance.sheets and last >= stamp(glance.game.processed_at):
            glance.unheard.append(seat)


@named_record
class GameStatus:
    """One game: its last turn, when the next is due, and whose orders are missing."""

    game: str
    title: str
    turn: int
    next_due: datetime | None
    """None: it is over."""
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
    """Seats that people play, or played when it ended."""
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
    how: str = ""
    """Why it is over, in words."""
    todo: tuple[str, ...] = ()
    """What waits for the game master, with the command for it."""
    system: str = ""
    """The game's name, as in ``--game``."""
    plays: str = ""
    """The game's own title."""


@named_record
class OfficeStatus:
    """All games, and what waits in the post."""

    games: tuple[GameStatus, ...]
    waiting: int
    failed: int
    aside: int
    bounced: int = 0
    signups: int = 0
    """Sign-ups that wait for a game."""
    unconfirmed: int = 0
    """Mailed ones that wait for the code of their address."""
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
        states = dict(_counts(connection, t.outbox.c.state, t.outbox.c.state.in_((MailState.WAITING, *LOST))))
        unsettled = (waits(),)
        aside = connection.execute(select(func.count()).where(*unsettled)).scalar() or 0
        strays = connection.execute(select(func.count()).where(*unsettled, t.inbox.c.game.is_(None))).scalar() or 0
        lists = dict(_counts(connection, t.signups.c.state))
        queue = queue_state(connection)
        lost = dict(_counts(connection, t.outbox.c.state, t.outbox.c.game.is_(None), t.outbox.c.state.in_(LOST)))
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
        signups=lists.get(SignUpState.WAITING, 0),
        unconfirmed=lists.get(SignUpState.ASKED, 0),
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
            next_due=None,
            ending=game.ending,
            how=game.how,
            missing=(),
            pace_days=game.pace_days,
            begun=_day(seen.begun, zone),
            players=len(seen.people),
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
        missing, until = (
            [seat for seat in awaited if seat not in seen.sheets | seen.absent],
            game.next_due + office.settings.grace,
        )
        if now is not None and now < until and missing and not seen.stop:
            what = f"turn {game.turn + 1} waits for {' '.join(missing)} until {moment_words(until, zone)}; at once"
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
