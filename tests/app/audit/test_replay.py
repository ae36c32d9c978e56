"""Anyone with a final turn file can play the whole game again, and a bent file is found out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from magika_gm.app.audit.verify import check_files
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.turns.process import process_turn
from magika_gm.cli.main import cli
from magika_gm.resources import shipped
from tests.magika import word as acts

REPORTS_OF = "ABCDEFGHIJKLM"

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """A game of three turns that C ends on the Goal Square."""
    office = init_office(tmp_path_factory.mktemp("proof") / "office")
    new_game(office, "7", shipped("sample") / "magika" / "signups.toml", NOW, seed=b"proof")
    process_turn(office, "7", NOW, early=True)
    process_turn(office, "7", NOW, early=True)
    acts.write_note(office, "7", "C", "for you alone", NOW)
    acts.place_mage(office, "7", "C", "b1", "to have an end", NOW)
    acts.change_order(office, "7", "C", 2, "MOVE NE", "to have an end", NOW)
    assert process_turn(office, "7", NOW, early=True).ending == "goal"
    yield office
    office.close()


def files(office: Office, letter: str = "F") -> list[Path]:
    return [office.reports("7", turn) / f"{letter}.json" for turn in range(4)]


def test_a_game_is_played_again_from_its_final_turn_file_alone(played: Office) -> None:
    checks = check_files(files(played)[3:])
    wrong = [c.wrong for c in checks if c.wrong]
    assert len(wrong) == 1, "alone it shows everything but what was announced"
    told = json.loads(files(played)[3].read_text("utf-8"))["seed_hash"]
    assert f"compare this hash with the one on your first report: {told}" in wrong[0]
    assert sum("rolls" in c.what for c in checks) == 3
    assert not [c.wrong for c in check_files([*files(played)[3:], files(played)[0]]) if c.wrong]


@pytest.mark.parametrize("letter", "CFM")
def test_every_report_a_player_had_is_checked_against_the_replay(played: Office, letter: str) -> None:
    checks = check_files(files(played, letter)[1:])
    assert sum(str(path) in c.what for path in files(played, letter)[1:] for c in checks) == 6
    assert not [c for c in checks if c.wrong]


def bent(played: Office, tmp_path: Path, change: Any) -> list[str]:
    plain = json.loads(files(played)[3].read_text("utf-8"))
    change(plain)
    path = tmp_path / "bent.json"
    path.write_text(json.dumps(plain), encoding="utf-8")
    return [c.wrong for c in check_files([path, files(played)[0]]) if c.wrong]


def test_a_bent_file_is_found_out(played: Office, tmp_path: Path) -> None:
    assert bent(played, tmp_path, lambda p: p["mage"].update(endurance=1)) == ["mage differ"]
    orders = bent(played, tmp_path, lambda p: p["record"]["turns"][0]["orders"].update(A=["SEARCH"] * 5))
    assert any("comes out otherwise" in line for line in orders)
    assert "turn 1 is not what was sealed when it was played" in orders
    assert "is not this seed's" in bent(played, tmp_path, lambda p: p.update(seed=b"other".hex()))[0]
    assert bent(played, tmp_path, lambda p: p["final"][0].update(points=99)) == ["final differ"]


def test_final_reports_tell_everything_to_everybody(played: Office) -> None:
    for letter in "AM":
        text = (played.reports("7", 3) / f"{letter}.txt").read_text("utf-8")
        assert "THE EBON MAGE'S TASKS" in text
        assert "WHAT WAS HIDDEN" in text
        assert b"proof".hex() in text
        assert "[VP-1]" in text
    plain = json.loads((played.reports("7", 3) / "A.json").read_text("utf-8"))
    assert len(plain["tasks"]) == 10
    for place in plain["final"]:
        assert place["name"] in text, "everybody stands in the standing"
        assert place["points"] == sum(line["points"] for line in place["lines"])
    ebon = next(p for p in plain["final"] if p["letter"] == "M")
    assert sum(line["rule"] == "EBON-6" for line in ebon["lines"]) == 10


def test_tasks_are_the_ebon_mages_alone_while_the_game_goes_on(played: Office) -> None:
    folder = played.reports("7", 2)
    assert "YOUR TASKS" in (folder / "M.txt").read_text("utf-8")
    tasks = json.loads((folder / "M.json").read_text("utf-8"))["tasks"]
    for path in folder.glob("[A-L].*"):
        data = path.read_bytes()
        assert b"YOUR TASKS" not in data
        assert not any(task["text"].encode() in data for task in tasks)
    assert not json.loads((folder / "A.json").read_text("utf-8"))["tasks"]


def test_what_is_no_final_turn_file_says_so(played: Office, tmp_path: Path) -> None:
    with pytest.raises(OfficeError, match="is no final turn file, and a single report proves nothing"):
        check_files([files(played)[1]])
    path = tmp_path / "x.json"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(OfficeError, match=r"x\.json:1: is not JSON"):
        check_files([path])
    path.write_text('{"format": "other"}', encoding="utf-8")
    with pytest.raises(OfficeError, match="is not a turn file"):
        check_files([path])


def test_the_command_needs_no_office(played: Office) -> None:
    result = CliRunner().invoke(cli, ["--office", "nowhere", "verify", str(files(played)[3]), str(files(played)[1])])
    assert result.exit_code == 3, result.output
    assert "0 wrong, 1 not proved" in result.output, "the seed was named by hand"


def test_a_note_is_in_nobodys_final_file_but_his_own_and_damage_is_named(played: Office, tmp_path: Path) -> None:
    plain = json.loads(files(played)[3].read_text("utf-8"))
    assert not [act for turn in plain["record"]["turns"] for act in turn["acts"] if act[0] == "note"]
    for key, value in (("seed", "zz"), ("record", {"turns": [{"turn": 1, "orders": [], "acts": []}]})):
        path = tmp_path / "damaged.json"
        path.write_text(json.dumps(plain | {key: value}), encoding="utf-8")
        with pytest.raises(OfficeError, match=r"damaged|cannot be played"):
            check_files([path])
