"""docs/orders.md is held to what it says: every example in it is read."""

from __future__ import annotations

import re
from pathlib import Path

from magika_gm.engine.words import Fault
from magika_gm.games.magika.orders.lines import VERBS, read_order
from magika_gm.games.magika.rules.spellbook import SPELLS
from tests.magika.sheets import read_sheets

DOCS = (Path(__file__).parents[2] / "docs" / "orders.md").read_text(encoding="utf-8")


def test_order_examples_are_read() -> None:
    examples = [e for e in re.findall(r"`([^`\n]+)`", DOCS) if e.split()[0] in (*VERBS, "M", "MED", "SRCH")]
    assert len(examples) > 25
    assert [e for e in examples if isinstance(read_order(e), Fault)] == []


def test_the_sheet_is_read() -> None:
    (sheet,) = read_sheets(DOCS)
    assert sheet.faults == ()
    assert len(sheet.orders) == 5


def test_aimed_spells_are_all_listed() -> None:
    row = next(line for line in DOCS.splitlines() if line.startswith("| a mage (minor)"))
    assert row.split("|")[3].split() == sorted(s.code for s in SPELLS if s.parameter == "aim")
