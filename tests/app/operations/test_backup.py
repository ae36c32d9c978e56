"""Backups: what is in them, that they read back, and that only a sound one is put back."""

from __future__ import annotations

import io
import shutil
import sqlite3
import tarfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import MetaData, select

from magika_gm.app.audit.verify import verify_game
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, open_office
from magika_gm.app.operations.backup import SUMS, archives_in, back_up_office, restore_office, verify_archive
from magika_gm.app.operations.doctor import examine
from magika_gm.app.operations.moving import move_office
from magika_gm.app.turns.process import process_turn
from magika_gm.cli.main import cli
from magika_gm.whole_files import part_of
from tests.app.postroom import NOW, Post, begin, sheet


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """An office with a turn processed and a mail for the next."""
    folder = tmp_path_factory.mktemp("backup")
    office = begin(folder / "office", settings='[office]\nname = "Ours"\nbackups = 2\n')
    post = Post(office)
    assert post.one(sheet()).outcome == "accepted"
    process_turn(office, "7", NOW, early=True)
    assert post.one(sheet(turn=2)).outcome == "accepted"
    (office.root / "scenarios" / "mine.toml").write_text("# mine\n", encoding="utf-8")
    yield office
    office.close()


@pytest.fixture(scope="module")
def archive(busy: Office, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return back_up_office(busy, tmp_path_factory.mktemp("archives"), NOW).archive


def rows(folder: Path) -> dict[str, list[str]]:
    """Every row of every table of an office, wherever they are."""
    office, metadata = open_office(folder), MetaData()
    with office.store.reading() as connection:
        metadata.reflect(connection)
        tables = {table.name: connection.execute(select(table)).all() for table in metadata.sorted_tables}
    office.close()
    return {name: sorted(repr(tuple(row)) for row in found) for name, found in tables.items()}


def test_an_archive_holds_the_office_in_order_and_reads_back(busy: Office, archive: Path) -> None:
    assert archive.name == "magika-20261101-120000Z.tar.gz"
    assert archive.stat().st_mode & 0o077 == 0
    with tarfile.open(archive) as tar:
        names = tar.getnames()
    assert names[-1] == SUMS
    assert names[:-1] == sorted(names[:-1])
    assert {"magika.sqlite3", "magika.toml", "scenarios/mine.toml"} <= set(names)
    assert sum(name.startswith("turns/") for name in names) == 2
    assert not any(name.startswith(("reports", "outbox", "backups")) for name in names)
    assert verify_archive(archive) == len(names) - 1


def test_the_same_office_makes_the_same_archive(busy: Office, tmp_path: Path) -> None:
    first = back_up_office(busy, tmp_path / "a", NOW)
    second = back_up_office(busy, tmp_path / "b", NOW)
    with tarfile.open(first.archive) as one, tarfile.open(second.archive) as two:
        assert one.extractfile(SUMS).read() == two.extractfile(SUMS).read()  # type: ignore[union-attr]
        assert [m.name for m in one] == [m.name for m in two]


def test_what_is_restored_is_the_office_and_it_plays_on(busy: Office, archive: Path, tmp_path: Path) -> None:
    left = part_of(tmp_path / "again")
    left.mkdir()
    (left / "magika.sqlite3").write_bytes(b"half a database, of a run that was cut off")
    done = restore_office(archive, tmp_path / "again")
    assert (done.games, done.turns, done.verified) == (("7",), 1, 1)
    assert rows(tmp_path / "again") == rows(busy.root)
    for path in (busy.root / "turns").rglob("*"):
        if path.is_file():
            assert (tmp_path / "again" / path.relative_to(busy.root)).read_bytes() == path.read_bytes()
    assert all(examined.healthy for examined in examine(tmp_path / "again", NOW + timedelta(hours=1), fix=True))
    for path in (busy.root / "reports" / "7" / "1").iterdir():
        assert (tmp_path / "again" / path.relative_to(busy.root)).read_bytes() == path.read_bytes()
    office = open_office(tmp_path / "again")
    assert office.settings.text("office", "name") == "Ours"
    assert process_turn(office, "7", NOW, early=True).turn == 2
    assert [v.differences for v in verify_game(office, "7")] == [(), ()]
    office.close()
    assert not list(tmp_path.glob(".*"))


def test_a_restored_office_plays_on_at_once(archive: Path, tmp_path: Path) -> None:
    """Its reports are not in the archive: they are written on the way, and nobody speaks of a run that was cut off."""
    restore_office(archive, tmp_path / "again")
    words = ["--office", str(tmp_path / "again"), "process-turn", "7", "--early"]
    said = CliRunner().invoke(cli, words)
    assert said.exit_code == 0, said.stderr
    assert "Turn 2 of game 7 is processed" in said.stdout
    assert "cut off" not in said.output
    assert all((tmp_path / "again" / "reports" / "7" / turn / "C.pdf").is_file() for turn in "12")
    shutil.rmtree(tmp_path / "again" / "reports" / "7" / "2")
    assert "Turn 2 of game 7 had been processed by a run that was cut off" in CliRunner().invoke(cli, words).stdout


def test_what_a_killed_run_left_half_written_is_left_out(busy: Office, tmp_path: Path) -> None:
    half = busy.root / "turns" / ".C-0.eml.part"
    half.write_text("hal")
    archive = back_up_office(busy, tmp_path, NOW).archive
    half.unlink()
    with tarfile.open(archive) as tar:
        assert not any(name.endswith(".part") for name in tar.getnames())


def test_only_so_many_are_kept_and_no_other_file_is_touched(busy: Office, tmp_path: Path) -> None:
    other = tmp_path / "magika-family.tar.gz"
    other.write_bytes(b"mine")
    made = [back_up_office(busy, tmp_path, NOW + timedelta(days=day)) for day in range(3)]
    assert made[2].removed == (made[0].archive.name,)
    assert archives_in(tmp_path) == [made[1].archive, made[2].archive]
    assert other.read_bytes() == b"mine"
    assert back_up_office(busy, tmp_path / "not" / "there", NOW).archive.is_file()
    twice = back_up_office(busy, tmp_path, NOW + timedelta(days=2))
    assert twice.archive.name == "magika-20261103-120000Z-2.tar.gz"


def test_a_backup_is_of_one_moment_whoever_writes(busy: Office, tmp_path: Path) -> None:
    with busy.store.writing() as connection:
        connection.exec_driver_sql("UPDATE games SET title = 'half done'")
        made = back_up_office(busy, tmp_path, NOW)
        connection.rollback()
    restore_office(made.archive, tmp_path / "again")
    assert not any("half done" in row for row in rows(tmp_path / "again")["games"])


def test_another_place_is_not_opened_by_what_is_restored(tmp_path: Path) -> None:
    """An absolute database url would lead the restored office to the old one's database."""
    place = tmp_path / "elsewhere.sqlite3"
    office = begin(tmp_path / "office", settings=f'[database]\nurl = "sqlite:///{place}"\n[game]\npace_days = 21\n')
    made = back_up_office(office, None, NOW)
    office.close()
    assert made.archive.parent == office.root / "backups"
    restore_office(made.archive, tmp_path / "again")
    again = open_office(tmp_path / "again")
    assert again.database_url == f"sqlite:///{tmp_path / 'again' / 'magika.sqlite3'}"
    assert again.settings.number("game", "pace_days") == 21


def test_a_server_out_of_reach_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "magika.toml").write_text('[database]\nurl = "postgresql+psycopg://me@127.0.0.1:1/no"\n', "utf-8")
    with pytest.raises(OfficeError, match=r"cannot be read|not installed"):
        back_up_office(open_office(tmp_path), None, NOW)
    assert not (tmp_path / "backups").exists()


def rewritten(archive: Path, target: Path, change: Callable[[str, bytes], tuple[str, bytes] | None]) -> Path:
    """The archive with each member changed, or left out."""
    with tarfile.open(archive) as old, tarfile.open(target, "w:gz") as new:
        for member in old:
            changed = change(member.name, old.extractfile(member).read())  # type: ignore[union-attr]
            if changed is not None:
                header = tarfile.TarInfo(changed[0])
                header.size = len(changed[1])
                new.addfile(header, io.BytesIO(changed[1]))
    return target


def _damaged(name: str, data: bytes) -> tuple[str, bytes]:
    return (name, data[:-1] + b"x") if name == "scenarios/mine.toml" else (name, data)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_damaged, "scenarios/mine.toml was changed"),
        (lambda n, d: None if n == "scenarios/mine.toml" else (n, d), "scenarios/mine.toml is missing"),
        (lambda n, d: None if n == SUMS else (n, d), "has no SHA256SUMS"),
        (lambda n, d: None if n == "magika.sqlite3" else (n, d), "magika.sqlite3 is missing"),
        (lambda n, d: ("../" + n, d) if n == "magika.toml" else (n, d), "'../magika.toml' has no place"),
        (lambda n, d: ("/tmp/" + n, d) if n == "magika.toml" else (n, d), "has no place"),
        (lambda n, d: ("scenarios/../../x", d) if n == "magika.toml" else (n, d), "has no place"),
        (lambda n, d: ("bin/" + n, d) if n == "magika.toml" else (n, d), "has no place"),
        (lambda n, d: ("scenarios/mine.toml", d) if n == "magika.toml" else (n, d), "is in it twice"),
        (lambda n, d: (n, b"what is this\n") if n == SUMS else (n, d), "SHA256SUMS:1: cannot be read"),
    ],
)
def test_a_bad_archive_is_refused_and_nothing_left(
    archive: Path, tmp_path: Path, change: Callable[[str, bytes], tuple[str, bytes] | None], words: str
) -> None:
    bad = rewritten(archive, tmp_path / "bad.tar.gz", change)
    with pytest.raises(OfficeError, match=words):
        restore_office(bad, tmp_path / "again")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.tar.gz"]
    with pytest.raises(OfficeError):
        verify_archive(bad)


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.DIRTYPE])
def test_only_files_come_out_of_an_archive(tmp_path: Path, kind: bytes) -> None:
    bad = tmp_path / "bad.tar.gz"
    with tarfile.open(bad, "w:gz") as tar:
        header = tarfile.TarInfo("magika.toml")
        header.type, header.linkname = kind, "/etc/passwd"
        tar.addfile(header)
    with pytest.raises(OfficeError, match="has no place"):
        restore_office(bad, tmp_path / "again")


@pytest.mark.parametrize("part", [0.0, 0.3, 0.9])
def test_half_an_archive_is_none(archive: Path, tmp_path: Path, part: float) -> None:
    half = tmp_path / "half.tar.gz"
    half.write_bytes(archive.read_bytes()[: int(archive.stat().st_size * part)])
    with pytest.raises(OfficeError, match=r"half\.tar\.gz"):
        restore_office(half, tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_an_office_is_never_restored_over(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    (tmp_path / "again" / "letter.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(OfficeError, match="is not empty"):
        restore_office(archive, tmp_path / "again")
    assert [path.name for path in (tmp_path / "again").iterdir()] == ["letter.txt"]
    with pytest.raises(OfficeError, match="there is no archive"):
        restore_office(tmp_path / "nothing.tar.gz", tmp_path / "new")


def test_a_record_that_does_not_verify_is_not_restored(busy: Office, tmp_path: Path) -> None:
    """Checksums cannot tell that somebody changed the database before the backup; playing the turn again can."""
    with sqlite3.connect(busy.root / "magika.sqlite3") as connection:
        connection.execute("UPDATE mages SET arcania = arcania - 1 WHERE letter = 'C' AND turn = 1")
    made = back_up_office(busy, tmp_path, NOW)
    with sqlite3.connect(busy.root / "magika.sqlite3") as connection:
        connection.execute("UPDATE mages SET arcania = arcania + 1 WHERE letter = 'C' AND turn = 1")
    connection.close()
    with pytest.raises(OfficeError, match="turn 1 does not come out as recorded"):
        restore_office(made.archive, tmp_path / "again")
    assert not (tmp_path / "again").exists()


@pytest.mark.sqlite("a server's database of a newer version is not opened, and so never archived")
def test_what_a_newer_version_wrote_is_not_restored(tmp_path: Path) -> None:
    office = begin(tmp_path / "office")
    office.close()
    with sqlite3.connect(office.root / "magika.sqlite3") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    made = back_up_office(office, tmp_path / "archives", NOW)
    with pytest.raises(OfficeError, match="written by a newer magika-gm"):
        restore_office(made.archive, tmp_path / "again")
    assert not (tmp_path / "again").exists()


@pytest.mark.sqlite("about the file and its log")
def test_the_database_an_office_moved_from_stays_as_it_was_last_written(tmp_path: Path) -> None:
    office = begin(tmp_path / "office")
    path = tmp_path / "office" / "magika.sqlite3"
    with closing(sqlite3.connect(path)) as other:  # has it open, so that what is written stays in the log
        other.execute("PRAGMA wal_autocheckpoint = 0")
        other.execute("UPDATE games SET title = 'Written last'")
        other.commit()
        kept = Path(move_office(office, "sqlite:///elsewhere.sqlite3").kept)
        copies = tmp_path / "copies"
        copies.mkdir()
        for file in kept.parent.glob(f"{kept.name}*"):
            shutil.copy(file, copies)
    with closing(sqlite3.connect(copies / kept.name)) as connection:
        assert connection.execute("SELECT title FROM games").fetchall() == [("Written last",)]
