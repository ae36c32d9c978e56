"""Due dates: wall clock, daylight saving, holidays; games that pause and go on (GM-2)."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magika_gm.app.calendar_rules import (
    Calendar,
    CalendarFault,
    next_due,
    public_holidays,
    read_calendar,
    resumed_due,
)
from magika_gm.app.office import OfficeError, Settings, read_settings, settings_text

HALIFAX = ZoneInfo("America/Halifax")
ZONES = (
    "America/Halifax",
    "America/St_Johns",
    "America/Vancouver",
    "America/Sao_Paulo",
    "Australia/Lord_Howe",
    "Europe/Berlin",
    "Asia/Kolkata",
    "Africa/Casablanca",
    "Pacific/Apia",
    "Pacific/Auckland",
    "America/Godthab",
    "UTC",
)
zones = st.sampled_from(ZONES).map(ZoneInfo)
days = st.dates(date(1996, 1, 1), date(2037, 12, 1))


@given(zones, days, st.integers(1, 60), st.integers(0, 30))
def test_eighteen_stays_eighteen_on_the_wall_whatever_the_clocks_do(
    zone: ZoneInfo, day: date, pace: int, late: int
) -> None:
    """The offset may differ from turn to turn; the hour does not. Apia had no 30 December 2011 at all."""
    calendar = Calendar(zone)
    before = calendar.at_hour(day)
    due = next_due(calendar, before, pace, before + timedelta(days=late))
    local = due.when.astimezone(UTC).astimezone(zone)
    assert (local.hour, local.minute) == (18, 0)
    assert due.when > before + timedelta(days=late), "never in the past"
    assert due.why == ""
    asked = before.astimezone(zone).date() + timedelta(days=pace)
    if late < pace and asked != date(2011, 12, 30):
        assert local.date() == asked


@given(zones, days, st.integers(0, 23))
def test_every_hour_can_be_a_due_hour(zone: ZoneInfo, day: date, hour: int) -> None:
    """Where the clocks skip it, the turn is due soon after; where they show it twice, the second time."""
    due = Calendar(zone, hour).at_hour(day)
    wall = datetime.combine(day, time(hour))
    local = due.astimezone(UTC).astimezone(zone)
    if local.replace(tzinfo=None) == wall:
        assert due.utcoffset() == wall.replace(tzinfo=zone, fold=1).utcoffset()
    else:
        assert timedelta(0) < local.replace(tzinfo=None) - wall <= timedelta(days=1)


def test_the_hour_the_clocks_skip_and_the_one_they_show_twice() -> None:
    skipped = Calendar(HALIFAX, 2).at_hour(date(2026, 3, 8))
    assert skipped.isoformat() == "2026-03-08T03:00:00-03:00"
    twice = Calendar(HALIFAX, 1).at_hour(date(2026, 11, 1))
    assert twice.isoformat() == "2026-11-01T01:00:00-04:00"
    assert Calendar(HALIFAX).at_hour(date(2026, 11, 1)).isoformat() == "2026-11-01T18:00:00-04:00"


CHRISTMAS = read_calendar(HALIFAX, 18, ["12-25", "2026-12-26"], ["Sunday"])


def test_a_date_on_a_holiday_moves_to_the_next_working_day_and_says_why() -> None:
    before = datetime(2026, 12, 11, 18, tzinfo=HALIFAX)
    due = next_due(CHRISTMAS, before, 14, before)
    assert due.when.isoformat() == "2026-12-28T18:00:00-04:00", "the 26th is one too, the 27th a Sunday"
    assert due.why == "Friday 25 December 2026 is a holiday of the office"
    assert next_due(CHRISTMAS, before, 16, before).why == "Sunday 27 December 2026 is a day of rest"
    year_after = next_due(CHRISTMAS, datetime(2027, 12, 11, 18, tzinfo=HALIFAX), 14, before)
    assert year_after.when.date() == date(2027, 12, 27), "every year; the day after is a Sunday"


@given(days, st.integers(1, 30), st.sets(st.integers(0, 6), max_size=6), st.sets(days, max_size=5))
def test_no_turn_is_ever_due_on_a_day_of_rest(day: date, pace: int, weekdays: set[int], off: set[date]) -> None:
    calendar = Calendar(HALIFAX, 18, frozenset(off), frozenset({(12, 25)}), frozenset(weekdays))
    before = calendar.at_hour(day)
    due = next_due(calendar, before, pace, before)
    there = due.when.date()
    assert calendar.rest(there) == ""
    asked = day + timedelta(days=pace)
    between = [asked + timedelta(days=n) for n in range((there - asked).days)]
    assert all(calendar.rest(d) for d in between), "the first day that can be"
    assert bool(between) == bool(due.why)


def test_a_late_turn_is_followed_by_the_next_working_day() -> None:
    before = datetime(2026, 12, 1, 18, tzinfo=HALIFAX)
    now = datetime(2026, 12, 24, 19, tzinfo=HALIFAX)
    assert next_due(CHRISTMAS, before, 14, now).when == datetime(2026, 12, 28, 18, tzinfo=HALIFAX)


def test_a_calendar_without_a_day_is_refused() -> None:
    full = Calendar(HALIFAX, holiday=lambda _: "carnival")
    with pytest.raises(CalendarFault, match="leaves no day"):
        full.due_on(date(2026, 1, 1))
    with pytest.raises(CalendarFault) as fault:
        read_calendar(HALIFAX, 24, ["2026-13-01", "25 December", "02-30", "02-29"], ["Someday"])
    assert str(fault.value).count("is not a day") == 3
    assert "'Someday' is not one of monday" in str(fault.value)
    assert "due_hour 24" in str(fault.value)
    with pytest.raises(CalendarFault, match="every day of the week"):
        read_calendar(HALIFAX, 18, [], ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"])


def test_a_country_s_holidays_come_from_a_package() -> None:
    pytest.importorskip("holidays")
    calendar = read_calendar(HALIFAX, 18, [], [], public_holidays("ca", "ns"))
    assert calendar.due_on(date(2026, 4, 3)).why == "Friday 03 April 2026 is Good Friday"
    with pytest.raises(CalendarFault, match="XX"):
        public_holidays("XX")


def test_without_the_package_the_cure_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "holidays", None)
    with pytest.raises(CalendarFault, match="pip install"):
        public_holidays("CA")


def test_the_settings_hold_a_calendar(tmp_path: Path) -> None:
    path = tmp_path / "magika.toml"
    path.write_text(settings_text(), encoding="utf-8")
    assert read_settings(path) == Settings(), "what init writes is what holds without it"
    path.write_text('[calendar]\nholidays = ["12-25", "2027-01-04"]\nno_turns_on = ["sunday"]\n', encoding="utf-8")
    assert read_settings(path).calendar.due_on(date(2027, 12, 25)).when.date() == date(2027, 12, 27)
    for text, fault in (
        ('[calendar]\nholidays = "12-25"', "must be a list of texts"),
        ("[calendar]\nholidays = [1225]", "must be a list of texts"),
        ('[calendar]\nholidays = ["12-32"]', "'12-32' is not a day"),
        ("[game]\ndue_hour = 25", "due_hour 25 is not an hour"),
        ("[insurance]\nfrom_hour = 23", "from_hour must come before"),
        ('[insurance]\ntime_zone = "Eastern"', r"\[insurance\] time_zone 'Eastern'"),
        ("[guard]\nquiet_hours = -1", r"\[guard\] quiet_hours must not be below 0"),
    ):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(OfficeError, match=fault):
            read_settings(path)


def test_who_comes_back_from_a_pause_has_the_time_that_was_left() -> None:
    day = datetime(2026, 12, 24, 9, tzinfo=HALIFAX)
    assert resumed_due(CHRISTMAS, timedelta(days=5, hours=1), day, 3).when.date() == date(2026, 12, 30)
    assert resumed_due(CHRISTMAS, timedelta(days=-2), day, 3).when.date() == date(2026, 12, 28)
