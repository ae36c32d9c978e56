"""The office at a glance."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from magika_gm.app.desk import game_ids, load_game, load_seats, standing_sheets
from magika_gm.app.office import Office
from magika_gm.app.pauses import pause_of
from magika_gm.app.turnwords import absent_at, bounced_at, ready
from magika_gm.store import tables as t


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class OfficeStatus:
    """All games, and what waits in the post."""

    games: tuple[GameStatus, ...]
    waiting: int
    failed: int
    aside: int
    bounced: int = 0


def office_status(office: Office, now: datetime | None = None) -> OfficeStatus:
    """What is due, who is late, what waits for the game master. Without ``now`` no pause has come to its end."""
    zone = office.settings.zone
    games = []
    with office.store.reading() as connection:
        for name in game_ids(connection):
            game = load_game(connection, name)
            seats = load_seats(connection, name)
            there = standing_sheets(connection, name, game.turn + 1)
            missing = tuple(a for a, seat in seats.items() if seat.email and a not in there)
            if game.ending:
                games.append(GameStatus(game.id, game.title, game.turn, game.next_due, game.ending, ()))
                continue
            playing = [mage.letter for mage in game.world(connection).playing()]
            games.append(
                GameStatus(
                    game.id,
                    game.title,
                    game.turn,
                    game.next_due,
                    None,
                    tuple(a for a in missing if a in playing),
                    tuple(sorted(bounced_at(connection, name, game.turn))),
                    ready(connection, game, seats.values(), playing),
                    tuple(sorted(absent_at(connection, name, game.next_due))),
                    pause.words(zone) if (pause := pause_of(connection, name, now or game.processed_at)) else "",
                )
            )
        rows = connection.execute(select(t.outbox.c.state, func.count()).group_by(t.outbox.c.state))
        states: dict[str, int] = {state: total for state, total in rows}  # noqa: C416 - rows are not plain tuples
        unsettled = (t.inbox.c.outcome == "aside", t.inbox.c.settled == "")
        aside = connection.execute(select(func.count()).where(*unsettled)).scalar() or 0
    waits, failed, back = (states.get(state, 0) for state in ("waiting", "failed", "bounced"))
    return OfficeStatus(tuple(games), waits, failed, aside, back)
