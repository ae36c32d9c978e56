"""Reports of random games, for the tests that read them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.seam.reports import Delivered, PlayerData, TurnRecord
from magika_gm.games.rune_war import sight
from magika_gm.games.rune_war.orders.sheet import ORDERS
from magika_gm.games.rune_war.report.report import Report
from magika_gm.games.rune_war.report.reports import REPORTS
from magika_gm.games.rune_war.rules.sequence import RULES
from magika_gm.games.rune_war.rules.state import World

PLAYER = PlayerData(
    name="Maren Østby",
    address="Tromsø",
    account="P0001",
    balance="12.00 USD",
    game="12",
    title="The Isle",
    date="2026-11-21",
    next_due="Saturday 27 February 2027, 18:00 AST",
    code_word="elm",
    email="maren@example.org",
    office="The office",
    office_email="gm@example.org",
    due_at="2027-02-27T18:00:00-04:00",
)


def report_of(world: World, seat: str, told: Sequence[Any] = (), messages: Sequence[Delivered] = ()) -> Report:
    """One seat's report of a state and what was told on the way to it."""
    view = sight.perceive(world, seat)
    memory = sight.remember(sight.SIGHT.no_memory(), world.turn, view)
    record = TurnRecord(
        state=world, told=tuple(told), orders={}, how={}, messages=tuple(messages), acts=(), seed=b"paper"
    )
    form = "" if RULES.ending(world) else ORDERS.form("12", world.turn + 1, world, seat, memory)
    return REPORTS.build(record, seat, view, memory, PLAYER, form)


def plain(report: Report) -> Mapping[str, Any]:
    """Its turn file as JSON has it."""
    found: dict[str, Any] = json.loads(json.dumps(REPORTS.turn_file(report)))
    return found


def forms(report: Report, printed: bool = False) -> tuple[Any, ...]:
    """Its forms: turn file, text, mail; printed as well where asked for."""
    found = (plain(report), REPORTS.text(report, None), REPORTS.html(report, None))
    return (*found, REPORTS.pdf(report, "letter", False)) if printed else found
