"""Cases of Magika: what stands in them, what is wrong with one, and how what they expect is compared."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from magika_gm.games.magika.cases import CaseFaults, read_case, run_case
from magika_gm.games.magika.rules.spellbook import SPELLS

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.glob("*.toml"))


def load(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def test_every_spell_variant_has_two_cases() -> None:
    orders = [
        order
        for path in FILES
        for mage in load(path)["mage"].values()
        for row in mage.get("orders", [])
        for order in (row if isinstance(row, list) else [row])
    ]
    for spell in SPELLS:
        for label in (spell.code, spell.code + "X"):
            casts = [o for o in orders if o.upper().split()[:2] == ["CAST", label.upper()]]
            assert len(casts) >= 2, label


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ('[mage.A]\nrace = "elf"', {"mage.A": 'needs at = "m12", the space he stands on'}),
        ('[mage.Q]\nat = "m1"', {"mage.Q": "mages are called A to M", "mage": "a case needs at least one mage"}),
        (
            '[mage.A]\nat = "m1"\nrace = "elk"',
            {"mage.A.race": "'elk' is not one of human, elf, dwarf, goblin, halfling; did you mean elf?"},
        ),
        (
            '[mage.A]\nat = "m1"\nscrolls = ["Heal"]',
            {"mage.A.scrolls": "'Heal' is not a spell code; did you mean Heals?"},
        ),
        (
            '[mage.A]\nat = "m1"\nitems = ["crwn"]',
            {"mage.A.items": "'crwn' is no thing (crown, cloak:red); did you mean crown?"},
        ),
        ('[mage.A]\nat = "m1"\norders = ["FLY"]', {"mage.A.orders[1]": "FLY is not an order"}),
        (
            '[mage.A]\nat = "m1"\n[dice]\n"cast.sucess" = 1',
            {'dice."cast.sucess"': "no roll is called 'cast.sucess'; did you mean cast.success or cast.bonus?"},
        ),
        (
            '[mage.A]\nat = "m1"\n[expect.B]\nat = "m1"',
            {"expect.B": "expects something of a mage who is not in the case"},
        ),
    ],
)
def test_faults_word_for_word(text: str, faults: dict[str, str]) -> None:
    with pytest.raises(CaseFaults) as caught:
        read_case(tomllib.loads(text))
    assert dict(caught.value.faults) == faults


def test_names_are_expected_without_regard_to_case() -> None:
    case = """
        [mage.A]
        at = "M5"
        race = "Elf"
        items = ["orb", "crown", "cloak:red"]
        scrolls = ["heals"]
        effects = ["SpAid 9p", "boend 3t"]
        [expect.A]
        at = "M5"
        race = "ELF"
        items = ["CROWN", "cloak:Red", "orb"]
        scrolls = ["heals"]
        effects = ["BOEND 2t", "spaid 4p"]
        [expect.terrain]
        M5 = "%s"
    """
    assert not run_case(tomllib.loads(case % "Plains")).failures
    assert run_case(tomllib.loads(case % "Forest")).failures == ("terrain.M5: expected 'Forest', got 'plains'",)


def test_all_faults_at_once() -> None:
    with pytest.raises(CaseFaults) as caught:
        read_case(tomllib.loads('[mage.A]\nat = "q99"\nrace = "elk"\n[arena]\nm1 = "lava"'))
    assert {p for p, _ in caught.value.faults} == {"mage.A.at", "mage.A.race", "arena.m1"}
