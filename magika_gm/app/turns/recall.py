"""Published reports of a turn that is taken back: kept, so that a player can be told when his no longer holds."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from magika_gm.app.office.dates_in_words import due_words
from magika_gm.app.office.office import Office
from magika_gm.app.record.games import Game, load_game, load_holders
from magika_gm.app.record.outgoing import moment_of, notice, queue
from magika_gm.app.turns.editions import edition_of
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import MailKind, MailState


def keep_sent_reports(office: Office, connection: Connection, game: Game) -> list[str]:
    """Keep the reports of the last turn, which is about to be taken back, if any of them was sent; whose were."""
    sent = select(t.outbox.c.seat).where(
        t.outbox.c.game == game.id, t.outbox.c.turn == game.turn, t.outbox.c.kind == "report",
        t.outbox.c.state == MailState.SENT,
    )  # fmt: skip
    seats = set(connection.execute(sent).scalars())
    if not seats:
        return []
    rows, forms = [], game.system.reports
    for seat, report in edition_of(office, connection, game.id, game.turn).reports.items():
        if seat in seats:
            key: dict[str, Any] = {"game": game.id, "turn": game.turn, "seat": seat}
            row = {"processed_at": game.processed_at.isoformat(), "report": _packed(forms.turn_file(report))}
            connection.execute(delete(t.recalled).where(*(t.recalled.c[k] == v for k, v in key.items())))
            rows.append(key | row)
    connection.execute(insert(t.recalled), rows)
    return [row["seat"] for row in rows]


def tell_of_recall(
    office: Office, connection: Connection, game: Game, seats: Iterable[str], reason: str, now: datetime
) -> None:
    """Write to those whose report was sent that the turn, the last one of ``game``, was taken back.

    An answer to the letter may order for the turn, as one to the report before it.
    """
    holders, before = load_holders(connection, game.id), load_game(connection, game.id)
    why = f": {reason}" if reason else ""
    due = before.next_due
    for holder in (holders[seat] for seat in seats if holders[seat].email):
        until = f"by {due_words(due, office.settings.zone, holder.zone)}" if due > now else "as soon as you can"
        text = (
            f"turn {game.turn} of game {game.id} was taken back after its report was sent to you{why}. What that "
            "report told did not come about, and an answer to it can order nothing.\n\n"
            f"The orders you had sent for turn {game.turn} count again as they were, so you need do nothing. If you "
            f"want others, send them {until}; an answer to this letter will do. Then the turn is played again, and a "
            "new report comes, which says what has changed."
        )
        named = ("taken-back", game.id, game.turn, holder.seat, moment_of(now))
        subject = f"turn {game.turn} was taken back"
        queue(connection, notice(office, game, holder, MailKind.RENEWED, named, subject, text, now, turn=game.turn))


def _packed(turn_file: dict[str, Any]) -> bytes:
    return zlib.compress(json.dumps(turn_file, ensure_ascii=False, separators=(",", ":")).encode(), 6)


def seed_is_out(connection: Connection, game: Game) -> bool:
    """Whether final reports of a game, which tell its seed, were sent: dice rolled from then on can be reckoned."""
    sent = select(t.outbox.c.id).where(
        t.outbox.c.game == game.id, t.outbox.c.turn == game.turn, t.outbox.c.kind == "report",
        t.outbox.c.state.in_((MailState.SENT, MailState.BOUNCED)),
    )  # fmt: skip
    return game.ending is not None and connection.execute(sent).first() is not None
