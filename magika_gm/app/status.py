"""The office at a glance."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from magika_gm.app.desk import game_ids, load_game, load_seats, standing_sheets
from magika_gm.app.office import Office
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


@dataclass(frozen=True, slots=True)
class OfficeStatus:
    """All games, and what waits in the post."""

    games: tuple[GameStatus, ...]
    waiting: int
    failed: int
    aside: int


def office_status(office: Office) -> OfficeStatus:
    """What is due, who is late, what waits for the game master."""
    games = []
    with office.store.reading() as connection:
        for name in game_ids(connection):
            game = load_game(connection, name)
            seats = load_seats(connection, name)
            there = standing_sheets(connection, name, game.turn + 1)
            missing = tuple(a for a, seat in seats.items() if seat.email and a not in there)
            games.append(
                GameStatus(game.id, game.title, game.turn, game.next_due, game.ending, () if game.ending else missing)
            )
        rows = connection.execute(select(t.outbox.c.state, func.count()).group_by(t.outbox.c.state))
        states: dict[str, int] = {state: total for state, total in rows}  # noqa: C416 - rows are not plain tuples
        aside = connection.execute(select(func.count()).where(t.inbox.c.outcome == "aside")).scalar() or 0
    return OfficeStatus(tuple(games), states.get("waiting", 0), states.get("failed", 0), aside)
