"""``simulate`` in every game: whole games by built-in players, decided by seed and number; what they show, as told."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from magika_gm import games
from magika_gm.app.enrolment.new_game import find_scenario, load_scenario
from magika_gm.cli.main import cli
from magika_gm.reports.plots import write_charts

BALANCED = [name for name in games.SYSTEMS if games.system(name).has("balance")]
pytestmark = [pytest.mark.sqlite("no office is made"), pytest.mark.parametrize("name", BALANCED)]
NOWHERE = Path("/nonexistent")


def simulated(
    name: str, count: int, seed: str = "t", jobs: int = 1, options: Mapping[str, str] | None = None
) -> list[Any]:
    """Games of the usual scenario."""
    system = games.system(name)
    scenario = load_scenario(system, find_scenario(NOWHERE, system, ""))
    return list(system.balance.simulate(count, seed, jobs, scenario, options or {}))


@cache
def two(name: str) -> tuple[Any, ...]:
    """Two games, played once for all that looks at them."""
    return tuple(simulated(name, 2))


@pytest.mark.slow
def test_the_seed_and_its_number_decide_a_game(name: str) -> None:
    three = simulated(name, 3, jobs=2)
    assert three[:2] == list(two(name)), "whoever plays beside it"
    assert simulated(name, 3, "another", jobs=2) != three


def test_figures_are_of_the_games_played(name: str) -> None:
    found = games.system(name).balance.weigh(two(name))
    plain = json.loads(json.dumps(found.to_plain()))
    assert (plain["games"], sum(plain["endings"].values())) == (2, 2)
    assert found.summary()[0].startswith("2 games")
    for table in found.tables():
        assert {len(row) for row in table.rows} <= {len(table.heads)}
    assert games.system(name).balance.weigh(two(name)).to_plain() == found.to_plain()


def test_the_same_figures_draw_the_same_charts(name: str, tmp_path: Path) -> None:
    found = games.system(name).balance.weigh(two(name))
    first, again = (write_charts(found.charts(), "balance", tmp_path / folder) for folder in "ab")
    assert [(path.name, path.read_bytes()) for path in first] == [(path.name, path.read_bytes()) for path in again]
    assert first[-1].read_bytes().startswith(b"%PDF")
    assert "wins.svg" in {path.name for path in first}
    for path in first[:-1]:
        text = path.read_text("utf-8")
        ElementTree.fromstring(text)
        assert "'Source Sans 3'," in text, "a name with a digit that is not in quotes is no name to a browser"
        assert "Kit" not in text, "the name of a face that only the PDF knows"


def test_an_option_that_means_nothing_is_refused_before_a_game(name: str) -> None:
    for option in games.system(name).balance.OPTIONS:
        with pytest.raises(ValueError, match=option.name.partition("-")[0].rstrip("s")[:5]):
            simulated(name, 1, options={option.name: "☃"})


def test_the_command_prints_tables_or_json(name: str, tmp_path: Path) -> None:
    words = ["--office", str(tmp_path), "simulate", "--game", name, "--games", "1", "--jobs", "1", "--seed", "t"]

    def said(*more: str, env: Mapping[str, str] | None = None) -> str:
        shown = CliRunner().invoke(cli, [*words, *more], env=env)
        assert shown.exit_code == 0, shown.output
        return shown.output

    tables = said(env={"COLUMNS": "80"})
    assert tables.startswith("1 game of ")
    assert all(len(line) <= 80 for line in tables.splitlines())
    assert "…" not in tables
    figures = json.loads(said("--json", "--plots", str(tmp_path / "plots")))
    assert figures["games"] == 1
    assert (tmp_path / "plots" / "balance.pdf").read_bytes().startswith(b"%PDF")
    assert not list(tmp_path.glob("*.sqlite3"))
    for wrong in (["--policies", "dreamer"], ["--scenario", "atlantis"], ["--with", "moon=full"]):
        shown = CliRunner().invoke(cli, [*words, *wrong])
        assert shown.exit_code != 0, wrong
        assert wrong[1].split("=")[0] in shown.output
