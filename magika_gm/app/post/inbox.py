"""What was set aside for the game master: listed, and settled by him through the same desk as every mail."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, RowMapping, select, update

from magika_gm.app.office.doors import traceback_of
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.post.addresses import seat_of_address
from magika_gm.app.post.contents import Mail, mail_of, unread
from magika_gm.app.post.credentials import Credentials
from magika_gm.app.post.intake import mark_of
from magika_gm.app.post.judging import decide_mail
from magika_gm.app.post.order_desk import OrderDesk, Received
from magika_gm.app.record.declarations import waits
from magika_gm.app.record.games import load_game, load_holders, memory_of
from magika_gm.engine.words import Fault
from magika_gm.mail.charsets import decode, plain_lines
from magika_gm.mail.envelope import LONGEST_TEXT, TextPart
from magika_gm.mail.readers import Incoming
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import Outcome, Settle, Settled

_PASSWORD = re.compile(r"^([^\w\n]{0,8}(?:PASSWORD|PASSWD|PASS|PW)\b)[^\n]*", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A message in the inbox."""

    id: int
    received_at: str
    sender: str
    subject: str
    outcome: str
    reason: str
    game: str
    turn: int | None
    seat: str
    path: str
    proof: str
    settled: str


_FIELDS = tuple(field.name for field in fields(Kept))


def list_inbox(office: Office, game: str = "", everything: bool = False) -> list[Kept]:
    """Messages set aside and letters to the game master, not settled yet, oldest first; or all there are. Of ``game``
    alone, if named."""
    query = select(t.inbox).order_by(t.inbox.c.id)
    if game:
        with office.store.reading() as connection:
            game = load_game(connection, game).id
        query = query.where(t.inbox.c.game == game)
    if not everything:
        query = query.where(waits())
    with office.store.reading() as connection:
        return [_kept(row) for row in connection.execute(query).mappings()]


def _kept(row: RowMapping) -> Kept:
    said = {name: row[t.inbox.c.seat if name == "seat" else name] for name in _FIELDS}
    plain: dict[str, Any] = {name: "" if value is None and name != "turn" else value for name, value in said.items()}
    return Kept(**plain)


def text_of(office: Office, number: int) -> str:
    """What a kept message says, as it was read: its texts, one after the other, passwords blotted out;
    above them From, Subject and when it came."""
    with office.store.reading() as connection:
        row = _row(connection, number)
        mail = _mail(office, row)
    head = f"From: {row['sender'] or 'a plain order sheet'}\nSubject: {row['subject']}\nReceived: {row['received_at']}"
    kept = traceback_of(mark_of(mail))
    if (office.root / kept).is_file():
        head += f"\nTraceback: {kept}"
    text = _PASSWORD.sub(r"\1 ***", "\n".join(text.text.rstrip() for text in mail.contents.texts))
    return f"{head}\n\n{text}"


def settle_mail(
    office: Office, number: int, how: Settle, now: datetime, game: str = "", seat: str = "", reason: str = ""
) -> Received:
    """Settle a message that was set aside: ``accept`` it as what a mage's player wrote, ``refuse`` it (with the reason
    mailed to him), or ``drop`` it without an answer. A bounce can only be dropped.

    An accepted one goes through the same desk as every mail, on the game master's word instead of a password. What is
    wrong with it otherwise still counts: raises :class:`OfficeError` then, sends nothing and leaves it as it was. What
    was refused or dropped before can be accepted, too, and orders are found wherever in it they stand, forwarded or
    quoted. ``seat`` may name the game as well (``12:C``).
    """
    if ":" in seat:
        game, _, seat = seat.rpartition(":")
    with office.store.writing() as connection:
        row = _row(connection, number)
        if row["settled"] == Settled.WORDS and how == Settle.DROP:
            read = Received(
                source=row["path"], outcome=Outcome(row["outcome"]), reason=row["reason"], settled=Settled.READ
            )
            _note(connection, number, read, row)
            return read
        taken = row["outcome"] == Outcome.ACCEPTED or row["settled"] == Settled.BOUNCE
        open_ = row["outcome"] in (Outcome.ASIDE, Outcome.REMARK) and not row["settled"]
        if not open_ and (taken or how != Settle.ACCEPT):
            raise OfficeError(f"message {number} was {row['settled'] or row['outcome']} before; nothing was changed")
        if how == Settle.DROP:
            received = Received(
                source=row["path"], outcome=Outcome(row["outcome"]), reason=row["reason"], settled=Settled.DROPPED
            )
            _note(connection, number, received, row)
            return received
        game, seat = _whose(connection, row, game, seat, how)
        mail = _mail(office, row)
        if how == Settle.ACCEPT:
            received = decide_mail(office, connection, mail, now, (game, seat))
            if received.outcome != Outcome.ACCEPTED:
                cure = (
                    f"tell him with --settle {number} refuse, or drop it; or type his orders off: magika-gm ingest --as"
                )
                stays = f"it stays aside: {cure}" if open_ else "it stays as it was"
                raise OfficeError(f"message {number} cannot be accepted: {received.reason}; {stays}")
            if row["outcome"] == Outcome.REFUSED:
                reason = "; ".join(filter(None, (received.reason, f"it was refused before: {row['reason']}")))
                received = replace(received, reason=reason)
        else:
            loaded = load_game(connection, game, public=True)
            holder = load_holders(connection, game)[seat]
            memory = memory_of(connection, loaded, loaded.turn, seat)
            proof = Credentials(why="the game master looked at it")
            desk = OrderDesk(
                office=office,
                connection=connection,
                game=loaded,
                holder=holder,
                mail=mail,
                now=now,
                proof=proof,
                memory=memory,
            )
            received = desk.refuse(reason or row["reason"])
        _note(connection, number, received, row)
        return received


def _row(connection: Connection, number: int) -> RowMapping:
    row = connection.execute(select(t.inbox).where(t.inbox.c.id == number)).mappings().first()
    if row is None:
        raise OfficeError(f"there is no message {number} in the inbox; magika-gm inbox lists what was set aside")
    return row


def _whose(connection: Connection, row: RowMapping, game: str, seat: str, how: Settle) -> tuple[str, str]:
    """Game and mage a message is settled for. A refusal goes to the player its From address is registered for, where
    nothing else is known; orders never count as his on that alone."""
    said, number = seat, row["id"]
    game, seat = game or row["game"] or "", seat.upper() or row[t.inbox.c.seat] or ""
    if game and seat:
        loaded = load_game(connection, game)
        found_seat = loaded.system.orders.GRAMMAR.seat([seat], {})
        seat = seat if isinstance(found_seat, Fault) else found_seat
    if how == Settle.REFUSE and not said and not (row["game"] and seat):
        found = seat_of_address(connection, row["sender"] or "")
        if found is not None and game.casefold() in ("", found[0].id.casefold()):
            return found[0].id, found[1].seat
    if not game or not seat:
        why = "" if how == Settle.ACCEPT else f", or drop it: magika-gm inbox --settle {number} drop"
        raise OfficeError(f"say as whose mail it counts: magika-gm inbox GAME --settle {number} {how} --as C{why}")
    loaded = load_game(connection, game)
    holder = load_holders(connection, loaded.id).get(seat)
    if holder is None or not holder.email:
        raise OfficeError(f"{seat} is no {loaded.system.words.seat} a player plays in game {loaded.id}")
    return loaded.id, seat


def _mail(office: Office, row: RowMapping) -> Mail:
    path = office.root / row["path"]
    if not path.resolve().is_relative_to(office.root.resolve()):
        raise OfficeError(f"message {row['id']} points outside the office: the database was changed by other hands")
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise OfficeError(f"{row['path']} cannot be read: {error.strerror or error}") from error
    settings = office.settings
    sheet = plain_lines(decode(raw)[0]) if path.suffix == ".txt" else None
    item = Incoming(None if sheet is not None else raw, sheet, row["path"])
    try:
        return mail_of(item, settings.text("mail", "authserv"), settings.text("office", "email"))
    except Exception:  # noqa: BLE001 - the door of one mail: it was set aside for this very reason
        mail = unread(item, "")
        mail.contents.texts.append(TextPart(plain_lines(decode(raw[:LONGEST_TEXT])[0]), "as it came"))
        return mail


def _note(connection: Connection, number: int, received: Received, row: RowMapping) -> None:
    settled = received.settled or received.outcome
    values = {
        "outcome": received.outcome,
        "settled": settled,
        "reason": received.reason or row["reason"],
        "game": received.game or row["game"],
        "turn": received.turn if received.turn is not None else row["turn"],
        "seat": received.seat or row[t.inbox.c.seat],
        "proof": received.proof or row["proof"],
    }
    connection.execute(update(t.inbox).where(t.inbox.c.id == number).values(**values))
