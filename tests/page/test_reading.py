"""What the page's forms write the page reads back: as the same line in the same part of the sheet, and completes it."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.engine.paging import SlotKind, page_json
from tests.page import node
from tests.page.rambles import Draft, parts_of, positions
from tests.systems.contract import contract_of

READER = Path(__file__).parent / "readback.mjs"
SYSTEMS = [name for name in games.SYSTEMS if games.system(name).has("page")]


@node.NEEDED
@pytest.mark.parametrize("name", SYSTEMS)
def test_lines_of_forms_are_read_back_and_completed(name: str) -> None:
    """With conditions and second choices and without."""
    chance = random.Random(f"reading {name}")
    rows, written, extras = [], 0, 0
    for position in islice(positions(name, 2, 12), 2, None, 5):
        plan = position.page().plan
        assert plan is not None
        lines = []
        for form in plan.forms:
            if any(not isinstance(part, str) and part.kind is SlotKind.TEXT for part in parts_of(plan, form)):
                continue
            for more in (False, True, True):
                line = Draft.of(plan, chance, more).click(form)
                if line:
                    lines.append([form.section, line])
                    extras += more
        rows.append(f"[{page_json(plan)},{json.dumps(lines)}]")
        written += len(lines)
    wrong = [line for told in node.answers(READER, *rows) for line in told]
    assert wrong == [], wrong[:20]
    assert written >= contract_of(name).enough_lines(61)
    assert extras >= contract_of(name).enough_lines(21)
