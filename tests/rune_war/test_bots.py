"""Turn files and the built-in policies: what they are given, what they write, what they foresee (BOT, SEE-7)."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.engine.dice import Dice
from magika_gm.games.rune_war import bots
from magika_gm.games.rune_war.bots.careful import claims
from magika_gm.games.rune_war.bots.scene import Beast, Board, Land, forecast, front_order
from magika_gm.games.rune_war.orders.lines import stored, write_order
from magika_gm.games.rune_war.rules.events import LineRefused
from magika_gm.games.rune_war.rules.refusals import Refusal
from magika_gm.games.rune_war.rules.sequence import resolve
from magika_gm.games.rune_war.rules.state import Creature, Due, Options, World
from magika_gm.games.rune_war.rules.tables import CREATURES, LAW_ISLE, SEATS, Clan
from magika_gm.games.rune_war.setup import Scenario, SeatSetup, begin, read_pair
from magika_gm.games.rune_war.sight import perceive, turn_file
from tests.examples import some_of
from tests.rune_war.randoms import begun, people, reached

ISLE = ("Orachi/Maitha", "Dayla/Marz", "Lakkho/Kartha", "Ziag/Iz")


def isle(policies: str = "cccc", points: int | None = None) -> World:
    names = {"c": "careful", "b": "bold"}
    seats = {seat: SeatSetup(read_pair(pair), names[p]) for seat, pair, p in zip(SEATS, ISLE, policies, strict=True)}
    return begin(Scenario(title="isle", seats=seats, options=Options(spell_points=points)), [], Dice(b"isle", 0))


def put(world: World, code: str, kind: str, place: str, loyalty: int | None = None) -> None:
    seat = next(p.seat for p in world.players.values() if p.clan.prefix == code[:2])
    loyalty = CREATURES[kind].loyalty if loyalty is None else loyalty
    world.creatures[code] = Creature(code=code, seat=seat, kind=kind, at=place, loyalty=loyalty)
    world.armies.setdefault(place, []).append(code)
    world.players[seat].number += 1


def on_map(world: World) -> World:
    world.due = Due.MAP
    if world.hand is not None:
        world.hand.next = ""
        world.hand.fresh = False
    return world


def file_of(world: World, seat: str) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(turn_file(perceive(world, seat))))
    return plain


# -- turn files -------------------------------------------------


def test_a_turn_file_says_what_the_adviser_thinks() -> None:
    world = isle()
    plain = file_of(world, "2")
    d = plain["advice"]["D"]
    assert plain["advice"]["near"] == [aim for aim, n in d.items() if n is not None and n <= d["QUICK"] + 3]
    assert plain["advice"]["throw"] in plain["hand"]["runes"]
    assert {row["name"] for row in plain["spells"]} >= {"Heal", "Knight Templar"} - {"Knight Templar"}
    unique = next(row for row in plain["spells"] if row["name"] == "White Dragon")
    assert unique["lacks"] == ["points"] or "runes" in unique["lacks"]


def test_unique_creatures_on_the_map_are_named_though_unseen() -> None:
    world = isle()
    put(world, "MA1", "Kilor Celsbane", "M2")
    for seat in SEATS:
        plain = file_of(world, seat)
        assert plain["uniques"] == ["Kilor Celsbane"]
        assert ("MA1" in plain["creatures"]) is (seat in ("1", "4"))
    lacks = next(row["lacks"] for row in file_of(world, "4")["spells"] if row["name"] == "Kilor Celsbane")
    assert "unique" in lacks


# -- sheets of the policies (BOT-2, BOT-4) -------------------------------------------------


@given(st.integers(0, 2**32), st.sampled_from(SEATS), st.sampled_from(sorted(bots.POLICIES)))
@settings(max_examples=some_of(40), deadline=None)
def test_policies_write_lines_that_are_read_and_not_of_the_wrong_kind(seed: int, seat: str, policy: str) -> None:
    world = reached(seed, seed % 9)
    plain = file_of(world, seat)
    written = bots.lines(policy, plain)
    assert written == bots.lines(policy, plain)
    orders = tuple(stored(line) for line in written)
    assert [write_order(order) for order in orders] == [write_order(stored(write_order(o))) for o in orders]
    if world.due is Due.NOTHING:
        assert written == []
        return
    told = resolve(world, {seat: orders}, Dice(b"policy", 1)).told
    refused = [t.event for t in told if isinstance(t.event, LineRefused) and t.event.seat == seat]
    foolish = {Refusal.WRONG_KIND, Refusal.NOT_OWN, Refusal.PARALYSED, Refusal.NO_MOVEMENT, Refusal.TOWER}
    assert not foolish & {event.reason for event in refused}, "what it cannot know may surprise it, nothing else"


def test_the_careful_hand() -> None:
    world = isle()
    put(world, "MZ2", "Thunder Bird", "Z2", 4)
    put(world, "MZ1", "Thunder Bird", "Z2", 1)
    put(world, "MZ3", "Thunder Bird", "Z1", 5)
    assert bots.lines("careful", file_of(world, "2")) == [
        "AIM QUICK",
        "CAST Heal ON MZ1 WHEN POINTS 200",
        "CAST Heal ON MZ2 WHEN POINTS 200",
        "CAST White Dragon",
        "CAST Shanahan",
        "CAST Ki-Lin",
        "CAST Water Elemental",
        "CAST Thunder Bird",
        "CAST Learra the Siren",
        "CAST Stone Golem",
        "CAST Sand Wraith",
        "CAST Mystical Fountain ON ANY WHEN POINTS 200",
    ]


def test_the_bold_hand() -> None:
    world = isle(points=150)
    player = world.players["2"]
    player.held = [0] * 34
    for kind, number in ((18, 1), (21, 1), (24, 1), (20, 1), (26, 1), (23, 1), (0, 7)):
        player.held[kind] = number
    player.bright = list(player.held)
    put(world, "MZ1", "White Dragon", "Z2")
    put(world, "MZ2", "Water Elemental", "Z2")
    world.land["I8"] = Clan.KARTHA
    assert bots.lines("bold", file_of(world, "2")) == [
        "AIM FLUSH +1, HALF +2, PUNGS +1, QUICK",
        "PUNG LUCKY",
        "CAST Thunder Bird SAVE",
        "CAST Draw Character WHEN POINTS 100 ALWAYS",
        "CAST Fog ON 3, ANY WHEN POINTS 100 ALWAYS",
        "CAST White Dragon",
        "CAST Shanahan",
        "CAST Ki-Lin",
        "CAST Water Elemental",
        "CAST Learra the Siren",
        "CAST Stone Golem",
        "CAST Sand Wraith",
        "CAST Mystical Fountain ON ANY WHEN POINTS 150",
        "CAST Smoke ON ANY WHEN POINTS 250",
        "CAST Brilliant Lights ON ANY WHEN POINTS 250",
    ]


def test_a_dim_rune_is_no_component_for_the_bold() -> None:
    world = isle(points=150)
    player = world.players["2"]
    player.held = [0] * 34
    for kind in (18, 21, 24):
        player.held[kind] = 1
    player.bright = list(player.held)
    player.bright[24] = 0
    assert "CAST Sand Wraith SAVE" in bots.lines("bold", file_of(world, "2"))
    player.bright[21] = 0
    assert not any(line.endswith("SAVE") for line in bots.lines("bold", file_of(world, "2")))


# -- the map (BOT-3, BOT-5, BOT-6) -------------------------------------------------


def test_claims_one_after_the_other() -> None:
    world = on_map(isle())
    world.players["1"].lcp = {Clan.MARZ: 320, Clan.KARTHA: 900, Clan.IZ: 240}
    board = Board(file_of(world, "1"))
    assert claims(board) == ["CLAIM I4", "CLAIM Z3", "CLAIM Z2", "CLAIM I8"]
    assert board.lcp == {"Z": 0, "K": 900, "I": 0}


def test_the_careful_attacks_the_dearest_it_expects_to_survive() -> None:
    world = on_map(isle())
    put(world, "MA1", "Wraith", "M4")
    assert bots.lines("careful", file_of(world, "1")) == ["MOVE MA1 TO Z3"]
    put(world, "MZ1", "King Drago", "Z3")
    assert bots.lines("careful", file_of(world, "1")) == []
    world.creatures["MZ1"].kind = "Shadow"
    assert bots.lines("careful", file_of(world, "1")) == ["MOVE MA1 TO Z3"], "an unseen guard is not reckoned with"


def test_armies_go_whole_the_strongest_in_front_first_strike_before_all() -> None:
    world = on_map(isle())
    put(world, "MZ1", "Sand Wraith", "Z3")
    put(world, "MZ2", "Learra the Siren", "Z3")
    put(world, "MZ3", "White Dragon", "Z3")
    lines = bots.lines("careful", file_of(world, "2"))
    assert lines == ["MOVE MZ2, MZ3, MZ1 TO M4"]
    world.creatures["MZ1"].enchantments = ("Paralyze",)
    assert bots.lines("careful", file_of(world, "2")) == ["LINEUP Z3: MZ2, MZ3, MZ1"]


def test_the_careful_marches_to_the_border() -> None:
    world = on_map(isle())
    put(world, "MA1", "Skeleton Horde", "M6")
    put(world, "MA2", "Skeleton Horde", "T")
    lines = bots.lines("careful", file_of(world, "1"))
    assert lines == ["MOVE MA1 TO M2", "MOVE MA2 TO M1"]
    put(world, "MA3", "Skeleton Horde", "M3")
    assert bots.lines("careful", file_of(world, "1")) == ["MOVE MA1 TO M2", "MOVE MA2 TO M1"], "others stay"


def test_the_bold_attacks_two_steps_away_and_draws_near() -> None:
    world = on_map(isle("bbbb"))
    put(world, "MA1", "Wraith", "M4")
    put(world, "MA2", "Skeleton Horde", "M6")
    lines = bots.lines("bold", file_of(world, "1"))
    assert lines[0] == "MOVE MA1 TO Z3 THEN Z2", "the hold is worth most"
    assert lines[1] == "MOVE MA2 TO M2"


def test_no_more_are_sent_to_a_place_than_may_enter() -> None:
    world = on_map(isle())
    for i, place in enumerate(("M4", "M4", "M8", "M8"), 1):
        put(world, f"MA{i}", "Wraith", place)
    lines = bots.lines("careful", file_of(world, "1"))
    assert lines[0] == "MOVE MA1, MA2 TO Z3"
    assert not any("Z3" in line for line in lines[1:])


# -- forecasts (BOT-1) -------------------------------------------------


def beast(kind: str, code: str = "MA1", loyalty: int | None = None, enchantments: tuple[str, ...] = ()) -> Beast:
    made = Creature(code=code, seat="1", kind=kind, at="M1", loyalty=1, enchantments=enchantments)
    return Beast(
        code=code,
        seat="1",
        kind=kind,
        at="M1",
        melee=made.melee,
        ranged=made.ranged,
        defense=made.defense,
        loyalty=made.maximum if loyalty is None else loyalty,
        maximum=made.maximum,
        move=CREATURES[kind].move,
        enchantments=enchantments,
    )


def land(code: str) -> Land:
    t = LAW_ISLE.at[code]
    return Land(
        code=code,
        owner="Z",
        neighbours=LAW_ISLE.neighbours[code],
        melee=t.melee,
        ranged=t.ranged,
        defense=t.defense,
        loyalty=t.loyalty,
        value=t.value,
    )


@pytest.mark.parametrize(
    ("attackers", "defenders", "place", "won", "rest"),
    [
        # a cove: its 3 against 4 does 1/4 a strike; 7 against 2 takes it in one blow
        (("Wraith",), (), "Z6", True, Fraction(475, 500)),
        # a hold shoots 2, strikes 5 against 4 twice; 7 against 4: two blows
        (("Wraith",), (), "Z2", True, Fraction(100, 500)),
        # the Horde's 4 against 2 needs two blows and takes 3-1 a strike: it falls
        (("Skeleton Horde",), (), "Z6", False, Fraction(0)),
        # Ki-Lin cannot be shot at: half a point a strike from the gate's 4 against 4
        (("Ki-Lin",), (), "Z1", True, Fraction(600, 700)),
        # First Strike: Learra's 5 against 2 before the sand strikes: 3, 1 shot, then 3 against 3 half a point
        (("Learra the Siren",), (), "Z5", True, Fraction(450, 600)),
        # Maz'Ra's Hellblast leaves the Horde 1; its 4 against 5 a quarter, the cove's 3 against 5 12 hundredths
        (("Maz'Ra",), ("Skeleton Horde",), "Z6", True, Fraction(563, 600)),
    ],
)
def test_forecasts_by_hand(
    attackers: tuple[str, ...], defenders: tuple[str, ...], place: str, won: bool, rest: Fraction
) -> None:
    own = [beast(kind, f"MA{i}") for i, kind in enumerate(attackers, 1)]
    foes = [beast(kind, f"MZ{i}") for i, kind in enumerate(defenders, 1)]
    seen = forecast(own, foes, land(place))
    assert (seen.won, seen.rest) == (won, rest)


@given(st.integers(0, 2**32))
@settings(max_examples=some_of(150), deadline=None)
def test_a_forecast_without_chance_is_the_combat(seed: int) -> None:
    """Where every strike is above the defense and one creature alone can be shot at, nothing is left to dice."""
    random = Random(seed)
    world = begun(seed % 50)
    world.creatures.clear()
    world.armies.clear()
    people(random, world)
    on_map(world)
    attacker = random.choice(SEATS)
    own = world.own(attacker)
    if not own:
        return
    at = random.choice([p for p in world.land if world.owner(p) != attacker])
    lead = own[0]
    world.armies[lead.at].remove(lead.code)
    lead.at = at
    world.armies.setdefault(at, []).append(lead.code)
    view = file_of(world, attacker)
    board = Board(view)
    defenders = [c for c in board.others(at) if c.seat == world.owner(at)]
    hidden = [c for c in world.army(at, world.owner(at)) if c.code not in view["creatures"]]
    chancy = {"Mighty Blow"}
    if hidden or len(defenders) > 1 or any(a.value in chancy for c in own for a in c.table.abilities):
        return
    seen = forecast([board.beasts[lead.code]], defenders, board.lands[at])
    resolved = resolve(world, dict.fromkeys(SEATS, ()), Dice(b"forecast", 1))
    if any(r.name in ("combat.hit", "combat.mighty") for r in resolved.rolls) or any(
        c.loyalty != resolved.state.creatures.get(c.code, c).loyalty
        for c in own
        if c is not lead and c.code in resolved.state.creatures
    ):
        return
    healed = any(t.event.__class__.__name__ == "LoyaltyChanged" for t in resolved.told)
    if not healed:
        assert (resolved.state.land[at] is world.players[attacker].clan) is seen.won


def test_front_order() -> None:
    own = [beast("Wraith", "MA1"), beast("Wraith", "MA2", 4), beast("Carol the Great", "MA3"), beast("Durlock", "MA4")]
    assert [b.code for b in sorted(own, key=front_order)] == ["MA3", "MA1", "MA2", "MA4"]


# -- whole games -------------------------------------------------


@pytest.mark.parametrize("policies", ["cccc", "bbbb", "cbcb"])
def test_whole_games_are_played_from_turn_files_alone(policies: str) -> None:
    """Sheets come as text from the policies, as a program of a player's would send them."""
    world = isle(policies)
    names = {"c": "careful", "b": "bold"}
    for player in world.players.values():
        player.policy = ""
    while world.due is not Due.NOTHING:
        sheets = {}
        for seat, policy in zip(SEATS, policies, strict=True):
            text = "\n".join(bots.lines(names[policy], file_of(world, seat)))
            sheets[seat] = tuple(stored(line) for line in text.splitlines())
        world = resolve(world, sheets, Dice(b"whole", world.turn + 1)).state
    assert world.round == 8
    assert world.ending is not None
