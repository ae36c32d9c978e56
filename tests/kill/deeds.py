"""The deeds of an office that are stopped: commands as a game master types them, in an office that is ready for each.

The game is High Card (``tests/systems/toy``): small enough for thousands of runs, and what the office does for it,
it does for every game.
"""

from __future__ import annotations

import os
import smtplib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from magika_gm.cli import common
from magika_gm.cli.main import cli
from tests.kill.points import Watch
from tests.systems.test_toy_life import SIGNUPS

BEGUN = datetime(2026, 11, 2, 12, tzinfo=UTC)
DUE = BEGUN + timedelta(days=15)
"""After turn 1 is due, and before turn 2 is."""
SECOND = DUE + timedelta(days=15)
LATER = timedelta(days=2)
"""When all mail that could not go has its next try."""
SENT = "sent-by-smtp.log"
Words = Sequence[str]


def command(folder: Path, *words: str, at: datetime) -> tuple[int, str]:
    """Run a command at a time; its exit status and what it said."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return at.astimezone(tz) if tz is not None else at.replace(tzinfo=None)

    names = vars(common)
    plain, names["datetime"] = names["datetime"], Clock
    try:
        result = CliRunner().invoke(cli, ["--office", str(folder), *words])
    finally:
        names["datetime"] = plain
    return result.exit_code, result.output + result.stderr


def must(folder: Path, *words: str, at: datetime) -> str:
    """Run a command that must succeed."""
    status, said = command(folder, *words, at=at)
    assert status == 0, f"{words}: {said}"
    return said


@dataclass(frozen=True, kw_only=True)
class Deed:
    """What is stopped: ``words`` at a time, after ``ready`` made the office ready for it.

    ``whole`` are words of its refusal to do again what was done already.
    """

    name: str
    words: tuple[str, ...]
    at: datetime
    ready: Callable[[Path], None]
    whole: str = ""
    seen: tuple[str, str] = ("", "")
    """A table, and what one of its rows has once the deed is done: a game master who looks does not do it again."""
    smtp: bool = False


def begun(folder: Path) -> None:
    """A game about to play its first turn; its first reports delivered."""
    (folder / "scenarios" / "high_card").mkdir(parents=True)
    (folder / "scenarios" / "high_card" / "plain.toml").write_text("turns = 4\n", encoding="utf-8")
    (folder / "signups.toml").write_text(SIGNUPS, encoding="utf-8")
    must(folder, "new-game", "12", "--game", "high_card", "--signups", str(folder / "signups.toml"),
         "--seed", "ab" * 16, at=BEGUN)  # fmt: skip
    must(folder, "deliver", at=BEGUN)


def mails(folder: Path, turn: int = 1, game: str = "12") -> None:
    """Orders; orders with a wrong password; a final word, an absence, a paid copy; nonsense; a stranger."""
    place = folder / "mails"
    place.mkdir(exist_ok=True)
    sheets = {
        "a": ("rosa", "COLOUR RED\nPASSWORD starling\nSHOW\nMESSAGE TO GREEN\nlook here\nEND MESSAGE"),
        "b": ("bea", "COLOUR BLUE\nPASSWORD wrong\nKEEP"),
        "c": ("gil", "COLOUR GREEN\nPASSWORD granite\nKEEP\nFINAL\nREPORT 0\nABSENT 2027-01-02 to 2027-01-09"),
        "d": ("bea", "COLOUR BLUE\nPASSWORD swordfish\nFLY"),
        "e": ("rosa", "COLOUR RED\nPASSWORD starling\nKEEP"),
    }
    for name, (who, lines) in sheets.items():
        head = f"From: {who}@example.org\nTo: gm@example.org\nSubject: orders\nMessage-ID: <{name}.{game}.{turn}@x>\n\n"
        (place / f"{name}.eml").write_text(f"{head}GAME {game} TURN {turn}\n{lines}\nEND\n", encoding="utf-8")
    (place / "f.eml").write_text("From: who@else.example\nMessage-ID: <f@x>\n\nWhat is this?\n", encoding="utf-8")


def with_mails(folder: Path) -> None:
    """Mails lie there."""
    begun(folder)
    mails(folder)


def in_maildir(folder: Path) -> None:
    """Mails lie in a Maildir."""
    with_mails(folder)
    post(folder)
    set_in(folder, 'maildir = ""', 'maildir = "post"')


def set_in(folder: Path, before: str, now: str) -> None:
    """Change a line of the settings."""
    path = folder / "magika.toml"
    text = path.read_text("utf-8")
    assert before in text, before
    path.write_text(text.replace(before, now, 1), encoding="utf-8")


def post(folder: Path) -> None:
    """Put the mails that lie there into a Maildir."""
    for name in ("cur", "new", "tmp"):
        (folder / "post" / name).mkdir(parents=True)
    for nr, mail in enumerate(sorted((folder / "mails").glob("*.eml"))):
        mail.rename(folder / "post" / "new" / f"{1_700_000_000 + nr}.M{nr}P1.post")


def with_orders(folder: Path) -> None:
    """Turn 1 is due, with orders."""
    with_mails(folder)
    must(folder, "ingest", str(folder / "mails"), at=BEGUN)
    must(folder, "deliver", at=BEGUN)


def in_review(folder: Path) -> None:
    """Turn 1 waits for review."""
    with_orders(folder)
    must(folder, "process-turn", "12", "--review", at=DUE)


def played(folder: Path) -> None:
    """Turn 1 is played, its mails wait."""
    with_orders(folder)
    must(folder, "process-turn", "12", at=DUE)


def delivered(folder: Path) -> None:
    """Turn 1 is played and delivered."""
    played(folder)
    must(folder, "deliver", at=DUE)


def by_smtp(folder: Path) -> None:
    """Turn 1 is played; a mail server is set."""
    played(folder)
    mail_server(folder)


def mail_server(folder: Path) -> None:
    """Let mail go out by SMTP."""
    set_in(folder, '[smtp]\nhost = ""', '[smtp]\nhost = "mail.invalid"')
    set_in(folder, '"starttls"', '"none"')


def listed(folder: Path) -> None:
    """Three wait for a game."""
    begun(folder)
    for name in ("Ada Ash", "Ben Beech", "Cy Cedar"):
        must(folder, "sign-up", "add", "--game", "high_card", "--name", name, "--email",
             f"{name.split()[0].lower()}@example.org", "--password", "swordfish", "--line", "COLOUR red",
             at=BEGUN)  # fmt: skip


def archived(folder: Path) -> None:
    """A backup lies there."""
    delivered(folder)
    must(folder, "backup", str(folder / "archives"), at=DUE)
    (archive,) = (folder / "archives").glob("*.tar.gz")
    archive.rename(folder / "archive.tar.gz")


DEEDS = (
    Deed(name="ingest", words=("ingest", "{}/mails"), at=BEGUN, ready=with_mails),
    Deed(name="maildir", words=("ingest",), at=BEGUN, ready=in_maildir),
    Deed(name="process", words=("process-turn", "12"), at=DUE, ready=with_orders, whole="is not due before"),
    Deed(name="publish", words=("publish", "12"), at=DUE, ready=in_review, whole="no turn that waits"),
    Deed(name="deliver", words=("deliver",), at=DUE, ready=played),
    Deed(name="smtp", words=("deliver",), at=DUE, ready=by_smtp, smtp=True),
    Deed(name="undo", words=("undo-turn", "12"), at=DUE, ready=delivered, whole="no processed turn"),
    Deed(
        name="correct",
        words=("correct", "drop", "12", "BLUE", "--reason", "moved away"),
        at=DUE,
        ready=delivered,
        seen=("acts", "DropOut"),
    ),
    Deed(
        name="pay",
        words=("pay", "1", "20.00", "--reason", "cheque", "--ref", "4711"),
        at=DUE,
        ready=delivered,
        whole="nothing was booked twice",
    ),
    Deed(name="fill-game", words=("fill-game", "13", "--game", "high_card"), at=BEGUN, ready=listed, whole="already"),
    Deed(
        name="restore", words=("restore", "{}/archive.tar.gz", "{}/again"), at=DUE, ready=archived, whole="is not empty"
    ),
    Deed(name="tick", words=("tick",), at=SECOND, ready=delivered),
)


class Server:
    """A mail server that takes everything: its log has the Message-ID of every mail it took."""

    watch: Watch | None = None
    folder = Path()

    def __init__(self, *_: object, **__: object) -> None:
        self.sock: object = object()
        self.point("connect", lambda: ConnectionRefusedError(111, "Connection refused"))

    def point(self, what: str, error: Callable[[], Exception]) -> None:
        if self.watch is not None:
            self.watch.mail(f"smtp {what}", error)

    def ehlo_or_helo_if_needed(self) -> None:
        self.point("ehlo", lambda: smtplib.SMTPServerDisconnected("Connection unexpectedly closed"))

    def sendmail(self, sender: str, to: list[str], raw: bytes, options: Sequence[str] = ()) -> dict[str, Any]:
        self.point("rcpt", lambda: smtplib.SMTPResponseException(451, b"try again later"))
        name = next(line for line in raw.decode("utf-8", "replace").splitlines() if line.startswith("Message-ID:"))
        log = os.open(self.folder / SENT, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.write(log, f"{name} {to[0]}\n".encode())  # the server's own log: it is never torn
        os.close(log)
        self.point("answer lost", lambda: smtplib.SMTPServerDisconnected("Connection unexpectedly closed"))
        return {}

    def quit(self) -> None:
        self.point("quit", lambda: smtplib.SMTPServerDisconnected("Connection unexpectedly closed"))

    def close(self) -> None:
        self.sock = None
