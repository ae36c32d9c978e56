"""Lines no form makes: the page completes their words and names, the office reads them (docs/player-page-data.md)."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

import pytest

from magika_gm.engine.paging import Slot, page_json
from magika_gm.engine.paging.orders import named
from magika_gm.engine.sheet.reader import read_sheets
from tests.page import node
from tests.page.rambles import Draft, Position, positions, read, sheet_text
from tests.systems.contract import contract_of, saying

COMPLETER = Path(__file__).parent / "typed.mjs"
NAMES = {"Parry", "Denial", "Block", "Magic"}
"""Of cards: completed if one has them."""
SHORTEST = 4
pytestmark = node.NEEDED


def completed(position: Position, lines: list[str]) -> list[dict[str, Any]]:
    plan, rows = page_json(position.page().plan), position.rows() or "null"
    (found,) = node.answers(COMPLETER, f"[{plan},{rows},{json.dumps(lines)}]")
    return list(found)


def listed(name: str) -> Position:
    """A position in which much can be ordered: of Rune War a hand turn."""
    for position in islice(positions(name, 2, 12), 2, None):
        plan = position.page().plan
        if plan is not None and plan.lists:
            return position
    raise AssertionError(f"{name}: no lists")


@pytest.mark.parametrize("name", saying("typed_only"))
def test_words_of_lines_typed_only_are_completed(name: str) -> None:
    position = listed(name)
    orders = position.system.orders
    beginnings: list[str] = []
    wanted: list[str] = []
    lines = list(contract_of(name).typed_only)
    for line in lines:
        words = line.split(" ")
        for n, word in enumerate(words):
            if len(word) >= SHORTEST and word.isalpha() and word not in NAMES:
                beginnings.append(" ".join([*words[:n], word[:-2].lower()]))
                wanted.append(" ".join(words[: n + 1]))
    for begun, line, found in zip(beginnings, wanted, completed(position, beginnings), strict=True):
        assert any(offer.upper().startswith(line.upper()) for offer in found["offers"]), (begun, found)
    for line, found in zip(lines, completed(position, lines), strict=True):
        assert found["read"] is None, f"{line} need not be typed"
        section = "REACT\n" if line.startswith("COUNTER") else ""
        (sheet,) = read_sheets(sheet_text(position, [f"{section}{line}"]), orders.GRAMMAR)
        assert sheet.faults == ()
        assert orders.summary(sheet, None)["faults"] == [], line


def with_a_name() -> tuple[Position, str]:
    """A position of Xom and Zol, and a card of two words that is held."""
    for position in positions("xom_zol", 2, 20):
        plan = position.page().plan
        assert plan is not None
        slots = [part for form in plan.forms if form.verb == "DISCARD" for part in form.parts if isinstance(part, Slot)]
        held = [option.text for slot in slots for option in slot.options]
        names = sorted(name for name in held if name.count(" ") == 1 and name.replace(" ", "").isalpha())
        if names:
            return position, names[0]
    raise AssertionError("no card of two words")


def test_a_name_is_completed_and_nothing_is_offered_out_of_the_air() -> None:
    """Names of several words, words behind a comma; a line begins with a listed word."""
    position, name = with_a_name()
    begun, comma, mid, odd = completed(
        position, [f"SABOTAGE {name[:-2].lower()}", f"SABOTAGE B6 OR C,{name[:-2]}", "stronge", "quux xyzzy"]
    )
    assert f"SABOTAGE {name} ".upper() in [offer.upper() for offer in begun["offers"]]
    assert f"SABOTAGE B6 OR C,{name} ".upper() in [offer.upper() for offer in comma["offers"]]
    assert all(offer.strip().upper() == "STRONGEST" for offer in mid["offers"])
    assert odd["offers"] == []


def test_magika_offers_no_words_where_every_line_has_a_form() -> None:
    position = next(islice(positions("magika", 2, 3), 2, None))
    assert [found["offers"] for found in completed(position, ["fly to the mo", "MOVE NE th"])] == [[], []]


def test_a_chow_s_sequences_are_completed() -> None:
    (found,) = completed(listed("rune_war"), ["CHOW 4S a"])
    assert "CHOW 4S AS" in [offer.strip() for offer in found["offers"]]


JUDGE = Path(__file__).parent / "beside.mjs"


def judged_each(position: Position, sheets: Sequence[Sequence[str | list[str]]]) -> list[dict[str, Any]]:
    """What the page says of each of these sheets."""
    plan, rows = page_json(position.page().plan), position.rows() or "null"
    (found,) = node.answers(JUDGE, f"[{plan},{rows},{json.dumps(sheets)}]")
    return list(found)


def judged(position: Position, *lines: str) -> dict[str, Any]:
    return judged_each(position, [lines])[0]


@pytest.mark.parametrize("name", saying("typed_only"))
def test_a_line_no_form_makes_stands_under_what_is_true_of_it(name: str) -> None:
    """Understood: only the answer tells whether it can be done, and it is no warning; not understood: nothing of it."""
    position = listed(name)
    typed = contract_of(name).typed_only
    understood = next(
        line for line in typed if judged(position, line)["untold"] and not completed(position, [line])[0]["read"]
    )
    found = judged(position, understood, "Qwertz 7 ON nobody")
    assert [fault["line"] for fault in found["untold"]] == [0], understood
    assert [fault["line"] for fault in found["unclear"]] == [1]
    assert found["warnings"] == []


def test_what_stands_on_the_sheet_once_is_not_offered_again() -> None:
    """In all games by what lines use up: a card, a muster, a mana card; the line itself may be written anew."""
    seen = 0
    for name in saying("typed_only"):
        position = listed(name)
        plan = position.page().plan
        assert plan is not None
        limits = {limit.key: limit.most for limit in plan.limits}
        for form in plan.forms:
            line = Draft.of(plan, random.Random(7)).click(form)
            if form.typed or not line or not form.uses or any(limits.get(use, 1) > 1 for use in form.uses):
                continue
            found = judged(position, line)
            shared = {other.key for other in plan.forms if set(other.uses) & set(form.uses)}
            assert shared <= set(found["gone"]), (name, line)
            assert form.key in found["kept"]
            seen += 1
            break
    assert seen >= 3


@pytest.mark.parametrize("name", saying("typed_only"))
def test_a_line_too_many_is_no_error_for_the_page_as_it_is_none_for_the_office(name: str) -> None:
    """Cards, runes, units, points: what is used up is warned of, or told where the law lets it go on."""
    seen = set()
    for position in islice(positions(name, 2, 12), 1, None, 3):
        plan = position.page().plan
        assert plan is not None
        most = {limit.key: limit.most for limit in plan.limits}
        opens = {section.key: section.opens for section in plan.sections}
        sheets = []
        for n, form in enumerate(plan.forms):
            draft = Draft.of(plan, random.Random(n))
            line = "" if form.typed else draft.click(form)
            if line and (times := [most.get(use, 1) for use in draft.used]):
                sheets.append((opens.get(form.section, ""), [line] * (1 + min(times))))
        for (opening, lines), found in zip(sheets, judged_each(position, [s for _, s in sheets]), strict=True):
            written = read(position, sheet_text(position, [*([opening] if opening else []), *lines]))
            office = position.system.orders.understood(written, position.seat, position.known)
            assert office.errors == 0, (position.turn, lines)
            assert found["errors"] == [], (position.turn, lines)
            assert {fault["line"] for fault in found["warnings"] + found["untold"]} >= {len(lines) - 1}, lines
            seen.add(lines[0].split()[0])
    assert len(seen) >= 4


def test_a_scroll_that_is_read_is_not_offered_again() -> None:
    """Magika: its game's own program warns where it is written once more, and nobody else says a word to it."""
    position = next(p for p in islice(positions("magika", 2, 12), 30, None) if p.known.mages[p.seat].scrolls)
    plan = position.page().plan
    assert plan is not None
    (form,) = (form for form in plan.forms if form.key == "S1")
    line = Draft.of(plan, random.Random(7)).click(form)
    found = judged(position, line, line)
    assert {"S1", "S1X"} <= set(found["gone"])
    assert not {"S1", "S1X"} & set(found["kept"])
    assert found["errors"] == found["warnings"] == found["untold"] == []
    assert {"S1", "S1X"} <= set(judged(position, line)["kept"])


def test_rune_wars_aims_are_chosen_with_suit_and_slack() -> None:
    position = listed("rune_war")
    lines = ["AIM HALF C +1", "AIM FLUSH K +4, HALF S, QUICK +1", "AIM HALF"]
    assert [one["read"] for one in completed(position, lines)] == lines
    assert judged(position, lines[0])["errors"] == []


def offers_of(position: Position) -> Any:
    """What makes the sheet of a position's page."""
    page: Any = position.system.page
    return page.offers(position.known, position.seat, position.report.choices)


@pytest.mark.parametrize("name", saying("typed_only"))
def test_what_is_not_offered_is_told_as_the_acknowledgement_would(name: str) -> None:
    """Of every line of every kind, each judged alone: not only of those the page's words are made of."""
    told = 0
    for position in islice(positions(name, 3, 16), 2, None, 3):
        page, orders = position.page(), position.system.orders
        assert page.plan is not None
        said = {(v.opens, begins): v for v in page.plan.verdicts for begins in v.lines if v.said}
        offers = offers_of(position)
        for begins, order in (row for kind in offers.refused() for row in kind):
            text = orders.GRAMMAR.write(order)
            head, _, inner = begins.partition("…")
            assert re.sub(r"\d+" if "#" in begins else "$", "#", f"{text} ").upper().startswith(head.upper())
            name = named(begins, text, offers.orders.known)
            assert f" {name} " in f" {text.replace(',', ' ')} " or not inner
            verdicts = {opens: verdict for (opens, line), verdict in said.items() if line == begins}
            assert verdicts or any(line == begins.split()[0] for _, line in said), (
                begins
            )  # of a kind that does not count
            for opens, verdict in verdicts.items():
                opening = [orders.stored(opens)] if opens else []
                alone = offers.orders.judged([*opening, order], position.seat, position.known)
                (line,) = (line for line in alone if line.text == text)
                words = verdict.said.replace("{}", name)
                assert (words, verdict.mark) == (line.words, line.mark), (position.turn, position.seat, text)
                told += 1
    assert told > 100


@pytest.mark.parametrize("name", saying("typed_only"))
def test_kinds_of_lines_that_do_not_count_are_told_as_the_acknowledgement_would(name: str) -> None:
    """Whatever such a line names: those that the page offered a turn or two ago are typed in each part of the sheet."""
    told = 0
    before: list[str] = []
    for position in islice(positions(name, 3, 16), 1, None):
        plan, orders = position.page().plan, position.system.orders
        assert plan is not None
        offers = offers_of(position)
        for opens, opening in offers._parts.items():
            kinds = {begins: v for v in offers._kinds() if v.opens == opens for begins in v.lines}
            for text in before:
                if (verdict := kinds.get(text.split()[0])) is not None:
                    read = orders.GRAMMAR.read(text, None)
                    line = list(offers.orders.judged([*opening, read], position.seat, position.known))[-1]
                    assert (line.words or verdict.said, line.mark) == (verdict.said, verdict.mark), (opens, text)
                    assert any(verdict in plan.verdicts for verdict in kinds.values())
                    told += 1
        draft = Draft.of(plan, random.Random(position.turn))
        before = [line for form in plan.forms if (line := draft.click(form))] or before
    assert told > 10


@pytest.mark.parametrize("name", saying("typed_only"))
def test_a_typed_line_that_is_not_offered_is_told_so_on_the_page(name: str) -> None:
    told = 0
    for position in islice(positions(name, 3, 16), 2, None, 3):
        kinds = [kind for kind in offers_of(position).refused() if kind]
        lines = [position.system.orders.GRAMMAR.write(order) for kind in kinds for _, order in kind[-1:]][:6]
        for line, found in zip(lines, judged_each(position, [[line] for line in lines]), strict=True):
            if found["unclear"]:  # more must be said for the line to be understood
                continue
            (fault,) = found["refused"] + found["warnings"]
            assert fault["text"].startswith(f"{line}: ")
            assert "{}" not in fault["text"]
            assert found["untold"] == []
            told += 1
    assert told > 5


@pytest.mark.parametrize("name", saying("typed_only"))
def test_what_is_said_of_cards_that_are_not_held_is_said_of_no_card_that_is(name: str) -> None:
    seen = 0
    for position in islice(positions(name, 3, 16), 1, None, 3):
        plan = position.page().plan
        assert plan is not None
        others = [v.said for v in plan.verdicts if v.said and any(" " not in begins for begins in v.lines)]
        lines = [line for line in offers_of(position).spared() if not line.startswith("…")]
        for line, found in zip(lines, judged_each(position, [[line] for line in lines]), strict=True):
            told = [fault["text"] for fault in (*found["refused"], *found["warnings"])]
            assert not [text for text in told for said in others if text.endswith(said)], (position.turn, line)
            seen += bool(others)
    assert seen > 5 or not any(True for _ in offers_of(listed(name)).spared())


def test_standing_orders_to_who_is_not_in_play_are_doubted() -> None:
    """Xom and Zol, by ref and by name, anywhere in the line; who is there is not, nor is a card in somebody's pile."""
    told = well = 0
    for position in islice(positions("xom_zol", 3, 16), 3, None, 3):
        known, seat, orders = position.known, position.seat, position.system.orders
        own = [piece for piece in known.pieces.values() if piece.creature and piece.side == seat]
        foes = [piece for piece in known.pieces.values() if piece.creature and piece.side != seat]
        if not own or not foes:
            continue
        gone = {p.card.name for p in known.pieces.values()}.union(*(side.discard for side in known.sides.values()))
        absent = next(name for name in known.cards if name not in gone)
        there, foe = own[0].ref, foes[0].ref
        wrong = {
            "HOLD A999": "A999 is not in play", f"HOLD {there} {absent}": f"{absent} is not in play",
            f"BLOCK B999 WITH {there}": "B999 is not in play", f"BLOCK {foe} WITH {there} A999": "A999 is not in play",
            f"BLOCK {absent} OR {foe} WITH ANY": f"{absent} is not in play", f"HOLD {foe}": f"{foe} is not yours",
            f"BLOCK STRONGEST WITH {foe}": f"{foe} is not yours",
        }  # fmt: skip
        right = [f"HOLD {there}", f"HOLD {own[0].card.name}", f"BLOCK {foe} WITH {there}", f"BLOCK {foes[0].card.name}"]
        alone = [p for p in own if p.card.name == own[0].card.name]
        for line in (*wrong, *right):
            sheet = read(position, sheet_text(position, ["REACT", line]))
            (office,) = (one for one in orders.understood(sheet, seat, known).lines if one.number)
            (said,) = judged_each(position, [[[line, "react"]]])
            faults = [fault["text"] for fault in said["warnings"]]
            if line in wrong:
                assert office.words == wrong[line], line
                assert faults == [f"{office.text}: {wrong[line]}"], line
                told += 1
            elif len(alone) == 1:
                assert (office.words, faults) == ("", []), line
                well += 1
    assert told > 10
    assert well > 5


def test_mana_is_added_up_on_paper_and_life_may_stand_for_it() -> None:
    """Xom and Zol: what is asked beyond it is a warning, for what cannot be paid is dropped; a land on paper pays."""
    warned = lands = forced = 0
    for position in positions("xom_zol", 4, 14):
        plan = position.page().plan
        if plan is None or not plan.purses:
            continue
        (purse,) = plan.purses
        casts = [form for form in plan.forms if form.cost and form.section == "act"]
        lands += any(form.cost[purse.key] < 0 for form in casts)
        drawn = [(Draft.of(plan, random.Random(n)).click(form), form) for n, form in enumerate(casts)]
        lines = [line for line, _ in drawn if line]
        life = [int("0" + line.partition(" FORCE ")[2]) for line in lines]
        asked = [
            form.cost[purse.key] - spared for (_, form), spared in zip((d for d in drawn if d[0]), life, strict=True)
        ]
        found = judged(position, *lines)
        over = [fault for fault in found["warnings"] if fault["text"].startswith("mana: ")]
        assert bool(over) is (max(accumulate(asked), default=0) > purse.amount), (position.turn, lines)
        assert not [fault for fault in found["errors"] if "mana: " in fault["text"]]
        warned += bool(over)
        forced += any(life)
    assert warned
    assert lands
    assert forced


def test_an_empty_message_bars_nothing_and_is_not_sent() -> None:
    """Rune War: one that was opened and left; a message with words but to nobody is an error still."""
    plan = page_json(listed("rune_war").page().plan)
    program = JUDGE.with_name("letters.mjs")
    (empty,) = node.answers(
        program, f"[{plan},{json.dumps([{}, {'to': '2', 'text': ' '}, {'to': '2', 'text': 'Peace?'}])}]"
    )
    assert empty["errors"] == []
    assert empty["sheet"].count("END MESSAGE") == 1
    (nobody,) = node.answers(program, f"[{plan},{json.dumps([{'text': 'Peace?'}])}]")
    assert [fault["letter"] for fault in nobody["errors"]] == [0]
