"""The board of a turn on paper: the rows that matter large, whoever stands there on counters."""

from __future__ import annotations

import re

from magika_gm.games.arena.report.board import counter_picture, front, front_picture, stacks
from magika_gm.games.arena.report.printed import MANY, choice_table
from magika_gm.games.arena.rules.terms import OTHER
from magika_gm.reports.kit.base import Style
from magika_gm.reports.kit.lists import cell
from magika_gm.reports.picture import Texts
from tests.reports.played import reports


def test_arenas_front_is_the_rows_where_something_is_and_one_on_either_side() -> None:
    for report in reports("arena"):
        state = report.state
        rows = [row for row, hexes in enumerate(state.board.rows) for _ in hexes]
        here = stacks(state)
        there = {rows[stack.hex] for stack in here}
        rows_drawn = front(state, report.told, here)
        assert {row + by for row in there for by in (-1, 0, 1)} & set(range(len(state.board.rows))) <= set(rows_drawn)
        picture = front_picture(state, report.told, here, rows_drawn, 528.0, 400.0, Style())
        names = [t for item in picture.items if isinstance(item, Texts) for *_, t in item.places]
        shown = [h for h, row in enumerate(rows) if row in rows_drawn]
        assert set(names) >= {state.board.names[h] for h in shown if not state.storms.get(h)}
        assert not any(state.board.names[h] in names for h, row in enumerate(rows) if row not in rows_drawn)


def test_no_unit_is_lost_from_a_stack_of_arenas_counters() -> None:
    """Each place's units stand on its counters: their number and the Power of all, or one by one."""
    for report in reports("arena"):
        state, told, here = report.state, report.told, stacks(report.state)
        items = front_picture(state, told, here, front(state, told, here), 528.0, 400.0, Style()).items
        said = [t for item in items if isinstance(item, Texts) for *_, t in item.places]
        counted = sum(int(t.rpartition("x")[2]) if "x" in t else 1 for t in said if re.match(r"[AB]\d|x\d", t))
        assert counted >= sum(len(stack.units) for stack in here if not stack.of(""))


def test_the_forms_choices_are_a_row_a_unit_and_count_places_that_are_many() -> None:
    for report in reports("arena"):
        if not report.form:
            continue
        rows = [[cell(part).text for part in row] for row in choice_table(report).rows]
        if not report.own_turn:
            assert rows == [[f"The turn is {OTHER[report.seat]}'s: only a block of STANDING orders counts."]]
            continue
        names = [name.split()[0] for name, _ in rows]
        assert len(set(names)) == len(names)
        assert {offer.unit for offer in report.offers if offer.unit} <= set(names)
        assert all(len(re.split(r", |; ", said)) <= 60 for _, said in rows)
        for offer in report.offers:
            said = next(said for name, said in rows if name.split()[0] == (offer.unit or offer.start))
            many = len(offer.options) > MANY or not offer.unit
            assert many or "any of yours" in said or all(option in said for option in offer.options)


def test_a_counter_of_the_page_shows_the_power_of_who_rides_and_is_ridden() -> None:
    ridden = 0
    for report in reports("arena"):
        for stack in stacks(report.state):
            for unit in stack.units:
                items = counter_picture(unit, stack.air, Style(large=True)).items
                (said,) = [t for item in items if isinstance(item, Texts) for *_, t in item.places]
                assert not unit.side or said == f"{unit.id}{'+' if unit.riders else ''} {unit.power}"
                ridden += bool(unit.riders)
    assert ridden
