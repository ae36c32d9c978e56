"""Why a turn came out so (engine/trace): every link of a watched turn, and the turn as it is unwatched."""

from __future__ import annotations

import pytest

from magika_gm import games
from magika_gm.engine.dice import Dice, Roll
from magika_gm.engine.records import record
from magika_gm.engine.rules import Telling
from magika_gm.engine.told import Happened, Told
from magika_gm.engine.trace import Watched
from magika_gm.engine.trial import turns
from tests.systems.test_contract import begun


@record
class Thrown(Happened):
    seat: str
    value: int


class Turn(Telling[list[int]]):  # type: ignore[type-var]
    def throw(self, seat: str) -> None:
        value = self.dice.d100("throw", seat, "LAW-1")
        self.told.append(Told(phase=self.phase, step=self.step, event=Thrown(seat, value), audience=(seat,)))


class Seen(Watched, Turn):
    STEPS = {1: "the throw"}
    SEATS = ("A", "B")

    def owner(self, subject: str) -> tuple[str, ...]:
        return self.SEATS

    def throw(self, seat: str) -> None:
        self.note("order", (seat,), "THROW")
        super().throw(seat)
        self.heard(self.told[-1])


def test_links_stand_in_the_order_things_came_about() -> None:
    dice = Dice(b"x", 1)
    turn = Seen([], dice)
    turn.begin(2)
    turn.step = 1
    turn.throw("A")
    turn.note_checks(("B",), [("ready", "LAW-2", False)])
    dice.d100("rain", "the world", "LAW-3")
    links = turn.chain
    assert [(k.kind, k.seats, k.text, k.rule, k.ok) for k in links] == [
        ("order", ("A",), "THROW", "", True),
        ("roll", ("A",), f"throw for A: {dice.rolls[0].value}", "LAW-1", True),
        ("told", ("A",), "", "", True),
        ("check", ("B",), "ready", "LAW-2", False),
        ("roll", ("A", "B"), f"rain for the world: {dice.rolls[1].value}", "LAW-3", True),
    ]
    assert {(k.phase, k.step) for k in links} == {(2, "the throw")}
    assert turn.chain == links, "asking twice adds nothing"


@pytest.mark.parametrize("name", [name for name in games.SYSTEMS if games.system(name).has("trace")])
def test_a_watched_turn_is_the_turn(name: str) -> None:
    """Every event and roll once, in order; what a player may ask for is a roll's name; seats are seats."""
    system = games.system(name)
    _, state = begun(system)
    seats = set(system.rules.playing(state))
    for turn, _ in zip(turns(system.rules, state, b"watched", lambda _: {}), range(3), strict=False):
        links = system.trace.chain(turn.before, {}, Dice(b"watched", system.rules.turn_of(turn.after)))
        assert _ordered([k.told.phase for k in links if k.told is not None])
        assert [k.roll for k in links if k.roll is not None] == list(turn.resolution.rolls)
        assert len([k for k in links if k.told is not None]) == len(turn.resolution.told)
        assert all(set(k.seats) <= seats for k in links)
    assert all(text for text in system.trace.OWN_ROLLS.values())


def _ordered(phases: list[int]) -> bool:
    return phases == sorted(phases)


def test_a_roll_is_shown_as_it_was_made() -> None:
    roll = Roll(phase=0, name="throw", subject="A", nth=0, value=7, rule="LAW-1")
    assert Seen([], Dice(b"x", 1)).in_words(roll) == "throw for A: 7"
