"""A hand turn of Rune War against as many shanten calculations of an outside package as deficiencies were asked for.

The package gets the very hands our adviser was asked about; remembered answers count as asked (the package remembers
nothing). Run with: make bench.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable, Sequence

import pytest
from mahjong.shanten import Shanten

from magika_gm.engine.dice import Dice
from magika_gm.games.rune_war.adviser import Judge
from magika_gm.games.rune_war.rules.sequence import resolve
from magika_gm.games.rune_war.rules.state import Due, World
from magika_gm.games.rune_war.setup import Scenario, begin
from tests.benchmarks.bare import SHORT, held

pytestmark = pytest.mark.benchmark
GAMES = 4 if SHORT else 12


def first_turn(seed: int) -> tuple[World, Dice]:
    """A first hand turn: deal kongs and 24 plays."""
    key = f"bench {seed}".encode()
    world = begin(Scenario(title="bench"), [], Dice(key, 0))
    assert world.due is Due.HAND
    return world, Dice(key, 1)


def asked_hands(seed: int, monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """Every hand of which a deficiency is asked in a first hand turn."""
    hands: list[list[int]] = []
    ask, change = Judge.__call__, Judge.changed

    def noted(self: Judge, hand: Sequence[int]) -> int:
        hands.append(list(hand))
        return ask(self, hand)

    def noted_changes(self: Judge, hand: Sequence[int], kinds: Iterable[int], by: int) -> dict[int, int]:
        listed = list(kinds)
        for kind in listed:
            changed = list(hand)
            changed[kind] += by
            hands.append(changed)
        return change(self, hand, listed, by)

    with monkeypatch.context() as patch:
        patch.setattr(Judge, "__call__", noted)
        patch.setattr(Judge, "changed", noted_changes)
        world, dice = first_turn(seed)
        resolve(world, {}, dice)
    return hands


def test_a_hand_turn_against_as_many_shanten_calculations(monkeypatch: pytest.MonkeyPatch) -> None:
    ratios = []
    for seed in range(GAMES):
        world, dice = first_turn(seed)
        before = Judge.asked
        began = time.process_time()
        played = resolve(world, {}, dice)
        ours = time.process_time() - began
        asked = Judge.asked - before
        hands = asked_hands(seed, monkeypatch)
        assert len(hands) == asked
        # the package refuses sizes no hand has (12 runes: what a turn file would throw); it gets the rest
        sized = [hand for hand in hands if sum(hand) % 3]
        began = time.process_time()
        for hand in sized:
            Shanten.calculate_shanten_for_regular_hand(hand)
        theirs = (time.process_time() - began) * len(hands) / len(sized)
        plays = sum(player.plays for player in played.state.players.values())
        ratios.append(ours / theirs)
        print(
            f"hand turn {seed}: {plays} plays, {asked} deficiencies, {1000 * ours:.0f} ms; "
            f"as many shanten calculations {1000 * theirs:.0f} ms; ratio {ours / theirs:.2f}"
        )
    print(f"first turn in a fresh process {ratios[0]:.2f}, median {statistics.median(ratios):.2f}")
    held("a hand turn of Rune War beside as many shanten calculations", statistics.median(ratios), 1)
