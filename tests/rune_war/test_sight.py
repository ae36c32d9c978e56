"""What a seat is shown of a state and what its turn file makes of it (SEE)."""

from __future__ import annotations

import pytest

from magika_gm.games.rune_war.rules.state import Discard, Won, World, sees
from magika_gm.games.rune_war.rules.tables import SEATS
from magika_gm.games.rune_war.rules.terms import CODES, KINDS
from magika_gm.games.rune_war.sight import (
    NEAR,
    NO_ADVICE,
    SIGHT,
    advice,
    masked,
    mind,
    perceive,
    spells,
    turn_file,
    won,
)
from tests.rune_war.randoms import reached
from tests.rune_war.test_bots import isle, on_map, put


def begun() -> World:
    """The first hand of the law's isle, with a Sand Wraith no other sees."""
    world = isle()
    put(world, "MZ1", "Sand Wraith", "Z3")
    put(world, "MZ2", "Durlock", "Z4")
    return world


def test_what_is_hidden_from_a_seat_is_not_in_the_state_it_knows() -> None:
    world = begun()
    world.gone = {"MZ8": ("1",), "MZ9": ("2",)}
    known = masked(world, "1")
    assert set(known.creatures) == {code for code, one in world.creatures.items() if sees(world, "1", one)} == {"MZ2"}
    assert known.armies == {"Z4": ["MZ2"]}
    assert known.gone == {"MZ8": ("1",)}
    assert known.players["1"].held == world.players["1"].held
    for seat in SEATS[1:]:
        assert known.players[seat].held == [0] * KINDS
        assert known.players[seat].number == (2 if world.players[seat].clan.prefix == "MZ" else 0)


def test_a_discard_not_seen_is_shown_when_the_hand_is_over() -> None:
    world = begun()
    world.players["2"].discards = [Discard(3), Discard(5, unseen=("1",))]
    assert [d.kind for d in masked(world, "1").players["2"].discards] == [3]
    assert [d.kind for d in masked(world, "3").players["2"].discards] == [3, 5]
    assert [d.kind for d in masked(on_map(world), "1").players["2"].discards] == [3, 5]
    view = perceive(world, "1")
    assert mind(view).seen == tuple(1 if kind in (3, 5) else 0 for kind in range(KINDS))
    assert turn_file(view)["seats"]["2"]["discards"] == [CODES[3], CODES[5]]


@pytest.mark.parametrize(
    ("seat", "sender", "to", "heard"),
    [("1", "1", "2", True), ("2", "1", "2", True), ("3", "1", "2", False), ("1", "2", "nobody", False)],
)
def test_who_hears_a_message(seat: str, sender: str, to: str, heard: bool) -> None:
    assert SIGHT.hears(begun(), seat, sender, to) is heard


def test_what_a_spell_lacks_is_told() -> None:
    """SEE-7."""
    world = begun()
    me = world.players["1"]
    me.points = 9999
    for bright, lacks in ((4, set()), (0, {"runes"})):
        me.bright = [bright] * KINDS
        assert {lack for spell in spells(perceive(world, "1")) for lack in spell["lacks"]} == lacks
    view = perceive(world, "1")
    summoned = next(spell["name"] for spell in spells(view) if spell["summons"])
    assert summoned not in view.uniques


def test_advice_is_given_while_runes_are_held() -> None:
    """SEE-7: the aims as near as the nearest but for a few runes."""
    for turn in range(4):
        world = reached(3, turn)
        view = perceive(world, "1")
        given = advice(view)
        quick = given["D"]["QUICK"]
        assert given["near"] == [aim for aim, d in given["D"].items() if d is not None and d - quick <= NEAR]
        assert turn_file(view)["advice"] == given
    world.players["1"].held = [0] * KINDS
    assert advice(perceive(world, "1")) == NO_ADVICE


def test_a_hand_that_nobody_won_names_no_rune() -> None:
    assert won(Won(round=1))["rune"] is None
    assert won(Won(round=1, winner="1", rune=3))["rune"] == CODES[3]
