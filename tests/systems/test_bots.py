"""Built-in players of all games: they go by a turn file alone, and send what the office takes."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from magika_gm import games
from magika_gm.engine.seam.setup import Need
from magika_gm.engine.sheet.reader import read_sheets
from magika_gm.engine.sheet.sheet import write_sheet
from magika_gm.engine.sheet.understanding import as_text
from tests.examples import ALL
from tests.page.rambles import positions, read, sheet_text


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_a_turn_file_is_all_a_policy_goes_by(name: str) -> None:
    """The same file gives the same orders, which are read where they are printed, and understood without an error."""
    system = games.system(name)
    bots, orders, given = system.bots, system.orders, 0
    taken = {seat: [policy] for seat, policy in system.automatic.items()}
    free = [policy for policy in bots.POLICIES if policy not in system.automatic.values()]
    for position in positions(name, 1, 10 if ALL else 5):
        if system.rules.needs(position.state).get(position.seat, Need.NONE) is Need.NONE:
            continue
        text = json.dumps(system.reports.turn_file(position.report))
        file = json.loads(text)
        for policy in taken.get(position.seat, free):
            sent = bots.play(policy, file, b"seed")
            assert sent == bots.play(policy, json.loads(text), b"seed")
            assert json.dumps(file) == text
            for order in sent:
                again = orders.stored(orders.GRAMMAR.write(order))
                assert (again, type(again)) == (order, type(order))
            blank = read(position, sheet_text(position, []))
            whole = replace(blank, orders=dict(enumerate(sent, 1)))
            (sheet,) = read_sheets(write_sheet(whole, orders.GRAMMAR), orders.GRAMMAR)
            understood = orders.understood(sheet, position.seat, position.known)
            assert understood.errors == 0, as_text(understood)
            given += len(sent)
    assert given
