"""The mail an office writes: each is an :class:`OutgoingMail`, named here and put into the outbox by :func:`queue`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import ColumnElement, Connection, RowMapping, bindparam, exists, func, insert, select

from magika_gm.app.office.office import Office, stamp
from magika_gm.app.record.games import Game, Holder
from magika_gm.mail.postman import LONGEST_WAIT
from magika_gm.store import tables as t
from magika_gm.store.faults import StoreError, count_of, damaged, moment
from magika_gm.store.vocabulary import MailKind, MailState

# made once: to put a question together takes longer than to ask it, and these are asked for every mail
_PUT_IN = [c for c in t.outbox.c if c.name not in ("id", "next_try", "tried_at")]
_PUT = insert(t.outbox).from_select(
    _PUT_IN,
    select(*(bindparam(c.name, type_=c.type) for c in _PUT_IN)).where(
        ~exists().where(t.outbox.c.message_id == bindparam("message_id", type_=t.outbox.c.message_id.type))
    ),
    include_defaults=False,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OutgoingMail:
    """A mail of ours. ``created_at`` is when it was written; one without ``body`` has a turn's report for its text."""

    message_id: str
    kind: MailKind
    recipient: str
    subject: str
    created_at: str
    game: str | None = None
    turn: int | None = None
    seat: str | None = None
    body: str | None = None
    in_reply_to: str = ""
    thread: tuple[str, ...] = ()
    state: MailState = MailState.WAITING


@dataclass(frozen=True, slots=True)
class Queued:
    """A mail in the outbox: its number there, and how often it was tried."""

    id: int
    mail: OutgoingMail
    tries: int


def message_id(office: Office, *words: object) -> str:
    """The fixed identifier of a mail, from what it is about: ``<report-h5kq…@example.org>``, its kind and a keyed hash.

    It tells neither seat nor time, and nobody can guess that of another mail.
    """
    return f"<{words[0]}-{office.keyed('message', *words)[:24]}@{office.domain}>"


def mark_of(message_id: str) -> str:
    """What a letter is called as long as it is in hand, and its traceback after that. Its number may be another's
    later."""
    return f"letter-{sha256(message_id.encode('utf-8', 'replace')).hexdigest()[:16]}"


def moment_of(now: datetime) -> int:
    """A moment as identifiers hold it, in microseconds: a turn taken back and run again writes mails of its own."""
    return int(now.timestamp() * 1e6)


def state_of(game: Game) -> MailState:
    """In which state a mail about a game's last turn begins: it is held while the turn waits for review."""
    return MailState.HELD if game.held else MailState.WAITING


def queue(connection: Connection, mail: OutgoingMail) -> None:
    """Put a mail into the outbox, once: its Message-ID is fixed, so a second time changes nothing."""
    connection.execute(_PUT, _row(mail))


def _row(mail: OutgoingMail) -> dict[str, Any]:
    return {
        "message_id": mail.message_id,
        "kind": mail.kind.value,
        "game": mail.game,
        "turn": mail.turn,
        "seat": mail.seat,
        "recipient": mail.recipient,
        "subject": mail.subject,
        "in_reply_to": mail.in_reply_to,
        "thread": " ".join(mail.thread),
        "body": mail.body,
        "created_at": mail.created_at,
        "state": mail.state.value,
        "tries": 0,
        "error": "",
    }


def due_to_go(now: datetime | None) -> tuple[ColumnElement[bool], ...]:
    """Which mails of the outbox may go now; all that wait, if no time is given.

    A next try later than the longest wait there is was damaged, or written under a clock that was wrong: it may go.
    """
    wait, again = (t.outbox.c.state == MailState.WAITING,), t.outbox.c.next_try
    return wait if now is None else (*wait, (again <= stamp(now)) | (again > stamp(now + LONGEST_WAIT)))


def waiting(office: Office, now: datetime | None = None) -> int:
    """How many mails wait and may go now; all that wait, if no time is given."""
    with office.store.reading() as connection:
        return connection.execute(select(func.count()).where(*due_to_go(now))).scalar() or 0


def queued_mails(connection: Connection, where: Iterable[ColumnElement[bool]]) -> tuple[list[Queued], dict[int, str]]:
    """Mails of the outbox, oldest first; and the numbers of those whose rows cannot be read, with the reason."""
    found, damaged_rows = [], {}
    for row in connection.execute(select(t.outbox).where(*where).order_by(t.outbox.c.id)).mappings():
        try:
            found.append(_queued(row))
        except StoreError as error:
            damaged_rows[row["id"]] = str(error)
        except (ValueError, TypeError, AttributeError) as error:
            damaged_rows[row["id"]] = str(damaged(f"mail {row['id']} of the outbox", error))
    return found, damaged_rows


def _queued(row: RowMapping) -> Queued:
    about = f"mail {row['id']} of the outbox"
    moment(row["created_at"], f"{about}: when it was written")
    told = {name: row[name] for name in ("message_id", "recipient", "subject", "in_reply_to", "thread", "created_at")}
    if not all(isinstance(words, str) for words in told.values()):
        raise damaged(about)
    mail = OutgoingMail(
        **told | {"thread": tuple(told["thread"].split())},
        kind=MailKind(row["kind"]),
        game=row["game"],
        turn=row["turn"],
        seat=row[t.outbox.c.seat],
        body=row["body"],
        state=MailState(row["state"]),
    )
    return Queued(row["id"], mail, count_of(row["tries"], f"{about}: how often it was tried"))


def notice(
    office: Office,
    game: Game,
    holder: Holder,
    kind: MailKind,
    named: tuple[object, ...],
    subject: str,
    text: str,
    now: datetime,
    *,
    turn: int | None = None,
    state: MailState = MailState.WAITING,
) -> OutgoingMail:
    """A mail to a seat's player: a greeting, the text, the game master's name. ``turn`` is the game's last one.

    ``named`` are the words its Message-ID is made of.
    """
    return OutgoingMail(
        message_id=message_id(office, *named),
        kind=kind,
        recipient=holder.email,
        subject=f"{game.called}: {subject}",
        created_at=stamp(now),
        game=game.id,
        turn=game.turn if turn is None else turn,
        seat=holder.seat,
        body=signed(office, holder.name, text),
        state=state,
    )


def signed(office: Office, name: str, text: str) -> str:
    """A mail's words, with greeting and signature."""
    return f"Dear {name},\n\n{text}\n\n{office.settings.text('office', 'gm')}\n"
