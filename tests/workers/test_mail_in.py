"""Mail in by several workers: each mail is judged once, a player's in the order they came, whoever is killed."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import pytest
from sqlalchemy import func, select, text, update

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office, open_office
from magika_gm.app.operations.workers import make_queue
from magika_gm.app.operations.workers_mail import EACH, portions_of, taken_in_together
from magika_gm.app.post.credentials import reply_address, reply_token
from magika_gm.app.post.intake import ingest, opened
from magika_gm.app.post.whose import keys_of
from magika_gm.mail.readers import Incoming, read
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from tests.store.postgres import Server

pytestmark = pytest.mark.postgres
BEGUN = datetime(2026, 11, 1, 12, tzinfo=UTC)
GAMES = ("a", "b", "c", "d")
ADDRESS = {"A": "ann.dubois@example.org", "C": "carol.w@example.com"}
EVERY = 12
"""Mails of each game."""
WORK = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from magika_gm.app.office.office import open_office
from magika_gm.app.operations import workers_mail
from magika_gm.app.operations.workers import Worker
from magika_gm.mail.readers import read

office, dies, box = open_office(Path(sys.argv[1])), int(sys.argv[2]), sys.argv[3]
plain, done = workers_mail.received, 0

def received(*words):
    global done
    done += 1
    if done == dies:
        os.kill(os.getpid(), signal.SIGKILL)
    return plain(*words)

workers_mail.received = received
now = datetime(2026, 11, 1, 12, tzinfo=UTC)
if box:
    workers_mail.taken_in_together(office, read(Path(box)), now, 5.0)
else:
    Worker(office=office, clock=lambda: now, every=600.0, stalled=600.0).run()
"""


@pytest.fixture
def machines(postgres: Server, tmp_path: Path) -> tuple[Path, Path]:
    """Two machines' folders of one office with some games, none of them due."""
    office = init_office(tmp_path / "one", database=postgres.new_database())
    settings = tmp_path / "one" / "magika.toml"
    said = settings.read_text("utf-8")
    assert "answers_a_day = " in said
    lines = ["answers_a_day = 100000" if row.startswith("answers_a_day") else row for row in said.splitlines()]
    settings.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for game in GAMES:
        new_game(office, game, shipped("sample") / "magika" / "signups.toml", BEGUN, seed=game.encode())
    with office.store.writing() as connection:  # a helper has nothing else to do
        connection.execute(update(t.outbox).values(state="sent"))
    make_queue(office)
    office.close()
    (tmp_path / "two").mkdir()
    shutil.copy(settings, tmp_path / "two")
    return tmp_path / "one", tmp_path / "two"


def mail(office: Office, game: str, number: int) -> bytes:
    """A's mails come with his password, C's to his report's reply address."""
    seat = "AC"[number % 2]
    to, word = "gm@example.org", "PASSWORD starling lamp\n"
    if seat == "C":
        word = ""
        to = reply_address(to, reply_token(office, game, "C", 1, BEGUN.isoformat(), ADDRESS["C"]))
    return (
        f"From: {ADDRESS[seat]}\nTo: {to}\nSubject: orders\nMessage-ID: <{game}.{number:03d}@player.example>\n\n"
        f"GAME {game} TURN 1\nMAGE {seat}\n{word}1 REST\nEND\n-- \n{number}\n"
    ).encode()


def mailbox(folder: Path, one: Path) -> Path:
    """A Maildir with the mails of all games, one game's after another's, and some that are nobody's."""
    for name in ("new", "cur", "tmp"):
        (folder / name).mkdir(parents=True)
    office = open_office(one)
    place = 0
    for number in range(EVERY):
        for game in GAMES:
            place += 1
            (folder / "new" / f"{place}.M{place}.host").write_bytes(mail(office, game, number))
    for number in range(3):
        raw = f"From: s{number}@elsewhere.example\nTo: gm@example.org\nMessage-ID: <s{number}@x>\n\nWhat is this?\n"
        (folder / "new" / f"{900 + number}.M1.host").write_text(raw, encoding="utf-8")
    office.close()
    return folder


def begin(folder: Path, dies: int = 0, box: Path | None = None) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-c", WORK, str(folder), str(dies), str(box or "")]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def heard_of(office: Office, number: int) -> None:
    """Wait until that many workers are there."""
    for _ in range(600):
        with office.store.reading() as connection:
            if connection.execute(text("SELECT count(*) FROM procrastinate_workers")).scalar() == number:
                return
        time.sleep(0.1)
    pytest.fail("no worker came")


def all_is_judged(office: Office, box: Path) -> None:
    """Every mail once, each player's in the order they came, all settled, all answered, nothing left in the queue."""
    total = EVERY * len(GAMES)
    with office.store.reading() as connection:
        outcomes = Counter(connection.execute(select(t.inbox.c.outcome)).scalars())
        assert outcomes == {"accepted": total, "remark": 3}
        names = connection.execute(select(t.inbox.c.message_id)).scalars().all()
        assert len(set(names)) == total + 3
        s = t.sheets.c
        for game in GAMES:
            for start, seat in enumerate("AC"):
                query = select(s.message_id).where(s.game == game, s.seat == seat).order_by(s.revision)
                wanted = [f"<{game}.{number:03d}@player.example>" for number in range(start, EVERY, 2)]
                assert connection.execute(query).scalars().all() == wanted
        answers = select(func.count()).where(t.outbox.c.kind == "acknowledge")
        assert connection.execute(answers).scalar() == total
        assert connection.execute(text("SELECT count(*) FROM portions")).scalar() == 0
        left = text("SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'mails' AND status = 'todo'")
        assert connection.execute(left).scalar() == 0
    assert list(read(box)) == [], "all are settled"


def test_whoever_is_free_judges_what_one_has_read(machines: tuple[Path, Path], tmp_path: Path) -> None:
    one, two = machines
    office, box = open_office(one), mailbox(tmp_path / "box", one)
    helper = begin(two)
    try:
        heard_of(office, 1)
        # this process is no worker of the queue's: it counts as the one that asks
        with office.store.writing() as connection:
            connection.execute(text("INSERT INTO procrastinate_workers DEFAULT VALUES"))
        counts = taken_in_together(office, read(box), BEGUN, 60.0)
    finally:
        helper.send_signal(signal.SIGTERM)
        _, err = helper.communicate(timeout=600)
    assert 0 < counts.total() < EVERY * len(GAMES) + 3, err
    all_is_judged(office, box)
    kept = [sum(path.is_file() for path in (folder / "turns").rglob("*")) for folder in machines]
    assert kept[0] == EVERY * len(GAMES) + 3, "who reads the mailbox has all of them"
    assert 0 < kept[1] < kept[0], "and whoever judged some has those"
    office.close()


@pytest.mark.parametrize("dies", [2, EACH])
def test_what_a_killed_helper_had_in_hand_is_judged(machines: tuple[Path, Path], tmp_path: Path, dies: int) -> None:
    one, two = machines
    office, box = open_office(one), mailbox(tmp_path / "box", one)
    helper = begin(two, dies)
    heard_of(office, 1)
    with office.store.writing() as connection:
        connection.execute(text("INSERT INTO procrastinate_workers DEFAULT VALUES"))
    taken_in_together(office, read(box), BEGUN, 3.0)
    assert helper.wait(600) == -signal.SIGKILL
    helper.communicate()
    all_is_judged(office, box)
    office.close()


@pytest.mark.parametrize("dies", [1, 3])
def test_a_killed_readers_mails_are_in_the_mailbox(machines: tuple[Path, Path], tmp_path: Path, dies: int) -> None:
    """What was handed out is judged by another, or by the next who reads; nobody judges it twice."""
    one, two = machines
    office, box = open_office(one), mailbox(tmp_path / "box", one)
    with office.store.writing() as connection:
        for _ in range(2):
            connection.execute(text("INSERT INTO procrastinate_workers DEFAULT VALUES"))
    reader = begin(one, dies, box)
    _, err = reader.communicate(timeout=600)
    assert reader.returncode == -signal.SIGKILL, err
    assert len(list(read(box))) == EVERY * len(GAMES) + 3, "none is settled"
    with office.store.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM portions")).scalar(), "some are handed out"
    helper = begin(two)  # takes up the jobs that wait, while the mailbox is read again
    try:
        taken_in_together(office, read(box), BEGUN, 20.0)
    finally:
        heard_of(office, 3)
        helper.send_signal(signal.SIGTERM)
        helper.communicate(timeout=600)
    all_is_judged(office, box)
    office.close()


def test_two_who_read_the_same_mails_judge_each_once(machines: tuple[Path, Path]) -> None:
    offices = [open_office(folder) for folder in machines]
    items = [Incoming(mail(offices[0], game, n), None, f"{game}{n}") for n in range(4) for game in GAMES]
    found: list[str] = []

    def take(office: Office) -> None:
        found.extend(received.outcome for received in ingest(office, items, BEGUN))

    both = [Thread(target=take, args=(office,)) for office in offices]
    for one in both:
        one.start()
    for one in both:
        one.join(120)
    assert Counter(found) == {"accepted": len(items), "known": len(items)}
    for office in offices:
        office.close()


def test_a_mail_waits_for_its_own_game_alone(machines: tuple[Path, Path]) -> None:
    one, two = (open_office(folder) for folder in machines)
    with two.store.writing(game="b"):
        (received,) = ingest(one, [Incoming(mail(one, "a", 1), None, "")], BEGUN)
        assert received.outcome == "accepted"
    one.close()
    two.close()


def test_a_mail_that_is_about_more_is_begun_again(machines: tuple[Path, Path]) -> None:
    """A game named in other letters, a stranger, a change of address: none of them is that game's alone."""
    office = open_office(machines[0])
    raw = mail(office, "a", 0)
    asked = b"ADDRESS new@example.com\n1 REST"
    mails = [raw.replace(b"GAME a", b"GAME A"), raw.replace(b"GAME a", b"GAME nowhere").replace(b".000", b".9"),
             raw.replace(b"1 REST", asked).replace(b".000", b".8")]  # fmt: skip
    found = list(ingest(office, [Incoming(one, None, "") for one in mails], BEGUN))
    assert [(one.outcome, one.game) for one in found] == [("accepted", "a"), ("refused", "a"), ("accepted", "a")]
    with office.store.reading() as connection:
        assert connection.execute(select(func.count()).select_from(t.address_changes)).scalar() == 1
    office.close()


def test_what_may_be_about_the_same_goes_in_its_order(machines: tuple[Path, Path]) -> None:
    office = open_office(machines[0])

    def keys(raw: bytes) -> set[str]:
        with office.store.reading() as connection:
            return keys_of(connection, opened(office, Incoming(raw, None, "")))

    plain = mail(office, "a", 0)
    assert keys(plain) == {"game a"}
    assert keys(plain.replace(b"GAME a", b"GAME A")) == {"game a"}
    every = {f"game {game}" for game in GAMES}
    code = plain.partition(b"\n\n")[0] + b"\n\nCONFIRM abcd1234\n"
    assert keys(code) == {"from ann.dubois@example.org"} | every, "whoever changes his address does it in all his games"
    assert keys(b"From: x@y.example\n\nHello, what is this?\n") == {"from x@y.example"}
    two = plain + b"GAME b TURN 1\nMAGE A\nPASSWORD starling lamp\n1 REST\nEND\n"
    assert keys(two.replace(b"\n-- \n0\n", b"\n")) == {"from ann.dubois@example.org"} | every
    office.close()


def test_portions() -> None:
    assert portions_of([]) == [[]]
    assert portions_of([{"a"}, {"b"}, {"a"}]) == [[0, 1, 2]]
    joined = portions_of([{"a"}, {"b"}, {"a", "b"}, *({f"x{n}"} for n in range(3 * EACH)), {"b"}])
    assert sorted(place for portion in joined for place in portion) == list(range(3 * EACH + 4))
    assert all(portion == sorted(portion) for portion in joined)
    (home,) = [portion for portion in joined if 2 in portion]
    assert {0, 1, 2, 3 * EACH + 3} <= set(home)
    assert len(joined) > 2
