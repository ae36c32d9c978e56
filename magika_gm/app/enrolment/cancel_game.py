"""A game abandoned on the game master's word: begun by mistake, or never to be finished. Everybody is told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select, update

from magika_gm.app.accounts.ledger import balances_of, reverse_entry
from magika_gm.app.accounts.rates import money
from magika_gm.app.calendar.insurance import withdraw_alerts, withdraw_dates
from magika_gm.app.calendar.schedule import note_moved, reason_in_words
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, locked, stamp
from magika_gm.app.record.games import CANCELLED, Game, load_game, load_holders
from magika_gm.app.record.outgoing import moment_of, notice, queue
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import MailKind, MailState, SignUpState


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A game that was cancelled: who was told, which entries were taken back, which sign-ups wait again."""

    game: str
    turn: int
    told: tuple[str, ...]
    entries: int
    sign_ups: tuple[int, ...]


def cancel_game(office: Office, game_id: str, reason: str, now: datetime) -> Cancelled:
    """Abandon a game: no further turn is played, all that was charged for it is given back by counter-entries, those
    who came from the waiting list wait again, and every player is told, his calendar included.

    Its record stays; it counts for no rating and for no hall of fame. Raises :class:`OfficeError` for a game that is
    over, and without a reason.
    """
    words = reason_in_words(reason)
    if not words:
        raise OfficeError("say why with --reason: the players are told")
    with office.store.reading() as connection:
        name = load_game(connection, game_id).id
    with locked(office.lock(name)) as ours:
        if not ours:
            raise OfficeError(f"game {name}: a run is processing it; wait until it has finished")
        with office.store.writing() as connection:
            return _cancel(office, connection, load_game(connection, name), words, now)


def _cancel(office: Office, connection: Connection, game: Game, words: str, now: datetime) -> Cancelled:
    if game.ending:
        raise OfficeError(f"game {game.id} is over ({game.ending}); nothing was changed")
    if game.held:
        raise OfficeError(f"turn {game.turn} of game {game.id} waits for your review; publish or undo it first")
    withdraw_alerts(connection, game, now)
    unsent = (t.outbox.c.game == game.id, t.outbox.c.state == MailState.WAITING)
    withdraw_dates(connection, game)
    if game.turn == 0:
        connection.execute(update(t.outbox).where(*unsent).values(state=MailState.CANCELLED))
    entries = _give_back(connection, game, now)
    s = t.signups.c
    seated = (s.game == game.id, s.state == SignUpState.SEATED)
    again = list(connection.execute(select(s.id).where(*seated).order_by(s.id)).scalars())
    connection.execute(update(t.signups).where(*seated).values(state=SignUpState.WAITING, game=None))
    # the invitation is taken back with a higher sequence than it came with
    note_moved(connection, game, game.next_due, f"cancelled: {words}", stamp(now))
    where = (t.turns.c.game == game.id, t.turns.c.turn == game.turn)
    connection.execute(update(t.turns).where(*where).values(ending=CANCELLED))
    told = [_tell(office, connection, game, seat, words, now) for seat in _to_tell(connection, game)]
    return Cancelled(game.id, game.turn, tuple(told), len(entries), tuple(again))


def _to_tell(connection: Connection, game: Game) -> list[str]:
    """The seats whose players are in the game still."""
    playing = game.system.rules.playing(game.state(connection))
    return [seat for seat, holder in load_holders(connection, game.id).items() if holder.email and seat in playing]


def _give_back(connection: Connection, game: Game, now: datetime) -> list[int]:
    """Counter-entries for all that was booked for the game and stands."""
    undone = t.entries.alias()
    query = (
        select(t.entries.c.id, t.entries.c.text)
        .join(undone, undone.c.reverses == t.entries.c.id, isouter=True)
        .where(t.entries.c.game == game.id, t.entries.c.reverses.is_(None), undone.c.id.is_(None))
        .order_by(t.entries.c.id)
    )
    rows = connection.execute(query).all()
    for player in connection.execute(select(t.seats.c.player).where(t.seats.c.game == game.id)).scalars():
        # a rule book that came with this game's first report was charged with it
        mine = (t.players.c.id == player, t.players.c.rule_book == game.id)
        if game.turn == 0:
            connection.execute(update(t.players).where(*mine).values(rule_book=""))
    return [reverse_entry(connection, entry, now.isoformat(), f"Taken back: {text}") for entry, text in rows]


def _tell(office: Office, connection: Connection, game: Game, seat: str, words: str, now: datetime) -> str:
    holder = load_holders(connection, game.id)[seat]
    player = connection.execute(
        select(t.seats.c.player).where(t.seats.c.game == game.id, t.seats.c.seat == seat)
    ).scalar_one()
    balance = balances_of(connection, [player])[player]
    s = t.signups.c
    waits = connection.execute(select(s.id).where(s.player == player, s.state == SignUpState.WAITING)).first()
    text = (
        f"game {game.id} is cancelled: {words}. No further turn is played, and what was charged for it was given back; "
        f"your account holds {money(balance.cents, balance.currency)} and {balance.free_turns} turns in credit."
    )
    if waits is not None:
        text += f" You are on the waiting list again, as number {waits.id}."
    named = ("cancelled", game.id, seat, moment_of(now))
    mail = notice(office, game, holder, MailKind.PAUSE, named, "the game is cancelled", text, now)
    queue(connection, mail)
    return holder.email
