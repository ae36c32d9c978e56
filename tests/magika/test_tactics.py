"""What the built-in players know how to do, each on a small world made for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.reporting import NOBODY
from magika_gm.engine.seam.reports import TurnRecord
from magika_gm.games.magika.bots import PLAYERS, take_turn
from magika_gm.games.magika.bots.craft import cheapest_phases, landing
from magika_gm.games.magika.bots.novices import hop_to
from magika_gm.games.magika.bots.scene import FAR, NO_NOTES, Land, Notes, View, observe, racial_spots, read_view
from magika_gm.games.magika.orders.lines import write_order
from magika_gm.games.magika.orders.model import Cast, Demand, Don, Drop, Give, Move, Order, Rest, Search
from magika_gm.games.magika.report.report import turn_file as to_plain
from magika_gm.games.magika.report.reports import REPORTS
from magika_gm.games.magika.rules.arena import GOAL, INDEX, NAME, ROW, SPACES, bearing
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.state import Mage, Scroll, Task, World, new_mage, own_teleport
from magika_gm.games.magika.rules.tables import FOREST, MOUNTAIN, OCEAN, PLAINS, VOLCANIC
from magika_gm.games.magika.rules.tasks import give_tasks
from magika_gm.games.magika.sight import Memory, learn, news, take_recon

SEED = b"tactics"


def world_of(*mages: Mage, terrain: int = PLAINS, turn: int = 3, **lying: list[str]) -> World:
    """Even land, and a bystander L far away so that nobody plays alone."""
    world = World(terrain=[OCEAN if ROW[s] == 25 else terrain for s in range(SPACES)], turn=turn, phase=6)
    for mage in (*mages, new_mage("L", INDEX["y24"])):
        mage.scrolls = [replace(s, number=i) for i, s in enumerate(mage.scrolls, 1)]
        world.mages[mage.letter] = mage
    world.lying = {INDEX[space]: things for space, things in lying.items()}
    return world


def mage(letter: str, at: str, *scrolls: str, race: str = "human", alignment: str = "good", **changes: Any) -> Mage:
    made = new_mage(letter, INDEX[at], race, alignment)
    return replace(made, **{"scrolls": [Scroll(code) for code in scrolls], **changes})


def turn_file(world: World, letter: str, tasks: tuple[Task, ...] = ()) -> dict[str, Any]:
    give_tasks(world, tasks)
    recon = take_recon(world, letter)
    memory = Memory()
    learn(memory, world.turn, *news(recon))
    return to_plain(
        REPORTS.build(
            TurnRecord(acts=(), state=world, told=(), orders={}, how={}, messages=(), seed=SEED),
            recon.letter,
            recon,
            memory,
            NOBODY,
            "",
        )
    )


def view_of(world: World, letter: str = "A") -> View:
    return read_view(turn_file(world, letter))


def orders_of(world: World, policy: str, letter: str = "A", notes: Notes = NO_NOTES) -> list[Order]:
    return take_turn(policy, turn_file(world, letter), notes, SEED).orders


def kinds(orders: list[Order]) -> list[type]:
    return [type(order) for order in orders]


def task(name: str, done: bool) -> Task:
    return Task(name=name, kind="keep to", text="", counts=("game",), at_least=1 if done else 2)


# --- reading the turn file ---


def test_a_view_is_the_mage_of_the_report() -> None:
    me = mage("A", "m5", "TelPt", "Heals", team="red", cloaks=["red", "blue"], artifacts=["crown", "tome"], skill=85)
    view = view_of(world_of(me))
    read = view.me
    assert (read.space, read.skill, read.team, read.cloaks, read.artifacts) == (
        INDEX["m5"], 85, "red", ["red", "blue"], ["crown", "tome"],
    )  # fmt: skip
    assert [(s.code, s.number) for s in read.scrolls] == [("TelPt", 1), ("Heals", 2)]
    assert read.free_cloaks == ["blue"]
    assert sum(view.points.values()) > 0
    assert view.figures["Endurance"][0] == me.endurance


# --- the phases of a turn (MOVE-3) ---


@pytest.mark.parametrize(
    ("race", "moves", "phases"),
    [("elf", 1, (5,)), ("elf", 2, (4, 5)), ("human", 3, (3, 4, 5)), ("dwarf", 3, (3, 4, 5)), ("dwarf", 5, None)],
)
def test_moves_are_made_in_the_phases_in_which_they_are_cheapest(
    race: str, moves: int, phases: tuple[int, ...] | None
) -> None:
    alignment = "good"
    view = view_of(world_of(mage("A", "t9", race=race, alignment=alignment)))
    found = cheapest_phases(view, Land(view), view.me.space, ["NE"] * moves, 0, 0)
    if moves == 2:
        assert found is not None
        assert found[1] == 5, "the second move is half price in phase 5 alone"
    else:
        assert found == phases


def test_phases_are_kept_free_before_and_after() -> None:
    view = view_of(world_of(mage("A", "t9")))
    assert cheapest_phases(view, Land(view), view.me.space, ["NE", "NE"], 1, 2) == (2, 3)
    assert cheapest_phases(view, Land(view), view.me.space, ["NE"] * 3, 2, 1) is None


def test_the_way_goes_round_what_is_hard_to_cross() -> None:
    world = world_of(mage("A", "m5"))
    for space in ("l4", "l5"):
        world.terrain[INDEX[space]] = VOLCANIC
    view = view_of(world)
    land = Land(view)
    field = land.to({INDEX["k5"]}, step=1.0)
    ways = land.follow(field, INDEX["m5"])
    assert ways[0] in ("E", "W")
    assert land.to({INDEX["y5"]}, step=1.0)[INDEX["m5"]] >= FAR, "nobody but the Ebon Mage plans to go south"


# --- what every player knows ---


@pytest.mark.parametrize("policy", ["racer", "collector", "fighter"])
def test_a_tired_mage_rests_five_times_for_the_bonus(policy: str) -> None:
    assert kinds(orders_of(world_of(mage("A", "m5", endurance=30)), policy)) == [Rest] * 5


@pytest.mark.parametrize("policy", ["racer", "collector", "fighter"])
def test_things_at_his_feet_are_picked_up_first(policy: str) -> None:
    orders = orders_of(world_of(mage("A", "m5", endurance=60), m5=["helm"]), policy)
    assert isinstance(orders[0], Search)


@pytest.mark.parametrize("policy", ["racer", "collector", "fighter"])
def test_a_first_cloak_is_put_on_unless_its_team_would_refuse_him(policy: str) -> None:
    me = mage("A", "m5", cloaks=["red"])
    assert Don("red") in orders_of(world_of(me), policy)
    others = [mage(x, "m6", race="dwarf", alignment=a, team="red", cloaks=["red"])
              for x, a in (("B", "good"), ("C", "neutral"))]  # fmt: skip
    seen = Notes()
    world = world_of(mage("A", "m6", cloaks=["red"]), *others)
    assert Don("red") not in orders_of(world, policy, notes=seen)


def test_a_teammate_here_is_given_what_is_his_kind() -> None:
    me = mage("A", "m5", team="red", cloaks=["red"], artifacts=["orb"])
    friend = mage("B", "m5", race="goblin", alignment="neutral", team="red", cloaks=["red"])
    assert Give(("orb",), "B") in orders_of(world_of(me, friend), "collector")


def test_a_racial_artifact_is_demanded_of_one_who_is_farther_from_it() -> None:
    holder = mage("B", "m5", race="elf", artifacts=["cross"])
    assert Demand("cross", "B") in orders_of(world_of(mage("A", "m5"), holder), "fighter")
    kin = mage("B", "m5", artifacts=["cross"])
    assert Demand("cross", "B") not in orders_of(world_of(mage("A", "m5"), kin), "fighter")


def test_a_demand_made_in_vain_is_not_made_again() -> None:
    world = world_of(mage("A", "m5"), mage("B", "m5", race="elf", artifacts=["cross"]))
    plain = turn_file(world, "A")
    plain["story"] = [{"phase": 1, "order": "DEMAND CROSS FROM B", "lines": []}]
    assert Demand("cross", "B") not in take_turn("fighter", plain, NO_NOTES, SEED).orders


def test_a_wounded_mage_reads_heals_and_a_fresh_one_keeps_it() -> None:
    def reads(endurance: int) -> bool:
        me = mage("A", "m5", "Heals", endurance=endurance, arcania=60)
        return any(isinstance(o, Cast) for o in orders_of(world_of(me, terrain=FOREST), "racer"))

    assert reads(52)
    assert not reads(95)


# --- character ---


@pytest.mark.parametrize("race", ["human", "elf", "dwarf"])
def test_the_racer_ends_the_game_when_it_pays(race: str) -> None:
    me = mage("A", "c2", race=race, endurance=90, arcania=90, skill=120, artifacts=["crown"])
    world = world_of(me, *(mage(x, "t5") for x in "BCDEFGHIJK"), turn=12, terrain=FOREST)
    result = play_turn(world, {"A": orders_of(world, "racer")}, Dice(SEED, 13))
    assert result.world.ending == "goal"


def test_the_racer_waits_a_step_short_while_it_does_not_pay() -> None:
    me = mage("A", "c2", endurance=95, arcania=5, skill=20, aptitude=0)
    others = [mage(x, "d2", endurance=100, arcania=100, skill=120, aptitude=100) for x in "BC"]
    far = [mage(x, "f3", endurance=100, arcania=100, skill=120, aptitude=100) for x in "DEFGHIJK"]
    world = world_of(me, *others, *far, terrain=FOREST)
    for _ in range(2):
        result = play_turn(world, {"A": orders_of(world, "racer")}, Dice(SEED, world.turn + 1))
        world = result.world
        assert world.ending is None
    assert ROW[world.mages["A"].space] == 1


def test_the_collector_fetches_the_artifact_of_his_alignment() -> None:
    """ART-5 tells him where the Crown is; the racer walks past it."""
    world = world_of(mage("A", "m5"), m8=["crown"])
    notes = NO_NOTES
    for turn in range(4, 9):
        played = take_turn("collector", turn_file(world, "A"), notes, SEED)
        notes = played.notes
        world = play_turn(world, {"A": played.orders}, Dice(SEED, turn)).world
        if "crown" in world.mages["A"].artifacts:
            break
    assert "crown" in world.mages["A"].artifacts
    assert ROW[world.mages["A"].space] >= ROW[INDEX["l1"]], "he went straight for it"


def test_bearings_close_in_on_the_artifact_of_ones_race() -> None:
    spot = INDEX["k9"]
    notes, spots = NO_NOTES, list(range(SPACES))
    for at in ("r4", "p5", "n11"):
        world = world_of(mage("A", at), k9=["cross"])
        notes = observe(notes, view_of(world))
        now = racial_spots(notes, view_of(world))
        assert spot in now
        assert set(now) <= set(spots)
        assert all(bearing(INDEX[at], s) == bearing(INDEX[at], spot) for s in now)
        spots = now
    assert len(spots) < 40


def test_an_artifact_that_wanders_is_known_to_be_carried() -> None:
    notes = observe(NO_NOTES, view_of(world_of(mage("A", "t5"), e3=["crown"])))
    assert "crown" not in notes.carried
    notes = observe(notes, view_of(world_of(mage("A", "t5"), d3=["crown"])))
    assert "crown" in notes.carried


def test_the_fighter_strikes_the_leader_in_sight() -> None:
    me = mage("A", "m5", "AtEnd", "Plyze", race="elf", alignment="evil", arcania=90)
    ahead = mage("B", "k5", race="dwarf", alignment="neutral", artifacts=["scepter"])
    orders = orders_of(world_of(me, ahead), "fighter")
    assert any(isinstance(o, Cast) and o.parameter == "B" for o in orders)


# --- the Ebon Mage ---


def ebon(at: str, *scrolls: str, **changes: Any) -> Mage:
    return mage("M", at, **{"scrolls": [own_teleport(), *(Scroll(code) for code in scrolls)], "skill": 100, **changes})


@pytest.mark.parametrize("target", ["m8", "k5", "j3", "m5", "p9", "o7"])
def test_a_teleport_leads_exactly_to_the_prey(target: str) -> None:
    view = view_of(world_of(ebon("m6", arcania=80)), "M")
    hop = hop_to(view, INDEX[target])
    assert hop is not None
    assert NAME[landing(view.me.space, hop.parameter)] == target


@pytest.mark.parametrize("target", ["j4", "o9", "l7", "m10"])
def test_where_one_teleport_does_not_lead_he_does_not_try(target: str) -> None:
    assert hop_to(view_of(world_of(ebon("m6", arcania=80)), "M"), INDEX[target]) is None


def test_he_reads_his_teleport_once_a_turn_and_walks_if_he_lost_it() -> None:
    """EBON-4: a second reading in one turn would destroy it."""
    wanders = (task("the wanderer", False),)
    for at in ("y13", "m5", "b1", "a1"):
        world = world_of(ebon(at, arcania=60, alignment="neutral"))
        orders = take_turn("ebon", turn_file(world, "M", wanders), NO_NOTES, SEED).orders
        assert sum(isinstance(o, Cast) and o.scroll == "S1" for o in orders) == 1, at
    world.mages["M"].scrolls = [Scroll("Heals")]
    assert not any(isinstance(o, Cast) for o in orders_of(world, "ebon", "M"))


def test_he_does_not_try_to_give_what_cannot_be_given() -> None:
    """His own teleport (EBON-4), by a report that does not call it bound; nor anything to who is not here (GIVE-1)."""
    for scrolls, at in (((), "m5"), (("Heals",), "m7")):
        world = world_of(ebon("m5", *scrolls, arcania=100), mage("A", at, race="dwarf"))
        orders = take_turn("ebon", turn_file(world, "M", (task("the open hand", False),)), NO_NOTES, SEED).orders
        assert not any(isinstance(o, Give) for o in orders)


@pytest.mark.parametrize("alignment", ["good", "neutral", "evil"])
def test_he_travels_by_teleport_alone_and_keeps_his_endurance(alignment: str) -> None:
    for at in ("y13", "m5", "b1", "a1"):
        orders = orders_of(world_of(ebon(at, arcania=60, alignment=alignment)), "ebon", "M")
        assert isinstance(orders[0], Cast)
        assert orders[0].scroll == "S1"
        assert not any(isinstance(o, Move) for o in orders)


def test_he_moves_or_teleports_every_turn() -> None:
    """EBON-2 never has to compel him."""
    for at, terrain in (("y13", PLAINS), ("m5", MOUNTAIN), ("a1", VOLCANIC), ("b1", VOLCANIC)):
        for alignment in ("good", "neutral", "evil"):
            world = world_of(ebon(at, arcania=60, alignment=alignment), terrain=terrain)
            result = play_turn(world, {"M": orders_of(world, "ebon", "M")}, Dice(SEED, 4))
            assert not any(type(t.event).__name__ == "EbonCompelled" for t in result.told), (at, alignment)


@pytest.mark.parametrize(
    ("wanted", "held", "orders"),
    [
        ("the librarian", {}, ["GIVE S2 TO A"]),
        ("the tailor", {"cloaks": ["red"]}, ["GIVE RED CLOAK TO A"]),
        ("the restorer", {"artifacts": ["lamp"]}, ["GIVE LAMP TO A"]),
        ("a cloak by the wayside", {"cloaks": ["red"]}, ["DROP RED CLOAK"]),
        ("a find for others", {"artifacts": ["lamp"]}, ["DROP LAMP"]),
        ("no gifts", {"artifacts": ["lamp"]}, []),
    ],
)
def test_he_gives_and_leaves_what_his_tasks_want(wanted: str, held: dict[str, list[str]], orders: list[str]) -> None:
    """EBON-6, GIVE-1: to who shares his space now, for nobody can know who will share it later."""
    world = world_of(ebon("m5", "Heals", arcania=100, **held), mage("A", "m5", race="dwarf"))
    for done in (False, True):
        given = take_turn("ebon", turn_file(world, "M", (task(wanted, done),)), NO_NOTES, SEED).orders
        found = [write_order(o) for o in given if isinstance(o, Give | Drop)]
        assert found == ([] if done else orders)


def test_his_tasks_keep_him_from_spells() -> None:
    prey = mage("A", "m6", race="dwarf")
    world = world_of(ebon("m5", "AtEnd", arcania=100, alignment="evil", aptitude=-90), prey)

    def attacks(*tasks: Task) -> bool:
        orders = take_turn("ebon", turn_file(world, "M", tasks), NO_NOTES, SEED).orders
        return any(isinstance(o, Cast) and o.scroll == "S2" for o in orders)

    assert attacks()
    assert not attacks(task("clean hands", True))
    assert not attacks(task("the harmless", True))
    assert attacks(task("clean hands", False)), "a vow broken binds no longer"


def test_a_claimant_strikes_whoever_must_yield() -> None:
    prey = mage("A", "m7", race="dwarf", artifacts=["cross"])
    world = world_of(ebon("m5", arcania=80, alignment="neutral", aptitude=0), prey)
    seen = replace(NO_NOTES, people={"A": view_of(world_of(mage("B", "m7"), prey), "B").others[0]})
    plain = turn_file(world, "M", (task("the claimant", False),))
    orders = take_turn("ebon", plain, seen, SEED).orders
    assert Demand("cross", "A") in orders
    result = play_turn(world, {"M": orders}, Dice(SEED, 4))
    assert "cross" in result.world.mages["M"].artifacts


def test_every_policy_has_a_summary() -> None:
    assert all(policy.summary for policy in PLAYERS.values())


def test_nobody_moves_onto_the_goal_square_by_mistake() -> None:
    """A racer at b1 whose report says he would lose stays there, turn after turn."""
    me = mage("A", "b1", arcania=0, skill=10, aptitude=-50)
    strong = [mage(x, "c1", arcania=100, skill=120, aptitude=100) for x in "BC"]
    world = world_of(me, *strong, *(mage(x, "d2", arcania=100, skill=120) for x in "DE"))
    assert not any(isinstance(o, Move) for o in orders_of(world, "racer"))
    assert world.mages["A"].space != GOAL
