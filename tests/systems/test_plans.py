"""Page, acknowledgement and outcome agree: plans of what a page offers and of lines it says are not to be had.

The other side answers nothing but by what stands. What the acknowledgement finds nothing to say to is carried out; what
it doubts or refuses is not; a typed line that the page says is not to be had, the acknowledgement says so of, too. A
clicked line that the acknowledgement doubts is doubted by the page as well, or left to the office's answer.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.paging import Slot, page_json
from magika_gm.engine.seam.setup import Need
from magika_gm.engine.sheet.understanding import Mark
from tests.examples import ALL
from tests.page import node
from tests.page.rambles import Position, parts_of, positions, ramble, read, sheet_text
from tests.page.test_typed_words import JUDGE
from tests.systems.contract import contract_of, saying

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
PLANS = int(os.environ.get("MAGIKA_PLANS", "1000" if NIGHTLY else "50" if ALL else "25"))
SEED = os.environ.get("MAGIKA_PLANS_SEED", "")
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
            if awaited and chance.random() < contract_of(name).share_of_positions:
                yield position


def planned(position: Position, chance: random.Random, *, extras: bool) -> tuple[list[str], set[str]]:
    """A plan's lines, clicked at random, and among them one that nobody is offered."""
    plan = position.page().plan
    assert plan is not None
    lines = ramble(plan, chance, CLICKS, extras).written()
    page: Any = position.system.page
    if plan.numbered:
        return lines, set()  # what nobody is offered stands among the forms to be typed
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


def idle(position: Position) -> dict[str, Any]:
    """Empty sheets of all others who are to order: nobody, and no bot in his stead, comes before the sender."""
    needs = position.system.rules.needs(position.state)
    waited = [seat for seat, need in needs.items() if need is Need.REQUIRED and seat != position.seat]
    theirs = [replace(position, seat=seat) for seat in waited]
    return {one.seat: one.system.orders.listed(read(one, sheet_text(one, []))) for one in theirs}


class Tally:
    """Plans and lines looked at, and where two of the three disagree: by kind, with the place."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self.found: dict[str, list[str]] = {}

    def disagree(self, kind: str, where: str) -> None:
        self.found.setdefault(kind, []).append(where)

    def __str__(self) -> str:
        figures = ", ".join(f"{number} {what}" for what, number in self.count.items())
        told = [f"{len(places)} {kind}:\n" + "\n".join(places) for kind, places in self.found.items()]
        return "\n".join([figures or "nothing", *told])


@pytest.mark.parametrize("name", saying("not_done"))
def test_page_acknowledgement_and_outcome_agree(name: str) -> None:
    chance = random.Random(f"plans {name}{SEED}")
    contract = contract_of(name)
    not_done: Any = contract.not_done
    tally = Tally()
    for position in some(name, chance):
        extras = chance.random() < CONDITIONS
        lines, typed = planned(position, chance, extras=extras)
        system, seat = position.system, position.seat
        sheet = read(position, sheet_text(position, lines))
        understood = system.orders.understood(sheet, seat, position.known)
        forecast = system.orders.forecast(sheet, seat, position.known, position.memory)
        played = idle(position) | {seat: system.orders.listed(sheet)}

        def failing(
            state: Any, played: Any = played, position: Position = position, seat: str = seat, dice: bytes = b"plans"
        ) -> dict[str, str]:
            came = position.system.rules.resolve(state, played, Dice(dice, position.turn)).told
            return dict(not_done([told.event for told in came], seat))

        failed = failing(position.state)
        where = f"{name}, turn {position.turn}, seat {seat}: {lines}"
        alike = Counter(line.text for line in understood.lines)
        plan = position.page().plan
        numbered = plan is not None and plan.numbered
        for line in understood.lines:
            if line.part or line.number is None or (alike[line.text] > 1 and not numbered):
                continue  # what stands until it is asked for cannot be foreseen; nor told which of two alike failed
            told = line.mark is not Mark.GOOD or contract.foretold_not(forecast, line)
            tally.count["lines"] += 1
            if line.text in typed and not told:
                tally.disagree("not to be had, says the page alone", f"{where}: {line.text}")
            why = failed.get(line.text) or failed.get(str(line.number))
            # what the sender cannot know (a guard unseen, what waits there, what dice decide) bars it, too
            might = (
                not {line.text, str(line.number)} & failing(position.known.copy(), dice=bytes([n])).keys()
                for n in range(8)
            )
            if why is None:
                tally.count["carried out as told"] += not told
                if numbered and line.mark is Mark.WARNING and all(might):
                    # of a free list what never came up is told of no more
                    tally.disagree("doubted and carried out", f"{where}: {line.text}: {line.words}")
                continue
            tally.count["not carried out"] += 1
            if told or any(might):
                continue
            kind = "on a condition, and nobody had said so" if extras else "not carried out, and nobody had said so"
            tally.disagree(kind, f"{where}: {line.text}: {why}")
        tally.count["plans"] += 1
        if tally.count["plans"] == PLANS:
            break
    sys.stdout.write(f"{name}: {tally}\n")
    # what is to be done on a condition is left to the outcome: by day none is silent, of 1,000 plans two at most
    silent = tally.found.pop("on a condition, and nobody had said so", [])
    assert not tally.found, str(tally)
    assert len(silent) <= PLANS // 500, silent
    assert tally.count["not carried out"] > PLANS // 20
    assert tally.count["carried out as told"] > PLANS // 10


Told = set[str]
"""Under which headings of the page a line stands."""


HEADINGS = ("errors", "unclear", "refused", "untold", "warnings")


def program_of(position: Position) -> Path | None:
    """A game's own program for its page."""
    package, _, file = position.system.page.SCRIPT.partition(":")
    return Path(str(files(package) / file)) if file else None


def on_page(position: Position, chance: random.Random, *, extras: bool) -> list[tuple[str, Told, Mark, str]]:
    """A plan clicked at random: of each line what the page says of it, and the acknowledgement."""
    page = position.page()
    plan = page.plan
    assert plan is not None
    draft = ramble(plan, chance, CLICKS, extras)
    lines = [(line, part) for part in draft.sections for line in draft.lines[part]]
    if not lines:
        return []
    script = json.dumps(json.loads(page_json(page)).get("script"))
    asked = f"[{page_json(plan)},{position.rows() or 'null'},{json.dumps([lines])},{script}]"
    (said,) = node.answers(JUDGE, asked, of=program_of(position))[0]
    told: list[Told] = [set() for _ in lines]
    for heading in HEADINGS:
        for fault in said[heading]:
            if fault.get("line", len(lines)) < len(lines):
                told[fault["line"]].add(heading)
    sheet = read(position, sheet_text(position, draft.written()))
    bounds = {bound for section in plan.sections for bound in (section.opens, section.closes)}
    understood = position.system.orders.understood(sheet, position.seat, position.known).lines
    office = [line for line in understood if line.number is not None and line.text not in bounds]
    assert len(office) == max(len(lines), plan.numbered)
    return [(line, on, by.mark, by.words) for (line, _), on, by in zip(lines, told, office, strict=False)]


FEW = 1000
"""Of so many clicked lines one at most may be well for the page alone, by day none: what other lines do to it, its
answer tells."""


@node.NEEDED
@pytest.mark.parametrize("name", saying("not_done"))
def test_a_clicked_line_the_office_doubts_is_not_well_for_the_page(name: str) -> None:
    """With conditions and second choices in every other plan: those the page leaves to the office's answer."""
    chance = random.Random(f"clicked {name}{SEED}")
    tally = Tally()
    for made, position in enumerate(some(name, chance)):
        plan = position.page().plan
        assert plan is not None
        answered = any(part.extra for form in plan.forms for part in parts_of(plan, form) if isinstance(part, Slot))
        for line, told, mark, words in on_page(position, chance, extras=made % 2 == 1):
            tally.count["lines"] += 1
            tally.count["left to the answer"] += told == {"untold"}
            where = f"{name}, turn {position.turn}, seat {position.seat}: {line}"
            if mark is Mark.GOOD and told & {"errors", "unclear", "refused"}:
                tally.disagree("refused by the page alone", where)
            elif mark is not Mark.GOOD and not told:
                tally.disagree("well for the page alone", f"{where}: {words}")
        if made >= PLANS and (tally.count["left to the answer"] or not answered):
            break
    sys.stdout.write(f"{name}: {tally}\n")
    assert len(tally.found.pop("well for the page alone", ())) <= tally.count["lines"] // FEW, str(tally)
    assert not tally.found, str(tally)
