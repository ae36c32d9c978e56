"""When a game is over: its final standing in the record, and the hall of fame (GM-5).

The standing is a row a contestant (table ``results``), written in the transaction of the turn that ended the game and
gone with it if that turn is taken back. A game that ended before there was such a table is judged from its last world.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, insert, select

from magika_gm.app.record.games import CANCELLED, Game, load_game, load_holders
from magika_gm.engine.system import GameSystem
from magika_gm.store import tables as t
from magika_gm.store.archive import load_positions


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a contestant came out of a game; ``player`` is None where the built-in policy played."""

    game: str
    turn: int
    seat: str
    character: str
    player: int | None
    name: str
    rank: int
    points: float
    dropped: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A game that is over, its results in final order."""

    game: str
    system: GameSystem
    title: str
    turn: int
    ending: str
    ended_at: str
    results: tuple[Result, ...]
    left: tuple[int, ...] = ()
    """Players who sent orders once and had no mage at the end: others took their positions over."""

    @property
    def winners(self) -> tuple[Result, ...]:
        """Who finished first; equal totals share it (VP-6)."""
        return tuple(r for r in self.results if r.rank == 1)


def save_standing(connection: Connection, game_id: str, state: Any) -> Ended:
    """Record the final standing of a game that ended with its last turn. Runs in the turn's own transaction."""
    game = load_game(connection, game_id)
    connection.execute(insert(t.results), _standing(connection, game, state))
    return _ended(connection, game, _people(connection))


def _standing(connection: Connection, game: Game, state: Any) -> list[dict[str, Any]]:
    query = select(t.seats.c.seat, t.seats.c.player).where(t.seats.c.game == game.id)
    players = {seat: player for seat, player in connection.execute(query)}  # noqa: C416 - rows are not plain tuples
    return [
        {"game": game.id, "turn": game.turn, "seat": place.seat, "player": players.get(place.seat),
         "rank": place.rank, "points": place.points, "dropped": place.out}
        for place in game.system.rules.standing(state)
    ]  # fmt: skip


def ended_games(connection: Connection) -> list[Ended]:
    """Every game that is over and published, in order of ending."""
    over = (t.turns.c.ending.is_not(None), t.turns.c.ending != CANCELLED)
    last = select(t.turns.c.game).where(*over, ~t.turns.c.held)
    names = connection.execute(last.order_by(t.turns.c.processed_at, t.turns.c.game)).scalars().all()
    people = _people(connection)
    return [_ended(connection, load_game(connection, name), people) for name in names]


def winners(connection: Connection) -> dict[str, tuple[str, ...]]:
    """Who won each game that is over and published, by name; "" for a seat nobody played."""
    r, over = t.results.c, (t.turns.c.ending.is_not(None), t.turns.c.ending != CANCELLED, ~t.turns.c.held)
    ended = {game: turn for game, turn in connection.execute(select(t.turns.c.game, t.turns.c.turn).where(*over))}  # noqa: C416
    query = select(r.game, r.turn, r.rank, t.players.c.name).join(t.players, t.players.c.id == r.player, isouter=True)
    found: dict[str, list[str]] = {}
    for game, turn, rank, name in connection.execute(query.order_by(r.game, r.seat)):
        if ended.get(game) == turn:
            found.setdefault(game, []).extend([name or ""] if rank == 1 else [])
    unknown = ended.keys() - found.keys()  # of an older version
    people = _people(connection) if unknown else {}
    for game in unknown:
        found[game] = [winner.name for winner in _ended(connection, load_game(connection, game), people).winners]
    return {game: tuple(names) for game, names in found.items()}


def _people(connection: Connection) -> dict[int | None, str]:
    return {number: name for number, name in connection.execute(select(t.players.c.id, t.players.c.name))}  # noqa: C416


def _ended(connection: Connection, game: Game, people: Mapping[int | None, str]) -> Ended:
    r = t.results.c
    query = select(r.seat, r.player, r.rank, r.points, r.dropped).where(r.game == game.id, r.turn == game.turn)
    rows: Sequence[Any] = connection.execute(query).mappings().all()
    rows = rows or _standing(connection, game, game.state(connection))
    stood = load_positions(connection, game.id, game.turn)
    characters = {
        seat: held.character or (stood[seat].name if seat in stood else "")
        for seat, held in load_holders(connection, game.id).items()
    }
    results = [
        Result(game=game.id, turn=game.turn, seat=row["seat"], character=characters[row["seat"]], player=row["player"],
               name=people.get(row["player"], ""), rank=row["rank"], points=row["points"], dropped=row["dropped"])
        for row in rows
    ]  # fmt: skip
    results.sort(key=lambda result: (result.rank, result.seat))
    once = select(t.played.c.player).distinct().where(t.played.c.game == game.id, t.played.c.player.is_not(None))
    left = set(connection.execute(once).scalars()) - {result.player for result in results}
    at = game.processed_at.isoformat()
    return Ended(
        game=game.id,
        system=game.system,
        title=game.title,
        turn=game.turn,
        ending=game.ending or "",
        ended_at=at,
        results=tuple(results),
        left=tuple(sorted(left)),
    )


def free_prize_games(connection: Connection, ended: Iterable[Ended]) -> dict[int, int]:
    """How many free games in a prize seat each winner has left: one a win (GM-5). Those with none are left out."""
    rights: dict[int, int] = {}
    for game in ended:
        for winner in game.winners if game.system.signup.PRIZE else ():
            if winner.player is not None:
                rights[winner.player] = rights.get(winner.player, 0) + 1
    s = t.seats.c
    used = select(s.player, func.count()).where(s.fee == "free", s.player.is_not(None))
    for player, times in connection.execute(used.group_by(s.player)):
        rights[player] = rights.get(player, 0) - times
    return {player: left for player, left in rights.items() if left > 0}
