"""Workers: any number of processes, on any number of machines, that do what ``tick`` does, a job at a time.

Procrastinate keeps the jobs in the office's own PostgreSQL database (``app/record/jobs.py``). Every job may be done
twice, or half and then again: what it does is decided by the rows it finds. A game's turn is rows alone; its pages and
mails are a job of their own, deferred with the turn, for whoever comes first.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import text
from sqlalchemy.engine import make_url

from magika_gm.app.accounts.rates import prices_left_out
from magika_gm.app.calendar.date_moves import reads_mail_itself
from magika_gm.app.calendar.insurance import games_to_alert
from magika_gm.app.calendar.schedule import last_heartbeat, note_heartbeat
from magika_gm.app.office.doors import concerns_all, in_words
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.office.processes import forked
from magika_gm.app.operations.erasing import clear_mails
from magika_gm.app.operations.tick import Part, configured, reminded, sent_out
from magika_gm.app.operations.workers_mail import judge_portion, taken_in_together
from magika_gm.app.post.deliver import Elsewhere, deliver_game
from magika_gm.app.record.games import game_ids, load_game
from magika_gm.app.record.outgoing import (
    MAIL_IN,
    MAIL_OUT,
    MAILS,
    PAGES,
    QUEUE,
    REMIND,
    TURN,
    Job,
    defer,
    has_queue,
    make_portions,
    office_job,
    queued_already,
    remind_job,
    seconds_to_next,
    turn_job,
    waiting,
)
from magika_gm.app.turns.due import try_turn
from magika_gm.app.turns.process import due_games
from magika_gm.app.turns.publish import reports_there
from magika_gm.engine.records import mutable
from magika_gm.engine.words import one_line
from magika_gm.store.roles import make_worker, may_change_schema, owner_alone

if TYPE_CHECKING:
    from procrastinate import App, JobContext
    from procrastinate.jobs import Job as Queued

Clock = Callable[[], datetime]
LOG = logging.getLogger("magika_gm.worker")
TRIES = 10
"""A job that fails is tried again after 2, 4, 8 … seconds, so many times."""
SOON = 5.0
"""Seconds for which a worker that is to end when nothing is left waits for another try."""


AT_ONCE = 100
"""Jobs put into the queue in one transaction: each takes a lock until its end, and the server has only so many."""


class NoQueue(OfficeError):
    """The office cannot have workers."""


def _now() -> datetime:
    return datetime.now(UTC)


@mutable
class Worker:
    """One process's worth of work. ``every``: seconds between looks at what is due; ``stalled``: seconds without a
    sign of life after which another's job is taken up."""

    office: Office
    clock: Clock = _now
    every: float = 30.0
    stalled: float = 30.0
    done: list[str] = field(default_factory=list)
    """What was done, in words."""
    running: set[int | None] = field(default_factory=set)
    """Numbers of the jobs under way."""
    number: int | None = None
    """What the queue calls this worker, once it has had a job."""
    idle: dict[int, float] = field(default_factory=dict)
    """Jobs that are under way for the queue alone, and since when that was seen (monotonic seconds)."""

    def now(self) -> datetime:
        """What time it is by the clock of the database's server, whatever this machine's says."""
        return self.clock() + self.office.store.ahead()

    def run(self, once: bool = False) -> None:
        """Work until told to stop (SIGINT, SIGTERM); with ``once`` until nothing is left to do."""
        make_queue(self.office)
        asyncio.run(self._run(once))

    async def _run(self, once: bool) -> None:
        app = app_of(self.office, self)
        async with app.open_async():
            await _take_up(app, self.stalled)
            await asyncio.to_thread(self.throw_out)
            await asyncio.to_thread(self.look_round)
            caretaker = asyncio.create_task(self._care(app))
            try:
                again: float | None = 0.0
                while again is not None:
                    await asyncio.sleep(again)
                    await app.run_worker_async(
                        queues=[QUEUE],
                        concurrency=1,
                        wait=not once,
                        fetch_job_polling_interval=min(5.0, self.every),
                        delete_jobs="successful",
                        update_heartbeat_interval=max(0.5, self.stalled / 3),
                        stalled_worker_timeout=self.stalled,
                        listen_notify=not once,
                    )
                    again = await asyncio.to_thread(self._next_try) if once else None
            finally:
                caretaker.cancel()
                with suppress(asyncio.CancelledError):
                    await caretaker

    def _next_try(self) -> float | None:
        """Seconds until a job is tried again that found its game claimed by another; None where none is soon."""
        with self.office.store.reading() as connection:
            left = seconds_to_next(connection)
        return left if left is not None and left <= SOON else None

    async def _care(self, app: App) -> None:
        """Look round now and then, and take up what others left lying. A database that is away is waited for."""
        while True:
            await asyncio.sleep(min(self.every, self.stalled))
            try:
                await _take_up(app, self.stalled)
                await self._put_back(app)
                await asyncio.to_thread(self.throw_out)
                await asyncio.to_thread(self.look_round)
            except Exception as error:  # noqa: BLE001 - the server is restarted, or busy: the next look tells
                LOG.warning("could not look round: %s", one_line(str(error), 200) or type(error).__name__)

    async def _put_back(self, app: App) -> None:
        """Jobs that are in this worker's name though it is at none of them: the database went away just as it was given
        one, or said that it was through with one. This worker lives, so that nobody else would ever take them up."""
        mine = {}
        if self.number is not None:
            found = await app.job_manager.list_jobs_async(queue=QUEUE, status="doing", worker_id=self.number)
            mine = {job.id: job for job in found if job.id is not None and job.id not in self.running}
        now = time.monotonic()
        self.idle = {number: self.idle.get(number, now) for number in mine}
        for number, since in list(self.idle.items()):
            # between taking a job and beginning it, or ending it and saying so, is a moment
            if now - since >= self.stalled:
                await _anew(app, mine[number])
                del self.idle[number]

    def throw_out(self) -> None:
        """Take rows out of the queue that are no jobs of ours, each told in a line.

        A kind nobody here knows may be a newer version's, or anybody's: it is thrown out all the same. Left there it
        would be given to a worker who fails at it; and what is due a worker who knows it puts there anew.
        """
        with self.office.store.reading() as connection:
            rows = connection.execute(_WAITING, {"queue": QUEUE}).all()
        odd = {number: (task, wrong) for number, task, args in rows if (wrong := _odd(self.office, task, args))}
        if odd:
            with self.office.store.writing(game="") as connection:
                connection.execute(_THROWN_OUT, {"odd": list(odd)})
        for task, wrong in odd.values():
            LOG.warning("%s: %s; left undone", one_line(task, 100), wrong)

    def look_round(self, mail_first: bool = True) -> None:
        """Put into the queue what is due: turns, reminders, mail in and out; each waits there once.

        A turn for which mail was not read since it was due waits until it is, or was tried: the guard would ask the
        game master about orders that come in a moment (``mail_first``).
        """
        now = self.now()
        reads = reads_mail_itself(self.office)
        looks: dict[str, Callable[[], list[Job]]] = {
            "mail in": lambda: [office_job(MAIL_IN)] if reads else [],
            "due turns": lambda: [
                turn_job(game)
                for game in due_games(self.office, self._read_until(now) if reads and mail_first else now)
            ],
            "insurance": lambda: [remind_job(game) for game in games_to_alert(self.office, now)],
            "mail out": lambda: [office_job(MAIL_OUT)] if waiting(self.office, now) else [],
            "old mails": lambda: self._cleared(now),
        }
        jobs: list[Job] = []
        for name, look in looks.items():
            try:
                jobs += look()
            except Exception as error:
                if concerns_all(error):
                    raise
                LOG.warning("%s: %s", name, in_words(self.office, name, error))
        if not jobs:
            return
        with self.office.store.reading() as connection:
            there = queued_already(connection)
        jobs = [job for job in jobs if job.once not in there]
        for first in range(0, len(jobs), AT_ONCE):
            with self.office.store.writing(game="") as connection:
                for job in jobs[first : first + AT_ONCE]:
                    defer(connection, job)

    def _cleared(self, now: datetime) -> list[Job]:
        """Keep old mails no longer, at once: that is no work worth a job."""
        clear_mails(self.office, now)
        return []

    def _read_until(self, now: datetime) -> datetime:
        """When mail was last read; long ago, if never."""
        with self.office.store.reading() as connection:
            return min(last_heartbeat(connection) or datetime.min.replace(tzinfo=UTC), now)

    def turn(self, game: str) -> str:
        """The turn that is due: its rows, and with them the job of its pages. One done meanwhile is left alone."""
        now = self.now()
        if game not in due_games(self.office, now, game):
            return "not due any more"
        tried = try_turn(self.office, game, now, pages=False)
        if tried.done is None and not tried.waits:
            raise OfficeError(tried.failed)
        if tried.done is None:
            return tried.waits
        uncharged = prices_left_out(self.office)
        return f"turn {tried.done.turn} processed" + (f"; nothing was charged: {uncharged}" if uncharged else "")

    def pages(self, game: str, turn: int) -> str:
        """A turn's report files, where this worker is, and the mails of its game that wait."""
        with self.office.store.reading() as connection:
            last = load_game(connection, game).turn
        if turn > last:
            return "taken back meanwhile"
        reports_there(self.office, game, turn)
        try:
            return f"{sum(1 for _ in deliver_game(self.office, game, self.now()))} mails tried"
        except Elsewhere:
            with self.office.store.writing(game="") as connection:
                defer(connection, office_job(MAIL_OUT))
            return "pages written; another worker sends mail"

    def remind(self, game: str) -> str:
        """Turn insurance."""
        return _told(reminded(self.office, game, self.now()))

    def mail_in(self) -> str:
        """Read the mail, and judge it with whoever else is free; the acknowledgements wait for a job of their own."""
        now = self.now()
        try:
            incoming = configured(self.office) if reads_mail_itself(self.office) else iter(())
            counts = taken_in_together(self.office, incoming, now, self.stalled)
            note_heartbeat(self.office, now)
        finally:  # of mail that cannot be read the game master is told with the turns that wait for it
            self.look_round(mail_first=False)
        with self.office.store.writing(game="") as connection:
            defer(connection, office_job(MAIL_OUT))
        return _counted(counts)

    def mails(self, portion: int) -> str:
        """Judge some of the mails another worker read."""
        counts = judge_portion(self.office, portion, self.now())
        return _counted(counts) if counts is not None else "judged already"

    def mail_out(self) -> str:
        """Send what waits."""
        return _told(sent_out(self.office, self.now()))


def _counted(counts: Mapping[str, int]) -> str:
    return "; ".join(f"{number} {what}" for what, number in sorted(counts.items()))


def _told(part: Part) -> str:
    return "; ".join(part.done)


def make_queue(office: Office) -> None:
    """Make the queue's tables in the office's database, once. Raises :class:`NoQueue` where there can be none."""
    if not office.database_url.startswith("postgresql"):
        raise NoQueue(
            "workers share a PostgreSQL database, and this office is on SQLite: let cron run magika-gm tick, or move "
            "the office with: magika-gm move-office URL"
        )
    try:
        from procrastinate.schema import SchemaManager
    except ImportError as error:
        raise NoQueue(f"{error.name} is not installed: pip install 'magika-gm[workers]'") from error
    with office.store.writing() as connection:  # one makes it, whoever else begins at the same moment waits
        if not has_queue(connection):
            if not may_change_schema(connection):
                raise owner_alone("this database", "has no queue yet")
            cursor = connection.connection.cursor()
            cursor.execute(SchemaManager.get_schema())
            cursor.close()
        make_portions(connection)


def prepare_worker(office: Office, role: str) -> list[str]:
    """Make the queue, and a role that can do what a worker does and change no table; statements left to a superuser."""
    make_queue(office)
    return make_worker(office.store.engine, role)


def app_of(office: Office, worker: Worker) -> App:
    """The Procrastinate app whose tasks are this worker's."""
    from procrastinate import App, PsycopgConnector, RetryStrategy

    app = App(connector=PsycopgConnector(conninfo=conninfo(office.database_url), min_size=1, max_size=3))
    retry = RetryStrategy(max_attempts=TRIES, exponential_wait=2)
    for name in (TURN, PAGES, REMIND, MAIL_IN, MAIL_OUT, MAILS):
        app.task(name=name, queue=QUEUE, retry=retry, pass_context=True)(_logged(worker, name))
    return app


_SAID = {TURN: (), PAGES: ("pages of",), REMIND: ("reminders of",), MAIL_IN: ("mail in",), MAIL_OUT: ("mail out",),
         MAILS: ("mails,",)}  # fmt: skip
"""How the log calls a job, before what it is about."""


def _logged(worker: Worker, name: str) -> Callable[..., str]:
    work = getattr(worker, name)

    def run(context: JobContext, **args: Any) -> str:
        number = context.job.id
        worker.number = context.job.worker_id
        worker.running.add(number)
        what = one_line(" ".join([*_SAID[name], *(f"{key} {value}" for key, value in args.items())]), 100)
        try:
            wrong = no_job_of_ours(worker.office, name, args)
            if wrong:
                LOG.warning("%s: %s; left undone", what, wrong)
                return wrong
            said: str = work(**args)
        except Exception as error:
            LOG.warning("%s: %s", what, in_words(worker.office, what, error))
            raise
        finally:
            worker.running.discard(number)
        worker.done.append(f"{what}: {said}")
        LOG.info("%s: %s", what, said)
        return said

    return run


_ARGUMENTS: dict[str, dict[str, type]] = {
    TURN: {"game": str}, REMIND: {"game": str}, PAGES: {"game": str, "turn": int},
    MAIL_IN: {}, MAIL_OUT: {}, MAILS: {"portion": int},
}  # fmt: skip
"""What a job of each kind is given, and nothing else."""
LARGEST = 2**31 - 1


_WAITING = text(
    "SELECT id, left(task_name, 200), left(args::text, 1000) FROM procrastinate_jobs "
    "WHERE status = 'todo' AND queue_name = :queue"
)
_THROWN_OUT = text("DELETE FROM procrastinate_jobs WHERE status = 'todo' AND id = ANY(:odd)")


def _odd(office: Office, task: str, args: str) -> str:
    """Why a waiting row, its arguments as JSON, is nobody's job, or ""."""
    try:
        given = json.loads(args)
    except ValueError:  # cut off: no job of ours has so long ones
        given = None
    if task not in _ARGUMENTS or not isinstance(given, dict):
        return "is no job of ours: no such kind, or arguments that are none"
    return no_job_of_ours(office, task, given)


def no_job_of_ours(office: Office, name: str, args: Mapping[str, object]) -> str:
    """Why a row of the queue is nobody's job, or "": whoever can write to the database can put one there."""
    if {key: type(value) for key, value in args.items()} != _ARGUMENTS[name]:
        return "is no job of ours: its arguments are no such job's"
    if any(isinstance(value, int) and not 0 <= value <= LARGEST for value in args.values()):
        return "is no job of ours: no such number"
    game = args.get("game")
    if game is None:
        return ""
    with office.store.reading() as connection:
        return "" if game in game_ids(connection) else "is no job of ours: there is no such game"


def conninfo(url: str) -> str:
    """An SQLAlchemy URL as the server's own library reads it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


async def _take_up(app: App, seconds: float) -> None:
    """Jobs of workers that gave no sign of life: to be done again, by whoever comes."""
    for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=seconds):
        await _anew(app, job)


async def _anew(app: App, job: Queued) -> None:
    """A job nobody is at, to be done again.

    One like which another waits is done with: it could not wait beside it, and would keep it from being begun.
    """
    from procrastinate.exceptions import ConnectorException, UniqueViolation
    from procrastinate.jobs import Status
    from psycopg.errors import RaiseException

    try:
        await app.job_manager.retry_job(job)
    except UniqueViolation:
        await app.job_manager.finish_job(job, Status.ABORTED, delete_job=True)
    except ConnectorException as error:
        if isinstance(error.__cause__, RaiseException):
            return  # another worker was quicker
        raise
    LOG.warning("%s was left lying and is taken up", job.task_name)


def left_undone(office: Office, now: datetime) -> list[str]:
    """What is still due when workers have ended, each in a line with where to look."""
    due, mails = due_games(office, now), waiting(office, now)
    lines = [f"turns that are due wait (games {', '.join(due)}): magika-gm status says for what"] if due else []
    return lines + ([f"{mails} mails wait: magika-gm outbox"] if mails else [])


def run_workers(office: Office, jobs: int, begin: Callable[[Office], None], forever: bool) -> int:
    """Run ``begin`` in so many processes, each with an office of its own; how many of them failed.

    One that ends is begun anew, while they are to go on ``forever``. Told to stop, it tells them, and waits.
    """
    office.close()
    at_work: set[int] = set()
    stopping = failed = 0

    def stop(number: int, _: object) -> None:
        nonlocal stopping
        stopping = number
        for process in at_work:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        at_work.update(_worker(office, begin, before) for _ in range(jobs))
        while at_work:
            process, status = os.wait()
            at_work.discard(process)
            ended_badly = os.waitstatus_to_exitcode(status) != 0
            if forever and not stopping:
                LOG.warning("a worker ended (%s); another is begun", os.waitstatus_to_exitcode(status))
                time.sleep(1)
                at_work.add(_worker(office, begin, before))
            else:
                failed += ended_badly and not stopping
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return failed


def _worker(office: Office, begin: Callable[[Office], None], handlers: Mapping[signal.Signals, Any]) -> int:
    def work() -> None:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        own = Office(office.root, office.settings)
        try:
            begin(own)
        except OfficeError as error:
            LOG.error("%s", error)
            raise
        own.close()

    return forked(work, silent=OfficeError)
