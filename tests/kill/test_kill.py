"""Nothing is lost and nothing doubled but the mail in flight, wherever a deed of the office is stopped.

``MAGIKA_KILL_POINTS`` says at about how many points of each deed (0: at every one; -1: at
every one after which something new is left, and every one for errors); ``make nightly`` takes all. By day a process is
killed in the two deeds that matter most; all of them are ``make test-all``'s.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
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
BY_DAY = {"ingest-kill", "process-kill"}


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def home(request: pytest.FixtureRequest) -> Home:
    """Where the database is."""
    return Home(request.getfixturevalue("postgres") if request.param == "postgres" else None)


def swept() -> Iterator[object]:
    """Every deed, killed and failing."""
    for how in ("kill", "fail"):
        for deed in DEEDS:
            name = f"{deed.name}-{how}"
            yield pytest.param(deed, how, id=name, marks=() if name in BY_DAY else pytest.mark.slow)


@pytest.mark.parametrize(("deed", "how"), list(swept()))
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
    found = sweep(deed, home, ready, tmp_path, how, POINTS)
    with capsys.disabled():
        sys.stdout.write(f"\n{deed.name}, {how}: {found.tried} of {found.points} points, ")
        sys.stdout.write(f"{found.repeated} mails sent twice, {len(found.faults)} faults\n")
    assert found.faults == []
    home.forget(ready)
