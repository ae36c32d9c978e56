"""Send what waits in the outbox: to the SMTP server, or as files where none is configured."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import select, update

from magika_gm.app.desk import load_game, load_seats
from magika_gm.app.office import Office, OfficeError
from magika_gm.app.publish import edition_of, write_edition
from magika_gm.mail.compose import Attachment, Letter, compose
from magika_gm.mail.postman import CannotDeliver, Delivery, FilePostman, Postman, SmtpPostman
from magika_gm.store import tables as t

MOST_TRIES = 8


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of one waiting mail."""

    id: int
    recipient: str
    subject: str
    delivery: Delivery


def waiting(office: Office) -> int:
    """How many mails wait."""
    with office.store.reading() as connection:
        return len(connection.execute(select(t.outbox.c.id).where(t.outbox.c.state == "waiting")).all())


def deliver(office: Office) -> Iterator[Sent]:
    """Send every waiting mail, oldest first; each is marked as soon as it is gone.

    A crash between sending and marking can at worst repeat one mail, recognisable by its fixed Message-ID.
    """
    with _alone(office):
        yield from _deliver(office)


@contextmanager
def _alone(office: Office) -> Iterator[None]:
    """One delivery at a time: two would send every mail twice. The lock goes with the process that holds it."""
    import fcntl

    folder = office.root / "outbox"
    folder.mkdir(exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise OfficeError("another delivery is running in this office; wait until it has finished") from None
        yield


def _deliver(office: Office) -> Iterator[Sent]:
    with office.store.reading() as connection:
        query = select(t.outbox).where(t.outbox.c.state == "waiting").order_by(t.outbox.c.id)
        rows = [dict(row) for row in connection.execute(query).mappings()]
    if not rows:
        return
    with _postman(office) as postman:
        for row in rows:
            letter = _letter(office, row)
            delivery = postman.send(letter.message_id, letter.sender, letter.to, compose(letter))
            _mark(office, row, delivery)
            yield Sent(row["id"], row["recipient"], row["subject"], delivery)


@contextmanager
def _postman(office: Office) -> Iterator[Postman]:
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
    )
    try:
        with smtp.open() as connected:
            yield connected
    except CannotDeliver as error:
        raise OfficeError(str(error)) from error


def _letter(office: Office, row: dict[str, Any]) -> Letter:
    text, html = row["body"], ""
    calendar = b""
    attachments: tuple[Attachment, ...] = ()
    if row["kind"] == "report":
        folder = _report_files(office, row["game"], row["turn"])
        stem = row["letter"]
        text = (folder / f"{stem}.txt").read_text(encoding="utf-8")
        html = (folder / f"{stem}.html").read_text(encoding="utf-8")
        name = f"magika-{row['game']}-turn-{row['turn']}-{stem}"
        wanted, calendar = _wishes(office, row)
        attachments = tuple(
            Attachment(f"{name}.{kind}", f"application/{kind}", (folder / f"{stem}.{kind}").read_bytes())
            for kind in ("pdf", "json")
            if kind in wanted
        )
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
        calendar=calendar,
    )


def _wishes(office: Office, row: dict[str, Any]) -> tuple[tuple[str, ...], bytes]:
    """Which files the player wants with his report, and the invitation for the date his next orders are due.

    One event a game: each report carries it with a higher sequence, so that a calendar moves it along; the last one
    takes it away (GM-2).
    """
    from magika_gm.mail.calendar import Person, invitation

    with office.store.reading() as connection:
        game = load_game(connection, row["game"], row["turn"])
        seat = load_seats(connection, row["game"])[row["letter"]]
    settings = office.settings
    calendar = invitation(
        f"magika-{game.id}-{seat.letter}@{office.domain}",
        game.turn,
        game.next_due,
        f"Magika game {game.id}: orders for turn {game.turn + 1}, {seat.character} ({seat.letter})",
        f"Orders for {seat.character}, mage {seat.letter}, are due; a later sheet replaces an earlier one until then.",
        Person(settings.text("office", "email"), settings.text("office", "name")),
        Person(seat.email, seat.name),
        datetime.fromisoformat(row["created_at"]),
        cancelled=game.ending is not None,
    )
    return seat.attach, calendar


def _report_files(office: Office, game: str, turn: int) -> Path:
    """The folder of a turn's reports, written again from the record if it is gone."""
    folder = office.reports(game, turn)
    if not folder.is_dir():
        with office.store.reading() as connection:
            edition = edition_of(office, connection, game, turn)
        write_edition(edition, folder, office.overviews(game, turn))
    return folder


def _mark(office: Office, row: dict[str, Any], delivery: Delivery) -> None:
    tries = row["tries"] + 1
    state = {"sent": "sent", "refused": "failed"}.get(delivery.state, "waiting" if tries < MOST_TRIES else "failed")
    values = {"state": state, "tries": tries, "error": "" if state == "sent" else delivery.detail}
    with office.store.writing() as connection:
        connection.execute(update(t.outbox).where(t.outbox.c.id == row["id"]).values(**values))
