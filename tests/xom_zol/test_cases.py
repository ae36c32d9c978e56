"""Every adjudication case, and that every rule of the law page has some, or a test that is named here."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from magika_gm.engine.cases import CaseFaults
from magika_gm.games.xom_zol.cases import run_case

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.glob("*.toml"))
GROUPS = {
    "TERM": 7, "CARD": 7, "MANA": 9, "FIELD": 7, "STAT": 6, "SEQ": 4, "PLAY": 4, "UPK": 4, "CTR": 3, "ASLT": 10,
    "FIGHT": 6, "ALN": 5, "FX": 5, "MAIL": 9, "ORD": 4, "POL": 10, "SEE": 4, "SETUP": 2, "SCEN": 2, "END": 5, "SET": 7,
    "DECK": 2, "BOT": 3,
}  # fmt: skip
STEPS = {"SEQ-1.1", "SEQ-1.2", "SEQ-2", "SEQ-3.1", "SEQ-3.3", "SEQ-3.4", "SEQ-5.3", "SEQ-5.5"}
"""Steps of the game turn, cited beside SEQ-1 to SEQ-4."""
CHAPTERS = {
    "ALN", "FX", "CASE", "DICE", "ORD", "DRAW", "HIT", "HASTE", "LEECH", "OVERRUN", "VENOM", "VIGIL", "WARD",
}  # fmt: skip
RULES = {f"{group}-{n}" for group, most in GROUPS.items() for n in range(1, most + 1)} | STEPS
ELSEWHERE = {
    "TERM-4": "test_cards.py: test_price; every cost is a string of letters",
    "TERM-5": "test_cards.py: the law page's figures, S first",
    "CARD-1": "test_cards.py: test_the_law_pages_cards_are_the_sets_to_the_letter",
    "CARD-6": "test_cards.py: test_kinds_and_races",
    "CARD-7": "test_cards.py: test_each_faction_has_the_frame_of_fifty",
    "SEQ-2": "every case: casts take effect one after another",
    "MAIL-1": "test_mail.py: test_double_pace_plays_two_game_turns",
    "MAIL-2": "test_mail.py: test_parts_of_a_sheet",
    "MAIL-4": "test_mail.py: test_a_sheet_without_react_leaves_the_set",
    "MAIL-5": "test_mail.py: test_next_draw",
    "MAIL-6": "test_mail.py: test_no_sheets",
    "MAIL-7": "test_mail.py: test_forfeit; the office counts",
    "MAIL-9": "test_properties.py: test_replay_and_arrival_order",
    "SEE-1": "test_noninterference.py",
    "SEE-2": "test_sight.py: test_each_row_of_the_table",
    "SEE-3": "the report's room",
    "SEE-4": "test_noninterference.py: test_spectators_get_what_both_sides_get",
    "SETUP-1": "test_decks.py",
    "SETUP-2": "test_setup.py",
    "SCEN-2": "test_setup.py: test_the_default_scenario",
    "END-5": "test_mail.py: test_standing",
    **{f"SET-{n}": "test_cards.py" for n in range(1, 8)},
    "DECK-1": "test_cards.py: test_law_decks_are_column_n",
    "DECK-2": "test_decks.py: test_composition",
    "BOT-1": "test_bots.py",
    "BOT-2": "test_bots.py",
    "BOT-3": "test_bots.py: test_bots_know_their_turn_file_alone",
}
WORKED = 48
"""Worked cases of the law page; files begin with their numbers."""


def load(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_case(path: Path) -> None:
    outcome = run_case(load(path))
    assert not outcome.failures
    assert outcome.title
    assert load(path).get("expect"), "a case expects something"


def test_every_rule_has_a_case_or_a_test_and_every_name_is_a_rule() -> None:
    cited = {rule for path in FILES for rule in load(path)["rules"]}
    assert cited - RULES - CHAPTERS == set()
    assert sorted(RULES - cited - set(ELSEWHERE)) == []
    assert set(ELSEWHERE) <= RULES
    for where in ELSEWHERE.values():
        for name in re.findall(r"test_\w+\.py", where):
            assert (Path(__file__).parent / name).exists()
        for name in re.findall(r": (test_\w+)", where):
            file = re.findall(r"test_\w+\.py", where)[0]
            assert f"def {name}(" in (Path(__file__).parent / file).read_text("utf-8"), name


def test_there_are_enough_and_all_worked_cases_among_them() -> None:
    assert len(FILES) >= 150
    numbers = {int(m[1]) for path in FILES if (m := re.match(r"(\d\d)", path.stem))}
    assert numbers == set(range(1, WORKED + 1))
    titles = [load(path)["title"] for path in FILES]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ({"sides": {}}, "sides"),
        ({"side": {"C": {}}}, "side.C"),
        ({"side": {"A": {"lives": 3}}}, "side.A.lives"),
        ({"side": {"A": {"hand": ["Xom Knigth"]}}}, "side.A.hand.0"),
        ({"side": {"A": {"field": [{"card": "Smite"}]}}}, "side.A.field.0.card"),
        ({"side": {"A": {"field": [{"card": "Xom Knight", "at": "Q9"}]}}}, "side.A.field.0.at"),
        ({"side": {"A": {"field": [{"card": "Xom Knight", "ref": "B3"}]}}}, "side.A.field.0.ref"),
        ({"side": {"A": {"field": [{"card": "Barkskin"}]}}}, "side.A.field.0.on"),
        ({"side": {"A": {"field": [{"card": "Xom Farmland", "damage": 1}]}}}, "side.A.field.0.damage"),
        ({"side": {"A": {"no_sheet": True, "orders": []}}}, "side.A.orders"),
        ({"side": {"A": {"pool": "XYZ"}}}, "side.A.pool"),
        ({"option": {"life": 3}}, "option.life"),
        ({"option": {"sigil_formula": "double"}}, "option.sigil_formula"),
        ({"dice": {"xom_zol.effect.gambol": 3}}, "dice.xom_zol.effect.gambol"),
        ({"card": {"Odd": {"type": "creature"}}}, "card.Odd.faction"),
        ({"expect": {"side": {}}}, "expect.side"),
        ({"expect": {"sides": {"A": {"cards": 1}}}}, "expect.sides.A.cards"),
        ({"expect": {"play": {"A1": {"strength": 1}}}}, "expect.play.A1.strength"),
        ({"turns": "two"}, "turns"),
        ({"game": "magika"}, "game"),
        ({"active": "C"}, "active"),
    ],
)
def test_a_faulty_case_is_refused_with_its_place(data: dict[str, Any], place: str) -> None:
    with pytest.raises(CaseFaults) as caught:
        run_case({"title": "faulty", "game": "xom_zol", "rules": [], **data})
    assert place in [where for where, _ in caught.value.faults]


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
