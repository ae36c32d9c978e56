"""What ``magika-gm new-system`` writes: a game that is held to the seam like ours, from its first minute."""

from __future__ import annotations

import inspect
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from email.utils import format_datetime, parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from magika_gm import games
from magika_gm.cli.main import cli
from magika_gm.engine.seam.setup import Entrant
from magika_gm.engine.system import OPTIONAL, GameSystem
from tests.desk import typed
from tests.systems import test_contract as contract

ROOT = Path(__file__).resolve().parents[2]
CONTRACT = [
    test
    for name, test in vars(contract).items()
    if name.startswith("test_") and [*inspect.signature(test).parameters] == ["system"]
]


@pytest.fixture
def pond(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameSystem]:
    """A game of somebody else's: written into a folder, and in the table of games by its line."""
    made = CliRunner().invoke(cli, ["new-system", "pond", "--into", str(tmp_path)])
    assert made.exit_code == 0, made.output
    line = next(line for line in made.output.splitlines() if "games.SYSTEMS" in line)
    assert line.endswith('"pond": "pond.system:SYSTEM"')
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(games.SYSTEMS, "pond", "pond.system:SYSTEM")
    for cached in (games.system, games.any_sheet):
        cached.cache_clear()
    yield games.system("pond")
    for cached in (games.system, games.any_sheet):
        cached.cache_clear()
    for module in [name for name in sys.modules if name.split(".")[0] == "pond"]:
        del sys.modules[module]


def test_it_keeps_the_contract(pond: GameSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def scenario_of(system: GameSystem) -> Any:
        text = (tmp_path / "pond" / "scenario" / "standard.toml").read_text(encoding="utf-8")
        return system.setup.read_scenario(text, "standard")

    def entrants_of(system: GameSystem, scenario: Any) -> list[Entrant]:
        return [Entrant(seat=seat) for seat in system.setup.seats_of(scenario)]

    monkeypatch.setattr(contract, "scenario_of", scenario_of)
    monkeypatch.setattr(contract, "entrants_of", entrants_of)
    assert len(CONTRACT) >= 4
    for test in CONTRACT:
        test(pond)
    assert [part for part in OPTIONAL if not pond.has(part)] in (["generator", "cards"], ["cards", "generator"])


def test_its_case_holds_and_its_book_can_be_read(pond: GameSystem, tmp_path: Path) -> None:
    for path in (tmp_path / "pond" / "cases").glob("*.toml"):
        outcome = pond.cases.run_case(tomllib.loads(path.read_text(encoding="utf-8")))
        assert outcome.passed, outcome.failures
    assert "adds nothing" in str(pond.rulebook.entry("rule", "ROLL-1"))
    assert "01-the-game.md" in pond.rulebook.pages()["README.md"]
    found = pond.balance.weigh(pond.balance.simulate(4, "seed", 1, None, {}))
    assert found.to_plain()["endings"] == {"goal": 4}


def test_it_is_played_in_an_office(pond: GameSystem, tmp_path: Path) -> None:
    office = tmp_path / "office"

    def run(*words: str) -> str:
        result = typed(office, *words)
        assert result.exit_code == 0, f"{words}: {result.output}{result.stderr}{result.exception}"
        return result.output + result.stderr

    run("init", str(office))
    lacking = typed(office, "simulate", "--game", "pond")
    assert "there is no scenario standard; put one into scenarios/pond of the office, or give" in lacking.stderr
    (office / "scenarios" / "pond").mkdir(parents=True)
    scenario = (tmp_path / "pond" / "scenario" / "standard.toml").read_text(encoding="utf-8")
    (office / "scenarios" / "pond" / "standard.toml").write_text(scenario, encoding="utf-8")
    run("new-game", "12", "--game", "pond", "--signups", str(tmp_path / "pond" / "sample" / "signups.toml"))
    sheet = "GAME 12 TURN 1\nPLAYER ONE\nPASSWORD starling\nBID 2\nEND\n"
    mail = "From: rosa@example.org\nTo: gm@example.org\nSubject: orders\nMessage-ID: <1@example.org>\n\n"
    (tmp_path / "one.eml").write_text(mail + sheet, encoding="utf-8")
    assert "accepted" in run("ingest", str(tmp_path / "one.eml"))
    run("process-turn", "12", "--early")
    report = (office / "reports" / "12" / "1" / "ONE.txt").read_text(encoding="utf-8")
    assert "ONE rolled a" in report
    assert "; BID 5" in report
    run("page", "12", "1", "ONE")
    run("verify", "12")
    assert "rolled" in run("explain", "12", "1")


@pytest.mark.parametrize("where", ["--into", "--checkout"])
def test_what_is_written_is_clean(where: str, tmp_path: Path) -> None:
    """As our own games are held to, wherever it stands."""
    if where == "--checkout":
        (tmp_path / "magika_gm" / "games").mkdir(parents=True)
        for package in ("magika_gm", "magika_gm/games"):
            (tmp_path / package / "__init__.py").write_text('"""Ours."""\n', encoding="utf-8")
    assert CliRunner().invoke(cli, ["new-system", "pond", where, str(tmp_path)]).exit_code == 0
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text(encoding="utf-8"), encoding="utf-8")
    for words in (("check",), ("format", "--check")):
        ruff = [sys.executable, "-m", "ruff", *words, "--no-cache", "."]
        done = subprocess.run(ruff, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def test_its_mails_were_sent_on_days_there_are_and_its_guide_says_what_counts(tmp_path: Path) -> None:
    assert CliRunner().invoke(cli, ["new-system", "pond", "--checkout", str(tmp_path)]).exit_code == 0
    dates = [line for mail in tmp_path.rglob("*.eml") for line in mail.read_text().splitlines() if line[:6] == "Date: "]
    assert len(dates) == 6
    for line in dates:
        assert format_datetime(parsedate_to_datetime(line[6:])) == line[6:]
    said, guide = (
        " ".join(path.read_text(encoding="utf-8").split())
        for path in (ROOT / "docs" / "orders.md", tmp_path / "docs" / "pond" / "players-guide.md")
    )
    assert said[said.index("**What counts.**") :].partition(" This is one rule")[0] in guide


def test_it_writes_over_nothing(tmp_path: Path) -> None:
    words = ["new-system", "pond", "--into", str(tmp_path)]
    assert CliRunner().invoke(cli, words).exit_code == 0
    again = CliRunner().invoke(cli, words)
    assert again.exit_code != 0
    assert "exists already" in again.output + again.stderr


@pytest.mark.parametrize(("name", "why"), [("Pond", "small letters"), ("class", "cannot be"), ("arena", "already")])
def test_a_name_that_is_none_is_refused(name: str, why: str, tmp_path: Path) -> None:
    refused = CliRunner().invoke(cli, ["new-system", name, "--into", str(tmp_path)])
    assert refused.exit_code != 0
    assert why in refused.output + refused.stderr
    assert not list(tmp_path.iterdir())
