"""What each step of a turn costs, game by game, in processor time, and how many bytes it leaves (docs/scale.md)."""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, text

from magika_gm import games
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.office.passwords import hash_password
from magika_gm.app.operations.tick import tick
from magika_gm.app.post.deliver import deliver
from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.engine.sheet.sheet import Sheet, write_sheet
from magika_gm.resources import shipped
from magika_gm.store import tables as t

pytestmark = pytest.mark.benchmark
BEGUN = datetime(2026, 1, 5, 12, tzinfo=UTC)
TURNS = 6


def spent(work: Callable[[], Any]) -> float:
    """Milliseconds of processor time."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1e3


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def rows_of(office: Office) -> int:
    """Bytes of the database in use."""
    with office.store.reading() as connection:
        pages, free, each = (
            connection.execute(text(f"PRAGMA {name}")).scalar() or 0
            for name in ("page_count", "freelist_count", "page_size")
        )
    return (pages - free) * each


def answers(office: Office, system: str, turn: int) -> None:
    """Everybody sends the orders of the built-in policy."""
    kind, folder = games.system(system), office.reports(system, turn)
    rows = []
    for path in sorted(folder.glob("*.json")):
        plain = json.loads(path.read_text("utf-8"))
        seat = kind.reports.seat_of(plain)
        policy = kind.signup.AUTOMATIC.get(seat, kind.bots.DEFAULT)
        orders = kind.bots.play(policy, plain, b"steps")
        sheet = Sheet(game=system, turn=turn + 1, seat=seat, orders=dict(enumerate(orders, 1)))
        rows.append({"game": system, "turn": turn + 1, "seat": seat, "revision": 1, "received_at": BEGUN.isoformat(),
                     "message_id": f"<{system}{turn}{seat}@steps>",
                     "sheet": write_sheet(sheet, kind.orders.GRAMMAR)})  # fmt: skip
    with office.store.writing() as connection:
        connection.execute(insert(t.sheets), rows)


@pytest.mark.parametrize("system", games.SYSTEMS)
def test_steps_of_a_turn(system: str, tmp_path: Path) -> None:
    office = init_office(tmp_path / "office")
    signups = shipped("sample") / system / "signups.toml"
    begin = spent(lambda: new_game(office, system, signups, BEGUN, system=system, seed=b"steps"))
    write_reports(office, system, 0)
    list(deliver(office, BEGUN))
    turns, pages, mails, numbers, bytes_of_rows, bytes_of_files = [], [], [], [], [], []
    for turn in range(1, TURNS + 1):
        answers(office, system, turn - 1)
        now, before = BEGUN + timedelta(days=14 * turn), rows_of(office)
        turns.append(spent(lambda now=now: process_turn(office, system, now, early=True, processes=1, pages=False)))  # type: ignore[misc]
        bytes_of_rows.append(rows_of(office) - before)
        pages.append(spent(lambda turn=turn: write_reports(office, system, turn)))  # type: ignore[misc]
        bytes_of_files.append(size_of(office.reports(system, turn)) + size_of(office.overviews(system, turn)))
        sent: list[Any] = []
        mails.append(spent(lambda now=now, sent=sent: sent.extend(deliver(office, now))))  # type: ignore[misc]
        numbers.append(len(sent))
    files = sorted((office.root / "outbox").glob("report*.eml"), key=lambda path: path.stat().st_mtime)[-numbers[-1] :]
    letter = statistics.mean(path.stat().st_size for path in files)
    middle = statistics.median
    print(
        f"\n{system}: to begin {begin:.0f} ms; a turn: rows {middle(turns):.0f} ms, pages {middle(pages):.0f} ms, ",
        end="",
    )
    print(f"{middle(numbers):.0f} mails {middle(mails):.0f} ms ({middle(mails) / middle(numbers):.0f} each); ", end="")
    print(f"{middle(bytes_of_rows) / 1e3:.0f} kB of rows, {middle(bytes_of_files) / 1e3:.0f} kB of files, ", end="")
    print(f"mails of {letter / 1e3:.0f} kB; load {os.getloadavg()[0]:.1f}")
    assert middle(turns) < sum(pages), "a turn's rows are the smaller part of its work"
    office.close()


def test_steps_of_the_office(tmp_path: Path) -> None:
    """What a round costs that finds nothing to do, and a password."""
    office = init_office(tmp_path / "office")
    new_game(office, "1", shipped("sample") / "temple_isle" / "signups.toml", BEGUN, system="temple_isle")
    list(tick(office, BEGUN, 1))
    idle = statistics.median(spent(lambda: list(tick(office, BEGUN, 1))) for _ in range(5))
    word = statistics.median(spent(lambda: hash_password("swordfish")) for _ in range(5))
    print(f"\na round with nothing to do {idle:.0f} ms; a password's hash {word:.0f} ms")
    office.close()
