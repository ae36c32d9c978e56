"""Rune War's player's page, as the office asks for it (``engine.system.PlayerPage``)."""

from __future__ import annotations

from magika_gm.engine.paging import GamePage
from magika_gm.games.rune_war.page.forms import plan
from magika_gm.games.rune_war.page.pictures import pictures
from magika_gm.games.rune_war.report import paged
from magika_gm.games.rune_war.report.report import Report
from magika_gm.games.rune_war.rules.state import World
from magika_gm.games.rune_war.sight.memory import Memory

SCRIPT = ""


def page(report: Report, known: World | None, seat: str, memory: Memory) -> GamePage:  # noqa: ARG001 - the report has it
    """One wizard's page."""
    return GamePage(
        seat=seat,
        title=report.wizard,
        subtitle=paged.subtitle(report),
        lead=paged.lead(report),
        facts=paged.facts(report),
        pictures=pictures(report),
        blocks=paged.blocks(report),
        plan=None if known is None else plan(known, seat),
    )
