"""A season of an office in fast time, with everything failing that may fail, at random and from a seed."""

from __future__ import annotations

import heapq
import os
import random
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import func, select, text
from sqlalchemy.exc import SQLAlchemyError

from magika_gm import games
from magika_gm.app.accounts.bookkeeping import book_payment
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, init_office, open_office
from magika_gm.app.operations.workers import make_queue
from magika_gm.app.record.games import game_dates
from magika_gm.app.record.outgoing import defer, pages_job, waiting
from magika_gm.app.turns.process import due_games, process_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.store import tables as t
from magika_gm.store.database import StoreError
from tests.soak.letters import Letters
from tests.soak.people import Players, cast, cheap_passwords, mixed
from tests.soak.plan import DAY, HOUR, PACE, START, Plan
from tests.soak.servers import Mailbox, Net, Postgres, tree_memory

NOT_YET = (SQLAlchemyError, StoreError, OSError)
T = TypeVar("T")


@dataclass(slots=True)
class Worker:
    """A worker's process on its machine."""

    machine: int
    process: subprocess.Popen[bytes]


@dataclass(slots=True, kw_only=True)
class Season:
    """The office, its machines, its players, and what has been seen."""

    plan: Plan
    folder: Path
    net: Net
    letters: Letters
    mailbox: Mailbox
    server: Postgres | None
    """None: the office is on SQLite, and tick does the work."""
    players: Players = field(init=False)
    office: Office = field(init=False)
    rng: random.Random = field(init=False)
    now: datetime = START
    under_way: list[tuple[datetime, int, bytes]] = field(default_factory=list)
    put: list[bytes] = field(default_factory=list)
    """Every mail that was put into the mailbox."""
    workers: list[Worker] = field(default_factory=list)
    kills: int = 0
    died: int = 0
    """Workers that ended by themselves (the database was away)."""
    words: int = 0
    """Turns run on the game master's word."""
    paid: dict[str, int] = field(default_factory=dict)
    payments: int = 0
    faults: list[str] = field(default_factory=list)
    memory: dict[int, dict[str, int]] = field(default_factory=dict)
    """By month: the largest of each program, in bytes."""
    began: float = 0.0
    _stop: threading.Event = field(default_factory=threading.Event)
    _quiet: threading.Event = field(default_factory=threading.Event)
    """No more faults."""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _numbers: int = 0

    # -- the beginning ------------------------------------------------------------------------------------------

    def prepare(self) -> float:
        """Make the office and its games; seconds that took."""
        began = time.monotonic()
        self.rng = random.Random(self.plan.seed)
        self.players = Players(random.Random(self.plan.seed + 1))
        self.office = init_office(self.machine(0), database=self.server.url if self.server else "")
        self.office.close()
        for n in range(len(self.net.machines)):
            self._settings(self.machine(n))
        self.office = open_office(self.machine(0))
        if self.server is not None:
            make_queue(self.office)
        with cheap_passwords():
            for number in range(self.plan.games):
                self._begin(number)
        self.set_clock(START)
        return time.monotonic() - began

    def machine(self, number: int) -> Path:
        """A machine's own folder of the office."""
        return self.folder / f"machine{number + 1}"

    def _settings(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        database = self.server.url if self.server else "sqlite:///magika.sqlite3"
        said = f"""[office]
name = "Soak"
email = "gm@office.example"
time_zone = "UTC"
[database]
url = "{database}"
[smtp]
host = "{self.net.address}"
port = {self.letters.port}
security = "none"
most_a_minute = 0
timeout = 60
[insurance]
time_zone = "UTC"
{self.mailbox.settings}"""
        (folder / "magika.toml").write_text(said, encoding="utf-8")
        (folder / "magika.toml").chmod(0o600)
        for name in ("outbox", "reports", "turns"):
            (folder / name).mkdir(exist_ok=True)

    def _begin(self, number: int) -> None:
        system = games.system(mixed(number, self.plan.shares))
        game = f"g{number}"
        path = self.folder / "signups.toml"
        self.players.join(cast(path, system, game, self.rng, START, self.plan.weeks))
        due = START + timedelta(days=PACE + number % 2 * 3, hours=18)
        new_game(self.office, game, path, START, system=system.name, due=due, seed=f"{self.plan.seed} {game}".encode())
        if self.server is None:
            write_reports(self.office, game, 0)
            return
        with self.office.store.writing(game="") as connection:
            defer(connection, pages_job(game, 0))

    # -- the clock ----------------------------------------------------------------------------------------------

    @property
    def clock(self) -> Path:
        """The file that says what time it is."""
        return self.folder / "clock"

    def set_clock(self, now: datetime) -> None:
        """It is so late for everybody."""
        self.now = now
        part = self.folder / "clock.part"
        part.write_text(now.isoformat(), encoding="ascii")
        part.replace(self.clock)

    # -- running ------------------------------------------------------------------------------------------------

    def play(self, told: Callable[[str], None]) -> int:
        """Play until the weeks or the seconds are over; how many weeks it was."""
        self.began = time.monotonic()
        trouble = threading.Thread(target=self._trouble, daemon=True)
        if self.server is not None:
            for n in range(len(self.net.machines)):
                self._start(n)
        trouble.start()
        week = 0
        try:
            for day in range(self.plan.weeks * 7):
                if day % 7 == 0:
                    week = day // 7
                    told(self._progress(week))
                    if time.monotonic() - self.began > self.plan.seconds:
                        break
                self._day(START + timedelta(days=day), day)
            else:
                week = self.plan.weeks
            self._end()
        finally:
            self._stop.set()
            trouble.join(120)
            for worker in self.workers:
                worker.process.send_signal(signal.SIGTERM)
            for worker in self.workers:
                try:
                    worker.process.wait(60)
                except subprocess.TimeoutExpired:
                    worker.process.kill()
        return week

    def _day(self, today: datetime, day: int) -> None:
        dates = self._tried(self._dates)
        due_today = any(date.date() == today.date() for date in dates)
        due_tomorrow = any(date.date() == (today + DAY).date() for date in dates)
        if day % 28 == 21:
            self._pay(today)
        noon = today + 12 * HOUR
        if not due_today and (day == 0 or (self.under_way and self.under_way[0][0] <= noon)):
            self.moment(noon)
        if due_today:
            for hour in (17.5, 18.1, 18.5, 20.0):
                self.moment(today + hour * HOUR)
        if due_tomorrow:
            self.moment(today + 22.5 * HOUR)

    def _dates(self) -> list[datetime]:
        with self.office.store.reading() as connection:
            return [game.next_due for game in game_dates(connection) if game.ending is None]

    def _end(self) -> None:
        """No more faults; all that waits may go."""
        self._quiet.set()
        self.letters.chances = {}
        for hours in (0.1, 1, 4, 7, 7, 7):
            self.moment(self.now + hours * HOUR, post=False)

    def moment(self, now: datetime, post: bool = True) -> None:
        """It is so late, the mails under way until then have come, and all that follows from that is done."""
        while post and self.under_way and self.under_way[0][0] <= now:
            raw = heapq.heappop(self.under_way)[2]
            self.put.append(raw)
            self.mailbox.put(raw)
        self.set_clock(now)
        until = time.monotonic() + self.plan.patience
        while not self._tried(self._settled):
            if time.monotonic() > until:
                raise TimeoutError(f"at {now} the office does not come to rest: {self._tried(self._stand)}")
            if self.server is None:
                self._tick()
            else:
                time.sleep(0.3)
            self._read_letters()
        self._read_letters()
        self._weigh()

    def _stand(self) -> dict[str, Any]:
        """What is still to be done."""
        with self.office.store.reading() as connection:
            heart = connection.execute(select(func.max(t.heartbeats.c.last))).scalar() or ""
            stopped = set(connection.execute(select(t.stops.c.game)).scalars())
            jobs = 0
            if self.server is not None:
                jobs = connection.execute(text(_JOBS)).scalar() or 0
        due = due_games(self.office, self.now)
        return {
            "unread": self.mailbox.unread(),
            "not read since": not heart or datetime.fromisoformat(heart) < self.now,
            "jobs": jobs,
            "due": [game for game in due if game not in stopped],
            "stopped": [game for game in due if game in stopped],
            "waiting": waiting(self.office, self.now),
        }

    def _settled(self) -> bool:
        stand = self._stand()
        if stand["stopped"] and not any((stand["unread"], stand["not read since"], stand["due"])):
            for game in stand["stopped"]:
                self._word(game)
            return False
        return not any(stand.values())

    def _word(self, game: str) -> None:
        """The game master looks, and says go on."""
        try:
            process_turn(self.office, game, self.now, processes=1, pages=self.server is None)
            self.words += 1
        except OfficeError:
            return  # a worker was quicker, or is at it: the next look tells

    def _tried(self, work: Callable[[], T]) -> T:
        """A piece of the game master's own work, again while the database is away."""
        until = time.monotonic() + 120
        while True:
            try:
                return work()
            except NOT_YET:
                if time.monotonic() > until:
                    raise
                time.sleep(0.5)

    def _read_letters(self) -> None:
        while not self.letters.arrived.empty():
            raw = self.letters.arrived.get()
            try:
                answers = self.players.read(raw, self.now)
            except Exception:  # noqa: BLE001 - a policy that breaks is a finding, and the season goes on
                self.faults.append(f"a player cannot answer: {traceback.format_exc()[-600:]}")
                continue
            for when, mail in answers:
                self._numbers += 1
                heapq.heappush(self.under_way, (when, self._numbers, mail))

    def _pay(self, now: datetime) -> None:
        """Some send money; the same cheque cannot be booked twice."""
        people = sorted(self.players.people.values(), key=lambda person: person.email)
        for person in self.rng.sample(people, max(1, len(people) // 10)):
            self.payments += 1
            cents, ref = self.rng.choice([500, 1234, 2500]), f"cheque {self.payments}"

            def book(person: Any = person, cents: int = cents, ref: str = ref) -> bool:
                try:
                    book_payment(self.office, person.email, f"{cents / 100:.2f}", "by cheque", now, ref=ref)
                except OfficeError:
                    return False
                return True

            self._tried(book)
            if self._tried(book):
                self.faults.append(f"{ref} was booked twice")
            self.paid[person.currency] = self.paid.get(person.currency, 0) + cents

    # -- machines, and what happens to them ---------------------------------------------------------------------

    def _command(self, what: str, machine: int) -> list[str]:
        program = [sys.executable, "-m", "tests.soak.worker", what, str(self.machine(machine)), str(self.clock)]
        return [*self.net.machines[machine], *program]

    def _start(self, machine: int) -> None:
        with (self.folder / f"machine{machine + 1}.log").open("ab") as log:
            # a session of its own, as on a machine of its own
            process = subprocess.Popen(self._command("worker", machine), stdout=log, stderr=log, start_new_session=True)
        self.workers = [w for w in self.workers if w.machine != machine] + [Worker(machine, process)]

    def _tick(self) -> None:
        """A round of tick, which may be killed at any moment."""
        with (self.folder / "tick.log").open("ab") as log:
            process = subprocess.Popen(self._command("tick", 0), stdout=log, stderr=log, start_new_session=True)
        self.workers = [Worker(0, process)]
        process.wait()
        self.workers = []

    def _trouble(self) -> None:
        """Kill workers and crash the database now and then, and start them again."""
        rng = random.Random(self.plan.seed + 2)
        kill_at, restart_at = self.plan.kill_every, self.plan.restart_every
        while not self._stop.wait(0.2):
            for worker in list(self.workers if self.server is not None else ()):
                if worker.process.poll() is not None and not self._stop.is_set():
                    self.died += 1
                    self._start(worker.machine)
            if self._quiet.is_set():
                continue
            done = len(self.letters.taken) + len(self.put)
            if self.plan.kill_every and done >= kill_at and self.workers:
                self._kill(rng.choice(self.workers))
                kill_at = done + self.plan.kill_every * rng.uniform(0.3, 1.7)
            if self.server is not None and self.plan.restart_every and done >= restart_at:
                self.server.restart()
                restart_at = done + self.plan.restart_every * rng.uniform(0.5, 1.5)

    def _kill(self, worker: Worker) -> None:
        """The power goes: a worker and all it has forked off are gone at once."""
        with suppress(ProcessLookupError):
            os.killpg(worker.process.pid, signal.SIGKILL)
            self.kills += 1
        if self.server is not None:
            worker.process.wait()
            self._start(worker.machine)

    def _weigh(self) -> None:
        """Note how large everything is."""
        month = self.memory.setdefault((self.now - START).days // 28, {})
        sizes = {f"worker {w.machine + 1}": tree_memory(w.process.pid) for w in self.workers}
        if self.server is not None:
            sizes["database"] = self.server.memory()
        for name, size in sizes.items():
            month[name] = max(month.get(name, 0), size)

    def _progress(self, week: int) -> str:
        took = time.monotonic() - self.began
        crashes = len(self.server.restarts) if self.server else 0
        return (
            f"{took:6.0f} s  week {week}: {len(self.put)} mails in, {len(self.letters.taken)} out, "
            f"{self.kills} kills, {self.died} died, {crashes} database crashes, "
            f"{self.words} words, load {os.getloadavg()[0]:.1f}"
        )


_JOBS = (
    "SELECT count(*) FROM procrastinate_jobs WHERE status IN ('todo', 'doing') "
    "AND task_name IN ('turn', 'pages', 'remind')"
)
