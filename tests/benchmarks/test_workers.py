"""Two workers with one PostgreSQL on two cores against one: turns, pages and mails of games that are all due.

``MAGIKA_BENCH_GAMES`` says how many. Beside others' work two workers get no more of the machine than one: the
processor time of the busier one is the measure then, and both are printed with the load.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import func, select
from sqlalchemy.engine import make_url

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import init_office, open_office, read_settings
from magika_gm.app.office.processes import cores
from magika_gm.app.operations.workers import make_queue
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from tests.benchmarks.bare import SHORT, held
from tests.benchmarks.test_cores import BEGUN, hand_in
from tests.memory import peak_of_children
from tests.store.postgres import Server

pytestmark = pytest.mark.benchmark
GAMES = int(os.environ.get("MAGIKA_BENCH_GAMES", "8" if SHORT else "200"))


class Spent(NamedTuple):
    """Seconds by the clock, and of each worker's processor."""

    wall: float
    each: tuple[float, ...]


def copy_of(server: Server, name: str, folder: Path, office: Path) -> None:
    """The office's database once more, and a machine's folder with its settings."""
    url = read_settings(office / "magika.toml").text("database", "url")
    copied = server.copy(make_url(url).database or "", name)
    folder.mkdir()
    settings = (office / "magika.toml").read_text("utf-8")
    assert url in settings
    (folder / "magika.toml").write_text(settings.replace(url, copied), encoding="utf-8")


def spent(server: Server, office: Path, workers: int, tmp: Path) -> Spent:
    """What so many workers need until nothing is left to do."""
    name = f"with{workers}"
    folders = [tmp / f"{name}-{n}" for n in range(workers)]
    copy_of(server, name, folders[0], office)
    for folder in folders[1:]:
        folder.mkdir()
        shutil.copy(folders[0] / "magika.toml", folder)
    began = time.perf_counter()
    words = [sys.executable, "-m", "magika_gm", "--office"]
    started = [subprocess.Popen([*words, str(f), "worker", "--jobs", "1", "--once", "--quiet"]) for f in folders]
    used = []
    for one in started:
        _, status, usage = os.wait4(one.pid, 0)
        one.returncode = os.waitstatus_to_exitcode(status)
        assert one.returncode == 0
        used.append(usage.ru_utime + usage.ru_stime)
    wall = time.perf_counter() - began
    made = open_office(folders[0])
    with made.store.reading() as connection:
        turns = connection.execute(select(func.count()).where(t.turns.c.turn == 1)).scalar()
        waiting = connection.execute(select(func.count()).where(t.outbox.c.state == "waiting")).scalar()
    made.close()
    assert (turns, waiting) == (GAMES, 0)
    for folder in folders:
        shutil.rmtree(folder)
    return Spent(wall, tuple(used))


def test_two_workers_are_half_as_fast_again(postgres: Server, tmp_path: Path) -> None:
    office = init_office(tmp_path / "office", database=postgres.new_database())
    make_queue(office)
    for number in range(GAMES):
        signups = shipped("sample") / "magika" / "signups.toml"
        new_game(office, f"g{number}", signups, BEGUN, seed=b"bench" + bytes([number]), due=BEGUN + timedelta(days=14))
        hand_in(office, f"g{number}", number)
    office.close()
    one = spent(postgres, tmp_path / "office", 1, tmp_path)
    two = spent(postgres, tmp_path / "office", 2, tmp_path)
    by_clock, by_processor = two.wall / one.wall, max(two.each) / one.each[0]
    load = os.getloadavg()[0]
    print(
        f"\n{GAMES} games of 13, all due, with pages and mails, PostgreSQL: {one.wall:.1f} s with one worker, ", end=""
    )
    print(f"{two.wall:.1f} s with two; processor {one.each[0]:.1f} s, and {two.each[0]:.1f} and {two.each[1]:.1f} s")
    print(f"ratio {by_clock:.2f} by the clock, {by_processor:.2f} by processor time of the busier one")
    print(f"load {load:.1f} on {cores()} cores; largest process {peak_of_children()} MB")
    # of few games what each worker reads to begin with is more
    held("two workers beside one", min(by_clock, by_processor), 0.85 if SHORT else 0.67)
