"""The built-in players (BOT)."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.games.arena.bots import POLICIES, TEMPERS, imagined, orders_from, play
from magika_gm.games.arena.bots.scene import Plan, opening_of
from magika_gm.games.arena.orders.model import Cast, ChangeTerrain, Equip, Fly, Mount, Move, Order, Shoot, Use
from magika_gm.games.arena.rules.events import EffectDeclared, LineDropped
from magika_gm.games.arena.rules.faults import faults
from magika_gm.games.arena.rules.refusals import Code
from magika_gm.games.arena.rules.sequence import active_in, play_mail_turn
from magika_gm.games.arena.rules.state import Aim, Enchantment, Item, State, new_creature
from magika_gm.games.arena.rules.tables import ARMIES, ITEMS, KINDS
from magika_gm.games.arena.rules.terms import Mode, Target
from magika_gm.games.arena.setup import Scenario, start_state
from magika_gm.games.arena.sight import content, perceive
from tests.arena.randoms import Wild

UNFORESEEN = {
    Code.NO_CONDITION, Code.NO_EFFECT, Code.DEAD, Code.RANGE, Code.NO_TARGET, Code.USED, Code.POOL, Code.KEEP,
    Code.ENGAGED, Code.STOPPED, Code.OWN, Code.IMMUNE, Code.TERRAIN, Code.ANTI_MAGIC, Code.IDLE, Code.NOT_HERE,
    Code.CASTING, Code.NOT_YOURS, Code.UNSEEN, Code.WARDED, Code.NO_SHOT, Code.UNKNOWN, Code.LEVEL, Code.POINTS,
    Code.CANNOT_MOVE, Code.NOT_ALOFT, Code.TOO_STRONG, Code.USELESS, Code.UNFIT,
}  # fmt: skip
"""Reasons a bot's line may fail for what the enemy did meanwhile; the others would be slips of its own."""


def board_with(*creatures: tuple[str, str, str]) -> State:
    """A grass board with these creatures (id, kind, place) alone."""
    state = start_state(Scenario(), {})
    state.creatures.clear()
    state.items.clear()
    state.terrain = ["K" if h in state.kings.values() else "G" for h in state.board.hexes]
    for id_, kind, place in creatures:
        state.creatures[id_] = new_creature(id_, KINDS[kind], id_[0], state.board.places[place])
    state.made |= {"A": 20, "B": 20}
    return state


def sheet(state: State, side: str, policy: str, seed: bytes = b"") -> list[Order]:
    return play(policy, json.loads(json.dumps(content(perceive(state, side)))), seed)


def ends(state: State, side: str, policy: str) -> dict[str, str]:
    """Where everybody stands after the turn a policy orders."""
    after = play_mail_turn(state, {side: sheet(state, side, policy)}, Dice(b"x", state.mail_turn + 1)).state
    return {c.id: after.board.place_names[c.place] for c in after.living()}


def game(
    armies: tuple[str, str], policies: tuple[str, str], seed: bytes, **options: object
) -> tuple[State, Counter[str]]:
    scenario = Scenario(**options)  # type: ignore[arg-type]
    state = start_state(scenario, {"A": {"army": armies[0]}, "B": {"army": armies[1]}})
    seen: Counter[str] = Counter()
    while state.ending is None:
        orders: dict[str, list[Order]] = {}
        for side, policy in zip("AB", policies, strict=True):
            orders[side] = play(policy, content(perceive(state, side)), seed)
        resolution = play_mail_turn(state, orders, Dice(seed, state.mail_turn + 1))
        state = resolution.state
        assert not faults(state)
        for told in resolution.told:
            if isinstance(told.event, LineDropped):
                seen[f"dropped {told.event.refusal.code}"] += 1
            elif isinstance(told.event, EffectDeclared):
                seen[told.event.name] += 1
    return state, seen


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("army", ARMIES)
def test_whole_games_from_turn_files_alone(policy: str, army: str) -> None:
    state, seen = game((army, "LEGION"), (policy, "bold"), b"g1")
    assert state.ending is not None
    dropped = {Code(key.removeprefix("dropped ")) for key in seen if key.startswith("dropped ")}
    assert dropped <= UNFORESEEN


def test_a_paired_game() -> None:
    state, _ = game(("HOST", "GREENWOOD"), ("bold", "careful"), b"p", mode=Mode.PAIRED)
    assert state.ending is not None
    assert state.mail_turn <= 22


@pytest.mark.parametrize("seed", range(12))
def test_bots_never_raise_whatever_the_board(seed: int) -> None:
    wild = Wild(seed)
    state = wild.state()
    for _ in range(6):
        side = active_in(state.turn + 1)
        for policy in ("careful", "bold"):
            orders = sheet(state, side, policy, b"%d" % seed)
        resolution = play_mail_turn(state, {side: orders}, Dice(b"x", state.mail_turn + 1))
        state = resolution.state
        assert not faults(state)
        if state.ending:
            break


def test_bold_takes_an_empty_king_hex() -> None:
    state = board_with(("A1", "Wolf", "e6"), ("A2", "Ogre", "e2"), ("A3", "Orc", "e2"), ("B1", "Ogre", "b2"))
    for policy in ("bold", "careful", "keen"):
        assert ends(state, "A", policy)["A1"] == "e8"


def test_bold_leaves_its_cheapest_unit_at_home_and_marches() -> None:
    state = board_with(("A1", "Ogre", "e2"), ("A2", "Orc", "e2"), ("A3", "Giant", "e2"), ("B1", "Giant", "e8"))
    after = ends(state, "A", "bold")
    assert after["A2"] == "e2"
    assert after["A1"] == "e3"
    assert after["A3"] == "e3"


def test_careful_keeps_a_guard() -> None:
    state = board_with(
        ("A1", "Ogre", "e2"), ("A2", "Orc", "e2"), ("A3", "Giant", "e2"), ("B1", "Ogre", "e4"), ("B2", "Kobold", "e8")
    )
    after = ends(state, "A", "careful")
    home = sum(KINDS[state.creatures[i].kind.name].power for i, place in after.items() if place == "e2" and i[0] == "A")
    assert home >= 4


def test_careful_attacks_only_what_it_beats() -> None:
    strong = board_with(("A1", "Giant", "e4"), ("A2", "Ogre", "e2"), ("B1", "Ogre", "d4"), ("B2", "Kobold", "e8"))
    assert ends(strong, "A", "careful")["A1"] == "d4"
    weak = board_with(("A1", "Ogre", "e4"), ("A2", "Ogre", "e2"), ("B1", "Ogre", "d4"), ("B2", "Kobold", "e8"))
    assert ends(weak, "A", "careful")["A1"] != "d4"
    assert ends(weak, "A", "bold")["A1"] != "e4"


def test_guns_shoot_where_it_makes_a_win() -> None:
    state = board_with(
        ("A1", "Sniper", "d3"), ("A2", "Ogre", "e2"), ("B1", "Giant", "d4"), ("B2", "Kobold", "e4"), ("B3", "Orc", "e8")
    )
    shots = [o for o in sheet(state, "A", "careful") if isinstance(o, Shoot)]
    assert [(s.creature, s.marks[0].place) for s in shots] == [("A1", "e4")]


def test_floods_and_bridges() -> None:
    flood = board_with(("A1", "Kobold", "e2"), ("B1", "Giant", "d3"), ("B2", "Orc", "e8"))
    changes = [o for o in sheet(flood, "A", "careful") if isinstance(o, ChangeTerrain)]
    assert changes == [] or changes[0].hex == "d3"
    flood.control = ["A"] * len(flood.control)
    changes = [o for o in sheet(flood, "A", "careful") if isinstance(o, ChangeTerrain)]
    assert changes[0].hex == "d3"
    assert changes[0].terrain not in KINDS["Giant"].terrain
    bridge = board_with(("A1", "Giant", "e4"), ("A2", "Orc", "e2"), ("B1", "Orc", "e8"))
    bridge.turn = bridge.mail_turn = 4
    for hex_ in ("d5", "e5", "f4", "c5", "g3", "d4", "f3"):
        bridge.terrain[bridge.board.index[hex_]] = "W"
    bridge.control = ["A"] * len(bridge.control)
    changes = [o for o in sheet(bridge, "A", "bold") if isinstance(o, ChangeTerrain)]
    assert changes
    assert changes[0].terrain in KINDS["Giant"].terrain


def test_a_flyer_told_to_go_flies() -> None:
    state = board_with(("A1", "Drake", "e6"), ("A2", "Orc", "e2"), ("A3", "Orc", "e2"), ("B1", "Orc", "b2"))
    orders = sheet(state, "A", "bold")
    assert [o for o in orders if isinstance(o, Fly | Move) and o.unit == "A1"]
    assert ends(state, "A", "bold")["A1"] == "e8"


def test_cards_are_used() -> None:
    """Over some games every shipped army's own magic is cast, that beyond BOT's words too."""
    used: Counter[str] = Counter()
    for n, armies in enumerate([("LEGION", "HOST"), ("GREENWOOD", "HOST"), ("LEGION", "GREENWOOD")] * 3):
        used += game(armies, ("careful", "bold") if n % 2 else ("bold", "careful"), b"%d" % n)[1]
    plain = ("Fireball", "Bless", "Block Magic", "Create Zombie", "Cripple", "Control Animal", "Weaken")
    beyond = ("Storm Call", "Entangle", "Wall of Thorns", "Anti-Magic", "Disenchant", "Shape Land")
    assert sum(bool(used[s]) for s in plain) >= 5, used
    assert sum(bool(used[s]) for s in beyond) >= 3, used


def test_a_wall_is_put_where_it_makes_the_way_longer() -> None:
    from magika_gm.games.arena.bots.craft import best_wall

    state = board_with(("A1", "Druid", "e3"), ("B1", "Giant", "e5"), ("B2", "Orc", "e8"))
    for hex_ in state.board.hexes:
        if state.board.names[hex_] not in ("e2", "e3", "e4", "e5", "e8"):
            state.terrain[hex_] = "W"
    plan = opening_of(state, "A", TEMPERS["careful"])
    assert isinstance(plan, Plan)
    wall = best_wall(plan, state.creatures["A1"])
    assert wall is not None
    assert state.board.wall_name(wall) in ("e3/e4", "e4/e5", "e2/e3")


def test_a_balloon_hangs_above_its_king_with_a_gun() -> None:
    """A vehicle that only rises is crewed by a gun, at home alone; nobody else is shut up in it."""
    state = board_with(
        ("A1", "Archer", "e2"), ("A2", "Hot Air Balloon", "e2"), ("A3", "Ogre", "e2"), ("B1", "Orc", "e8")
    )
    orders = sheet(state, "A", "careful")
    assert Mount("A1", "A2") in orders
    assert ends(state, "A", "careful")["A2"] == "e2^"
    for kind, place in (("Human Pilot", "e2"), ("Archer", "d4")):
        other = board_with(
            ("A1", kind, place), ("A2", "Hot Air Balloon", place), ("A3", "Ogre", "e2"), ("B1", "Orc", "e8")
        )
        assert not [o for o in sheet(other, "A", "careful") if isinstance(o, Mount)]


def test_a_potion_of_speed_brings_one_to_the_enemy_king() -> None:
    state = board_with(("A1", "Ogre", "e6"), ("A2", "Orc", "e2"), ("A3", "Orc", "e2"), ("B1", "Orc", "b2"))
    assert ends(state, "A", "bold")["A1"] == "e7"
    state.items["IA1"] = Item(id="IA1", key=1, kind=ITEMS["Potion of Speed"], by="A1", uses=1)
    state.creatures["A1"].items = ("IA1",)
    assert any(isinstance(o, Use) and o.what == "IA1" for o in sheet(state, "A", "bold"))
    assert ends(state, "A", "bold")["A1"] == "e8"


def test_haste_where_it_takes_the_king() -> None:
    state = board_with(("A1", "Ogre", "e6"), ("A2", "Timewarden", "e5"), ("A3", "Orc", "e2"), ("B1", "Orc", "b2"))
    state.cards["A"], state.pools["A"] = ("Haste",), 20
    cast = [o for o in sheet(state, "A", "bold") if isinstance(o, Cast) and o.phase == "M1"]
    assert [(o.spell, o.on) for o in cast] == [("Haste", ("A1",))]
    assert ends(state, "A", "bold")["A1"] == "e8"


def test_a_wall_in_the_way_is_breached() -> None:
    state = board_with(("A1", "Ogre", "e4"), ("A2", "Sorcerer", "e4"), ("A3", "Orc", "e2"), ("B1", "Orc", "e8"))
    state.cards["A"], state.pools["A"] = ("Breach",), 20
    assert not [o for o in sheet(state, "A", "bold") if isinstance(o, Cast)]
    wall = Aim(Target.WALL, place=state.board.places["e4"], other=state.board.places["e5"])
    state.enchantments["N1"] = Enchantment(
        id="N1", key=1, name="Wall of Thorns", side="B", aim=wall, since=0, turns_of="B"
    )  # fmt: skip
    assert [(o.spell, o.on) for o in sheet(state, "A", "bold") if isinstance(o, Cast)] == [("Breach", ("e4/e5",))]


def test_a_wall_in_the_enemys_way_alone_stays() -> None:
    state = board_with(("A1", "Ogre", "e4"), ("A2", "Sorcerer", "e4"), ("A3", "Orc", "e2"), ("B1", "Giant", "e6"))
    state.cards["A"], state.pools["A"] = ("Breach",), 20
    wall = Aim(Target.WALL, place=state.board.places["e3"], other=state.board.places["e4"])
    state.enchantments["N1"] = Enchantment(
        id="N1", key=1, name="Wall of Thorns", side="A", aim=wall, since=0, turns_of="A"
    )  # fmt: skip
    assert not [o for o in sheet(state, "A", "bold") if isinstance(o, Cast)]


def test_a_symbol_goes_to_whom_it_opens_a_card() -> None:
    """A Holy Symbol makes a Knight a caster (from none to 1); a High Priest has no use for it."""
    for cards, bearer in ((("Bless",), "A3"), (("Bless", "Turn Undead"), "A2")):
        state = board_with(
            ("A1", "High Priest", "e2"), ("A2", "Acolyte", "e2"), ("A3", "Elf", "e2"), ("B1", "Zombie", "e8")
        )
        state.cards["A"], state.pools["A"] = cards, 20
        state.items["IA1"] = Item(
            id="IA1", key=1, kind=ITEMS["Holy Symbol"], place=state.board.places["e2"], uses=None
        )  # fmt: skip
        assert Equip(bearer, "IA1") in sheet(state, "A", "careful")
    after = play_mail_turn(state, {"A": sheet(state, "A", "careful")}, Dice(b"x", 1)).state
    assert next(o.by for o in after.standing["A"] if isinstance(o, Cast) and o.spell == "Bless")[:2] == ("A1", "A2")


def test_turn_undead_is_kept_for_the_undead() -> None:
    for kind, wanted in (("Ogre", False), ("Vampire", True)):
        state = board_with(("A1", "Giant", "e4"), ("A2", "High Priest", "e3"), ("A3", "Orc", "e2"), ("B1", kind, "e5"))
        state.cards["A"], state.pools["A"] = ("Turn Undead",), 20
        lines = [o for o in sheet(state, "A", "bold") if isinstance(o, Cast) and o.spell == "Turn Undead"]
        assert bool(lines) is wanted


@pytest.mark.slow
def test_keen_beats_bold_more_often_than_not() -> None:
    """From either seat, with either army; docs/arena/balance.md has the figures of many games."""
    won = 0
    for n in range(8):
        keen = n % 2
        policies = ("keen", "bold") if keen == 0 else ("bold", "keen")
        armies = ("GREENWOOD", "HOST") if n % 4 < 2 else ("HOST", "GREENWOOD")
        state, _ = game(armies, policies, b"k%d" % n)
        won += state.winner == "AB"[keen]
    assert won >= 5


def test_keen_knows_no_draw_of_the_game() -> None:
    """What it imagines is keyed otherwise than the game's dice, whatever its whims."""
    assert imagined(b"s" * 16) != b"s" * 16
    assert imagined(b"") != b""


def test_orders_from_a_state_spoil_nothing_of_their_reader() -> None:
    state = start_state(Scenario(), {})
    before = content(perceive(state, "A"))
    orders_from(TEMPERS["bold"], state.copy(), "A")
    assert content(perceive(state, "A")) == before
