"""The recipes of docs/arena/standing-orders.md: each is a standing block as it is read, and does what its case says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.games.arena.cases import run_case

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "arena" / "standing-orders.md").read_text(encoding="utf-8")
RECIPES = re.findall(r"^## (.+?)\n.*?```\n(.*?)```.*?\(case `([\w-]+)`\)", PAGE, re.DOTALL | re.MULTILINE)


def test_there_are_six_at_least_and_every_section_is_one() -> None:
    assert len(RECIPES) >= 6
    assert len(RECIPES) == len(re.findall(r"^## ", PAGE, re.MULTILINE))


@pytest.mark.parametrize(("title", "block", "case"), RECIPES, ids=[title for title, _, _ in RECIPES])
def test_a_recipe_is_read_and_does_what_it_says(title: str, block: str, case: str) -> None:
    """What is expected comes about with its lines in force, and not without them."""
    lines = block.splitlines()
    assert (lines[0], lines[-1]) == ("STANDING", "END STANDING"), title
    found = tomllib.loads((ROOT / "tests" / "arena" / "cases" / f"{case}.toml").read_text(encoding="utf-8"))
    (seat,) = found["standing"]
    (sheet,) = read_sheets(f"GAME 7 TURN 4\nPLAYER {seat}\n{block}END\n", games.system("arena").orders.GRAMMAR)
    assert sheet.faults == ()
    assert found["standing"][seat] == lines[1:-1]
    assert run_case(found).passed
    assert not run_case({**found, "standing": {seat: []}}).passed
