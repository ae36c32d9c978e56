"""What games' laws have in common (engine/rules.py)."""

from __future__ import annotations

import pickle

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import Copied, mutable, record
from magika_gm.engine.rules import GameRules, Telling, apply
from magika_gm.engine.told import Happened
from magika_gm.engine.verbs import seen
from magika_gm.engine.words import Reason


@mutable
class Pond(Copied):
    frogs: int = 0
    turn: int = 0
    ending: str | None = None
    worked_out: int | None = None

    def forget(self) -> None:
        self.worked_out = None


@record
class Hatched(Happened):
    frogs: int

    def apply(self, state: Pond) -> None:
        state.frogs += self.frogs


@record
class Croaked(Happened):
    seat: str

    looks = False


class PondRules(GameRules):
    SEATS = ("N", "S")
    ENDINGS = {"dry": "the pond has dried up"}


def test_an_event_that_may_change_what_was_worked_out_makes_a_state_forget_it() -> None:
    pond = Pond(worked_out=3)
    apply(pond, Croaked("N"))
    assert pond == Pond(worked_out=3)
    apply(pond, Hatched(2))
    assert pond == Pond(frogs=2)


def test_what_is_told_is_applied_and_recorded_with_who_perceives_it() -> None:
    dice = Dice(b"pond", 1)
    turn = Telling(Pond(), dice)
    turn.begin(2)
    turn.record(Hatched(4), ("N",), Hatched(0), ("S",))
    turn.step = 1
    turn.record(Croaked("S"), ["N", "S"])
    assert turn.state.frogs == 4
    assert turn.told[1].audience == ("N", "S"), "as it comes back from the store"
    done = turn.resolution
    assert [(one.phase, one.step, one.seen_by("N"), one.seen_by("S")) for one in done.told] == [
        (2, 0, Hatched(4), Hatched(0)),
        (2, 1, Croaked("S"), Croaked("S")),
    ]
    assert done.state is turn.state
    assert done.rolls == tuple(dice.rolls)


def test_most_laws_answer_so() -> None:
    rules, pond = PondRules(), Pond(turn=3)
    assert rules.default_orders(pond, "N", ()) is None
    assert (rules.turn_of(pond), rules.playing(pond), rules.ending(pond)) == (3, ("N", "S"), None)
    assert (rules.allies(pond, "N"), rules.character(pond, "S")) == ((), "")
    pond.ending = "dry"
    assert rules.ending(pond) == "dry"
    assert rules.ending_text("dry") == "the pond has dried up"


def test_an_act_is_seen_in_an_event_of_its_kind_with_its_values() -> None:
    shown = seen(Croaked, "seat")
    assert shown(Croaked("N"), Croaked("N"))
    assert not shown(Croaked("N"), Croaked("S"))
    assert not shown(Croaked("N"), Hatched(1))
    assert seen(Hatched, frogs="turn")(Pond(turn=2), Hatched(2))


class WhyNot(Reason):
    DRY = "dry", "POND-1", "there is no water"
    FROZEN = "frozen"


def test_a_reason_is_its_code_with_rule_and_words_in_one_row() -> None:
    assert (WhyNot("dry"), WhyNot.DRY, f"{WhyNot.DRY}", str(WhyNot.DRY)) == (WhyNot.DRY, "dry", "dry", "dry")
    assert (WhyNot.DRY.rule, WhyNot.DRY.words, WhyNot.DRY.told) == (
        "POND-1", "there is no water", "there is no water (POND-1)"
    )  # fmt: skip
    assert (WhyNot.FROZEN.rule, WhyNot.FROZEN.words) == ("", "")
    assert pickle.loads(pickle.dumps(WhyNot.DRY)) is WhyNot.DRY
