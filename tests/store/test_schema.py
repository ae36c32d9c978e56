"""Making and upgrading a database is one deed each: done or not, wherever it is stopped; who comes meanwhile waits."""

from __future__ import annotations

import gzip
import json
import multiprocessing
import os
import shutil
import signal
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import Connection, event, text
from sqlalchemy.engine import Engine

from magika_gm.app.audit.verify import verify_game
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import init_office, open_office
from magika_gm.app.operations import backup
from magika_gm.app.operations.doctor import examine
from magika_gm.cli.main import cli
from magika_gm.store import schema
from magika_gm.store.database import StoreError, open_store
from magika_gm.store.faults import Away
from magika_gm.store.schema import HalfUpgraded, migrate
from magika_gm.store.tables import VERSION, metadata
from tests.examples import some_of
from tests.on_postgres import migrated

DUMP = gzip.decompress(Path(__file__).with_name("office-0002.sql.gz").read_bytes()).decode("utf-8")
NOW = datetime(2027, 1, 1, 12, tzinfo=UTC)
OLD, COPY = "0002", "magika.sqlite3.bak-0002"
pytestmark = pytest.mark.sqlite("the file; tests/store/test_postgres.py asks the same of a server")
forked = multiprocessing.get_context("fork")


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("old") / "office"
    init_office(folder).close()
    path = folder / "magika.sqlite3"
    path.unlink()
    with closing(sqlite3.connect(path)) as old:
        old.executescript(DUMP)
        old.execute("PRAGMA journal_mode = WAL")
    return folder


@pytest.fixture
def old(pattern: Path, tmp_path: Path) -> Path:
    """The folder of an office of schema 2."""
    return Path(shutil.copytree(pattern, tmp_path / "office"))


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'magika.sqlite3'}"


def version(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        found: str = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return found


def content(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def copies(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if ".bak-" in path.name)


def killed_at(point: int, deed: Callable[[], object]) -> bool:
    """Do something in a process that is killed before a statement; whether it came so far."""

    def run() -> None:
        passed = 0

        def stop(*_: object) -> None:
            nonlocal passed
            passed += 1
            if passed == point:
                os.kill(os.getpid(), signal.SIGKILL)

        event.listen(Engine, "before_cursor_execute", stop)
        event.listen(Engine, "commit", stop)
        deed()

    process = forked.Process(target=run)
    process.start()
    process.join(120)
    assert process.exitcode in (0, -signal.SIGKILL)
    return process.exitcode != 0


def at_once(deed: Callable[[], object], how_many: int = 3) -> list[int | None]:
    """How processes ended that began to do something at the same moment."""
    gate = forked.Barrier(how_many)

    def run() -> None:
        gate.wait(60)
        deed()

    processes = [forked.Process(target=run) for _ in range(how_many)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)
    return [process.exitcode for process in processes]


# The upgrade.


@pytest.mark.slow
def test_an_upgrade_killed_at_any_statement_is_done_by_the_next_run(old: Path, tmp_path: Path) -> None:
    before = content(old / "magika.sqlite3")
    point = 1
    while True:
        folder = Path(shutil.copytree(old, tmp_path / str(point)))
        if not killed_at(point, lambda: open_store(url(folder)).close()):  # noqa: B023 - done before the next one
            break
        assert content(folder / "magika.sqlite3") == before, point
        assert schema.schema_of_file(folder / "magika.sqlite3") == OLD
        open_store(url(folder)).close()
        assert version(folder / "magika.sqlite3") == VERSION
        assert copies(folder) == [COPY]
        assert content(folder / COPY) == before
        shutil.rmtree(folder)
        point += 97
    assert point > 200, "an upgrade is many statements"


@pytest.mark.slow
def test_who_opens_an_old_office_while_another_one_does_waits_and_goes_on(old: Path) -> None:
    def deed() -> None:
        with open_store(url(old)).reading() as connection:
            assert connection.execute(text("SELECT count(*) FROM readers")).scalar_one() > 0

    assert at_once(deed) == [0, 0, 0]
    assert version(old / "magika.sqlite3") == VERSION
    assert copies(old) == [COPY]


def test_the_copy_is_whole_private_one_a_version_and_has_what_the_log_had(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_connection: Connection, _version: str = "head") -> None:
        if _version == "head":
            raise OSError(28, "No space left on device")
        migrate(_connection, _version)

    monkeypatch.setattr(schema, "migrate", fails)
    (old / f".{COPY}.part").write_bytes(b"half a copy, of a run that was killed")
    path = old / "magika.sqlite3"
    writer = sqlite3.connect(path)
    writer.execute("PRAGMA wal_autocheckpoint = 0")
    for title in ("first", "second"):
        writer.execute("UPDATE games SET title = ?", (title,))
        writer.commit()
        with pytest.raises(Away, match=r"could not be upgraded .* is as it was.* the disk is full") as told:
            open_store(url(old))
        assert f"magika-gm restore {old / COPY} {old}" in str(told.value)
        assert copies(old) == [COPY]
        assert not list(old.glob(".*.part*"))
        with closing(sqlite3.connect(old / COPY)) as copy:
            assert copy.execute("SELECT DISTINCT title FROM games").fetchall() == [(title,)]
        assert stat.S_IMODE((old / COPY).stat().st_mode) == 0o600
        assert version(path) == version(old / COPY) == OLD
    writer.close()


def test_foreign_keys_hold_again_after_an_upgrade(old: Path) -> None:
    store = open_store(url(old))
    with store.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
        assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
    store.close()


# What earlier programs left that upgraded in steps.


def half(folder: Path) -> Path:
    """An office as the next program left it that was stopped in the upgrade, with copies of four runs."""
    path = folder / "magika.sqlite3"
    shutil.copy(path, folder / COPY)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("ALTER TABLE games ADD COLUMN system VARCHAR(32) DEFAULT 'magika' NOT NULL")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for number in (2, 3):
        shutil.copy(path, folder / f"{COPY}.{number}")
    (folder / f"{COPY}.4").write_bytes(path.read_bytes()[:20_000])
    return path


@pytest.mark.slow
def test_what_was_upgraded_by_half_is_told_with_the_copy_to_take_back(old: Path) -> None:
    path = half(old)
    before, there = content(path), copies(old)
    with pytest.raises(HalfUpgraded, match="half-way") as told:
        open_store(url(old))
    command = f"magika-gm restore {old / COPY} {old}"
    assert command in str(told.value)
    (database,) = [c for c in examine(old, NOW, fix=True) if c.check == "database"]
    (finding,) = database.findings
    assert (finding.needed, finding.fixed) == (True, False)
    assert "half-way" in finding.what
    assert command in finding.cure
    assert (content(path), copies(old)) == (before, there), "nothing was changed, and no copy made of it"
    result = CliRunner().invoke(cli, command.split()[1:])
    assert result.exit_code == 0, result.output
    assert "3 games" in result.output
    office = open_office(old)
    assert [v.differences for name in ("listed", "old", "sample") for v in verify_game(office, name)] == [()] * 6
    office.close()
    assert content(old / "magika.sqlite3.before-restore") == before
    assert not list(old.glob(".*.part"))


def test_of_a_database_that_lies_elsewhere_its_folder_is_not_called_the_office(old: Path, tmp_path: Path) -> None:
    path = half(old)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for file in (path, *old.glob(f"{COPY}*")):
        file.rename(elsewhere / file.name)
    (old / "magika.toml").write_text(f'[database]\nurl = "{url(elsewhere)}"\n', encoding="utf-8")
    with pytest.raises(OfficeError, match="half-way") as told:
        _ = open_office(old).store
    assert str(told.value).endswith(f"magika-gm restore {elsewhere / COPY} DIR, where DIR is the office's folder")
    assert CliRunner().invoke(cli, ["restore", str(elsewhere / COPY), str(old)]).exit_code == 0
    open_office(old).store.close()


def test_without_a_whole_copy_the_backup_is_named(old: Path) -> None:
    half(old)
    (old / COPY).unlink()
    with pytest.raises(HalfUpgraded, match="magika-gm restore ARCHIVE DIR"):
        open_store(url(old))
    result = CliRunner().invoke(cli, ["restore", str(old / f"{COPY}.3"), str(old)])
    assert result.exit_code == 1
    assert "half-way" in result.output + result.stderr


@pytest.mark.parametrize("step", ["0002", *(pytest.param(f"000{n}", marks=pytest.mark.slow) for n in (3, 4, 5))])
def test_every_step_of_earlier_programs_is_known_from_its_first_change(tmp_path: Path, step: str) -> None:
    before = f"{int(step) - 1:04}"
    path = tmp_path / "magika.sqlite3"
    migrated(url(tmp_path), before)
    assert schema.schema_of_file(path) == before
    changes: list[str] = []

    def seen(_c: Any, _cursor: Any, statement: str, *_: object) -> None:
        if statement.lstrip().upper().startswith(("CREATE", "ALTER", "DROP", "INSERT", "UPDATE")):
            changes.append(statement)

    event.listen(Engine, "before_cursor_execute", seen)
    try:
        migrated(url(Path(shutil.copytree(tmp_path, tmp_path.with_name(f"{tmp_path.name}-on")))), step)
    finally:
        event.remove(Engine, "before_cursor_execute", seen)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(changes[0])
        connection.commit()
    with pytest.raises(HalfUpgraded):
        schema.schema_of_file(path)


# A copy taken back.


@pytest.mark.slow
def test_a_copy_taken_back_replaces_what_cannot_be_read_or_is_not_there(old: Path) -> None:
    path, copy = old / "magika.sqlite3", old / COPY
    shutil.copy(path, copy)
    path.write_bytes(b"garbage " * 1000)
    result = CliRunner().invoke(cli, ["restore", str(copy), str(old), "--json"])
    assert result.exit_code == 0, result.output
    told = json.loads(result.output)
    assert (told["games"], Path(told["kept"]).read_bytes()) == (["listed", "old", "sample"], b"garbage " * 1000)
    for left in old.glob("magika.sqlite3*"):
        if left != copy:
            left.unlink()
    result = CliRunner().invoke(cli, ["restore", str(copy), str(old), "--json"])
    assert (result.exit_code, json.loads(result.output)["kept"]) == (0, "")
    assert (version(path), version(copy)) == (VERSION, OLD)


def test_a_log_left_of_a_lost_database_is_no_part_of_the_copy_taken_back(old: Path, tmp_path: Path) -> None:
    path, copy = old / "magika.sqlite3", old / COPY
    shutil.copy(path, copy)
    log = path.with_name(f"{path.name}-wal")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("UPDATE games SET title = 'of the lost file'")
        connection.commit()
        left = log.read_bytes()
    path.unlink()
    log.write_bytes(left)  # as a machine that goes down leaves it
    result = CliRunner().invoke(cli, ["restore", str(copy), str(old)])
    assert result.exit_code == 0, result.output
    with closing(sqlite3.connect(path)) as connection:
        titles = {title for (title,) in connection.execute("SELECT title FROM games")}
    assert titles
    assert "of the lost file" not in titles


def test_what_cannot_be_kept_for_want_of_room_stays_in_its_place(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, copy = old / "magika.sqlite3", old / COPY
    shutil.copy(path, copy)
    before = content(path)
    whole = schema.copy_whole

    def full(source: Path, target: Path) -> None:
        if source == path:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorname = "SQLITE_FULL"
            raise error
        whole(source, target)

    monkeypatch.setattr(backup, "copy_whole", full)
    result = CliRunner().invoke(cli, ["restore", str(copy), str(old)])
    assert result.exit_code == 1
    assert "the disk is full" in result.output + result.stderr
    assert content(path) == before
    assert not [*old.glob("*before-restore*"), *old.glob(".*.part")]


def test_nobody_writes_between_what_is_kept_and_what_takes_its_place(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, copy = old / "magika.sqlite3", old / COPY
    shutil.copy(path, copy)
    whole, wrote = schema.copy_whole, []

    def meanwhile(source: Path, target: Path) -> None:
        whole(source, target)
        if source == path:
            with closing(sqlite3.connect(path, timeout=0)) as connection, suppress(sqlite3.OperationalError):
                connection.execute("UPDATE games SET title = 'written meanwhile'")
                connection.commit()
                wrote.append(True)

    monkeypatch.setattr(backup, "copy_whole", meanwhile)
    result = CliRunner().invoke(cli, ["restore", str(copy), str(old)])
    assert result.exit_code == 0, result.output
    assert not wrote, "it would be in neither of the two"
    assert (old / "magika.sqlite3.before-restore").is_file()
    assert version(path) == VERSION


def test_a_database_that_another_run_holds_is_not_waited_for_without_end(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, copy = old / "magika.sqlite3", old / COPY
    shutil.copy(path, copy)
    before = content(path)
    monkeypatch.setattr(backup, "LONGEST", 0.5)
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        result = CliRunner().invoke(cli, ["restore", str(copy), str(old)])
        other.rollback()
    assert result.exit_code == 1
    assert "another run" in result.output + result.stderr
    assert content(path) == before
    assert not [*old.glob("*before-restore*"), *old.glob(".*.part")]


def test_a_copy_that_is_damaged_or_newer_changes_nothing(old: Path, tmp_path: Path) -> None:
    path = old / "magika.sqlite3"
    before = content(path)
    size = path.stat().st_size
    for name, left in (("cut", size // 2), ("newer", size)):
        copy = tmp_path / name
        copy.write_bytes(path.read_bytes()[:left])
        if name == "newer":
            with closing(sqlite3.connect(copy)) as connection:
                connection.execute("UPDATE alembic_version SET version_num = '9999'")
                connection.commit()
        result = CliRunner().invoke(cli, ["restore", str(copy), str(old)])
        assert result.exit_code == 1, name
        assert content(path) == before
        assert sorted(p.name for p in old.glob("*before-restore*")) == []
        assert not list(old.glob(".*.part"))


# Making an office.


@pytest.mark.slow
def test_init_killed_at_any_statement_is_made_by_the_next_run(tmp_path: Path) -> None:
    point = 1
    while killed_at(point, lambda: init_office(tmp_path / str(point), "Ours").close()):  # noqa: B023 - done before
        folder = tmp_path / str(point)
        if (folder / "magika.sqlite3").exists():
            with pytest.raises(StoreError, match="is empty; make an office with"):
                open_store(url(folder))
        result = CliRunner().invoke(cli, ["init", str(folder), "--name", "Ours", "--json"])
        assert json.loads(result.output)["made"] is True, point
        assert version(folder / "magika.sqlite3") == VERSION
        assert open_office(folder).settings.text("office", "name") == "Ours"
        point += 5
    assert point > 30


def test_two_who_make_the_same_office_make_one(tmp_path: Path) -> None:
    for number in range(some_of(8) + 1):
        folder = tmp_path / str(number)
        assert at_once(lambda: init_office(folder).close(), 2) == [0, 0]  # noqa: B023 - done before the next one
        (folder / "magika.sqlite3").unlink()  # and by one who makes no more than a database
        assert at_once(lambda: open_store(url(folder), create=True).close(), 2) == [0, 0]  # noqa: B023
        with open_store(url(folder)).reading() as connection:
            assert connection.execute(text("SELECT count(*) FROM office_secrets")).scalar() == 1


def test_a_restored_database_that_others_open_at_the_same_moment_is_waited_for(tmp_path: Path) -> None:
    init_office(tmp_path).close()
    for _ in range(some_of(8) + 1):
        with closing(sqlite3.connect(tmp_path / "magika.sqlite3")) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")  # as an archive has it
        assert at_once(lambda: open_store(url(tmp_path)).close(), 4) == [0] * 4


@pytest.mark.slow
def test_what_an_earlier_init_left_is_made_anew_and_nothing_that_holds_a_row(tmp_path: Path) -> None:
    folder = tmp_path / "office"
    init_office(folder).close()
    path = folder / "magika.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE alembic_version")
        connection.execute("DROP TABLE readers")
    with pytest.raises(StoreError, match=r"cut off while it was made; make an office with: magika-gm init"):
        open_store(url(folder))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO players (name, address, email, account, currency) VALUES ('X', '', '', '', '')")
        connection.commit()
    with pytest.raises(OfficeError, match="other tables"):
        init_office(folder)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM players")
        connection.commit()
    result = CliRunner().invoke(cli, ["init", str(folder)])
    assert (result.exit_code, "Office made" in result.output) == (0, True), result.output
    with closing(sqlite3.connect(path)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert tables == {*metadata.tables, "alembic_version"}
