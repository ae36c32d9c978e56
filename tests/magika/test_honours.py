"""Battle honours: deeds kept from turn to turn and from game to game, five marks under the shield, words at the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.told import Told
from magika_gm.games.magika.archive import ARCHIVE
from magika_gm.games.magika.report import blocks, printed
from magika_gm.games.magika.report.signs import icon
from magika_gm.games.magika.rules.events import Drained, SpellTried
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.tables import ARTIFACTS
from magika_gm.games.magika.sight import GOAL_REACHED, SIGHT, STRIKE, marks_of
from magika_gm.reports.kit.base import Style
from tests.magika.randoms import random_orders, random_world
from tests.magika.test_pdf import busy, ended


def test_what_he_did_is_remembered_turn_by_turn() -> None:
    """The memory has what the turn's report had; an artifact is marked where it was come by, not where it is held."""
    found: set[str] = set()
    for seed in range(12):
        world = random_world(seed)
        memories = {letter: SIGHT.no_memory() for letter in world.mages}
        deeds: dict[str, list[tuple[str, ...]]] = {letter: [] for letter in memories}
        for turn in range(1, 5):
            for mage in world.mages.values():  # strong enough to cast
                mage.endurance, mage.arcania = max(mage.endurance, 60), max(mage.arcania, 60)
            result = play_turn(world, random_orders(seed * 100 + turn, world), Dice(b"deeds", turn))
            world = result.world
            for mage in world.playing():
                memory = SIGHT.remember(memories[mage.letter], turn, SIGHT.perceive(world, mage.letter))
                memories[mage.letter] = SIGHT.chronicle(memory, turn, result.told, mage.letter)
                deeds[mage.letter].append(marks_of(result.told, mage.letter))
            if world.ended:
                break
        for mage in world.playing():
            memory = memories[mage.letter]
            assert [own.marks for own in memory.own] == deeds[mage.letter]
            found.update(SIGHT.honours(memory))
    assert STRIKE in found
    assert found & set(ARTIFACTS)


def test_a_strike_is_marked_by_what_its_caster_was_told() -> None:
    tried = SpellTried(mage="A", code="AtEnd", major=False, success=True, needed=50, aptitude=0, skill=50, bonus=False)
    assert marks_of([Told(phase=1, step=4, event=tried, audience="A")], "A") == (STRIKE,)
    assert marks_of([Told(phase=1, step=4, event=tried, audience="A")], "B") == ()
    assert marks_of([Told(phase=1, step=4, event=replace(tried, success=False), audience="A")], "A") == ()
    assert marks_of([Told(phase=1, step=4, event=replace(tried, code="Heals"), audience="A")], "A") == ()
    # who it struck is the victim's knowledge, and where the caster is not told of it, it is no mark
    assert marks_of([Told(phase=1, step=4, event=Drained("B", "endurance", 25, "AtEnd", "A"), audience="B")], "A") == ()


def test_honours_of_an_earlier_game_come_first_and_are_kept() -> None:
    memory = SIGHT.bring(SIGHT.no_memory(), ("crown", STRIKE))
    back = ARCHIVE.memories.from_plain(ARCHIVE.memories.to_plain(memory))
    assert back == memory
    assert SIGHT.honours(back) == ("crown", STRIKE)
    assert "honours" not in ARCHIVE.memories.to_plain(SIGHT.no_memory())


@pytest.mark.parametrize("large", [False, True])
def test_the_shield_bears_five_of_them_at_six_points(large: bool) -> None:
    report = replace(busy(3, turns=1), honours=("crown", "orb", "lamp", "rod", "tome", STRIKE, GOAL_REACHED))
    plain = replace(report, honours=(), past=tuple(own._replace(marks=()) for own in report.past))
    own = tuple(mark for turn in report.past for mark in turn.marks)
    style = Style(large=large)
    marks = blocks.honours(report)
    assert len(marks) == 5
    assert marks == tuple(dict.fromkeys((*report.honours, *own)))[-5:]
    with_them, without = blocks.own_shield(report, style), blocks.own_shield(plain, style)
    assert blocks.honours(plain) == ()
    assert abs(with_them.height - without.height) < 4
    drawn = [item for mark in marks for item in icon(mark, 0.0, 0.0, 42 * 0.075, "#1c1726", 42 * 0.014)]
    assert len(with_them.items) >= len(drawn)
    assert pytest.approx(6.3) == 2 * 42 * 0.075


def test_the_certificate_names_them() -> None:
    report = replace(ended(), honours=("crown", GOAL_REACHED))
    said = printed.certificate(report).lines
    assert any(line.startswith("Honours: ") and "the Goal Square reached" in line for line in said), said
    bare = replace(ended(), past=tuple(own._replace(marks=()) for own in report.past))
    assert not any(line.startswith("Honours") for line in printed.certificate(bare).lines)
