"""What a seat perceives, remembers and hears (INFO); what its turn file holds; what an acknowledgement says."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice

import pytest

from magika_gm import games
from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.engine.sheet.understanding import Line, Mark, as_text
from magika_gm.engine.told import Told
from magika_gm.engine.words import listed
from magika_gm.games.temple_isle.orders.lines import read_sheet, stored
from magika_gm.games.temple_isle.orders.model import Happens
from magika_gm.games.temple_isle.orders.offers import order_form
from magika_gm.games.temple_isle.orders.sheet import understand
from magika_gm.games.temple_isle.report.board import units_of
from magika_gm.games.temple_isle.report.printed import Forms
from magika_gm.games.temple_isle.report.report import content
from magika_gm.games.temple_isle.report.reports import REPORTS
from magika_gm.games.temple_isle.report.story import NAMES
from magika_gm.games.temple_isle.rules.events import (
    EVENTS,
    CardDrawn,
    ControlPassed,
    Discarded,
    DrawOffered,
    FastFired,
    FastLinesLeft,
    GmChangedLine,
    GmHanded,
    LineDropped,
    LineRefused,
    MantraDeclared,
    Peeked,
    SheetMissed,
)
from magika_gm.games.temple_isle.rules.refusals import Dropped, Lost, Refusal
from magika_gm.games.temple_isle.rules.sequence import resolve
from magika_gm.games.temple_isle.rules.sheets import placers, temples_of
from magika_gm.games.temple_isle.rules.state import HIDDEN, Options, State
from magika_gm.games.temple_isle.rules.tables import standard
from magika_gm.games.temple_isle.rules.terms import OTHER, SEATS, SQUARE
from magika_gm.games.temple_isle.setup import Scenario, begin, blank, place_unit, settle_hp
from magika_gm.games.temple_isle.sight import (
    SIGHT,
    Memory,
    designs,
    known_state,
    mantra_design,
    memory_from_plain,
    memory_to_plain,
    perceive,
    remember,
    unit_design,
    why_not_now,
)
from tests.examples import some_of
from tests.page.rambles import positions, read, sheet_text
from tests.temple_isle.made import PLAYER, record_of
from tests.temple_isle.randoms import game
from tests.turnfiles import content_schema

SCHEMA = content_schema("temple_isle")
PRIVATE = (CardDrawn, FastFired, FastLinesLeft, GmChangedLine, GmHanded, LineDropped, LineRefused, Peeked)
"""Events the other player sees blurred, or not at all; of all others INFO says "all"."""


def table() -> State:
    state = blank(Scenario().catalogue, Options())
    state.isle = ["Meadow"] * 20
    place_unit(state, 1, "Knight", "SUN", SQUARE["b2"])
    place_unit(state, 6, "Militia", "MOON", SQUARE["c2"])
    settle_hp(state)
    return state


def play(state: State, sun: list[str], moon: list[str] | None = None) -> Resolution:
    orders = {"SUN": [stored(line) for line in sun]}
    if moon is not None:
        orders["MOON"] = [stored(line) for line in moon]
    return resolve(state, orders, Dice(b"sight", 2))


def test_what_is_told_to_both_and_to_one() -> None:
    seen: set[type] = set()
    for seed in range(some_of(60)):
        for _, _, resolution in game(seed, wild=0.4):
            for told in resolution.told:
                seen.add(type(told.event))
                if isinstance(told.event, PRIVATE):
                    assert set(told.audience) != set(SEATS) or isinstance(told.event, GmHanded)
                else:
                    assert set(told.audience) == set(SEATS), told.event
    assert {CardDrawn, FastFired, FastLinesLeft, LineDropped, LineRefused, Peeked} <= seen


def test_a_draw_is_seen_blurred() -> None:
    told = begin(Scenario(), Dice(b"x", 0)).told
    drawn = [t for t in told if isinstance(t.event, CardDrawn)]
    assert len(drawn) == 10
    for one in drawn:
        assert isinstance(one.event, CardDrawn)
        owner = one.event.seat
        assert one.seen_by(owner) == one.event
        assert one.seen_by(OTHER[owner]) == CardDrawn(owner, "", "deal")


def test_the_temples_drawn_are_shown_before_they_are_placed() -> None:
    state = begin(Scenario(), Dice(b"x", 0)).state
    for seat in SEATS:
        file = content(perceive(state, seat))
        assert file["temples_to_place"] == list(state.temples)
        assert len(file["temples_to_place"]) == 4
        assert {t["name"] for t in file["cards"]["temple"]} == set(state.temples)


def test_the_schema_knows_every_event() -> None:
    kinds = set(EVENTS.classes) - {"LineRefused", "LineDropped"}
    assert set(SCHEMA["$defs"]["event"]["properties"]["kind"]["enum"]) == kinds


def test_a_turn_file_holds_what_info_2_lists() -> None:
    state = table()
    state.hands = {"SUN": ["Might", "Doom"], "MOON": ["Parry"]}
    state.discard = ["Scout"]
    state.control[SQUARE["b2"]] = "SUN"
    fast = ["FAST Parry ON IT WHEN ATTACK"]
    resolution = resolve(
        state,
        {"SUN": [stored(t) for t in ("CAST Might ON U1", "CAST Doom ON U6", "U1 ATTACK E", *fast)]},
        Dice(b"sight", 2, {"combat.attack": [5], "combat.defence": [2], "draw.card": ["Ogre"]}),
    )
    file = content(perceive(resolution.state, "SUN"), resolution.told)
    assert (file["seat"], file["mail_turn"], file["game_turn"]) == ("SUN", 1, 1)
    assert file["next"] == {"stage": "turn", "turns": [{"turn": 2, "seat": "MOON"}]}
    assert file["isle"]["b2"] == {
        "card": "Meadow",
        "control": "SUN",
        "mantras": [],
        "cost": {"SUN": 1, "MOON": 1},
        "closed": False,
    }
    knight = file["units"][0]
    assert (knight["card"], knight["square"], knight["hp"], knight["full"]) == ("Knight", "b2", 6, 6)
    assert knight["scores"] == {"A": 10, "B": 6, "C": 6, "D": 4}
    assert knight["mantras"] == [{"card": "Might", "caster": "SUN", "until": None, "age": 1}]
    assert [h["card"] for h in file["hand"]] == ["Doom"]
    assert file["hand"][0] == {"card": "Doom", "code": "count", "rule": "ENCH-2", "reason": Refusal.COUNT.words}
    assert (file["count"], file["level_sum"], file["hand_limit"]) == (1, 5, 5)
    assert file["fast"] == fast
    assert file["discard"] == ["Scout"]
    assert file["hands"] == {"SUN": 1, "MOON": 2}
    assert file["standings"]["SUN"] == {"temples": 0, "lands": 1, "levels": 4, "hp": 6}
    refused = file["lines_not_done"]
    assert [(r["line"], r["text"], r["rule"], r["refused"]) for r in refused] == [
        (2, "CAST Doom ON U6", "ENCH-2", True)
    ]
    fought = next(e for e in file["happened"] if e["kind"] == "Fought")
    assert (fought["attack"], fought["defence"], fought["loser"], fought["lost"]) == (5, 2, 6, 3)
    moons = content(perceive(resolution.state, "MOON"), resolution.told)
    assert moons["lines_not_done"] == []
    assert moons["fast"] == []
    assert [h["card"] for h in moons["hand"]] == ["Ogre", "Parry"]
    assert "Doom" not in json.dumps(moons)


def test_a_fast_line_fired_is_told_with_its_line_to_its_player_alone() -> None:
    state = table()
    state.hands["MOON"] = ["Parry"]
    told = play(state, ["U1 ATTACK E"], ["FAST Parry ON IT WHEN ATTACK"]).told
    fired = [t for t in told if isinstance(t.event, FastFired)]
    assert [t.seen_by("MOON") for t in fired] == [FastFired("MOON", 0, "FAST Parry ON IT WHEN ATTACK")]
    assert [t.seen_by("SUN") for t in fired] == [None]
    declared = [t.seen_by("SUN") for t in told if isinstance(t.event, MantraDeclared)]
    assert declared == [MantraDeclared(number=1, seat="MOON", card="Parry", target="U6", answers=Happens.ATTACK)]


def test_a_missing_sheet_and_an_offer_are_told_to_both() -> None:
    state = table()
    told = resolve(state, {"MOON": [stored("OFFER DRAW")]}, Dice(b"sight", 2)).told
    for kind in (SheetMissed, DrawOffered):
        assert [set(t.audience) for t in told if isinstance(t.event, kind)] == [set(SEATS)]


def test_a_peek_shows_the_hand_to_one_and_is_remembered() -> None:
    state = table()
    state.isle[SQUARE["b2"]] = "Beacon"
    state.control[SQUARE["b2"]] = "SUN"
    state.hands["MOON"] = ["Knight", "Doom"]
    first = resolve(state, {"SUN": []}, Dice(b"sight", 2, {"draw.card": ["Ogre"]}))
    view = perceive(first.state, "SUN")
    assert view.peek == ("Knight", "Doom")
    assert view.known == ("Knight", "Doom")
    assert perceive(first.state, "MOON").peek is None
    peeks = [t for t in first.told if isinstance(t.event, Peeked)]
    assert [t.seen_by("MOON") for t in peeks] == [Peeked("SUN", None, peeks[0].event.source)]
    memory = remember(None, 1, view)
    second = resolve(first.state, {"MOON": []}, Dice(b"sight", 3))
    later = perceive(second.state, "SUN")
    assert later.peek is None
    again = remember(memory, 2, later)
    assert (again.peek, again.peeked) == (memory.peek, memory.peeked) == (("Knight", "Doom"), 1)
    assert [point[0] for point in again.course] == [1, 2]
    assert again.course[-1][2] == tuple(later.standings[seat].lands for seat in ("SUN", "MOON"))
    assert content(later, second.told, memory)["peek"] == {"hand": ["Knight", "Doom"], "mail_turn": 1}
    assert memory_from_plain(json.loads(json.dumps(memory_to_plain(memory)))) == memory
    assert memory_from_plain(memory_to_plain(Memory())) == Memory()


def test_the_state_as_a_seat_knows_it() -> None:
    state = table()
    state.hands = {"SUN": ["Might"], "MOON": ["Knight", "Doom", "Parry"]}
    state.shown["MOON"] = ["Knight"]
    state.fast["MOON"] = [stored("FAST Parry ON IT WHEN ATTACK")]  # type: ignore[list-item]
    state.peeked["MOON"] = ("Might",)
    known = known_state(state, "SUN")
    assert known.hands == {"SUN": ["Might"], "MOON": ["Knight", HIDDEN, HIDDEN]}
    assert known.deck == {HIDDEN: 100}
    assert known.fast["MOON"] == []
    assert known.peeked["MOON"] is None
    assert state.hands["MOON"] == ["Knight", "Doom", "Parry"]


@pytest.mark.parametrize(("to", "heard"), [("MOON", {"SUN", "MOON"}), ("ALL", {"SUN", "MOON"}), ("SUN", {"SUN"})])
def test_who_hears_a_message(to: str, heard: set[str]) -> None:
    assert {seat for seat in SEATS if SIGHT.hears(table(), seat, "SUN", to)} == heard


def acknowledged(state: State, seat: str, *lines: str) -> list[tuple[Mark, str]]:
    reading = read_sheet([SheetLine(n, text) for n, text in enumerate(lines, 1)])
    understanding = understand(reading, seat, known_state(state, seat))
    return [(line.mark, line.words) for line in understanding.lines]


def test_an_acknowledgement_refuses_warns_and_foresees() -> None:
    state = table()
    state.hands["SUN"] = ["Might", "Doom"]
    verdicts = acknowledged(
        state, "SUN", "CAST Doom ON U6", "U6 N", "U1 N E E E", "U1 ATTACK ANY S", "CAST Might ON U1", "WATER a1"
    )
    assert [v for v, _ in verdicts] == [
        Mark.WARNING,
        Mark.ERROR,
        Mark.GOOD,
        Mark.WARNING,
        Mark.ERROR,
        Mark.ERROR,
    ]
    assert [n for _, n in verdicts][:2] == [
        "your units are too few for its level (ENCH-2)",
        "the unit is not yours (ORD-2)",
    ]
    assert verdicts[2][1] == "ends on e1 with 0 points left, if every fight is a draw"
    assert "a step was not legal" in verdicts[3][1]
    assert "first unit line" in verdicts[4][1]


def test_an_acknowledgement_foretells_which_cards_go_at_the_end() -> None:
    """SEQ-2: those named first, then what its player is furthest from playing; what is played goes by itself."""
    told = 0
    for position in islice(positions("temple_isle", 4), 60):
        seat, orders = position.seat, position.system.orders
        hand = position.known.hands[seat]
        for line in ("OFFER DRAW", *(f"DISCARD {card}" for card in hand[-2:]), *(f"MUSTER {c}" for c in hand[:1])):
            sheet = read(position, sheet_text(position, [line]))
            said = orders.forecast(sheet, seat, position.known, position.memory)
            resolved = resolve(position.state, {seat: orders.listed(sheet)}, Dice(b"end", position.turn))
            gone = [t.event.cards for t in resolved.told if isinstance(t.event, Discarded) and t.event.seat == seat]
            for cards in gone:
                goes = "goes" if len(cards) == 1 else "go"
                assert f"  at the end {listed(cards)} {goes}, as the hand is over its limit (SEQ-2)" in said
            assert bool(said) is bool(gone), (position.turn, line)
            told += len(gone)
    assert told > 10


def test_an_acknowledgement_in_the_others_game_turn_and_for_later_turns() -> None:
    state = table()
    assert [v for v, _ in acknowledged(state, "MOON", "U6 N", "FAST Parry ON U6 WHEN ATTACK")] == [
        Mark.ERROR,
        Mark.GOOD,
    ]
    reading = read_sheet([SheetLine(1, "U6 N"), SheetLine(2, "U6 FLY")])
    later = understand(reading, "MOON", None)
    assert (later.errors, [v.mark for v in later.lines]) == (1, [Mark.GOOD, Mark.ERROR])
    text = as_text(later)
    assert "U6 N" in text
    assert "line 2 as sent: 'FLY' is nothing a unit does: “U6 FLY”" in text


def test_the_order_form_shows_choices() -> None:
    state = table()
    state.hands["SUN"] = ["Militia", "Ogre", "Might", "Blink", "Insight", "Dispel"]
    form = "\n".join(order_form(known_state(state, "SUN"), "SUN"))
    assert "; CAST Might ON U1   ; level 1" in form
    assert "; CAST Blink ON U1 TO a1   ; not now; level 3\n;;    ON U1; TO a1, b1, c1, a2, d2, a3, b3, c3, b4" in form
    assert "; MUSTER Militia AT a1, b1, c1" in form
    assert "; MUSTER Ogre AT" in form
    assert "   ; Knight, 4 points\n;;    in reach: a1 2" in form
    assert "Dispel" not in form
    other = order_form(known_state(state, "MOON"), "MOON")
    assert other[0].startswith(";; the other player's game turn")
    built = begin(Scenario(), Dice(b"x", 0)).state
    assert "; TEMPLE ANY AT a1" in "\n".join(order_form(known_state(built, "SUN"), "SUN"))


def test_every_reason_has_its_rule_and_words() -> None:
    for code in (*Refusal, *Dropped, *Lost):
        assert code.rule
        assert code.words


def test_a_turn_file_has_the_rows_of_the_cards_named_alone() -> None:
    found = designs(standard(), {"Priest", "Corsair", "Might", "Doom", "Meadow", "Water", "Temple of War"})
    assert {kind: {row["name"] for row in rows} for kind, rows in found.items()} == {
        "land": {"Meadow"},
        "temple": {"Temple of War"},
        "unit": {"Priest", "Corsair"},
        "mantra": {"Might", "Doom"},
    }
    assert {row["name"]: row.get("aim") for row in found["mantra"]} == {"Might": None, "Doom": "foe"}
    assert not any("effects" in row for row in found["unit"] if row["name"] == "Corsair"), "it is a keyword's"
    assert unit_design(standard().units["Healer"])["effects"] == ["end near-mine heal 1"]
    assert "aim" not in mantra_design(standard().mantras["Banish"]), "its target says so"


def test_what_could_be_played_now_is_not_refused() -> None:
    """ENCH-4a: whatever its target; what answers others waits for its event."""
    state = table()
    state.hands["SUN"] = ["Priest", "Might", "Dispel"]
    for card, said in (("Priest", None), ("Might", None), ("Dispel", None), ("Nonesuch", Refusal.NOT_IN_HAND)):
        assert why_not_now(state, "SUN", card) is said, card


def test_a_turn_taken_in_again_stands_once_in_the_course() -> None:
    view = perceive(table(), "SUN")
    memory = remember(remember(None, 3, view), 3, view)
    assert [turn for turn, *_ in memory.course] == [3]


def test_what_a_step_costs_is_told_for_each_player() -> None:
    """ACT-2."""
    state, square = table(), SQUARE["d3"]
    state.isle[square], state.control[square] = "Old Road", "SUN"
    assert perceive(state, "SUN").isle[square].cost == (0, 1)


def test_the_first_report_tells_who_is_first_and_what_is_his_to_place() -> None:
    """BUILD-3, BUILD-5: in words, in the lists of the form and the page; a list that comes to nothing is told."""
    seen = set()
    for number in range(6):
        state = begin(Scenario(), Dice(f"first {number}".encode(), 0)).state
        waters, temples = placers(state.first, 5), temples_of(state.first, state.temples)
        assert temples == dict(zip(state.temples, [OTHER[state.first], state.first] * 2, strict=True))
        for seat in SEATS:
            view = perceive(known_state(state, seat), seat)
            record = record_of(state, (), {}, b"key")
            report = REPORTS.build(record, seat, view, remember(None, 0, view), PLAYER, "")
            told = " ".join(REPORTS.text(report, None).split())
            first = "You are first player" if seat == state.first else f"{NAMES[state.first]} is first player"
            own = [f"W{n}" for n, who in enumerate(waters, 1) if who == seat]
            own += [f"T{n} {t}" for n, t in enumerate(state.temples, 1) if temples[t] == seat]
            assert f"{first}: you place {', '.join(own[:-1])} and {own[-1]}." in told
            mine, others = ([t for t in state.temples if (temples[t] == seat) is is_his] for is_his in (True, False))
            short = {t: state.catalogue.temples[t].short for t in state.catalogue.temples}
            lists = {row.split()[2] for row in order_form(state, seat) if row.startswith("; TEMPLE")}
            assert lists == {*(short[t].split()[0] for t in mine), "ANY"}
            absent = next(t for t in state.catalogue.temples if t not in state.temples)
            lines = [f"TEMPLE {short[t]} AT b2" for t in (mine[0], others[0], absent)]
            said = [(line.mark, line.words) for line in said_of(state, seat, *lines)]
            assert said[0] == (Mark.GOOD, "")
            assert said[1] == (Mark.WARNING, "the other player places that temple (BUILD-5)")
            assert said[2] == (Mark.WARNING, "that temple was not drawn (BUILD-2)")
            assert _not_done(state, seat, *lines) == [(2, "BUILD-5"), (3, "BUILD-2")]
            for older in (1, 2):
                assert _not_done(replace(state, options=replace(state.options, edition=older)), seat, *lines) == []
            seen.add(seat == state.first)
    assert seen == {True, False}


def _not_done(state: State, seat: str, *lines: str) -> list[tuple[int, str]]:
    """The lines that the report after the turn tells were passed over, each with its rule."""
    orders = {s: read_sheet([SheetLine(1, line) for line in lines] if s == seat else []).orders for s in SEATS}
    after = resolve(state.copy(), orders, Dice(b"built", 1))
    return [(row["line"], row["rule"]) for row in content(perceive(after.state, seat), after.told)["lines_not_done"]]


def said_of(state: State, seat: str, *lines: str) -> tuple[Line, ...]:
    reading = read_sheet([SheetLine(n, line) for n, line in enumerate(lines, 1)])
    return understand(reading, seat, known_state(state, seat)).lines


def test_cards_that_are_not_held_are_told() -> None:
    """FAST-2, MAIL-4: such lines are passed over or sleep, which the sheet's sender should know at once."""
    state, seat = table(), "SUN"
    state.hands[seat] = ["Parry", "Fisher"]
    said = said_of(
        state,
        seat,
        "DISCARD Doom",
        "DISCARD Fisher",
        "FAST Blink ON IT TO b2 WHEN ATTACK",
        "FAST Parry ON IT WHEN ATTACK",
    )
    assert [(line.mark, line.words) for line in said] == [
        (Mark.WARNING, Refusal.NOT_IN_HAND.told),
        (Mark.GOOD, ""),
        (Mark.GOOD, "sleeps until the card is in your hand (FAST-2)"),
        (Mark.GOOD, ""),
    ]


def test_units_in_play_tell_their_keywords() -> None:
    """UNIT: every keyword and effect of a unit's card, those that may change as they are now."""
    state = table()
    for n, name in enumerate(("Sea Serpent", "Archer", "Rider", "War Galley"), 20):
        place_unit(state, n, name, SEATS[n % 2], n - 19)
    view = perceive(state, "SUN")
    marks = {str(row[1]): str(row[-1]) for row in units_of(view).rows}
    for unit in view.units:
        card = state.catalogue.units[unit.card]
        for word in (*card.keywords, *map(str, card.effects)):
            assert word in marks[unit.card], (unit.card, word)
    fleeting = next(card for card in state.catalogue.units.values() if card.fleeting)
    place_unit(state, 30, fleeting.name, "SUN", 7)
    told = str(units_of(perceive(state, "SUN")).rows[-1][-1])
    assert f"fleeting {fleeting.fleeting}, since game turn {state.units[max(state.units)].mustered}" in told


def test_all_temples_of_a_turn_are_in_the_headline() -> None:
    state = table()
    stone, war = [name for name in state.catalogue.temples if name.endswith(("Stone", "War"))]
    state.isle[SQUARE["b3"]], state.isle[SQUARE["c3"]] = stone, war
    state.mail = 6
    events = [ControlPassed("d1", "SUN", ""), ControlPassed("b3", "SUN", ""), ControlPassed("c3", "SUN", "MOON")]
    told = [Told(phase=2, step=7, event=event, audience=SEATS) for event in events]
    view = perceive(state, "SUN")
    report = REPORTS.build(record_of(state, told, {}, b"key"), "SUN", view, remember(None, 6, view), PLAYER, "")
    assert Forms(report).lead().sentence == f"You took the {stone} and the {war}."


def test_an_offer_waits_under_the_headline_of_who_is_asked_alone() -> None:
    """END-4: in every form; his own threats do not say it again, and who offers is not asked."""
    state = table()
    state.offered["MOON"] = True
    said = "Moon offers a draw. Write OFFER DRAW in your sheet to accept; a sheet without it plays on (END-4)."
    for seat in SEATS:
        view = perceive(state, seat)
        report = REPORTS.build(record_of(state, (), {}, b"key"), seat, view, remember(None, 6, view), PLAYER, "")
        html, text = REPORTS.html(report, None), " ".join(REPORTS.text(report, None).split())
        page = games.system("temple_isle").page.page(report, None, seat, report.memory)
        if seat == "MOON":
            assert not page.asked
            assert "Your answer is asked" not in html + text
            assert "You offer a draw" in text
        else:
            assert page.asked == (said,)
            assert text.count("OFFER DRAW") == 1
            assert f"! Your answer is asked: {said.split(' in ', maxsplit=1)[0]}" in text
            figures = html.index('role="presentation"')
            assert html.index("Your answer is asked") < html.index("Write OFFER DRAW") < figures
            assert not any(said in line for block in page.blocks for line in getattr(block, "lines", ()))
