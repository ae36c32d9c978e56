"""The invitation to the next game, to everybody who was in one that is over (GM-5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from magika_gm.app.office.office import Office
from magika_gm.app.record.games import Game, Holder, load_game, load_holders
from magika_gm.app.record.outgoing import OutgoingMail, notice, queue, state_of
from magika_gm.app.results.standings import Ended, Result, save_standing
from magika_gm.store.vocabulary import MailKind


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
        if holder.email and holder.email.casefold() not in told:
            told.add(holder.email.casefold())
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
    how = ended.system.rules.ending_text(ended.ending)
    lines = [
        f"game {ended.game} ended with turn {ended.turn}: {how}.",
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
