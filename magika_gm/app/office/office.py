"""An office: a folder with settings, database, scenarios, templates, turns and reports."""

from __future__ import annotations

import hmac
import json
import re
from base64 import b32encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from magika_gm.app.office.errors import Faults, OfficeError, read_toml
from magika_gm.app.office.workdays import Calendar, CalendarFault, public_holidays, read_calendar
from magika_gm.engine.records import record
from magika_gm.engine.words import did_you_mean, nearest
from magika_gm.whole_files import write_whole

if TYPE_CHECKING:
    from magika_gm.store.database import Store


# The settings of an office: ``magika.toml`` with defaults filled in, every fault told at once.


SETTINGS_FILE = "magika.toml"
Value = str | int | tuple[str, ...]
DEFAULTS: dict[str, dict[str, Value]] = {
    "office": {"name": "Games by mail", "gm": "The Game Master", "email": "gm@example.org",
               "time_zone": "America/Halifax", "paper": "letter", "backups": 14, "reports": 0,
               "plays": ()},
    "database": {"url": "sqlite:///magika.sqlite3"},
    "smtp": {"host": "", "port": 587, "security": "starttls", "user": "", "password_file": "", "timeout": 30,
             "most_a_minute": 60},
    "imap": {"host": "", "port": 993, "security": "tls", "user": "", "password_file": "", "folder": "INBOX",
             "done_folder": "", "ca_file": ""},
    "mail": {"maildir": "", "authserv": "", "answers_a_day": 60, "reply_address": "plus", "keep_days": 0},
    "game": {"pace_days": 14, "due_hour": 18, "remind_hours": 48, "grace_hours": 0, "wait_days": 3,
             "wait_by": "master"},
    "calendar": {"holidays": (), "no_turns_on": (), "country": "", "region": ""},
    "insurance": {"time_zone": "", "from_hour": 22, "to_hour": 23},
    "guard": {"more_missing": 3, "quiet_hours": 12, "unheard_hours": 24},
    "accounts": {"rates": "1994", "of_game": (), "receipts": "yes", "debt_limit": (), "debt_days": 7, "vat": "",
                 "vat_id": ""},
    "site": {"folder": "", "names": "short"},
}  # fmt: skip
PRIVATE = frozenset({"database", "smtp", "imap"})
"""Sections in which somebody may have written a password: what stands in them is not repeated."""
EASTERN = "America/Toronto"
_SECURITY = ("none", "starttls", "tls")
_CHOICES = {("smtp", "security"): _SECURITY, ("imap", "security"): _SECURITY, ("office", "paper"): ("letter", "a4"),
            ("mail", "reply_address"): ("plus", "none"), ("site", "names"): ("short", "full"),
            ("game", "wait_by"): ("master", "rule"), ("accounts", "receipts"): ("yes", "no")}  # fmt: skip


@record
class Settings:
    """``magika.toml`` with defaults filled in."""

    values: Mapping[str, Mapping[str, Value]] = field(default_factory=lambda: DEFAULTS)

    def text(self, section: str, key: str) -> str:
        """A setting as text."""
        return str(self.values[section][key])

    def number(self, section: str, key: str) -> int:
        """A setting as a whole number."""
        value = self.values[section][key]
        assert isinstance(value, int)
        return value

    def texts(self, section: str, key: str) -> tuple[str, ...]:
        """A setting that is a list of texts."""
        value = self.values[section][key]
        assert isinstance(value, tuple)
        return value

    @property
    def zone(self) -> ZoneInfo:
        """The game master's time zone."""
        return ZoneInfo(self.text("office", "time_zone"))

    @property
    def insurance_zone(self) -> ZoneInfo:
        """The clock of the evening in which players are reminded: the game master's own, where he set one; else
        Eastern, as the rules have it (GM-2)."""
        own, office = self.text("insurance", "time_zone"), self.text("office", "time_zone")
        return ZoneInfo(own or (office if office != DEFAULTS["office"]["time_zone"] else EASTERN))

    @property
    def grace(self) -> timedelta:
        """How long after its due date a turn waits for orders that are missing, where nobody runs it himself."""
        return timedelta(hours=self.number("game", "grace_hours"))

    @property
    def calendar(self) -> Calendar:
        """The days on which turns can be due (GM-2); raises :class:`OfficeError` for a country nobody knows."""
        country = self.text("calendar", "country")
        try:
            public = public_holidays(country, self.text("calendar", "region")) if country else None
            days, weekdays = self.texts("calendar", "holidays"), self.texts("calendar", "no_turns_on")
            return read_calendar(self.zone, self.number("game", "due_hour"), days, weekdays, public)
        except CalendarFault as error:
            raise OfficeError(f"{SETTINGS_FILE}: {error}") from error


def read_settings(path: Path) -> Settings:
    """Settings from a file; raises :class:`OfficeError` with every fault and its place."""
    data = read_toml(path, "a settings file")
    faults: list[str] = []
    values = {section: dict(table) for section, table in DEFAULTS.items()}
    for section, table in data.items():
        if section not in DEFAULTS or not isinstance(table, dict):
            faults.append(f"[{section}] is not a section{_perhaps(section, DEFAULTS)}")
            continue
        for key, value in table.items():
            faults += _set_value(values, section, key, value)
    for section in ("office", "insurance"):
        zone = values[section]["time_zone"]
        if section == "insurance" and not zone:
            continue
        try:
            ZoneInfo(str(zone))
        except (ZoneInfoNotFoundError, ValueError, OSError):
            faults.append(f"[{section}] time_zone {zone!r} is not a time zone, like America/Halifax")
    faults += _calendar_faults(values) + _money_faults(Settings(values))
    if faults:
        raise Faults(faults, str(path))
    return Settings(values)


def _calendar_faults(values: dict[str, dict[str, Value]]) -> list[str]:
    settings = Settings(values)
    first, last = settings.number("insurance", "from_hour"), settings.number("insurance", "to_hour")
    faults = [] if 0 <= first < last <= 23 else ["[insurance] from_hour must come before to_hour, both from 0 to 23"]
    counts = [("office", "reports"), ("game", "remind_hours"), ("game", "grace_hours"), ("game", "wait_days")]
    counts += [("mail", "keep_days"), ("accounts", "debt_days")] + [("guard", key) for key in DEFAULTS["guard"]]
    faults += [f"[{where}] {key} must not be below 0" for where, key in counts if settings.number(where, key) < 0]
    if settings.number("game", "pace_days") < 1:
        faults.append(f"[game] pace_days {settings.number('game', 'pace_days')} is no pace; write 1 or more")
    days, weekdays = settings.texts("calendar", "holidays"), settings.texts("calendar", "no_turns_on")
    try:
        read_calendar(UTC, settings.number("game", "due_hour"), days, weekdays)
    except CalendarFault as error:
        faults.append(str(error))
    country = settings.text("calendar", "country")
    if country:  # it must not fail at night, in the middle of a round
        try:
            public_holidays(country, settings.text("calendar", "region"))
        except CalendarFault as error:
            faults.append(str(error))
    return faults


def _money_faults(settings: Settings) -> list[str]:
    faults = [
        f'[accounts] debt_limit {said!r} is not like "20.00 EUR"'
        for said in settings.texts("accounts", "debt_limit")
        if not re.fullmatch(r"\d{1,9}([.,]\d{1,4})? [A-Z]{3}", said)
    ]
    if not re.fullmatch(r"(\d{1,2}([.,]\d{1,2})?)?", settings.text("accounts", "vat")):
        faults.append('[accounts] vat must be percent as text, like "23" or "5.5"')
    return faults


def _set_value(values: dict[str, dict[str, Value]], section: str, key: str, value: Any) -> list[str]:
    if key not in DEFAULTS[section]:
        shown = "something in it" if section in PRIVATE and not key.isidentifier() else key
        return [f"[{section}] {shown} is not a setting{_perhaps(key, DEFAULTS[section])}"]
    wanted = type(DEFAULTS[section][key])
    if wanted is tuple:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            return [f'[{section}] {key} must be a list of texts, like ["12-25"], not {value!r}']
        value = tuple(value)
    if not isinstance(value, wanted) or isinstance(value, bool):
        not_this = "" if section in PRIVATE else f", not {value!r}"
        return [f"[{section}] {key} must be a {'number' if wanted is int else 'text'}{not_this}"]
    choices = _CHOICES.get((section, key))
    if choices and str(value).casefold() not in choices:
        return [f"[{section}] {key} must be one of {', '.join(choices)}, not {value!r}"]
    values[section][key] = str(value).casefold() if choices else value
    return []


def _perhaps(word: str, known: Mapping[str, object]) -> str:
    return f"; {did_you_mean(nearest(word, list(known), 1, loose=True)) or 'known are ' + ', '.join(known)}"


Own = Mapping[str, Mapping[str, Value]]
"""Settings of an office's own, by section and key."""


def settings_text(own: Own | None = None) -> str:
    """The settings file a new office gets, with what is its own."""
    return changed_settings({section: {**table, **(own or {}).get(section, {})} for section, table in DEFAULTS.items()})


def changed_settings(values: Mapping[str, Mapping[str, Value]]) -> str:
    """A settings file with these values."""
    lines = ["# Settings of this office; every key may be left out. docs/gm-guide.md explains them."]
    for section, table in values.items():
        lines += ["", f"[{section}]"]
        for key, value in table.items():
            lines.append(f"{key} = {setting_text(value)}")
    return "\n".join([*lines, ""])


def setting_text(value: Value) -> str:
    """A setting as it is written in the file."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(setting_text, value))}]"
    return str(value) if isinstance(value, int) else json.dumps(value, ensure_ascii=False)


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
    before_change: Callable[[], None] | None = None
    """Called before each commit that changes something."""
    waits: Callable[[], None] | None = None
    """Called where a change waits for another run some while."""

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
            self._store.waits = self.waits
            if self.before_change is not None:
                self._store.watch(self.before_change)
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

    def came(self, place: str) -> Path | None:
        """Where a mail lies as it came, by what the database says; None for what is not below ``turns/``: a database
        that was restored may be a stranger's, and what it names elsewhere is never opened."""
        path, home = self.root / place.replace("\0", "?"), (self.root / "turns").resolve()
        return path if path.resolve().is_relative_to(home) else None

    def lock(self, game: str) -> Path:
        """The lock of a game: of whoever processes its turns or writes its reports."""
        return self.root / "reports" / f".{path_name(game)}.lock"

    def has_reports(self, game: str) -> bool:
        """Whether reports of any turn of a game lie here; of an office put back from a backup none do."""
        folder = self.reports(game, 0).parent
        return folder.is_dir() and any(path.name.isdecimal() for path in folder.iterdir())

    def overviews(self, game: str, turn: int) -> Path:
        """Folder of the game master's own report of a turn and of the spectators' page."""
        return self.root / "reports" / path_name(game) / "gm" / str(turn)

    def digests(self, game: str, turn: int) -> Path:
        """The list of what a turn's report files are made of."""
        return self.overviews(game, turn).with_name(f"{turn}.digests")

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
    office = Office(root, read_settings(path) if path.is_file() else Settings())
    if not (path.exists() or office.is_checkout or Path(office.database_url.removeprefix("sqlite:///")).exists()):
        raise OfficeError(
            f"{root.resolve()} is no office: there is no {SETTINGS_FILE} in it. Go to your office's folder, or name "
            "it: magika-gm --office FOLDER …; to make one: magika-gm init FOLDER"
        )
    return office


def init_office(
    root: Path,
    name: str = "",
    *,
    sample: bool = False,
    database: str = "",
    own: Own | None = None,
    files: Mapping[str, str] | None = None,
) -> Office:
    """Make an office called ``name``: folders, settings, database. An existing one is left as it is and opened.

    ``database`` is the URL of an empty one on a server; without it a file in the office is made. ``own`` are other
    settings, ``files`` what they name, by paths in the office, which only its owner may read.
    A ``sample`` has a secret everybody knows, so that it comes out alike everywhere; it never uses a mail server.
    One that was cut off is made by the next try; of two at once the second finds what the first has made.
    """
    said = {section: dict(table) for section, table in (own or {}).items()}
    for section, key, value in (("office", "name", name), ("database", "url", database)):
        if value:
            said.setdefault(section, {})[key] = value
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        for folder in FOLDERS:
            (root / folder).mkdir(exist_ok=True)
        with locked(root / "outbox" / ".init.lock", wait=True):
            return _made(root, said, sample, database, files or {})
    except OSError as error:
        raise OfficeError(f"{root}: an office cannot be made here: {error.strerror}") from error


def _made(root: Path, own: Own, sample: bool, database: str, files: Mapping[str, str]) -> Office:
    from magika_gm.store.database import StoreError, open_store

    path = root / SETTINGS_FILE
    made: list[Path] = []
    if not path.exists():
        made = [*(root / file for file in files), path]
        for file, text in files.items():
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            write_whole(root / file, text, private=True, synced=True)
        # a database's URL may hold a password
        write_whole(path, settings_text(own), private=True, synced=True)
    office = Office(root, read_settings(path))
    if database and office.settings.text("database", "url") != database:
        raise OfficeError(
            f"there is an office in {root} already, with another database; to move it there: magika-gm move-office URL"
        )
    try:
        office._store = open_store(office.database_url, create=True, sample=sample)
    except StoreError as error:
        for one in made:
            one.unlink()  # of an office that was never made
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
