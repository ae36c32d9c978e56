"""The page's forecast is the acknowledgement's, word for word, on random plans the page can write (Magika)."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.engine.words import Fault
from magika_gm.games.magika.forecast import forecast, forecast_text
from magika_gm.games.magika.orders.lines import read_order, write_order
from magika_gm.games.magika.orders.model import Order
from magika_gm.games.magika.orders.sheet import check
from magika_gm.games.magika.rules.arena import NAME
from magika_gm.games.magika.rules.state import tick
from magika_gm.games.magika.rules.tables import LETTERS
from magika_gm.games.magika.sight import known as known_world
from tests.page import node
from tests.page.positions import position
from tests.page.walk import random_lines

PROGRAM = Path(__file__).parents[2] / "magika_gm" / "games" / "magika" / "page" / "forecast.js"
POSITIONS = 200 if os.environ.get("MAGIKA_NIGHTLY") else 50
PLANS = 5

pytestmark = node.NEEDED


def read(line: str) -> Order:
    order = read_order(line)
    assert not isinstance(order, Fault), f"the page wrote {line!r}: {order}"
    return order


def foreseen(asked: list[tuple[Any, list[list[str]]]]) -> list[list[dict[str, Any]]]:
    """What the page's own program says, for plans by position."""
    return node.answers(Path(__file__).with_name("foresee.mjs"), *map(json.dumps, asked), of=PROGRAM)


def test_forecast_and_warnings_are_those_of_the_acknowledgement() -> None:
    cases = []
    asked: list[tuple[Any, list[list[str]]]] = []
    for seed in range(POSITIONS):
        rng = random.Random(f"plans {seed}")
        letter = LETTERS[seed % len(LETTERS)]
        world, memory, page = position(seed, letter)
        plans = [random_lines(rng, page["plan"], typed=rng.random() < 0.3) for _ in range(PLANS)]
        cases.append((seed, letter, world, memory, plans))
        asked.append((page["script"], plans))
    compared = refused = warned = 0
    for (seed, letter, world, memory, plans), said in zip(cases, foreseen(asked), strict=True):
        known = known_world(world, letter, memory)
        for lines, page_says in zip(plans, said, strict=True):
            orders = [read(line) for line in lines]
            # rests are written out in an acknowledgement, left out on a page
            shown = [write_order(order) for order in orders]
            rows = forecast(known, letter, memory, orders)
            where = f"position {seed}, mage {letter}: {lines}"
            told = [[NAME[r.space] if r.space >= 0 else "?", str(r.endurance), str(r.arcania)] for r in rows]
            assert [row["cells"] for row in page_says["rows"]] == told, where
            assert [row["notes"] for row in page_says["rows"]] == [r.notes for r in rows], where
            sheet = Sheet(game="7", turn=4, seat=letter, orders=dict(enumerate(orders, 1)))
            warnings = [[w.phase - 1, w.rule, w.text] for w in check(sheet, known, letter).warnings]
            assert [[w["line"], w["rule"], w["text"]] for w in page_says["warnings"]] == warnings, where
            if shown == [line or "REST" for line in lines]:
                assert page_says["text"] == forecast_text(rows), where
            compared += 1
            refused += any("becomes Rest" in note for row in rows for note in row.notes)
            warned += bool(warnings)
    assert compared == POSITIONS * PLANS
    assert refused > compared // 10
    assert warned > compared // 10


def test_a_cursed_beginner_meditates_no_better_on_the_page() -> None:
    """The curse takes its 25 from the whole of what his meditation is reckoned from (MED-1)."""
    lines = ["MEDITATE"] * 5
    asked: list[tuple[Any, list[list[str]]]] = []
    wanted = []
    for seed, letter in enumerate(LETTERS):
        world, memory, page = position(seed, letter)
        # he is attuned to most terrain, so that there is something to take from
        changes: dict[str, Any] = {"skill": seed, "arcania": 20, "endurance": 50}
        changes |= {"effects": {"CurSp": tick(5, 6)}, "artifacts": ["pendant", "medallion", "ankh", "lamp"]}
        for name, value in changes.items():
            setattr(world.mages[letter], name, value)
        page["script"]["mage"] |= changes
        rows = forecast(known_world(world, letter, memory), letter, memory, [read(line) for line in lines])
        wanted.append([str(row.arcania) for row in rows])
        asked.append((page["script"], [lines]))
    told = [[row["cells"][2] for row in page_says["rows"]] for (page_says,) in foreseen(asked)]
    assert told == wanted
    assert len({row[0] for row in wanted}) > 1
