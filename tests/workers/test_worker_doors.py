"""A worker's jobs broken step by step by something nobody foresaw: the other games' jobs are done, and with the next
try everything is."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.operations.workers import Worker, make_queue
from magika_gm.app.record.outgoing import MAIL_IN, MAIL_OUT, PAGES, TURN
from magika_gm.engine.system import GameSystem
from tests.app.operations.test_doors import HEAD, stands
from tests.breaking import PACKAGE, Step, Watch, steps_of
from tests.store.postgres import Server
from tests.systems.conftest import toy
from tests.systems.test_toy_life import SIGNUPS
from tests.workers.test_workers import BEGUN, NOW

__all__ = ["toy"]
pytestmark = pytest.mark.postgres
EACH = 0 if os.environ.get("MAGIKA_NIGHTLY") else 3
JOBS = (TURN, PAGES, MAIL_IN, MAIL_OUT)


def an_office(folder: Path, url: str, system: str) -> Office:
    """Three games that are due, with orders in a Maildir."""
    folder.mkdir()
    settings = f'[database]\nurl = "{url}"\n[mail]\nmaildir = "maildir"\n[guard]\nquiet_hours = 0\n'
    (folder / "magika.toml").write_text(settings, encoding="utf-8")
    office = init_office(folder)
    (folder / "scenarios" / system).mkdir(parents=True)
    (folder / "scenarios" / system / "plain.toml").write_text("turns = 3\n", encoding="utf-8")
    (folder / "signups.toml").write_text(SIGNUPS, encoding="utf-8")
    for game in "abc":
        due = BEGUN + timedelta(days=14)
        new_game(office, game, folder / "signups.toml", BEGUN, seed=game.encode(), due=due, system=system)
    for name in ("new", "cur", "tmp"):
        (folder / "maildir" / name).mkdir(parents=True)
    for number, game in enumerate("abc"):
        raw = HEAD.format(sender="rosa@example.org", number=game)
        raw += f"\nGAME {game} TURN 1\nCOLOUR RED\nPASSWORD starling\nKEEP\nEND\n"
        (folder / "maildir" / "new" / f"{number}.x").write_text(raw, encoding="utf-8")
    make_queue(office)
    return office


def worked(office: Office) -> None:
    """All there is to do, with what is to be tried again later tried now."""
    Worker(office=office, clock=lambda: NOW, every=600.0, stalled=600.0).run(once=True)
    with office.store.writing() as connection:
        connection.execute(text("UPDATE procrastinate_jobs SET scheduled_at = NULL WHERE status = 'todo'"))
        connection.execute(text("UPDATE outbox SET next_try = '' WHERE state = 'waiting'"))


def of_job(name: str) -> tuple[frozenset[tuple[str, int]], Callable[[Any], bool]]:
    """Where the way of a job begins, and whether it is the one that is broken: of a game, that of game b."""
    work = getattr(Worker, name).__code__
    here = frozenset({(work.co_filename, work.co_firstlineno)})
    return here, lambda words: words.get("game", "b") == "b"


@pytest.mark.parametrize("name", JOBS)
def test_whatever_breaks_in_a_job_the_others_are_done(
    postgres: Server, tmp_path: Path, toy: GameSystem, name: str
) -> None:
    assert str(PACKAGE) in Worker.turn.__code__.co_filename
    at, mine = of_job(name)
    found: list[tuple[list[Step], dict[str, Any]]] = []
    for number in range(2):
        office = an_office(tmp_path / f"plain{number}", postgres.new_database(), toy.name)
        steps = steps_of(mine, lambda: worked(office), at)  # noqa: B023
        found.append((steps, stands(office)))
        office.close()
    steps, wanted = found[-1]
    assert len(steps) > 20
    chosen = steps[:: max(1, len(steps) // EACH)] if EACH else steps
    for number, step in enumerate(chosen):
        office = an_office(tmp_path / f"{number}", postgres.new_database(), toy.name)
        watch = Watch(mine, at, broken=step)
        with watch.looking():
            worked(office)
        assert watch.raised, f"{step} is not always come to"
        played = {game for game, turn in stands(office)["turns"] if turn == 1}
        assert played >= {"a", "c"}, f"{step} of {name} stopped the other games"
        for _ in range(3):
            worked(office)
        left = stands(office)
        assert left["turns"] == wanted["turns"], step
        assert left["letters"] == wanted["letters"] or name == MAIL_IN, step
        assert len(left["mails"]) == len(wanted["mails"]), step
        office.close()
