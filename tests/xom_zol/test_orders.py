"""Order lines: the law page's forms, abbreviations, faults that quote the line, printing and reading back (ORD)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.engine.words import Fault
from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.cards.model import read_filter
from magika_gm.games.xom_zol.orders.lines import read_line, read_orders, stored_order, unread, write_order
from magika_gm.games.xom_zol.orders.model import (
    Assault,
    Block,
    BlockBy,
    BlockDefault,
    Cast,
    Compared,
    Concede,
    Count,
    Counter,
    CounterFrom,
    Discard,
    Done,
    Form,
    Have,
    Hold,
    Host,
    InHand,
    Keep,
    Named,
    NoReact,
    OfferDraw,
    Opens,
    Order,
    Part,
    Place,
    Player,
    Ranked,
    Ref,
    Sabotage,
    Strike,
    TaxForce,
    Unknown,
    Unread,
    Unwanted,
    Upkeep,
    UpkeepHow,
    Use,
)
from magika_gm.games.xom_zol.rules.terms import Rank, Window
from tests.examples import each_of, some_of
from tests.xom_zol.randoms import Lines, new_game

EVIL = read_filter("evil") or ()

FORMS: list[tuple[str, Order]] = [
    ("CAST Grave Knight BEHIND A7 FORCE 2", Cast(card=Named("Grave Knight"), behind=Ref("A7"), force=2)),
    (
        "CAST Smite ON B9 OR B4 OR STRONGEST EVIL",
        Cast(card=Named("Smite"), aim=(Ref("B9"), Ref("B4"), Ranked(Rank.STRONGEST, EVIL))),
    ),
    ("3 cast h3 pay a1, A4", Cast(card=InHand(3), pay=(Ref("A1"), Ref("A4")))),
    ("USE A5 X 3 ON ME OR PLAYER FORCE 1", Use(what=Ref("A5"), aim=(Player(True), Player()), times=3, force=1)),
    ("USE Chapel Bell", Use(what=Named("Chapel Bell"))),
    (
        "FORM F A7 A9 A12 R A8 - A11",
        Form((Ref("A7"), Ref("A9"), Ref("A12")), (Ref("A8"), None, Ref("A11"))),
    ),
    ("FORM F F2 F1", Form((Place("F2"), Place("F1")))),
    ("ASSAULT A7 A9", Assault(host=Host.LIST, picks=(Ref("A7"), Ref("A9")))),
    ("ASSAULT Xom Knight, A9", Assault(host=Host.LIST, picks=(Named("Xom Knight"), Ref("A9")))),
    ("ASSAULT ALL", Assault(host=Host.ALL)),
    ("ASSAULT ALL BUT A3", Assault(host=Host.ALL, picks=(Ref("A3"),))),
    ("ASSAULT FLYING", Assault(host=Host.FILTER, filter=read_filter("FLYING") or ())),
    ("ASSAULT S >= 2 HUMANOID", Assault(host=Host.FILTER, filter=read_filter("S>=2 humanoid") or ())),
    ("ASSAULT SAFE", Assault(host=Host.SAFE)),
    ("IF NOT DONE ASSAULT SAFE", Assault(host=Host.SAFE, when=(Done(False),))),
    (
        "IF THEIR READY <= 2 AND DONE ASSAULT A7",
        Assault(host=Host.LIST, picks=(Ref("A7"),), when=(Compared("THEIR", Count.READY, "<=", 2), Done())),
    ),
    (
        "AT CLASH IF MY LIFE < 21 CAST Smite ON ASSAULTING STRONGEST",
        Cast(
            card=Named("Smite"),
            aim=(Ranked(Rank.STRONGEST, read_filter("ASSAULTING") or ()),),
            at=Window.CLASH,
            when=(Compared("MY", Count.LIFE, "<=", 20),),
        ),
    ),
    (
        "AT BURN IF HAVE Xom Knight AND THEY HAVE FLYING CREATURE AND HAVE A3 USE A5",
        Use(
            what=Ref("A5"),
            at=Window.BURN,
            when=(
                Have(Named("Xom Knight")),
                Have(read_filter("FLYING creature") or (), they=True),
                Have(Ref("A3")),
            ),
        ),
    ),
    ("KEEP 2", Keep(2)),
    ("UPKEEP A7 UNSUMMON", Upkeep(Ref("A7"), UpkeepHow.UNSUMMON)),
    ("UPKEEP Emperor Xom PAY", Upkeep(Named("Emperor Xom"), UpkeepHow.PAY)),
    ("SABOTAGE Blood Altar OR B6 WITH A9", Sabotage((Named("Blood Altar"), Ref("B6")), (Ref("A9"),))),
    ("SABOTAGE COSTLIEST WITH ANY", Sabotage((Ranked(Rank.COSTLIEST),))),
    ("STRIKE STRONGEST", Strike()),
    ("TAX FORCE 3", TaxForce(3)),
    (
        "DISCARD Guild Tower, H2 TO BOTTOM, Call to Arms",
        Discard((Unwanted(Named("Guild Tower")), Unwanted(InHand(2), bottom=True), Unwanted(Named("Call to Arms")))),
    ),
    ("CONCEDE", Concede()),
    ("RESIGN", Concede()),
    ("OFFER DRAW", OfferDraw()),
    ("DRAW", OfferDraw()),
    (
        "COUNTER CREATURE COST>=4 WITH Denial",
        Counter(card=Named("Denial"), filter=read_filter("creature COST>=4") or ()),
    ),
    (
        "COUNTER SPELL ON MINE WITH Foul Word FORCE 2",
        Counter(card=Named("Foul Word"), filter=read_filter("spell") or (), mine=True, force=2),
    ),
    ('COUNTER "Crusade" WITH Denial', Counter(card=Named("Denial"), name="Crusade")),
    ("COUNTER Crusade WITH Denial", Counter(card=Named("Denial"), name="Crusade")),
    ("COUNTER ANY WITH Denial", Counter(card=Named("Denial"))),
    ("COUNTER DEFAULT 3", CounterFrom(3)),
    ("COUNTER DEFAULT NONE", CounterFrom(None)),
    ("BLOCK STRONGEST WITH F1", Block((Ranked(Rank.STRONGEST),), (Place("F1"),))),
    ("BLOCK B5 WITH A7 A9", Block((Ref("B5"),), (Ref("A7"), Ref("A9")))),
    (
        "BLOCK FREE FLYING WEAKEST WITH ANY",
        Block((Ranked(Rank.WEAKEST, read_filter("FREE FLYING") or ()),)),
    ),
    ("BLOCK DEFAULT WALL", BlockBy(BlockDefault.WALL)),
    ("HOLD A7 A8", Hold((Ref("A7"), Ref("A8")))),
    ("ACT", Opens(Part.ACT)),
    ("REACT", Opens(Part.REACT)),
    ("REACT NONE", NoReact()),
]


def read(text: str, part: Part | None = None) -> Order | Fault:
    return read_line(text, None, part)


@pytest.mark.parametrize(("text", "order"), FORMS, ids=[text for text, _ in FORMS])
def test_forms(text: str, order: Order) -> None:
    assert read(text) == order
    assert stored_order(write_order(order)) == order


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("  12.  cast   xom knight ; a comment", "CAST Xom Knight"),
        ("CAST Wizard’s Mantle ON A3", "CAST Wizard's Mantle ON A3"),
        ("CA Denial", "CAST Denial"),
        ("CAST Grave Kni", "CAST Grave Knight"),
        ("CAST G Knight", "CAST Grave Knight"),
        ('CAST "Xom Knight" BEHIND a7', "CAST Xom Knight BEHIND A7"),
        ("ASS SAFE", "ASSAULT SAFE"),
        ("CAST Smite ON STR EVI", "CAST Smite ON STRONGEST EVIL"),
        ("BLOCK WEAK WITH ANY", "BLOCK WEAKEST WITH ANY"),
        ("AT CL USE A5", "AT CLASH USE A5"),
        ("COUNTER CREATURE COST ≥ 4 WITH Denial", "COUNTER CREATURE COST>=4 WITH Denial"),
        ("BLOCK B5", "BLOCK B5 WITH ANY"),
        ("CAST Smite X 3 ON B1", "CAST Smite ON B1"),
        ("USE A5 BEHIND A3", "USE A5"),
        ("ASSAULT A7 and A9", "ASSAULT A7 A9"),
        ("CAST Smite ON MY COUNTERED WEAKEST", "CAST Smite ON MY WEAKEST COUNTERED"),
    ],
)
def test_the_same_in_other_words(text: str, same: str) -> None:
    first, second = read(text), read(same)
    assert not isinstance(first, Fault)
    assert first == second


@pytest.mark.parametrize(
    ("text", "part", "said", "near"),
    [
        ("CSAT Smite", Part.ACT, "'CSAT' is not an order", "CAST"),
        ("CAST Smiet", Part.ACT, "'Smiet' is no card", "Smite"),
        ("CAST Xom", Part.ACT, "may be", ""),
        ("CAST Smite ON", Part.ACT, "say at what", ""),
        ("CAST", Part.ACT, "say which card", ""),
        ("C Smite", Part.ACT, "not an order", "CAST"),
        ("CAST Smite FORCE many", Part.ACT, "many is not a number", ""),
        ("CAST Smite BEHIDN A3", Part.ACT, "not understood here", "BEHIND"),
        ("USE A5 X 0", Part.ACT, "0 is not a number from 1", ""),
        ("AT START CAST Smite", Part.ACT, "START is the other side's", ""),
        ("AT NOON CAST Smite", Part.ACT, "NOON is no window", "DECLARE"),
        ("AT CLASH ASSAULT ALL", Part.ACT, "after AT CLASH", ""),
        ("IF KEEP 2", Part.ACT, "begins no condition", ""),
        ("IF DONE KEEP 2", Part.ACT, "IF stands before", ""),
        ("IF MY LIVES <= 3 CAST Smite", Part.ACT, "'LIVES' is nothing to compare", "LIFE"),
        ("IF MY LIFE CAST Smite", Part.ACT, "is no comparison", ""),
        ("IF HAVE CAST Smite", Part.ACT, "say what to have", ""),
        ("IF HAVE purple CAST Smite", Part.ACT, "neither a ref", ""),
        ("FORM A3 A4", Part.ACT, "say F", ""),
        ("ASSAULT", Part.ACT, "say which creatures", ""),
        ("UPKEEP A7 FORGET", Part.ACT, "FORGET is no way to meet upkeep", "FORCE"),
        ("KEEP", Part.ACT, "nothing is not a number", ""),
        ("KEEP 2 3", Part.ACT, "too much", ""),
        ("COUNTER ANY WITH Denial", Part.ACT, "REACT part", ""),
        ("CAST Smite", Part.REACT, "after AT START", ""),
        ("KEEP 2", Part.REACT, "ACT part", ""),
        ("COUNTER purple WITH Denial", Part.REACT, "nothing to counter", ""),
        ("COUNTER ANY", Part.REACT, "say WITH", ""),
        ("BLOCK DEFAULT FIAR", Part.REACT, "FIAR is no way to block", "FAIR"),
        ("IF DONE BLOCK DEFAULT FAIR", Part.REACT, "setting", ""),
        ("STRIKE WEAKEST", Part.ACT, "WEAKEST is no way to strike", "STRONGEST"),
        ("x" * 500, Part.ACT, "too long", ""),
    ],
)
def test_faults_say_what_is_wrong_and_what_is_near(text: str, part: Part, said: str, near: str) -> None:
    fault = read(text, part)
    assert isinstance(fault, Fault)
    assert said in str(fault)
    if near:
        assert near in fault.near


def test_an_aim_keeps_what_it_cannot_understand_as_an_item() -> None:
    order = read("CAST Smite ON EVIL OR Nonsense OR THEIR EVIL STRONGEST")
    assert isinstance(order, Cast)
    assert order.aim == (Unknown("EVIL"), Unknown("Nonsense"), Ranked(Rank.STRONGEST, EVIL, "THEIR"))
    assert stored_order(write_order(order)) == order


def test_a_sheet() -> None:
    text = "CONCEDE\nACT\nCAST Smite\nCSAT Smite\n\n; nothing\nREACT\nBLOCK B5 WITH A7\nKEEP 1\n"
    reading = read_orders([SheetLine(i, line) for i, line in enumerate(text.splitlines(), 11)])
    assert [type(o) for o in reading.orders] == [Concede, Opens, Cast, Unread, Opens, Block, Unread]
    assert [(f.line, f.text) for f in reading.faults] == [(14, "CSAT Smite"), (19, "KEEP 1")]
    bare = read_orders([SheetLine(1, "CAST Smite"), SheetLine(2, "REACT NONE")])
    assert [type(o) for o in bare.orders] == [Opens, Cast, NoReact], "lines before any part are the ACT part"


def test_unreadable_lines_keep_their_window() -> None:
    assert unread("AT CLASH CST Smite").at is Window.CLASH
    assert unread("KEEP many").setting
    assert not unread("CSAT Smite").setting
    for text in ("AT CLASH CST Smite", "KEEP many", "gibberish ; comment", "UNREAD x", ""):
        order = unread(text)
        assert stored_order(write_order(order)) == order


@each_of(catalogue())
def test_every_card_can_be_named_wherever_cards_are(name: str) -> None:
    order = read(f"CAST {name} ON {name} OR B3 BEHIND {name} FORCE 1 PAY {name}")
    named = Named(name)
    assert order == Cast(card=named, aim=(named, Ref("B3")), behind=named, force=1, pay=(named,))
    assert read(f"ASSAULT {name} A3") == Assault(host=Host.LIST, picks=(named, Ref("A3")))
    assert read(f"DISCARD {name} TO BOTTOM, {name}") == Discard((Unwanted(named, bottom=True), Unwanted(named)))
    assert read(f"COUNTER {name} WITH {name} FORCE 2") == Counter(card=named, name=name, force=2)
    assert read(f"UPKEEP {name} LAPSE") == Upkeep(named, UpkeepHow.LAPSE)
    assert read(f"IF HAVE {name} CAST Smite") == Cast(card=Named("Smite"), when=(Have(named),))
    for text in (f"CAST {name} ON {name}", f'COUNTER "{name}" WITH {name}'):
        got = read(text)
        assert not isinstance(got, Fault)
        assert stored_order(write_order(got)) == got


@given(st.text(max_size=200))
@settings(max_examples=some_of(400), deadline=None)
def test_any_text_is_read_without_raising(text: str) -> None:
    got = read(text)
    if not isinstance(got, Fault):
        assert stored_order(write_order(got)) == got
    order = unread(text.replace("\n", " "))
    assert stored_order(write_order(order)) == order


WORDS = [
    "CAST", "USE", "FORM", "ASSAULT", "COUNTER", "BLOCK", "HOLD", "KEEP", "IF", "AT", "ON", "OR", "WITH", "BEHIND",
    "FORCE", "PAY", "X", "ANY", "ALL", "BUT", "MY", "THEIR", "HAVE", "DONE", "NOT", "AND", "STRONGEST", "EVIL", "A1",
    "B2", "F1", "R1", "H2", "2", "9", "LIFE<=3", "COST>=2", "Smite", "Xom", "Knight", "DEFAULT", "NONE", "FAIR", ",",
    "-", "F", "R", "CLASH", "BURN", "SAFE", "TO", "BOTTOM", "DISCARD", "UPKEEP", "LAPSE", '"Smite"', "CREATURE",
]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=12))
@settings(max_examples=some_of(1500), deadline=None)
def test_words_in_any_order_read_and_print_back(words: list[str]) -> None:
    got = read(" ".join(words))
    if not isinstance(got, Fault):
        assert stored_order(write_order(got)) == got


@given(st.integers(0, 2**32))
@settings(max_examples=some_of(100), deadline=None)
def test_random_lines_print_back(seed: int) -> None:
    rng = random.Random(seed)
    lines = Lines(rng, new_game(seed), "A")
    for _ in range(10):
        for text in (lines.act(), lines.react()):
            got = read(text)
            if not isinstance(got, Fault):
                assert stored_order(write_order(got)) == got


def test_what_is_no_order_is_not_stored() -> None:
    with pytest.raises(ValueError, match="not an order"):
        stored_order("gibberish")
