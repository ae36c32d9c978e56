"""Cases of Xom and Zol: what is expected and does not come, and cards of their own."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from magika_gm.games.xom_zol.cases import run_case

CASES = Path(__file__).parent / "cases"


def load(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def test_what_is_not_met_is_said() -> None:
    case = load(CASES / "03b-golem-with-adept.toml")
    case["expect"] = {"sides": {"B": {"life": 44}}, "play": {"A1": {"s": 9}}, "deaths": ["A1"], "combat": False}
    failures = run_case(case).failures
    assert len(failures) == 4
    assert "sides.B.life: expected 44, got 45" in failures


def test_cards_of_a_case_go_before_those_of_the_set() -> None:
    case = {
        "title": "a Smite of its own",
        "card": {"Smite": {"type": "spell", "faction": "XE", "cost": "0", "rules": "HEAL 9"}},
        "side": {"A": {"hand": ["Smite"], "orders": ["CAST Smite"]}},
        "expect": {"sides": {"A": {"life": 59}}},
    }
    assert run_case(case).passed
    assert run_case(load(CASES / "35-below-zero.toml")).passed
