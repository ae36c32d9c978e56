"""The isle of a turn on paper: units on large counters, moves and attacks as arrows."""

from __future__ import annotations

from magika_gm.games.temple_isle.report.board import ACCENT, legend, steps_of, tokens
from magika_gm.games.temple_isle.rules.events import Moved
from magika_gm.games.temple_isle.rules.terms import MOON, SQUARE, SUN
from magika_gm.reports.kit.base import Style
from magika_gm.reports.picture import Polygon
from tests.reports.played import reports


def test_temple_isles_moves_and_attacks_are_drawn_where_they_went() -> None:
    seen = 0
    for report in reports("temple_isle", 13):
        events = [one.event for one in report.told]
        steps = steps_of(report.view, events)
        moved = {(SQUARE[e.start], SQUARE[e.target]) for e in events if isinstance(e, Moved)}
        assert {(a, b) for a, b, colour in steps if colour == ACCENT} == moved
        seen += len(steps)
    assert seen > 5


def test_a_unit_bears_its_hit_points_as_pips() -> None:
    view = next(r.view for r in reports("temple_isle", 13) if any(u.hp < u.now.full for u in r.view.units))
    hurt = next(u for u in view.units if u.hp < u.now.full)
    items = tokens([hurt], 0.0, 0.0, 90.0, Style())
    pips = [item.fill for item in items if isinstance(item, Polygon) and not item.line]
    assert len(pips) == hurt.now.full
    assert len({*pips[: hurt.hp]}) == 1 and pips[0] not in pips[hurt.hp :]  # noqa: PT018


def test_the_legend_lists_what_is_drawn_and_nothing_else() -> None:
    lists = set()
    for report in reports("temple_isle", 13):
        view = report.view
        said = {item.name for item in legend(view, Style()).items}
        for seat, name in ((SUN, "Sun"), (MOON, "Moon")):
            assert (f"edge: {name}'s card" in said) == any(square.control == seat for square in view.isle)
            assert (f"{name}'s unit" in said) == any(unit.owner == seat for unit in view.units)
        lists.add(len(said))
    assert len(lists) > 1
