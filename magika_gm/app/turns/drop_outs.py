"""Missed turns (GM-3): the second in a row puts a position in jeopardy, after the third its mage leaves the game.

A default turn counts as missed unless its player was away by notice, his last report had come back, or nobody's orders
came at all: then the post failed, not the players. Orders of his own start the count anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from sqlalchemy import Connection, delete, or_, select, update

from magika_gm.app.office.dates_in_words import moment_words
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.record.games import Game, Seat
from magika_gm.app.record.outgoing import OutgoingMail, message_id, moment_of, notice, queue, signed, state_of
from magika_gm.engine.acts import DropOut
from magika_gm.games.magika.rules.tables import EBON
from magika_gm.store import tables as t
from magika_gm.store.archive import save_act
from magika_gm.store.vocabulary import MailKind

JEOPARDY, DROPPED = 2, 3
MISSED = "no orders came for three turns running (GM-3)"
LOOK_BACK = 20
"""Turns that are looked at: more in a row without orders do not come about."""


def missed_before(connection: Connection, game: str, turn: int, as_told: bool = False) -> dict[str, int]:
    """How many turns in a row, up to the one before ``turn``, each mage's player has missed.

    Whoever took a position over begins with none; with ``as_told`` only who had done so when that turn was played.
    """
    query = (
        select(t.played.c.turn, t.played.c.letter, t.played.c.how)
        .where(t.played.c.game == game, t.played.c.turn < turn, t.played.c.turn >= turn - LOOK_BACK)
        .order_by(t.played.c.turn.desc())
    )
    s = t.standbys.c
    whose = select(s.letter, s.turn).where(s.game == game, s.state == "placed")
    if as_told:
        p = t.played.c
        then = select(p.player).where(p.game == game, p.turn == turn - 1, p.letter == s.letter).scalar_subquery()
        whose = whose.where(or_(s.turn < turn - 1, s.player == then))
    placed = connection.execute(whose)
    fresh: dict[str, int] = {letter: since for letter, since in placed}  # noqa: C416 - rows are not plain tuples
    by_turn: dict[int, dict[str, str]] = {}
    for number, letter, how in connection.execute(query):
        by_turn.setdefault(number, {})[letter] = how
    counts: dict[str, int] = {}
    settled: set[str] = set()
    for number, hows in by_turn.items():
        nobody = "mailed" not in hows.values()
        for letter, how in hows.items():
            if letter in settled:
                continue
            if how == "mailed" or number <= fresh.get(letter, -1):
                settled.add(letter)
            elif how == "default" and not nobody:
                counts[letter] = counts.get(letter, 0) + 1
    return counts


def leaving(missed: Mapping[str, int], hows: Mapping[str, str], seats: Mapping[str, Seat]) -> list[DropOut]:
    """Whose default turn is not played any more: this would be the third turn in a row that he misses.

    The Ebon Mage never leaves: the built-in policy plays on for him.
    """
    if "mailed" not in hows.values():
        return []
    return [
        DropOut(letter, MISSED)
        for letter, how in hows.items()
        if how == "default" and letter != EBON and seats[letter].email and missed.get(letter, 0) + 1 >= DROPPED
    ]


def in_jeopardy(
    connection: Connection, game: str, turn: int, letters: Iterable[str], as_told: bool = False
) -> dict[str, int]:
    """Which of these mages have, after ``turn``, missed two turns in a row or more, and how many.

    With ``as_told`` as that turn's reports said it, before anybody took a position over.
    """
    counts = missed_before(connection, game, turn + 1, as_told)
    return {letter: counts[letter] for letter in letters if counts.get(letter, 0) >= JEOPARDY}


def save_drop_outs(connection: Connection, game: str, turn: int, gone: Iterable[DropOut], now: datetime) -> None:
    """Record who leaves as acts of the turn, so that it is played, replayed and taken back with it."""
    for act in gone:
        save_act(connection, game, turn, act, now.isoformat(), automatic=True)


def take_back(connection: Connection, game: str, turn: int) -> None:
    """Undo what a turn that is taken back did: drop-outs, offers and letters that are not sent yet."""
    connection.execute(delete(t.acts).where(t.acts.c.game == game, t.acts.c.turn == turn, t.acts.c.automatic))
    offered = (t.standbys.c.game == game, t.standbys.c.turn == turn, t.standbys.c.state == "offered")
    free = {"state": "waiting", "game": None, "turn": None, "letter": None}
    connection.execute(update(t.standbys).where(*offered).values(**free))
    mails = (t.outbox.c.game == game, t.outbox.c.turn == turn, t.outbox.c.kind.in_(("notice", "offer", "date")))
    connection.execute(delete(t.outbox).where(*mails, t.outbox.c.state != "sent"))


def notes_of_jeopardy(jeopardy: Mapping[str, int], teams: Mapping[str, str]) -> dict[str, list[str]]:
    """What the reports say: the warning to the player, the news to his allies (``teams``: letter to colour worn)."""
    notes: dict[str, list[str]] = {}
    for letter in jeopardy:
        warning = (
            "This was the second turn in a row without orders from you. Your position is in jeopardy: without orders "
            "for the next turn your mage leaves the game (GM-3)."
        )
        notes.setdefault(letter, []).append(warning)
        for ally, team in teams.items():
            if ally != letter and team == teams[letter] != "black":
                notes.setdefault(ally, []).append(
                    f"No orders came from your ally {letter} for two turns. If none come for the next he leaves the "
                    "game, unless somebody takes his place."
                )
    return notes


def write_to_those_concerned(
    office: Office, connection: Connection, game: Game, turn: int, gone: Iterable[DropOut], seats: Mapping[str, Seat],
    jeopardy: Iterable[str], now: datetime,
) -> None:  # fmt: skip
    """Tell drop-outs that they are out, and offer positions in jeopardy to those who stand by, in order."""
    for act in gone:
        seat = seats[act.seat]
        if not seat.email:
            continue
        who = f"{seat.character}, mage {seat.letter}, has left"
        why = (
            f"no orders came from you for three turns of game {game.id}, so {who} it (GM-3)"
            if act.reason == MISSED
            else f"{who} game {game.id} by the game master's decision: {act.reason.rstrip('.')}"
        )
        text = (
            f"{why}. What he carried lies where he stood.\n\nIf this is a mistake "
            "write to us at once: the turn can be taken back."
        )
        named = (MailKind.NOTICE, game.id, turn, seat.letter, moment_of(now))
        subject = f"{seat.character} ({seat.letter}) has left the game"
        mail = notice(office, game, seat, MailKind.NOTICE, named, subject, text, now, turn=turn, state=state_of(game))
        queue(connection, mail)
    _withdraw(connection, game.id, turn, [act.seat for act in gone], jeopardy)
    for letter in jeopardy:
        _offer(office, connection, game, turn, seats[letter], now)


def _withdraw(connection: Connection, game: str, turn: int, gone: list[str], jeopardy: Iterable[str]) -> None:
    """Offers of earlier turns end when the player is back, or his mage gone."""
    still = [letter for letter in jeopardy if letter not in gone]
    stale = (t.standbys.c.game == game, t.standbys.c.turn < turn, t.standbys.c.state == "offered")
    free = {"state": "waiting", "game": None, "turn": None, "letter": None}
    connection.execute(update(t.standbys).where(*stale, t.standbys.c.letter.not_in(still)).values(**free))


def _offer(office: Office, connection: Connection, game: Game, turn: int, seat: Seat, now: datetime) -> None:
    offered = (t.standbys.c.game == game.id, t.standbys.c.letter == seat.letter, t.standbys.c.state == "offered")
    if connection.execute(select(t.standbys.c.id).where(*offered)).first() is not None:
        return
    query = (
        select(t.standbys.c.id, t.players.c.name, t.players.c.email)
        .join(t.players, t.players.c.id == t.standbys.c.player)
        .where(t.standbys.c.state == "waiting")
        .order_by(t.standbys.c.since, t.standbys.c.id)
    )
    first = connection.execute(query).first()
    if first is None:
        return
    number, name, email = first
    values = {"state": "offered", "game": game.id, "turn": turn, "letter": seat.letter}
    connection.execute(update(t.standbys).where(t.standbys.c.id == number).values(**values))
    text = (
        f"a position in game {game.id} may soon be free: mage {seat.letter}, {seat.character}. It is "
        f"turn {turn}, and your first turn would be free. If you would take it over, answer this mail before "
        f"{moment_words(game.next_due, office.settings.zone)}; you get everything he has but the "
        "secrets of the player before you."
    )
    mail = OutgoingMail(
        message_id=message_id(office, MailKind.OFFER, game.id, turn, seat.letter, moment_of(now)),
        kind=MailKind.OFFER,
        recipient=email,
        subject=f"Magika game {game.id}: would you take over mage {seat.letter}?",
        created_at=stamp(now),
        game=game.id,
        turn=turn,
        seat=seat.letter,
        body=signed(office, name, text),
        state=state_of(game),
    )
    queue(connection, mail)
