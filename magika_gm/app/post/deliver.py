"""Send what waits in the outbox: to the SMTP server, or as files where none is configured."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, partial
from html import escape
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, select, update

from magika_gm import games
from magika_gm.app.calendar.schedule import date_of, moves_before, moves_until, times_moved
from magika_gm.app.enrolment.rule_book import write_pdf
from magika_gm.app.enrolment.takeover import handed_over
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.locks import locked
from magika_gm.app.office.office import Office, stamp
from magika_gm.app.office.processes import cores, in_offices
from magika_gm.app.post.addresses import code_for
from magika_gm.app.post.asked import code_of
from magika_gm.app.post.credentials import exposed, run_before, runs_of, token_of
from magika_gm.app.post.rendition import html_of
from magika_gm.app.post.reply_tokens import reply_address
from magika_gm.app.post.signup_desk import code_of_sign_up
from magika_gm.app.record.games import load_game, load_holders
from magika_gm.app.record.jobs import games_at_press
from magika_gm.app.record.outgoing import OutgoingMail, Queued, queued_mails
from magika_gm.app.turns.editions import edition_of, write_edition
from magika_gm.engine.sheet.lines import ANSWER_ABOVE, Lines
from magika_gm.mail.compose import Attachment, Letter, compose
from magika_gm.mail.imap import on_this_machine
from magika_gm.mail.pace import GIVES_UP, Pace, next_try
from magika_gm.mail.postman import CannotDeliver, Delivery, FilePostman, Postman, SmtpPostman
from magika_gm.store import tables as t
from magika_gm.store.database import StoreError
from magika_gm.store.vocabulary import MailKind, MailState

_BODY = re.compile(r"<body\b[^>]*>", re.IGNORECASE)
_BUTTON = re.compile(r'<p\b[^>]*>\s*<a href="mailto:[^"]*"[^>]*>(?:(?!</p>).)*</p>', re.IGNORECASE | re.DOTALL)
_FORM = re.compile(r"(?:<p\b[^>]*>[^<]*</p>\s*)?<pre\b[^>]*>\s*GAME\b.*?</pre>", re.IGNORECASE | re.DOTALL)
"""An order form in a report, with what is said above it, and the button that opens it."""
_WIDTH = 72
FEW = 8
"""Mails that are not worth a second process."""
AHEAD = 4
"""Letters that may be made before they are sent, for each process that makes them: they are large."""
REPORTS = (MailKind.REPORT, MailKind.COPY)
"""Kinds of mail whose text is a turn's report files."""
REPLY_TO = (*REPORTS, MailKind.ACKNOWLEDGE, MailKind.ANSWER, MailKind.REMIND, MailKind.RENEWED)
"""Kinds of mail that may be answered with orders without a password: they go to somebody who was believed."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of one waiting mail."""

    id: int
    recipient: str
    subject: str
    delivery: Delivery


def waiting(office: Office, now: datetime | None = None) -> int:
    """How many mails wait and may go now; all that wait, if no time is given."""
    with office.store.reading() as connection:
        return len(connection.execute(select(t.outbox.c.id).where(*_due(now))).all())


def deliver(office: Office, now: datetime | None = None, jobs: int | None = 1) -> Iterator[Sent]:
    """Send every waiting mail whose time has come, oldest first; each is marked as soon as it is gone.

    Letters are made on so many processes (None: as many as there are cores) and sent, one after the other, by this one.

    A mail that could not go waits longer after each try (``mail.pace``); without ``now`` everything is tried at once.
    Every turn's report goes out, in order; one whose turn is past has no order form any more. A crash between sending
    and marking can at worst repeat one mail, recognisable by its fixed Message-ID.
    """
    with _alone(office):
        yield from _deliver(office, now, jobs or cores(), "")


def deliver_game(office: Office, game: str, now: datetime) -> Iterator[Sent]:
    """Send the waiting mails of one game, likewise (a worker's job)."""
    with _alone(office):
        yield from _deliver(office, now, 1, game)


def _due(now: datetime | None) -> tuple[ColumnElement[bool], ...]:
    wait = (t.outbox.c.state == MailState.WAITING,)
    return wait if now is None else (*wait, t.outbox.c.next_try <= stamp(now))


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


def _deliver(office: Office, now: datetime | None, jobs: int, game: str) -> Iterator[Sent]:
    with office.store.reading() as connection:
        if game:
            which = (t.outbox.c.game == game,)
        else:  # what a worker will send with its game's pages is left to him
            which = (t.outbox.c.game.is_(None) | t.outbox.c.game.not_in(games_at_press(connection)),)
        waits = queued_mails(connection, (*_due(now), *which))
    if not waits:
        return
    jobs = min(jobs, max(1, len(waits) // FEW))
    with _postman(office, now) as postman:
        for done in in_offices(office, waits, jobs, partial(_made, jobs=jobs), ahead=AHEAD * jobs):
            queued, made = done.item, done.result or Delivery("later", f"the mail cannot be made: {done.lost}")
            with _claimed(office, queued, now) as free:
                if free:
                    delivery = made if isinstance(made, Delivery) else postman.send(*made)
                    _mark_sent(office, free, queued, delivery, now)
            if free:
                yield Sent(queued.id, queued.mail.recipient, queued.mail.subject, delivery)


@contextmanager
def _claimed(office: Office, queued: Queued, now: datetime | None) -> Iterator[Connection | bool]:
    """Whether a mail is ours to send. On PostgreSQL its row is held until it is marked, in one transaction on the
    connection given: another worker passes it over, and one that dies lets go of it. SQLite's delivery is alone.
    """
    if office.store.path is not None:
        yield True
        return
    o = t.outbox.c
    mine = select(o.id).where(o.id == queued.id, *_due(now)).with_for_update(skip_locked=True)
    with office.store.engine.begin() as connection:
        yield connection if connection.execute(mine).first() is not None else False


def _made(office: Office, queued: Queued, jobs: int) -> tuple[str, str, str, bytes] | Delivery:
    """One mail made: its Message-ID, sender, recipient and bytes; one that cannot be made waits, the others go on."""
    try:
        letter = _letter(office, queued.mail, 1 if jobs > 1 else 0)
        raw = compose(letter)
    except (OfficeError, StoreError, OSError, LookupError, ValueError) as error:
        return Delivery("later", f"the mail cannot be made: {error.__class__.__name__}: {error}"[:300])
    return letter.message_id, letter.sender, letter.to, raw


@contextmanager
def _postman(office: Office, now: datetime | None) -> Iterator[Postman]:
    settings = office.settings
    if not settings.text("smtp", "host"):
        yield FilePostman(office.root / "outbox")
        return
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
    smtp = SmtpPostman(
        host=settings.text("smtp", "host"),
        port=settings.number("smtp", "port"),
        security=settings.text("smtp", "security"),
        user=settings.text("smtp", "user"),
        password=password,
        timeout=settings.number("smtp", "timeout"),
        pace=_pace(office, now),
    )
    try:
        with smtp.open() as connected:
            yield connected
    except CannotDeliver as error:
        raise OfficeError(str(error)) from error


def _pace(office: Office, now: datetime | None) -> Pace | None:
    """So many mails a minute to the mail server, those of the last run counted (0: no limit)."""
    most = office.settings.number("smtp", "most_a_minute")
    if most <= 0:
        return None
    earlier: list[float] = []
    if now is not None:
        with office.store.reading() as connection:
            query = select(t.outbox.c.tried_at).where(t.outbox.c.tried_at > stamp(now - timedelta(minutes=1)))
            earlier = [datetime.fromisoformat(at).timestamp() for (at,) in connection.execute(query)]
    return Pace(most, 60, earlier)


def _letter(office: Office, mail: OutgoingMail, processes: int = 0) -> Letter:
    text, html = mail.body or "", ""
    calendar = b""
    attachments: tuple[Attachment, ...] = ()
    if mail.kind in REPORTS:
        game, turn, seat = _about(mail)
        folder = _report_files(office, game, turn, processes)
        text = (folder / f"{seat}.txt").read_text(encoding="utf-8")
        html = (folder / f"{seat}.html").read_text(encoding="utf-8")

        with office.store.reading() as connection:
            moves = moves_before(connection, game, turn, mail.created_at)
            name = f"{load_game(connection, game).system.name}-{game}-turn-{turn}-{seat}"
            newest = load_game(connection, game, public=True).turn
        wanted, calendar = _wishes(office, mail, moves)
        if turn < newest:  # what can still be ordered stands in the newest report
            text, html, calendar = *_without_form(text, html, turn + 1, newest), b""
        attachments = tuple(
            Attachment(f"{name}.{kind}", f"application/{kind}", (folder / f"{seat}.{kind}").read_bytes())
            for kind in ("pdf", "json")
            if kind in wanted
        ) + _start_pack(office, mail)
    elif mail.kind == MailKind.WELCOME:
        text, html, calendar, attachments = _welcome(office, mail)
    elif mail.kind in (MailKind.DATE, MailKind.PAUSE):
        game, turn, _ = _about(mail)
        with office.store.reading() as connection:
            moves = moves_until(connection, game, turn, mail.created_at)
        calendar = _wishes(office, mail, moves)[1]
    elif mail.kind == MailKind.CONFIRM:
        with office.store.writing() as connection:
            text = text.replace("{confirm}", f"CONFIRM {code_for(office, connection, mail)}")
    elif mail.kind == MailKind.JOIN:
        with office.store.writing() as connection:
            text = text.replace("{confirm}", f"CONFIRM {code_of_sign_up(office, connection, mail)}")
    elif mail.kind == MailKind.CODE:
        with office.store.writing() as connection:
            text = text.replace("{confirm}", f"CONFIRM {code_of(office, connection, mail)}")
    text, html = _marked(text, html)
    settings = office.settings
    # a mail to somebody who perhaps never heard of us is as bare as can be
    if not html and mail.kind not in (MailKind.JOIN, MailKind.SIGN_UP):
        html = html_of(office, mail, text, settings.text("office", "email"))
    return Letter(
        message_id=mail.message_id,
        sender=settings.text("office", "email"),
        sender_name=settings.text("office", "name"),
        to=mail.recipient,
        subject=mail.subject,
        text=text,
        date=datetime.fromisoformat(mail.created_at),
        html=html,
        attachments=attachments,
        in_reply_to=mail.in_reply_to,
        reply_to=_reply_to(office, mail),
        references=mail.thread,
        calendar=calendar,
    )


def _welcome(office: Office, mail: OutgoingMail) -> tuple[str, str, bytes, tuple[Attachment, ...]]:
    """A welcome in full, as a first report comes: text, HTML, invitation, and the files its reader wants."""
    words = mail.body or ""
    game, turn, seat = _about(mail)
    with office.store.reading() as connection:
        report = handed_over(office, connection, mail)
        newest = load_game(connection, game, public=True)
        moves = times_moved(connection, game, turn)
    if report is None:
        return words, "", b"", ()
    parts = "".join(f"<p>{escape(part)}</p>" for part in words.strip().split("\n\n"))
    said = f'<div style="font:15px/1.5 Helvetica,Arial,sans-serif;padding:4px 18px">{parts}</div>'
    text, html = f"{words}\n{report.text}", _BODY.sub(lambda body: f"{body[0]}{said}", report.html, count=1)
    wanted, calendar = _wishes(office, mail, moves)
    if turn < newest.turn:
        text, html, calendar = *_without_form(text, html, turn + 1, newest.turn), b""
    name = f"{newest.system.name}-{game}-turn-{turn}-{seat}"
    files = (("pdf", report.pdf), ("json", report.turn_file.encode("utf-8")))
    attachments = tuple(
        Attachment(f"{name}.{kind}", f"application/{kind}", raw) for kind, raw in files if kind in wanted
    )
    return text, html, calendar, attachments + _start_pack(office, mail)


def _marked(text: str, html: str) -> tuple[str, str]:
    """The line that says where an answer ends, above all we write: below it nothing is ever an answerer's own."""
    text = f"{ANSWER_ABOVE}\n\n{text}"
    style = "font:11px/1.4 Helvetica,Arial,sans-serif;opacity:.6;margin:0;padding:4px 18px"
    line = f'<div style="{style}">{ANSWER_ABOVE}</div>'
    return text, _BODY.sub(lambda body: f"{body[0]}{line}", html, count=1) if html else ""


def _without_form(text: str, html: str, past: int, newest: int) -> tuple[str, str]:
    """A report of a turn that is not the last one: what would order for the turn after it gives way to a line."""
    said = f"Turn {past} has been played: it takes no orders any more. The report of turn {newest} has the form."
    lines = Lines(text, games.any_sheet())
    if lines.header_list:
        start = lines.header_list[-1]
        end = lines.after(lines.end_list, start)
        while start and lines.rows[start - 1].strip():  # its heading
            start -= 1
        text = "\n".join([*lines.rows[:start], *textwrap.wrap(said, _WIDTH), *lines.rows[end + 1 :]]).rstrip() + "\n"
    return text, _FORM.sub(f"<p>{said}</p>", _BUTTON.sub("", html))


def _about(mail: OutgoingMail) -> tuple[str, int, str]:
    """Game, turn and seat of a mail that has them all."""
    if mail.game is None or mail.turn is None or mail.seat is None:
        raise ValueError(f"a {mail.kind} without game, turn or seat")
    return mail.game, mail.turn, mail.seat


def _start_pack(office: Office, mail: OutgoingMail) -> tuple[Attachment, ...]:
    """The rule book with the first report of a player who has had none (GM-4), or with a position he takes over."""
    takes_over = mail.kind == MailKind.WELCOME
    if not takes_over and (mail.kind != MailKind.REPORT or mail.turn != 0):
        return ()
    with office.store.reading() as connection:
        query = (
            select(t.players.c.rule_book, t.players.c.paper)
            .join(t.seats, t.seats.c.player == t.players.c.id)
            .where(t.seats.c.game == mail.game, t.seats.c.seat == mail.seat)
        )
        found = connection.execute(query).first()
        system = load_game(connection, mail.game or "").system.name
    none_yet = (mail.game, "") if takes_over else (mail.game,)
    if found is None or found.rule_book not in none_yet or not games.system(system).has("rulebook"):
        return ()
    paper = found.paper or office.settings.text("office", "paper")
    return (Attachment(f"{system}-rule-book.pdf", "application/pdf", _rule_book(system, paper)),)


@cache
def _rule_book(system: str, paper: str) -> bytes:
    """The rule book as a PDF: made once for all the start packs of a run."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "rule-book.pdf"
        write_pdf(games.system(system), path, paper)
        return path.read_bytes()


def _reply_to(office: Office, mail: OutgoingMail) -> str:
    """The address an answer goes to: with a token that stands for the password, for the turn that comes next.

    It is made when the mail is sent and stored nowhere. Who was not believed gets none.
    """
    wanted = office.settings.text("mail", "reply_address") == "plus"
    if mail.kind not in REPLY_TO or mail.turn is None or mail.game is None or not wanted:
        return ""
    with office.store.reading() as connection:
        game = load_game(connection, mail.game, public=True)
        holder = load_holders(connection, mail.game).get(mail.seat or "")
        runs, seen = runs_of(connection, game), exposed(connection)
    turn = mail.turn + 1 if mail.kind in REPORTS else mail.turn
    run = run_before(runs, turn)
    if turn <= game.turn or game.ending or holder is None or holder.email.casefold() != mail.recipient.casefold():
        return ""
    token = token_of(office, game.id, holder, turn, run, seen)
    return reply_address(office.settings.text("office", "email"), token)


def _wishes(office: Office, mail: OutgoingMail, moves: int) -> tuple[tuple[str, ...], bytes]:
    """Which files the player wants with his report, and the invitation for the date his next orders are due.

    One event a game: each report, and each time the date is moved (``moves``), carries it with a higher sequence, so
    that a calendar moves it along; the last report, and a pause without an end, take it away (GM-2).
    """
    from magika_gm.mail.calendar import Person, invitation

    with office.store.reading() as connection:
        name, turn, seat = _about(mail)
        game = load_game(connection, name, turn)
        due = date_of(connection, game, moves)
        holder = load_holders(connection, name)[seat]
    settings = office.settings
    calendar = invitation(
        f"{office.keyed('invitation', game.id, seat)[:24]}@{office.domain}",
        game.turn * 100 + moves,
        due,
        f"{game.called}: orders for turn {game.turn + 1}, {game.who(holder)}",
        f"Orders for {game.who_is(holder)}, are due; a later sheet replaces an earlier one until then.",
        Person(settings.text("office", "email"), settings.text("office", "name")),
        Person(holder.email, holder.name),
        datetime.fromisoformat(mail.created_at),
        cancelled=game.ending is not None or mail.kind == MailKind.PAUSE,
    )
    return holder.attach, calendar


def _report_files(office: Office, game: str, turn: int, processes: int) -> Path:
    """The folder of a turn's reports, written again from the record if it is gone."""
    folder = office.reports(game, turn)
    if not folder.is_dir():
        with office.store.reading() as connection:
            edition = edition_of(office, connection, game, turn)
        with locked(office.lock(game), wait=True):
            if not folder.is_dir():
                write_edition(edition, folder, office.overviews(game, turn), processes)
    return folder


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
    with office.store.writing() as connection:
        connection.execute(mark)
