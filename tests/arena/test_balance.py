"""Whole games simulated, what they show, and the search for the strongest army."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.trial import Turn
from magika_gm.games.arena import trials
from magika_gm.games.arena.armies import BUILDING, Limits, cost_table, cost_tables
from magika_gm.games.arena.bots import play, played
from magika_gm.games.arena.bots.scene import Chance
from magika_gm.games.arena.orders.model import Cast
from magika_gm.games.arena.rules.sequence import play_mail_turn
from magika_gm.games.arena.rules.state import Aim, Enchantment, Item, new_creature
from magika_gm.games.arena.rules.tables import ITEMS, KINDS, SPELLS
from magika_gm.games.arena.rules.terms import DRAWN, MagicType, Phase, Target
from magika_gm.games.arena.setup import SETUP, Scenario, start_state
from magika_gm.games.arena.sight import content, perceive, seen_by
from magika_gm.games.arena.trials import Balance, Muster, Plan, Watch, cards_for, drawn_cards, random_muster
from magika_gm.resources import shipped
from tests.arena.randoms import Wild
from tests.arena.search import OF_THE_LAW, Arena, Bout, Hunt, climb, fit, legal, likelihood, neighbour, strongest_of
from tests.arena.strongest import SUSPECTS, lines, muster

DUEL = Scenario()
EVERY_PAIR = tuple(product(DUEL.ready, DUEL.ready))
EQUAL = tuple((name, name) for name in OF_THE_LAW)


def plan(games: int) -> Plan:
    return Plan(games=games, seed="t", scenario=DUEL, pairs=EVERY_PAIR, policies=EQUAL)


def test_pairs_seats_and_policies_go_in_turn() -> None:
    assert len(EVERY_PAIR) == 9
    records = list(plan(10).played())
    assert {r.armies for r in records[:9]} == set(EVERY_PAIR)
    assert [r.policies for r in records][8:] == [("careful", "careful"), ("bold", "bold")]
    assert all(r.winner and 0 < r.turns <= 36 and r.mail_turns == r.turns for r in records)
    lines = Balance.of(records).summary()
    assert any(line.startswith("The first player won") for line in lines)


def test_pairs_of_policies_and_armies_are_tables() -> None:
    options = {"policies": "careful/bold,bold", "armies": "legion,host"}
    found = trials.weigh(trials.simulate(4, "t", 1, None, options))
    assert any("first player" in line for line in found.summary())
    assert {table.heads[0] for table in found.tables()} >= {"army", "first, by armies"}


@pytest.mark.slow
def test_armies_drawn_by_chance_are_watched_for_what_matters() -> None:
    found = trials.weigh(trials.simulate(6, "t", 1, None, {"armies": "drawn"}))
    plain = found.to_plain()["mattered"]
    assert plain
    assert all(0 <= row["mattered_in"] <= row["games"] <= 6 for row in plain.values())
    assert sum(row["turns"] for row in plain.values()) > 20
    by_chapter = {table.heads[0]: table for table in found.tables()}
    assert [row[0] for row in by_chapter["spells"].rows][:45] == list(SPELLS)
    assert not [t for t in trials.weigh(trials.simulate(1, "t", 1, None, {})).tables() if t.heads[0] == "spells"]


def test_what_did_nothing_did_not_matter() -> None:
    """A card that decides a fight matters; one nobody begins, an item nobody needs, do not."""
    state = start_state(DUEL, {})
    state.creatures.clear()
    state.items.clear()
    for id_, kind, place in (("A1", "Acolyte", "d3"), ("A2", "Orc", "d4"), ("B1", "Ogre", "d4"), ("B2", "Orc", "e8")):
        state.creatures[id_] = new_creature(id_, KINDS[kind], id_[0], state.board.places[place])
    ring, sword = (
        Item(id="IA1", key=1, kind=ITEMS["Gas Mask"], by="A2"),
        Item(id="IA2", key=2, kind=ITEMS["Magic Sword"], by="A2"),
    )
    state.items = {"IA1": ring, "IA2": sword}
    state.creatures["A2"].items = ("IA1", "IA2")
    state.cards["A"] = ("Bless", "Dispel Magic")
    state.pools["A"] = 30
    orders = {"A": [Cast(phase=Phase.M2, spell="Bless", by=("A1",), on=("A2",))]}
    turn = Turn(before=state, orders=orders, resolution=play_mail_turn(state, orders, Dice(b"x", 1)))
    found = Watch({"A": "bold", "B": "bold"}, b"x").mattering(turn)
    assert {"Bless", "Magic Sword"} <= found
    assert not {"Dispel Magic", "Gas Mask"} & found


def test_a_regenerate_would_matter_if_somebody_had_the_level() -> None:
    """Nobody in the tables has Creature 3 (MAG-2); who had it would save whom the fight chose (ABIL-1)."""
    state = start_state(DUEL, {})
    state.creatures.clear()
    state.items.clear()
    for id_, kind, place in (("A1", "Druid", "e4"), ("A2", "Orc", "d4"), ("B1", "Ogre", "d4"), ("B2", "Orc", "e8")):
        state.creatures[id_] = new_creature(id_, KINDS[kind], id_[0], state.board.places[place])
    state.control = ["A"] * len(state.control)
    state.cards["A"], state.pools["A"] = ("Regenerate",), 30
    orders = {"A": [Cast(phase=Phase.M2, spell="Regenerate", by=("A1",), on=("A2",))]}
    for level, mattered in ((2, False), (3, True)):
        other = state.copy()
        druid = other.creatures["A1"]
        druid.kind = replace(druid.kind, spells={MagicType.CREATURE: level})
        turn = Turn(before=other, orders=orders, resolution=play_mail_turn(other, orders, Dice(b"x", 1)))
        assert ("Regenerate" in Watch({"A": "bold", "B": "bold"}, b"x").mattering(turn)) is mattered
        assert turn.resolution.state.creatures["A2"].dead is not mattered


def breached(wall: tuple[str, str], turns: int = 4) -> list[bool]:
    """An Ogre marches from e4, a wall was breached first: in which turns the Breach mattered."""
    state = start_state(DUEL, {})
    state.creatures.clear()
    state.items.clear()
    state.terrain = ["K" if h in state.kings.values() else "G" for h in state.board.hexes]
    for id_, kind, place in (("A1", "Sorcerer", "e3"), ("A2", "Ogre", "e4"), ("A3", "Orc", "e2"), ("B1", "Orc", "e8")):
        state.creatures[id_] = new_creature(id_, KINDS[kind], id_[0], state.board.places[place])
    aim = Aim(Target.WALL, place=state.board.places[wall[0]], other=state.board.places[wall[1]])
    state.enchantments["N1"] = Enchantment(
        id="N1", key=1, name="Wall of Thorns", side="B", aim=aim, since=0, turns_of="B"
    )  # fmt: skip
    state.cards["A"], state.pools["A"] = ("Breach",), 4
    watch = Watch({"A": "bold", "B": "bold"}, b"x")
    found = []
    for number in range(turns):
        side = "AB"[number % 2]
        orders = {side: played("bold", seen_by(state, side), side, b"x")}
        if not number:
            orders = {"A": [Cast(phase=Phase.M1, spell="Breach", by=("A1",), on=("/".join(wall),))]}
        turn = Turn(
            before=state, orders=orders, resolution=play_mail_turn(state, orders, Dice(b"x", state.mail_turn + 1))
        )
        found.append("Breach" in watch.mattering(turn))
        state = turn.resolution.state
        assert not state.enchantments
    return found


def test_a_breach_matters_where_the_wall_would_have_been_in_the_way() -> None:
    """It works in M2, when all have walked: what it is good for is seen in later turns."""
    in_the_way = breached(("e4", "e5"))
    assert not in_the_way[0]
    assert in_the_way[2]
    assert breached(("f2", "f3")) == [False] * 4


def test_drawn_cards_are_those_a_symbol_or_a_staff_opens_too() -> None:
    chance = Chance(b"cards", 0)
    good = Muster((("Knight", 1), ("Orc", 1)), (("Holy Symbol", 1),))
    assert set(drawn_cards(good, chance, 1).cards) == {"Bless", "Heal"}
    assert not drawn_cards(Muster((("Orc", 1),), (("Holy Symbol", 1),)), chance, 1).cards
    assert "Weaken" in drawn_cards(Muster((("Orc", 1),), (("Skull Staff", 1),)), chance, 1).cards
    acolyte = Muster((("Acolyte", 1),), (("Holy Symbol", 1),))
    assert "Turn Undead" in drawn_cards(acolyte, chance, 1).cards


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [("policies", "brave", "no brave"), ("armies", "ORCS", "no ORCS"), ("armies", " , ", "name some")],
)
def test_options_that_mean_nothing(name: str, value: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        trials.simulate(1, "t", 1, None, {name: value})


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_bots_in_simulations_see_what_a_turn_file_tells(seed: int) -> None:
    wild = Wild(seed)
    state = wild.state()
    for _ in range(3):
        state = wild.turn(state)[0].state
        for side in "AB":
            file = json.loads(json.dumps(content(perceive(state, side))))
            assert play("bold", file, b"s") == played("bold", seen_by(state, side), side, b"s")


def test_chance_armies_are_legal_and_so_are_their_neighbours() -> None:
    limits, costs = Limits(), cost_table()
    chance = Chance(b"x", 0)
    for n in range(20):
        muster = random_muster(chance, n, limits, costs)
        assert legal(muster, limits, costs), str(muster)
        other = neighbour(muster, chance, n, limits, costs)
        assert legal(other, limits, costs), str(other)
        assert set(muster.listed().cards) <= set(SPELLS)
    assert cards_for(["Human Grunt"]) == ()
    assert cards_for(["Wizard"])[0] == "Fireball"


def test_a_fit_finds_what_made_the_difference() -> None:
    chance = Random(1)
    bouts = []
    for _ in range(400):
        held = {"strong": float(chance.randint(-2, 2)), "weak": float(chance.randint(-2, 2))}
        won = 1.0 if held["strong"] + 0.1 * held["weak"] + chance.gauss(0, 0.8) > 0 else 0.0
        bouts.append(Bout(held, won))
    start = {"strong": 0.3, "weak": 0.3}
    values = fit(bouts, start)
    assert values["strong"] > 4 * values["weak"]
    assert likelihood(bouts, values) > likelihood(bouts, start)


def test_armies_are_bought_where_a_scenario_has_free_ones() -> None:
    letter = SETUP.read_scenario((shipped("scenarios") / "arena" / "letter.toml").read_text(encoding="utf-8"), "letter")
    one, other = (list(trials.simulate(1, "t", 1, letter, {"armies": "bought"})) for _ in range(2))
    assert one == other
    assert one[0].armies == ("", "")
    with pytest.raises(ValueError, match="free armies"):
        trials.simulate(1, "t", 1, None, {"armies": "bought"})


def test_a_game_without_a_last_turn_is_left_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "LONGEST", 2)
    record = trials.play_out(replace(DUEL, last_turn=0, mastery=0), {}, ("careful", "careful"), b"t")
    assert (record.turns, record.ending, record.winner) == (2, None, DRAWN)
    assert "undecided 1 (100%)" in trials.weigh([record]).summary()[0]


@pytest.mark.slow
def test_a_climb_never_gets_worse_and_stays_legal() -> None:
    arena = Arena(DUEL, "c")
    start = Muster((("Kobold", 4), ("Orc", 2)))
    shares = [(t.share.rate, t.army) for t in climb(arena, start, steps=3, first=2, full=4)]
    assert all(legal(army, DUEL.limits, arena.costs) for _, army in shares)
    tried = strongest_of(arena, tries=3, games=2)
    assert [t.share.rate for t in tried] == sorted((t.share.rate for t in tried), reverse=True)


@pytest.mark.slow
def test_a_hunt_tries_suspects_and_chance_and_plays_the_best_anew() -> None:
    """The search of docs/arena/balance.md, as small as it can be; the same seed gives the same."""
    how = Hunt(tries=2, short=1, kept=2, more=1, climbs=1, steps=1, finalists=1, fresh=3)
    told = list(lines("t", how, SUSPECTS[:2]))
    assert told == list(lines("t", how, SUSPECTS[:2]))
    stages = [line.partition(":")[0] for line in told]
    assert stages[:2] == ["kept", "kept"]
    assert "climb 1" in stages
    assert stages[-2] == "fresh"
    assert " of 3: " in told[-2]


BROKEN = (
    Muster((("Giant", 4), ("Drake", 2), ("Knight", 4))),
    Muster((("Ogre", 2), ("Elf Lord", 2), ("Robot Soldier", 2), ("Tank", 1), ("Gunship", 2))),
    Muster((("Knight", 4), ("Dwarf", 4), ("Sorcerer", 1), ("Warhorse", 4))),
    Muster((("Wolf", 4), ("Unicorn", 2), ("Fire Elemental", 2), ("Drake", 1))),
    muster("2 Assassin, 3 Elf, Enchantress, Zombie, 2 Fire Elemental, 3 Riding Horse, Grenade"),
    muster("3 Assassin, 4 Elf, 3 Wolf, 3 Riding Horse"),
    muster("Giant, Knight, Dwarf, 2 Wall of Stone, Helicopter, 3 Airship, Jet Pack, Gas Mask"),
)
"""Armies the law's table allows and that won most games on the way to the second one."""


@pytest.mark.parametrize("army", BROKEN, ids=str)
def test_what_broke_the_law_s_table_is_too_dear_now(army: Muster) -> None:
    assert legal(army, Limits(flying=80), cost_table())
    assert not legal(army, Limits(flying=80), cost_table(BUILDING))


def test_the_second_table_prices_what_the_first_undervalues() -> None:
    """Flight, Move, great Power and guns are dearer by more than the rest; nothing is cheaper (issue 15)."""
    law, even = cost_table().creatures, cost_table(BUILDING).creatures
    assert all(even[name] >= law[name] for name in law)
    dearer = {name: even[name] / law[name] for name in law}
    usual = sorted(dearer.values())[len(dearer) // 2]
    assert all(
        dearer[name] > usual for name in ("Drake", "Dragon", "Manticore", "Angel", "Elf Lord", "Warhorse", "Tank")
    )
    assert all(dearer[name] <= 1.3 for name in ("Orc", "Kobold", "Wizard", "Archer", "Human Soldier"))


def test_cost_tables_name_every_thing() -> None:
    law = cost_table()
    for name in cost_tables():
        table = cost_table(name)
        assert table.creatures.keys() == law.creatures.keys()
        assert table.items.keys() == law.items.keys()
        assert min((*table.creatures.values(), *table.items.values())) >= 1
    with pytest.raises(KeyError):
        cost_table("nobody's")
