"""What an office does all day reads no table through that grows with the years: its questions find rows by an index."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from magika_gm.app.calendar.insurance import write_evening
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.office import Office
from magika_gm.app.operations.doctor import examine
from magika_gm.app.operations.status import office_status
from magika_gm.app.operations.tick import tick
from magika_gm.app.post import intake
from magika_gm.app.post.inbox import list_inbox
from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.mail.readers import read
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import Outcome
from tests.app.postroom import NOW, Post, begin, sheet

REPORTS_OF = ""
pytestmark = pytest.mark.sqlite("SQLite says of a question how it would be answered")
GROW = {table.name for table in t.metadata.tables.values() if "turn" in table.c} | {"inbox", "outbox", "postings"}
"""A row a turn, a mail or an entry."""
BY_OFFICE = {"standbys", "pauses", "stops"}
"""Few, however long the office has been there: who stands by, what is paused or stopped."""
SAID = (
    "HELP", "RULES", "STATUS", "FORM", "NEW PASSWORD", "WHY", "Thank you for the game.", "WITHDRAW SIGN-UP",
    "ADDRESS elsewhere@example.com", "GAME 9 TURN 1\nMAGE C\n1 MOVE NE\nEND", sheet(), sheet(password=""),
    sheet(password="a wrong one"), "GAME 7 TURN 1\nMAGE C\nFINAL\nEND",
)  # fmt: skip


def read_through(office: Office, deed: Callable[[], object]) -> dict[str, str]:
    """What a deed asks the database of a growing table that reads all of it: how, and the question."""
    asked: dict[str, Any] = {}

    def note(_connection: object, _cursor: object, sql: str, parameters: Any, _context: object, many: bool) -> None:
        if not many and sql.startswith(("SELECT", "UPDATE", "DELETE")):
            asked.setdefault(sql, parameters)

    event.listen(office.store.engine, "before_cursor_execute", note)
    deed()
    event.remove(office.store.engine, "before_cursor_execute", note)
    found = {}
    with office.store.reading() as connection:
        for sql, parameters in asked.items():
            for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", parameters):
                whole = re.match(r"SCAN (\w+?)(?:_\d+)?(?: |$)|SEARCH (\w+?)(?:_\d+)? .*\(\w+>\?\)$", row[3])
                table = whole and (whole[1] or whole[2])
                if table in GROW - BY_OFFICE and "(created_at>?)" not in row[3] and "(tried_at>?)" not in row[3]:
                    found[row[3]] = sql
    assert asked
    return found


@pytest.mark.parametrize("said", SAID)
def test_a_mail(mailed_post: Post, said: str) -> None:
    post = mailed_post
    assert read_through(post.office, lambda: post.one(said)) == {}, "from the player's address"
    stranger = "who@elsewhere.example"
    assert read_through(post.office, lambda: post.one(said, sender=stranger)) == {}, "from a stranger's"


def test_a_round_that_finds_nothing_to_do(mailed_post: Post) -> None:
    parts: list[str] = []
    asked = read_through(mailed_post.office, lambda: parts.extend(part.name for part in tick(mailed_post.office, NOW)))
    assert asked == {}
    assert "mail out" in parts


def test_a_turn_of_one_game(mailed_post: Post) -> None:
    office, late = mailed_post.office, NOW + timedelta(days=30)
    assert read_through(office, lambda: process_turn(office, "7", late, pages=False)) == {}


def test_status_and_inbox_but_for_who_won(mailed_post: Post) -> None:
    office = mailed_post.office
    mailed_post.one("Thank you for the game.")
    asked = read_through(office, lambda: (office_status(office, NOW), list_inbox(office)))
    assert all(how.startswith("SCAN results") for how in asked), asked


def test_a_question_that_reads_a_table_through_would_be_seen(mailed_post: Post) -> None:
    def deed() -> None:
        with mailed_post.office.store.reading() as connection:
            connection.exec_driver_sql("SELECT count(*) FROM outbox WHERE recipient LIKE '%x%'")
            connection.exec_driver_sql("SELECT subject FROM inbox WHERE game IS NOT NULL")

    assert len(read_through(mailed_post.office, deed)) == 2


def test_a_mail_whose_bytes_came_before_is_not_opened(mailed_post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    mail = mailed_post.mail(sheet())
    assert [one.outcome for one in mailed_post.take(mail)] == [Outcome.ACCEPTED]
    opened: list[object] = []
    monkeypatch.setattr(intake, "mail_of", lambda *how: opened.append(how))
    (again,) = mailed_post.take(mail)
    assert (again.outcome, again.reason) == (Outcome.KNOWN, "this message came before")
    assert opened == []


def test_a_maildir_full_of_what_was_seen_is_read_in_the_same_room(tmp_path: Path) -> None:
    def room(seen: int) -> int:
        box = tmp_path / str(seen)
        for name in ("new", "cur", "tmp"):
            (box / name).mkdir(parents=True)
        for number in range(seen):
            (box / "cur" / f"{number}.M1.host:2,S").touch()
        (box / "new" / "5.M1.host").write_bytes(b"From: a@example.com\nTo: gm@example.org\n\nHello.\n")
        tracemalloc.start()
        assert [item.source for item in read(box)] == ["5.M1.host"]
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    few = room(10)
    assert room(2000) < 1.1 * few


def test_report_files_of_past_turns_are_kept_as_long_as_the_settings_say(tmp_path: Path) -> None:
    office = begin(tmp_path / "office", "[office]\nreports = 2\n", system="xom_zol")
    for turn in range(1, 5):
        process_turn(office, "7", NOW + timedelta(days=30 * turn))
    places = (office.reports("7", 0).parent, office.overviews("7", 0).parent)
    kept = [sorted(path.name for path in place.iterdir() if path.name.isdecimal()) for place in places]
    assert kept == [["3", "4"], ["3", "4"]]
    assert sorted(path.name for path in places[1].glob("*.digests")) == ["3.digests", "4.digests"]
    checks = {one.check: one for one in examine(office.root, NOW + timedelta(days=121), fix=True)}
    assert (checks["reports"].looked_at, checks["reports"].findings) == ("20 files of 2 turns", [])
    write_reports(office, "7", 1)
    assert sorted(path.name for path in places[0].iterdir() if path.name.isdecimal()) == ["1", "3", "4"], "asked for"
    office.close()


def test_a_past_turn_that_cannot_be_removed_spoils_no_turn(tmp_path: Path) -> None:
    office = begin(tmp_path / "office", "[office]\nreports = 1\n", system="xom_zol")
    process_turn(office, "7", NOW + timedelta(days=30))
    past, elsewhere = office.reports("7", 1), tmp_path / "a disk with more room"
    past.rename(elsewhere)
    past.symlink_to(elsewhere)
    there = len(list(elsewhere.iterdir()))
    process_turn(office, "7", NOW + timedelta(days=60))
    assert sorted(path.name for path in past.parent.iterdir()) == ["2", "gm"]
    assert len(list(elsewhere.iterdir())) == there > 0, "what somebody put elsewhere is his"
    office.close()


def test_the_evening_before_asks_no_more_where_there_are_more_games(tmp_path: Path) -> None:
    office = begin(tmp_path / "office", system="xom_zol")
    asked: list[str] = []

    def questions() -> int:
        asked.clear()
        write_evening(office, NOW.date(), NOW)
        return len(asked)

    event.listen(office.store.engine, "before_cursor_execute", lambda *how: asked.append(how[2]))
    one = questions()
    for number in range(3):
        signups = shipped("sample") / "xom_zol" / "signups.toml"
        new_game(office, f"other{number}", signups, NOW, system="xom_zol", seed=b"other")
    assert questions() == one > 0
    office.close()
