"""Simulated games: the same plan gives the same games; the figures add up; equal players are even enough."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from magika_gm.games.temple_isle import trials
from magika_gm.games.temple_isle.rules.state import DRAW, Options, Pace
from magika_gm.games.temple_isle.rules.terms import SEATS
from magika_gm.games.temple_isle.setup import Scenario
from magika_gm.games.temple_isle.trials import Balance, Plan, simulate, weigh
from magika_gm.reports.plots import write_charts

GAMES = 40


@pytest.fixture(scope="module")
def balance() -> Balance:
    return Balance.of(Plan(GAMES, "test").played())


def test_a_game_is_decided_by_plan_and_number() -> None:
    plan = Plan(2, "twice")
    assert [plan.play(n) for n in range(2)] == list(plan.played())
    assert plan.play(0) != Plan(2, "other").play(0)


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


def test_simulate_shows_figures_and_draws_them(tmp_path: Path) -> None:
    """What ``magika-gm simulate --game temple_isle`` prints and writes."""
    played = simulate(6, "seam", 1, None, {"policies": "equal", "pace": "paired"})
    found = weigh(played)
    assert found.summary()[0].startswith("6 games")
    assert [table.heads[0] for table in found.tables()] == ["first player", "in winners' last hands"]
    assert found.to_plain()["mail_turns"]["90"] <= 19
    names = sorted(path.name for path in write_charts(found.charts(), "balance", tmp_path))
    assert names == ["balance.pdf", "game-length.svg", "winners-hands.svg", "wins.svg"]
    assert "even chance" in (tmp_path / "wins.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("options", [{"policies": "racer"}, {"pace": "slow"}])
def test_options_that_mean_nothing(options: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        simulate(1, "x", 1, None, options)


@pytest.mark.slow
def test_more_processes_give_the_same_games() -> None:
    plan = Plan(3, "jobs")
    assert list(plan.played(2)) == list(plan.played())
