"""Rune War's player's page, as the office asks for it (``engine.seam.reports.PlayerPage``)."""

from __future__ import annotations

from magika_gm.engine.paging import GamePage
from magika_gm.games.rune_war.page.earlier import EARLIER
from magika_gm.games.rune_war.page.forms import plan
from magika_gm.games.rune_war.page.pictures import pictures
from magika_gm.games.rune_war.report import contents as c
from magika_gm.games.rune_war.report import paged
from magika_gm.games.rune_war.report.report import Report
from magika_gm.games.rune_war.rules.state import World
from magika_gm.games.rune_war.sight.memory import Memory
from magika_gm.reports.page.from_kit import game_page

SCRIPT = ""


def page(report: Report, known: World | None, seat: str, memory: Memory) -> GamePage:  # noqa: ARG001 - the report has it
    """One wizard's page."""
    return game_page(
        seat=seat,
        title=report.wizard,
        head=c.head(report),
        said=c.lead(report),
        gauges=c.gauges(report),
        pictures=pictures(report),
        sections=paged.blocks(report),
        plan=None if known is None else plan(known, seat, report.choices),
        earlier=EARLIER,
    )
