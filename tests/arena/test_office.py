"""Arena through the whole life of a game, by the commands a game master types."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from magika_gm.cli.main import cli
from tests.desk import Desk

pytestmark = pytest.mark.usefixtures("sketched")
SAMPLE = Path(__file__).parents[2] / "turns" / "sample" / "arena"
PEOPLE = {"A": ("quarry bell", "ruth.okafor@example.org"), "B": ("merle1977", "emile.thibault@example.net")}


@pytest.fixture
def run(tmp_path: Path) -> Desk:
    return Desk(tmp_path, "PLAYER", PEOPLE)


def begin(run: Desk) -> None:
    run("new-game", "12", "--game", "arena", "--signups", str(SAMPLE / "signups.toml"), "--seed", "ab" * 16)


@pytest.mark.slow
def test_a_game_from_its_beginning_to_its_end(run: Desk, tmp_path: Path) -> None:
    reports = tmp_path / "office" / "reports" / "12"
    begin(run)
    blank = (reports / "0" / "A.txt").read_text(encoding="utf-8")
    assert "; MOVE A1 " in blank
    assert "STANDING" in (reports / "0" / "B.txt").read_text(encoding="utf-8")
    sheet = (
        "TERRAIN f2 GRASS", "EQUIP A1 IA2", "MOUNT A3 A8", "MOVE A8 e3 e4", "MOVE A2 NE", "STANDING", "RETREAT ALL e2",
        "KILL B1", "END STANDING", "MESSAGE TO B", "ahoy", "END MESSAGE",
    )  # fmt: skip
    assert "accepted" in run("ingest", run.mail("A", 1, *sheet))
    checked = run("check-orders", "--game", "arena", run.mail("A", 1, *sheet), ok=True)
    assert "MOVE A8 e3 e4" in checked
    run("process-turn", "12", "--early")
    heard = (reports / "1" / "B.txt").read_text(encoding="utf-8")
    assert "ahoy" in heard
    assert "A8 Warhorse walks from e2: e3 e4" in heard
    assert "KILL B1" not in heard, "standing orders are their writer's alone"
    told = run("explain", "12", "1")
    assert "A8" in told
    assert "no creature" in run("correct", "place", "12", "A77", "d4", "--reason", "x", ok=False)
    run("correct", "place", "12", "A2", "e3", "--reason", "a slip")
    run("correct", "pool", "12", "B", "+2", "--reason", "paid twice")
    assert "accepted" in run("ingest", run.mail("B", 2, "MVOE B1 NW", "MOVE B2 W"))
    run("process-turn", "12", "--early")
    seen = (reports / "2" / "A.txt").read_text(encoding="utf-8").replace("\n", " ")
    assert "The game master puts A2 Sniper on e3 (a slip)" in seen
    run("correct", "drop", "12", "B", "--reason", "moved away")
    run("process-turn", "12", "--early")
    final = json.loads((reports / "3" / "A.json").read_text(encoding="utf-8"))
    assert (final["format"], final["ending"], final["winner"]) == ("arena-turn", "resign", "A")
    assert final["record"]["system"] == "arena"
    assert final["revealed"]["cards"]["B"]
    run("verify", "12")
    run("verify", str(reports / "3" / "A.json"), str(reports / "0" / "A.json"), status=3)


def test_a_bot_plays_after_three_missed_turns(run: Desk, tmp_path: Path) -> None:
    """MAIL-6: A's third own turn missed is Careful's; the enemy's turns between do not count."""
    begin(run)
    reports = tmp_path / "office" / "reports" / "12"
    for turn in range(1, 6):
        if turn % 2 == 0:
            run("ingest", run.mail("B", turn, "MOVE B3 W"))
        run("process-turn", "12", "--early")
    told = [json.loads((reports / str(t) / "B.json").read_text(encoding="utf-8"))["events"] for t in (1, 3, 5)]
    assert [any(e["is"] == "OrdersMissing" for e in events) for events in told] == [True, True, False]
    assert any(e["is"] == "Walked" for e in told[2])
    said = (reports / "5" / "B.txt").read_text(encoding="utf-8").replace("\n", " ")
    assert "No orders from A: the built-in player plays for A." in said


def test_a_game_is_filled_from_the_list(run: Desk, tmp_path: Path) -> None:
    for name in ("Rosa Reed", "Gil Grey", "Bea Blum"):
        first = name.split()[0].lower()
        run("sign-up", "add", "--game", "arena", "--name", name, "--email", f"{first}@example.org",
            "--password", "swordfish")  # fmt: skip
    form = tmp_path / "form.eml"
    form.write_text(
        "From: zoe@example.org\nTo: gm@example.org\nSubject: sign up\nMessage-ID: <z@example.org>\n\n"
        "SIGN UP\nGAME Arena\nNAME Zoe Zed\nEMAIL zoe@example.org\nPASSWORD swordfish\nARMY\n2 Orcc\nEND ARMY\nEND\n",
        encoding="utf-8",
    )
    run("ingest", str(form))
    assert "3 wait" in run("sign-up", "list")
    assert "Rosa Reed" in run("fill-game", "13", "--game", "arena", "--dry-run")
    run("fill-game", "13", "--game", "arena")
    assert "Arena" in run("status")


def test_who_is_a_is_drawn_where_the_scenario_says_so(run: Desk, tmp_path: Path) -> None:
    """The law's own scenario: ``setup.first`` says who is A; army and post follow him, and files verify it."""
    reports = tmp_path / "office" / "reports" / "12"
    drawn = set()
    for seed in ("01", "02", "03", "04", "05", "06"):
        game = f"d{seed}"
        run("new-game", game, "--game", "arena", "--scenario", "duel", "--signups", str(SAMPLE / "signups.toml"),
            "--seed", seed * 16)  # fmt: skip
        file = json.loads((reports.parent / game / "0" / "A.json").read_text(encoding="utf-8"))
        drawn.add((file["player"]["name"], file["armies"]["A"]))
    assert drawn == {("Ruth Okafor", "LEGION"), ("Émile Thibault", "HOST")}
    run("new-game", "12", "--game", "arena", "--scenario", "duel", "--signups", str(SAMPLE / "signups.toml"))
    run("correct", "drop", "12", "B", "--reason", "moved away")
    run("process-turn", "12", "--early")
    run("verify", "12")
    said = run("verify", str(reports / "1" / "A.json"), str(reports / "0" / "A.json"))
    assert "what the game was begun with: right" in said


def test_paired_turns_by_mail(run: Desk, tmp_path: Path) -> None:
    """MAIL-2 in the office: both write for a mail turn of two player turns, one alone for the third; a miss counts."""
    reports = tmp_path / "office" / "reports" / "12"
    run("new-game", "12", "--game", "arena", "--scenario", "paired", "--signups", str(SAMPLE / "signups.toml"),
        "--seed", "ab" * 16)  # fmt: skip
    began = json.loads((reports / "0" / "A.json").read_text(encoding="utf-8"))
    assert [t["turn"] for t in began["coming"]] == [1, 2]
    for seat in "AB":
        blank = (reports / "0" / f"{seat}.txt").read_text(encoding="utf-8")
        assert "; MOVE " in blank, "each has a player turn of his own in it"
    assert "accepted" in run("ingest", run.mail("A", 1, "MOVE A1 e3", "STANDING", "RETREAT ALL e2", "END STANDING"))
    assert "accepted" in run("ingest", run.mail("B", 1, "MOVE B1 W"))
    run("process-turn", "12", "--early")
    told = json.loads((reports / "1" / "B.json").read_text(encoding="utf-8"))
    assert (told["turn"], told["player_turn"]) == (1, 2)
    assert [e["unit"] for e in told["events"] if e["is"] == "Walked"] == ["A1", "B1"]
    text = (reports / "1" / "A.txt").read_text(encoding="utf-8")
    assert "A1" in text
    assert "RETREAT ALL e2" in text
    assert "RETREAT ALL e2" not in (reports / "1" / "B.txt").read_text(encoding="utf-8")
    assert "accepted" in run("ingest", run.mail("A", 2, "MOVE A1 e4"))
    run("process-turn", "12", "--early")
    told = json.loads((reports / "2" / "A.json").read_text(encoding="utf-8"))
    assert [e["side"] for e in told["events"] if e["is"] == "OrdersMissing"] == ["B"]
    assert [t["turn"] for t in told["coming"]] == [5], "the third mail turn is A's alone"
    alone = (reports / "2" / "B.txt").read_text(encoding="utf-8")
    assert "; MOVE " not in alone
    assert "STANDING" in alone
    assert "accepted" in run("ingest", run.mail("A", 3, "RESIGN"))
    run("process-turn", "12", "--early")
    final = json.loads((reports / "3" / "A.json").read_text(encoding="utf-8"))
    assert (final["ending"], final["winner"]) == ("resign", "B")
    run("verify", "12")
    run("explain", "12", "1")
    run("verify", str(reports / "3" / "A.json"), str(reports / "0" / "A.json"), status=3)


@pytest.mark.sqlite("a game for one is kept in its folder")
def test_a_person_alone_may_choose_the_keen_player(tmp_path: Path) -> None:
    """The third policy is an opponent to be chosen by name; what it ordered is told like anybody's orders."""
    folder = tmp_path / "alone"
    begun = ("solo", "--game", "arena", "--folder", str(folder), "--seat", "B", "--policy", "keen", "--seed", "x")
    assert CliRunner().invoke(cli, [*begun, "--no-open"]).exit_code == 0
    assert (
        CliRunner().invoke(cli, ["solo", "--game", "arena", "--folder", str(folder), "--next", "--no-open"]).exit_code
        == 0
    )
    file = json.loads((folder / "reports" / "solo" / "1" / "B.json").read_text(encoding="utf-8"))
    assert any(e["is"] in ("Walked", "Flew") and e["unit"].startswith("A") for e in file["events"])
    assert CliRunner().invoke(cli, [*begun[:-4], "--policy", "clever", "--new", "--no-open"]).exit_code != 0
