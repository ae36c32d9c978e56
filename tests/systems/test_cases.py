"""The adjudication cases of every game; that every rule of its law has one, or a test that its contract names."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from magika_gm import games
from magika_gm.engine.cases import CaseFaults
from tests.systems.contract import TESTS, WrongCase, contract_of

NAMES = [name for name in games.SYSTEMS if games.system(name).has("cases")]
FILES = [
    pytest.param(name, path, id=f"{name}-{path.stem}")
    for name in NAMES
    for path in sorted((TESTS / name / "cases").glob("*.toml"))
]
WRONG = [pytest.param(name, case, id=f"{name}-{case[1]}") for name in NAMES for case in contract_of(name).wrong_cases]


def load(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def cases(name: str) -> dict[str, dict[str, Any]]:
    """All of a game's by their names."""
    return {path.stem: load(path) for path in sorted((TESTS / name / "cases").glob("*.toml"))}


@pytest.mark.parametrize(("name", "path"), FILES)
def test_case(name: str, path: Path) -> None:
    case = load(path)
    outcome = games.system(name).cases.run_case(case)
    assert not outcome.failures
    assert outcome.passed
    assert outcome.title == case["title"]
    assert case == load(path), "a case is not changed by being played"
    assert case.get("expect"), "a case expects something"


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_has_a_case_or_a_test_and_every_name_is_a_rule(name: str) -> None:
    contract = contract_of(name)
    cited = {rule for case in cases(name).values() for rule in case["rules"]}
    assert cited - contract.rules == contract.also_cited
    assert sorted(contract.rules - cited - contract.elsewhere.keys()) == []
    assert not contract.elsewhere.keys() - contract.rules
    assert not contract.elsewhere.keys() & cited, "it has a case"
    for where in contract.elsewhere.values():
        file, _, test = where.partition("::")
        path = next(one for one in (TESTS / name / file, TESTS / file) if one.is_file())
        assert f"\ndef {test}(" in path.read_text(encoding="utf-8"), where


@pytest.mark.parametrize("name", NAMES)
def test_there_are_enough_each_with_a_name_and_a_title_of_its_own(name: str) -> None:
    contract, found = contract_of(name), cases(name)
    assert len(found) >= contract.cases
    assert [stem for stem in found if not re.fullmatch(contract.case_names, stem)] == []
    assert [one for one in contract.worked if not any(stem.startswith(one) for stem in found)] == []
    assert len({case["title"] for case in found.values()}) == len(found)


@pytest.mark.parametrize("name", NAMES)
def test_a_case_played_twice_gives_the_same(name: str) -> None:
    run = games.system(name).cases.run_case
    for case in list(cases(name).values())[::40]:
        assert run(case).result == run(case).result


@pytest.mark.parametrize(("name", "case"), WRONG)
def test_a_wrong_case_says_where_and_why(name: str, case: WrongCase) -> None:
    said, place, reason = case
    data = tomllib.loads(said) if isinstance(said, str) else said
    with pytest.raises(CaseFaults) as caught:
        games.system(name).cases.run_case({"title": "wrong", "game": name, **data})
    assert any(at == place and reason in why for at, why in caught.value.faults), caught.value.faults
