"""Building armies (SET-1, SET-2)."""

from __future__ import annotations

import pytest

from magika_gm.engine.seam.setup import ScenarioFaults
from magika_gm.games.arena.armies import Limits, army_of, army_text, check_army, read_army, ready
from magika_gm.games.arena.rules.tables import ARMIES
from magika_gm.games.arena.setup import Scenario, check_choice, chosen_army

LIST = """ARMY
2 Orc        ; the van
ogre
3x Human Sold
ITEM Grenade
ITEM 2 Magic Sword
SPELL Bless
END ARMY""".splitlines()


def test_a_list_is_read_with_its_lines() -> None:
    army, faults = read_army(LIST)
    assert not faults
    assert [(e.count, e.name, e.line) for e in army.creatures] == [
        (2, "Orc", 2),
        (1, "Ogre", 3),
        (3, "Human Soldier", 4),
    ]
    assert [(e.count, e.name) for e in army.items] == [(1, "Grenade"), (2, "Magic Sword")]
    assert army.cards == ("Bless",)
    check = check_army(army, Limits())
    assert (check.creatures, check.items, check.spent, check.pool) == (57, 16, 73, 107)
    assert check.remarks == ("nobody in the army can cast Bless (Holy 1)",)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("2 Orcc", "Orcc is no creature; did you mean Orc?"),
        ("ITEM Granade", "Granade is no item; did you mean Grenade?"),
        ("SPELL Blas", "Blas is no spell"),
        ("Phantasm", "Phantasm is no creature"),
        ("0 Orc", "0 is no number of things"),
        ("H", "H could be"),
        ("ITEM", "a item is missing"),
    ],
)
def test_a_wrong_line_is_named(line: str, reason: str) -> None:
    army, faults = read_army(["Orc", line])
    assert [f.line for f in faults] == [2]
    assert reason in faults[0].reason
    assert len(army.creatures) == 1


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["4 Dragon", "3 Giant"], "it costs 188 of 180 points: take 8 off"),
        (["3 Drake", "Orc"], "flying things cost 63, at most 60"),
        (["Orc", "ITEM 9 Jet Pack"], "flying things cost 63, at most 60"),
        (["4 Kobold", "4 Human Pilot", "4 Riding Horse", "4 Warhorse", "4 Archer", "Orc"], "21 creatures, at most 20"),
        (["5 Orc"], "5 of Orc, at most 4 of a kind"),
        (["3 Orc", "2 Orc"], "5 of Orc, at most 4 of a kind"),
        (["2 Warhorse"], "there must be a creature that is no vehicle"),
        ([], "there must be a creature that is no vehicle"),
        (["Wizard", "SPELL Fireball", "SPELL Fireball"], "Fireball stands twice"),
        (
            ["Wizard"]
            + [
                f"SPELL {s}" for s in ("Bless", "Heal", "Slow", "Haste", "Hold", "Terror", "Mirage", "Recall", "Weaken")
            ],
            "9 spell cards, at most 8",
        ),
    ],
)
def test_every_limit_has_its_fault(lines: list[str], reason: str) -> None:
    army, faults = read_army(lines)
    assert not faults
    check = check_army(army, Limits())
    assert any(reason in str(f) for f in check.faults), check.faults
    assert reason in army_text(check, Limits())


def test_a_fault_has_its_line() -> None:
    army, _ = read_army(["3 Orc", "Ogre", "2 Orc"])
    assert [f.line for f in check_army(army, Limits()).faults] == [3]


def test_a_ready_made_army_by_name() -> None:
    army, faults = read_army(["ARMY greenwood"])
    assert not faults
    assert army == ready(ARMIES["GREENWOOD"])
    army, faults = read_army(["ARMY GRENWOOD"])
    assert "did you mean GREENWOOD" in faults[0].reason


def test_choices_are_plain_data() -> None:
    army, _ = read_army(LIST)
    again = army_of(army.to_plain())
    assert again is not None
    assert again.to_plain() == army.to_plain()
    assert army_of("legion") == ready(ARMIES["LEGION"])
    for nonsense in (None, 3, "NOBODY", {"creatures": [["x", "Orc"]]}, {"creatures": [[1, "Ork"]]}, {"items": 5}):
        assert army_of(nonsense) is None


def test_an_illegal_army_gives_the_default() -> None:
    free = Scenario(armies="free")
    wished = {"army": {"creatures": [[5, "Orc"]], "items": [], "spells": []}}
    assert chosen_army(free, "A", wished).army.name == "LEGION"
    assert chosen_army(free, "B", {}).army.name == "HOST"
    legal = {"army": {"creatures": [[4, "Orc"]], "items": [], "spells": ["Bless"]}}
    assert chosen_army(free, "A", legal).pool == 148
    assert chosen_army(Scenario(), "A", legal).army.name == "LEGION"
    assert chosen_army(Scenario(), "A", {"army": "GREENWOOD"}).army.name == "GREENWOOD"


def test_a_handicap_costs_points() -> None:
    scenario = Scenario(handicap={"A": 10, "B": 0})
    assert check_choice(scenario, "A", ready(ARMIES["LEGION"])).pool == 20
    assert check_choice(scenario, "B", ready(ARMIES["LEGION"])).pool == 30


def test_an_army_handed_in_as_text_is_had() -> None:
    """A list written out in a sign-up file is that army; what is no army is an error, never the scenario's."""
    free = Scenario(armies="free")
    check = chosen_army(free, "A", {"army": "2 Orc\nSPELL Bless\n"})
    assert [(entry.count, entry.name) for entry in check.army.creatures] == [(2, "Orc")]
    assert check.army.cards == ("Bless",)
    for strange in ("LEGOIN", "2 Orcx\nSPELL Bless", ["HOST"]):
        with pytest.raises(ScenarioFaults, match="side A"):
            chosen_army(free, "A", {"army": strange})
