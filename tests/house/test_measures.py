"""What the measures find (tests/house/measures.py)."""

from __future__ import annotations

from tests.house.bounds import BOUNDS
from tests.house.measures import judging, judging_beside_rules

SOURCE = '''
def near(unit, foe):
    """Whether it reaches (COMB-3)."""
    return distance(unit, foe) <= 2


def shown(unit):
    """Its figure (COMB-3)."""
    return figure(unit)


def counted(units):
    """How many there are."""
    return len(units) > 1


def late(storm, turn):
    return storm < turn  # STORM-3
'''


def test_a_function_that_cites_a_rule_and_weighs_figures_is_found() -> None:
    assert list(judging(SOURCE, {"COMB-3", "STORM-3"})) == ["near", "late"]
    assert list(judging(SOURCE, {"MOVE-1"})) == []


def test_no_rule_is_stated_once_more_beside_the_rules() -> None:
    """What is stated twice is changed once: ask the rules (``in_reach(state, unit, foe, at)``), or take one away."""
    found = judging_beside_rules()
    most = BOUNDS["functions beside the rules that weigh what a rule says"]
    assert len(found) <= most, "one of these states a rule that the rules can be asked for:\n" + "\n".join(found)
