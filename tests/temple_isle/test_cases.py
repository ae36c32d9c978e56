"""Every adjudication case; that every rule has one or a test elsewhere; that bad cases are refused with their place."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from magika_gm.engine.cases import CaseFaults
from magika_gm.games.temple_isle.cases import play, read_case, run_case
from magika_gm.games.temple_isle.rules.events import AttackLost
from magika_gm.games.temple_isle.rules.refusals import Lost

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.glob("*.toml"))
GROUPS = {
    "ISLE": 6, "BUILD": 7, "DECK": 6, "UNIT": 4, "COMB": 7, "WATER": 5, "ACT": 13, "MUST": 6, "CTRL": 4, "ENCH": 8,
    "FAST": 6, "EFF": 4, "CARDS": 4, "SEQ": 5, "MAIL": 8, "ORD": 3, "INFO": 4, "SET": 4, "END": 6, "VAR": 2, "LAW": 12,
    "CASE": 5,
}  # fmt: skip
RULES = {f"{group}-{n}" for group, most in GROUPS.items() for n in range(1, most + 1)}
ELSEWHERE = {
    "BUILD-2": "test_sight.py: the temples drawn are shown before they are placed",
    "SEQ-5": "test_properties.py: arrival order is irrelevant",
    "INFO-2": "test_sight.py: what a turn file holds",
    "INFO-3": "test_noninterference.py: twins",
    "INFO-4": "test_sight.py: what is told to both is public",
    "SET-1": "test_scenario.py: two seats",
    "SET-4": "test_cases.py: these cases",
}
EXAMPLES = [f"S{n:02}" for n in range(1, 18)] + [f"C{n:02}" for n in range(1, 22)]


def load(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_case(path: Path) -> None:
    outcome = run_case(load(path))
    assert not outcome.failures
    assert outcome.title


def test_every_rule_has_a_case_or_a_test() -> None:
    named = {rule for path in FILES for rule in load(path)["rules"]}
    assert not named - RULES
    assert not RULES - named - ELSEWHERE.keys()
    assert not named & ELSEWHERE.keys()
    assert all((CASES.parent / place.split(":")[0]).is_file() for place in ELSEWHERE.values())


def test_there_are_enough_and_every_worked_example_is_one() -> None:
    assert len(FILES) >= 120
    stems = [path.stem for path in FILES]
    assert not [e for e in EXAMPLES if not any(s.startswith(e) for s in stems)]


def test_own_files_are_named_by_a_rule_they_are_about() -> None:
    for path in FILES:
        found = re.match(r"([A-Z]+-\d+)-[a-z0-9-]+$", path.stem)
        if not re.match(r"[SC]\d\d[a-d]?-", path.stem):
            assert found, path.stem
            assert found[1] in load(path)["rules"], path.stem


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ('game = "magika"', "game", "must be temple_isle, not 'magika'"),
        ("turn = 3", "turn", "did you mean turns"),
        ("turns = 0", "turns", "from 1 to 500"),
        ("[options]\nstak = 3", "options.stak", "did you mean stack"),
        ("[options]\nlimit = 5", "options.limit", "an even number"),
        ("[options]\npace = 'double'", "options.pace", "is not one of single, paired"),
        ("[state]\nstart = 'begin'", "state.start", "is not one of turn, setup, build, field"),
        ("[state]\nstart = 'build'", "state.temples", "is needed"),
        ("[state]\ntemples = ['War']", "state.temples", "belongs to start"),
        ("[state]\nstart = 'build'\ntemples = ['War']", "state.temples", "names 1 temples; 4 are drawn"),
        ("[state]\nstart = 'setup'\n[isle]\na1 = 'Heath'", "isle", "is not allowed"),
        ("[state]\nturn = 2\nactive = 'SUN'", "state.active", "game turn 2 is MOON's"),
        ("[options]\npace = 'paired'\n[state]\nturn = 2", "state.turn", "is odd"),
        ("[state]\nturn = 'two'", "state.turn", "whole number"),
        ("[state.deck]\nDom = 1", "state.deck.Dom", "did you mean Doom"),
        ("[state]\ndiscard = ['Knigth']", "state.discard", "did you mean Knight"),
        ("[state]\nmantras = ['Holy Ground']", "state.mantras", "say who cast it"),
        ("[state]\nmantras = ['Might SUN']", "state.mantras", "cannot lie there"),
        ("[isle]\nf1 = 'Heath'", "isle.f1", "is not a key"),
        ("[isle]\na1 = 'Hearth'", "isle.a1", "did you mean Heath"),
        ("[isle]\na1 = 'Water'\n[control]\na1 = 'SUN'", "control.a1", "nobody controls"),
        ("[mantras]\na1 = ['Claim']", "mantras.a1", "cannot lie there"),
        ("[unit.U1]\ncard = 'Knight'", "unit.U1.at", "is needed"),
        ("[unit.U1]\ncard = 'Knigt'\nat = 'a1'", "unit.U1.card", "did you mean Knight"),
        ("[unit.U1]\ncard = 'Knight'\nat = 'z9'", "unit.U1.at", "is no square"),
        ("[unit.U1]\ncard = 'Knight'\nat = 'a1'\nhp = 7", "unit.U1.hp", "from 1 to 6"),
        ("[unit.U1]\ncard = 'Knight'\nat = 'a1'\nhpp = 7", "unit.U1.hpp", "did you mean hp"),
        ("[unit.X1]\ncard = 'Knight'\nat = 'a1'", "unit.X1", "is no unit"),
        ("[isle]\na1 = 'Water'\n[unit.U1]\ncard = 'Knight'\nat = 'a1'", "unit.U1.at", "cannot stand on water"),
        ("[unit.U1]\ncard='Scout'\nat='a1'\n[unit.U6]\ncard='Scout'\nat='a1'", "unit.U6.at", "unit of the foe"),
        ("[seat.EARTH]\nhand = []", "seat.EARTH", "is not a key"),
        ("[seat.SUN]\nhand = ['Mite']", "seat.SUN.hand", "did you mean Might"),
        ("[seat.SUN]\nfast = ['CAST Might ON U1']", "seat.SUN.fast", "is no FAST line"),
        ("[seat.SUN]\nfast = ['FAST Might']", "seat.SUN.fast", "cannot be read"),
        ("[seat.SUN]\norders = 'U1 E'", "seat.SUN.orders", "must be a list"),
        ("[seat.SUN]\norders = [['U1 E'], 'U1 E']", "seat.SUN.orders", "must be a list"),
        ("[dice]\n'combat.atack' = 3", "dice.combat.atack", "did you mean combat.attack"),
        ("[dice]\n'combat.attack' = 'three'", "dice.combat.attack", "whole number"),
        ("[dice]\n'draw.card' = 3", "dice.draw.card", "card's name"),
        ("[expect.unit.U1]\nhitpoints = 3", "expect.unit.U1.hitpoints", "is not a key"),
        ("[expect.seat.SUN]\nhands = []", "expect.seat.SUN.hands", "did you mean hand"),
        ("[expect.game]\nunit = 3", "expect.game.unit", "is not a key"),
        ("[expct]\na = 3", "expct", "did you mean expect"),
    ],
)
def test_bad_cases_are_refused_with_their_place(text: str, place: str, reason: str) -> None:
    with pytest.raises(CaseFaults) as caught:
        run_case(tomllib.loads(text))
    assert any(place == p and reason in r for p, r in caught.value.faults), caught.value.faults


def test_a_failed_expectation_is_told() -> None:
    outcome = run_case(tomllib.loads('title = "t"\n[expect.seat.SUN]\nhand = ["Doom"]\n[expect.game]\nturn = 3'))
    assert outcome.failures == ("turn: expected 3, got 1", "seat.SUN.hand: expected ['Doom'], got []")


def test_an_attack_that_is_lost_is_told_with_its_reason() -> None:
    _, told, _ = play(read_case(load(CASES / "COMB-7-blinked-out-of-reach.toml")))
    assert AttackLost(1, 6, Lost.OUT_OF_REACH) in [one.event for turn in told for one in turn]
