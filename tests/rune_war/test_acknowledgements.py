"""Acknowledgements: lines as understood, remarks, forecasts (ORD-3)."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import Sheet, write_sheet
from magika_gm.engine.sheet.understanding import Mark, as_text
from magika_gm.games import any_sheet
from magika_gm.games.rune_war import sight
from magika_gm.games.rune_war.orders.lines import stored
from magika_gm.games.rune_war.orders.sheet import (
    ORDERS,
    Noted,
    Remark,
    check,
    foresee_hand,
    foresee_map,
    map_text,
    remark,
)
from magika_gm.games.rune_war.report.reports import REPORTS
from magika_gm.games.rune_war.rules.events import LineRefused, SegmentBegan
from magika_gm.games.rune_war.rules.sequence import resolve
from magika_gm.games.rune_war.rules.state import Due, Options, World
from magika_gm.games.rune_war.rules.tables import LANDS, SEATS, Clan
from magika_gm.games.rune_war.rules.terms import KIND, Form, Meld, bag, read_runes
from magika_gm.games.rune_war.sight import masked
from tests.page.rambles import positions
from tests.rune_war.paper import report_of
from tests.rune_war.randoms import begun
from tests.rune_war.test_bots import isle, on_map, put


def sheet(*lines: str) -> Sheet:
    text = "\n".join(["GAME 7 TURN 9", "SEAT 1", "PASSWORD x", *lines, "END"])
    (found,) = read_sheets(text, ORDERS.GRAMMAR)
    return found


def remarks(world_due: str, *lines: str) -> list[Noted]:
    world = isle()
    put(world, "MA1", "Durlock", "M2", 2)
    put(world, "MZ1", "Shadow", "Z3")
    world.players["1"].lcp[Clan.MARZ] = 200
    if world_due == "map":
        on_map(world)
    return check([stored(line) for line in lines], "1", masked(world, "1"))


def test_the_sample_sheet_of_the_law_is_read() -> None:
    found = sheet(
        "AIM HALF K +2, PUNGS, QUICK   ; hand turn",
        "KEEP 3K, 59K",
        "DISCARD N, W, SWORDS",
        "PUNG DRAGONS, E",
        "CHOW NONE",
        "GAME MIN 40",
        "CAST Wraith AT M7, M2 SAVE",
        "CAST Demonic Compulsion ON NEW",
        "CAST Lightning Bolt ON KA2, ANY WHEN POINTS 200",
        "CAST Random Discard ON SOUTH WHEN PLAY 2 ALWAYS",
        "MESSAGE TO 3",
        "Leave Cairnfield alone and I leave you Iz.",
        "END MESSAGE",
    )
    assert not found.faults
    assert len(found.orders) == 10
    assert found.messages[0].to == "3"
    (again,) = read_sheets(write_sheet(found, ORDERS.GRAMMAR), ORDERS.GRAMMAR)
    assert again.orders == found.orders


def test_seats_and_addressees_by_name() -> None:
    memory = sight.remember(sight.SIGHT.no_memory(), 0, sight.perceive(isle(), "1"))
    names = ORDERS.names_for(memory)
    assert names["1"] == "Orachi of Maitha"
    for word in ("1", "Orachi", "Maitha", "orachi of maitha", "ORA"):
        (found,) = read_sheets(f"GAME 7 TURN 9\nSEAT {word}\nAIM QUICK\nEND\n", ORDERS.GRAMMAR, names)
        assert (found.seat, list(found.orders.values())) == ("1", [stored("AIM QUICK")])


def test_faults_quote_the_line_and_offer_a_spelling() -> None:
    understood = ORDERS.understood(sheet("AIM QUICK", "CAST Wrath AT M2"), "1", None)
    text = " ".join(as_text(understood).split())
    assert "1 AIM QUICK" in text
    assert "did you mean Wraith?" in text
    assert "“CAST Wrath AT M2”" in text
    assert understood.errors == 1


@pytest.mark.parametrize(
    ("due", "lines", "expected"),
    [
        ("hand", ("AIM QUICK", "AIM PUNGS"), Noted(1, Remark.REPLACED, why="2")),
        ("hand", ("PUNG RD NOT RD",), Noted(1, Remark.NEVER, "RD")),
        ("hand", ("CHOW 4S NOT 2-8S",), Noted(1, Remark.NEVER, "4S")),
        ("hand", ("KEEP GD", "DISCARD DRAGONS"), Noted(1, Remark.DISCARD_COUNTS, "GD")),
        ("hand", ("KEEP 99K, RD",), Noted(1, Remark.NOT_HELD, "9K", "1")),
        ("hand", ("MOVE MA1 TO M1",), Noted(1, Remark.WRONG_KIND, "hand")),
        ("map", ("AIM QUICK",), Noted(1, Remark.WRONG_KIND, "map")),
        ("hand", ("CAST Heroism",), Noted(1, Remark.NOT_HIS, "Heroism")),
        ("hand", ("CAST Heal ON MA7",), Noted(1, Remark.NOT_THERE, "MA7")),
        ("hand", ("CAST Lightning Bolt ON MZ1",), Noted(1, Remark.NOT_THERE, "MZ1")),
        ("hand", ("CAST Random Discard ON Javed",), Noted(1, Remark.NOT_IN_GAME, "Javed")),
        ("hand", ("CAST Random Discard ON 2",), Noted(1, Remark.WAITS, "Random Discard", "unknown")),
        ("hand", ("CAST Maz'Ra",), Noted(1, Remark.WAITS, "Maz'Ra", "points, runes")),
        ("hand", ("CAST Maz'Ra AT Z2",), Noted(1, Remark.WAITS, "Maz'Ra", "place, points, runes")),
        ("map", ("MOVE MA1 TO Z1",), Noted(1, Remark.REFUSED, "MA1", "no border")),
        ("map", ("MOVE MA2 TO M1",), Noted(1, Remark.NOT_THERE, "MA2", "no such creature")),
        ("map", ("CLAIM Z3", "CLAIM Z5, Z2"), Noted(2, Remark.REFUSED, "Z2", "too few claim points")),
    ],
)
def test_remarks(due: str, lines: tuple[str, ...], expected: Noted) -> None:
    found = remarks(due, *lines)
    assert expected in found, found


def test_nothing_is_remarked_where_all_is_well() -> None:
    assert remarks("hand", "AIM QUICK", "CAST Heal ON MA1", "CAST Heal WHEN POINTS 900", "GAME NO") == []
    assert remarks("map", "MOVE MA1 TO M1", "CLAIM Z3") == [], "an unseen guard is unseen"


def test_a_map_forecast_says_who_comes_first() -> None:
    """SEQ-5: whose lines and fights come before one's own, by the winds; that what is unseen is not reckoned with."""
    world = on_map(isle())
    put(world, "MA1", "Durlock", "M2", 2)
    told = [shown.event for shown in resolve(world, {}, Dice(b"first", world.turn + 1)).told]
    played = [event.seat for event in told if isinstance(event, SegmentBegan)]
    for seat in SEATS:
        known, before = masked(world, seat), [world.players[other].wizard for other in played[: played.index(seat)]]
        assert list(foresee_map([], seat, known).before) == before
        head = map_text(replace(foresee_map([], seat, known), claimed=("M1",))).splitlines()[0]
        assert head.startswith("If nobody else did anything (")
        assert all(name in head for name in before)
        assert ("you are first" in head) is (not before)
        assert head.endswith("and nothing unseen stood in the way:")


def test_every_remark_and_refusal_has_words() -> None:
    for line in ("CAST Maz'Ra", "CAST Heal ON MA7", "CAST Heroism", "MOVE MA1 TO M1"):
        (said,) = ORDERS.understood(sheet(line), "1", masked(isle(), "1")).lines
        assert said.mark is not Mark.GOOD
        assert said.words
        assert "{" not in said.words
    (said,) = ORDERS.understood(sheet("MOVE MA1 TO Z1"), "1", masked(_armed(), "1")).lines
    assert "as things stand MA1 would be refused: no border (ISLE-4)" in said.words


def test_what_can_never_count_is_an_error_and_a_line_of_the_other_kind_is_idle() -> None:
    """WIZ, GAME-5; SEQ-6."""
    world = isle()
    assert ORDERS.understood(sheet("CAST Heroism"), "1", masked(world, "1")).errors == 1
    idle = ORDERS.understood(sheet("CLAIM Z3, Z5", "MOVE MA1 TO M1"), "1", masked(world, "1"))
    assert (idle.idle, idle.errors) == (True, 0)
    assert not ORDERS.understood(sheet("CLAIM Z3", "AIM QUICK"), "1", masked(world, "1")).idle
    world.options = Options(map=False)
    assert ORDERS.understood(sheet("CAST Heal"), "1", masked(world, "1")).errors == 1


def _armed() -> World:
    world = isle()
    put(world, "MA1", "Durlock", "M2")
    return on_map(world)


def test_a_hand_sheet_is_foreseen_on_the_runes_held() -> None:
    world = isle()
    kinds = read_runes("123K 456K 22C 55S 78C N")
    assert isinstance(kinds, list)
    world.players["1"].held = bag(kinds)
    world.players["1"].bright = bag(kinds)
    lines = ("AIM PUNGS !, QUICK", "KEEP N", "PUNG 2C NOT 5S", "CHOW NONE")
    seen = foresee_hand([stored(line) for line in lines], "1", masked(world, "1"))
    assert (seen.aim, seen.d) == ("PUNGS", 7)
    assert seen.wishes == (("PUNGS", 7, None), ("QUICK", 2, 2))
    assert seen.kept == ("N",)
    assert (seen.pungs, seen.passed) == (("2C",), ("5S",))
    text = ORDERS.forecast(sheet(*lines), "1", masked(world, "1"), sight.SIGHT.no_memory())
    assert "your aim is PUNGS, 7 runes from complete" in text
    assert "PUNGS !: 7\n  QUICK +2: 2\n" in text
    assert "Pung always, were one discarded: 2C" in text


def test_a_map_sheet_is_foreseen_as_if_nobody_else_did_anything() -> None:
    world = isle()
    put(world, "MA1", "Wraith", "M4")
    world.players["1"].lcp[Clan.IZ] = 100
    seen = foresee_map([stored("MOVE MA1 TO Z3"), stored("CLAIM I8")], "1", masked(on_map(world), "1"))
    assert seen.armies == (("Z3", ("MA1",)),)
    assert seen.claimed == ("I8",)
    assert [(place, f.won) for place, f in seen.attacks] == [("Z3", True)]
    text = ORDERS.forecast(sheet("MOVE MA1 TO Z3", "CLAIM I8"), "1", masked(world, "1"), sight.SIGHT.no_memory())
    assert "Attack on Z3" in text
    assert "Claimed: I8" in text


def test_of_a_later_turn_only_the_lines_speak() -> None:
    assert check([stored("MOVE MA9 TO M1"), stored("AIM QUICK"), stored("AIM ENDS")], "1", None) == [
        Noted(2, Remark.REPLACED, why="3")
    ]


def test_the_acknowledgement_as_data() -> None:
    plain = ORDERS.summary(sheet("AIM QUICK", "AIM ENDS", "nonsense"), masked(isle(), "1"))
    assert [row["text"] for row in plain["orders"]] == ["AIM QUICK", "AIM ENDS"]
    assert plain["warnings"] == [{"line": 1, "remark": "replaced", "about": "", "why": "2"}]
    assert len(plain["faults"]) == 1


def test_plain_mah_jong_knows_no_magic() -> None:
    world = begun(1)
    world.options = Options(map=False)
    found = check([stored("CAST Heal")], "1", masked(world, "1"))
    assert found == [Noted(1, Remark.NO_MAGIC, "Heal")]


def test_game_lines_of_a_hand_sheet_begin_no_sheet() -> None:
    """``GAME DRAWN`` and ``GAME NO`` are orders; a GAME line with the next sheet's head below it is none (ORD)."""
    for order in ("GAME DRAWN", "GAME NO", "GAME DRAWN MIN 40", "GAME MIN40", "GAME MIN40 ; no less"):
        for below in ("END", "MESSAGE TO 3\nHello.\nEND MESSAGE\nEND", "KEEP 66K\nEND"):
            for grammar in (ORDERS.GRAMMAR, any_sheet()):
                sheets = read_sheets(f"GAME 7 TURN 9\nSEAT 1\nAIM QUICK\n{order}\n{below}\n", grammar)
                assert [(sheet.game, sheet.turn, sheet.faults) for sheet in sheets] == [("7", 9, ())]
                written = [grammar.write(one).replace("MIN40", "MIN 40") for one in sheets[0].orders.values()]
                assert order.partition(" ;")[0].replace("MIN40", "MIN 40") in written
    two = read_sheets("GAME 7 TURN 9\nSEAT 1\nAIM QUICK\nEND\nGAME Winter\nTURN 4\nSEAT 2\nEND\n", ORDERS.GRAMMAR)
    unclosed = read_sheets("GAME 7 TURN 9\nSEAT 1\nAIM QUICK\nGAME Winter\nTURN 4\nSEAT 2\nEND\n", ORDERS.GRAMMAR)
    for found in (two, unclosed):
        assert [(sheet.game, sheet.turn) for sheet in found] == [("7", 9), ("Winter", 4)]


@pytest.mark.parametrize(("edition", "kongs"), [(2, ("5K", "1S")), (1, ("1S",))])
def test_a_fourth_rune_held_is_named_among_the_kongs_where_it_makes_one(edition: int, kongs: tuple[str, ...]) -> None:
    """HAND-8: to the melded triplet it may be laid after any draw, but by edition 1."""
    world = isle()
    world.options = replace(world.options, edition=edition)
    player = world.players["1"]
    kinds = read_runes("5K 111S 1C 2C 3C 9C E S")
    assert isinstance(kinds, list)
    player.held, player.bright = bag(kinds), bag(kinds)
    player.melds = [Meld(Form.TRIPLET, KIND["5K"])]
    seen = foresee_hand([stored("KONG 5K, 1S, 9C")], "1", masked(world, "1"))
    assert seen.kongs == kongs


def test_the_forecast_of_a_fresh_hand_begins_with_the_kongs_of_the_deal() -> None:
    """HAND-3: declared before the first play, so that what is thrown is of the rest."""
    world = isle()
    assert world.hand is not None
    kinds = read_runes("5555K 123S 789S 1C 1C E")
    assert isinstance(kinds, list)
    world.players["1"].held, world.players["1"].bright = bag(kinds), bag(kinds)
    known = masked(world, "1")
    seen = foresee_hand([stored("AIM QUICK")], "1", known)
    assert [(kong.choice, kong.line, kong.rule) for kong in seen.declared] == [("5K", 0, "ADV-7")]
    assert seen.throws == "E"
    assert known == masked(world, "1"), "what is foreseen happens on a copy"
    text = ORDERS.forecast(sheet("AIM QUICK"), "1", known, sight.SIGHT.no_memory())
    assert "you declare the Kong 5K (the adviser, ADV-7); its supplement nobody knows." in text
    assert foresee_hand([stored("KONG NONE")], "1", known).declared == ()
    assert [kong.line for kong in foresee_hand([stored("AIM QUICK"), stored("KONG 5K")], "1", known).declared] == [2]
    world.hand.fresh = False
    assert foresee_hand([stored("AIM QUICK")], "1", masked(world, "1")).declared == ()


@pytest.mark.parametrize("line", ["MOVE MA1 TO M1 IF NOT MINE", "CLAIM Z3 IF MINE", "GATE MA1 TO M1 IF NOT EMPTY"])
def test_an_if_that_is_false_is_told_before_and_after(line: str) -> None:
    """SEE-6: of the last place named; with ELSE something is done."""
    line = line.replace("IF NOT MINE", "IF OF MARZ")
    world = _armed()
    place = "Z3" if "Z3" in line else "M1"
    (noted,) = check([stored(line)], "1", masked(world, "1"))
    assert (noted.remark, noted.about) == (Remark.IF_FALSE, place)
    assert f"its IF is false of {place}" in remark(noted)
    resolved = resolve(world, {"1": [stored(line)]}, Dice(b"if", 1))
    (refused,) = [t.event for t in resolved.told if isinstance(t.event, LineRefused)]
    assert (refused.seat, refused.about, refused.rule) == ("1", place, "SEE-6")
    assert "its IF was false [SEE-6]" in " ".join(
        REPORTS.text(report_of(resolved.state, "1", resolved.told), None).split()
    )
    world.options = replace(world.options, edition=1)
    assert not [
        t for t in resolve(world, {"1": [stored(line)]}, Dice(b"if", 1)).told if isinstance(t.event, LineRefused)
    ]
    if "CLAIM" not in line:
        assert not [
            n for n in check([stored(f"{line} ELSE TO M1")], "1", masked(_armed(), "1")) if n.remark is Remark.IF_FALSE
        ]


def test_a_least_score_no_hand_reaches_is_told() -> None:
    assert check([stored("GAME MIN 501")], "1", None) == [Noted(1, Remark.TOO_HIGH, why="500")]
    assert check([stored("GAME MIN 500")], "1", None) == []


def test_a_step_where_there_is_no_border_is_told_on_the_page_as_in_the_answer() -> None:
    """Of every creature of one's own: its MOVE lines but for those to its neighbours."""
    seen = 0
    for position in islice(positions("rune_war", 1, 24), 12, None):
        if position.known.due is not Due.MAP or not (own := position.known.own(position.seat)):
            continue
        plan = position.page().plan
        assert plan is not None
        told = {begins: verdict.said for verdict in plan.verdicts for begins in verdict.lines}
        for creature in own:
            near = position.known.isle.neighbours[creature.at]
            assert {told.get(f"MOVE {creature.code} TO {place}") for place in near} == {""}
            far = [place for place in LANDS if place not in (creature.at, *near)]
            lines = [ORDERS.stored(f"MOVE {creature.code} TO {place}") for place in far]
            said = {line.words for one in lines for line in ORDERS.judged([one], position.seat, position.known)}
            assert said == {told[f"MOVE {creature.code} TO"]}
            seen += 1
    assert seen > 5
