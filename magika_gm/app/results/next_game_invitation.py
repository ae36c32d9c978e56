"""The invitation to the next game, to everybody who was in one that is over (GM-5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from magika_gm.app.office.office import Office
from magika_gm.app.record.games import Game, Seat, load_game, load_seats
from magika_gm.app.record.outgoing import OutgoingMail, notice, queue, state_of
from magika_gm.app.results.standings import Ended, Result, save_standing
from magika_gm.games.magika.rules.tables import EBON
from magika_gm.games.magika.rules.tasks import task_lines
from magika_gm.games.magika.rules.world import World
from magika_gm.store.vocabulary import MailKind

ENDINGS = {
    "goal": "the Goal Square was reached",
    "globe": "the Globe of Life was formed",
    "convergence": "the alignment artifacts came together",
}


def close_game(office: Office, connection: Connection, game_id: str, world: World, now: datetime) -> None:
    """Record the final standing of a game that ended with its last turn, and invite its players to the next one.

    Runs in the turn's own transaction. A mail that went out before the turn was taken back is not sent again.
    """
    ended = save_standing(connection, game_id, world)
    game = load_game(connection, game_id)
    seats = load_seats(connection, game_id)
    told: set[str] = set()
    for result in ended.results:
        seat = seats[result.letter]
        if seat.email and seat.email.casefold() not in told:
            told.add(seat.email.casefold())
            final = _last_words(game, world, ended) if result.dropped else []
            queue(connection, _invitation(office, game, ended, result, seat, now, final))


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
) -> OutgoingMail:
    named = (MailKind.INVITE, game.id, result.letter)
    subject = "is over: would you play again?"
    text = _invitation_text(ended, result, seat, final)
    mail = notice(office, game, seat, MailKind.INVITE, named, "", text, now, state=state_of(game))
    return replace(mail, subject=f"Magika game {game.id} {subject}")


def _invitation_text(ended: Ended, result: Result, seat: Seat, final: Sequence[str]) -> str:
    won = result.rank == 1
    how = ENDINGS.get(ended.ending, ended.ending)
    lines = [
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
    return "\n".join(lines)


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
