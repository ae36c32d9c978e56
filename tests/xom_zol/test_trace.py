"""The chain of a turn: it plays the very same turn, and says of each line and counter what became of it."""

from __future__ import annotations

from magika_gm.engine.dice import Dice
from magika_gm.games.xom_zol.cases import read_case
from magika_gm.games.xom_zol.orders.model import Opens, Part
from magika_gm.games.xom_zol.trace import OWN_ROLLS, chain


def test_checks_of_lines_and_why_counters_sleep() -> None:
    case = read_case(
        {
            "title": "x",
            "game": "xom_zol",
            "side": {
                "A": {
                    "field": ["Xom Farmland", "Xom Citadel", {"card": "Xom Knight", "ref": "A7"}],
                    "hand": ["Xom Footman", "Smite"],
                    "orders": ["CAST Xom Footman", "CAST Smite ON B1", "ASSAULT ALL", "USE A7"],
                },
                "B": {
                    "field": ["Zol Crypt"],
                    "hand": ["Foul Word"],
                    "react": ["COUNTER SPELL WITH Foul Word", "COUNTER CREATURE WITH Denial"],
                },
            },
        }
    )
    lines = case.lines
    orders = {
        "A": [Opens(Part.ACT), *lines["A"].orders[0]],
        "B": [Opens(Part.REACT), *(lines["B"].react[0] or ())],
    }
    links = chain(case.state, orders, Dice(b"x", 1))
    found = [f"{k.kind} {k.text} [{k.rule}] {'yes' if k.ok else 'no'}" for k in links if k.kind != "told"]
    assert "order ACT line 1: CAST Xom Footman [] yes" in found
    assert "check a land in play allows humanoid: yes [MANA-2] yes" in found
    assert "check cost GB: A2 give GB [MANA-8] yes" in found
    assert "check REACT line 1, COUNTER SPELL WITH Foul Word: sleeps, Xom Footman does not fit [CTR-1] no" in found
    assert "check REACT line 2, COUNTER CREATURE WITH Denial: sleeps, Denial is not in hand [CTR-1] no" in found
    assert "check aimed at nothing legal [ORD-1] no" in found
    assert "check may assault, ranks apart: A7 [ASLT-1] yes" in found
    assert all(name.startswith("xom_zol.effect.") for name in OWN_ROLLS)
