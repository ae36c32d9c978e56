"""Review before publishing: nobody sees anything, a rerun has the same dice, and a correction says what it changes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from magika_gm.app.audit.verify import verify_game
from magika_gm.app.calendar.date_moves import move_date
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.post.deliver import deliver
from magika_gm.app.post.intake import ingest
from magika_gm.app.turns.due import publish_turn, turn_digest
from magika_gm.app.turns.process import due_games, process_turn, undo_turn
from magika_gm.app.turns.publish import write_reports
from magika_gm.cli.main import cli
from magika_gm.mail.readers import Incoming
from tests.app.postroom import begin
from tests.magika import word as acts

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = begin(tmp_path / "office", seed=b"review")
    list(deliver(made))
    yield made
    made.close()


def order(office: Office, line: str, turn: int = 1, when: datetime = NOW) -> str:
    text = f"GAME 7 TURN {turn}\nMAGE C\nPASSWORD swordfish\n{line}\nEND\n"
    (received,) = ingest(office, [Incoming(None, text, "c.txt")], when)
    return received.outcome


def waiting(office: Office) -> list[tuple[str, str]]:
    with sqlite3.connect(office.root / "magika.sqlite3") as connection:
        rows = connection.execute("SELECT kind, state FROM outbox WHERE turn = 1 AND kind = 'report'").fetchall()
    connection.close()
    return rows


def rolls(office: Office, letter: str = "C") -> list[object]:
    from magika_gm.app.audit.explain import explain

    return [r for c in explain(office, "7", 1, letter) for r in c["rolls"]]


def test_no_player_sees_anything_before_it_is_published(office: Office) -> None:
    order(office, "1 SEARCH")
    process_turn(office, "7", NOW, early=True, review=True)
    assert {state for _, state in waiting(office)} == {"held"}
    assert not [s for s in deliver(office) if "turn 1" in s.subject and "CORRECTED" not in s.subject]
    assert due_games(office, NOW + timedelta(days=60)) == []
    text = "GAME 7\nMAGE C\nPASSWORD swordfish\nREPORT 1\nSTATUS\nEND\n"
    list(ingest(office, [Incoming(None, text, "c2.txt")], NOW))
    with sqlite3.connect(office.root / "magika.sqlite3") as connection:
        (body,) = connection.execute("SELECT body FROM outbox ORDER BY id DESC LIMIT 1").fetchone()
    connection.close()
    assert "There is no report of turn 1" in body or "Turn 0" in body
    with pytest.raises(OfficeError, match="turn 1 waits for your review"):
        process_turn(office, "7", NOW, early=True)
    assert publish_turn(office, "7").mails == 13
    with pytest.raises(OfficeError, match="no turn that waits"):
        publish_turn(office, "7")
    assert len([s for s in deliver(office) if "turn 1" in s.subject]) >= 13


def test_a_rerun_has_the_same_dice_and_counts_rulings_and_late_orders(office: Office) -> None:
    order(office, "1 SEARCH")
    process_turn(office, "7", NOW, early=True, review=True)
    first = rolls(office)
    process_turn(office, "7", LATER, early=True, review=True)
    assert rolls(office) == first
    assert order(office, "1 SEARCH\n2 SEARCH", when=LATER + timedelta(hours=1)) == "accepted"
    assert any("Orders of C came after the run" in line for line in turn_digest(office, "7").late)
    acts.adjust(office, "7", "D", "arcania", "77", "agreed", LATER)
    process_turn(office, "7", LATER + timedelta(hours=2), early=True, review=True)
    assert rolls(office)[: len(first)] == first
    assert len(rolls(office)) > len(first)
    assert not turn_digest(office, "7").late
    publish_turn(office, "7")
    assert all(not v.differences for v in verify_game(office, "7"))


def test_a_correction_says_what_it_changes_and_can_be_written_again(office: Office) -> None:
    order(office, "1 MEDITATE")
    process_turn(office, "7", NOW, early=True)
    list(deliver(office))
    undo_turn(office, "7", NOW)
    acts.adjust(office, "7", "C", "endurance", "50", "a slip of ours", LATER)
    process_turn(office, "7", LATER, early=True)
    mine = " ".join((office.reports("7", 1) / "C.txt").read_text("utf-8").split())
    assert "CORRECTION. This report takes the place of the one you had of turn 1" in mine
    assert "before the turn now: The game master sets your endurance" in mine
    plain = json.loads((office.reports("7", 1) / "C.json").read_text("utf-8"))
    assert any("CORRECTION" in note for note in plain["notes"])
    before = {p.name: p.read_bytes() for p in office.reports("7", 1).iterdir()}
    write_reports(office, "7", 1)
    assert {p.name: p.read_bytes() for p in office.reports("7", 1).iterdir()} == before
    subjects = [s.subject for s in deliver(office)]
    assert sum(s.startswith("CORRECTED: ") for s in subjects) == 13


def test_a_turn_taken_back_before_anybody_had_it_is_no_correction(office: Office) -> None:
    process_turn(office, "7", NOW, early=True)
    undo_turn(office, "7", NOW)
    process_turn(office, "7", LATER, early=True)
    assert "CORRECTION" not in (office.reports("7", 1) / "C.txt").read_text("utf-8")


def test_the_commands(office: Office) -> None:
    words = ["--office", str(office.root)]
    result = CliRunner().invoke(cli, [*words, "process-turn", "7", "--early", "--review"])
    assert result.exit_code == 0, result.output
    assert "no player has seen anything yet" in result.output
    assert "Default turns" in result.output
    look = json.loads(CliRunner().invoke(cli, [*words, "publish", "7", "--look", "--json"]).stdout)
    assert look["turn"] == 1
    done = json.loads(CliRunner().invoke(cli, [*words, "publish", "7", "--json"]).stdout)
    assert done == {"game": "7", "turn": 1, "mails": 13}


def test_what_is_corrected_in_review_is_in_the_rerun(office: Office) -> None:
    process_turn(office, "7", NOW, early=True, review=True)
    done = acts.adjust(office, "7", "C", "endurance", "41", "seen in review", LATER)
    assert done.turn == 1
    acts.write_note(office, "7", "C", "sorry for that", LATER)
    process_turn(office, "7", LATER, early=True, review=True)
    mine = " ".join((office.reports("7", 1) / "C.txt").read_text("utf-8").split())
    assert "to 41: seen in review" in mine
    assert "sorry for that" in mine
    publish_turn(office, "7")
    assert acts.adjust(office, "7", "C", "endurance", "42", "the next one", LATER).turn == 2
    undo_turn(office, "7", LATER)
    assert [a.turn for a in acts.list_acts(office, "7")] == [1, 1, 2], "nothing recorded is hidden by an undo"


def test_a_second_run_at_the_same_time_is_refused(office: Office) -> None:
    from magika_gm.app.office.office import locked

    with locked(office.root / "reports" / ".7.lock") as ours:
        assert ours
        with pytest.raises(OfficeError, match="another run is processing it"):
            process_turn(office, "7", NOW, early=True)
    process_turn(office, "7", NOW, early=True)
    assert len(list(office.reports("7", 1).iterdir())) == 65
    assert [p.name for p in office.reports("7", 1).parent.iterdir() if p.name.startswith(".")] == []


def test_a_moved_date_outlives_an_undo_and_none_is_moved_during_review(office: Office) -> None:
    process_turn(office, "7", NOW, early=True)
    due = datetime(2027, 3, 1, 18, tzinfo=UTC)
    move_date(office, "7", due, "holidays", LATER)
    list(deliver(office))
    undo_turn(office, "7", LATER)
    assert not [s for s in deliver(office) if s.delivery.state != "sent"]
    again = process_turn(office, "7", LATER + timedelta(hours=1), early=True, review=True)
    assert again.next_due == due
    assert "Mon 01 Mar 2027" in (office.reports("7", 1) / "C.txt").read_text("utf-8")
    with pytest.raises(OfficeError, match="waits for your review"):
        move_date(office, "7", due + timedelta(days=1), "", LATER)
    publish_turn(office, "7")
    with sqlite3.connect(office.root / "magika.sqlite3") as connection:
        (numbers,) = connection.execute("SELECT count(*) FROM dates").fetchone()
    connection.close()
    assert numbers == 1
