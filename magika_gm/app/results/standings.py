"""When a game is over: its final standing in the record, and the hall of fame (GM-5).

The standing is a row a contestant (table ``results``), written in the transaction of the turn that ended the game and
gone with it if that turn is taken back. A game that ended before there was such a table is judged from its last world.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, insert, select

from magika_gm.app.office.office import Office
from magika_gm.app.record.games import CANCELLED, Game, Holder, last_turns, load_game, load_holders
from magika_gm.app.record.outgoing import OutgoingMail, notice, queue, state_of
from magika_gm.engine.records import named_record, record
from magika_gm.engine.system import GameSystem
from magika_gm.mail.mailboxes import compared
from magika_gm.store import tables as t
from magika_gm.store.archive import load_positions
from magika_gm.store.vocabulary import MailKind


@named_record
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


@named_record
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
    def how(self) -> str:
        """Why it is over, in words."""
        return self.system.rules.ending_text(self.ending)

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


def ended_games(
    connection: Connection, apart: Callable[[str], AbstractContextManager[object]] = nullcontext
) -> list[Ended]:
    """Every game that is over and published, in order of ending; each is read in ``apart`` of its name."""
    over = (t.turns.c.ending.is_not(None), t.turns.c.ending != CANCELLED)
    last = select(t.turns.c.game).where(*over, ~t.turns.c.held)
    names = connection.execute(last.order_by(t.turns.c.processed_at, t.turns.c.game)).scalars().all()
    people, found = _people(connection), []
    for name in names:
        with apart(name):
            found.append(_ended(connection, load_game(connection, name), people))
    return found


def winners(connection: Connection) -> dict[str, tuple[str, ...]]:
    """Who won each game that is over and published, by name; "" for a seat nobody played."""
    r, c, last = t.results.c, t.turns.c, last_turns()
    over = (c.ending.is_not(None), c.ending != CANCELLED, ~c.held)
    at_end = select(c.game, c.turn).join(last, (last.c.game == c.game) & (last.c.turn == c.turn)).where(*over)
    ended = {game: turn for game, turn in connection.execute(at_end)}  # noqa: C416
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


# Ratings over games: Elo's, as it is commonly played with more than two.
#
# A finished game counts as a round between all of its contestants who are people: whoever finished ahead of another
# has beaten him, equal ranks are a draw, and who dropped out, or left his mage to a standby, is last. Everybody
# starts at 1500. Against each opponent a player of rating R was expected to score 1 / (1 + 10 ** ((R' - R) / 400));
# his rating moves by K times the mean over his opponents of score minus expectation, for all at once, from the
# ratings before the game. K is 64: finishing ahead of twelve equals is worth 32 points, for a game takes months and
# there are few of them.
#
# What one wins others lose, so the mean stays 1500. Games count in order of ending; the same games give the same
# ratings. The built-in policy has none, and is nobody's opponent.


START = 1500.0
K = 64.0
SCALE = 400.0


@record
class Rating:
    """A player's rating after ``games`` games, and how much the last one moved it."""

    value: float = START
    games: int = 0
    moved: float = 0.0


def ratings(ended: Iterable[Ended]) -> dict[int, Rating]:
    """Ratings by player, from final standings in order of ending."""
    found: dict[int, Rating] = {}
    for game in ended:
        people = _ranked(game)
        if len(people) < 2:
            continue
        before = {player: found.get(player, Rating()) for player in people}
        for player, rank in people.items():
            own = before[player]
            gained = sum(
                score(rank, other) - expected(own.value, before[opponent].value)
                for opponent, other in people.items()
                if opponent != player
            )
            moved = K * gained / (len(people) - 1)
            found[player] = Rating(own.value + moved, own.games + 1, moved)
    return found


def _ranked(game: Ended) -> dict[int, int]:
    """Players in order of their number, and their ranks; with two mages in a game the better one counts."""
    last = len(game.results) + 1  # behind everybody who stayed
    best = dict.fromkeys(game.left, last)
    for result in game.results:
        if result.player is not None:
            rank = last if result.dropped else result.rank
            best[result.player] = min(rank, best.get(result.player, rank))
    return dict(sorted(best.items()))


def score(rank: int, other: int) -> float:
    """1 for finishing ahead, ½ for the same rank, 0 for behind."""
    return 1.0 if rank < other else 0.5 if rank == other else 0.0


def expected(own: float, other: float) -> float:
    """The share of points a player of one rating is expected to take from one of another."""
    return 1 / (1 + float(10 ** ((other - own) / SCALE)))


# The invitation to the next game, to everybody who was in one that is over (GM-5).


def close_game(office: Office, connection: Connection, game_id: str, state: Any, now: datetime) -> None:
    """Record the final standing of a game that ended with its last turn, and invite its players to the next one.

    Runs in the turn's own transaction. A mail that went out before the turn was taken back is not sent again.
    """
    ended = save_standing(connection, game_id, state)
    game = load_game(connection, game_id)
    holders = load_holders(connection, game_id)
    told: set[str] = set()
    for result in ended.results:
        holder = holders[result.seat]
        if holder.email and compared(holder.email) not in told:
            told.add(compared(holder.email))
            final = _last_words(game, state, ended) if result.dropped else []
            queue(connection, _invitation(office, game, ended, result, holder, now, final))


def _last_words(game: Game, state: Any, ended: Ended) -> list[str]:
    """What a final report would say to who gets none, as his mage dropped out: standing, tasks and the seed."""
    lines = ["", "The final standing:"]
    lines += [
        f"  {r.rank:>2}  {_who(r)}, {game.system.words.called(r.seat)}: {r.points:g} points" for r in ended.results
    ]
    lines += game.system.reports.last_words(state)
    return [*lines, "", f"The seed of all dice: {game.seed.hex()}", f"Its hash, as announced: {game.seed_hash}", ""]


def _invitation(
    office: Office, game: Game, ended: Ended, result: Result, holder: Holder, now: datetime, final: Sequence[str]
) -> OutgoingMail:
    named = (MailKind.INVITE, game.id, result.seat)
    subject = "is over: would you play again?"
    text = _invitation_text(ended, result, holder, final)
    mail = notice(office, game, holder, MailKind.INVITE, named, "", text, now, state=state_of(game))
    return replace(mail, subject=f"{game.called} {subject}")


def _invitation_text(ended: Ended, result: Result, holder: Holder, final: Sequence[str]) -> str:
    won = result.rank == 1
    lines = [
        f"game {ended.game} ended with turn {ended.turn}: {ended.how}.",
        *_outcome(ended, result),
    ]
    lines += final or ["Every point is explained in your final report.", ""]
    said = ended.system.signup.invitation(result.seat, result.character, won, result.dropped)
    lines += [*said.prize, ""] if said.prize else []
    lines += ["Would you play again? Fill in this form and mail it to us:", ""]
    lines += _form(ended, result, holder, said.form)
    lines += ["", *said.after]
    return "\n".join(lines)


def _outcome(ended: Ended, result: Result) -> list[str]:
    """Who won, and where this contestant came in."""
    own = f"Your {result.character} ({result.seat})" if result.character else f"You ({result.seat})"
    others = [_who(winner) for winner in ended.winners if winner.seat != result.seat]
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


def _form(ended: Ended, result: Result, seat: Holder, own: Sequence[str]) -> list[str]:
    """The sign-up form, as far as we can fill it in."""
    lines = [line.format(game=result.game, seat=result.seat) for line in own]
    rows = (
        "SIGN-UP",
        f"GAME {ended.system.title}",
        f"NAME {seat.name}",
        f"EMAIL {seat.email}",
        *lines,
        "PASSWORD",
        "END",
    )
    return [f"    {row}" for row in rows]


def _who(result: Result) -> str:
    """``Thistle (Carol West)``."""
    return f"{result.character or result.seat} ({result.name or 'the built-in policy'})"
