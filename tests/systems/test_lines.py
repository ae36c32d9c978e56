"""Games whose lines are rows: each row's example is a line, and is written as it is read."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from magika_gm import games
from magika_gm.engine.lines.parts import Part
from magika_gm.engine.lines.rows import OneOf, Row
from magika_gm.engine.lines.words import near_names
from magika_gm.engine.orders import GameOrders
from magika_gm.engine.words import Fault
from tests.examples import ALL
from tests.systems.contract import contract_of

RULED = [name for name in games.SYSTEMS if isinstance(games.system(name).orders, GameOrders)]


def rows_of(part: Part) -> Iterator[Row]:
    """The rows of a game's lines."""
    if isinstance(part, Row):
        yield part
    elif isinstance(part, OneOf):
        for inner in part.parts:
            yield from rows_of(inner)


@pytest.mark.parametrize("name", RULED)
def test_an_example_is_read_and_written_as_it_stands(name: str) -> None:
    orders = games.system(name).orders
    assert isinstance(orders, GameOrders)
    shown = [row for row in rows_of(orders.lines.line) if row.example]
    assert len(shown) > 3 or contract_of(name).few_lines
    for row in shown:
        order = orders.read(row.example, None)
        assert not isinstance(order, Fault), row.example
        assert order.__class__ is row.kind
        assert orders.GRAMMAR.write(order) == row.example
        assert orders.stored(row.example) == order


@pytest.mark.parametrize("name", RULED)
def test_the_rows_are_data_and_no_more_than_a_page_can_bear(name: str) -> None:
    orders = games.system(name).orders
    assert isinstance(orders, GameOrders)
    text = json.dumps(orders.rows())
    assert len(text) < 60_000
    assert json.loads(text) == orders.rows()


@pytest.mark.parametrize("name", RULED)
def test_a_name_mistyped_in_one_letter_is_offered(name: str) -> None:
    """A letter left out, two swapped; for a word like none of them nothing is. By day of sixty names."""
    orders = games.system(name).orders
    assert isinstance(orders, GameOrders)
    names = {said for vocabulary in orders.known.values() for said in vocabulary.names if len(said) > 4}
    for said in sorted(names)[:: 1 if ALL else max(1, len(names) // 60)]:
        slips = {f"{said[:2]}{said[3:]}", f"{said[:2]}{said[3]}{said[2]}{said[4:]}"}
        for slip in slips - names:
            assert said in near_names(slip, names, "key"), slip
    assert near_names("xyzzy", names) == ()
