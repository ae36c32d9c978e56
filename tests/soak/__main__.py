"""A season of an office with everything failing that may fail: make soak.

SOAK_SECONDS  how long to play, at most, each database (half of an hour)
SOAK_GAMES    how many games (40)
SOAK_WEEKS    how many weeks of the calendar, at most (26)
SOAK_DATABASE sqlite, postgres or both
SOAK_SEED     what goes wrong when (1)
SOAK_SHARES   of every so many games how many of each: magika=1,arena=1,…
SOAK_KILLS, SOAK_RESTARTS  a worker is killed, the database crashes, after about so many mails (100, 700; 0: never)
SOAK_FOLDER   where the office is (a new one; thrown away if all is well)
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from tests.soak.letters import Letters, serving
from tests.soak.people import EVEN
from tests.soak.plan import Plan
from tests.soak.season import Season
from tests.soak.servers import Net, imap, maildir, net, postgres

if TYPE_CHECKING:
    from tests.soak.audit import Report

CHANCES = {"later": 0.02, "busy": 0.005, "never": 0.001, "lost": 0.003, "cut": 0.001}
"""Of each fault of the mail server, by letter."""


def plan_of(words: dict[str, str]) -> Plan:
    """The plan the environment asks for."""
    shares = dict(EVEN)
    for word in words.get("SOAK_SHARES", "").split(","):
        name, equals, share = word.partition("=")
        if equals:
            shares[name] = int(share)
    return Plan(
        games=int(words.get("SOAK_GAMES", "40")),
        weeks=int(words.get("SOAK_WEEKS", "26")),
        seconds=float(words.get("SOAK_SECONDS", "1800")),
        seed=int(words.get("SOAK_SEED", "1")),
        shares=shares,
        kill_every=float(words.get("SOAK_KILLS", "100")),
        restart_every=float(words.get("SOAK_RESTARTS", "700")),
    )


def soak(plan: Plan, database: str, folder: Path, deep: bool = True) -> Report:
    """Play a season and look it over."""
    with ExitStack() as stack:
        on_server = database == "postgres"
        machines = stack.enter_context(net(2)) if on_server else Net("this one", "127.0.0.1", ((),))
        server = stack.enter_context(postgres(machines.address)) if on_server else None
        box = stack.enter_context(imap(machines.address)) if on_server else maildir(folder / "mailbox")
        letters = stack.enter_context(serving(Letters(dict(CHANCES), plan.seed), machines.address))
        season = Season(plan=plan, folder=folder, net=machines, letters=letters, mailbox=box, server=server)
        stack.callback(lambda: season.office.close())  # noqa: PLW0108 - it has no office yet
        _say(f"{database}: {plan.games} games on {len(machines.machines)} machines ({machines.kind}); load {_load()}")
        made = season.prepare()
        _say(f"made in {made:.0f} s; {len(season.players.people)} players")
        began, used = time.monotonic(), os.times()
        weeks = season.play(_say)
        took, now = time.monotonic() - began, os.times()
        processor = sum(now[:4]) - sum(used[:4])
        from tests.soak.audit import audit, memory_lines

        found = audit(season, deep)
        _say(
            f"{weeks} weeks in {took:.0f} s, {processor:.0f} s of processor time without the servers', "
            f"{season.kills} kills, {season.died} workers died, "
            f"{len(server.restarts) if server else 0} database crashes, {season.words} turns on the master's word; "
            f"load {_load()}"
        )
        for line in [*found.lines, *memory_lines(season)]:
            _say(line)
        return found


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Play on one database or both."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("told to stop"))  # everything is put away
    words = dict(os.environ)
    plan, wanted = plan_of(words), words.get("SOAK_DATABASE", "both")
    wrong = 0
    for database in ("sqlite", "postgres") if wanted == "both" else (wanted,):
        given = words.get("SOAK_FOLDER")
        folder = Path(given) / database if given else Path(tempfile.mkdtemp(prefix="magika-soak-"))
        folder.mkdir(parents=True, exist_ok=True)
        found = soak(plan, database, folder)
        wrong += len(found.wrong)
        if not given and not found.wrong:
            shutil.rmtree(folder)
        elif found.wrong:
            _say(f"the office is left in {folder}")
    _say(f"{wrong} things are wrong" if wrong else "all is well")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
