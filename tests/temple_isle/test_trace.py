"""The chain of a turn: it plays the very same turn, and says of each line and FAST line what became of it."""

from __future__ import annotations

from magika_gm.engine.dice import Dice
from magika_gm.games.temple_isle.orders.lines import stored
from magika_gm.games.temple_isle.rules.sequence import resolve
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.trace import TRACE
from tests.temple_isle.made import position


def texts(state: State, seat: str, *lines: str, forced: dict[str, list[int | str]] | None = None) -> list[str]:
    orders = {seat: [stored(line) for line in lines]}
    links = TRACE.chain(state, orders, Dice(b"x", 1, forced or {}))
    return [f"{k.kind} {k.text} [{k.rule}] {'yes' if k.ok else 'no'}" for k in links if k.kind != "told"]


def test_checks_of_a_cast_and_a_muster() -> None:
    state = position(
        """
[unit.U1]
card = "Militia"
at = "c2"
[control]
c2 = "SUN"
[seat.SUN]
hand = ["Might", "Knight", "Doom"]
"""
    )
    found = texts(state, "SUN", "CAST Might ON U1", "CAST Doom ON U1", "MUSTER Knight AT c2", "U1 N")
    assert "order line 1: CAST Might ON U1 [] yes" in found
    assert "check count 1 against level 1 [ENCH-2] yes" in found
    assert "check aimed at U1 [ENCH-5] yes" in found
    assert "check count 1 against level 5 [ENCH-2] no" in found
    assert "check levels in play 1, needed 3 [MUST-2] no" in found
    assert "check action points left: 2 [ACT-1] yes" in found


def test_why_fast_lines_sleep_and_which_fires() -> None:
    state = position(
        """
[unit.U1]
card = "Swordsman"
at = "c2"
[unit.U6]
card = "Militia"
at = "c3"
[seat.MOON]
hand = ["Parry"]
fast = ["FAST Mend ON IT WHEN ATTACK", "FAST Parry ON IT WHEN ATTACK ON U9", "FAST Parry ON IT WHEN ATTACK"]
"""
    )
    found = texts(state, "SUN", "U1 ATTACK S", forced={"combat.attack": [5], "combat.defence": [2]})
    checks = [line for line in found if "FAST" in line and line.startswith("check")]
    assert checks == [
        "check FAST Mend ON IT WHEN ATTACK: sleeps, the card is not in your hand [ENCH-4] no",
        "check FAST Parry ON IT WHEN ATTACK ON U9: sleeps, it waits for another ATTACK than ATTACK on U6 by U1 "
        "[FAST-5] no",
        "check FAST Parry ON IT WHEN ATTACK: fires at ATTACK on U6 by U1 [FAST-3] yes",
    ]
    assert [line for line in found if line.startswith("roll combat")] == [
        "roll combat.attack for U1: 5 [COMB-2] yes",
        "roll combat.defence for U6: 2 [COMB-2] yes",
    ]


def test_all_that_answer_one_event_are_told() -> None:
    state = position(
        """
[options]
answers = "all"
[unit.U1]
card = "Champion"
at = "c2"
[unit.U6]
card = "Pikeman"
at = "c3"
[seat.MOON]
hand = ["Parry", "Weakness"]
fast = ["FAST Weakness ON FOE WHEN ATTACK IF PLAYED Parry", "FAST Parry ON IT WHEN ATTACK"]
"""
    )
    found = texts(state, "SUN", "U1 ATTACK S", forced={"combat.attack": [1], "combat.defence": [1]})
    checks = [line for line in found if "WHEN ATTACK" in line and line.startswith("check")]
    assert checks == [
        "check FAST Weakness ON FOE WHEN ATTACK IF PLAYED Parry: sleeps, its condition does not hold [FAST-3] no",
        "check FAST Parry ON IT WHEN ATTACK: fires at ATTACK on U6 by U1 [FAST-3] yes",
        "check FAST Weakness ON FOE WHEN ATTACK IF PLAYED Parry: fires at ATTACK on U6 by U1 [FAST-3] yes",
    ]


def test_the_state_is_not_touched() -> None:
    state = position('[unit.U1]\ncard = "Militia"\nat = "c2"\n')
    before = repr(state)
    assert resolve(state, {"SUN": [stored("U1 N")]}, Dice(b"x", 1)).state != state
    TRACE.chain(state, {"SUN": [stored("U1 N")]}, Dice(b"x", 1))
    assert repr(state) == before
