"""One damaged row of any table keeps no other game and no mail waiting, and the doctor names it.

Every column of every table, the game's own as well, gets what no hand of ours would write there: by night all of it, in
``make test-all`` every eleventh.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, LargeBinary, String

from magika_gm.app.office.office import open_office
from magika_gm.app.operations.doctor import examine
from magika_gm.app.operations.tick import tick
from magika_gm.store import tables as t
from tests.app.operations.test_doors_rows import ORDERS, SETTINGS, box, put, two_games
from tests.app.postroom import NOW, Post, begin

REPORTS_OF = ""
NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))

OF_ALL = ("office_secrets", "relations", "alembic_version", "heartbeats")
"""Tables whose rows concern every game alike; the heartbeat's is tried beside this (test_doors_rows)."""
DAMAGE = {
    "blob": "x'00ff'",
    "word": "'zzz'",
    "nothing": "NULL",
    "empty": "''",
    "number": "-987654321",
}


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games that are due, of the first one everything there is: a turn, mail, a sheet, money."""
    office = begin(tmp_path_factory.mktemp("damaged") / "office", SETTINGS, system="xom_zol")
    post = Post(office)
    two_games(post)
    put(box(post), "0.mail", 9, ORDERS)
    list(tick(office, NOW, 1))
    with office.store.writing() as connection:
        connection.exec_driver_sql("UPDATE turns SET next_due = ?", (NOW.isoformat(),))
    office.close()
    loosened(office.root)
    return office.root


def loosened(root: Path) -> None:
    """Without constraints, as pages are that a disk spoilt."""
    with closing(sqlite3.connect(root / "magika.sqlite3", isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        keyed = "sql NOT LIKE '%WITHOUT ROWID%'"
        connection.execute(f"UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE {keyed}")
        connection.execute("PRAGMA writable_schema = OFF")


def columns() -> Iterator[tuple[str, str]]:
    for table in t.metadata.sorted_tables:
        if table.name not in OF_ALL:
            yield from ((table.name, column.name) for column in table.columns)


def whose(table: str, names: list[str]) -> str:
    """The rows of a table that are game 7's."""
    its = {
        "games": "id = '7'",
        "players": "id IN (SELECT player FROM seats WHERE game = '7')",
        "postings": "entry IN (SELECT id FROM entries WHERE game = '7')",
    }
    return its.get(table, "game = '7'" if "game" in names else "1")


def usual(column: Column[Any]) -> object:
    """What a row of ours might hold in a column."""
    if isinstance(column.type, LargeBinary):
        return b""
    if isinstance(column.type, String):
        return NOW.isoformat() if column.name.endswith("_at") or column.name in ("due", "since") else ""
    return 1


def damage(root: Path, table: str, column: str, how: str) -> bool:
    """Whether a column of all game 7's rows could be damaged so; a table without a row gets one."""
    with closing(sqlite3.connect(root / "magika.sqlite3", isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        where = whose(table, names)
        if connection.execute(f"SELECT count(*) FROM {table} WHERE {where}").fetchone() == (0,):
            plain = {"game": "7", "seat": "A", "turn": 2, "player": 1}
            row = {one.name: plain.get(one.name, usual(one)) for one in t.metadata.tables[table].columns}
            into, marks = ", ".join(f'"{name}"' for name in row), ", ".join("?" * len(row))
            connection.execute(f"INSERT INTO {table} ({into}) VALUES ({marks})", list(row.values()))
        try:
            connection.execute(f'UPDATE OR IGNORE {table} SET "{column}" = {DAMAGE[how]} WHERE {where}')
        except sqlite3.IntegrityError:
            return False
    return True


def check(root: Path, what: tuple[str, str], how: str) -> None:
    """The other game is played and its letters go, mail comes in, twice; and the doctor goes through."""
    if not damage(root, *what, how):
        return
    office = open_office(root)
    post = Post(office)
    new = root / "maildir" / "new"
    put(new, "1.mail", 1, ORDERS.replace("TURN 1", "TURN 2"))
    put(new, "2.mail", 2, ORDERS.replace("GAME 7 TURN 1", "GAME 8 TURN 2"))
    parts = {part.name: part for part in tick(office, NOW, 1)}
    taken = post.rows("SELECT count(*) FROM inbox WHERE message_id IN ('<1@box>', '<2@box>')")
    assert taken == [(2,)], (parts["mail in"].failed, parts["mail in"].done)
    assert post.rows("SELECT count(*) FROM turns WHERE game = '8' AND turn = 2") == [(1,)], parts
    assert not parts["mail in"].failed
    assert not parts["mail out"].failed
    sent = "SELECT count(*) FROM outbox WHERE game = '8' AND turn = 2 AND kind = 'report' AND state = 'sent'"
    assert post.rows(sent) == [(2,)], parts
    told = [one.what for found in examine(root, NOW) for one in found.findings]
    assert not [what for what in told if "cannot be looked at" in what], told
    office.close()


@pytest.mark.slow
@pytest.mark.sqlite("rows are damaged as a disk does it")
@pytest.mark.parametrize("table", sorted({table for table, _ in columns()}))
def test_a_damaged_column_keeps_no_other_game_and_no_mail_waiting(table: str, pattern: Path, tmp_path: Path) -> None:
    tried = [(column, how) for name, column in columns() if name == table for how in DAMAGE]
    failed = []
    for column, how in tried[:: 1 if NIGHTLY else 2 * len(DAMAGE) + 1]:
        root = tmp_path / f"{column}-{how}"
        shutil.copytree(pattern, root)
        try:
            check(root, (table, column), how)
        except Exception as fault:  # noqa: BLE001 - told with its column, whatever it is
            failed.append(f"{column} {how}: {fault!r}")
        shutil.rmtree(root)
    assert not failed, "\n".join(failed)
