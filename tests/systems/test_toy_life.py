"""The toy game through the whole life of a game, by the commands a game master types, on SQLite and on PostgreSQL.

It brings its one line in the table of systems and nothing else: whatever the office does here it does for any game.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from magika_gm.cli.main import cli
from magika_gm.engine.system import GameSystem
from tests.desk import typed

SIGNUPS = """
[[player]]
name = "Rosa Reed"
email = "rosa@example.org"
password = "starling"
address = "1 High Street"
balance_cents = 900

[[player]]
name = "Gil Grey"
email = "gil@example.org"
password = "granite mill"
address = "2 High Street"
balance_cents = 900

[[player]]
name = "Bea Blum"
email = "bea@example.org"
password = "swordfish"
address = "3 High Street"
balance_cents = 900
"""
Run = Callable[..., str]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def run(request: pytest.FixtureRequest, tmp_path: Path, toy: GameSystem) -> Run:
    """Run a command in an office that has a scenario of High Card; gives what it printed."""
    folder = tmp_path / "office"

    def command(*words: str, ok: bool = True, status: int = 0) -> str:
        result = typed(folder, *words)
        assert (result.exit_code == status) is ok, f"{words}: {result.output}{result.stderr}{result.exception}"
        return result.output + result.stderr

    assert CliRunner().invoke(cli, ["init", str(folder)]).exit_code == 0
    if request.param == "postgres":
        url = request.getfixturevalue("postgres").new_database()
        settings = folder / "magika.toml"
        settings.write_text(
            settings.read_text(encoding="utf-8").replace("sqlite:///magika.sqlite3", url), encoding="utf-8"
        )
    assert CliRunner().invoke(cli, ["init", str(folder)]).exit_code == 0
    (folder / "scenarios" / toy.name).mkdir(parents=True)
    (folder / "scenarios" / toy.name / "plain.toml").write_text("turns = 3\n", encoding="utf-8")
    (folder / "signups.toml").write_text(SIGNUPS, encoding="utf-8")
    return command


def mail(folder: Path, seat: str, password: str, turn: int, *lines: str, sender: str) -> Path:
    text = "\n".join([f"GAME 12 TURN {turn}", f"COLOUR {seat}", f"PASSWORD {password}", *lines, "END"])
    path = folder / f"{seat}-{turn}.eml"
    head = f"From: {sender}\nTo: gm@example.org\nSubject: orders\nMessage-ID: <{seat}.{turn}@example.org>\n\n"
    path.write_text(head + text + "\n", encoding="utf-8")
    return path


def test_a_game_from_its_beginning_to_its_hall_of_fame(run: Run, tmp_path: Path) -> None:
    office = tmp_path / "office"
    begun = run("new-game", "12", "--game", "high_card", "--signups", str(office / "signups.toml"), "--seed", "ab" * 16)
    assert "12" in begun
    assert "High Card" in run("games")
    for turn, lines in ((1, ("KEEP",)), (2, ("SHOW", "MESSAGE GREEN", "look here", "END MESSAGE"))):
        path = mail(tmp_path, "RED", "starling", turn, *lines, sender="rosa@example.org")
        said = run("ingest", str(path))
        assert "accepted" in said
        assert "READY" not in said
        run("process-turn", "12", "--early")
    run("verify", "12")
    report = (office / "reports" / "12" / "2" / "GREEN.txt").read_text(encoding="utf-8")
    assert "RED showed the" in report
    assert "look here" in report
    assert "look here" not in (office / "reports" / "12" / "2" / "BLUE.txt").read_text(encoding="utf-8")
    assert "Turn 2" in run("undo-turn", "12")
    run("process-turn", "12", "--early")
    again = (office / "reports" / "12" / "2" / "GREEN.txt").read_text(encoding="utf-8")
    assert again.splitlines()[1] == report.splitlines()[1]
    refused = run("ingest", str(mail(tmp_path, "BLUE", "wrong", 3, "SHOW", sender="x@example.net")))
    assert "refused" in refused
    run("correct", "drop", "12", "BLUE", "--reason", "moved away")
    run("process-turn", "12", "--early")
    final = json.loads((office / "reports" / "12" / "3" / "RED.json").read_text(encoding="utf-8"))
    assert (final["format"], final["ending"]) == ("high-card-turn", "open")
    assert final["record"]["system"] == "high_card"
    run("verify", "12")
    files = [str(office / "reports" / "12" / turn / "RED.json") for turn in ("3", "0")]
    assert "a seed named by hand" in run("verify", *files, status=3)
    assert "compare this hash" in run("verify", files[0], ok=False), "what a final file alone cannot prove"
    run("deliver")
    assert list((office / "outbox").rglob("*.eml"))
    assert "Rosa Reed" in run("hall-of-fame")
    assert "High Card" in run("hall-of-fame")


def test_a_game_is_filled_from_the_list(run: Run) -> None:
    for name in ("Rosa Reed", "Gil Grey", "Bea Blum"):
        first = name.split()[0].lower()
        run("sign-up", "add", "--game", "high_card", "--name", name, "--email", f"{first}@example.org",
            "--password", "swordfish", "--line", "COLOUR red")  # fmt: skip
    assert "3 wait" in run("sign-up", "list")
    assert "Rosa Reed" in run("fill-game", "13", "--game", "high_card", "--dry-run")
    run("fill-game", "13", "--game", "high_card")
    assert "High Card" in run("status")
    assert "High Card" in run("players")
