"""The grammar of order lines (ORD)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magika_gm.engine.words import Fault
from magika_gm.games.arena.orders.lines import LINES, read_lines, read_order, stored, write_order
from magika_gm.games.arena.orders.model import (
    BeginStanding,
    Cast,
    ChangeTerrain,
    Condition,
    Draw,
    EndStanding,
    FlightEnd,
    Fly,
    Kill,
    Leg,
    Mark,
    Mount,
    Move,
    Resign,
    Shoot,
    Use,
    When,
    divide,
)
from magika_gm.games.arena.orders.sheet import verdicts
from magika_gm.games.arena.rules.state import Item
from magika_gm.games.arena.rules.tables import ITEMS
from magika_gm.games.arena.rules.terms import Phase
from magika_gm.games.arena.setup import Scenario, start_state
from tests.arena.randoms import Wild

SAMPLE = """
TERRAIN d5 GRASS          ; 8 if it is B's
EQUIP A1 IA2              ; the Magic Sword
MOUNT A3 A8               ; soldier on warhorse
MOUNT A5 A10              ; pilot in the gunship
M1 CAST Fireball BY A13 ON d6
MOVE A3 E E ELSE NE
FLY A10 E NE STAY
M2 CAST Bless BY A12 ON A3 WHEN NOT WINNING A3 KEEP 5
SHOOT A2 d6
KILL B4 B2
RETREAT A3 e3 d2
LATE EQUIP A3 IB1
STANDING
CAST Block Magic BY A13 ELSE A12 ON IT WHEN ENEMY CASTS ANY ON MINE KEEP 8
M2 CAST Bless BY A12 ON A1 WHEN LOSING e2
RETREAT ALL e2
END STANDING
"""


def test_the_laws_sample_reads_whole() -> None:
    orders, misread = read_lines(SAMPLE.splitlines())
    assert not misread
    assert len(orders) == 17
    own, block = divide(orders)
    assert len(own) == 12
    assert block is not None
    assert len(block) == 3
    assert own[4] == Cast(phase=Phase.M1, spell="Fireball", by=("A13",), on=("d6",))
    assert own[7] == Cast(
        phase=Phase.M2,
        spell="Bless",
        by=("A12",),
        on=("A3",),
        when=Condition(When.NOT_WINNING, at="A3"),
        keep=5,
    )


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("terrain D4 r", ChangeTerrain("d4", "R")),
        ("TERR d4 Rocky.", ChangeTerrain("d4", "R")),
        ("mov a03 ne, ne else d4", Move("A3", (("NE", "NE"), ("d4",)))),
        ("MOVE human pil E", Move("Human Pilot", (("E",),))),
        ("MOVE ELF E", Move("Elf", (("E",),))),
        ("MOVE ELF L E", Move("Elf Lord", (("E",),))),
        ("FLY A5 E NE", Fly("A5", (Leg(("E", "NE"), FlightEnd.LAND),))),
        ("FLY A5 E ELSE W STAY", Fly("A5", (Leg(("E",), FlightEnd.STAY), Leg(("W",), FlightEnd.STAY)))),
        ("FLY A5 E LAND ELSE STAY", Fly("A5", (Leg(("E",), FlightEnd.LAND), Leg((), FlightEnd.STAY)))),
        ("SHOOT A6 d4 ELSE d4 AIR", Shoot("A6", (Mark("d4"), Mark("d4^")))),
        ("SHOOT A6 d4 b9 WITH ia1", Shoot("A6", (Mark("d4", "B9"),), "IA1")),
        ("MOUNT WIZ GIANT B", Mount("Wizard", "Giant Bird")),
        ("M2 USE quick growth BY A11", Use(phase=Phase.M2, what="Quick Growth", by=("A11",))),
        ("CAST ANTI-MAGIC BY A1 ON d4^", Cast(phase=None, spell="Anti-Magic", by=("A1",), on=("d4^",))),
        ("CAST wall of thorns BY A1 ON d5/d4", Cast(phase=None, spell="Wall of Thorns", by=("A1",), on=("d4/d5",))),
        ("CAST Shape L BY A1 ON d4 TO gr", Cast(phase=None, spell="Shape Land", by=("A1",), on=("d4",), to="G")),
        ("CAST Teleport BY A1 ON B3 TO D6", Cast(phase=None, spell="Teleport", by=("A1",), on=("B3",), to="d6")),
        ("KILL b7, RANDOM", Kill(("B7", "RANDOM"))),
        ("CONCEDE", Resign()),
        ("OFFER DRAW", Draw()),
        ("DRAW", Draw()),
        ("STANDING", BeginStanding()),
        ("END STANDING", EndStanding()),
    ],
)
def test_lines_as_people_write_them(text: str, order: object) -> None:
    assert read_order(text) == order


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("MVOE A3 E", "MVOE is no order; did you mean MOVE?"),
        ("DR A1 IA1", "DR could be DROP or DRAW"),
        ("CAST Fierball BY A1 ON d4", "Fierball is no spell; did you mean Fireball?"),
        ("CAST W BY A1 ON d4", "W could be Weaken or Wall of Thorns or Wall of Force"),
        ("CAST Slow BY A1", "Slow needs ON and a creature"),
        ("CAST Slow ON B1", "CAST needs BY"),
        ("CAST Slow BY A1 ON C1", "C1 is no creature"),
        ("CAST Shape Land BY A1 ON d4", "Shape Land needs TO and a terrain"),
        ("CAST Slow BY A1 ON B1 TO d4", "Slow has no TO"),
        ("CAST Block Magic BY A1 ON B1", "Block Magic is aimed at IT"),
        ("CAST Slow BY A1 ON B1 KEEP", "KEEP needs a number"),
        ("CAST Slow BY A1 ON B1 WHEN WINNING A1", "WINNING is no condition"),
        ("CAST Slow BY A1 ON B1 WHEN ENEMY CASTS Fierball", "did you mean Fireball"),
        ("MOVE A3", "MOVE needs a path"),
        ("MOVE A3 NO", "NO is neither a direction nor a hex"),
        ("FLY A3 LAND E", "LAND or STAY stands once, at the end"),
        ("TERRAIN d4 GRSS", "GRSS is no terrain; did you mean grass?"),
        ("TERRAIN d4", "a terrain is missing"),
        ("SHOOT A6", "a place is missing"),
        ("EQUIP A1 SWORD", "SWORD is no item"),
        ("KILL IA1", "IA1 is no creature's id"),
        ("AUTO MAYBE", "MAYBE is no way to set AUTO"),
        ("LATE MOVE A1 E", "MOVE is no order that may be LATE"),
        ("M1 MOVE A1 E", "MOVE is no order of a magic phase"),
        ("RESIGN NOW", "NOW is too much"),
        ("USE A1 BY A1", "A1 is no item"),
        ("", "the line is empty"),
        ("MOVE A1 " + "E " * 300, "at most"),
    ],
)
def test_faults_say_what_is_wrong(text: str, reason: str) -> None:
    fault = read_order(text)
    assert isinstance(fault, Fault)
    assert reason in str(fault)


def test_standing_holds_only_what_stands() -> None:
    orders, misread = read_lines(["STANDING", "MOVE A1 E", "KILL B1", "END STANDING", "END STANDING"])
    assert [m.line for m in misread] == [2, 5]
    assert orders == (BeginStanding(), Kill(("B1",)), EndStanding())


def test_an_open_block_ends_with_the_sheet() -> None:
    orders, misread = read_lines(["MOVE A1 E", "STANDING", "KILL B1"])
    assert not misread
    assert divide(orders)[1] == (Kill(("B1",)),)


def test_capitals_tell_ids_from_places() -> None:
    """Where both are possible, A3 is a creature and a3 a place."""
    for text in ("WHEN LOSING A3", "WHEN LOSING a3", "WHEN ENEMY NEAR b2 3", "WHEN ENEMY CASTS ANY ON B2"):
        order = read_order(f"M2 CAST Bless BY A1 ON A2 {text}")
        assert isinstance(order, Cast)
        assert order.when is not None
        assert order.when.at in text.split()


@given(st.integers(0, 10**9))
def test_what_is_written_reads_back(seed: int) -> None:
    wild = Wild(seed)
    state = wild.state()
    for side in ("A", "B"):
        for order in wild.sheet(state, side):
            assert stored(write_order(order)) == order


WORDS = (
    *LINES.verbs,
    "A1",
    "d4",
    "BY",
    "ON",
    "ELSE",
    "WHEN",
    "KEEP",
    "TO",
    "IA1",
    "ENEMY",
    "CASTS",
    "3",
    "Slow",
    "^",
    "/",
)


@given(st.text(max_size=80) | st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
def test_no_text_makes_reading_raise(text: str) -> None:
    order = read_order(text)
    if not isinstance(order, Fault):
        assert read_order(write_order(order)) == order


def test_a_use_of_another_than_the_lowest_is_told() -> None:
    """ITEM-2: the acknowledgement names the item that would work, also of lines that wait."""
    state = start_state(Scenario(), {})
    for number in (2, 3):
        kind = ITEMS["Grenade"]
        state.items[f"IA{number}"] = Item(id=f"IA{number}", key=number, kind=kind, by="A1", uses=1)
    state.creatures["A1"].items = ("IA2", "IA3")
    lines = ["M2 USE IA3 BY A1", "M2 USE IA3 BY A1 WHEN LOSING A1", "STANDING", "USE IA3 BY A1", "END STANDING"]
    orders, _ = read_lines([*lines[:2], "M2 USE IA2 BY A1 WHEN LOSING A1", *lines[2:]])
    said = [line.said for line in verdicts(dict(enumerate(orders)), "A", state)]
    told = "of several like items only the lowest that works is used, IA2 (ITEM-2)"
    assert [said[i] for i in (0, 1, 4)] == [told] * 3
    assert said[2] == "waits for its WHEN"
    state.edition = 1
    assert "IA3 is not for that creature (ITEM-2)" in verdicts(dict(enumerate(orders)), "A", state)[0].said


def test_a_line_that_is_meant_to_wait_is_not_doubted() -> None:
    """Its condition does not hold yet: that is what it is for."""
    state = start_state(Scenario(), {})
    wizard = next(c.id for c in state.by_id() if c.side == "A" and c.kind.name == "Wizard")
    state.cards["A"] = ("Magic Bolt",)
    orders, _ = read_lines([f"M2 CAST Magic Bolt BY {wizard} ON e2 WHEN LOSING A1"])
    (line,) = verdicts(dict(enumerate(orders)), "A", state)
    assert (line.mark, line.said) == ("good", "waits for its WHEN")


def test_keep_on_a_use_line_is_told_to_bar_nothing() -> None:
    orders, _ = read_lines(["STANDING", "USE IA3 BY A1 WHEN LOSING A1 KEEP 50", "END STANDING"])
    state = start_state(Scenario(), {})
    state.items["IA3"] = Item(id="IA3", key=3, kind=ITEMS["Grenade"], by="A1", uses=1)
    state.creatures["A1"].items = ("IA3",)
    told = verdicts(dict(enumerate(orders)), "A", state)[1]
    assert (told.mark, told.words) == ("good", "a USE costs nothing: KEEP does not hold it back (ORD)")
    state.edition = 1
    assert verdicts(dict(enumerate(orders)), "A", state)[1].said == ""


def test_standing_orders_that_can_never_be_carried_out_are_told_at_once() -> None:
    """MAG-2, MAG-5: half-turn spells, casters without the magic, units that are not; each is well in itself."""
    state = start_state(Scenario(), {})
    wizard = next(c.id for c in state.by_id() if c.side == "A" and c.kind.name == "Wizard")
    state.cards["A"] = ("Fireball", "Magic Bolt")
    within = [f"CAST Fireball BY {wizard} ON e6", "CAST Magic Bolt BY A3 ON e6", "CAST Bless BY A1 ON A1",
              "RETREAT A99 e2", "RETREAT B1 e2", f"CAST Magic Bolt BY {wizard} ON e6", "RETREAT ALL e2"]  # fmt: skip
    orders, faults = read_lines(["STANDING", *within, "END STANDING"])
    assert not faults
    for turn in (0, 1):
        state.turn = turn  # whoever plays next
        told = verdicts(dict(enumerate(orders)), "A", state)[1:-1]
        assert [line.said for line in told] == [
            "Fireball cannot be declared in that phase (MAG-5)",
            "A3 cannot cast that (MAG-2)",
            "Bless is not among your cards (MAG-2)",
            "there is no A99 (ORD-2)",
            "B1 does not obey you (SEQ)",
            "",
            "",
        ]


def test_what_a_sheet_gives_first_its_standing_orders_may_use() -> None:
    state = start_state(Scenario(), {})
    state.items["IA3"] = Item(id="IA3", key=3, kind=ITEMS["Grenade"], place=state.creatures["A3"].place, uses=1)
    for equip in ("EQUIP A3 IA3", "LATE EQUIP A3 IA3"):
        orders, _ = read_lines([equip, "STANDING", "USE IA3 BY A3 WHEN LOSING A3", "END STANDING"])
        assert [line.mark for line in verdicts(dict(enumerate(orders)), "A", state)] == ["good"] * 4
    orders, _ = read_lines(["STANDING", "USE IA3 BY A3 WHEN LOSING A3", "END STANDING"])
    assert verdicts(dict(enumerate(orders)), "A", state)[1].said == "IA3 is not held by that creature (ITEM-4)"


def test_a_spell_that_is_out_of_range_when_it_works_is_told() -> None:
    """MAG-14: judged when it takes effect; who casts for half a turn stays where he is (MAG-7)."""
    state = start_state(Scenario(), {})
    wizard = next(c for c in state.by_id() if c.side == "A" and c.kind.name == "Wizard")
    state.cards["A"], state.pools["A"] = ("Fireball",), 30
    near, far = "e4", "e8"
    back = f"begun, it would fail when it is to work, {far} out of range or gone; its points come back (MAG-14)"
    for where, said in ((far, back), (near, "")):
        orders, _ = read_lines([f"M1 CAST Fireball BY {wizard.id} ON {where}"])
        assert verdicts(dict(enumerate(orders)), "A", state)[0].said == said
