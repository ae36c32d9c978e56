"""The parts keep to the seam (engine/system.py); the archive refuses what cannot be; acts; bots."""

from __future__ import annotations

import json
from typing import Any

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam import reports as sight_seam
from magika_gm.engine.seam import rules as rules_seam
from magika_gm.engine.seam import setup as setup_seam
from magika_gm.engine.seam import trials as trials_seam
from magika_gm.engine.seam.setup import Need
from magika_gm.games.temple_isle.archive import TABLES
from magika_gm.games.temple_isle.orders.model import Resign
from magika_gm.games.temple_isle.rules.state import Armies, Options, Pace, State
from magika_gm.games.temple_isle.rules.terms import SEATS
from magika_gm.games.temple_isle.setup import Scenario, begin
from magika_gm.games.temple_isle.system import TEMPLE_ISLE
from tests.temple_isle.randoms import game

SETUP: setup_seam.Setup = TEMPLE_ISLE.setup
ORDERS: rules_seam.Orders = TEMPLE_ISLE.orders
RULES: rules_seam.Rules = TEMPLE_ISLE.rules
SIGHT: sight_seam.Sight = TEMPLE_ISLE.sight
ARCHIVE: sight_seam.Archive = TEMPLE_ISLE.archive
BOTS: trials_seam.Bots = TEMPLE_ISLE.bots


def some_state(seed: int = 1, most: int = 9) -> State:
    state: State = [r.state for _, _, r in game(seed, wild=0, options=Options(), most=most)][-1]
    return state


def test_whose_sheet_a_mail_turn_waits_for() -> None:
    built = begin(Scenario(), Dice(b"n", 0)).state
    assert RULES.needs(built) == {"SUN": Need.REQUIRED, "MOON": Need.REQUIRED}
    single = some_state()
    assert sorted(RULES.needs(single).values()) == [Need.MAY, Need.REQUIRED]
    paired = [r.state for _, _, r in game(2, wild=0, options=Options(pace=Pace.PAIRED), most=3)][-1]
    assert set(RULES.needs(paired).values()) == {Need.REQUIRED}
    assert RULES.default_orders(single, "SUN", ()) is None
    assert RULES.playing(single) == SEATS
    assert RULES.allies(single, "SUN") == ()
    assert RULES.standing(single)[0].points == 0


def test_stored_lines_that_are_none() -> None:
    with pytest.raises(ValueError, match="begins no order"):
        ORDERS.stored("FLY U3")


def damaged(table: str, change: Any) -> dict[str, list[dict[str, Any]]]:
    rows = json.loads(json.dumps(TABLES.rows(some_state())))
    change(rows[table])
    return rows  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("game", lambda rows: rows.clear()),
        ("game", lambda rows: rows[0].update(stage="later")),
        ("square", lambda rows: rows.pop()),
        ("square", lambda rows: rows[0].update(card="Moon")),
        ("unit", lambda rows: rows[0].update(card="Knigt")),
        ("unit", lambda rows: rows[-1].update(hp=99)),
        ("unit", lambda rows: rows[-1].pop("owner")),
        ("hand", lambda rows: rows[0].update(card="Knigt")),
        ("hand", lambda rows: rows.append({"seat": "SUN", "place": 99, "card": "Militia", "shown": False})),
        ("deck", lambda rows: rows[0].update(copies=0)),
        ("fast", lambda rows: rows.append({"seat": "SUN", "place": 99, "line": "U3 N"})),
        ("fast", lambda rows: rows.append({"seat": "SUN", "place": 99, "line": "FAST Fly"})),
        ("seat", lambda rows: rows.pop()),
    ],
)
def test_rows_that_hold_no_state_are_refused(table: str, change: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        ARCHIVE.from_rows(damaged(table, change), Scenario())


@pytest.mark.parametrize(
    "plain",
    [
        {},
        {"kind": "Nothing"},
        {"kind": "Moved", "unit": "three", "start": "a1", "target": "a2", "entered": True},
        {"kind": "Moved", "unit": 3},
        {"kind": "Moved", "unit": 3, "start": "a1", "target": "a2", "entered": True, "more": 1},
        {"kind": "PointsSet", "points": [[1]]},
        {"kind": "PointsSet", "points": "12"},
        {"kind": "GameEnded", "ending": "sleep", "winner": "SUN"},
        [],
        None,
    ],
)
def test_plain_data_that_is_no_event(plain: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        ARCHIVE.events.from_plain(plain)


def test_a_game_that_is_over_is_not_played_on() -> None:
    state = RULES.resolve(some_state(), {"SUN": [Resign()]}, Dice(b"x", 99)).state
    assert RULES.ending(state) == "resigned"
    with pytest.raises(ValueError, match="over"):
        RULES.resolve(state, {}, Dice(b"x", 100))
    assert ORDERS.form("1", 2, state, "SUN", None) == ""


@pytest.mark.parametrize("policy", list(BOTS.POLICIES))
@pytest.mark.parametrize("armies", list(Armies))
@pytest.mark.parametrize("pace", list(Pace))
def test_bots_play_every_kind_of_game(policy: str, armies: Armies, pace: Pace) -> None:
    from tests.temple_isle.randoms import bot_sheet

    state = begin(Scenario(options=Options(armies=armies, pace=pace)), Dice(b"bots", 0)).state
    while not state.ended:
        sheets = {s: sheet for s in SEATS if (sheet := bot_sheet(state, s, policy)) is not None}
        state = RULES.resolve(state, sheets, Dice(b"bots", state.mail + 1)).state
        assert not ARCHIVE.faults(state)
    assert state.units


def test_bots_play_with_own_cards() -> None:
    from tests.temple_isle.randoms import bot_sheet
    from tests.temple_isle.test_scenario import HEAD, OWN

    scenario = SETUP.read_scenario(HEAD + OWN + "[deck]\nTrireme = 9\nFog = 9", "own")
    state = begin(scenario, Dice(b"own", 0)).state
    for _ in range(16):
        if state.ended:
            break
        sheets = {s: sheet for s in SEATS if (sheet := bot_sheet(state, s, "careful")) is not None}
        state = RULES.resolve(state, sheets, Dice(b"own", state.mail + 1)).state
        assert ARCHIVE.from_rows(json.loads(json.dumps(ARCHIVE.to_rows(state, scenario))), scenario) == state
