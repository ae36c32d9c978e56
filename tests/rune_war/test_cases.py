"""Cases of Rune War: what is expected and does not come."""

from __future__ import annotations

from magika_gm.games.rune_war.cases import run_case


def test_a_failed_expectation_is_named() -> None:
    case = {"title": "t", "game": "rune_war", "turns": 0, "expect": {"seats": {"2": {"points": 5}}, "round": 2}}
    outcome = run_case(case)
    assert not outcome.passed
    assert sorted(outcome.failures) == ["round: expected 2, got 1", "seats.2.points: expected 5, got 0"]
