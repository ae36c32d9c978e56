"""The settings of an office: ``magika.toml`` with defaults filled in, every fault told at once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from magika_gm.app.office.errors import Faults, OfficeError, read_toml
from magika_gm.app.office.workdays import Calendar, CalendarFault, public_holidays, read_calendar
from magika_gm.engine.words import did_you_mean, nearest

SETTINGS_FILE = "magika.toml"
Value = str | int | tuple[str, ...]
DEFAULTS: dict[str, dict[str, Value]] = {
    "office": {"name": "Games by mail", "gm": "The Game Master", "email": "gm@example.org",
               "time_zone": "America/Halifax", "paper": "letter", "backups": 14},
    "database": {"url": "sqlite:///magika.sqlite3"},
    "smtp": {"host": "", "port": 587, "security": "starttls", "user": "", "password_file": "", "timeout": 30,
             "most_a_minute": 60},
    "imap": {"host": "", "port": 993, "security": "tls", "user": "", "password_file": "", "folder": "INBOX",
             "done_folder": "", "ca_file": ""},
    "mail": {"maildir": "", "authserv": "", "answers_a_day": 60, "reply_address": "plus"},
    "game": {"pace_days": 14, "due_hour": 18},
    "calendar": {"holidays": (), "no_turns_on": (), "country": "", "region": ""},
    "insurance": {"time_zone": "", "from_hour": 22, "to_hour": 23},
    "guard": {"more_missing": 3, "quiet_hours": 12, "unheard_hours": 24},
    "accounts": {"rates": "1994"},
}  # fmt: skip
EASTERN = "America/Toronto"
_SECURITY = ("none", "starttls", "tls")
_CHOICES = {("smtp", "security"): _SECURITY, ("imap", "security"): _SECURITY, ("office", "paper"): ("letter", "a4"),
            ("mail", "reply_address"): ("plus", "none")}  # fmt: skip


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
    def insurance_zone(self) -> ZoneInfo:
        """The clock of the evening in which players are reminded: the game master's own, where he set one; else
        Eastern, as the rules have it (GM-2)."""
        own, office = self.text("insurance", "time_zone"), self.text("office", "time_zone")
        return ZoneInfo(own or (office if office != DEFAULTS["office"]["time_zone"] else EASTERN))

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
    faults += _calendar_faults(values)
    if faults:
        raise Faults(faults, str(path))
    return Settings(values)


def _calendar_faults(values: dict[str, dict[str, Value]]) -> list[str]:
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
    country = settings.text("calendar", "country")
    if country:  # it must not fail at night, in the middle of a round
        try:
            public_holidays(country, settings.text("calendar", "region"))
        except CalendarFault as error:
            faults.append(str(error))
    return faults


def _set_value(values: dict[str, dict[str, Value]], section: str, key: str, value: Any) -> list[str]:
    if key not in DEFAULTS[section]:
        return [f"[{section}] {key} is not a setting{_perhaps(key, DEFAULTS[section])}"]
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


def _perhaps(word: str, known: Mapping[str, object]) -> str:
    return f"; {did_you_mean(nearest(word, list(known), 1, loose=True)) or 'known are ' + ', '.join(known)}"


def settings_text(name: str = "", database: str = "") -> str:
    """The settings file a new office called ``name`` gets, its database at a URL."""
    called = {"name": name} if name else {}
    kept = {"url": database} if database else {}
    own = {"office": DEFAULTS["office"] | called, "database": DEFAULTS["database"] | kept}
    return changed_settings(DEFAULTS | own)


def changed_settings(values: Mapping[str, Mapping[str, Value]]) -> str:
    """A settings file with these values."""
    lines = ["# Settings of this office; every key may be left out. docs/gm-guide.md explains them."]
    for section, table in values.items():
        lines += ["", f"[{section}]"]
        for key, value in table.items():
            lines.append(f"{key} = {_toml(value)}")
    return "\n".join([*lines, ""])


def _toml(value: Value) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return str(value) if isinstance(value, int) else json.dumps(value, ensure_ascii=False)
