"""Which day a turn is due (GM-2): the game master's zone and due hour, daylight saving, holidays and days of rest.

Pure: what time it is and the office's settings are passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo

from magika_gm.engine.records import named_record

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
LEAST_DAYS = 3
"""Days everybody has for his orders after a turn was processed late."""
LONGEST_SEARCH = 366
"""Days after a date within which there must be one a turn can be due on."""
_LEAP_YEAR = 2000


class CalendarFault(ValueError):
    """A setting of the calendar that cannot be; the message says which and why."""


class Due(NamedTuple):
    """When a turn is due. ``why`` tells which day was passed over and what it is; "" where none was."""

    when: datetime
    why: str = ""


@named_record
class Calendar:
    """The days on which no turn is due."""

    zone: tzinfo = UTC
    hour: int = 18
    days: frozenset[date] = frozenset()
    """Holidays of one year."""
    every_year: frozenset[tuple[int, int]] = frozenset()
    """Holidays of every year: month and day."""
    weekdays: frozenset[int] = frozenset()
    """Days of the week, Monday is 0."""
    holiday: Callable[[date], str] = field(default=lambda _: "")
    """The name of a country's public holiday, or ""."""

    def rest(self, day: date) -> str:
        """What a day is on which no turn is due, in words; "" where one can be."""
        if day.weekday() in self.weekdays:
            return "a day of rest"
        name = self.holiday(day)
        if name:
            return name
        return "a holiday of the office" if day in self.days or (day.month, day.day) in self.every_year else ""

    def at_hour(self, day: date) -> datetime:
        """The due hour of a day, by the clock on the wall.

        Where the clocks are put back over it, it is the second time; where they are put forward over it, the same
        time after the change.
        """
        wall = datetime.combine(day, time(self.hour))
        first, second = (wall.replace(tzinfo=self.zone, fold=fold) for fold in (0, 1))
        there = first.astimezone(UTC).astimezone(self.zone)
        if there.replace(tzinfo=None, fold=0) != wall:
            return there
        return second if second.utcoffset() != first.utcoffset() else first

    def working_day(self, day: date) -> tuple[date, str]:
        """The first day from ``day`` on that a turn can be due on, and why it is not ``day`` itself.

        Raises :class:`CalendarFault` if there is none within a year.
        """
        for later in range(LONGEST_SEARCH):
            found = day + timedelta(days=later)
            if not self.rest(found):
                if not later:
                    return found, ""
                return found, f"{day:%A %d %B %Y} is {self.rest(day)}"
        raise CalendarFault(f"[calendar] leaves no day for a turn within a year of {day:%Y-%m-%d}")

    def due_on(self, day: date) -> Due:
        """The due time on a day or, where no turn can be due, on the next one."""
        found, why = self.working_day(day)
        return Due(self.at_hour(found), why)


def next_due(calendar: Calendar, before: datetime, pace_days: int, now: datetime) -> Due:
    """When the next turn is due: the pace after the last due date, so that everybody has all of it.

    ``before`` and ``now`` are aware. After a turn that was processed more than a day late everybody still has three
    days, or the pace where that is less; it is never in the past.
    """
    day = before.astimezone(calendar.zone).date() + timedelta(days=pace_days)
    least = timedelta(days=min(pace_days, LEAST_DAYS)) if now - before > timedelta(days=1) else timedelta(0)
    earliest = (now + least).astimezone(calendar.zone).date()
    due = calendar.due_on(max(day, earliest))
    while due.when <= now or due.when < now + least:
        earliest += timedelta(days=1)
        due = calendar.due_on(max(day, earliest))
    return due


def resumed_due(calendar: Calendar, time_left: timedelta, from_day: datetime, least_days: int) -> Due:
    """When a turn is due whose game goes on at ``from_day`` after a pause: with the time that had been left.

    Whole days, rounded up, and ``least_days`` at least, so that nobody is overtaken.
    """
    days = max(-(-time_left // timedelta(days=1)), least_days)
    return calendar.due_on(from_day.astimezone(calendar.zone).date() + timedelta(days=days))


def read_calendar(
    zone: tzinfo,
    hour: int,
    holidays: Sequence[str],
    no_turns_on: Sequence[str],
    holiday: Callable[[date], str] | None = None,
) -> Calendar:
    """A calendar from settings: days as ``2026-12-25`` or ``12-25`` (every year), names of weekdays.

    Raises :class:`CalendarFault` naming every fault.
    """
    faults: list[str] = []
    days: set[date] = set()
    yearly: set[tuple[int, int]] = set()
    for text in holidays:
        try:
            if len(text) == len("12-25"):
                there = date.fromisoformat(f"{_LEAP_YEAR}-{text}")
                yearly.add((there.month, there.day))
            else:
                days.add(date.fromisoformat(text))
        except ValueError:
            faults.append(f"[calendar] holidays: {text!r} is not a day; write 2026-12-25, or 12-25 for every year")
    unknown = [name for name in no_turns_on if name.casefold() not in WEEKDAYS]
    faults += [f"[calendar] no_turns_on: {name!r} is not one of {', '.join(WEEKDAYS)}" for name in unknown]
    weekdays = frozenset(WEEKDAYS.index(n.casefold()) for n in no_turns_on if n not in unknown)
    if len(weekdays) == len(WEEKDAYS):
        faults.append("[calendar] no_turns_on names every day of the week; no turn could ever be due")
    if not 0 <= hour < 24:
        faults.append(f"[game] due_hour {hour} is not an hour; write 0 to 23")
    if faults:
        raise CalendarFault("; ".join(faults))
    return Calendar(
        zone=zone,
        hour=hour,
        days=frozenset(days),
        every_year=frozenset(yearly),
        weekdays=weekdays,
        holiday=holiday or (lambda _: ""),
    )


def public_holidays(country: str, region: str = "") -> Callable[[date], str]:
    """The names of a country's public holidays by day, from the ``holidays`` package.

    ``country`` is an ISO 3166 code (CA), ``region`` one of its parts (NS) or "". Raises :class:`CalendarFault` if the
    package is not installed or knows no such country.
    """
    try:
        from holidays import country_holidays
    except ImportError:
        raise CalendarFault(
            f"[calendar] country {country!r} needs a package: pip install 'magika-gm[holidays]'; or list the days "
            "yourself under holidays"
        ) from None
    try:
        known = country_holidays(country.upper(), subdiv=region.upper() or None)
    except NotImplementedError as error:
        raise CalendarFault(f"[calendar] country: {error}; write a code like CA, and a region like NS") from None
    return lambda day: known.get(day) or ""


# Dates and times as people read them: in the game master's zone, and in a player's where that is another.


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
