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


def swept() -> Iterator[object]:
    """Every deed, killed and failing, on every database it can be done on."""
    for how in ("kill", "fail"):
        for deed in DEEDS:
            for here, there in deed.on:
                name = f"{deed.name}-{how}-{here}" + (f"-to-{there}" if there != here else "")
                marks = [pytest.mark.postgres] if "postgres" in (here, there) else []
                slow = [] if f"{deed.name}-{how}" in BY_DAY else [pytest.mark.slow]
                yield pytest.param(deed, how, (here, there), id=name, marks=(*marks, *slow))


@pytest.mark.parametrize(("deed", "how", "databases"), list(swept()))
def test_stopped_anywhere_and_done_again(
    deed: Deed,
    how: How,
    databases: tuple[str, str],
    request: pytest.FixtureRequest,
    toy: GameSystem,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    here, there = (Home(request.getfixturevalue("postgres") if kind == "postgres" else None) for kind in databases)
    home = Home(here.server, there)
    ready = tmp_path / "ready"
    assert CliRunner().invoke(cli, ["init", str(ready)]).exit_code == 0
    home.settle(ready)
    assert CliRunner().invoke(cli, ["init", str(ready)]).exit_code == 0
    deed.ready(ready)
    found = sweep(deed, home, ready, tmp_path, how, POINTS)
    with capsys.disabled():
        sys.stdout.write(
            f"\n{deed.name}, {how}, {' to '.join(dict.fromkeys(databases))}: {found.tried} of {found.points} points, "
        )
        sys.stdout.write(f"{found.repeated} mails sent twice, {len(found.faults)} faults\n")
    assert found.faults == []
    home.forget(ready)
