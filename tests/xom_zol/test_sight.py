"""Views, memories, turn files, and the table of who learns what (SEE)."""

from __future__ import annotations

import json
import os
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.engine.dice import Dice
from magika_gm.engine.told import Told
from magika_gm.games.xom_zol.cases import play_case, read_case
from magika_gm.games.xom_zol.rules.events import (
    CardCast,
    CardDiscarded,
    CardEntered,
    CardFetched,
    CardsDrawn,
    CounterCast,
    Event,
    HandSeen,
    Lapsed,
    LineSettled,
    Materialised,
    PenaltiesTaken,
    SheetMissed,
    TaxAsked,
)
from magika_gm.games.xom_zol.rules.sequence import resolve
from magika_gm.games.xom_zol.rules.state import Options
from magika_gm.games.xom_zol.rules.terms import SIDES, WATCH
from magika_gm.games.xom_zol.sight import SIGHT, Memory, known_state, perceive, remember, state_of
from magika_gm.games.xom_zol.sight import content as turn_file
from tests.examples import some_of
from tests.turnfiles import content_schema
from tests.xom_zol.randoms import played

MANY = 500 if os.environ.get("MAGIKA_NIGHTLY") else some_of(50)


def record(data: dict[str, Any]) -> list[Told[Event]]:
    """The record of a case's game turns."""
    case = read_case({"title": "seen", "game": "xom_zol", "rules": [], **data})
    return [told for resolution in play_case(case) for told in resolution.told]


def seen(told: list[Told[Event]], kind: type, seat: str) -> list[Event]:
    return [event for t in told if (event := t.seen_by(seat)) is not None and isinstance(event, kind)]


def test_each_row_of_the_table() -> None:
    """SEE-2, row by row: what the owner, the opponent and spectators get."""
    told = record(
        {
            "option": {"bottom_discard": True},
            "side": {
                "A": {
                    "hand": [
                        "Far Sight",
                        "Call to Arms",
                        "Xom Footman",
                        "Smite",
                        "Plague",
                        "Denial",
                        "Denial",
                        "Denial",
                    ],
                    "field": [*["Xom Citadel"] * 6, "Chaos Spawn", "Xom Knight"],
                    "orders": [
                        "UPKEEP A7 LAPSE",
                        "CAST Far Sight",
                        "CAST Call to Arms",
                        "CAST Xom Footman BEHIND A8",
                        "CAST Smite ON B9",
                        "DISCARD Denial TO BOTTOM",
                    ],
                },
                "B": {
                    "hand": ["Extortion", "Terror"],
                    "field": ["Zol Necropolis"],
                    "react": ["COUNTER CHANNEL WITH Extortion", "COUNTER CREATURE WITH Denial"],
                },
            },
        }
    )
    for seat in ("B", WATCH):
        drawn = [e for e in seen(told, CardsDrawn, seat) if isinstance(e, CardsDrawn)]
        assert drawn
        assert all(e.cards == () and e.n for e in drawn), "that n cards were drawn"
        cast = [e for e in seen(told, CardCast, seat) if isinstance(e, CardCast)]
        assert [e.card for e in cast] == ["Far Sight", "Call to Arms", "Xom Footman"]
        assert all(e.payment.refs for e in cast), "card, payment, aim"
        entered = [e for e in seen(told, CardEntered, seat) if isinstance(e, CardEntered)]
        assert [(e.card, e.exists, e.behind) for e in entered] == [("Xom Footman", False, "")], "not yet here"
        hand = [e for e in seen(told, HandSeen, seat) if isinstance(e, HandSeen)]
        assert [e.cards for e in hand] == [()], "who peeked, not the hand"
        gone = [e for e in seen(told, CardDiscarded, seat) if isinstance(e, CardDiscarded)]
        assert [e.card for e in gone if e.bottom] == [""], "to the bottom: that one card was"
        assert all(e.card for e in gone if not e.bottom)
        assert [e.card for e in seen(told, CardFetched, seat) if isinstance(e, CardFetched)] == ["Recruit of Xom"]
        assert seen(told, Lapsed, seat)
        assert seen(told, PenaltiesTaken, seat)
        assert seen(told, CounterCast, seat)
        assert seen(told, TaxAsked, seat)
        lines = [e for e in seen(told, LineSettled, seat) if isinstance(e, LineSettled)]
        assert all(e.side == seat for e in lines), "an illegal line, an unusable counter: nothing"
    assert [e.cards for e in seen(told, HandSeen, "A") if isinstance(e, HandSeen)] == [("Extortion", "Terror")]
    assert any(e.behind == "A8" for e in seen(told, CardEntered, "A") if isinstance(e, CardEntered))
    assert all(e.cards for e in seen(told, CardsDrawn, "A") if isinstance(e, CardsDrawn))
    assert [e.code for e in seen(told, LineSettled, "B") if isinstance(e, LineSettled)] == ["", "not-held"]
    missed = record({"side": {"A": {"no_sheet": True}}})
    assert all(seen(missed, SheetMissed, seat) for seat in (*SIDES, WATCH))


def test_a_place_that_was_not_taken_is_not_told() -> None:
    """FIELD-5, SEE-1: a BEHIND that comes to nothing is no word of anybody's report."""
    new = {"card": "Recruit of Xom", "new": True, "behind": "A1"}
    told = record(
        {
            "side": {
                "A": {
                    "field": ["Xom Knight", new, new, {"card": "Recruit of Xom", "new": True, "behind": "A9"}],
                    "hand": ["Ork Raider", "Ork Raider"],
                    "pool": "EBBEBB",
                    "orders": ["CAST Ork Raider BEHIND A3", "CAST Ork Raider BEHIND A2"],
                }
            },
            "card": {
                "Ork Raider": {
                    "type": "character", "faction": "BH", "cost": "EBB", "race": "ork", "rules": "HASTE"
                }
            },
        }
    )  # fmt: skip
    for seat in (*SIDES, WATCH):
        came = [e for e in seen(told, Materialised, seat) if isinstance(e, Materialised)]
        assert [(e.ref, e.behind) for e in came] == [("A2", "A1"), ("A3", ""), ("A4", "")]
        cast = [e for e in seen(told, CardEntered, seat) if isinstance(e, CardEntered)]
        assert [(e.ref, e.behind) for e in cast] == [("A5", "A3"), ("A6", "")]


def test_a_discard_by_roll_is_public() -> None:
    thief = {"hand": ["Cut the Purse"], "field": ["Zol Crypt"], "orders": ["CAST Cut the Purse"]}
    told = record({"side": {"A": thief, "B": {"hand": ["Smite"]}}})
    assert seen(told, CardDiscarded, WATCH)


def test_turn_files_match_their_schema() -> None:
    validator = jsonschema.Draft202012Validator(content_schema("xom_zol"))
    for _, _, resolution in played(11, most=30):
        for seat in (*SIDES, WATCH):
            content = json.loads(json.dumps(turn_file(perceive(resolution.state, seat), resolution.told)))
            assert [e.message for e in validator.iter_errors(content)] == []
    assert resolution.state.ending is None or content["winner"]


def test_only_cards_that_stand_in_the_file_are_in_it() -> None:
    for _, _, resolution in played(5, most=6):
        content = turn_file(perceive(resolution.state, "A"), ())
        shown = {p["card"] for p in content["play"]} | set(content["hand"]) | {content["next_draw"]}
        for own in content["sides"].values():
            shown |= set(own["discard"]) | {name for name, _ in own["deck"]}
        if content["peeked"]:
            shown |= set(content["peeked"]["hand"])
        assert set(content["cards"]) == shown - {None}


def test_a_view_blanks_what_is_hidden() -> None:
    for before, _, _ in played(7, most=5):
        view = perceive(before, "A").state
        foe = view.sides["B"]
        assert set(foe.hand) <= {"?"}
        assert set(foe.library) <= {"?"}
        assert foe.react == ()
        assert foe.deck == ()
        assert foe.saw is None
        assert set(view.sides["A"].library[1:]) <= {"?"}
        assert view.sides["A"].hand == before.sides["A"].hand
        watched = perceive(before, WATCH).state
        assert set(watched.sides["A"].hand) <= {"?"}


def test_decks_are_told_when_the_game_is_over() -> None:
    *_, (before, _, resolution) = played(3)
    assert perceive(before, "A").state.sides["B"].deck == ()
    assert resolution.state.ending is not None, "forty mail turns are a whole game"
    assert perceive(resolution.state, "A").state.sides["B"].deck == resolution.state.sides["B"].deck != ()


def test_memory_keeps_cards_and_hands_seen() -> None:
    memory: Memory | None = None
    for _, _, resolution in played(2, most=12):
        memory = remember(memory, resolution.state.mail_turn, perceive(resolution.state, "A"))
        shown = [p.card.name for p in resolution.state.of("B")] + resolution.state.sides["B"].discard
        known = dict(memory.cards)
        assert all(known[name] >= shown.count(name) for name in shown)
        if resolution.state.sides["A"].saw:
            assert resolution.state.sides["A"].saw in memory.hands
    assert memory is not None
    assert memory.cards


def test_options_are_in_the_file() -> None:
    for before, _, _ in played(1, Options(life=33, front_must_die=True), most=1):
        assert state_of(turn_file(perceive(before, "A"))).options == before.options


def test_the_forecast_state_can_be_played_on() -> None:
    """A known state is whole: the rules run on it, blanks and all."""
    for before, _, _ in played(9, most=12):
        for seat in SIDES:
            known = perceive(before, seat).state
            assert resolve(known, {}, Dice(b"known", before.mail_turn + 1)).state.mail_turn == before.mail_turn + 1


def test_a_turn_file_is_read_back_as_the_state_its_reader_knows() -> None:
    for _, _, resolution in played(2, most=14):
        for seat in SIDES:
            view = perceive(resolution.state, seat)
            again, known = state_of(turn_file(view)), known_state(resolution.state, seat)
            assert again.sides == known.sides
            assert again.pieces == known.pieces
            for row in turn_file(view)["play"]:
                piece = known.pieces[row["ref"]]
                assert ("s" in row) is piece.creature, "figures are of those that are there (TERM-6)"


@pytest.mark.parametrize(
    ("seat", "sender", "to", "heard"),
    [
        ("A", "A", "FOE", True),
        ("B", "A", "FOE", True),
        ("B", "A", "B", True),
        ("B", "GM", "A", False),
        ("B", "GM", "ALL", True),
        (WATCH, "A", "ALL", True),
        (WATCH, "A", "FOE", False),
        ("C", "C", "ALL", False),
    ],
)
def test_who_hears_a_message(seat: str, sender: str, to: str, heard: bool) -> None:
    state = next(played(2, most=1))[0]
    assert SIGHT.hears(state, seat, sender, to) is heard


def test_a_turn_taken_in_again_stands_once_in_the_course() -> None:
    state = next(played(2, most=1))[0]
    memory = remember(remember(None, 3, perceive(state, "A")), 3, perceive(state, "A"))
    assert [turn for turn, *_ in memory.course] == [3]


@given(st.integers(0, 2**32))
@settings(max_examples=MANY, deadline=None)
def test_spectators_get_what_both_sides_get(seed: int) -> None:
    """Nothing in the spectators' file that either side does not get, and no hand, draw or standing order."""
    for _, _, resolution in played(seed, most=8):
        watched = turn_file(perceive(resolution.state, WATCH), resolution.told)
        files = [turn_file(perceive(resolution.state, side), resolution.told) for side in SIDES]
        for key in ("hand", "next_draw", "react", "peeked"):
            assert key not in watched
        assert watched["play"] == [{k: v for k, v in p.items() if k != "behind"} for p in files[0]["play"]]
        for told in resolution.told:
            public = told.seen_by(WATCH)
            if public is not None:
                assert all(told.seen_by(side) is not None for side in SIDES)
