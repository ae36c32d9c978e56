"""What the office itself knows of a turn, for the game master's own report."""

from __future__ import annotations

from sqlalchemy import Connection, and_, select

from magika_gm.app.office.office import stamp
from magika_gm.app.record.declarations import on_masters_word
from magika_gm.app.record.games import Game, Holder
from magika_gm.engine.chain import Chain
from magika_gm.engine.seam.reports import OfficeFacts, Person
from magika_gm.store import tables as t
from magika_gm.store.archive import load_acts
from magika_gm.store.faults import moment


def office_data(
    connection: Connection,
    game: Game,
    seats: dict[str, Holder],
    balances: dict[str, str],
    date: str,
    due: str,
    chain: Chain,
    ended: bool,
) -> OfficeFacts:
    """What the office knows of a turn: the people, their money, mail that came to nothing, the game master's acts.

    ``ended``: the rules say that the game is over, which a game that was cancelled is not.
    """
    return OfficeFacts(
        game=game.id,
        title=game.title,
        date=date,
        next_due=due,
        people={a: Person(s.name, s.email, balances[a]) for a, s in seats.items() if s.name and a in balances},
        mail=_mail(connection, game),
        chain=chain,
        acts=[game.system.referee.text(act) for _, act in load_acts(connection, game.id, game.turn)],
        due_at="" if ended else stamp(game.next_due),
    )


def _mail(connection: Connection, game: Game) -> list[str]:
    """Whose orders stand on the game master's word; mail about this turn that was refused or set aside, and letters:
    what names no turn counts for the one that was played next; what came after the turn was processed is late."""
    i = t.inbox.c
    by_word = sorted(on_masters_word(connection, game, game.turn))
    words_of_his = [f"Orders of {seat} are played on the game master's word" for seat in by_word]
    before = select(t.turns.c.processed_at).where(t.turns.c.game == game.id, t.turns.c.turn == game.turn - 1)
    since = connection.execute(before).scalar()
    span = [i.received_at <= stamp(game.processed_at)]
    if since:
        span.append(i.received_at > stamp(moment(since, f"game {game.id}: when turn {game.turn - 1} was processed")))
    query = (
        select(i.seat, i.sender, i.outcome, i.reason, i.path)
        .where(i.game == game.id, (i.turn == game.turn) | (i.turn.is_(None) & and_(*span)))
        .where(i.outcome != "accepted", i.settled != "bounce")
        .order_by(t.inbox.c.id)
    )
    words = {"refused": "was refused", "aside": "was set aside", "remark": "is in your letterbox"}
    return words_of_his + [
        f"Mail of {seat or sender or 'somebody'} {words.get(outcome, outcome)}: {reason} ({path})"
        for seat, sender, outcome, reason, path in connection.execute(query)
    ]
