"""An office of schema 3, which kept no chain of turns, goes on: its games' chains begin with the next turn played."""

from __future__ import annotations

import json
import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from magika_gm.app.audit.verify import check_files, verify_game
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office, open_office
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.resources import shipped
from magika_gm.store.tables import VERSION
from tests.magika import word as acts
from tests.offices import of_schema
from tests.on_postgres import wanted

NOW = datetime(2027, 1, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An office between turns 2 and 3, as schema 3 kept it: all is alike but for the table of the chain."""
    folder = tmp_path_factory.mktemp("schema3") / "office"
    office = init_office(folder)
    new_game(office, "7", shipped("sample") / "magika" / "signups.toml", NOW)
    write_reports(office, "7")
    for _ in range(2):
        process_turn(office, "7", NOW, early=True)
    office.close()
    for path in (folder / "reports").rglob("*.json"):
        plain = json.loads(path.read_text("utf-8"))
        del plain["chain"]
        path.write_text(json.dumps(plain), encoding="utf-8")
    of_schema(folder, "0003")
    return folder


@pytest.fixture
def office(before: Path, tmp_path: Path) -> Office:
    return open_office(Path(shutil.copytree(before, tmp_path / "office")))


def sql(folder: Path, *statements: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(folder / "magika.sqlite3")
    with connection:
        for statement in statements:
            found = connection.execute(statement).fetchall()
    connection.close()
    return found


def links(office: Office, turn: int) -> list[tuple[int, str]]:
    plain = json.loads((office.reports("7", turn) / "C.json").read_text("utf-8"))
    return [(link["turn"], link["kind"]) for link in plain["chain"]["links"]]


@pytest.mark.slow
def test_it_is_upgraded_after_a_copy_and_what_was_played_stays_as_it_was(office: Office, before: Path) -> None:
    assert [v.differences for v in verify_game(office, "7")] == [(), ()]
    assert sql(office.root, "SELECT version_num FROM alembic_version") == [(VERSION,)]
    assert sql(office.root, "SELECT count(*) FROM chain") == [(0,)]
    assert wanted() or (office.root / "magika.sqlite3.bak-0003").is_file(), "on a server copies are made otherwise"
    again = json.loads((write_reports(office, "7", 2) / "C.json").read_text("utf-8"))
    assert again.pop("chain") == {"links": [], "sheets": []}
    assert again == json.loads((before / "reports" / "7" / "2" / "C.json").read_text("utf-8"))
    assert "Chain of turns" not in (office.reports("7", 2) / "C.txt").read_text("utf-8")
    office.close()


@pytest.mark.slow
def test_its_chain_begins_with_the_next_turn_and_the_end_verifies(office: Office) -> None:
    assert process_turn(office, "7", NOW, early=True).turn == 3
    assert links(office, 3) == [(3, "played")]
    for turn in (3, 2):
        assert undo_turn(office, "7", NOW) == turn, "one that the older version played, too"
    for _ in range(2):
        process_turn(office, "7", NOW, early=True)
    assert links(office, 3) == [(3, "played"), (3, "undone"), (2, "undone"), (2, "played"), (3, "played")]
    acts.place_mage(office, "7", "C", "b1", "to have an end", NOW)
    acts.change_order(office, "7", "C", 1, "MOVE NE", "to have an end", NOW)
    assert process_turn(office, "7", NOW, early=True).ending == "goal"
    assert [v.differences for v in verify_game(office, "7")] == [()] * 4
    checks = check_files(office.reports("7", turn) / "F.json" for turn in range(5))
    assert [check for check in checks if check.wrong] == []
    said = [check.what for check in checks]
    assert "2 of 5 reports tell no chain of turns" in said
    office.close()


@pytest.mark.slow
def test_without_taking_back_it_says_where_its_chain_begins(office: Office) -> None:
    acts.place_mage(office, "7", "C", "b1", "to have an end", NOW)
    acts.change_order(office, "7", "C", 1, "MOVE NE", "to have an end", NOW)
    assert process_turn(office, "7", NOW, early=True).ending == "goal"
    checks = check_files(office.reports("7", turn) / "F.json" for turn in range(4))
    assert [check for check in checks if check.wrong] == []
    assert "chain of turns: begins with turn 3; an earlier version played those before" in [c.what for c in checks]
    office.close()
