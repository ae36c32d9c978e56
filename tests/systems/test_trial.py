"""Whole games by built-in players (engine/trial): what is the same for every game."""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass

import pytest

from magika_gm import games
from magika_gm.engine import trial
from magika_gm.engine.dice import Dice
from magika_gm.engine.system import GameSystem
from magika_gm.engine.trial import Share, pairings, quantile, share_table, turns
from magika_gm.reports.plots import axis_of
from tests.systems.test_contract import begun
from tests.systems.toy import TOY


@dataclass(frozen=True, slots=True)
class Plan(trial.Plan[int]):
    """Games that last as long as their number says."""

    longest: int = 7

    def play(self, number: int) -> int:
        return number % self.longest


class Tally(trial.Tally[int]):
    def add(self, record: int) -> None:
        self.count(record, "odd" if record % 2 else "even")


@pytest.mark.slow
def test_any_number_of_processes_plays_the_same_games_in_order() -> None:
    plan = Plan(20, "x")
    assert list(plan.played(2)) == list(plan.played()) == [n % 7 for n in range(20)]
    assert plan.seed_of(1) != plan.seed_of(2) != Plan(20, "y").seed_of(2)


@pytest.mark.slow
def test_games_can_be_broken_off() -> None:
    records = Plan(40, "x").played(2)
    assert next(records) == 0
    records.close()
    assert not multiprocessing.active_children()


def test_what_all_games_count() -> None:
    tally = Tally.of(Plan(10, "x").played())
    assert (tally.games, tally.length(0.1), tally.length(0.5), tally.length(0.9)) == (10, 0, 2, 6)
    assert tally.course() == "10 games of 2 turns (10-90 %: 0-6, longest 6); ended by: even 6 (60%), odd 4 (40%)"
    assert Tally().course() == "0 games of 0 turns (10-90 %: 0-0, longest 0); ended by: "
    assert Tally().length(0.5) == quantile([], 0.5) == 0


def test_a_share_has_wilsons_interval() -> None:
    share = Share()
    assert share.interval == (0, 1)
    for n in range(100):
        share.add(n % 2)
    assert share.interval == pytest.approx((0.404, 0.596), abs=0.001)
    assert str(share) == "50.0 % (40.4 to 59.6)"
    assert share.text("-") == "50.0 % (40.4-59.6)"
    assert share.to_plain() == {"cases": 100, "share": 0.5, "low": 0.4038, "high": 0.5962}
    assert Share(10, 0).interval[0] == 0
    assert Share(10, 10).interval[1] == 1
    assert share_table("who", {"a": share}).rows == (("a", "100", str(share)),)


def test_who_plays_whom() -> None:
    every = (("a", "a"), ("a", "b"))
    assert pairings("all", "ab", every) == every
    assert pairings("equal", "ab", every) == (("a", "a"), ("b", "b"))
    assert pairings("b", "ab", every) == (("b", "b"),)
    with pytest.raises(ValueError, match="policies: 'c' is none of a, b, equal, all"):
        pairings("c", "ab", every)


@pytest.mark.parametrize("name", [TOY.name, *games.SYSTEMS])
def test_a_game_goes_turn_by_turn(name: str) -> None:
    system: GameSystem = TOY if name == TOY.name else games.system(name)
    _, state = begun(system)
    empty = dict.fromkeys(system.rules.playing(state), ())
    first, second = (turn for turn, _ in zip(turns(system.rules, state, b"x", lambda _: empty), range(2), strict=False))
    assert first.before is state
    assert second.before is first.after
    assert [system.rules.turn_of(turn.after) for turn in (first, second)] == [1, 2]
    assert first.resolution == system.rules.resolve(state, empty, Dice(b"x", 1))
    assert first.events == [told.event for told in first.resolution.told]


@pytest.mark.parametrize("name", [name for name in games.SYSTEMS if games.system(name).has("balance")])
def test_policies_nobody_knows_are_refused_before_the_first_game(name: str) -> None:
    with pytest.raises(ValueError, match="polic"):
        games.system(name).balance.simulate(1, "x", 1, None, {"policies": "nobody"})


def test_titles_of_charts_say_what_is_seen() -> None:
    def share(label: str, value: float, error: float = 0.02) -> trial.Bar:
        return trial.Bar(label, value, error)

    near = trial.Panel("Seat", (share("SUN", 0.5), share("MOON", 0.52)))
    far = trial.Panel("Race", (share("human", 0.14), share("elf", 0.12), share("dwarf", 0.04)))
    some = trial.Panel("Race", (share("elf", 0.55), share("dwarf", 0.45)))
    assert trial.Dots("Games won", "", (near,)).said == "Games won: no difference that is more than chance"
    assert trial.Dots("Games won", "", (near,), trial.Mark(0.4, "")).said == "Games won: seat, MOON 52%"
    assert trial.Dots("Games won", "", (near, some)).said == "Games won: elf 55%, dwarf 45%"
    assert trial.Dots("Games won", "", (near, far)).said == "Games won: human 3.5 times as often as dwarf"
    assert trial.Columns("Length", "", {3: 1, 5: 2, 7: 4}, "turns").said == "Length: half of them between 5 and 7 turns"
    assert trial.Columns("Length", "", {7: 4}, "turns").said == "Length: half of them 7 turns"
    rows = (trial.Stack("Heal", (1, 2), (3,)), trial.Stack("Bolt", (9,), (9,)))
    assert (
        trial.Stacks("Spells", "", rows, ("a", "b"), ("c", "d")).said == "Spells: Bolt most often (18), Heal least (6)"
    )


def test_axes_are_cut_to_what_is_drawn_and_their_labels_have_room() -> None:
    assert axis_of([0.39, 0.5, 0.61], 300) == pytest.approx((0.35, 0.65, 0.05))
    assert axis_of([0.39, 0.5, 0.61], 130) == pytest.approx((0.3, 0.7, 0.1)), "five labels, not seven"
    assert axis_of([0.02, 0.14], 300)[0] == 0.0
    for room in (90, 200, 340):
        low, high, step = axis_of([0.01, 0.99], room)
        assert low == 0.0
        assert round((high - low) / step) * step == pytest.approx(1.0)
