"""What a turn costs the database: small rows, found by index, however long the game."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from magika_gm.engine.dice import Dice
from magika_gm.games.magika.archive import ARCHIVE
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.store import tables as t
from magika_gm.store.archive import load_rolls, load_state, load_told, save_record, save_state, save_turn
from magika_gm.store.database import Store, open_store
from magika_gm.store.relations import tables_of
from tests.magika.randoms import random_orders, random_world, scenario_of
from tests.on_postgres import home, wanted

MOST_BYTES = 30_000
SCENARIO = scenario_of(random_world(5))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(home(tmp_path), create=True)
    game = {"id": "1", "title": "", "scenario": "", "seed": b"x", "seed_hash": "", "pace_days": 14, "created_at": ""}
    with opened.writing() as connection:
        connection.execute(t.games.insert(), [game])
    yield opened
    opened.close()


def used(store: Store) -> int:
    with store.reading() as connection:
        pages, free, size = (
            int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())
            for name in ("page_count", "freelist_count", "page_size")
        )
    return (pages - free) * size


def played(store: Store) -> int:
    """Play six turns into the store; how many there are."""
    world = random_world(5)
    now = datetime(2026, 11, 1, tzinfo=UTC).isoformat()
    turn = 0
    while turn < 6 and not world.ended:
        turn += 1
        result = play_turn(world, random_orders(turn, world), Dice(b"cost", turn))
        with store.writing() as connection:
            save_turn(connection, "1", turn, now, now, result.world.ending)
            save_state(connection, "1", turn, result.world, SCENARIO)
            save_record(connection, "1", turn, result.told, result.rolls)
        world = result.world
    return turn


def begin(store: Store) -> None:
    """The game's tables, and the world it begins with."""
    now = datetime(2026, 11, 1, tzinfo=UTC).isoformat()
    with store.writing() as connection:
        save_turn(connection, "1", 0, now, now, None)
        save_state(connection, "1", 0, random_world(5), SCENARIO)


@pytest.mark.sqlite("the file's size")
def test_world_and_record_stay_small(store: Store) -> None:
    begin(store)
    before = used(store)
    turns = played(store)
    assert (used(store) - before) / turns < MOST_BYTES


def test_world_and_record_are_found_by_index(store: Store) -> None:
    begin(store)
    turns = played(store)
    asked: list[tuple[str, Any]] = []

    @event.listens_for(store.engine, "before_cursor_execute")
    def _note(_connection: object, _cursor: object, sql: str, parameters: object, *_: object) -> None:
        asked.append((sql, parameters))

    with store.reading() as connection:
        load_state(connection, "1", turns, SCENARIO)
        load_told(connection, "1", turns)
        load_rolls(connection, "1", turns)
    event.remove(store.engine, "before_cursor_execute", _note)
    assert len(asked) >= 9
    for sql, parameters in asked:
        scanned = scans(store, sql, parameters)
        assert not scanned, f"{sql}: reads all of {scanned}"


def scans(store: Store, sql: str, parameters: Any) -> set[str]:
    """The tables of an office a question reads from end to end."""
    names = {table.name for table in (*t.metadata.tables.values(), *tables_of(ARCHIVE).values())}
    with store.reading() as connection:
        if not wanted():
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", parameters).all()
            return {step[3].split()[1] for step in plan if step[3].startswith("SCAN")} & names
        # of tables so small it would read all, whatever index they have
        connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        lines = [str(line) for (line,) in connection.exec_driver_sql(f"EXPLAIN {sql}", parameters)]
        return {line.partition("Seq Scan on ")[2].split()[0] for line in lines if "Seq Scan on " in line} & names
