"""What Magika's sign-up refuses of the two characters somebody names (GM-1)."""

from __future__ import annotations

import pytest

from magika_gm.games.magika.signup import SIGNUP


@pytest.mark.parametrize(
    ("second", "faults"),
    [
        (
            ["Bram", "elf", "good"],
            ["second choice: good elf is your first choice, too; name another race or alignment (GM-1)"],
        ),
        (["Bram", "elf", "evil"], []),
        (["Bram", "human", "good"], []),
    ],
)
def test_a_second_choice_is_another_one(second: list[str], faults: list[str]) -> None:
    assert SIGNUP.choice_faults({"first": ["Aletheia", "elf", "good"], "second": second}) == faults


def test_who_would_be_the_ebon_mage_only_fills_no_place_of_a_race() -> None:
    choices = {"first": ["Aletheia", "elf", "good"], "second": ["Bram", "elf", "good"], "role": "ebon"}
    assert SIGNUP.choice_faults(choices) == []
