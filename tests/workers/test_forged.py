"""A row of the queue that no program of ours put there does nothing but a line in the log, whatever stands in it."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.operations.workers import Worker, make_queue
from magika_gm.app.record.outgoing import MAIL_IN, MAIL_OUT, MAILS, PAGES, QUEUE, REMIND, TURN
from magika_gm.resources import shipped
from tests.store.postgres import Server

pytestmark = pytest.mark.postgres
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
NOW = BEGUN + timedelta(days=2)
NAMES = [
    "../../etc",
    "/etc/passwd",
    "",
    "b",
    "A",
    "a\nb",
    "a'; DROP TABLE games; --",
    "x" * 100_000,
    None,
    7,
    True,
    ["a"],
    {"a": 1},
]
NUMBERS = [-1, 2**31, 2**63, 2**200, "1", 1.5, True, None, [1]]
FORGED: dict[str, Sequence[object]] = {
    TURN: [{"game": name} for name in NAMES] + [{}, {"game": "a", "turn": 1}, {"self": 1}],
    REMIND: [{"game": name} for name in NAMES] + [{}, {"game": "a", "now": 1}],
    PAGES: [{"game": name, "turn": 0} for name in NAMES]
    + [{"game": "a", "turn": n} for n in NUMBERS]
    + [{"game": "a"}],
    MAIL_IN: [{"game": "a"}, {"office": "/"}],
    MAIL_OUT: [{"game": "a"}, {"to": "mallory@example.org"}],
    MAILS: [{"portion": n} for n in NUMBERS] + [{}, {"portion": 1, "mails": "x"}],
    "nobody's kind": [{}, {"game": "a"}],
    "os.system": [{"command": "true"}],
    "run": [{}],
    "look_round": [{}],
    "builtin:procrastinate.builtin_tasks.remove_old_jobs": [{"max_hours": 0}],
    "\u202e" + "k" * 100: [{}],
}
ODD = [(TURN, "[1]"), (TURN, '"a"'), (TURN, "null"), (PAGES, "7"), (MAIL_OUT, "[]")]
"""Arguments that are no object."""


@pytest.fixture
def office(postgres: Server, tmp_path: Path) -> Office:
    office = init_office(tmp_path / "office", database=postgres.new_database())
    signups = shipped("sample") / "xom_zol" / "signups.toml"
    new_game(office, "a", signups, BEGUN, system="xom_zol", seed=b"a", due=BEGUN + timedelta(days=14))
    make_queue(office)
    return office


def everything(office: Office) -> dict[str, object]:
    """Every row of the office but the queue's, and every file."""
    found: dict[str, object] = {}
    with office.store.reading() as connection:
        names = connection.execute(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).scalars()
        for name in names:
            if not name.startswith("procrastinate") and name not in ("outbox", "heartbeats"):
                rows = connection.execute(text(f'SELECT md5(x::text) FROM "{name}" AS x')).scalars()
                found[name] = sorted(rows)
    for path in office.root.rglob("*"):
        if path.is_file() and "outbox" not in path.parts:
            found[str(path)] = path.read_bytes()
    return found


def put(office: Office, rows: list[tuple[str, str]], more: str = "now()") -> None:
    asked = (
        "INSERT INTO procrastinate_jobs (queue_name, task_name, args, scheduled_at) "
        f"VALUES (:queue, :task, cast(:args AS jsonb), {more})"
    )
    with office.store.engine.begin() as connection:
        connection.execute(text(asked), [{"queue": QUEUE, "task": task, "args": args} for task, args in rows])


def left(office: Office) -> list[tuple[str, str]]:
    with office.store.reading() as connection:
        rows = connection.execute(text("SELECT task_name, status FROM procrastinate_jobs"))
        return [(task, status) for task, status in rows if status in ("todo", "doing")]


def worked(office: Office) -> None:
    Worker(office=office, clock=lambda: NOW, every=1, stalled=5).run(once=True)


@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_job_is_a_line_in_the_log(office: Office, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    worked(office)  # what there is to do is done
    before, rows = everything(office), FORGED[kind]
    caplog.clear()
    put(office, [(kind, json.dumps(args)) for args in rows])
    with caplog.at_level(logging.WARNING, logger="magika_gm.worker"):
        worked(office)
    assert everything(office) == before
    assert left(office) == []
    said = [record.getMessage() for record in caplog.records if record.name == "magika_gm.worker"]
    assert len([line for line in said if "is no job of ours" in line]) == len(rows)
    assert all(len(line) < 300 and "\n" not in line for line in said)
    office.close()


@pytest.mark.parametrize("when", ["now()", "'-infinity'", "'0001-01-01 BC'"])
def test_arguments_that_are_none_stop_no_worker(office: Office, when: str, caplog: pytest.LogCaptureFixture) -> None:
    worked(office)
    before = everything(office)
    put(office, ODD, when)
    caplog.clear()
    with caplog.at_level(logging.WARNING, logger="magika_gm.worker"):
        worked(office)
    assert everything(office) == before
    assert left(office) == []
    said = [record.getMessage() for record in caplog.records if "is no job of ours" in record.getMessage()]
    assert len(said) == len(ODD)
    office.close()


@pytest.mark.parametrize(
    "mails",
    [
        b"",
        b"[1]",
        b"{}",
        b"\xff",
        b"[[1, 2, 3, 4]]",
        b'[["!", null, "x", ""]]',
        b"null",
        b'[[null, null, "x", ""]]',
        b'[[null, 7, "x", ""]]',
    ],
)
def test_a_forged_portion_of_mails_is_a_line_in_the_log(
    office: Office, mails: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    worked(office)
    before = everything(office)
    with office.store.engine.begin() as connection:
        asked = text("INSERT INTO portions (mails) VALUES (:mails) RETURNING id")
        number = connection.execute(asked, {"mails": mails}).scalar_one()
    put(office, [(MAILS, json.dumps({"portion": number}))])
    caplog.clear()
    with caplog.at_level(logging.WARNING, logger="magika_gm.worker"):
        worked(office)
    after = everything(office)
    assert {name: rows for name, rows in after.items() if name != "portions"} == {
        name: rows for name, rows in before.items() if name != "portions"
    }
    assert left(office) == []
    assert "is no portion of ours" in caplog.text
    office.close()
