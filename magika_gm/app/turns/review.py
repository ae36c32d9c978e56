"""Review before publishing: what the game master looks at while no player has seen anything, and letting it go."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select, update

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.record.games import Game, load_game, load_holders
from magika_gm.app.turns.editions import edition_of
from magika_gm.app.turns.turn_orders import stored_orders
from magika_gm.store import tables as t
from magika_gm.store.archive import load_played, load_told, playing_at
from magika_gm.store.faults import moment
from magika_gm.store.vocabulary import DEFAULTED, MailState


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True)
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
