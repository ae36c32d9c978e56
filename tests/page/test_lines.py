"""The page reads typed lines by the office's rows as the office does: every line of all cases, and lines gone wrong."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from magika_gm import games
from magika_gm.engine.orders import GameOrders
from magika_gm.engine.words import Fault
from tests.examples import ALL
from tests.page import node
from tests.page.mutations import mutated
from tests.systems.contract import contract_of, folder_of

READER = Path(__file__).with_name("lines.mjs")
JUDGE = Path(__file__).with_name("judge.mjs")
RULED = [name for name in games.SYSTEMS if isinstance(games.system(name).orders, GameOrders)]
"""Games whose lines are rows."""
pytestmark = node.NEEDED
CODE = re.compile(r"[][(){}_\\`]|\w=|= ")


@cache
def written(name: str) -> tuple[str, ...]:
    """What stands between quotation marks or on a line of the game's tests and cases: orders, and much that is none."""
    found: dict[str, None] = {}
    for path in sorted(folder_of(name).rglob("*")):
        if path.suffix in (".py", ".toml"):
            text = path.read_text(encoding="utf-8")
            found |= dict.fromkeys(re.findall(r'"([^"\n]+)"', text))
            found |= dict.fromkeys(row.strip() for row in text.splitlines())
    return tuple(found)


@cache
def good(name: str) -> tuple[str, ...]:
    """What of it are orders; by day only what looks like no code is read by the office."""
    orders = games.system(name).orders
    assert isinstance(orders, GameOrders)
    lines = written(name) if ALL else (line for line in written(name) if not CODE.search(line))
    return tuple(line for line in lines if "line" in by_the_office(orders, line))


@cache
def by_the_office(orders: GameOrders[Any, Any], line: str) -> dict[str, Any]:
    """What the office makes of a line."""
    read = orders.read(line, None)
    if isinstance(read, Fault):
        return {"reason": read.reason, "near": list(read.near)}
    return {"line": orders.GRAMMAR.write(read)}


def by_the_page(orders: GameOrders[Any, Any], lines: list[str], program: Path = READER) -> list[dict[str, Any]]:
    """What the page's reader makes of lines."""
    (said,) = node.answers(program, json.dumps([orders.rows(), lines]))
    return list(said)


@pytest.mark.parametrize("name", RULED)
def test_the_page_reads_lines_as_the_office_does(name: str) -> None:
    orders = games.system(name).orders
    assert isinstance(orders, GameOrders)
    assert len(good(name)) >= contract_of(name).enough_lines(101)
    lines = list(written(name) if ALL else dict.fromkeys([*good(name), *written(name)[::20]]))
    lines += mutated(good(name), 1000 if ALL else 100, seed=5)
    for line, said in zip(lines, by_the_page(orders, lines), strict=True):
        assert said == by_the_office(orders, line), line


@pytest.mark.parametrize("name", RULED)
def test_lines_gone_wrong_are_read_and_refused(name: str) -> None:
    orders = games.system(name).orders
    assert isinstance(orders, GameOrders)
    made = [by_the_office(orders, line) for line in mutated(good(name), 300, seed=6)]
    assert sum("line" in one for one in made) > 10
    assert sum("reason" in one for one in made) > 100
    assert any(one.get("near") for one in made)


@pytest.mark.parametrize("name", RULED)
def test_what_is_offered_for_a_misspelt_line_mends_it(name: str) -> None:
    """Taken, an offer makes a line that is read, or one with another fault; the office says the same of the line."""
    orders = games.system(name).orders
    assert isinstance(orders, GameOrders)
    lines = mutated(good(name), 400 if ALL else 200, seed=7)
    mended = 0
    for line, said in zip(lines, by_the_page(orders, lines, JUDGE), strict=True):
        office = by_the_office(orders, " ".join(line.split()))
        assert said.get("line") == office.get("line"), line
        assert said.get("reason") == office.get("reason"), line
        assert [offer["text"] for offer in said.get("near", ())] == office.get("near", [])
        for offer in said.get("near", ()):
            if offer["line"]:
                then = by_the_office(orders, offer["line"])
                assert then.get("reason") != said["reason"], (line, offer)
                mended += "line" in then
    assert mended > 5


def test_rows_that_nobody_can_read_bar_nothing() -> None:
    assert node.answers(JUDGE, json.dumps([{"line": 0, "parts": [{"is": "Unheard of"}]}, ["MOVE NE"]])) == [[None]]


def test_a_word_is_quoted_and_refused_alike_in_both_languages() -> None:
    orders = games.system("temple_isle").orders
    assert isinstance(orders, GameOrders)
    lines = [
        *(
            "U1 don't",
            'U1 "',
            "U1 \\",
            "U1 \u200b",
            "U1 \ufeff E",
            "U1 \u3000E",
            "\x1cU1\x85E",
            "U1 \x00",
            "U1 \U0001f600",
        ),
        *(
            "MUSTER ſcout",
            "CAST mıght ON U1",
            "U1 é",
            "WATER z9, f0",
            "CAST " + "x" * 900,
            "MUSTER " + "ab" * 200,
            "x" * 1001,
        ),
    ]
    assert by_the_page(orders, lines) == [by_the_office(orders, line) for line in lines]
