"""CAST-5: the game master's ruling makes any void cast a tried one, and whatever it then does leaves a sound world."""

from __future__ import annotations

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.games.magika.orders.model import Cast
from magika_gm.games.magika.rules.acts import ACTS, Act, Adjustment, Handing, Ruling, why_not
from magika_gm.games.magika.rules.arena import INDEX
from magika_gm.games.magika.rules.events import GmRuled, NoEffect, SpellTried
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.spellbook import SPELLS
from magika_gm.games.magika.rules.state import Scroll, World, faults, new_mage, own_teleport

PARAMETER = {
    "": "", "mage": "B", "colour": "RED", "terrain": "FOREST", "shift": "+3", "direction": "NE", "artifact": "CROWN",
    "scroll": "TelPt",
}  # fmt: skip


def barren_world() -> World:
    """A and B far apart on volcanic ground, B with empty hands and no points: most spells can do nothing here."""
    world = World(terrain=[10] * 325 + [0] * 26)
    world.mages["A"] = new_mage("A", INDEX["m5"], "human", "neutral")
    world.mages["B"] = new_mage("B", INDEX["x20"], "elf", "good")
    world.mages["B"].endurance = world.mages["B"].arcania = 0
    world.mages["B"].artifacts = ["crown"]
    world.mages["M"] = new_mage("M", INDEX["y13"])
    world.mages["M"].scrolls = [own_teleport()]
    return world


@pytest.mark.parametrize("major", [False, True])
@pytest.mark.parametrize("spell", SPELLS, ids=lambda s: s.code)
def test_a_cast_ruled_possible_is_tried_and_does_what_it_can(spell, major: bool) -> None:  # type: ignore[no-untyped-def]
    world = barren_world()
    a = world.mages["A"]
    a.artifacts = ["rod"]
    a.scrolls = [Scroll(spell.code), Scroll("TelPt", until=10**9)]
    dice = Dice(b"x", 1, {"cast.success": [1], "cast.bonus": [1]})
    a.skill = 150
    a.arcania = a.max_arcania = 100
    orders = {"A": [Cast(spell.code, major, PARAMETER[spell.parameter_at(major)])]}
    plain = play_turn(world, orders, Dice(b"x", 1, dice.forced))
    ruled = play_turn(world, orders, dice, [Ruling("A", 1, True, "so I say")])
    assert any(isinstance(t.event, GmRuled) and t.audience == "A" for t in ruled.told)
    assert any(isinstance(t.event, SpellTried) for t in ruled.told)
    assert not any(isinstance(t.event, NoEffect) for t in ruled.told)
    assert not faults(ruled.world)
    void = any(isinstance(t.event, NoEffect) for t in plain.told)
    against = play_turn(world, orders, Dice(b"x", 1, dice.forced), [Ruling("A", 1, False, "not so")])
    (no,) = (t.event for t in against.told if isinstance(t.event, NoEffect))
    assert str(no.reason) == "the game master's ruling: not so"
    assert void or plain.world != against.world or spell.code == "ProSp"


@pytest.mark.parametrize(
    "act",
    [
        Ruling("A", 1, True, "why"),
        Handing("crown", "B", "m5", "why"),
        Adjustment("A", "skill", 80, "why"),
    ],
)
def test_acts_go_through_plain_and_back(act: Act) -> None:
    assert ACTS.from_plain(ACTS.to_plain(act)) == act
    assert not why_not(barren_world(), [], act)
