"""What an acknowledgement may foresee, from what its sender knows alone."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.games.arena.orders.lines import read_lines
from magika_gm.games.arena.orders.sheet import forecast_text
from magika_gm.games.arena.rules.refusals import Code
from magika_gm.games.arena.rules.tables import KINDS, SPELLS
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


def test_poison_is_told_of_who_does_not_win_by_more() -> None:
    """POIS-1, POIS-4: it works on a tie, and where its side loses by less; not where none of its foes stands."""
    state = start_state(Scenario(), {})
    grunt, spider = state.creatures["A3"], state.creatures["B1"]
    spider.place = state.board.places["e3"]
    spider.kind = KINDS["Giant Spider"]
    orders, _ = read_lines(["MOVE A3 E", "AUTO OFF"])
    for mine, theirs, stung in ((1, 1, True), (2, 1, True), (3, 1, False), (0, 1, False)):
        grunt.printed_power, spider.printed_power = mine, theirs
        text = forecast_text(state, "A", foresee(state, "A", orders))
        (row,) = [row for row in text.splitlines() if "combat at" in row]
        assert f"{mine} against {theirs}" in row
        assert ("; their poison may take one of yours (POIS-1)" in row) is stung
        assert "your poison" not in row
    grunt.kind, grunt.printed_power = KINDS["Giant Snake"], 1
    text = forecast_text(state, "A", foresee(state, "A", orders))
    both = "; your poison may take one of theirs (POIS-1); their poison may take one of yours (POIS-1)"
    assert f"1 against 1, a tie (FIGHT-2){both}" in text
    spider.printed_power = 1
    shot, _ = read_lines(["SHOOT A2 e3", "AUTO OFF"])
    assert "poison" not in forecast_text(state, "A", foresee(state, "A", shot)), "nobody stands there to be bitten"


def test_who_is_bound_is_told_by_which_rule() -> None:
    """MAG-7 and VEH-1, in games begun from edition 3 on."""
    state = start_state(Scenario(), {})
    wizard = next(c for c in state.by_id() if c.side == "A" and c.kind.name == "Wizard")
    orders, _ = read_lines([f"M1 CAST Fireball BY {wizard.id} ON e4", f"MOVE {wizard.id} E"])
    for edition, rule in ((3, "MAG-7"), (2, "MOVE-1")):
        state.edition = edition
        (doubt,) = foresee(state, "A", orders).doubts
        assert doubt.refusal.words == f"{wizard.id} cannot move by itself now ({rule})"


def test_what_is_late_is_doubted_where_the_fights_leave_nobody_to_do_it() -> None:
    """SEQ 8: whatever is rolled in the fights; who may live, or carries one rider too many already, is told apart."""
    state = start_state(Scenario(), {})
    state.creatures["B1"].place = state.board.places["e3"]
    state.creatures["A1"].printed_power, state.creatures["B1"].printed_power = 1, 9
    lines = ["MOVE A1 E", "LATE DISMOUNT A1", "LATE MOUNT A3 A8", "LATE MOUNT A4 A8", "AUTO OFF"]
    orders, _ = read_lines(lines)
    doubts = {doubt.line: doubt.refusal.code for doubt in foresee(seen_by(state, "A"), "A", orders).doubts}
    assert doubts == {"LATE DISMOUNT A1": Code.DEAD, "LATE MOUNT A4 A8": Code.TOO_HEAVY}
    state.creatures["B1"].printed_power = 1  # a tie: who falls is rolled
    doubts = {doubt.line: doubt.refusal.code for doubt in foresee(seen_by(state, "A"), "A", orders).doubts}
    assert doubts == {"LATE DISMOUNT A1": Code.NOT_RIDING, "LATE MOUNT A4 A8": Code.TOO_HEAVY}


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
