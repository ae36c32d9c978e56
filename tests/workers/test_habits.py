"""A game master who moved to PostgreSQL and keeps his habits: process-turn, deliver, tick, with workers or without."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, text

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office, init_office, open_office
from magika_gm.app.operations.moving import move_office
from magika_gm.app.operations.workers import make_queue
from magika_gm.app.record.outgoing import waiting
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from tests.desk import typed
from tests.store.postgres import Server

pytestmark = pytest.mark.postgres
NOW = datetime.now(UTC)
MAILDIR = '[office]\nemail = "gm@example.org"\n\n[mail]\nmaildir = "post"\n'
SHEET = "GAME {game} TURN 1\nMAGE C\nPASSWORD swordfish\n1 MOVE NE\nEND\n"


def begin(folder: Path, *games: str, settings: str = "", server: Server | None = None) -> Office:
    """An office with games that are due; moved to a server, where one is given, with a queue no worker looks at."""
    if settings:
        folder.mkdir(parents=True)
        (folder / "magika.toml").write_text(settings, encoding="utf-8")
    office = init_office(folder)
    for game in games:
        signups = shipped("sample") / "magika" / "signups.toml"
        new_game(office, game, signups, NOW - timedelta(days=14), seed=game.encode(), due=NOW - timedelta(hours=1))
    if server is not None:
        move_office(office, server.new_database())
        office = open_office(folder)
        make_queue(office)
    return office


def said(office: Office, *words: str, status: int = 0) -> str:
    result = typed(office, *words)
    assert result.exit_code == status, f"{words}: {result.output}{result.stderr}{result.exception}"
    return result.output + result.stderr


def unsent(office: Office) -> int:
    with office.store.reading() as connection:
        return len(connection.execute(select(t.outbox.c.id).where(t.outbox.c.state != "sent")).all())


@pytest.mark.parametrize("habit", [("process-turn", "7"), ("process-turn", "--due", "--anyway")])
def test_what_a_turn_wrote_goes_with_deliver(postgres: Server, tmp_path: Path, habit: tuple[str, ...]) -> None:
    office = begin(tmp_path / "office", "7", server=postgres)
    assert unsent(office) == 13
    assert "26 mails wait to be sent: magika-gm deliver" in said(office, *habit)
    assert "26 mails sent" in said(office, "deliver")
    assert unsent(office) == 0
    assert len(list((office.root / "outbox").glob("*.eml"))) == 26
    assert "0 mails sent" in said(office, "deliver")
    said(office, "worker", "--once", "--jobs", "1", "--quiet")
    assert len(list((office.root / "outbox").glob("*.eml"))) == 26, "what is gone a worker sends no more"
    office.close()


def test_a_round_sends_what_its_turns_wrote(postgres: Server, tmp_path: Path) -> None:
    office = begin(tmp_path / "office", "7", "8", server=postgres)
    assert "52 sent" in said(office, "tick")
    assert unsent(office) == 0
    office.close()


def test_what_a_worker_has_in_hand_is_left_to_him_and_told(postgres: Server, tmp_path: Path) -> None:
    office = begin(tmp_path / "office", "7", server=postgres)
    worker = open_office(office.root)
    with worker.store.engine.begin() as connection:
        o = t.outbox.c
        row = connection.execute(select(o.id, o.recipient).order_by(o.id).limit(1).with_for_update()).one()
        told = said(office, "deliver", status=1)
    assert "12 mails sent" in told
    assert f"{row.recipient}: " in told
    assert "a worker has it in hand" in told
    with office.store.reading() as connection:
        state = connection.execute(select(t.outbox.c.state, t.outbox.c.tries).where(o.id == row.id)).one()
    assert tuple(state) == ("waiting", 0), "it has used up none of its tries"
    assert "1 mail sent" in said(office, "deliver")
    worker.close()
    office.close()


def test_a_mail_that_waits_for_its_next_try_is_told(postgres: Server, tmp_path: Path) -> None:
    office = begin(tmp_path / "office", "7", server=postgres)
    later = (NOW + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    with office.store.writing() as connection:
        connection.execute(text(f"UPDATE outbox SET next_try = '{later}' WHERE seat IN ('A', 'B')"))
    told = said(office, "deliver")
    assert "11 mails sent" in told
    assert "2 mails wait for their next try: magika-gm outbox" in told
    office.close()


def test_a_worker_reads_mail_before_it_plays_what_is_due(postgres: Server, tmp_path: Path) -> None:
    """However many processes: none plays a turn, or asks about it, while the orders for it are being read."""
    office = begin(tmp_path / "office", "7", "8", settings=MAILDIR, server=postgres)
    for place in ("new", "cur", "tmp"):
        (office.root / "post" / place).mkdir(parents=True)
    for game in ("7", "8"):
        head = "From: carol.w@example.com\nTo: gm@example.org\nSubject: orders\n"
        mail = f"{head}Message-ID: <{game}@x.example>\n\n{SHEET.format(game=game)}"
        (office.root / "post" / "new" / game).write_text(mail, encoding="utf-8")
    assert "Nothing is left to do." in said(office, "worker", "--once", "--jobs", "2", "--quiet")
    with office.store.reading() as connection:
        p = t.played.c
        how = connection.execute(select(p.game, p.how).where(p.seat == "C").order_by(p.game)).all()
        assert [tuple(row) for row in how] == [("7", "mailed"), ("8", "mailed")]
        assert not connection.execute(select(t.stops.c.game)).all(), "nobody was asked"
    assert waiting(office) == 0
    office.close()


def test_what_is_left_is_told_by_a_worker_that_ends(postgres: Server, tmp_path: Path) -> None:
    office = begin(tmp_path / "office", "7", settings=MAILDIR, server=postgres)
    told = said(office, "worker", "--once", "--jobs", "1", "--quiet")  # there is no Maildir to read
    assert "Turns that are due wait (games 7): magika-gm status says for what." in told
    assert "Nothing is left" not in told
    (found,) = json.loads(said(office, "status", "--json"))["games"]
    assert any("mail was never read" in line for line in found["todo"])
    office.close()
