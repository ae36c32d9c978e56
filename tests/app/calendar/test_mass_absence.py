"""The guard that stops the clock, and asks, where a turn would be missed for a fault of the post (GM-2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from statistics import median
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import delete

from magika_gm.app.calendar.date_moves import WaitsForWord, quiet_before
from magika_gm.app.calendar.schedule import far_more, note_heartbeat, usually_missing
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.operations.status import office_status
from magika_gm.app.operations.tick import Part, tick
from magika_gm.app.turns.process import due_games, process_turn, undo_turn
from magika_gm.store import tables as t
from tests.app.postroom import ADDRESS, Post, begin
from tests.desk import typed
from tests.examples import some_of

REPORTS_OF = ""

DUE = datetime(2026, 11, 15, 18, tzinfo=ZoneInfo("America/Halifax"))
NOVICES = "ABCDEFGHIJKL"
HOUR = timedelta(hours=1)


def orders(post: Post, letters: str, turn: int = 1) -> None:
    """Orders of these mages are here."""
    for letter in letters:
        post.rows(
            "INSERT INTO sheets (game, turn, seat, revision, received_at, message_id, sheet, faults) "
            f"VALUES ('7', {turn}, '{letter}', 1, '', '', 'GAME 7 TURN {turn}\nMAGE {letter}\n1 REST\nEND\n', 0)"
        )


def played(post: Post, letters: str, turns: int = 3) -> datetime:
    """So many turns have been played, these mages' orders there; when the next is due."""
    for turn in range(1, turns + 1):
        orders(post, letters, turn)
        process_turn(post.office, "7", DUE, early=True)
    return post.due


def guarded(post: Post, now: datetime = DUE) -> int:
    return process_turn(post.office, "7", now, guarded=True).turn


def reason(post: Post, now: datetime = DUE) -> str:
    with pytest.raises(WaitsForWord) as stop:
        guarded(post, now)
    return stop.value.why


@pytest.mark.parametrize(
    ("missing", "players", "usual", "stops"),
    [
        (12, 12, [], False),
        (12, 12, [0, 0], False),
        (3, 12, [0, 0, 0], False),
        (4, 12, [0, 0, 0], True),
        (4, 13, [0, 0, 0], False),
        (5, 13, [0, 0, 0, 0], True),
        (5, 12, [2, 2, 2], False),
        (6, 12, [2, 2, 2], True),
        (6, 12, [0, 4, 2, 6, 3], False),
        (8, 12, [0, 4, 2, 6, 3], True),
        (7, 12, [1, 1, 5, 5, 3], False),
        (4, 6, [3, 3, 3], False),
        (9, 12, [1, 1, 1, 9], True),
        (4, 12, [0, 0, 0, 4, 4], True),
    ],
)
def test_what_is_far_more_than_usual(missing: int, players: int, usual: Sequence[int], stops: bool) -> None:
    assert far_more(missing, players, usual, 3) is stops


@given(st.integers(0, 13), st.lists(st.integers(0, 13), max_size=10), st.integers(1, 5))
def test_fewer_missing_is_never_worse_and_the_usual_never_stops(missing: int, usual: list[int], more: int) -> None:
    if far_more(missing, 13, usual, more):
        assert far_more(missing + 1, 13, usual, more)
        assert missing > min(usual) + more
    assert not any(far_more(missing, 13, [missing] * n, more) for n in (1, 3, 10))


def test_a_turn_with_far_more_missing_than_usual_waits_and_says_why(post: Post) -> None:
    due = played(post, "ABCDEFGHIJKLM")
    orders(post, NOVICES[:7], 4)
    assert reason(post, due) == "6 of 13 orders are missing (H I J K L M), where 0 is usual"
    assert post.rows("SELECT max(turn) FROM turns") == [(3,)]
    (game,) = office_status(post.office, due).games
    assert "waits for your word, as 6 of 13 orders are missing" in game.todo[0]
    orders(post, "HI", 4)
    assert guarded(post, due) == 4, "four of thirteen are not a third"
    assert post.rows("SELECT * FROM stops") == []


def test_who_is_away_by_notice_is_not_missing(post: Post) -> None:
    due = played(post, NOVICES)
    orders(post, NOVICES[:7], 4)
    assert "6 of 13" in reason(post, due)
    for letter in "HIJ":
        post.rows(
            "INSERT INTO absences (game, seat, first, last, received_at) "
            f"VALUES ('7', '{letter}', '2026-11-01', '2027-02-28', '')"
        )
    assert guarded(post, due) == 4


def test_what_is_usual_is_learned_from_the_game_itself(post: Post) -> None:
    """A game in which five never write goes on; a turn without anybody's orders teaches nothing."""
    for turn, there in enumerate(("ABCDEFGH", "FGHIJKLM", "ABCDEFGH"), 1):
        orders(post, there, turn)
        process_turn(post.office, "7", DUE, early=True)
    with post.office.store.reading() as connection:
        assert usually_missing(connection, "7", [*NOVICES, "M"]) == [5, 5, 5]
    due = post.due
    orders(post, NOVICES[:5], 4)
    assert guarded(post, due) == 4
    undo_turn(post.office, "7", due)
    post.rows("DELETE FROM sheets WHERE turn = 4")
    assert "13 of 13" in reason(post, due)
    process_turn(post.office, "7", due)
    with post.office.store.reading() as connection:
        assert usually_missing(connection, "7", [*NOVICES, "M"]) == [5, 5, 5]


def test_ten_turns_back_is_as_far_as_anybody_looks(post: Post) -> None:
    for turn in range(1, 12):
        post.rows(f"INSERT INTO turns (game, turn, processed_at, next_due) VALUES ('7', {turn}, '', '')")
        for seat in ("A", "B"):
            post.rows(
                f"INSERT INTO played (game, turn, seat, how, orders) VALUES ('7', {turn}, '{seat}', 'mailed', '')"
            )
    post.rows("UPDATE played SET how = 'default' WHERE seat = 'B' AND turn < 3")
    with post.office.store.reading() as connection:
        assert usually_missing(connection, "7", ["A", "B"]) == [0] * 9 + [1]


def test_one_the_game_master_names_is_run(post: Post) -> None:
    due = played(post, NOVICES)
    assert "13 of 13" in reason(post, due)
    assert process_turn(post.office, "7", due).turn == 4
    assert post.rows("SELECT * FROM stops") == []


def test_mail_not_read_around_the_due_time(post: Post) -> None:
    orders(post, NOVICES)
    note_heartbeat(post.office, DUE - 13 * HOUR)
    assert reason(post) == "mail was not read since then (magika-gm ingest, or tick, reads it)"
    note_heartbeat(post.office, DUE + HOUR)
    assert reason(post, DUE + HOUR) == "mail was not read for 13 hours before; orders may be on their way"
    assert process_turn(post.office, "7", DUE + HOUR).turn == 1


def test_mail_read_often_enough(post: Post) -> None:
    """Rounds every five minutes are one row; a gap shorter than the limit is none."""
    orders(post, NOVICES)
    for minutes in range(0, 120, 5):
        note_heartbeat(post.office, DUE - 14 * HOUR + timedelta(minutes=minutes))
    note_heartbeat(post.office, DUE - 14 * HOUR)
    assert len(post.rows("SELECT * FROM heartbeats")) == 1
    note_heartbeat(post.office, DUE)
    assert len(post.rows("SELECT * FROM heartbeats")) == 2
    assert guarded(post) == 1
    note_heartbeat(post.office, DUE + timedelta(days=90))
    assert len(post.rows("SELECT * FROM heartbeats")) == 2, "for ninety days"
    note_heartbeat(post.office, DUE + timedelta(days=200))
    assert len(post.rows("SELECT * FROM heartbeats")) == 1, "old ones are forgotten"


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    office = init_office(tmp_path_factory.mktemp("guard"))
    yield office
    office.close()


@settings(max_examples=some_of(40), deadline=None)
@given(st.lists(st.integers(0, 5000), min_size=1, max_size=12))
def test_rows_of_heartbeats_lose_no_gap(empty: Office, minutes: list[int]) -> None:
    """What the rows say of a due time is what the single heartbeats say."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    beats = [start + timedelta(minutes=m) for m in sorted(minutes)]
    with empty.store.writing() as connection:
        connection.execute(delete(t.heartbeats))
    for beat in beats:
        note_heartbeat(empty, beat)
    due = start + timedelta(minutes=2500)
    before = [beat for beat in beats if beat <= due]
    gaps = [(b - a) / HOUR for a, b in pairwise(before) if b - a > HOUR / 2][-10:]
    limit = max(12, 2 * median(gaps) if len(gaps) > 2 else 0) * HOUR
    with empty.store.reading() as connection:
        said = quiet_before(connection, due, 12, True)
    if beats[-1] < due:
        assert "not read since" in said
    elif before and due - before[-1] > limit:
        assert "hours before" in said
    else:
        assert said == ""


def test_an_office_that_reads_its_mail_once_a_day_is_not_stopped_for_that(post: Post) -> None:
    orders(post, NOVICES)
    evening = DUE + HOUR
    for day in (-4, -3, -2, -1, 0):
        note_heartbeat(post.office, evening + timedelta(days=day))
    assert guarded(post, evening) == 1
    undo_turn(post.office, "7", evening)
    post.rows("DELETE FROM heartbeats WHERE first LIKE '2026-11-14%' OR first LIKE '2026-11-13%'")
    assert "for 71 hours" in reason(post, evening)


def test_the_limits_are_settings(tmp_path: Path) -> None:
    post = Post(begin(tmp_path / "office", "[guard]\nmore_missing = 0\nquiet_hours = 0\n"))
    note_heartbeat(post.office, DUE - 100 * HOUR)
    assert guarded(post) == 1
    post.office.close()


def rounds(post: Post, now: datetime) -> dict[str, Part]:
    return {part.name: part for part in tick(post.office, now)}


def test_a_broken_mail_feed_makes_nobody_miss_his_turn(tmp_path: Path) -> None:
    """The mailbox cannot be read around the due time: the turn waits, the game master is asked once a day."""
    post = Post(begin(tmp_path / "office", '[mail]\nmaildir = "mail"\n[guard]\nmore_missing = 0\n'))
    folder = post.office.root / "mail"
    for name in ("new", "cur", "tmp"):
        (folder / name).mkdir(parents=True)
    assert rounds(post, DUE - 5 * HOUR)["mail in"].failed == ""
    folder.rename(folder.with_name("gone"))
    found = rounds(post, DUE)
    assert found["mail in"].failed
    assert "mail was not read since then" in found["game 7"].failed
    again = rounds(post, DUE + HOUR)["game 7"]
    assert (again.failed, again.done[0][:30]) == ("", "turn 1 waits for your word: ma")
    assert rounds(post, DUE + 26 * HOUR)["game 7"].failed, "asked again the next day"
    assert not rounds(post, DUE + 26.5 * HOUR)["game 7"].failed, "which counts from then"
    folder.with_name("gone").rename(folder)
    sheet = f"From: {ADDRESS['C']}\n\nGAME 7 TURN 1\nMAGE C\nPASSWORD swordfish\n1 MOVE NE\nEND\n"
    (folder / "new" / "1.M1.host").write_text(sheet, encoding="utf-8")
    done = rounds(post, DUE + 27 * HOUR)
    assert done["mail in"].done == ["1 accepted"]
    assert done["game 7"].done[0].startswith("turn 1 processed")
    assert due_games(post.office, DUE + 27 * HOUR) == []
    post.office.close()


def test_due_and_anyway_on_the_command_line(post: Post) -> None:
    def run(*words: str) -> tuple[int, str]:
        result = typed(post, "process-turn", *words)
        return result.exit_code, result.output

    played(post, NOVICES)
    post.rows("UPDATE turns SET next_due = '2026-01-01T18:00:00-04:00'")
    code, said = run("--due")
    assert code == 1
    assert "13 of 13 orders are missing" in said
    assert "process-turn --due --anyway" in said
    assert run("--due", "--anyway")[0] == 0
    assert post.rows("SELECT max(turn) FROM turns") == [(4,)]
