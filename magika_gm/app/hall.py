"""When a game is over: its final standing in the record, the hall of fame, and the invitation to the next game (GM-5).

The standing is a row a contestant (table ``results``), written in the transaction of the turn that ended the game and
gone with it if that turn is taken back. A game that ended before there was such a table is judged from its last world.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, insert, select

from magika_gm.app.desk import Game, Seat, load_game, load_seats, queue
from magika_gm.app.office import Office
from magika_gm.games.magika.tables import EBON
from magika_gm.games.magika.tasks import task_lines
from magika_gm.games.magika.victory import ENDINGS, final_standing
from magika_gm.games.magika.world import World
from magika_gm.store import tables as t


@dataclass(frozen=True, slots=True)
class Result:
    """How a contestant came out of a game; ``player`` is None where the built-in policy played."""

    game: str
    turn: int
    letter: str
    character: str
    player: int | None
    name: str
    rank: int
    points: float
    dropped: bool


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that is over, its results in final order."""

    game: str
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


def game_over(office: Office, connection: Connection, game_id: str, world: World, now: datetime) -> None:
    """Record the final standing of a game that ended with its last turn, and invite its players to the next one.

    Runs in the turn's own transaction. A mail that went out before the turn was taken back is not sent again.
    """
    game = load_game(connection, game_id)
    rows = _standing(connection, game, world)
    connection.execute(insert(t.results), rows)
    ended = _ended(connection, game, _people(connection))
    seats = load_seats(connection, game_id)
    told: set[str] = set()
    for result in ended.results:
        seat = seats[result.letter]
        if seat.email and seat.email.casefold() not in told:
            told.add(seat.email.casefold())
            final = _last_words(game, world, ended) if result.dropped else []
            mail = _invitation(office, game, ended, result, seat, now, final)
            queue(connection, mail | ({"state": "held"} if game.held else {}))


def _standing(connection: Connection, game: Game, world: World) -> list[dict[str, Any]]:
    query = select(t.seats.c.letter, t.seats.c.player).where(t.seats.c.game == game.id)
    players = {letter: player for letter, player in connection.execute(query)}  # noqa: C416 - rows are not plain tuples
    return [
        {"game": game.id, "turn": game.turn, "letter": place.letter, "player": players.get(place.letter),
         "rank": place.rank, "points": place.points, "dropped": world.mages[place.letter].dropped}
        for place in final_standing(world)
    ]  # fmt: skip


def ended_games(connection: Connection) -> list[Ended]:
    """Every game that is over and published, in order of ending."""
    last = select(t.turns.c.game).where(t.turns.c.ending.is_not(None), ~t.turns.c.held)
    names = connection.execute(last.order_by(t.turns.c.processed_at, t.turns.c.game)).scalars().all()
    people = _people(connection)
    return [_ended(connection, load_game(connection, name), people) for name in names]


def _people(connection: Connection) -> dict[int | None, str]:
    return {number: name for number, name in connection.execute(select(t.players.c.id, t.players.c.name))}  # noqa: C416


def _ended(connection: Connection, game: Game, people: Mapping[int | None, str]) -> Ended:
    r = t.results.c
    query = select(r.letter, r.player, r.rank, r.points, r.dropped).where(r.game == game.id, r.turn == game.turn)
    rows: Sequence[Any] = connection.execute(query).mappings().all()
    rows = rows or _standing(connection, game, game.world(connection))
    characters = {letter: seat.character for letter, seat in load_seats(connection, game.id).items()}
    results = [
        Result(game.id, game.turn, row["letter"], characters[row["letter"]], row["player"],
               people.get(row["player"], ""), row["rank"], row["points"], row["dropped"])
        for row in rows
    ]  # fmt: skip
    results.sort(key=lambda result: (result.rank, result.letter))
    once = select(t.played.c.player).distinct().where(t.played.c.game == game.id, t.played.c.player.is_not(None))
    left = set(connection.execute(once).scalars()) - {result.player for result in results}
    at = game.processed_at.isoformat()
    return Ended(game.id, game.title, game.turn, game.ending or "", at, tuple(results), tuple(sorted(left)))


def free_ebon_games(connection: Connection, ended: Iterable[Ended]) -> dict[int, int]:
    """How many free games as the Ebon Mage each winner has left: one a win (GM-5). Those with none are left out."""
    rights: dict[int, int] = {}
    for game in ended:
        for winner in game.winners:
            if winner.player is not None:
                rights[winner.player] = rights.get(winner.player, 0) + 1
    s = t.seats.c
    used = select(s.player, func.count()).where(s.letter == EBON, s.fee == "free", s.player.is_not(None))
    for player, times in connection.execute(used.group_by(s.player)):
        rights[player] = rights.get(player, 0) - times
    return {player: left for player, left in rights.items() if left > 0}


def _last_words(game: Game, world: World, ended: Ended) -> list[str]:
    """What a final report would say to who gets none, as his mage dropped out: standing, tasks and the seed."""
    lines = ["", "The final standing:"]
    lines += [f"  {r.rank:>2}  {_who(r)}, mage {r.letter}: {r.points:g} points" for r in ended.results]
    lines += ["", "The Ebon Mage's tasks:"] if world.tasks else []
    for task in task_lines(world):
        lines.append(f"  {task.name}: {task.text} ({'done' if task.done else 'not done'}, {task.points:g} points)")
    return [*lines, "", f"The seed of all dice: {game.seed.hex()}", f"Its hash, as announced: {game.seed_hash}", ""]


def _invitation(
    office: Office, game: Game, ended: Ended, result: Result, seat: Seat, now: datetime, final: Sequence[str]
) -> dict[str, Any]:
    return {
        "message_id": f"<invite-{game.id}-{result.letter}@{office.domain}>",
        "kind": "invite",
        "game": game.id,
        "turn": game.turn,
        "letter": result.letter,
        "recipient": seat.email,
        "subject": f"Magika game {game.id} is over: would you play again?",
        "body": _invitation_text(office, ended, result, seat, final),
        "created_at": now.isoformat(),
    }


def _invitation_text(office: Office, ended: Ended, result: Result, seat: Seat, final: Sequence[str]) -> str:
    won = result.rank == 1
    how = ENDINGS.get(ended.ending, ended.ending)
    lines = [
        f"Dear {seat.name},",
        "",
        f"game {ended.game} ended with turn {ended.turn}: {how}.",
        *_outcome(ended, result),
    ]
    lines += final or ["Every point is explained in your final report.", ""]
    if won:
        lines += [
            "Your name goes into our hall of fame, and you may play the next game free, as the Ebon Mage. With EBON",
            "only you wait for that; with EBON yes you may also become a novice again.",
            "",
        ]
    lines += ["Would you play again? Fill in this form and mail it to us:", "", *_form(result, seat, won), ""]
    if result.letter != EBON and not result.dropped:
        lines += [
            f"With RETURNING, {result.character} comes back with 15 % of the old arcania on top, and the old password;",
            "SCROLLS and up to two codes brings old scrolls along. For a new character write FIRST and name, race,",
            "alignment instead, and a new password.",
        ]
    else:
        lines += ["ANYTHING and a name instead of FIRST takes whatever character is free."]
    return "\n".join([*lines, "", office.settings.text("office", "gm"), ""])


def _outcome(ended: Ended, result: Result) -> list[str]:
    """Who won, and where this contestant came in."""
    own = f"Your {result.character} ({result.letter})"
    others = [_who(winner) for winner in ended.winners if winner.letter != result.letter]
    points = f"{result.points:g} points"
    if result.rank == 1:
        return [f"{own} won it with {points}{', as did ' + ' and '.join(others) if others else ''}: congratulations!"]
    first = f"{' and '.join(others)} won it with {ended.winners[0].points:g} points."
    shared = "shares" if sum(r.rank == result.rank for r in ended.results) > 1 else "took"
    mine = (
        "dropped out before"
        if result.dropped
        else f"{shared} place {result.rank} of {len(ended.results)}, with {points}"
    )
    return [first, f"{own} {mine}."]


def _form(result: Result, seat: Seat, won: bool) -> list[str]:
    """The sign-up form, as far as we can fill it in."""
    returning = result.letter != EBON and not result.dropped
    return [
        "    SIGN-UP",
        f"    NAME {seat.name}",
        f"    EMAIL {seat.email}",
        f"    RETURNING {result.game} {result.letter}" if returning else "    FIRST name, race, alignment",
        "    PACE either",
        *(["    EBON yes"] if won else []),
        "    PASSWORD",
        "    END",
    ]


def _who(result: Result) -> str:
    """``Thistle (Carol West)``."""
    return f"{result.character} ({result.name or 'the built-in policy'})"
