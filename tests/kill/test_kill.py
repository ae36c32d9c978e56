"""Nothing is lost and nothing doubled but the mail in flight, wherever a deed of the office is stopped.

``MAGIKA_KILL_POINTS`` says at about how many points of each deed (0: at every one; -1: at
every one after which something new is left, and every one for errors); ``make nightly`` takes all.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from magika_gm.cli.main import cli
from magika_gm.engine.system import GameSystem
from tests.kill.deeds import DEEDS, Deed
from tests.kill.homes import Home
from tests.kill.points import How
from tests.kill.sweep import sweep
from tests.systems.conftest import postgres, toy

__all__ = ["postgres", "toy"]
POINTS = int(os.environ.get("MAGIKA_KILL_POINTS", "3"))


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def home(request: pytest.FixtureRequest) -> Home:
    """Where the database is."""
    return Home(request.getfixturevalue("postgres") if request.param == "postgres" else None)


@pytest.mark.parametrize("how", ["kill", "fail"])
@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.name)
def test_stopped_anywhere_and_done_again(
    home: Home,
    toy: GameSystem,
    deed: Deed,
    how: How,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    ready = tmp_path / "ready"
    assert CliRunner().invoke(cli, ["init", str(ready)]).exit_code == 0
    home.settle(ready)
    assert CliRunner().invoke(cli, ["init", str(ready)]).exit_code == 0
    deed.ready(ready)
    swept = sweep(deed, home, ready, tmp_path, how, POINTS)
    with capsys.disabled():
        sys.stdout.write(f"\n{deed.name}, {how}: {swept.tried} of {swept.points} points, ")
        sys.stdout.write(f"{swept.repeated} mails sent twice, {len(swept.faults)} faults\n")
    assert swept.faults == []
    home.forget(ready)
