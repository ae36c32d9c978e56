"""Mail in on two processes with one PostgreSQL: messages a second by reply address and by password, and bare scrypt.

``MAGIKA_BENCH_MAILS`` says how many (300). Each process reads a folder of its own, as two machines with a mailbox each.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import init_office
from magika_gm.app.office.passwords import hash_password
from magika_gm.app.office.processes import cores
from magika_gm.resources import shipped
from tests.benchmarks.test_post import NOW, SEED, mail
from tests.store.postgres import Server, programs, running

pytestmark = pytest.mark.benchmark
MAILS = int(os.environ.get("MAGIKA_BENCH_MAILS", "300"))
TAKE = """
import resource, sys
from datetime import UTC, datetime
from pathlib import Path
from magika_gm.app.office.office import open_office
from magika_gm.app.post.intake import ingest
from magika_gm.mail.readers import read

office = open_office(Path(sys.argv[1]))
office.store
sys.stdout.write("ready\\n")
sys.stdout.flush()
sys.stdin.readline()
found = [r.outcome for r in ingest(office, read(Path(sys.argv[2])), datetime(2026, 11, 1, 12, tzinfo=UTC))]
assert set(found) == {"accepted"}, found
"""


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    """A private server."""
    place = programs()
    if place is None or importlib.util.find_spec("psycopg") is None:
        pytest.skip("PostgreSQL or psycopg is not installed (tests/tools/need-postgres)")
    with running(place) as server:
        yield server


@pytest.mark.parametrize("proof", ["reply address", "password"])
def test_messages_a_second_on_two_processes(postgres: Server, tmp_path: Path, proof: str) -> None:
    rates, shares = {}, {}
    for processes in (1, 2):
        root = tmp_path / f"{processes}"
        root.mkdir()
        url = postgres.new_database()
        settings = f'[database]\nurl = "{url}"\n[mail]\nanswers_a_day = 1000000\n'
        (root / "magika.toml").write_text(settings, encoding="utf-8")
        office = init_office(root)
        new_game(office, "7", shipped("sample") / "magika" / "signups.toml", NOW, seed=SEED)
        folders = [tmp_path / f"{processes}-{n}" for n in range(processes)]
        for folder in folders:
            folder.mkdir()
        for number in range(MAILS):
            path = folders[number % processes] / f"{number:05d}.eml"
            path.write_bytes(mail(office, number, proof))
        office.close()
        started = [
            subprocess.Popen(
                [sys.executable, "-c", TAKE, str(root), str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            for folder in folders
        ]
        for one in started:
            assert one.stdout is not None
            assert one.stdout.readline() == b"ready\n"
        before, began = os.times(), time.perf_counter()
        for one in started:
            assert one.stdin is not None
            one.stdin.write(b"go\n")
            one.stdin.close()
        assert [one.wait() for one in started] == [0] * processes
        wall, after = time.perf_counter() - began, os.times()
        used = after.children_user + after.children_system - before.children_user - before.children_system
        rates[processes], shares[processes] = MAILS / wall, used / MAILS * 1e3
        for one in started:
            assert one.stdout is not None
            one.stdout.close()
        shutil.rmtree(root)
    began_at = time.process_time()
    hash_password("swordfish")
    bare = (time.process_time() - began_at) * 1e3
    print(
        f"\nby {proof}: {rates[1]:.0f} messages a second on one process, {rates[2]:.0f} on two ({MAILS} mails); ",
        end="",
    )
    print(f"{shares[1]:.1f} ms of processor time a mail (bare scrypt {bare:.0f} ms); ", end="")
    print(f"load {os.getloadavg()[0]:.1f} on {cores()} cores")
    assert rates[2] > 0
