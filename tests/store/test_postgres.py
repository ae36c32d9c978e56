"""PostgreSQL does as SQLite does: worlds come back, an office of schema 2 goes on, two writers do not meet."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, make_url, text

from magika_gm.app.audit.verify import verify_game
from magika_gm.app.office.office import Office, init_office, open_office
from magika_gm.app.operations.checks import Examined
from magika_gm.app.operations.doctor import examine
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.engine.dice import Dice
from magika_gm.games.magika.archive import ARCHIVE
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.store import tables as t
from magika_gm.store.archive import delete_turn, load_rolls, load_state, load_told, save_record, save_state, save_turn
from magika_gm.store.database import Busy, open_store, schema_on_server
from magika_gm.store.relations import make_tables, rows_of
from magika_gm.store.tables import VERSION
from tests.magika.randoms import random_orders, random_world, scenario_of
from tests.on_postgres import fill_from_dump, migrated
from tests.store.postgres import Server
from tests.store.test_relations import SQUARE, Board, grown, load, save
from tests.store.test_schema import at_once, killed_at
from tests.store.test_store import GAME
from tests.store.test_upgrade_0002 import differences

pytestmark = pytest.mark.postgres
HERE = Path(__file__).parent
NOW = datetime(2027, 1, 1, 12, tzinfo=UTC)


def test_worlds_and_what_was_told_come_back(postgres: Server) -> None:
    store = open_store(postgres.new_database(), create=True)
    world = random_world(3)
    scenario = scenario_of(world)
    with store.writing() as connection:
        connection.execute(t.games.insert(), [GAME])
        save_turn(connection, "1", 0, "", "", None)
        save_state(connection, "1", 0, world, scenario)
    for turn in (1, 2):
        result = play_turn(world, random_orders(turn, world), Dice(b"postgres", turn))
        with store.writing() as connection:
            save_turn(connection, "1", turn, "", "", result.world.ending)
            save_state(connection, "1", turn, result.world, scenario)
            save_record(connection, "1", turn, result.told, result.rolls)
        with store.reading() as connection:
            assert load_state(connection, "1", turn, scenario) == result.world
            assert tuple(load_told(connection, "1", turn)) == result.told
            assert tuple(load_rolls(connection, "1", turn)) == result.rolls
        world = result.world
    with store.writing() as connection:
        delete_turn(connection, "1", 2)
        assert connection.execute(text("SELECT count(*) FROM mages WHERE turn = 2")).scalar() == 0
    store.close()


def test_only_changes_are_kept_and_tables_grow(postgres: Server) -> None:
    store = open_store(postgres.new_database(), create=True)
    with store.writing() as connection:
        connection.execute(t.games.insert(), [GAME | {"id": "9", "system": "toy"}])
    boards = [Board(squares=SQUARE, hands=(("SUN", ("Lion", "Crêpe"), 1.5),))]
    boards.append(Board(1, "west", squares=SQUARE | {(0, 0): ("B", True)}))
    boards.append(Board(2, "", squares={(0, 0): ("B", True)}))
    for board in boards:
        save(store, board)
    assert [load(store, board.turn) for board in boards] == boards
    with store.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM toy_squares WHERE turn = 1")).scalar() == 1
        make_tables(connection, grown())
        connection.rollback()
    assert "rain" not in {c["name"] for c in inspect(store.engine).get_columns("toy_weather")}, "rolled back"
    with store.writing() as connection:
        make_tables(connection, grown())
    assert "rain" in {c["name"] for c in inspect(store.engine).get_columns("toy_weather")}
    store.close()


def test_a_second_writer_is_told_so(postgres: Server) -> None:
    url = postgres.new_database()
    store, other = open_store(url, create=True), open_store(url)
    with store.writing(), pytest.raises(Busy), other.writing(patience=0.05):
        pass
    store.close()
    other.close()


def test_migrations_make_what_the_tables_say(postgres: Server) -> None:
    shapes = []
    for made_new in (True, False):
        url = postgres.new_database()
        if made_new:
            store = open_store(url, create=True)
            with store.writing() as connection:
                make_tables(connection, ARCHIVE)
            store.close()
        else:
            migrated(url)
        engine = create_engine(url)
        look = inspect(engine)
        shapes.append({
            table: (
                sorted((c["name"], str(c["type"]), c["nullable"]) for c in look.get_columns(table)),
                look.get_pk_constraint(table)["constrained_columns"],
                sorted(i["name"] or "" for i in look.get_indexes(table)),
                sorted(f["referred_table"] for f in look.get_foreign_keys(table)),
            )
            for table in sorted(look.get_table_names())
        })  # fmt: skip
        engine.dispose()
    assert shapes[0] == shapes[1]


def office_of_schema_2(url: str, folder: Path) -> Office:
    """The office of office-0002.sql.gz, its rows in PostgreSQL tables of that schema."""
    init_office(folder).close()
    for made in folder.glob("magika.sqlite3*"):
        made.unlink()
    (folder / "magika.toml").write_text(f'[office]\nname = "Magika by mail"\n[database]\nurl = "{url}"\n', "utf-8")
    fill_from_dump(url, gzip.decompress((HERE / "office-0002.sql.gz").read_bytes()).decode("utf-8"))
    return open_office(folder)


def test_who_makes_or_upgrades_a_database_another_one_is_at_waits_and_goes_on(postgres: Server) -> None:
    made, old = postgres.new_database(), postgres.new_database()
    fill_from_dump(old, gzip.decompress((HERE / "office-0002.sql.gz").read_bytes()).decode("utf-8"))
    for url, rows in ((made, 0), (old, 13)):

        def deed(url: str = url, rows: int = rows) -> None:
            store = open_store(url, create=True)
            with store.reading() as connection:
                assert connection.execute(text("SELECT count(*) FROM readers")).scalar_one() >= rows
                assert connection.execute(text("SELECT count(*) FROM office_secrets")).scalar() == 1
            store.close()

        assert at_once(deed) == [0, 0, 0]
        assert schema_on_server(url) == VERSION


def test_making_and_upgrading_are_one_deed_each(postgres: Server) -> None:
    old = postgres.new_database()
    fill_from_dump(old, gzip.decompress((HERE / "office-0002.sql.gz").read_bytes()).decode("utf-8"))
    kept = make_url(old).database or ""
    for point in (1, 4, 60, 250, 400):
        copied = postgres.copy(kept, f"{kept}_{point}")
        for url, before in ((copied, "0002"), (postgres.new_database(), None)):
            if killed_at(point, lambda: open_store(url, create=True).close()):  # noqa: B023 - done before the next one
                assert schema_on_server(url) == before
            open_store(url, create=True).close()
            assert schema_on_server(url) == VERSION


def test_tables_that_grow_for_two_at_once_grow_once(postgres: Server) -> None:
    url = postgres.new_database()
    store = open_store(url, create=True)
    with store.writing() as connection:
        connection.execute(t.games.insert(), [GAME | {"id": "9", "system": "toy"}])
    save(store, Board(squares=SQUARE))
    store.close()

    def deed() -> None:
        own = open_store(url)
        with own.reading() as connection:
            rows_of(connection, grown(), "weather", "9", 0)
        own.close()

    assert at_once(deed) == [0, 0, 0]


def test_the_doctor_upgrades_an_older_schema_only_when_asked(postgres: Server, tmp_path: Path) -> None:
    url = postgres.new_database()
    office_of_schema_2(url, tmp_path / "office").close()

    def look(fix: bool) -> dict[str, Examined]:
        return {examined.check: examined for examined in examine(tmp_path / "office", NOW, fix=fix)}

    checks = look(fix=False)
    assert "older schema 0002" in checks["database"].findings[0].what
    assert "worlds" not in checks
    assert schema_on_server(url) == "0002"
    assert "worlds" in look(fix=True)
    assert schema_on_server(url) == VERSION
    assert schema_on_server(postgres.new_database()) is None


def test_an_office_of_schema_2_goes_on(postgres: Server, tmp_path: Path) -> None:
    office = office_of_schema_2(postgres.new_database(), tmp_path / "office")
    assert [v.differences for game in ("listed", "old", "sample") for v in verify_game(office, game)] == [()] * 6
    kept = json.loads(gzip.decompress((HERE / "office-0002.json.gz").read_bytes()))
    for turn in (1, 2):
        write_reports(office, "sample", turn)
        for seat in "ACM":
            now = json.loads((office.reports("sample", turn) / f"{seat}.json").read_text("utf-8"))
            # what orders would cost is told otherwise since
            assert set(differences(kept[f"sample/{turn}/{seat}"], now)) <= {".costs", ".known", ".notes", ".order_form"}
    assert process_turn(office, "sample", NOW, early=True).turn == 3
    assert undo_turn(office, "sample", NOW) == 3
    assert process_turn(office, "sample", NOW, early=True).turn == 3
    assert [v.differences for v in verify_game(office, "sample")] == [()] * 3
    with office.store.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM tasks WHERE game = 'sample'")).scalar() == 10
    office.close()
