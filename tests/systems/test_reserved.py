"""The office's own words: a game whose line begins with one is refused when it is made, for its players could never
give that order.
"""

from __future__ import annotations

from typing import Any

import pytest

from magika_gm.app.post.contents import contents_in
from magika_gm.engine.lines.parts import Refuse
from magika_gm.engine.lines.rows import Lines, OneOf, Row
from magika_gm.engine.lines.words import Cutter
from magika_gm.engine.orders import GameOrders, NumberedOrders
from magika_gm.engine.records import record
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import COMMANDS, RESERVED, SheetGrammar, seated
from magika_gm.mail.envelope import TextPart


@record
class Go:
    """An order."""


def orders_with(word: str) -> GameOrders[Any, Any]:
    row = OneOf(Row(Go, word), Refuse(says="{said} is not an order"))
    return GameOrders(Lines(Cutter(word=r"(\S+)", upper=True), row, longest=80), **seated("SIDE", ("A", "B")))


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_a_game_with_such_a_line_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="begins a line of the office's own"):
        orders_with(word)
    with pytest.raises(ValueError, match="begins a line of the office's own"):
        seats_called(word)


def seats_called(word: str) -> SheetGrammar:
    facts = {**seated("SIDE", ("A", "B")), "seat_words": (word,)}
    return SheetGrammar(**facts, address={}, read=lambda text, _: text, write=str, verbs=())


def test_other_words_are_orders_in_a_sheet_of_the_office() -> None:
    orders = orders_with("TURNS")
    (sheet,) = read_sheets("GAME 1 TURN 2\nSIDE A\nTURNS\nEND\n", orders.GRAMMAR)
    assert (sheet.orders, sheet.faults) == ({1: Go()}, ())


def test_a_blank_sheet_whose_lines_have_numbers_has_each_and_says_nothing() -> None:
    row = OneOf(Row(Go, "GO"), Refuse(says="{said} is not an order"))
    lines: Lines[Go] = Lines(Cutter(word=r"(\S+)", upper=True), row, longest=80)
    orders = NumberedOrders[Go, None](lines, **seated("SIDE", ("A", "B")), numbered=3, numbered_as="move")
    form = orders.form("1", 2, None, "A", None)
    assert form == "GAME 1 TURN 2\nSIDE A\nPASSWORD \n1 \n2 \n3 \nEND\n"
    (blank,) = read_sheets(form, orders.GRAMMAR)
    assert (blank.orders, blank.faults) == ({}, ())
    (filled,) = read_sheets(form.replace("2 \n", "2 GO\n"), orders.GRAMMAR)
    assert (orders.listed(filled), filled.faults) == ([None, Go(), None], ())


@pytest.mark.parametrize("command", COMMANDS)
def test_the_office_obeys_what_it_keeps_for_itself(command: str) -> None:
    behind = {
        "ABSENT": " 2026-01-01 to 2026-01-02",
        "WAIT": " 3 DAYS because of rain",
        "ADDRESS": " a@example.org",
        "CONFIRM": " abcdefgh",
    }
    found = contents_in([TextPart(f"{command}{behind.get(command, '')}", "body")]).commands
    assert [one.name for one in found] == [command]
