"""An office with very many games: what depends on how many there are, and how many turns a time two workers play.

    python -m tests.soak.crowd      CROWD_GAMES (10000), CROWD_SECONDS of work (600), CROWD_KILLS (a worker is killed
                                    after so many turns, 100), CROWD_SHARES as SOAK_SHARES

A few games are begun as always; the others are their rows once more, under other names, with players of their own:
beginning so many one by one would take hours and show nothing. They are played as any game; only the seal of their
beginning is that of the game they were copied from, so ``verify`` is asked about the turns after it.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, inspect, select, text

from magika_gm.app.accounts import ledger
from magika_gm.app.audit.verify import verify_game
from magika_gm.app.calendar.insurance import games_to_alert
from magika_gm.app.operations.status import office_status
from magika_gm.app.operations.workers import Worker as Looking
from magika_gm.app.post.credentials import reply_address, reply_token
from magika_gm.app.post.deliver import deliver_game
from magika_gm.app.post.intake import ingest
from magika_gm.app.record.outgoing import queue_state
from magika_gm.app.turns.process import due_games, process_turn
from magika_gm.mail.readers import Incoming
from magika_gm.store import tables as t
from tests.soak.__main__ import plan_of
from tests.soak.letters import Letters, serving
from tests.soak.plan import HOUR, START
from tests.soak.season import Season
from tests.soak.servers import Mailbox, Net, maildir, net, postgres, tree_memory

COPIED = ("games", "turns", "seats", "positions", "sightings", "events", "rolls", "chain", "statements")


def copy_games(connection: Connection, prototypes: list[str], wanted: int) -> None:
    """The rows of a few games again and again, until there are ``wanted`` games."""
    each = (wanted - len(prototypes)) // len(prototypes)
    look = inspect(connection)
    tables = [name for name in look.get_table_names() if not name.startswith("procrastinate")]
    worlds = [
        name for name in tables
        if name not in t.metadata.tables and {"game", "turn"} <= {c["name"] for c in look.get_columns(name)}
    ]  # fmt: skip
    for number, game in enumerate(prototypes):
        players = connection.execute(text(f"SELECT player FROM seats WHERE game = '{game}'")).scalars().all()
        numbers = sorted(p for p in players if p is not None)
        base = 100_000 + number * 1_000_000
        place = {p: base + k for k, p in enumerate(numbers)}
        step = len(numbers)
        for old, new in place.items():
            _copy(connection, "players", {"id": f"{new} + n.i * {step}", "email": "'c' || n.i || '.' || email",
                  "account": f"'C' || ({new} + n.i * {step})"}, f"id = {old}", each)  # fmt: skip
        for name in (*COPIED, *worlds):
            swapped = {"id" if name == "games" else "game": f"'{game}c' || n.i"}
            if name == "seats":
                whens = " ".join(f"WHEN {old} THEN {new} + n.i * {step}" for old, new in place.items())
                swapped["player"] = f"CASE player {whens} END"
            key = "id" if name == "games" else "game"
            _copy(connection, name, swapped, f"{key} = '{game}'", each)
    connection.execute(text("ANALYZE"))


def _copy(connection: Connection, table: str, swapped: dict[str, str], where: str, times: int) -> None:
    names = [column["name"] for column in inspect(connection).get_columns(table)]
    chosen = ", ".join(swapped.get(name, name) for name in names)
    series = f"generate_series(1, {times}) AS n(i)"
    connection.execute(
        text(f"INSERT INTO {table} ({', '.join(names)}) SELECT {chosen} FROM {table}, {series} WHERE {where}")
    )


def timed(work: Callable[[], Any], times: int = 3) -> tuple[float, float]:
    """The least seconds by the clock, and of the processor, of some tries."""
    walls, processors = [], []
    for _ in range(times):
        wall, used = time.perf_counter(), time.process_time()
        work()
        walls.append(time.perf_counter() - wall)
        processors.append(time.process_time() - used)
    return min(walls), min(processors)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def measure(season: Season, prototypes: list[str]) -> None:
    """What a look round, a mail and a turn take among so many."""
    office, now = season.office, START + timedelta(days=20)

    def told(what: str, work: Callable[[], Any], times: int = 3) -> None:
        wall, used = timed(work, times)
        say(f"  {what}: {wall * 1e3:.0f} ms by the clock, {used * 1e3:.0f} ms of our processor")

    told("which games are due", lambda: due_games(office, START))
    told("whom to remind", lambda: games_to_alert(office, START))
    told("status", lambda: office_status(office, START), 1)
    mails = count(random.SystemRandom().randrange(20, 900))

    def one_mail(hint: bool) -> None:
        number = next(mails)
        game = f"{prototypes[-1]}c{number + 1}"
        with office.store.reading() as connection:
            row = connection.execute(
                select(t.seats.c.seat, t.players.c.email)
                .join(t.players, t.players.c.id == t.seats.c.player).where(t.seats.c.game == game)
            ).first()  # fmt: skip
            run = connection.execute(select(t.turns.c.processed_at).where(t.turns.c.game == game)).scalar()
        assert row is not None
        address = reply_address("gm@office.example", reply_token(office, game, row.seat, 1, str(run), row.email))
        said = game if hint else ""
        head = f"From: {row.email if hint else 'somebody@example.org'}\nTo: {address}\nMessage-ID: <{number}@crowd>\n"
        raw = f"{head}\n{f'GAME {said} TURN 1' if said else 'HELP'}\nEND\n".encode()
        (found,) = ingest(office, [Incoming(raw, None, str(number))], START + HOUR)
        if hint:
            assert found.game == game, found

    told("a mail to a reply address", lambda: one_mail(True), 10)
    told("one that hints at no game", lambda: one_mail(False), 1)

    def turn(game: str) -> None:
        process_turn(office, game, now, early=True, processes=1, pages=False)

    for game in prototypes:
        clone = f"{game}c1"
        told(f"turn of {game}, rows", partial(turn, clone), 2)
    told("mails of one game", lambda: list(deliver_game(office, f"{prototypes[0]}c1", now)), 1)


def work(season: Season, seconds: float, kills: int) -> None:
    """Let two workers play what is due for so long, killing one now and then; then look over what they did."""
    office = season.office
    season.set_clock(START + timedelta(days=20))
    Looking(office=office, clock=lambda: season.now).look_round()
    turn = select(func.count()).where(t.turns.c.turn == 1)

    def played() -> int:
        with office.store.reading() as connection:
            return connection.execute(turn).scalar() or 0

    began, before, killed, most = time.monotonic(), played(), 0, 0
    next_kill, rng, used = before + kills, random.Random(7), os.times()
    for n in range(2):
        season._start(n)
    while time.monotonic() - began < seconds:
        time.sleep(2)
        most = max([most, *(tree_memory(w.process.pid) for w in season.workers)])
        if kills and played() >= next_kill:
            season._kill(rng.choice(season.workers))
            killed, next_kill = killed + 1, played() + kills
    took, done = time.monotonic() - began, played() - before
    for worker in season.workers:
        with suppress(ProcessLookupError):
            os.kill(worker.process.pid, signal.SIGTERM)
        worker.process.wait(120)
    now = os.times()
    processor = now.children_user + now.children_system - used.children_user - used.children_system
    sent = len({one.message_id for one in season.letters.taken})
    load = os.getloadavg()[0]
    say(f"  {done} turns, {sent} mails in {took:.0f} s with two workers ({killed} killed), "
        f"{processor:.0f} s of their processor time; largest worker {most / 1e6:.0f} MB; load {load:.1f}")  # fmt: skip
    with office.store.reading() as connection:
        names = connection.execute(select(t.turns.c.game).where(t.turns.c.turn == 1)).scalars().all()
        faults, queue = ledger.faults_in_books(connection), queue_state(connection)
        size = connection.execute(text("SELECT pg_database_size(current_database())")).scalar() or 0
    wrong = [v for game in random.Random(3).sample(sorted(names), min(50, len(names)))
             for v in verify_game(office, game) if v.turn and v.differences]  # fmt: skip
    say(f"  faults in the books {len(faults)}, turns of 50 games that do not verify {len(wrong)}")
    say(f"  database {size / 1e6:.0f} MB; {queue}")


def main() -> int:
    """See above."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("told to stop"))  # everything is put away
    words = dict(os.environ)
    wanted, plan = int(words.get("CROWD_GAMES", "10000")), plan_of(words)
    folder = Path(tempfile.mkdtemp(prefix="magika-crowd-"))
    with ExitStack() as stack:
        machines: Net = stack.enter_context(net(2))
        server = stack.enter_context(postgres(machines.address))
        box: Mailbox = maildir(folder / "mailbox")
        letters = stack.enter_context(serving(Letters({}), machines.address))
        plan.games = sum(1 for share in plan.shares.values() if share)
        season = Season(plan=plan, folder=folder, net=machines, letters=letters, mailbox=box, server=server)
        season.prepare()
        prototypes = [f"g{n}" for n in range(plan.games)]
        began = time.monotonic()
        with season.office.store.writing() as connection:
            connection.execute(text("DELETE FROM procrastinate_jobs"))
            connection.execute(text("UPDATE outbox SET state = 'cancelled' WHERE state = 'waiting'"))
            copy_games(connection, prototypes, wanted)
        with season.office.store.reading() as connection:
            games = connection.execute(select(func.count()).select_from(t.games)).scalar() or 0
            players = connection.execute(select(func.count()).select_from(t.players)).scalar() or 0
            size = connection.execute(text("SELECT pg_database_size(current_database())")).scalar() or 0
        say(f"{games} games, {players} players, copied in {time.monotonic() - began:.0f} s: database "
            f"{size / 1e6:.0f} MB, {size / games / 1e3:.0f} kB a game; load {os.getloadavg()[0]:.1f}")  # fmt: skip
        measure(season, prototypes)
        work(season, float(words.get("CROWD_SECONDS", "600")), int(words.get("CROWD_KILLS", "100")))
        season.office.close()
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
