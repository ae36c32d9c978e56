"""Mail in, all five games: mails a second by reply address and by password, on one process and on two.

``MAGIKA_BENCH_MAILS`` says how many. *Warm*: a bag of mails of the same few games, whose worlds are read once.
*Cold*: each mail finds nothing read before, as where thousands of games have one mail each. On two processes each reads
a folder of its own, as two machines with a mailbox each, or one reads and both judge, as workers do. Processor time is
that of our processes, without the database server's.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import scrypt
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.app.office.office import Office, open_office
from magika_gm.app.office.processes import cores
from magika_gm.app.operations.moving import move_office
from magika_gm.app.operations.workers import make_queue
from magika_gm.app.post.intake import ingest
from magika_gm.mail.readers import Incoming
from tests.benchmarks import mailbag
from tests.benchmarks.bare import SHORT, held
from tests.store.postgres import Server

pytestmark = pytest.mark.benchmark
MAILS = int(os.environ.get("MAGIKA_BENCH_MAILS", "60" if SHORT else "300"))
TAKE = """
import sys, time
from pathlib import Path
from magika_gm.__main__ import seldom
from magika_gm.app.office.office import open_office
from magika_gm.app.operations.workers import Worker
from magika_gm.app.operations.workers_mail import taken_in_together
from magika_gm.app.post.intake import ingest
from magika_gm.mail.readers import read
from tests.benchmarks.mailbag import NOW

seldom()  # as the command does
how, root, folder = sys.argv[1:]
office = open_office(Path(root))
office.store
worker = Worker(office=office, clock=lambda: NOW, every=600.0, stalled=600.0)
warm = [r.outcome for r in ingest(office, read(Path(folder + "-warm")), NOW)]
if how == "helps":
    began, plain = 0.0, Worker.mails

    def mails(self, portion):
        global began
        began = began or time.process_time()
        return plain(self, portion)

    Worker.mails = mails
    worker.run()
    began = began or time.process_time()
    sys.stdout.write(f"{time.process_time() - began}\\n")
    sys.exit()
sys.stdout.write("ready\\n")
sys.stdout.flush()
sys.stdin.readline()
began = time.process_time()
if how == "alone":
    found = [r.outcome for r in ingest(office, read(Path(folder)), NOW)]
else:
    found = list(taken_in_together(office, read(Path(folder)), NOW, 60.0))
assert set(found) == {"accepted"}, found
sys.stdout.write(f"{time.process_time() - began}\\n")
"""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[mailbag.Seat]]:
    """An office on SQLite, closed, and its seats."""
    root = tmp_path_factory.mktemp("bag") / "office"
    office = mailbag.an_office(root)
    seats = mailbag.seats_of(office)
    office.close()
    return root, seats


def copied(prepared: tuple[Path, list[mailbag.Seat]], folder: Path) -> Office:
    shutil.copytree(prepared[0], folder)
    return open_office(folder)


def load() -> str:
    return f"load {os.getloadavg()[0]:.1f} on {cores()} cores"


def bare() -> float:
    """Milliseconds of processor time of a bare scrypt, now."""
    began = time.process_time()
    scrypt(b"swordfish", salt=b"salt", n=2**15, r=8, p=1, dklen=32, maxmem=2**26)
    return (time.process_time() - began) * 1e3


@pytest.mark.parametrize("proof", ["reply address", "password"])
@pytest.mark.parametrize("system", ["", *games.SYSTEMS][: 1 if SHORT else None])
def test_one_process_on_sqlite(
    prepared: tuple[Path, list[mailbag.Seat]], tmp_path: Path, system: str, proof: str
) -> None:
    office = copied(prepared, tmp_path / "office")
    number = MAILS // (3 if proof == "reply address" else 10)
    raws = mailbag.bag(prepared[1], number + 20, proof, system)
    items = [Incoming(raw, None, str(n)) for n, raw in enumerate(raws)]
    costs: dict[str, float] = {}
    list(ingest(office, items[:10], mailbag.NOW))  # modules are loaded
    began, at = time.process_time(), time.perf_counter()
    assert {r.outcome for r in ingest(office, items[20:], mailbag.NOW)} == {"accepted"}
    costs["warm"], clock = (time.process_time() - began) / number, (time.perf_counter() - at) / number
    began = time.process_time()
    for item in items[10:20]:
        assert [r.outcome for r in ingest(office, [item], mailbag.NOW)] == ["accepted"]
    costs["cold"] = (time.process_time() - began) / 10
    scrypted = min(bare() for _ in range(3))
    print(f"\n{system or 'all five'} by {proof}: {costs['warm'] * 1e3:.1f} ms of processor time a mail, cold ", end="")
    print(f"{costs['cold'] * 1e3:.1f}; {1 / clock:.0f} mails a second by the clock; ", end="")
    print(f"bare scrypt {scrypted:.0f} ms; {load()}")
    office.close()
    warm, cold = (0.2, 0.3) if proof == "reply address" else (1.5, 1.6)
    held("a mail beside a bare scrypt, warm", costs["warm"] * 1e3 / scrypted, warm)
    held("a mail beside a bare scrypt, cold", costs["cold"] * 1e3 / scrypted, cold)


@pytest.mark.parametrize("how", ["alone", "together"])
@pytest.mark.parametrize("proof", ["reply address", "password"])
def test_two_processes_on_postgresql(
    postgres: Server, prepared: tuple[Path, list[mailbag.Seat]], tmp_path: Path, proof: str, how: str
) -> None:
    number = MAILS if proof == "reply address" else MAILS // 4
    rates, shares, most = {}, {}, {}
    for processes in (1, 2):
        root = tmp_path / f"{processes}"
        office = copied(prepared, root)
        move_office(office, postgres.new_database())
        office = open_office(root)
        url = office.database_url
        if how == "together":
            make_queue(office)
        office.close()
        folders = [tmp_path / f"{processes}-{n}" for n in range(processes)]
        for place, raw in enumerate(mailbag.bag(prepared[1], number + 10 * processes, proof)):
            box = folders[place % processes]  # of those that were read before both are warm
            kept = (
                box.with_name(f"{box.name}-warm") if place < 10 * processes else box if how == "alone" else folders[0]
            )
            kept.mkdir(exist_ok=True)
            (kept / f"{place:05d}.eml").write_bytes(raw)
        with ExitStack() as stack:
            helping = folders[1:] if how == "together" else []
            helpers = [stack.enter_context(begun("helps", root, str(folder))) for folder in helping]
            if helpers:
                registered(postgres, url)
            takers = [stack.enter_context(begun(how, root, str(f))) for f in folders[: len(folders) - len(helping)]]
            seconds, used = timed(takers, helpers)
        rates[processes] = number / seconds
        shares[processes], most[processes] = sum(used) / number * 1e3, max(used) / number * 1e3
    print(f"\nby {proof}, {'a mailbox each' if how == 'alone' else 'one reads, both judge'}, {number} mails: ", end="")
    print(f"{rates[1]:.0f} mails a second by the clock on one process, {rates[2]:.0f} on two; ", end="")
    print(f"{shares[1]:.1f} and {shares[2]:.1f} ms of processor time a mail, the busier of two {most[2]:.1f}; ", end="")
    print(f"bare scrypt {bare():.0f} ms; {load()}")
    held("mail for the busier of two processes beside one", most[2] / shares[1], 0.95)


def timed(takers: list[subprocess.Popen[bytes]], helpers: list[subprocess.Popen[bytes]]) -> tuple[float, list[float]]:
    """Let all begin once all are ready: seconds by the clock, and each one's of the processor."""
    for one in takers:
        assert one.stdout is not None
        assert one.stdout.readline() == b"ready\n"
    began = time.perf_counter()
    for one in takers:
        assert one.stdin is not None
        one.stdin.write(b"go\n")
        one.stdin.close()
    assert [one.wait() for one in takers] == [0] * len(takers)
    seconds = time.perf_counter() - began
    for one in helpers:
        one.terminate()
        one.wait(60)
    return seconds, [float(one.stdout.read()) for one in (*takers, *helpers) if one.stdout is not None]


@contextmanager
def begun(how: str, root: Path, folder: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process that takes mail in, or helps; it is ended with the measurement, however that ends."""
    words = [sys.executable, "-c", TAKE, how, str(root), folder]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def registered(postgres: Server, url: str) -> None:
    """Wait for the helping worker; and let the one that reads count as one, too, which is no worker of the queue's."""
    name = url.partition("?")[0].rpartition("/")[2]
    with postgres.connect(name) as connection:
        for _ in range(600):
            row = connection.execute("SELECT count(*) FROM procrastinate_workers").fetchone()
            if row is not None and row[0]:
                break
            time.sleep(0.1)
        connection.execute("INSERT INTO procrastinate_workers DEFAULT VALUES")
