"""Scenario files (SET-3, VAR): what a game master may write, faults told line by line, writing and reading back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import ScenarioFaults
from magika_gm.games.temple_isle.bots.scene import state_of
from magika_gm.games.temple_isle.report.report import content
from magika_gm.games.temple_isle.rules.faults import faults
from magika_gm.games.temple_isle.rules.state import Answers, Armies, Options, Pace, Stage
from magika_gm.games.temple_isle.rules.tables import standard
from magika_gm.games.temple_isle.rules.terms import SEATS, SQUARES
from magika_gm.games.temple_isle.setup import Scenario, begin, read_scenario, write_scenario
from magika_gm.games.temple_isle.sight import perceive

SHIPPED = Path(__file__).parents[2] / "scenarios" / "temple_isle"
HEAD = 'ruleset = "temple_isle"\n'
WORLD = "[world]\n" + "\n".join(f'{s} = "Meadow"' for s in SQUARES if s != "c2") + '\nc2 = "Temple of War"\n'
OWN = """
[[cards.unit]]
name = "Trireme"
level = 4
scores = "6/8/6/3"
keywords = ["water", "ranged 2"]

[[cards.mantra]]
name = "Fog"
level = 2
target = "land"
lasts = "round"
effects = ["always here cover"]

[[cards.land]]
name = "Harbour"
effects = ["always here-mine B+1", "end here-mine heal 1"]

[[cards.temple]]
name = "Temple of Tides"
effects = ["start I draw 1"]

[[cards.unit]]
name = "Knight"
level = 4
scores = "8/6/7/4"
copies = 3
"""


def test_the_default_scenario_is_the_law() -> None:
    scenario = read_scenario((SHIPPED / "isle.toml").read_text("utf-8"), "isle.toml")
    assert scenario == Scenario()
    assert scenario.options == Options()
    assert scenario.seats == SEATS


def test_a_record_of_the_first_edition_has_the_defaults_of_its_time() -> None:
    old = read_scenario(HEAD + "[options]\nedition = 1\nstack = 3").options
    assert old == Options(edition=1, limit=36, stack=3, shoot_water=True, answers=Answers.ONE)
    named = read_scenario(HEAD + "[options]\nedition = 1\nshoot_water = false\nanswers = 'all'").options
    assert named == Options(edition=1, limit=36, stack=2, shoot_water=False, answers=Answers.ALL)
    assert read_scenario(HEAD + "[options]\nstack = 3").options == Options(stack=3)


def test_a_turn_file_of_the_first_edition_is_read_by_it() -> None:
    first = Options(edition=1, limit=36, stack=2, shoot_water=True, answers=Answers.ONE)
    state = begin(Scenario(options=first), Dice(b"old", 0)).state
    file = content(perceive(state, "SUN"))
    assert state_of(file).options == first
    for name in ("answers", "edition", "limit", "stack"):
        del file["options"][name]
    assert state_of(file).options == first


def test_the_letter_has_every_option_of_ours_off() -> None:
    letter = read_scenario((SHIPPED / "letter.toml").read_text("utf-8"), "letter.toml")
    assert letter.options == Options(opening=0, joined_land=False)
    assert (letter.options.limit, letter.options.stack) == (0, 0)
    assert replace(letter, title="Temple Isle", options=Options()) == Scenario()


@pytest.mark.parametrize(
    "text",
    [
        HEAD + 'title = "A \\"quoted\\" isle"\ndescription = "d"\nseats = ["MOON", "SUN"]',
        HEAD + "[options]\npace = 'paired'\nlimit = 20\nstack = 1\nopening = 0\njoined_land = false\narmies = 'picked'",
        HEAD + "[world]\nfirst = 'MOON'",
        HEAD + "[deck]\nDragon = 0\nMight = 7\n[lands]\nMeadow = 4\nBog = 0\n[temples]\n'Temple of War' = 0",
        HEAD + WORLD + "[control]\na1 = 'SUN'\n[unit.U3]\ncard = 'Knight'\nat = 'a1'\nowner = 'SUN'\n"
        "[hand]\nSUN = ['Militia', 'Doom']\nMOON = []",
        HEAD + OWN + "[deck]\nTrireme = 2\n[temples]\n'Temple of Tides' = 1",
    ],
)
def test_scenarios_read_back_as_they_are_written(text: str) -> None:
    scenario = read_scenario(text)
    again = read_scenario(write_scenario(scenario))
    assert again == scenario
    assert not faults(begin(scenario, Dice(b"any", 0)).state)


def test_own_cards_come_after_the_shipped_ones() -> None:
    scenario = read_scenario(HEAD + OWN)
    cards = scenario.catalogue
    assert [cards.order[n] for n in ("Avatar", "Might", "Trireme", "Fog")] == [34, 35, 66, 67]
    assert (cards.lands["Harbour"].number, cards.temples["Temple of Tides"].number) == (28, 9)
    assert (cards.units["Knight"].c, cards.order["Knight"], cards.units["Knight"].copies) == (7, 17, 3)
    assert cards.units["Trireme"].water
    assert standard().units["Knight"].c == 6


def test_a_given_world_begins_with_a_game_turn() -> None:
    text = HEAD + WORLD.replace("[world]", "[world]\nfirst = 'MOON'")
    text += "[control]\na1 = 'SUN'\n[unit.U2]\ncard = 'Knight'\nat = 'a1'\nowner = 'SUN'\n[hand]\nSUN = ['Doom']"
    state = begin(read_scenario(text), Dice(b"any", 0)).state
    assert (state.stage, state.turn, state.mail, state.first) == (Stage.TURN, 0, 0, "MOON")
    assert state.hands["SUN"] == ["Doom"]
    assert len(state.hands["MOON"]) == 6, "an opening hand and the card of step 1 (SET-2)"
    assert (state.units[2].card, state.next_unit) == ("Knight", 3)


def test_a_given_world_with_picked_armies_is_fielded_first() -> None:
    state = begin(read_scenario(HEAD + "[options]\narmies = 'picked'\n" + WORLD), Dice(b"any", 0)).state
    assert state.stage is Stage.FIELD
    assert all(c in state.catalogue.mantras for c in (*state.deck, *state.hands["SUN"]))


def test_a_drawn_world_is_built_first() -> None:
    result = begin(Scenario(options=Options(pace=Pace.PAIRED, armies=Armies.PICKED)), Dice(b"any", 0))
    state = result.state
    assert state.stage is Stage.BUILD
    assert len(set(state.isle)) == 20
    assert len(state.temples) == 4
    assert [r.name for r in result.rolls[:25]] == ["world.land"] * 20 + ["world.temple"] * 4 + ["world.first"]
    assert not any(r.name == "deal.recruit" for r in result.rolls)


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("title = ", "line 1", "not TOML"),
        ("title = 't'", "", 'ruleset: write ruleset = "temple_isle" at the top'),
        (HEAD + "titel = 't'", "2", "titel: 'titel' is not a key of this table; did you mean title?"),
        (HEAD + "title = 3", "2", "title: must be a text, not 3"),
        (HEAD + "seats = ['SUN']", "2", "there are two"),
        (HEAD + "options = 3", "2", "options: must be a table, not 3"),
        (HEAD + "[options]\nlimit = 7", "3", "options.limit: is 7; write an even number"),
        (HEAD + "[options]\n\nabscence = 7", "4", "did you mean absence?"),
        (HEAD + "[options]\nstack = 11", "3", "from 0 to 10"),
        (HEAD + "[options]\njoined_land = 1", "3", "must be true or false, not 1"),
        (HEAD + "[options]\npace = 'slow'", "3", "is not one of single, paired"),
        (HEAD + "[world]\nfirst = 'ME'", "3", "write SUN or MOON"),
        (HEAD + "[world]\na1 = 'Meadow'", "2", "b1 is missing: a given world has all 20 squares"),
        (HEAD + "[world]\nz1 = 'Meadow'", "3", "world.z1: 'z1' is not a key"),
        (HEAD + WORLD.replace('e4 = "Meadow"', 'e4 = "Medow"'), "21", "land, temple or Water; did you mean Meadow?"),
        (HEAD + WORLD.replace("Temple of War", "Heath"), "2", "the isle has no temple"),
        (HEAD + "[deck]\nDragn = 0", "3", "deck.Dragn: 'Dragn' is no card; did you mean Dragon?"),
        (HEAD + "[deck]\nDragon = -1", "3", "must be a whole number from 0 to 99, not -1"),
        (HEAD + "[lands]\n" + "\n".join(f"'{n}' = 0" for n in list(standard().lands)[:8]), "2", "19 lands to draw"),
        (
            HEAD + "[temples]\n" + "\n".join(f"'{n}' = 0" for n in list(standard().temples)[:5]),
            "2",
            "3 temples to draw",
        ),
        (HEAD + "[control]\na1 = 'SUN'", "3", "there is no given world"),
        (HEAD + WORLD + "[control]\na1 = 'EARTH'", "24", 'is not one of "", SUN, MOON'),
        (HEAD + WORLD.replace('a1 = "Meadow"', 'a1 = "Water"') + "[control]\na1 = 'SUN'", "24", "nobody controls"),
        (HEAD + WORLD + "[unit.U1]\ncard = 'Knigt'\nat = 'a1'\nowner = 'SUN'", "24", "did you mean Knight?"),
        (HEAD + WORLD + "[unit.U1]\ncard = 'Knight'\nat = 'a9'\nowner = 'SUN'", "25", "'a9' is no square"),
        (HEAD + WORLD + "[unit.U1]\ncard = 'Knight'\nat = 'a1'\nowner = 'X'", "26", "is not one of SUN, MOON"),
        (HEAD + WORLD + "[unit.U1]\ncard = 'Knight'\nat = 'a1'\nowner = 'SUN'\nhp = 3", "27", "is not a key"),
        (HEAD + WORLD + "[unit.A]\ncard = 'Knight'", "23", "'A' is no unit; write U1, U2"),
        (
            HEAD + WORLD.replace('a1 = "Meadow"', 'a1 = "Water"') + "[unit.U1]\ncard='Knight'\nat='a1'\nowner='SUN'",
            "2",
            "U1 stands on water",
        ),
        (
            HEAD
            + WORLD
            + "[unit.U1]\ncard='Ogre'\nat='a1'\nowner='SUN'\n[unit.U2]\ncard='Ogre'\nat='a1'\nowner='MOON'",
            "2",
            "units of both players on one card",
        ),
        (HEAD + "[hand]\nSUN = ['Doom', 'Doom']", "3", "the deck has no Doom left"),
        (HEAD + "[hand]\nSUN = ['Dom']", "3", "did you mean Doom?"),
        (HEAD + "[hand]\nSUN = 'Doom'", "3", "must be a list of texts, not 'Doom'"),
        (HEAD + "[options]\narmies='picked'\n[hand]\nSUN = ['Knight']", "5", "the deck has no Knight left"),
        (
            HEAD + "[[cards.units]]\nname = 'X'",
            "2",
            "cards.units: 'units' is not a key of this table; did you mean unit?",
        ),
        (HEAD + "[[cards.unit]]\nname = 'Trireme'\nlevel = 11\nscores = '1/1/1/1'", "4", "from 1 to 10"),
        (
            HEAD + "[[cards.unit]]\nname = 'Trireme'\nlevel = 1\nscores = '1/1/1'",
            "5",
            'write the four scores as "4/6/4/2"',
        ),
        (HEAD + "[[cards.unit]]\nname = 'Trireme'\nlevel = 1\nscores = '1/1/0/1'", "5", "at least 1"),
        (HEAD + "[[cards.unit]]\nname = 'X1'\nlevel = 1\nscores = '1/1/1/1'", "3", "write a name of letters"),
        (
            HEAD + "[[cards.unit]]\nname = 'Lord of Any'\nlevel = 1\nscores = '1/1/1/1'",
            "3",
            "ANY is a word of the order",
        ),
        (HEAD + "[[cards.unit]]\nname = 'might'\nlevel = 1\nscores = '1/1/1/1'", "3", "another card is called 'might'"),
        (
            HEAD + "[[cards.unit]]\nnumber = 3\nname = 'Trireme'\nlevel = 1\nscores='1/1/1/1'",
            "3",
            "leave the number out",
        ),
        (HEAD + "[[cards.unit]]\nname='T'\nlevel=1\nscores='1/1/1/1'\nkeywords = ['flies']", "6", "is no keyword"),
        (HEAD + "[[cards.unit]]\nname='T'\nlevel=1\nscores='1/1/1/1'\nkeywords = ['ranged']", "6", "write 'ranged 1'"),
        (HEAD + "[[cards.unit]]\nname='T'\nlevel=1\nscores='1/1/1/1'\nkeywords = ['leap 2']", "6", "write 'leap'"),
        (
            HEAD + "[[cards.unit]]\nname='T'\nlevel=1\nscores='1/1/1/1'\neffects = ['end me heal 1']",
            "6",
            "did you mean",
        ),
        (HEAD + "[[cards.land]]\nname = 'Harbour'\ncost = 3", "4", "a land has no such key"),
        (HEAD + "[[cards.land]]\nname = 'Water'", "3", "Water is the water card"),
        (HEAD + "[[cards.land]]\nname = 'Temple of Sand'", "3", "only temples are called"),
        (HEAD + "[[cards.temple]]\nname = 'Shrine of Sand'", "3", "a temple is called"),
        (HEAD + "[[cards.mantra]]\nname = 'Fog'\nlevel = 1\nlasts = 'now'", "2", "cards.mantra[1].target: is missing"),
        (
            HEAD + "[[cards.mantra]]\nname='Fog'\nlevel=1\ntarget='unit'\nlasts='persistent'\nfast=true\n"
            "effects=['always it A+1']",
            "6",
            "a Fast mantra is never persistent (ENCH-3)",
        ),
        (
            HEAD + "[[cards.mantra]]\nname='Fog'\nlevel=1\ntarget='unit'\nlasts='now'\neffects=['always it A+1']",
            "7",
            "has effects of 'now' alone",
        ),
        (
            HEAD + "[[cards.mantra]]\nname='Fog'\nlevel=1\ntarget='unit'\nlasts='turn'\neffects=['now it heal 1']",
            "7",
            "needs an effect that does",
        ),
        (
            HEAD + "[[cards.mantra]]\nname='Fog'\nlevel=1\ntarget='land'\nneeds=['hurt']\nlasts='turn'\n"
            "effects=['always here A+1']",
            "6",
            "a target land cannot need hurt",
        ),
        (
            HEAD + "cards.land = [\n  { name = 'Harbour', copies = 1 },\n  { name = 'Harbour', copies = 2 },\n]",
            "4",
            "stands here twice",
        ),
    ],
)
def test_faults_are_told_line_by_line(text: str, place: str, reason: str) -> None:
    with pytest.raises(ScenarioFaults) as caught:
        read_scenario(text, "own.toml")
    told = [str(f) for f in caught.value.faults]
    wanted = f"own.toml:{place.removeprefix('line ')}: " if place else "own.toml: "
    assert any(t.startswith(wanted) and reason in t for t in told), told


def test_all_faults_come_at_once_by_line() -> None:
    text = HEAD + "[options]\nstack = 11\nlimit = 3\n[deck]\nDragn = 1\n"
    with pytest.raises(ScenarioFaults) as caught:
        read_scenario(text, "own.toml")
    assert [f.split(":")[1] for f in caught.value.faults] == ["3", "4", "6"]
