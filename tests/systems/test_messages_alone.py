"""Messages put into a sheet that is kept: whatever stood in it, of its orders and their errors nothing changes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm import games
from magika_gm.app.turns.turn_orders import kept_text
from magika_gm.engine.sheet.reader import MOST_FAULTS, holds_orders, read_sheets, with_messages
from magika_gm.engine.sheet.sheet import Message, Sheet
from tests.examples import some_of
from tests.systems.contract import contract_of

PUT = "Hail!\n1 MOVE NE\n> END\n--"


def rows(name: str) -> st.SearchStrategy[list[str]]:
    to = f"MESSAGE TO {contract_of(name).other}"
    orders = [*contract_of(name).good, *(line for _, lines in contract_of(name).bad for line in lines)]
    odd = [to, "Hello", "END MESSAGE", "MSG TO NOBODY KNOWN", "END", "", "> 1 REST", "TURN 7",
           "; no orders, on purpose", "x" * 1001, "PASSWORD swordfish", "3 swordfish", "***",
           f"{contract_of(name).seat} ;", "- - -"]  # fmt: skip
    whole = st.sampled_from(
        [
            [to, "Hello", "END MESSAGE"],
            ["MESSAGE TO X Y", "Hello", "END MESSAGE"],
            [orders[0], to, "x", "END MESSAGE", orders[-1]],
            ["Hop 7"] * (MOST_FAULTS - 1),
        ]
    )
    one = st.sampled_from([*orders, *odd]).map(lambda row: [row])
    return st.lists(one | whole, max_size=12).map(lambda found: [row for some in found for row in some])


def of_orders(sheet: Sheet) -> tuple[object, ...]:
    """What a sheet says beside messages: its orders, and what is wrong with them."""
    wrong = [
        (re.sub(r"line \d+", "", fault.reason), fault.near, fault.phase, fault.text)
        for fault in sheet.faults
        if not fault.beside
    ]
    return dict(sheet.orders), wrong, sheet.turn, sheet.closed


@pytest.mark.parametrize("name", [name for name in games.SYSTEMS if games.system(name).orders.GRAMMAR.messages])
@settings(max_examples=some_of(120), deadline=None)
@given(st.data())
def test_messages_put_into_a_kept_sheet_leave_its_orders_and_errors(name: str, data: st.DataObject) -> None:
    grammar = games.system(name).orders.GRAMMAR
    text = "\n".join(["GAME 12 TURN 1", *data.draw(rows(name)), *data.draw(st.sampled_from([["END"], []]))])
    sheet = read_sheets(text, grammar)[0]
    kept = kept_text(sheet, grammar)
    before = read_sheets(kept, grammar)[0]
    assert grammar.messages is not None
    put = "\n".join(PUT.splitlines()[: grammar.messages.lines])
    for text_of_it in (put, "Again", put):
        kept = with_messages(kept, [Message(to=contract_of(name).other, text=text_of_it)], grammar, {})
        after = read_sheets(kept, grammar)[0]
        assert of_orders(after) == of_orders(before), kept
        assert [message.text for message in after.messages] == [text_of_it], kept
        assert len(after.faults) <= len(before.faults)
        assert not any("the message is not sent" in fault.reason for fault in after.faults)
        assert holds_orders(kept, 0, grammar)
        assert len(kept.splitlines()) <= len(sheet.text.splitlines()) + 14, "it does not grow by and by"
