"""A turn taken back is taken back in its own game alone, to the last row (GM-4)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.games.xom_zol.archive import ARCHIVE
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from magika_gm.store.relations import tables_of
from magika_gm.store.vocabulary import MailState
from tests.offices import copied

REPORTS_OF = ""

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
TABLES = (*t.TURN_TABLES, t.turns, t.entries, t.outbox, t.reviews, *tables_of(ARCHIVE).values())


def two_games(folder: Path) -> Office:
    made = init_office(folder)
    signups = shipped("sample") / "xom_zol" / "signups.toml"
    for game in ("7", "8"):
        new_game(made, game, signups, NOW, system="xom_zol", seed=game.encode())
    for _ in range(2):
        for game in ("7", "8"):
            process_turn(made, game, NOW, early=True)
    return made


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = copied(tmp_path / "office", two_games)
    yield made
    made.close()


def rows_of(office: Office, game: str) -> dict[str, list[Any]]:
    with office.store.reading() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(select(table).where(table.c.game == game))))
            for table in TABLES
        }


def test_the_rows_of_another_game_are_as_before(office: Office) -> None:
    other, own = rows_of(office, "8"), rows_of(office, "7")
    assert all(other[table.name] and own[table.name] for table in (t.sightings, t.events, t.turns, t.outbox, t.entries))
    undo_turn(office, "7", NOW)
    assert rows_of(office, "8") == other
    left = rows_of(office, "7")
    assert len(left[t.entries.name]) > len(own[t.entries.name]), "the books are never shortened"
    with office.store.reading() as connection:
        for table in (*t.TURN_TABLES, t.turns):
            turns = {turn for (turn,) in connection.execute(select(table.c.turn).where(table.c.game == "7"))}
            assert turns <= {0, 1}, table.name
            assert t.sightings is not table or turns == {0, 1}


def test_reports_that_waited_behind_a_turn_taken_back_go_out(office: Office) -> None:
    """Earlier versions held a report back for a newer one."""
    before = (t.outbox.c.game == "7", t.outbox.c.turn == 1, t.outbox.c.kind == "report")
    with office.store.writing() as connection:
        connection.execute(update(t.outbox).where(*before).values(state=MailState.SUPERSEDED))
    undo_turn(office, "7", NOW)
    with office.store.reading() as connection:
        assert {*connection.execute(select(t.outbox.c.state).where(*before)).scalars()} == {MailState.WAITING}


def test_what_is_played_again_is_what_the_other_game_does_not_notice(office: Office) -> None:
    before = rows_of(office, "7")[t.sightings.name]
    other = rows_of(office, "8")
    undo_turn(office, "7", NOW)
    process_turn(office, "7", NOW, early=True)
    assert rows_of(office, "7")[t.sightings.name] == before
    assert rows_of(office, "8") == other
