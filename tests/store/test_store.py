"""The store: worlds and events come back equal, schema and migrations agree, nobody writes over anybody."""

from __future__ import annotations

import sqlite3
from dataclasses import fields, is_dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, insert, inspect, select, text, update
from sqlalchemy.exc import IntegrityError

from magika_gm.engine.dice import Dice
from magika_gm.games.magika.archive import ARCHIVE
from magika_gm.games.magika.rules import events
from magika_gm.games.magika.rules.events import EVENTS
from magika_gm.games.magika.rules.refusals import Refusal, Why
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.state import Area, Scroll
from magika_gm.store import tables as t
from magika_gm.store.archive import (
    delete_turn,
    load_rolls,
    load_state,
    load_told,
    save_record,
    save_state,
    save_turn,
)
from magika_gm.store.database import Busy, Store, StoreError, open_store
from magika_gm.store.relations import make_tables, tables_of
from magika_gm.store.schema import OFFICE
from tests.examples import each_of
from tests.magika.randoms import random_orders, random_world, scenario_of
from tests.on_postgres import home, migrated, wanted

GAME = {"id": "1", "title": "t", "scenario": "s", "seed": b"x", "seed_hash": "h", "pace_days": 14, "created_at": ""}


def fresh(folder: Path) -> Store:
    store = open_store(home(folder), create=True)
    with store.writing() as connection:
        connection.execute(insert(t.games), [GAME])
    return store


def test_no_row_hangs_on_what_is_not_there(tmp_path: Path) -> None:
    store = fresh(tmp_path)
    with pytest.raises(IntegrityError), store.writing() as connection:
        save_turn(connection, "no such game", 0, "", "", None)
    store.close()


@given(st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_a_turn_comes_back_as_it_was_saved(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    store = fresh(tmp_path_factory.mktemp("store"))
    world = random_world(seed)
    scenario = scenario_of(world)
    with store.writing() as connection:
        save_turn(connection, "1", 0, "", "", None)
        save_state(connection, "1", 0, world, scenario)
    for turn in (1, 2, 3):
        result = play_turn(world, random_orders(seed + turn, world), Dice(b"store", turn))
        with store.writing() as connection:
            save_turn(connection, "1", turn, "", "", result.world.ending)
            save_state(connection, "1", turn, result.world, scenario)
            save_record(connection, "1", turn, result.told, result.rolls)
        with store.reading() as connection:
            assert load_state(connection, "1", turn, scenario) == result.world
            assert tuple(load_told(connection, "1", turn)) == result.told
            assert tuple(load_rolls(connection, "1", turn)) == result.rolls
        world = result.world
        if world.ended:
            break
    with store.writing() as connection:
        delete_turn(connection, "1", world.turn)
        for table in (*t.TURN_TABLES, t.turns, *tables_of(ARCHIVE).values()):
            assert not connection.execute(table.select().where(table.c.turn == world.turn)).all()
    store.close()


SAMPLES = {
    "str": "A",
    "int": 7,
    "bool": True,
    "Scroll": Scroll("Heals", 2, 30, 1, False),
    "str | Scroll": Scroll("TelPt"),
    "Refusal": Refusal(Why.NO_CLOAK, "red"),
    "Area": Area("ElArr", -2, frozenset({3, 9}), 12, "C"),
    "tuple[int, ...]": (1, 2, 3),
}


def _written(annotation: object) -> str:
    """An annotation as it stands in the source."""
    return str(getattr(annotation, "__forward_arg__", annotation))


@each_of(sorted(EVENTS.classes))
def test_every_event_goes_through_json_and_back(name: str) -> None:
    import json

    kind = EVENTS.classes[name]
    event = kind(**{field: SAMPLES[_written(a)] for field, a in ((one.name, one.type) for one in fields(kind))})
    assert is_dataclass(event)
    assert not isinstance(event, type)
    back = EVENTS.from_plain(json.loads(json.dumps(EVENTS.to_plain(event))))  # type: ignore[arg-type]
    assert back == event  # type: ignore[comparison-overlap]
    assert back.__class__ is kind
    assert kind.__module__ == events.__name__


@pytest.mark.sqlite("tests/store/test_postgres.py asks it of a server")
def test_migrations_make_what_the_tables_say(tmp_path: Path) -> None:
    migrated(f"sqlite:///{tmp_path / 'migrated.sqlite3'}")
    made = open_store(f"sqlite:///{tmp_path / 'made.sqlite3'}", create=True)
    with made.writing() as connection:
        make_tables(connection, ARCHIVE)
    made.close()
    shapes = []
    for name in ("migrated", "made"):
        engine = create_engine(f"sqlite:///{tmp_path / name}.sqlite3")
        look = inspect(engine)
        shapes.append(
            {
                table: (
                    sorted((c["name"], str(c["type"]), c["nullable"]) for c in look.get_columns(table)),
                    look.get_pk_constraint(table)["constrained_columns"],
                    sorted(i["name"] or "" for i in look.get_indexes(table)),
                    sorted(f["referred_table"] for f in look.get_foreign_keys(table)),
                    look.get_table_options(table),
                )
                for table in sorted(look.get_table_names())
            }
        )
        engine.dispose()
    assert shapes[0] == shapes[1]
    assert len(shapes[0]) > 15


def test_an_office_has_no_tables_of_games_it_does_not_play_and_a_secret_of_its_own(tmp_path: Path) -> None:
    secrets = set()
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        store = open_store(home(tmp_path / name), create=True)
        assert set(inspect(store.engine).get_table_names()) == {*t.metadata.tables, "alembic_version"}
        with store.reading() as connection:
            ((known, secret),) = connection.execute(text("SELECT name, secret FROM office_secrets")).all()
        assert (known, len(secret)) == (OFFICE, 32)
        secrets.add(secret)
        store.close()
    assert len(secrets) == 2


@pytest.mark.sqlite("files that are no database")
@pytest.mark.parametrize(
    ("make", "words"),
    [
        ("newer", "written by a newer magika-gm"),
        ("other", "is not an office's database"),
        ("garbage", "restore a backup copy"),
        ("missing", "make an office with"),
        ("empty", "make an office with"),
    ],
)
def test_what_cannot_be_opened_says_why(tmp_path: Path, make: str, words: str) -> None:
    path = tmp_path / "magika.sqlite3"
    if make == "newer":
        open_store(f"sqlite:///{path}", create=True).close()
    if make == "garbage":
        path.write_bytes(b"garbage " * 1000)
    elif make != "missing":
        with sqlite3.connect(path) as connection:
            if make == "newer":
                connection.execute("UPDATE alembic_version SET version_num = '9999'")
            elif make == "other":
                connection.execute("CREATE TABLE recipes (name TEXT)")
            else:
                connection.execute("VACUUM")
        connection.close()
    with pytest.raises(StoreError, match=words):
        open_store(f"sqlite:///{path}")


def test_a_second_writer_is_told_so(tmp_path: Path) -> None:
    store, other = fresh(tmp_path), open_store(home(tmp_path))
    with store.writing() as connection:
        connection.execute(text("UPDATE games SET title = 'mine'"))
        with pytest.raises(Busy), other.writing(patience=0.05):
            pass
    with other.reading() as connection:
        assert connection.execute(text("SELECT title FROM games")).scalar() == "mine"
    store.close()
    other.close()


def test_an_error_inside_rolls_back_whole(tmp_path: Path) -> None:
    store = fresh(tmp_path)

    def half() -> None:
        with store.writing() as connection:
            connection.execute(text("UPDATE games SET title = 'half done'"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half()
    with store.reading() as connection:
        assert connection.execute(text("SELECT title FROM games")).scalar() == "t"
    store.close()


def test_who_watches_is_asked_before_what_changed_is_kept(tmp_path: Path) -> None:
    store, asked = fresh(tmp_path), []

    def refuse() -> None:
        asked.append(True)
        raise RuntimeError

    def title() -> object:
        with store.reading() as connection:
            return connection.execute(select(t.games.c.title)).scalar_one()

    store.watch(refuse)
    with store.writing(watched=False) as connection:
        connection.execute(update(t.games).values(title="last looked at"))
    with store.writing() as connection:
        connection.execute(select(t.games))
    assert (asked, title()) == ([], "last looked at")
    with pytest.raises(RuntimeError), store.writing() as connection:
        connection.execute(update(t.games).values(title="changed"))
    assert (asked, title()) == ([True], "last looked at")
    store.close()


def test_a_clock_of_this_machine_is_not_ahead(tmp_path: Path) -> None:
    store = fresh(tmp_path)
    assert store.ahead() == timedelta(0)
    store.close()


def test_every_table_and_every_query_of_the_documentation(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "database.md").read_text(encoding="utf-8")
    for table in (*t.metadata.tables.values(), *tables_of(ARCHIVE).values()):
        assert f"`{table.name}`" in page
        for name in table.columns.keys():  # noqa: SIM118 - no mapping
            assert f"`{name}`" in page or name in ("game", "turn", "seat", "letter"), f"{table.name}.{name}"
    plain, other = ([q.partition("```")[0] for q in page.split(f"```{fence}\n")[1:]] for fence in ("sql", "pgsql"))
    assert (len(plain) >= 8, len(other)) == (True, 2)
    queries = [*(q for q in plain if "json_" not in q), *other] if wanted() else plain
    store = fresh(tmp_path)
    with store.writing() as connection:
        make_tables(connection, ARCHIVE)
    with store.reading() as connection:
        for query in queries:
            connection.execute(text(query)).all()  # as a tool asks it: a % stands for itself
    store.close()
