"""Rune War through the whole life of a game, by the commands a game master types."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.desk import Desk

pytestmark = pytest.mark.usefixtures("sketched")
SAMPLE = Path(__file__).parents[2] / "turns" / "sample" / "rune_war"
PEOPLE = {
    "1": ("kittiwake nine", "maren.ostby@example.org"),
    "2": ("azulejo-77", "paulo.serra@example.net"),
    "3": ("east wind 1", "jinghua.wu@example.com"),
    "4": ("baobab shade", "ibrahim.keita@example.org"),
}
SHORT = """
game = "rune_war"
title = "A short war"
rounds = 4
pace = 6
spell_points = 900
"""


@pytest.fixture
def run(tmp_path: Path) -> Desk:
    return Desk(tmp_path, "SEAT", PEOPLE)


def read(folder: Path, turn: int, seat: str) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads((folder / str(turn) / f"{seat}.json").read_text(encoding="utf-8"))
    return plain


@pytest.mark.slow
def test_a_game_from_its_beginning_to_its_end(run: Desk, tmp_path: Path) -> None:
    reports = tmp_path / "office" / "reports" / "12"
    scenario = tmp_path / "short.toml"
    scenario.write_text(SHORT + (Path(__file__).parents[2] / "scenarios/rune_war/isle.toml").read_text("utf-8").split(
        'places = "fixed"', 1)[1], encoding="utf-8")  # fmt: skip
    run("new-game", "12", "--game", "rune_war", "--scenario", str(scenario), "--signups", str(SAMPLE / "signups.toml"),
        "--seed", "cd" * 16)  # fmt: skip
    assert "; AIM QUICK" in (reports / "0" / "1.txt").read_text(encoding="utf-8")
    first = run.mail("1", 1, "AIM QUICK", "KEEP RD", "MESSAGE TO DAYLA ANONYMOUS", "ahoy", "END MESSAGE")
    assert "accepted" in run("ingest", first)
    assert "accepted" in run("ingest", run.mail("2", 1, "AIM QICK", "CAST Stone Golem"))
    assert "accepted" in run("ingest", run.mail("3", 1, "CLAIM M3"))
    run("process-turn", "12", "--early")
    heard = (reports / "1" / "2.txt").read_text(encoding="utf-8")
    assert "ahoy" in heard
    assert "unsigned, to you" in heard
    one, two = read(reports, 1, "1"), read(reports, 1, "2")
    assert all(message["sender"] is None for message in two["messages"])
    assert read(reports, 0, "1")["hand"]["seal"] == one["hand"]["seal"], "the wall stays sealed through its hand"
    assert "not seen" not in heard
    assert read(reports, 1, "3")["refused"][0]["code"] == "wrong kind"
    assert read(reports, 1, "4")["how"] == "default"
    assert "no figure" in run("correct", "adjust", "12", "1", "pionts", "+40", "--reason", "x", ok=False)
    points = one["seats"]["1"]["points"]
    run("correct", "adjust", "12", "Orachi", "points", "+40", "--reason", "four runes were not counted")
    run("process-turn", "12", "--early")
    told = (reports / "2" / "3.txt").read_text(encoding="utf-8").replace("\n", " ")
    assert f"sets points of Orachi from {points} to {points + 40}" in " ".join(told.split())
    run("correct", "policy", "12", "4", "bold", "--reason", "moved away")
    turn = 2
    while not read(reports, turn, "1")["ending"]:
        turn += 1
        assert turn < 40
        run("process-turn", "12", "--early")
    final = read(reports, turn, "1")
    assert (final["format"], final["due"]) == ("rune-war-turn", "nothing")
    assert final["record"]["system"] == "rune_war"
    assert [w["round"] for w in final["walls"]] == [1, 2, 3, 4]
    assert final["walls"][0]["seal"] == one["hand"]["seal"], "the seal of the deal is the one that is opened"
    run("verify", "12")
    files = [str(reports / str(which) / "1.json") for which in (turn, 0, 1)]
    assert "a seed named by hand" in run("verify", *files, status=3)
    forged = tmp_path / "forged.json"
    one["hand"]["seal"] = "0" * 64
    forged.write_text(json.dumps(one), encoding="utf-8")
    assert "hand" in run(
        "verify", str(reports / str(turn) / "1.json"), str(reports / "0" / "1.json"), str(forged), ok=False
    )
    winner = next(seat for seat, row in final["seats"].items() if row["rank"] == 1)
    names = {"1": "Østby", "2": "Serra", "3": "Jinghua", "4": "Keita"}
    assert names[winner] in run("hall-of-fame")


def test_the_plain_mode_is_a_game_of_its_own(run: Desk, tmp_path: Path) -> None:
    """Hands of runes alone: no magic, no map, ranks by rune points (GAME-5)."""
    reports = tmp_path / "office" / "reports" / "12"
    run("new-game", "12", "--game", "rune_war", "--scenario", "mah-jong", "--signups", str(SAMPLE / "signups.toml"),
        "--seed", "ef" * 16)  # fmt: skip
    assert "CAST" not in (reports / "0" / "1.txt").read_text(encoding="utf-8")
    assert "accepted" in run("ingest", run.mail("1", 1, "AIM PUNGS +1, QUICK", "CAST Heal"))
    for _ in range(3):
        run("process-turn", "12", "--early")
    files = [read(reports, turn, "1") for turn in range(4)]
    assert [f["code"] for f in files[1]["refused"]] == ["no magic mode"]
    assert {f["due"] for f in files} == {"hand"}
    assert files[3]["round"] > 1, "the next hand is dealt in the same mail turn (W22)"
    assert sum(row["rune_points"] for row in files[3]["seats"].values()) == 0
    run("verify", "12")


def test_places_are_drawn_where_the_scenario_says_so(run: Desk, tmp_path: Path) -> None:
    """The i-th sign-up sits at the i-th number of the roll (SET-3); what was drawn is verified from files too."""
    reports = tmp_path / "office" / "reports" / "12"
    short = tmp_path / "short.toml"
    short.write_text('game = "rune_war"\ntitle = "x"\nrounds = 4\nmap = false\nplaces = "drawn"\n', encoding="utf-8")
    run("new-game", "12", "--game", "rune_war", "--scenario", str(short), "--signups", str(SAMPLE / "signups.toml"))
    names = {seat: read(reports, 0, seat)["player"]["name"] for seat in "1234"}
    assert sorted(names.values()) == ["Ibrahim Keita", "Maren Østby", "Paulo Serra", "Wu Jinghua"]
    seat = next(s for s, name in names.items() if name == "Maren Østby")
    assert "accepted" in run("ingest", _from(run, "1", seat))
    turn = 0
    while not read(reports, turn, "1")["ending"]:
        turn += 1
        assert turn < 30
        run("process-turn", "12", "--early")
    run("verify", "12")
    said = run("verify", str(reports / str(turn) / "1.json"), str(reports / "0" / "1.json"))
    assert "what the game was begun with: right" in said


def _from(run: Desk, who: str, seat: str) -> str:
    """A sheet of the who-th sign-up for the seat he was drawn."""
    path = Path(run.mail(who, 1, "AIM QUICK"))
    path.write_text(path.read_text("utf-8").replace(f"SEAT {who}", f"SEAT {seat}"), encoding="utf-8")
    return str(path)
