"""One damaged row of any table keeps no other game and no mail waiting, whoever does the work; and the doctor goes on.

Every column of every table, the tables of all games' worlds as well, gets what no hand of ours would write there: by
night all of it, in ``make test-all`` every :data:`BY_DAY`-th. The work is done by a round, by commands typed one by
one, and found by a worker who looks round.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tomllib
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Column, LargeBinary, String, Table

from magika_gm.app.office.office import Office, open_office
from magika_gm.app.operations import workers
from magika_gm.app.operations.doctor import examine
from magika_gm.app.operations.tick import tick
from magika_gm.app.record.games import load_holders
from magika_gm.games import SYSTEMS, system
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from magika_gm.store.relations import tables_of
from tests.app.operations.test_doors_rows import ORDERS, SETTINGS, box, put, two_games
from tests.app.postroom import NOW, Post, begin
from tests.desk import typed

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
REPORTS_OF = "A" if NIGHTLY else ""
ALWAYS_SKETCHED = True
BY_DAY = 61
"""Prime, and no divisor of what there are of tables, columns and kinds of damage: in time it meets them all."""

OF_ALL = ("alembic_version", "office_secrets")
"""Tables without which there is no office."""
DAMAGE = {
    "blob": "x'00ff'",
    "word": "'zzz'",
    "nothing": "NULL",
    "empty": "''",
    "number": "-987654321",
}
PLAIN = "xom_zol"
"""The game whose rows of the office's own tables are damaged, and the one beside it."""


class Damage(NamedTuple):
    """What is damaged: of game 7, which is of a ``kind``, a column of a table, and how."""

    kind: str
    table: Table
    column: str
    how: str

    def __str__(self) -> str:
        return f"{self.kind} {self.table.name}.{self.column} {self.how}"


def everything() -> Iterator[Damage]:
    """Every column and kind of damage. A kind's version is damaged where the other game is of another."""
    neutral = [table for table in t.metadata.sorted_tables if table.name not in OF_ALL]
    tables = [("arena" if table is t.relations else PLAIN, table) for table in neutral]
    tables += [(kind, table) for kind in SYSTEMS for table in tables_of(system(kind).archive).values()]
    for kind, table in tables:
        yield from (Damage(kind, table, column.name, how) for column in table.columns for how in DAMAGE)


ALL = list(everything())
FOUND = ("xom_zol positions.seat nothing",)
"""What a whole night found."""
TRIED = [what for number, what in enumerate(ALL) if NIGHTLY or number % BY_DAY == 0 or str(what) in FOUND]
TABLES = sorted({(one.kind, one.table.name) for one in TRIED})


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Offices by the kind of game 7: two games that are due, of the first one everything there is: a turn, mail, a
    sheet, money."""

    @cache
    def of(kind: str) -> Path:
        folder = tmp_path_factory.mktemp(kind)
        office = begin(folder / "office", SETTINGS, system=kind)
        post = Post(office)
        two_games(post)
        put(box(post), "0.mail", 9, sheet(office, kind, 1))
        list(tick(office, NOW, 1))
        with office.store.writing() as connection:
            connection.exec_driver_sql("UPDATE turns SET next_due = ?", (NOW.isoformat(),))
        put(office.root / "maildir" / "new", "1.mail", 1, sheet(office, kind, 2))
        put(office.root / "maildir" / "new", "2.mail", 2, ORDERS.replace("GAME 7 TURN 1", "GAME 8 TURN 2"))
        office.close()
        loosened(office.root / "magika.sqlite3")
        return office.root

    return of


def sheet(office: Office, kind: str, turn: int) -> str:
    """An empty sheet of somebody in game 7."""
    with office.store.reading() as connection:
        people = {holder.email: seat for seat, holder in load_holders(connection, "7").items()}
    found = tomllib.loads((shipped("sample") / kind / "signups.toml").read_text("utf-8"))["player"][0]
    word = system(kind).sheet_words[0]
    seat = system(kind).orders.GRAMMAR.written(people[found["email"]])
    return f"GAME 7 TURN {turn}\n{word} {seat}\nPASSWORD {found['password']}\nEND\n"


def loosened(file: Path) -> None:
    """Without constraints, as pages are that a disk spoilt."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA legacy_alter_table = ON")
        made = connection.execute(
            "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL"
        ).fetchall()
        for kind, name, _, sql in made:
            if kind == "table":
                loose = sql.replace("NOT NULL", "").replace("WITHOUT ROWID", "")
                connection.execute(f'ALTER TABLE "{name}" RENAME TO strict')
                connection.execute(loose)
                connection.execute(f'INSERT INTO "{name}" SELECT * FROM strict')
                connection.execute("DROP TABLE strict")
                for _, _, of, index in made:
                    if of == name and index != sql:
                        connection.execute(index)


def whose(table: str, names: list[str], kind: str) -> str:
    """The rows of a table that are game 7's."""
    its = {
        "games": "id = '7'",
        "players": "id IN (SELECT player FROM seats WHERE game = '7')",
        "postings": "entry IN (SELECT id FROM entries WHERE game = '7')",
        "relations": f"system = '{kind}'",
    }
    return its.get(table, "game = '7'" if "game" in names else "1")


def usual(column: Column[Any]) -> object:
    """What a row of ours might hold in a column."""
    if isinstance(column.type, LargeBinary):
        return b""
    if isinstance(column.type, String):
        return NOW.isoformat() if column.name.endswith("_at") or column.name in ("due", "since") else ""
    return 1


def damage(root: Path, what: Damage) -> bool:
    """Whether a column of all game 7's rows could be damaged so; a table without a row gets one."""
    table = what.table
    with closing(sqlite3.connect(root / "magika.sqlite3", isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        where = whose(table.name, [column.name for column in table.columns], what.kind)
        if connection.execute(f"SELECT count(*) FROM {table.name} WHERE {where}").fetchone() == (0,):
            plain = {"game": "7", "seat": "A", "turn": 1, "player": 1}
            row = {one.name: plain.get(one.name, usual(one)) for one in table.columns}
            into, marks = ", ".join(f'"{name}"' for name in row), ", ".join("?" * len(row))
            connection.execute(f"INSERT INTO {table.name} ({into}) VALUES ({marks})", list(row.values()))
        try:
            change = f'UPDATE OR IGNORE {table.name} SET "{what.column}" = {DAMAGE[what.how]} WHERE {where}'
            return connection.execute(change).rowcount > 0
        except sqlite3.IntegrityError:
            return False


def held(root: Path, said: object) -> None:
    """The other game is played and its letters went, and both mails are in, whatever became of them."""
    with closing(sqlite3.connect(root / "magika.sqlite3")) as connection:

        def count(query: str) -> int:
            return int(connection.execute(f"SELECT count(*) FROM {query}").fetchone()[0])

        assert count("inbox WHERE message_id IN ('<1@box>', '<2@box>')") == 2, said
        assert count("turns WHERE game = '8' AND turn = 2") == 1, said
        assert count("outbox WHERE game = '8' AND turn = 2 AND kind = 'report' AND state = 'sent'") == 2, said


def by_a_round(root: Path) -> None:
    """``tick``, and a worker's look before it finds what there is to do; the doctor goes through."""
    office = open_office(root)
    told = [one.what for found in examine(root, NOW) for one in found.findings]
    assert not [what for what in told if "cannot be looked at" in what], told
    put: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "defer", lambda _, job: put.append(job.once))
        workers.Worker(office=office, clock=lambda: NOW).look_round(mail_first=False)
    assert {"mail_in", "game:8"} <= set(put), put
    parts = {part.name: part for part in tick(office, NOW, 1)}
    held(root, parts)
    assert not parts["mail in"].failed
    assert not parts["mail out"].failed
    office.close()


def by_hand(root: Path) -> None:
    """The same, typed."""
    said = []
    for words in (("ingest",), ("process-turn", "7"), ("process-turn", "8"), ("deliver",)):
        result = typed(root, *words)
        said.append(f"{words}: {result.output}{result.stderr}")
        if not isinstance(result.exception, SystemExit | None):
            raise result.exception
    held(root, "\n".join(said))


@pytest.mark.slow
@pytest.mark.sqlite("rows are damaged as a disk does it")
@pytest.mark.parametrize(("kind", "table"), TABLES)
def test_a_damaged_column_keeps_no_other_game_and_no_mail_waiting(
    kind: str, table: str, pattern: Callable[[str], Path], tmp_path: Path
) -> None:
    failed = []
    for what in TRIED:
        if (what.kind, what.table.name) != (kind, table):
            continue
        for way in (by_a_round, by_hand):
            root = tmp_path / way.__name__
            shutil.copytree(pattern(kind), root)
            try:
                if damage(root, what):
                    way(root)
            except Exception as fault:  # noqa: BLE001 - told with its column, whatever it is
                failed.append(f"{what}, {way.__name__}: {fault!r}")
            shutil.rmtree(root)
    assert not failed, "\n".join(failed)
