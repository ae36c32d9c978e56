"""Early in a game the arena on paper is what was seen, large, and the whole triangle in small (pages of a turn)."""

from __future__ import annotations

from magika_gm.games.magika.report.board import ALL, LARGER, inside, radius_for, seen_part, whole_picture
from magika_gm.reports.kit.base import Style
from magika_gm.reports.picture import Hexes
from tests.reports.played import reports

WIDE = 393.0


def test_what_was_seen_early_is_drawn_larger_and_whole() -> None:
    early = [report for report in reports("magika") if report.turn < 3 and not report.over]
    assert early
    for report in early:
        part = seen_part(report, WIDE)
        assert part is not None
        assert {*report.history, report.recon.space} <= set(inside(part))
        assert radius_for(part, WIDE, 460.0) >= LARGER * radius_for(ALL, 528.0, 480.0)
        whole = whole_picture(report, part, 120.0, 110.0, Style())
        dark = [item for item in whole.items if isinstance(item, Hexes) and item.fill == "#8a8494"]
        assert len(dark[0].centres) == len(report.history)


def test_it_is_the_whole_triangle_again_once_much_was_seen() -> None:
    """A way up the whole of it is not cropped."""
    ends = [seen_part(report, WIDE) for report in reports("magika", 13) if report.turn == 12]
    assert None in ends
