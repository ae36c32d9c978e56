"""What the page says of a line is what the office says of it: its number on the sheet, and what is doubted of it."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from magika_gm.engine.paging import Plan, Slot, page_json
from magika_gm.engine.sheet.understanding import Mark
from magika_gm.games.rune_war.orders.sheet import ORDERS
from magika_gm.games.rune_war.rules.state import Due
from tests.page import node
from tests.page.rambles import Draft, Position, parts_of, positions, ramble, read, sheet_text
from tests.page.test_typed_words import JUDGE
from tests.systems.contract import saying

pytestmark = node.NEEDED


def judged(position: Position, plan: Plan, lines: list[tuple[str, str]]) -> Any:
    """Lines with the parts they are put into, as the page judges them."""
    ((found,),) = node.answers(JUDGE, f"[{page_json(plan)},{position.rows() or 'null'},{json.dumps([lines])}]")
    return found


@pytest.mark.parametrize("name", saying("not_done"))
def test_a_line_has_one_number_on_page_sheet_and_answer(name: str) -> None:
    """Whatever order they were entered in: the office numbers what is sent, the page says the same."""
    chance = random.Random(f"numbers {name}")
    told = moved = parts = 0
    for position in islice(positions(name, 3, 24), 0, None, 4):
        plan = position.page().plan
        assert plan is not None
        draft = ramble(plan, chance, 8, extras=True)
        lines = [(line, part) for part in draft.sections for line in draft.lines[part]]
        entered = chance.sample(lines, len(lines))
        if not entered:
            continue
        found = judged(position, plan, entered)
        office = position.system.orders.understood(
            read(position, sheet_text(position, found["sheet"])), position.seat, position.known
        )
        numbers = [(line.text, line.number) for line in office.lines if line.number is not None]
        page = [(entered[place["at"]][0], place["number"]) for place in found["places"]]
        assert Counter(page) <= Counter(numbers), (position.turn, entered, office)
        told += len(page)
        parts = max(parts, len(plan.sections))
        moved += [at for at, _ in enumerate(entered)] != [place["at"] for place in found["places"]]
    assert told > 20
    assert moved or parts < 2


def test_a_condition_that_holds_now_hides_nothing_the_answer_doubts() -> None:
    """Of a cast with ALWAYS, SAVE or a WHEN that is fulfilled the page says what the acknowledgement says, and of one
    whose WHEN is not yet, neither says anything against it."""
    chance = random.Random("held")
    doubted = well = left = 0
    for position in islice(positions("rune_war", 5, 24), 0, None, 3):
        plan = position.page().plan
        assert plan is not None
        if position.known.due is not Due.HAND:
            continue
        for form in (form for form in plan.forms if form.verb == "CAST"):
            draft = Draft.of(plan, chance, extras=True)
            line = draft.click(form)
            if not line:
                continue
            found = judged(position, plan, [(line, form.section)])
            (office,) = ORDERS.judged([ORDERS.stored(line)], position.seat, position.known)
            beside = [fault["text"] for fault in found["warnings"] if fault.get("beside")]
            where = f"turn {position.turn}, seat {position.seat}: {line}"
            if found["untold"]:
                assert "WHEN" in line, where
                assert office.mark is Mark.GOOD or " READY" in line, (where, office.words)
                left += 1
            elif beside:
                assert office.mark is Mark.WARNING, where
                # of what is lacking the page names the first: a target chosen may be another
                assert beside == [office.words] or " ON " in line or " AT " in line, (where, office.words)
                doubted += 1
            else:
                well += office.mark is Mark.GOOD
                # Teleport alone has two choices, which are judged one by one
                assert office.mark is Mark.GOOD or " ON " in line, (where, office.words)
    assert min(doubted, well, left) > 3, (doubted, well, left)


def test_a_cast_that_can_be_paid_for_is_castable_only_where_it_has_a_target() -> None:
    """What a form's note says is what the acknowledgement says of its shortest line, and of a Teleport, too, which must
    name a place: not its first place alone decides."""
    castable = doubted = teleports = 0
    for position in (p for game in (4, 6, 8, 9) for p in islice(positions("rune_war", game, 24), 0, None, 3)):
        plan = position.page().plan
        assert plan is not None
        for form in plan.forms:
            if form.verb != "CAST":
                continue
            assert ("can be cast now" in form.note) is not bool(form.doubt), (position.turn, form.note, form.doubt)
            castable += not form.doubt
            doubted += bool(form.doubt)
            ways = [part for part in parts_of(plan, form) if isinstance(part, Slot) and part.name == "at"]
            if "Teleport" in form.label and ways and not form.doubt:
                teleports += 1
                (at,) = ways
                there = {c.at for c in position.known.own(position.seat)}
                if len(there) == 1:
                    assert {option.text for option in at.options if option.doubt} >= there, position.turn
    assert min(castable, doubted) > 10
    assert teleports


def test_spell_points_are_counted_and_bar_nothing() -> None:
    """A hand turn shows what the casts on the sheet come to; what is not paid for waits and is offered for all that."""
    over = 0
    for position in islice(positions("rune_war", 4, 24), 0, None, 4):
        plan = position.page().plan
        assert plan is not None
        if position.known.due is not Due.HAND:
            continue
        (purse,) = plan.purses
        assert purse.amount == position.known.players[position.seat].points
        casts = [form for form in plan.forms if form.verb == "CAST"]
        bare = replace(plan, limits=())
        lines = [(line, form.section) for form in casts if (line := Draft.of(bare, random.Random("all")).click(form))]
        found = judged(position, plan, lines)
        assert found["spent"][purse.key] == sum(form.cost[purse.key] for form in casts)
        assert not [fault for fault in found["warnings"] if "there are" in fault["text"]]
        assert not set(found["gone"]) & {form.key for form in casts}
        over += found["spent"][purse.key] > purse.amount
    assert over
