"""What a turn costs the database: small rows, found by index, however long the game."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import event

from magika_gm.engine.dice import Dice
from magika_gm.games.magika.archive import ARCHIVE
from magika_gm.games.magika.rules.sequence import resolve
from magika_gm.store import tables as t
from magika_gm.store.archive import load_rolls, load_state, load_told, save_record, save_state, save_turn
from magika_gm.store.database import Store, open_store
from magika_gm.store.relations import tables_of
from tests.worlds import random_orders, random_world, scenario_of

MOST_BYTES = 30_000


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(f"sqlite:///{tmp_path / 'magika.sqlite3'}", create=True)
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


def test_world_and_record_stay_small_and_are_found_by_index(store: Store) -> None:
    world = random_world(5)
    scenario = scenario_of(world)
    now = datetime(2026, 11, 1, tzinfo=UTC).isoformat()
    with store.writing() as connection:
        save_turn(connection, "1", 0, now, now, None)
        save_state(connection, "1", 0, world, scenario)
    before, played = used(store), 0
    for turn in range(1, 7):
        result = resolve(world, random_orders(turn, world), Dice(b"cost", turn))
        with store.writing() as connection:
            save_turn(connection, "1", turn, now, now, result.world.ending)
            save_state(connection, "1", turn, result.world, scenario)
            save_record(connection, "1", turn, result.told, result.rolls)
        world, played = result.world, turn
        if world.ended:
            break
    assert (used(store) - before) / played < MOST_BYTES

    asked: list[tuple[str, object]] = []

    @event.listens_for(store.engine, "before_cursor_execute")
    def _note(_connection: object, _cursor: object, sql: str, parameters: object, *_: object) -> None:
        asked.append((sql, parameters))

    with store.reading() as connection:
        load_state(connection, "1", played, scenario)
        load_told(connection, "1", played)
        load_rolls(connection, "1", played)
    event.remove(store.engine, "before_cursor_execute", _note)
    assert len(asked) >= 9
    names = {table.name for table in (*t.metadata.tables.values(), *tables_of(ARCHIVE).values())}
    with store.reading() as connection:
        for sql, parameters in asked:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", parameters).all()  # type: ignore[arg-type]
            scanned = {step[3].split()[1] for step in plan if step[3].startswith("SCAN")} & names
            assert not scanned, f"{sql}: reads all of {scanned}"
