"""All cores: work spread over processes comes out as on one; one that fails or is killed stops no other.

The commands run as a game master runs them, in processes of their own: a test's own may not fork everywhere.
"""

from __future__ import annotations

import json
import os
import pickle
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Pipe
from pathlib import Path

import pytest

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office import processes
from magika_gm.app.office.office import init_office, open_office
from magika_gm.app.office.processes import Done, shares, spread
from magika_gm.app.turns import editions, process
from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.publish import finish_cut_off
from magika_gm.resources import shipped
from magika_gm.store.database import open_store

WHOLE_REPORTS = True

BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
NOW = BEGUN + timedelta(days=20)
GAMES = ("a", "b", "c")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An office with three games that are due."""
    folder = tmp_path_factory.mktemp("cores") / "office"
    office = init_office(folder, sample=True)
    plain = (shipped("sample") / "magika" / "signups.toml").read_text(encoding="utf-8")
    for game in GAMES:
        # nobody plays in two: a report shows an account as it is when its turn commits, and which commits first is open
        signups = folder.with_name(f"{game}.toml")
        signups.write_text(plain.replace('email = "', f'email = "{game}.'), encoding="utf-8")
        new_game(office, game, signups, BEGUN, seed=game.encode(), due=BEGUN + timedelta(days=14))
    office.close()
    return folder


def run(office: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "magika_gm", "--office", str(office), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def reports(office: Path) -> dict[str, bytes]:
    """Every report's bytes."""
    return {"/".join(p.parts[-3:]): p.read_bytes() for p in sorted((office / "reports").glob("*/1/*"))}


@pytest.mark.slow
def test_turns_and_letters_on_two_processes_are_those_of_one(begun: Path, tmp_path: Path) -> None:
    offices = [shutil.copytree(begun, tmp_path / jobs) for jobs in ("1", "2")]
    mails = []
    for office in offices:
        done = run(office, "process-turn", "--due", "--anyway", "--jobs", office.name, "--json")
        assert done.returncode == 0, done.stderr
        assert [row["game"] for row in json.loads(done.stdout)] == list(GAMES)
        sent = run(office, "deliver", "--jobs", office.name, "--json")
        assert sent.returncode == 0, sent.stderr
        mails.append([(row["id"], row["subject"]) for row in json.loads(sent.stdout)])
        assert len(list((office / "outbox").glob("*.eml"))) == len(mails[-1])
    assert all(sent == sorted(sent) for sent in mails), "oldest first, on however many processes they are made"
    assert sorted(subject for _, subject in mails[0]) == sorted(subject for _, subject in mails[1])
    assert len(mails[0]) == 2 * 13 * 3
    one, two = map(reports, offices)
    assert one.keys() == two.keys()
    assert len(one) == 13 * 5 * 3
    # names, not bytes: pytest would take minutes to show where two PDF files differ
    assert [name for name in one if one[name] != two[name]] == []


@pytest.mark.slow
def test_a_game_that_fails_stops_no_other(begun: Path, tmp_path: Path) -> None:
    office = shutil.copytree(begun, tmp_path / "office")
    with sqlite3.connect(office / "magika.sqlite3") as database:
        database.execute("UPDATE mages SET space = 'zz' WHERE game = 'b'")
    database.close()
    done = run(office, "process-turn", "--due", "--anyway", "--jobs", "2", "--json")
    assert done.returncode == 1
    rows = json.loads(done.stdout)
    assert [row["game"] for row in rows] == ["a", "c", "b"]
    assert "cannot be" in rows[2]["error"]
    assert not (office / "reports" / "b" / "1").exists()
    assert (office / "reports" / "c" / "1" / "M.pdf").is_file()
    ticked = run(office, "tick", "--jobs", "2", "--json")
    parts = {part["name"]: part for part in json.loads(ticked.stdout)["parts"]}
    assert parts["game b"]["failed"]
    assert not parts["mail out"]["failed"], parts["mail out"]


KILLED = """
import os, signal, sys, time
from contextlib import contextmanager
from pathlib import Path
from magika_gm.app.office.processes import spread

ahead, missed = int(sys.argv[1]), Path(sys.argv[2])

@contextmanager
def room():
    def work(item):
        if item == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        if item == 4:
            os._exit(7)
        while item > 4 and not missed.exists():  # or the one that is left might do all the rest before they are missed
            time.sleep(0.001)
        return item * item, os.getpid()
    yield work

forks, found = [], []
for done in spread(range(9), 3, room, lambda: forks.append(1), ahead):
    print(done.item, done.result[0] if done.result else None, done.lost)
    found.append(done)
    if sum(1 for done in found if done.lost) == 2:
        missed.touch()
print("pids", len({done.result[1] for done in found if done.result}) > 1, os.getpid(), len(forks) > 3)
"""


@pytest.mark.slow
@pytest.mark.parametrize("ahead", [0, 4])
def test_a_process_that_is_killed_loses_only_what_it_was_at(ahead: int, tmp_path: Path) -> None:
    script = [sys.executable, "-c", KILLED, str(ahead), str(tmp_path / "missed")]
    done = subprocess.run(script, capture_output=True, text=True, check=True)
    *lines, last = done.stdout.splitlines()
    squares = {0: 0, 1: 1, 2: 4, 5: 25, 6: 36, 7: 49, 8: 64}
    wanted = {f"{n} {square} " for n, square in squares.items()} | {
        "3 None the process at work on it was lost (killed by signal 9)",
        "4 None the process at work on it was lost (status 7)",
    }
    assert set(lines) == wanted
    if ahead:
        assert [int(line.split()[0]) for line in lines] == list(range(9)), "in their own order"
    assert last.startswith("pids True")
    assert last.endswith("True")


def test_one_process_is_this_one() -> None:
    from contextlib import nullcontext

    found = list(spread("ab", 1, lambda: nullcontext(lambda item: (item, os.getpid())), lambda: None))
    assert found == [Done("a", ("a", os.getpid())), Done("b", ("b", os.getpid()))]


def test_processes_are_shared_out() -> None:
    assert [shares(8, games) for games in (0, 1, 3, 8, 1000)] == [(1, 8), (1, 8), (3, 2), (8, 1), (8, 1)]


@pytest.mark.slow
@pytest.mark.parametrize("how", ["turn", "dry run", "cut off before", "another's cut off"])
def test_nobody_waits_to_write_while_pages_are_made(
    begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    office = open_office(shutil.copytree(begun, tmp_path / "office"))
    asked = []
    plain = editions.write_edition

    def watched(*words: object) -> None:
        other = open_store(office.database_url)
        with other.writing(patience=0.0):
            asked.append(how)
        other.close()
        plain(*words)  # type: ignore[arg-type]

    if "cut off" in how:
        process_turn(office, "a", NOW)
        shutil.rmtree(office.reports("a", 1))
    for module in (editions, process):
        monkeypatch.setattr(module, "write_edition", watched)
    work: dict[str, Callable[[], object]] = {
        "turn": lambda: process_turn(office, "a", NOW),
        "dry run": lambda: process_turn(office, "a", NOW, dry_run=tmp_path / "look"),
        "cut off before": lambda: process_turn(office, "a", NOW),
        "another's cut off": lambda: finish_cut_off(office, "a"),
    }
    work[how]()
    office.close()
    assert asked == [how] * (2 if how == "turn" else 1), "turn 0's reports were not written yet, either"


@pytest.mark.slow
def test_jobs_go_with_due_alone(begun: Path) -> None:
    wrong = run(begun, "process-turn", "a", "--jobs", "2")
    assert wrong.returncode == 2
    assert "--due" in wrong.stderr


def test_a_process_whose_parent_is_gone_ends_without_a_word() -> None:
    """It was killed with what it was told unread: cron would mail a traceback of each of its children."""
    ours, theirs = Pipe()
    ours.send_bytes(pickle.dumps(1))

    @contextmanager
    def room() -> Iterator[Callable[[int], int]]:
        def work(item: int) -> int:
            ours.close()
            return item

        theirs.send_bytes(b"unread")
        yield work

    processes._serve(theirs, room)
    ours, theirs = Pipe()
    theirs.send_bytes(b"unread")
    ours.close()
    with pytest.raises(ConnectionResetError):
        theirs.recv_bytes()
    ours, theirs = Pipe()
    theirs.send_bytes(b"unread")
    ours.close()
    processes._serve(theirs, room_of_nothing)


@contextmanager
def room_of_nothing() -> Iterator[Callable[[int], int]]:
    yield lambda item: item
