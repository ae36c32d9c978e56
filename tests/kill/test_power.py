"""The power fails in the middle of a deed, or right after it was told as done: the office opens, nothing that was told
is lost, nothing is mailed twice but what was in flight."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from magika_gm.cli.main import cli
from magika_gm.engine.system import GameSystem
from tests.kill.deeds import DEEDS, SENT, Deed
from tests.kill.homes import Home
from tests.kill.power import WAYS, Disk, recorded
from tests.kill.sweep import differences, forked, looked_over, mend, plain, repeated
from tests.kill.test_kill import POINTS
from tests.needs import needs
from tests.systems.conftest import toy

__all__ = ["toy"]
pytestmark = [pytest.mark.slow, needs(shutil.which("strace"), "strace", "need-strace")]
TOLD = {"ingest", "maildir", "process", "publish", "deliver", "smtp", "undo", "correct", "pay", "fill-game", "new-game",
        "restore", "move-office", "tick"}  # fmt: skip


@pytest.mark.parametrize("deed", [pytest.param(deed, id=deed.name) for deed in DEEDS if deed.name in TOLD])
def test_the_power_fails(deed: Deed, toy: GameSystem, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ready, folder, home, note = tmp_path / "ready", tmp_path / "office", Home(), tmp_path / "note.json"
    assert CliRunner().invoke(cli, ["init", str(ready)]).exit_code == 0
    deed.ready(ready)
    home.copy(ready, folder)
    to, theirs = home.elsewhere(folder), [SENT]
    disk = Disk(folder, theirs)
    calls = recorded([sys.executable, "-m", "tests.kill.power", deed.name, str(folder)], folder, tmp_path / "log")
    status, wrong = forked(
        lambda: mend(deed, folder, to, home, again=False, fix=True) + looked_over(deed, folder), note
    )
    assert (status, wrong) == (0, []), wrong
    wanted = plain(home.state(folder))
    # before a sync and after it is where it matters what else was synced
    asked = [nr for nr, call in enumerate(calls, 1) if call.name == "sync" or calls[nr : nr + 1] == []]
    asked = sorted({max(1, nr - 1) for nr in asked} | set(asked)) if POINTS else list(range(1, len(calls) + 1))
    asked = asked[:: max(1, len(asked) // POINTS)] + asked[-1:] if POINTS > 0 else asked
    faults, tried, twice = list[str](), 0, 0
    for nr, call in enumerate(calls, 1):
        disk.take(call)
        for way in WAYS if nr in asked else ():
            tried += 1
            disk.after(way)
            # a Maildir is read again anyway: what is back where it lay is known
            again = nr < len(calls) or deed.name == "maildir"
            status, wrong = forked(lambda again=again: mend(deed, folder, to, home, again, fix=True), note)  # type: ignore[misc]
            found = [str(wrong)[-600:]] if status else list(wrong)
            found += differences(wanted, plain(home.state(folder)))
            if found:
                status, wrong = forked(lambda: looked_over(deed, folder), note)
                found += [str(wrong)[-600:]] if status else wrong
            twice += repeated(folder, wanted, found)
            faults += [f"{deed.name}, {way} after call {nr} of {len(calls)} ({call}): {what}" for what in found]
    with capsys.disabled():
        sys.stdout.write(f"\n{deed.name}: power failed {tried} times after {len(asked)} of {len(calls)} calls, ")
        sys.stdout.write(f"{twice} mails sent twice, {len(faults)} faults\n")
    assert faults == []
