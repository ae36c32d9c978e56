"""Simulated games: the same plan gives the same games; the figures add up; equal players are even enough."""

from __future__ import annotations

import json

import pytest

from magika_gm.games.temple_isle import trials
from magika_gm.games.temple_isle.rules.state import DRAW, Options, Pace
from magika_gm.games.temple_isle.rules.terms import SEATS
from magika_gm.games.temple_isle.setup import Scenario
from magika_gm.games.temple_isle.trials import Balance, Plan, simulate, weigh

GAMES = 40


@pytest.fixture(scope="module")
def balance() -> Balance:
    return Balance.of(Plan(GAMES, "test").played())


@pytest.mark.slow
def test_the_figures_add_up(balance: Balance) -> None:
    plain = json.loads(json.dumps(balance.to_plain()))
    assert plain["games"] == GAMES == sum(plain["endings"].values())
    assert sum(row["games"] for row in plain["ended_by_mail_turn"]) == GAMES
    assert plain["ended_by_mail_turn"][-1]["over"] == 1
    assert sum(s["cases"] for s in plain["first_player_by_policies"].values()) == GAMES
    assert {s["cases"] for s in plain["policies_in_mixed_games"].values()} == {GAMES // 2}
    assert plain["mail_turns"]["10"] <= plain["mail_turns"]["50"] <= plain["mail_turns"]["90"] <= max(balance.lengths)
    assert all(0 < share <= 1 for share in plain["winners_hands"].values())
    assert plain["a_game"]["musters"] > 5


@pytest.mark.slow
def test_games_end_in_time_and_nobody_is_far_ahead(balance: Balance) -> None:
    assert balance.first.interval[0] < 0.6
    assert balance.first.interval[1] > 0.4
    assert balance.endings["temples"] > 0.8 * GAMES
    assert max(share for _, share in balance.in_hands()) < 0.6


@pytest.mark.slow
def test_paired_games_are_shorter() -> None:
    paired = Balance.of(Plan(12, "paired", Scenario(options=Options(pace=Pace.PAIRED, limit=36))).played())
    assert max(paired.lengths) <= 19


def test_a_game_without_a_limit_is_followed_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "LONGEST", 5)
    found = Plan(1, "endless", Scenario()).play(0)
    assert (found.ending, found.mails) == (trials.UNENDED, 5)
    assert found.winner in (*SEATS, DRAW)


def test_simulate_shows_figures_and_draws_them() -> None:
    """What ``magika-gm simulate --game temple_isle`` prints and writes."""
    found = weigh(simulate(6, "seam", 1, None, {"policies": "careful", "pace": "paired"}))
    assert [table.heads[0] for table in found.tables()] == ["first player", "in winners' last hands"]
    assert found.to_plain()["mail_turns"]["90"] <= 19
    assert sorted(found.charts()) == ["game-length", "winners-hands", "wins"]
