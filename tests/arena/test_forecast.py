"""What an acknowledgement may foresee, from what its sender knows alone."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.games.arena.orders.lines import read_lines
from magika_gm.games.arena.rules.refusals import Code
from magika_gm.games.arena.rules.tables import SPELLS
from magika_gm.games.arena.rules.terms import OTHER, SIDES
from magika_gm.games.arena.setup import Scenario, start_state
from magika_gm.games.arena.sight import foresee, seen_by
from tests.arena.randoms import Wild


def test_it_says_where_units_come_and_what_falls_away() -> None:
    state = start_state(Scenario(), {})
    orders, _ = read_lines(["MOUNT A3 A8", "MOVE A3 E E", "MOVE B1 W", "EQUIP A3 IA2", "TERRAIN e2 WATER"])
    seen = foresee(seen_by(state, "A"), "A", orders)
    names = state.board.place_names
    assert seen.own_turn
    assert {i: names[p] for i, p in seen.places}["A3"] == "e4"
    assert [(d.line, d.refusal.code) for d in seen.doubts] == [
        ("TERRAIN e2 WATER", Code.KING_HEX),
        ("MOVE B1 W", Code.NOT_YOURS),
    ]
    assert all(d.refusal.words.endswith(f"({d.refusal.rule})") for d in seen.doubts)


def test_it_reckons_fights_and_leaves_the_state_alone() -> None:
    state = start_state(Scenario(), {})
    state.creatures["B1"].place = state.board.places["e3"]
    before = state.copy()
    orders, _ = read_lines(["MOVE A1 E", "MOVE A3 E", "SHOOT A2 e3"])
    seen = foresee(seen_by(state, "A"), "A", orders)
    assert [(state.board.place_names[f.place], f.mine, f.theirs) for f in seen.fights] == [("e3", 5, 3)]
    assert state == before


def test_in_the_enemys_turn_nothing_is_foreseen() -> None:
    state = start_state(Scenario(), {})
    orders, _ = read_lines(["MOVE B1 W", "STANDING", "KILL A1", "END STANDING"])
    assert not foresee(seen_by(state, "B"), "B", orders).own_turn


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.integers(0, 10**9))
def test_it_depends_on_what_is_known_alone(seed: int) -> None:
    wild = Wild(seed)
    state = wild.state()
    for side in SIDES:
        orders = wild.sheet(state, side)
        other = state.copy()
        other.cards[OTHER[side]] = tuple(SPELLS)[:3]
        other.standing[OTHER[side]] = tuple(wild.standing(state, OTHER[side]) for _ in range(4))
        assert foresee(seen_by(state, side), side, orders) == foresee(seen_by(other, side), side, orders)
