"""Missed turns (GM-3): the second in a row puts a position in jeopardy, after the third its mage leaves the game.

A default turn counts as missed unless its player was away by notice, his last report had come back, or nobody's orders
came at all: then the post failed, not the players. Orders of his own start the count anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, case, delete, func, or_, select, update

from magika_gm.app.office.office import Office, stamp
from magika_gm.app.office.workdays import moment_words
from magika_gm.app.record.games import Game, Holder, load_holders
from magika_gm.app.record.outgoing import OutgoingMail, message_id, moment_of, notice, queue, signed, state_of
from magika_gm.engine.seam.setup import ThirdMiss
from magika_gm.engine.system import GameSystem
from magika_gm.mail.mailboxes import compared
from magika_gm.store import tables as t
from magika_gm.store.archive import save_act
from magika_gm.store.database import lock_for_a_moment
from magika_gm.store.vocabulary import AWAITED, NO_PLACE, MailKind, MailState, Played, StandbyState

JEOPARDY, DROPPED = 2, 3
MANY = 4
"""So many sheets waited for, before it means something that none came."""
LOOK_BACK = 20
"""Turns that are looked at: more in a row without orders do not come about."""


def nobody_wrote(hows: Mapping[str, str]) -> bool:
    """Whether no sheet came though several were waited for: then the post failed, not the players.

    With fewer than four that says nothing: two may well both forget. Seats the program plays send none.
    """
    waited = [how for how in hows.values() if how in AWAITED]
    return len(waited) >= MANY and Played.MAILED not in waited


def post_failed() -> Select[Any]:
    """The turns of which :func:`nobody_wrote` is true, of all games: game and turn."""
    p = t.played.c
    came = func.sum(case((p.how == Played.MAILED, 1), else_=0))
    waited = select(p.game, p.turn).where(p.how.in_(AWAITED)).group_by(p.game, p.turn)
    return waited.having(func.count() >= MANY, came == 0)


def missed_before(connection: Connection, game: str, turn: int, as_told: bool = False) -> dict[str, int]:
    """How many turns in a row, up to the one before ``turn``, each mage's player has missed.

    Whoever took a position over begins with none; with ``as_told`` only who had done so when that turn was played.
    """
    query = (
        select(t.played.c.turn, t.played.c.seat, t.played.c.how)
        .where(t.played.c.game == game, t.played.c.turn < turn, t.played.c.turn >= turn - LOOK_BACK)
        .order_by(t.played.c.turn.desc())
    )
    s = t.standbys.c
    whose = select(s.seat, s.turn).where(s.game == game, s.state == "placed")
    if as_told:
        p = t.played.c
        then = select(p.player).where(p.game == game, p.turn == turn - 1, p.seat == s.seat).scalar_subquery()
        whose = whose.where(or_(s.turn < turn - 1, s.player == then))
    placed = connection.execute(whose)
    fresh: dict[str, int] = {seat: since for seat, since in placed}  # noqa: C416 - rows are not plain tuples
    return count_missed(((number, seat, how) for number, seat, how in connection.execute(query)), fresh)


def count_missed(played: Iterable[tuple[int, str, str]], fresh: Mapping[str, int]) -> dict[str, int]:
    """How many turns in a row each seat's player has missed, by turn, seat and how it was played, the last turn first.

    ``fresh``: after which turn a position was taken over, by seat.
    """
    by_turn: dict[int, dict[str, str]] = {}
    for number, seat, how in played:
        by_turn.setdefault(number, {})[seat] = how
    counts: dict[str, int] = {}
    settled: set[str] = set()
    for number, hows in by_turn.items():
        nobody = nobody_wrote(hows)
        for seat, how in hows.items():
            if seat in settled:
                continue
            if how == Played.MAILED or number <= fresh.get(seat, -1):
                settled.add(seat)
            elif how == Played.DEFAULT and not nobody:
                counts[seat] = counts.get(seat, 0) + 1
    return counts


def missed_reason(system: GameSystem) -> str:
    """Why somebody leaves who missed three turns, as the act of it says."""
    rule = system.shape.missed_rule
    return "no orders came for three turns running" + (f" ({rule})" if rule else "")


def leaving(
    missed: Mapping[str, int], hows: Mapping[str, str], seats: Mapping[str, Holder], system: GameSystem
) -> list[str]:
    """Whose default turn is not played any more: this would be the third turn in a row that he misses.

    A seat a policy plays where nobody does never leaves: it plays on. Where a game does not let such seats leave, none.
    """
    if system.shape.third_miss is ThirdMiss.BOT or system.shape.misses_in_state or nobody_wrote(hows):
        return []
    automatic = system.automatic
    return [
        seat
        for seat, how in hows.items()
        if how == Played.DEFAULT and seat not in automatic and seats[seat].email and missed.get(seat, 0) + 1 >= DROPPED
    ]


def in_jeopardy(
    connection: Connection, game: str, turn: int, seats: Iterable[str], as_told: bool = False
) -> dict[str, int]:
    """Which of these mages have, after ``turn``, missed two turns in a row or more, and how many.

    With ``as_told`` as that turn's reports said it, before anybody took a position over.
    """
    counts = missed_before(connection, game, turn + 1, as_told)
    return {seat: counts[seat] for seat in seats if counts.get(seat, 0) >= JEOPARDY}


def save_drop_outs(connection: Connection, game: str, turn: int, gone: Iterable[Any], now: datetime) -> None:
    """Record who leaves as acts of the turn, so that it is played, replayed and taken back with it."""
    for act in gone:
        save_act(connection, game, turn, act, now.isoformat(), automatic=True)


def take_back_drop_outs(connection: Connection, game: str, turn: int) -> None:
    """Undo what a turn that is taken back did: drop-outs, offers and mails that are not sent yet."""
    connection.execute(delete(t.acts).where(t.acts.c.game == game, t.acts.c.turn == turn, t.acts.c.automatic))
    lock_for_a_moment(connection, t.standbys.name)
    offered = (t.standbys.c.game == game, t.standbys.c.turn == turn, t.standbys.c.state == StandbyState.OFFERED)
    free = {"state": StandbyState.WAITING, **NO_PLACE}
    connection.execute(update(t.standbys).where(*offered).values(**free))
    mails = (t.outbox.c.game == game, t.outbox.c.turn == turn, t.outbox.c.kind.in_(("notice", "offer", "date")))
    connection.execute(delete(t.outbox).where(*mails, t.outbox.c.state != MailState.SENT))


def notes_of_jeopardy(
    jeopardy: Mapping[str, int], system: GameSystem, state: Any, readers: Iterable[str]
) -> dict[str, list[str]]:
    """What the reports say: the warning to the player, the news to his allies among the ``readers``."""
    notes: dict[str, list[str]] = {}
    then = {
        ThirdMiss.DROP: f"your {system.words.seat} leaves the game",
        ThirdMiss.FORFEIT: "the game is lost to you",
        ThirdMiss.BOT: "a built-in policy plays on for you",
    }[system.shape.third_miss]
    rule = f" ({system.shape.missed_rule})" if system.shape.missed_rule else ""
    read = list(readers)
    for seat in jeopardy:
        warning = (
            "This was the second turn in a row without orders from you. Your position is in jeopardy: without orders "
            f"for the next turn {then}{rule}."
        )
        notes.setdefault(seat, []).append(warning)
        for ally in (a for a in system.rules.allies(state, seat) if a in read):
            notes.setdefault(ally, []).append(
                f"No orders came from your ally {seat} for two turns. If none come for the next he leaves the "
                "game, unless somebody takes his place. Whoever would, a friend of yours perhaps, mails us the line "
                f"STAND BY {system.title}, and is told how."
            )
    return notes


def write_to_those_concerned(
    office: Office,
    connection: Connection,
    game: Game,
    turn: int,
    gone: Mapping[str, str],
    holders: Mapping[str, Holder],
    jeopardy: Iterable[str],
    now: datetime,
) -> None:
    """Tell drop-outs that they are out, and offer positions in jeopardy to those who stand by, in order."""
    missed, rule = missed_reason(game.system), game.system.shape.missed_rule
    for seat, reason in gone.items():
        holder = holders[seat]
        if not holder.email:
            continue
        who = f"{game.who_is(holder)}, has left" if holder.character else f"{game.who_is(holder)} has left"
        why = (
            f"no orders came from you for three turns of game {game.id}, so {who} it ({rule})"
            if reason == missed
            else f"{who} game {game.id} by the game master's decision: {reason.rstrip('.')}"
        )
        left = f" {game.system.words.left}" if game.system.words.left else ""
        text = f"{why}.{left}\n\nIf this is a mistake write to us at once: the turn can be taken back."
        named = (MailKind.NOTICE, game.id, turn, seat, moment_of(now))
        subject = f"{game.who(holder)} has left the game"
        mail = notice(office, game, holder, MailKind.NOTICE, named, subject, text, now, turn=turn, state=state_of(game))
        queue(connection, mail)
    lock_for_a_moment(connection, t.standbys.name)  # another game's position may be offered to the same people
    _withdraw(connection, game.id, turn, list(gone), jeopardy)
    for seat in jeopardy:
        offer(office, connection, game, turn, holders[seat], now)


def _withdraw(connection: Connection, game: str, turn: int, gone: list[str], jeopardy: Iterable[str]) -> None:
    """Offers of earlier turns end when the player is back, or his mage gone."""
    still = [seat for seat in jeopardy if seat not in gone]
    stale = (t.standbys.c.game == game, t.standbys.c.turn < turn, t.standbys.c.state == StandbyState.OFFERED)
    free = {"state": StandbyState.WAITING, **NO_PLACE}
    connection.execute(update(t.standbys).where(*stale, t.standbys.c.seat.not_in(still)).values(**free))


def offer(office: Office, connection: Connection, game: Game, turn: int, holder: Holder, now: datetime) -> None:
    """Offer a position to the first in the line who plays none of the game himself, if it is offered to nobody yet."""
    offered = (
        t.standbys.c.game == game.id,
        t.standbys.c.seat == holder.seat,
        t.standbys.c.state == StandbyState.OFFERED,
    )
    if connection.execute(select(t.standbys.c.id).where(*offered)).first() is not None:
        return
    query = (
        select(t.standbys.c.id, t.players.c.name, t.players.c.email)
        .join(t.players, t.players.c.id == t.standbys.c.player)
        .where(t.standbys.c.state == StandbyState.WAITING)
        .order_by(t.standbys.c.since, t.standbys.c.id)
    )
    # who plays in it would hear of another's absence what his own report does not tell him
    here = {compared(one.email) for one in load_holders(connection, game.id).values()}
    first = next((row for row in connection.execute(query) if compared(row.email) not in here), None)
    if first is None:
        return
    number, name, email = first
    values = {"state": StandbyState.OFFERED, "game": game.id, "turn": turn, "seat": holder.seat}
    connection.execute(update(t.standbys).where(t.standbys.c.id == number).values(**values))
    called = game.system.words.called(holder.seat)
    position = f"{called}, {holder.character}" if holder.character else called
    text = (
        f"a position in game {game.id} may soon be free: {position}. It is "
        f"turn {turn}, and your first turn would be free. If you would take it over, answer this mail before "
        f"{moment_words(game.next_due, office.settings.zone)}; you get everything he has but the "
        "secrets of the player before you."
    )
    mail = OutgoingMail(
        message_id=message_id(office, MailKind.OFFER, game.id, turn, holder.seat, moment_of(now)),
        kind=MailKind.OFFER,
        recipient=email,
        subject=f"{game.called}: would you take over {called}?",
        created_at=stamp(now),
        game=game.id,
        turn=turn,
        seat=holder.seat,
        body=signed(office, name, text),
        state=state_of(game),
    )
    queue(connection, mail)
