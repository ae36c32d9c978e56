"""PostgreSQL fails over in the middle of a worker's evening: its server is killed, the standby takes its place.

The standby has every commit before it is told (synchronous replication); the office names both servers in its URL.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from magika_gm.cli.main import cli
from magika_gm.engine.system import GameSystem
from tests.kill.crew import at_work, evening, looked_over, machines, seen, taken_up
from tests.kill.deeds import DUE
from tests.kill.homes import Home
from tests.kill.points import armed
from tests.kill.sweep import chosen, differences, forked, repeated, steady
from tests.kill.test_kill import POINTS
from tests.store.postgres import Server, _user, programs, running
from tests.systems.conftest import postgres, toy

__all__ = ["postgres", "toy"]
pytestmark = [pytest.mark.postgres, pytest.mark.slow]
QUERY = ("queue:", "SELECT", "INSERT", "UPDATE", "DELETE", "before", "after")


class Pair(Server):
    """A server and its standby: whoever asks finds the one that can be written to."""

    def __init__(self, first: Server, standby: Path) -> None:
        super().__init__(first.folder)
        self.standby = standby
        self.hosts = f"{first.folder},{standby}"

    def url(self, name: str) -> str:
        return f"postgresql+psycopg://magika@/{name}?host={self.hosts}&target_session_attrs=read-write"

    def connect(self, name: str):  # type: ignore[no-untyped-def]
        import psycopg

        return psycopg.connect(
            f"host={self.hosts} target_session_attrs=read-write user=magika dbname={name}", autocommit=True
        )

    def fail_over(self) -> None:
        """The server is gone at once, with all its processes; the standby is promoted."""
        lines = (self.folder / "data" / "postmaster.pid").read_text("utf-8").splitlines()
        os.kill(int(lines[0]), signal.SIGQUIT)
        _ask(self.standby, "SELECT pg_promote(true, 60)")


def _ask(folder: Path, question: str) -> None:
    import psycopg

    with psycopg.connect(f"host={folder} user=magika dbname=postgres", autocommit=True) as connection:
        connection.execute(question.encode())


@contextmanager
def pair(place: Path) -> Iterator[Pair]:
    """Two servers of our own, the second a copy of the first that hears of every commit before anybody else."""
    replicates = {"wal_level": "replica", "max_wal_senders": 4, "synchronous_commit": "on"}
    with running(place, replicates) as first:
        user, env = _user(), {"PATH": os.environ["PATH"], "LC_ALL": "C", "TZ": "UTC"}
        standby = first.folder / "standby"
        copy = [
            shutil.which("pg_basebackup") or place / "pg_basebackup",
            "-h",
            first.folder,
            "-U",
            "magika",
            "-D",
            standby,
            "-R",
            "-c",
            "fast",
        ]
        subprocess.run(copy, check=True, user=user, env=env, cwd=first.folder, capture_output=True)
        with running(place, replicates, standby):
            _ask(first.folder, "ALTER SYSTEM SET synchronous_standby_names = '*'")
            _ask(first.folder, "SELECT pg_reload_conf()")
            yield Pair(first, standby)


def begun(server: Server, ready: Path) -> Home:
    """An office on a server, its evening before it, the same wherever it is made."""
    home = Home(server)
    os.urandom = steady
    assert CliRunner().invoke(cli, ["init", str(ready)]).exit_code == 0
    home.settle(ready)
    for made in ready.glob("magika.sqlite3*"):
        made.unlink()
    assert CliRunner().invoke(cli, ["init", str(ready)]).exit_code == 0
    evening(ready)
    return home


def worked(folder: Path, at: int, server: Pair | None) -> list[str]:
    """A worker's evening, at a point of which the server fails over; the names of its points."""
    watch = armed(folder, at, "fail")
    if server is not None:
        watch.kill = server.fail_over  # type: ignore[method-assign]
    at_work(folder, folder, DUE, watch)
    return watch.log


def test_the_server_fails_over_in_the_middle(
    postgres: Server,
    toy: GameSystem,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "urandom", os.urandom)  # as it was, afterwards
    place, note = programs(), tmp_path / "note.json"
    assert place is not None
    home = begun(postgres, tmp_path / "twin")
    one, two = machines(home, tmp_path / "twin", tmp_path)
    status, names = forked(lambda: worked(one, 0, None), note)
    assert status == 0, names
    assert (taken_up(home, one, two, note), looked_over(one, two)) == ([], [])
    wanted, wrong = seen(home, one, two)
    assert wrong == []
    home.forget(one)
    shutil.rmtree(two)
    asked = [nr for nr, name in enumerate(names, 1) if name.startswith(QUERY)]
    faults, twice = list[str](), 0
    tries = [
        asked[nr - 1] for nr in chosen([names[nr - 1] for nr in asked], POINTS + 2 if POINTS > 0 else POINTS, "fail")
    ][1:]
    for at in tries:
        with pair(place) as server:
            ready = tmp_path / f"ready{at}"
            home = begun(server, ready)
            one, two = machines(home, ready, tmp_path)
            status, said = forked(lambda at=at, one=one, server=server: worked(one, at, server), note)  # type: ignore[misc]
            found = [f"it hangs or dies: {said}"] if os.WIFSIGNALED(status) else []
            found += taken_up(home, one, two, note)
            state, amiss = seen(home, one, two)
            found += amiss + differences(wanted, state)
            twice += repeated(one, wanted, found)
            faults += [f"failed over at point {at} ({names[at - 1]}): {what}" for what in found]
            shutil.rmtree(one)
            shutil.rmtree(two)
    with capsys.disabled():
        sys.stdout.write(f"\nPostgreSQL failed over at {len(tries)} of {len(asked)} points of a worker's evening, ")
        sys.stdout.write(f"{twice} mails sent twice, {len(faults)} faults\n")
    assert faults == []
