"""The plain mah jong mode: a small game of its own (GAME-5)."""

from __future__ import annotations

import io
import json
from itertools import pairwise
from pathlib import Path

import pytest
from pypdf import PdfReader

from magika_gm.engine.dice import Dice
from magika_gm.games.rune_war.report.reports import REPORTS
from magika_gm.games.rune_war.rules.events import (
    CombatEnded,
    Event,
    GameEnded,
    HandDrawn,
    HandWon,
    KongMade,
    LandClaimed,
    MeldMade,
    SegmentBegan,
    SpellCast,
    Summoned,
)
from magika_gm.games.rune_war.rules.faults import faults
from magika_gm.games.rune_war.rules.sequence import resolve, standing
from magika_gm.games.rune_war.rules.state import Due, World
from magika_gm.games.rune_war.rules.tables import SEATS
from magika_gm.games.rune_war.setup import begin, read_scenario
from magika_gm.games.rune_war.sight import perceive, turn_file
from magika_gm.games.rune_war.trials import play_game
from tests.rune_war.paper import report_of

PLAIN = Path(__file__).parents[2] / "scenarios" / "rune_war" / "mah-jong.toml"
Played = list[tuple[World, list[Event]]]


@pytest.fixture(scope="module")
def whole() -> Played:
    """A whole plain game by the policies: every state, and what was told on the way to it."""
    scenario = read_scenario(PLAIN.read_text(encoding="utf-8"), "mah-jong")
    world = begin(scenario, [], Dice(b"plain", 0))
    found: Played = [(world, [])]
    while world.due is not Due.NOTHING:
        resolved = resolve(world, {}, Dice(b"plain", world.turn + 1))
        world = resolved.state
        found.append((world, [t.event for t in resolved.told]))
    return found


def test_hands_alone_are_played_to_the_last_round(whole: Played) -> None:
    assert all(state.due is Due.HAND for state, _ in whole[:-1])
    events = [event for _, told in whole for event in told]
    ends = [e for e in events if isinstance(e, HandWon | HandDrawn)]
    assert len(ends) == whole[0][0].options.rounds == 8
    assert not any(isinstance(e, SpellCast | Summoned | SegmentBegan | CombatEnded | LandClaimed) for e in events)
    assert sum(isinstance(e, GameEnded) for e in events) == 1
    assert whole[-1][0].ending is not None
    assert all(not faults(state) for state, _ in whole)


def test_the_next_hand_is_dealt_in_the_same_mail_turn(whole: Played) -> None:
    for (before, _), (after, told) in pairwise(whole):
        ended = any(isinstance(e, HandWon | HandDrawn) for e in told)
        if after.ending is None:
            assert after.round == before.round + ended
            assert after.hand is not None
            assert after.hand.fresh is ended


def test_rune_points_are_all_that_is_won_and_none_is_lost(whole: Played) -> None:
    for state, told in whole:
        assert sum(p.rune_points for p in state.players.values()) == 0
        assert all(
            p.points == q.points for p, q in zip(state.players.values(), whole[0][0].players.values(), strict=True)
        )
        assert all(not any(p.lcp.values()) for p in state.players.values())
        assert not state.creatures
        for event in told:
            if isinstance(event, KongMade | MeldMade):
                assert event.points == 0
            if isinstance(event, HandWon):
                assert event.won.magic == 0
                assert sum(n for _, n in event.won.payments) >= event.won.score


def test_the_standing_is_by_rune_points(whole: Played) -> None:
    state = whole[-1][0]
    places = standing(state)
    points = [place.points for place in places]
    assert points == sorted(points, reverse=True)
    assert points == [float(state.players[p.seat].rune_points) for p in places]
    assert places[0].rank == 1
    assert len(set(points)) > 1


def test_equal_rune_points_share_a_rank(whole: Played) -> None:
    world = whole[-1][0].copy()
    for player in world.players.values():
        player.rune_points = 0
    world.players["2"].points += 50
    assert [place.rank for place in standing(world)] == [1, 1, 1, 1], "nothing else breaks the tie (W22)"


def test_its_reports_speak_of_no_isle() -> None:
    scenario = read_scenario(PLAIN.read_text(encoding="utf-8"), "mah-jong")
    world = begin(scenario, [], Dice(b"plain", 0))
    resolved = resolve(world, {}, Dice(b"plain", 1))
    written = report_of(resolved.state, "1", resolved.told)
    texts = [
        REPORTS.text(written, None),
        REPORTS.html(written, None),
        "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(REPORTS.pdf(written, "a4", False))).pages),
    ]
    for text in texts:
        assert "rune points" in text
        for word in ("isle", "claim points", "spell points", "mournhold", "circle", "castable"):
            assert word not in text.casefold().replace("“the isle”", ""), word


def test_turn_files_offer_no_spell_and_policies_write_none(whole: Played) -> None:
    for state, _ in whole[:3]:
        for seat in SEATS:
            plain = turn_file(perceive(state, seat))
            assert plain["map"] is False
            assert plain["spells"] == []
            assert "CAST" not in json.dumps(plain["waiting"])


@pytest.mark.parametrize("policy", ["careful", "bold"])
def test_every_policy_plays_it(policy: str) -> None:
    scenario = read_scenario(PLAIN.read_text(encoding="utf-8"), "mah-jong")
    outcome = play_game(scenario, [policy] * 4, b"plain policy")
    assert len(outcome.hands) == 8
    assert outcome.combats == outcome.casts == outcome.claims == 0
    assert sum(seat.rune_points for seat in outcome.seats) == 0
    assert min(seat.rank for seat in outcome.seats) == 1
