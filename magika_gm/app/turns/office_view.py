"""What the office itself knows of a turn, for the game master's own report."""

from __future__ import annotations

from sqlalchemy import Connection, select

from magika_gm.app.record.games import Game, Holder
from magika_gm.engine.system import OfficeFacts, Person
from magika_gm.store import tables as t
from magika_gm.store.archive import load_acts


def office_data(
    connection: Connection, game: Game, seats: dict[str, Holder], balances: dict[str, str], date: str, due: str
) -> OfficeFacts:
    """What the office knows of a turn: the people, their money, mail that came to nothing, the game master's acts."""
    return OfficeFacts(
        game=game.id,
        title=game.title,
        date=date,
        next_due=due,
        people={a: Person(s.name, s.email, balances[a]) for a, s in seats.items() if s.name and a in balances},
        mail=_mail(connection, game),
        acts=[game.system.referee.text(act) for _, act in load_acts(connection, game.id, game.turn)],
    )


def _mail(connection: Connection, game: Game) -> list[str]:
    """Mail about this turn that was refused or set aside; what came after the turn was processed is late."""
    query = (
        select(t.inbox.c.seat, t.inbox.c.sender, t.inbox.c.outcome, t.inbox.c.reason, t.inbox.c.path)
        .where(t.inbox.c.game == game.id, t.inbox.c.turn == game.turn, t.inbox.c.outcome != "accepted")
        .order_by(t.inbox.c.id)
    )
    words = {"refused": "was refused", "aside": "was set aside"}
    return [
        f"Mail of {seat or sender or 'somebody'} {words.get(outcome, outcome)}: {reason} ({path})"
        for seat, sender, outcome, reason, path in connection.execute(query)
    ]
