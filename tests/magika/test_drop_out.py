"""A contestant who leaves: his things lie, allies may uncloak, everybody beats him (GM-3, CLK-6, VP-6)."""

from __future__ import annotations

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.verbs import DropOut
from magika_gm.games.magika.orders.model import Cast, Demand, Don
from magika_gm.games.magika.report.story import word
from magika_gm.games.magika.rules.arena import INDEX
from magika_gm.games.magika.rules.events import DroppedOut
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.state import Scroll, World, new_mage
from magika_gm.games.magika.rules.tables import BLACK
from magika_gm.games.magika.rules.tasks import apply, vp_lines


def two_reds() -> World:
    world = World()
    for letter, space in (("A", "m6"), ("B", "m6"), ("C", "p6")):
        world.mages[letter] = new_mage(letter, INDEX[space])
    for letter in "AB":
        world.mages[letter].cloaks = ["red"]
        world.mages[letter].team = "red"
    world.mages["B"].artifacts = ["orb"]
    world.mages["B"].scrolls = [Scroll("Heals")]
    return world


def test_his_things_lie_where_he_stood_and_his_ally_may_uncloak() -> None:
    world = two_reds()
    apply(world, DroppedOut("B", "A"))
    assert world.lying[INDEX["m6"]] == ["orb", "cloak:red"]
    result = play_turn(world, {"A": [Don("black"), Don("red"), Don("black")]}, Dice(b"drop", 1))
    after = result.world.mages["A"]
    assert after.team == "red", "once without penalty: the second time it is refused"
    assert after.cloaks == ["red"]
    refused = [t.event for t in result.told if t.event.__class__.__name__ == "OrderRefused"]
    assert [e.rule for e in refused] == ["CLK-6"]  # type: ignore[attr-defined]


def test_who_is_left_alone_is_told_that_he_may_take_his_cloak_off() -> None:
    """CLK-6, once: in the story of the turn in which the other leaves."""
    left, other = (word(DroppedOut("B", "A"), reader) for reader in "AB")
    assert left is not None
    assert other is not None
    assert "DON BLACK" in left.text
    assert "DON BLACK" not in other.text


def test_nobody_can_aim_at_him_and_everybody_beats_him() -> None:
    world = two_reds()
    world.mages["A"].scrolls = [Scroll("Confs")]
    apply(world, DroppedOut("B", "A"))
    told = play_turn(world, {"A": [Cast("Confs", False, "B"), Demand("orb", "B")]}, Dice(b"drop", 1)).told
    rules = [t.event.rule for t in told if t.event.__class__.__name__ == "OrderRefused"]  # type: ignore[attr-defined]
    assert rules == ["SEQ-3", "DEM-1"]
    world.mages["C"].endurance = 1
    points = {line.label: line.points for line in vp_lines(world, "C")}
    assert points["endurance"] == 0.75, "the drop-out counts as beaten, A does not"
    assert vp_lines(world, "B") == []


@pytest.mark.parametrize(("team", "stranded"), [("AB", "A"), ("ABC", ""), ("BC", "C"), ("B", "")])
def test_only_who_is_left_alone_of_a_team_may_uncloak(team: str, stranded: str) -> None:
    """CLK-6."""
    world = two_reds()
    for letter, mage in world.mages.items():
        mage.team = "red" if letter in team else BLACK
    told = play_turn(world, {}, Dice(b"drop", 1), [DropOut("B", "three misses")]).told
    assert [t.event.stranded for t in told if isinstance(t.event, DroppedOut)] == [stranded]
