"""What a page of balance says was played can be played again: its commands name what there is, and one seed leads
through the usual scenario and the author's letter.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.app.enrolment.new_game import find_scenario, load_scenario
from magika_gm.cli.rules import simulate

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", [name for name in games.SYSTEMS if (ROOT / "docs" / name / "balance.md").is_file()])
def test_the_commands_of_a_page_of_balance_can_be_called(name: str, tmp_path: Path) -> None:
    system = games.system(name)
    known = {option.name: option.default for option in system.balance.OPTIONS}
    played: dict[str, set[str]] = {}
    page = (ROOT / "docs" / name / "balance.md").read_text(encoding="utf-8")
    for line in re.findall(r"magika-gm simulate ([^`\n]+)", page):
        said = simulate.make_context("simulate", shlex.split(line)).params
        assert said["system"] == name, line
        given = dict(pair.split("=", 1) for pair in said["more"])
        given |= {"policies": said["policies"]} if said["policies"] else {}
        assert set(given) <= set(known), line
        scenario = said["scenario"] or system.setup.DEFAULT
        drawn = scenario == "random"
        found = None if drawn else load_scenario(system, find_scenario(tmp_path, system, scenario))
        system.balance.simulate(said["games"], said["seed"], 1, found, known | given)
        if said["games"] == 1000:
            played.setdefault(said["seed"], set()).add(scenario)
    assert {system.setup.DEFAULT, "letter"} <= played["letter"]
