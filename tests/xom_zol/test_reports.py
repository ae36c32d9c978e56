"""Reports: whole, of the law's sections, by their schema; pages, rule book, cards."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from functools import cache
from math import ceil
from pathlib import Path
from random import Random
from typing import Any

from click.testing import CliRunner
from pypdf import PdfReader

from magika_gm.cli.main import cli
from magika_gm.engine.dice import Dice
from magika_gm.engine.paging import Slot
from magika_gm.engine.seam.reports import Delivered, OfficeFacts, PlayerData, TurnRecord
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.games.xom_zol import bots, sight
from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.cards.text import rules_text
from magika_gm.games.xom_zol.orders.lines import read_orders
from magika_gm.games.xom_zol.orders.sheet import ORDERS, understanding
from magika_gm.games.xom_zol.page import counters
from magika_gm.games.xom_zol.report.blocks import fights_of
from magika_gm.games.xom_zol.report.printed import Forms
from magika_gm.games.xom_zol.report.report import Report, threats
from magika_gm.games.xom_zol.report.reports import REPORTS
from magika_gm.games.xom_zol.rulebook import RULEBOOK
from magika_gm.games.xom_zol.rules.sequence import STEPS, resolve
from magika_gm.games.xom_zol.rules.state import DEFAULTS, State
from magika_gm.games.xom_zol.rules.terms import KEYWORD_POINTS, SIDES, WATCH, Verb, other
from magika_gm.games.xom_zol.sight import content, perceive
from magika_gm.reports.kit.head import Gauge
from tests.xom_zol.randoms import new_game, orders_of, sheets

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
ROOT = Path(__file__).parents[2]
PLAYER = PlayerData(
    name="Marta",
    address="Lund",
    account="P1",
    balance="9.00 USD",
    game="31",
    title="Heron",
    date="2026-11-21",
    next_due="Saturday 28 November 2026, 18:00 AST",
    code_word="elm",
    email="m@example.org",
    office="Games",
    office_email="gm@example.org",
)
FACTS = OfficeFacts(game="31", title="Heron", date="2026-11-21", next_due="soon", people={}, mail=(), acts=())
LETTERS = (Delivered("A", "FOE", False, "a word to you"), Delivered("B", "ALL", False, "a word to all"))


def report_of(state: State, told: Any, seat: str, given: Any = None, messages: Any = ()) -> Report:
    view = perceive(state, seat)
    memory = sight.remember(sight.SIGHT.no_memory(), state.mail_turn, view)
    form = ORDERS.form("31", state.mail_turn + 1, state, seat, memory)
    record = record_of(state, told, given, messages)
    return REPORTS.build(record, seat, view, memory, PLAYER, form)


def record_of(state: State, told: Any, given: Any = None, messages: Any = ()) -> TurnRecord:
    return TurnRecord(state=state, told=told, orders=given or {}, how={}, messages=messages, acts=(), seed=b"report",
                      notes={})  # fmt: skip


@cache
def a_game(seed: int = 3) -> tuple[tuple[State, Any, Any], ...]:
    """A bots' game: each turn's state after it, what was told, and the sheets."""
    state = new_game(seed)
    found: list[tuple[State, Any, Any]] = []
    while state.ending is None and len(found) < 40:
        given = {}
        for side in SIDES:
            text = bots.lines_of("bold", content(perceive(state, side)))
            if text:
                given[side] = orders_of(text, state)
        resolution = resolve(state, given, Dice(b"report", state.mail_turn + 1))
        state = resolution.state
        found.append((state, resolution.told, given))
    return tuple(found)


def test_a_report_holds_the_words_sent_to_its_reader() -> None:
    state, told, given = a_game()[0]
    text = REPORTS.text(report_of(state, told, "B", given, LETTERS), None)
    assert "a word to you" in text
    assert "a word to all" in text
    assert a_game()[-1][0].ending is not None


def test_a_report_has_the_laws_sections() -> None:
    """SEE-3: hand with full texts, table by rank, steps, own lines with reason, standing set, piles, a sheet."""
    state, told, given = a_game()[10]
    for seat in SIDES:
        report = report_of(state, told, seat, given)
        text = " ".join(REPORTS.text(report, None).split())
        for name in state.sides[seat].hand:
            assert name in text
            assert " ".join(rules_text(catalogue()[name].rules).split()) in text
        for piece in state.pieces.values():
            assert piece.ref in text
        assert "DISCARD PILES" in text
        assert "STANDING (END-5)" in text
        assert f"SIDE {seat} PASSWORD" in text
        hidden = set(state.sides[other(seat)].hand) - {p.card.name for p in state.pieces.values()}
        hidden -= {n for s in SIDES for n in state.sides[s].discard} | set(state.sides[seat].hand)
        saw = report.state.sides[seat].saw
        hidden -= {card.name for card in report.hand} | set(saw[1] if saw else ())
        hidden -= {name for name, _ in state.sides[seat].deck}
        shown = json.dumps(REPORTS.turn_file(report)["cards"])
        assert not any(f'"{name}"' in shown for name in hidden)


def test_fights_are_told_blow_by_blow() -> None:
    seen = False
    for _, told, _ in (*a_game(), *a_game(4)):
        for fight in fights_of(told):
            dealt = sum(n for one in fight.fighters for _, n in one.dealt)
            struck = [t.event for t in told if type(t.event).__name__ == "Struck"]
            assert dealt <= sum(e.n for e in struck)
            seen = seen or bool(fight.counters)
    assert seen


def orders_sheet(text: str) -> list[Any]:
    from magika_gm.engine.sheet.reader import read_sheets

    return read_sheets(text, ORDERS.GRAMMAR)


def test_the_master_sees_all_and_spectators_what_is_public() -> None:
    state, told, given = a_game()[8]
    master = str(REPORTS.master(record_of(state, told, given), FACTS, "txt", "letter", None))
    for side in SIDES:
        for name in state.sides[side].hand:
            assert name in " ".join(master.split())
    page = REPORTS.spectator(record_of(state, told, given, LETTERS), FACTS, None)
    assert "a word to all" in page
    assert "a word to you" not in page
    watched = perceive(state, WATCH).state
    assert set(watched.sides["A"].hand) <= {"?"}
    assert isinstance(REPORTS.master(record_of(state, told, given), FACTS, "pdf", "a4", None), bytes)


def test_the_rule_book_has_every_keyword_and_effect() -> None:
    words = RULEBOOK.table("words")
    assert {word.partition(" ")[0] for word in words["keywords"]} >= set(KEYWORD_POINTS)
    told = " ".join(words["effects"])
    assert all(verb.value in told for verb in Verb)
    found = RULEBOOK.entry("card", "vampire c")
    assert found is not None
    assert found[0] == "Vampire Count"


def test_the_book_has_every_step_and_what_is_drawn_lost_and_protected() -> None:
    """Each step of a game turn by the number reports cite; Fizzle, the first draw, penalties and protection."""
    for number, title in STEPS.items():
        if number:
            step = re.match(r"\d(?:\.\d)?(?: [A-E])?", title)
            assert step is not None
            assert RULEBOOK.entry("rule", f"seq {step[0]}") is not None, title

    def told(number: str) -> str:
        return (RULEBOOK.entry("rule", number) or ("", ""))[1]

    assert f"draws up to {DEFAULTS.hand}" in told("SEQ 4")
    assert f"discards down to {DEFAULTS.hand}" in told("SEQ 4")
    assert "In game turn 1 it draws none" in told("SEQ 2")
    assert "1 life for each letter" in told("SEQ 5.3")
    assert "fizzle" not in told("SEQ-4").lower()
    assert "who does not fly protects no flyer" in told("ASLT-6")


def test_cards_are_looked_up_and_printed(tmp_path: Path) -> None:
    run = CliRunner().invoke
    listed = run(cli, ["cards", "xom_zol", "--with", "faction=ZN", "--json"])
    assert len(json.loads(listed.output)) == 50
    assert "Vampire Count" in run(cli, ["cards", "xom_zol", "vampire"]).output
    assert run(cli, ["cards", "xom_zol", "nonesuch"]).exit_code == 1
    assert run(cli, ["cards", "xom_zol", "--with", "cost=cheap"]).exit_code == 1
    assert run(cli, ["cards", "magika"]).exit_code == 2
    path = tmp_path / "cards.pdf"
    assert run(cli, ["cards", "xom_zol", "--with", "faction=WL", "--pdf", str(path)]).exit_code == 0
    text = " ".join(page.extract_text() for page in PdfReader(path).pages)
    missing = [c.name for c in catalogue().values() if c.faction == "WL" and c.name.split()[0] not in text]
    assert not missing
    sheets = tmp_path / "cut.pdf"
    assert run(cli, ["cards", "xom_zol", "--cut"]).exit_code == 2
    assert run(cli, ["cards", "xom_zol", "--with", "faction=WL", "--cut", "--pdf", str(sheets)]).exit_code == 0
    pages = PdfReader(sheets).pages
    assert len(pages) == ceil(50 / 9)
    names = [c.name for c in catalogue().values() if c.faction == "WL"]
    assert all(any(name in page for name in names) for page in [page.extract_text() for page in pages])


def test_the_printed_form_reads_as_a_sheet() -> None:
    """The fields' heads of both parts are lines of the sheet; a form left blank casts nothing and keeps REACT."""
    from magika_gm.engine.sheet.reader import read_sheets
    from magika_gm.games.xom_zol.rules.turn import sheet_of
    from magika_gm.mail.pdf_form import form_of_pdf

    state, told, given = a_game()[4]
    for seat in SIDES:
        text = form_of_pdf(REPORTS.pdf(report_of(state, told, seat, given), "letter", False)).sheet
        assert text is not None
        (sheet,) = read_sheets(text, ORDERS.GRAMMAR)
        assert (sheet.game, sheet.turn, sheet.seat, sheet.faults) == ("31", state.mail_turn + 1, seat, ())
        parts = sheet_of(ORDERS.listed(sheet))
        assert parts.react is None
        assert (parts.act == ()) is (state.turn_side(state.turn + 1) == seat)


def test_a_game_without_a_last_turn_tells_of_none() -> None:
    """END-2, ``max_turns = 0``: no gauge has an end, no end by turns is near."""
    state = new_game(3, replace(DEFAULTS, max_turns=0))
    state.turn = 39
    report = report_of(state, (), "A")
    gauge = next(g for g in Forms(report).gauges().gauges if g.label == "game turn")
    assert gauge == Gauge("game turn", "39")
    assert "END-2" not in {threat.rule for threat in threats(report)}
    usual = new_game(3)
    usual.turn = 39
    assert "END-2" in {threat.rule for threat in threats(report_of(usual, (), "A"))}


def test_before_ones_own_turn_the_mana_is_what_there_will_be() -> None:
    """FIELD-2: all of it is ready again in its first step; the lands drawn as committed are no hindrance."""
    state, rng = new_game(5), Random(5)
    for turn in range(1, 7):
        resolution = resolve(state, sheets(rng, state), Dice(b"mana", turn))
        state = resolution.state
        for seat in SIDES:
            text = " ".join(REPORTS.text(report_of(state, resolution.told, seat), None).split())
            every = sum(len(piece.card.mana) for piece in state.of(seat))
            assert (f"mana in your turn {every} foe" in text) is state.acts_next(seat)
            assert ("mana ready" in text) is not state.acts_next(seat)


def test_a_hold_that_a_block_names_is_doubted() -> None:
    lines = [SheetLine(n, text) for n, text in enumerate(("REACT", "HOLD F1", "BLOCK STRONGEST WITH F1"), 1)]
    state = new_game(5)
    written = read_orders(lines)
    found = understanding(written.orders, written.faults, "A", state)
    said = {line.text: line.said for line in found.lines}
    assert said["HOLD F1"] == "a BLOCK line names it all the same: HOLD bars the default alone (POL-4)"
    assert not said["BLOCK STRONGEST WITH F1"]
    other_lines = [*lines[:2], SheetLine(3, "BLOCK STRONGEST WITH F2")]
    found = understanding(read_orders(other_lines).orders, (), "A", state)
    assert not any(line.said for line in found.lines if line.text == "HOLD F1")


def test_a_counter_that_can_answer_no_such_cast_is_told_at_once_and_not_offered() -> None:
    """CTR-1: standing orders are all one has in the other side's turn; a dead one is no order."""
    state = new_game(5)
    state.sides["A"].hand[:] = ["Ward of Xom", "Denial"]
    lines = {"SPELL": False, "SPELL ON MINE": False, "CREATURE": True, "CREATURE COST>=3": True, "ANY": True}
    for what, can in lines.items():
        for card, able in (("Ward of Xom", can), ("Denial", True)):
            sheet = read_orders([SheetLine(1, "REACT"), SheetLine(2, f"COUNTER {what} WITH {card}")])
            line = understanding(sheet.orders, sheet.faults, "A", state).lines[1]
            assert ("it answers no cast of that kind (CTR-1)" in line.words) is not able, (what, card)
    forms = {form.key: form for form in counters(state, "A")}
    asked = {key: {o.text for o in next(p for p in form.parts if isinstance(p, Slot)).options}
             for key, form in forms.items() if key.startswith("COUNTER ") and "DEFAULT" not in key}  # fmt: skip
    assert asked["COUNTER Ward of Xom"] == {"ANY", "CREATURE", "CHARACTER"}
    assert asked["COUNTER Denial"] > asked["COUNTER Ward of Xom"]
