"""The game master's acts: what they do, to whom they are told, why they are refused."""

from __future__ import annotations

from typing import Any

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.verbs import DropOut, Note, notes_to
from magika_gm.games.temple_isle.archive import ARCHIVE
from magika_gm.games.temple_isle.orders.lines import stored
from magika_gm.games.temple_isle.rules.acts import (
    REFEREE,
    Act,
    Adjustment,
    Handing,
    LineChange,
    Placing,
    StandIn,
    Turning,
)
from magika_gm.games.temple_isle.rules.events import Forfeited, GmHanded
from magika_gm.games.temple_isle.rules.faults import faults
from magika_gm.games.temple_isle.rules.sequence import resolve
from magika_gm.games.temple_isle.rules.state import Options, State
from magika_gm.games.temple_isle.rules.terms import SQUARE
from magika_gm.games.temple_isle.setup import Scenario, blank, place_unit, settle_hp


def table() -> State:
    state = blank(Scenario().catalogue, Options())
    state.isle = ["Meadow"] * 20
    state.isle[SQUARE["e1"]] = "Water"
    place_unit(state, 1, "Knight", "SUN", SQUARE["b2"])
    place_unit(state, 6, "Militia", "MOON", SQUARE["c2"])
    settle_hp(state)
    state.hands["SUN"] = ["Might"]
    return state


def play(state: State, *acts: Act, sun: tuple[str, ...] | None = ()) -> Resolution:
    orders = {} if sun is None else {"SUN": [stored(t) for t in sun]}
    resolution = resolve(state, orders, Dice(b"acts", 2), acts)
    assert not faults(resolution.state)
    return resolution


def test_acts_change_the_state_before_the_sheets_are_read() -> None:
    acts = (
        Placing(1, "a1", "slip"),
        Adjustment(1, 2, "slip"),
        Turning("a1", "MOON", "slip"),
        Handing("Doom", "deck", "SUN", "slip"),
        Handing("Might", "SUN", "discard", "slip"),
    )
    after: State = play(table(), *acts, sun=("U1 S", "DISCARD Might")).state
    unit = after.units[1]
    assert (unit.at, unit.hp) == (SQUARE["a2"], 2)
    assert after.control[SQUARE["a1"]] == "MOON"
    assert after.hands["SUN"] == ["Doom"]
    assert after.discard == ["Might"]


def test_a_card_handed_to_a_hand_is_told_blurred_to_the_other() -> None:
    told = play(table(), Handing("Doom", "deck", "SUN", "slip")).told
    one = next(t for t in told if isinstance(t.event, GmHanded))
    assert one.seen_by("MOON") == GmHanded("", "deck", "SUN", "slip")
    public = play(table(), Handing("Might", "SUN", "discard", "slip")).told
    one = next(t for t in public if isinstance(t.event, GmHanded))
    assert one.seen_by("MOON") == one.event


def test_lines_are_changed_added_and_struck() -> None:
    acts = (
        LineChange("SUN", 1, "U1 N", "misread"),
        LineChange("SUN", 2, "", "misread"),
        LineChange("SUN", 9, "U1 N", "forgotten"),
    )
    after: State = play(table(), *acts, sun=("U1 S", "U1 W")).state
    assert after.units[1].at == SQUARE["b1"]
    assert after.units[1].points == 3


def test_a_stand_in_begins_anew_and_a_forfeit_ends_the_game() -> None:
    state = table()
    state.missed["SUN"] = 2
    after: State = play(state, StandIn("SUN", "new"), sun=None).state
    assert (after.ended, after.missed["SUN"]) == (False, 1)
    over: State = play(state, DropOut("SUN", "cheated")).state
    assert (over.ending, over.winner, over.turn) == ("forfeit", "MOON", 0)


def test_a_forfeit_is_told_once_to_both_with_its_reason() -> None:
    told = play(table(), DropOut("SUN", "cheated"), DropOut("SUN", "twice")).told
    (one,) = [t for t in told if isinstance(t.event, Forfeited)]
    assert one.seen_by("SUN") == one.seen_by("MOON") == Forfeited("SUN", "cheated")


def test_notes_go_to_whom_they_are_for() -> None:
    acts = (Note("SUN", "one"), Note("ALL", "two"), Note("MOON", "three"))
    assert notes_to(acts, "SUN") == ("one", "two")
    play(table(), *acts)


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (Placing(9, "a1", "r"), "there is no unit U9 in play"),
        (Placing(1, "z1", "r"), "'z1' is no square"),
        (Placing(1, "b2", "r"), "stands on b2 already"),
        (Placing(1, "e1", "r"), "stands on water"),
        (Placing(1, "c2", "r"), "units of both players"),
        (Adjustment(1, 7, "r"), "U1 has 1 to 6 HP"),
        (Adjustment(1, 0, "r"), "U1 has 1 to 6 HP"),
        (Adjustment(8, 1, "r"), "no unit U8"),
        (Handing("Mite", "SUN", "MOON", "r"), "there is no card 'Mite'"),
        (Handing("Doom", "SUN", "MOON", "r"), "Doom is not in SUN"),
        (Handing("Might", "SUN", "SUN", "r"), "there already"),
        (Handing("Might", "SUN", "shelf", "r"), "is no place of cards"),
        (Turning("a1", "EARTH", "r"), "no player 'EARTH'"),
        (Turning("a1", "", "r"), "a1 is neutral already"),
        (Turning("e1", "SUN", "r"), "water is never controlled"),
        (LineChange("SUN", 0, "U1 N", "r"), "no line 0"),
        (LineChange("SUN", 1, "U1 FLY", "r"), "nothing a unit does"),
        (StandIn("EARTH", "r"), "no player"),
        (DropOut("EARTH", "r"), "no player"),
        (Note("EARTH", "r"), "no player"),
    ],
)
def test_why_an_act_cannot_be_done(act: Act, reason: str) -> None:
    assert reason in REFEREE.why_not_text(table(), (), act)


def test_acts_are_judged_after_those_made_before() -> None:
    state = table()
    first = Placing(6, "a1", "r")
    assert REFEREE.why_not_text(state, (first,), Placing(1, "c2", "r")) == ""
    assert "already" in REFEREE.why_not_text(state, (first,), Placing(6, "a1", "r"))
    state.ending, state.winner = state.ending, ""
    assert REFEREE.why_not_text(state, (), Note("ALL", "r")) == ""


ACTS: tuple[Any, ...] = (
    Placing(1, "a1", "r"),
    Adjustment(1, 2, "r"),
    Handing("Doom", "deck", "SUN", "r"),
    Turning("a1", "", "r"),
    LineChange("SUN", 1, "", "r"),
    LineChange("SUN", 1, "U1 N", "r"),
    StandIn("SUN", "r"),
    DropOut("SUN", "r"),
    Note("ALL", "r"),
)


@pytest.mark.parametrize("act", ACTS)
def test_acts_are_plain_data_and_words(act: Act) -> None:
    assert ARCHIVE.acts.from_plain(ARCHIVE.acts.to_plain(act)) == act
    assert "(r)" in REFEREE.text(act)
