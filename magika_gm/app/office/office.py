"""An office: a folder with settings, database, scenarios, templates, turns and reports."""

from __future__ import annotations

import hmac
import re
from base64 import b32encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.settings import SETTINGS_FILE, Settings, read_settings, settings_text

if TYPE_CHECKING:
    from magika_gm.store.database import Store


Clock = Callable[[], datetime]
"""Says what time it is, with a time zone; passed in so that tests and replays need no real clock."""
FOLDERS = ("scenarios", "templates", "turns", "reports", "outbox")


NAME_OF_A_GAME = re.compile(r"[A-Za-z0-9_-]{1,32}")


def path_name(name: str, of: str = "game") -> str:
    """A game's or seat's name where it becomes a path; :class:`OfficeError` for one that would lead elsewhere."""
    if not NAME_OF_A_GAME.fullmatch(name):
        raise OfficeError(f"{name[:80]!r} cannot be a {of}'s name: the database was changed by other hands")
    return name


def stamp(now: datetime) -> str:
    """A time as the store keeps it: all in UTC, so that texts sort as times do."""
    return now.astimezone(UTC).isoformat()


@dataclass(slots=True)
class Office:
    """An open office."""

    root: Path
    settings: Settings
    _store: Store | None = None
    _secret: bytes = b""

    @property
    def secret(self) -> bytes:
        """The random key of all that the office alone may make: reply addresses, codes, identifiers of its mails.

        It is drawn with the database, has nothing to do with any game's seed, and is never shown or sent.
        """
        if not self._secret:
            from magika_gm.store.database import office_secret

            with self.store.reading() as connection:
                self._secret = office_secret(connection)
        return self._secret

    @property
    def is_sample(self) -> bool:
        """Whether the office was made to try things out (``init --sample``): everybody knows its secret."""
        from magika_gm.store.database import SAMPLE_SECRET

        return self.secret == SAMPLE_SECRET

    def no_sample(self) -> None:
        """:class:`OfficeError` for a sample office: whatever stands on its secret would be anybody's."""
        if self.is_sample:
            raise OfficeError(
                "this office is a sample, whose secret everybody knows: it has no mail server; make one of your own "
                "with: magika-gm init DIR"
            )

    def keyed(self, purpose: str, *words: object) -> str:
        """A keyed hash of some words, 256 bits as letters and digits: nobody without the secret can make or test it."""
        key = blake2b(purpose.encode(), key=self.secret, digest_size=32).digest()
        text = "\0".join(map(str, words)).encode("utf-8", "replace")
        return b32encode(hmac.digest(key, text, "sha256")).decode().lower().rstrip("=")

    @property
    def store(self) -> Store:
        """The database, opened when first asked for."""
        if self._store is None:
            from magika_gm.store.database import StoreError, open_store

            try:
                self._store = open_store(self.database_url, create=self.is_checkout)
            except StoreError as error:
                raise OfficeError(str(error)) from error
        return self._store

    @property
    def is_checkout(self) -> bool:
        """A fresh checkout is an office too: its database is made when first needed."""
        return not (self.root / SETTINGS_FILE).exists() and (self.root / "magika_gm" / "resources.py").is_file()

    @property
    def database_url(self) -> str:
        """The database's URL, a relative SQLite path taken from the office's folder."""
        url = self.settings.text("database", "url")
        if url.startswith("sqlite:///") and not url.startswith("sqlite:////"):
            return f"sqlite:///{self.root / url.removeprefix('sqlite:///')}"
        return url

    @property
    def domain(self) -> str:
        """What follows the @ in our Message-IDs."""
        return self.settings.text("office", "email").rpartition("@")[2] or "localhost"

    def reports(self, game: str, turn: int) -> Path:
        """Folder of a turn's reports."""
        return self.root / "reports" / path_name(game) / str(turn)

    def lock(self, game: str) -> Path:
        """The lock of a game: of whoever processes its turns or writes its reports."""
        return self.root / "reports" / f".{path_name(game)}.lock"

    def overviews(self, game: str, turn: int) -> Path:
        """Folder of the game master's own report of a turn and of the spectators' page."""
        return self.root / "reports" / path_name(game) / "gm" / str(turn)

    def close(self) -> None:
        """Let go of the database."""
        if self._store is not None:
            self._store.close()
            self._store = None
            self._secret = b""


def open_office(root: Path) -> Office:
    """The office in a folder. A fresh checkout is an office too: without ``magika.toml`` the defaults hold."""
    if not root.is_dir():
        raise OfficeError(f"there is no folder {root}; make an office with: magika-gm init {root}")
    path = root / SETTINGS_FILE
    return Office(root, read_settings(path) if path.is_file() else Settings())


def init_office(root: Path, name: str = "", *, sample: bool = False, database: str = "") -> Office:
    """Make an office called ``name``: folders, settings, database. An existing one is left as it is and opened.

    ``database`` is the URL of an empty one on a server; without it a file in the office is made.
    A ``sample`` has a secret everybody knows, so that it comes out alike everywhere; it never uses a mail server.
    """
    from magika_gm.store.database import StoreError, open_store

    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        for folder in FOLDERS:
            (root / folder).mkdir(exist_ok=True)
        path = root / SETTINGS_FILE
        made = not path.exists()
        if made:
            path.write_text(settings_text(name, database), encoding="utf-8")
            path.chmod(0o600)  # a database's URL may hold a password
    except OSError as error:
        raise OfficeError(f"{root}: an office cannot be made here: {error.strerror}") from error
    office = Office(root, read_settings(path))
    if database and office.settings.text("database", "url") != database:
        raise OfficeError(
            f"there is an office in {root} already, with another database; to move it there: magika-gm move-office URL"
        )
    try:
        office._store = open_store(office.database_url, create=True, sample=sample)
    except StoreError as error:
        if made:
            path.unlink()  # settings of an office that was never made
        raise OfficeError(str(error)) from error
    return office


# Locks between processes: one run at a time. A lock goes with the process that holds it, however that ends.


@contextmanager
def locked(path: Path, wait: bool = False) -> Iterator[bool]:
    """Whether the lock file was free and is ours now; its folder is made if need be. With ``wait`` it always is."""
    import fcntl

    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True
