"""All cores: many games with the same due hour, on one process and on two (``MAGIKA_BENCH_GAMES`` says how many)."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from pypdf import PdfReader
from sqlalchemy import insert

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.office.processes import cores
from magika_gm.app.record.games import load_game
from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from tests.benchmarks.bare import SHORT, bare, held
from tests.benchmarks.table import note
from tests.magika.randoms import random_orders
from tests.magika.sheets import write_sheet

pytestmark = pytest.mark.benchmark
GAMES = int(os.environ.get("MAGIKA_BENCH_GAMES", "8" if SHORT else "200"))
ROUNDS = 1 if GAMES >= 100 else 3
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)


def hand_in(office: Office, game: str, seed: int) -> None:
    """A sheet of lively random orders from every mage of a game."""
    with office.store.writing() as connection:
        world = load_game(connection, game).state(connection)
        rows = [
            {"game": game, "turn": 1, "seat": seat, "revision": 1, "received_at": BEGUN.isoformat(),
             "message_id": f"<{seat}.{game}@bench>",
             "sheet": write_sheet(Sheet(game=game, turn=1, seat=seat, orders=dict(enumerate(orders, 1))))}
            for seat, orders in random_orders(seed, world).items()
        ]  # fmt: skip
        connection.execute(insert(t.sheets), rows)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """So many games of thirteen mages, all due in the past, all with orders."""
    folder = tmp_path_factory.mktemp("cores") / "office"
    made = init_office(folder)
    for number in range(GAMES):
        signups = shipped("sample") / "magika" / "signups.toml"
        seed = b"bench" + number.to_bytes(2, "big")
        new_game(made, f"g{number}", signups, BEGUN, seed=seed, due=BEGUN + timedelta(days=14))
        hand_in(made, f"g{number}", number)
        made.reports(f"g{number}", 0).mkdir(parents=True)  # the first reports were made when it began
    made.close()
    return folder


SPENT = """
import json, os, resource, sys, time
from datetime import UTC, datetime
from pathlib import Path
from magika_gm.app.office.office import open_office
from magika_gm.app.office.processes import in_offices
from magika_gm.__main__ import seldom
from magika_gm.app.turns.process import process_turn, due_games

seldom()  # as the command does
office, jobs = open_office(Path(sys.argv[1])), int(sys.argv[2])
now = datetime(2026, 3, 1, tzinfo=UTC)

def one(own, game):
    process_turn(own, game, now, processes=1)
    return os.getpid(), time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

games, began, used, most = due_games(office, now), time.perf_counter(), {}, 0
for done in in_offices(office, games, jobs, one):
    process, used[done.result[0]], size = done.result
    most = max(most, size)
wall = time.perf_counter() - began
used[os.getpid()] = time.process_time()
print(json.dumps([len(games), wall, sum(used.values()), max(used.values()), most / 1e3]))
"""


class Spent(NamedTuple):
    """Seconds by the clock, of all processors, of the busiest process; the largest process's megabytes."""

    wall: float
    processor: float
    busiest: float
    megabytes: float


def spent(office: Path, jobs: int, folder: Path) -> Spent:
    """What it takes to process every game once."""
    copy = folder / f"on-{jobs}"
    shutil.copytree(office, copy)
    done = subprocess.run([sys.executable, "-c", SPENT, str(copy), str(jobs)], check=True, capture_output=True)
    games, *figures = json.loads(done.stdout)
    assert games == GAMES
    shutil.rmtree(copy)
    return Spent(*figures)


def pages_of(office: Path, folder: Path) -> int:
    """How many pages thirteen reports of such a turn have."""
    copy = folder / "pages"
    shutil.copytree(office, copy)
    words = ["--office", str(copy), "process-turn", "g0", "--early", "--json"]
    subprocess.run([sys.executable, "-m", "magika_gm", *words], check=True, capture_output=True)
    found = sum(len(PdfReader(path).pages) for path in (copy / "reports" / "g0" / "1").glob("*.pdf"))
    shutil.rmtree(copy)
    return found


def per_game(pages: int) -> float:
    """Processor seconds of as many bare documents of one page."""
    return min(spent_on(pages, 1) for _ in range(5))


def spent_on(documents: int, pages: int) -> float:
    start = time.process_time()
    for _ in range(documents):
        bare(pages)
    return time.process_time() - start


def test_two_processes_take_at_most_three_fifths_of_one(office: Path, tmp_path: Path) -> None:
    pages = pages_of(office, tmp_path)
    bare(4)
    before = per_game(pages)
    runs = [(spent(office, 1, tmp_path), spent(office, 2, tmp_path)) for _ in range(ROUNDS)]
    each = min(before, per_game(pages))
    ones, twos = zip(*runs, strict=True)
    one, two = min(ones), min(twos)
    ratio = statistics.median(b.wall / a.wall for a, b in runs)
    # beside others' work two processes get no more of the machine than one: what the busier one used tells more then
    share = statistics.median(b.busiest / a.processor for a, b in runs)
    load = os.getloadavg()[0]
    print(f"\n{GAMES} games of 13, all due: {one.wall:.1f} s on one process, {two.wall:.1f} s on two")
    print(f"ratio {ratio:.2f} by the clock, {share:.2f} by the processor time of the busier one")
    print(f"processor time: {one.processor:.1f} s on one, {two.processor:.1f} s on two; load {load:.1f} on {cores()}")
    print(f"largest process {two.megabytes:.0f} MB")
    print(f"1,000 games in {two.wall * 1000 / GAMES:.0f} s on two processes, {one.wall * 1000 / GAMES:.0f} s on one")
    together = min(spent_on(1, pages) for _ in range(5))
    print(f"base: {pages} bare documents of one page, as many as reports have: {each * 1e3:.0f} ms a game")
    print(f"beside one bare document of {pages} pages: {two.processor / (together * GAMES):.2f}")
    most = 3 if GAMES >= 100 else 5  # of few games imports are a good part
    held(f"a game of 13 beside {pages} bare documents of a page", two.processor / (each * GAMES), most)
    held("two processes beside one", min(ratio, share), 0.6)


def test_memory_stays_flat(office: Path, tmp_path: Path) -> None:
    """The last games of a run need no more than those before: a process does not grow with what it has done.

    It did while its caches filled (texts set, wrapped and escaped, outlines of maps, lines read): 25 MB in the first 40
    games, and more in each after them. They are a quarter as large now, and full after some sixty games.
    """
    copy = tmp_path / "flat"
    shutil.copytree(office, copy)
    figures = subprocess.run(
        [sys.executable, "-c", FLAT, str(copy)], check=True, capture_output=True, text=True
    ).stdout.split()
    sizes = [int(figure) / 1e3 for figure in figures[::2]]
    page, times = min(spent_on(1, 40) for _ in range(5)) / 40, [float(figure) for figure in figures[1::2]]
    for number, (before, after) in enumerate(pairwise(times[:: max(1, len(times) // 10)]), 1):
        note("games", number, (after - before) / max(1, len(times) // 10) / page)
    early, late = max(sizes[: len(sizes) // 2]), max(sizes)
    print(f"\none process after {len(sizes)} games: {sizes[0]:.0f} MB after the first, {early:.0f} MB, {late:.0f} MB")
    held("megabytes of a process late in its run beside early", late / early, 1.1 if GAMES < 200 else 1.05)


FLAT = """
import sys, time
from datetime import UTC, datetime
from pathlib import Path
from magika_gm.__main__ import seldom
from magika_gm.app.office.office import open_office
from magika_gm.app.turns.process import process_turn, due_games

seldom()  # as the command does
office = open_office(Path(sys.argv[1]))
now = datetime(2026, 3, 1, tzinfo=UTC)
for game in due_games(office, now):
    process_turn(office, game, now, processes=1)
    print(int(open("/proc/self/statm").read().split()[1]) * 4, time.process_time())
"""
