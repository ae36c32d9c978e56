"""The four forms of a report: schema, determinism, awkward texts, page counts."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from pypdf import PageObject, PdfReader

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.reports import Delivered, TurnRecord
from magika_gm.engine.told import Told
from magika_gm.games.magika.orders.model import Move
from magika_gm.games.magika.page import sections
from magika_gm.games.magika.report import blocks, building
from magika_gm.games.magika.report.printed import html_letter, pdf, text_letter
from magika_gm.games.magika.report.report import Report, turn_file
from magika_gm.games.magika.report.reports import REPORTS
from magika_gm.games.magika.report.story import Line, everything_line, lead_of, told_line
from magika_gm.games.magika.rules import events
from magika_gm.games.magika.rules.refusals import Refusal, Why
from magika_gm.games.magika.rules.sequence import play_turn
from magika_gm.games.magika.rules.state import Mage
from magika_gm.games.magika.rules.turn import Turn
from magika_gm.games.magika.sight import Memory, learn, news, take_recon, whereabouts
from magika_gm.reports.pdf_stream import text_width
from magika_gm.reports.templating import safe
from magika_gm.reports.typeface import Face, wrap
from tests.magika.randoms import PLAYER, random_orders, random_world
from tests.page.positions import position

SCHEMA = json.loads((Path(building.__file__).parent / "turnfile.schema.json").read_text(encoding="utf-8"))
HOSTILE = "<script>alert(1)</script> & \u202eevil\u0007 \x00 {{ 7 * 7 }} 🧙‍♂️ שלום العربية 漢字 " + "W" * 300


def make(
    seed: int,
    letter: str = "A",
    name: str = "Aletheia",
    message: str = "Well met.",
    messages: Sequence[Delivered] = (),
) -> Report:
    """A busy report after one turn of a random world."""
    world = random_world(seed)
    world.mages[letter].name = name
    orders = random_orders(seed, world)
    result = play_turn(world, orders, Dice(b"reports", 1))
    recon = take_recon(result.world, letter)
    memory = Memory()
    learn(memory, 1, *news(recon))
    player = replace(PLAYER, name=name, address="1 Road", account="A-1", balance="3.50 USD")
    messages = messages or [Delivered("B", "ALL", True, message), Delivered("C", letter, False, message)]
    data = TurnRecord(
        acts=(), state=result.world, told=result.told, orders=dict(orders), how={}, messages=messages, seed=b"seed"
    )
    return REPORTS.build(data, recon.letter, recon, memory, player, "GAME 7 TURN 2\nMAGE A\nEND\n")


def test_ones_own_message_without_a_name_is_said_to_be_such() -> None:
    """A copy of one's own, in every form and in the turn file; who gets it reads neither name nor copy."""
    sent = [Delivered("A", to, unsigned, "Well met.") for to, unsigned in (("B", True), ("ALL", False), ("ALL", True))]
    report = make(3, messages=sent)
    told = [letter.to for letter in blocks.letters(report).letters]
    assert told == ["to B, without your name", "to all", "to all, without your name"]
    assert [row["anonymous"] for row in turn_file(report)["messages"]] == [True, False, True]
    assert "B, without your name" in str(sections(report))
    assert "without your name" in text_letter(report)
    others = make(3, "B", messages=[Delivered("A", "B", True, "Well met.")])
    assert [(letter.sender, letter.to) for letter in blocks.letters(others).letters] == [("Unsigned", "to you")]


def test_phases_in_which_the_same_came_about_are_told_once() -> None:
    """All five of them where nothing was to be regained; not those that differ in a figure."""
    first = next(p for p in make(3).story if p.phase == 1)
    rest = replace(first, order="REST", lines=(Line("You rest: 0 endurance regained.", "REST-1"),), endurance=100)
    story = tuple(replace(rest, phase=n, endurance=100 if n < 5 else 90) for n in range(1, 6))
    rows = blocks.ledger(replace(make(3), story=story)).rows  # type: ignore[union-attr]
    assert [(row.number, row.order) for row in rows] == [("1", "REST, phases 1 to 4"), ("5", "REST")]
    assert rows[0].outcome == ("You rest: 0 endurance regained.  [REST-1]",)


@pytest.mark.parametrize("seed", range(12))
def test_turn_file_keeps_to_its_schema_and_is_stable(seed: int) -> None:
    report = make(seed)
    jsonschema.validate(turn_file(report), SCHEMA)
    assert json.dumps(turn_file(report)) == json.dumps(turn_file(make(seed)))


@pytest.mark.parametrize("seed", range(6))
def test_same_report_same_bytes(seed: int) -> None:
    report = make(seed)
    data = pdf(report)
    assert data == pdf(make(seed))
    document = PdfReader(io.BytesIO(data))
    assert 3 <= len(document.pages) <= 4
    text = "\n".join(page.extract_text() for page in document.pages)
    assert f"{len(document.pages)} of {len(document.pages)}" in text
    assert document.metadata is not None
    assert document.metadata.title == "Magika 7, turn 1: Aletheia (A)"


def test_every_form_says_the_same_orders_and_events() -> None:
    report = make(3)
    forms = [text_letter(report), html_letter(report)]
    pages = PdfReader(io.BytesIO(pdf(report))).pages
    forms.append(" ".join(" ".join(page.extract_text().split()) for page in pages))
    for chapter in report.story:
        for form in forms:
            assert chapter.order.replace("'", "&#39;") in form or chapter.order in form


def test_hostile_texts_break_nothing() -> None:
    report = make(4, name="\u202eEvil <b>Name</b> \x07" + "M" * 80, message=HOSTILE)
    page = html_letter(report)
    assert "<script>" not in page
    assert "<b>Name" not in page
    assert ">49 " not in page
    assert "{{ 7 * 7 }}" in page
    for form in (page, text_letter(report)):
        assert not any(c in form for c in "\u202e\x07\x00")
    assert len(PdfReader(io.BytesIO(pdf(report))).pages) >= 2
    jsonschema.validate(turn_file(report), SCHEMA)


def test_safe_keeps_ordinary_text() -> None:
    assert safe("Łódź, ¿qué?\n\tΑθήνα") == "Łódź, ¿qué?\n\tΑθήνα"
    assert safe("a\x00b\u202ec") == "a\ufffdb\ufffdc"


def test_lines_never_exceed_their_width() -> None:
    pdf(make(1))  # loads the fonts
    for line in wrap(safe(HOSTILE), Face.SANS, 9, 200):
        assert text_width(line, 9) <= 200.5


def test_every_event_class_has_words_or_is_bookkeeping() -> None:
    silent = {events.TurnBegan, events.PhaseBegan, events.GameEnded}
    spoken = set()
    for seed in range(60):
        world = random_world(seed)
        for told in play_turn(world, random_orders(seed, world), Dice(b"words", 1)).told:
            line = everything_line(told)
            event = told.event
            of_reach = isinstance(event, events.EffectEnded) and "+" in event.effect
            assert (line is None) == (event.__class__ in silent or of_reach), told
            if line is not None:
                spoken.add(told.event.__class__)
                assert isinstance(line, Line)
                assert "{" not in line.text
                assert line.rule, f"a line names its rule: {line}"
    assert len(spoken) > 30


def test_reader_is_spoken_to_and_others_are_not() -> None:
    told: Told[events.Event] = Told(phase=3, step=9, event=events.Rested("A", 8), audience="A")
    assert told_line(told, "A") == Line("You rest: 8 endurance regained.", "REST-1")
    assert told_line(told, "B") is None
    blurred = events.Drained("B", "arcania", 25, "AtArc", "")
    told = Told(phase=1, step=4, event=replace(blurred, caster="C"), audience="", blurred=blurred, dimly="B")
    line = told_line(told, "B")
    assert line is not None
    assert "mage C" not in line.text


def test_refusals_are_told_word_by_word() -> None:
    """ "this space" has "his " in it."""
    refused = Told(
        phase=1, step=1, event=events.OrderRefused("A", "DEMAND", "DEM-1", Refusal(Why.NOT_HERE)), audience="A"
    )
    line = told_line(refused, "A")
    assert line is not None
    assert "not in this space" in line.text


def test_a_refused_cost_is_told_with_what_there_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """F32: what the reader had is reckoned back from the turn's end; it is what the rules found at that moment."""
    had: list[tuple[str, str, int]] = []
    refuse = Turn.refuse

    def noted(turn: Turn, mage: Mage, order: Any, rule: str, reason: Refusal) -> None:
        if reason.why in (Why.ENDURANCE, Why.ARCANIA):
            stat = "endurance" if reason.why is Why.ENDURANCE else "arcania"
            had.append((mage.letter, f"it costs {reason.what} {stat} and you had ", getattr(mage, stat)))
        refuse(turn, mage, order, rule, reason)

    monkeypatch.setattr(Turn, "refuse", noted)
    found = 0
    for seed in range(40):
        had.clear()
        world = random_world(seed)
        for mage in world.mages.values():
            mage.endurance, mage.arcania = min(mage.endurance, 30), min(mage.arcania, 30)
        orders = random_orders(seed, world)
        result = play_turn(world, orders, Dice(b"had", 1))
        for letter, mage in result.world.mages.items():
            if mage.dropped:
                continue
            data = TurnRecord(
                acts=(), state=result.world, told=result.told, orders=dict(orders), how={}, messages=(), seed=b"s"
            )
            said = " ".join(line.text for p in building._story(data, letter) for line in p.lines)
            for words, amount in [(w, n) for who, w, n in had if who == letter]:
                assert f"{words}{amount};" in said, (seed, letter)
                found += 1
            assert said.count("and you had") == sum(who == letter for who, _, _ in had)
    assert found > 20


def test_the_final_report_reveals_standing_and_seed() -> None:
    world = random_world(5)
    world.mages["C"].space, world.mages["C"].endurance = 1, 90
    world.mages["C"].effects.clear()
    world.terrain[1] = 3
    result = play_turn(world, {"C": [Move("NE")]}, Dice(b"final", 1))
    assert result.world.ending == "goal"
    for letter in ("A", "C", "M"):
        recon = take_recon(result.world, letter)
        memory = Memory()
        learn(memory, 1, *news(recon))
        data = TurnRecord(acts=(), state=result.world, told=result.told, orders={}, how={}, messages=(), seed=b"seed")
        report = REPORTS.build(data, recon.letter, recon, memory, PLAYER, "GAME 7 TURN 2\nEND\n")
        assert report.final[0].rank == 1
        assert len(report.final) == 13
        assert report.form == ""
        jsonschema.validate(turn_file(report), SCHEMA)
        text, page = text_letter(report), html_letter(report)
        pages = " ".join(p.extract_text() for p in PdfReader(io.BytesIO(pdf(report))).pages)
        for form in (text, page, pages):
            assert "the Goal Square" in form
            assert b"seed".hex() in form


def test_a_barred_mage_under_cloak_aid_reads_that_he_stays_barred() -> None:
    """F55, CLK-5: in every form people read; a mage who is not barred, or under no Cloak Aid, reads nothing of it."""
    report = make(3)
    under = replace(report, mage=replace(report.mage, barred=True, spells=(("CkAidX", "2 turns"),)))
    for form in (text_letter(under), html_letter(under), "".join(p.extract_text() for p in pages(under))):
        assert "barred from all others again: CLK-5" in " ".join(form.split())
    for other in (replace(under.mage, barred=False), replace(under.mage, spells=(("InvSp", "2 turns"),))):
        assert "barred from all others" not in " ".join(text_letter(replace(report, mage=other)).split())


def pages(report: Report) -> list[PageObject]:
    """A printed report's pages."""
    return list(PdfReader(io.BytesIO(pdf(report))).pages)


def test_the_arena_explains_what_is_drawn_on_it() -> None:
    """F12: before the first turn there is no way, nobody was last seen, nothing is old."""
    from magika_gm.games.magika.report.blocks import arena_said
    from tests.magika.test_pdf import busy

    late = busy(78, turns=8)
    assert arena_said(late).count(".") == 3
    fresh = replace(late, past=late.past[-1:], known=(), history=dict.fromkeys(list(late.history)[:3], (1, late.turn)))
    assert arena_said(fresh) == ""


def test_a_debt_is_said_in_words() -> None:
    """Finding 19: no hyphen for a minus, and no minus where a word is clearer."""
    from magika_gm.games.magika.report.blocks import colophon
    from tests.magika.test_pdf import busy

    report = busy(78, turns=3)
    owing = replace(report, player=replace(report.player, balance="-24.50 USD"))
    assert "account A-1: you owe 24.50 USD" in colophon(owing).line()
    assert "account A-1: 3.50 USD" in colophon(report).line()


def test_the_headline_of_one_who_was_turned_back_and_of_what_begins_with_a_vowel() -> None:
    full = events.OrderRefused("A", "MOVE NE", "MOVE-6", Refusal(Why.OCCUPIED))
    told: list[Told[Any]] = [
        Told(phase=n, step=4, event=e, audience="A") for n in (1, 2) for e in (full, events.Rested("A", 3))
    ]
    assert lead_of(told, "A") == "You were turned back and rested."
    told.append(Told(phase=3, step=4, event=events.PickedUp("A", "cloak:orange", 7), audience="A"))
    assert lead_of(told, "A") == "You picked up an orange cloak, were turned back and rested."


def test_what_nobody_there_has_is_typed_and_not_listed() -> None:
    """Who holds nothing gives, drops and dons nothing yet; where nobody may carry an artifact, or no mage's space is
    known, there is no demanding."""
    offers = {"GIVE": set[bool](), "DROP": set[bool](), "DON": set[bool](), "DEMAND": set[bool]()}
    for seed in range(30):
        world, _, data = position(seed, "A")
        mage, report = world.mages["A"], take_recon(world, "A")
        carried = any(not w.lies and w.holder != "A" for w in whereabouts(report, mage.artifacts))
        has = bool(mage.scrolls or mage.artifacts or mage.cloaks)
        met = any(other.get("place") for other in data["plan"]["lists"]["others"])
        wanted = {"GIVE": has and met, "DROP": has, "DON": bool(mage.cloaks), "DEMAND": carried and met}
        for form in data["plan"]["forms"]:
            if form["key"] in wanted:
                assert form.get("typed", False) is not wanted[form["key"]], (seed, form["key"])
                offers[form["key"]].add(wanted[form["key"]])
    assert offers["DON"] == {True, False}
    assert True in offers["DEMAND"]
    assert True in offers["GIVE"]
