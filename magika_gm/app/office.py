"""An office: a folder with settings, database, scenarios, templates, turns and reports."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from magika_gm.engine.words import did_you_mean, nearest

if TYPE_CHECKING:
    from magika_gm.app.calendar_rules import Calendar
    from magika_gm.store.database import Store

Clock = Callable[[], datetime]
"""Says what time it is, with a time zone; passed in so that tests and replays need no real clock."""
SETTINGS_FILE = "magika.toml"
FOLDERS = ("scenarios", "templates", "turns", "reports", "outbox")
Value = str | int | tuple[str, ...]
DEFAULTS: dict[str, dict[str, Value]] = {
    "office": {"name": "Magika by mail", "gm": "The Game Master", "email": "gm@example.org",
               "time_zone": "America/Halifax", "paper": "letter", "backups": 14},
    "database": {"url": "sqlite:///magika.sqlite3"},
    "smtp": {"host": "", "port": 587, "security": "starttls", "user": "", "password_file": "", "timeout": 30,
             "most_a_minute": 60},
    "imap": {"host": "", "port": 993, "security": "tls", "user": "", "password_file": "", "folder": "INBOX",
             "done_folder": "", "ca_file": ""},
    "mail": {"maildir": "", "authserv": "", "answers_a_day": 60, "reply_address": "plus"},
    "game": {"pace_days": 14, "due_hour": 18},
    "calendar": {"holidays": (), "no_turns_on": (), "country": "", "region": ""},
    "insurance": {"time_zone": "America/Toronto", "from_hour": 22, "to_hour": 23},
    "guard": {"more_missing": 3, "quiet_hours": 12},
    "accounts": {"rates": "1994"},
}  # fmt: skip
_SECURITY = ("none", "starttls", "tls")
_CHOICES = {("smtp", "security"): _SECURITY, ("imap", "security"): _SECURITY, ("office", "paper"): ("letter", "a4"),
            ("mail", "reply_address"): ("plus", "none")}  # fmt: skip


class OfficeError(Exception):
    """The work cannot be done; the message is one line that says why and what to do."""


@dataclass(frozen=True, slots=True)
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
    def calendar(self) -> Calendar:
        """The days on which turns can be due (GM-2); raises :class:`OfficeError` for a country nobody knows."""
        from magika_gm.app.calendar_rules import CalendarFault, public_holidays, read_calendar

        country = self.text("calendar", "country")
        try:
            public = public_holidays(country, self.text("calendar", "region")) if country else None
            days, weekdays = self.texts("calendar", "holidays"), self.texts("calendar", "no_turns_on")
            return read_calendar(self.zone, self.number("game", "due_hour"), days, weekdays, public)
        except CalendarFault as error:
            raise OfficeError(f"{SETTINGS_FILE}: {error}") from error


@dataclass(slots=True)
class Office:
    """An open office."""

    root: Path
    settings: Settings
    _store: Store | None = None

    @property
    def store(self) -> Store:
        """The database, opened when first asked for."""
        if self._store is None:
            from magika_gm.store.database import StoreError, open_store

            try:
                self._store = open_store(self.database_url, create=self._is_checkout())
            except StoreError as error:
                raise OfficeError(str(error)) from error
        return self._store

    def _is_checkout(self) -> bool:
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
        return self.root / "reports" / game / str(turn)

    def lock(self, game: str) -> Path:
        """The lock of a game: of whoever processes its turns or writes its reports."""
        return self.root / "reports" / f".{game}.lock"

    def overviews(self, game: str, turn: int) -> Path:
        """Folder of the game master's own report of a turn and of the spectators' page."""
        return self.root / "reports" / game / "gm" / str(turn)

    def close(self) -> None:
        """Let go of the database."""
        if self._store is not None:
            self._store.close()
            self._store = None


def read_settings(path: Path) -> Settings:
    """Settings from a file; raises :class:`OfficeError` with every fault and its place."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OfficeError(f"{path}: not a settings file: {error}") from error
    except OSError as error:
        raise OfficeError(f"{path}: cannot be read: {error.strerror}") from error
    faults: list[str] = []
    values = {section: dict(table) for section, table in DEFAULTS.items()}
    for section, table in data.items():
        if section not in DEFAULTS or not isinstance(table, dict):
            faults.append(f"[{section}] is not a section{_near(section, DEFAULTS)}")
            continue
        for key, value in table.items():
            faults += _set(values, section, key, value)
    for section in ("office", "insurance"):
        zone = values[section]["time_zone"]
        try:
            ZoneInfo(str(zone))
        except (ZoneInfoNotFoundError, ValueError, OSError):
            faults.append(f"[{section}] time_zone {zone!r} is not a time zone, like America/Halifax")
    faults += _calendar_faults(values)
    if faults:
        raise OfficeError(f"{path}: " + "; ".join(faults))
    return Settings(values)


def _calendar_faults(values: dict[str, dict[str, Value]]) -> list[str]:
    from magika_gm.app.calendar_rules import CalendarFault, read_calendar

    settings = Settings(values)
    first, last = settings.number("insurance", "from_hour"), settings.number("insurance", "to_hour")
    faults = [] if 0 <= first < last <= 23 else ["[insurance] from_hour must come before to_hour, both from 0 to 23"]
    faults += [f"[guard] {key} must not be below 0" for key in DEFAULTS["guard"] if settings.number("guard", key) < 0]
    if settings.number("game", "pace_days") < 1:
        faults.append(f"[game] pace_days {settings.number('game', 'pace_days')} is no pace; write 1 or more")
    days, weekdays = settings.texts("calendar", "holidays"), settings.texts("calendar", "no_turns_on")
    try:
        read_calendar(UTC, settings.number("game", "due_hour"), days, weekdays)
    except CalendarFault as error:
        faults.append(str(error))
    return faults


def _set(values: dict[str, dict[str, Value]], section: str, key: str, value: Any) -> list[str]:
    if key not in DEFAULTS[section]:
        return [f"[{section}] {key} is not a setting{_near(key, DEFAULTS[section])}"]
    wanted = type(DEFAULTS[section][key])
    if wanted is tuple:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            return [f'[{section}] {key} must be a list of texts, like ["12-25"], not {value!r}']
        value = tuple(value)
    if not isinstance(value, wanted) or isinstance(value, bool):
        return [f"[{section}] {key} must be a {'number' if wanted is int else 'text'}, not {value!r}"]
    choices = _CHOICES.get((section, key))
    if choices and value not in choices:
        return [f"[{section}] {key} must be one of {', '.join(choices)}, not {value!r}"]
    values[section][key] = value
    return []


def _near(word: str, known: Mapping[str, object]) -> str:
    return f"; {did_you_mean(nearest(word, list(known), 1, loose=True)) or 'known are ' + ', '.join(known)}"


def open_office(root: Path) -> Office:
    """The office in a folder. A fresh checkout is an office too: without ``magika.toml`` the defaults hold."""
    if not root.is_dir():
        raise OfficeError(f"there is no folder {root}; make an office with: magika-gm init {root}")
    path = root / SETTINGS_FILE
    return Office(root, read_settings(path) if path.is_file() else Settings())


def init_office(root: Path) -> Office:
    """Make an office: folders, settings file, database. An existing one is left as it is and opened."""
    from magika_gm.store.database import StoreError, open_store

    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        for folder in FOLDERS:
            (root / folder).mkdir(exist_ok=True)
        path = root / SETTINGS_FILE
        if not path.exists():
            path.write_text(settings_text(), encoding="utf-8")
    except OSError as error:
        raise OfficeError(f"{root}: an office cannot be made here: {error.strerror}") from error
    office = Office(root, read_settings(path))
    try:
        office._store = open_store(office.database_url, create=True)
    except StoreError as error:
        raise OfficeError(str(error)) from error
    return office


def settings_text() -> str:
    """The settings file a new office gets."""
    lines = ["# Settings of this office; every key may be left out. docs/gm-guide.md explains them."]
    for section, table in DEFAULTS.items():
        lines += ["", f"[{section}]"]
        for key, value in table.items():
            lines.append(f"{key} = {_toml(value)}")
    return "\n".join([*lines, ""])


def _toml(value: Value) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return str(value) if isinstance(value, int) else f'"{value}"'
