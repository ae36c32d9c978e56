"""Number 4: archives of strangers: templates, settings, names that are paths, sizes that lie."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import random
import re
import sqlite3
import tarfile
import tracemalloc
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import update

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, open_office, read_settings
from magika_gm.app.operations.backup import SUMS, back_up_office, restore_office
from magika_gm.app.operations.doctor import examine
from magika_gm.app.post.deliver import deliver
from magika_gm.app.post.inbox import text_of
from magika_gm.app.turns.process import process_turn
from magika_gm.cli.main import cli
from magika_gm.store import tables as t
from magika_gm.store.faults import MOST_PACKED, StoreError
from tests.app.operations import nasty_archives
from tests.app.operations.nasty_archives import gnu_sparse
from tests.app.postroom import NOW, Post, begin, sheet
from tests.memory import peak
from tests.offices import copied

NO_OFFICE = pytest.mark.sqlite("an archive alone, and no office")
PWN = "{{ cycler.__init__.__globals__.os.popen('touch %s').read() }}"


def one_turn(folder: Path) -> Office:
    office = begin(folder)
    process_turn(office, "7", NOW, early=True)
    return office


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return copied(tmp_path / "evil", one_turn)


def archive_of(office: Office, tmp_path: Path) -> Path:
    made = back_up_office(office, tmp_path / "archives", NOW).archive
    office.close()
    return made


def test_code_in_a_template_is_left_out_and_runs_nowhere(office: Office, tmp_path: Path) -> None:
    pwned = tmp_path / "PWNED"
    folder = office.root / "templates" / "magika"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.txt.j2").write_text(PWN % pwned, encoding="utf-8")
    archive = archive_of(office, tmp_path)
    asked: list[tuple[str, ...]] = []

    def refuse(own: tuple[str, ...]) -> bool:
        asked.append(own)
        return False

    done = restore_office(archive, tmp_path / "a", refuse)
    assert asked == [("templates/magika/report.txt.j2: a template of its own",)] == [done.left_out]
    assert not (tmp_path / "a" / "templates" / "magika" / "report.txt.j2").exists()
    list(examine(tmp_path / "a", NOW, fix=True))
    assert (tmp_path / "a" / "reports" / "7" / "1" / "C.txt").is_file()
    # and whoever trusts it all the same: the sandbox lets the template do nothing
    restore_office(archive, tmp_path / "b", lambda _: True)
    assert (tmp_path / "b" / "templates" / "magika" / "report.txt.j2").exists()
    list(examine(tmp_path / "b", NOW, fix=True))
    assert not pwned.exists()


def test_the_command_leaves_out_what_nobody_was_asked_about(office: Office, tmp_path: Path) -> None:
    (office.root / "magika.toml").write_text('[smtp]\nhost = "mail.evil.example"\nport = 2525\n', encoding="utf-8")
    archive = archive_of(office, tmp_path)
    again = str(tmp_path / "again")
    result = CliRunner().invoke(cli, ["restore", str(archive), again])
    assert result.exit_code == 0, result.output + result.stderr
    assert 'Left out (take it with --trust): magika.toml: [smtp] host = "mail.evil.example"' in result.output
    assert read_settings(Path(again) / "magika.toml").text("smtp", "host") == ""
    assert "evil" in (Path(again) / "magika.toml.archived").read_text("utf-8")
    trusted = CliRunner().invoke(cli, ["restore", str(archive), str(tmp_path / "third"), "--trust"])
    assert trusted.exit_code == 0
    assert read_settings(tmp_path / "third" / "magika.toml").text("smtp", "host") == "mail.evil.example"


@pytest.mark.parametrize("file", ["{}", "../../secret.txt"])
def test_no_setting_of_an_archive_sends_a_file_of_this_machine(office: Office, tmp_path: Path, file: str) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("of this machine", encoding="utf-8")
    settings = f'[smtp]\nhost = "127.0.0.1"\nport = 9\nsecurity = "none"\npassword_file = "{file.format(secret)}"\n'
    (office.root / "magika.toml").write_text(settings, encoding="utf-8")
    done = restore_office(archive_of(office, tmp_path), tmp_path / "deep" / "again", lambda _: True)
    assert len(done.emptied) == 1
    assert read_settings(done.folder / "magika.toml").text("smtp", "password_file") == ""


def test_a_password_is_never_sent_in_the_open_to_another_machine(tmp_path: Path) -> None:
    settings = '[smtp]\nhost = "mail.example.org"\nsecurity = "none"\npassword_file = "word"\n'
    office = begin(tmp_path / "office", settings)
    (office.root / "word").write_text("secret", encoding="utf-8")
    with pytest.raises(OfficeError, match="for all to read"):
        list(deliver(office, NOW))
    office.close()


@pytest.mark.sqlite("what an archive holds is a file, whatever the office is on")
@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE games SET id = '../../victim'", "cannot be a game's name"),
        ("UPDATE sightings SET seat = '../x' WHERE seat = 'C'", "cannot be a seat"),
        (
            "CREATE TRIGGER t AFTER INSERT ON outbox BEGIN UPDATE players SET email = 'e@evil.example'; END",
            "none of ours",
        ),
        ("CREATE VIEW v AS SELECT 1", "none of ours"),
        ("CREATE VIRTUAL TABLE w USING fts5(x)", "none of ours"),
    ],
)
def test_names_in_the_database_lead_nowhere_else(office: Office, tmp_path: Path, statement: str, words: str) -> None:
    victim = tmp_path / "victim" / "3"
    victim.mkdir(parents=True)
    (victim / "thesis.txt").write_text("years", encoding="utf-8")
    with office.store.reading():
        pass
    connection = sqlite3.connect(office.root / "magika.sqlite3")
    with connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        for child in ("turns", "seats") if "games SET" in statement else ():
            connection.execute(f"UPDATE {child} SET game = '../../victim'")
        connection.execute(statement)
    # what the foreign keys say is put right, as an attacker would
    if "games SET" in statement:
        with connection:
            for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                if "game" in {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}:
                    connection.execute(f"UPDATE {table} SET game = '../../victim' WHERE game IS NOT NULL")
    connection.close()
    archive = archive_of(open_office(office.root), tmp_path)
    with pytest.raises(OfficeError, match=words):
        restore_office(archive, tmp_path / "again", lambda _: True)
    if "games SET" in statement:
        with pytest.raises(OfficeError, match="cannot be a game's name"):
            open_office(office.root).reports("../../victim", 3)
    assert (victim / "thesis.txt").read_text("utf-8") == "years"


def peak_growth(do: Callable[[], object]) -> int:
    """Megabytes this process' peak grows by."""
    before = peak()
    do()
    return peak() - before


def refused(archive: Path, folder: Path) -> None:
    with pytest.raises(OfficeError):
        restore_office(archive, folder, lambda _: True)
    assert not folder.exists()
    assert not folder.with_name(f".{folder.name}.part").exists()


@NO_OFFICE
@pytest.mark.parametrize("name", nasty_archives.seeds())
def test_an_archive_of_a_few_kilobytes_is_refused_in_time(name: str) -> None:
    """Sparse maps and headers of headers kept the standard library's reader busy for a minute, or for ever."""
    archive = nasty_archives.zipped(nasty_archives.seeds()[name])
    assert len(archive) < 50_000
    assert peak_growth(lambda: nasty_archives.look(archive)) < 100


@pytest.mark.slow
@NO_OFFICE
def test_archives_at_random_are_refused_in_time() -> None:
    dice, corpus = random.Random(18), list(nasty_archives.seeds().values())
    for _ in range(60):
        nasty_archives.look(nasty_archives.mutated(dice, dice.choice(corpus)))


@pytest.mark.parametrize("name", ["magika.sqlite3-journal", "magika.sqlite3-wal", ".bashrc", "reports", "turns"])
def test_nothing_lies_beside_settings_and_database(name: str) -> None:
    """A journal would be played into the database after it was looked at."""
    assert "has no place" in nasty_archives.look(nasty_archives.zipped(nasty_archives.member(name, b"x")))


@NO_OFFICE
@pytest.mark.parametrize("name", ["turns/aside/mail.eml", SUMS, "magika.sqlite3"])
def test_a_sparse_member_is_refused(tmp_path: Path, name: str) -> None:
    archive = tmp_path / "sparse.tar.gz"
    archive.write_bytes(gzip.compress(gnu_sparse(name, 900_000_000) + b"\0" * 1024))
    assert archive.stat().st_size < 300
    assert peak_growth(lambda: refused(archive, tmp_path / "again")) < 100


@pytest.mark.slow
@NO_OFFICE
def test_a_bomb_is_refused_before_it_fills_the_disk(tmp_path: Path) -> None:
    archive = tmp_path / "bomb.tar.gz"
    with gzip.open(archive, "wb", compresslevel=9) as file:
        header = tarfile.TarInfo("turns/aside/mail.eml")
        header.size = 300_000_000
        file.write(header.tobuf())
        for _ in range(300):
            file.write(bytes(1_000_000))
    assert archive.stat().st_size < 400_000
    assert peak_growth(lambda: refused(archive, tmp_path / "again")) < 100


@pytest.mark.slow
@NO_OFFICE
@pytest.mark.parametrize("kind", [b"x", b"L", b"g"])
def test_a_header_of_a_lying_size_costs_no_memory(tmp_path: Path, kind: bytes) -> None:
    archive = tmp_path / "header.tar.gz"
    header = tarfile.TarInfo("x")
    header.type, header.size = kind, 700_000_000
    with gzip.open(archive, "wb") as file:
        file.write(header.tobuf(tarfile.GNU_FORMAT))
        for _ in range(700):
            file.write(bytes(1_000_000))
    assert peak_growth(lambda: refused(archive, tmp_path / "again")) < 100


def test_no_archive_chooses_where_players_answer_to(office: Office, tmp_path: Path) -> None:
    """Reply addresses, which stand for passwords, are made of the office's own address."""
    (office.root / "magika.toml").write_text('[office]\nemail = "gm@evil.example"\n', encoding="utf-8")
    done = restore_office(archive_of(office, tmp_path), tmp_path / "again")
    assert done.left_out == ('magika.toml: [office] email = "gm@evil.example"',)
    assert read_settings(done.folder / "magika.toml").text("office", "email") == "gm@example.org"


def test_an_archive_of_ones_own_comes_back_whole(office: Office, tmp_path: Path) -> None:
    """And sums are checked as ever."""
    archive = archive_of(office, tmp_path)
    with tarfile.open(archive) as tar:
        member = tar.extractfile(SUMS)
        assert member is not None
        sums = member.read().decode()
        data = tar.extractfile("magika.toml")
        assert data is not None
        assert re.search(rf"{hashlib.file_digest(io.BytesIO(data.read()), 'sha256').hexdigest()}  magika\.toml", sums)
    done = restore_office(archive, tmp_path / "again")
    assert (done.games, done.turns, done.left_out, done.emptied) == (("7",), 1, (), ())


@pytest.mark.sqlite("what an archive holds is a file, whatever the office is on")
@pytest.mark.parametrize(
    ("table", "column", "first"),
    [
        pytest.param("rolls", "rolled", b"", marks=pytest.mark.slow),
        pytest.param("chain", "content", b"", marks=pytest.mark.slow),
        ("sightings", "memory", b"d"),
    ],
)
def test_what_is_packed_unpacks_to_no_more_than_is_ever_kept(
    office: Office, tmp_path: Path, table: str, column: str, first: bytes
) -> None:
    """A hundred and fifty kilobytes that stand for as many megabytes, twice what is ever kept."""
    packer = zlib.compressobj(9, zdict=b"{}") if first else zlib.compressobj(9)
    bomb = first + b"".join(packer.compress(b" " * 1_000_000) for _ in range(150)) + packer.flush()
    with office.store.reading():
        pass
    with closing(sqlite3.connect(office.root / "magika.sqlite3")) as connection, connection:
        if first:  # one that is kept by what differs from the one before
            connection.execute("UPDATE sightings SET memory = ? WHERE turn = 0", [zlib.compress(b"{}")])
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE turn = 1", [bomb])
    archive = archive_of(open_office(office.root), tmp_path)
    tracemalloc.start()
    with pytest.raises((OfficeError, StoreError), match="too large"):
        restore_office(archive, tmp_path / "again", lambda _: True)
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert held < MOST_PACKED + 70_000_000
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize("place", ["../outside.eml", "magika.toml", "turns/../magika.toml", "turns/link.eml"])
def test_no_mail_is_read_where_mails_are_not_kept(office: Office, tmp_path: Path, place: str) -> None:
    (tmp_path / "outside.eml").write_text("years", encoding="utf-8")
    (office.root / "turns" / "link.eml").symlink_to(tmp_path / "outside.eml")
    Post(office).one(sheet("1 MOVE NE"))
    with office.store.writing() as connection:
        connection.execute(update(t.inbox).values(path=place, outcome="aside", settled=""))
    (found,) = [one for one in examine(office.root, NOW, deep=True) if one.check == "mail in"]
    assert [one.what for one in found.findings] == [f"{place!r} is not below turns/"]
    with pytest.raises(OfficeError, match="points outside turns/"):
        text_of(office, 1)
    office.close()


@pytest.mark.parametrize("name", [b"a\xff.toml", b"a\nb.toml", b"a.toml\n", b"a\\b.toml"])
def test_a_file_no_archive_can_hold_is_named(office: Office, tmp_path: Path, name: bytes) -> None:
    """Else each night's backup would fail in words nobody could do anything with."""
    path = os.fsencode(office.root / "scenarios") + b"/" + name
    with open(path, "wb"):
        pass
    with pytest.raises(OfficeError, match=r"scenarios/a.* can stand in no archive"):
        back_up_office(office, tmp_path / "archives", NOW)
    assert not list((tmp_path / "archives").glob("*"))
    os.unlink(path)
    assert back_up_office(office, tmp_path / "archives", NOW).files
    office.close()
