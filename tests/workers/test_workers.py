"""Workers on one PostgreSQL: each turn once, each mail once, whoever is killed; no disk shared.

Two office folders with one database are two machines: what one wrote to its disk the other has not got.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import func, select, text

from magika_gm.app.audit.verify import verify_game
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.doors import MOST_ENDS
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, init_office, open_office
from magika_gm.app.operations import workers
from magika_gm.app.operations.status import office_status
from magika_gm.app.operations.workers import Worker, make_queue
from magika_gm.app.record.outgoing import PAGES, defer, queue_state, turn_job
from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from magika_gm.store.database import Busy, open_store
from tests.store.postgres import Server

pytestmark = pytest.mark.postgres
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
NOW = BEGUN + timedelta(days=20)
GAMES = ("a", "b", "c")
SILENT = 6
"""Seconds without a sign of life: a loaded machine may be slow."""


@pytest.fixture
def machines(postgres: Server, tmp_path: Path) -> tuple[Path, Path]:
    """Two machines' folders of one office with three games that are due."""
    url = postgres.new_database()
    office = init_office(tmp_path / "one", database=url)
    for game in GAMES:
        signups = shipped("sample") / "magika" / "signups.toml"
        new_game(office, game, signups, BEGUN, seed=game.encode(), due=BEGUN + timedelta(days=14))
    make_queue(office)
    office.close()
    # the same settings, and nothing else
    (tmp_path / "two").mkdir()
    shutil.copy(tmp_path / "one" / "magika.toml", tmp_path / "two")
    return tmp_path / "one", tmp_path / "two"


def work(folder: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "magika_gm", "--office", str(folder), "worker", "--once", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(worker: subprocess.Popen[str]) -> str:
    out, err = worker.communicate(timeout=300)
    assert worker.returncode == 0, out + err
    return err


def counts(office: Office) -> tuple[int, dict[str, int]]:
    """Turns processed, and mails by state."""
    with office.store.reading() as connection:
        turns = connection.execute(select(func.count()).where(t.turns.c.turn > 0)).scalar() or 0
        states = connection.execute(select(t.outbox.c.state, func.count()).group_by(t.outbox.c.state))
        return turns, {state: number for state, number in states}  # noqa: C416 - rows are not pairs


def test_two_machines_share_the_work_and_do_each_thing_once(machines: tuple[Path, Path]) -> None:
    one, two = machines
    told = [ended(worker) for worker in [work(folder, "--jobs", "1") for folder in machines]]
    # a job that one machine had in hand when the other looked may be left to the next look
    told.append(ended(work(two, "--jobs", "2")))
    office = open_office(one)
    assert counts(office) == (3, {"sent": 2 * 3 * 13})
    said = "\n".join(told)
    for game in GAMES:
        assert said.count(f"game {game}: turn 1 processed") == 1
        assert [v.differences for v in verify_game(office, game)] == [()]
    mails = [path.name for folder in machines for path in (folder / "outbox").glob("*.eml")]
    assert len(mails) == len(set(mails)) == 2 * 3 * 13, "every mail went out once, from whichever machine"
    with office.store.reading() as connection:
        state = queue_state(connection)
    assert state is not None
    assert (state.waiting, state.at_work, state.failed, state.stalled) == (0, 0, 0, 0)
    other = open_office(two)
    for game in GAMES:
        written = [write_reports(each, game, 1) for each in (office, other)]
        first, second = ({path.name: path.read_bytes() for path in sorted(folder.iterdir())} for folder in written)
        assert first.keys() == second.keys()
        unlike = [name for name in first if first[name] != second[name]]
        assert not unlike, "any machine writes them again from the record"
    shown = office_status(office, datetime.now(UTC))
    assert shown.queue is not None
    assert shown.queue.oldest is None
    office.close()
    other.close()


def test_a_job_is_there_only_if_what_it_follows_is(machines: tuple[Path, Path]) -> None:
    office = open_office(machines[0])

    def waiting() -> list[str]:
        with office.store.reading() as connection:
            query = "SELECT queueing_lock FROM procrastinate_jobs WHERE status = 'todo' ORDER BY id"
            return list(connection.execute(text(query)).scalars())

    process_turn(office, "a", NOW, dry_run=machines[0] / "look")
    assert waiting() == [], "a dry run is rolled back with its job"
    process_turn(office, "a", NOW, pages=False)
    assert waiting() == ["pages:a:1"]
    with office.store.writing(game="b") as connection:
        assert defer(connection, turn_job("b"))
        assert not defer(connection, turn_job("b")), "one waits already"
    assert waiting() == ["pages:a:1", "game:b"]
    with office.store.writing(game="c") as connection:
        assert defer(connection, turn_job("c"))
        connection.rollback()
    assert waiting() == ["pages:a:1", "game:b"], "it went with what it followed"
    office.close()


KILLED = """
import os, signal, sys
from pathlib import Path
from magika_gm.app.office.office import open_office
from magika_gm.app.operations import workers
from magika_gm.app.turns import process

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

where = sys.argv[2]
if where == "turn":
    process.publish_reports = die  # in the middle of the turn's transaction
elif where == "pages":
    workers.reports_there = die  # the turn is committed, its pages are not written
else:
    workers.deliver_game = die
workers.Worker(office=open_office(Path(sys.argv[1])), stalled=1.0).run(once=True)
"""


DEADLY = """
import os, sys
from pathlib import Path
from magika_gm.app.office.office import open_office
from magika_gm.app.operations.workers import Worker
from magika_gm.app.turns import editions, process
from tests.workers.test_workers import NOW

def deadly(plain, is_it):
    return lambda *words: os._exit(9) if is_it(*words) else plain(*words)

if sys.argv[2] == "turn":
    process.publish_reports = deadly(process.publish_reports, lambda _, __, game, *___: game == "a")
else:
    of_it = lambda edition, *_: (edition.game, edition.turn) == ("a", 1)
    editions._write_report = deadly(editions._write_report, of_it)
Worker(office=open_office(Path(sys.argv[1])), clock=lambda: NOW, stalled=1.0).run(once=True)
"""


@pytest.mark.parametrize("where", ["turn", "pages"])
def test_a_job_that_ends_every_worker_is_left_alone_and_the_others_are_done(
    machines: tuple[Path, Path], where: str
) -> None:
    words, codes = [sys.executable, "-c", DEADLY, str(machines[0]), where], list[int]()
    while len(codes) <= MOST_ENDS:
        last = subprocess.run(words, capture_output=True, text=True, check=False)
        codes.append(last.returncode)
        time.sleep(1.5)  # for whoever is next it gave no sign of life
    assert codes == [9] * MOST_ENDS + [0], last.stderr
    assert (
        "the program ended 3 times while it was at this; to try it once more: magika-gm process-turn a" in last.stderr
    )
    office = open_office(machines[0])
    with office.store.reading() as connection:
        query = select(t.turns.c.game).where(t.turns.c.turn == 1).order_by(t.turns.c.game)
        assert list(connection.execute(query).scalars()) == (["b", "c"] if where == "turn" else ["a", "b", "c"])
        o = t.outbox.c
        gone = select(o.game).where(o.turn == 1, o.kind == "report", o.state == "sent").distinct().order_by(o.game)
        assert list(connection.execute(gone).scalars()) == ["b", "c"]
    office.close()


@pytest.mark.parametrize("where", ["turn", "pages", "mails"])
def test_another_takes_up_what_a_killed_worker_was_at(machines: tuple[Path, Path], where: str) -> None:
    one, two = machines
    killed = subprocess.run([sys.executable, "-c", KILLED, str(one), where], capture_output=True, check=False)
    assert killed.returncode == -9, killed.stderr
    office = open_office(two)
    with office.store.reading() as connection:
        left = queue_state(connection)
    assert left is not None
    assert left.at_work == 1, "what it was at is still in its name"
    time.sleep(SILENT + 0.5)
    said = ended(work(two, "--jobs", "1", "--stalled-after", str(SILENT)))
    assert "left lying" in said
    assert counts(office) == (3, {"sent": 2 * 3 * 13})
    assert [v.differences for game in GAMES for v in verify_game(office, game)] == [()] * 3
    office.close()


def test_a_job_left_lying_lames_no_other_like_it(machines: tuple[Path, Path]) -> None:
    """A killed worker's job cannot wait beside another like it, which cannot begin before it is gone."""
    office = open_office(machines[0])
    for _ in ("left lying", "waits"):
        with office.store.writing(game="") as connection:
            query = "SELECT procrastinate_defer_jobs_v1(ARRAY[ROW('magika', 'mail_out', 0, 'mail_out', 'mail_out', "
            connection.execute(text(f"{query}'{{}}'::jsonb, NULL)]::procrastinate_job_to_defer_v1[])"))
            connection.execute(text("UPDATE procrastinate_jobs SET status = 'doing' WHERE id = 1 AND status = 'todo'"))
    said = ended(work(machines[1], "--jobs", "1", "--stalled-after", "1"))
    assert "mail_out" in said
    with office.store.reading() as connection:
        state = queue_state(connection)
        left = connection.execute(text("SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'mail_out'")).scalar()
    assert state is not None
    assert (state.at_work, state.stalled, left) == (0, 0, 0)
    office.close()


@pytest.mark.parametrize("lost", ["finish_job", "fetch_job"])
def test_a_job_the_database_forgot_the_end_or_beginning_of_is_taken_up(
    machines: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    """It went away just as a worker that lives on was given a job, or was through with one (seen in the soak)."""
    from procrastinate.exceptions import ConnectorException
    from procrastinate.manager import JobManager

    office = open_office(machines[0])
    plain, cut = getattr(JobManager, lost), 0

    async def cut_off(self: JobManager, *words: Any, **named: Any) -> Any:
        nonlocal cut
        job = named.get("job")
        found = await plain(self, *words, **named) if job is None or job.task_name != PAGES or cut else None
        job = job or found
        if job is not None and job.task_name == PAGES and not cut:
            cut += 1
            raise ConnectorException
        return found

    monkeypatch.setattr(JobManager, lost, cut_off)
    worker = Worker(office=office, clock=lambda: NOW, every=0.3, stalled=1.0)
    turning = Thread(target=lambda: asyncio.run(_until_done(worker, office)))
    turning.start()
    turning.join(240)
    assert not turning.is_alive()
    assert cut == 1
    assert counts(office) == (3, {"sent": 2 * 3 * 13})
    office.close()


async def _until_done(worker: Worker, office: Office) -> None:
    """Work until nothing waits and nobody is at anything, and all is sent."""
    at_work = asyncio.create_task(worker._run(once=False))
    try:
        for _ in range(400):
            await asyncio.sleep(0.5)
            with office.store.reading() as connection:
                state = queue_state(connection)
            if at_work.done():  # one that was given nothing ends, and another is begun (run_workers)
                assert isinstance(at_work.exception(), Exception)
                at_work = asyncio.create_task(worker._run(once=False))
            ready = state is not None and (state.waiting, state.at_work) == (0, 0)
            if ready and counts(office) == (3, {"sent": 2 * 3 * 13}):
                break
    finally:
        at_work.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await at_work


def test_two_who_put_the_same_job_at_once_put_one(machines: tuple[Path, Path]) -> None:
    """The second waits until the first is committed, and then sees it."""
    one, two = open_office(machines[0]), open_office(machines[1])
    put: list[bool] = []

    def second() -> None:
        with two.store.writing(game="") as connection:
            put.append(defer(connection, turn_job("a")))

    with one.store.writing(game="") as connection:
        assert defer(connection, turn_job("a"))
        other = Thread(target=second)
        other.start()
        other.join(0.5)
        assert other.is_alive()
        # somebody begins it before the second can look: the index of those that wait would let another in
        connection.execute(text("UPDATE procrastinate_jobs SET status = 'doing'"))
    other.join(30)
    assert put == [False]
    one.close()
    two.close()


def test_a_look_round_puts_what_is_not_there(machines: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are, in transactions of so many; what waits already is not asked about one by one."""
    office = open_office(machines[0])
    monkeypatch.setattr(workers, "AT_ONCE", 2)
    looking = workers.Worker(office=office, clock=lambda: NOW)
    query = text("SELECT count(*), count(DISTINCT queueing_lock) FROM procrastinate_jobs")
    looking.look_round()
    with office.store.reading() as connection:
        first = tuple(connection.execute(query).one())
    looking.look_round()
    with office.store.reading() as connection:
        assert tuple(connection.execute(query).one()) == first == (4, 4), (
            "three games, and the mails of their beginning"
        )
    office.close()


def test_a_job_that_fails_is_tried_again_later(machines: tuple[Path, Path]) -> None:
    office = open_office(machines[0])
    with office.store.writing() as connection:
        connection.execute(text("UPDATE mages SET space = 'zz' WHERE game = 'b'"))
    Worker(office=office, stalled=5.0).run(once=True)
    assert counts(office)[0] == 2, "it stopped no other"
    with office.store.reading() as connection:
        row = connection.execute(
            text("SELECT status::text, attempts, scheduled_at > now() FROM procrastinate_jobs WHERE lock = 'game:b'")
        ).one()
    status, tries, later = row
    assert (status, later) == ("todo", True)
    assert tries >= 1
    office.close()


def test_locks_are_a_games_own(postgres: Server, machines: tuple[Path, Path]) -> None:
    office = open_office(machines[0])
    store, other = office.store, open_store(office.database_url)
    with store.writing(game="a"):
        with other.writing(patience=0.05, game="b"):
            pass
        with other.writing(patience=0.05, game=""):
            pass
        with pytest.raises(Busy), other.writing(patience=0.05, game="a"):
            pass
        with pytest.raises(Busy), other.writing(patience=0.05):
            pass
    with store.writing(), pytest.raises(Busy), other.writing(patience=0.05, game="b"):
        pass
    with store.holding("mail out") as ours, other.holding("mail out") as theirs:
        assert (ours, theirs) == (True, False)
    with other.holding("mail out") as theirs:
        assert theirs
    other.close()
    office.close()


def test_an_office_on_sqlite_has_no_workers(tmp_path: Path) -> None:
    office = init_office(tmp_path / "office")
    with pytest.raises(OfficeError, match="magika-gm tick"):
        make_queue(office)
    assert office_status(office).queue is None
    office.close()
    shown = subprocess.run(
        [sys.executable, "-m", "magika_gm", "--office", str(tmp_path / "office"), "worker", "--json"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert shown.returncode == 1
    assert "move-office" in json.loads(shown.stdout)["error"]
