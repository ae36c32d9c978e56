"""Two machines whose clocks are an hour apart, and one PostgreSQL: nothing is due early, nothing is done twice.

Workers, and ``tick``, go by the clock of the database's server. ``libfaketime`` puts a machine's own clock wrong.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import init_office, open_office
from magika_gm.app.operations.workers import make_queue
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from tests.needs import needs
from tests.store.postgres import Server

pytestmark = [pytest.mark.postgres, needs(shutil.which("faketime"), "libfaketime", "need-faketime")]
HOUR = timedelta(hours=1)


def at_work(folder: Path, clock: str, *words: str) -> subprocess.Popen[str]:
    """A command on a machine whose clock is wrong by so much: ``+1h``."""
    command = ["faketime", "-f", clock, sys.executable, "-m", "magika_gm", "--office", str(folder), *words]
    env = {**os.environ, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(run: subprocess.Popen[str]) -> str:
    out, err = run.communicate(timeout=300)
    assert run.returncode == 0, out + err
    return out


@pytest.mark.parametrize("words", [("worker", "--once", "--jobs", "1"), ("tick",)], ids=["worker", "tick"])
def test_clocks_an_hour_apart(postgres: Server, tmp_path: Path, words: tuple[str, ...]) -> None:
    now = datetime.now(UTC)
    office = init_office(tmp_path / "fast", database=postgres.new_database())
    for game, due in (("was", now - HOUR / 2), ("will", now + HOUR / 2)):
        signups = shipped("sample") / "xom_zol" / "signups.toml"
        new_game(office, game, signups, now - HOUR, system="xom_zol", seed=game.encode() * 8, due=due)
    make_queue(office)
    office.close()
    (tmp_path / "slow").mkdir()
    settings = tmp_path / "fast" / "magika.toml"
    # nobody wrote in: that is no reason to wait for the game master here
    quiet = settings.read_text("utf-8").replace("more_missing = 3", "more_missing = 0")
    settings.write_text(quiet.replace("quiet_hours = 12", "quiet_hours = 0"), "utf-8")
    shutil.copy(settings, tmp_path / "slow")
    runs = []
    for name, clock in (("fast", "+1h"), ("slow", "-1h")):
        runs.append(at_work(tmp_path / name, clock, *words))
        if words == ("tick",):  # two at once: the one that comes too late for a turn says so
            runs[-1].wait()
    for run in runs:
        ended(run)
    ended(at_work(tmp_path / "slow", "-1h", *words))  # what one was at while the other looked
    office = open_office(tmp_path / "fast")
    with office.store.reading() as connection:
        turns = connection.execute(select(t.turns.c.game, t.turns.c.turn).order_by(t.turns.c.game)).all()
        mails = connection.execute(select(t.outbox.c.state, t.outbox.c.turn, t.outbox.c.created_at)).all()
    office.close()
    assert [tuple(row) for row in turns] == [("was", 0), ("was", 1), ("will", 0)]
    letters = [path.name for name in ("fast", "slow") for path in (tmp_path / name / "outbox").glob("*.eml")]
    assert len(letters) == len(set(letters)) == len(mails)
    assert {state for state, _, _ in mails} == {"sent"}
    for made in (made for _, turn, made in mails if turn == 1):
        assert abs(datetime.fromisoformat(made) - datetime.now(UTC)) < HOUR / 2, "made when the server says"
