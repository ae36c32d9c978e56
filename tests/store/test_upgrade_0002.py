"""An office of schema 2 (office-0002.sql.gz) goes on: a game over, one under review, one between turns, mail and money.

Beside it stand the turn files its version wrote; the reports of those turns come out the same.
"""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from magika_gm.app.accounts.bookkeeping import check_books
from magika_gm.app.audit.verify import check_files, verify_game
from magika_gm.app.calendar.insurance import missing_of, people_of
from magika_gm.app.enrolment.standby import list_standbys
from magika_gm.app.enrolment.waiting_list import load_list
from magika_gm.app.office.office import Office, init_office, open_office
from magika_gm.app.operations.status import office_status
from magika_gm.app.post.deliver import deliver
from magika_gm.app.record.games import load_game
from magika_gm.app.results.standings import ended_games
from magika_gm.app.turns.due import publish_turn
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.store.archive import load_positions
from magika_gm.store.tables import VERSION
from tests.on_postgres import refilled, wanted

DUMP = Path(__file__).with_name("office-0002.sql.gz")
FILES = Path(__file__).with_name("office-0002.json.gz")
NOW = datetime(2027, 1, 1, 12, tzinfo=UTC)
GAMES = ("listed", "old", "sample")


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    """The office as it is opened by this version for the first time."""
    folder = tmp_path / "office"
    init_office(folder, "Magika by mail").close()  # as its settings file has it
    refilled(folder, gzip.decompress(DUMP.read_bytes()).decode("utf-8"))
    opened = open_office(folder)
    with opened.store.reading():
        pass
    yield opened
    opened.close()


def rows(office: Office, sql: str) -> list[Any]:
    connection = sqlite3.connect(office.root / "magika.sqlite3")
    found = connection.execute(sql).fetchall()
    connection.close()
    return found


def differences(before: Any, now: Any, place: str = "") -> list[str]:
    """What of a turn file is not as it was; a section or a field that has come to it since is none."""
    if isinstance(before, dict) and isinstance(now, dict):
        return [d for key in before for d in differences(before[key], now.get(key), f"{place}.{key}")]
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        return [place] * any(differences(one, other) for one, other in zip(before, now, strict=True))
    return [] if before == now else [place]


def told(office: Office) -> dict[str, Any]:
    """What C's report of turn 3 tells but for the chain of turns."""
    plain: dict[str, Any] = json.loads((office.reports("sample", 3) / "C.json").read_text("utf-8"))
    return {key: value for key, value in plain.items() if key != "chain"}


@pytest.mark.slow
def test_every_report_of_every_turn_comes_out_as_it_was(office: Office) -> None:
    kept: dict[str, Any] = json.loads(gzip.decompress(FILES.read_bytes()))
    turns = sorted({tuple(name.split("/")[:2]) for name in kept})
    assert len(kept) > 90
    for game, turn in turns:
        write_reports(office, game, int(turn))
    for name, before in kept.items():
        game, turn, seat = name.split("/")
        now = json.loads((office.reports(game, int(turn)) / f"{seat}.json").read_text("utf-8"))
        # told otherwise since, and no part of the record: what orders would cost; from which turn each thing known is;
        # remarks of the order form; what there was of what an order cost (a turn played again under an old version says
        # of it that it has changed); what an account owes, which is no note any more
        worded = json.loads(re.sub(r" and you had \d+(?=; you rest)", "", json.dumps(now)))
        since = {".costs", ".known", ".notes", ".order_form"}
        assert set(differences(before, worded)) <= since, name
    checks = check_files([office.reports("old", 1) / "C.json"])
    assert [c.what for c in checks if c.wrong] == ["announced at the beginning"], "a file of turn 0 would show that"


@pytest.mark.slow
def test_old_reply_addresses_die_and_running_games_get_fresh_ones(office: Office) -> None:
    """They were keyed by the seed: every player of a game that goes on is told, and of no other."""
    told = rows(office, "SELECT game, seat, recipient, state FROM outbox WHERE kind = 'renewed' ORDER BY game, seat")
    running = rows(
        office,
        "SELECT s.game, s.seat, p.email, 'waiting' FROM seats s JOIN players p ON p.id = s.player JOIN positions q "
        "ON q.game = s.game AND q.seat = s.seat AND q.turn = (SELECT max(turn) FROM turns l WHERE l.game = s.game "
        "AND NOT l.held) WHERE s.game <> 'old' AND q.playing ORDER BY s.game, s.seat",
    )
    assert told == running
    assert {game for game, *_ in told} == {"listed", "sample"}
    list(deliver(office))
    fresh = [p.read_text("utf-8") for p in (office.root / "outbox").glob("renewed-*.eml")]
    assert len(fresh) == len(told)
    assert all("Reply-To: " in text and "+" in text.partition("Reply-To: ")[2].partition("@")[0] for text in fresh)


@pytest.mark.slow
def test_every_turn_verifies_and_the_copy_is_of_before(office: Office) -> None:
    assert [v.differences for game in GAMES for v in verify_game(office, game)] == [()] * 6
    if not wanted():  # on a server copies are made otherwise, and it looks after itself
        copy = sqlite3.connect(office.root / "magika.sqlite3.bak-0002")
        assert copy.execute("SELECT version_num FROM alembic_version").fetchall() == [("0002",)]
        copy.close()
        assert rows(office, "PRAGMA foreign_key_check") == []
        assert rows(office, "PRAGMA integrity_check") == [("ok",)]
    assert rows(office, "SELECT version_num FROM alembic_version") == [(VERSION,)]
    assert rows(office, "SELECT name, length(secret) FROM office_secrets") == [("office", 32)]
    assert rows(office, "SELECT DISTINCT system, commitment, nonce FROM games") == [("magika", 1, None)]


@pytest.mark.slow
def test_what_was_magikas_alone_is_plain_data_now(office: Office) -> None:
    seats = {seat: json.loads(text) for seat, text in rows(office, "SELECT seat, choices FROM seats "
                                                                   "WHERE game = 'listed'")}  # fmt: skip
    assert seats["A"] == {"race": "elf", "alignment": "good"}
    back = [said for said in seats.values() if "bonus" in said]
    assert back == [{"race": "human", "alignment": "good", "bonus": back[0]["bonus"], "brought": back[0]["brought"]}]
    assert back[0]["bonus"] > 0
    assert 1 <= len(back[0]["brought"]) <= 2
    with office.store.reading() as connection:
        waiting = {w.player_name: w for w in load_list(connection)}
        assert [w.state for w in load_list(connection)].count("seated") == 13
        positions = load_positions(connection, "listed", 3)
        assert [e.game for e in ended_games(connection)] == ["old"]
    first, plain = waiting["Player 31"], waiting["Player 32"]
    assert (first.pace, first.system, first.state) == ("three", "magika", "waiting")
    assert first.choices == {
        "role": "either",
        "first": ["Mage 31x", "elf", "good"],
        "second": ["Other One", "dwarf", "good"],
        "anything": True,
    }
    assert (plain.name, plain.choices) == ("Plain Jane", {"role": "novice", "anything": True})
    assert waiting["Player 34"].state == "withdrawn"
    assert waiting["Eve Onyx"].choices["role"] == "ebon"
    assert waiting["Carol Whitfield"].returning == ("old", "C")
    gone = [seat for seat, position in positions.items() if not position.playing]
    assert gone == [seat for (seat,) in rows(office, "SELECT letter FROM mages WHERE game = 'listed' AND turn = 3 "
                                                     "AND dropped")]  # fmt: skip
    assert gone
    assert {p.need.value for p in positions.values() if p.playing} == {"required"}


@pytest.mark.slow
def test_who_plays_and_who_is_late_is_known_as_before(office: Office) -> None:
    found = {game.game: game for game in office_status(office, NOW).games}
    assert (found["old"].ending, found["listed"].held, found["sample"].turn) == ("goal", True, 2)
    with office.store.reading() as connection:
        sample = load_game(connection, "sample")
        assert people_of(connection, sample) == list("ABCDEFGHIJKLM")
        assert missing_of(connection, sample) == ("D", "E")
    states = [s.state for s in list_standbys(office)]
    assert sorted(states) == ["offered", "placed", "waiting"]
    assert rows(office, "SELECT how, due <> '' FROM calls ORDER BY seat") == [("e-mail", 1), ("phone", 1)]


@pytest.mark.slow
def test_it_goes_on_and_undoes(office: Office) -> None:
    publish_turn(office, "listed")
    for game, turn in (("listed", 3), ("sample", 1), ("sample", 2)):
        write_reports(office, game, turn)
    assert process_turn(office, "listed", NOW, early=True).turn == 4
    before = rows(office, "SELECT * FROM mages WHERE turn < 3")
    assert process_turn(office, "sample", NOW, early=True).turn == 3
    assert rows(office, "SELECT count(*) FROM tasks") == [(30,)], "tasks are written once"
    first = told(office)
    assert undo_turn(office, "sample", NOW) == 3
    for table in ("turns", "positions", "magika_state", "mages", "tasks", "task_tallies", "sightings", "events"):
        assert rows(office, f"SELECT count(*) FROM {table} WHERE game = 'sample' AND turn = 3") == [(0,)]
    assert process_turn(office, "sample", NOW, early=True).turn == 3
    assert told(office) == first, "all but the chain of turns, which says that it was taken back"
    assert undo_turn(office, "sample", NOW) == 3
    assert undo_turn(office, "sample", NOW) == 2, "a turn the older version played"
    assert process_turn(office, "sample", NOW, early=True).turn == 2
    assert rows(office, "SELECT * FROM mages WHERE turn < 3") == before
    assert [v.differences for game in GAMES for v in verify_game(office, game)] == [()] * 7
    wrong, _ = check_books(office)
    assert wrong == []
    list(deliver(office, NOW))
    assert rows(office, "SELECT count(*) FROM outbox WHERE state = 'waiting'") == [(0,)]
