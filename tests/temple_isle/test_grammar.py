"""The grammar of order lines (ORD): what is read, what is refused with which words, how names may be cut."""

from __future__ import annotations

import pytest

from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.engine.words import Fault
from magika_gm.games.temple_isle.orders.lines import read_line, read_sheet, stored, write_order

SAMPLE = """
CAST Might ON U3
MUSTER Knight AT c2, b3
MUSTER Archer AT c2                 ; only if the Knight fails
U3 N ATTACK U8 ALL KEEP 1 WHILE HP > 2
U3 N IF U8 DEAD                     ; into the gap
U3 S UNLESS U8 DEAD
CAST Battle Cry ON U5 IF c3 FOE     ; Fast: allowed here
U5 E E ATTACK c3, ANY TIMES 2
DISCARD Doom, Plague
FAST Dispel WHEN CAST Lightning, Doom, Claim
FAST Parry ON IT WHEN ATTACK ON U3, U5
"""


def test_the_sample_sheet() -> None:
    lines = [SheetLine(n, text) for n, text in enumerate(SAMPLE.split("\n"))]
    lines += [SheetLine(90, "MESSAGE TO MOON"), SheetLine(91, "U3 N is what I shall do."), SheetLine(92, "END MESSAGE")]
    reading = read_sheet(lines)
    assert not reading.faults
    printed = [" ".join(write_order(o).split()) for o in reading.orders]
    assert printed == [" ".join(line.partition(";")[0].split()) for line in SAMPLE.strip().split("\n")]


@pytest.mark.parametrize(
    ("written", "understood"),
    [
        ("wat C1 ,b1,E4", "WATER c1, b1, e4"),
        ("temple War at b2,c3", "TEMPLE War AT b2, c3"),
        ("TEMPLE temple of war AT b2", "TEMPLE War AT b2"),
        ("TEMPLE Wi AT b2", "TEMPLE Wisdom AT b2"),
        ("temple any AT c2", "TEMPLE ANY AT c2"),
        ("CAST mig ON u3,U5", "CAST Might ON U3, U5"),
        ("CAST Ward ON c2", "CAST Ward ON c2"),
        ("CAST war d", "CAST War Drums"),
        ("CAST holyground", "CAST Holy Ground"),
        ("cast blink on U3 to b2, b3", "CAST Blink ON U3 TO b2, b3"),
        ("cast unr on might at u9, holy ground at moon, fort at C2", None),
        ("CAST Unravel ON Might AT U9, Holy Ground AT MOON, Fortify AT c2", None),
        ("mus kn", "MUSTER Knight"),
        ("MUSTER merfolk AT a1 IF U3 HP<=4 AND c2 EMPTY", "MUSTER Merfolk Guard AT a1 IF U3 HP <= 4 AND c2 EMPTY"),
        (
            "u3 n e LEAP s sto att e, u9 times 3 keep 1 while hp>2 w",
            "U3 N E LEAP S STOP ATTACK E, U9 TIMES 3 KEEP 1 WHILE HP > 2 W",
        ),
        ("U3 ATTACK ANY KEEP 2 ALL", "U3 ATTACK ANY ALL KEEP 2"),
        ("U3 ATTACK E E", "U3 ATTACK E E"),
        ("dis doom, Plague,mili", "DISCARD Doom, Plague, Militia"),
        ("fast none", "FAST NONE"),
        ("fas parry on it, foe, any when attack on U3 by U7,U8 unless played parry", None),
        ("FAST Dispel WHEN CAST", "FAST Dispel WHEN CAST ANY"),
        ("FAST Dispel WHEN CAST any ON U3, c2", "FAST Dispel WHEN CAST ANY ON U3, c2"),
        ("FAST Dispel WHEN CAST Doom, Claim ON c2 IF c2 HELD", None),
        ("FAST Mend ON U3 WHEN END IF U3 HP < 4", None),
        ("FAST Mend ON U3 WHEN ENTER TEMPLE", None),
        ("FAST Mend ON U3 WHEN ENTER a1, b1", None),
        ("FAST Mend ON U3 WHEN ENTER b4, TEMPLE", None),
        ("FAST Mend ON U3 WHEN enter tem, b4", "FAST Mend ON U3 WHEN ENTER TEMPLE, b4"),
        ("FAST Mend ON U3 WHEN MUSTER Knight, Sco", "FAST Mend ON U3 WHEN MUSTER Knight, Scout"),
        ("FAST Blink ON IT TO b2 WHEN ATTACK", None),
        ("FAST Weakness ON FOE WHEN begin", "FAST Weakness ON FOE WHEN BEGIN"),
        ("FAST Weakness ON FOE WHEN ACTIONS", None),
        ("resign", "RESIGN"),
        ("CONCEDE", "RESIGN"),
        ("off draw", "OFFER DRAW"),
        ("DRAW", "OFFER DRAW"),
        ("FIELD Knight AT a2, a3", None),
    ],
)
def test_lines_are_understood(written: str, understood: str | None) -> None:
    order = stored(written)
    if understood is not None:
        assert write_order(order) == understood
    assert stored(write_order(order)) == order


@pytest.mark.parametrize(
    ("line", "reason", "near"),
    [
        ("CSAT Might ON U3", "'CSAT' begins no order", ("CAST",)),
        ("CA Might ON U3", "'CA' begins no order", ("CAST",)),
        ("CAST Migth ON U3", "there is no mantra called 'Migth'", ("Might",)),
        ("CAST Knight ON U3", "there is no mantra called 'Knight'", ()),
        ("CAST B ON U3", "could be Banish, Battle Cry, Blink, Brambles, Blight, Barrier or Blessing", ("Banish",)),
        ("CAST ON U3", "a mantra is wanted, but none is named", ()),
        ("CAST Might", "needs a target", ()),
        ("CAST Might ON", "a target is wanted", ()),
        ("CAST Might ON U3,", "a target is wanted", ()),
        ("CAST Might ON E", "a direction is a target of attacks only", ()),
        ("CAST Might ON IT", "IT stands in FAST lines only (FAST-5)", ()),
        ("CAST Might ON U3 TO c2", "moves nobody", ()),
        ("CAST Might ON U3 U4", "'U4' is one word too many", ()),
        ("CAST Insight ON U3", "cast on nothing", ()),
        ("CAST Dispel", "only answers another mantra", ()),
        ("CAST Blink ON U3", "needs squares", ()),
        ("CAST Fortify ON U3", "'U3' is no square", ()),
        ("CAST Fortify ON ANY", "'ANY' is no square", ()),
        ("CAST Unravel ON U3", "no mantra called 'U3'", ()),
        ("CAST Unravel ON Might", "AT is wanted where nothing stands", ()),
        ("CAST Unravel ON Might AT EARTH", "is nowhere a mantra lies", ()),
        ("MUSTER Might", "there is no unit called 'Might'", ()),
        ("MUSTER Knight AT f2", "'f2' is no square (a1 to e4)", ("e2",)),
        ("MUSTER Knight AT", "a square is wanted", ()),
        ("MUSTER Knight c2", "no unit called 'Knight c2'", ("Knight",)),
        ("U3", "is told nothing to do", ()),
        ("U3 NORTH", "'NORTH' is nothing a unit does", ()),
        ("U3 ATACK E", "'ATACK' is nothing a unit does", ("ATTACK",)),
        ("U3 LEAP", "LEAP needs a direction", ()),
        ("U3 ATTACK", "ATTACK needs a target", ()),
        ("U3 ATTACK E TIMES", "TIMES needs a whole number of at least 1, not ''", ()),
        ("U3 ATTACK E TIMES 0", "TIMES needs a whole number of at least 1", ()),
        ("U3 ATTACK E ALL TIMES 2", "stands twice", ()),
        ("U3 ATTACK E WHILE HP < 2", "> is wanted where '<' stands", ()),
        ("U3 N IF", "a condition is wanted", ()),
        ("U3 N IF U8", "can be DEAD, ALIVE, HP or AT", ()),
        ("U3 N IF U8 DED", "not 'DED'", ("DEAD",)),
        ("U3 N IF c2 FULL", "can be EMPTY, FOE, OWN or HELD", ()),
        ("U3 N IF U8 HP ! 3", "compared with <, > or =", ()),
        ("U3 N IF U8 HP < many", "needs a whole number", ()),
        ("U3 N IF U8 DEAD OR U9 DEAD", "'OR' is one word too many", ()),
        ("U3 N IF U8 DEAD UNLESS U9 DEAD", "one word too many", ()),
        ("DISCARD", "a card is wanted", ()),
        ("DISCARD Doom IF U3 DEAD", "'IF' is one word too many", ()),
        ("FAST Might ON U3 WHEN ATTACK", "only Fast mantras are cast by FAST lines (FAST-2)", ()),
        ("FAST Dispel WHEN ATTACK", "its event is CAST, not ATTACK (FAST-2)", ()),
        ("FAST Dispel ON IT WHEN CAST", "cast on nothing", ()),
        ("FAST Mend ON IT", "WHEN is wanted where nothing stands", ()),
        ("FAST Mend WHEN END", "needs a target", ()),
        ("FAST Mend ON IT WHEN ATACK", "'ATACK' is no event", ("ATTACK",)),
        ("FAST Mend ON IT WHEN ATTACK ON c2", "'c2' is no unit", ()),
        ("TEMPLE Warr AT b2", "there is no temple called 'Warr'", ("War",)),
        ("TEMPLE War", "AT is wanted", ()),
        ("WATER", "a square is wanted", ()),
        ("FIELD Knight", "AT is wanted", ()),
        ("OFFER PEACE", "write OFFER DRAW", ("OFFER DRAW",)),
        ("RESIGN now", "'now' is one word too many", ()),
    ],
)
def test_faults_say_why_and_offer_the_nearest_spelling(line: str, reason: str, near: tuple[str, ...]) -> None:
    read = read_line(line)
    assert isinstance(read, Fault)
    assert reason in read.reason
    assert read.near[: len(near)] == near
    with pytest.raises(ValueError, match="nobody can read"):
        stored(line)


def test_faults_quote_their_line() -> None:
    reading = read_sheet([SheetLine(3, "  U1   FLY  ;x"), SheetLine(7, "CAST " + "x" * 2000)])
    first, second = reading.faults
    assert (first.line, first.text) == (3, "U1 FLY ;x")
    assert (second.line, len(second.text)) == (7, 80)
    assert "longer than 1000 characters" in second.reason


def test_an_exact_name_wins_and_verbs_are_cut_to_three_letters() -> None:
    assert write_order(stored("MUSTER Scout")) == "MUSTER Scout"
    assert write_order(stored("CAST Might ON U1")) == "CAST Might ON U1"
    assert isinstance(read_line("U1 AT E"), Fault)
