"""All players at a glance: games, money, how reliably they play, how well."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from magika_gm.app.accounts.ledger import balances_of
from magika_gm.app.office.office import Office
from magika_gm.app.record.games import played_seats
from magika_gm.app.results.ratings import Rating, ratings
from magika_gm.app.results.standings import Ended, ended_games, free_prize_games
from magika_gm.app.turns.drop_outs import post_failed
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import DEFAULTED, EXCUSED, SENT


@dataclass(frozen=True, slots=True)
class Reliability:
    """Turns of a player that were played: with his own orders in time, missed, or excused (GM-3)."""

    own: int = 0
    missed: int = 0
    excused: int = 0

    @property
    def percent(self) -> int | None:
        """Own orders in a hundred turns that counted; None before the first."""
        counted = self.own + self.missed
        return (200 * self.own + counted) // (2 * counted) if counted else None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """A player at a glance."""

    player: int
    account: str
    name: str
    email: str
    seats: tuple[str, ...]
    """``12:C`` for each game that goes on."""
    plays: tuple[str, ...]
    """The title of each one's game."""
    over: int
    """Games he has played to their end."""
    won: int
    waiting: int
    """Sign-ups that wait for a game."""
    currency: str
    balance_cents: int
    free_turns: int
    turns_own: int
    turns_missed: int
    turns_excused: int
    reliability: int | None
    """Turns in a hundred with his own orders in time; None before the first."""
    rating: int | None
    rating_moved: int
    ebon_games: int
    """Free games as the Ebon Mage he has won and not played yet (GM-5)."""


def list_players(office: Office) -> list[PlayerLine]:
    """Every player, by number."""
    with office.store.reading() as connection:
        ended = ended_games(connection)
        rated = ratings(ended)
        free = free_prize_games(connection, ended)
        reliable = reliabilities(connection)
        balances = balances_of(connection)
        seats = played_seats(connection)
        waits = select(t.signups.c.player, func.count()).where(t.signups.c.state == "waiting")
        waiting = {number: n for number, n in connection.execute(waits.group_by(t.signups.c.player))}  # noqa: C416
        p = t.players.c
        people = connection.execute(select(p.id, p.account, p.name, p.email).order_by(p.id)).all()
    lines = []
    for number, account, name, email in people:
        rating, rely, balance = rated.get(number), reliable.get(number, Reliability()), balances[number]
        finished, won = _finished(ended, number)
        lines.append(
            PlayerLine(
                player=number,
                account=account,
                name=name,
                email=email,
                seats=tuple(s.seat for s in seats.get(number, ())),
                plays=tuple(s.plays for s in seats.get(number, ())),
                over=finished,
                won=won,
                waiting=waiting.get(number, 0),
                currency=balance.currency,
                balance_cents=balance.cents,
                free_turns=balance.free_turns,
                turns_own=rely.own,
                turns_missed=rely.missed,
                turns_excused=rely.excused,
                reliability=rely.percent,
                rating=round(rating.value) if rating else None,
                rating_moved=round((rating or Rating()).moved),
                ebon_games=free.get(number, 0),
            )
        )
    return lines


def _finished(ended: Iterable[Ended], player: int) -> tuple[int, int]:
    games = [game for game in ended if any(r.player == player for r in game.results)]
    return len(games), sum(any(w.player == player for w in game.winners) for game in games)


def reliabilities(connection: Connection) -> dict[int, Reliability]:
    """How reliably each player has sent orders, over all his games.

    What counts is whether orders came that were waited for. Those he sent though nobody waited are his own as well; not
    to send them is nothing. A turn for which nobody's orders came is excused: the post failed, not the players (GM-3).
    """
    p, failed = t.played.c, post_failed().subquery()
    query = (
        select(p.player, p.how, failed.c.turn.is_not(None), func.count())
        .join(failed, (failed.c.game == p.game) & (failed.c.turn == p.turn), isouter=True)
        .where(p.player.is_not(None), p.how.in_((*SENT, *DEFAULTED)))
        .group_by(p.player, p.how, failed.c.turn.is_not(None))
    )
    counts: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for player, how, nobody, times in connection.execute(query):
        kind = "own" if how in SENT else "excused" if nobody or how in EXCUSED else "missed"
        counts[player][kind] += times
    return {player: Reliability(**row) for player, row in counts.items()}
