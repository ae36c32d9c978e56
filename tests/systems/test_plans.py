"""Page, acknowledgement and outcome agree: plans of what a page offers and of lines it says are not to be had.

The other side answers nothing but by what stands. What the acknowledgement finds nothing to say to is carried out; what
it doubts or refuses is not; a typed line that the page says is not to be had, the acknowledgement says so of, too. A
clicked line that the acknowledgement doubts is doubted by the page as well, or left to the office's answer.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.paging import page_json
from magika_gm.engine.seam.setup import Need
from magika_gm.engine.sheet.understanding import Mark
from tests.examples import ALL
from tests.page import node
from tests.page.rambles import Position, positions, ramble, read, sheet_text
from tests.page.test_typed_words import JUDGE
from tests.systems.contract import contract_of, saying

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
PLANS = int(os.environ.get("MAGIKA_PLANS", "1000" if NIGHTLY else "50" if ALL else "25"))
CLICKS, TURNS = 6, 24
CONDITIONS = 0.4
"""The share of plans with conditions and second choices."""


def some(name: str, chance: random.Random) -> Iterator[Position]:
    """Positions of seats that are to order, all over games without end."""
    game = 100
    while True:
        game += 1
        for position in positions(name, game, TURNS):
            awaited = position.system.rules.needs(position.state).get(position.seat, Need.NONE) is not Need.NONE
            if awaited and chance.random() < 0.4:
                yield position


def planned(position: Position, chance: random.Random, *, extras: bool) -> tuple[list[str], set[str]]:
    """A plan's lines, clicked at random, and among them one that nobody is offered."""
    plan = position.page().plan
    assert plan is not None
    lines = ramble(plan, chance, CLICKS, extras).written()
    page: Any = position.system.page
    offers = page.offers
    first = plan.sections[0].opens if plan.sections else ""
    said = {begins for verdict in plan.verdicts if verdict.said and verdict.opens == first for begins in verdict.lines}
    refused = offers(position.known, position.seat, position.report.choices).refused()
    kinds = [kind for kind in refused if kind and kind[0][0] in said]
    opens = plan.sections[0].opens if plan.sections else ""
    if not kinds or chance.random() < 0.5 or (opens and (not lines or lines[0] != opens)):
        return lines, set()
    _, order = chance.choice(chance.choice(kinds))
    typed = position.system.orders.GRAMMAR.write(order)
    return [*lines[: bool(opens)], typed, *lines[bool(opens) :]], {typed}


@pytest.mark.parametrize("name", saying("not_done"))
def test_page_acknowledgement_and_outcome_agree(name: str) -> None:
    chance = random.Random(f"plans {name}")
    not_done: Any = contract_of(name).not_done
    made = refused = done = 0
    silent: list[str] = []
    for position in some(name, chance):
        extras = chance.random() < CONDITIONS
        lines, typed = planned(position, chance, extras=extras)
        system, seat = position.system, position.seat
        sheet = read(position, sheet_text(position, lines))
        understood = system.orders.understood(sheet, seat, position.known)
        forecast = system.orders.forecast(sheet, seat, position.known, position.memory)
        listed = system.orders.listed(sheet)

        def failing(
            state: Any, listed: Any = listed, position: Position = position, seat: str = seat, dice: bytes = b"plans"
        ) -> dict[str, str]:
            came = position.system.rules.resolve(state, {seat: listed}, Dice(dice, position.turn)).told
            return dict(filter(None, (not_done(told.event, seat) for told in came)))

        failed = failing(position.state)
        where = f"{name}, turn {position.turn}, seat {seat}: {lines}"
        alike = Counter(line.text for line in understood.lines)
        for line in understood.lines:
            if line.part or line.number is None or alike[line.text] > 1:
                continue  # what stands until it is asked for cannot be foreseen; nor told which of two alike failed
            told = line.mark is not Mark.GOOD or f", {line.text}, would not" in forecast
            if line.text in typed:
                assert told, f"{where}: {line.text} is not to be had, says the page alone"
            if line.text in failed or str(line.number) in failed:
                why = failed.get(line.text) or failed.get(str(line.number))
                # what the sender cannot know (a guard unseen, what waits there, what dice decide) bars it, too
                might = (failing(position.known.copy(), dice=bytes([n])) for n in range(8))
                known = told or any(line.text not in found for found in might)
                silent.extend([] if known else [f"{where}: {line.text}: {why}"])
                assert known or extras, f"{where}: {line.text} was not carried out, and nobody had said so: {why}"
                refused += 1
            else:
                done += not told
        made += 1
        if made == PLANS:
            break
    # what is to be done after the fights, or on a condition, is left to the outcome
    assert len(silent) <= max(1, PLANS // 20), silent
    assert refused > PLANS // 20
    assert done > PLANS // 10


Told = set[str]
"""Under which headings of the page a line stands."""


def on_page(position: Position, chance: random.Random, *, extras: bool) -> list[tuple[str, Told, Mark, str]]:
    """A plan clicked at random: of each line what the page says of it, and the acknowledgement."""
    plan = position.page().plan
    assert plan is not None
    draft = ramble(plan, chance, CLICKS, extras)
    lines = [(line, part) for part in draft.sections for line in draft.lines[part]]
    if not lines:
        return []
    (said,) = node.answers(JUDGE, f"[{page_json(plan)},{position.rows() or 'null'},{json.dumps([lines])}]")[0]
    told: list[Told] = [set() for _ in lines]
    for heading in ("errors", "unclear", "refused", "untold", "warnings"):
        for fault in said[heading]:
            if fault.get("line", len(lines)) < len(lines):
                told[fault["line"]].add(heading)
    sheet = read(position, sheet_text(position, draft.written()))
    bounds = {bound for section in plan.sections for bound in (section.opens, section.closes)}
    understood = position.system.orders.understood(sheet, position.seat, position.known).lines
    office = [line for line in understood if line.number is not None and line.text not in bounds]
    assert len(office) == len(lines)
    return [(line, on, by.mark, by.words) for (line, _), on, by in zip(lines, told, office, strict=True)]


FEW = 40
"""Of so many clicked lines one at most may be well for the page alone: what other lines do to it, its answer tells."""


@node.NEEDED
@pytest.mark.parametrize("name", saying("not_done"))
def test_a_clicked_line_the_office_doubts_is_not_well_for_the_page(name: str) -> None:
    """With conditions and second choices in every other plan: those the page leaves to the office's answer."""
    chance = random.Random(f"clicked {name}")
    lines = untold = 0
    only: list[str] = []
    for made, position in enumerate(some(name, chance)):
        for line, told, mark, words in on_page(position, chance, extras=made % 2 == 1):
            lines += 1
            untold += told == {"untold"}
            where = f"{name}, turn {position.turn}, seat {position.seat}: {line}"
            if mark is Mark.GOOD:
                assert not told & {"errors", "unclear", "refused"}, where
            elif not told:
                only.append(f"{where}: {words}")
        if made >= PLANS and untold:
            break
    assert len(only) <= lines // FEW, only
