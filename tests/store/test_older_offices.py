"""Offices of every schema there ever was, each made by the program of its time (tests/tools/old_offices.py), go on."""

from __future__ import annotations

import sqlite3
import tarfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from magika_gm.app.accounts.bookkeeping import check_books
from magika_gm.app.audit.verify import verify_game
from magika_gm.app.calendar.date_moves import resume_game
from magika_gm.app.office.office import Office, open_office
from magika_gm.app.operations.backup import restore_office
from magika_gm.app.operations.moving import move_office
from magika_gm.app.operations.status import office_status
from magika_gm.app.turns.process import process_turn
from magika_gm.cli.main import cli
from magika_gm.store.tables import VERSION
from tests.store.postgres import Server

OFFICES = Path(__file__).with_name("offices")
VERSIONS = [path.name[len("office-") :][:4] for path in sorted(OFFICES.glob("office-*.tar.gz"))]
NOW = datetime(2027, 6, 1, 12, tzinfo=UTC)
pytestmark = [pytest.mark.slow, pytest.mark.sqlite("files as the programs of their time left them")]
every_schema = pytest.mark.parametrize("version", VERSIONS)


def archive(version: str) -> Path:
    return OFFICES / f"office-{version}.tar.gz"


def unpacked(version: str, folder: Path) -> Path:
    """The office as it lay there when its program was replaced."""
    folder.mkdir(mode=0o700)
    with tarfile.open(archive(version)) as tar:
        tar.extractall(folder, filter="data")
    (folder / "SHA256SUMS").unlink(missing_ok=True)
    return folder


def figures(path: Path) -> dict[str, int]:
    """How many rows of what every schema had, and the last turns."""
    with closing(sqlite3.connect(path)) as database:
        tables = ("games", "turns", "players", "seats", "sheets", "inbox")
        found = {name: database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables}
        found |= dict(database.execute("SELECT game, max(turn) FROM turns GROUP BY game").fetchall())
    return found


def well(office: Office) -> dict[str, int]:
    """The last turn of every game; every turn comes out as it was, and the books are right."""
    games = {game.game: game.turn for game in office_status(office, NOW).games}
    for name in games:
        assert [v.turn for v in verify_game(office, name) if v.differences] == [], name
    assert check_books(office)[0] == []
    return games


def go_on(office: Office) -> None:
    """A next turn of every game that is not over, and what waited for it is told there."""
    before = well(office)
    games = office_status(office, NOW).games
    running = [game.game for game in games if game.ending is None]
    assert "sample" in running
    for game in games:
        if game.paused and game.ending is None:
            resume_game(office, game.game, None, NOW)
    for name in running:
        done = process_turn(office, name, NOW, early=True)
        if done.finished_before:  # reports are in no archive: those of the last turn were written first
            done = process_turn(office, name, NOW, early=True)
        assert done.turn == before[name] + 1
    now = well(office)
    assert {name for name in now if now[name] != before[name]} == set(running)


def test_every_schema_before_this_one_has_an_office() -> None:
    assert [f"{number:04}" for number in range(1, int(VERSION))] == VERSIONS


@every_schema
def test_an_office_is_upgraded_goes_on_and_its_copy_is_taken_back(version: str, tmp_path: Path) -> None:
    folder = unpacked(version, tmp_path / "office")
    path = folder / "magika.sqlite3"
    before = figures(path)
    office = open_office(folder)
    go_on(office)
    office.close()
    copy = folder / f"magika.sqlite3.bak-{version}"
    assert figures(copy) == before
    assert sorted(folder.glob("*.bak-*")) == [copy]
    result = CliRunner().invoke(cli, ["restore", str(copy), str(folder)])
    assert result.exit_code == 0, result.output + result.stderr
    office = open_office(folder)
    assert figures(path) == before
    go_on(office)
    office.close()


@every_schema
def test_its_stages_money_and_mails_are_those_its_program_knew(version: str, tmp_path: Path) -> None:
    office = open_office(unpacked(version, tmp_path / "office"))
    games = {game.game: game for game in office_status(office, NOW).games}
    assert (games["sample"].turn, games["begun"].turn) == (1, 0)
    with office.store.reading() as connection:

        def count(of: str) -> int:
            return int(connection.execute(text(f"SELECT count(*) FROM {of}")).scalar_one())

        assert count("sheets WHERE game = 'sample' AND turn = 2") >= 10
        assert count("inbox WHERE outcome <> 'accepted'") >= 1
        assert count("outbox WHERE state = 'sent'") >= 20
        assert count("entries") >= 1
        if version > "0001":
            assert games["over"].ending == "goal"
            assert count("acts WHERE game = 'sample' AND turn = 2") >= 2
            assert count("signups WHERE state = 'waiting'") == 1
            assert count("pauses WHERE game = 'begun' AND ended_at = ''") == 1
        if version > "0002":
            assert count("relations") == 5
            assert games["arena-over"].ending
            assert games["xom-off"].ending == "cancelled"
    office.close()


@every_schema
def test_its_old_backup_is_restored(version: str, tmp_path: Path) -> None:
    if version == "0001":
        pytest.skip("its program made no archives; its copy is taken back in the test above")
    restored = restore_office(archive(version), tmp_path / "office", lambda _own: True)
    assert {"sample", "begun", "over"} <= set(restored.games)
    office = open_office(tmp_path / "office")
    go_on(office)
    office.close()


@pytest.mark.postgres
@every_schema
def test_it_moves_to_postgres_and_goes_on(version: str, tmp_path: Path, postgres: Server) -> None:
    office = open_office(unpacked(version, tmp_path / "office"))
    moved = move_office(office, postgres.new_database())
    assert (moved.games, moved.verified > 0) == (figures(Path(moved.kept))["games"], True)
    office = open_office(tmp_path / "office")
    go_on(office)
    office.close()
