"""How a letter is signed is no order, in any game: "Best," is no misspelt REST."""

from __future__ import annotations

import pytest

from magika_gm import games
from magika_gm.engine.sheet.bare import bare_orders
from magika_gm.engine.sheet.reader import read_sheets
from tests.systems.contract import contract_of

SIGNED = (
    ("Best,",),
    ("Best,", "Ann"),
    ("Kind regards", "", "Ann Weaver", "Halifax"),
    ("Cheers, Tim!",),
    ("Thanks", "Cassie"),
    ("All the best, Rester",),
    ("Viele Gr\u00fc\u00dfe", "J\u00f6rg"),
)


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_a_letter_signed_below_its_orders_has_no_errors_by_that(name: str) -> None:
    """With END below it, without one, and of an answer that is no sheet."""
    grammar = games.system(name).orders.GRAMMAR
    orders, head = contract_of(name).good, "GAME 12 TURN 1"
    (plain,) = read_sheets("\n".join([head, *orders, "END"]), grammar)
    for signed in SIGNED:
        for end in (["END"], []):
            (sheet,) = read_sheets("\n".join([head, *orders, "", *signed, *end]), grammar)
            assert sheet.orders == plain.orders, signed
            assert [fault.reason for fault in sheet.faults if not fault.unclosed] == []
        found = bare_orders("\n".join([*orders, *signed]), grammar, None, head)
        (answer,) = read_sheets(found.written, grammar)
        assert (answer.orders, answer.faults) == (plain.orders, ()), signed
        assert not any(line in found.taken for line in signed)


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_orders_and_messages_below_such_a_word_are_read(name: str) -> None:
    grammar = games.system(name).orders.GRAMMAR
    orders = contract_of(name).good
    (sheet,) = read_sheets("\n".join(["GAME 12 TURN 1", "Thanks,", *orders, "END"]), grammar)
    assert list(sheet.orders.values())[-1] == grammar.read(orders[-1].removeprefix("2 "), None)
    if grammar.messages is not None:
        to = f"MESSAGE TO {contract_of(name).other}"
        (sheet,) = read_sheets(
            "\n".join(["GAME 12 TURN 1", *orders, to, "Hello.", "Cheers,", "Tim", "END MESSAGE", "END"]), grammar
        )
        assert sheet.messages[0].text == "Hello.\nCheers,\nTim"
