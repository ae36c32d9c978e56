"""F37: every game's turn file says when orders are due as a program reads it, beside the words for people."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import init_office
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.editions import edition_of
from magika_gm.resources import shipped

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("system", games.SYSTEMS)
def test_the_due_date_is_iso_8601_with_its_offset(tmp_path: Path, system: str) -> None:
    office = init_office(tmp_path / "office")
    new_game(office, "7", shipped("sample") / system / "signups.toml", NOW, seed=b"dates", system=system)
    with office.store.reading() as connection:
        due = load_game(connection, "7").next_due
        edition = edition_of(office, connection, "7", 0)
    office.close()
    assert edition.reports
    for report in edition.reports.values():
        plain = edition.system.reports.turn_file(report)
        said = plain.get("due_at") or plain["player"].get("due_at") or plain["due"]
        assert said == due.isoformat()
        assert datetime.fromisoformat(said).utcoffset() is not None
