"""The deeds of an office that are stopped: commands as a game master types them, in an office that is ready for each.

The game is High Card (``tests/systems/toy``): small enough for thousands of runs, and what the office does for it,
it does for every game.
"""

from __future__ import annotations

import gzip
import os
import shutil
import smtplib
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from magika_gm.app.office.office import open_office
from magika_gm.cli import common
from tests.desk import typed
from tests.kill.points import Watch
from tests.on_postgres import fill_from_dump
from tests.systems.test_toy_life import SIGNUPS

BEGUN = datetime(2026, 11, 2, 12, tzinfo=UTC)
DUE = BEGUN + timedelta(days=15)
"""After turn 1 is due, and before turn 2 is."""
SECOND = DUE + timedelta(days=15)
LATER = timedelta(days=2)
"""When all mail that could not go has its next try."""
SENT = "sent-by-smtp.log"
SQLITE, POSTGRES = "sqlite", "postgres"
BOTH = ((SQLITE, SQLITE), (POSTGRES, POSTGRES))
SEED = "ab" * 16
BEGIN = ("new-game", "12", "--game", "high_card", "--signups", "{}/signups.toml", "--seed", SEED)
SOLO = ("solo", "--folder", "{}/solo", "--game", "high_card", "--scenario", "{}/scenarios/high_card/plain.toml",
        "--signups", "{}/signups.toml", "--seed", SEED, "--no-open")  # fmt: skip
SHEET = (*SOLO[:5], "--no-open", "{}/sheet.txt")


def command(folder: Path, *words: str, at: datetime) -> tuple[int, str]:
    """Run a command at a time; its exit status and what it said."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return at.astimezone(tz) if tz is not None else at.replace(tzinfo=None)

    names = vars(common)
    plain, names["datetime"] = names["datetime"], Clock
    try:
        result = typed(folder, *words)
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
    office: str = ""
    """The folder in which the deed makes an office, if it makes one; ``words`` may name an empty database ``{to}``."""
    mails: bool = True
    """What waits in the post is delivered afterwards."""
    file: str = ""
    """A file it was asked for: whole, or not there."""
    on: Sequence[tuple[str, str]] = BOTH
    """Databases it is done on: the office's, and the kind of the empty one beside it."""


def empty(folder: Path) -> None:
    """An office that never had a game; a scenario and sign-ups lie there."""
    (folder / "scenarios" / "high_card").mkdir(parents=True)
    (folder / "scenarios" / "high_card" / "plain.toml").write_text("turns = 4\n", encoding="utf-8")
    (folder / "signups.toml").write_text(SIGNUPS, encoding="utf-8")


def begun(folder: Path) -> None:
    """A game about to play its first turn; its first reports delivered."""
    empty(folder)
    must(folder, *(word.format(folder) for word in BEGIN), at=BEGUN)
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


def neglected(folder: Path) -> None:
    """Turn 1 is played and delivered; what ``doctor --fix`` puts right is wrong: reports are gone, others may read the
    office, what runs that were cut off left lies about."""
    delivered(folder)
    (folder / "secret").write_text("mail password\n", encoding="utf-8")
    set_in(folder, 'password_file = ""', 'password_file = "secret"')
    shutil.rmtree(folder / "reports" / "12" / "1")
    (folder / "reports" / "12" / "gm" / "1" / "gm.html").unlink()
    left = [folder / "turns" / ".x.eml.part", folder / "outbox" / ".y.eml.part", folder / "backups" / ".magika-z"]
    for path in left:
        path.parent.mkdir(exist_ok=True)
        path.write_text("half", encoding="utf-8")
        os.utime(path, (BEGUN.timestamp(), BEGUN.timestamp()))
    for path in (folder, folder / "secret", folder / "signups.toml"):
        path.chmod(0o755 if path.is_dir() else 0o644)


def with_a_sheet(folder: Path) -> None:
    """A sheet lies there for a game to learn by."""
    empty(folder)
    (folder / "sheet.txt").write_text("GAME solo TURN 1\nCOLOUR RED\nSHOW\nEND\n", encoding="utf-8")


def learning(folder: Path) -> None:
    """A game to learn by has begun."""
    with_a_sheet(folder)
    must(folder, *(word.format(folder) for word in SOLO), at=BEGUN)


def learnt(folder: Path) -> None:
    """A game to learn by has had a turn."""
    learning(folder)
    must(folder, *(word.format(folder) for word in SHEET), at=BEGUN)


def of_old(folder: Path) -> None:
    """An office of schema 2, as its version left it."""
    url = open_office(folder).database_url
    script = gzip.decompress((Path(__file__).parents[1] / "store" / "office-0002.sql.gz").read_bytes()).decode("utf-8")
    if url.startswith("sqlite"):
        for made in folder.glob("magika.sqlite3*"):
            made.unlink()
        with closing(sqlite3.connect(folder / "magika.sqlite3")) as old:
            old.executescript(script)
            old.execute("PRAGMA journal_mode = WAL")
        return
    from sqlalchemy import create_engine, text

    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    fill_from_dump(url, script)


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
    Deed(name="restore", words=("restore", "{}/archive.tar.gz", "{}/again"), at=DUE, ready=archived,
         whole="is not empty", office="again"),
    Deed(name="new-game", words=BEGIN, at=BEGUN, ready=empty, whole="there is a game 12 already"),
    Deed(name="move-office", words=("move-office", "{to}"), at=DUE, ready=played, whole="is there already",
         on=(*BOTH, (SQLITE, POSTGRES), (POSTGRES, SQLITE))),
    Deed(name="doctor", words=("doctor", "--fix"), at=LATER + DUE, ready=neglected),
    Deed(name="solo", words=SOLO, at=BEGUN, ready=with_a_sheet, whole="a game goes on in", office="solo", on=BOTH[:1]),
    Deed(name="solo-sheet", words=SHEET, at=BEGUN, ready=learning, whole="the game is over", office="solo",
         on=BOTH[:1]),
    Deed(name="solo-anew", words=(*SOLO, "--new"), at=BEGUN, ready=learnt, office="solo", on=BOTH[:1]),
    Deed(name="init", words=("init", "{}/new"), at=BEGUN, ready=empty, office="new", on=BOTH[:1]),
    Deed(name="init-there", words=("init", "{}/new", "--database", "{to}"), at=BEGUN, ready=empty, office="new",
         on=BOTH[1:]),
    Deed(name="upgrade", words=("games",), at=BEGUN, ready=of_old, mails=False),
    Deed(name="books", words=("accounts", "--csv", "{}/books.csv"), at=DUE, ready=played, file="books.csv"),
    Deed(name="tick", words=("tick",), at=SECOND, ready=delivered),
)  # fmt: skip


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
