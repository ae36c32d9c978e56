"""kill -9 at many points of process-turn: run again, the turn comes out as if nothing had happened, nothing twice."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from magika_gm.resources import shipped

POINTS = int(os.environ.get("MAGIKA_CRASH_POINTS", "9"))
"""About how many points of a run are tried; more by night."""
DRIVER = """
import os, signal, sqlite3, sys
from datetime import UTC, datetime
from pathlib import Path

office, point = Path(sys.argv[1]), int(sys.argv[2])
calls = 0

def tick():
    global calls
    calls += 1
    if calls == point:
        os.kill(os.getpid(), signal.SIGKILL)

from magika_gm.app.office.office import open_office
from magika_gm.app.turns.process import process_turn
from sqlalchemy import event
import magika_gm.store.database as database

opened = open_office(office)
engine = opened.store.engine

@event.listens_for(engine, "before_cursor_execute")
def _before(*_):
    tick()

@event.listens_for(engine, "commit")
def _commit(_):
    tick()

for name in ("write_bytes", "write_text", "rename", "mkdir"):
    plain = getattr(Path, name)
    def counted(self, *a, plain=plain, **k):
        tick()
        return plain(self, *a, **k)
    setattr(Path, name, counted)

process_turn(opened, "sample", datetime(2026, 11, 20, tzinfo=UTC), early=True)
print(calls)
"""


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An office with the sample game begun and turn 1's mails in."""
    from datetime import UTC, datetime

    from magika_gm.app.enrolment.new_game import new_game
    from magika_gm.app.office.office import init_office
    from magika_gm.app.post.intake import ingest
    from magika_gm.app.turns.rewrite import write_reports
    from magika_gm.mail.readers import read

    folder = tmp_path_factory.mktemp("crash") / "office"
    office = init_office(folder)
    now = datetime(2026, 11, 1, tzinfo=UTC)
    new_game(office, "sample", shipped("sample") / "magika" / "signups.toml", now, seed=b"crash")
    write_reports(office, "sample")
    assert len(list(ingest(office, read(shipped("sample") / "magika" / "1"), now))) == 15
    office.close()
    return folder


def run(office: Path, point: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", DRIVER, str(office), str(point)], capture_output=True, text=True, check=False
    )


def state(office: Path) -> dict[str, object]:
    """Every row of every table (but for when things were written), and every report byte."""
    found: dict[str, object] = {}
    with sqlite3.connect(office / "magika.sqlite3") as connection:
        tables = [r[0] for r in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        for table in tables:
            found[table] = sorted(map(repr, connection.execute(f"SELECT * FROM {table}")))
    connection.close()
    for path in sorted((office / "reports" / "sample").rglob("*")):
        if path.is_file():
            found[str(path.relative_to(office))] = path.read_bytes()
    return found


def test_killed_anywhere_and_run_again(ready: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    shutil.copytree(ready, whole)
    done = run(whole, 0)
    assert done.returncode == 0, done.stderr
    total = int(done.stdout)
    wanted = state(whole)
    assert total > 60
    points = sorted({*range(1, total + 1, max(1, total // POINTS)), total, total - 1, total - 2})
    for point in points:
        office = tmp_path / f"at-{point}"
        shutil.copytree(ready, office)
        killed = run(office, point)
        assert killed.returncode == -9, f"point {point}: {killed.stderr}"
        again = run(office, 0)
        assert again.returncode == 0, f"point {point}: {again.stderr}"
        found = state(office)
        assert found.keys() == wanted.keys()
        # names, not bytes: pytest would take minutes to show where two PDF files differ
        unlike = [name for name in wanted if found[name] != wanted[name]]
        assert not unlike, f"killed at point {point} of {total}"
        shutil.rmtree(office)


def test_two_runs_at_once_change_a_turn_once(ready: Path, tmp_path: Path) -> None:
    office = tmp_path / "office"
    shutil.copytree(ready, office)
    command = [sys.executable, "-m", "magika_gm", "--office", str(office), "process-turn", "sample", "--early"]
    held = sqlite3.connect(office / "magika.sqlite3", isolation_level=None)
    held.execute("BEGIN IMMEDIATE")
    second = subprocess.run(command, capture_output=True, text=True, check=False)
    assert second.returncode == 1
    assert "another run is writing" in second.stderr
    held.execute("ROLLBACK")
    held.close()
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
