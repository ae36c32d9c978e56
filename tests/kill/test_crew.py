"""A worker is stopped anywhere, another takes up its work: nothing is lost, nothing doubled but the mail in flight."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from magika_gm.cli.main import cli
from magika_gm.engine.system import GameSystem
from tests.kill.crew import evening, sweep
from tests.kill.homes import Home
from tests.kill.points import How
from tests.kill.test_kill import POINTS
from tests.store.postgres import Server
from tests.systems.conftest import postgres, toy

__all__ = ["postgres", "toy"]
pytestmark = pytest.mark.postgres


@pytest.mark.parametrize("company", [False, True], ids=["alone", "company"])
@pytest.mark.parametrize("how", ["kill", "fail"])
def test_a_worker_is_stopped_anywhere_and_another_takes_up_its_work(
    postgres: Server,
    toy: GameSystem,
    how: How,
    company: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    home, ready = Home(postgres), tmp_path / "ready"
    assert CliRunner().invoke(cli, ["init", str(ready)]).exit_code == 0
    home.settle(ready)
    assert CliRunner().invoke(cli, ["init", str(ready)]).exit_code == 0
    evening(ready)
    swept = sweep(home, ready, tmp_path, how, POINTS, company)
    with capsys.disabled():
        sys.stdout.write(f"\nworker, {how}, {'in company' if company else 'alone'}: {swept.tried} of ")
        sys.stdout.write(f"{swept.points} points, {swept.repeated} mails sent twice, {len(swept.faults)} faults\n")
    assert swept.faults == []
    # how often a worker asks its queue is a matter of moments; what it does alone, the next one does too
    assert company or swept.tried >= min(POINTS or swept.points, swept.points) * 2 // 3
    home.forget(ready)
