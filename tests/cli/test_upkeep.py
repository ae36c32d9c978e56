"""Many games in one office: at a glance, processed together, backed up, looked after."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office
from magika_gm.app.turns import editions, process
from magika_gm.app.turns.process import due_games, process_turn
from magika_gm.app.turns.publish import publish_reports
from magika_gm.cli.common import show_table
from magika_gm.cli.main import cli
from magika_gm.games.magika.rules.sequence import RULES, resolve
from magika_gm.resources import shipped
from tests.app.postroom import NOW, Post, begin, sheet
from tests.offices import copied

ENVIRONMENT = {"COLUMNS": "200"}


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = copied(tmp_path / "office", four_games)
    yield made
    made.close()


def four_games(folder: Path) -> Office:
    """7 and 8 due since long, 9 in a hundred years, and 10 over."""
    made = begin(folder)
    for name, seed in (("8", b"eight"), ("9", b"nine"), ("10", b"ten")):
        due = NOW + timedelta(days=36500 if name == "9" else 14)
        new_game(made, name, shipped("sample") / "magika" / "signups.toml", NOW, due=due, seed=seed)
    change(made, "UPDATE mages SET space = 'a1' WHERE letter = 'C' AND game = '10'")
    process_turn(made, "10", NOW, early=True)
    return made


def change(office: Office, *statements: str) -> None:
    with sqlite3.connect(office.root / "magika.sqlite3") as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def run(office: Office, *words: str) -> Result:
    return CliRunner(env=ENVIRONMENT).invoke(cli, ["--office", str(office.root), *words])


def test_status_says_what_is_due_who_is_late_and_what_waits(office: Office) -> None:
    assert Post(office).one(sheet()).outcome == "accepted"
    change(office, "UPDATE outbox SET state = 'failed' WHERE game = '9' AND seat = 'D'")
    lines = run(office, "status").stdout.splitlines()
    assert lines[0].split() == ["game", "plays", "title", "next", "turn", "due", "orders", "missing", "away"]
    rows = {line.split()[0]: line for line in lines[1:4]}
    assert " LATE " in rows["7"]
    assert " 1/13 " in rows["7"]
    assert rows["7"].endswith("A B D E F G H I J K L M")
    assert rows["8"].endswith(" all")
    assert " LATE " not in rows["9"]
    text = "\n".join(lines)
    assert "game 7: turn 1 is due: magika-gm process-turn 7" in text
    assert "game 9: mail to D failed: magika-gm outbox" in text
    assert "3 games go on, 1 is over" in text
    state = json.loads(run(office, "status", "--json").stdout)
    assert {"games", "waiting", "failed", "aside", "bounced"} <= state.keys()
    shown = {g["game"]: g for g in state["games"]}
    assert (shown["7"]["orders"], shown["7"]["players"], len(shown["7"]["missing"])) == (1, 13, 12)
    assert shown["10"]["ending"] == "goal"
    assert len(shown["10"]["winners"]) == 1


def test_games_lists_all_and_players_everybody(office: Office) -> None:
    lines = run(office, "games").stdout.splitlines()
    assert [line.split()[0] for line in lines[1:5]] == ["8", "7", "9", "10"]
    assert "over 2026-11-01: the Goal Square was reached, won by " in lines[4]
    assert [g["game"] for g in json.loads(run(office, "games", "--over", "--json").stdout)] == ["10"]
    people = json.loads(run(office, "players", "--json").stdout)
    assert len(people) == 13, "the same people in each of the four"
    assert "7:A" in people[0]["seats"]
    rated = [p for p in people if p["rating"]]
    assert len(rated) == 13
    assert sum(p["won"] for p in people) == sum(p["ebon_games"] for p in people) == 1
    table = run(office, "players", "--by", "rating").stdout.splitlines()
    assert len(table) == 1 + 13
    assert "a winner's free game" in table[1]
    assert "(+32)" in table[1]
    owing = json.loads(run(office, "players", "--by", "balance", "--json").stdout)
    assert [p["balance_cents"] for p in owing] == sorted(p["balance_cents"] for p in owing)


def test_tables_are_drawn_on_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What players write is text in a table, no markup."""
    rows = [("7", "[bold]Bold[/bold]", 12), ("12", "plain", 3)]
    show_table(("game", "title", "turn"), rows, right=("turn",))
    assert capsys.readouterr().out.splitlines() == [
        "game  title              turn", "7     [bold]Bold[/bold]    12", "12    plain                 3"
    ]  # fmt: skip
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    show_table(("game", "title", "turn"), rows, right=("turn",))
    drawn = capsys.readouterr().out
    assert "[bold]Bold[/bold]" in drawn
    assert "\x1b[" in drawn


def breaks_for(monkeypatch: pytest.MonkeyPatch, game_seed: bytes) -> None:
    """The rules break in one game, told by its dice."""

    def broken(world: Any, orders: Any, dice: Any, acts: Any = ()) -> Any:
        if dice._key == game_seed:
            raise LookupError("no such space")
        return resolve(world, orders, dice, acts)

    monkeypatch.setattr(RULES, "resolve", broken)


def test_one_game_whose_rules_break_stops_no_other(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    breaks_for(monkeypatch, b"life")
    result = run(office, "process-turn", "--due")
    assert result.exit_code == 1
    assert "Turn 1 of game 8 is processed" in result.stdout
    assert "game 7: the rules failed on turn 1" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert (office.root / "diagnosis-7-1.json").is_file()
    rows = turns(office)
    assert (rows["7"], rows["8"], rows["9"]) == (0, 1, 0)
    monkeypatch.undo()
    again = run(office, "process-turn", "--due", "--json")
    assert again.exit_code == 0
    assert [r["game"] for r in json.loads(again.stdout)] == ["7"]
    assert run(office, "process-turn", "--due").stdout == "No game is due.\n"


def test_a_damaged_game_and_an_unforeseen_fault_stop_no_other(
    office: Office, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    change(office, "UPDATE mages SET endurance = 999 WHERE game = '7' AND letter = 'A'")
    new_game(office, "11", shipped("sample") / "magika" / "signups.toml", NOW, due=NOW, seed=b"eleven")
    plain = publish_reports

    def broken(office: Office, connection: Any, game: str, *rest: Any) -> Any:
        if game == "11":
            raise RuntimeError("nobody foresaw this")
        return plain(office, connection, game, *rest)

    monkeypatch.setattr(process, "publish_reports", broken)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert due_games(office, NOW + timedelta(days=20)) == ["11", "7", "8"]
    result = run(office, "process-turn", "--due", "--json")
    assert result.exit_code == 1
    shown = {r["game"]: r.get("error", "") for r in json.loads(result.stdout)}
    assert shown.keys() == {"11", "7", "8"}
    assert shown["8"] == ""
    assert "cannot be" in shown["7"]
    assert "unforeseen: RuntimeError: nobody foresaw this" in shown["11"]
    assert (turns(office)["7"], turns(office)["8"], turns(office)["11"]) == (0, 1, 0)
    listed = json.loads(run(office, "games", "--json").stdout)
    assert len(listed) == 5, "a damaged game is listed like the others"


def test_a_turn_whose_reports_cannot_be_written_is_played_and_says_so(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = editions._write_report

    def broken(edition: editions.Edition, *words: Any) -> None:
        if edition.game == "7" and edition.turn == 1:
            raise ValueError("no such \x1b[31mfont\nat all")
        plain(edition, *words)

    monkeypatch.setattr(editions, "_write_report", broken)
    result = run(office, "process-turn", "7", "--early")
    assert result.exit_code == 1
    assert turns(office)["7"] == 1
    assert "nothing was changed" not in result.stderr
    said = "magika-gm: game 7: turn 1 is played, its reports could not be written "
    assert result.stderr.startswith(f"{said}(unforeseen: ValueError: no such [31mfont (traceback: ")
    assert "magika-gm reports 7 1" in result.stderr
    due = run(office, "process-turn", "--due", "--json")
    (failed,) = [row["error"] for row in json.loads(due.stdout) if "error" in row]
    assert "game 7: turn 1 is played, its reports could not be written" in failed
    assert turns(office)["8"] == 1
    monkeypatch.undo()
    assert "its reports are now written" in run(office, "process-turn", "7").stdout


def test_what_fails_has_its_game_in_front_and_says_what_was_changed(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise OfficeError("no 8 can be had")

    monkeypatch.setattr(process, "publish_reports", broken)
    assert run(office, "process-turn", "8").stderr == "magika-gm: game 8: no 8 can be had\n"
    monkeypatch.setattr(process, "orders_of_turn", lambda *_: dict[str, str]()["8"])
    said = run(office, "process-turn", "8").stderr
    assert said.startswith("magika-gm: game 8: unforeseen: KeyError: '8' (traceback: tracebacks/game-8.txt)")
    assert said.endswith("; nothing was changed\n")


def turns(office: Office) -> dict[str, int]:
    connection = sqlite3.connect(office.root / "magika.sqlite3")
    try:
        return dict(connection.execute("SELECT game, max(turn) FROM turns GROUP BY game"))
    finally:
        connection.close()


def test_backup_and_restore_as_commands(office: Office, tmp_path: Path) -> None:
    made = json.loads(run(office, "backup", str(tmp_path / "safe"), "--json").stdout)
    assert Path(made["archive"]).parent == tmp_path / "safe"
    back = json.loads(run(office, "restore", made["archive"], str(tmp_path / "again"), "--json").stdout)
    assert sorted(back["games"]) == ["10", "7", "8", "9"]
    assert (back["turns"], back["verified"]) == (1, 1)
    refused = run(office, "restore", made["archive"], str(tmp_path / "again"))
    assert refused.exit_code == 1
    assert "is not empty" in refused.stderr
    assert "read back and found right" in run(office, "backup").stdout
