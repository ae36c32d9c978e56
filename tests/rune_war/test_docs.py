"""The documents keep to what the programs do: examples are read, every part of a turn file and a case is named."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import fields
from pathlib import Path

from magika_gm.games.rune_war.cases import run_case
from magika_gm.games.rune_war.orders.lines import read_line
from magika_gm.games.rune_war.position import File
from magika_gm.games.rune_war.setup import read_scenario

DOCS = Path(__file__).parents[2] / "docs" / "rune_war"
SAMPLE = Path(__file__).parents[2] / "reports" / "sample" / "rune_war" / "3"
FORMATS = (DOCS / "file-formats.md").read_text(encoding="utf-8")
GUIDE = (DOCS / "players-guide.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", FORMATS, re.DOTALL)


def test_the_case_shown_is_a_case_that_passes() -> None:
    outcome = run_case(tomllib.loads(blocks("toml")[1]))
    assert outcome.passed, outcome.failures


def test_the_scenario_shown_has_every_key_there_is() -> None:
    shown = tomllib.loads(blocks("toml")[0])
    shown.pop("ridges")
    shown.pop("territories")  # one of 33
    text = "\n".join(
        f"{key} = {json.dumps(value)}" for key, value in shown.items() if not isinstance(value, dict | list)
    )
    scenario = read_scenario(text, "shown")
    assert scenario.options.spell_points == 400
    assert set(shown) | {"ridges", "territories"} <= set(
        "game title note edition rounds pace map spell_points last_discard places seats territories ridges "
        "creatures".split()
    )


def test_every_part_of_a_turn_file_and_of_a_case_is_named() -> None:
    plain = json.loads((SAMPLE / "1.json").read_text(encoding="utf-8"))
    named = set(re.findall(r"`([a-z_]+)`", FORMATS))
    assert not set(plain) - named
    for key in (one.name for one in fields(File)):
        assert key in FORMATS or key in ("note", "seed"), key


def test_every_line_of_the_players_page_is_an_order() -> None:
    envelope = ("GAME 12", "GAME Rune War", "SEAT", "PASSWORD", "END", "SIGN-UP", "NAME", "EMAIL", "CHOICE")
    lines = [line.strip() for line in GUIDE.splitlines() if line.startswith("    ")]
    orders = [line for line in lines if not line.startswith(envelope)]
    assert len(orders) == 11
    for line in orders:
        assert hasattr(read_line(line.partition(";")[0]), "line"), line
