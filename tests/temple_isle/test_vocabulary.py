"""A game master's own cards: what their texts can say works, and what cannot be said is refused (EFF)."""

from __future__ import annotations

from typing import Any

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.games.temple_isle.orders.lines import stored
from magika_gm.games.temple_isle.rules.faults import faults
from magika_gm.games.temple_isle.rules.figures import figures, scores_text
from magika_gm.games.temple_isle.rules.sequence import resolve
from magika_gm.games.temple_isle.rules.state import Mantra, Options, State
from magika_gm.games.temple_isle.rules.tables import Catalogue, read_rows, standard
from magika_gm.games.temple_isle.rules.terms import SQUARE, EffectFault, Host, read_effect
from magika_gm.games.temple_isle.setup import blank, place_unit, settle_hp

OWN: dict[str, list[dict[str, Any]]] = {
    "land": [
        {"name": "Altar", "effects": ["gain here-mine heal 5", "always here-mine C+2"]},
        {"name": "Mire", "effects": ["leave all halt", "always foe cost 3"]},
        {"name": "Rift", "effects": ["enter foe return"]},
        {"name": "Gate", "effects": ["start I peek", "end I draw 2"]},
    ],
    "unit": [
        {"name": "Banner", "level": 1, "scores": "4/4/3/2", "effects": ["always near-mine A+3", "start mine heal 1"]},
        {"name": "Hydra", "level": 2, "scores": "6/6/6/3", "effects": ["kill foe harm 1", "kill I draw 1"]},
        {"name": "Otter", "level": 1, "scores": "2/2/2/3", "keywords": ["water", "afloat guard 2", "afloat leap"]},
    ],
    "mantra": [
        {"name": "Swift", "level": 1, "target": "unit", "lasts": "turn", "fast": True, "effects": ["always it D+2"]},
        {"name": "Sloth", "level": 1, "target": "unit", "lasts": "turn", "fast": True, "effects": ["always it D-3"]},
        {"name": "Undo", "level": 1, "target": "mantra", "lasts": "now", "fast": True, "effects": ["now it unravel"]},
        {
            "name": "Boon",
            "level": 1,
            "target": "unit",
            "lasts": "persistent",
            "effects": ["always it C+2", "now it heal 1", "end it heal 1"],
        },
        {"name": "Toll", "level": 1, "target": "land", "lasts": "persistent", "effects": ["always foe cost 4"]},
        {
            "name": "Siege",
            "level": 1,
            "target": "none",
            "lasts": "round",
            "effects": ["always foe B-1", "end foe harm 1"],
        },
    ],
}


def own_cards() -> Catalogue:
    found: list[tuple[str, str]] = []
    catalogue = read_rows(OWN, standard(), found)
    assert not found
    return catalogue


def table(**isle: str) -> State:
    """A state of Meadows, SUN to play, but for the squares named."""
    state = blank(own_cards(), Options())
    state.isle = ["Meadow"] * 20
    for name, land in isle.items():
        state.isle[SQUARE[name]] = land
    return state


def stand(state: State, number: int, card: str, at: str, owner: str = "SUN") -> None:
    place_unit(state, number, card, owner, SQUARE[at])
    settle_hp(state)


def play(state: State, *lines: str, forced: dict[str, list[int | str]] | None = None) -> State:
    orders = [stored(line, state.catalogue) for line in lines]
    after: State = resolve(state, {"SUN": orders}, Dice(b"own", 2, forced)).state
    assert not faults(after)
    return after


def test_full_hp_goes_up_and_down_with_where_one_stands() -> None:
    state = table(b2="Altar")
    stand(state, 1, "Militia", "a2")
    state.units[1].hp = 2
    state.control[SQUARE["b2"]] = "SUN"
    state.cache.clear()
    on_it = play(state, "U1 E")
    assert (on_it.units[1].hp, on_it.units[1].full) == (4, 6)
    off_it = play(state, "U1 E STOP E")
    assert (off_it.units[1].hp, off_it.units[1].full) == (4, 4)


def test_gaining_an_altar_heals_who_stands_there() -> None:
    state = table(b2="Altar")
    stand(state, 1, "Ogre", "a2")
    state.units[1].hp = 1
    state = play(state, "U1 E")
    assert (state.units[1].hp, state.units[1].full) == (8, 10)


def test_halted_while_leaving_the_step_is_made_and_no_more() -> None:
    state = table(b2="Mire")
    state.control[SQUARE["b2"]] = "SUN"
    stand(state, 1, "Rider", "b2")
    state = play(state, "U1 E E")
    assert state.units[1].at == SQUARE["c2"]
    assert state.units[1].points == 0


def test_the_dearest_price_counts() -> None:
    state = table(b2="Mire", a3="Meadow")
    state.control[SQUARE["b2"]] = "MOON"
    state.land_mantras[SQUARE["b2"]] = [Mantra("Toll", "SUN", 0, 1)]
    state.serial = 1
    stand(state, 1, "Rider", "a2")
    state = play(state, "U1 E E")
    assert (state.units[1].at, state.units[1].points) == (SQUARE["b2"], 0)


def test_returned_on_entering() -> None:
    state = table(b2="Rift")
    state.control[SQUARE["b2"]] = "MOON"
    stand(state, 1, "Rider", "a2")
    state = play(state, "U1 E STOP E")
    assert state.units[1].left == "returned"
    assert "Rider" in state.hands["SUN"]


def test_effects_for_the_player_at_start_and_end() -> None:
    state = table(b2="Gate", c2="Gate")
    state.control[SQUARE["b2"]] = "SUN"
    state.control[SQUARE["c2"]] = "MOON"
    state = play(state)
    assert len(state.hands["SUN"]) == 2
    assert state.peeked["MOON"] == tuple(state.hands["SUN"])
    assert state.shown["SUN"] == state.hands["SUN"]


def test_a_banner_strengthens_its_neighbours_and_itself() -> None:
    state = table()
    stand(state, 1, "Banner", "b2")
    stand(state, 2, "Militia", "b3")
    stand(state, 3, "Militia", "c3")
    stand(state, 6, "Militia", "c2", "MOON")
    assert [scores_text(state, state.units[n]) for n in (1, 2, 3, 6)] == ["7/4/3/2", "7/6/4/2", "4/6/4/2", "4/6/4/2"]


def test_kill_effects_of_all_kinds() -> None:
    state = table()
    stand(state, 1, "Hydra", "b2")
    stand(state, 6, "Militia", "c2", "MOON")
    stand(state, 7, "Scout", "e4", "MOON")
    state = play(state, "U1 ATTACK E", forced={"combat.attack": [6], "combat.defence": [1]})
    assert state.units[7].hp == 2
    assert len(state.hands["SUN"]) == 1


def test_afloat_gives_keywords() -> None:
    state = table(b2="Water")
    stand(state, 1, "Otter", "b2")
    assert (figures(state, state.units[1]).guard, figures(state, state.units[1]).leap) == (2, True)
    state = play(state, "U1 LEAP E")
    assert (figures(state, state.units[1]).guard, figures(state, state.units[1]).leap) == (0, False)


def test_a_fast_mantra_changes_points_in_phase_4() -> None:
    state = table()
    stand(state, 1, "Militia", "a1")
    stand(state, 2, "Militia", "a4")
    state.hands["SUN"] = state.catalogue.sorted(["Swift", "Sloth", "Undo"])
    state = play(state, "U1 E E", "CAST Swift ON U1", "U1 E", "CAST Undo ON Swift AT U1", "CAST Sloth ON U2", "U1 E")
    assert (state.units[1].at, state.units[1].points) == (SQUARE["d1"], 0)
    assert state.units[2].points == 1


def test_a_lasting_mantra_may_work_at_once_and_at_the_end_too() -> None:
    state = table()
    stand(state, 1, "Ogre", "a1")
    state.units[1].hp = 1
    state.hands["SUN"] = ["Boon"]
    state = play(state, "CAST Boon ON U1")
    assert (state.units[1].hp, state.units[1].full) == (1 + 2 + 1 + 1, 10)


def test_a_global_round_mantra() -> None:
    state = table()
    stand(state, 1, "Ogre", "a1")
    stand(state, 6, "Militia", "e4", "MOON")
    state.hands["SUN"] = ["Siege"]
    state = play(state, "CAST Siege")
    assert state.units[6].hp == 3
    assert scores_text(state, state.units[6]) == "4/5/4/2"
    over: State = resolve(state, {"MOON": []}, Dice(b"own", 3)).state
    assert not over.global_mantras


@pytest.mark.parametrize(
    ("text", "host", "reason"),
    [
        ("sometimes mine A+1", Host.LAND, "is no time of an effect; there are always"),
        ("alway mine A+1", Host.LAND, "did you mean always?"),
        ("always me A+1", Host.LAND, "is no target of an effect; did you mean mine?"),
        ("always mine strength+1", Host.LAND, "is no effect"),
        ("always mine", Host.LAND, "does not say who"),
        ("always", Host.LAND, "is no effect; write it as"),
        ("always mine A 1", Host.LAND, "A needs a number with + or -"),
        ("end mine heal", Host.LAND, "heal needs a plain number"),
        ("end mine heal +1", Host.LAND, "heal needs a plain number"),
        ("end mine slay 2", Host.LAND, "slay takes no number"),
        ("always mine A+100", Host.LAND, "99 is the most"),
        ("always mine C-1", Host.LAND, "C can only be raised"),
        ("kill it heal 1", Host.LAND, "knows no kill"),
        ("enter here harm 1", Host.LAND, "enter needs whose units"),
        ("always mine heal 1", Host.LAND, "heal is done at a moment, not always"),
        ("end mine A+1", Host.LAND, "A works always, not at a moment"),
        ("always mine limit+1", Host.LAND, "limit works on the player (I)"),
        ("always I B+1", Host.LAND, "B works on units"),
        ("always it A+1", Host.LAND, "effects on units here"),
        ("always it closed", Host.LAND, "only a mantra on a land says"),
        ("always here cost 2", Host.LAND, "whose steps"),
        ("always mine cost 2", Host.UNIT, "whose steps"),
        ("now it blink 2", Host.LAND_MANTRA, "only a mantra on a unit"),
        ("always here A+1", Host.GLOBAL, "lies nowhere"),
        ("now it harm 1", Host.UNRAVELLER, "says 'now it unravel'"),
        ("now it cancel", Host.UNIT_MANTRA, "and no other does"),
        ("now mine unravel", Host.UNRAVELLER, "unravel works on it"),
        ("end I muster+1", Host.LAND, "only a mantra says"),
        ("afloat mine A+1", Host.UNIT, "afloat works on the unit itself"),
    ],
)
def test_what_cannot_be_said(text: str, host: Host, reason: str) -> None:
    with pytest.raises(EffectFault, match=r".") as caught:
        read_effect(text, host)
    assert reason in str(caught.value)
