"""Cases of Arena: what stands in them, and how what they expect is compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from magika_gm.games.arena.cases import run_case
from magika_gm.games.arena.rules.tables import BUYABLE, ITEMS, SPELLS

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.glob("*.toml"))


def test_every_spell_stands_in_a_case() -> None:
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    assert not [name for name in SPELLS if not any(name in text for text in texts)]


def test_most_creatures_and_items_stand_in_a_case() -> None:
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    missing = [name for name in (*BUYABLE, *ITEMS) if not any(f'"{name}"' in text for text in texts)]
    assert len(missing) < 25, missing


def test_expectations_are_compared_as_the_law_says() -> None:
    case: dict[str, Any] = {
        "title": "x",
        "creature": {"A1": {"kind": "Giant", "at": "d4"}, "B1": {"kind": "Orc", "at": "d4"}},
        "item": {"IA1": {"kind": "Grenade", "by": "A1"}, "IA2": {"kind": "Magic Sword", "by": "A1"}},
    }
    good: dict[str, Any] = {
        "creatures": {"A1": {"items": ["IA2", "IA1"], "on": "null"}},
        "combats": [{"A": 6, "dead": ["B1"]}],
        "storms": {"d4": "null"},
    }
    assert run_case({**case, "expect": good}).passed
    wrong: tuple[dict[str, Any], ...] = (
        {"creatures": {"A1": {"items": ["IA1"]}}},
        {"combats": []},
        {"combats": [{"A": 5}]},
        {"retreats": [{"unit": "B1"}]},
        {"storms": {"d4": 1}},
        {"winner": "null"},
    )
    for bad in wrong:
        assert not run_case({**case, "expect": bad}).passed, bad


def test_no_bot_plays_in_cases() -> None:
    outcome = run_case(
        {
            "title": "nobody stirs",
            "turns": 12,
            "creature": {"A1": {"kind": "Giant", "at": "e2"}, "B1": {"kind": "Giant", "at": "e8"}},
        }
    )
    assert outcome.result["turn"] == 12
    assert outcome.result["creatures"]["A1"]["at"] == "e2"
