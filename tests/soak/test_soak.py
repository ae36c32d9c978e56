"""A few weeks of the soak, small enough for every day: nothing lost, nothing doubled, on SQLite and PostgreSQL."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from magika_gm import games
from tests.soak.__main__ import soak
from tests.soak.letters import Letters, Line, Taken, repeated
from tests.soak.plan import Plan
from tests.systems.contract import contract_of


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_two_weeks_with_everything_failing(database: str, tmp_path: Path) -> None:
    if database == "postgres" and os.getuid():
        pytest.skip("the servers of the soak are started by root")
    shares = {name: int("soak" in contract_of(name).by_day) for name in games.SYSTEMS}
    plan = Plan(games=2, weeks=2, seconds=300, shares=shares, kill_every=5, restart_every=15)
    found = soak(plan, database, tmp_path)
    assert found.wrong == []
    assert any("turns of 2 games" in line and "'mailed'" in line for line in found.lines)


def test_a_letter_that_comes_twice_must_have_been_in_flight() -> None:
    said, broken = Line(last="b", quit=True), Line(last="c")
    letters = Letters({})
    came = [("a", 10.0, said), ("b", 11.0, said), ("b", 12.0, said), ("c", 20.0, broken), ("c", 21.0, said)]
    letters.taken = [Taken(*one) for one in came]
    assert repeated(letters, []) == (2, ["b"]), "its line was ended in good order"
    assert repeated(letters, [(11.5, 13.0)]) == (2, []), "the database was away when it was to be marked"
