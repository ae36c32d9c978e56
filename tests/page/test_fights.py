"""What the page foretells of lines and fights: what it finds in the office's data is what the answer says."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from magika_gm import games
from magika_gm.engine.paging import Offers, Option, OrderForm, Outlook, Plan, Slot, page_json
from magika_gm.engine.paging.orders import MOST_WEIGHED
from magika_gm.engine.sheet.understanding import Mark
from tests.examples import some_of
from tests.page import node
from tests.page.rambles import Position, entered, positions, ramble, read, sheet_text
from tests.systems.contract import contract_of

FIGHTS = Path(__file__).parent / "fights.mjs"
GAMES, TURNS, PLANS = max(2, some_of(6)), 32, 3
pytestmark = node.NEEDED


def of_the_answer(position: Position, lines: list[str], begins: tuple[str, ...]) -> set[str] | None:
    """Fights that the acknowledgement foresees, or what it says of each line; None where it doubts a line."""
    orders, seat, known = position.system.orders, position.seat, position.known
    known, more = contract_of(position.system.name).unhelped(known, seat)
    lines = [*lines, *more]
    sheet = read(position, sheet_text(position, lines))
    said = orders.forecast(sheet, seat, known, position.memory)
    understood = orders.understood(sheet, seat, known).lines
    if any(line.mark is not Mark.GOOD for line in understood) or "would not be carried out" in said:
        return None
    page: Any = position.system.page
    if page.offers.foretold:
        return {f"{line.text}: {line.words}" for line in understood if line.words}
    return {line.strip() for line in said.splitlines() if line.strip().startswith(begins)}


def foretelling() -> list[str]:
    """Games whose pages foretell lines or fights by data."""
    pages = ((name, getattr(games.system(name).page, "offers", None)) for name in sorted(games.SYSTEMS))
    return [name for name, offers in pages if offers and (offers.foretold or offers.outlook is not Offers.outlook)]


def goes(form: OrderForm, ahead: Outlook) -> bool:
    """Whether a form sends somebody of the outlook somewhere, or says what comes of it."""
    options = [option for part in form.parts if isinstance(part, Slot) for option in part.options]
    sent = {*form.goes, *(key for option in options for key in option.goes)}
    return bool(form.goes or sent & ahead.at.keys()) or any(option.told for option in options)


@pytest.mark.parametrize("name", foretelling())
def test_what_is_foretold_of_fights_is_what_the_answer_says(name: str) -> None:
    chance = random.Random(f"fights {name}")
    compared = seen = several = with_besides = 0
    for position in (p for game in range(GAMES) for p in islice(positions(name, game, TURNS), 8, None)):
        if chance.random() > 0.4:
            continue
        plan = position.page().plan
        if plan is None or plan.outlook is None:
            continue
        told = [*plan.outlook.said, *plan.outlook.outcomes.values()]
        begins = tuple({" ".join(text.split()[:2]) for text in told})
        going = tuple(form for form in plan.forms if goes(form, plan.outlook) or form.key.startswith(("MOVE ", "GATE")))
        sheets: list[list[str]] = [[]]
        if going:
            sheets += [ramble(replace(plan, forms=going), chance, 4).written() for _ in range(PLANS)]
        opens = {section.opens for section in plan.sections}
        bare = ([line for line in lines if line not in opens] for lines in sheets)
        answers = node.answers(FIGHTS, *(f"[{page_json(plan)},{json.dumps(lines)}]" for lines in bare))
        for lines, found in zip(sheets, answers, strict=True):
            wanted = of_the_answer(position, lines, begins)
            whole = contract_of(name).whole_teams
            teams = 2 ** (len(plan.outlook.at) - len(whole)) - 1
            many = bool(whole) and len(whole) + teams > MOST_WEIGHED
            if wanted is None or (many and not found):
                continue
            with_besides += any("your other lines" in text for text in found)
            assert set(found) == wanted, (name, position.turn, position.seat, lines)
            compared += 1
            seen += len(found)
            several += len(found) > 1
    assert with_besides == 0
    assert compared > 8 * GAMES, (compared, seen)
    assert seen > GAMES, (compared, seen)
    page: Any = games.system(name).page
    assert several or not page.offers.foretold, "no sheet of two units"


def test_lines_that_could_change_a_fight_are_said_not_to_be_counted() -> None:
    for position in islice(positions("arena", 3, 30), 12, None):
        plan = position.page().plan
        if plan is None or plan.outlook is None:
            continue
        others = [f for f in plan.forms if f.verb in ("SHOOT", "CAST", "EQUIP", "MOUNT") and f.section != "standing"]
        foes = set(plan.outlook.against)
        for form, slot in ((f, f.parts[1]) for f in plan.forms if f.goes and len(f.parts) > 1):
            onto = [o for o in slot.options if (o.ends or o.place) in foes] if isinstance(slot, Slot) else []
            if isinstance(slot, Slot):
                onto = [o for o in onto if all(plan.land[place] in slot.enters for place in entered(slot, o))]
            if onto and others:
                going = f"{form.parts[0]} {onto[0].text}"
                more = ramble(replace(plan, forms=(others[0],)), random.Random(1), 1).written()
                plain, found = node.answers(
                    FIGHTS, *(f"[{page_json(plan)},{json.dumps([going, *m])}]" for m in ([], more))
                )
                assert plain
                assert found[:-1] == plain
                assert "the office's answer tells" in found[-1]
                return
    raise AssertionError("nobody goes into a fight")


def test_who_goes_by_two_lines_goes_by_the_first() -> None:
    """As the office reads them; that there is more to be said, which the answer tells, is said."""
    to = Slot("to", "Where to", options=(Option("Z2", place="Z2"), Option("Z4", place="Z4")))
    form = OrderForm("Move", ("MOVE MA1 TO", to), goes=("MA1",))
    outcomes = {"Z2 MA1": "Attack on Z2: lost", "Z4 MA1": "Attack on Z4: won"}
    plan = Plan(forms=(form,), letters=None, free_lines=True, outlook=Outlook(at={"MA1": "T"}, outcomes=outcomes))
    sheets = [["MOVE MA1 TO Z4"], ["MOVE MA1 TO Z2", "MOVE MA1 TO Z4"]]
    alone, (first, *more) = node.answers(FIGHTS, *(f"[{page_json(plan)},{json.dumps(lines)}]" for lines in sheets))
    assert alone == ["Attack on Z4: won"]
    assert first == "Attack on Z2: lost"
    assert len(more) == 1
