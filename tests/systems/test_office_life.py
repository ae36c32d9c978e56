"""Every game through the whole life of one in the office, by the commands a game master types."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from magika_gm import games
from magika_gm.resources import shipped
from tests.desk import Desk
from tests.systems.contract import contract_of, saying, slow_but
from tests.systems.test_contract import scenario_of

FIRST_NAMES = ("Rosa", "Gil", "Bea", "Zoe", "Ida", "Tom", "Una", "Max", "Eva", "Leo", "Amy", "Ben")


def signups(name: str) -> Path:
    return shipped("sample") / name / "signups.toml"


def begun(name: str, folder: Path) -> Desk:
    """A desk with game 12; whose seat is whose stands in the first reports."""
    run = Desk(folder, games.system(name).sheet_words[0])
    run("new-game", "12", "--game", name, "--signups", str(signups(name)), "--seed", "ab" * 16)
    players = {row["name"]: row for row in tomllib.loads(signups(name).read_text("utf-8"))["player"]}
    files = {path.stem: file_of(folder, 0, path.stem) for path in (folder / "office/reports/12/0").glob("*.json")}
    held = {seat: players.get(str(file["player"]["name"])) for seat, file in files.items()}
    run.people = {seat: (row.get("password", ""), row.get("email", "")) for seat, row in held.items() if row}
    return run


def file_of(folder: Path, turn: int, seat: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / f"office/reports/12/{turn}/{seat}.json").read_text("utf-8"))
    return found


def words_of(folder: Path, turn: int, seat: str) -> str:
    return " ".join((folder / f"office/reports/12/{turn}/{seat}.txt").read_text("utf-8").split())


@pytest.mark.parametrize("name", [pytest.param(name, marks=slow_but(name, "life")) for name in saying("good")])
def test_a_game_from_its_beginning_on(name: str, tmp_path: Path) -> None:
    run, asked, system = begun(name, tmp_path), contract_of(name), games.system(name)
    seat, other = asked.seat, asked.other
    assert system.title in run("games")
    assert "PASSWORD" in words_of(tmp_path, 0, seat), "the blank sheet"
    message = (f"MESSAGE TO {other}", "ahoy", "END MESSAGE")
    assert "accepted" in run("ingest", run.mail(seat, 1, *asked.good, *message, sender=run.people[seat][1]))
    assert "refused" in run("ingest", run.mail(other, 1, password="wrong", sender="x@example.net"))
    run("process-turn", "12", "--early")
    heard = words_of(tmp_path, 1, other)
    assert "ahoy" in heard
    told = file_of(tmp_path, 1, other)
    assert "Turn 1" in run("undo-turn", "12")
    run("process-turn", "12", "--early")
    again = file_of(tmp_path, 1, other)
    same = told.keys() - {"chain", "date", "due_at", "next_due", "office", "player"}
    assert {key: told[key] for key in same} == {key: again[key] for key in same}, "undone, it comes out as it did"
    assert run("explain", "12", "1", seat)
    run("note", "12", "ALL", "A word to all.")
    run("process-turn", "12", "--early", "--review")
    run("publish", "12")
    run("gm-report", "12")
    assert "A word to all." in words_of(tmp_path, 2, other)
    run("correct", "drop", "12", other, "--reason", "moved away")
    run("process-turn", "12", "--early")
    run("verify", "12")
    final = file_of(tmp_path, 3, seat)
    if final.get("record"):  # a duel ends with it
        assert final["record"]["system"] == name
        files = [str(tmp_path / f"office/reports/12/{turn}/{seat}.json") for turn in (3, 0)]
        assert "a seed named by hand" in run("verify", *files, status=3)
        holder = str(file_of(tmp_path, 0, seat)["player"]["name"])
        assert holder in run("hall-of-fame")
    run("deliver")
    assert list((tmp_path / "office" / "outbox").rglob("*.eml"))


@pytest.mark.parametrize("name", [pytest.param(name, marks=slow_but(name, "life")) for name in games.SYSTEMS])
def test_a_game_is_filled_from_the_list(name: str, tmp_path: Path) -> None:
    run, system = Desk(tmp_path), games.system(name)
    seats = system.setup.seats_of(scenario_of(system))
    for first in FIRST_NAMES[: len(seats) - len(system.automatic)]:
        own = [word for line in contract_of(name).sign_up for word in ("--line", line.format(first))]
        known = ("--name", f"{first} Reed", "--email", f"{first}@example.org", "--password", "swordfish")
        run("sign-up", "add", "--game", name, *known, *own)
    assert " wait" in run("sign-up", "list")
    assert "Rosa Reed" in run("fill-game", "13", "--game", name, "--dry-run")
    run("fill-game", "13", "--game", name)
    assert system.title in run("status")
    run("process-turn", "13", "--early")
