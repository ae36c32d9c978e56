"""Two roles on a server: the owner of the tables, and workers, who do all their work and change no table."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine, text
from sqlalchemy.exc import ProgrammingError

from magika_gm import games
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import init_office, open_office
from magika_gm.app.operations.workers import Worker, prepare_worker
from magika_gm.cli.main import cli
from magika_gm.resources import shipped
from magika_gm.store.faults import StoreError
from magika_gm.store.relations import make_tables
from magika_gm.store.roles import _statements, make_worker
from tests.desk import typed
from tests.store.postgres import Server

pytestmark = pytest.mark.postgres
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
_numbers = count(1)


@pytest.fixture
def offices(postgres: Server, tmp_path: Path) -> Iterator[tuple[Path, Path, str]]:
    """An office under its owner's URL, the same under a worker's, and the worker's role."""
    name, role = f"roles{next(_numbers)}", f"hand{next(_numbers)}"
    with postgres.connect("postgres") as connection:
        connection.execute(f"CREATE ROLE owner_{name} LOGIN CREATEROLE".encode())
        connection.execute(f"CREATE DATABASE {name} OWNER owner_{name}".encode())
    url = postgres.url(name).replace("magika@", f"owner_{name}@")
    made = CliRunner().invoke(cli, ["init", str(tmp_path / "own"), "--database", url, "--worker-role", role, "--json"])
    assert made.exit_code == 0, made.output + made.stderr
    assert json.loads(made.stdout)["to_run"] == []
    owner = open_office(tmp_path / "own")
    signups = shipped("sample") / "xom_zol" / "signups.toml"
    new_game(owner, "a", signups, BEGUN, system="xom_zol", seed=b"a", due=BEGUN + timedelta(days=14))
    owner.close()
    (tmp_path / "hand").mkdir()
    settings = (tmp_path / "own" / "magika.toml").read_text("utf-8").replace(f"owner_{name}@", f"{role}@")
    (tmp_path / "hand" / "magika.toml").write_text(settings, encoding="utf-8")
    yield tmp_path / "own", tmp_path / "hand", role
    with postgres.connect("postgres") as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def test_a_workers_role_does_all_a_worker_does(offices: tuple[Path, Path, str], tmp_path: Path) -> None:
    _, hand, _ = offices
    mails = tmp_path / "maildir"
    for folder in ("cur", "new", "tmp"):
        (mails / folder).mkdir(parents=True)
    (mails / "new" / "1").write_text("From: ann@example.org\nTo: gm@example.org\nSubject: RULES\n\nRULES\n", "utf-8")
    settings = (hand / "magika.toml").read_text("utf-8").replace('maildir = ""', f'maildir = "{mails}"')
    (hand / "magika.toml").write_text(settings, encoding="utf-8")
    office = open_office(hand)
    worker = Worker(office=office, clock=lambda: BEGUN + timedelta(days=20), every=1, stalled=5)
    worker.run(once=True)
    worker.look_round()
    worker.run(once=True)
    said = "\n".join(worker.done)
    assert "mail in: " in said
    assert "mail out: " in said
    with office.store.reading() as connection:
        failed = connection.execute(text("SELECT task_name, status FROM procrastinate_jobs WHERE attempts > 0")).all()
    assert failed == []
    assert "game a: turn 1 processed" in said
    office.close()


CHANGES = [
    "CREATE TABLE mine (x integer)", "CREATE TEMPORARY TABLE mine (x integer)", "CREATE SCHEMA mine",
    "CREATE VIEW mine AS SELECT 1", "CREATE FUNCTION mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    "CREATE INDEX mine ON games (title)", "CREATE TRIGGER mine BEFORE UPDATE ON games EXECUTE FUNCTION now()",
    "CREATE ROLE mine", "CREATE EXTENSION pg_trgm", "ALTER TABLE games ADD COLUMN mine integer",
    "ALTER TABLE games DISABLE TRIGGER ALL", "ALTER TABLE games OWNER TO CURRENT_USER",
    "ALTER ROLE CURRENT_USER SUPERUSER",
    "DROP TABLE inbox", "DROP TABLE procrastinate_jobs", "DROP SCHEMA public CASCADE", "TRUNCATE games CASCADE",
    "UPDATE alembic_version SET version_num = '0'", "UPDATE office_secrets SET secret = ''", "DELETE FROM relations",
    "GRANT ALL ON games TO PUBLIC", "COPY games TO PROGRAM 'true'", "SELECT pg_read_file('/etc/passwd')",
]  # fmt: skip


def test_a_workers_role_makes_changes_and_drops_nothing(offices: tuple[Path, Path, str]) -> None:
    engine = create_engine(open_office(offices[1]).database_url)
    allowed, others = [], list[str]()
    with engine.connect() as connection:
        for statement in CHANGES:
            try:
                with connection.begin_nested():
                    connection.execute(text(statement))
                allowed.append(statement)
            except ProgrammingError as error:
                others += [statement] if getattr(error.orig, "sqlstate", "") != "42501" else []
        connection.rollback()
    engine.dispose()
    assert others == []
    assert [line for line in allowed if not line.startswith("GRANT")] == []
    with engine.connect() as connection:  # a grant of what one does not own is a warning, and gives nothing
        asked = text("SELECT grantee FROM information_schema.role_table_grants WHERE table_name = 'games'")
        assert "PUBLIC" not in connection.execute(asked).scalars().all()
    engine.dispose()


def test_an_older_schema_is_upgraded_by_the_owners_url_alone(offices: tuple[Path, Path, str]) -> None:
    own, hand, _ = offices
    engine = create_engine(open_office(own).database_url)
    with engine.begin() as connection:
        now = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
        connection.execute(text("UPDATE alembic_version SET version_num = '0002'"))
    told = typed(hand, "status")
    assert told.exit_code == 1
    assert "older schema 0002" in told.stderr
    assert "owner's URL" in told.stderr
    with engine.begin() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one() == "0002"
        connection.execute(text("UPDATE alembic_version SET version_num = :now"), {"now": now})
        connection.execute(text("UPDATE relations SET version = version - 1"))
    engine.dispose()
    office = open_office(hand)
    with office.store.writing() as connection, pytest.raises(StoreError, match="owner's URL"):
        make_tables(connection, games.system("xom_zol").archive)
    office.close()


def test_who_may_make_no_role_is_told_the_statements(postgres: Server, tmp_path: Path) -> None:
    with postgres.connect("postgres") as connection:
        connection.execute(b"CREATE ROLE plain LOGIN")
        connection.execute(b"CREATE DATABASE plain OWNER plain")
    url = postgres.url("plain").replace("magika@", "plain@")
    words = ["init", str(tmp_path / "office"), "--database", url, "--worker-role", "plain_hand", "--json"]
    told = CliRunner().invoke(cli, words)
    assert told.exit_code == 0, told.stderr
    lines = json.loads(told.stdout)["to_run"]
    assert lines[0] == "CREATE ROLE plain_hand LOGIN;"
    with postgres.connect("plain") as connection:
        for line in lines:
            connection.execute(line.encode())
    assert json.loads(CliRunner().invoke(cli, words).stdout)["to_run"] == []
    office = tmp_path / "hand"
    office.mkdir()
    shutil.copy(tmp_path / "office" / "magika.toml", office)
    settings = (office / "magika.toml").read_text("utf-8").replace("plain@", "plain_hand@")
    (office / "magika.toml").write_text(settings, encoding="utf-8")
    assert typed(office, "status").exit_code == 0


def test_who_owns_no_schema_and_no_database_is_told_what_takes_tables_from_a_worker(
    postgres: Server, tmp_path: Path
) -> None:
    """As before PostgreSQL 15, and where an administrator made the database: of what one does not own nothing is
    revoked, and the server only warns."""
    with postgres.connect("postgres") as connection:
        connection.execute(b"CREATE ROLE guest LOGIN CREATEROLE")
        connection.execute(b"CREATE DATABASE guest")
    with postgres.connect("guest") as connection:
        connection.execute(b"GRANT CREATE, USAGE ON SCHEMA public TO PUBLIC")
    url = postgres.url("guest").replace("magika@", "guest@")
    words = ["init", str(tmp_path / "office"), "--database", url, "--worker-role", "guest_hand", "--json"]
    lines = json.loads(CliRunner().invoke(cli, words).stdout)["to_run"]
    with postgres.connect("guest") as connection:
        for line in lines:
            connection.execute(line.encode())
    assert json.loads(CliRunner().invoke(cli, words).stdout)["to_run"] == []
    assert not _makes(url.replace("guest@", "guest_hand@"), "TABLE mine (x integer)")
    assert not _makes(url.replace("guest@", "guest_hand@"), "TEMPORARY TABLE mine (x integer)")
    assert _makes(url, "TABLE mine (x integer)"), "the owner makes tables still"


def _makes(url: str, what: str) -> bool:
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            connection.execute(text(f"CREATE {what}"))
    except ProgrammingError:
        return False
    finally:
        engine.dispose()
    return True


def test_a_role_that_is_the_owners_too_is_no_workers(postgres: Server) -> None:
    with postgres.connect("postgres") as connection:
        for statement in (b"CREATE ROLE his_own LOGIN", b"CREATE ROLE deputy LOGIN", b"GRANT his_own TO deputy"):
            connection.execute(statement)
    engine = create_engine(postgres.new_database().replace("magika@", "his_own@"))
    with pytest.raises(StoreError, match="more than a worker"):
        make_worker(engine, "deputy")
    engine.dispose()


@pytest.mark.parametrize("role", ["magika", "Big", "a b", "x; DROP TABLE games", "", "a" * 64])
def test_a_name_that_is_no_workers_role_is_refused(postgres: Server, tmp_path: Path, role: str) -> None:
    office = init_office(tmp_path / "office", database=postgres.new_database())
    with pytest.raises((StoreError, OfficeError)):
        prepare_worker(office, role)
    office.close()


def test_the_guide_says_the_same_statements() -> None:
    """What docs/gm-guide.md tells a superuser to run is what the program runs."""
    guide = (Path(__file__).parents[2] / "docs" / "gm-guide.md").read_text(encoding="utf-8")
    lines = [re.sub(r"\s+", " ", line).strip() for line in guide.splitlines()]
    wanted = [f"{s};".replace('"', "") for s in _statements("magika_worker", "magika", "magika", "public")]
    assert [line for line in ["CREATE ROLE magika_worker LOGIN;", *wanted] if line not in lines] == []
