"""Every adjudication case of Rune War; every rule has one, or names the test that has it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from magika_gm.engine.cases import CaseFaults
from magika_gm.games.rune_war.cases import run_case
from tests.rune_war import law

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.glob("*.toml"))
RULES = {f"{group}-{n}" for group, most in law.RULES.items() for n in range(1, most + 1)}
ELSEWHERE = {
    "GAME-1": "test_games.py: whole games of hands and map phases",
    "GAME-2": "test_games.py: whole games of hands and map phases",
    "GAME-3": "test_games.py: empty seats are bots'",
    "SET-5": "test_setup.py: the scenario isle",
    "SET-6": "test_setup.py: what a scenario file gives",
    "RUNE-1": "test_tables.py: the rune set",
    "RUNE-2": "test_tables.py: codes in rune order",
    "RUNE-4": "test_games.py: every rune has magic at the start of a hand",
    "PAY-3": "refers to MAG-3",
    "CREA-2": "test_tables.py: abilities by the descriptions",
    "MAG-5": "test_games.py: casts are made in hand turns alone",
    "MAG-9": "test_secrecy.py: who is told what of a cast",
    "ISLE-1": "test_tables.py: the isle",
    "SEQ-1": "test_games.py: hand turns and map turns",
    "SEQ-3": "test_games.py: hand turns and map turns",
    "SEE-1": "test_secrecy.py: what a view holds",
    "SEE-2": "test_secrecy.py: twins",
    "SEE-3": "test_secrecy.py: what a view holds",
    "SEE-7": "test_bots.py: the turn file and its schema",
    "SEE-8": "test_secrecy.py: the spectator's view",
    "SEE-9": "test_secrecy.py: twins",
    "ORD-3": "test_orders.py: faults offer the nearest spelling",
    "GM-2": "test_games.py: walls are sealed",
    "BOT-1": "test_bots.py: forecasts",
    "BOT-4": "test_bots.py: the bold policy's sheet",
    "BOT-5": "test_bots.py: the bold policy's campaign",
    "BOT-6": "test_bots.py: armies are arranged",
    "FINE-11": "test_games.py: silenced and fogged seats draw, cast and discard",
    "FINE-13": "test_games.py: faultless states",
    "CASE-5": "test_cases.py: expectations, right and wrong",
    "CASE-10": "named by SET-2: every case with [setup]",
}


def load(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_case(path: Path) -> None:
    outcome = run_case(load(path))
    assert not outcome.failures
    assert outcome.passed
    assert outcome.title


def test_every_rule_has_a_case_or_a_test_and_every_name_is_a_rule() -> None:
    named = {rule for path in FILES for rule in load(path)["rules"]}
    assert not named - RULES
    assert not ELSEWHERE.keys() - RULES
    missing = sorted(RULES - named - ELSEWHERE.keys())
    assert not missing, f"rules without a case: {missing}"
    files = {place.split(":")[0] for place in ELSEWHERE.values() if ".py" in place}
    assert all((CASES.parent / name).is_file() for name in files)


def test_there_are_enough() -> None:
    assert len(FILES) >= 150


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"titel": "x"}, "titel"),
        ({"hand": {"nxt": 1}}, "hand.nxt"),
        ({"seat": {"5": {}}}, "seat.5"),
        ({"seat": {"2": {"hnd": "1K"}}}, "seat.2.hnd"),
        ({"seat": {"2": {"hand": "1X"}}}, "seat.2.hand"),
        ({"seat": {"2": {"hand": "123456789K 12345S"}}}, "seat.2.hand"),
        ({"seat": {"2": {"hand": "11111K"}}}, "hand"),
        ({"seat": {"2": {"hand": "1K", "dim": "9K"}}}, "seat.2.dim"),
        ({"seat": {"2": {"melds": ["12K"]}}}, "seat.2.melds"),
        ({"seat": {"2": {"wizard": "Gandalf"}}}, "seat.2.wizard"),
        ({"seat": {"2": {"clan": "Maitha"}}}, "seat"),
        ({"seat": {"2": {"unseen": "9S"}, "3": {"hand": "1K"}}}, "seat.2.unseen"),
        ({"seat": {"2": {"lcp": {"Z": 3}}}}, "seat.2.lcp.Z"),
        ({"creature": {"MZ1": {"at": "M1"}}}, "creature.MZ1.kind"),
        ({"creature": {"XX1": {"kind": "Wraith", "at": "M1"}}}, "creature.XX1"),
        ({"creature": {"MZ1": {"kind": "Wraith", "at": "Q1"}}}, "creature.MZ1.at"),
        ({"creature": {"MZ1": {"kind": "Wraith", "at": "Z1", "enchantments": ["Heal"]}}}, "creature.MZ1.enchantments"),
        ({"armies": {"Z1": ["MZ1"]}}, "armies.Z1"),
        ({"land": {"Q1": "M"}}, "land.Q1"),
        ({"dice": {"combat.hot": 1}}, "dice.combat.hot"),
        ({"dice": {"hand.wall": "11111K"}}, "dice.hand.wall"),
        ({"options": {"paces": 1}}, "options.paces"),
        ({"expect": {"wn": 1}}, "expect.wn"),
        ({"expect": {"seats": {"2": {"pnts": 1}}}}, "expect.seats.2.pnts"),
        ({"expect": {"seats": {"2": {"hand": "1X"}}}}, "expect.seats.2.hand"),
        ({"expect": {"claims": 5}}, "expect.claims"),
        ({"turns": "x"}, "turns"),
        ({"due": "sea"}, "due"),
        ({"setup": {"signups": []}, "seat": {}}, "seat"),
        ({"setup": {"signups": [["Orachi"]]}}, "setup.signups[1]"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_case_is_refused_with_its_place(change: dict[str, Any], place: str) -> None:
    with pytest.raises(CaseFaults) as caught:
        run_case({"title": "wrong", "game": "rune_war", **change})
    assert place in [where for where, _ in caught.value.faults]


def test_a_failed_expectation_is_named() -> None:
    case = {"title": "t", "game": "rune_war", "turns": 0, "expect": {"seats": {"2": {"points": 5}}, "round": 2}}
    outcome = run_case(case)
    assert not outcome.passed
    assert sorted(outcome.failures) == ["round: expected 2, got 1", "seats.2.points: expected 5, got 0"]


def test_a_case_is_not_changed_by_being_played() -> None:
    path = next(p for p in FILES if p.stem == "GM-1-sheet-stands")
    data = load(path)
    first = run_case(data).result
    assert data == load(path)
    assert run_case(data).result == first
