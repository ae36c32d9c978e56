"""Published reports of a turn that is taken back: kept, so that a player can be told when his no longer holds."""

from __future__ import annotations

import json
import zlib
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from magika_gm.app.office.office import Office
from magika_gm.app.record.games import Game
from magika_gm.app.turns.editions import edition_of
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import MailState


def keep_sent_reports(office: Office, connection: Connection, game: Game) -> None:
    """Keep the reports of the last turn, which is about to be taken back, if any of them was sent."""
    sent = select(t.outbox.c.seat).where(
        t.outbox.c.game == game.id, t.outbox.c.turn == game.turn, t.outbox.c.kind == "report",
        t.outbox.c.state == MailState.SENT,
    )  # fmt: skip
    seats = set(connection.execute(sent).scalars())
    if not seats:
        return
    rows, forms = [], game.system.reports
    for seat, report in edition_of(office, connection, game.id, game.turn).reports.items():
        if seat in seats:
            key = {"game": game.id, "turn": game.turn, "seat": seat}
            row = {"processed_at": game.processed_at.isoformat(), "report": _packed(forms.turn_file(report))}
            connection.execute(delete(t.recalled).where(*(t.recalled.c[k] == v for k, v in key.items())))
            rows.append(key | row)
    connection.execute(insert(t.recalled), rows)


def _packed(turn_file: dict[str, Any]) -> bytes:
    return zlib.compress(json.dumps(turn_file, ensure_ascii=False, separators=(",", ":")).encode(), 6)


def seed_is_out(connection: Connection, game: Game) -> bool:
    """Whether final reports of a game, which tell its seed, were sent: dice rolled from then on can be reckoned."""
    sent = select(t.outbox.c.id).where(
        t.outbox.c.game == game.id, t.outbox.c.turn == game.turn, t.outbox.c.kind == "report",
        t.outbox.c.state.in_((MailState.SENT, MailState.BOUNCED)),
    )  # fmt: skip
    return game.ending is not None and connection.execute(sent).first() is not None
