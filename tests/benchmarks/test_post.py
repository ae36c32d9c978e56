"""The post office's figures: messages a second in and acknowledged in one process, memory with a full Maildir."""

from __future__ import annotations

import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.post.credentials import reply_address, reply_token
from magika_gm.app.post.intake import ingest
from magika_gm.mail.readers import Incoming, read
from magika_gm.resources import shipped

pytestmark = pytest.mark.benchmark
NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
SEED = b"post bench"
MESSAGES = 300
FULL = 10_000
ORDERS = "1 MOVE NE\n2 SEARCH\n3 MEDITATE\n4 MOVE NW\n5 REST\nMESSAGE TO D\nhail and well met\nEND MESSAGE"
FULL_RUN = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from magika_gm.app.office.office import open_office
from magika_gm.app.post.intake import ingest
from magika_gm.mail.readers import read

def peak():
    # of this process alone: what getrusage says may come from the process that started it
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))

office = open_office(Path(sys.argv[1]))
office.store
before = peak()
found = {}
for received in ingest(office, read(Path(sys.argv[2])), datetime(2026, 11, 1, 12, tzinfo=UTC)):
    found[received.outcome] = found.get(received.outcome, 0) + 1
print(before, peak(), sum(found.values()))
"""


def an_office(folder: Path) -> Office:
    folder.mkdir()
    (folder / "magika.toml").write_text("[mail]\nanswers_a_day = 1000000\n", encoding="utf-8")
    office = init_office(folder)
    new_game(office, "7", shipped("sample") / "magika" / "signups.toml", NOW, seed=SEED)
    return office


def mail(office: Office, number: int, proof: str) -> bytes:
    """One of C's mails: with his password, or to his report's reply address."""
    address, secret = "gm@example.org", "PASSWORD swordfish\n"
    if proof == "reply address":
        address = reply_address(address, reply_token(office, "7", "C", 1, NOW.isoformat(), "carol.w@example.com"))
        secret = ""
    return (
        f"From: Carol <carol.w@example.com>\nTo: {address}\nSubject: orders {number}\nMessage-ID: <{number}@x>\n"
        f"Content-Type: text/plain; charset=utf-8\n\nGAME 7 TURN 1\nMAGE C\n{secret}{ORDERS}\nEND\n-- \n{number}\n"
    ).encode()


@pytest.mark.parametrize("proof", ["password", "reply address"])
def test_messages_a_second(tmp_path: Path, proof: str, capsys: pytest.CaptureFixture[str]) -> None:
    office = an_office(tmp_path / "office")
    items = [Incoming(mail(office, n, proof), None, str(n)) for n in range(MESSAGES)]
    start = time.perf_counter()
    outcomes = [r.outcome for r in ingest(office, items, NOW)]
    spent = time.perf_counter() - start
    assert outcomes == ["accepted"] * MESSAGES
    with capsys.disabled():
        print(f"\n{MESSAGES / spent:.0f} messages a second ingested and acknowledged, by {proof}")
    office.close()


def test_memory_at_ten_thousand_messages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A Maildir of notes without orders: what is measured is reading, judging and keeping, not passwords."""
    an_office(tmp_path / "office").close()
    box = tmp_path / "box"
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    for number in range(FULL):
        raw = f"From: a{number}@example.com\nMessage-ID: <{number}@y>\n\nHello, {number}.\n"
        (box / "new" / f"{number}.M{number}.host").write_text(raw, encoding="utf-8")
    tracemalloc.start()
    listed = sum(1 for _ in _first(read(box), 1))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert listed == 1
    start = time.perf_counter()
    words = [sys.executable, "-c", FULL_RUN, str(tmp_path / "office"), str(box)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    spent = time.perf_counter() - start
    before, after, total = map(int, done.stdout.split())
    assert total == FULL
    with capsys.disabled():
        print(
            f"\n{FULL} messages in one Maildir: peak {after / 1024:.0f} MB, {(after - before) / 1024:.0f} MB more than "
            f"before ({peak / 1e6:.1f} MB for the list of its files), {FULL / spent:.0f} messages a second"
        )


def _first(items: Iterator[Incoming], most: int) -> Iterator[Incoming]:
    for number, item in enumerate(items):
        if number >= most:
            return
        yield item
