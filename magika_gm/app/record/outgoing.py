"""The mail an office writes: each is an :class:`OutgoingMail`, named here and put into the outbox by :func:`queue`;
and the jobs of workers, deferred with what they follow.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import field
from datetime import datetime
from hashlib import sha256
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import ColumnElement, Connection, Engine, RowMapping, bindparam, exists, func, insert, select, text
from sqlalchemy.exc import IntegrityError

from magika_gm.app.office.office import Office, stamp
from magika_gm.app.record.games import Game, Holder
from magika_gm.engine.records import named_record, record
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


@named_record
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


@record
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


def trial_id(office: Office, at: int, what: str = "") -> str:
    """The identifier of a test letter, by which it is known where it comes back: of a moment (:func:`moment_of`)."""
    return f"<trial-{at}{what}-{office.keyed('trial', at, what)[:24]}@{office.domain}>"


def is_trial(office: Office, identifier: str) -> bool:
    """Whether a message bears the name of a test letter of ours; nobody without the secret can make one."""
    named = _TRIAL.match(identifier)
    return named is not None and identifier == trial_id(office, int(named[1]), named[2])


_TRIAL = re.compile(r"<trial-(\d{1,20})(plus|)-")


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


def queue_all(connection: Connection, mails: Sequence[OutgoingMail]) -> tuple[int, ...]:
    """:func:`queue` for each of them; their numbers there."""
    for mail in mails:
        queue(connection, mail)
    o, names = t.outbox.c, [mail.message_id for mail in mails]
    return tuple(connection.execute(select(o.id).where(o.message_id.in_(names)).order_by(o.id)).scalars())


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
    if now is None:
        return wait
    from magika_gm.mail.postman import LONGEST_WAIT

    return (*wait, (again <= stamp(now)) | (again > stamp(now + LONGEST_WAIT)))


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


def letter(office: Office, number: int, name: str, email: str, about: str, text: str, now: datetime) -> OutgoingMail:
    """A letter of the game master to a person of the office, about no game; ``number`` is the player's."""
    return OutgoingMail(
        message_id=message_id(office, MailKind.LETTER, number, moment_of(now)),
        kind=MailKind.LETTER,
        recipient=email,
        subject=f"{office.settings.text('office', 'name')}: {about}",
        created_at=stamp(now),
        body=signed(office, name, text),
    )


def signed(office: Office, name: str, text: str) -> str:
    """A mail's words, with greeting and signature."""
    return f"Dear {name},\n\n{text}\n\n{office.settings.text('office', 'gm')}\n"


# Work for whoever comes for it: jobs in the queue of an office on PostgreSQL, deferred in the transaction they
# follow.
#
# The queue is Procrastinate's (``magika-gm worker`` makes it). A job is put there by its SQL function on our own
# connection, so that it is there if and only if what it follows is committed. An office without a queue, on SQLite or
# without workers, has ``tick`` do the same work.


QUEUE = "magika"
TURN, PAGES, REMIND, MAIL_IN, MAIL_OUT, MAILS = "turn", "pages", "remind", "mail_in", "mail_out", "mails"
"""The tasks there are."""


@named_record
class Job:
    """A job to defer. Of jobs with one ``lock`` one is done at a time; of those with one ``once`` one waits at most."""

    task: str
    lock: str
    once: str
    args: dict[str, Any] = field(default_factory=dict)
    priority: int = 0


def turn_job(game: str) -> Job:
    """The due turn of a game."""
    return Job(task=TURN, lock=f"game:{game}", once=f"game:{game}", args={"game": game})


def pages_job(game: str, turn: int) -> Job:
    """A turn's report files, and its mails."""
    return Job(task=PAGES, lock=f"pages:{game}", once=f"pages:{game}:{turn}", args={"game": game, "turn": turn})


def remind_job(game: str) -> Job:
    """Turn insurance of a game."""
    return Job(task=REMIND, lock=f"game:{game}", once=f"remind:{game}", args={"game": game})


def office_job(task: str) -> Job:
    """A job of the whole office: mail in, mail out. Mail is read before turns are played, as a round does."""
    return Job(task=task, lock=task, once=task, priority=1 if task == MAIL_IN else 0)


def mails_job(portion: int) -> Job:
    """A portion of the mails that came, to be judged while whoever read them judges others."""
    return Job(task=MAILS, lock=f"mails:{portion}", once=f"mails:{portion}", args={"portion": portion}, priority=2)


_there: WeakKeyDictionary[Engine, bool] = WeakKeyDictionary()


def has_queue(connection: Connection) -> bool:
    """Whether the office has a queue."""
    if connection.dialect.name != "postgresql":
        return False
    if not _there.get(connection.engine):
        found = connection.execute(text("SELECT to_regclass('procrastinate_jobs') IS NOT NULL")).scalar()
        _there[connection.engine] = bool(found)
    return _there[connection.engine]


_WAITS = text("SELECT 1 FROM procrastinate_jobs WHERE queueing_lock = :once AND status IN ('todo', 'doing')")
_ALONE = text("SELECT pg_advisory_xact_lock(hashtext('defer ' || :once))")
_DEFER = text(
    "SELECT procrastinate_defer_jobs_v1(ARRAY[ROW(:queue, :task, CAST(:priority AS integer), :lock, :once, "
    "CAST(:args AS jsonb), NULL)]"
    "::procrastinate_job_to_defer_v1[])"
)


def defer(connection: Connection, job: Job) -> bool:
    """Put a job into the queue with the rest of the transaction; whether it was put there.

    It is not where there is no queue, or one like it waits there already or is at work: what is still due when that has
    ended, the next look round finds.
    """
    if not has_queue(connection):
        return False
    # one looks and puts at a time: two jobs alike, one at work and one that waits for its lock, would lame each other
    # if the first had to be done again, since only one like it may wait
    connection.execute(_ALONE, {"once": job.once})
    if connection.execute(_WAITS, {"once": job.once}).first() is not None:
        return False
    row = {"queue": QUEUE, "task": job.task, "lock": job.lock, "once": job.once, "args": json.dumps(job.args),
           "priority": job.priority}  # fmt: skip
    try:
        with connection.begin_nested():
            connection.execute(_DEFER, row)
    except IntegrityError:  # another transaction was quicker by a moment
        return False
    return True


def queued_already(connection: Connection) -> set[str]:
    """What need not be put into the queue: of each of these (:attr:`Job.once`) one waits or is at work."""
    if not has_queue(connection):
        return set()
    query = "SELECT queueing_lock FROM procrastinate_jobs WHERE status IN ('todo', 'doing')"
    return set(connection.execute(text(query)).scalars())


def games_at_press(connection: Connection) -> list[str]:
    """The games whose pages, and mails, some worker has or will have in hand."""
    if not has_queue(connection):
        return []
    asked = "SELECT DISTINCT args ->> 'game' FROM procrastinate_jobs WHERE task_name = :task AND status IN "
    rows = connection.execute(text(f"{asked} ('todo', 'doing')"), {"task": PAGES})
    return [game for (game,) in rows]


_PORTIONS = text(
    "CREATE UNLOGGED TABLE IF NOT EXISTS portions "
    "(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, taken boolean NOT NULL DEFAULT false, mails bytea NOT NULL)"
)
_HAND_OUT = text("INSERT INTO portions (mails) VALUES (:mails) RETURNING id")
_CLAIM = text("UPDATE portions SET taken = true WHERE id = :id AND NOT taken RETURNING mails")
_DONE = text("DELETE FROM portions WHERE id = ANY(:ids)")
_LEFT = text("SELECT id FROM portions WHERE id = ANY(:ids)")
_ALL = text("SELECT id FROM portions")
_FORGET_JOBS = text("DELETE FROM procrastinate_jobs WHERE queueing_lock = ANY(:once) AND status = 'todo'")
_OTHERS = text("SELECT count(*) - 1 FROM procrastinate_workers WHERE last_heartbeat > now() - interval '1 minute'")


def make_portions(connection: Connection) -> None:
    """Make the table of the mails that are handed out. They are copies, which a crash of the server may forget: the
    mails themselves are in the mailbox until they are judged."""
    if connection.execute(text("SELECT to_regclass('portions')")).scalar() is None:
        connection.execute(_PORTIONS)


def others_at_work(connection: Connection) -> int:
    """How many workers there are beside one."""
    return max(0, connection.execute(_OTHERS).scalar() or 0) if has_queue(connection) else 0


def hand_out(connection: Connection, mails: bytes) -> int:
    """Put a portion of mails out for whoever takes it, with its job; its number."""
    number = int(connection.execute(_HAND_OUT, {"mails": mails}).scalar_one())
    defer(connection, mails_job(number))
    return number


def claim(connection: Connection, portion: int) -> bytes | None:
    """The mails of a portion, ours to judge from now on; None where somebody else has it, or had."""
    found = connection.execute(_CLAIM, {"id": portion}).scalar()
    return bytes(found) if found is not None else None


def portion_done(connection: Connection, portion: int) -> None:
    """Every mail of a portion is judged."""
    connection.execute(_DONE, {"ids": [portion]})


def not_done(connection: Connection, portions: list[int]) -> list[int]:
    """Those of the portions that are not."""
    return sorted(connection.execute(_LEFT, {"ids": portions}).scalars())


def forget_portions(connection: Connection, portions: list[int]) -> None:
    """Take back portions, and the jobs of them that nobody has begun."""
    connection.execute(_DONE, {"ids": portions})
    connection.execute(_FORGET_JOBS, {"once": [mails_job(number).once for number in portions]})


def all_portions(connection: Connection) -> list[int]:
    """Every portion that is out: of a reader who was killed, if it is not one's own."""
    return sorted(connection.execute(_ALL).scalars())


@named_record
class QueueState:
    """How it stands with the queue and those who work at it."""

    waiting: int
    at_work: int
    failed: int
    oldest: datetime | None
    """Since when the job waits that has waited longest, of those whose time has come."""
    workers: int
    """Those heard of within a minute."""
    stalled: int
    """Jobs somebody began and is not heard of any more."""


_STATE = text("""
SELECT count(*) FILTER (WHERE status = 'todo') AS waiting, count(*) FILTER (WHERE status = 'doing') AS at_work,
       count(*) FILTER (WHERE status = 'failed') AS failed,
       min((SELECT max(e.at) FROM procrastinate_events e WHERE e.job_id = j.id AND e.type IN
           ('deferred', 'deferred_for_retry'))) FILTER (WHERE status = 'todo' AND
           (scheduled_at IS NULL OR scheduled_at <= now())) AS oldest
FROM procrastinate_jobs j
""")
_WORKERS = text("SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - interval '1 minute'")
_STALLED = text("""
SELECT count(*) FROM procrastinate_jobs j LEFT JOIN procrastinate_workers w ON w.id = j.worker_id
WHERE j.status = 'doing' AND (w.id IS NULL OR w.last_heartbeat < now() - interval '1 minute')
""")


def queue_state(connection: Connection) -> QueueState | None:
    """The queue as it stands; None where there is none."""
    if not has_queue(connection):
        return None
    row = connection.execute(_STATE).one()
    return QueueState(
        waiting=row.waiting,
        at_work=row.at_work,
        failed=row.failed,
        oldest=row.oldest,
        workers=connection.execute(_WORKERS).scalar() or 0,
        stalled=connection.execute(_STALLED).scalar() or 0,
    )


_NEXT = text(
    "SELECT EXTRACT(EPOCH FROM min(scheduled_at) - now()) FROM procrastinate_jobs "
    "WHERE queue_name = :queue AND status = 'todo' AND scheduled_at > now()"
)


def seconds_to_next(connection: Connection) -> float | None:
    """How long until the next job that is to be tried again later; None where none is."""
    left = connection.execute(_NEXT, {"queue": QUEUE}).scalar()
    return None if left is None else max(0.0, float(left)) + 0.1
