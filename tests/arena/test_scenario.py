"""Scenarios and beginnings (SET)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import ScenarioFaults
from magika_gm.games.arena.armies import START_ROWS, Limits, read_army, ready
from magika_gm.games.arena.rules.sequence import coming_turns
from magika_gm.games.arena.rules.tables import ARMIES, SPELLS
from magika_gm.games.arena.rules.terms import Mode
from magika_gm.games.arena.setup import (
    Placed,
    Scenario,
    check_choice,
    read_scenario,
    seats_by_sign_up,
    start_state,
    write_scenario,
)

FOLDER = Path(__file__).parents[2] / "scenarios" / "arena"
SMALL = ("GGG", "GFFG", "KGLGK", "GFFG", "GGG")


def test_duel_is_the_laws() -> None:
    duel = read_scenario((FOLDER / "duel.toml").read_text(encoding="utf-8"))
    assert replace(duel, description="") == Scenario()


def test_every_option_is_read_back() -> None:
    scenario = Scenario(
        title='A "small" one',
        description="two\nlines",
        rows=SMALL,
        kings={"A": "c1", "B": "c5"},
        control={"c1": "A", "c5": "B", "c3": ""},
        storms={"c3": 2},
        placed=(Placed("Wall of Stone", "B", "c3"),),
        limits=Limits(points=100, creatures=10, of_a_kind=2, flying=30, spells=4),
        handicap={"A": 5, "B": 0},
        armies="free",
        ready={"MINE": replace(ARMIES["HOST"], name="MINE", creatures=((2, "Orc"),), items=(), spells=(), pool=84)},
        default_armies={"A": "MINE", "B": "MINE"},
        mode=Mode.PAIRED,
        last_turn=20,
        mastery=0,
        second_bonus=0,
        first="second",
    )
    again = read_scenario(write_scenario(scenario))
    assert again == scenario
    state = start_state(again, {})
    assert state.board.side == 3
    assert [c.kind.name for c in state.by_id()] == ["Orc", "Orc", "Orc", "Orc", "Wall of Stone"]
    assert state.pools == {"A": 79, "B": 84}
    assert state.storms == {state.board.index["c3"]: 2}
    assert (state.mode, state.last_turn, state.mastery) == (Mode.PAIRED, 20, 0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("title = ", "not TOML"),
        ("tilte = 'x'", "did you mean title"),
        ("ruleset = 'chess'", "must be arena"),
        ("[board]\nrows = 'GG'", "an odd number of rows"),
        ("[board]\nrows = '''\n" + "\n".join((*START_ROWS[:-1], "GWGF")) + "'''", "row i has 4 hexes, it must have 5"),
        ("[board]\nrows = '''\n" + "\n".join(("XFGWG", *START_ROWS[1:])) + "'''", "X is no terrain"),
        ("[board]\nrows = '''\n" + "\n".join(("KFGWG", *START_ROWS[1:])) + "'''", "a1 is court, but no king hex"),
        ("[board]\nkings = { A = 'e2', B = 'e2' }", "the same king hex"),
        ("[board]\nkings = { A = 'e2', B = 'z9' }", "is no hex of this board"),
        ("[options]\nmode = 'fast'", "is not one of single, paired"),
        ("[options]\nlast_turn = -1", "must be a whole number"),
        ("[options]\ncosts = 'mine'", "is not one of law"),
        ("[options]\ndefault_armies = { A = 'NOBODY' }", "is not one of"),
        ("[limits]\npoint = 3", "did you mean points"),
        ("[control]\nd4 = 'C'", 'is not one of "", A, B'),
        ("[storms]\nd4 = 0", "must be a whole number"),
        ("[[placed]]\nkind = 'Phantasm'\nside = 'A'\nat = 'd4'", "is not one of"),
        ("[[army]]\nname = 'X'\ncreatures = ['5 Orc']", "at most 4 of a kind"),
    ],
)
def test_a_wrong_scenario_says_where_and_why(text: str, reason: str) -> None:
    with pytest.raises(ScenarioFaults) as caught:
        read_scenario(text, "mine.toml")
    assert any(reason in fault and fault.startswith("mine.toml") for fault in caught.value.faults), caught.value.faults


def test_all_start_on_the_king_hex() -> None:
    state = start_state(Scenario(), {"A": {"army": "GREENWOOD"}})
    for creature in state.living():
        assert creature.place == state.kings[creature.side] * 2
    for item in state.items.values():
        assert item.place == state.kings[item.id[1]] * 2
    assert [c.id for c in state.by_id()][:3] == ["A1", "A2", "A3"]
    assert state.armies == {"A": "GREENWOOD", "B": "HOST"}
    assert state.cards["A"] == ARMIES["GREENWOOD"].spells


def test_the_second_player_has_four_more() -> None:
    state = start_state(Scenario(), {})
    assert state.pools == {"A": 30, "B": 32}


def test_who_is_a_is_drawn_unless_the_scenario_says() -> None:
    drawn = {seats_by_sign_up(Scenario(), Dice(b"%d" % n, 0)) for n in range(40)}
    assert drawn == {("A", "B"), ("B", "A")}
    dice = Dice(b"x", 0, {"setup.first/game": [2]})
    assert seats_by_sign_up(Scenario(), dice) == ("B", "A")
    assert [(r.name, r.subject, r.value) for r in dice.rolls] == [("setup.first", "game", 2)]
    none = Dice(b"x", 0)
    assert seats_by_sign_up(Scenario(first="first"), none) == ("A", "B")
    assert seats_by_sign_up(Scenario(first="second"), none) == ("B", "A")
    assert not none.rolls


def letter() -> Scenario:
    return read_scenario((FOLDER / "letter.toml").read_text(encoding="utf-8"))


def test_by_the_letter_points_alone_limit_an_army() -> None:
    """SET-1: the tables' costs, and what is left is the pool; four Drakes, two Dragons, twenty-two Kobolds alike."""
    for lines, pool in ((["6 Drake", "Dragon"], 22), (["2 Dragon", "Druid"], 103), (["22 Kobold"], 70)):
        army, faults = read_army(lines)
        assert not faults
        check = check_choice(letter(), "A", army)
        assert (check.faults, check.pool) == ((), pool)
    army, _ = read_army(["5 Dragon", "3 Drake"])
    assert [str(fault) for fault in check_choice(letter(), "A", army).faults] == [
        "it costs 223 of 180 points: take 43 off (SET-1)"
    ]
    army, _ = read_army(["Wizard", *(f"SPELL {name}" for name in SPELLS)])
    assert not check_choice(letter(), "A", army).faults


def test_by_the_letter_the_second_player_has_no_more() -> None:
    state = start_state(letter(), {})
    assert (state.pools, state.last_turn, state.mastery) == ({"A": 30, "B": 28}, 0, 0)
    state.turn = state.mail_turn = 500
    assert coming_turns(state) == (501,)


def test_ready_made_armies_cost_as_much_as_ones_own_where_both_are_taken() -> None:
    """SET-1: in free games ready lists obey the limit of points, by the table that prices all others."""
    free = read_scenario((FOLDER / "free.toml").read_text(encoding="utf-8"))
    for army in free.ready.values():
        check = check_choice(free, "A", ready(army))
        assert (check.faults, check.spent + check.pool) == ((), 180), army.name
    whole = ready(ARMIES["LEGION"])
    assert [f.reason for f in check_choice(free, "A", whole).faults] == ["it costs 233 of 180 points: take 53 off"]
    assert not check_choice(replace(free, edition=1), "A", whole).faults, "before edition 2: by the law's costs"
    assert not check_choice(replace(free, armies="ready"), "A", whole).faults


def test_a_default_army_its_points_do_not_pay_is_a_fault_of_the_scenario() -> None:
    text = "[options]\narmies = 'free'\nhandicap = { A = 60, B = 0 }\n"
    with pytest.raises(ScenarioFaults, match="LEGION: it costs 150 of 120 points"):
        read_scenario(text)
    assert read_scenario(text + "edition = 1\n").handicap["A"] == 60
