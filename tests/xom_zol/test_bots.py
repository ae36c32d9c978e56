"""Built-in players: whole games from turn files alone, what the law page says of them (BOT)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.games.xom_zol import bots
from magika_gm.games.xom_zol import bots as BOTS  # noqa: N812 - one of the seam
from magika_gm.games.xom_zol.cases import read_case
from magika_gm.games.xom_zol.orders.lines import read_orders
from magika_gm.games.xom_zol.rules.sequence import resolve
from magika_gm.games.xom_zol.rules.state import Options, Pace
from magika_gm.games.xom_zol.rules.terms import SIDES
from magika_gm.games.xom_zol.setup import OWN, Scenario, begin, shipped_decks
from magika_gm.games.xom_zol.sight import content as turn_file
from magika_gm.games.xom_zol.sight import known_state, perceive, state_of
from magika_gm.games.xom_zol.trials import entrants_of, play_game

DECKS = list(shipped_decks().values())


def sheet_for(policy: str, data: Mapping[str, object], seat: str = "A") -> list[str]:
    """What a bot writes in the position of a case."""
    case = read_case({"title": "bot", "game": "xom_zol", "rules": [], **data})
    return bots.lines_of(policy, turn_file(perceive(case.state, seat)), b"x").splitlines()


@pytest.mark.parametrize("seed", range(10))
def test_whole_games_without_a_line_that_cannot_be_read(seed: int) -> None:
    decks = {"A": DECKS[seed % 5], "B": DECKS[(seed * 2 + 1) % 5]}
    options = Options(pace=Pace.DOUBLE if seed % 3 == 0 else Pace.SINGLE)
    scenario = Scenario(name="s", title="s", decks=dict.fromkeys(SIDES, OWN), options=options)
    key = str(seed).encode()
    state = begin(scenario, entrants_of(decks), Dice(key, 0))
    while state.ending is None:
        orders = {}
        for i, side in enumerate(SIDES):
            policy, file = list(bots.POLICIES)[(seed + i) % 2], turn_file(perceive(state, side))
            text = bots.lines_of(policy, file, key)
            assert state_of(file) == known_state(state, side)
            assert bots.think(policy, known_state(state, side), side, key) == text, "what studies play by"
            reading = read_orders([SheetLine(n, line) for n, line in enumerate(text.splitlines(), 1)])
            assert reading.faults == ()
            if text:
                orders[side] = reading.orders
        state = resolve(state, orders, Dice(key, state.mail_turn + 1)).state
    assert state.turn <= options.max_turns


def test_games_repeat() -> None:
    decks = {"A": DECKS[2], "B": DECKS[3]}
    policies = {"A": "careful", "B": "bold"}
    assert play_game(decks, policies, b"again") == play_game(decks, policies, b"again")


def test_the_office_s_part() -> None:
    assert set(BOTS.POLICIES) == {"careful", "bold"}
    assert BOTS.DEFAULT == "careful"
    with pytest.raises(KeyError):
        bots.lines_of("reckless", {"ending": None})


def test_nothing_is_said_when_nothing_is_to_say() -> None:
    data: dict[str, object] = {"active": "B", "turn": 4, "side": {"A": {"hand": ["Denial"]}}}
    assert sheet_for("careful", data)[0] == "REACT", "no standing orders yet: only those"
    over = {"ending": "life", "seat": "A", "sides": {"A": {}}}
    assert bots.lines_of("careful", over) == ""
    watched: dict[str, object] = {"ending": None, "seat": "*", "sides": {"A": {}}}
    assert bots.lines_of("careful", watched) == ""


def test_careful_keeps_mana_for_a_counter_from_turn_5() -> None:
    side = {"hand": ["Denial", "Ward of Xom", "Recruit of Xom"], "field": ["Xom Farmland"] * 3}
    assert "KEEP 2" in sheet_for("careful", {"side": {"A": side}})
    assert not any(line.startswith("KEEP") for line in sheet_for("careful", {"turn": 3, "side": {"A": side}}))
    assert not any(line.startswith("KEEP") for line in sheet_for("bold", {"side": {"A": side}}))


def test_mana_is_chosen_by_what_the_hand_lacks_and_never_forced() -> None:
    side = {"hand": ["Xom Citadel", "Cloud Meadow", "Choir Angel", "Sword Angel"], "field": ["Xom Farmland"] * 2}
    lines = sheet_for("bold", {"side": {"A": side}})
    assert lines[1] == "CAST Xom Citadel"
    assert lines[2] == "IF NOT DONE CAST Cloud Meadow"


def test_careful_assaults_where_it_is_safe_or_deadly() -> None:
    weak = {"side": {"A": {"field": ["Recruit of Xom"]}, "B": {"field": ["Grave Knight"]}}}
    assert "ASSAULT SAFE" in sheet_for("careful", weak)
    alone = {"side": {"A": {"field": ["Xom Footman", "Xom Knight"]}}}
    assert "ASSAULT ALL" in sheet_for("careful", alone)
    deadly = {"side": {"A": {"field": ["Xom Knight", "Xom Knight"]}, "B": {"life": 3, "field": ["Gate Warden"]}}}
    assert "ASSAULT ALL" in sheet_for("careful", deadly)
    danger = {"side": {"A": {"life": 3, "field": ["Xom Knight"]}, "B": {"field": ["Chaos Spawn", "Grave Knight"]}}}
    assert not any(line.startswith("ASSAULT") for line in sheet_for("careful", danger))


def test_bold_assaults_and_forces() -> None:
    more = {"side": {"A": {"field": ["Xom Footman", "Xom Knight"]}, "B": {"field": ["Grave Knight"]}}}
    assert "ASSAULT ALL" in sheet_for("bold", more)
    fewer = {"side": {"A": {"field": ["Xom Footman"]}, "B": {"field": ["Grave Knight", "Zol Ghoul"]}}}
    assert "ASSAULT S>=2" in sheet_for("bold", fewer)
    forced = {"side": {"A": {"hand": ["Xom Knight"], "field": ["Xom Farmland"] * 2}}}
    assert "CAST Xom Knight FORCE 3" in sheet_for("bold", forced)
    assert not any("FORCE" in line for line in sheet_for("careful", forced))


def test_removal_goes_at_the_costliest_it_kills() -> None:
    data = {
        "side": {
            "A": {"hand": ["Smite", "Terror"], "field": ["Xom Citadel"] * 2 + ["Zol Necropolis"]},
            "B": {"field": ["Zol Skeleton", "Grave Knight", "Chaos Spawn", "Zol the Undying"]},
        }
    }
    lines = sheet_for("careful", data)
    assert "CAST Smite ON B3" in lines or "CAST Smite ON B2" in lines
    assert "CAST Terror ON B4" in lines


def test_react_counters_and_blocks() -> None:
    side = {"hand": ["Denial", "Foul Word", "Stillness", "Shield of Faith"], "field": ["Xom Citadel"] * 3}
    lines = sheet_for("careful", {"side": {"A": side}})
    react = lines[lines.index("REACT") :]
    assert "COUNTER CREATURE COST>=4 WITH Denial" in react
    assert "COUNTER SPELL COST>=2 WITH Foul Word" in react
    assert "COUNTER FUNCTION COST>=2 WITH Stillness" in react
    assert "AT CLASH CAST Shield of Faith ON MY COUNTERING WEAKEST" in react
    assert react[-1] == "BLOCK DEFAULT FAIR"
    low = {"side": {"A": {"life": 9}}}
    assert sheet_for("bold", low)[-1] == "BLOCK DEFAULT WALL"


def test_small_creatures_and_raiders_sabotage() -> None:
    data = {
        "side": {"A": {"field": ["Recruit of Xom", "Chaos Spawn", "Goblin Sapper"]}, "B": {"field": ["Chapel Bell"]}}
    }
    lines = sheet_for("careful", data)
    assert "SABOTAGE B1 WITH A1" in lines
    assert "SABOTAGE B1 WITH A3" in lines
    assert not any(line.startswith("SABOTAGE") and line.endswith("A2") for line in lines)


def test_lands_beyond_the_seventh_are_discarded_first() -> None:
    side = {"hand": ["Xom Farmland", "Xom Citadel", "Smite"], "field": ["Xom Farmland"] * 6}
    assert "DISCARD Xom Farmland" in sheet_for("careful", {"side": {"A": side}})
