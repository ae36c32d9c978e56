"""Magika's player's page, as the office asks for it (``engine.seam.reports.PlayerPage``)."""

from __future__ import annotations

from magika_gm.engine.paging import GamePage
from magika_gm.games.magika.page.arena import arena
from magika_gm.games.magika.page.earlier import EARLIER
from magika_gm.games.magika.page.foreseen import rule_data
from magika_gm.games.magika.page.forms import plan
from magika_gm.games.magika.page.told import blocks, changes, facts, lead, subtitle
from magika_gm.games.magika.report.report import Report
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.sight.memory import Memory

SCRIPT = "magika_gm.games.magika.page:forecast.js"


def page(report: Report, known: World | None, seat: str, memory: Memory) -> GamePage:
    """One mage's page."""
    return GamePage(
        seat=seat,
        title=report.mage.name,
        subtitle=subtitle(report),
        lead=lead(report),
        facts=facts(report),
        pictures=(arena(report),),
        blocks=blocks(report),
        changes=changes(report),
        plan=None if known is None else plan(report, known.mages[seat]),
        earlier=EARLIER,
        script={} if known is None else rule_data(known, seat, memory),
    )
