"""Temple Isle's player's page, as the office asks for it (``engine.seam.reports.PlayerPage``)."""

from __future__ import annotations

from magika_gm.engine.paging import GamePage
from magika_gm.games.temple_isle.page.earlier import EARLIER
from magika_gm.games.temple_isle.page.forms import plan
from magika_gm.games.temple_isle.page.picture import isle
from magika_gm.games.temple_isle.report import contents as c
from magika_gm.games.temple_isle.report import paged
from magika_gm.games.temple_isle.report.report import Report
from magika_gm.games.temple_isle.report.story import NAMES
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.sight.memory import Memory
from magika_gm.reports.page.from_kit import game_page

SCRIPT = ""


def page(report: Report, known: State | None, seat: str, memory: Memory) -> GamePage:  # noqa: ARG001 - the report has it
    """One player's page."""
    return game_page(
        seat=seat,
        title=NAMES[seat],
        head=c.head(report),
        said=c.lead(report),
        gauges=c.gauges(report),
        pictures=(isle(report),),
        sections=paged.blocks(report),
        plan=None if known is None else plan(known, seat, report.choices),
        earlier=EARLIER,
    )
