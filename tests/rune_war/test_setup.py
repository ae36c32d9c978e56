"""Scenarios and beginnings (SETUP)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Entrant, ScenarioFaults
from magika_gm.games.rune_war.rules.faults import faults
from magika_gm.games.rune_war.rules.state import Options
from magika_gm.games.rune_war.rules.tables import LAW_ISLE, SEATS, WIZARDS, Clan
from magika_gm.games.rune_war.setup import (
    PLACINGS,
    CreatureSetup,
    Pair,
    Scenario,
    SeatSetup,
    begin,
    fillable,
    give_out,
    is_sound,
    legal_pairs,
    pair_text,
    placed,
    places_of,
    read_pair,
    read_scenario,
    write_scenario,
)
from tests.examples import some_of

SHIPPED = Path(__file__).parents[2] / "scenarios" / "rune_war"


def pair(text: str) -> Pair:
    found = read_pair(text)
    assert found is not None
    return found


# -- files -------------------------------------------------


def test_the_letter_is_the_drawn_game_without_spell_points() -> None:
    """SET-5: players choose, as by default; nobody has points at the start."""
    letter, drawn = (read_scenario((SHIPPED / f"{name}.toml").read_text("utf-8"), name) for name in ("letter", "drawn"))
    assert letter == replace(drawn, title=letter.title, options=replace(drawn.options, spell_points=0))


def test_isle_is_the_laws() -> None:
    scenario = read_scenario((SHIPPED / "isle.toml").read_text(encoding="utf-8"), "isle")
    assert scenario.isle == LAW_ISLE
    assert scenario.options == Options()
    assert not scenario.drawn_places
    pairs = [pair_text(s.pair) for s in scenario.seats.values() if s.pair]
    assert pairs == ["Orachi/Maitha", "Dayla/Marz", "Lakkho/Kartha", "Ziag/Iz"]
    assert {s.policy for s in scenario.seats.values()} == {"careful"}
    world = begin(scenario, [], Dice(b"isle", 0))
    assert [p.points for p in world.players.values()] == [400, 600, 400, 400]


def test_weighed_is_the_isle_but_for_what_land_resists_and_is_worth() -> None:
    isle, weighed = (read_scenario((SHIPPED / f"{name}.toml").read_text("utf-8"), name) for name in ("isle", "weighed"))
    assert weighed.isle.ridges == isle.isle.ridges
    assert (weighed.seats, weighed.options, weighed.creatures) == (isle.seats, isle.options, ())
    for law, ours in zip(isle.isle.territories, weighed.isle.territories, strict=True):
        assert replace(ours, loyalty=law.loyalty, value=law.value) == law
    worth = {t.clan: 0 for t in weighed.isle.territories if t.clan}
    for t in weighed.isle.territories:
        if t.clan:
            worth[t.clan] += t.value
    assert sorted(worth.values()) == [720, 960, 960, 960]


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    fixed = draw(st.booleans())
    pairs = ("Orachi/Maitha", "Dayla/Marz", "Lakkho/Kartha", "Ziag/Iz")
    seats = {
        seat: SeatSetup(pair(p) if fixed else None, draw(st.sampled_from(("careful", "bold"))))
        for seat, p in zip(SEATS, pairs, strict=True)
    }
    creatures = draw(
        st.sampled_from(
            (
                (),
                (
                    CreatureSetup(code="MA1", kind="Maz'Ra", at="T"),
                    CreatureSetup(code="KA3", kind="Minotaur", at="K2", loyalty=2),
                ),
            )
        )
    )
    return Scenario(
        title=draw(st.text(max_size=20)) or "x",
        options=Options(
            rounds=4 * draw(st.integers(1, 8)),
            pace=draw(st.integers(1, 9)),
            map=draw(st.booleans()),
            spell_points=draw(st.one_of(st.none(), st.integers(0, 999))),
            last_discard=draw(st.booleans()),
        ),
        drawn_places=draw(st.booleans()),
        seats=seats,
        creatures=creatures,
    )


@given(scenarios())
@settings(max_examples=25, deadline=None)
def test_a_scenario_written_reads_back_equal(scenario: Scenario) -> None:
    assert read_scenario(write_scenario(scenario), "x") == scenario


def _isle_text(**changes: Any) -> str:
    text = write_scenario(Scenario(title="x"))
    for old, new in changes.items():
        assert old
        text = text.replace(*new)
    return text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rounds = ", "x:1: not TOML"),
        ("rounds = 5", "multiple of 4"),
        ("rounds = 0", "rounds"),
        ("pace = 0", "pace"),
        ("paec = 6", "did you mean pace"),
        ('game = "arena"', "must be rune_war"),
        ("map = 1", "must be true or false"),
        ("spell_points = -1", "spell_points"),
        ('places = "random"', "fixed, drawn"),
        ('[seats.5]\nwizard = "Ziag"', "seats.5"),
        ('[seats.1]\nwizard = "Ziag"', "both a wizard and a clan"),
        ('[seats.1]\nwizard = "Zagi"\nclan = "Iz"', "both a wizard and a clan"),
        ('[seats.1]\nwizard = "Ziag"\nclan = "Marz"', "SET-1"),
        ('[seats.1]\nwizard = "Ziag"\nclan = "Iz"\n[seats.2]\nwizard = "Logun"\nclan = "Iz"', "SET-1"),
        ('[seats.1]\npolicy = "wild"', "careful, bold"),
        ('ridges = ["M1-Z1"]', "must stand with territories"),
        ('[[territories]]\ncode = "M1"', "M2 is missing"),
        ("creatures = 1", "must be a list"),
        ('[[creatures]]\ncode = "M1"\nkind = "Wraith"\nat = "M1"', "no creature's code"),
        ('[[creatures]]\ncode = "MA1"\nkind = "Wrath"\nat = "M1"', "did you mean Wraith"),
        ('[[creatures]]\ncode = "MA1"\nkind = "Wraith"\nat = "Z1"', "land of its clan"),
        ('[[creatures]]\ncode = "MA1"\nkind = "Wraith"\nat = "M1"\nloyalty = 9', "loyalty"),
        ('[[creatures]]\ncode = "MA1"\nkind = "Maz\'Ra"\nat = "M1"\n'
         '[[creatures]]\ncode = "IZ1"\nkind = "Maz\'Ra"\nat = "T"', "stands 2 times"),
    ],
)  # fmt: skip
def test_wrong_scenarios_are_refused_with_place_and_cure(text: str, said: str) -> None:
    with pytest.raises(ScenarioFaults) as caught:
        read_scenario(text, "x")
    assert any(said in fault for fault in caught.value.faults), caught.value.faults


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "Ravengate"', 'name = "Rabengate"', "is Ravengate in every scenario"),
        ("hex = [1, -1]", "hex = [1, 0]", "taken twice"),
        ("hex = [1, -1]", "hex = [1]", "a list of 2 numbers"),
        ("figures = [4, 2, 3, 5]", "figures = [4, 2, 3]", "a list of 4 numbers"),
        ("figures = [4, 2, 3, 5]", "figures = [4, 2, 3, 0]", "figures"),
        ("value = 120", "value = -1", "value"),
        ('neighbours = ["M2", "M4", "T"]', 'neighbours = ["M2", "T"]', "make them M2 M4 T"),
        ('"M1-Z1"', '"M1Z1"', "is not two places"),
        ('clan = "Maitha"', 'clan = "Mathia"', "did you mean Maitha"),
        ('code = "M2"', 'code = "M1"', "stands twice"),
        ("hex = [0, 0]", "hex = [0, 0]\nvalue = 3", "the Tower has none"),
    ],
)
def test_wrong_maps_are_refused(old: str, new: str, said: str) -> None:
    text = write_scenario(Scenario(title="x"))
    assert old in text
    with pytest.raises(ScenarioFaults) as caught:
        read_scenario(text.replace(old, new), "x")
    assert any(said in fault for fault in caught.value.faults), caught.value.faults


# -- who plays what (SET-1 to SET-3) -------------------------------------------------


def test_legal_pairs_stand_in_table_order() -> None:
    pairs = legal_pairs(())
    assert pair_text(pairs[0]) == "Orachi/Maitha"
    assert pairs == sorted(pairs, key=lambda p: (list(WIZARDS).index(p[0]), list(Clan).index(p[1])))
    assert ("Niana", Clan.MAITHA) not in pairs
    assert ("Niana", Clan.MAITHA) in legal_pairs((pair("Orachi/Marz"),))


@given(
    st.lists(st.lists(st.sampled_from([pair_text(p) for p in legal_pairs(())]), max_size=4), max_size=4), st.binary()
)
@settings(max_examples=some_of(80), deadline=None)
def test_everybody_gets_a_legal_pair_the_first_his_first_wish(wishes: list[list[str]], seed: bytes) -> None:
    listed = [(seat, [pair(t) for t in texts]) for seat, texts in zip(SEATS, wishes, strict=False)]
    given_out = give_out({}, listed, Dice(seed, 0))
    assert is_sound(list(given_out.values()))
    if listed and listed[0][1]:
        assert given_out["1"] == listed[0][1][0]
    open_seats = [s for s in SEATS if s not in dict(listed) or given_out[s] not in dict(listed)[s]]
    for seat in open_seats:
        assert fillable([given_out[seat]])


def test_places_are_permutations_in_ascending_order() -> None:
    assert len(PLACINGS) == 24
    assert list(PLACINGS) == sorted(PLACINGS)
    drawn = places_of(Scenario(title="x", drawn_places=True), Dice(b"places", 0))
    assert sorted(drawn) == list(SEATS)
    assert places_of(Scenario(title="x"), Dice(b"places", 0)) == SEATS


def test_entrants_get_what_they_asked_for_and_bots_the_rest() -> None:
    scenario = Scenario(title="x", drawn_places=True)
    places = places_of(scenario, Dice(b"enter", 0))
    entrants = [
        Entrant(seat="1", name="Ann", choices={"choice": "Ziag/Iz, Niana/Iz"}),
        Entrant(seat="2", name="Bob", choices={"choice": ["Ziag/Iz", "Nucrus/Maitha"]}),
    ]
    dice = Dice(b"enter", 0)
    assert places != SEATS
    assert placed(scenario, entrants, Dice(b"enter", 0)) == {"1": places[0], "2": places[1]}
    world = begin(scenario, entrants, dice)
    assert world.players[places[0]].wizard == "Ziag"
    assert world.players[places[1]].wizard == "Nucrus"
    assert [world.players[s].policy for s in places] == ["", "", "careful", "careful"]
    assert [r.name for r in dice.rolls if r.name == "setup.seat"] == ["setup.seat"]
    assert {r.subject for r in dice.rolls if r.name == "setup.wizard"} == set(places[2:])
    again = begin(scenario, entrants, Dice(b"enter", 0))
    assert again == world


def test_creatures_at_the_start() -> None:
    scenario = Scenario(
        title="x",
        creatures=(
            CreatureSetup(code="KA3", kind="Minotaur", at="K2", loyalty=2),
            CreatureSetup(code="MA1", kind="Wraith", at="T"),
        ),
    )
    world = begin(scenario, [], Dice(b"creatures", 0))
    assert world.creatures["KA3"].loyalty == 2
    assert world.of_clan(Clan.KARTHA).number == 3
    assert world.armies == {"K2": ["KA3"], "T": ["MA1"]}
    assert faults(world) == []
