"""Every adjudication case, and that every rule that changes state and every spell has some."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from magika_gm.games.magika.cases import CaseFaults, read_case, run_case
from magika_gm.games.magika.rules.spellbook import SPELLS

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.glob("*.toml"))
GROUPS = {
    "SEQ": 9, "MAGE": 8, "MOVE": 10, "REST": 3, "MED": 1, "SRCH": 7, "DROP": 1, "GIVE": 3, "DEM": 6, "CLK": 7, "ART": 7,
    "CAST": 18, "EBON": 6, "END": 3, "VP": 6,
}  # fmt: skip
RULES = {f"{group}-{n}" for group, most in GROUPS.items() for n in range(1, most + 1)}
ELSEWHERE = {
    "ART-5": "test_secrecy.py: what is known, not what happens",
    "EBON-6": "test_tasks.py: tasks count over a whole game",
    "CAST-16": "test_reports.py: how it is told",
}


def load(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_case(path: Path) -> None:
    outcome = run_case(load(path))
    assert not outcome.failures
    assert outcome.title


def test_every_rule_has_a_case_and_every_name_is_a_rule() -> None:
    named = {rule for path in FILES for rule in load(path)["rules"]}
    assert not named - RULES
    assert not RULES - named - ELSEWHERE.keys()
    assert len(FILES) >= 250
    assert all((CASES.parent / place.split(":")[0]).is_file() for place in ELSEWHERE.values())


def test_files_are_named_by_a_rule() -> None:
    wrong = [p.name for p in FILES if not re.match(r"[A-Z]+-\d+-[A-Za-z0-9-]+\.toml$", p.name)]
    assert not wrong


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
    ("text", "place", "reason"),
    [
        ('[mage.A]\nrace = "elf"', "mage.A", 'needs at = "m12"'),
        ('[mage.A]\nat = "m99"', "mage.A.at", "'m99' is not a space (a1 to z26)"),
        ('[mage.A]\nat = "m1"\nrace = "elk"', "mage.A.race", "did you mean elf?"),
        ('[mage.A]\nat = "m1"\nendurence = 5', "mage.A.endurence", "did you mean endurance"),
        ('[mage.A]\nat = "m1"\nscrolls = ["Heal"]', "mage.A.scrolls", "did you mean Heals?"),
        ('[mage.A]\nat = "m1"\nitems = ["crwn"]', "mage.A.items", "did you mean crown?"),
        ('[mage.A]\nat = "m1"\neffects = ["ProSh"]', "mage.A.effects", "is not an effect with what remains"),
        ('[mage.A]\nat = "m1"\norders = ["FLY"]', "mage.A.orders[1]", "FLY"),
        ('[mage.Q]\nat = "m1"', "mage.Q", "mages are called A to M"),
        ('[mage.A]\nat = "m1"\n[expct.A]\nat = "m1"', "expct", "did you mean expect?"),
        ('[mage.A]\nat = "m1"\n[dice]\n"cast.sucess" = 1', 'dice."cast.sucess"', "did you mean cast.success"),
        ('[mage.A]\nat = "m1"\n[expect.B]\nat = "m1"', "expect.B", "who is not in the case"),
        ('rules = 5\n[mage.A]\nat = "m1"', "rules", "must be a list of texts, not 5"),
        ('[mage.A]\nat = "m1"\nbarred = "no"', "mage.A.barred", "must be true or false, not 'no'"),
        ('[mage.A]\nat = "m1"\n[dice]\n"chaos.terrain" = 12', 'dice."chaos.terrain"', "must be 1 to 10, not 12"),
        ('[mage.A]\nat = "m1"\n[dice]\n"search.find" = "yes"', 'dice."search.find"', "must be a number, not 'yes'"),
        ('[mage.A]\nat = "m1"\n[dice]\n"search.cost" = -5', 'dice."search.cost"', "must be a number, not -5"),
        ('[mage.A]\nat = "m1"\n[expect.A]\nitems = 3', "expect.A.items", "must be a list of texts, not 3"),
        ('[mage.A]\nat = "m1"\n[expect.lying]\nm5 = "orb"', "expect.lying.m5", "must be a list of texts, not 'orb'"),
        ('[mage.A]\nat = "m1"\n[expect.game]\nglobe = 3', "expect.game.globe", "must be a list of texts, not 3"),
        ('[mage.A]\nat = "m1"\nitems = ["orb"]\n[lying]\nm2 = ["orb"]', "mage", "the orb is in two places"),
        (
            '[mage.A]\nat = "m1"\nscrolls = ["Heals","Heals","Heals","Heals","Heals","Heals","Heals"]',
            "mage",
            "holds 7 scrolls, at most 6 are allowed (MAGE-7)",
        ),
    ],
)
def test_faults_name_their_place(text: str, place: str, reason: str) -> None:
    with pytest.raises(CaseFaults) as caught:
        read_case(tomllib.loads(text))
    assert [p for p, r in caught.value.faults if p == place and reason in r], caught.value.faults


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
