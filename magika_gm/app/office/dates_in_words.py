"""Dates and times as people read them: in the game master's zone, and in a player's where that is another."""

from __future__ import annotations

from datetime import date, datetime, tzinfo
from zoneinfo import ZoneInfo

_DAY = "%A %d %B %Y"
_MOMENT = f"{_DAY}, %H:%M %Z"


def day_words(day: date) -> str:
    """``Monday 04 January 2027``."""
    return day.strftime(_DAY)


def moment_words(moment: datetime, zone: tzinfo | None = None) -> str:
    """``Monday 04 January 2027, 18:00 AST``, by the clock of ``zone`` or, without one, of the moment's own."""
    return (moment if zone is None else moment.astimezone(zone)).strftime(_MOMENT)


def due_words(due: datetime, office_zone: tzinfo, player_zone: str = "") -> str:
    """A due date in a player's own time zone, and in the game master's where that is another."""
    here = moment_words(due, office_zone)
    own = moment_words(due, ZoneInfo(player_zone)) if player_zone else here
    return here if own == here else f"{own} ({here} here)"


def iso_day(moment: datetime, zone: tzinfo) -> str:
    """``2027-01-04``, the day a moment falls on in a zone."""
    return moment.astimezone(zone).strftime("%Y-%m-%d")
