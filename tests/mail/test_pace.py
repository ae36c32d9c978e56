"""When a letter is tried again, and how many go in a time: no clock is looked at."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.mail.postman import GIVES_UP, LONGEST_WAIT, Pace, next_try
from tests.examples import some_of

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def test_the_first_waits_are_short_and_then_six_hours() -> None:
    waits = [(next_try(tries, NOW) or NOW) - NOW for tries in range(8)]
    minutes = [wait.total_seconds() / 60 for wait in waits]
    assert minutes == [0, 5, 15, 45, 135, 360, 360, 360]


def test_it_is_given_up_between_four_and_five_days_after_the_first_try() -> None:
    now, tries = NOW, 1
    while (then := next_try(tries, now)) is not None:
        now, tries = then, tries + 1
    assert tries == GIVES_UP
    assert timedelta(days=4) < now - NOW < timedelta(days=5)
    assert now - NOW == timedelta(days=4, hours=21, minutes=20)
    assert next_try(GIVES_UP + 5, NOW) is None


def test_waits_never_shrink() -> None:
    times = [next_try(tries, NOW) or NOW + LONGEST_WAIT for tries in range(GIVES_UP)]
    assert all(earlier <= later for earlier, later in pairwise(times))


def test_a_pace_lets_so_many_go_and_then_one_by_one() -> None:
    pace = Pace(3, 60)
    for now in (0, 10, 20):
        assert pace.wait(now) == 0
        pace.note(now)
    assert pace.wait(20) == 40
    assert pace.wait(60) == 0
    pace.note(60)
    assert pace.wait(60) == 10


def test_a_pace_holds_from_one_run_to_the_next_and_a_clock_put_back_does_not_stop_it() -> None:
    pace = Pace(2, 60, earlier=(100.0, 90.0, 10.0))
    assert pace.wait(100) == 50
    assert pace.wait(-5000) == 60
    assert str(pace) == "2 letters in 60 seconds"


@pytest.mark.parametrize(("most", "seconds"), [(0, 60), (1, 0)])
def test_a_pace_of_nothing_is_a_mistake(most: int, seconds: float) -> None:
    with pytest.raises(ValueError, match="at least one letter"):
        Pace(most, seconds)


@settings(max_examples=some_of(100), deadline=None)
@given(st.integers(1, 5), st.integers(1, 50), st.lists(st.integers(0, 20), max_size=40))
def test_no_window_ever_holds_more(most: int, seconds: int, gaps: list[int]) -> None:
    pace, now, times = Pace(most, seconds), 0.0, []
    for gap in gaps:
        now += gap + pace.wait(now + gap)
        pace.note(now)
        times.append(now)
    for at, time in enumerate(times[most:]):
        assert time - times[at] >= seconds
