"""What waits in the outbox, failed or came back; tried again or cancelled on the game master's word."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import Connection, RowMapping, select, union, update

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.in_hand import forget
from magika_gm.app.office.office import Office
from magika_gm.app.record.games import reader_of
from magika_gm.app.record.outgoing import mark_of
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import REPORTS, AddressState, MailKind, MailState

UNSENT = (MailState.WAITING, MailState.FAILED, MailState.BOUNCED)
DONE_WITH = (MailState.SENT, MailState.HELD, MailState.CANCELLED, MailState.SUPERSEDED)
"""States of mails nothing is to be done about; one in any other waits, failed, or its row was damaged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A mail in the outbox. ``next_try`` is "" where it may go at once."""

    id: int
    kind: str
    game: str
    turn: int | None
    seat: str
    recipient: str
    subject: str
    state: str
    tries: int
    next_try: str
    error: str


_FIELDS = tuple(field.name for field in fields(Waiting))


def list_outbox(office: Office, everything: bool = False) -> list[Waiting]:
    """What waits, failed or came back, oldest first; with ``everything`` what was sent, too."""
    query = select(t.outbox).order_by(t.outbox.c.id)
    if not everything:
        query = query.where(t.outbox.c.state.not_in(DONE_WITH))
    with office.store.reading() as connection:
        return [_waiting(row) for row in connection.execute(query).mappings()]


def _waiting(row: RowMapping) -> Waiting:
    said = {name: row[t.outbox.c.seat if name == "seat" else name] for name in _FIELDS}
    plain: dict[str, Any] = {name: "" if value is None and name != "turn" else value for name, value in said.items()}
    return Waiting(**plain)


def retry_mail(office: Office, number: int | None) -> list[int]:
    """Let a mail (or with None every one that failed or came back, or waits for its next try) go at once.

    One that came back goes to the address its reader has now, never to that of who had or has the seat beside him.
    """
    with office.store.writing() as connection:
        query = select(t.outbox).order_by(t.outbox.c.id)
        query = query.where(t.outbox.c.id == number if number is not None else t.outbox.c.state.in_(UNSENT))
        rows = connection.execute(query).mappings().all()
        if number is not None and not rows:
            raise OfficeError(f"there is no mail {number} in the outbox")
        for row in rows:
            if row["state"] == MailState.SENT:
                raise OfficeError(f"mail {number} was sent; a copy goes out with: REPORT by mail, or magika-gm reports")
            if row["state"] == MailState.HELD:
                raise OfficeError(f"mail {number} waits for your review: magika-gm publish {row['game']}")
            forget(office, mark_of(row["message_id"]))
            recipient = _address_now(connection, row) if row["state"] == MailState.BOUNCED else row["recipient"]
            values = {"state": MailState.WAITING, "tries": 0, "next_try": "", "error": "", "recipient": recipient}
            connection.execute(update(t.outbox).where(t.outbox.c.id == row["id"]).values(**values))
    return [row["id"] for row in rows]


def _address_now(connection: Connection, row: RowMapping) -> str:
    """Where whoever a mail was written to reads his mail now."""
    game, seat, sent_to = row["game"], row[t.outbox.c.seat], str(row["recipient"])
    if not game or not seat or row["kind"] in (MailKind.CONFIRM, MailKind.CHANGED):
        return sent_to
    if row["kind"] in REPORTS:  # its turn's, whoever has the seat now
        reader = reader_of(connection, game, row["turn"] or 0, seat)
        now = connection.execute(select(t.players.c.email).where(t.players.c.id == reader)).scalar()
        return str(now or sent_to)
    c, r, s = t.address_changes.c, t.readers.c, t.seats.c
    his = union(
        select(r.player).where(r.game == game, r.seat == seat, r.player.is_not(None)),
        select(s.player).where(s.game == game, s.seat == seat, s.player.is_not(None)),
    )
    made = select(c.player, c.old, c.new).where(c.state == AddressState.DONE, c.player.in_(his)).order_by(c.id)
    led: dict[int, str] = {}
    for player, old, new in connection.execute(made):
        if old.casefold() == led.get(player, sent_to).casefold():
            led[player] = new
    # two players of a seat may have shared an address: whose the mail was nobody can tell then
    return led.popitem()[1] if len(set(led.values())) == 1 else sent_to


def cancel_mail(office: Office, number: int) -> None:
    """Never send a mail that was not sent yet."""
    with office.store.writing() as connection:
        state = connection.execute(select(t.outbox.c.state).where(t.outbox.c.id == number)).scalar()
        if state is None:
            raise OfficeError(f"there is no mail {number} in the outbox")
        if state not in (MailState.WAITING, MailState.FAILED):
            raise OfficeError(f"mail {number} is {state}; only one that waits or failed can be cancelled")
        connection.execute(update(t.outbox).where(t.outbox.c.id == number).values(state=MailState.CANCELLED))
