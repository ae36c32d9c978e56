"""Wishes that a scenario does not take are told, not lost (SET-2)."""

from __future__ import annotations

from magika_gm import games
from magika_gm.engine.seam.enrolment import Candidate
from magika_gm.games.rune_war.setup.choosing import pair_text
from tests.systems.test_contract import scenario_of

SYSTEM = games.system("rune_war")


def candidate(number: int, *wishes: str) -> Candidate:
    return Candidate(id=number, player=number, choices={"choice": list(wishes)} if wishes else {})


def test_a_wish_that_the_scenario_fixes_away_is_told_to_the_game_master() -> None:
    scenario = scenario_of(SYSTEM)
    fixed = [pair_text(seat.pair) for seat in scenario.seats.values() if seat.pair is not None]
    assert len(fixed) == 4
    strange = next(p for p in ("Kierac/Marz", "Dayla/Marz", "Logun/Iz", "Kierac/Iz") if p not in fixed)
    seated = SYSTEM.signup.assign([candidate(1, fixed[2]), candidate(2, strange), candidate(3)], scenario, {}, [])
    told = {one.candidate.id: one.why for one in seated if one.candidate is not None}
    assert told[1] == ""
    assert told[3] == ""
    assert f"the wish for {strange} is not taken" in told[2]
