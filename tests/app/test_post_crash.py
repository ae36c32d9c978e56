"""Mail in and out when a run is cut off: one outcome and one answer a message, nothing lost, at worst one repeated."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from pathlib import Path

import pytest

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.post import deliver as delivery
from magika_gm.app.post.deliver import deliver
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.resources import shipped

POINTS = int(os.environ.get("MAGIKA_CRASH_POINTS", "9"))
"""About how many points of a run are tried; more by night."""
NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
DRIVER = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from sqlalchemy import event
from magika_gm.app.office.office import open_office
from magika_gm.app.post.intake import ingest
from magika_gm.mail.readers import read

point, calls = int(sys.argv[3]), 0

def tick(*_):
    global calls
    calls += 1
    if calls == point:
        os.kill(os.getpid(), signal.SIGKILL)

office = open_office(Path(sys.argv[1]))
event.listen(office.store.engine, "before_cursor_execute", tick)
event.listen(office.store.engine, "commit", tick)
plain = Path.write_bytes

def counted(self, data):
    tick()
    return plain(self, data)

Path.write_bytes = counted
for _ in ingest(office, read(Path(sys.argv[2])), datetime(2026, 11, 1, 12, tzinfo=UTC)):
    tick()
print(calls)
"""


TABLES = ("inbox", "sheets", "outbox", "finals", "absences", "address_changes", "entries", "postings")
ASKED = {
    "F-commands": "REPORT 0\nABSENT 2026-12-20 to 2027-01-06\nADDRESS carol@new.example",
    "G-final": "2 SEARCH\n4 MOVE NE\nFINAL",
    "H-nonsense": "1 FLY",
}
SENDER = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from sqlalchemy import event
from magika_gm.app.post.deliver import deliver
from magika_gm.app.office.office import open_office
from magika_gm.mail.postman import FilePostman

point, calls = int(sys.argv[3]), 0

def tick(*_):
    global calls
    calls += 1
    if calls == point:
        os.kill(os.getpid(), signal.SIGKILL)

office = open_office(Path(sys.argv[1]))
event.listen(office.store.engine, "before_cursor_execute", tick)
event.listen(office.store.engine, "commit", tick)
plain = FilePostman.send

def counted(self, message_id, *words):
    tick()
    with open(sys.argv[2], "a") as log:
        print(message_id, file=log)
    delivery = plain(self, message_id, *words)
    tick()
    return delivery

FilePostman.send = counted
for _ in deliver(office, datetime(2026, 11, 1, 12, tzinfo=UTC)):
    pass
print(calls)
"""


def begin(folder: Path) -> Office:
    office = init_office(folder)
    new_game(office, "sample", shipped("sample") / "magika" / "signups.toml", NOW, seed=b"post")
    return office


def run(office: Path, mails: Path, point: int, driver: str = DRIVER) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-c", driver, str(office), str(mails), str(point)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def rows(office: Path) -> dict[str, list[str]]:
    with sqlite3.connect(office / "magika.sqlite3") as connection:
        found = {t: list(map(repr, connection.execute(f"SELECT * FROM {t}"))) for t in TABLES}
    connection.close()
    return found


def test_ingest_killed_anywhere_and_run_again(tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    begin(ready).close()
    mails = tmp_path / "mails"
    mails.mkdir()
    for mail in sorted((shipped("sample") / "magika" / "1").glob("[CD]-*.eml")):
        shutil.copy(mail, mails)
    for name, lines in ASKED.items():
        head = f"From: carol.w@example.com\nTo: gm@example.org\nMessage-ID: <{name}@x>\n\n"
        (mails / f"{name}.eml").write_text(f"{head}GAME sample TURN 1\nMAGE C\nPASSWORD swordfish\n{lines}\nEND\n")
    whole = tmp_path / "whole"
    shutil.copytree(ready, whole)
    done = run(whole, mails, 0)
    assert done.returncode == 0, done.stderr
    total, wanted = int(done.stdout), rows(whole)
    assert len(wanted["inbox"]) == len(list(mails.iterdir())) == 7
    assert [len(wanted[table]) for table in ("finals", "absences", "address_changes")] == [1, 1, 1]
    assert sum("copy" in row for row in wanted["outbox"]) == 1
    assert sum("copy" in row for row in wanted["entries"]) == 1
    for point in sorted({*range(2, total, max(1, total // POINTS)), total}):
        office = tmp_path / f"at-{point}"
        shutil.copytree(ready, office)
        killed = run(office, mails, point)
        assert killed.returncode == -9, f"point {point}: {killed.stderr}"
        assert run(office, mails, 0).returncode == 0
        assert rows(office) == wanted, f"killed at point {point} of {total}"


def test_delivery_killed_anywhere_and_run_again(tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    office = begin(ready)
    waiting = delivery.waiting(office)
    office.close()
    whole = tmp_path / "whole"
    shutil.copytree(ready, whole)
    done = run(whole, tmp_path / "whole.log", 0, SENDER)
    assert done.returncode == 0, done.stderr
    total = int(done.stdout)
    repeated = 0
    for point in sorted({*range(3, total, max(1, total // POINTS)), total}):
        folder, log = tmp_path / f"at-{point}", tmp_path / f"at-{point}.log"
        shutil.copytree(ready, folder)
        assert run(folder, log, point, SENDER).returncode == -9, f"point {point}"
        assert run(folder, log, 0, SENDER).returncode == 0
        sent = log.read_text().split()
        repeated += len(sent) - waiting
        assert len(set(sent)) == waiting, f"killed at point {point} of {total}"
        assert len(sent) <= waiting + 1, "at most the mail in flight goes twice, under its own Message-ID"
        assert {row.count("'sent'") for row in rows(folder)["outbox"]} == {1}
        assert len(list((folder / "outbox").rglob("*.eml"))) == waiting
        assert not list((folder / "outbox").rglob("*.part"))
    assert repeated, "no point fell between sending and marking"


def test_delivery_cut_off_between_sending_and_marking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    office = begin(tmp_path / "office")
    waiting = delivery.waiting(office)
    assert waiting == 13
    mark, marked = delivery._mark_sent, 0

    def cut(*words: object) -> None:
        nonlocal marked
        marked += 1
        if marked == 5:
            raise KeyboardInterrupt
        mark(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(delivery, "_mark_sent", cut)
    with pytest.raises(KeyboardInterrupt):
        list(deliver(office))
    monkeypatch.undo()
    assert delivery.waiting(office) == waiting - 4
    assert len(list(deliver(office))) == waiting - 4
    assert not list(deliver(office))
    sent = [message_from_bytes(p.read_bytes())["Message-ID"] for p in (office.root / "outbox").rglob("*.eml")]
    assert len(set(sent)) == waiting
    office.close()


def test_a_turn_taken_back_after_delivery_is_sent_anew(tmp_path: Path) -> None:
    office = begin(tmp_path / "office")
    process_turn(office, "sample", NOW, early=True)
    assert len(list(deliver(office))) == 26, "of the start and of turn 1"
    undo_turn(office, "sample", NOW)
    assert delivery.waiting(office) == 0
    process_turn(office, "sample", NOW + timedelta(minutes=5), early=True)
    assert len(list(deliver(office))) == 13
    office.close()
