"""Due dates: wall clock, daylight saving, holidays; games that pause and go on (GM-2)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magika_gm.app.calendar.date_moves import move_date, pause_game, resume_game
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Settings, read_settings, settings_text
from magika_gm.app.office.workdays import (
    Calendar,
    CalendarFault,
    next_due,
    public_holidays,
    read_calendar,
    resumed_due,
)
from magika_gm.app.operations.status import office_status
from magika_gm.app.turns.process import due_games, process_turn
from tests.app.postroom import ADDRESS, Post, begin
from tests.desk import typed

REPORTS_OF = ""

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
    calendar = Calendar(zone=zone)
    before = calendar.at_hour(day)
    due = next_due(calendar, before, pace, before + timedelta(days=late))
    local = due.when.astimezone(UTC).astimezone(zone)
    assert (local.hour, local.minute) == (18, 0)
    assert due.when > before + timedelta(days=late), "never in the past"
    assert due.why == ""
    asked = before.astimezone(zone).date() + timedelta(days=pace)
    if late < pace and (late <= 1 or late < pace - 3) and asked != date(2011, 12, 30):
        assert local.date() == asked


@given(zones, days, st.integers(0, 23))
def test_every_hour_can_be_a_due_hour(zone: ZoneInfo, day: date, hour: int) -> None:
    """Where the clocks skip it, the turn is due soon after; where they show it twice, the second time."""
    due = Calendar(zone=zone, hour=hour).at_hour(day)
    wall = datetime.combine(day, time(hour))
    local = due.astimezone(UTC).astimezone(zone)
    if local.replace(tzinfo=None) == wall:
        assert due.utcoffset() == wall.replace(tzinfo=zone, fold=1).utcoffset()
    else:
        assert timedelta(0) < local.replace(tzinfo=None) - wall <= timedelta(days=1)


def test_the_hour_the_clocks_skip_and_the_one_they_show_twice() -> None:
    skipped = Calendar(zone=HALIFAX, hour=2).at_hour(date(2026, 3, 8))
    assert skipped.isoformat() == "2026-03-08T03:00:00-03:00"
    twice = Calendar(zone=HALIFAX, hour=1).at_hour(date(2026, 11, 1))
    assert twice.isoformat() == "2026-11-01T01:00:00-04:00"
    assert Calendar(zone=HALIFAX).at_hour(date(2026, 11, 1)).isoformat() == "2026-11-01T18:00:00-04:00"


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
    calendar = Calendar(
        zone=HALIFAX, hour=18, days=frozenset(off), every_year=frozenset({(12, 25)}), weekdays=frozenset(weekdays)
    )
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


@pytest.mark.parametrize(("pace", "least"), [(14, 3), (3, 3), (1, 1)])
def test_after_a_turn_played_years_late_everybody_has_days_left(pace: int, least: int) -> None:
    before, now = datetime(2020, 1, 1, 18, tzinfo=UTC), datetime(2026, 11, 21, 17, tzinfo=UTC)
    wanted = datetime(2026, 11, 21 + least, 18, tzinfo=UTC)
    assert next_due(Calendar(), before, pace, now).when == wanted
    on_time = before + timedelta(minutes=5)
    assert next_due(Calendar(), before, pace, on_time).when == before + timedelta(days=pace), "no drift"


def test_a_calendar_without_a_day_is_refused() -> None:
    full = Calendar(zone=HALIFAX, holiday=lambda _: "carnival")
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
    path.write_text("[insurance]\nfrom_hour = 0\nto_hour = 23\n", encoding="utf-8")
    assert read_settings(path).number("insurance", "from_hour") == 0, "all day"
    for text, fault in (
        ('[calendar]\nholidays = "12-25"', "must be a list of texts"),
        ("[calendar]\nholidays = [1225]", "must be a list of texts"),
        ('[calendar]\nholidays = ["12-32"]', "'12-32' is not a day"),
        ("[game]\ndue_hour = 25", "due_hour 25 is not an hour"),
        ("[insurance]\nfrom_hour = 23", "from_hour must come before"),
        ("[insurance]\nto_hour = 24", "both from 0 to 23"),
        ("[insurance]\nfrom_hour = -1", "both from 0 to 23"),
        ('[insurance]\ntime_zone = "Eastern"', r"\[insurance\] time_zone 'Eastern'"),
        ("[office]\nreports = -1", r"\[office\] reports must not be below 0"),
        ("[guard]\nquiet_hours = -1", r"\[guard\] quiet_hours must not be below 0"),
    ):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(OfficeError, match=fault):
            read_settings(path)


def test_who_comes_back_from_a_pause_has_the_time_that_was_left() -> None:
    day = datetime(2026, 12, 24, 9, tzinfo=HALIFAX)
    assert resumed_due(CHRISTMAS, timedelta(days=5, hours=1), day, 3).when.date() == date(2026, 12, 30)
    assert resumed_due(CHRISTMAS, timedelta(days=-2), day, 3).when.date() == date(2026, 12, 28)


# -- pauses --------------------------------------------------------------------------------------------------------


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    office = begin(
        tmp_path / "office", '[calendar]\nholidays = ["11-29"]\n[office]\nemail = "gm@play-by-mail.example"\n'
    )
    yield Post(office)
    office.close()


DUE = datetime(2026, 11, 15, 18, tzinfo=HALIFAX)


def invitations(post: Post) -> list[tuple[str, int, str]]:
    """Method, sequence and start of the invitations C got, in order of their sequence."""
    found = []
    for mail in post.delivered():
        if mail["To"] == ADDRESS["C"]:
            for part in mail.walk():
                if part.get_content_type() == "text/calendar":
                    text = part.get_content().replace("\r\n ", "")
                    value = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
                    found.append((value["METHOD"], int(value["SEQUENCE"]), value["DTSTART"]))
    return sorted(set(found), key=lambda item: item[1])


def subjects(post: Post) -> list[str]:
    rows = post.rows("SELECT subject FROM outbox WHERE kind IN ('date', 'pause') AND seat = 'C' ORDER BY id")
    return [row[0] for row in rows]


def test_the_next_turn_of_a_game_skips_a_holiday_and_says_so(post: Post) -> None:
    done = process_turn(post.office, "7", DUE)
    assert done.next_due == datetime(2026, 11, 30, 18, tzinfo=HALIFAX)
    assert done.due_why == "Sunday 29 November 2026 is a holiday of the office"
    assert post.rows("SELECT next_due FROM turns WHERE turn = 1") == [("2026-11-30T18:00:00-04:00",)]


def test_a_paused_game_is_never_due_and_goes_on_with_the_days_left(post: Post) -> None:
    changed = pause_game(post.office, "7", None, "the game master is ill.", DUE - timedelta(days=4, hours=6))
    assert (changed.due, changed.told) == (None, 13)
    assert subjects(post) == ["Magika game 7: the game pauses"]
    assert due_games(post.office, DUE + timedelta(days=90)) == []
    for early in (False, True):
        with pytest.raises(OfficeError, match=r"paused \(the game master is ill\).*magika-gm resume 7"):
            process_turn(post.office, "7", DUE + timedelta(days=90), early=early)
    with pytest.raises(OfficeError, match="magika-gm resume 7"):
        move_date(post.office, "7", DUE + timedelta(days=9), "", DUE)
    with pytest.raises(OfficeError, match="is paused"):
        pause_game(post.office, "7", None, "again", DUE)
    (game,) = office_status(post.office, DUE).games
    assert game.paused == "paused (the game master is ill)"
    back = DUE + timedelta(days=9)
    resumed = resume_game(post.office, "7", None, back)
    assert resumed.due == datetime(2026, 11, 30, 18, tzinfo=HALIFAX), "five days after the 24th is a holiday"
    assert "29 November" in resumed.why
    assert office_status(post.office, back).games[0].paused == ""
    assert due_games(post.office, resumed.due) == ["7"]
    # the mail that took it off the calendars was not gone yet when it had been overtaken
    assert invitations(post) == [("REQUEST", 0, "20261115T220000Z"), ("REQUEST", 2, "20261130T220000Z")]
    assert process_turn(post.office, "7", resumed.due).turn == 1
    with pytest.raises(OfficeError, match="is not paused"):
        resume_game(post.office, "7", None, resumed.due)


def test_a_pause_with_an_end_moves_calendars_at_once_and_ends_by_itself(post: Post) -> None:
    until = datetime(2026, 12, 10, tzinfo=HALIFAX)
    changed = pause_game(post.office, "7", until, "the holidays", DUE - timedelta(days=2))
    assert changed.due == datetime(2026, 12, 13, 18, tzinfo=HALIFAX), "two days were left; three at least"
    assert invitations(post)[-1] == ("REQUEST", 1, "20261213T220000Z")
    assert subjects(post) == ["Magika game 7: the game pauses; turn 1 is due Sunday 13 December 2026, 18:00 AST"]
    (game,) = office_status(post.office, DUE).games
    assert game.paused == "paused until Thursday 10 December 2026 (the holidays)"
    with pytest.raises(OfficeError, match="until Thursday 10 December"):
        process_turn(post.office, "7", until - timedelta(seconds=1), early=True)
    assert office_status(post.office, until).games[0].paused == ""
    assert due_games(post.office, changed.due - timedelta(seconds=1)) == []
    assert due_games(post.office, changed.due) == ["7"]
    process_turn(post.office, "7", changed.due)
    again = pause_game(post.office, "7", None, "once more", changed.due)
    assert again.turn == 2


def test_a_pause_can_end_before_its_time_and_on_a_day_named(post: Post) -> None:
    pause_game(post.office, "7", datetime(2026, 12, 10, tzinfo=HALIFAX), "the holidays", DUE - timedelta(days=6))
    with pytest.raises(OfficeError, match="is past"):
        resume_game(post.office, "7", DUE - timedelta(days=9), DUE - timedelta(days=5))
    wanted = datetime(2026, 11, 20, 20, tzinfo=HALIFAX)
    assert resume_game(post.office, "7", wanted, DUE - timedelta(days=5)).due == wanted
    assert office_status(post.office, DUE).games[0].next_due == wanted


def test_pauses_that_cannot_be(post: Post) -> None:
    for until, reason, why in (
        (None, " ", "say why"),
        (None, "x" * 201, "201 characters"),
        (DUE - timedelta(days=30), "the holidays", "is past"),
    ):
        with pytest.raises(OfficeError, match=why):
            pause_game(post.office, "7", until, reason, DUE)
    with pytest.raises(OfficeError, match="there is no game 8"):
        pause_game(post.office, "8", None, "ill", DUE)
    assert post.rows("SELECT * FROM pauses") == post.rows("SELECT * FROM dates") == []


def test_pause_and_resume_as_commands(post: Post) -> None:
    def run(*words: str) -> str:
        result = typed(post, *words)
        assert result.exit_code == 0, result.output
        return result.stdout

    assert "magika-gm resume 7" in run("pause", "7", "--reason", "ill")
    assert "paused (ill)" in run("status")
    assert json.loads(run("status", "--json"))["games"][0]["paused"] == "paused (ill)"
    assert "Turn 1 is due Tuesday 12 January 2100, 18:00" in run("resume", "7", "--due", "2100-01-12")
    assert json.loads(run("pause", "7", "--until", "2099-12-01", "--reason", "ill", "--json"))["told"] == 13
    run("resume", "7")
    assert "Mind that Monday 29 November 2100 is a holiday of the office." in run("move-date", "7", "2100-11-29")


@pytest.mark.parametrize("key", ["game remind_hours", "game wait_days", "accounts debt_days"])
def test_what_holds_without_a_setting_is_what_the_guide_says(key: str) -> None:
    section, name = key.split()
    rows = (Path(__file__).parents[3] / "docs" / "gm-guide.md").read_text("utf-8").splitlines()
    (row,) = [row for row in rows if row.startswith(f"| {section} |") and name in row.split("|")[2]]
    assert re.search(rf"\({Settings().number(section, name)}[;)]", row)
