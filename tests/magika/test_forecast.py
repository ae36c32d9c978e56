"""The forecast in an acknowledgement: right where nobody interferes, and from what the mage knows and nothing more."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm import games
from magika_gm.engine.dice import Dice
from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.engine.words import Fault
from magika_gm.games.magika.forecast import chance_words, forecast, forecast_text
from magika_gm.games.magika.orders.lines import read_order, write_order
from magika_gm.games.magika.orders.model import Order
from magika_gm.games.magika.rules.arena import INDEX, NAME, distance
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.state import Scroll, World, new_mage
from magika_gm.games.magika.rules.tables import PLAINS, RIVER
from magika_gm.games.magika.sight import MageSeen, Memory, learn, news, take_recon
from magika_gm.games.magika.sight import known as known_world
from tests.acknowledged import acknowledgement
from tests.app.postroom import Post, begin, sheet
from tests.examples import some_of
from tests.magika.randoms import random_orders, random_world
from tests.magika.sheets import read_sheets


def orders(*texts: str) -> list[Order]:
    found = [read_order(text) for text in texts]
    assert not any(isinstance(order, Fault) for order in found)
    return [order for order in found if not isinstance(order, Fault)]


def alone(at: str = "m7") -> tuple[World, Memory]:
    """A world with one mage in it, of whose land he has seen nothing but his own space."""
    world = World(turn=3, phase=6)
    world.mages["C"] = new_mage("C", INDEX[at], "elf", "good")
    return world, Memory({INDEX[at]: (PLAINS, 3)})


def rows(world: World, memory: Memory, *texts: str) -> list[tuple[str, int, int]]:
    found = forecast(known_world(world, "C", memory), "C", memory, orders(*texts))
    return [(NAME[r.space] if r.space >= 0 else "?", r.endurance, r.arcania) for r in found]


def test_moves_rests_and_meditations_come_out_as_the_rules_say() -> None:
    world, memory = alone()
    assert rows(world, memory, "MOVE NE", "REST", "MEDITATE", "MOVE NW", "REST") == [
        ("l7", 89, 50), ("l7", 95, 50), ("l7", 95, 61), ("k6", 91, 61), ("k6", 95, 61)
    ]  # fmt: skip


def test_a_search_knows_what_lies_there_and_what_a_find_may_cost() -> None:
    world, memory = alone()
    (plain, *_) = forecast(known_world(world, "C", memory), "C", memory, orders("SEARCH"))
    assert plain.notes == ["a scroll probably not (35 %); a find costs up to 2 more (SRCH-4)"]
    world.lying[INDEX["m7"]] = ["helm", "cloak:red"]
    (row, *_) = forecast(known_world(world, "C", memory), "C", memory, orders("SEARCH"))
    assert row.notes == ["HELM, which lies here (SRCH-1)", "RED CLOAK, which lies here (SRCH-1)"]
    assert plain.endurance - row.endurance == 2, "half of a factor of 4"


@pytest.mark.parametrize(("endurance", "words"), [(41, ""), (40, " and may leave you unconscious"), (16, "")])
def test_a_find_that_would_take_the_last_strength_is_told(endurance: int, words: str) -> None:
    """In a river a scroll is sure, the search costs 16 of what is likelier and up to 40 with a find."""
    world, memory = alone()
    memory.spaces[INDEX["m7"]] = (RIVER, 3)
    world.terrain[INDEX["m7"]] = RIVER
    world.mages["C"].endurance = endurance
    (row, *_) = forecast(known_world(world, "C", memory), "C", memory, orders("SEARCH"))
    assert row.notes[0] == f"a scroll surely (100 %); a find costs up to 24 more{words} (SRCH-4)"
    assert row.notes[1:] == (["UNCONSCIOUS for the rest of the turn (MAGE-5)"] if endurance == 16 else [])


def test_a_space_that_was_full_when_last_seen_is_told_so() -> None:
    """Three, or two who would keep him out; two of whom he knows too little do not (MOVE-6)."""
    world, memory = alone()
    l7, into = INDEX["l7"], "−6 endurance, into l7, never seen and taken for plains"
    full = f"{into}; it was full when last seen, turn 2 (MOVE-6)"

    def notes() -> list[str]:
        return forecast(known_world(world, "C", memory), "C", memory, orders("MOVE NE"))[0].notes

    learn(memory, 2, {}, [MageSeen(letter="D", space=l7, team="red")])
    learn(memory, 3, {}, [MageSeen(letter="E", space=l7)])
    assert notes() == [into]
    learn(memory, 3, {}, [MageSeen(letter="E", space=l7, team="red")])
    assert notes() == [full]
    world.mages["C"].team = "red"
    assert notes() == [into]
    learn(memory, 3, {}, [MageSeen(letter="F", space=l7)])
    assert notes() == [full]
    learn(memory, 4, {}, [MageSeen(letter="D", space=INDEX["a1"])])
    learn(memory, 4, {}, [MageSeen(letter="M", space=l7)])
    learn(memory, 4, {}, [MageSeen(letter="F", space=INDEX["a1"])])
    assert notes() == [into], "a third may join the Ebon Mage"


def test_what_was_never_seen_is_taken_for_plains_and_said_so() -> None:
    world, memory = alone()
    world.terrain[INDEX["l7"]] = 10
    unseen = forecast(known_world(world, "C", memory), "C", memory, orders("MOVE NE", "MOVE NE"))
    assert unseen[0].notes == ["−6 endurance, into l7, never seen and taken for plains"]
    memory.spaces[INDEX["l7"]] = (8, 2)
    seen = forecast(known_world(world, "C", memory), "C", memory, orders("MOVE NE", "MOVE NE"))
    assert seen[0].notes == ["−6 endurance, into l7, mountain, last seen turn 2"]
    assert seen[1].notes == ["−24 endurance, into k7, never seen and taken for plains"]
    assert unseen[1].endurance - seen[1].endurance == 24 - 6


@pytest.mark.parametrize(
    ("skill", "words", "healed"),
    [(99, "almost surely (99 %)", True), (75, "probably (75 %)", True), (50, "about as likely as not (50 %)", True),
     (40, "probably not (40 %)", False), (120, "surely (100 %)", True)],
)  # fmt: skip
def test_spells_come_out_the_likelier_way_and_the_chance_is_said(skill: int, words: str, healed: bool) -> None:
    world, memory = alone()
    mage = world.mages["C"]
    mage.skill, mage.endurance, mage.scrolls = skill, 20, [Scroll("Heals")]
    (row, *_) = forecast(known_world(world, "C", memory), "C", memory, orders("CAST Heals"))
    assert f"Heals works {words}" in row.notes
    assert (row.endurance > 40, row.arcania) == (healed, 42)


@pytest.mark.parametrize(
    ("chance", "words"),
    [(100, "surely"), (99, "almost surely"), (90, "almost surely"), (89, "probably"), (60, "probably"),
     (59, "about as likely as not"), (41, "about as likely as not"), (40, "probably not"), (11, "probably not"),
     (10, "hardly"), (1, "hardly"), (0, "not"), (-5, "not")],
)  # fmt: skip
def test_the_words_of_a_chance_change_where_they_say(chance: int, words: str) -> None:
    assert chance_words(chance) == f"{words} ({max(0, chance)} %)"


def test_a_spell_on_somebody_else_costs_what_it_costs_and_promises_nothing() -> None:
    world, memory = alone()
    world.mages["C"].scrolls = [Scroll("CurSp"), Scroll("CurSp")]
    world.mages["C"].aptitude = 40
    found = forecast(known_world(world, "C", memory), "C", memory, orders("CAST CurSp F", "CAST CurSpX RED"))
    assert [r.arcania for r in found] == [44, 28, 28, 28, 28][: len(found)]
    assert found[0].notes == ["CurSp works probably (75 %), if it can have an effect at all"]


def test_gifts_demands_and_what_cannot_be_done() -> None:
    world, memory = alone()
    mage = world.mages["C"]
    mage.scrolls, mage.artifacts = [Scroll("Heals")], ["lamp"]
    given_away = orders("GIVE LAMP, 10 ENDURANCE TO EBON", "GIVE LAMP TO F", "DEMAND CROWN FROM F", "DON RED", "REST")
    found = forecast(known_world(world, "C", memory), "C", memory, given_away)
    assert found[0].notes == ["if they may be taken"]
    assert found[0].endurance == 85
    assert found[1].notes == ["becomes Rest (GIVE-1)"]
    assert found[2].notes == ["depends on the holder"]
    assert found[3].notes == ["becomes Rest (SEQ-3)"]


def test_nobody_gives_to_himself() -> None:
    """The Ebon Mage's gift of points to himself is illegal like any other's (GIVE-1)."""
    world, memory = alone()
    world.mages["M"] = new_mage("M", INDEX["m7"])
    found = forecast(known_world(world, "M", memory), "M", memory, orders("GIVE 30 ARCANIA TO EBON"))
    rest = forecast(known_world(world, "M", memory), "M", memory, orders("REST"))
    assert found[0].notes == ["becomes Rest (GIVE-1)"]
    assert found[0].arcania == rest[0].arcania, "nothing is paid"


def test_where_chance_decides_the_place_it_says_that_nobody_can_tell() -> None:
    world, memory = alone()
    world.mages["C"].scrolls = [Scroll("Chaos")]
    world.mages["C"].skill = 100
    assert [place for place, *_ in rows(world, memory, "REST", "CAST Chaos")] != []
    world.mages["C"].alignment, world.mages["C"].aptitude, world.mages["C"].arcania = "evil", -90, 90
    places = [place for place, *_ in rows(world, memory, "REST", "CAST Chaos", "MOVE NE")]
    assert places[:3] == ["m7", "?", "?"]


def test_five_rests_and_the_goal() -> None:
    world, memory = alone("b1")
    world.mages["C"].endurance = 30
    text = forecast_text(forecast(known_world(world, "C", memory), "C", memory, orders(*["REST"] * 5)))
    assert "+25 endurance for five rests (REST-3)" in " ".join(text.split())
    end = forecast_text(forecast(known_world(world, "C", memory), "C", memory, orders("MOVE NE")))
    assert "the Goal Square: the game ends (END-1)" in " ".join(end.split())
    assert max(map(len, (text + end).splitlines())) <= 72


@given(st.integers(0, 2**32))
@settings(max_examples=some_of(60), deadline=None)
def test_it_comes_true_for_a_mage_alone_where_no_chance_is(seed: int) -> None:
    rng = random.Random(seed)
    world = random_world(seed, 24)
    world.turn, world.phase, world.lying = 1, 6, {}
    mage = world.mages["C"]
    world.mages = {"C": mage}
    memory = Memory({space: (code, 1) for space, code in enumerate(world.terrain)})
    texts = [rng.choice(["MOVE NE", "MOVE NW", "MOVE E", "MOVE SW", "REST", "MEDITATE"]) for _ in range(5)]
    result = play_turn(world, {"C": orders(*texts)}, Dice(b"another seed", 2))
    found = rows(world, memory, *texts)
    after = result.world.mages["C"]
    assert found[-1] == (NAME[after.space], after.endurance, after.arcania)


def sheet_of(given_orders: list[Order]) -> Sheet:
    lines = "\n".join(f"{n} {write_order(o)}" for n, o in enumerate(given_orders, 1))
    (found,) = read_sheets(f"GAME 7 TURN 2\nMAGE C\nPASSWORD x\n{lines}\nMESSAGE TO D\nhail\nEND MESSAGE\nEND\n")
    return found


@given(st.integers(0, 2**32))
@settings(max_examples=some_of(150), deadline=None)
def test_two_games_that_differ_in_hidden_things_give_the_same_acknowledgement(seed: int) -> None:
    """RECON-10, byte for byte: everything about others, the land beyond his memory, what lies, what is in force."""
    rng = random.Random(seed)
    world = random_world(seed, 24)
    world.turn, world.phase = 1, 6
    letter = rng.choice("ABCDEFGHIJKLM")
    memory = Memory()
    learn(memory, 1, *news(take_recon(world, letter)))
    asked = sheet_of(random_orders(seed, world)[letter])
    before = acknowledgement(games.system("magika"), asked, letter, world, memory)
    changed = world.copy()
    for other in changed.mages.values():
        if other.letter != letter:
            other.space = rng.choice([s for s in range(3, 320) if distance(s, other.space) > 3])
            other.endurance, other.arcania, other.team, other.dropped = (
                rng.randrange(80),
                3,
                "black",
                rng.random() < 0.3,
            )
            other.scrolls, other.artifacts, other.cloaks = [Scroll("Chaos")], [], []
            other.effects, other.name, other.race = {"InvSp": 99}, f"somebody {seed}", "dwarf"
    changed.lying = {rng.randrange(3, 320): ["crown", "cloak:red"]}
    changed.terrain = [rng.randrange(1, 11) for _ in changed.terrain]
    changed.shifts = {space: rng.choice([-2, 3]) for space in range(351)}
    assert acknowledgement(games.system("magika"), asked, letter, changed, memory) == before
    assert before.count("\n") > 10


def test_an_office_leaks_nothing_of_others_in_what_it_answers(tmp_path: Path) -> None:
    """The same through the whole post: two offices whose databases differ in what the mage cannot know."""
    texts = []
    for number in (1, 2):
        post = Post(begin(tmp_path / str(number)))
        if number == 2:
            with sqlite3.connect(post.office.root / "magika.sqlite3") as connection:
                connection.execute("UPDATE mages SET endurance = 33, skill = 50, aptitude = 0 WHERE letter <> 'C'")
                connection.execute("UPDATE scrolls SET code = 'Chaos' WHERE letter <> 'C'")
                connection.execute("DELETE FROM things")
                connection.execute("UPDATE seats SET character = 'Nobody ' || seat WHERE seat <> 'C'")
            connection.close()
        for words in ("1 MOVE NE\n2 SEARCH\n3 CAST Confs D\n4 DEMAND CROWN FROM D", "1 GIVE TelPt TO Nobody K",
                      "STATUS\nHISTORY\nFORM\nHELP"):  # fmt: skip
            post.one(sheet(words))
        texts.append(post.answers())
        post.office.close()
    assert texts[0] == texts[1]


def test_the_guide_shows_what_players_get(tmp_path: Path) -> None:
    post = Post(begin(tmp_path / "office"))
    post.one(sheet("1 SEARCH\n2 MOVE NE\n3 CAST CurSp F\n4 MOVE NW"))
    guide = (Path(__file__).parents[2] / "docs" / "players-guide.md").read_text("utf-8")
    shown = "    Forecast: " + guide.partition("    Forecast: ")[2].partition("\n\nIf you *answer")[0]
    assert dedent(shown) in post.answer()
    post.office.close()


def test_chance_in_words_covers_every_number() -> None:
    words = [chance_words(n) for n in range(-5, 130)]
    assert all(text.endswith("%)") for text in words)
    assert (words[0], words[-1]) == ("not (0 %)", "surely (100 %)")
