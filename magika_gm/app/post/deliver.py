"""Send what waits in the outbox: to the SMTP server, or as files where none is configured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import fields
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, RowMapping, Update, select, union, update

from magika_gm.app.office.doors import Deadly, concerns_all, forget, in_hand, in_words
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, locked, stamp
from magika_gm.app.office.processes import cores, in_offices
from magika_gm.app.post.letter_of_mail import letter_of
from magika_gm.app.record.games import reader_of
from magika_gm.app.record.outgoing import Queued, due_to_go, games_at_press, mark_of, queued_mails
from magika_gm.engine.records import named_record, record
from magika_gm.engine.words import one_line
from magika_gm.mail.compose import compose
from magika_gm.mail.mailboxes import compared, on_this_machine
from magika_gm.mail.postman import GIVES_UP, CannotDeliver, Delivery, FilePostman, Pace, Postman, SmtpPostman, next_try
from magika_gm.store import tables as t
from magika_gm.store.faults import Busy, StoreError, moment
from magika_gm.store.vocabulary import REPORTS, AddressState, MailKind, MailState

FEW = 8
"""Mails that are not worth a second process."""
PATIENCE = 60.0
"""Seconds, and once more, that the mark of a letter waits for another writer: without it the letter would go twice."""
AHEAD = 4
"""Letters that may be made before they are sent, for each process that makes them: they are large."""


@record
class Sent:
    """What became of one waiting mail."""

    id: int
    recipient: str
    subject: str
    delivery: Delivery


def deliver(
    office: Office, now: datetime | None = None, jobs: int | None = 1, among_workers: bool = False
) -> Iterator[Sent]:
    """Send every waiting mail whose time has come, oldest first; each is marked as soon as it is gone.

    What somebody else has in hand at the same moment is left to him, and what was cancelled, taken back or changed
    since it was made stays; if it waits still at the end, it is told with the others. A worker, ``among_workers``,
    leaves them the mails of games whose pages are jobs of their own, too.

    Letters are made on so many processes (None: as many as there are cores) and sent, one after the other, by this one.

    A mail that could not go waits longer after each try (``mail.pace``); without ``now`` everything is tried at once.
    Every turn's report goes out, in order; one whose turn is past has no order form any more. A crash between sending
    and marking can at worst repeat one mail, recognisable by its fixed Message-ID.
    """
    with _alone(office):
        yield from _deliver(office, now, jobs or cores(), "", among_workers)


def deliver_game(office: Office, game: str, now: datetime) -> Iterator[Sent]:
    """Send the waiting mails of one game, likewise (a worker's job)."""
    with _alone(office):
        yield from _deliver(office, now, 1, game, among_workers=True)


class Elsewhere(OfficeError):
    """Another delivery is running."""


@contextmanager
def _alone(office: Office) -> Iterator[None]:
    """One delivery at a time: two would send every mail twice, or together go faster than the mail server will have it.
    The lock goes with the process that holds it, or its connection.

    On PostgreSQL each mail has a lock of its own; where nothing limits the pace, several may send at once.
    """
    paced = office.settings.text("smtp", "host") and office.settings.number("smtp", "most_a_minute") > 0
    if office.store.path is None:
        with office.store.holding("mail out") if paced else nullcontext(True) as ours:
            if not ours:
                raise Elsewhere("another delivery is running, on this machine or another; wait until it has finished")
            yield
        return
    with locked(office.root / "outbox" / ".lock") as ours:
        if not ours:
            raise Elsewhere("another delivery is running in this office; wait until it has finished")
        yield


def _deliver(office: Office, now: datetime | None, jobs: int, game: str, among_workers: bool) -> Iterator[Sent]:
    with office.store.reading() as connection:
        which: tuple[ColumnElement[bool], ...] = ()
        if game:
            which = (t.outbox.c.game == game,)
        elif among_workers:
            which = (t.outbox.c.game.is_(None) | t.outbox.c.game.not_in(games_at_press(connection)),)
        waits, damaged = queued_mails(connection, (*due_to_go(now), *which))
    for number, why in damaged.items():
        with office.store.writing(game="") as connection:
            failed = update(t.outbox).where(t.outbox.c.id == number)
            connection.execute(failed.values(state=MailState.FAILED, error=why))
        yield Sent(number, f"mail {number}", "", Delivery("refused", why, tried=False))
    if not waits:
        return
    jobs = min(jobs, max(1, len(waits) // FEW))
    elsewhere: list[Queued] = []
    with _postman(office, now) as postman:
        for done in in_offices(office, waits, jobs, partial(_made, jobs=jobs), ahead=AHEAD * jobs):
            queued, made = done.item, done.result or Delivery("later", f"the mail cannot be made: {done.lost}")
            delivery = _delivered(office, postman, queued, made, now)
            if delivery is not None:
                yield Sent(queued.id, queued.mail.recipient, queued.mail.subject, delivery)
            else:
                elsewhere.append(queued)
    if elsewhere and not among_workers:
        yield from _still_waiting(office, elsewhere)


def _still_waiting(office: Office, elsewhere: Sequence[Queued]) -> Iterator[Sent]:
    """Of mails another has in hand, those that have not gone."""
    o = t.outbox.c
    with office.store.reading() as connection:
        query = select(o.id).where(o.id.in_([one.id for one in elsewhere]), o.state == MailState.WAITING)
        left = set(connection.execute(query).scalars())
    delivery = Delivery(
        "later", "it was changed meanwhile, or a worker has it in hand; magika-gm outbox shows it", tried=False
    )
    for one in elsewhere:
        if one.id in left:
            yield Sent(one.id, one.mail.recipient, one.mail.subject, delivery)


def _delivered(
    office: Office, postman: Postman, queued: Queued, made: tuple[str, str, str, bytes] | Delivery, now: datetime | None
) -> Delivery | None:
    """What became of one mail, marked; None where another has it in hand. Whatever it sets off, the others go on."""
    delivery: Delivery | None = None
    try:
        with _claimed(office, queued, now) as free:
            if free:
                delivery = made if isinstance(made, Delivery) else _sent(office, postman, queued, made)
                _mark_sent(office, free, queued, delivery, now)
        return delivery
    except Exception as error:
        if concerns_all(error):
            raise
        why = one_line(in_words(office, mark_of(queued.mail.message_id), error), 300)
    if delivery is None:
        return Delivery("later", why, tried=False)
    # once more, in a transaction of its own: what is gone and has no mark would go again each time
    try:
        _mark_sent(office, True, queued, delivery, now)
    except Exception as error:
        if concerns_all(error):
            raise
        in_words(office, mark_of(queued.mail.message_id), error)
        state = MailState.SENT if delivery.state == "sent" else MailState.FAILED
        with office.store.writing(game="") as connection:
            connection.execute(update(t.outbox).where(t.outbox.c.id == queued.id).values(state=state))
    return delivery


@contextmanager
def _claimed(office: Office, queued: Queued, now: datetime | None) -> Iterator[Connection | bool]:
    """Whether a mail is ours to send, as it was made: one that was cancelled, taken back with its turn or given another
    address since is not. On PostgreSQL its row is held until it is marked, in one transaction on the connection given:
    another worker passes it over, and one that dies lets go of it. SQLite's delivery is alone.
    """
    o, mail = t.outbox.c, queued.mail
    as_made = (o.message_id == mail.message_id, o.recipient == mail.recipient)
    mine = select(o.id).where(o.id == queued.id, *as_made, *due_to_go(now))
    if office.store.path is not None:
        with office.store.reading() as connection:
            ours = connection.execute(mine).first() is not None
        yield ours
        return
    with office.store.engine.begin() as connection:
        yield connection if connection.execute(mine.with_for_update(skip_locked=True)).first() is not None else False


def _made(office: Office, queued: Queued, jobs: int) -> tuple[str, str, str, bytes] | Delivery:
    """One mail made: its Message-ID, sender, recipient and bytes; one that cannot be made waits, the others go on."""
    try:
        with in_hand(office, mark_of(queued.mail.message_id)):
            letter = letter_of(office, queued.mail, 1 if jobs > 1 else 0)
            raw = compose(letter)
    except Deadly as error:
        return Delivery("refused", f"{error}; to try it once more: magika-gm outbox --retry {queued.id}", tried=False)
    except Exception as error:  # noqa: BLE001 - the door of one letter
        why = in_words(office, mark_of(queued.mail.message_id), error)
        return Delivery("later", one_line(f"the mail cannot be made: {why}", 300))
    return letter.message_id, letter.sender, letter.to, raw


def _sent(office: Office, postman: Postman, queued: Queued, made: tuple[str, str, str, bytes]) -> Delivery:
    try:
        return postman.send(*made)
    except Exception as error:  # noqa: BLE001 - the door of one letter
        return Delivery("later", one_line(in_words(office, mark_of(queued.mail.message_id), error), 300))


@contextmanager
def _postman(office: Office, now: datetime | None) -> Iterator[Postman]:
    if not office.settings.text("smtp", "host"):
        yield FilePostman(office.root / "outbox")
        return
    try:
        with smtp_postman(office, _pace(office, now)).open() as connected:
            yield connected
    except CannotDeliver as error:
        raise OfficeError(str(error)) from error


def smtp_postman(office: Office, pace: Pace | None) -> SmtpPostman:
    """Who takes letters to the mail server that the settings name; :class:`OfficeError` where they cannot be right."""
    settings = office.settings
    office.no_sample()
    password = ""
    file = settings.text("smtp", "password_file")
    if file:
        try:
            password = (office.root / file).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise OfficeError(f"[smtp] password_file {file} cannot be read: {error.strerror}") from error
    if password and settings.text("smtp", "security") == "none" and not on_this_machine(settings.text("smtp", "host")):
        raise OfficeError("[smtp] security = none would send the password for all to read; say starttls or tls")
    return SmtpPostman(
        host=settings.text("smtp", "host"),
        port=settings.number("smtp", "port"),
        security=settings.text("smtp", "security"),
        user=settings.text("smtp", "user"),
        password=password,
        timeout=settings.number("smtp", "timeout"),
        pace=pace,
    )


def _pace(office: Office, now: datetime | None) -> Pace | None:
    """So many mails a minute to the mail server, those of the last run counted (0: no limit)."""
    most = office.settings.number("smtp", "most_a_minute")
    if most <= 0:
        return None
    earlier: list[float] = []
    if now is not None:
        with office.store.reading() as connection:
            query = select(t.outbox.c.tried_at).where(t.outbox.c.tried_at > stamp(now - timedelta(minutes=1)))
            for at in connection.execute(query).scalars():
                with suppress(StoreError):  # one letter's damaged time is no reason that none goes
                    earlier.append(moment(at, "when a mail was tried").timestamp())
    return Pace(most, 60, earlier)


def _mark_sent(
    office: Office, claim: Connection | bool, queued: Queued, delivery: Delivery, now: datetime | None
) -> None:
    tries = queued.tries + delivery.tried
    values: dict[str, Any] = {"state": MailState.SENT, "tries": tries, "error": "", "next_try": ""}
    if delivery.tried and now is not None:
        values["tried_at"] = stamp(now)
    if delivery.state != "sent":
        again = next_try(tries, now) if now is not None else None
        given_up = delivery.state == "refused" or tries >= GIVES_UP
        values |= {
            "state": MailState.FAILED if given_up else MailState.WAITING,
            "error": delivery.detail,
            "next_try": stamp(again) if again is not None and delivery.tried else "",
        }
    mark = update(t.outbox).where(t.outbox.c.id == queued.id).values(**values)
    if isinstance(claim, Connection):
        claim.execute(mark)
        return
    try:
        _written(office, mark)
    except Busy:
        _written(office, mark)


def _written(office: Office, mark: Update) -> None:
    with office.store.writing(PATIENCE, game="") as connection:
        connection.execute(mark)


# What waits in the outbox, failed or came back; tried again or cancelled on the game master's word.


UNSENT = (MailState.WAITING, MailState.FAILED, MailState.BOUNCED)
DONE_WITH = (MailState.SENT, MailState.HELD, MailState.CANCELLED, MailState.SUPERSEDED)
"""States of mails nothing is to be done about; one in any other waits, failed, or its row was damaged."""


@named_record
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
        if compared(old) == compared(led.get(player, sent_to)):
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
