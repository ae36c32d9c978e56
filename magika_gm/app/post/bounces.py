"""Our own mail that came back: whose it was, and that it is noted there."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from magika_gm.app.post.contents import Mail
from magika_gm.app.post.order_desk import Received
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import MailState, Outcome, Settled


def came_back(connection: Connection, mail: Mail) -> Received:
    """A bounce, tied to the mail of ours it is about; the game master sees it with that mail."""
    bounce = mail.bounce
    assert bounce is not None
    words = f"{bounce.status} {bounce.diagnostic}".strip() or bounce.kind
    query = select(t.outbox).where(t.outbox.c.message_id == bounce.original_id)
    row = connection.execute(query).mappings().first() if bounce.original_id else None
    if row is None:
        return Received(
            source=mail.source, outcome=Outcome.ASIDE, reason=f"a mail came back, nobody can tell which: {words}"[:300]
        )
    if bounce.kind != "delayed" and row["state"] == MailState.SENT:
        values = {"state": MailState.BOUNCED, "error": words[:300]}
        connection.execute(update(t.outbox).where(t.outbox.c.id == row["id"]).values(**values))
    what = "is delayed" if bounce.kind == "delayed" else "came back"
    reason = f"mail {row['id']} to {row['recipient']} {what}: {words}"[:300]
    return Received(
        source=mail.source,
        outcome=Outcome.ASIDE,
        reason=reason,
        game=row["game"] or "",
        turn=row["turn"],
        seat=row[t.outbox.c.seat] or "",
        settled=Settled.BOUNCE,
    )
