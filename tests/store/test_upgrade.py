"""An office of the first schema, as it was written then (office-0001.sql), opens, is copied first, and plays on."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from magika_gm.app.accounts.bookkeeping import list_accounts
from magika_gm.app.audit.verify import verify_game
from magika_gm.app.office.office import init_office, open_office
from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.store.tables import VERSION
from tests.on_postgres import refilled, wanted

DUMP = Path(__file__).with_name("office-0001.sql")
NOW = datetime(2027, 1, 1, 12, tzinfo=UTC)


def test_an_office_of_the_first_schema_plays_on(tmp_path: Path) -> None:
    folder = tmp_path / "office"
    init_office(folder).close()
    path = folder / "magika.sqlite3"
    refilled(folder, DUMP.read_text("utf-8"))
    made = sqlite3.connect(path)
    before = dict(made.execute("SELECT name, balance_cents FROM players").fetchall())
    made.close()
    office = open_office(folder)
    assert [v.differences for v in verify_game(office, "sample")] == [()]
    write_reports(office, "sample", 1)
    turn = process_turn(office, "sample", NOW, early=True)
    assert (turn.turn, turn.ending) == (2, None)
    assert [v.differences for v in verify_game(office, "sample")] == [(), ()]
    balances = {line.name: line.balance_cents for line in list_accounts(office)}
    assert balances.keys() == before.keys()
    assert all(balances[name] <= cents for name, cents in before.items())
    plain = json.loads((office.reports("sample", 1) / "C.json").read_text("utf-8"))
    assert plain["player"]["balance"] == f"{before['Carol Whitfield'] / 100:.2f} CAD", "as it was printed then"
    last = json.loads((office.reports("sample", 2) / "M.json").read_text("utf-8"))
    assert len(last["tasks"]) == 10, "a game begun before there were tasks draws them now (EBON-6)"
    office.close()
    if not wanted():  # on a server copies are made otherwise
        copy = sqlite3.connect(folder / "magika.sqlite3.bak-0001")
        assert copy.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
        copy.close()
    now = sqlite3.connect(path)
    assert now.execute("SELECT version_num FROM alembic_version").fetchall() == [(VERSION,)]
    now.close()
