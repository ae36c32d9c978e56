"""Send what waits in the outbox: to the SMTP server, or as files where none is configured."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, select, update

from magika_gm.app.calendar.date_moves import date_of, moves_before
from magika_gm.app.office.locks import locked
from magika_gm.app.office.office import Office, OfficeError
from magika_gm.app.post.addresses import code_of
from magika_gm.app.post.credentials import stamp
from magika_gm.app.post.reply_tokens import reply_address, reply_token
from magika_gm.app.record.games import load_game, load_seats
from magika_gm.app.turns.publish import edition_of, write_edition
from magika_gm.mail.compose import Attachment, Letter, compose
from magika_gm.mail.pace import GIVES_UP, Pace, next_try
from magika_gm.mail.postman import CannotDeliver, Delivery, FilePostman, Postman, SmtpPostman
from magika_gm.store import tables as t
from magika_gm.store.database import StoreError

REPORTS = ("report", "copy")
"""Kinds of mail whose text is a turn's report files."""
REPLY_TO = ("report", "copy", "acknowledge", "answer", "remind")
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


def deliver(office: Office, now: datetime | None = None) -> Iterator[Sent]:
    """Send every waiting mail whose time has come, oldest first; each is marked as soon as it is gone.

    A mail that could not go waits longer after each try (``mail.pace``); without ``now`` everything is tried at once.
    A newer report takes the place of an older one that was not sent yet. A crash between sending and marking can at
    worst repeat one mail, recognisable by its fixed Message-ID.
    """
    with _alone(office):
        yield from _deliver(office, now)


def _due(now: datetime | None) -> tuple[ColumnElement[bool], ...]:
    wait = (t.outbox.c.state == "waiting",)
    return wait if now is None else (*wait, t.outbox.c.next_try <= stamp(now))


@contextmanager
def _alone(office: Office) -> Iterator[None]:
    """One delivery at a time: two would send every mail twice. The lock goes with the process that holds it."""
    with locked(office.root / "outbox" / ".lock") as ours:
        if not ours:
            raise OfficeError("another delivery is running in this office; wait until it has finished")
        yield


def _deliver(office: Office, now: datetime | None) -> Iterator[Sent]:
    _supersede(office)
    with office.store.reading() as connection:
        query = select(t.outbox).where(*_due(now)).order_by(t.outbox.c.id)
        rows = [dict(row) | {"letter": row["seat"]} for row in connection.execute(query).mappings()]
    if not rows:
        return
    with _postman(office, now) as postman:
        for row in rows:
            delivery = _sent(office, postman, row)
            _mark(office, row, delivery, now)
            yield Sent(row["id"], row["recipient"], row["subject"], delivery)


def _sent(office: Office, postman: Postman, row: dict[str, Any]) -> Delivery:
    """One mail made and sent; one that cannot be made waits, and the others go on."""
    try:
        letter = _letter(office, row)
        raw = compose(letter)
    except (OfficeError, StoreError, OSError, LookupError, ValueError) as error:
        return Delivery("later", f"the mail cannot be made: {error.__class__.__name__}: {error}"[:300])
    return postman.send(letter.message_id, letter.sender, letter.to, raw)


def _supersede(office: Office) -> None:
    """A player who gets several reports at once could order for turns that are past: only the newest goes out."""
    with office.store.writing() as connection:
        query = (
            select(t.outbox.c.id, t.outbox.c.game, t.outbox.c.letter)
            .where(t.outbox.c.state == "waiting", t.outbox.c.kind == "report")
            .order_by(t.outbox.c.turn, t.outbox.c.id)
        )
        newest: dict[tuple[str, str], int] = {}
        older = []
        for number, game, letter in connection.execute(query):
            if (game, letter) in newest:
                older.append(newest[game, letter])
            newest[game, letter] = number
        if older:
            connection.execute(update(t.outbox).where(t.outbox.c.id.in_(older)).values(state="superseded"))


@contextmanager
def _postman(office: Office, now: datetime | None) -> Iterator[Postman]:
    settings = office.settings
    if not settings.text("smtp", "host"):
        yield FilePostman(office.root / "outbox")
        return
    password = ""
    file = settings.text("smtp", "password_file")
    if file:
        try:
            password = (office.root / file).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise OfficeError(f"[smtp] password_file {file} cannot be read: {error.strerror}") from error
    smtp = SmtpPostman(
        settings.text("smtp", "host"),
        settings.number("smtp", "port"),
        settings.text("smtp", "security"),
        settings.text("smtp", "user"),
        password,
        settings.number("smtp", "timeout"),
        pace=_pace(office, now),
    )
    try:
        with smtp.open() as connected:
            yield connected
    except CannotDeliver as error:
        raise OfficeError(str(error)) from error


def _pace(office: Office, now: datetime | None) -> Pace | None:
    """So many letters a minute to the mail server, those of the last run counted (0: no limit)."""
    most = office.settings.number("smtp", "most_a_minute")
    if most <= 0:
        return None
    earlier: list[float] = []
    if now is not None:
        with office.store.reading() as connection:
            query = select(t.outbox.c.tried_at).where(t.outbox.c.tried_at > stamp(now - timedelta(minutes=1)))
            earlier = [datetime.fromisoformat(at).timestamp() for (at,) in connection.execute(query)]
    return Pace(most, 60, earlier)


def _letter(office: Office, row: dict[str, Any]) -> Letter:
    text, html = row["body"], ""
    calendar = b""
    attachments: tuple[Attachment, ...] = ()
    if row["kind"] in REPORTS:
        folder = _report_files(office, row["game"], row["turn"])
        stem = row["letter"]
        text = (folder / f"{stem}.txt").read_text(encoding="utf-8")
        html = (folder / f"{stem}.html").read_text(encoding="utf-8")
        name = f"magika-{row['game']}-turn-{row['turn']}-{stem}"
        with office.store.reading() as connection:
            moves = moves_before(connection, row["game"], row["turn"], row["created_at"])
        wanted, calendar = _wishes(office, row, moves)
        attachments = tuple(
            Attachment(f"{name}.{kind}", f"application/{kind}", (folder / f"{stem}.{kind}").read_bytes())
            for kind in ("pdf", "json")
            if kind in wanted
        ) + _start_pack(office, row)
    elif row["kind"] in ("date", "pause"):
        calendar = _wishes(office, row, int(row["message_id"].partition("@")[0].split("-")[-2]))[1]
    elif row["kind"] == "confirm":
        with office.store.reading() as connection:
            text = (text or "").replace("{confirm}", f"CONFIRM {code_of(connection, row['turn'])}")
    settings = office.settings
    return Letter(
        row["message_id"],
        settings.text("office", "email"),
        settings.text("office", "name"),
        row["recipient"],
        row["subject"],
        text or "",
        datetime.fromisoformat(row["created_at"]),
        html,
        attachments,
        row["in_reply_to"],
        _reply_to(office, row),
        tuple(row["thread"].split()),
        calendar=calendar,
    )


def _start_pack(office: Office, row: dict[str, Any]) -> tuple[Attachment, ...]:
    """The rule book with the first report of a player who has had none (GM-4)."""
    if row["kind"] != "report" or row["turn"] != 0:
        return ()
    with office.store.reading() as connection:
        query = (
            select(t.players.c.rule_book, t.players.c.paper)
            .join(t.seats, t.seats.c.player == t.players.c.id)
            .where(t.seats.c.game == row["game"], t.seats.c.letter == row["letter"])
        )
        found = connection.execute(query).first()
    if found is None or found.rule_book != row["game"]:
        return ()
    paper = found.paper or office.settings.text("office", "paper")
    return (Attachment("magika-rule-book.pdf", "application/pdf", _rule_book(paper)),)


@cache
def _rule_book(paper: str) -> bytes:
    """The rule book as a PDF: made once for all the start packs of a run."""
    from tempfile import TemporaryDirectory

    from magika_gm.app.enrolment.rule_book import write_pdf

    with TemporaryDirectory() as folder:
        path = Path(folder) / "rule-book.pdf"
        write_pdf(path, paper)
        return path.read_bytes()


def _reply_to(office: Office, row: dict[str, Any]) -> str:
    """The address an answer goes to: with a token that stands for the password, for the turn that comes next.

    It is made when the mail is sent and stored nowhere. Who was not believed gets none.
    """
    wanted = office.settings.text("mail", "reply_address") == "plus"
    if row["kind"] not in REPLY_TO or row["turn"] is None or not wanted:
        return ""
    with office.store.reading() as connection:
        game = load_game(connection, row["game"], public=True)
        seat = load_seats(connection, row["game"]).get(row["letter"])
    turn = row["turn"] + 1 if row["kind"] in REPORTS else row["turn"]
    if game.ending or seat is None or seat.email.casefold() != row["recipient"].casefold():
        return ""
    token = reply_token(game.seed, game.id, seat.letter, turn, seat.email)
    return reply_address(office.settings.text("office", "email"), token)


def _wishes(office: Office, row: dict[str, Any], moves: int) -> tuple[tuple[str, ...], bytes]:
    """Which files the player wants with his report, and the invitation for the date his next orders are due.

    One event a game: each report, and each time the date is moved (``moves``), carries it with a higher sequence, so
    that a calendar moves it along; the last report, and a pause without an end, take it away (GM-2).
    """
    from magika_gm.mail.calendar import Person, invitation

    with office.store.reading() as connection:
        game = load_game(connection, row["game"], row["turn"])
        due = date_of(connection, game, moves)
        seat = load_seats(connection, row["game"])[row["letter"]]
    settings = office.settings
    calendar = invitation(
        f"magika-{game.id}-{seat.letter}@{office.domain}",
        game.turn * 100 + moves,
        due,
        f"Magika game {game.id}: orders for turn {game.turn + 1}, {seat.character} ({seat.letter})",
        f"Orders for {seat.character}, mage {seat.letter}, are due; a later sheet replaces an earlier one until then.",
        Person(settings.text("office", "email"), settings.text("office", "name")),
        Person(seat.email, seat.name),
        datetime.fromisoformat(row["created_at"]),
        cancelled=game.ending is not None or row["kind"] == "pause",
    )
    return seat.attach, calendar


def _report_files(office: Office, game: str, turn: int) -> Path:
    """The folder of a turn's reports, written again from the record if it is gone."""
    folder = office.reports(game, turn)
    if not folder.is_dir():
        with office.store.reading() as connection:
            edition = edition_of(office, connection, game, turn)
        with locked(office.lock(game), wait=True):
            if not folder.is_dir():
                write_edition(edition, folder, office.overviews(game, turn))
    return folder


def _mark(office: Office, row: dict[str, Any], delivery: Delivery, now: datetime | None) -> None:
    tries = row["tries"] + delivery.tried
    values: dict[str, Any] = {"state": "sent", "tries": tries, "error": "", "next_try": ""}
    if delivery.tried and now is not None:
        values["tried_at"] = stamp(now)
    if delivery.state != "sent":
        again = next_try(tries, now) if now is not None else None
        given_up = delivery.state == "refused" or tries >= GIVES_UP
        values |= {
            "state": "failed" if given_up else "waiting",
            "error": delivery.detail,
            "next_try": stamp(again) if again is not None and delivery.tried else "",
        }
    with office.store.writing() as connection:
        connection.execute(update(t.outbox).where(t.outbox.c.id == row["id"]).values(**values))
