"""A due turn, whoever comes to it: a round, ``process-turn`` or a worker. One that cannot be played stops no other;
and a turn held back for the game master to look at.
"""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, select, update

from magika_gm.app.calendar.date_moves import WaitsForWord
from magika_gm.app.office.doors import in_words
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.record.games import Game, load_game, load_holders
from magika_gm.app.turns.editions import edition_of
from magika_gm.app.turns.process import Processed, process_turn
from magika_gm.app.turns.turn_orders import stored_orders
from magika_gm.engine.records import named_record, record
from magika_gm.store import tables as t
from magika_gm.store.archive import load_played, load_told, playing_at
from magika_gm.store.faults import moment
from magika_gm.store.vocabulary import DEFAULTED, MailState


@named_record
class Tried:
    """What became of a game's turn: it is ``done``, or ``failed`` says why not, with the game in front."""

    done: Processed | None = None
    failed: str = ""
    waits: str = ""
    """That it waits for the game master's word, who was asked with what ``failed`` says."""
    asked_before: bool = False
    """He was asked within a day."""


def try_turn(
    office: Office,
    game: str,
    now: datetime,
    early: bool = False,
    dry_run: Path | None = None,
    review: bool = False,
    guarded: bool = True,
    processes: int = 1,
    pages: bool = True,
) -> Tried:
    """:func:`~magika_gm.app.turns.process.process_turn`, whose words those for the same things are. Whatever is raised
    there is told; the traceback of what nobody foresaw is kept."""
    try:
        done = process_turn(office, game, now, early, dry_run, review, guarded, processes, pages)
    except WaitsForWord as stop:
        waits = f"turn {stop.turn} waits for your word: {stop.why}"
        return Tried(failed=str(stop), waits=waits, asked_before=stop.asked_before)
    except Exception as error:  # noqa: BLE001 - the door of one game
        why = in_words(office, f"game {game}", error)
        named = re.search(rf"(?<![\w.-])game {re.escape(game)}(?![\w-])", why)
        return Tried(failed=why if named else f"game {game}: {why}")
    return Tried(done=done)


# Review before publishing: what the game master looks at while no player has seen anything, and letting it go.


@named_record
class TurnDigest:
    """A turn at a glance, for the decision to publish it."""

    game: str
    turn: int
    ending: str | None
    rulings: tuple[str, ...]
    """What the resolution leaves to the game master's judgement."""
    unusual: tuple[str, ...]
    gone: tuple[str, ...]
    """Seats that leave the game with this turn, and who held them."""
    late: tuple[str, ...]
    """Mail that was refused or set aside, and orders that came after the run: running it again counts those."""
    defaults: tuple[str, ...]
    money: tuple[str, ...]


@record
class Published:
    """A turn let go: how many mails wait to be delivered now."""

    game: str
    turn: int
    mails: int


def turn_digest(office: Office, game_id: str) -> TurnDigest:
    """What came of the last turn, for review."""
    with office.store.reading() as connection:
        game = load_game(connection, game_id)
        edition = edition_of(office, connection, game.id, game.turn)
        told = load_told(connection, game.id, game.turn)
        late = [*edition.facts.mail, *_came_later(connection, game)]
        gone = _gone(connection, game)
        orders = stored_orders(game.orders, load_played(connection, game.id, game.turn))
    record, facts, referee = edition.record, edition.facts, game.system.referee
    return TurnDigest(
        game=game.id,
        turn=game.turn,
        ending=game.ending,
        rulings=tuple(referee.question_text(q) for q in referee.questions(orders, record.acts, told)),
        unusual=game.system.reports.notable(told),
        gone=gone,
        late=tuple(late),
        defaults=tuple(seat for seat, how in sorted(record.how.items()) if how in DEFAULTED),
        money=tuple(f"{seat}: {p.name}, {p.balance}" for seat, p in facts.people.items()),
    )


def _gone(connection: Connection, game: Game) -> tuple[str, ...]:
    """Who plays no more, from this turn on."""
    if not game.turn:
        return ()
    left = set(playing_at(connection, game.id, game.turn - 1)) - set(playing_at(connection, game.id, game.turn))
    holders = load_holders(connection, game.id)
    return tuple(f"{seat}: {game.who_is(holders[seat])}, {holders[seat].name or 'nobody'}" for seat in sorted(left))


def _came_later(connection: Connection, game: Game) -> list[str]:
    query = select(t.sheets.c.seat, t.sheets.c.received_at).where(
        t.sheets.c.game == game.id, t.sheets.c.turn == game.turn
    )
    processed = game.processed_at
    return [
        f"Orders of {seat} came after the run; run it again to count them"
        for seat, at in connection.execute(query.order_by(t.sheets.c.received_at))
        if moment(at, f"game {game.id}: when orders of {seat} came") > processed
    ]


def publish_turn(office: Office, game_id: str) -> Published:
    """Let the reviewed turn go: its reports wait for the next delivery. Raises if none waits for review."""
    with office.store.writing(game=game_id) as connection:
        game = load_game(connection, game_id)
        if not game.held:
            raise OfficeError(
                f"game {game.id} has no turn that waits for review; process one with: magika-gm process-turn {game.id} "
                "--review"
            )
        mine = (t.outbox.c.game == game.id, t.outbox.c.turn == game.turn, t.outbox.c.state == MailState.HELD)
        freed = connection.execute(update(t.outbox).where(*mine).values(state=MailState.WAITING)).rowcount
        where = (t.turns.c.game == game.id, t.turns.c.turn == game.turn)
        connection.execute(update(t.turns).where(*where).values(held=False))
    return Published(game.id, game.turn, freed)
