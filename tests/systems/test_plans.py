"""Page, acknowledgement and outcome agree: plans of what a page offers and of lines it says are not to be had.

The other side answers nothing but by what stands. What the acknowledgement finds nothing to say to is carried out; what
it doubts or refuses is not; a typed line that the page says is not to be had, the acknowledgement says so of, too.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Need
from magika_gm.engine.sheet.understanding import Mark
from tests.examples import ALL
from tests.page.rambles import Position, positions, ramble, read, sheet_text
from tests.systems.contract import contract_of, saying

NIGHTLY = bool(os.environ.get("MAGIKA_NIGHTLY"))
PLANS = int(os.environ.get("MAGIKA_PLANS", "1000" if NIGHTLY else "50" if ALL else "25"))
CLICKS, TURNS = 6, 24


def some(name: str, chance: random.Random) -> Iterator[Position]:
    """Positions of seats that are to order, all over games without end."""
    game = 100
    while True:
        game += 1
        for position in positions(name, game, TURNS):
            awaited = position.system.rules.needs(position.state).get(position.seat, Need.NONE) is not Need.NONE
            if awaited and chance.random() < 0.4:
                yield position


def planned(position: Position, chance: random.Random) -> tuple[list[str], set[str]]:
    """A plan's lines, clicked at random, and among them one that nobody is offered."""
    plan = position.page().plan
    assert plan is not None
    lines = ramble(plan, chance, CLICKS).written()
    page: Any = position.system.page
    offers = page.offers
    said = {begins for verdict in plan.verdicts for begins in verdict.lines}
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
    for position in some(name, chance):
        lines, typed = planned(position, chance)
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
                assert known, f"{where}: {line.text} was not carried out, and nobody had said so: {why}"
                refused += 1
            else:
                done += not told
        made += 1
        if made == PLANS:
            break
    assert refused > PLANS // 20
    assert done > PLANS // 4
