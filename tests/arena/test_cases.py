"""Every adjudication case of Arena, and that every rule of its law has one, or another test that is named here."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from magika_gm.engine.cases import CaseFaults
from magika_gm.games.arena.cases import run_case
from magika_gm.games.arena.rules.tables import BUYABLE, ITEMS, SPELLS

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.glob("*.toml"))
GROUPS = {
    "BOARD": 7, "CTRL": 3, "TERR": 4, "STORM": 3, "CRE": 3, "MOVE": 4, "FLY": 8, "FIGHT": 6, "TGT": 4, "BLUNT": 1,
    "POIS": 4, "RNG": 5, "RET": 7, "SIZE": 6, "VEH": 6, "ITEM": 4, "MAG": 24, "ABIL": 2, "WIN": 5, "SEQ": 2, "MAIL": 10,
    "INFO": 3, "ORD": 2, "SET": 5, "LAW": 23, "FORM": 4, "BOT": 4,
}  # fmt: skip
RULES = {f"{group}-{n}" for group, most in GROUPS.items() for n in range(1, most + 1)}
EXAMPLES = {f"EX-{n}" for n in range(1, 52)}
ELSEWHERE = {
    "MAG-18": "test_sight.py::test_cards_are_revealed_when_begun",
    "WIN-5": "test_rules.py::test_points_of_a_standing",
    "MAIL-2": "test_rules.py::test_paired_mail_turns",
    "MAIL-10": "test_properties.py::test_arrival_order_does_not_matter",
    "INFO-1": "test_sight.py::test_the_turn_file_holds_every_fact",
    "INFO-2": "test_sight.py::test_what_a_spectator_may_see",
    "INFO-3": "test_sight.py::test_twins_give_the_same_turn_file",
    "SET-1": "test_army.py::test_every_limit_has_its_fault",
    "SET-2": "test_army.py::test_an_illegal_army_gives_the_default",
    "SET-3": "test_scenario.py::test_all_start_on_the_king_hex",
    "SET-4": "test_scenario.py::test_the_second_player_has_four_more",
    "SET-5": "test_scenario.py::test_every_option_is_read_back",
    "FORM-3": "test_cases.py::test_expectations_are_compared_as_the_law_says",
    "FORM-4": "test_cases.py::test_no_bot_plays_in_cases",
    "BOT-1": "test_bots.py::test_careful_keeps_a_guard",
    "BOT-2": "test_bots.py::test_bold_takes_an_empty_king_hex",
    "BOT-3": "test_bots.py::test_floods_and_bridges",
    "BOT-4": "test_bots.py::test_cards_are_used",
}


def load(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_case(path: Path) -> None:
    outcome = run_case(load(path))
    assert not outcome.failures
    assert outcome.title


def test_every_rule_has_a_case_or_a_test() -> None:
    named = {rule for path in FILES for rule in load(path)["rules"]}
    assert not RULES - named - ELSEWHERE.keys()
    assert not named - RULES - EXAMPLES - {"CASE-83"}
    assert named >= EXAMPLES
    assert not named & ELSEWHERE.keys()


def test_tests_named_elsewhere_exist() -> None:
    for place in ELSEWHERE.values():
        file, _, test = place.partition("::")
        assert f"def {test}(" in (CASES.parent / file).read_text(encoding="utf-8"), place


def test_there_are_enough_cases() -> None:
    assert len(FILES) >= 150


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


@pytest.mark.parametrize(
    ("data", "place", "reason"),
    [
        ({"titel": "x"}, "titel", "did you mean title"),
        ({"creature": {"A1": {"kind": "Ork", "at": "d4"}}}, "creature.A1.kind", "did you mean Orc"),
        ({"creature": {"A1": {"kind": "Orc", "at": "d9"}}}, "creature.A1.at", "is no place"),
        ({"creature": {"A1": {"kind": "Orc"}}}, "creature.A1", "needs at or on"),
        ({"creature": {"X1": {"kind": "Orc", "at": "d4"}}}, "creature.X1", "no id"),
        ({"creature": {"A1": {"kind": "Orc", "on": "A2"}}}, "creature.A1.on", "there is no creature"),
        ({"item": {"IA1": {"kind": "Grenade", "by": "A1"}}}, "item.IA1.by", "there is no creature"),
        ({"corpse": {"C1": {"kind": "Orc", "at": "d4"}}}, "corpse.C1.of", "is needed"),
        ({"enchantment": {"N1": {"spell": "Slow", "on": "A1"}}}, "enchantment.N1.on", "there is no creature"),
        ({"enchantment": {"N1": {"spell": "Bless", "on": "A1"}}}, "enchantment.N1.spell", "is not one of"),
        ({"orders": {"A": ["MVOE A1 E"]}}, "orders.A.1", "did you mean MOVE"),
        ({"orders": {"C": []}}, "orders.C", "is not a key"),
        ({"dice": {"fight.los": 1}}, "dice.fight.los", "did you mean fight.loss"),
        ({"expect": {"creature": {}}}, "expect.creature", "did you mean creatures"),
        ({"expect": {"creatures": {"A1": {"powr": 1}}}}, "expect.creatures.A1.powr", "did you mean power"),
        ({"expect": {"combats": [{"a": 1}]}}, "expect.combats[1].a", "is not a key"),
        ({"board": {"d4": "gras"}}, "board.d4", "did you mean grass"),
        ({"control": {"default": "C"}}, "control.default", "is not one of"),
        ({"game": "magika"}, "game", "must be arena"),
        ({"turns": 0}, "turns", "must be a whole number"),
    ],
)
def test_a_wrong_case_says_where_and_why(data: dict[str, Any], place: str, reason: str) -> None:
    with pytest.raises(CaseFaults) as caught:
        run_case({"title": "x", **data})
    assert any(at == place and reason in why for at, why in caught.value.faults), caught.value.faults
