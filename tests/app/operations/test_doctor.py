"""The doctor: each thing that can be wrong with an office is found, with place and cure; what can be made again is."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from magika_gm.app.audit.rows import spoilt_rows
from magika_gm.app.office.office import open_office
from magika_gm.app.operations import doctor
from magika_gm.app.operations.backup import back_up_office
from magika_gm.app.operations.checks import Examined, Finding, several, tell_some
from magika_gm.app.operations.doctor import examine, lock_holder
from magika_gm.app.post.deliver import deliver
from magika_gm.app.turns.process import process_turn
from tests import on_postgres
from tests.app.postroom import NOW, Post, begin, sheet
from tests.desk import typed

LATER = NOW + timedelta(hours=1)


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An office with two turns processed, all mail out, and a backup."""
    office = begin(tmp_path_factory.mktemp("doctor") / "office")
    post = Post(office)
    for turn in (1, 2):
        assert post.one(sheet(turn=turn)).outcome == "accepted"
        process_turn(office, "7", NOW, early=True)
    settings = office.root / "magika.toml"
    settings.write_text(settings.read_text(encoding="utf-8").replace("@example.org", "@x.example"), encoding="utf-8")
    office.close()
    office = open_office(office.root)
    list(deliver(office))
    archive = back_up_office(office, None, NOW).archive
    office.close()
    os.utime(archive, (NOW.timestamp(), NOW.timestamp()))
    return office.root


@pytest.fixture
def root(healthy: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(healthy, tmp_path / "office"))


def look(root: Path, now: datetime = LATER, deep: bool = False, fix: bool = False) -> dict[str, Examined]:
    return {examined.check: examined for examined in examine(root, now, deep, fix)}


def findings(root: Path, now: datetime = LATER, deep: bool = False, fix: bool = False) -> dict[str, list[Finding]]:
    """What is found, by check."""
    return {name: e.findings for name, e in look(root, now, deep, fix).items() if e.findings}


def sql(root: Path, *statements: str) -> None:
    connection = sqlite3.connect(root / "magika.sqlite3", isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def test_a_sound_office_has_nothing_to_mend(root: Path) -> None:
    checks = look(root, deep=True)
    assert {name: e.findings for name, e in checks.items()} == {name: [] for name in checks}
    assert checks["worlds"].looked_at == "3 worlds of 1 game"
    assert checks["turns"].looked_at == "2 turns played again"
    assert checks["reports"].looked_at == "162 files of 3 turns"
    assert checks["mail in"].looked_at == "2 mails"
    assert checks.keys() == {
        "settings", "database", "rows", "worlds", "turns", "reports", "mail in", "mail out", "books", "dates", "disk",
        "locks", "backups", "modes", "queue", "kept no longer",
    }  # fmt: skip


def _settings(text: str) -> Callable[[Path], object]:
    return lambda root: (root / "magika.toml").write_text(text, encoding="utf-8")


def _garbage(root: Path) -> None:
    data = bytearray((root / "magika.sqlite3").read_bytes())
    for start in range(8192, len(data) - 4096, 16384):
        data[start : start + 2048] = b"\x5a" * 2048
    (root / "magika.sqlite3").write_bytes(bytes(data))


def _orphan(root: Path) -> None:
    connection = sqlite3.connect(root / "magika.sqlite3")
    with connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("UPDATE seats SET player = 999 WHERE seat = 'B'")
    connection.close()


def _template(root: Path) -> None:
    (root / "templates" / "magika").mkdir(parents=True)
    (root / "templates" / "magika" / "report.txt.j2").write_text("fine\n{% if %}\n", encoding="utf-8")


IN_THE_FILE = pytest.mark.sqlite("the file itself is damaged; a server looks after its own")
DAMAGE = [
    ("settings", _settings('[ofice]\nname = "x"\n'), "[ofice] is not a section", "docs/gm-guide.md"),
    ("settings", _settings('[accounts]\nrates = "mine"\n'), "there are no rates 'mine'", "put the rates right"),
    ("settings", _settings('[smtp]\npassword_file = "secret"\n'), "cannot be read", "make the file"),
    ("settings", _settings('[office]\nemail = "gm@x.example"\n[imap]\nhost = "mail.x.example"\n'),
     "nobody reads a mailbox without a name", "write user"),
    ("settings", _settings('[office]\nemail = "gm@x.example"\n[smtp]\nhost = "mail.x.example"\nuser = "gm"\n'),
     "is missing, and user is there", "asks for both"),
    ("settings", lambda r: (r / "left-out.txt").write_text("magika.toml: [accounts] rates = 'mine'\n"),
     "was not restored: magika.toml: [accounts] rates", "with --trust"),
    ("settings", _settings('[smtp]\nhost = "mail.example.com"\n'), "is still the example", "your own address"),
    ("settings", _template, "Expected an expression", "no report can be written"),
    pytest.param("database", lambda r: (r / "magika.sqlite3").unlink(), "there is no database", "magika-gm restore",
                 marks=IN_THE_FILE),
    pytest.param("database", _garbage, "", "magika-gm restore", marks=IN_THE_FILE),
    pytest.param("database", _orphan, "points to a row of players that is not there", "magika-gm restore",
                 marks=IN_THE_FILE),
    ("database", lambda r: sql(r, "UPDATE alembic_version SET version_num = '9999'"), "schema 9999", "that wrote it"),
    ("worlds", lambda r: sql(r, "UPDATE mages SET arcania = 999 WHERE turn = 2 AND letter = 'C'"), "cannot be", "put"),
    ("worlds", lambda r: sql(r, "UPDATE mages SET space = 'q99' WHERE letter = 'C'"), "no space is called", "put"),
    ("turns", lambda r: sql(r, "UPDATE played SET orders = replace(orders, 'MOVE NE', 'SEARCH')"), "differ", "put"),
    ("turns", lambda r: sql(r, "UPDATE played SET orders = 'FLY'"), "cannot be played again", "put"),
    ("mail in", lambda r: shutil.rmtree(r / "turns"), "is missing as it came", "backup's turns/"),
    ("mail out", lambda r: sql(r, "UPDATE outbox SET state = 'failed', error = 'no such user' WHERE id = 3"),
     "failed: no such user", "outbox --retry 3"),
    ("mail out", lambda r: sql(r, "UPDATE outbox SET state = 'bounced' WHERE id = 3"), "came back", "gm address"),
    ("mail out", lambda r: sql(r, "UPDATE outbox SET state = 'waiting', created_at = '2026-10-01T00:00:00+00:00' "
                                  "WHERE id = 3"), "more than a day", "deliver"),
    ("books", lambda r: sql(r, "UPDATE entries SET turn = 9 WHERE cause = 'turn:7:2:C'"), "was not processed", "check"),
    ("dates", lambda r: (r / "diagnosis-7-3.json").write_text("{}"), "the rules broke in turn 3", "send it"),
]  # fmt: skip


@pytest.mark.parametrize(("check", "damage", "what", "cure"), DAMAGE)
def test_what_is_wrong_is_found(root: Path, check: str, damage: Callable[[Path], object], what: str, cure: str) -> None:
    damage(root)
    found = findings(root)
    assert check in found, found
    assert any(what in f.what and cure in f.cure and f.needed for f in found[check]), found[check]
    assert not look(root)[check].healthy


def test_what_lies_further_back_is_found_when_looked_for_deeply(root: Path) -> None:
    sql(root, "UPDATE played SET orders = replace(orders, 'MOVE NE', 'SEARCH') WHERE turn = 1")
    assert "turns" not in findings(root)
    (found,) = findings(root, deep=True)["turns"]
    assert found.place == "game 7, turn 1"
    sql(root, "PRAGMA foreign_keys = ON", "DELETE FROM turns WHERE turn = 1")
    assert any("turn 1 is missing" in f.what for f in findings(root)["worlds"])


def test_a_turn_due_for_days_or_left_in_review_is_told(root: Path) -> None:
    due = datetime(2026, 12, 20, tzinfo=UTC)
    (found,) = findings(root, now=due + timedelta(days=1))["dates"]
    assert "turn 3 has been due for" in found.what
    assert "process-turn 7" in found.cure
    sql(root, "UPDATE turns SET held = (1 = 1) WHERE turn = 2")
    (found,) = findings(root, now=NOW + timedelta(days=9))["dates"]
    assert "turn 2 has waited 9 days for your review" in found.what


def test_missing_reports_are_written_again_byte_for_byte(root: Path) -> None:
    folder = root / "reports" / "7" / "2"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    (folder / "C.pdf").unlink()
    (found,) = findings(root)["reports"]
    assert (found.place, found.what, found.fixed) == ("reports/7/2/C.pdf", "is missing", False)
    assert "magika-gm reports 7 2" in found.cure
    shutil.rmtree(root / "reports" / "7" / "1")
    checks = look(root, fix=True)
    assert [f.fixed for f in checks["reports"].findings] == [True, True]
    assert checks["reports"].healthy
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert "reports" not in findings(root)


def test_reports_that_an_own_template_keeps_from_being_written_are_told_with_the_reason(root: Path) -> None:
    (root / "templates" / "magika").mkdir(parents=True)
    (root / "templates" / "magika" / "report.txt.j2").write_text("{{ nobody.knows.it }}\n", encoding="utf-8")
    (root / "reports" / "7" / "2" / "C.txt").unlink()
    (found,) = findings(root, fix=True)["reports"]
    assert (found.place, found.needed, found.fixed) == ("reports/7/2/C.txt", True, False)
    assert "'nobody' is undefined" in found.what


def test_reports_are_left_to_the_run_that_is_writing_them(root: Path) -> None:
    shutil.rmtree(root / "reports" / "7" / "2")
    (found,) = findings(root, now=NOW + timedelta(minutes=1), fix=True)["reports"]
    assert "may be writing now" in found.what
    assert not found.needed
    assert not (root / "reports" / "7" / "2").exists()


def test_a_restored_office_is_mended_however_young_its_last_turn_is(root: Path) -> None:
    shutil.rmtree(root / "reports")
    (root / "reports").mkdir()
    reports = look(root, now=NOW + timedelta(minutes=1), fix=True)["reports"]
    assert [f.fixed for f in reports.findings] == [True, True, True]
    assert reports.healthy
    assert (root / "reports" / "7" / "2" / "C.pdf").is_file()


def test_a_password_others_can_read_is_shut_away(root: Path) -> None:
    (root / "magika.toml").write_text('[office]\nemail = "gm@x.example"\n[imap]\npassword_file = "secret"\n')
    (root / "secret").write_text("hush\n", encoding="utf-8")
    (root / "secret").chmod(0o644)
    (found,) = findings(root)["settings"]
    assert "can be read by others" in found.what
    assert "hush" not in f"{found}"
    assert findings(root, fix=True)["settings"][0].fixed
    assert (root / "secret").stat().st_mode & 0o777 == 0o600
    assert "settings" not in findings(root)


def test_leftovers_of_runs_cut_off_are_removed(root: Path) -> None:
    places = [root / "reports" / "7" / ".3.part", root / "backups" / ".magika-x"]
    for place in places:
        place.mkdir()
    halves = [root / "turns" / "7" / "1" / ".C-0.eml.part", root / "reports" / "7" / "gm" / "1" / ".gm.html.part"]
    for half in halves:
        half.write_text("hal")
    places += halves
    for place in places:
        os.utime(place, (0, 0))
    found = findings(root)
    assert [f.place for f in found["disk"]] == [str(p.relative_to(root)) for p in (places[0], *halves)]
    assert not any(finding.needed for finding in found["disk"])
    assert not found["backups"][0].needed
    findings(root, fix=True)
    assert not any(place.exists() for place in places)


def test_a_disk_that_is_nearly_full_is_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LEAST_FREE", 10**18)
    (found,) = findings(root)["disk"]
    assert "MB are free" in found.what


def test_a_lock_held_for_long_is_told_and_a_lock_file_alone_is_not(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = root / "outbox" / ".lock"
    path.touch()
    assert lock_holder(path) is None
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        holder = lock_holder(path)
        if holder is None:
            pytest.skip("this system does not tell who holds a lock")
        assert holder[0] == os.getpid()
        assert "locks" not in findings(root)
        monkeypatch.setattr(doctor, "lock_holder", lambda _: (4711, timedelta(hours=3)))
        found = findings(root)["locks"]
        assert "process 4711, which has run for 3 hours" in found[0].what


def test_an_old_backup_or_none_is_a_hint(root: Path) -> None:
    (found,) = findings(root, now=NOW + timedelta(days=5))["backups"]
    assert (found.what, found.needed) == ("the newest is 5 days old", False)
    shutil.rmtree(root / "backups")
    assert not findings(root)["backups"][0].needed


@pytest.mark.sqlite("tests/store/test_postgres.py asks it of a server")
def test_an_older_schema_is_upgraded_only_when_asked(root: Path) -> None:
    (root / "magika.sqlite3").unlink()
    on_postgres.migrated(f"sqlite:///{root / 'magika.sqlite3'}", "0001")
    checks = look(root)
    assert "older schema 0001" in checks["database"].findings[0].what
    assert "worlds" not in checks
    assert not list(root.glob("*.bak-*"))
    assert "worlds" in look(root, fix=True)
    assert (root / "magika.sqlite3.bak-0001").is_file()


def test_the_address_of_the_example_is_a_hint_and_a_fault_where_mail_is_sent(root: Path) -> None:
    for server, needed in (("", False), ('[smtp]\nhost = "mail.x.example"\n', True)):
        (root / "magika.toml").write_text(server, encoding="utf-8")
        (found,) = findings(root)["settings"]
        assert (found.place, found.needed) == ("[office] email", needed)


def test_looking_changes_nothing(root: Path) -> None:
    def state() -> dict[str, bytes]:
        return {
            str(path): path.read_bytes() for path in root.rglob("*")
            if path.is_file() and not path.name.endswith(("-wal", "-shm", on_postgres.MARK))
        }  # fmt: skip

    (root / "reports" / "7" / "2" / "C.pdf").unlink()
    before = state()
    findings(root, deep=True)
    assert state() == before


def test_many_of_a_kind_are_told_in_few_lines() -> None:
    found = Examined("x")
    tell_some(found, [Finding(place=str(n), what="gone", cure="cure") for n in range(40)])
    assert len(found.findings) == 6
    assert found.findings[-1].what == "and 35 more like these"
    mixed = [Finding(place=str(n), what="gone", cure="cure", needed=n % 2 == 0, fixed=n % 2 == 0) for n in range(40)]
    found = Examined("x")
    tell_some(found, mixed)
    assert found.healthy, "what was needed is mended, and hints need nobody"
    tell_some(found, [*mixed, Finding(place="x", what="gone", cure="cure")])
    assert not found.healthy
    assert [several(1, "entry"), several(2, "entry"), several(0, "day")] == ["1 entry", "2 entries", "0 days"]


def test_the_command_ends_with_1_only_if_something_needs_the_game_master(root: Path) -> None:
    def run(*words: str) -> tuple[int, str]:
        result = typed(root, "doctor", *words)
        return result.exit_code, result.stdout

    # the command looks at the real clock: keep the game from being overdue
    sql(root, f"UPDATE turns SET next_due = '{(datetime.now(UTC) + timedelta(days=20)).isoformat()}' WHERE turn = 2")
    os.utime(next((root / "backups").glob("*.gz")), (0, 0))
    status, text = run()
    assert status == 0, text
    assert "All is well; 1 hint." in text
    (root / "reports" / "7" / "2" / "C.pdf").unlink()
    status, text = run()
    assert status == 1
    assert "fault: reports/7/2/C.pdf: is missing" in text
    assert "1 fault to mend; 1 hint." in text
    status, text = run("--fix", "--json")
    shown = json.loads(text)
    assert (status, shown["healthy"]) == (0, True)
    assert next(c for c in shown["checks"] if c["check"] == "reports")["findings"][0]["fixed"]


def test_an_office_on_a_server_is_left_to_the_server(root: Path) -> None:
    (root / "magika.toml").write_text('[database]\nurl = "postgresql+psycopg://nobody@127.0.0.1:1/no"\n', "utf-8")
    checks = look(root)
    assert not checks["database"].healthy
    assert "worlds" not in checks
    assert open_office(root).database_url.startswith("postgresql")


def test_what_a_seat_remembers_is_looked_at(root: Path) -> None:
    """What is damaged there would stop its next mail and its game."""
    office = open_office(root)
    with office.store.writing() as connection:
        kind = "BLOB" if connection.dialect.name == "sqlite" else "BYTEA"
        broken = f"UPDATE sightings SET memory = CAST('x' AS {kind}) WHERE turn = 2 AND seat = 'D'"
        connection.exec_driver_sql(broken)
    office.close()
    (found,) = findings(root)["worlds"]
    assert found.place == "game 7, turn 2"
    assert "what D remembers cannot be read" in found.what


def test_what_is_no_file_in_the_maildir_is_told(root: Path) -> None:
    """It is never read, so that nobody waits for a pipe; but somebody put it there."""
    new = root / "maildir" / "new"
    new.mkdir(parents=True)
    (root / "maildir" / "cur").mkdir()
    (root / "magika.toml").write_text('[mail]\nmaildir = "maildir"\n', encoding="utf-8")
    (new / "1.mail").write_text("x", encoding="utf-8")
    assert "mail in" not in findings(root)
    os.mkfifo(new / "2.pipe")
    (new / "3.link").symlink_to("/etc/hostname")
    (root / "maildir" / "cur" / "4.folder").mkdir()
    (new / "5.lost").symlink_to("nowhere")
    found = findings(root)["mail in"]
    assert [Path(one.place).name for one in found] == ["4.folder", "2.pipe", "3.link", "5.lost"]
    assert {(one.what, one.needed) for one in found} == {("is no file, and no mail", False)}


@pytest.mark.parametrize(("paces", "told"), [(3.9, False), (4.1, True), (260, True)])
def test_a_date_further_off_than_four_paces_is_a_hint(root: Path, paces: float, told: bool) -> None:
    """A clock that ran years ahead once leaves it, and nobody would see why nothing is played."""
    due = LATER + timedelta(days=14 * paces)
    sql(root, f"UPDATE turns SET next_due = '{due.isoformat()}' WHERE turn = 2")
    found = findings(root).get("dates", [])
    assert bool(found) is told
    for one in found:
        assert not one.needed
        assert "more than 4 times its pace from now" in one.what
        assert "magika-gm move-date 7" in one.cure
    if told:
        pause = f"('7', 1, 2, '{NOW.isoformat()}', '', '', '')"
        sql(root, f"INSERT INTO pauses (game, nr, turn, since, until, reason, ended_at) VALUES {pause}")
        assert not findings(root).get("dates")


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 3])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def changed(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:-9] + bytes([data[-9] ^ 1]) + data[-8:])


BY_DAY = [
    (cut_short, "pdf", 1),
    (emptied, "txt", 2),
    (changed, "json", 1),
    (changed, "page.html", 2),
    (Path.unlink, "html", 2),
]


@pytest.mark.parametrize(
    ("damage", "form", "turn"),
    [*BY_DAY, *(pytest.param(*each, 3 - turn, marks=pytest.mark.slow) for *each, turn in BY_DAY)],
)
def test_a_damaged_report_is_told_and_made_again(
    root: Path, damage: Callable[[Path], object], form: str, turn: int
) -> None:
    file = root / "reports" / "7" / str(turn) / f"C.{form}"
    was = file.read_bytes()
    damage(file)
    deep = damage is changed and turn == 1  # the size of an earlier turn's is right
    assert bool(findings(root).get("reports")) is not deep
    (found,) = findings(root, deep=True)["reports"]
    assert found.place == f"reports/7/{turn}/C.{form}"
    assert found.what == ("is missing" if damage is Path.unlink else "is damaged")
    assert found.cure == f"magika-gm reports 7 {turn} writes them again"
    assert [one.fixed for one in findings(root, deep=True, fix=True)["reports"]] == [True]
    assert file.read_bytes() == was
    assert not findings(root, deep=True)


@pytest.mark.parametrize(
    ("damage", "form"), [(cut_short, "html"), (emptied, "txt"), (changed, "json"), (Path.unlink, "html")]
)
def test_a_damaged_report_is_not_mailed_but_made_again(root: Path, damage: Callable[[Path], object], form: str) -> None:
    sql(root, "UPDATE outbox SET state = 'waiting' WHERE kind = 'report' AND turn = 2")
    sent = {path.name: path.read_bytes() for path in (root / "outbox").glob("*.eml")}
    file = root / "reports" / "7" / "2" / f"C.{form}"
    was = file.read_bytes()
    damage(file)
    office = open_office(root)
    assert {one.delivery.state for one in deliver(office)} == {"sent"}
    office.close()
    assert file.read_bytes() == was
    assert {path.name: path.read_bytes() for path in (root / "outbox").glob("*.eml")} == sent


def test_reports_of_an_earlier_version_have_no_digests(root: Path) -> None:
    for lists in (root / "reports").rglob("*.digests"):
        lists.unlink()
    assert not findings(root, deep=True)
    emptied(root / "reports" / "7" / "1" / "D.txt")
    (found,) = findings(root)["reports"]
    assert (found.place, found.what) == ("reports/7/1/D.txt", "is damaged")


@pytest.mark.parametrize("damage", [emptied, lambda path: path.write_bytes(b"\xff\0x y z\n")])
def test_a_damaged_list_of_digests_is_as_none(root: Path, damage: Callable[[Path], object]) -> None:
    damage(root / "reports" / "7" / "gm" / "2.digests")
    emptied(root / "reports" / "7" / "2" / "C.pdf")
    assert [one.what for one in findings(root)["reports"]] == ["is damaged"]
    assert findings(root, fix=True)
    assert not findings(root, deep=True)


def test_a_mail_that_is_not_as_it_came_is_told(root: Path) -> None:
    first, second = sorted((root / "turns" / "7").rglob("*.eml"))
    emptied(first)
    changed(second)
    assert [one.what for one in findings(root)["mail in"]] == ["mail 1 is missing as it came"]
    told = {one.what for one in findings(root, deep=True)["mail in"]}
    assert told == {"mail 1 is missing as it came", "mail 2 is not as it came"}


@pytest.mark.sqlite("rows are damaged as SQLite lets one")
@pytest.mark.parametrize(
    ("change", "place", "what"),
    [
        ("sightings SET memory = x'00' WHERE turn = 1 AND seat = 'D'", "game 7, turn 1", "what D remembers"),
        ("sightings SET known = '{' WHERE turn = 1 AND seat = 'D'", "game 7, turn 1, seat D, sightings", "known"),
        ("rolls SET rolled = x'00ff' WHERE turn = 1", "game 7, turn 1, rolls", "rolled cannot be read (error)"),
        ("messages SET text = x'00' WHERE turn = 1", "game 7, turn 1", "text"),
        ("positions SET playing = 'x' WHERE turn = 1 AND seat = 'D'", "seat D, positions", "playing cannot be 'x'"),
        ("outbox SET created_at = x'00' WHERE id = 1", "id 1, outbox", "created_at cannot be"),
        ("inbox SET turn = 'zzz' WHERE id = 1", "id 1, inbox", "turn cannot be 'zzz'"),
        ("inbox SET game = '99' WHERE id = 1", "id 1, inbox", "there is no such game"),
        ("sheets SET sheet = x'00' WHERE turn = 1", "game 7, turn 1, seat C, sheets", "sheet cannot be"),
        ("readers SET told = '[' WHERE turn = 1 AND seat = 'D'", "seat D, readers", "told cannot be read"),
        ("chain SET content = x'00ff' WHERE turn = 1", "game 7, turn 1", "content cannot be read (error)"),
        ("seats SET choices = 'x' WHERE seat = 'D'", "game 7, seat D, seats", "choices cannot be read"),
        ("players SET large_print = 7 WHERE id = 1", "id 1, players", "large_print cannot be '7'"),
        ("entries SET made_at = 'soon' WHERE id = 1", "id 1, entries", "made_at cannot be read"),
    ],
)
def test_a_row_nobody_of_ours_would_write_is_named(root: Path, change: str, place: str, what: str) -> None:
    """Also where a round reads it only when something comes of it, and no turn comes out otherwise for it."""
    into = "messages (game, turn, nr, sender, addressee, anonymous, text)"
    sql(root, f"INSERT OR IGNORE INTO {into} VALUES ('7', 1, 1, 'A', 'C', 0, 'x')")
    sql(root, f"UPDATE {change}")
    found = [one for each in findings(root, deep=True).values() for one in each]
    assert any(place in one.place and what in one.what and "restore a backup" in one.cure for one in found), found
    result = typed(root, "verify", "7")
    assert not isinstance(result.exception, zlib.error)
    if "turn = 1" in change:
        assert result.exit_code == 1, result.stdout
        assert "turn 1" in result.stdout + result.stderr


def test_a_table_that_cannot_be_asked_keeps_no_other_from_being_looked_at(tmp_path: Path) -> None:
    """On a server what fails ends the transaction, and every question behind it with it."""
    office = begin(tmp_path / "office", system="xom_zol")
    with office.store.writing() as connection:
        connection.execute(text("ALTER TABLE dates RENAME COLUMN reason TO why"))
        connection.execute(text("UPDATE seats SET choices = 'x' WHERE seat = 'B'"))
    with office.store.reading() as connection:
        found = {one.place: one.what for one in spoilt_rows(connection, deep=True)}
        assert connection.execute(text("SELECT count(*) FROM games")).scalar() == 1
    assert sorted(found) == ["dates", "game 7, seat B, seats"]
    assert found["dates"].startswith("a row cannot be read")
    office.close()


def test_a_mail_that_came_empty_is_no_fault_and_one_that_is_gone_is(root: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.eml").write_bytes(b"")
    assert typed(root, "ingest", str(tmp_path / "empty.eml")).exit_code == 0
    for deep in (False, True):
        assert "mail in" not in findings(root, deep=deep)
    (kept,) = [path for path in (root / "turns" / "aside").iterdir() if not path.stat().st_size]
    kept.unlink()
    assert [one.what for one in findings(root)["mail in"]] == ["mail 3 is missing as it came"]
