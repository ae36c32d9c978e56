"""Two workers on one database, on two machines: one is stopped at every point of its evening, another takes it up.

A machine is a folder of settings. The Maildir and the mail server they share; reports and mails as they came lie on
the machine that wrote them. Time that passes is put into the queue's tables by hand.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import smtplib
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from magika_gm.app.audit.verify import verify_game
from magika_gm.app.office.doors import LOG, commands_noted
from magika_gm.app.office.doors import MARKS as IN_HAND
from magika_gm.app.office.office import open_office
from magika_gm.app.operations.workers import Worker, make_queue
from tests.kill.deeds import (
    DUE,
    LATER,
    Server,
    command,
    mail_server,
    mails,
    must,
    post,
    set_in,
    with_orders,
)
from tests.kill.homes import Home
from tests.kill.points import How, Watch, armed
from tests.kill.sweep import (
    RECORD,
    Swept,
    begun,
    chosen,
    differences,
    ended,
    forked,
    loaded,
    plain,
    repeated,
    steady,
)

GAMES = ("12", "13")
HERE = (*RECORD, "queue")
"""What ``doctor`` is asked of; reports and mails as they came are on either machine."""


def evening(folder: Path) -> None:
    """Turn 1 of game 12 is due, with orders; game 13 has begun, its mails wait, and orders for it lie in a Maildir."""
    with_orders(folder)
    must(folder, "new-game", "13", "--game", "high_card", "--signups", str(folder / "signups.toml"),
         "--seed", "cd" * 16, at=DUE)  # fmt: skip
    shutil.rmtree(folder / "mails")
    mails(folder, game="13")
    # nothing that touches an account, which both games show: turn and mail may come in either order
    sheet = folder / "mails" / "c.eml"
    sheet.write_text(sheet.read_text("utf-8").replace("REPORT 0\nABSENT 2027-01-02 to 2027-01-09\n", ""), "utf-8")
    post(folder)
    mail_server(folder)
    # as fast as the server takes them; no question to the game master whether the post failed
    for before, now in (("most_a_minute = 60", "most_a_minute = 0"), ("more_missing = 3", "more_missing = 0"),
                        ("quiet_hours = 12", "quiet_hours = 0")):  # fmt: skip
        set_in(folder, before, now)
    office = open_office(folder)
    make_queue(office)
    office.close()


def machines(home: Home, ready: Path, work: Path) -> tuple[Path, Path]:
    """A copy of the office, and another machine of the same."""
    one, two = home.copy(ready, work / "one"), work / "two"
    set_in(one, 'maildir = ""', f'maildir = "{one}/post"')
    shutil.rmtree(two, ignore_errors=True)
    two.mkdir()
    shutil.copy(one / "magika.toml", two)
    return one, two


def at_work(folder: Path, shared: Path, when: datetime, watch: Watch | None = None) -> list[str]:
    """What a worker does until nothing is left to do."""
    Server.watch, Server.folder = watch, shared
    smtplib.SMTP = Server  # type: ignore[misc, assignment]
    os.urandom = steady
    office = open_office(folder)
    worker = Worker(office=office, clock=lambda: when, stalled=600.0)
    worker.run(once=True)
    office.close()
    return worker.done


def stopped(folder: Path, at: int, how: How) -> list[Any]:
    """A worker that is stopped at a point (0: at none): the names of the points it passed."""
    watch = armed(folder, at, how)
    done = at_work(folder, folder, DUE, watch)
    return [watch.log, done, sorted(sys.modules)]


def time_passes(home: Home, folder: Path) -> None:
    """Nobody has heard of earlier workers for long, and whatever was to be tried again later may be now."""
    assert home.server is not None
    with home.server.connect(home.name(folder)) as connection:
        connection.execute("UPDATE procrastinate_workers SET last_heartbeat = last_heartbeat - interval '1 day'")
        connection.execute("UPDATE procrastinate_jobs SET scheduled_at = NULL WHERE status = 'todo'")


def taken_up(home: Home, one: Path, two: Path, note: Path) -> list[str]:
    """Another worker goes on, and the first machine is started again in the end; what is amiss."""
    wrong = []
    for folder, when in ((two, DUE), (one, DUE + LATER)):
        time_passes(home, one)
        status, found = forked(lambda folder=folder, when=when: at_work(folder, one, when), note)  # type: ignore[misc]
        if status:
            wrong.append(f"the worker on machine {folder.name} ends badly ({status}): {str(found)[-600:]}")
    assert home.server is not None
    with home.server.connect(home.name(one)) as connection:
        left = connection.execute("SELECT task_name, status::text, attempts FROM procrastinate_jobs").fetchall()
    return wrong + [f"left in the queue: {job}" for job in left]


_KEPT = re.compile(r"^tracebacks/|/\.in-hand/")
_HALF = re.compile(r"(^|/)\.[^/]+\.part(/|$)")


def seen(home: Home, one: Path, two: Path, killed: bool = False) -> tuple[dict[str, Any], list[str]]:
    """Rows, and every file on either machine; files that differ between them are amiss.

    On a machine whose worker was ``killed``, what it was writing may lie half: the next to write it there does it anew,
    and those the other machine has written are whole.
    """
    state: dict[str, Any] = dict(home.rows(one))
    wrong = []
    for folder in (one, two):
        for path in sorted(folder.rglob("*")):
            name = str(path.relative_to(folder))
            if killed and folder == one and _HALF.search(name):
                continue
            if path.is_dir() and path.name.startswith(".") and path.name != IN_HAND.name:
                wrong.append(f"machine {folder.name}: {name}: a folder that was left behind")
            elif path.is_file() and name != "magika.toml" and "lock" not in path.name and not _KEPT.search(name):
                # each office was made at a time of its own; what a worker does by itself stands in no log
                found = sorted({one.command for one in commands_noted(folder)}) if name == LOG else path.read_bytes()
                if state.setdefault(name, found) != found:
                    wrong.append(f"{name} differs from machine to machine")
    return plain(state), wrong


def looked_over(folder: Path, other: Path) -> list[str]:
    """What ``verify`` and ``doctor`` find amiss."""
    import json

    office, wrong = open_office(folder), []
    for game in GAMES:
        wrong += [f"verify {game}: {v.differences}" for v in verify_game(office, game) if v.differences]
    office.close()
    _, said = command(folder, "doctor", "--json", at=DUE + LATER)
    for check in json.loads(said)["checks"]:
        for finding in check["findings"]:
            elsewhere = check["check"] in ("mail in", "reports") and (other / finding["place"]).exists()
            if check["check"] in HERE and not elsewhere:
                wrong.append(f"doctor: {finding}")
    return wrong


def sweep(home: Home, ready: Path, work: Path, how: How, points: int, company: bool) -> Swept:
    """Stop a worker at every point, alone or with another at work meanwhile; another takes up what it was at."""
    note, other, swept = work / "note.json", work / "other.json", Swept()
    one, two = machines(home, ready, work)
    status, result = forked(lambda: stopped(one, 0, how), note)
    assert status == 0, result
    names, modules = result[0], result[2]
    assert (taken_up(home, one, two, note), looked_over(one, two)) == ([], [])
    wanted, wrong = seen(home, one, two)
    assert wrong == []
    loaded(modules)
    home.forget(one)
    swept.points = len(names)
    for at in chosen(names, points, how):
        one, two = machines(home, ready, work)
        friend = begun(lambda one=one, two=two: at_work(two, one, DUE), other) if company else 0  # type: ignore[misc]
        status, result = forked(lambda at=at, one=one: stopped(one, at, how), note)  # type: ignore[misc]
        where = f"worker, {how}{' in company' if company else ''} at point {at} of {len(names)} ({names[at - 1]})"
        found = []
        if friend:
            ending, told = ended(friend, other)
            found += [f"the other worker ends badly ({ending}): {str(told)[-600:]}"] if ending else []
        if how == "kill":
            reached = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
            if status and not reached:
                found.append(f"was not killed: {str(result)[-300:]}")
        else:  # a worker whose queue is gone may end: another is begun
            reached = status != 0 or len(result[0]) >= at
            if os.WIFSIGNALED(status):
                found.append(f"it hangs or dies ({status})")
        swept.tried += reached
        found += taken_up(home, one, two, note)
        state, wrong = seen(home, one, two, how == "kill")
        found += wrong + differences(wanted, state)
        status, wrong = forked(lambda one=one, two=two: looked_over(one, two), note)  # type: ignore[misc]
        found += [str(wrong)[-600:]] if status else wrong
        swept.repeated += repeated(one, wanted, found)
        swept.faults += [f"{where}: {what}" for what in found]
        home.forget(one)
        shutil.rmtree(two)
    return swept
